"""Plots as SVG: intervals, courses, histograms, bars and boards. A page gives their classes colours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rete_chess.core.geometry import FILES
from rete_chess.drawing.markup import element, words

WIDTH: Final = 420  # of a phone, so that letters are as large there as elsewhere
LETTER: Final = 6.7  # the width of one, on average
ROW: Final = 21
LABEL: Final = 200  # at most; labels that are longer are cut
FIGURE: Final = 88
MARGIN: Final = 34
HEIGHT: Final = 150
CELL: Final = 34
#: Columns of a histogram, at most.
COLUMNS: Final = 40
#: Numbers that look round on an axis.
ROUND: Final = (1, 2, 2.5, 5, 10)


class Bar(NamedTuple):
    """A bar from zero: its label, its share of the longest, and what stands behind it."""

    label: str
    share: float
    figure: str
    kind: str = "bar"


class Whisker(NamedTuple):
    """A value with its interval; `mark` is another value to compare it with."""

    label: str
    interval: Sequence[float]  # the value, and between what it lies
    figure: str
    mark: float | None = None


def bars(rows: Sequence[Bar], about: str) -> str:
    """Horizontal bars, one below the other."""
    left = _label_room(row.label for row in rows)
    room = WIDTH - left - _figure_room(row.figure for row in rows)
    parts = []
    for number, row in enumerate(rows):
        y = number * ROW
        parts.append(_label(row.label, left, y))
        width = max(1.5, room * min(1.0, row.share))
        parts.append(element("rect", class_=row.kind, x=left, y=y + 4, width=width, height=12, rx=2))
        parts.append(_text(row.figure, left + width + 6, y + 14, "figure"))
    return _plot(WIDTH, ROW * len(rows), parts, about)


def whiskers(rows: Sequence[Whisker], about: str, line: float | None = None) -> str:
    """Values with their intervals on one scale, whose `line` is the value to stand beside."""
    ends = [end for row in rows for end in row.interval]
    ends += [row.mark for row in rows if row.mark is not None] + ([] if line is None else [line])
    low, high = _widened(min(ends), max(ends))
    left = _label_room(row.label for row in rows)
    room = WIDTH - left - _figure_room(row.figure for row in rows)

    def place(value: float) -> float:
        return left + room * (value - low) / (high - low)

    height = ROW * len(rows)
    parts = [element("line", class_="axis", x1=left, x2=left + room, y1=height, y2=height)]
    for tick in ticks(low, high, 5):
        parts.append(element("line", class_="grid", x1=place(tick), x2=place(tick), y1=0, y2=height))
        parts.append(_text(f"{tick:g}", place(tick), height + 15, "tick middle"))
    if line is not None:
        parts.append(element("line", class_="aim", x1=place(line), x2=place(line), y1=0, y2=height))
    for number, row in enumerate(rows):
        y = number * ROW + ROW / 2
        middle, low_end, high_end = map(place, row.interval)
        parts.append(_label(row.label, left, number * ROW))
        parts.append(element("line", class_="whisker", x1=low_end, x2=high_end, y1=y, y2=y))
        if row.mark is not None:
            x = place(row.mark)
            diamond = f"M{x:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z"
            parts.append(element("path", class_="mark", d=diamond))
        parts.append(element("circle", class_="dot", cx=middle, cy=y, r=4.5))
        parts.append(_text(row.figure, left + room + 10, y + 4, "figure"))
    return _plot(WIDTH, height + 22, parts, about)


def course(points: Sequence[Sequence[float]], about: str, line: float = 50.0) -> str:
    """A value over a number of games, in percent, with the band in which it lies."""
    if not points:
        return ""
    most = points[-1][0]
    shares = [[100 * each for each in point[1:]] for point in points]
    later = shares[len(shares) // 10 :]
    low = min(line, *(share[1] for share in later))
    high = max(line, *(share[2] for share in later))
    low, high = _widened(low, high)

    def x(games: float) -> float:
        return MARGIN + (WIDTH - MARGIN - 12) * games / most

    def y(value: float) -> float:
        return HEIGHT - (HEIGHT - 12) * (min(high, max(low, value)) - low) / (high - low)

    parts = _value_axis(low, high, y)
    games = [x(point[0]) for point in points]
    upper = [f"{a:.1f},{y(share[2]):.1f}" for a, share in zip(games, shares)]
    lower = [f"{a:.1f},{y(share[1]):.1f}" for a, share in zip(games, shares)]
    parts.append(element("polygon", class_="band", points=" ".join([*upper, *reversed(lower)])))
    parts.append(element("line", class_="aim", x1=MARGIN, x2=WIDTH - 12, y1=y(line), y2=y(line)))
    middle = " ".join(f"{a:.1f},{y(share[0]):.1f}" for a, share in zip(games, shares))
    parts.append(element("polyline", class_="line", points=middle))
    parts += [_text(f"{tick:g}", x(tick), HEIGHT + 16, "tick middle") for tick in ticks(0, most, 5) if tick]
    parts.append(_text("games", WIDTH - 12, HEIGHT + 32, "tick end"))
    return _plot(WIDTH, HEIGHT + 38, parts, about)


def histogram(counts: Mapping[str, int], unit: str, about: str) -> str:
    """How often whole numbers came up."""
    values = {int(value): count for value, count in counts.items()}
    if not values:
        return ""
    low, high = min(values), max(values)
    step = max(1, math.ceil((high - low + 1) / COLUMNS))
    columns = [0] * ((high - low) // step + 1)
    for value, count in values.items():
        columns[(value - low) // step] += count
    most = max(columns)
    room = (WIDTH - MARGIN - 12) / len(columns)

    def y(value: float) -> float:
        return HEIGHT - (HEIGHT - 12) * value / most

    parts = _value_axis(0, most, y)
    for number, count in enumerate(columns):
        if count:
            first = low + number * step
            told = f"{first} to {first + step - 1}: {count}" if step > 1 else f"{first}: {count}"
            parts.append(
                element(
                    "rect",
                    element("title", words(told)),
                    class_="bar",
                    x=round(MARGIN + room * number, 2),
                    y=round(y(count), 2),
                    width=round(max(1.0, room - 1), 2),
                    height=round(HEIGHT - y(count), 2),
                )
            )
    for tick in ticks(low, high, 6):
        parts.append(
            _text(f"{tick:g}", MARGIN + room * (tick - low + 0.5) / step, HEIGHT + 16, "tick middle")
        )
    parts.append(_text(unit, WIDTH - 12, HEIGHT + 32, "tick end"))
    return _plot(WIDTH, HEIGHT + 38, parts, about)


def heat(squares: Mapping[str, int], about: str) -> str:
    """A board whose squares are the darker the more often moves went there."""
    places = {name: (FILES.index(name[0]), int(name[1:]) - 1) for name in squares}
    if not places:
        return ""
    width = max(file for file, _ in places.values()) + 1
    height = max(rank for _, rank in places.values()) + 1
    most, total = max(squares.values()) or 1, sum(squares.values()) or 1
    parts = []
    for name, (file, rank) in places.items():
        x, y = file * CELL, (height - 1 - rank) * CELL
        told = element("title", words(f"{name}: {100 * squares[name] / total:.1f} % of all moves"))
        parts.append(element("rect", class_="cell", x=x, y=y, width=CELL - 1, height=CELL - 1))
        share = round(squares[name] / most, 3)
        parts.append(
            element(
                "rect", told, class_="heat", x=x, y=y, width=CELL - 1, height=CELL - 1, fill_opacity=share
            )
        )
        parts.append(_text(name, x + 3, y + CELL - 5, "square"))
    return _plot(width * CELL, height * CELL, parts, about, "plot board")


def ticks(low: float, high: float, number: int) -> list[float]:
    """Round numbers between two values."""
    span = max(high - low, 1e-9) / number
    power = 10 ** math.floor(math.log10(span))
    step = next(power * each for each in ROUND if power * each >= span * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(step * each, 10) for each in range(first, math.floor(high / step + 1e-9) + 1)]


def _widened(low: float, high: float) -> tuple[float, float]:
    room = 0.06 * (high - low) or 1.0
    return low - room, high + room


def _value_axis(low: float, high: float, y: object) -> list[str]:
    assert callable(y)
    parts = []
    for tick in ticks(low, high, 5):
        parts.append(element("line", class_="grid", x1=MARGIN, x2=WIDTH - 12, y1=y(tick), y2=y(tick)))
        parts.append(_text(f"{tick:g}", MARGIN - 6, y(tick) + 4, "tick end"))
    return parts


def _label_room(labels: Iterable[str]) -> float:
    """The room for the longest label before a row."""
    return min(LABEL, max((12 + LETTER * len(text) for text in labels), default=0.0))


def _label(text: str, room: float, y: float) -> str:
    """A label that ends before the plot begins, cut where it is too long, and in full when pointed at."""
    most = int((room - 10) / LETTER)
    short = text if len(text) <= most else f"{text[: most - 1]}…"
    return element(
        "text",
        element("title", words(text)),
        words(short),
        class_="label end",
        x=room - 8,
        y=y + ROW / 2 + 4,
    )


def _figure_room(figures: Iterable[str]) -> float:
    """The room for the longest text behind a row."""
    return max([FIGURE, *(12 + LETTER * len(text) for text in figures)])


def _text(text: str, x: float, y: float, kind: str) -> str:
    return element("text", words(text), class_=kind, x=round(x, 2), y=round(y, 2))


def _plot(width: float, height: float, parts: Sequence[str], about: str, kind: str = "plot") -> str:
    box = f"0 0 {width:g} {height:g}"
    title = element("title", words(about))
    return element("svg", title, *parts, class_=kind, viewBox=box, role="img", width=width, height=height)
