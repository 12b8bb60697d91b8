// A document goes out as a link or as a file, and comes in as a file.

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Exported } from "../models/exchange";
import { linkOf } from "../models/share";
import { Button } from "../ui/Button";
import { Layer } from "../ui/Layer";
import { toast } from "../ui/Toast";
import { download, textOf } from "./files";

interface ExchangeButtonsProps {
  /** The document as a file. */
  exported(): Exported;
  onImport(text: string): void;
}

export function ExchangeButtons({ exported, onImport }: ExchangeButtonsProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [link, setLink] = useState<string | null>(null);
  const share = async (): Promise<void> => {
    const file = exported();
    const found = await linkOf(file.text, location.origin);
    if (found) return setLink(found);
    download(file);
    return toast({ text: "It is too big for a link, so it was saved as a file that you can send." });
  };
  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const text = await textOf(file);
    if (text === null) toast({ text: "The file is too long for a document.", kind: "error" });
    else onImport(text);
  };
  return (
    <>
      <Button kind="quiet" testId="share" onClick={() => void share()}>Share…</Button>
      <Button kind="quiet" testId="export" onClick={() => download(exported())}>Export</Button>
      <Button kind="quiet" testId="import" onClick={() => input.current?.click()}>Import…</Button>
      <input ref={input} type="file" accept=".json,application/json" hidden data-testid="import-file" aria-label="Import a file"
        onChange={(event) => { void take(event.currentTarget.files?.[0]); event.currentTarget.value = ""; }} />
      {link && <ShareLayer link={link} onClose={() => setLink(null)} onFile={() => download(exported())} />}
    </>
  );
}

function ShareLayer({ link, onClose, onFile }: { link: string; onClose(): void; onFile(): void }): JSX.Element {
  const copy = (): void => {
    navigator.clipboard.writeText(link).then(
      () => toast({ text: "The link is copied.", kind: "good" }),
      () => toast("Copy the link from the field."),
    );
  };
  return (
    <Layer title="Share" onClose={onClose} testId="share-dialog"
      footer={<><Button onClick={onFile}>Save as a file</Button><Button kind="primary" testId="copy-link" onClick={copy}>Copy the link</Button></>}>
      <p>Whoever opens this link has the whole document: it is in the link itself, no server keeps it.</p>
      <input class="share-link" readOnly value={link} aria-label="Link" data-testid="share-link" onFocus={(event) => event.currentTarget.select()} />
    </Layer>
  );
}
