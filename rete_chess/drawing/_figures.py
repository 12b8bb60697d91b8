"""The figures of the shipped piece types: our own outlines in a box of 100 by 100, standing on its floor.

A figure is painted stroke by stroke, later ones over earlier ones. Horses look to the left. A piece that is
a knight and another in one shows the horse before the other; the mane of the nightrider flies.
"""

from __future__ import annotations

from typing import Final

from rete_chess.drawing._komas import STONES
from rete_chess.drawing.outlines import Figure, Stroke, dot, mirrored


def _body(path: str) -> Stroke:
    return Stroke("body", path)


def _half(path: str, axis: float = 50) -> Stroke:
    return Stroke("body", mirrored(path, axis))


def _line(path: str) -> Stroke:
    return Stroke("line", path)


def _balls(radius: float, *places: tuple[float, float]) -> Figure:
    return tuple(_body(dot(x, y, radius)) for x, y in places)


def _eye(x: float, y: float) -> Stroke:
    return Stroke("mark", dot(x, y, 3.4))


_FOOT: Final = _half("M50 79H72C76.5 79 79 82 79 86V87C79 88.5 78 89.5 76.5 89.5H50")
_SMALL_FOOT: Final = _half("M50 79H68C72.5 79 75 82 75 86V87C75 88.5 74 89.5 72.5 89.5H50")
_WIDE_FOOT: Final = _half("M53 79H80C84.5 79 87 82 87 86V87C87 88.5 86 89.5 84.5 89.5H53", 53)

#: The horse in front of another piece.
_HORSE: Final = (
    _body(
        "M24 79C25 66 38 61 40 49C35.5 52 31.5 52.5 28.5 56C25 60 19 60.5 16 56.5C13 52.5 14 48.5 17 44"
        "C22 36.5 24 33 26 27.5C28 23 31 20.5 34.5 19L37 10.5C41 12.5 43.5 15 45.5 18.5"
        "C57 23 62 37 61 55C60.6 64 60 72 59 79Z"
    ),
    _eye(34, 31.5),
    _line("M48 26.5C52.5 32.5 54 40 53.5 50"),
    _WIDE_FOOT,
)

FIGURES: Final[dict[str, Figure]] = {
    "duck": (
        _body(
            "M40 44C44 52 54 54 64 52C74 50 82 46 90 38C93 60 84 79 62 79H42C26 79 18 68 22 57"
            "C24 51 28 48 30 44Z"
        ),
        _body("M20 30C20 20 28 13 38 13C49 13 56 21 56 31C56 41 48 48 38 48C28 48 20 41 20 30Z"),
        _body("M22 29L6 36C8 42 16 43 24 40C22 36 21.5 32 22 29Z"),
        _eye(34, 26),
        _line("M46 64C56 69 68 67 77 58"),
        _FOOT,
    ),
    "pawn": (
        _half("M50 49H57C57.5 62 63 71 69 79H50"),
        _half("M50 42H61C64 42 65.5 44 65.5 46C65.5 48 64 50 61 50H50"),
        _half("M50 16C58.5 16 65 22.5 65 30.5C65 35.5 62.5 39.5 58.5 42H50"),
        _SMALL_FOOT,
    ),
    "knight": (
        _body(
            "M27 79C27 65 45 61 47 47C42 51 36 51 32 55C28 59.5 22 60 19 56C16 52 17 48 20 43.5"
            "C25 36 28 33 30 26C32 21 36 18 40 16.5L43 8C47 10 50 13 52 16"
            "C69 21 78 38 77 60C77 68 76 74 75 79Z"
        ),
        _line("M56 24C65 31 69 43 68 60"),
        _eye(39.4, 30),
        _FOOT,
    ),
    "bishop": (
        _half("M50 62H58C58.5 69 63 75 69 79H50"),
        _half("M50 21C61 29 69.5 38 69.5 47.5C69.5 53 66 57 61.5 59.5H50"),
        _half("M50 57.5H63C66 57.5 67.5 59 67.5 61C67.5 63 66 65 63 65H50"),
        _half("M50 10C53.5 10 56 12.5 56 16C56 19.5 53.5 22 50 22"),
        _line("M51 43L60 31.5"),
        _FOOT,
    ),
    "rook": (
        _half("M50 37H65C65 55 67 68 70 79H50"),
        _half("M50 17.5H56.5V25H63.5V17.5H73C74 17.5 75 18.5 75 19.5V31C75 36 72 39.5 67 39.5H50"),
        _line("M32 69.5H68"),
        _FOOT,
    ),
    "queen": (
        _half("M50 20L57.5 46L67 22L69.5 48.5L83 31L75 64C73.5 69 73 74 74 79H50"),
        _line("M27 65.5C40 61.5 60 61.5 73 65.5"),
        *_balls(4.6, (17, 29), (33, 18.5), (50, 15), (67, 18.5), (83, 29)),
        _FOOT,
    ),
    "king": (
        _half("M50 7.5H53.6V12.4H59V19H53.6V30H50"),
        _half(
            "M50 36C53 29.5 60 26.5 67 26.5C77 26.5 84 33.5 83 43"
            "C82 52 75 57 74 65C73.5 70 73.5 75 74.5 79H50"
        ),
        _half("M50 24.5C55 28 57.5 32 57.5 37C57.5 45 51.5 52 50 62.5"),
        _line("M26.5 65.5C40 61.5 60 61.5 73.5 65.5"),
        _FOOT,
    ),
    "archbishop": (
        _half("M64 62H69C70 70 73 75 77 79H64", 64),
        _half("M64 19C75 27 83.5 37 83.5 47C83.5 53 80.5 57.5 76 60H64", 64),
        _half("M64 58.5H77C80 58.5 81.5 60 81.5 62.2C81.5 64.4 80 66 77 66H64", 64),
        *_balls(5.8, (64, 14)),
        _line("M67 46L75.5 34"),
        *_HORSE,
    ),
    "chancellor": (
        _body(
            "M50 18H58V25.5H65.5V18H73.5V25.5H80V18H86.5C87.3 18 88 18.7 88 19.5V32C88 37.5 85 41 79.5 41"
            "C79 56 79 68 79.5 79H50Z"
        ),
        _line("M62 41H79.5M62 69H79"),
        *_HORSE,
    ),
    "amazon": (
        _body("M45 79L50 20L58 20L64.5 44L74 24L76 48L90 33L81 64C79.5 69 79 74 79.5 79Z"),
        *_balls(4.6, (57, 14.5), (74.5, 19), (90, 30)),
        _line("M60 65C67 63 74 63.5 80 65.5"),
        *_HORSE,
    ),
    "nightrider": (
        _body(
            "M26 79C26 65 42 61 44 48C39 51.5 34 52 30.5 56C27 60 20.5 60.5 17.5 56.5"
            "C14.5 52.5 15.5 48.5 18.5 44"
            "C23.5 36.5 26 33 28 27C30 22.5 33 20 36.5 18.5L39 9.5C43 11 45.5 13.5 47.5 16"
            "C58 11.5 72 11.5 84 17C78 19 73.5 22 70.5 25.5C79 26.5 86 31 91 38C84 37.5 79 38.5 75.5 40.5"
            "C82 44 86.5 51 88 59C82 56 77.5 55.5 73.5 56C76 64 76.5 72 75.5 79Z"
        ),
        _line("M52 24.5C60 26.5 64 29.5 67 33M56 36.5C62 39.5 65 43 67 47.5"),
        _eye(36, 31),
        _FOOT,
    ),
    "cannon": (
        _body("M62 60L77 54L95 83C96 85 96 89.5 92 89.5H85C83 89.5 81.5 88.5 80.5 87Z"),
        _body(
            "M11.5 35L16.5 18.5C17.5 15.5 20 14.5 22.5 15.6L30 19L76 41C84.5 45 87.5 52.5 84.5 60"
            "C81.5 67 74 69 66.5 65.5L20.5 43.5L13.5 40C11.7 39 10.8 37.2 11.5 35Z"
        ),
        _line("M30 19L20.5 43.5M63 35L52 58.5"),
        _body(dot(52, 67, 22.5)),
        _line("M52 50.5V83.5M35.5 67H68.5M40.3 55.3L63.7 78.7M63.7 55.3L40.3 78.7"),
        _body(dot(52, 67, 6.5)),
    ),
    "grasshopper": (
        Stroke("edge", "M25 40C22 29 16 21.5 8 18.5M31 37C31 26 28 18 21.5 11.5"),
        Stroke("edge", "M34 66L30 76L22 88M47 73L46 80L40 88"),
        _body(
            "M15 51C14 40.5 21.5 35 30.5 36.5C53 40.5 74 53.5 92 73.5C74 78 52 77.5 34 69.5"
            "C22.5 64.5 16 59 15 51Z"
        ),
        _line("M40 39.5C37.5 49 39.5 60.5 44.5 70.5"),
        _eye(26, 48.5),
        _body(
            "M50 67C49 63 50.5 59 53 55.5L71 25C73 21.5 78 22 79 26L91.5 81"
            "C93 85 96 86 96 88.5C96 89.5 95 90 94 90"
            "H85C83.5 90 82.5 89 82.2 87.5L74 48L63.5 67.5C60 74 51.5 73 50 67Z"
        ),
    ),
    **STONES,
}

FIGURES.update({"janggi-cannon": FIGURES["cannon"], "janggi-chariot": FIGURES["rook"]})
