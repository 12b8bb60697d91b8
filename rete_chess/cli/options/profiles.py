"""The options `--profile` and `--modifier`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.options.sources import STDIN, STDIN_NAME, read_document, read_text

if TYPE_CHECKING:
    from rete_chess.compiler import ModifierChoice
    from rete_chess.documents import Document
    from rete_chess.documents.kinds.neighbours import Neighbours


def profile_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--profile`, which may be repeated; the command receives the names as `profiles`."""
    return click.option(
        "--profile",
        "profiles",
        metavar="FILE",
        multiple=True,
        shell_complete=complete_profile,
        help="Put a profile in force, after the variant's own: a file or an id. "
        "May be repeated; the last counts most.",
    )(command)


def given_profiles(names: tuple[str, ...], beside: Neighbours) -> list[Document]:
    """The profiles as programs take them, `-` read from standard input, an id looked for among neighbours."""
    from pathlib import Path

    from rete_chess import compiler
    from rete_chess.documents.kinds.neighbours import is_file_name

    sources = [
        read_document() if name == STDIN else Path(name) if is_file_name(name) else name for name in names
    ]
    return list(compiler.read_profiles(sources, beside).sound) if sources else []


def complete_profile(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rete_chess.compiler import catalog

    return [name for name in catalog.profiles().list() if name.startswith(incomplete)]


EXAMPLE: Final = "vampire:white-knight"
_SQUARE = re.compile("[a-p](?:1[0-6]|[1-9])")
_PIECES = re.compile(r"(?P<source>.+):(?P<pieces>[a-z][a-z0-9-]*)")


@dataclass(frozen=True)
class ModifierWish:
    """A modifier and its carriers as the command line names them; they may not exist."""

    source: str
    pieces: str = ""

    def choice(self, beside: Neighbours | None = None) -> ModifierChoice:
        """The modifier as programs take it: from a file, or by id from the registry or the neighbours."""
        from pathlib import Path

        from rete_chess.compiler import ModifierChoice, catalog
        from rete_chess.documents.kinds.neighbours import is_file_name
        from rete_chess.primitives import parse_modifier, validate_modifier

        if self.source == STDIN:
            return ModifierChoice(validate_modifier(parse_modifier(read_text(), STDIN_NAME)), self.filter())
        if is_file_name(self.source):
            return ModifierChoice(validate_modifier(parse_modifier(Path(self.source))), self.filter())
        return ModifierChoice(catalog.modifier(self.source, {}, beside), self.filter())

    def filter(self) -> dict[str, Any]:
        """The carriers as a filter: a square, a side, a type, or a type of a side."""
        if _SQUARE.fullmatch(self.pieces):
            return {"square": [self.pieces]}
        color, _, type_id = self.pieces.partition("-")
        if color not in ("white", "black"):
            return {"type": self.pieces} if self.pieces else {}
        return {"color": color, "type": type_id} if type_id else {"color": color}

    def demand_type(self, types: Sequence[str]) -> None:
        """Raise an error if the carriers are of a type that the game does not have."""
        type_id = self.filter().get("type")
        if type_id is not None and type_id not in types:
            from rete_chess.registry import unknown_name

            names = [*types, *(f"{color}-{name}" for color in ("white", "black") for name in types)]
            raise unknown_name("piece type", self.pieces, names)

    @property
    def square(self) -> str | None:
        """The square of the only carrier, or None if the carriers are not chosen by square."""
        return self.pieces if _SQUARE.fullmatch(self.pieces) else None


def parse_modifier_wish(text: str) -> ModifierWish:
    """The wish that a text describes; whether the modifier exists is checked later."""
    found = _PIECES.fullmatch(text)
    if found is not None:
        return ModifierWish(found["source"], found["pieces"])
    if not text or ":" in text[:1] + text[-1:]:
        raise click.BadParameter(f"{text[:60]!r} names no modifier and carriers, expected such as {EXAMPLE}")
    return ModifierWish(text)


def modifier_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--modifier`, which may be repeated; the command receives `ModifierWish`es as `modifiers`."""
    return click.option(
        "--modifier",
        "modifiers",
        metavar="FILE[:PIECES]",
        multiple=True,
        callback=lambda ctx, param, texts: tuple(parse_modifier_wish(text) for text in texts),
        shell_complete=complete_modifier,
        help="Give a custom modifier, a file or an id, to pieces: a type, a side, both "
        f"joined by a hyphen or a square, such as {EXAMPLE}; else to all. May be repeated; order counts.",
    )(command)


def complete_modifier(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rete_chess.compiler import catalog

    return [name for name in catalog.modifiers().list() if name.startswith(incomplete)]
