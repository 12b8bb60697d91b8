"""Presets in Python that act when they begin: networks and rules know what they have done, whether the game
begins with them or they come later, and however one gets to the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from rete_chess import Match
from rete_chess.compiler import ActivePreset, Program, catalog, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save
from rete_chess.presets import Preset, registered
from tests.engine_rules.test_feed import told, told_anew

NETWORKS = ("native", "durable")

#: Rules that join pieces, count them at a turn's start, and contribute to them.
ZEALOUS = """
kind: preset
id: zealous
name: Zealous
description: Who has zeal gives more of it to foes of equal zeal when a turn starts, and inspires the king.
attributes:
  Zeal: {of: piece, type: int, min: 0}
  Awe: {of: piece, type: int}
rules:
  - id: strike
    at: turn-start
    when:
      - piece: {id: $one, color: white, Zeal: $zeal}
      - piece: {id: $other, color: black, Zeal: $zeal}
    do:
      - {add: {target: $other, attr: Zeal, by: 1}}
  - id: inspire
    at: derive
    when: [{piece: {id: $one, color: $color, Zeal: {gt: 0}}}]
    do:
      - contribute: {target: {around: $one, radius: 2, filter: {type: king, color: $color}}, attr: Awe, by: 1}
"""


class Muster(Preset):
    """Does, when it begins, all that a hook may do: it writes, spawns, moves and kills."""

    id = "muster"
    name = "Muster"
    description = "Gives zeal, brings pawns, moves a rook and kills a knight."
    piece_attributes: ClassVar = {"Zeal": {"type": "int", "min": 0}}

    def on_activate(self, context: Any) -> None:
        engine = context.engine
        for piece in engine.pieces("black")[:3]:
            engine.session.insert(piece, "Zeal", 2)
        engine.session.insert(engine.spawn_piece("pawn", "white", "a4"), "Zeal", 2)
        engine.spawn_piece("pawn", "white", "h4", {"Zeal": 7})
        engine.relocate_piece(engine.piece_at("h1"), "h3")
        engine.deal_damage(engine.piece_at("b8"), 1)
        context.state.set("begun", [1, 2])

    def on_piece_spawn(self, context: Any) -> None:
        if not context.engine.session.contains(context.piece_id, "Zeal"):
            context.engine.session.insert(context.piece_id, "Zeal", 1)


@pytest.fixture(autouse=True)
def _known() -> Iterator[None]:
    with registered(Muster), catalog.registered(load_document(ZEALOUS, "zealous.preset.yaml")):
        yield


def begun(network: str, *presets: str) -> Match:
    return Match(program_of("chess", [ActivePreset(name) for name in presets]), network=network)


def demand_whole(match: Match) -> None:
    """Every network has been told what it would be told of the position anew."""
    engine = match.engine
    engine._game.feed()
    for (_, is_derived), feed in engine._game._feeds.items():
        assert told(feed) == told_anew(engine, is_derived)


def account(match: Match, *moves: str) -> list[Any]:
    """What fires and what the facts are, move by move."""
    found: list[Any] = []
    for move in moves:
        record = match.play(move)
        demand_whole(match)
        fired = [(firing.rule, firing.entity, firing.changes) for firing in record.trace.firings]
        found.append((fired, match.engine.state_hash(), match.digest))
    return found


PRESETS = pytest.mark.parametrize(
    "presets", [("muster", "zealous"), ("zealous", "muster"), ("muster", "zealous", "piece-hp")], ids="+".join
)


@PRESETS
@pytest.mark.parametrize("network", NETWORKS)
def test_networks_know_what_was_done_as_the_game_began(network: str, presets: tuple[str, ...]) -> None:
    match = begun(network, *presets)
    demand_whole(match)
    assert match.engine.piece_at("a4") is not None
    match.engine.spawn_piece("pawn", "black", "e5")  # as many entries as were forgotten, or fewer
    demand_whole(match)
    record = match.play("e2e4")
    demand_whole(match)
    assert [firing.rule for firing in record.trace.firings].count("zealous/strike") == 3
    match.undo()
    demand_whole(match)


@PRESETS
def test_rules_fire_the_same_however_the_position_was_reached(presets: tuple[str, ...]) -> None:
    moves = ("e2e4", "e7e5", "g1f3")
    expected = account(begun("native", *presets), *moves)
    for network in NETWORKS:
        match = begun(network, *presets)
        twin, loaded = match.clone(), parse_save(format_save(match), network=network)
        resumed = Match.resume(match.snapshot(), network=network)
        assert account(match, *moves) == expected
        while match.history and match.current_index:
            match.undo()
        assert account(match, *moves) == expected
        for other in (twin, loaded, resumed):
            assert account(other, *moves) == expected
        for other in (match.clone(), parse_save(format_save(match), network=network)):
            other.jump_to(0)
            assert account(other, *moves) == expected


@pytest.mark.parametrize("network", NETWORKS)
def test_presets_that_come_later_act_in_the_same_way(network: str) -> None:
    match = begun(network)
    bare = match.digest
    match.set_active_presets([{"id": "zealous"}])
    match.undo_intervention()
    assert match.digest == bare
    match.set_active_presets([{"id": "muster"}, {"id": "zealous"}])
    demand_whole(match)
    fired = account(match, "e2e4")[0][0]
    assert [rule for rule, *_ in fired] == ["zealous/strike"] * 3
    assert fired == account(begun(network, "muster", "zealous"), "e2e4")[0][0]
    loaded = parse_save(format_save(match), network=network)
    assert loaded.digest == match.digest
    match.undo()
    match.undo_intervention()
    assert match.digest == bare
    demand_whole(match)


class Herald(Listener):
    """Notes whom rules have struck."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def after(self, event: Event, context: ListenerContext) -> tuple[Event, ...]:
        self.heard.append(f"{context.point} {event.target}")
        return ()


@pytest.mark.parametrize("network", NETWORKS)
def test_listeners_that_join_a_game_hear_of_all_pieces(network: str) -> None:
    heard = []
    for match in (begun(network, "muster", "zealous"), begun(network, "muster", "zealous").clone()):
        herald = Herald()
        match.engine.add_listener(herald)
        account(match, "e2e4", "e7e5")
        heard.append(herald.heard)
    assert heard[0] == heard[1]
    assert any(line.startswith("turn-start") for line in heard[0])


@pytest.mark.parametrize("network", NETWORKS)
def test_who_dies_of_contributions_as_the_game_begins_is_gone_for_the_network(network: str) -> None:
    document = load_document(MORTAL, "mortal.variant.yaml")
    program = compile_document(document)
    assert isinstance(program, Program)
    match = Match(program, network=network)
    assert match.engine.piece_at("a2") is None
    demand_whole(match)
    match.spawn_piece("pawn", "white", "a3", {"Breath": 2})
    demand_whole(match)
    match.play("e2e4")
    demand_whole(match)


MORTAL = """
kind: variant
id: mortal
name: Mortal
description: The plague leaves nobody on the a file a breath.
extends: chess
attributes:
  Breath: {of: piece, type: int, for: {type: pawn}, start: 1, vital: true}
rules:
  - id: plague
    at: derive
    when: [{piece: {id: $one, type: pawn, square: {in: [a2, a7]}, Breath: {gt: 0}}}]
    do: [{contribute: {target: $one, attr: Breath, by: -1}}]
  - id: breathe
    at: turn-start
    when: [{piece: {id: $one, type: pawn, Breath: {gt: 1}}}]
    do: [{add: {target: $one, attr: Breath, by: 1}}]
"""
