// Keys of a whole view.

import { useEffect } from "preact/hooks";
import { hasLayers } from "./layers";

/** Keys of the whole view, wherever nothing else has answered them. */
export function useKeys(keys: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || hasLayers()) return;
      if (target?.closest("input, textarea, select, [role=tablist], [role=menu], dialog")) return;
      const run = keys[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}
