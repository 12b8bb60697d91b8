"""Every primitive: its kind, its example, its parameters, and what it becomes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from rete_chess.compiler import ActivePreset, ModifierChoice, catalog, program_of
from rete_chess.documents import AbilityDocument
from rete_chess.errors import DocumentError
from rete_chess.primitives import (
    ORDER,
    PRIMITIVES,
    Primitive,
    lower_modifier,
    modifier_problems,
    parse_modifier,
    validate_modifier,
)
from rete_chess.primitives.reference import examples, format_reference

CATALOG = [
    "seed-attribute",
    "add-to-attribute",
    "multiply-attribute",
    "add-direction",
    "set-capture-flag",
    "absorb-damage-with-attribute",
    "reflect-damage",
    "block-move-type",
    "add-aura",
    "on-turn-start",
    "on-capture",
    "on-damaged",
    "conditional",
    "modify-movement-range",
    "override-promotion",
    "on-move",
    "on-turn-end",
    "on-promotion",
    "on-check-received",
    "on-check-delivered",
    "on-moved-onto-square",
    "on-captured",
]


def text_of(*primitives: Any) -> str:
    head = {"kind": "modifier", "id": "tried", "type": "data", "version": 1, "name": "Tried"}
    return json.dumps({**head, "primitives": list(primitives)})


def example_of(primitive: type[Primitive]) -> Any:
    """The first example in the documentation of a primitive's module."""
    return yaml.safe_load(examples(primitive)[0])


def kinds_in(part: Any) -> set[str]:
    """All kinds of primitives in the data of a modifier."""
    if isinstance(part, list):
        return {kind for item in part for kind in kinds_in(item)}
    if not isinstance(part, dict):
        return set()
    own = {part["kind"]} & set(PRIMITIVES.list()) if isinstance(part.get("kind"), str) else set()
    return own | {kind for value in part.values() for kind in kinds_in(value)}


def test_all_22_in_their_order() -> None:
    assert [primitive.word for primitive in ORDER] == CATALOG
    assert sorted(PRIMITIVES.list()) == sorted(CATALOG)


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("primitive", ORDER, ids=lambda primitive: primitive.word)
def test_example(primitive: type[Primitive], number: int) -> None:
    example = yaml.safe_load(examples(primitive)[number])
    assert example["kind"] == primitive.word
    seeds = [{"kind": "seed-attribute", "attr": "ShieldCharges", "value": 1}]
    others = [] if primitive.word == "seed-attribute" else seeds
    document = validate_modifier(parse_modifier(text_of(*others, example), "tried.modifier.json"))
    assert isinstance(lower_modifier(document).document.model, AbilityDocument)
    presets = [ActivePreset("piece-hp")]
    program = program_of("chess", presets, [ModifierChoice(document, {"type": "pawn"})])
    rules = [rule for rule in program.rules if rule.id.startswith("tried/")]
    assert rules or program.continuous is not None or len(program.seeds) > 1
    assert all(rule.origin == "tried.modifier.json:1" for rule in rules)


@pytest.mark.parametrize("primitive", ORDER, ids=lambda primitive: primitive.word)
def test_unknown_keys_are_refused(primitive: type[Primitive]) -> None:
    document = parse_modifier(text_of({**example_of(primitive), "strange": 1}), "tried.modifier.json")
    assert [problem.code for problem in modifier_problems(document)] == ["E_DOC_UNKNOWN_KEY"]


def test_committed_reference_is_current() -> None:
    committed = (Path(__file__).parents[2] / "docs" / "primitives.md").read_text(encoding="utf-8")
    assert committed == format_reference(), (
        "write it anew: python -m rete_chess.primitives.reference > docs/primitives.md"
    )


def test_a_rule_stands_at_the_line_of_its_primitive() -> None:
    program = program_of(
        "chess", [ActivePreset("piece-hp")], [ModifierChoice(catalog.modifier("berserk", {}), {})]
    )
    rule = next(rule for rule in program.rules if rule.id == "berserk/on-damaged")
    assert rule.origin.endswith("berserk.modifier.yaml:11")


def test_shipped_modifiers_use_every_primitive() -> None:
    used = [kinds_in(catalog.modifier(name, {}).tree.value) for name in catalog.modifiers().list()]
    assert len(used) >= 10
    assert set().union(*used) == set(CATALOG)


HOSTILE = {
    "deep nesting": ('{"kind":"on-move","primitives":[' * 20 + "]}" * 20, "E_MODIFIER_DEPTH"),
    "deeper than documents": ('{"kind":"on-move","primitives":[' * 40 + "]}" * 40, "E_DOC_LIMIT"),
    "deepest": ("[" * 100_000, "E_DOC_LIMIT"),
    "a huge number": ('{"kind":"modify-movement-range","delta":1' + "0" * 40 + "}", "E_DOC_NUMBER"),
    "a large number": ('{"kind":"modify-movement-range","delta":1e20}', "E_DOC_TYPE"),
    "no number": ('{"kind":"add-to-attribute","attr":"Hp","delta":NaN}', "E_DOC_NUMBER"),
    "half a character": ('{"kind":"seed-attribute","attr":"A","value":"\\ud800"}', "E_DOC_ENCODING"),
    "a key twice": ('{"kind":"on-move","kind":"on-move","primitives":[]}', "E_DOC_DUPLICATE_KEY"),
    "a long text": ('{"kind":"seed-attribute","attr":"A","value":"' + "x" * 201 + '"}', "E_DOC_VALUE"),
    "51 inside": (
        '{"kind":"on-move","primitives":[' + ",".join(['{"kind":"reflect-damage","amount":1}'] * 50) + "]}",
        "E_MODIFIER_SIZE",
    ),
    "thousands": (",".join(['{"kind":"reflect-damage","amount":1}'] * 5_000), "E_MODIFIER_SIZE"),
    "thousands of bad ones": (",".join(['{"kind":"x"}'] * 5_000), "E_MODIFIER_SIZE"),
    "kind is a list": ('{"kind":["on-move"]}', "E_PRIMITIVE_KIND"),
    "children are a text": ('{"kind":"on-move","primitives":"all"}', "E_DOC_TYPE"),
}


@pytest.mark.parametrize(("body", "code"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_modifiers_are_refused(body: str, code: str) -> None:
    text = text_of("here").replace('"here"', body)
    with pytest.raises(DocumentError) as caught:
        validate_modifier(parse_modifier(text, "tried.modifier.json"))
    assert code in [problem.code for problem in caught.value.problems]


def test_another_kind_of_document_is_no_modifier() -> None:
    with pytest.raises(DocumentError, match="found a piece") as caught:
        parse_modifier("{kind: piece, id: wall, letter: w, moves: []}", "wall.piece.yaml")
    assert caught.value.problems[0].code == "E_DOC_KIND"
