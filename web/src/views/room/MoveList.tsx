// The moves with what rules said about them; a click shows the position after a move.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { changeOf, resultText } from "../../store/news";
import { IconButton } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { MoveRecord, RoomState } from "../../wire/types";
import type { Browsing } from "./useGame";
import { sentence } from "./useRoom";

interface Row {
  number: number;
  white: MoveRecord[];
  black: MoveRecord[];
}

/** Moves in rows: one for each number, also where a side moves several times in a row. */
export function rowsOf(moves: readonly MoveRecord[]): Row[] {
  const rows: Row[] = [];
  let before: MoveRecord | null = null;
  for (const move of moves) {
    const isNew = rows.length === 0 || (move.side === "white" && before?.side === "black");
    if (isNew) rows.push({ number: rows.length + 1, white: [], black: [] });
    rows[rows.length - 1]?.[move.side].push(move);
    before = move;
  }
  return rows;
}

/** The number of a move as the list counts it: `2.` for White, `2…` for Black. */
export function numberOf(moves: readonly MoveRecord[], ply: number): string {
  const row = rowsOf(moves).find(({ white, black }) => [...white, ...black].some((move) => move.ply === ply));
  return row === undefined ? "" : `${row.number}${row.white.some((move) => move.ply === ply) ? "." : "…"}`;
}

/** The part of a game that the list tells. */
export type Played = Pick<RoomState, "moves" | "ply" | "result" | "ruleChanges">;

export function MoveList({ state, browsing }: { state: Played; browsing: Browsing }): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const place = list.current;
    const current = place?.querySelector<HTMLElement>("[aria-current]");
    if (place && current) place.scrollTop = current.offsetTop - place.clientHeight / 2;
  }, [browsing.ply]);
  return (
    <div class="moves-panel">
      <ol ref={list} class="moves" data-testid="moves" aria-label="Moves" tabIndex={0}>
        <Changes texts={changesAt(state, [0])} />
        {rowsOf(state.moves).map((row) => (
          <li key={row.number}>
            <span class="number">{row.number}.</span>
            <Cell moves={row.white} browsing={browsing} />
            <Cell moves={row.black} browsing={browsing} />
            <Told moves={[...row.white, ...row.black]} state={state} />
          </li>
        ))}
        {state.moves.length === 0 && <li class="none muted">No move has been played.</li>}
        {state.result && <li class="result">{resultText(state.result)}</li>}
      </ol>
    </div>
  );
}

/** What rules said about some moves, and what came into force with them. */
function Told({ moves, state }: { moves: readonly MoveRecord[]; state: Played }): JSX.Element {
  const texts = moves.flatMap((move) => move.presetEffects);
  const effects = texts.filter((text) => changeOf(text) === null);
  return (
    <>
      {effects.length > 0 && <ul class="preset-effects">{effects.map((text, index) => <li key={index}>{text}</li>)}</ul>}
      <Changes texts={[...texts.flatMap((text) => changeOf(text) ?? []), ...changesAt(state, moves.map((move) => move.ply))]} isInRow />
    </>
  );
}

/** What other rules came into force after some moves. */
export function changesAt({ ruleChanges }: Pick<Played, "ruleChanges">, plies: readonly number[]): string[] {
  return ruleChanges.filter((change) => plies.includes(change.ply)).map((change) => sentence(change.text));
}

function Changes({ texts, isInRow = false }: { texts: readonly string[]; isInRow?: boolean }): JSX.Element | null {
  if (texts.length === 0) return null;
  const list = <ul class="rule-changes">{texts.map((text, index) => <li key={index} data-testid="rule-change">{text}</li>)}</ul>;
  return isInRow ? list : <li class="before-all">{list}</li>;
}

/** Buttons to look at other positions; between them, what is looked at. */
export function BrowseBar({ count, browsing, now }: { count: number; browsing: Browsing; now: string }): JSX.Element {
  return (
    <div class="browse" role="group" aria-label="Look at moves">
      <IconButton label="Start" onClick={() => browsing.go(0)} disabled={browsing.ply === 0}><Icon name="first" /></IconButton>
      <IconButton label="One move back" onClick={() => browsing.go(browsing.ply - 1)} disabled={browsing.ply === 0} testId="back"><Icon name="back" /></IconButton>
      <span class={browsing.isLast ? "muted" : "looking"} data-testid={browsing.isLast ? "at-now" : "browsing"}>
        {browsing.isLast ? now : `move ${browsing.ply} of ${count}`}
      </span>
      <IconButton label="One move on" onClick={() => browsing.go(browsing.ply + 1)} disabled={browsing.isLast} testId="forth"><Icon name="forth" /></IconButton>
      <IconButton label={`To ${now}`} onClick={() => browsing.go(count)} disabled={browsing.isLast} testId="now"><Icon name="last" /></IconButton>
    </div>
  );
}

function Cell({ moves, browsing }: { moves: readonly MoveRecord[]; browsing: Browsing }): JSX.Element {
  return (
    <span class="cell">
      {moves.map((move) => (
        <button key={move.ply} type="button" class="ply" data-ply={move.ply} aria-current={move.ply === browsing.ply ? "true" : undefined}
          aria-label={move.san === "?" ? "a move that is not seen" : undefined}
          onClick={() => browsing.go(move.ply)}>
          {move.san}
        </button>
      ))}
    </span>
  );
}
