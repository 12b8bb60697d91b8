// Small signs, drawn with lines of our own so that they look alike with every font.

import type { JSX } from "preact";

const PATHS = {
  first: "M5 4v12M15 4l-8 6 8 6z",
  back: "M13 4l-8 6 8 6z",
  forth: "M7 4l8 6-8 6z",
  last: "M15 4v12M5 4l8 6-8 6z",
  flip: "M6 3v13M3 6l3-3 3 3M14 17V4M11 14l3 3 3-3",
  more: "M4 10h.01M10 10h.01M16 10h.01",
  close: "M5 5l10 10M15 5L5 15",
  theme: "M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14",
} as const;

export function Icon({ name }: { name: keyof typeof PATHS }): JSX.Element {
  return <svg class={`icon icon-${name}`} viewBox="0 0 20 20" aria-hidden="true"><path d={PATHS[name]} /></svg>;
}
