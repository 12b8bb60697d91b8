"""The first field of a FEN record, in and out: what stands on which square."""

from __future__ import annotations

import re
from typing import Final

from rete_chess.core.board import Board
from rete_chess.core.geometry import BLACK, WHITE
from rete_chess.core.keys import wall_key
from rete_chess.core.reach import GUARDED, WALL
from rete_chess.errors import FenError, clip

_RUN: Final = re.compile(r"[0-9]+|\+?[A-Za-z]~?|\*|.", re.DOTALL)


def read_placement(board: Board, text: str) -> None:
    """Fill the squares, then number the pieces from a1 to the last square."""
    geometry = board.book.geometry
    rows = text.split("/")
    if len(rows) != geometry.height:
        raise FenError(
            "E_FEN",
            "wrong number of ranks",
            found=len(rows),
            expected=f"{geometry.height} separated by '/'",
        )
    for number, row in enumerate(rows):
        rank = geometry.height - 1 - number
        file = 0
        for run in _RUN.findall(row):
            if run.isascii() and run.isdigit():
                file += int(run[:4])
            elif file < geometry.width:
                _read_piece(board, run, geometry.square(file, rank))
                file += 1
            else:
                file += 1
        if file != geometry.width:
            raise FenError(
                "E_FEN",
                f"rank {rank + 1}, {clip(row)}, has the wrong length",
                found=file,
                expected=f"{geometry.width} squares",
            )
    board.squares.clear()
    for square in range(geometry.size):
        if 0 <= board.cells[square] < WALL:
            board.entities[square] = board.next_entity
            board.squares[board.next_entity] = square
            board.next_entity += 1


def kind_of_letter(board: Board, letter: str, where: str) -> int:
    """The index of the type that a letter means."""
    index = board.book.by_letter.get(letter.lower()) if letter.isascii() else None
    if index is None:
        letters = sorted(board.book.by_letter)
        raise FenError(
            "E_FEN_LETTER",
            f"unknown piece letter {where}",
            found=letter,
            expected=f"one of {''.join(letters).upper()} or {''.join(letters)}",
            hint="a further piece type gets its letter under `pieces`",
        )
    return index


def _read_piece(board: Board, letter: str, square: int) -> None:
    if letter == "*":
        board.cells[square] = WALL
        board.key ^= wall_key(square)
        return
    plain, is_promoted = letter.removesuffix("~"), len(letter) > 1 and letter.endswith("~")
    name = board.book.geometry.names[square]
    index = kind_of_letter(board, plain, f"on {name}")
    color = WHITE if letter.isupper() else BLACK
    sources = board.book.sources_of(index, color) if is_promoted else []
    if is_promoted and not sources:
        kind = board.book.types[index]
        raise FenError("E_FEN", f"nobody promotes to the {kind} on {name} and falls back", found=letter)
    board.stand(board.book.row_from(color, index, sources[0] if sources else -1)[square], square, 0)


def format_placement(board: Board) -> str:
    """The placement field."""
    geometry = board.book.geometry
    rows = []
    for rank in range(geometry.height - 1, -1, -1):
        row = ""
        empty = 0
        for file in range(geometry.width):
            letter = _letter(board, geometry.square(file, rank))
            if letter:
                row += (str(empty) if empty else "") + letter
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def _letter(board: Board, square: int) -> str:
    cell = board.cells[square]
    if cell == WALL:
        return "*"
    if cell < 0:
        return ""
    color = cell % GUARDED
    reach = board.pieces[color][square]
    letter = board.book.letters[reach.type_index] + ("~" if reach.was >= 0 else "")
    return letter.upper() if color == WHITE else letter
