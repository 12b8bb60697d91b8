"""SVG as text: elements with escaped words, and drawings that know their size."""

from __future__ import annotations

from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr


class Drawing(NamedTuple):
    """A part of a picture, drawn from its own left upper corner."""

    width: float
    height: float
    body: str


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """`<name …>…</name>`; attributes are escaped, what is inside must be markup already."""
    given = "".join(f" {key.strip('_').replace('_', '-')}={_quoted(v)}" for key, v in attributes.items())
    return f"<{name}{given}>{''.join(inside)}</{name}>" if inside else f"<{name}{given}/>"


def words(text: str) -> str:
    """A text as markup; what no XML may hold becomes a question mark."""
    return escape("".join(letter if letter.isprintable() else "?" for letter in text))


def shift(drawing: str, x: float, y: float, scale: float = 1) -> str:
    """A drawing moved to a place and scaled."""
    size = "" if scale == 1 else f" scale({scale:g})"
    return element("g", drawing, transform=f"translate({x:g} {y:g}){size}")


def svg(drawing: Drawing) -> str:
    """The whole picture as a document."""
    width, height = f"{drawing.width:g}", f"{drawing.height:g}"
    return element(
        "svg",
        drawing.body,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
    )


def _quoted(value: str | float) -> str:
    return quoteattr(value if isinstance(value, str) else f"{value:g}")
