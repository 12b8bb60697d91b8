"""Sections made into documents: a variant, the pieces that come along, and what they do not say."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from rete_chess.documents.modelling.hints import format_flow
from rete_chess.errors import nearest
from rete_chess.interop.fairy.captures import add_effects
from rete_chess.interop.fairy.castling import add_castling, add_gating
from rete_chess.interop.fairy.draft import Draft, Unsaid
from rete_chess.interop.fairy.ends import add_ends
from rete_chess.interop.fairy.hands import add_hands
from rete_chess.interop.fairy.ini import Section, parse_sections
from rete_chess.interop.fairy.limits import add_limits, add_royals
from rete_chess.interop.fairy.pieces import add_pieces, spelt
from rete_chess.interop.fairy.promotions import add_promotions
from rete_chess.interop.fairy.settings import Settings, resolve
from rete_chess.interop.fairy.starting import add_start, check_letters

BUILTIN: Final = Path(__file__).parent / "builtin.ini"
#: The matters of a variant, each by the function that says it, in the order of their documents.
MATTERS: Final = (
    add_start,
    add_pieces,
    add_promotions,
    add_castling,
    add_royals,
    add_hands,
    add_gating,
    add_limits,
    add_effects,
    add_ends,
)
_WIDE: Final = 108
#: Texts that YAML takes for something else.
_WORDS: Final = ("on", "off", "yes", "no", "true", "false", "null", "y", "n")


@dataclass(frozen=True)
class Imported:
    """A section as documents of ours."""

    name: str  # as the file calls it
    id: str
    variant: str  # the text of the variant document
    pieces: dict[str, str]  # the texts of piece documents by their ids
    unsaid: tuple[Unsaid, ...]

    @property
    def files(self) -> dict[str, str]:
        """The texts of all its documents by the names of their files, the variant first."""
        pieces = {f"{type_id}.piece.yaml": text for type_id, text in self.pieces.items()}
        return {f"{self.id}.variant.yaml": self.variant, **pieces}

    @property
    def is_complete(self) -> bool:
        """Whether all is said that decides which moves there are and how the game ends by them."""
        return all(part.is_pace for part in self.unsaid)


@cache
def builtin() -> dict[str, Section]:
    """The sections of the variants that Fairy-Stockfish has built in."""
    return parse_sections(BUILTIN.read_text(encoding="utf-8"), BUILTIN.name)


def read_file(text: str, file: str, names: Collection[str] = ()) -> list[Imported]:
    """Sections of a file as documents: those that are named, or all."""
    sections = parse_sections(text, file)
    chosen = [name for name in sections if not names or name in names]
    return [imported(resolve(sections, builtin(), name)) for name in chosen]


def read_builtin(name: str) -> Imported:
    """A variant that Fairy-Stockfish has built in."""
    from rete_chess.registry import unknown_name

    if name not in builtin():
        raise unknown_name("variant", name, [*builtin()])
    return imported(resolve({}, builtin(), name))


def imported(settings: Settings) -> Imported:
    """The documents of settings."""
    draft = Draft(settings)
    for add in MATTERS:
        add(draft)
    check_letters(draft)
    for key, line in settings.unknown.items():
        close = nearest(key, settings.values)
        hint = f"; is {close} meant?" if close else ""
        draft.unsaid.append(Unsaid(key, f"nobody knows this key{hint}", line))
    pieces = {type_id: _text(document) for type_id, document in draft.documents.items()}
    unsaid = tuple(dict.fromkeys(draft.unsaid))
    return Imported(settings.name, spelt(settings.name), _variant(draft, unsaid), pieces, unsaid)


def _variant(draft: Draft, unsaid: tuple[Unsaid, ...]) -> str:
    """The text of the variant."""
    settings = draft.settings
    title = settings.name.replace("-", " ").replace("_", " ").strip()
    body: dict[str, Any] = {
        "kind": "variant",
        "id": spelt(settings.name),
        "name": title[:1].upper() + title[1:],
        "board": {"width": draft.width, "height": draft.height},
        "fen": draft.start,
        "pieces": draft.letters,
        "attributes": draft.attributes,
        "royal": draft.royal,
        "check": draft.check,
        "turn": draft.turn,
        "moves": draft.moves,
        "hands": draft.hands,
        "drops": draft.drops,
        "acts": draft.acts,
        "rules": draft.rules,
    }
    result: dict[str, Any] = {"ends": draft.ends} if draft.ends else {}
    if not _is_material_of_chess(draft):
        result["insufficient"] = []
    body["result"] = result
    head = [f"# {settings.name}, as a file of variants for Fairy-Stockfish has it."]
    for part in unsaid:
        where = f" (line {part.line})" if part.line else ""
        what = "Left to the draws of chess" if part.is_pace else "Not said"
        head.append(f"# {what}: {part.key}{where}: {part.why}.")
    return "\n".join([*head, _text({key: part for key, part in body.items() if part or key == "royal"})])


def _is_material_of_chess(draft: Draft) -> bool:
    """Whether too little material is what it is in chess."""
    types = set(draft.types.values())
    plain = {"pawn", "knight", "bishop", "rook", "queen", "king"}
    return (
        types <= plain
        and draft.royal == [{"type": "king"}]
        and not (draft.ends or draft.hands or draft.rules)
    )


def _text(document: dict[str, Any]) -> str:
    """A document as YAML, one line for what is short."""
    lines: list[str] = []
    for key, part in document.items():
        lines += _written(key, part, "")
    return "\n".join(lines) + "\n"


def _written(key: str, part: Any, indent: str) -> list[str]:
    """A key and its value."""
    flow = f"{indent}{key}: {_flow(part)}"
    if len(flow) <= _WIDE or not isinstance(part, (dict, list)):
        return [flow]
    lines = [f"{indent}{key}:"]
    if isinstance(part, dict):
        for inner, value in part.items():
            lines += _written(inner, value, indent + "  ")
        return lines
    return lines + [f"{indent}  - {_flow(item)}" for item in part]


def _flow(value: Any) -> str:
    """A value on one line; texts that YAML reads otherwise stand in quotes."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and (value in _WORDS or not (value[:1].isalpha() or value[:1] in "$+")):
        return f'"{value}"'
    return format_flow(value)
