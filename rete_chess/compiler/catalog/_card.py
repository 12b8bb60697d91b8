"""What people choose from: a card for every entry of every registry, made from what it says of itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from typing import Any, Final

from rete_chess import primitives
from rete_chess.compiler.catalog import _lookup as lookup
from rete_chess.compiler.catalog import _registries as registries
from rete_chess.compiler.catalog._document_registry import DocumentRegistry, id_of
from rete_chess.compiler.catalog._ruleset import Rulesets
from rete_chess.documents import AbilityDocument, Document, PieceDocument
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.registry import unknown_name


@dataclass(frozen=True)
class Card:
    """What a picker shows of an entry."""

    id: str
    kind: str
    label: str
    description: str  # one line, possibly of several sentences
    icon: str  # one letter
    value: float | None = None  # its worth in pawns, where it has one

    def to_json(self) -> dict[str, Any]:
        """The card as data, without a value where there is none."""
        return {key: value for key, value in asdict(self).items() if value is not None}


def cards(listing: str) -> tuple[Card, ...]:
    """The cards of everything of a kind, such as `pieces`, in the order in which it is listed."""
    if listing not in LISTINGS:
        raise unknown_name("kind of entry", listing, LISTINGS)
    return tuple(LISTINGS[listing]())


def card_of(document: Document, kind: str | None = None) -> Card:
    """The card of a document, under another name of its kind where it has one."""
    model: Any = document.model
    own = id_of(document)
    label = model.name or own.replace("-", " ").capitalize()
    text = model.description or (describe_moves(model) if isinstance(model, PieceDocument) else "")
    return Card(
        own,
        kind or document.kind,
        label,
        " ".join(text.split()),
        (model.letter if isinstance(model, PieceDocument) else label[0]).upper(),
        model.value if isinstance(model, (PieceDocument, AbilityDocument)) else None,
    )


def describe_moves(piece: PieceDocument) -> str:
    """How a piece moves, in a few words: `one step diagonally, one step ahead`."""
    moves = []
    for atom in piece.moves:
        where = getattr(atom, atom.kind)
        phrase = _way(atom.kind, where)
        if atom.kind != "castle" and atom.mode != "both":
            phrase += f" to {atom.mode}"
        moves.append(phrase)
    return ", ".join(dict.fromkeys(moves)) or "does not move"


def _way(kind: str, where: Any) -> str:
    if isinstance(where, str):
        return _PLAIN.get((kind, where)) or f"{_VERBS[kind]} {where}"
    return (_far(where) if kind == "leap" else None) or f"{_VERBS[kind]} its own way"


def _far(where: Any) -> str | None:
    """A way of one's own in words, where it is two squares far: diagonally, or as a knight leaps ahead."""
    steps = [where.step] if hasattr(where, "step") else list(where)
    if all(set(map(abs, step)) == {2} for step in steps):
        return "leaps two squares diagonally"
    if all((abs(aside), ahead) == (1, 2) for aside, ahead in steps) and not hasattr(where, "step"):
        return "leaps two ahead and one aside"
    return None


_PLAIN: Final = {
    ("leap", "all"): "one step in any direction",
    ("leap", "orthogonal"): "one step along rank or file",
    ("leap", "diagonal"): "one step diagonally",
    ("leap", "forward"): "one step ahead",
    ("leap", "forward-diagonal"): "one step diagonally ahead",
    ("leap", "sideways"): "one step aside",
    ("leap", "knight"): "leaps like a knight",
    ("slide", "all"): "slides in any direction",
    ("slide", "orthogonal"): "slides along rank and file",
    ("slide", "diagonal"): "slides diagonally",
    ("slide", "forward"): "slides ahead",
    ("slide", "knight"): "goes on in a knight's leaps",
}
_VERBS: Final = {"leap": "leaps", "slide": "slides", "hop": "hops", "castle": "castles with"}


def _documents(registry: Callable[[], DocumentRegistry | Rulesets], kind: str | None = None) -> Listing:
    return lambda: (card_of(document, kind) for document in registry())


def _presets() -> Iterable[Card]:
    return (card_of(lookup.preset(name)) for name in lookup.preset_ids())


def _modifier_kinds() -> Iterable[Card]:
    """The numbers on pieces that profiles give, each described by the document that gives it its meaning."""
    for kind in MODIFIER_KINDS:
        description = card_of(lookup.kind(kind.document_id)).description
        yield Card(kind.id, "modifier-kind", kind.label, description, kind.label[0].upper())


def _primitives() -> Iterable[Card]:
    """The primitives in the order in which they are explained."""
    for primitive in primitives.ORDER:
        label = primitive.word.replace("-", " ").capitalize()
        description = " ".join((primitive.__doc__ or "").split())
        yield Card(primitive.word, "primitive", label, description, label[0])


Listing = Callable[[], Iterable[Card]]

#: Everything that can be listed, by what people call it.
LISTINGS: Final[dict[str, Listing]] = {
    "variants": _documents(registries.variants),
    "rulesets": _documents(registries.rulesets, "ruleset"),
    "presets": _presets,
    "layouts": _documents(registries.layouts),
    "pieces": _documents(registries.pieces),
    "tiles": _documents(registries.tiles),
    "abilities": _documents(registries.abilities),
    "profiles": _documents(registries.profiles),
    "modifiers": _documents(registries.modifiers),
    "modifier-kinds": _modifier_kinds,
    "primitives": _primitives,
}
