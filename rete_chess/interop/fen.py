"""FEN in the dialects of other programs: read into ours, and written from ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rete_chess.compiler import Program


def read_fen(program: Program, text: str) -> str:
    """The FEN of ours for one of any dialect; what is wrong with it is said by whoever reads it."""
    placement, *rest = text.split() or [""]
    if program.book.hands is not None:
        height = program.book.geometry.height
        rows = placement.split("/")
        if len(rows) == height + 1 and "[" not in placement:  # lichess: the hands as one more rank
            placement = f"{'/'.join(rows[:-1])}[{rows[-1]}]"
        placement = placement.replace("[-]", "[]")
    return " ".join([placement, *rest])
