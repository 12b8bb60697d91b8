"""Whether a game can go on with the profiles in force: the five checks of every apply and every swap.

It looks at the game as it stands with the profiles applied. Whoever asks takes the change back if one of
the findings is an error, so that nobody ever sees a part of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rete_chess.compiler import with_profiles
from rete_chess.core import edits
from rete_chess.core.attacks import note_irregular
from rete_chess.core.board import DYING
from rete_chess.core.derived import change_book
from rete_chess.core.fen import parse_fen
from rete_chess.core.geometry import COLORS
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import has_ended
from rete_chess.engine.derived.derive import derive
from rete_chess.engine.setup.active_set import timeless
from rete_chess.errors import Problem, ProfileError
from rete_chess.facts.session import piece_name
from rete_chess.facts.vocabulary import CORE_PIECE_ATTRIBUTES

if TYPE_CHECKING:
    from rete_chess.engine._game import Game

#: More attributes than this no piece may have, all of them counted.
MAX_ATTRIBUTES: Final = 16


def findings(game: Game, movable: tuple[bool, bool]) -> tuple[Problem, ...]:
    """What is wrong with the profiles in force, errors and warnings.

    `movable` tells which sides had a legal move without the change: only a profile that takes the last
    one away is to blame for it.
    """
    if not game.program.stack.profiles:
        return ()
    found = [*_kingless(game), *_invulnerable(game), *_orphans(game), *_overloaded(game)]
    if not found or all(problem.severity == "warning" for problem in found):
        found += _deadlocks(game, movable)
    return tuple(found)


def demand(found: tuple[Problem, ...], profiles: tuple[str, ...]) -> None:
    """Refuse profiles that are wrong."""
    errors = [problem for problem in found if problem.severity == "error"]
    if errors:
        raise ProfileError(profiles, errors)


def _kingless(game: Game) -> list[Problem]:
    """Sides that have a royal piece in the variant's own start position, but none here."""
    program, board = game.program, game.board
    start = parse_fen(program.book, program.start.split()[0])
    return [
        Problem("E_PROFILE_NO_KING", f"{COLORS[color]} has no royal piece")
        for color in (0, 1)
        if start.royals[color] and not board.royals[color]
    ]


def _invulnerable(game: Game) -> list[Problem]:
    """Royal pieces that cannot be captured, though their type can."""
    board = game.board
    return [
        Problem(
            "E_PROFILE_INVULN_KING",
            f"the {piece_name(board, board.entities[square])} on {board.book.geometry.names[square]} "
            "is royal and cannot be captured",
        )
        for color in (0, 1)
        for square in sorted(board.royals[color])
        for reach in (board.pieces[color][square],)
        if reach.is_guarded and not board.book.rows[color][reach.type_index][square].is_guarded
    ]


def _orphans(game: Game) -> list[Problem]:
    return [
        Problem(
            "E_PROFILE_ORPHAN_INSTANCE",
            f"{entry.profile}: nobody started on {entry.square_name}, so {entry.kind} is left out",
            "warning",
            entry.path,
            *entry.mark,
        )
        for entry in game.program.stack.orphans(game.starts)
    ]


def _overloaded(game: Game) -> list[Problem]:
    """Pieces with more attributes than a piece may have."""
    board = game.board
    found = []
    for side in board.pieces:
        for square in sorted(side):
            entity = board.entities[square]
            held = {name for name, column in board.columns.items() if entity in column and name != DYING}
            given = {name for name, column in board.bonuses.items() if entity in column}
            count = len(CORE_PIECE_ATTRIBUTES) + len(held | given)
            if count > MAX_ATTRIBUTES:
                where = board.book.geometry.names[square]
                message = f"the {piece_name(board, entity)} on {where} has {count} attributes"
                hint = f"a piece has at most {MAX_ATTRIBUTES}"
                found.append(Problem("E_PROFILE_ATTR_LIMIT", message, hint=hint))
    return found


def _deadlocks(game: Game, movable: tuple[bool, bool]) -> list[Problem]:
    now = movable_sides(game)
    return [
        Problem("E_PROFILE_DEADLOCK", f"{color} has no legal move")
        for color, before, after in zip(COLORS, movable, now)
        if before and not after
    ]


def movable_sides(game: Game) -> tuple[bool, bool]:
    """Which sides have a legal move where the game stands, each as if it were its turn, on a copy."""
    found = []
    for color in (0, 1):
        other = game.copy(game.board.copy())
        if other.board.turn != color:
            edits.end_turn(other.board)
        derive(other, is_imagined=True, is_new=True)
        note_irregular(other.board)
        found.append(not has_ended(other.board) and bool(legal_moves(other.board)))
    return found[0], found[1]


def movable_without(game: Game) -> tuple[bool, bool]:
    """Which sides have a legal move at the start, if no profile were in force."""
    program = with_profiles(game.program, timeless(game.active), ())
    board = game.board.copy()
    plain = type(game)(program, board, game.network_kind)
    plain.active, plain.starts = game.active, game.starts
    change_book(board, program.book)
    derive(plain, is_imagined=True, is_new=True)
    return movable_sides(plain)
