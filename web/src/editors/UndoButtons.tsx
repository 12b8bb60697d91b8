// The buttons of a history, disabled at its ends.

import type { JSX } from "preact";
import { IconButton } from "../ui/Button";
import type { Edited } from "./useHistory";

type Steps = Pick<Edited<unknown>, "undo" | "redo" | "canUndo" | "canRedo" | "steps">;

export function UndoButtons({ edited }: { edited: Steps }): JSX.Element {
  return (
    <>
      <IconButton label={`Undo (${edited.steps.back} steps)`} testId="undo" disabled={!edited.canUndo} onClick={edited.undo}>↶</IconButton>
      <IconButton label={`Redo (${edited.steps.forward} steps)`} testId="redo" disabled={!edited.canRedo} onClick={edited.redo}>↷</IconButton>
    </>
  );
}
