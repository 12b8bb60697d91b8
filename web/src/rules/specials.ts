// The pieces and special squares of a game, in the words of their documents.

import { type Source, aboutOf } from "../models/documents";
import type { Catalog } from "../wire/types";

export interface Words {
  kind: "preset" | "piece" | "tile";
  id: string;
  label: string;
  description: string;
  /** The letter of a piece without a drawing. */
  letter?: string;
  /** Where a special square lies. */
  where?: string;
}

/** The pieces that most people know, which are told last. */
const CLASSIC = new Set(["pawn", "knight", "bishop", "rook", "queen", "king"]);
const SILENT = "Look at it with the right button or a long press to see where it goes.";

/** Special squares and all pieces, each once; a game's own documents count before the catalogue. */
export function specialsOf(types: readonly string[], tiles: readonly { type: string; square: string }[], documents: readonly Source[], catalog: Pick<Catalog, "pieces" | "tiles"> | null): Words[] {
  const own = documents.map(aboutOf);
  const isOwn = (kind: string, id: string): boolean => own.some((about) => about.kind === kind && about.id === id);
  const words = (kind: "piece" | "tile", id: string): Words => {
    const about = own.find((one) => one.kind === kind && one.id === id);
    const card = catalog?.[kind === "piece" ? "pieces" : "tiles"].find((one) => one.id === id);
    const description = about?.description || card?.description || (kind === "piece" ? SILENT : "");
    return { kind, id, label: about?.name || card?.label || id.replaceAll("-", " "), description, letter: about?.letter || card?.icon };
  };
  const isKnown = (type: string): boolean => CLASSIC.has(type) && !isOwn("piece", type);
  const pieces = [...new Set(types)].sort((one, other) => Number(isKnown(one)) - Number(isKnown(other)));
  const special = [...new Set(tiles.map((tile) => tile.type))];
  return [...special.map((id) => ({ ...words("tile", id), where: placesText(tiles.filter((tile) => tile.type === id).map((tile) => tile.square)) })), ...pieces.map((id) => words("piece", id))];
}

const MOST_NAMED = 8;

function placesText(squares: readonly string[]): string {
  return squares.length > MOST_NAMED ? `${squares.length} squares` : [...squares].sort().join(", ");
}
