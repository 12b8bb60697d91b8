"""Pieces with nothing left of a vital attribute, by Python: hooks, listeners, modifiers, interventions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, catalog, compile_document, program_of
from rete_chess.core.lawbook import EFFECTS, PINS
from rete_chess.documents import load_document
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.facts.events import Event
from rete_chess.presets import Preset, registered

NETWORKS = ("native", "durable")
HEAD = """\
kind: variant
id: made
name: Made
extends: chess
attributes: {Hp: {of: piece, type: int, start: 1, vital: true}}
"""
FRAIL = """\
kind: modifier
id: frail
type: data
version: 1
name: Frail
description: Loses a point with each step.
primitives:
  - {kind: on-move, primitives: [{kind: add-to-attribute, attr: Hp, delta: -1}]}
"""
FAINT = """\
kind: preset
id: faint
name: Faint
description: Pieces begin without spirit.
attributes: {Spirit: {of: piece, type: int, start: 0, vital: true}}
"""
MOURN = (
    "  - {id: mourn, at: death, when: [{event: {target: $it, kind: used-up}}], do: [{log: {text: gone}}]}\n"
)


def made(rules: str, fen: str | None = None, network: str = "native") -> Engine:
    return Engine(compile_document(load_document(HEAD + "rules:\n" + MOURN + rules)), fen, network)


def firings(record: Any) -> list[tuple[str, str, str | None]]:
    return [(firing.stage, firing.rule, firing.square) for firing in record.trace.firings]


class Drought(Preset):
    """Takes the last point of the piece on d5 once a move is made."""

    id = "drought"
    name = "Drought"
    description = "The piece on d5 thirsts."

    def on_after_move(self, context: Any) -> None:
        piece = context.engine.piece_at("d5")
        if piece is not None:
            context.engine.session.insert(piece, "Hp", 0)


@pytest.mark.parametrize("network", NETWORKS)
def test_what_a_hook_writes_is_death_in_its_stage(network: str) -> None:
    with registered(Drought):
        active = [ActivePreset("piece-hp"), ActivePreset("drought")]
        engine = Engine(program_of("chess", active), "4k3/8/8/3p4/8/8/8/R3K3 w - - 0 1", network)
        before = engine.state_hash()
        record = engine.apply("a1a2")
    assert engine.piece_at("d5") is None
    assert [(e.event, e.kind) for e in record.trace.events if e.event == "death"] == [("death", "used-up")]
    engine.undo()
    assert engine.state_hash() == before


class Thief(Listener):
    """Takes the last point of whoever has moved."""

    def after(self, event: Event, context: ListenerContext) -> Iterable[Event]:
        if context.point == "move" and event.piece is not None:
            context.session.insert(event.piece, "Hp", -1)
        return ()


def test_what_a_listener_writes_is_death() -> None:
    engine = made("")
    engine.add_listener(Thief())
    record = engine.apply("e2e4")
    assert engine.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert firings(record) == [("move", "made/mourn", "e4")]


def test_a_piece_that_is_put_on_the_board_without_any_dies_at_once() -> None:
    engine = made("")
    before = engine.state_hash()
    engine.apply("a2a3")
    engine.spawn_piece("rook", "white", "e4", {"Hp": 0})
    assert engine.piece_at("e4") is None
    assert firings(engine.incidents[-1]) == [("between-moves", "made/mourn", "e4")]
    engine.undo()
    assert engine.state_hash() == before


def test_who_begins_with_nothing_lives_until_it_is_hurt() -> None:
    """What a document gives at the start is nobody's deed; so it is for presets switched on in the game."""
    engine = Engine("chess")
    with catalog.registered(FAINT):
        engine.set_active_presets([{"id": "faint"}])
    assert [len(side) for side in engine.board.pieces] == [16, 16, 0]
    engine.spawn_piece("rook", "white", "e4")
    assert engine.piece_at("e4") is not None


@pytest.mark.parametrize("network", NETWORKS)
def test_a_primitive_that_takes_the_last_point_kills(network: str) -> None:
    engine = made("", network=network)
    engine.custom_modifiers.register(FRAIL)
    engine.apply_modifier("frail", {"type": "knight"})
    record = engine.apply("g1f3")
    assert engine.piece_at("f3") is None
    assert firings(record)[-1] == ("move", "made/mourn", "f3")


@pytest.mark.parametrize(
    ("action", "tier"),
    [
        ("add: {target: $it, attr: Hp, by: -1}", EFFECTS),
        ("add: {target: $it, attr: Hp, by: 1}", PINS),
        ("add: {target: $it, attr: Hp, by: -1, min: 1}", PINS),
        ("set: {target: $it, attr: Hp, to: 0}", EFFECTS),
        ("set: {target: $it, attr: Hp, to: 2}", PINS),
        ("multiply: {target: $it, attr: Hp, by: 0}", EFFECTS),
        ("multiply: {target: $it, attr: Hp, by: 2}", PINS),
        ("set: {target: $it, attr: Hp, to: $it.Hp}", EFFECTS),
    ],
)
def test_legality_looks_at_rules_that_may_kill_so_and_at_no_others(action: str, tier: int) -> None:
    text = (
        HEAD + f"rules:\n  - {{id: one, at: move, when: [{{event: {{piece: $it}}}}], do: [{{{action}}}]}}\n"
    )
    assert compile_document(load_document(text)).book.tier == tier


def test_a_contribution_that_leaves_nothing_is_death() -> None:
    rules = (
        "  - {id: chill, at: derive, when: [{piece: {id: $q, type: queen, color: $side}}], do: [{contribute: "
        "{target: {around: $q, filter: {color: {not: $side}}}, attr: Hp, by: -1}}]}\n"
    )
    engine = made(rules, "4k3/8/2p5/8/8/8/8/K2Q4 w - - 0 1")
    record = engine.apply("d1d5")
    assert engine.piece_at("c6") is None
    assert ("check", "made/mourn", "c6") in firings(record)
    engine.undo()
    assert engine.piece_at("c6") is not None
