"""What profiles give, in words for people who have not read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rete_chess.compiler import catalog
from rete_chess.documents.reading.source import Source
from rete_chess.documents.reading.tree import Tree
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.serial._phrases import whom

_Data = Mapping[str, Any]


def profile_words(profile: _Data) -> list[str]:
    """Each entry of a profile that has been checked: who gets what, such as `knights: +1 Hp`."""
    own = {found["id"]: found for found in profile.get("customModifiers") or ()}
    return list(dict.fromkeys(_words(profile, own)))


def _words(profile: _Data, own: Mapping[str, _Data]) -> Iterator[str]:
    for entry in profile.get("perType") or ():
        color = entry.get("color")
        chosen = {"type": entry["pieceType"], **({"color": color} if color in ("white", "black") else {})}
        yield f"{whom(chosen, _type_name)}: {_gift(entry, own)}"
    for entry in profile.get("perInstance") or ():
        yield f"the piece from {entry['square']}: {_gift(entry, own)}"


def _type_name(piece: str) -> str:
    return catalog.piece(piece).name.lower() if catalog.pieces().has(piece) else piece.replace("-", " ")


def _gift(entry: _Data, own: Mapping[str, _Data]) -> str:
    """What an entry gives: the words of its kind, or what a modifier is called and says of itself."""
    kind = entry["kind"]
    if MODIFIER_KINDS.has(kind):
        known_kind = MODIFIER_KINDS.get(kind)
        value, _ = known_kind.parse(Tree(dict(entry), Source("<entry>", ""), {(): (1, 1)}, {}), ())
        return known_kind.describe(value)
    name, text = _said(kind, own)
    return f"{name} ({text.rstrip('.')})" if text else name


def _said(kind: str, own: Mapping[str, _Data]) -> tuple[str, str]:
    if kind in own:
        return own[kind].get("name") or kind, " ".join((own[kind].get("description") or "").split())
    for registry in (catalog.modifiers(), catalog.abilities()):
        if registry.has(kind):
            card = catalog.card_of(registry.get(kind))
            return card.label, card.description
    return kind, ""
