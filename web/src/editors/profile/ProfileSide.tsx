// The profile's name, description and layout, and the board on which a piece is chosen.

import type { JSX } from "preact";
import { type Profile, withLayout, withTexts } from "../../models/profile";
import { TextInput } from "../../ui/Draft";
import { Field, Select } from "../../ui/Field";
import type { Catalog } from "../../wire/types";
import { StartBoard } from "./StartBoard";
import { type Aim, isSquare } from "./aim";
import type { Judgement } from "./useJudgement";

interface ProfileSideProps {
  catalog: Catalog;
  profile: Profile;
  judgement: Judgement;
  aim: Aim;
  onAim(aim: Aim): void;
  onChange(how: (profile: Profile) => Profile): void;
}

export function ProfileSide({ catalog, profile, judgement, aim, onAim, onChange }: ProfileSideProps): JSX.Element {
  const choose = (square: string): void => {
    const piece = judgement.start?.pieces.find((one) => one.square === square);
    if (aim.listing === "perInstance") onAim({ ...aim, square });
    else if (piece) onAim({ ...aim, pieceType: piece.type });
  };
  const isAimed = aim.listing === "perInstance" && isSquare(aim.square);
  return (
    <div class="editor-side">
      <Field label="Name">{(control) => <TextInput {...control} value={profile.name} maxLength={64} testId="profile-name" onCommit={(name) => onChange((now) => withTexts(now, { name }))} />}</Field>
      <Field label="Description">
        {(control) => <TextInput {...control} value={profile.description ?? ""} maxLength={200} testId="profile-description" onCommit={(description) => onChange((now) => withTexts(now, { description }))} />}
      </Field>
      <Select label="For the layout" value={profile.layoutId ?? ""} testId="profile-layout" onChange={(id) => onChange((now) => withLayout(now, id || null))}
        options={[{ value: "", label: "Any" }, ...catalog.layouts.map((card) => ({ value: card.id, label: card.label }))]} />
      <StartBoard start={judgement.start} manifest={judgement.manifest} failure={judgement.noPosition} chosen={isAimed ? aim.square : null} onSquare={choose} given={(profile.perInstance ?? []).map((entry) => entry.square)}
        troubled={[...judgement.found.byPlace.values()].flat().flatMap((problem) => problem.square || [])} />
    </div>
  );
}
