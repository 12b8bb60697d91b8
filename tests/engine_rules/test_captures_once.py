"""Captures by the action `capture`, in place of the move's own or beside it: each is heard and told once."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import Program, compile_document
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.documents import load_document
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.facts.events import Event
from rete_chess.match import Match, format_save, parse_save

NETWORKS = ("native", "durable")
COUNTING = """
kind: variant
id: counting
name: Counting
extends: crazyhouse
attributes: {Kills: {of: piece, type: int, start: 0}}
rules:
  - id: count
    at: capture
    when: [{event: {piece: $p, target: $v}}]
    do: [{add: {target: $p, attr: Kills, by: 1}}]
"""
BEFORE = "  - {id: c, at: before-capture, when: [{event: {piece: $p, target: $v}}], do: "
CONSUMED = BEFORE + "[consume, {capture: {target: $v}}]}"
BESIDE = BEFORE + "[{capture: {target: $v}}]}"
CANCELLED = BEFORE + "[{capture: {target: $v}}, cancel]}"
SHOT = BEFORE + "[consume, {destroy: {target: $v}}]}"
AT_DAMAGE = "  - {id: c, at: damage, when: [{event: {target: $v}}], do: [{capture: {target: $v}}]}"


def counting(rule: str = "") -> Program:
    return compile_document(load_document(COUNTING + rule, "counting.variant.yaml"))


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("turn", ["w", "b"])
@pytest.mark.parametrize(
    ("rule", "to"),
    [
        ("", "there"),
        (CONSUMED, "here"),
        (BESIDE, "there"),
        (CANCELLED, "there"),
        (AT_DAMAGE, "there"),
        (SHOT, "here"),
    ],
)
def test_a_capture_is_heard_and_told_once(rule: str, to: str, turn: str, network: str) -> None:
    match = Match(counting(rule), f"4k3/8/8/3p4/4P3/8/8/4K3[] {turn} - - 0 1", network)
    engine, before = match.engine, match.digest
    here, there = ("e4", "d5") if turn == "w" else ("d5", "e4")
    mover = engine.piece_at(here)
    assert mover is not None
    record = match.play(f"{here}{there}")
    log = [told.event.event for told in record.log]
    assert [log.count(word) for word in ("capture", "damage", "death", "hand")] == [
        1, 1, 1, 1
    ]  # fmt: skip
    assert engine.session.get(mover.id, "Kills") == 1
    assert engine.fen().split()[0].endswith("[P]" if turn == "w" else "[p]")
    arrived = engine.piece_at(there if to == "there" else here)
    assert arrived is not None
    assert arrived.id == mover.id
    after = match.digest
    assert parse_save(format_save(match)).digest == after
    match.undo()
    assert match.digest == before
    match.redo()
    assert match.digest == after


@pytest.mark.parametrize("network", NETWORKS)
def test_a_capture_of_a_listener_in_its_place_is_heard_once(network: str) -> None:
    class Proxy(Listener):
        def before(self, event: Event, context: ListenerContext) -> Any:
            if context.point != "before-capture":
                return event
            return context.make("capture", piece=event.piece, target=event.target)

    engine = Engine(counting(), "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", network)
    engine.add_listener(Proxy())
    record = engine.apply("e4d5")
    assert [told.event.event for told in record.log].count("capture") == 1
    assert engine.fen().startswith("4k3/8/8/3P4/8/8/8/4K3[P]")


def test_further_captures_are_heard_beside_the_first() -> None:
    sweep = (
        "  - {id: c, at: capture, when: [{event: {piece: $p}}, {piece: {id: $q, type: queen}}],"
        " do: [{capture: {target: $q, by: $p}}]}"
    )
    engine = Engine(counting(sweep), "3qk3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "native")
    record = engine.apply("e4d5")
    assert [told.event.event for told in record.log].count("capture") == 2
    assert engine.fen().startswith("4k3/8/8/3P4/8/8/8/4K3[QP]")


@pytest.mark.parametrize("rule", [CONSUMED, BESIDE, SHOT])
def test_legality_plays_it_as_the_game_does(rule: str) -> None:
    """The rook that gives check is captured, by a king that then stands beside another, or stays away."""
    board = Engine(counting(rule), "3rk3/8/8/8/8/8/3r4/4K3[] w - - 0 1", "native").board
    assert sorted(legal_moves(board)) == sorted(legal_by_looking(board))
