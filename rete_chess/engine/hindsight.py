"""Hindsight: what is asked about moves that lie back, found by taking a copy of the game back once.

Who asks about one move is told about all of the game's moves, and nobody has to go back again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.san import format_san
from rete_chess.core.uci import parse_uci
from rete_chess.engine._moves import LegalMove
from rete_chess.engine._states import Departure, Position
from rete_chess.engine.digest import State

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine
    from rete_chess.engine.chronicle import Notes
    from rete_chess.engine.records import MoveRecord


class Ply(NamedTuple):
    """A move that was played, with the positions and lengths of the journal on both of its sides."""

    record: MoveRecord
    before: Departure
    after: Position  # before anything that followed the move
    length: int  # of the journal, then
    tally: int  # of the positions up to that one


def plies_back(engine: Engine) -> Iterator[Ply]:
    """The moves of a game that it has a way back from, the last one first."""
    position, length = engine._position, len(engine.board.journal)
    others = engine._tally - position.key
    incidents = reversed(engine._incidents)
    incident = next(incidents, None)
    for back, before in enumerate(reversed(engine._earlier), start=1):
        record = engine._records[-back]
        while incident is not None and incident.after > record.number:
            position, length = incident.before[:2]
            incident = next(incidents, None)
        yield Ply(record, before, position, length, others + position.key)
        position, length = before[:2]
        others -= position.key


def fill_digests(engine: Engine) -> None:
    """Note the digest of every move of a game's own that has none yet."""

    def tell(past: Engine, ply: Ply, notes: Notes) -> None:
        game, result = past._game, ply.record.result
        notes.digest = State(past.board, game.regime(), game.starts, result, ply.tally).digest()

    _fill(engine, lambda notes: not notes.digest, lambda ply: ply.length, tell)


def fill_notations(engine: Engine) -> None:
    """Note how every move of a game's own is written that nobody has written yet."""

    def tell(past: Engine, ply: Ply, notes: Notes) -> None:
        notes.san = format_move(past.board, ply.record.move, ply.before.position.legal)

    _fill(engine, lambda notes: not notes.san, lambda ply: ply.before.length, tell)


def _fill(
    engine: Engine,
    lacks: Callable[[Notes], bool],
    place: Callable[[Ply], int],
    tell: Callable[[Engine, Ply, Notes], None],
) -> None:
    """Tell about the moves that lack something, each in a game that was taken back to its place."""
    found = [(ply, ply.record.chronicle) for ply in plies_back(engine)]
    own = [(ply, one.notes) for ply, one in found if one is not None and one.engine is engine]
    lacking = [(ply, notes) for ply, notes in own if lacks(notes)]
    is_here = len(lacking) == 1 and place(lacking[0][0]) == len(engine.board.journal)
    past = engine if is_here else engine.clone()
    for ply, notes in lacking:
        if not is_here:
            past._game.rollback(place(ply))
            del past._records[ply.record.number :]
        tell(past, ply, notes)


def format_move(board: Board, move: LegalMove, legal: Sequence[int]) -> str:
    """A move that was legal in the position on a board, in algebraic notation."""
    is_known = move.book == board.book.number and move.code in legal
    return format_san(board, move.code if is_known else parse_uci(board, str(move), legal), legal)
