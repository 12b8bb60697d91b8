// The sign of copying: two sheets.

import type { JSX } from "preact";

export function CopySign(): JSX.Element {
  return (
    <svg class="sign" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round">
      <rect x="5.5" y="5.5" width="8" height="8.5" rx="1.2" />
      <path d="M10.5 3.2V2.7A1.2 1.2 0 0 0 9.3 1.5H3.7A1.2 1.2 0 0 0 2.5 2.7v6.1A1.2 1.2 0 0 0 3.7 10h.5" />
    </svg>
  );
}
