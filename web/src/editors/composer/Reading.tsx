// The whole modifier in plain words.

import type { JSX } from "preact";
import { read } from "../../models/reading";
import type { ChildKeys, Tree } from "../../models/tree";

export function Reading({ tree, keys }: { tree: Tree; keys: ChildKeys }): JSX.Element {
  const lines = read(tree, keys);
  return (
    <section class="reading card" aria-label="In plain words" data-testid="reading" aria-live="polite" tabIndex={0}>
      {lines.length === 0 && <p class="muted">It does nothing yet. Take something from the palette: a trigger such as <em>On capture</em>, then what happens then.</p>}
      {lines.map((line, index) => <p key={index} style={{ paddingLeft: `${line.level * 1.2}em` }}>{line.text}</p>)}
    </section>
  );
}
