"""Every door for documents and data has the same bounds: hostile ones are refused with a code, and soon."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import rete_chess
from rete_chess import Engine, Match, catalog, load_text
from rete_chess.checks import examine, examine_text
from rete_chess.compiler import CustomModifiers, load_variant, program_of
from rete_chess.compiler.requests import parse_requests
from rete_chess.documents import load_document
from rete_chess.errors import ReteChessError
from rete_chess.match import format_save, parse_save
from rete_chess.primitives import parse_modifier
from rete_chess.testing import run_scenario, run_scenarios, run_text

VARIANT = "kind: variant\nid: own\nname: Own\nextends: chess\n"


@cache
def nested(depth: int, of: str = "list") -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value] if of == "list" else {"not": value}
    return value


TEXTS: dict[str, str | bytes] = {
    "deep lists in YAML": VARIANT + "moves: " + "[" * 100_000,
    "closed deep lists in YAML": VARIANT + "moves: " + "[" * 5000 + "]" * 5000,
    "deep mappings in YAML": VARIANT + "moves: " + "{a: " * 50_000,
    "deep blocks in YAML": VARIANT + "".join(" " * depth + "a:\n" for depth in range(1500)),
    "deep keys in YAML": VARIANT + "? " * 5000,
    "deep items in YAML": VARIANT + "moves:\n  " + "- " * 5000,
    "deep lists in JSON": '{"kind": "variant", "moves": ' + "[" * 100_000,
    "deep mappings in JSON": '{"kind": "variant", "moves": ' + '{"a": ' * 100_000,
    "many aliases": VARIANT + "config: {a: &a [1, 1]}\nmoves:\n" + "- *a\n" * 1000,
    "aliases of aliases": "a0: &a0 [x]\n"
    + "".join(f"a{n + 1}: &a{n + 1} [{', '.join([f'*a{n}'] * 9)}]\n" for n in range(9)),
    "a long line": VARIANT + "description: " + "x" * 1_000_000,
    "a long key": VARIANT + "x" * 500_000 + ": 1\n",
    "too many bytes": VARIANT + "#" * 1_100_000,
    "many values": VARIANT + "config: {a: &a [" + "1, " * 999 + "1]}\nmoves: [" + "*a, " * 60 + "1]\n",
    "many problems": VARIANT + "".join(f"key{number}: 1\n" for number in range(300)),
    "a number of many digits": VARIANT + "config: {n: " + "9" * 100_000 + "}\n",
    "a hexadecimal number": VARIANT + "config: {n: 0x" + "f" * 100_000 + "}\n",
    "an exponent": VARIANT + "config: {n: 1e" + "9" * 1000 + "}\n",
    "a number of many digits in JSON": '{"kind": "variant", "id": ' + "9" * 100_000 + "}",
    "no number": VARIANT + "config: {n: .nan}\n",
    "half a character": VARIANT + 'config: {n: "\\ud800"}\n',
    "half a character as it is": VARIANT + "config: {n: \ud800}\n",
    "half a character in JSON": '{"kind": "variant", "id": "\\ud800"}',
    "a control character": VARIANT + "\x00",
    "bytes that are no text": b"\xff\xfe\x00kind",
    "a tag": VARIANT + "config: !!python/object/apply:os.system [ls]\n",
    "a merge key": VARIANT + "config: {<<: {n: 1}}\n",
    "several documents": VARIANT + "---\n" + VARIANT,
    "a directive": "%YAML 9.9\n---\n" + VARIANT,
    "nothing": "",
    "a path": "/etc/passwd",
    "a word": "chess",
}
TEXT_DOORS: dict[str, Callable[[Any], object]] = {
    "load": rete_chess.load,
    "load_text": load_text,
    "load_text by its name": lambda text: load_text(text, "own.variant.yaml"),
    "load_text, along": lambda text: load_text(VARIANT, None, [text]),
    "load_document": load_document,
    "load_variant": lambda text: load_variant(text if text != "chess" else "chesss"),
    "compile": rete_chess.compile,
    "register": catalog.register,
    "register a piece": lambda text: catalog.pieces().register(text, "own.piece.yaml"),
    "register a ruleset": lambda text: catalog.rulesets().register(text),
    "parse_modifier": parse_modifier,
    "register_modifier": lambda text: Engine(network="native").register_modifier(text),
    "register_modifier of a match": lambda text: Match(network="native").register_modifier(text),
    "custom modifiers": lambda text: CustomModifiers().register(text),
    "run_scenarios": run_scenarios,
    "run_scenario": run_scenario,
    "parse_save": parse_save,
    "parse_save by its name": lambda text: parse_save(text, "own.save.json"),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("door", TEXT_DOORS.values(), ids=TEXT_DOORS)
def test_a_hostile_text_is_refused(door: Callable[[Any], object], text: str | bytes) -> None:
    with pytest.raises(ReteChessError) as caught:
        door(text)
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_hostile_text_is_examined(text: str | bytes) -> None:
    for found in (examine(text), examine_text(text), examine_text(VARIANT, None, [text])):
        assert not found.is_ok
        assert len(found.problems) <= 101
    outcomes = [*run_text(text, ["native"], 100), *run_text(VARIANT, ["native"], 100, None, [text])]
    assert not any(outcome.passed for outcome in outcomes)
    assert len(outcomes) == 2


ITSELF: dict[str, Any] = {}
ITSELF["type"] = ITSELF
DATA: dict[str, Any] = {
    "deep lists": nested(100_000),
    "deep mappings": nested(100_000, "mapping"),
    "rather deep": nested(70, "mapping"),
    "itself": ITSELF,
    "many values": [0] * 100_000,
    "many digits": 10**9000,
    "no number": math.nan,
    "infinite": -math.inf,
    "a long text": "x" * 2_000_000,
    "half a character": "\ud800",
    "a control character": "a\x00b",
    "a set": {1, 2},
    "bytes": b"pawn",
    "an object": object(),
    "a function": load_text,
    "nothing": None,
}
PROFILE: dict[str, Any] = {"kind": "profile", "id": "own", "name": "Own"}


def _engine() -> Engine:
    return Engine(program_of("chess", parse_requests([{"id": "piece-hp"}])), network="native")


DATA_DOORS: dict[str, Callable[[Any], object]] = {
    "load_text": lambda value: load_text({"kind": "variant", "id": "own", "name": value}),
    "load_text, along": lambda value: load_text(VARIANT, None, [{"kind": "piece", "id": value}]),
    "what comes along": lambda value: load_text(VARIANT, None, value if value is not None else "x"),
    "profiles": lambda value: _engine().queue_profiles([{**PROFILE, "perType": value}]),
    "a profile": lambda value: _engine().queue_profiles([value]),
    "the profiles": lambda value: _engine().queue_profiles(value),
    "profiles checked": lambda value: program_of("chess", profiles=[{**PROFILE, "perType": value}]),
    "presets": lambda value: parse_requests([{"id": "piece-hp", "config": {"hp": value}}]),
    "the id of a preset": lambda value: parse_requests([{"id": value}]),
    "a preset": lambda value: parse_requests([value]),
    "the presets": lambda value: parse_requests(value),
    "set_active_presets": lambda value: _engine().set_active_presets([{"id": "piece-hp", "scope": value}]),
    "a filter": lambda value: _engine().apply_modifier("shield-v1", {"type": value}),
    "a filter of a match": lambda value: Match(network="native").apply_modifier("vampire", {"Hp": value}),
    "a fact": lambda value: _engine().set_fact(1, "Hp", value if value is not None else "x"),
    "an entity": lambda value: _engine().set_fact(value, "Hp", 1),
    "a state": lambda value: (
        _engine().preset_state("piece-hp").set("it", value if value is not None else {1})
    ),
    "a new piece": lambda value: _engine().spawn_piece("rook", "white", "e4", {"Hp": value}),
    "the type of a new piece": lambda value: _engine().spawn_piece(value, "white", "e4"),
    "damage": lambda value: _engine().deal_damage(1, value),
    "an event": lambda value: _engine().resolve_event("damage", target=1, amount=value),
    "a kind of event": lambda value: _engine().resolve_event("damage", target=1, amount=1, kind=value or 1),
}


@pytest.mark.parametrize("value", DATA.values(), ids=DATA)
@pytest.mark.parametrize("door", DATA_DOORS.values(), ids=DATA_DOORS)
def test_hostile_data_is_refused(door: Callable[[Any], object], value: Any) -> None:
    with pytest.raises(ReteChessError) as caught:
        door(value)
    assert len(str(caught.value)) < 2000


def test_the_doors_take_what_is_right() -> None:
    engine = _engine()
    engine.queue_profiles([{**PROFILE, "perType": [{"pieceType": "pawn", "kind": "HpBonus", "value": 1}]}])
    engine.apply_modifier("shield-v1", {"type": "pawn"})
    engine.set_fact(1, "Hp", 3)
    engine.preset_state("piece-hp").set("it", [1, {"a": "b"}])
    engine.spawn_piece("rook", "white", "e4", {"Hp": 2})
    assert parse_save(format_save(Match(network="native"))).result is None
