// The modifiers that the browser keeps, to open or to delete.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { modifierLibrary } from "../../models/library";
import type { Modifier } from "../../models/modifier";
import { Button, IconButton } from "../../ui/Button";
import { Layer } from "../../ui/Layer";
import { toast } from "../../ui/Toast";

export function LibraryMenu({ onOpen }: { onOpen(modifier: Modifier): void }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" testId="library" onClick={() => setOpen(true)}>Library…</Button>
      {isOpen && <LibraryLayer onClose={() => setOpen(false)} onOpen={(modifier) => { setOpen(false); onOpen(modifier); }} />}
    </>
  );
}

function LibraryLayer({ onClose, onOpen }: { onClose(): void; onOpen(modifier: Modifier): void }): JSX.Element {
  const [shelf, setShelf] = useState(() => modifierLibrary().read());
  const remove = (modifier: Modifier): void => {
    modifierLibrary().remove(modifier.id);
    setShelf(modifierLibrary().read());
    toast({ text: `${modifier.name} is deleted.`, action: { label: "Take it back", run: () => { modifierLibrary().save(modifier); setShelf(modifierLibrary().read()); } } });
  };
  return (
    <Layer title="Your modifiers" onClose={onClose} testId="library-dialog">
      {shelf.broken > 0 && <p class="finding warning small">{shelf.broken} of what the browser keeps could not be read.</p>}
      {shelf.documents.length === 0 && <p class="muted">None yet. What you save in the composer is kept here, in this browser.</p>}
      <ul class="library">
        {shelf.documents.map((modifier) => (
          <li key={modifier.id}>
            <button type="button" class="library-open" data-testid={`library-open-${modifier.id}`} onClick={() => onOpen(modifier)}>
              <strong>{modifier.name}</strong> <span class="small muted">{modifier.description ?? modifier.id}</span>
            </button>
            <IconButton label={`Delete ${modifier.name}`} onClick={() => remove(modifier)}>×</IconButton>
          </li>
        ))}
      </ul>
    </Layer>
  );
}
