"""Numbers are bounded wherever they are written: no rule builds a large one, and every save is read."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from rete_chess import Engine, Match, load
from rete_chess.checks import examine
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.core.values import LARGEST
from rete_chess.engine.move.listeners import Listener
from rete_chess.errors import ReteChessError, RuleFailedError
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save
from rete_chess.presets import Amount, Preset
from rete_chess.presets.registration import registered

NETWORKS = ("durable", "native")
FEN = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
HEAD = f"""kind: variant
id: grown
name: Grown
description: Numbers grow.
extends: chess
fen: {FEN}
attributes:
  Size: {{of: piece, type: number, start: 1000}}
  Small: {{of: piece, type: int, start: 1000, min: -2000, max: 2000}}
  Sum: {{of: game, type: int, start: 10}}
  Gold: {{of: side, type: number, start: 0.5}}
  Word: {{of: game, type: string, start: short}}
"""


def rule(actions: str, at: str = "move") -> str:
    return HEAD + f"rules:\n- id: grow\n  at: {at}\n  when: [{{event: {{piece: $p}}}}]\n  do: {actions}\n"


def each(count: int, action: str) -> str:
    return f"[{', '.join([action] * count)}]"


#: What a rule may do, and what becomes too large by it; nothing where it stays within the bound.
WRITTEN = {
    "set to the bound": ("[{set: {target: $p, attr: Size, to: 1000000000}}]", ""),
    "set": ("[{set: {target: $p, attr: Size, to: {of: $p.Size, times: 1000001}}}]", "Size"),
    "add": (
        "[{set: {target: $p, attr: Size, to: 1.0e+9}}, {add: {target: $p, attr: Size, by: 0.001}}]",
        "Size",
    ),
    "take": (
        "[{set: {target: $p, attr: Size, to: -1.0e+9}}, {add: {target: $p, attr: Size, by: -1}}]",
        "Size",
    ),
    "multiply": ("[{multiply: {target: $p, attr: Size, by: 1000001}}]", "Size"),
    "multiply below": ("[{multiply: {target: $p, attr: Size, by: -1000001}}]", "Size"),
    "by itself, forty times": (each(40, "{multiply: {target: $game, attr: Sum, by: $game.Sum}}"), "Sum"),
    "of a side": (each(40, "{multiply: {target: {side: white}, attr: Gold, by: 1000}}"), "Gold"),
    "damage": ("[{damage: {target: $p, amount: {of: $p.Size, times: 1000001}}}]", "the damage"),
    "up to a declared bound": (each(40, "{multiply: {target: $p, attr: Small, by: 1000}}"), ""),
    "down to a declared bound": ("[{multiply: {target: $p, attr: Small, by: -1.0e+9}}]", ""),
}


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(("actions", "what"), WRITTEN.values(), ids=WRITTEN)
def test_a_rule_does_not_write_beyond_the_bound(actions: str, what: str, network: str) -> None:
    match = Match(compile_document(load(rule(actions), "grown.variant.yaml")), network=network)
    before = match.engine.state_hash(), match.engine.fen(), [*map(str, match.legal_moves())]
    if not what:
        match.play("e1d1")
        assert parse_save(format_save(match)).engine.state_hash() == match.engine.state_hash()
        return
    with pytest.raises(RuleFailedError) as caught:
        match.play("e1d1")
    assert str(caught.value).startswith("grown/grow (grown.variant.yaml:14) failed: ")
    assert f"{what} is beyond what a game keeps" in str(caught.value)
    assert "[E_FACT_RANGE]" in str(caught.value)
    assert before == (match.engine.state_hash(), match.engine.fen(), [*map(str, match.legal_moves())])
    assert format_save(parse_save(format_save(match))) == format_save(match)


@pytest.mark.parametrize("network", NETWORKS)
def test_an_amount_is_not_changed_beyond_the_bound(network: str) -> None:
    edits = each(4, "{multiply: {target: $event, attr: amount, by: 1000}}")
    engine = Engine(compile_document(load(rule(edits, "damage"))), network=network)
    before = engine.state_hash()
    with pytest.raises(RuleFailedError, match=r"amount of the event is beyond .*E_FACT_RANGE"):
        engine.apply("e4d5")
    assert engine.state_hash() == before


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(("factor", "value"), [(LARGEST, LARGEST), (-LARGEST, 1000 - LARGEST), (1, 2000)])
def test_what_is_derived_stops_at_the_bound(factor: int, value: int, network: str) -> None:
    by = f"{{of: $p.Size, times: {factor}}}"
    text = HEAD + (
        "rules:\n- id: shine\n  at: derive\n  when: [{piece: {id: $p, type: king}}]\n"
        f"  do: [{{contribute: {{target: $p, attr: Size, by: {by}}}}}]\n"
    )
    engine = Engine(compile_document(load(text)), network=network)
    king = engine.piece_at("e1")
    assert king is not None
    assert engine.session.effective(king.id, "Size") == value
    engine.apply("e1d1")
    assert engine.session.effective(king.id, "Size") == value


def written_by(act: Callable[[Match, Any], object], value: Any) -> ReteChessError:
    match = Match(compile_document(load(HEAD)), network="native")
    before = match.engine.state_hash()
    with pytest.raises(ReteChessError) as caught:
        act(match, value)
    assert match.engine.state_hash() == before
    assert parse_save(format_save(match)).engine.state_hash() == before
    return caught.value


#: How Python writes numbers, with the code of the refusal.
WAYS: dict[str, tuple[Callable[[Match, Any], object], str]] = {
    "set_fact": (lambda match, value: match.set_fact(1, "Size", value), "E_FACT_RANGE"),
    "set_fact of a side": (lambda match, value: match.set_fact(0, "Gold.white", value), "E_FACT_RANGE"),
    "session": (lambda match, value: match.engine.session.insert(1, "Size", value), "E_FACT_RANGE"),
    "state": (lambda match, value: match.engine.preset_state("own").set("it", [value]), "E_FACT_RANGE"),
    "spawn": (lambda match, value: match.spawn_piece("rook", "white", "a1", {"Size": value}), "E_FACT_RANGE"),
    "damage": (lambda match, value: match.deal_damage(1, value), "E_REQUEST"),
    "event": (lambda match, value: match.resolve_event("damage", target=1, amount=value), "E_REQUEST"),
}
NUMBERS = {
    "large": LARGEST + 1,
    "small": -LARGEST - 1,
    "large with places": LARGEST + 0.5,
    "infinite": math.inf,
    "infinite below": -math.inf,
    "none": math.nan,
    "of many digits": 10**9000,
}


@pytest.mark.parametrize("value", NUMBERS.values(), ids=NUMBERS)
@pytest.mark.parametrize("way", WAYS)
def test_python_does_not_write_beyond_the_bound(way: str, value: float) -> None:
    act, code = WAYS[way]
    assert written_by(act, value).code == code


@pytest.mark.parametrize("text", ["x" * 256, "\ud800", "\x00", "\ufeff"], ids=ascii)
def test_a_text_that_no_save_holds_is_not_written(text: str) -> None:
    assert written_by(lambda match, value: match.set_fact(0, "Word", value), text).code == "E_FACT_TYPE"


class Louder(Listener):
    """Makes every blow a thousand times as hard."""

    def __init__(self, amount: float) -> None:
        self.amount = amount

    def before(self, event: Event, view: Any) -> Event:
        return event._replace(amount=self.amount) if event.event == "damage" else event


@pytest.mark.parametrize("amount", [LARGEST + 1, math.inf, math.nan])
def test_a_listener_does_not_make_an_amount_beyond_the_bound(amount: float) -> None:
    match = Match(compile_document(load(HEAD)), network="native", listeners=[Louder(amount)])
    before = match.engine.state_hash()
    with pytest.raises(ReteChessError, match="E_REQUEST"):
        match.play("e4d5")
    assert match.engine.state_hash() == before


class Loud(Preset):
    """Makes every blow as hard as it is told."""

    id = "loud"
    name = "Loud"
    description = "Makes every blow harder."
    amount: float = 0

    def on_damage(self, context: Any) -> Any:
        return Amount(self.amount)


@pytest.mark.parametrize("amount", [LARGEST + 1, math.inf, math.nan, 10**400])
def test_a_hook_does_not_make_an_amount_beyond_the_bound(
    amount: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Loud, "amount", amount)
    with registered(Loud):
        engine = Engine(program_of("chess", [ActivePreset("loud")]), FEN, "native")
        before = engine.state_hash()
        with pytest.raises(ReteChessError):
            engine.apply("e4d5")
        assert engine.state_hash() == before


@pytest.mark.parametrize("value", [LARGEST + 1, 10**400, math.inf, math.nan])
def test_a_setting_is_bounded(value: float) -> None:
    with pytest.raises(ReteChessError) as caught:
        program_of("chess", [ActivePreset("piece-hp", config=(("hp", value),))])
    assert caught.value.code == "E_CONFIG"


@pytest.mark.parametrize("turns", [0, -1, 10_001, 10**400, True, 1.5])
def test_a_duration_is_bounded(turns: Any) -> None:
    use = replace(ActivePreset("piece-hp"), turns_remaining=turns)
    with pytest.raises(ReteChessError) as caught:
        program_of("chess", [use])
    assert caught.value.code == "E_PRESETS"


#: Constants of documents that are too large, with the line.
CONSTANTS = {
    "start": ("attributes: {N: {of: game, type: int, start: 1000000001}}", 1),
    "start made of a setting": (
        "config: {n: 1000}\nattributes:\n  N: {of: game, type: int, start: {of: $config.n, times: 1000001}}",
        3,
    ),
    "setting": ("config: {n: -1000000001}", 1),
    "setting of a preset": ("presets: [{id: piece-hp, config: {hp: 1.0e+10}}]", 1),
    "infinite": ("config:\n  n: .inf", 2),
    "no number": ("config:\n  n: .nan", 2),
    "of many digits": ("config:\n  n: " + "9" * 5000, 2),
    "by exponent": ("config:\n  n: 1.0e+400", 2),
}


@pytest.mark.parametrize(("text", "line"), CONSTANTS.values(), ids=CONSTANTS)
def test_a_constant_is_bounded(text: str, line: int) -> None:
    head = "kind: variant\nid: own\nname: Own\ndescription: Large.\nextends: chess\n"
    problem = examine(head + text).problems[0]
    assert problem.code in ("E_DOC_VALUE", "E_DOC_NUMBER")
    assert problem.line == line + 5


@pytest.mark.parametrize("count", ["1000000", "999999"])
def test_counters_of_a_position_can_be_read_again(count: str) -> None:
    engine = Engine("chess", f"4k3/8/8/8/8/8/8/R3K3 b - - {count} {count}", "native")
    assert Engine("chess", engine.fen(), "native").fen() == engine.fen()
    for reader in ("1000001", "9" * 30, "-1"):
        with pytest.raises(ReteChessError, match="E_FEN"):
            Engine("chess", f"4k3/8/8/8/8/8/8/R3K3 b - - {reader} 1", "native")


def test_counters_beyond_the_bound_are_written_as_the_bound() -> None:
    text = HEAD.replace(FEN, "4k3/8/8/8/8/8/8/R3K3 b - - 1000000 1000000") + "result: {defaults: suppress}\n"
    match = Match(compile_document(load(text)), network="native")
    for move in ("e8d8", "a1b1", "d8e8"):
        match.play(move)
    assert match.engine.fen().endswith(" 1000000 1000000")
    assert match.engine.session.get(0, "FullmoveNumber") == 1_000_002
    assert format_save(parse_save(format_save(match))) == format_save(match)


#: Attributes that stand in FEN, with how their fields are written.
FIELDS = {
    "large": ("{of: side, type: int, start: 1000000000}", "1000000000+1000000000"),
    "negative": ("{of: side, type: int, start: -3}", "-3+-3"),
    "with places": ("{of: side, type: number, start: 0.125}", "0.125+0.125"),
    "none yet": ("{of: side, type: int}", "-+-"),
    "a word": ("{of: game, type: {enum: [sun, half-light]}, start: half-light}", "half-light"),
    "a bool": ("{of: game, type: bool, start: true}", "true"),
    "no number of the game": ("{of: game, type: number}", "-"),
}


@pytest.mark.parametrize(("declared", "field"), FIELDS.values(), ids=FIELDS)
def test_every_attribute_in_fen_is_read_again(declared: str, field: str) -> None:
    head = "kind: variant\nid: own\nname: Own\ndescription: Fields.\nextends: chess\n"
    program = compile_document(
        load(head + f"attributes: {{Own: {declared.replace('{of', '{fen: true, of', 1)}}}\n")
    )
    match = Match(program, network="native")
    assert match.engine.fen().split()[4] == field
    match.play("e2e4")
    assert parse_save(format_save(match)).engine.state_hash() == match.engine.state_hash()
    again = Engine(program, match.engine.fen(), "native")
    assert again.fen() == match.engine.fen()
    assert [again.session.get(0, name) for name in ("Own", "Own.white")] == [
        match.engine.session.get(0, name) for name in ("Own", "Own.white")
    ]


@pytest.mark.parametrize(
    ("declared", "field"),
    [
        ("{of: game, type: {enum: [sun, rain]}}", "rein"),
        ("{of: game, type: bool}", "yes"),
        ("{of: game, type: int}", "1.5"),
        ("{of: game, type: int}", "12345678901"),
        ("{of: game, type: int}", "9999999999"),
        ("{of: side, type: int}", "3+3+3"),
    ],
)
def test_a_field_that_is_no_value(declared: str, field: str) -> None:
    head = "kind: variant\nid: own\nname: Own\ndescription: Fields.\nextends: chess\n"
    program = compile_document(
        load(head + f"attributes: {{Own: {declared.replace('{of', '{fen: true, of', 1)}}}\n")
    )
    with pytest.raises(ReteChessError, match=r"E_FEN|E_FACT_RANGE"):
        Engine(program, f"4k3/8/8/8/8/8/8/R3K3 w - - {field} 0 1", "native")


@pytest.mark.parametrize("kind", ["string", "{list: int}"])
def test_texts_and_lists_do_not_stand_in_fen(kind: str) -> None:
    head = "kind: variant\nid: own\nname: Own\ndescription: Fields.\nextends: chess\n"
    (problem,) = examine(head + f"attributes: {{Own: {{of: game, type: {kind}, fen: true}}}}\n").problems
    assert (problem.code, problem.line) == ("E_DOC_CONFLICT", 6)


@pytest.mark.parametrize("ttl", [-1, LARGEST + 1, 10**400, 1.5, True])
def test_the_time_of_an_effect_is_bounded(ttl: Any) -> None:
    with pytest.raises(ReteChessError, match="E_REQUEST"):
        Engine(network="native").emit_effect("sparks", "e4", ttl)
