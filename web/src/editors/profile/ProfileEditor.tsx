// The profile editor: modifiers by type and by single piece, with undo, copy and paste, problems and fixes.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { pastedText } from "../../models/clipboard";
import { exportProfile } from "../../models/exchange";
import { firstGift, kindGroups, kindOf } from "../../models/kinds";
import { type Modifier, emptyModifier } from "../../models/modifier";
import { type Listing, type Profile, entriesOf, freeId, slug } from "../../models/profile";
import type { Rules, Setting } from "../../rules/rules";
import { Button, IconButton } from "../../ui/Button";
import { Layer } from "../../ui/Layer";
import { Tabs } from "../../ui/Tabs";
import { toast } from "../../ui/Toast";
import type { Catalog } from "../../wire/types";
import { CopySign } from "../CopySign";
import { ExchangeButtons } from "../ExchangeButtons";
import { LateComposer } from "../late";
import { UndoButtons } from "../UndoButtons";
import { EntriesPanel } from "./EntriesPanel";
import { Findings } from "./Findings";
import { ProfileSide } from "./ProfileSide";
import { type Aim, hasReceiver, receiverOf } from "./aim";
import { type Judgement, useJudgement } from "./useJudgement";
import { rulesWith, useProfile } from "./useProfile";

export interface ProfileEditorProps {
  catalog: Catalog;
  /** The game in which the profile is judged, and the rules beside it. */
  setting: Setting;
  rules: Rules;
  profile: Profile;
  /** Ids that a new profile cannot have; without them the profile keeps its own. */
  taken?: readonly string[];
  onSave(profile: Profile): void;
  /** Given up; with what was written, if it differs from what was saved. */
  onCancel(draft: Profile | null): void;
  /** Whether it lies in a layer above what opened it. */
  isLayer?: boolean;
}

export function ProfileEditor(props: ProfileEditorProps): JSX.Element {
  const { catalog, setting, rules } = props;
  const desk = useProfile(props.profile, setting, rules);
  const profile = desk.edited.value;
  const [aim, setAim] = useState<Aim>(() => firstAim(catalog));
  const [composed, setComposed] = useState<Modifier | null>(null);
  const judgement = useJudgement(catalog, setting, rulesWith(rules, profile, props.profile.id), profile, desk.modifiers);
  const save = (): void => {
    const { name, id: own } = desk.edited.now();
    const id = props.taken ? freeId(slug(name, "my-profile"), props.taken) : own;
    props.onSave(desk.finish(id));
  };
  const cancel = (): void => {
    const draft = desk.edited.hasChanged() ? desk.edited.now() : null;
    desk.edited.restart(props.profile);
    props.onCancel(draft);
  };
  const compose = (modifier: Modifier | null): void => {
    const taken = [...catalog.modifiers, ...desk.modifiers].map((one) => one.id);
    setComposed(modifier ?? emptyModifier(freeId("my-modifier", taken)));
  };
  const panel = <EntriesPanel catalog={catalog} desk={desk} judgement={judgement} aim={aim} onAim={setAim} onCompose={compose} />;
  const foot = (
    <>
      <span class="small muted verdict" role="status" data-testid="verdict">{judgement.verdict}</span>
      <Button testId="cancel" onClick={cancel}>Cancel</Button>
      <Button kind="primary" testId="save" onClick={save}>Save</Button>
    </>
  );
  const body = (
    <div class="profile-editor" data-testid="profile-editor">
      <div class="editor-bar">
        <UndoButtons edited={desk.edited} />
        <IconButton label="Copy what is picked" testId="copy" disabled={desk.picked.size === 0} onClick={desk.copyPicked}><CopySign /></IconButton>
        <Button testId="paste" disabled={desk.clipboard.length === 0 || !hasReceiver(aim)} onClick={() => toast(`${pastedText(desk.pasteTo(receiverOf(aim)))}.`)}>
          {desk.clipboard.length === 0 ? "Paste" : `Paste ${desk.clipboard.length}`}
        </Button>
        <span class="spring" />
        <ExchangeButtons exported={() => exportProfile(profile, desk.modifiers)} onImport={desk.take} />
      </div>
      <div class="editor-columns">
        <ProfileSide catalog={catalog} profile={profile} judgement={judgement} aim={aim} onAim={setAim} onChange={(how) => desk.change(how(desk.edited.now()))} />
        <div class="editor-main">
          <Tabs label="Modifiers" chosen={aim.listing} onChoose={(id) => setAim({ ...aim, listing: id as Listing })} tabs={[
            { id: "perType", label: tabLabel("By type", "perType", profile, judgement), content: panel },
            { id: "perInstance", label: tabLabel("By piece", "perInstance", profile, judgement), content: panel },
          ]} />
          <Findings findings={judgement.found.others} onFix={(problem) => void desk.fix(problem)} isFixing={desk.isFixing} />
          {judgement.failure && <p class="finding error" role="alert">{judgement.failure}</p>}
        </div>
      </div>
      {!props.isLayer && <div class="editor-foot">{foot}</div>}
      {composed && (
        <LateComposer catalog={catalog} modifier={composed} others={desk.modifiers} own={setting.documents} setting={setting} onCancel={() => setComposed(null)}
          onSave={(modifier) => { setComposed(null); desk.keep(modifier); setAim({ ...aim, gift: { kind: modifier.id } }); }} />
      )}
    </div>
  );
  if (!props.isLayer) return body;
  return <Layer kind="drawer" isWide title={`Profile: ${profile.name}`} testId="profile-layer" onClose={cancel} footer={foot}>{body}</Layer>;
}

/** The name of a list with its length, and with its problems, which may stand where nobody looks. */
function tabLabel(name: string, listing: Listing, profile: Profile, { found }: Judgement): string {
  const problems = [...found.byPlace].filter(([key]) => key.startsWith(listing)).reduce((sum, [, listed]) => sum + listed.length, 0);
  const told = problems === 0 ? "" : problems === 1 ? ", 1 problem" : `, ${problems} problems`;
  return `${name} (${entriesOf(profile, listing).length}${told})`;
}

function firstAim(catalog: Catalog): Aim {
  return { listing: "perType", pieceType: "knight", color: "both", square: "", gift: firstGift(kindOf(kindGroups(catalog, []), "HpBonus")) };
}
