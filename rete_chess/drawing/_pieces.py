"""The figures of the pieces: simple outlines in a box of 100 by 100, drawn for this package."""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.drawing.markup import element, words

#: The side of the box in which a piece is drawn.
BOX: Final = 100
#: Body and line of White's pieces and of Black's.
COLORS: Final = (("#ffffff", "#22252b"), ("#33373f", "#f2efe6"))
OUTLINE: Final = "#22252b"


class Figure(NamedTuple):
    """The figure of a piece type: a filled body, and lines upon it."""

    body: str
    lines: str = ""


FIGURES: Final = {
    "pawn": Figure(
        "M50 18a14 14 0 0 1 9 25c6 2 6 8 1 9c1 13 6 17 12 24v9H28"
        "v-9c6-7 11-11 12-24c-5-1-5-7 1-9a14 14 0 0 1 9-25Z"
    ),
    "rook": Figure("M27 17h11v8h7v-8h10v8h7v-8h11v19l-8 7v25l9 8v9H26v-9l9-8V43l-8-7Z", "M36 43h28M36 68h28"),
    "bishop": Figure(
        "M50 11a6 6 0 0 1 4 10.5c11 8 16 18 14 27c-1 5-4 9-8 11l2 9c5 1 10 4 11 8v8.5H27V76.5"
        "c1-4 6-7 11-8l2-9c-4-2-7-6-8-11c-2-9 3-19 14-27A6 6 0 0 1 50 11Z",
        "M50 32v16M42 40h16M40 59.5h20",
    ),
    "knight": Figure(
        "M32 85c-1-19 14-24 15-37c-5 5-10 5-14 9c-3 4-10 4-12-1c-2-6 5-13 9-20c2-9 8-14 15-16l3-9l7 9"
        "c15 4 22 17 22 36l-1 29Z",
        "M41 34h.1M62 32c5 8 6 17 6 27",
    ),
    "queen": Figure(
        "M20 24a5 5 0 1 1 5 5l9 18l3-24a5.5 5.5 0 1 1 4-.5l9 22l9-22a5.5 5.5 0 1 1 4 .5l3 24l9-18"
        "a5 5 0 1 1 5-5l-7 38v9l3 6v8.5H24V77l3-6v-9Z",
        "M28 62h44M27 71h46",
    ),
    "king": Figure(
        "M47 9h6v6h6v6h-6v7c4 2 5 5 5 8c9-7 24-3 23 10c-1 9-8 13-9 22v3l3 6v8.5H25V77l3-6v-3"
        "c-1-9-8-13-9-22c-1-13 14-17 23-10c0-3 1-6 5-8v-7h-6v-6h6Z",
        "M50 62V46c0-5 4-9 8-10M50 46c0-5-4-9-8-10M28 66h44M27 73h46",
    ),
}


def piece_symbol(kind: str) -> str | None:
    """The figure of a piece type as an SVG symbol whose colours a style sheet gives; None if it has none."""
    figure = FIGURES.get(kind)
    if figure is None:
        return None
    paths = [element("path", class_="piece-body", d=figure.body)]
    if figure.lines:
        paths.append(element("path", class_="piece-lines", d=figure.lines, fill="none"))
    return element("symbol", *paths, id=f"piece-{kind}", viewBox=f"0 0 {BOX} {BOX}")


def draw_piece(kind: str, letter: str, color: int) -> str:
    """A piece in its box: its figure, or the letter of its type on a disc."""
    body, line = COLORS[color]
    figure = FIGURES.get(kind)
    if figure is None:
        disc = element("circle", cx=50, cy=50, r=36, fill=body, stroke=OUTLINE, stroke_width=4)
        return disc + element(
            "text",
            words(letter.upper() if color == 0 else letter),
            x=50,
            y=66,
            fill=line,
            font_size=46,
            font_weight="bold",
            font_family="sans-serif",
            text_anchor="middle",
        )
    shape = element("path", d=figure.body, fill=body, stroke=OUTLINE, stroke_width=4, stroke_linejoin="round")
    if not figure.lines:
        return shape
    return shape + element(
        "path", d=figure.lines, fill="none", stroke=line, stroke_width=4, stroke_linecap="round"
    )
