// Presets, profiles and what the checker says of them, together: the body of a rules drawer. What is chosen
// goes out; nothing is sent to a room from here. The editors are loaded when one is opened.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { entry } from "../net/api";
import { modifierLibrary, profileLibrary } from "../models/library";
import { type Profile, emptyProfile, freeId } from "../models/profile";
import { LateProfileEditor } from "../editors/late";
import { Tabs } from "../ui/Tabs";
import { toast } from "../ui/Toast";
import type { Catalog, ProfilesCheck, Scope } from "../wire/types";
import { ConflictList } from "./ConflictList";
import { PresetPicker } from "./PresetPicker";
import { ProfileStack } from "./ProfileStack";
import { type PresetUse, type Rules, type Setting, type StackItem, findings, idOf, withPreset } from "./rules";
import { type Checked, useCheck } from "./useCheck";

interface RulesPanelProps {
  catalog: Catalog;
  setting: Setting;
  value: Rules;
  onChange(rules: Rules): void;
  /** Presets that the variant brings along and that stay. */
  fixed?: readonly string[];
  onChecked?(checked: Checked): void;
}

export function RulesPanel({ catalog, setting, value, onChange, fixed, onChecked }: RulesPanelProps): JSX.Element {
  const [edited, setEdited] = useState<Opened | null>(null);
  const [own, setOwn] = useState(() => profileLibrary().read().documents);
  const [modifiers, setModifiers] = useState(() => modifierLibrary().read().documents);
  const checked = useCheck(setting, value, modifiers);
  useEffect(() => onChecked?.(checked), [checked]);
  const names = useMemo(() => namesOf(catalog), [catalog]);
  const troubled = useMemo(() => troubledOf(checked.check), [checked.check]);
  const open = (item: StackItem): void => {
    const place = value.profiles.indexOf(item);
    opened(item, place).then(setEdited, () => toast({ text: "The profile could not be loaded.", kind: "error" }));
  };
  const save = (profile: Profile): void => {
    const place = edited?.place ?? -1;
    const profiles = place >= 0 ? value.profiles.map((item, index) => (index === place ? profile : item)) : [...value.profiles, profile];
    setEdited(null);
    setOwn(profileLibrary().read().documents);
    setModifiers(modifierLibrary().read().documents);
    onChange({ ...value, profiles });
  };
  const cancel = (draft: Profile | null): void => {
    const before = edited;
    setEdited(null);
    setModifiers(modifierLibrary().read().documents);
    if (draft && before) toast({ text: "The changes are discarded.", action: { label: "Take them back", run: () => setEdited({ ...before, profile: draft }) } });
  };
  return (
    <div class="rules-panel">
      <ConflictList checked={checked} onAdd={(id, beside) => onChange({ ...value, presets: withScope(withPreset(value.presets, id), id, value.presets.find((use) => use.id === beside)?.scope) })} nameOf={(id) => names.get(id) ?? value.profiles.map(nameIn(id)).find(Boolean) ?? id} />
      <Tabs label="Rules" tabs={[
        { id: "presets", label: `Presets (${value.presets.length})`, content: (
          <PresetPicker cards={catalog.presets} value={value.presets} fixed={fixed} troubled={troubled} pieceTypes={catalog.pieces.map((piece) => piece.id)}
            onChange={(presets) => onChange({ ...value, presets })} />
        ) },
        { id: "profiles", label: `Profiles (${value.profiles.length})`, content: (
          <ProfileStack cards={catalog.profiles} own={own} value={value.profiles} troubled={troubled} onEdit={open}
            onNew={() => setEdited({ profile: emptyProfile(freeId("my-profile", taken(catalog, own, value))), place: -1, isNew: true })}
            onChange={(profiles) => onChange({ ...value, profiles })} />
        ) },
      ]} />
      {edited && (
        <LateProfileEditor catalog={catalog} setting={setting} rules={value} profile={edited.profile} taken={edited.isNew ? taken(catalog, own, value) : undefined}
          onSave={save} onCancel={cancel} />
      )}
    </div>
  );
}

/** A preset that another needs holds for the same side. */
function withScope(uses: PresetUse[], id: string, scope: Scope | undefined): PresetUse[] {
  return uses.map((use) => (use.id === id && scope ? { ...use, scope } : use));
}

function nameIn(id: string): (item: StackItem) => string | undefined {
  return (item) => (typeof item !== "string" && item.id === id ? item.name : undefined);
}

function namesOf(catalog: Catalog): Map<string, string> {
  return new Map([...catalog.presets, ...catalog.rulesets, ...catalog.profiles].map((card) => [card.id, card.label]));
}

function taken(catalog: Catalog, own: readonly Profile[], rules: Rules): string[] {
  return [...catalog.profiles.map((card) => card.id), ...own.map((profile) => profile.id), ...rules.profiles.map(idOf)];
}

/** The presets and profiles about which something must be said. */
function troubledOf(check: ProfilesCheck | null): Set<string> {
  const grave = check ? findings(check).filter((found) => found.severity !== "note") : [];
  return new Set(grave.flatMap((found) => found.about));
}

/** A profile in the editor: its place in the stack, and whether it gets an id of its own when it is saved. */
interface Opened {
  profile: Profile;
  place: number;
  isNew: boolean;
}

/** A profile of the stack for the editor; a shipped one is opened as a copy. */
async function opened(item: StackItem, place: number): Promise<Opened> {
  if (typeof item !== "string") return { profile: item, place, isNew: false };
  return { profile: (await entry("profiles", item)).document as unknown as Profile, place, isNew: true };
}
