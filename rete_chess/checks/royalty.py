"""The check that a game decided by mate has royal pieces on both sides."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.checks.subject import Subject, doings
from rete_chess.core.geometry import COLORS
from rete_chess.errors import Problem


def no_royal_piece(subject: Subject) -> Iterator[Problem]:
    """The warning of a side without royal pieces, in a game that nothing but mate decides."""
    program = subject.program
    if not subject.is_variant or not program.has_defaults or program.ends or _has_win(subject):
        return
    for number, color in enumerate(COLORS):
        if program.defaults[number] and not _has_royal(subject, number):
            path = next(((key,) for key in ("royal", "fen", "layout") if key in subject.own), ())
            message = f"{color} has no royal piece at the start, and nothing but mate decides the game"
            hint = "name one under `royal`, or say under `result` how the game ends"
            yield subject.warning("W_NO_ROYAL", message, path, hint, key=True)
            return


def _has_win(subject: Subject) -> bool:
    return any(key == "win" for body in subject.bodies for _, key, _ in doings(body))


def _has_royal(subject: Subject, color: int) -> bool:
    """Whether a side has a piece of a type that is royal for it, on the board or in hand."""
    board, types = subject.engine.board, subject.program.laws.white
    standing = {types[reach.type_index].id for reach in board.pieces[color].values()}
    held = [] if board.hands is None else board.hands[color]
    standing |= {types[index].id for index, count in enumerate(held) if count}
    return any(
        royal.color in (-1, color) and standing & set(royal.types) for royal in subject.program.laws.royal
    )
