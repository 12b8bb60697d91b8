"""Conditions joined by `all`, `any` and `not`, in one another: outside triggers at any time, inside when
they fire."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import program_of
from rete_chess.errors import DocumentError
from rete_chess.primitives import parse_modifier, validate_modifier

Data = dict[str, Any]

ROOK: Data = {"piece": {"type": "rook"}}
WHITE: Data = {"piece": {"color": "white"}}
CHARGED: Data = {"attr": "Charge", "op": "gt", "value": 3}
ADD: Data = {"kind": "add-to-attribute", "attr": "Charge", "delta": 1}


def modifier(*primitives: Data) -> Data:
    head = {"kind": "modifier", "id": "mood", "type": "data", "version": 1, "name": "Mood"}
    seed = {"kind": "seed-attribute", "attr": "Charge", "value": 0}
    return {**head, "primitives": [seed, *primitives]}


def game(primitive: Data, network: str, fen: str | None = None) -> Engine:
    given = {
        "id": "moody",
        "name": "Moody",
        "customModifiers": [modifier(primitive)],
        "perType": [{"pieceType": name, "kind": "mood"} for name in ("rook", "knight", "pawn", "queen")],
    }
    return Engine(program_of("chess", profiles=[given]), fen, network=network)


def outside(condition: Data) -> Data:
    gain = {"kind": "modify-movement-range", "delta": 1}
    return {"kind": "conditional", "condition": condition, "then": [gain]}


def inside(condition: Data, trigger: str = "on-move") -> Data:
    choice = {"kind": "conditional", "condition": condition, "then": [ADD], "else": [{**ADD, "delta": 5}]}
    return {"kind": trigger, "primitives": [choice]}


def value(engine: Engine, square: str, attribute: str) -> Any:
    piece = engine.piece_at(square)
    assert piece is not None
    return engine.session.effective(piece.id, attribute) or 0


CASES = [
    ({"all": [ROOK, WHITE]}, {"a1"}),
    ({"any": [ROOK, WHITE]}, {"a1", "b1", "a8"}),
    ({"not": ROOK}, {"b1", "b8"}),
    ({"all": [{"not": ROOK}, {"not": WHITE}]}, {"b8"}),
    ({"any": [{"not": ROOK}, CHARGED]}, {"b1", "b8"}),
    ({"not": {"all": [ROOK, WHITE]}}, {"b1", "a8", "b8"}),
    ({"not": {"any": [ROOK, WHITE]}}, {"b8"}),
    ({"not": {"not": {"not": WHITE}}}, {"a8", "b8"}),
    ({"any": [{"all": [ROOK, WHITE]}, {"all": [{"not": ROOK}, {"not": WHITE}]}]}, {"a1", "b8"}),
    ({"all": [{"any": [ROOK, WHITE]}, {"not": {"all": [ROOK, WHITE]}}]}, {"b1", "a8"}),
    ({"all": [{"any": [CHARGED, {"any": [ROOK]}]}, {"not": {"any": [CHARGED, {"not": WHITE}]}}]}, {"a1"}),
]


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("condition", "expected"), CASES)
def test_outside_triggers(condition: Data, expected: set[str], network: str) -> None:
    engine = game(outside(condition), network)
    for square in ("a1", "b1", "a8", "b8"):
        assert value(engine, square, "RangeBonus") == (square in expected)  # never twice


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("condition", "expected"), CASES)
def test_inside_triggers(condition: Data, expected: set[str], network: str) -> None:
    engine = game(inside(condition), network)
    for move in ("b1c3", "b8c6", "a1b1", "a8b8"):
        engine.apply(move)
    for start, now in (("b1", "c3"), ("b8", "c6"), ("a1", "b1"), ("a8", "b8")):
        assert value(engine, now, "Charge") == (1 if start in expected else 5)


# -- by an oracle ----------------------------------------------------------------------------------


def holds(condition: Data, piece: Any) -> bool:
    """Whether a condition holds for a piece, by the definition of the words."""
    ((key, inner),) = condition.items()
    if key == "all":
        return all(holds(part, piece) for part in inner)
    if key == "any":
        return any(holds(part, piece) for part in inner)
    if key == "not":
        return not holds(inner, piece)
    return all(getattr(piece, name) == word for name, word in inner.items())


def random_condition(random: Random, depth: int = 0) -> Data:
    if depth == 3 or random.random() < 0.25:
        tests: list[Data] = [{"type": name} for name in ("rook", "knight", "pawn", "queen")]
        return {"piece": random.choice([*tests, {"color": "white"}, {"type": "pawn", "color": "black"}])}
    if random.random() < 0.3:
        return {"not": random_condition(random, depth + 1)}
    return {random.choice(("all", "any")): [random_condition(random, depth + 1) for _ in range(2)]}


@pytest.mark.parametrize("seed", range(12))
def test_random_conditions_mean_what_they_say(seed: int) -> None:
    condition = random_condition(Random(seed))
    engines = [game(outside(condition), network) for network in ("native", "durable")]
    moved = [game(inside(condition), network) for network in ("native", "durable")]
    for square in ("a1", "b1", "d1", "a2", "a8", "b8", "d8", "h7"):
        piece = engines[0].piece_at(square)
        expected = holds(condition, piece)
        assert [value(engine, square, "RangeBonus") for engine in engines] == [int(expected)] * 2, condition
    for engine in moved:
        for move in ("a2a3", "b8c6", "a1a2", "h7h6"):
            piece = engine.piece_at(move[:2])
            engine.apply(move)
            assert value(engine, move[2:], "Charge") == (1 if holds(condition, piece) else 5), condition
        while engine.move_log:
            engine.undo()
        assert value(engine, "a2", "Charge") == 0


# -- promotions ------------------------------------------------------------------------------------

FROM_PAWN, TO_QUEEN, TO_KNIGHT = {"promotedFrom": "pawn"}, {"promotedTo": "queen"}, {"promotedTo": "knight"}
PROMOTIONS = [
    ({"all": [FROM_PAWN, TO_QUEEN]}, "q"),
    ({"any": [TO_QUEEN, TO_KNIGHT]}, "qn"),
    ({"all": [{"not": TO_QUEEN}, {"not": TO_KNIGHT}]}, "r"),
    ({"not": {"any": [TO_QUEEN, TO_KNIGHT]}}, "r"),
    ({"all": [TO_QUEEN, TO_KNIGHT]}, ""),
    ({"not": {"all": [TO_QUEEN, TO_KNIGHT]}}, "qnr"),
    ({"all": [FROM_PAWN, {"any": [{"all": [TO_QUEEN, WHITE]}, {"all": [TO_KNIGHT, {"not": WHITE}]}]}]}, "q"),
    ({"any": [{"promotedFrom": "rook"}, {"all": [WHITE, TO_KNIGHT]}]}, "n"),
]


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("condition", "letters"), PROMOTIONS)
def test_promotions(condition: Data, letters: str, network: str) -> None:
    for letter in "qnr":
        engine = game(inside(condition, "on-promotion"), network, "7k/4P3/8/8/8/8/8/K7 w - - 0 1")
        engine.apply(f"e7e8{letter}")
        assert value(engine, "e8", "Charge") == (1 if letter in letters else 5)


# -- limits ----------------------------------------------------------------------------------------


def validate(primitive: Data) -> None:
    validate_modifier(parse_modifier(json.dumps(modifier(primitive)), "mood.modifier.json"))


def problem(primitive: Data) -> tuple[str, str]:
    with pytest.raises(DocumentError) as caught:
        validate(primitive)
    return caught.value.code, caught.value.problems[0].path


def test_promotions_are_known_nowhere_else() -> None:
    condition = {"not": {"any": [ROOK, {"all": [TO_QUEEN]}]}}
    assert problem(outside(condition)) == ("E_PRIMITIVE_TARGET", "primitives[1].condition")
    assert problem(inside(condition))[0] == "E_PRIMITIVE_TARGET"


def test_too_many_cases_are_refused() -> None:
    eight = {"any": [{"attr": "Charge", "op": "lt", "value": number} for number in range(8)]}
    validate(outside({"all": [eight, eight]}))
    assert problem(outside({"all": [eight, eight, {"any": [ROOK, WHITE]}]})) == (
        "E_MODIFIER_SIZE",
        "primitives[1].condition",
    )
    nested = {**outside({"all": [eight, eight]}), "then": [outside({"any": [ROOK, WHITE]})]}
    assert problem(nested) == ("E_MODIFIER_SIZE", "primitives[1].then[0].condition")


def test_conditions_stand_only_so_deep_in_one_another() -> None:
    condition = ROOK
    for _ in range(5):
        condition = {"not": condition}
    validate(outside(condition))
    deep = outside({"not": condition})
    assert problem(deep) == ("E_MODIFIER_DEPTH", "primitives[1].condition")
    given = {"id": "deep", "name": "Deep", "customModifiers": [modifier(deep)]}
    (found,) = Engine("chess").check_profiles([given])
    assert (found.code, found.path) == ("E_MODIFIER_DEPTH", "customModifiers[0].primitives[1].condition")


def test_data_that_no_document_could_hold_is_refused() -> None:
    condition = ROOK
    for _ in range(5000):
        condition = {"not": condition}
    given = {"id": "deep", "name": "Deep", "customModifiers": [modifier(outside(condition))]}
    (found,) = Engine("chess").check_profiles([given])
    assert found.code == "E_DOC_LIMIT"
