// The small menu at the square, where one way stands for several moves: promotions and tagged moves.

import type { CSSProperties, JSX } from "preact";
import { PieceFigure } from "../pieces/PieceFigure";
import { MenuList } from "../ui/Menu";
import type { LegalMove, Owner, PieceType, RuleTold } from "../wire/types";

interface MoveMenuProps {
  moves: readonly LegalMove[];
  types: ReadonlyMap<string, PieceType>;
  /** What tagged moves bring about, in words. */
  told?: readonly RuleTold[];
  color: Owner;
  /** Where the square lies, in parts of the board. */
  place: { left: number; top: number };
  onPick(move: LegalMove): void;
  onClose(): void;
}

export function MoveMenu({ moves, types, told, color, place, onPick, onClose }: MoveMenuProps): JSX.Element {
  // What people mostly want comes first, in whatever order the moves came: the strongest piece, the plain move.
  const worth = (move: LegalMove): number => (move.tag ? -1000 : 0) + (types.get(move.promotion ?? "")?.value ?? 0);
  const items = [...moves].sort((one, other) => worth(other) - worth(one)).map((move) => {
    const [name, words] = [choiceName(move, types), wordsOf(move, told)];
    return { id: move.move, name: `${name} ${words}`.trim(), label: labelOf(move, types, color, name, words), testId: `choice-${move.promotion ?? move.tag ?? "plain"}` };
  });
  const style: CSSProperties = {
    [place.left > 0.5 ? "right" : "left"]: `${(place.left > 0.5 ? 1 - place.left - 0.125 : place.left) * 100}%`,
    [place.top > 0.5 ? "bottom" : "top"]: `${(place.top > 0.5 ? 1 - place.top : place.top + 0.125) * 100}%`,
  };
  return (
    <MenuList class="choices" label="Which move?" testId="move-menu" items={items} style={style} onClose={onClose}
      onPick={(id) => { const move = moves.find((found) => found.move === id); if (move) onPick(move); }} />
  );
}

/** What tells a move apart from the others of its way. */
function choiceName(move: LegalMove, types: ReadonlyMap<string, PieceType>): string {
  const promotion = move.promotion && (types.get(move.promotion)?.name ?? move.promotion);
  const tag = move.tag?.replace(/[-_]/g, " ");
  return [promotion, tag].filter(Boolean).join(", ") || `plain move ${move.san}`;
}

/** What the rule does that listens to the tag of a move, without when: it is when the move is chosen. */
function wordsOf(move: LegalMove, told: readonly RuleTold[] = []): string {
  return told.find((rule) => rule.about === "rule" && rule.id === move.tag)?.text.replace(/^After [^:]*: /, "") ?? "";
}

function labelOf(move: LegalMove, types: ReadonlyMap<string, PieceType>, color: Owner, name: string, words: string): JSX.Element | string {
  if (!move.promotion) return words ? <span>{name} <small class="muted">{words}</small></span> : name;
  const type = types.get(move.promotion);
  return (
    <span class="choice-figure">
      <PieceFigure type={move.promotion} color={color} letter={type?.letter ?? move.promotion.charAt(0)} />
      {move.tag && <small>{move.tag}</small>}
    </span>
  );
}
