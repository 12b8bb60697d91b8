"""Everything that documents name by an id: registries, to which users may add, and cards to choose from.

catalog.pieces().register(Path("guard.piece.yaml"))    # or a text, or a document
catalog.register_all(fire, water)                  # which exclude each other
with catalog.registered(guard, swamp): ...         # for a while
catalog.cards("pieces")                            # label, description, icon and value of each
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.registry import shown

if TYPE_CHECKING:
    from rete_chess.compiler.catalog._attributes import borrowed_attributes, declared_in
    from rete_chess.compiler.catalog._card import Card, card_of, cards
    from rete_chess.compiler.catalog._document_registry import DocumentRegistry, id_of, kept, when_changed
    from rete_chess.compiler.catalog._lookup import (
        ability,
        demand_preset,
        is_shipped,
        kind,
        layout,
        layout_document,
        modifier,
        names,
        own_preset,
        piece,
        piece_document,
        piece_origin,
        preset,
        preset_ids,
        profile,
        python_preset,
        tile,
        variant,
    )
    from rete_chess.compiler.catalog._registries import (
        BY_KIND,
        abilities,
        kinds,
        layouts,
        modifiers,
        pieces,
        presets,
        profiles,
        register,
        register_all,
        registered,
        rulesets,
        tiles,
        variants,
    )
    from rete_chess.compiler.catalog._ruleset import Rulesets

__all__ = [
    "BY_KIND",
    "Card",
    "DocumentRegistry",
    "Rulesets",
    "abilities",
    "ability",
    "borrowed_attributes",
    "card_of",
    "cards",
    "declared_in",
    "demand_preset",
    "id_of",
    "is_shipped",
    "kept",
    "kind",
    "kinds",
    "layout",
    "layout_document",
    "layouts",
    "modifier",
    "modifiers",
    "names",
    "own_preset",
    "piece",
    "piece_document",
    "piece_origin",
    "pieces",
    "preset",
    "preset_ids",
    "presets",
    "profile",
    "profiles",
    "python_preset",
    "register",
    "register_all",
    "registered",
    "rulesets",
    "tile",
    "tiles",
    "variant",
    "variants",
    "when_changed",
]

# A game under a program that was compiled before asks for no document.
if not TYPE_CHECKING:
    __getattr__, __dir__ = shown(
        __name__,
        {
            **dict.fromkeys(("borrowed_attributes", "declared_in"), "_attributes"),
            **dict.fromkeys(("Card", "card_of", "cards"), "_card"),
            **dict.fromkeys(("DocumentRegistry", "id_of", "kept", "when_changed"), "_document_registry"),
            **dict.fromkeys(
                (
                    "ability",
                    "demand_preset",
                    "is_shipped",
                    "kind",
                    "layout",
                    "layout_document",
                    "modifier",
                    "names",
                    "own_preset",
                    "piece",
                    "piece_document",
                    "piece_origin",
                    "preset",
                    "preset_ids",
                    "profile",
                    "python_preset",
                    "tile",
                    "variant",
                ),
                "_lookup",
            ),
            **dict.fromkeys(
                (
                    "BY_KIND",
                    "abilities",
                    "kinds",
                    "layouts",
                    "modifiers",
                    "pieces",
                    "presets",
                    "profiles",
                    "register",
                    "register_all",
                    "registered",
                    "rulesets",
                    "tiles",
                    "variants",
                ),
                "_registries",
            ),
            "Rulesets": "_ruleset",
        },
    )
