"""Saves: the same state, moves and firings after loading; whatever is wrong with one is said."""

from __future__ import annotations

import json
import pickle
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rete_chess import Match
from rete_chess.compiler import ActivePreset
from rete_chess.documents.kinds.save import VERSION
from rete_chess.errors import FactError, SaveError
from rete_chess.match import format_save, parse_save
from rete_chess.match._library import meaning_of
from rete_chess.match._migrations import migrate
from rete_chess.primitives.schema import build_schema
from tests.core.games import examples
from tests.match.games import MIXED, RANDOM_PROGRAMS, meddle, mixed, play_random, random_match, short_match
from tests.match.save_files import SAVES, saved_in

NETWORKS = st.sampled_from(["native", "durable"] if find_spec("durable_rules_engine") else ["native"])


def same_future(one: Match, other: Match, seed: int, steps: int = 6) -> None:
    """Two matches go on alike, rule by rule."""
    chance = Random(seed)
    for _ in range(steps):
        assert one.engine.state_hash() == other.engine.state_hash()
        assert one.legal_moves() == other.legal_moves()
        if one.is_over:
            assert one.result == other.result
            return
        move = str(chance.choice(one.legal_moves()))
        first, second = one.play(move).trace, other.play(move).trace
        assert [(f.stage, f.rule, f.entity, f.changes) for f in first.firings] == [
            (f.stage, f.rule, f.entity, f.changes) for f in second.firings
        ]


@examples(500)
@given(
    program=st.sampled_from([*MIXED, *range(RANDOM_PROGRAMS)]),
    networks=st.tuples(NETWORKS, NETWORKS),
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 4),
    word=st.sampled_from([None, None, "offer_draw", "resign", "time_out"]),
    back=st.integers(0, 3),
)
def test_round_trip(
    program: str | int, networks: tuple[str, str], seed: int, steps: int, word: str | None, back: int
) -> None:
    """`RETE_CHESS_EXAMPLES=20` makes it ten thousand matches."""
    chance, (first, second) = Random(seed), networks
    match = short_match(mixed(program), first) if isinstance(program, str) else random_match(program, first)
    if chance.random() < 0.2:
        meddle(match, chance)
    play_random(match, chance, steps, meddling=0.2)
    match.jump_to(max(0, match.current_index - back))
    if word is not None and not match.is_over:
        getattr(match, word)()
        if word != "offer_draw" and chance.random() < 0.5:
            match.undo()
    text = format_save(match)
    loaded = parse_save(text, network=second)
    assert format_save(loaded) == text
    assert loaded.engine.position_counts == match.engine.position_counts
    assert (loaded.result, loaded.draw_offer) == (match.result, match.draw_offer)
    for index in range(len(match.history), -1, -1):
        match.jump_to(index)
        loaded.jump_to(index)
        assert loaded.engine.state_hash() == match.engine.state_hash()
    same_future(match, loaded, seed, steps=1)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name.split(".")[0])
def test_committed_saves_load_for_ever(path: Path) -> None:
    """These files are never changed: what was once written must load and be written again the same."""
    text = path.read_text(encoding="utf-8")
    match = parse_save(path)
    again = format_save(match)
    assert format_save(parse_save(again)) == again
    if f".v{VERSION}." in path.name:
        assert again == text
    written, before = json.loads(again), migrate(json.loads(text), path.name)
    for key in before.keys() - {"variant"}:
        assert written[key] == before[key]
    for value in (written, before):
        jsonschema.Draft202012Validator(build_schema("save")).validate(value)
    same_future(match, parse_save(text, network="native"), seed=1)


def test_what_can_be_brought_back_is_saved() -> None:
    match = parse_save(json.dumps(saved_in("chess-taken-back")))
    assert (match.current_index, len(match.history)) == (4, 6)
    match.jump_to(6)
    assert match.engine.move_log[-1].move == "a7a6"


def test_words_of_players_are_saved() -> None:
    match = Match()
    match.play("e4")
    match.offer_draw("white")
    assert parse_save(format_save(match)).draw_offer == "white"
    match.accept_draw()
    loaded = parse_save(format_save(match))
    assert (loaded.ending, loaded.result) == (match.ending, match.result)
    match.undo()
    again = parse_save(format_save(match))
    assert not again.is_over
    assert again.redo() == loaded.ending


def test_a_document_of_ones_own_travels_with_the_save() -> None:
    match = parse_save(json.dumps(saved_in("toll")))
    assert match.program.id == "toll"
    assert [firing.rule for firing in match.engine.move_log[-2].trace.firings] == ["toll/toll"]


def test_what_a_preset_says_of_itself_may_change() -> None:
    value: Any = ActivePreset("piece-hp").document.tree.value
    assert meaning_of({**value, "description": "Said better."}) == meaning_of(value)
    assert meaning_of({**value, "config": {"hp": 3}}) != meaning_of(value)


def test_whatever_a_preset_remembers_is_saved() -> None:
    match = Match(mixed("hp-and-splits"), network="native")
    match.engine.preset_state("piece-hp").set("bag", {"a": [1, {"b": None}]})
    facts = {row["id"]: row["facts"] for row in json.loads(format_save(match))["state"]["facts"]}
    assert facts[-1] == {"piece-hp.bag": {"a": [1, {"b": None}]}}
    assert parse_save(format_save(match)).engine.state_hash() == match.engine.state_hash()


@pytest.mark.parametrize("value", [object(), float("nan"), 10**31])
def test_a_fact_that_no_save_could_hold_is_refused(value: Any) -> None:
    match = Match(mixed("hp-and-splits"), network="native")
    before = match.engine.state_hash()
    with pytest.raises(FactError):
        match.engine.preset_state("piece-hp").set("bag", value)
    assert match.engine.state_hash() == before
    assert not match.interventions


def test_older_versions_are_brought_up_to_date_one_at_a_time() -> None:
    steps = {
        1: lambda value: {**value, "moves": value["log"].split()},
        2: lambda value: {**value, "index": len(value["moves"])},
    }
    old = {"formatVersion": 1, "log": "e2e4 e7e5"}
    new = migrate(old, "old.save.json", steps, newest=3)
    assert (new["formatVersion"], new["moves"], new["index"]) == (3, ["e2e4", "e7e5"], 2)
    assert old == {"formatVersion": 1, "log": "e2e4 e7e5"}


def test_a_preset_of_ones_own_in_a_save_of_version_1_is_taken_from_there() -> None:
    data = saved_in("presets-that-end.v1")
    own = {"kind": "preset", "id": "calm", "name": "Calm", "description": "Does nothing."}
    data["variant"]["presets"], data["start"]["presets"] = [own], [{"id": "calm", "scope": "both"}]
    library = migrate(data, "old.save.json")["variant"]["library"]
    assert library == [{"kind": "preset", "id": "calm", "document": own}]


def test_older_saves_in_which_damage_kills_need_no_word_for_it() -> None:
    path = Path(__file__).parents[1] / "data" / "fatal-own-attribute.v2.save.json"
    match = parse_save(path)
    assert "vital" not in path.read_text(encoding="utf-8")
    assert match.engine.program.vocabulary.get("Life").vital
    assert parse_save(format_save(match)).engine.state_hash() == match.engine.state_hash()


@pytest.mark.parametrize(
    ("limit", "found"),
    [("MOST_MOVES", "4 moves"), ("MOST_INTERVENTIONS", "4 interventions"), ("MAX_BYTES", "bytes")],
)
def test_what_could_not_be_read_again_is_not_written(
    monkeypatch: pytest.MonkeyPatch, limit: str, found: str
) -> None:
    match = Match("chess", network="native")
    for move in ("e2e4", "e7e5", "g1f3", "b8c6"):
        match.play(move)
        match.set_active_presets([])
    format_save(match)
    monkeypatch.setattr(f"rete_chess.match._saves.{limit}", 3)
    with pytest.raises(SaveError) as raised:
        format_save(match)
    assert raised.value.code == "E_SAVE_SIZE"
    assert found in str(raised.value)
    if "bytes" not in found:
        for take in (match.snapshot, lambda: pickle.dumps(match)):
            with pytest.raises(SaveError, match=found) as raised:
                take()
    assert match.current_index == 4
