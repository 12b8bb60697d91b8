"""The vicinity of continuous rules: whether changes concern them, by what they read and how far they look.

Most moves happen far from all sources of contributions and change nothing that is derived.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rete_chess.core.board import Board
from rete_chess.core.derived import BookChange
from rete_chess.core.edits import Relocated, Walled
from rete_chess.core.journal import ALL, PLACE, Change, Made
from rete_chess.core.moves import SPECIAL, origin_of, promotion_of, target_of
from rete_chess.core.pseudo import is_capture
from rete_chess.facts.events import make_event
from rete_chess.facts.tiles import TILE_TYPE, place_of_tile
from rete_chess.facts.words.word import Needs, Vicinity
from rete_chess.stages import DERIVE

if TYPE_CHECKING:
    from rete_chess.engine._game import Game
    from rete_chess.engine.matching.touched import Touched

#: Continuous rules hear nothing.
NO_EVENT: Final = make_event(0, DERIVE)


def may_derive(game: Game, code: int, is_imagined: bool = False) -> bool:
    """Whether a move of the bare core, not made yet, may change what is derived."""
    continuous, board = game.program.continuous, game.board
    assert continuous is not None
    is_taking, is_promotion = is_capture(board, code), promotion_of(code) >= 0
    if continuous.changes_profiles(is_taking, is_promotion):
        return True
    if not continuous.changes_gifts(is_taking, is_promotion):
        return False
    if is_taking or continuous.needs.is_fleeting or _is_unusual(game, code):
        return True
    return _is_near(game, [(origin_of(code), target_of(code))], is_imagined)


def may_change(game: Game, start: int, is_imagined: bool) -> bool:
    """Whether what happened since a length of the journal may change what is contributed."""
    continuous, board = game.program.continuous, game.board
    assert continuous is not None
    needs = continuous.needs
    if needs.is_fleeting:
        return True
    steps: list[tuple[int, int]] = []
    for entry in board.entries(start):
        if isinstance(entry, Made):
            if entry.victim is not None or _is_unusual(game, entry.code):
                return True
            steps.append((origin_of(entry.code), target_of(entry.code)))
        elif isinstance(entry, Relocated) and entry.what == PLACE:
            steps.append((entry.before.square, entry.square))
        elif _concerns(entry, needs):
            return True
    return bool(steps) and needs.place and _is_near(game, steps, is_imagined)


def _concerns(change: Change, needs: Needs) -> bool:
    """Whether a change beside moves is one of what is looked at."""
    what = change.what
    if not what:
        return isinstance(change, (Walled, BookChange))
    return what in needs.attributes or what in (ALL, TILE_TYPE) or (what == PLACE and needs.place)


def _is_unusual(game: Game, code: int) -> bool:
    """Whether a move that captures nobody does more than to take one piece to another square."""
    return code >= SPECIAL and (promotion_of(code) >= 0 or game.board.book.manner_of(code).castles)


def _is_near(game: Game, steps: Sequence[tuple[int, int]], is_imagined: bool) -> bool:
    """Whether steps from square to square matter to a continuous rule, by where its sources stand."""
    continuous, board = game.program.continuous, game.board
    assert continuous is not None
    vicinities = continuous.vicinities
    if vicinities is None:
        return True
    if not vicinities:
        return False
    feed = game.feed(is_imagined, is_derived=True)
    if not feed.is_open(DERIVE):
        return False
    for number, (entity,) in feed.activations(DERIVE, NO_EVENT):
        square: int | None = board.square_of(entity)
        if square == -1:
            square = place_of_tile(board, entity)
        if square is None or _matters(board, vicinities[number], square, steps):
            return True
    return False


def is_beyond(board: Board, vicinity: Vicinity, source: int, touched: Touched) -> bool:
    """Whether all that has changed lies where it does not matter to a rule whose source is an entity."""
    square: int | None = board.square_of(source)
    if square == -1:
        square = place_of_tile(board, source)
    if touched.is_all or square is None or square in touched.squares:
        return False
    if touched.squares and any(
        not touched.squares.isdisjoint(board.book.geometry.within(square, radius))
        for radius in vicinity.radii
    ):
        return False
    return not _matters(board, vicinity, square, touched.steps)


def _matters(board: Board, vicinity: Vicinity, source: int, steps: Sequence[tuple[int, int]]) -> bool:
    """Whether the source itself takes a step, or somebody comes near it, goes, or walks about there."""
    within = board.book.geometry.within
    for origin, target in steps:
        if source in (origin, target):
            return True
        for radius in vicinity.radii:
            disc = within(source, radius)
            if (origin in disc) != (target in disc) or (not vicinity.is_even and origin in disc):
                return True
    return False
