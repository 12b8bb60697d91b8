"""The catalogue as JSON: a card for everything that people choose from, and its document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from rete_chess.compiler import catalog
from rete_chess.compiler.variant import resolve
from rete_chess.documents import Document
from rete_chess.documents.modelling.model import keys_of
from rete_chess.documents.modelling.schema import value_schema
from rete_chess.documents.reading.reader import read_tree
from rete_chess.documents.reading.tree import copied
from rete_chess.drawing import piece_symbol, tile_symbol
from rete_chess.facts.kept import plain
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.primitives import PRIMITIVES, lower_modifier
from rete_chess.primitives.reference import examples
from rete_chess.primitives.schema import primitive_schema
from rete_chess.serial._games import active_preset_data
from rete_chess.serial._inspections import hook_words
from rete_chess.serial._rulebooks import rulebook_data

if TYPE_CHECKING:
    from rete_chess.serial import shapes

_Data = dict[str, Any]


def cards_data(listing: str) -> list[shapes.Card]:
    """The cards of everything of a kind, such as `pieces`, as `list KIND --json` prints them."""
    cards: Any = [card.to_json() for card in catalog.cards(listing)]
    if listing == "primitives":
        cards = [{**card, "parameters": _parameters(card["id"])} for card in cards]
    found: list[shapes.Card] = cards
    return found


def catalog_data() -> shapes.Catalog:
    """Everything that people choose from: cards with all that an editor needs to know beforehand."""
    data: Any = {
        key: [_told(card, listing) for card in cards_data(listing)] for key, listing in _KEYS.items()
    }
    found: shapes.Catalog = data
    return found


def catalog_entry_data(listing: str, name: str) -> shapes.CatalogEntry:
    """One entry by the name of its kind, such as `pieces`, and its id: its card, its text, its document."""
    listing = _KEYS.get(listing, listing)
    card = next((card for card in cards_data(listing) if card["id"] == name), None)
    if card is None:
        _FINDERS[listing](name)  # which knows what it does not have
        raise AssertionError(name)
    document = _document(listing, name)
    entry: Any = {
        "card": _told(card, listing),
        "text": "" if document is None else document.tree.source.text,
        "document": None if document is None else document.to_json(),
    }
    if listing == "variants" and document is not None:
        entry["rulebook"] = rulebook_data(resolve(document))
    found: shapes.CatalogEntry = entry
    return found


def _told(card: shapes.Card, listing: str) -> _Data:
    """A card with what is said of its kind alone."""
    return {**card, **_TELLERS[listing](card["id"])}


def _document(listing: str, name: str) -> Document | None:
    found = _FINDERS[listing](name)
    return found if isinstance(found, Document) else None


# -- what each kind tells --------------------------------------------------------------------------


def _variant(name: str) -> _Data:
    variant = resolve(catalog.variants().get(name))
    width, height = (8, 8) if variant.board is None else (variant.board.width, variant.board.height)
    presets = [active_preset_data(use) for use in variant.presets()]
    bodies: list[Any] = [tree.value for tree in variant.trees]
    size = [] if (width, height) == (8, 8) else [f"{width} x {height}"]
    return {
        **({} if variant.top.extends is None else {"extends": variant.top.extends}),
        "fen": variant.start,
        "width": width,
        "height": height,
        "pieces": variant.pieces(),
        "tiles": {square: kind for square, (_, kind) in sorted(variant.tiles().items())},
        "presets": presets,
        "tags": [*dict.fromkeys(use["id"] for use in presets), *size],
        "hides": any(body.get("sight") for body in bodies),
    }


def _preset(name: str) -> _Data:
    document = catalog.preset(name)
    model: Any = document.model
    return {
        "config": _settings(model.config),
        "incompatibleWith": list(model.incompatible_with),
        "requires": list(model.requires),
        "isRuleset": catalog.rulesets().has(name),
        "isPython": catalog.python_preset(name) is not None,
    }


def _piece(name: str) -> _Data:
    return {"letter": catalog.piece(name).letter, "drawing": piece_symbol(name)}


def _tile(name: str) -> _Data:
    model: Any = catalog.tile(name).model
    return {"isClosed": model.blocks, "drawing": tile_symbol(name)}


def _ability(name: str) -> _Data:
    model: Any = catalog.ability(name).model
    return {"config": _settings(model.config), "hooks": hook_words(model.triggers)}


def _settings(config: Mapping[str, Any]) -> _Data:
    return {key: plain(value) for key, value in config.items()}


def _profile(name: str) -> _Data:
    model: Any = catalog.profile(name).model
    kinds = dict.fromkeys(entry.kind for entry in (*model.per_type, *model.per_instance))
    return {**({} if model.layout_id is None else {"layoutId": model.layout_id}), "kinds": list(kinds)}


def _modifier(name: str) -> _Data:
    lowered = lower_modifier(catalog.modifiers().get(name))
    return {"primitives": len(lowered.nodes), "hooks": hook_words(lowered.triggers)}


def _modifier_kind(name: str) -> _Data:
    kind = MODIFIER_KINDS.get(name)
    bounds = {"min": kind.least, "max": kind.most}
    return {
        "attribute": kind.attr_name,
        "type": kind.type,
        **{key: bound for key, bound in bounds.items() if bound is not None},
        "stackingRule": kind.stacking_rule,
        "uiForm": copied(kind.ui_form),
        "valueSchema": value_schema(kind.value_schema),
    }


def _primitive(name: str) -> _Data:
    primitive = PRIMITIVES.get(name)
    return {
        "group": "trigger" if primitive.is_trigger else primitive.group,
        "childKeys": list(primitive.child_keys),
        "isLive": primitive.is_live,
        "schema": primitive_schema(primitive),
        "examples": [read_tree(text, f"{name}.yaml").value for text in examples(primitive)],
    }


def _parameters(primitive: str) -> dict[str, str]:
    """The parameters of a primitive, each with a sentence."""
    return {key: text for key, text in keys_of(PRIMITIVES.get(primitive)).items() if key != "kind"}


#: The listings by the keys of the catalogue.
_KEYS: Final = {
    "variants": "variants",
    "rulesets": "rulesets",
    "presets": "presets",
    "layouts": "layouts",
    "pieces": "pieces",
    "tiles": "tiles",
    "abilities": "abilities",
    "profiles": "profiles",
    "modifiers": "modifiers",
    "modifierKinds": "modifier-kinds",
    "primitives": "primitives",
}

#: What each listing tells of an entry beside its card.
_TELLERS: Final[dict[str, Callable[[str], _Data]]] = {
    "variants": _variant,
    "rulesets": _preset,
    "presets": _preset,
    "layouts": lambda name: {"fen": catalog.layout(name).fen},
    "pieces": _piece,
    "tiles": _tile,
    "abilities": _ability,
    "profiles": _profile,
    "modifiers": _modifier,
    "modifier-kinds": _modifier_kind,
    "primitives": _primitive,
}

#: How each listing finds an entry, or an error that names the nearest.
_FINDERS: Final[dict[str, Callable[[str], object]]] = {
    "variants": lambda name: catalog.variants().get(name),
    "rulesets": lambda name: catalog.rulesets().get(name),
    "presets": catalog.preset,
    "layouts": catalog.layout_document,
    "pieces": catalog.piece_document,
    "tiles": catalog.tile,
    "abilities": catalog.ability,
    "profiles": catalog.profile,
    "modifiers": lambda name: catalog.modifiers().get(name),
    "modifier-kinds": lambda name: catalog.kind(MODIFIER_KINDS.get(name).document_id),
    "primitives": PRIMITIVES.get,
}
