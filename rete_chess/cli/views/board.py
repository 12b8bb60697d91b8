"""The board and the moves of a position on a terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from rich import box
from rich.style import Style
from rich.table import Table
from rich.text import Text

from rete_chess.cli.views.screen import Screen
from rete_chess.core.board import Board
from rete_chess.core.fen import piece_text
from rete_chess.core.geometry import FILES, NEUTRAL
from rete_chess.core.reach import WALL
from rete_chess.engine import Engine, LegalMove


@dataclass(frozen=True)
class Palette:
    """The colours of a board."""

    squares: tuple[str, str]  # dark, light
    marked: tuple[str, str]
    alarmed: str
    tiled: tuple[str, str]
    pieces: tuple[str, str, str]  # White's, Black's, nobody's
    dot: str


RICH: Final = Palette(
    ("#4d6d82", "#7f9dae"),
    ("#8a8434", "#aaa653"),
    "#b8493f",
    ("#5d5480", "#8e84b0"),
    ("bold #ffffff", "#0b0f14", "bold #ffb454"),
    "bold #f4d35e",
)
#: For terminals of sixteen colours.
PLAIN: Final = Palette(
    ("blue", "cyan"),
    ("yellow", "yellow"),
    "red",
    ("magenta", "magenta"),
    ("bold bright_white", "black", "bold bright_yellow"),
    "bold bright_yellow",
)


@dataclass(frozen=True)
class View:
    """The marks and the direction with which a position is shown."""

    is_flipped: bool = False
    marked: Collection[int] = ()  # squares of the last move
    alarmed: Collection[int] = ()  # royal pieces in check
    dotted: Collection[int] = ()  # squares a piece can reach
    tiles: Mapping[int, str] = field(default_factory=dict)  # a letter for each special square that is open


def draw_board(screen: Screen, board: Board, view: View) -> Text:
    """The board as a block of lines, ranks and files at its edges."""
    geometry = board.book.geometry
    ranks = list(range(geometry.height - 1, -1, -1))
    files = list(range(geometry.width))
    if view.is_flipped:
        ranks.reverse()
        files.reverse()
    lines = []
    for rank in ranks:
        cells = [_cell(screen, board, view, geometry.square(file, rank)) for file in files]
        lines.append(Text.assemble((f"{rank + 1:>2} ", "dim"), *cells))
    lines.append(Text("   " + "".join(f" {FILES[file]} " for file in files), "dim"))
    return Text("\n").join(lines)


def _cell(screen: Screen, board: Board, view: View, square: int) -> Text:
    """One square, three columns wide."""
    if not screen.has_color:
        return Text(_plain_cell(screen, board, view, square))
    palette = RICH if screen.color_system in ("256", "truecolor") else PLAIN
    geometry = board.book.geometry
    shade = (geometry.file_of(square) + geometry.rank_of(square)) % 2
    if square in view.alarmed:
        ground = palette.alarmed
    else:
        ordinary = palette.tiled if square in view.tiles else palette.squares
        ground = (palette.marked if square in view.marked else ordinary)[shade]
    reach = board.reach_on(square)
    front = palette.dot if reach is None else palette.pieces[reach.color]
    content = _content(screen, board, view, square) or " "
    return Text(f" {content} ", Style.parse(f"{front} on {ground}"))


def _plain_cell(screen: Screen, board: Board, view: View, square: int) -> str:
    content = _content(screen, board, view, square) or ("·" if screen.has_symbols else ".")
    if square in view.alarmed:
        return f"!{content}!"
    if square in view.marked:
        return f"[{content}]"
    return f"({content})" if square in view.tiles else f" {content} "


def _content(screen: Screen, board: Board, view: View, square: int) -> str:
    cell = board.cells[square]
    if cell == WALL:
        return "#"
    reach = board.reach_on(square)
    if reach is None:
        dot = "●" if screen.has_symbols else "x"
        return dot if square in view.dotted else view.tiles.get(square, "")
    book = board.book
    if reach.color == NEUTRAL and not screen.has_color:
        return piece_text(book, reach.type_index, NEUTRAL)[-1]
    return screen.figure(book.types[reach.type_index], book.letters[reach.type_index], reach.color)


def move_table(screen: Screen, engine: Engine, moves: Iterable[LegalMove]) -> Table:
    """The moves grouped by piece, from the first square to the last."""
    by_square: dict[int, list[LegalMove]] = {}
    held: dict[str | None, list[LegalMove]] = {}
    acts: list[LegalMove] = []
    for move in moves:
        if move.act is not None:
            acts.append(move)
        elif move.from_square is None:
            held.setdefault(move.piece_type, []).append(move)
        else:
            by_square.setdefault(move.from_square, []).append(move)
    texts = dict(zip(engine.legal_moves(), engine.sans()))
    table = Table("piece", "SAN", "UCI", box=box.SIMPLE_HEAD)
    for square in sorted(by_square):
        own = sorted(by_square[square])
        written = "  ".join([texts[move] for move in own])
        table.add_row(_describe_piece(screen, engine, square), written, "  ".join(own))
    for kind, own in sorted(held.items(), key=lambda item: str(item[0])):
        written = "  ".join([texts[move] for move in sorted(own)])
        table.add_row(f"{kind} in hand", written, "  ".join(sorted(own)))
    if acts:
        table.add_row("acts", "  ".join([texts[move] for move in sorted(acts)]), "  ".join(sorted(acts)))
    return table


def _describe_piece(screen: Screen, engine: Engine, square: int) -> str:
    """A piece and its square: `♘ g1`, or `N g1` on a terminal without chess figures."""
    board = engine.board
    reach = board.pieces[board.turn][square]
    book = board.book
    figure = screen.figure(book.types[reach.type_index], book.letters[reach.type_index], reach.color)
    return f"{figure} {book.geometry.names[square]}"
