"""Move text in UCI form: `e2e4`, `e7e8q`, castling `e1g1` or, in Chess960, king takes rook; drops `N@f3`;
acts `pass` and `fireball:c4xe6`.

Where two legal moves share a text, the one with a tag carries it: `e2e4@shot`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from typing import Final

from rete_chess.core.board import Board
from rete_chess.core.moves import (
    FROM_SHIFT,
    MANNER_SHIFT,
    SPECIAL,
    SQUARE_MASK,
    Manner,
    decode,
    origin_of,
)
from rete_chess.errors import MoveError

#: A longer text is not looked at.
MAX_TEXT: Final = 64

_MOVE = re.compile(r"([a-p][0-9]{1,2})([a-p][0-9]{1,2})(\+?[a-z])?(?:@([a-z][a-z0-9-]*))?")
_DROP = re.compile(r"(\+?[A-Za-z])@([a-p][0-9]{1,2})")
#: An act by its id; the squares of the actor and of its target, or of the one that there is.
_ACT = re.compile(r"([a-z][a-z-]*)(?::([a-p][0-9]{1,2})(?:x([a-p][0-9]{1,2}))?)?")


def format_uci(board: Board, move: int, legal: Sequence[int]) -> str:
    """The text of a legal move, told apart from all others of the position."""
    if not has_word(board, move):
        return _bare(board, move)
    return format_among(board, move, shared_texts(board, _moves_from(board, origin_of(move), legal)))


def format_among(board: Board, move: int, shared: Set[str]) -> str:
    """The same where it is known which texts several moves of the position share."""
    text = _bare(board, move)
    return f"{text}@{board.book.manner_of(move).word}" if text in shared and has_word(board, move) else text


def has_word(board: Board, move: int) -> bool:
    """Whether a move has a word, its tag, by which it can be told from others."""
    return move >= SPECIAL and bool(board.book.manner_of(move).word)


def shared_texts(board: Board, legal: Sequence[int]) -> Set[str]:
    """The texts that would mean several moves if no tag told them apart."""
    return {text for text, count in Counter([_bare(board, move) for move in legal]).items() if count > 1}


def format_all(board: Board, legal: Sequence[int]) -> list[str]:
    """The texts of all legal moves, in their order."""
    shared = shared_texts(board, legal)
    return [format_among(board, move, shared) for move in legal]


def _moves_from(board: Board, origin: int, legal: Sequence[int]) -> list[int]:
    """The legal moves of the piece on a square."""
    manners = board.book.manners
    return [
        move
        for move in legal
        if move >> FROM_SHIFT & SQUARE_MASK == origin
        and (move < SPECIAL or not _is_beside(manners[move >> MANNER_SHIFT]))
    ]


def _is_beside(manner: Manner) -> bool:
    """Whether no piece on the board goes anywhere."""
    return manner.drops or manner.acts


def act_text(board: Board, move: int) -> str:
    """The text of an act: its id, and the squares of actor and target as far as there are any."""
    names = board.book.geometry.names
    origin, target, _, manner, _ = decode(board.book, move)
    squares = [names[square] for square in (origin, target) if square is not None and square >= 0]
    return ":".join((manner.tag, *(["x".join(squares)] if squares else [])))


def _bare(board: Board, move: int) -> str:
    names = board.book.geometry.names
    if move < SPECIAL:
        return names[move >> FROM_SHIFT] + names[move & SQUARE_MASK]
    _, target, promotion, manner, dropped = decode(board.book, move)
    if manner.acts:
        return act_text(board, move)
    if dropped >= 0:
        return f"{board.book.letters[dropped].upper()}@{names[target]}"
    if board.is_chess960 and manner.castles and not manner.by_partner:
        target = board.rights.by_move[move].rook
    letter = board.book.letters[promotion] if promotion >= 0 else ""
    tag = f"@{manner.tag}" if manner.is_offered else ""
    return f"{names[origin_of(move)]}{names[target]}{letter}{tag}"


def is_uci(text: str) -> bool:
    """Whether a text has the form of a UCI move, of this board or another."""
    if not isinstance(text, str):
        raise MoveError("E_MOVE_TEXT", "a move is a text", found=text, expected="such as e2e4 or Nf3")
    return len(text) <= MAX_TEXT and (_MOVE.fullmatch(text) or _DROP.fullmatch(text)) is not None


def split_act(board: Board, text: str) -> tuple[str, int | None, int | None] | None:
    """The id of the act that a text means, the square of the actor and that of the target, as far as they are
    given; None if it is no act of this game, or speaks of squares that the board lacks."""
    found = _ACT.fullmatch(text) if len(text) <= MAX_TEXT else None
    names = () if found is None else [name for name in found.groups()[1:] if name]
    if found is None or not all(board.book.geometry.has_square(name) for name in names):
        return None
    act = next((act for act, _ in board.book.acts if act.id == found[1]), None)
    if act is None:
        return None
    squares: list[int | None] = [board.book.geometry.parse_square(name) for name in names]
    if len(squares) == 1:
        squares = [squares[0], None] if act.has_actor else [None, squares[0]]
    actor, target = squares or (None, None)
    return act.id, actor, target


def is_act_of(board: Board, move: int, act: tuple[str, int | None, int | None]) -> bool:
    """Whether a move is an act of an id, by an actor and on a target."""
    if move < SPECIAL or not board.book.manner_of(move).acts:
        return False
    origin, target, _, manner, _ = decode(board.book, move)
    return (manner.tag, origin, target if target >= 0 else None) == act


def _parse_act(board: Board, text: str, act: tuple[str, int | None, int | None], legal: Sequence[int]) -> int:
    """The legal act that a text means."""
    for move in legal:
        if is_act_of(board, move, act):
            return move
    own = sorted(act_text(board, move) for move in legal if board.book.manner_of(move).tag == act[0])
    side = ("White", "Black")[board.turn]
    expected = f"one of {', '.join(own)}" if own else "another move"
    raise MoveError("E_MOVE_ILLEGAL", f"{side} cannot {act[0]} so now", found=text, expected=expected)


def split_drop(board: Board, text: str) -> tuple[int | None, int] | None:
    """The type that a text drops, None if nobody has its letter, and the target; None if it drops nothing."""
    found = _DROP.fullmatch(text) if len(text) <= MAX_TEXT else None
    if found is None or not board.book.geometry.has_square(found[2]):
        return None
    return board.book.by_letter.get(found[1].lower()), board.book.geometry.parse_square(found[2])


def split(board: Board, text: str) -> tuple[int, int, str | None] | None:
    """Origin, target and promotion letter of a text, or None if it is no move of this board."""
    found = _MOVE.fullmatch(text) if len(text) <= MAX_TEXT else None
    if found is None or not all(board.book.geometry.has_square(name) for name in (found[1], found[2])):
        return None
    return board.book.geometry.parse_square(found[1]), board.book.geometry.parse_square(found[2]), found[3]


def tag_of(text: str) -> str | None:
    """The tag that a text gives, if it gives one."""
    found = _MOVE.fullmatch(text) if len(text) <= MAX_TEXT else None
    return None if found is None else found[4]


def fits_text(board: Board, move: int, text: str) -> bool:
    """Whether a move, legal or not, is one that a text may mean."""
    drop = split_drop(board, text)
    if drop is not None:
        return is_drop_of(board, move, drop)
    act = split_act(board, text)
    if act is not None:
        return is_act_of(board, move, act)
    found = _MOVE.fullmatch(text)
    return found is not None and _fits(board, move, found)


def is_drop_of(board: Board, move: int, drop: tuple[int | None, int]) -> bool:
    """Whether a move drops a type on a square."""
    return move >= SPECIAL and (decode(board.book, move).dropped, move & SQUARE_MASK) == drop


def _parse_drop(board: Board, text: str, found: re.Match[str], legal: Sequence[int]) -> int:
    """The legal drop that a text means."""
    drop = split_drop(board, text)
    if drop is None:
        raise MoveError("E_MOVE_TEXT", f"there is no square {found[2]}", found=text)
    for move in legal:
        if is_drop_of(board, move, drop):
            return move
    raise MoveError("E_MOVE_ILLEGAL", why_no_drop(board, *drop), found=text)


def why_no_drop(board: Board, kind: int | None, target: int) -> str:
    """Why a type cannot be dropped on a square, as far as hands and squares tell."""
    side, name = ("White", "Black")[board.turn], board.book.geometry.names[target]
    if board.hands is None:
        return "nobody has pieces in hand in this game"
    if kind is None:
        return "no piece type has that letter"
    if not board.hands[board.turn][kind]:
        return f"{side} has no {board.book.types[kind]} in hand"
    if board.cells[target] >= 0:
        return f"{name} is not empty"
    return f"the {board.book.types[kind]} cannot be dropped on {name}"


def parse_uci(board: Board, text: str, legal: Sequence[int]) -> int:
    """The legal move that a text means."""
    found = _MOVE.fullmatch(text) if len(text) <= MAX_TEXT else None
    if found is None:
        drop = _DROP.fullmatch(text) if len(text) <= MAX_TEXT else None
        if drop is not None:
            return _parse_drop(board, text, drop, legal)
        act = split_act(board, text)
        if act is not None:
            return _parse_act(board, text, act, legal)
        raise MoveError(
            "E_MOVE_TEXT",
            "not a move",
            found=text,
            expected="origin, target and perhaps a promotion letter, such as e2e4 or e7e8q",
        )
    geometry = board.book.geometry
    for name in (found[1], found[2]):
        if not geometry.has_square(name):
            last = geometry.names[-1]
            raise MoveError("E_MOVE_TEXT", f"there is no square {name}", found=text, expected=f"a1 to {last}")
    own = _moves_from(board, geometry.parse_square(found[1]), legal)
    fitting = [move for move in own if _fits(board, move, found)]
    if len(fitting) > 1 and found[4] is None:
        exact = [move for move, own_text in zip(own, format_all(board, own)) if own_text == text]
        fitting = exact or fitting
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise _ambiguous(board, text, fitting, own)
    raise _illegal(board, text, found, own)


def _fits(board: Board, move: int, found: re.Match[str]) -> bool:
    names = board.book.geometry.names
    if names[move >> FROM_SHIFT & SQUARE_MASK] != found[1]:
        return False
    if move < SPECIAL:
        return names[move & SQUARE_MASK] == found[2] and found[3] is None and found[4] is None
    _, target, promotion, manner, _ = decode(board.book, move)
    letter = board.book.letters[promotion] if promotion >= 0 else None
    targets = [names[target]]
    if manner.castles and not manner.by_partner:
        # King takes rook is understood everywhere, the king's step only outside of Chess960.
        rook = names[board.rights.by_move[move].rook]
        targets = [rook] if board.is_chess960 else [*targets, rook]
    tags = (manner.tag,) if manner.is_offered else (None, manner.word)
    return found[2] in targets and letter == found[3] and found[4] in tags


def _ambiguous(board: Board, text: str, fitting: Sequence[int], own: Sequence[int]) -> MoveError:
    shared = shared_texts(board, own)
    texts = sorted(format_among(board, move, shared) for move in fitting)
    return MoveError(
        "E_MOVE_AMBIGUOUS",
        "the text fits several legal moves",
        found=text,
        expected="one of " + ", ".join(texts),
    )


def _illegal(board: Board, text: str, found: re.Match[str], own: Sequence[int]) -> MoveError:
    mover = board.pieces[board.turn].get(board.book.geometry.parse_square(found[1]))
    if mover is None:
        side = ("White", "Black")[board.turn]
        return MoveError("E_MOVE_ILLEGAL", f"{side} has no piece on {found[1]}", found=text)
    texts = sorted(format_all(board, own))
    kind = board.book.types[mover.type_index]
    return MoveError(
        "E_MOVE_ILLEGAL",
        f"the {kind} on {found[1]} cannot make this move",
        found=text,
        expected="one of " + ", ".join(texts) if texts else f"another piece: the {kind} has no legal move",
    )
