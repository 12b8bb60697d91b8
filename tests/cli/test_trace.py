"""`rete-chess trace`: golden texts for people, the contract for machines, and moves that fail."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rete_chess.engine.move.trace import Change, Firing, Trace
from rete_chess.facts.events import Event
from rete_chess.io.cast import Actor, describe_change, describe_event, describe_events
from rete_chess.io.trace_tree import lines_of
from rete_chess.stages import STAGES
from tests.cli.helpers import ERROR_KEYS, Run, start

GOLDEN = Path(__file__).parent / "golden"
FIREWORKS = str(GOLDEN / "fireworks.variant.yaml")
CHAIN = "b1c3 e7e6 c3b5 f8a3 b5a7 g8f6 b2a3"

TEXTS = {
    "fireworks": (FIREWORKS, "--moves", CHAIN),
    "three-check-all-stages": ("three-check", "--all-stages", "--moves", "e2e4 f7f6 d1h5"),
}


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("name", TEXTS)
def test_golden_text(run: Run, name: str, network: str) -> None:
    if network == "durable":
        pytest.importorskip("durable_rules_engine")
    outcome = run("trace", *TEXTS[name], "--network", network)
    assert (outcome.code, outcome.err) == (0, "")
    # The digest of the state covers facts that no trace shows.
    shown = re.sub(r"(?m)^state [0-9a-f]{32}$", "state ...", outcome.out)
    assert shown == (GOLDEN / f"{name}.txt").read_text("utf-8")


def test_terminals_without_arrows_and_with_colours() -> None:
    words = ("trace", "three-check", "--moves", "e2e4 f7f6 d1h5")
    assert "ChecksLeft 3 -> 2" in start(*words, PYTHONIOENCODING="ascii").out
    assert "\x1b[33m" in start(*words, FORCE_COLOR="1", TERM="xterm-256color").out


def records(run: Run, *words: str) -> Any:
    outcome = run("trace", *words, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert set(outcome.json) == {"records", "state_hash"}
    assert re.fullmatch("[0-9a-f]{32}", outcome.json["state_hash"])
    return outcome.json["records"]


def test_contract(run: Run) -> None:
    for record in records(run, FIREWORKS, "--moves", CHAIN):
        assert {"move", "fen", "result", "events", "stages"} <= set(record)
        assert [stage["stage"] for stage in record["stages"]] == list(STAGES)
        for stage in record["stages"]:
            assert set(stage) == {"stage", "firings"}
            for firing in stage["firings"]:
                assert set(firing) - {"logs"} == {"rule", "entity", "square", "bindings", "changes"}


def test_a_piece_is_named_where_it_has_arrived() -> None:
    """The announcement of a move, which only some rules hear, moves nobody; its arrival does."""
    names = ("a1", "b1")
    announced = Event(1, "move", piece=7, origin=0, to=1)
    arrived = Event(2, "move", piece=7, origin=0, to=1, square=1)
    struck = Event(3, "destroy", target=7)
    for events, phrase in (
        ([announced, struck], "destroy white rook a1"),
        ([arrived, struck], "destroy white rook b1"),
        ([announced, arrived, struck], "destroy white rook b1"),
    ):
        trace = Trace()
        trace.events.extend(events)
        assert describe_events(trace, {7: Actor("white", "rook", "a1")}, names)[3] == phrase


def test_record_of_a_capture(run: Run) -> None:
    *_, last = records(run, "atomic", "--moves", "e2e4 d7d5 e4d5")
    assert (last["move"], last["result"]) == ("e4d5", None)
    assert last["fen"] == "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"
    fired = {stage["stage"]: stage["firings"] for stage in last["stages"] if stage["firings"]}
    pawn = fired["capture"][0]["entity"]
    assert fired == {
        "capture": [
            {
                "rule": "atomic/explode",
                "entity": pawn,
                "square": "e4",
                "bindings": {"attacker": pawn, "centre": "d5"},
                "changes": [],
            }
        ]
    }
    events = {event["event"]: event for event in last["events"]}
    capture, blast = events["capture"], events["destroy"]
    assert (capture["from"], capture["to"], capture["piece"]) == ("e4", "d5", pawn)
    assert capture["heard"] == [
        {"rule": "atomic/explode", "entity": pawn, "at": "capture", "text": "explosion on d5"}
    ]
    assert (blast["parent"], blast["source"], blast["target"]) == (capture["id"], "atomic/explode", pawn)


def test_changes_and_the_result(run: Run) -> None:
    found = records(run, FIREWORKS, "--moves", CHAIN)
    changes = [
        (change["attribute"], change["old"], change["new"])
        for stage in found[4]["stages"]
        for firing in stage["firings"]
        for change in firing["changes"]
    ]
    assert ("Hp", 2, 1) in changes
    assert ("Fame.white", 5, 6) in changes
    assert found[-1]["result"] == {"outcome": "win", "winner": "white", "reason": "fame"}


def test_no_moves(run: Run) -> None:
    assert records(run) == []


def test_moves_may_be_san_and_separated_by_commas(run: Run) -> None:
    assert [record["move"] for record in records(run, "--moves", "e4,e5 Nf3")] == ["e2e4", "e7e5", "g1f3"]


FAILURES = {
    "illegal": (("--moves", "e2e4 e7e5 e4e5 d2d4"), 3, "'e4e5'", "E_MOVE_ILLEGAL"),
    "no move": (("--moves", "hello"), 1, "'hello'", "E_MOVE_TEXT"),
    "after the end": ((FIREWORKS, "--moves", f"{CHAIN} h7h6"), 8, "'h7h6'", "E_GAME_OVER"),
}


@pytest.mark.parametrize(("words", "number", "move", "code"), FAILURES.values(), ids=FAILURES)
def test_failing_move(run: Run, words: tuple[str, ...], number: int, move: str, code: str) -> None:
    outcome = run("trace", *words, "--json")
    assert outcome.code == 2
    assert outcome.err.startswith(f"error: move {number}, {move}: ")
    assert outcome.err.count("\n") == 1
    answer = outcome.json
    assert len(answer["records"]) == number - 1
    assert set(answer["error"]) == ERROR_KEYS
    assert answer["error"]["code"] == code
    assert answer["error"]["message"].startswith(f"move {number}, ")
    people = run("trace", *words)
    assert people.code == 2
    assert people.err == outcome.err
    assert people.out.count(". white ") + people.out.count(". black ") == number - 1


REFUSING = """
kind: variant
id: sabbath
name: Sabbath
description: No pawn moves on the seventh file.
extends: chess
rules:
  - id: rest
    at: before-move
    when: [{event: {piece: $pawn, from: {file: g}}}, {piece: {id: $pawn, type: pawn}}]
    do: [{refuse: {because: "the {pawn} rests"}}]
"""


def test_refused_move_names_the_rule(run: Run) -> None:
    outcome = run("trace", "-", "--moves", "e2e4 g7g6", "--json", lines=REFUSING)
    assert outcome.code == 2
    assert len(outcome.json["records"]) == 1
    assert outcome.json["error"]["code"] == "E_MOVE_REFUSED"
    assert "move 2, 'g7g6': " in outcome.err
    assert "sabbath/rest" in outcome.err


def firing(number: int, event: int, entity: int | None = 1) -> Firing:
    return Firing("capture", "death", event, f"r{number}", "here:1", entity, None, "e4", {}, (), "")


def test_a_chain_of_a_thousand_events_is_read_without_recursion() -> None:
    trace = Trace()
    for number in range(1000):
        parent = number - 1 if number else None
        source = f"r{number - 1}" if number else None
        trace.events.append(Event(number, "damage", target=1, parent=parent, source=source, subject=1))
        trace.firings.append(firing(number, number))
    (lines,) = lines_of(trace).values()
    assert [line.depth for line in lines] == list(range(1999))
    assert sum(isinstance(line.item, Firing) for line in lines) == 1000


def test_no_firing_is_lost_where_its_cause_is_unknown() -> None:
    trace = Trace()
    trace.events += [
        Event(1, "capture"),
        Event(2, "damage", parent=1, source="gone"),
        Event(3, "damage", parent=9),
    ]
    trace.firings += [firing(0, 2), firing(1, 3), firing(2, 7)]
    (lines,) = lines_of(trace).values()
    assert [(line.depth, line.item) for line in lines] == [(0, item) for item in trace.firings]


PHRASES = {
    "damage 2 to white pawn e4 (poison)": Event(2, "damage", target=5, amount=2, kind="poison"),
    "destroy white pawn e4": Event(2, "destroy", target=5),
    "remove piece 77": Event(2, "remove", target=77),
    "capture white pawn e4": Event(2, "capture", target=5, kind="capture"),
    "spawn black queen c3": Event(2, "spawn", side="black", becomes="queen", square=18),
    "transform white pawn e4 into knight": Event(2, "transform", target=5, becomes="knight"),
    "relocate white pawn e4 to a2": Event(2, "relocate", target=5, to=8),
    "tile c3 becomes wall": Event(2, "tile", becomes="wall", square=18),
}


@pytest.mark.parametrize("phrase", PHRASES)
def test_events_as_phrases(phrase: str) -> None:
    names = tuple(f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh")
    assert describe_event(PHRASES[phrase], {5: Actor("white", "pawn", "e4")}, names) == phrase


CHANGES = {
    "Hp 2 → 1.5": Change(5, "Hp", 2, 1.5),
    "Frozen none → true": Change(5, "Frozen", None, True),
    "black Fame 0 → 1": Change(0, "Fame.black", 0, 1),
    "white rook a1 Hp 2 → 1": Change(6, "Hp", 2, 1),
}


@pytest.mark.parametrize("text", CHANGES)
def test_changes_as_texts(text: str) -> None:
    cast = {5: Actor("white", "pawn", "e4"), 6: Actor("white", "rook", "a1")}
    assert describe_change(CHANGES[text], 5, cast, "→") == text


def test_preset_effects_and_visual_effects_are_told(run: Run) -> None:
    words = ("trace", "atomic", "--preset", "queen-splits", "--moves", "e4d5")
    fen = ("--fen", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    (record,) = run(*words, *fen, "--json").json["records"]
    assert record["preset_effects"] == ["explosion on d5"]
    assert record["effects"] == [{"kind": "explosion", "square": "d5", "ttl": 1000}]
    assert "effect: explosion on d5" in run(*words, *fen).out


def test_the_end_of_a_preset_is_told(run: Run, tmp_path: Path) -> None:
    timed = tmp_path / "timed.variant.yaml"
    timed.write_text(
        "id: timed\nname: Timed\nextends: chess\npresets: [{id: piece-hp, turnsRemaining: 1}]\n",
        encoding="utf-8",
    )
    assert "piece-hp ends" in run("trace", str(timed), "--moves", "e2e4").out
    (record,) = run("trace", str(timed), "--moves", "e2e4", "--json").json["records"]
    assert record["preset_effects"] == ["piece-hp ends"]


def test_a_piece_that_dies_after_its_move_is_named_where_it_died(run: Run) -> None:
    fen = "4k3/8/8/8/5n2/8/8/4K3 b - - 0 1"
    outcome = run(
        "trace",
        "chess",
        "--preset",
        "poisoned-squares",
        "--fen",
        fen,
        "--moves",
        "f4d5",
        "--network",
        "native",
    )
    assert "damage 1 to black knight d5 (poison)" in outcome.out
