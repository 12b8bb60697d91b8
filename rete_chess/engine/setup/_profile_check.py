"""Whether a game can go on with the profiles in force: the five checks of every apply and every swap.

It looks at the game as it stands with the profiles applied. Whoever asks takes the change back if one of
the findings is an error, so that nobody ever sees a part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from rete_chess import compiler
from rete_chess.compiler.profiles.stack import Entry
from rete_chess.core import edits
from rete_chess.core.attacks import note_irregular
from rete_chess.core.board import DYING
from rete_chess.core.derived import change_book
from rete_chess.core.fen import parse_fen
from rete_chess.core.geometry import COLORS
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import has_ended
from rete_chess.engine.derived.carrying import carry_all
from rete_chess.engine.derived.ceilings import earned_kinds
from rete_chess.engine.derived.derive import derive
from rete_chess.engine.setup.active_set import timeless
from rete_chess.errors import Problem, ProfileError, ProfileProblem
from rete_chess.facts.session import piece_name
from rete_chess.facts.vocabulary import CORE_PIECE_ATTRIBUTES

if TYPE_CHECKING:
    from rete_chess.documents import Document
    from rete_chess.engine._game import Game

#: More attributes than this no piece may have, all of them counted.
MAX_ATTRIBUTES: Final = 16

#: Of so many entries, the ones that count most, it is tried which of them is to blame.
MAX_SUSPECTS: Final = 32


def findings(game: Game, movable: tuple[bool, bool]) -> tuple[Problem, ...]:
    """What is wrong with the profiles in force, errors and warnings.

    `movable` tells which sides had a legal move without the change: only a profile that takes the last
    one away is to blame for it.
    """
    if not game.program.stack.profiles:
        return ()
    from rete_chess.compiler.profiles.conflicts import conflicts  # late: most games have no profiles

    stack = game.program.stack
    meetings = [conflict.problem for conflict in conflicts(stack, game.board, game.starts)]
    found = [*_kingless(game), *_invulnerable(game), *_overloaded(game), *_deadlocks(game, movable)]
    return (*_errors(stack.notes), *found, *_warnings(stack.notes), *_orphans(game), *meetings)


def _errors(problems: Sequence[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity == "error"]


def _warnings(problems: Sequence[Problem]) -> list[Problem]:
    return [problem for problem in problems if problem.severity == "warning"]


def demand(found: tuple[Problem, ...], profiles: tuple[str, ...]) -> None:
    """Refuse profiles that are wrong."""
    if _errors(found):
        raise ProfileError(profiles, found)


def _kingless(game: Game) -> list[Problem]:
    """Sides that have a royal piece in the variant's own start position, but none here."""
    program, board = game.program, game.board
    start = parse_fen(program.book, program.start.split()[0])
    return [
        ProfileProblem("E_PROFILE_NO_KING", f"{COLORS[color]} has no royal piece")
        for color in (0, 1)
        if start.royals[color] and not board.royals[color]
    ]


def _invulnerable(game: Game) -> list[Problem]:
    """Royal pieces that cannot be captured, though their type can, at each entry that makes them so."""
    board = game.board
    found = []
    for color in (0, 1):
        for square in sorted(board.royals[color]):
            reach = board.pieces[color][square]
            if not reach.is_guarded or board.book.rows[color][reach.type_index][square].is_guarded:
                continue
            where = board.book.geometry.names[square]
            name = piece_name(board, board.entities[square])
            message = f"the {name} on {where} is royal and cannot be captured"
            found += _at(_guarding(game, color, square), "E_PROFILE_INVULN_KING", message, where)
    return found


def _guarding(game: Game, color: int, square: int) -> list[Entry]:
    """The entries that keep a piece from capture: all that give it the flag, or else the one whose rules do,
    be it an entry for another piece."""
    from rete_chess.modifiers.capture_flags import CANNOT_BE_CAPTURED  # late: most games have no profiles
    from rete_chess.modifiers.capture_flags import KIND as FLAGS

    entries = _entries(game, square)
    flags = [entry for entry in entries if entry.kind == FLAGS.id and entry.value & CANNOT_BE_CAPTURED]
    carried = [entry for entry in game.program.stack.entries if entry.carrier is not None]
    return flags or _guilty(game, carried, lambda other: not other.board.pieces[color][square].is_guarded)


def _entries(game: Game, square: int) -> list[Entry]:
    return list(game.program.stack.of(game.board, square, game.starts))


def _at(
    blamed: Sequence[Entry], code: str, message: str, square: str = "", hint: str | None = None
) -> list[Problem]:
    """A problem at each entry that is to blame, or without a place if none is."""
    if not blamed:
        return [ProfileProblem(code, message, hint=hint, square=square)]
    return [entry.problem(code, message, "error", square, hint) for entry in blamed]


def _orphans(game: Game) -> list[Problem]:
    return [
        entry.problem(
            "E_PROFILE_ORPHAN_INSTANCE",
            f"{entry.profile}: nobody started on {entry.square_name}, so {entry.kind} is left out",
            "warning",
        )
        for entry in game.program.stack.orphans(game.starts)
    ]


def _overloaded(game: Game) -> list[Problem]:
    """Pieces with more attributes than a piece may have, at the last entry for each."""
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
                hint = f"a piece has at most {MAX_ATTRIBUTES}: take one of its modifiers out"
                found += _at(_entries(game, square)[-1:], "E_PROFILE_ATTR_LIMIT", message, where, hint)
    return found


def _deadlocks(game: Game, movable: tuple[bool, bool]) -> list[Problem]:
    now = movable_sides(game)
    found = []
    for color in (0, 1):
        if movable[color] and not now[color]:
            message = f"{COLORS[color]} has no legal move"
            found += _at(_blocking(game, color), "E_PROFILE_DEADLOCK", message)
    return found


def _blocking(game: Game, color: int) -> list[Entry]:
    """The entry that takes the last moves of a side away, one without which it would have a legal move."""
    return _guilty(game, game.program.stack.entries, lambda other: movable_sides(other)[color])


def _guilty(game: Game, suspects: Sequence[Entry], is_mended: Callable[[Game], bool]) -> list[Entry]:
    """The entry without which a problem would be mended; where several cause it together, the one among
    them that counts most."""
    from rete_chess.compiler.profiles.repair import without_entry  # late: few profiles are wrong

    tried = list(suspects)[::-1][:MAX_SUSPECTS]
    for entry in tried:
        profiles = [without_entry(one, entry) for one in game.program.stack.profiles]
        if is_mended(imagined_with(game, profiles)):
            return [entry]
    return tried[:1]


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
    """Which sides have a legal move where the game stands, if no profile were in force."""
    return movable_sides(imagined_with(game, ()))


def imagined_with(game: Game, profiles: Sequence[Document]) -> Game:
    """The game where it stands, if other profiles were in force."""
    program = compiler.with_profiles(game.program, timeless(game.active), profiles, earned_kinds(game))
    board = game.board.copy()
    plain = type(game)(program, board, game.network_kind, game.placement, game.dice.stream)
    plain.active, plain.starts = game.active, game.starts
    carry_all(plain, game.program)
    change_book(board, program.book)
    derive(plain, is_imagined=True, is_new=True)
    return plain
