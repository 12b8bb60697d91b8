"""The pictures of the shipped tile types: whole squares, in a box of 100 by 100, that show around a piece."""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.drawing.markup import element
from rete_chess.drawing.outlines import dot, mirrored


class Patch(NamedTuple):
    """One path of a tile: filled, or drawn with a stroke of some width."""

    path: str
    color: str
    width: float = 0  # 0: filled
    opacity: float = 1


Ground = tuple[Patch, ...]

_SQUARE: Final = "M0 0H100V100H0Z"
_SHIELD: Final = mirrored("M50 9C60 16 72 19 86 19V48C86 70 71 85 50 93")
_SURF: Final = "M0 80q8.3-9 16.7 0t16.7 0t16.7 0t16.7 0t16.7 0t16.6 0"

TILES: Final[dict[str, Ground]] = {
    "standard": (),
    "wall": (
        Patch(_SQUARE, "#6f6a64"),
        Patch(
            "M0 4H46V22H0ZM0 29H21V47H0ZM79 29H100V47H79ZM0 54H46V72H0ZM54 54H100V72H54Z"
            "M29 79H71V97H29ZM79 79H100V97H79Z",
            "#8b857d",
        ),
        Patch("M54 4H100V22H54ZM29 29H71V47H29ZM0 79H21V97H0Z", "#97918a"),
        Patch(
            "M0 22H46M54 22H100M0 47H21M29 47H71M79 47H100M0 72H46M54 72H100M0 97H21M29 97H71M79 97H100",
            "#4c4843",
            2.5,
        ),
    ),
    "slippery": (
        Patch(_SQUARE, "#bfe4f2", opacity=0.85),
        Patch("M5 30L30 5M5 52L52 5M48 95L95 48M74 95L95 74", "#ffffff", 5, 0.9),
        Patch("M2 2H98V98H2Z", "#79b8d3", 3),
    ),
    "well": (
        Patch(dot(50, 50, 44), "#9aa0a6"),
        Patch(
            "M50 6V17M72 11.9L66.5 21.4M88.1 28L78.6 33.5M94 50H83M88.1 72L78.6 66.5M72 88.1L66.5 78.6"
            "M50 94V83M28 88.1L33.5 78.6M11.9 72L21.4 66.5M6 50H17M11.9 28L21.4 33.5M28 11.9L33.5 21.4",
            "#5d6268",
            2.5,
        ),
        Patch(dot(50, 50, 33), "#4c9fc4"),
        Patch(dot(50, 50, 44) + dot(50, 50, 33), "#5d6268", 3),
        Patch("M30.5 43q6.5-6 13 0t13 0t13 0M32 60q6-5.5 12 0t12 0t12 0", "#d3edf7", 3.5),
    ),
    "shoal": (
        Patch(_SQUARE, "#e6d3a0", opacity=0.9),
        Patch(f"{_SURF}V100H0Z", "#6db3cf"),
        Patch(_SURF, "#ffffff", 4),
        Patch(
            "M10 14h.1M28 30h.1M16 50h.1M84 16h.1M70 34h.1M88 52h.1M48 12h.1M54 60h.1M34 62h.1",
            "#b99c5c",
            4.5,
        ),
    ),
    "fog": (
        Patch(_SQUARE, "#cfd6dc", opacity=0.8),
        Patch(
            "M0 24H40C52 24 52 8 41 8C34 8 32 14 34 18M100 42H56C46 42 46 30 55 30C60 30 61 35 59 38"
            "M0 60H52C64 60 64 74 53 74C46 74 45 68 48 65M100 88H34C24 88 24 77 33 77C38 77 39 82 37 84"
            "M70 16H100M0 42H36M72 62H100M0 84H18",
            "#ffffff",
            5.5,
        ),
    ),
    "guardian": (
        Patch(_SQUARE, "#edc75f", opacity=0.4),
        Patch(_SHIELD, "#f3d98a", opacity=0.85),
        Patch(_SHIELD, "#a97a14", 4.5),
        Patch("M50 22V80M27 44H73", "#c79a32", 4.5),
    ),
}


def draw_tile(kind: str) -> str | None:
    """The picture of a tile type in its box; None if it has none."""
    ground = TILES.get(kind)
    return None if ground is None else "".join(_draw(patch) for patch in ground)


def tile_symbol(kind: str) -> str | None:
    """The picture of a tile type as an SVG symbol in its own colours; None if it has none."""
    drawn = draw_tile(kind)
    return None if drawn is None else element("symbol", drawn, id=f"tile-{kind}", viewBox="0 0 100 100")


def _draw(patch: Patch) -> str:
    look: dict[str, str | float] = {"fill": patch.color}
    if patch.width:
        look = {"fill": "none", "stroke": patch.color, "stroke_width": patch.width, "stroke_linecap": "round"}
    if patch.opacity != 1:
        look["opacity"] = patch.opacity
    return element("path", d=patch.path, **look)
