"""What another program wants to play: a variant with presets and profiles, as texts, and its program."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rete_chess.interop.variants import Variants

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.documents.kinds.neighbours import Neighbours

_WORDS: Final[dict[str, Any]] = {"true": True, "false": False}


@dataclass(frozen=True)
class Choice:
    """A variant by its id, with presets and profiles as words: `piece-hp:white,hp=3 king-heals`."""

    variant: str = "chess"
    presets: str = ""
    profiles: str = ""

    def program(self, variants: Variants) -> Program:
        """The compiled program, or the error of what cannot be."""
        from rete_chess.compiler import program_of
        from rete_chess.compiler.requests import parse_requests

        source = variants.source(self.variant)
        if not self.presets and not self.profiles:
            return program_of(source)
        beside = _beside(source)
        presets = parse_requests([request_of(word) for word in self.presets.split()], beside)
        return program_of(source, presets, profiles=_profiles(self.profiles.split(), beside))


def request_of(text: str) -> dict[str, Any]:
    """The request of `ID[:SCOPE][,KEY=VALUE...]` for a preset; whether there is one is checked later."""
    head, *settings = text.split(",")
    name, _, scope = head.partition(":")
    found: dict[str, Any] = {"id": name}
    if scope:
        found["scope"] = scope
    if settings:
        found["config"] = {key: _value(value) for key, _, value in (each.partition("=") for each in settings)}
    return found


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return _WORDS.get(text, text)


def _beside(source: str | Path) -> Neighbours:
    from rete_chess.documents.kinds.neighbours import Neighbours

    return Neighbours(source.parent if isinstance(source, Path) else Path())


def _profiles(names: list[str], beside: Neighbours) -> list[Any]:
    from rete_chess.compiler.profiles.documents import read_profiles
    from rete_chess.documents.kinds.neighbours import is_file_name

    sources = [Path(name) if is_file_name(name) else name for name in names]
    return list(read_profiles(sources, beside).sound) if sources else []
