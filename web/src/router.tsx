// Where the page is: the path of the address, changed without loading anything.

import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { afterLeaving, standsForLayers } from "./ui/back";

const listeners = new Set<() => void>();

/** Go to another view. */
export function navigate(path: string, replace = false): void {
  afterLeaving(() => {
    if (replace || standsForLayers()) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    for (const listener of [...listeners]) listener();
  });
}

/** The path of the address, kept current. */
export function usePath(): string {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const update = (): void => setPath(location.pathname);
    listeners.add(update);
    addEventListener("popstate", update);
    return () => {
      listeners.delete(update);
      removeEventListener("popstate", update);
    };
  }, []);
  return path;
}

interface LinkProps {
  to: string;
  class?: string;
  "aria-current"?: "page" | undefined;
  children: ComponentChildren;
}

/** A link to another view. */
export function Link({ to, children, ...others }: LinkProps): JSX.Element {
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a {...others} href={to} onClick={follow}>{children}</a>;
}
