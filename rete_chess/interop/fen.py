"""FEN in the dialects of other programs: read into ours, and written from ours.

Lichess writes the hands as one more rank and the checks that were given at the end of the record;
Fairy-Stockfish writes both as we do, and castling in Chess960 by the files of the rooks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rete_chess.core.geometry import FILES

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.core.board import Board
    from rete_chess.engine import Engine
    from rete_chess.facts.vocabulary import Attribute

LICHESS: Final = "lichess"
FAIRY: Final = "fairy"
OURS: Final = "ours"
#: The dialects that are written. All of them are read, those of python-chess and Shredder too.
DIALECTS: Final = (LICHESS, FAIRY, OURS)


def read_fen(program: Program, text: str) -> str:
    """The FEN of ours for one of any dialect; what is wrong with it is said by whoever reads it."""
    placement, *rest = text.split() or [""]
    if program.book.hands is not None:
        height = program.book.geometry.height
        rows = placement.split("/")
        if len(rows) == height + 1 and "[" not in placement:
            placement = f"{'/'.join(rows[:-1])}[{rows[-1]}]"
        placement = placement.replace("[-]", "[]")
    return " ".join([placement, *rest])


def write_fen(engine: Engine, dialect: str) -> str:
    """The position of a game as a dialect writes it; what that cannot say is left out, see `unsaid`."""
    from rete_chess.engine.setup.fen_fields import declared, format_used

    if dialect == OURS:
        return engine.fen()
    program, attributes = engine.program, declared(engine.program)
    fields = engine.fen().split()
    given = dict(zip((attribute.name for attribute in attributes), fields[4 : 4 + len(attributes)]))
    said = [attribute for attribute in attributes if attribute.name not in _silent(attributes)]
    placement, turn, castling, passed = fields[:4]
    counters = fields[4 + len(attributes) :]
    if dialect == FAIRY:
        if engine.board.is_chess960:
            castling = _by_files(engine.board)
        return " ".join(
            [placement, turn, castling, passed, *(given[attribute.name] for attribute in said), *counters]
        )
    board, bracket, held = placement.partition("[")
    if bracket:
        placement = f"{board}/{held.rstrip(']')}"
    used = [format_used(engine.session, program, attribute) for attribute in said]
    return " ".join([placement, turn, castling, passed, *counters, *used])


def unsaid(engine: Engine, dialect: str) -> tuple[str, ...]:
    """The attributes of our record that a dialect has no field for: it knows counts of the sides alone."""
    from rete_chess.engine.setup.fen_fields import declared

    return () if dialect == OURS else _silent(declared(engine.program))


def _silent(attributes: list[Attribute]) -> tuple[str, ...]:
    """All but one count of both sides."""
    counts = [each.name for each in attributes if each.of == "side" and each.type == "int"]
    return tuple(each.name for each in attributes if each.name not in counts[:1])


def _by_files(board: Board) -> str:
    """The castling field by the files of the rooks, as in Shredder-FEN."""
    geometry = board.book.geometry
    alive = [right for right in board.rights.all if board.castling & right.bit]
    letters = [
        FILES[geometry.file_of(right.rook)].upper()
        if right.color == 0
        else FILES[geometry.file_of(right.rook)]
        for right in sorted(alive, key=lambda right: (right.color, -right.rook))
    ]
    return "".join(letters) or "-"
