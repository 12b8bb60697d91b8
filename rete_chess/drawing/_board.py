"""A position as SVG: squares, tiles, pieces, and marks for what has just happened."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from rete_chess.core.board import DYING, Board
from rete_chess.core.geometry import COLORS, FILES, OWNERS
from rete_chess.core.reach import WALL
from rete_chess.drawing._pieces import BOX, draw_piece
from rete_chess.drawing._tiles import draw_tile
from rete_chess.drawing.markup import Drawing, element, shift, svg, words
from rete_chess.facts.tiles import TILE_PLACE, TILE_TYPE, tiles

#: The side of a square, and the margin on which ranks and files stand.
CELL: Final = 48
MARGIN: Final = 20
SQUARES: Final = ("#a9b8a6", "#ece6da")  # dark, light
MARKED: Final = ("#c7c17c", "#dace8a")
ALARMED: Final = "#d9483b"
CLOSED_COLOR: Final = "#4a4038"
TILE_COLOR: Final = "#7b4fa3"
ARROW: Final = "#c4662a"
TEXT: Final = "#59616b"
VEIL: Final = ("#8d949b", "#9aa1a8")


@dataclass(frozen=True)
class Marks:
    """The marks of a position beside its pieces."""

    moved: Collection[int] = ()  # squares of the last move
    alarmed: Collection[int] = ()  # royal pieces in check
    dotted: Collection[int] = ()  # squares that can be reached
    ringed: Collection[int] = ()  # squares on which something was to be seen
    arrow: tuple[int, int] | None = None
    veiled: Collection[int] = ()  # squares of which nobody who looks knows who stands there


NO_MARKS: Final = Marks()


def board_svg(board: Board, marks: Marks = NO_MARKS, is_flipped: bool = False) -> str:
    """A position as an SVG document."""
    return svg(draw_board(board, marks, is_flipped))


def draw_board(board: Board, marks: Marks = NO_MARKS, is_flipped: bool = False) -> Drawing:
    """A position as a part of a picture."""
    geometry = board.book.geometry
    sheet = _Sheet(board, is_flipped)
    parts = [sheet.square(square, marks) for square in range(geometry.size)]
    parts += [sheet.tile(entity) for entity in sorted(tiles(board))]
    for color, pieces in enumerate(board.pieces):
        parts += [sheet.piece(square, color) for square in sorted(pieces)]
    parts += [sheet.spot(square, 9, fill=ARROW, fill_opacity=0.75) for square in sorted(marks.dotted)]
    for square in sorted(marks.ringed):
        parts.append(sheet.spot(square, 21, fill="none", stroke=ALARMED, stroke_width=4))
    if marks.arrow is not None and marks.arrow[0] != marks.arrow[1]:
        parts.append(sheet.arrow(*marks.arrow))
    parts += sheet.edge()
    if board.hands is None:
        return Drawing(sheet.width, sheet.height, "".join(parts))
    parts += [sheet.held(color, index, count) for color, index, count in _held(board)]
    return Drawing(sheet.width + CELL + MARGIN, sheet.height, "".join(parts))


def _held(board: Board) -> list[tuple[int, int, int]]:
    """What is in hand: colour, type and count, the most valuable first."""
    book = board.book
    return [
        (color, index, counts[index])
        for color, counts in enumerate(board.hands or ())
        for index in sorted(
            range(len(counts)), key=lambda index: (book.piece(index, color).value, index), reverse=True
        )
        if counts[index]
    ]


class _Sheet:
    """The places of the squares of one board in the picture."""

    def __init__(self, board: Board, is_flipped: bool) -> None:
        self.board = board
        self.geometry = board.book.geometry
        self.is_flipped = is_flipped
        self.width = self.geometry.width * CELL + 2 * MARGIN
        self.height = self.geometry.height * CELL + 2 * MARGIN

    def corner(self, square: int) -> tuple[int, int]:
        """The left upper corner of a square."""
        file, rank = self.geometry.file_of(square), self.geometry.rank_of(square)
        across = self.geometry.width - 1 - file if self.is_flipped else file
        down = rank if self.is_flipped else self.geometry.height - 1 - rank
        return MARGIN + across * CELL, MARGIN + down * CELL

    def centre(self, square: int) -> tuple[float, float]:
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2

    def square(self, square: int, marks: Marks) -> str:
        shade = (self.geometry.file_of(square) + self.geometry.rank_of(square)) % 2
        fill = (MARKED if square in marks.moved else SQUARES)[shade]
        if square in marks.alarmed:
            fill = ALARMED
        if self.board.cells[square] == WALL:
            fill = CLOSED_COLOR
        x, y = self.corner(square)
        if square in marks.veiled:
            is_moved = square in marks.moved
            fill = MARKED[shade] if is_moved else VEIL[shade]
            return element("rect", x=x, y=y, width=CELL, height=CELL, fill=fill, data_seen="false")
        return element("rect", x=x, y=y, width=CELL, height=CELL, fill=fill)

    def tile(self, entity: int) -> str:
        """A special square: the picture of its tile type, or a frame with the type's name."""
        square, kind = self.board.columns[TILE_PLACE][entity], tiles(self.board)[entity]
        drawn = draw_tile(kind)
        if drawn is None:
            drawn = _frame(kind, SQUARES[1] if self.board.cells[square] == WALL else TILE_COLOR)
        return shift(self._title(f"{kind} tile", square, entity) + drawn, *self.corner(square), CELL / BOX)

    def piece(self, square: int, color: int) -> str:
        book = self.board.book
        number = self.board.pieces[color][square].type_index
        kind = book.types[number]
        title = self._title(f"{OWNERS[color]} {kind}", square, self.board.entities[square])
        return shift(title + draw_piece(kind, book.letters[number], color), *self.corner(square), CELL / BOX)

    def held(self, color: int, index: int, count: int) -> str:
        """Pieces in hand beside the board: of the lower side from below, of the upper side from above."""
        book = self.board.book
        place = [kind for side, kind, _ in _held(self.board) if side == color].index(index)
        is_below = (color == 0) != self.is_flipped
        step = min(CELL, (self.height - 2 * MARGIN) / 2 / max(1, len(book.types)))
        y = self.height - MARGIN - (place + 1) * step if is_below else MARGIN + place * step
        kind, scale = book.types[index], step / BOX
        title = element("title", words(f"{count} {COLORS[color]} {kind} in hand"))
        label = element("text", words(str(count)), x=BOX * 1.25, y=BOX * 0.65, font_size=BOX * 0.4, fill=TEXT)
        return shift(title + draw_piece(kind, book.letters[index], color) + label, self.width, y, scale)

    def _title(self, name: str, square: int, entity: int) -> str:
        """The text that a viewer shows under the pointer: the name, the square, and the attributes."""
        facts = [
            f"{attribute} {column[entity]}"
            for attribute, column in sorted(self.board.columns.items())
            if entity in column and attribute not in (DYING, TILE_TYPE, TILE_PLACE)
        ]
        return element("title", words(", ".join([f"{name} {self.geometry.names[square]}", *facts])))

    def spot(self, square: int, radius: float, **look: str | float) -> str:
        x, y = self.centre(square)
        return element("circle", cx=x, cy=y, r=radius, **look)

    def arrow(self, origin: int, target: int) -> str:
        """The arrow from the middle of a square to the middle of another."""
        (x1, y1), (x2, y2) = self.centre(origin), self.centre(target)
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        along, across = ((x2 - x1) / length, (y2 - y1) / length), ((y1 - y2) / length, (x2 - x1) / length)

        def point(back: float, aside: float) -> str:
            x = x2 - along[0] * back + across[0] * aside
            y = y2 - along[1] * back + across[1] * aside
            return f"{x:.1f} {y:.1f}"

        line = f"M{x1:g} {y1:g}L{point(16, 0)}"
        head = f"M{point(0, 0)}L{point(18, 9)}L{point(18, -9)}Z"
        return element("path", d=line, stroke=ARROW, stroke_width=6, stroke_opacity=0.85) + element(
            "path", d=head, fill=ARROW, fill_opacity=0.85
        )

    def edge(self) -> list[str]:
        """The names of the ranks on the left and of the files below."""
        names = []
        for rank in range(self.geometry.height):
            _, y = self.centre(self.geometry.square(0, rank))
            names.append((str(rank + 1), MARGIN / 2, y + 4))
        for file in range(self.geometry.width):
            x, _ = self.centre(self.geometry.square(file, 0))
            names.append((FILES[file], x, self.height - 6))
        return [
            element(
                "text",
                name,
                x=x,
                y=y,
                fill=TEXT,
                font_size=11,
                font_family="sans-serif",
                text_anchor="middle",
            )
            for name, x, y in names
        ]


def _frame(name: str, color: str) -> str:
    """The frame of a tile without a picture, in its box, with a name that can be read above a piece."""
    frame = element(
        "rect",
        x=4,
        y=4,
        width=92,
        height=92,
        fill="none",
        stroke=color,
        stroke_width=5,
        stroke_dasharray="10 6",
    )
    return frame + element(
        "text",
        words(name),
        x=BOX / 2,
        y=22,
        fill=color,
        font_size=16,
        font_family="sans-serif",
        text_anchor="middle",
    )
