// The pieces and squares of a game that not everybody knows, in the words of their documents.

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

/** The pieces that everybody knows. */
const CLASSIC = new Set(["pawn", "knight", "bishop", "rook", "queen", "king"]);
const SILENT = "Look at it with the right button or a long press to see where it goes.";

/** What is special, each once, in the order of the ids; a game's own documents count before the catalogue. */
export function specialsOf(types: readonly string[], tiles: readonly { type: string; square: string }[], documents: readonly Source[], catalog: Pick<Catalog, "pieces" | "tiles"> | null): Words[] {
  const own = documents.map(aboutOf);
  const isOwn = (kind: string, id: string): boolean => own.some((about) => about.kind === kind && about.id === id);
  const words = (kind: "piece" | "tile", id: string): Words => {
    const about = own.find((one) => one.kind === kind && one.id === id);
    const card = catalog?.[kind === "piece" ? "pieces" : "tiles"].find((one) => one.id === id);
    const description = about?.description || card?.description || (kind === "piece" ? SILENT : "");
    return { kind, id, label: about?.name || card?.label || id.replaceAll("-", " "), description, letter: about?.letter || card?.icon };
  };
  const rare = types.filter((type) => !CLASSIC.has(type) || isOwn("piece", type));
  const special = [...new Set(tiles.map((tile) => tile.type))];
  return [...special.map((id) => ({ ...words("tile", id), where: placesText(tiles.filter((tile) => tile.type === id).map((tile) => tile.square)) })), ...[...new Set(rare)].map((id) => words("piece", id))];
}

const MOST_NAMED = 8;

function placesText(squares: readonly string[]): string {
  return squares.length > MOST_NAMED ? `${squares.length} squares` : [...squares].sort().join(", ");
}
