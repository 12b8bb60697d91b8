// The documents of the project as a row of tabs, and what can be done with them: new, rename, remove, import, export, share.

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import * as books from "../../models/bookcase";
import * as projects from "../../models/project";
import { linkOf } from "../../models/share";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Layer } from "../../ui/Layer";
import { Menu } from "../../ui/Menu";
import { toast } from "../../ui/Toast";
import { Begin } from "./Begin";
import { Projects } from "./Projects";
import type { Desk } from "./use-project";

interface FilesProps {
  desk: Desk;
}

type Change = Desk["change"];

const MOST_BYTES = 256 * 1024;

export function Files({ desk }: FilesProps): JSX.Element {
  const { project, change: onChange } = desk;
  const [dialog, setDialog] = useState<"begin" | "rename" | "projects" | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const active = project.documents[project.active];
  const tabs = useRef<HTMLDivElement>(null);
  useEffect(() => tabs.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }), [active?.name]);
  const pick = (id: string): void => {
    if (id === "import") picker.current?.click();
    if (id === "export" && active) download(active);
    if (id === "rename" || id === "projects") setDialog(id);
    if (id === "remove") removeActive(project, onChange);
    if (id === "share") void share(project);
  };
  return (
    <div class="files">
      <div ref={tabs} class="file-tabs" role="tablist" aria-label="Documents" onKeyDown={(event) => onKey(event, project, onChange)}>
        {project.documents.map((draft, number) => (
          <button key={draft.name} type="button" role="tab" aria-selected={number === project.active} data-testid="document-tab"
            tabIndex={number === project.active ? 0 : -1} onClick={() => onChange((before) => projects.withActive(before, number))}>
            {draft.name}
          </button>
        ))}
      </div>
      <Button kind="quiet" testId="new-document" onClick={() => setDialog("begin")}>+ New</Button>
      <Menu label="More about this project" testId="project-menu" onPick={pick} items={[
        { id: "projects", label: "My projects …", testId: "projects" },
        { id: "import", label: "Import files …", testId: "import" },
        { id: "export", label: "Export this document", testId: "export" },
        { id: "share", label: "Copy a link to the project", testId: "share" },
        { id: "rename", label: "Rename …", testId: "rename" },
        { id: "remove", label: "Remove this document", disabled: project.documents.length < 2, testId: "remove" },
      ]}>⋯</Menu>
      <input ref={picker} type="file" multiple hidden accept=".yaml,.yml,.json" data-testid="import-input" aria-label="Files to import"
        onChange={(event) => { void importFiles(event.currentTarget, onChange); }} />
      {dialog === "begin" && <Begin onClose={() => setDialog(null)} onPick={(draft, isAlone) => {
        setDialog(null);
        if (isAlone) desk.arrange((before) => books.withProject(before, { documents: [draft], active: 0 }));
        else onChange((before) => projects.withDocument(before, draft));
      }} />}
      {dialog === "projects" && <Projects desk={desk} onClose={() => setDialog(null)} />}
      {dialog === "rename" && active && <Rename name={active.name} onClose={() => setDialog(null)} onRename={(name) => {
        setDialog(null);
        onChange((before) => projects.withName(before, before.active, name));
      }} />}
    </div>
  );
}

function Rename({ name, onClose, onRename }: { name: string; onClose(): void; onRename(name: string): void }): JSX.Element {
  const [text, setText] = useState(name);
  return (
    <Layer title="Rename" onClose={onClose} footer={<Button kind="primary" onClick={() => onRename(text)}>Rename</Button>}>
      <form onSubmit={(event) => { event.preventDefault(); onRename(text); }}>
        <Field label="Name" hint="Its ending says the kind, such as .piece.yaml.">
          {(control) => <input {...control} value={text} onInput={(event) => setText(event.currentTarget.value)} />}
        </Field>
      </form>
    </Layer>
  );
}

function onKey(event: KeyboardEvent, project: projects.Project, onChange: Change): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = (project.active + step + project.documents.length) % project.documents.length;
  onChange((before) => projects.withActive(before, next));
  ((event.currentTarget as HTMLElement).children[next] as HTMLElement | undefined)?.focus();
}

function removeActive(project: projects.Project, onChange: Change): void {
  onChange((before) => projects.withoutDocument(before, before.active));
  const name = project.documents[project.active]?.name ?? "";
  toast({ text: `${name} is removed.`, action: { label: "Undo", run: () => onChange(() => project) } });
}

function download(draft: projects.Draft): void {
  const address = URL.createObjectURL(new Blob([draft.text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = draft.name;
  link.click();
  URL.revokeObjectURL(address);
}

async function importFiles(input: HTMLInputElement, onChange: Change): Promise<void> {
  for (const file of [...(input.files ?? [])]) {
    if (file.size > MOST_BYTES) toast({ text: `${file.name} is larger than 256 KiB.`, kind: "error" });
    else {
      const text = await file.text();
      onChange((before) => projects.withDocument(before, { name: file.name, text }));
    }
  }
  input.value = "";
}

async function share(project: projects.Project): Promise<void> {
  const link = await linkOf(projects.sharedText(project), location.origin);
  if (link === null) {
    toast({ text: "This project is too long for a link. Export its documents as files.", kind: "error" });
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    toast({ text: "The link is copied. Whoever opens it has these documents.", kind: "good" });
  } catch {
    toast({ text: "Copy this link:", detail: link });
  }
}
