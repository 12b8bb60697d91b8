"""Random programs of shipped variants and presets, of random modifiers and random profiles."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rete_chess.compiler import (
    ActivePreset,
    ModifierChoice,
    Program,
    catalog,
    compile_document,
    program_of,
)
from rete_chess.compiler.checks.active import refusals
from rete_chess.documents import Document, VariantDocument, load_document
from rete_chess.errors import ReteChessError
from rete_chess.primitives import parse_modifier
from rete_chess.testing.random_modifiers import random_carriers, random_modifier
from rete_chess.testing.random_profiles import random_profile
from rete_chess.testing.random_rules import random_variant

#: Presets beside the variant's own, modifiers of a game of modifiers, and how many of these games have
#: hit points.
MAX_PRESETS: Final = 3
MAX_MODIFIERS: Final = 4
HP_SHARE: Final = 0.7
#: How many mixtures are of random rules.
RULES_SHARE: Final = 0.4
SCOPES: Final = ("both", "both", "white", "black")


def choose_program(random: Random) -> tuple[str, Program | None]:
    """A random variant with some presets: its name, and its program or None if they cannot be combined."""
    variant = random.choice(catalog.variants().list())
    ids = random.sample(catalog.presets().list(), random.randint(0, MAX_PRESETS))
    presets = [ActivePreset(name, random.choice(SCOPES)) for name in ids]
    name = " + ".join([variant, *(f"{preset.id}:{preset.scope}" for preset in presets)])
    try:
        return name, program_of(variant, presets)
    except ReteChessError:
        return name, None


def choose_modifiers(random: Random) -> tuple[str, Program | None]:
    """Chess whose pieces carry random modifiers, with hit points or without: its name and its program."""
    presets = [ActivePreset("piece-hp")] if random.random() < HP_SHARE else []
    choices = [
        ModifierChoice(modifier_named(random, f"random-{number}", bool(presets)), random_carriers(random))
        for number in range(random.randint(1, MAX_MODIFIERS))
    ]
    name = " + ".join(json.dumps([choice.document.tree.value, choice.chosen]) for choice in choices)
    return name, program_of("chess", presets, choices)


def modifier_named(random: Random, name: str, has_hp: bool = False) -> Document:
    """A random modifier as a document."""
    text = json.dumps(random_modifier(random, name, has_hp=has_hp))
    return parse_modifier(text, f"{name}.modifier.json")


def random_presets(random: Random, most: int = 6, further: Sequence[str] = ()) -> list[ActivePreset]:
    """Presets that go together, some for one side, some for a few moves; `further` names those that are
    registered beside the shipped ones."""
    known = [*catalog.presets().list(), *further]
    chosen: list[ActivePreset] = []
    for name in random.sample(known, min(len(known), random.randint(0, most))):
        use = ActivePreset(name, random.choice(SCOPES), random.choice((None, None, random.randint(1, 9))))
        needs = [ActivePreset(needed, use.scope) for needed in use.model.requires]
        longer = [*chosen, *(need for need in needs if all(use.id != need.id for use in chosen)), use]
        if len(longer) <= most and not refusals(longer):
            chosen = longer
    return chosen


def choose_mixture(random: Random, further: Sequence[str] = ()) -> tuple[str, Program | None]:
    """A shipped variant or one of random rules, with presets, and sometimes with modifiers and profiles: its
    name and its program, None if they cannot be combined."""
    variant = _any_variant(random)
    presets = random_presets(random, MAX_PRESETS, further)
    has_hp = any(use.id == "piece-hp" for use in presets)
    modifiers = [
        ModifierChoice(modifier_named(random, f"begun-{number}", has_hp), random_carriers(random))
        for number in range(random.choice((0, 0, 0, 1, 2)))
    ]
    profiles: list[Any] = [
        random.choice((random_profile(random, f"first-{number}"), random.choice(catalog.profiles().list())))
        for number in range(random.choice((0, 0, 0, 1, 2)))
    ]
    name = " + ".join([_name_of(variant), *(f"{use.id}:{use.scope}" for use in presets)])
    try:
        return name, compile_document(variant, presets, modifiers, profiles=profiles)
    except ReteChessError:
        return name, None


def _any_variant(random: Random) -> Document:
    if random.random() < RULES_SHARE:
        return load_document(random_variant(random), "random-rules.variant.yaml")
    return catalog.variant(random.choice((*catalog.variants().list(), *("chess",) * 12)))


def _name_of(variant: Document) -> str:
    """The id of a variant, with those of its rules if it has some of its own."""
    assert isinstance(variant.model, VariantDocument)
    rules = [rule.id for rule in variant.model.rules]
    return f"{variant.model.id} ({', '.join(rules)})" if rules else variant.model.id
