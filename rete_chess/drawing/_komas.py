"""The figures of pieces whose drawing shows how they go: wedges of shogi, stones of dobutsu, round stones.

A dot is a step, a line goes on; around the middle of the stone as around the square of the piece.
"""

from __future__ import annotations

from typing import Final

from rete_chess.drawing.outlines import Figure, Stroke, dot, mirrored

_WEDGE: Final = Stroke("body", mirrored("M50 9L70 17C71 17.5 72 18.5 72 20L79 86C79 88 78 89.5 76 89.5H50"))
_STONE: Final = Stroke("body", mirrored("M50 12H80C83 12 85 14 85 17V84.5C85 87.5 83 89.5 80 89.5H50"))
_DISC: Final = Stroke("body", mirrored("M50 12.5C71.3 12.5 88.5 29.7 88.5 51C88.5 72.3 71.3 89.5 50 89.5"))
#: The line at the foot of a piece that has promoted.
_PROMOTED: Final = Stroke("line", "M33 81H67")

#: The directions of steps and lines, in files and ranks.
_AROUND: Final = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip
GOLD: Final = "n ne e s w nw"
ALL: Final = "n ne e se s sw w nw"


def wedge(steps: str = "", lines: str = "", is_promoted: bool = False) -> Figure:
    """A stone of shogi."""
    promoted = (_PROMOTED,) if is_promoted else ()
    return (_WEDGE, *promoted, *_marks(steps, lines, 51, 12))


def stone(steps: str) -> Figure:
    """A stone of dobutsu shogi."""
    return (_STONE, *_marks(steps, "", 51, 21))


def disc(steps: str = "", leaps: tuple[tuple[int, int], ...] = ()) -> Figure:
    """A round stone, of xiangqi and its kin; leaps are dots further out, in files and ranks."""
    far = (Stroke("mark", dot(50 + files * 12, 51 + ranks * 12, 3.4)) for files, ranks in leaps)
    return (_DISC, *_marks(steps, "", 51, 13), *far)


def leaping_wedge() -> Figure:
    """The stone of shogi's knight, whose steps lead over a square."""
    return (_WEDGE, Stroke("mark", dot(50, 51, 6)), *(Stroke("mark", dot(x, 27, 3.4)) for x in (38, 62)))


def _marks(steps: str, lines: str, middle: float, step: float) -> Figure:
    found = [Stroke("mark", dot(50, middle, 6))]
    for name in steps.split():
        files, ranks = _AROUND[name]
        found.append(Stroke("mark", dot(50 + files * step, middle + ranks * step, 3.4)))
    for name in lines.split():
        files, ranks = _AROUND[name]
        start, end = (
            f"{50 + files * 9:g} {middle + ranks * 9:g}",
            f"{50 + files * 19:g} {middle + ranks * 23:g}",
        )
        found.append(Stroke("line", f"M{start}L{end}"))
    return tuple(found)


_FAR_CORNERS: Final = ((2, 2), (2, -2), (-2, -2), (-2, 2))
_KNIGHTLY: Final = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
_GENERALS: Final = ("promoted-lance", "promoted-knight", "promoted-silver", "tokin")
STONES: Final[dict[str, Figure]] = {
    "general": wedge(ALL),
    "gold": wedge(GOLD),
    "silver": wedge("n ne se sw nw"),
    "shogi-knight": leaping_wedge(),
    "lance": wedge(lines="n"),
    "shogi-pawn": wedge("n"),
    "shogi-rook": wedge(lines="n e s w"),
    "shogi-bishop": wedge(lines="ne se sw nw"),
    "dragon-king": wedge("ne se sw nw", "n e s w", is_promoted=True),
    "dragon-horse": wedge("n e s w", "ne se sw nw", is_promoted=True),
    **{kind: wedge(GOLD, is_promoted=True) for kind in _GENERALS},
    "lion": stone(ALL),
    "giraffe": stone("n e s w"),
    "elephant": stone("ne se sw nw"),
    "chick": stone("n"),
    "hen": stone(GOLD),
    "alfil": disc(leaps=_FAR_CORNERS),
    "bia": disc("n"),
    "ferz": disc("ne se sw nw"),
    "horse": disc(leaps=_KNIGHTLY),
    "khon": disc("n ne se sw nw"),
    "soldier": disc("n e w"),
    "xiangqi-elephant": disc("ne se sw nw", _FAR_CORNERS),
    "xiangqi-general": disc("n e s w"),
    "janggi-elephant": disc("n e s w", _FAR_CORNERS),
    "janggi-general": stone(ALL),
    "janggi-guard": disc(ALL),
    "janggi-soldier": disc("n e w"),
}
