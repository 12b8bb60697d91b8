"""The screen: a terminal or a file, what it can show, and the figures of the pieces."""

from __future__ import annotations

import io
import os
from typing import Final, TextIO

from rich.console import Console
from rich.text import Text

#: Piece type -> its figure for White and for Black. Types without one are shown by their letter.
FIGURES: Final[dict[str, tuple[str, str]]] = {
    "king": ("♔", "♚"),
    "queen": ("♕", "♛"),
    "rook": ("♖", "♜"),
    "bishop": ("♗", "♝"),
    "knight": ("♘", "♞"),
    "pawn": ("♙", "♟"),
}
SYMBOLS: Final = "♔♕♖♗♘♙♚♛♜♝♞♟·●"

#: The variables that tell the size of the terminal; a size of nothing is none.
_SIZES: Final = ("COLUMNS", "LINES")


class Screen(Console):
    """A console that never fails on a character, and leaves a closed pipe to its caller."""

    def __init__(self, stream: TextIO) -> None:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
        told = {name: value for name, value in os.environ.items() if name not in _SIZES or value.strip("0")}
        super().__init__(file=stream, highlight=False, markup=False, emoji=False, _environ=told)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    @property
    def has_symbols(self) -> bool:
        """Whether the terminal's encoding knows the chess figures."""
        try:
            SYMBOLS.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    @property
    def has_color(self) -> bool:
        return self.color_system is not None and not self.no_color

    def say(self, text: str, style: str = "") -> None:
        """Print one line of plain text, never wrapped."""
        self.print(Text(text, style), soft_wrap=True)

    def complain(self, text: str) -> None:
        """Print one line about something wrong."""
        self.print(Text.assemble(("error:", "bold red"), " ", printable(text)), soft_wrap=True)

    def figure(self, type_id: str, letter: str, color: int) -> str:
        """The figure of a piece: a solid one where colours distinguish the sides."""
        figures = FIGURES.get(type_id) if self.has_symbols else None
        if figures is None:
            return letter.upper() if color == 0 else letter
        return figures[1] if self.has_color else figures[color]


def printable(text: str) -> str:
    """The text without what could move the cursor or break the line."""
    return "".join(character if character.isprintable() else "?" for character in text)
