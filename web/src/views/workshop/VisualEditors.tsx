// The editors of modifiers and profiles, opened from the workshop: what is saved there is a document of the project.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { LateComposer, LateProfileEditor } from "../../editors/late";
import { type Exported, exportModifier, exportProfile, importText } from "../../models/exchange";
import { modifierLibrary } from "../../models/library";
import { type Modifier, emptyModifier } from "../../models/modifier";
import { type Profile, emptyProfile } from "../../models/profile";
import * as projects from "../../models/project";
import { catalog as fetchCatalog } from "../../net/api";
import { NO_RULES, type Setting } from "../../rules/rules";
import { Menu } from "../../ui/Menu";
import { toast } from "../../ui/Toast";
import type { Catalog } from "../../wire/types";
import type { Desk } from "./use-project";

interface VisualEditorsProps {
  desk: Desk;
  /** Whether the project cannot be played as it is; profiles are judged in chess then. */
  isBroken: boolean;
}

type Opened = { kind: "modifier"; document: Modifier; place: number } | { kind: "profile"; document: Profile; place: number };

export function VisualEditors({ desk, isBroken }: VisualEditorsProps): JSX.Element {
  const { project, change: onChange } = desk;
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  useEffect(() => {
    fetchCatalog().then(setCatalog, () => toast({ text: "The catalogue could not be loaded.", kind: "error" }));
  }, []);
  // A modifier or profile that came by a link is what its sender wants to show: it is opened, not its text.
  useEffect(() => {
    const [only, ...others] = desk.shared?.documents ?? [];
    const found = only && others.length === 0 ? importText(only.text) : null;
    if (found?.ok) setOpened({ ...found, place: 0 } as Opened);
    if (desk.shared) desk.takeUp();
  }, [desk.shared]);
  const shown = importText(project.documents[project.active]?.text ?? "");
  const open = (id: string): void => {
    if (id === "modifier") setOpened({ kind: "modifier", document: emptyModifier(), place: -1 });
    if (id === "profile") setOpened({ kind: "profile", document: emptyProfile(), place: -1 });
    if (id === "this" && shown.ok) setOpened({ ...shown, place: project.active } as Opened);
  };
  const save = (file: Exported): void => {
    const place = opened?.place ?? -1;
    onChange((before) => (place >= 0 ? projects.withText(before, place, file.text) : projects.withDocument(before, file)));
    setOpened(null);
  };
  const cancel = (draft: Modifier | Profile | null): void => {
    const before = opened;
    setOpened(null);
    if (draft && before) toast({ text: "The changes are discarded.", action: { label: "Take them back", run: () => setOpened({ ...before, document: draft } as Opened) } });
  };
  const others = modifierLibrary().read().documents;
  return (
    <>
      <Menu label="Make… without writing" testId="visual-editors" onPick={open} items={[
        { id: "modifier", label: "A modifier in the composer", testId: "open-composer" },
        { id: "profile", label: "A profile in the editor", testId: "open-profile-editor" },
        { id: "this", label: "Open this document there", disabled: !shown.ok, testId: "open-this" },
      ]}>Make…</Menu>
      {catalog && opened?.kind === "modifier" && (
        <LateComposer catalog={catalog} modifier={opened.document} others={others} own={projects.bundle(project, -1).documents} setting={isBroken ? CHESS : settingOf(project)} onCancel={cancel} onSave={(modifier) => save(exportModifier(modifier))} />
      )}
      {catalog && opened?.kind === "profile" && (
        <LateProfileEditor catalog={catalog} setting={isBroken ? CHESS : settingOf(project)} rules={NO_RULES} profile={opened.document}
          taken={opened.place < 0 ? catalog.profiles.map((card) => card.id) : undefined} onCancel={cancel} onSave={(profile) => save(exportProfile(profile, []))} />
      )}
    </>
  );
}

const CHESS: Setting = { variant: "chess" };

/** The game in which a profile is judged: the project's variant, or chess. */
function settingOf(project: projects.Project): Setting {
  const index = projects.playedIndex(project);
  const played = project.documents[index];
  if (!played || projects.kindOf(played) !== "variant") return CHESS;
  const { text, documents } = projects.bundle(project, index);
  return { variant: text, documents };
}
