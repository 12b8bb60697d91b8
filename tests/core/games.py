"""Helpers for tests that play: the state of a board as a value, its picture, random walks."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from hypothesis import reject, settings
from hypothesis import strategies as st

from rete_chess.core.atoms import PieceType, Topology
from rete_chess.core.board import Board
from rete_chess.core.deeds import play
from rete_chess.core.fen import format_fen, format_placement, parse_fen
from rete_chess.core.lawbook import lawbook
from rete_chess.core.laws import Laws
from rete_chess.core.legality import legal_moves
from rete_chess.errors import RulesError
from tests.core.piece_sets import positions, random_laws

#: `RETE_CHESS_EXAMPLES=50` tries fifty times as many examples (with the profile `hunt`, always new ones).
_TIMES = int(os.environ.get("RETE_CHESS_EXAMPLES", "1"))


def examples(count: int) -> settings:
    """How many examples a law is tried on."""
    return settings(max_examples=count * _TIMES)


class Game(NamedTuple):
    """A position under laws, and a walk from it: each number chooses one of the legal moves."""

    laws: Laws
    fen: str
    choices: tuple[int, ...]

    def __repr__(self) -> str:
        return f"Game(\n    {terse(self.laws)},\n    {self.fen!r},\n    {self.choices!r},\n)"

    def board(self) -> Board:
        try:
            book = lawbook(self.laws)
        except RulesError:
            reject()  # more ways to move than the tables hold
        return parse_fen(book, self.fen)


def terse(value: object) -> str:
    """The `repr` of a data class without the fields that say the usual."""
    if isinstance(value, tuple) and type(value) is tuple:
        return "(" + "".join(f"{terse(part)}, " for part in value) + ")"
    if not is_dataclass(value) or isinstance(value, type):
        return repr(value)
    usual = {item.name: item.default for item in fields(value)}
    given = {name: getattr(value, name) for name in usual}
    if isinstance(value, PieceType):
        usual["topology"] = Topology()
    shown = [f"{name}={terse(part)}" for name, part in given.items() if part != usual[name]]
    return f"{type(value).__name__}({', '.join(shown)})"


@st.composite
def games(draw: st.DrawFn, is_plain: bool | None = None, plies: int = 8, has_effects: bool = False) -> Game:
    """A random game of a random piece set."""
    laws = draw(random_laws(is_plain, has_effects))
    choices = draw(st.lists(st.integers(0, 255), max_size=plies))
    return Game(laws, draw(positions(laws)), tuple(choices))


def walk(board: Board, choices: Sequence[int]) -> Iterator[Board]:
    """The board at every stop of a walk, the start included."""
    yield board
    for choice in choices:
        legal = sorted(legal_moves(board))
        if not legal or board.lost:
            return
        play(board, legal[choice % len(legal)])
        yield board


def state(board: Board) -> dict[str, Any]:
    """Everything a board knows, by name, as values that can be compared."""
    return {
        "fen": format_fen(board),
        "key": board.key,
        "cells": list(board.cells),
        "pieces": [dict(side) for side in board.pieces],
        "entities": list(board.entities),
        "squares": dict(board.squares),
        "next entity": board.next_entity,
        "royals": [sorted(side) for side in board.royals],
        "turn": board.turn,
        "half-moves": board.half_moves,
        "castling": board.castling,
        "exposed": board.exposed,
        "clock": board.clock,
        "fullmove": board.fullmove,
        "journal": len(board.journal),
    }


def draw_board(board: Board) -> str:
    """The board as text, the last rank on top."""
    rows = []
    for row in format_placement(board).split("/"):
        cells = ""
        digits = ""
        for sign in row + " ":
            if sign.isdigit():
                digits += sign
                continue
            cells += ". " * int(digits or 0) + (f"{sign} " if sign != " " else "")
            digits = ""
        rows.append(cells.rstrip())
    return "\n".join(rows)
