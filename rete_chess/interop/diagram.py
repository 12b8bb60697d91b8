"""A position in letters, for people who talk to a chess program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.core.attacks import attackers
from rete_chess.core.geometry import FILES
from rete_chess.core.reach import EMPTY, WALL

if TYPE_CHECKING:
    from rete_chess.core.board import Board
    from rete_chess.engine import Engine


def diagram(engine: Engine) -> list[str]:
    """The board from White's side, with the FEN, the key, and who gives check."""
    board, geometry = engine.board, engine.board.book.geometry
    rule = " +" + "---+" * geometry.width
    lines = ["", rule]
    for rank in range(geometry.height - 1, -1, -1):
        cells = [_letter(board, geometry.square(file, rank)) for file in range(geometry.width)]
        lines += [" |" + "".join(f"{cell:^3}|" for cell in cells) + f" {rank + 1}", rule]
    lines.append("   " + "   ".join(FILES[: geometry.width]))
    names = geometry.names
    checkers = sorted(
        {origin for royal in board.royals[board.turn] for origin in attackers(board, royal, board.turn ^ 1)}
    )
    is_guarded = board.book.guards_check[board.turn]
    return [
        *lines,
        "",
        f"Fen: {engine.fen()}",
        f"Key: {engine.position_key & (1 << 64) - 1:016X}",
        f"Checkers: {' '.join(names[square] for square in checkers) if is_guarded else ''}".rstrip(),
    ]


def _letter(board: Board, square: int) -> str:
    held = board.cells[square]
    if held in (EMPTY, WALL):
        return " " if held == EMPTY else "*"
    for color in (0, 1):
        reach = board.pieces[color].get(square)
        if reach is not None:
            letter = board.book.letters[reach.type_index]
            return letter.upper() if color == 0 else letter
    return "?"
