"""Standard algebraic notation, in and out: `Nf3`, `exd6`, `e8=Q+`, `O-O`, drops `N@f3` and `@e4` for pawns.

The type that goes without a letter is a policy of the lawbook. A tag is written where the rest
does not tell two moves apart: `Qxe5@shot`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.castling import LEAST_FILES, goal
from rete_chess.core.deeds import play
from rete_chess.core.legality import legal_moves
from rete_chess.core.moves import decode, origin_of, promotion_of, target_of
from rete_chess.core.pseudo import is_capture
from rete_chess.core.reach import Reach
from rete_chess.core.results import Result, royal_loss
from rete_chess.core.uci import MAX_TEXT, parse_uci
from rete_chess.costs import MOVE, TRIAL
from rete_chess.errors import MoveError

_CASTLE = re.compile(r"([O0]-[O0](?:-[O0])?)(?:@([a-z][a-z0-9-]*))?[+#]?")
_MOVE = re.compile(
    r"(\+?[A-Z])?([a-p])?([0-9]{1,2})?(x)?([a-p][0-9]{1,2})(?:=?(\+?[A-Za-z]))?(?:@([a-z][a-z0-9-]*))?[+#]?"
)
_DROP = re.compile(r"(\+?[A-Z])?@([a-p][0-9]{1,2})[+#]?")


def format_san(board: Board, move: int, legal: Sequence[int]) -> str:
    """The text of a legal move, with check marked, and mate or any other win."""
    board.meter.charge(TRIAL + MOVE * len(legal))
    return _bare(board, move, legal) + _mark(board, move)


def format_all(board: Board, legal: Sequence[int], *, foresees: bool = True) -> list[str]:
    """The texts of all legal moves, each told apart from those alone that lead to the same square.

    Where only rules know what comes of a move, its sign takes a look ahead; `foresees=False` leaves it out.
    """
    alike: dict[int, list[int]] = {}
    for move in legal:
        alike.setdefault(target_of(move), []).append(move)
    castles = [move for move in legal if _is_castle(board, move)]
    # Moves to one square are compared with one another, and each is tried.
    board.meter.charge(sum([len(moves) * (TRIAL + 2 * MOVE * len(moves)) for moves in alike.values()]))
    is_bare = not foresees and board.simulate is not None
    return [
        _bare(board, move, castles if move in castles else alike[target_of(move)])
        + ("" if is_bare else _mark(board, move))
        for move in legal
    ]


def _mark(board: Board, move: int) -> str:
    """The sign of a move that gives check, or wins for somebody, by all that comes of it."""
    mover, game = board.turn, board.game
    if game is not None and game.program.may_decide:
        with game.tried(move) as result:
            return _sign(board, mover, result)
    length = len(board.journal)
    try:  # a referee may fail, or the budget be used up
        if board.simulate is None and not board.book.has_effects:
            board.make(move)
        else:
            play(board, move)
        return _sign(board, mover, royal_loss(board.lost))
    finally:  # a game is told: its networks have looked at the position after the move
        (board if game is None else game).rollback(length)


def _sign(board: Board, mover: int, result: Result | None) -> str:
    """The sign of the move that a side has just made, which ends the game like this if not by mate."""
    if result is not None and result.winner is not None:
        return "#"
    if board.turn == mover or not is_in_check(board, board.turn):
        return ""
    return "+" if result is not None or legal_moves(board) else "#"


def _bare(board: Board, move: int, legal: Sequence[int]) -> str:
    manner = board.book.manner_of(move)
    if manner.castles:
        text = "O-O" if board.rights.by_move[move].is_kingside else "O-O-O"
        rivals = [other for other in legal if other != move and _castles_alike(board, move, other)]
        return f"{text}@{manner.tag}" if rivals else text
    if manner.drops:
        _, target, _, _, kind = decode(board.book, move)
        is_unlettered = board.book.types[kind] == board.book.laws.unlettered
        letter = "" if is_unlettered else board.book.letters[kind].upper()
        return f"{letter}@{board.book.geometry.names[target]}"
    text = _figure(board, _mover(board, move)) + _origin(board, move, legal) + _rest(board, move)
    if manner.word and any(other != move and _face(board, other) == _face(board, move) for other in legal):
        text += f"@{manner.word}"
    return text


def _castles_alike(board: Board, move: int, other: int) -> bool:
    return (
        _is_castle(board, other)
        and board.rights.by_move[other].is_kingside == board.rights.by_move[move].is_kingside
    )


def _face(board: Board, move: int) -> tuple[int | None, int, int, bool]:
    """What the text says of a move apart from its tag."""
    origin, target, promotion, manner, _ = decode(board.book, move)
    return origin, target, promotion, manner.castles


def _is_castle(board: Board, move: int) -> bool:
    return board.book.manner_of(move).castles


def _is_step(board: Board, move: int) -> bool:
    """Whether a move is that of one piece on the board."""
    manner = board.book.manner_of(move)
    return not (manner.castles or manner.drops)


def _mover(board: Board, move: int) -> Reach:
    return board.pieces[board.turn][origin_of(move)]


def _is_unlettered(board: Board, reach: Reach) -> bool:
    return board.book.types[reach.type_index] == board.book.laws.unlettered


def _figure(board: Board, reach: Reach) -> str:
    return "" if _is_unlettered(board, reach) else board.book.letters[reach.type_index].upper()


def _origin(board: Board, move: int, legal: Sequence[int]) -> str:
    """As much of the origin as it takes: nothing, the file, the rank, or both."""
    geometry = board.book.geometry
    origin = origin_of(move)
    reach = _mover(board, move)
    name = geometry.names[origin]
    rivals = [
        origin_of(other)
        for other in legal
        if target_of(other) == target_of(move)
        and origin_of(other) != origin
        and _is_step(board, other)
        and _mover(board, other).type_index == reach.type_index
    ]
    if _is_unlettered(board, reach):
        by_file = not any(geometry.file_of(rival) == geometry.file_of(origin) for rival in rivals)
        if not rivals and not is_capture(board, move):
            return ""
        return name[0] if by_file else name
    if not rivals:
        return ""
    if not any(geometry.file_of(rival) == geometry.file_of(origin) for rival in rivals):
        return name[0]
    if not any(geometry.rank_of(rival) == geometry.rank_of(origin) for rival in rivals):
        return name[1:]
    return name


def _rest(board: Board, move: int) -> str:
    promotion = promotion_of(move)
    return (
        ("x" if is_capture(board, move) else "")
        + board.book.geometry.names[target_of(move)]
        + (f"={board.book.letters[promotion].upper()}" if promotion >= 0 else "")
    )


def parse_san(board: Board, text: str, legal: Sequence[int]) -> int:
    """The legal move that a text means; more of the origin than needed may be given."""
    drop = _DROP.fullmatch(text) if len(text) <= MAX_TEXT else None
    if drop is not None:
        return _parse_drop(board, drop, legal)
    castle, found = _read(text)
    if castle is not None:
        fitting = [move for move in legal if _fits_castle(board, move, castle)]
    elif found is not None:
        fitting = [move for move in legal if _fits(board, move, found)]
    else:
        raise MoveError(
            "E_MOVE_TEXT",
            "not a move",
            found=text,
            expected="a move such as e4, Nf3, exd6, e8=Q or O-O",
        )
    if len(fitting) > 1:
        exact = [move for move in fitting if _bare(board, move, legal) == text.rstrip("+#")]
        fitting = exact or fitting
    if len(fitting) == 1:
        return fitting[0]
    texts = ", ".join(sorted(_bare(board, move, legal) for move in fitting))
    if fitting:
        raise MoveError(
            "E_MOVE_AMBIGUOUS", "the text fits several legal moves", found=text, expected=f"one of {texts}"
        )
    raise MoveError("E_MOVE_ILLEGAL", _reason(board, castle, found), found=text)


def _parse_drop(board: Board, found: re.Match[str], legal: Sequence[int]) -> int:
    """The legal drop that a text means; the type without a letter may go without one."""
    return parse_uci(board, f"{_dropped_letter(board, found)}@{found[2]}", legal)


def _dropped_letter(board: Board, found: re.Match[str]) -> str:
    book = board.book
    if found[1] or book.laws.unlettered not in book.types:
        return found[1] or "P"
    return book.letters[book.index_of(book.laws.unlettered)].upper()


def _read(text: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """A text as a castling, or as another move."""
    if len(text) > MAX_TEXT:
        return None, None
    return _CASTLE.fullmatch(text), _MOVE.fullmatch(text)


def readings(board: Board, text: str) -> list[str]:
    """The moves that a text may mean, legal or not, in UCI form: one for every own piece that fits."""
    drop = _DROP.fullmatch(text) if len(text) <= MAX_TEXT else None
    if drop is not None:
        return [f"{_dropped_letter(board, drop)}@{drop[2]}"]
    castle, found = _read(text)
    own = sorted(board.pieces[board.turn].items())
    names = board.book.geometry.names
    if castle is not None:
        tag = f"@{castle[2]}" if castle[2] else ""
        is_kingside = castle[1].count("-") == 1
        steps = {
            square: goal(board.book.geometry, square, is_kingside)
            for square, reach in own
            if reach.can_castle and board.book.geometry.width >= LEAST_FILES
        }
        for right in board.rights.of_color[board.turn]:
            if right.is_kingside == is_kingside and right.king in steps:
                steps = {right.king: right.rook if board.is_chess960 else right.king_to}
        return [f"{names[square]}{names[target]}{tag}" for square, target in steps.items()]
    if found is None:
        return []
    rest = f"{found[5]}{(found[6] or '').lower()}" + (f"@{found[7]}" if found[7] else "")
    return [
        f"{names[square]}{rest}"
        for square, reach in own
        if _figure(board, reach) == (found[1] or "")
        and found[2] in (None, names[square][0])
        and found[3] in (None, names[square][1:])
    ]


def _reason(board: Board, castle: re.Match[str] | None, found: re.Match[str] | None) -> str:
    """Why no legal move fits a text that reads well."""
    side = ("White", "Black")[board.turn]
    if castle is not None or found is None:
        return f"{side} cannot castle on that side now"
    letter = (found[1] or "").lower()
    kind = board.book.laws.unlettered if not letter else None
    if letter in board.book.by_letter:
        kind = board.book.types[board.book.by_letter[letter]]
    if not board.book.geometry.has_square(found[5]):
        return f"there is no square {found[5]} on this board"
    if kind is None or not any(
        board.book.types[reach.type_index] == kind for reach in board.pieces[board.turn].values()
    ):
        return f"{side} has no piece of that letter"
    return f"no {kind} of {side} has a legal move to {found[5]} as written"


def _fits_castle(board: Board, move: int, found: re.Match[str]) -> bool:
    if not _is_castle(board, move):
        return False
    kingside = found[1].count("-") == 1
    tag = board.book.manner_of(move).tag
    return board.rights.by_move[move].is_kingside == kingside and found[2] in (None, tag)


def _fits(board: Board, move: int, found: re.Match[str]) -> bool:
    _, target, promotion, manner, _ = decode(board.book, move)
    name = board.book.geometry.names[origin_of(move)]
    letter = board.book.letters[promotion] if promotion >= 0 else ""
    return (
        not (manner.castles or manner.drops)
        and board.book.geometry.names[target] == found[5]
        and _figure(board, _mover(board, move)) == (found[1] or "")
        and found[2] in (None, name[0])
        and found[3] in (None, name[1:])
        and (found[6] or "").lower() == letter
        and (is_capture(board, move) if found[4] else not _hides_capture(board, move, found))
        and found[7] in (None, manner.word)
    )


def _hides_capture(board: Board, move: int, found: re.Match[str]) -> bool:
    """Whether a text such as `c4` names nothing but the target of a move by which a pawn captures."""
    is_bare = not (found[1] or found[2] or found[3])
    return is_bare and is_capture(board, move)
