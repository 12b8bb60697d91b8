"""Standard algebraic notation, in and out: `Nf3`, `exd6`, `e8=Q+`, `O-O`, drops `N@f3` and `@e4` for pawns,
acts as in UCI, `fireball:c4xe6+`.

The type that goes without a letter is a policy of the lawbook. A tag is written where the rest
does not tell two moves apart: `Qxe5@shot`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from rete_chess.core.atoms import Castle
from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.castling import LEAST_FILES, USUAL, goal
from rete_chess.core.deeds import play
from rete_chess.core.legality import legal_moves
from rete_chess.core.moves import decode, origin_of, promotion_of, target_of
from rete_chess.core.pseudo import is_capture
from rete_chess.core.reach import Reach
from rete_chess.core.results import Result, royal_loss
from rete_chess.core.uci import MAX_TEXT, act_text, parse_uci, split_act
from rete_chess.costs import MOVE, TEXT, TRIAL
from rete_chess.errors import MoveError

_CASTLE = re.compile(r"([O0]-[O0](?:-[O0])?)(?:@([a-z][a-z0-9-]*)(?::([a-p][0-9]{1,2}))?)?[+#]?")
_MOVE = re.compile(
    r"(\+?[A-Z])?([a-p])?([0-9]{1,2})?(x)?([a-p][0-9]{1,2})(?:=?(\+?[A-Za-z]))?(?:@([a-z][a-z0-9-]*))?[+#]?"
)
_DROP = re.compile(r"(\+?[A-Z])?@([a-p][0-9]{1,2})[+#]?")


def format_san(board: Board, move: int, legal: Sequence[int], *, is_bare: bool = False) -> str:
    """The text of a legal move, with check marked, and mate or any other win; `is_bare` leaves it out."""
    board.meter.charge(TEXT + MOVE * len(legal) + (0 if is_bare else TRIAL))
    target = target_of(move)
    rivals = [other for other in legal if target_of(other) == target or _is_castle(board, other)]
    return _bare(board, move, _Rivals(board, rivals)) + ("" if is_bare else _mark(board, move))


def format_all(
    board: Board,
    legal: Sequence[int],
    chosen: Sequence[int] | None = None,
    *,
    foresees: bool = True,
    is_bare: bool = False,
) -> list[str]:
    """The texts of all legal moves, or of those that were chosen among them, each told apart from the others.

    Where only rules know what comes of a move, its sign takes a look ahead; `foresees=False` leaves it out,
    `is_bare` all signs.
    """
    is_bare = is_bare or (not foresees and board.simulate is not None)
    told = legal if chosen is None else chosen
    others = 0 if chosen is None else len(legal)
    board.meter.charge((TEXT if is_bare else TEXT + TRIAL) * len(told) + MOVE * others)
    rivals = _Rivals(board, legal)
    return [_bare(board, move, rivals) + ("" if is_bare else _mark(board, move)) for move in told]


class _Rivals:
    """The moves from which a text has to tell its own apart, counted by what it says."""

    def __init__(self, board: Board, moves: Sequence[int]) -> None:
        self.castles: Counter[bool] = Counter()
        self.faces: Counter[_Face] = Counter()
        origins: dict[tuple[int, int], set[int]] = {}
        for move in moves:
            manner = board.book.manner_of(move)
            if manner.is_offered:
                continue  # its tag tells it apart
            if manner.castles:
                self.castles[board.rights.by_move[move].is_kingside] += 1
            elif not (manner.drops or manner.acts):
                self.faces[_face(board, move)] += 1
                key = target_of(move), _mover(board, move).type_index
                origins.setdefault(key, set()).add(origin_of(move))
        geometry = board.book.geometry
        self.origins = {
            key: (len(found), Counter(map(geometry.file_of, found)), Counter(map(geometry.rank_of, found)))
            for key, found in origins.items()
        }


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


def _bare(board: Board, move: int, rivals: _Rivals) -> str:
    manner = board.book.manner_of(move)
    if manner.castles:
        is_kingside = board.rights.by_move[move].is_kingside
        text = "O-O" if is_kingside else "O-O-O"
        if manner.is_offered:
            partner = f":{board.book.geometry.names[origin_of(move)]}" if manner.by_partner else ""
            return f"{text}@{manner.tag}{partner}"
        return f"{text}@{manner.tag}" if rivals.castles[is_kingside] > 1 else text
    if manner.acts:
        return act_text(board, move)
    if manner.drops:
        _, target, _, _, kind = decode(board.book, move)
        is_unlettered = board.book.types[kind] == board.book.laws.unlettered
        letter = "" if is_unlettered else board.book.letters[kind].upper()
        return f"{letter}@{board.book.geometry.names[target]}"
    text = _figure(board, _mover(board, move)) + _origin(board, move, rivals) + _rest(board, move)
    if manner.is_offered:
        return f"{text}@{manner.tag}"
    return f"{text}@{manner.word}" if manner.word and rivals.faces[_face(board, move)] > 1 else text


#: What the text of a step says apart from its tag: origin, target and promotion.
_Face = tuple[int, int, int]


def _face(board: Board, move: int) -> _Face:
    origin, target, promotion, _, _ = decode(board.book, move)
    return origin_of(move) if origin is None else origin, target, promotion


def _is_castle(board: Board, move: int) -> bool:
    return board.book.manner_of(move).castles


def _mover(board: Board, move: int) -> Reach:
    return board.pieces[board.turn][origin_of(move)]


def _is_unlettered(board: Board, reach: Reach) -> bool:
    return board.book.types[reach.type_index] == board.book.laws.unlettered


def _figure(board: Board, reach: Reach) -> str:
    return "" if _is_unlettered(board, reach) else board.book.letters[reach.type_index].upper()


def _origin(board: Board, move: int, rivals: _Rivals) -> str:
    """As much of the origin as it takes: nothing, the file, the rank, or both."""
    geometry = board.book.geometry
    origin = origin_of(move)
    reach = _mover(board, move)
    name = geometry.names[origin]
    count, files, ranks = rivals.origins[target_of(move), reach.type_index]
    by_file = files[geometry.file_of(origin)] == 1
    if count == 1:
        return name[0] if _is_unlettered(board, reach) and is_capture(board, move) else ""
    if by_file:
        return name[0]
    by_rank = ranks[geometry.rank_of(origin)] == 1 and not _is_unlettered(board, reach)
    return name[1:] if by_rank else name


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
    if split_act(board, text.rstrip("+#")) is not None:
        return parse_uci(board, text.rstrip("+#"), legal)
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
    rivals = _Rivals(board, legal if len(fitting) > 1 else ())
    if len(fitting) > 1:
        exact = [move for move in fitting if _bare(board, move, rivals) == text.rstrip("+#")]
        fitting = exact or fitting
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        texts = ", ".join(sorted(_bare(board, move, rivals) for move in fitting))
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
    if split_act(board, text.rstrip("+#")) is not None:
        return [text.rstrip("+#")]
    castle, found = _read(text)
    own = sorted(board.pieces[board.turn].items())
    names = board.book.geometry.names
    if castle is not None and castle[3]:
        is_kingside = castle[1].count("-") == 1
        return [
            f"{castle[3]}{names[right.king]}@{castle[2]}"
            for right in board.rights.of_color[board.turn]
            if right.is_kingside == is_kingside and names[right.rook] == castle[3]
        ]
    if castle is not None:
        tag = f"@{castle[2]}" if castle[2] else ""
        is_kingside = castle[1].count("-") == 1
        steps = {
            square: goal(board.book.geometry, square, is_kingside, _castle_of(board, reach))
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


def _castle_of(board: Board, reach: Reach) -> Castle:
    """How pieces of the type of a piece castle."""
    return board.book.piece(reach.type_index, reach.color).castle or USUAL


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
    kingside, manner = found[1].count("-") == 1, board.book.manner_of(move)
    if board.rights.by_move[move].is_kingside != kingside:
        return False
    if not manner.is_offered:
        return found[2] in (None, manner.tag) and found[3] is None
    partner = board.book.geometry.names[origin_of(move)] if manner.by_partner else None
    return (found[2], found[3]) == (manner.tag, partner)


def _fits(board: Board, move: int, found: re.Match[str]) -> bool:
    _, target, promotion, manner, _ = decode(board.book, move)
    if manner.acts:
        return False
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
        and found[7] in ((manner.tag,) if manner.is_offered else (None, manner.word))
    )


def _hides_capture(board: Board, move: int, found: re.Match[str]) -> bool:
    """Whether a text such as `c4` names nothing but the target of a move by which a pawn captures."""
    is_bare = not (found[1] or found[2] or found[3])
    return is_bare and is_capture(board, move)
