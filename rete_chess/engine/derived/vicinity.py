"""The vicinity of continuous rules: whether changes concern them, by what they read and how far they look.

Most moves happen far from all sources of contributions and change nothing that is derived.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rete_chess.compiler.policies.continuous import Vicinity
from rete_chess.core.board import Board
from rete_chess.core.edits import ALL, PLACE, is_book_change, is_relocation, is_wall_change
from rete_chess.core.moves import MANNER_SHIFT, SPECIAL, origin_of, promotion_of, target_of
from rete_chess.core.pseudo import is_capture
from rete_chess.facts.events import make_event
from rete_chess.facts.needs import Needs
from rete_chess.facts.session import square_of
from rete_chess.facts.tiles import TILE_TYPE, place_of_tile
from rete_chess.stages import DERIVE

if TYPE_CHECKING:
    from rete_chess.engine.game import Game

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
    for entry in board.journal[start:]:
        if entry[2].__class__ is not str:  # a move of the bare core
            if entry[2] is not None or _is_unusual(game, entry[0]):
                return True
            steps.append((origin_of(entry[0]), target_of(entry[0])))
        elif is_relocation(entry) and entry[2] == PLACE:
            steps.append((entry[3].square, entry[4]))
        elif _concerns(entry, needs):
            return True
    return bool(steps) and needs.place and _is_near(game, steps, is_imagined)


def _concerns(entry: tuple[Any, ...], needs: Needs) -> bool:
    """Whether a change beside moves is one of what is looked at."""
    what = entry[2]
    if not what:
        return is_wall_change(entry) or is_book_change(entry)
    return what in needs.attributes or what in (ALL, TILE_TYPE) or (what == PLACE and needs.place)


def _is_unusual(game: Game, code: int) -> bool:
    """Whether a move that captures nobody does more than to take one piece to another square."""
    return code >= SPECIAL and (
        promotion_of(code) >= 0 or game.board.book.manners[code >> MANNER_SHIFT].castles
    )


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
        square: int | None = square_of(board, entity)
        if square == -1:
            square = place_of_tile(board, entity)
        if square is None or _matters(board, vicinities[number], square, steps):
            return True
    return False


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
