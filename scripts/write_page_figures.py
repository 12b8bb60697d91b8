"""Write the figures of pieces and tiles as the page takes them, from the drawings of the package.

python scripts/write_page_figures.py
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rete_chess.drawing._figures import FIGURES
from rete_chess.drawing._tiles import TILES

PLACE: Final = Path(__file__).resolve().parents[1] / "web" / "src" / "pieces" / "figures.ts"
HEAD: Final = """\
// The figures of pieces and the pictures of tiles, in boxes of 100 by 100.
// Written by scripts/write_page_figures.py from rete_chess/drawing: change them there.

export type Role = "body" | "line" | "mark" | "edge";
export type Figure = readonly (readonly [role: Role, path: string])[];
export type Ground = readonly (readonly [path: string, color: string, width: number, opacity: number])[];
"""


def page_figures() -> str:
    """The module of the page that holds all figures."""
    return "\n".join([HEAD, *_table("FIGURES", "Figure", FIGURES), "", *_table("TILES", "Ground", TILES), ""])


def _table(name: str, kind: str, pictures: Mapping[str, tuple[tuple[object, ...], ...]]) -> list[str]:
    lines = [f"export const {name}: ReadonlyMap<string, {kind}> = new Map<string, {kind}>(["]
    for key, parts in pictures.items():
        lines.append(f"  [{json.dumps(key)}, [")
        lines += [f"    {json.dumps(part)}," for part in parts]
        lines.append("  ]],")
    return [*lines, "]);"]


if __name__ == "__main__":
    PLACE.write_text(page_figures(), encoding="utf-8")
