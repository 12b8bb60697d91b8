// The acts that are possible now: a button for each. One that needs a target is aimed on the board.

import type { JSX } from "preact";
import { spelled } from "../ui/words";
import type { RuleTold } from "../wire/types";
import { type Act, adviceOf } from "./acts";

interface ActBarProps {
  acts: readonly Act[];
  /** The one that is being aimed. */
  chosen: Act | null;
  /** What acts do, in words. */
  told?: readonly RuleTold[];
  /** By keys: where there is a square to choose, the focus goes to the board. */
  onChoose(act: Act | null, isByKeys: boolean): void;
}

export function ActBar({ acts, chosen, told = [], onChoose }: ActBarProps): JSX.Element | null {
  // Where there are acts at times, their place stays free, so that the board does not jump.
  if (acts.length === 0 && !told.some((rule) => rule.about === "act")) return null;
  const words = (id: string): string => told.find((rule) => rule.about === "act" && rule.id === id)?.text ?? "";
  return (
    <div class="act-bar" role="group" aria-label="What can be done besides moving" data-testid="acts"
      onKeyDown={(event) => { if (event.key === "Escape" && chosen) onChoose(null, false); }}>
      {acts.map((act) => (
        <button key={act.id} type="button" class={`button act${chosen?.id === act.id ? " chosen" : ""}`} data-testid={`act-${act.id}`} title={words(act.id) || undefined}
          aria-pressed={act.needs === "nothing" ? undefined : chosen?.id === act.id} onClick={(event) => onChoose(chosen?.id === act.id ? null : act, event.detail === 0)}>
          {spelled(act.id)}
        </button>
      ))}
      <span class="small muted" role="status" data-testid="act-advice" title={chosen ? words(chosen.id) : undefined}>
        {chosen && <><strong>{adviceOf(chosen)}</strong> {words(chosen.id)}</>}
      </span>
    </div>
  );
}
