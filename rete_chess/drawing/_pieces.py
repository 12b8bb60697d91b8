"""Pieces painted: the figure of their type in the colours of their side, or its letter on a disc."""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.drawing._figures import FIGURES
from rete_chess.drawing.markup import element, words
from rete_chess.drawing.outlines import Role

#: The side of the box in which a piece is drawn.
BOX: Final = 100
#: The widths of strokes, in a box.
WIDTHS: Final[dict[Role, float]] = {"body": 3.6, "line": 3.2, "edge": 4.2}


class Paint(NamedTuple):
    """The colours of a side."""

    body: str
    edge: str
    line: str


#: White's colours, Black's, and those of pieces that are nobody's.
PAINTS: Final = (
    Paint("#fffdf8", "#2b2823", "#2b2823"),
    Paint("#45413a", "#16140f", "#fffdf8"),
    Paint("#d98a2b", "#5a3407", "#5a3407"),
)


def piece_symbol(kind: str) -> str | None:
    """The figure of a piece type as an SVG symbol whose colours a style sheet gives; None if it has none.

    Its paths have the classes `piece-body`, `piece-line`, `piece-mark` and `piece-edge`.
    """
    figure = FIGURES.get(kind)
    if figure is None:
        return None
    paths = (element("path", class_=f"piece-{role}", d=path) for role, path in figure)
    return element("symbol", *paths, id=f"piece-{kind}", viewBox=f"0 0 {BOX} {BOX}")


def draw_piece(kind: str, letter: str, color: int) -> str:
    """A piece in its box: its figure, or the letter of its type on a disc."""
    paint = PAINTS[color]
    figure = FIGURES.get(kind)
    if figure is None:
        return _draw_disc(letter.upper() if color == 0 else letter, paint)
    parts = "".join(element("path", d=path, **_look(role, paint)) for role, path in figure)
    return element("g", parts, stroke_linecap="round", stroke_linejoin="round")


def _look(role: Role, paint: Paint) -> dict[str, str | float]:
    if role == "mark":
        return {"fill": paint.line}
    fill = paint.body if role == "body" else "none"
    stroke = paint.line if role == "line" else paint.edge
    return {"fill": fill, "stroke": stroke, "stroke_width": WIDTHS[role]}


def _draw_disc(letter: str, paint: Paint) -> str:
    disc = element("circle", cx=50, cy=50, r=38, fill=paint.body, stroke=paint.edge, stroke_width=3.6)
    ring = element("circle", cx=50, cy=50, r=31, fill="none", stroke=paint.line, stroke_width=2)
    return (
        disc
        + ring
        + element(
            "text",
            words(letter),
            x=50,
            y=65,
            fill=paint.line,
            font_size=42,
            font_weight="bold",
            font_family="sans-serif",
            text_anchor="middle",
        )
    )
