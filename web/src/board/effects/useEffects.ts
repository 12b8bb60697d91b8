// Effects come, are seen for their time, and go by themselves.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Effect } from "../../wire/types";
import type { ShownEffect } from "./EffectsLayer";

/** More at once would only be a blur, and longer ones would stand in the way. */
const MOST = 48;
const LONGEST = 10_000;

/** The effects to be seen now, and a way to show more. Nothing is shown to those who want no motion. */
export function useEffects(): [readonly ShownEffect[], (effects: readonly Effect[]) => void] {
  const [shown, setShown] = useState<readonly ShownEffect[]>([]);
  const count = useRef(0);
  const timers = useRef(new Set<number>());
  useEffect(() => () => timers.current.forEach((timer) => clearTimeout(timer)), []);
  const show = useCallback((effects: readonly Effect[]): void => {
    if (effects.length === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const fresh = effects.slice(0, MOST).map((effect) => ({ ...effect, ttl: Math.min(effect.ttl, LONGEST), key: (count.current += 1) }));
    setShown((now) => [...now, ...fresh].slice(-MOST));
    for (const { key, ttl } of fresh) {
      const timer = window.setTimeout(() => {
        timers.current.delete(timer);
        setShown((now) => now.filter((effect) => effect.key !== key));
      }, ttl);
      timers.current.add(timer);
    }
  }, []);
  return [shown, show];
}
