"""The options of UCI: how they are offered, and what they may be set to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

#: What stands for a text without letters.
EMPTY: Final = "<empty>"

VARIANT: Final = "UCI_Variant"
CHESS960: Final = "UCI_Chess960"
PATH: Final = "VariantPath"
PRESET: Final = "Preset"
PROFILE: Final = "Profile"
LINES: Final = "MultiPV"
PONDER: Final = "Ponder"
HASH: Final = "Hash"
THREADS: Final = "Threads"


@dataclass(frozen=True)
class Option:
    """An option by its name, its type and what it is at first."""

    name: str
    kind: str  # spin, check, string or combo
    default: str
    least: int = 0
    most: int = 0
    choices: Sequence[str] = ()

    def __str__(self) -> str:
        """The line that offers it."""
        parts = [f"option name {self.name} type {self.kind} default {self.default or EMPTY}"]
        if self.kind == "spin":
            parts.append(f"min {self.least} max {self.most}")
        parts += [f"var {choice}" for choice in self.choices]
        return " ".join(parts)

    def read(self, text: str) -> str:
        """The value of a text; raises a `ValueError` that says what may be said."""
        if self.kind == "string":
            return "" if text == EMPTY else text
        if self.kind == "check":
            if text.lower() not in ("true", "false"):
                raise ValueError(f"{self.name} is true or false")
            return text.lower()
        if self.kind == "spin":
            is_number = text.lstrip("+-").isdecimal() and text.isascii() and len(text) < 16
            if not (is_number and self.least <= int(text) <= self.most):
                raise ValueError(f"{self.name} is a number from {self.least} to {self.most}")
            return str(int(text))
        return text  # a combo: whoever takes it knows more names than it offers


def offered(variant: str, variants: Sequence[str], presets: str = "", profiles: str = "") -> list[Option]:
    """The options, where a variant has been chosen and others can be."""
    return [
        Option(VARIANT, "combo", variant, choices=variants),
        Option(PATH, "string", ""),
        Option(PRESET, "string", presets),
        Option(PROFILE, "string", profiles),
        Option(CHESS960, "check", "false"),
        Option(LINES, "spin", "1", 1, 500),
        Option(PONDER, "check", "false"),
        Option(HASH, "spin", "16", 1, 512),
        Option(THREADS, "spin", "1", 1, 1),
    ]
