"""Snapshots: a match goes on as if it had never been away, and goes back as if it had always been there."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rete_chess import Engine, Match, MoveRecord
from rete_chess.compiler import ActivePreset, Program, catalog, compile_document, naming, program_of
from rete_chess.documents import load_document
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.engine.move.trace import Trace
from rete_chess.engine.snapshots.past import Past
from rete_chess.errors import SaveError
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save, resume_match
from tests.core.games import examples
from tests.match.courses import face, records_of, run_course
from tests.match.games import MIXED, OWN_MODIFIER, RANDOM_PROGRAMS, meddle, mixed, random_match, short_match

NETWORKS = ["native", "durable"] if find_spec("durable_rules_engine") else ["native"]


def through_json(match: Match, network: str | None = None) -> Match:
    """A match resumed from what a store has kept of it."""
    return Match.resume(json.loads(json.dumps(match.snapshot())), network=network)


def told(trace: Trace) -> tuple[Any, ...]:
    """A trace without the files that its rules stand in."""
    firings = [firing._replace(origin="") for firing in trace.firings]
    return trace.events, firings, trace.texts, trace.logs, trace.shown, trace.swap


def known(record: MoveRecord) -> tuple[Any, ...]:
    """What a record knows by itself."""
    move = record.move
    return (
        *(record.number, str(move), record.san, record.mover, record.turn_flipped, record.result),
        *(move.piece_id, move.piece_type, move.from_square, move.to_square, move.captured_id),
        *(move.captured_type, move.promotion, move.tag),
        *(move.is_castle, move.is_en_passant, move.is_double_step),
    )


def whole(record: MoveRecord) -> tuple[Any, ...]:
    """All that can be read of a record."""
    return (*known(record), record.digest, record.log, told(record.trace))


def go_on_alike(one: Match, other: Match, chance: Random, steps: int) -> None:
    """Play the same in both, with the same between the moves."""
    for _ in range(steps):
        if one.is_over:
            return
        move = str(chance.choice(one.legal_moves()))
        assert whole(one.play(move)) == whole(other.play(move))
        seed = chance.random()
        if seed < 0.4:
            meddle(one, Random(seed))
            meddle(other, Random(seed))
        assert face(one) == face(other)


def look_alike(one: Match, other: Match, indexes: list[int]) -> None:
    """The states at any place of the history are equal."""
    for index in indexes:
        assert face(one.state_at(index)) == face(other.state_at(index))


def jump_alike(one: Match, other: Match, indexes: list[int]) -> None:
    """Both go to any place of the history and are equal there."""
    for index in indexes:
        one.jump_to(index)
        other.jump_to(index)
        assert face(one) == face(other)


def say_something(match: Match, chance: Random) -> None:
    word = chance.choice([None, None, Match.offer_draw, Match.resign, Match.time_out])
    if word is not None and not match.is_over:
        word(match)
        if match.ending is not None and chance.random() < 0.5:
            match.undo()


@examples(120)
@given(
    program=st.sampled_from([*MIXED, *range(RANDOM_PROGRAMS)]),
    networks=st.tuples(st.sampled_from(NETWORKS), st.sampled_from(NETWORKS)),
    seed=st.integers(0, 10**6),
    back=st.sampled_from([look_alike, jump_alike]),
    steps=st.sampled_from([0, 0, 2]),
)
def test_resumed_is_as_never_having_left(
    program: str | int,
    networks: tuple[str, str],
    seed: int,
    back: Callable[[Match, Match, list[int]], None],
    steps: int,
) -> None:
    chance, (first, second) = Random(seed), networks
    match = short_match(mixed(program), first) if isinstance(program, str) else random_match(program, first)
    run_course(match, chance, 6)
    say_something(match, chance)
    snapshot = match.snapshot()
    again = through_json(match, second)
    assert again.snapshot() == snapshot
    assert face(again) == face(match)
    assert list(map(known, records_of(again))) == list(map(known, records_of(match)))
    assert (again.current_index, again.ending, again.start) == (
        match.current_index,
        match.ending,
        match.start,
    )
    go_on_alike(match, again, chance, steps)
    if steps:
        assert through_json(again).snapshot() == match.snapshot()
    length = len(match.history) + 1
    back(match, again, chance.sample(range(length), min(length, 4)))
    assert list(map(whole, records_of(again))) == list(map(whole, records_of(match)))
    for one, other in zip(match.interventions, again.interventions, strict=True):
        assert (one.after, one.what, sorted(one.details)) == (other.after, other.what, sorted(other.details))
    traces = [[told(incident.trace) for incident in one.engine.incidents] for one in (match, again)]
    assert traces[0] == traces[1]
    match.jump_to(0)
    again.jump_to(0)
    jump_alike(match, again, [length - 1])
    go_on_alike(match, again, chance, 1)
    assert format_save(again) == format_save(match)


@pytest.mark.parametrize("name", ["manor", "tiles and abilities", "healing kings"])
def test_a_store_may_change_the_order_of_keys(name: str) -> None:
    """As some databases do; what the order of keys decides is told as text."""
    match, chance = Match(mixed(name)), Random(3)
    for _ in range(6):
        match.play(chance.choice(match.legal_moves()))
        meddle(match, chance)
    again = Match.resume(json.loads(json.dumps(match.snapshot(), sort_keys=True)))
    assert face(again) == face(match)
    go_on_alike(match, again, chance, 2)
    jump_alike(match, again, [2, 0, len(match.history)])


# -- boards and turns of other kinds ---------------------------------------------------------------

WIDE = """
kind: variant
id: wide
name: Wide
board: {width: 16, height: 16}
fen: rnbqkbnr8/pppppppp8/16/16/16/16/16/16/16/16/16/16/16/16/PPPPPPPP8/RNBQKBNR8 w KQkq - 0 1
extends: chess
tiles: {d8: slippery, e8: fog}
"""

OTHERS: dict[str, Callable[[], Match]] = {
    "16 x 16 with tiles": lambda: Match(compile_document(load_document(WIDE))),
    "Chess960": lambda: Match(
        "chess960", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", chess960=True
    ),
    "closed squares": lambda: Match("chess", "r3k2r/8/2**4/8/8/4*3/8/R3K2R w KQkq - 0 1"),
    "monster": lambda: Match("monster"),
    "double moves": lambda: Match(program_of("chess", [ActivePreset("double-move")])),
    "los alamos": lambda: Match("los-alamos"),
    "necropolis": lambda: Match("necropolis"),
    "rising tide": lambda: Match("rising-tide"),
    "three checks": lambda: Match("three-check"),
    "waning magic": lambda: Match("waning-magic"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_boards_and_turns(name: str) -> None:
    match, chance = OTHERS[name](), Random(7)
    for _ in range(24):
        if match.is_over:
            break
        match.play(chance.choice(match.legal_moves()))
        again = through_json(match)
        assert face(again) == face(match)
    go_on_alike(match, again, Random(8), 3)
    jump_alike(match, again, [5, 0, len(match.history), 11])


def test_every_part_of_a_position_comes_along() -> None:
    match = Match("chess", "r3k2r/8/8/8/5p2/8/4P3/R3K2R w KQkq - 0 1")
    match.play("e2e4")
    again = through_json(match)
    assert "f4e3" in again.legal_moves()  # in passing
    assert {"e8g8", "e8c8"} <= set(again.legal_moves())
    assert again.engine.fen() == match.engine.fen()


def test_a_promise_that_waits_is_kept() -> None:
    match = Match("chess")
    match.play("e2e4")
    match.queue_profiles(["iron-knights"])
    again = through_json(match)
    assert again.engine.pending_profiles == match.engine.pending_profiles
    assert whole(again.play("e7e5")) == whole(match.play("e7e5"))
    assert [catalog.id_of(one) for one in again.engine.active_profiles] == ["iron-knights"]
    assert again.engine.profile_warnings == match.engine.profile_warnings
    match.queue_profiles([])  # to have none is a promise, too
    assert through_json(match).engine.pending_profiles == ()


def test_repetition_goes_on_where_it_was() -> None:
    match = Match("chess")
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"] * 2:
        match.play(move)
    again = through_json(match)
    assert again.engine.claims() == ["threefold repetition"]
    again.claim_draw()
    assert str(through_json(again).result) == "draw by threefold repetition"


def test_modifiers_of_the_match_are_known_again() -> None:
    match = Match("chess")
    match.engine.custom_modifiers.register(OWN_MODIFIER, "own.modifier.yaml")
    match.register_modifier(OWN_MODIFIER.replace("own", "known", 1), "known.modifier.yaml")
    match.play("e2e4")
    match.apply_modifier("known", {"type": "pawn"})
    again = through_json(match)
    assert again.engine.custom_modifiers.list() == match.engine.custom_modifiers.list()
    again.jump_to(0)
    assert "own" in again.engine.custom_modifiers.list()
    assert again.interventions[1].details["name"] == match.interventions[1].details["name"]


@pytest.mark.parametrize("way", ["from the start", "queued", "with presets"])
def test_modifiers_that_profiles_brought_are_known_again(way: str) -> None:
    pack = ["aggressive-pack-v1"]
    match = Match(program_of("chess", profiles=pack if way == "from the start" else []))
    if way == "queued":
        match.queue_profiles(pack)
    elif way == "with presets":
        match.set_rules([{"id": "piece-hp"}], pack)
    match.play("e2e4")
    match.apply_modifier("pack-hunger", {"type": "bishop"})
    match.play("e7e5")
    again = through_json(match)
    again.undo()
    match.undo()
    again.undo_intervention()
    match.undo_intervention()
    assert again.digest == match.digest
    again.jump_to(0)


def test_an_intervention_before_the_snapshot_is_undone_alone() -> None:
    match = Match(program_of("chess", [ActivePreset("piece-hp")]))
    match.play("e2e4")
    before = face(match)
    match.deal_damage(5, 1)
    match.spawn_piece("queen", "white", "e5", {"Hp": 3})
    again = through_json(match)
    assert again.undo_intervention().what == "spawn"
    assert again.undo_intervention().what == "damage"
    assert face(again) == before


# -- what it costs ---------------------------------------------------------------------------------


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[Past]:
    """The pasts that are played again."""
    found: list[Past] = []
    replay = Past._replay

    def count(past: Past) -> Any:
        found.append(past)
        return replay(past)

    monkeypatch.setattr(Past, "_replay", count)
    return found


def game() -> Match:
    match = Match("warlords")
    for number in range(10):
        match.play(match.legal_moves()[number])
    match.set_active_presets([*match.engine.active_presets, {"id": "queen-splits"}])
    for number in range(4):
        match.play(match.legal_moves()[number])
    match.undo()
    return match


def test_nobody_looks_back_who_looks_plays_or_asks(replays: list[Past]) -> None:
    match = through_json(game())
    assert [known(record)[2] for record in records_of(match)]
    assert match.history
    assert match.interventions[0].what == "presets"
    assert match.digest
    assert match.what_if(match.legal_moves()[0]).fen
    assert match.engine.explain("a1a8")
    assert match.engine.profile_warnings == ()
    match.check_profiles(["iron-knights"])
    match.queue_profiles(["iron-knights"])
    match.play(match.legal_moves()[0])
    assert match.history[-1].digest  # type: ignore[union-attr]
    match.undo()
    match.redo()
    match.state_at(match.current_index - 1)
    assert match.snapshot()
    assert match.clone().digest == match.digest
    match.offer_draw()
    assert replays == []


LOOKING_BACK: dict[str, Callable[[Match], object]] = {
    "undo": lambda match: match.undo(),
    "redo": lambda match: match.redo(),
    "jump": lambda match: match.jump_to(3),
    "state": lambda match: match.state_at(3),
    "trace": lambda match: records_of(match)[2].trace.firings,
    "swap": lambda match: records_of(match)[2].swap,
    "digest": lambda match: records_of(match)[2].digest,
    "log": lambda match: records_of(match)[2].log,
    "incident": lambda match: match.engine.incidents[0].trace.events,
    "save": format_save,
}


@pytest.mark.parametrize("way", LOOKING_BACK)
def test_the_past_is_played_once(way: str, replays: list[Past]) -> None:
    match = through_json(game())
    LOOKING_BACK[way](match)
    assert len(replays) == 1
    match = match.clone()
    match.jump_to(0)
    assert [record.digest for record in records_of(match)]
    assert len(replays) == 1


def test_the_rules_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    snapshot = game().snapshot()
    first = Match.resume(snapshot)
    monkeypatch.setattr(naming, "compile_variant", lambda *parts: pytest.fail("compiled again"))
    second = Match.resume(snapshot)
    assert second.program is first.program
    assert second.engine.program is first.engine.program


def test_a_program_can_be_handed_in() -> None:
    match = Match(compile_document(load_document(WIDE)))
    match.play("e2e4")
    match.set_active_presets([{"id": "piece-hp"}])
    again = Match.resume(match.snapshot(), match.program)
    assert again.program is match.program
    assert again.engine.digest == match.engine.digest
    with pytest.raises(SaveError, match="E_SAVE_VARIANT"):
        Match.resume(match.snapshot(), program_of("chess"))


def test_a_plain_snapshot_is_small() -> None:
    """By its form, not by chance: what is shipped is named, and nothing is told twice."""
    match, chance = Match("chess"), Random(2)
    for _ in range(30):
        match.play(chance.choice(match.legal_moves()))
    text = json.dumps(match.snapshot(), separators=(",", ":"))
    assert len(text) < 5000
    assert match.snapshot()["variant"] == {"id": "chess"}


# -- whom it knows ---------------------------------------------------------------------------------


def test_documents_that_came_along_can_still_be_used() -> None:
    """Also those that were not in use when the snapshot was taken."""
    program = mixed("manor")
    match = Match(program)
    match.set_active_presets([{"id": "tally"}])
    match.set_active_presets([])
    assert isinstance(program, Program)
    again = through_json(match)
    again.set_active_presets([{"id": "tally"}])
    match.set_active_presets([{"id": "tally"}])
    assert face(again) == face(match)


class Ward(Listener):
    """Keeps pawns alive."""

    def before(self, event: Event, context: ListenerContext) -> Event | None:
        is_pawn = context.session.get(event.target or 0, "PieceType") == "pawn"
        return None if event.event == "capture" and is_pawn else event


def test_listeners_are_brought_along() -> None:
    match = Match("chess", listeners=[Ward()])
    for move in ("e2e4", "d7d5", "e4d5"):
        match.play(move)
    snapshot = match.snapshot()
    again = resume_match(snapshot, listeners=[Ward()])
    assert face(again) == face(match)
    again.jump_to(0)
    alone = resume_match(snapshot)  # where it stands needs nobody
    assert alone.digest == match.digest
    with pytest.raises(SaveError, match="E_SNAPSHOT_STATE"):
        alone.undo()
    assert alone.digest == match.digest


def test_a_save_that_was_resumed_loads() -> None:
    match = game()
    again = parse_save(format_save(through_json(match)))
    assert again.digest == match.digest


def test_a_match_that_was_changed_behind_its_back_is_refused() -> None:
    match = Match("chess")
    match.engine.apply("e2e4")
    with pytest.raises(SaveError, match="behind the back"):
        match.snapshot()


def test_the_snapshot_is_nobodys_own() -> None:
    match = game()
    snapshot = match.snapshot()
    before = json.dumps(snapshot)
    snapshot["moves"].clear()
    snapshot["start"]["program"].clear()
    assert json.dumps(match.snapshot()) == before


def test_an_engine_by_itself_remembers_what_it_was_asked() -> None:
    engine = Engine(program_of("chess", [ActivePreset("piece-hp")]))
    engine.apply("e2e4")
    engine.spawn_piece("queen", "white", "e5", {"Hp": 3})
    engine.resolve_event("relocate", target=5, to="e6")
    engine.preset_state("piece-hp").set("page", [1, {"a": None}])
    assert [incident.details for incident in engine.incidents] == [
        {"type": "queen", "color": "white", "square": "e5", "attributes": {"Hp": 3}},
        {"event": "relocate", "target": 5, "to": "e6"},
        {"entity": -1, "attribute": "piece-hp.page", "value": [1, {"a": None}]},
    ]
