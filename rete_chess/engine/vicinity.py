"""Whether changes concern what continuous rules contribute: by what they read, and by how far they look.

Most moves happen far from all sources of contributions and change nothing that is derived.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from rete_chess.core.edits import ALL, PLACE, is_book_change, is_relocation, is_wall_change
from rete_chess.core.moves import MANNER_SHIFT, SPECIAL, origin_of, promotion_of, target_of
from rete_chess.core.pseudo import is_capture
from rete_chess.facts.events import Event
from rete_chess.facts.needs import Needs
from rete_chess.facts.session import square_of
from rete_chess.facts.tiles import TILE_TYPE, place_of_tile

if TYPE_CHECKING:
    from rete_chess.engine.game import Game

#: Continuous rules hear nothing.
NO_EVENT: Final = Event(0, "derive")


def may_derive(game: Game, code: int, is_imagined: bool = False) -> bool:
    """Whether a move of the bare core, not made yet, may change what is derived."""
    continuous, board = game.program.continuous, game.board
    if continuous is None:
        return False
    is_taking, is_promotion = is_capture(board, code), promotion_of(code) >= 0
    if continuous.changes_profiles(is_taking, is_promotion):
        return True
    if not continuous.changes_gifts(is_taking, is_promotion):
        return False
    if is_taking or continuous.needs.is_fleeting or _is_unusual(game, code):
        return True
    return _is_near(game, (origin_of(code), target_of(code)), is_imagined)


def may_change(game: Game, start: int, is_imagined: bool) -> bool:
    """Whether what happened since a length of the journal may change what is contributed."""
    continuous, board = game.program.continuous, game.board
    assert continuous is not None
    needs = continuous.needs
    if needs.is_fleeting:
        return True
    squares: list[int] = []
    for entry in board.journal[start:]:
        if entry[2].__class__ is not str:  # a move of the bare core
            if entry[2] is not None or _is_unusual(game, entry[0]):
                return True
            squares += (origin_of(entry[0]), target_of(entry[0]))
        elif is_relocation(entry) and entry[2] == PLACE:
            squares += (entry[3].square, entry[4])
        elif _concerns(entry, needs):
            return True
    return bool(squares) and needs.place and _is_near(game, squares, is_imagined)


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


def _is_near(game: Game, squares: Collection[int], is_imagined: bool) -> bool:
    """Whether a continuous rule looks at one of some squares, by where its sources stand."""
    continuous, board = game.program.continuous, game.board
    assert continuous is not None
    radii = continuous.radii
    if radii is None:
        return True
    if not radii:
        return False
    feed = game.feed(is_imagined, is_derived=True)
    if not feed.is_open("derive"):
        return False
    within = board.book.geometry.within
    for number, (entity,) in feed.activations("derive", NO_EVENT):
        square = square_of(board, entity)
        if square < 0:
            place = place_of_tile(board, entity)
            if place is None:
                return True
            square = place
        if not within(square, radii[number]).isdisjoint(squares):
            return True
    return False
