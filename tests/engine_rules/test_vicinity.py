"""Moves far from whoever contributes derive nothing, and what they leave equals what all rules say."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, ModifierChoice, Program, catalog, compile_document, program_of
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.documents import load_document
from rete_chess.engine.derived import _contributions as contributions
from rete_chess.engine.derived.derive import derive
from rete_chess.engine.lookahead.perft import game_of
from rete_chess.engine.move.trace import NO_TRACE
from rete_chess.facts.words.word import Vicinity
from rete_chess.primitives import parse_modifier, validate_modifier

HEAD = "kind: variant\nid: v\nname: V\nextends: chess\nattributes: {Might: {of: piece, type: int}}\nrules:\n"


def rule(when: str, do: str) -> Program:
    text = f"{HEAD}  - {{id: r, at: derive, when: [{when}], do: [{{contribute: {do}}}]}}\n"
    return compile_document(load_document(text, "v.variant.yaml"))


KING = "{piece: {id: $k, type: king, color: $c}}"
NEAR = "{target: {around: $k, radius: 2, filter: {color: $c}}, attr: Might, by: 1}"


@pytest.mark.parametrize(
    ("when", "do", "radius"),
    [
        (KING, NEAR, 2),
        (KING, "{target: $k, attr: Might, by: 1}", 0),
        ("{piece: {id: $k, type: king, color: $c, square: {ownRank: 1}}}", NEAR, 2),
        (KING, "{target: {around: $k, radius: 3, filter: {square: {zone: centre}}}, attr: Might, by: 1}", 3),
        (KING, "{target: {around: $k, filter: {square: {near: $k}}}, attr: Might, by: 1}", None),
        (KING, "{target: {around: $k, filter: {last: true}}, attr: Might, by: 1}", None),
        (KING, "{target: {around: d4}, attr: Might, by: 1}", None),
        (KING, "{target: $k, attr: Might, by: {count: {type: pawn}}}", None),
        (f"{KING}, {{piece: {{id: $p, type: pawn, color: $c}}}}", "{target: $p, attr: Might, by: 1}", None),
    ],
)
def test_how_far_a_rule_looks(when: str, do: str, radius: int | None) -> None:
    derived = rule(when, do).continuous
    assert derived is not None
    if radius is None:
        assert derived.vicinities is None
    else:
        assert derived.vicinities == {0: Vicinity(frozenset({radius} if radius else ()), "zone" not in do)}


@pytest.mark.parametrize(
    ("moves", "count"),
    [
        ("d2d3", 0),  # still near the king
        ("d2d4", 1),  # leaves it
        ("h2h4 e8d8", 1),  # the king itself
        ("h2h4 b7b5", 0),
        ("a1a2", 0),
    ],
)
def test_who_stays_near_changes_nothing(moves: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(rule(KING, NEAR), "4k3/1p6/8/8/8/8/3P3P/R3K3 w - - 0 1", "native")
    updates = Updates(monkeypatch)
    for move in moves.split():
        engine.apply(move)
    assert updates.count == count


class Updates:
    """Counts how often all continuous rules are looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        original = contributions._matches

        def counted(*arguments: Any) -> Any:
            self.count += 1
            return original(*arguments)

        monkeypatch.setattr(contributions, "_matches", counted)


@pytest.mark.parametrize("network", ["native", "durable"])
def test_only_moves_nearby_derive_anew(network: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(rule(KING, NEAR), "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", network)
    updates = Updates(monkeypatch)
    for move in ("a2a4", "h7h5", "a4a5", "h5h4"):
        record = engine.apply(move)
        assert record.trace is NO_TRACE
    assert updates.count == 0
    engine.apply("e1e2")
    assert updates.count > 0
    engine.undo()
    assert engine.apply("h2h3").trace is NO_TRACE


def test_attributes_that_no_legality_asks_for_are_not_imagined(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = ModifierChoice(catalog.modifier("king-aura", {}), {"type": "king"})
    program = program_of("chess", (), [choice])
    engine = Engine(program, "4k3/8/3p4/4P3/8/3p4/4P3/4K3 w - - 0 1", "native")
    assert program.continuous is not None
    assert not program.continuous.is_looked_at
    updates = Updates(monkeypatch)
    assert "e5d6" in list(engine.legal_moves())
    engine.apply("e5d6")
    assert updates.count == 0  # the pawn was only hurt, and captures that are imagined derive nothing


# -- laws ------------------------------------------------------------------------------------------


def random_aura(random: Random, number: int) -> ModifierChoice:
    aura = {
        "kind": "add-aura",
        "radius": random.randint(1, 3),
        "targetAttr": random.choice(["HpBonus", "RangeBonus", "DamageResistance", "CaptureFlags"]),
        "delta": random.choice([1, 1, 2]),
        "affects": random.choice(["ally", "enemy", "all"]),
        "includeSelf": random.random() < 0.5,
    }
    if aura["targetAttr"] == "DamageResistance":
        aura["delta"] = 0.5
    modifier = {"kind": "modifier", "id": f"aura-{number}", "type": "data", "version": 1, "name": "Aura"}
    carriers = {"type": random.choice(["king", "queen", "knight", "rook", "pawn"])}
    if random.random() < 0.5:
        carriers["color"] = random.choice(["white", "black"])
    text = json.dumps({**modifier, "primitives": [aura]})
    return ModifierChoice(validate_modifier(parse_modifier(text)), carriers)


def random_program(random: Random) -> Program:
    presets = [ActivePreset(name) for name in ("piece-hp", "queen-splits") if random.random() < 0.4]
    return program_of(
        "chess", presets, [random_aura(random, number) for number in range(random.randint(1, 2))]
    )


def derived_anew(engine: Engine) -> tuple[Any, ...]:
    """What all continuous rules say at once about the facts of a game, and what can be played then."""
    other = engine.clone()
    derive(game_of(other), is_new=True)
    return face(other)


def face(engine: Engine) -> tuple[Any, ...]:
    board = engine.board
    bonuses = {name: column.copy() for name, column in board.bonuses.items()}
    rows = [{square: id(reach) for square, reach in side.items()} for side in board.pieces]
    return bonuses, rows, engine.state_hash()


def looked_at(engine: Engine) -> list[int]:
    """The legal moves by playing every single one."""
    board = engine.board
    is_judged = board.book.guards_check[board.turn] and not board.lost
    return legal_by_looking(board) if is_judged else legal_moves(board)


@pytest.mark.parametrize("seed", range(12))
def test_what_far_moves_leave_is_what_all_rules_say(seed: int) -> None:
    random = Random(f"auras {seed}")
    program = random_program(random)
    native, durable = Engine(program, network="native"), Engine(program, network="durable")
    for _ in range(25):
        if native.result is not None:
            break
        before = face(native)
        move = str(random.choice(native.legal_moves()))
        native.apply(move)
        durable.apply(move)
        assert face(native) == face(durable) == derived_anew(native)
        assert list(native.legal_moves()) == list(durable.legal_moves())
        assert sorted(legal_moves(native.board)) == sorted(looked_at(native))
        if random.random() < 0.3:
            native.undo()
            durable.undo()
            assert face(native) == before == derived_anew(native)
