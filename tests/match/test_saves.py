"""Saves: the same state, moves and firings after loading; whatever is wrong with one is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rete_chess import Match, ReteChessError
from rete_chess.errors import SaveError
from rete_chess.match import format_save, parse_save, saves
from rete_chess.match.migrations import migrate
from rete_chess.primitives.schema import build_schema
from tests.core.games import examples
from tests.match.games import MIXED, mixed, play_random

SAVES = sorted((Path(__file__).resolve().parents[1] / "data" / "saves").glob("*.save.json"))


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
    name=st.sampled_from(list(MIXED)),
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 9),
    back=st.integers(0, 3),
)
def test_round_trip(name: str, seed: int, steps: int, back: int) -> None:
    match = Match(mixed(name), network="native")
    play_random(match, Random(seed), steps, meddling=0.15)
    match.jump_to(max(0, match.current_index - back))
    text = format_save(match)
    loaded = parse_save(text, network="native")
    assert format_save(loaded) == text
    assert loaded.engine.position_counts == match.engine.position_counts
    same_future(match, loaded, seed, steps=2)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name.split(".")[0])
def test_committed_saves_load_for_ever(path: Path) -> None:
    """These files are never changed: what was once written must load and be written again the same."""
    text = path.read_text(encoding="utf-8")
    match = parse_save(path)
    assert format_save(match) == text
    jsonschema.Draft202012Validator(build_schema("save")).validate(json.loads(text))
    same_future(match, parse_save(text, network="native"), seed=1)


def test_what_can_be_brought_back_is_saved() -> None:
    match = parse_save(next(path for path in SAVES if path.name.startswith("chess-taken-back")))
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
    match = parse_save(next(path for path in SAVES if path.name.startswith("toll")))
    assert match.program.id == "toll"
    assert [firing.rule for firing in match.engine.move_log[-2].trace.firings] == ["toll/toll"]


# -- what is wrong ---------------------------------------------------------------------------------


def saved() -> dict[str, Any]:
    match = Match(mixed("hp-and-splits"), network="native")
    for move in ("e2e4", "d7d5", "e4d5", "g8f6"):
        match.play(move)
    data: dict[str, Any] = json.loads(format_save(match))
    return data


def _fact(data: dict[str, Any], attribute: str) -> dict[str, Any]:
    facts: dict[str, Any] = next(row["facts"] for row in data["state"]["facts"] if attribute in row["facts"])
    return facts


def _set(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        data[path[-1]] = to

    return change


def _signed(change: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    """A change by someone who knows how the digest is made."""

    def signed(data: dict[str, Any]) -> None:
        change(data)
        variant = data["variant"]
        variant["hash"] = saves._digest(variant["documents"], variant["presets"], data["start"]["presets"])

    return signed


WRONG: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "newer version": (_set("formatVersion", to=2), "E_SAVE_VERSION"),
    "much newer version": (_set("formatVersion", to=99), "E_SAVE_VERSION"),
    "version of another kind": (_set("formatVersion", to="1"), "E_DOC_TYPE"),
    "version zero": (_set("formatVersion", to=0), "E_DOC_VALUE"),
    "no version": (lambda data: data.pop("formatVersion"), "E_DOC_MISSING"),
    "no variant": (lambda data: data.pop("variant"), "E_DOC_MISSING"),
    "unknown key": (_set("score", to=3), "E_DOC_UNKNOWN_KEY"),
    "another hash": (_set("variant", "hash", to="0" * 32), "E_SAVE_VARIANT"),
    "a hash that is none": (_set("variant", "hash", to="abc"), "E_DOC_VALUE"),
    "another id": (_set("variant", "id", to="atomic"), "E_SAVE_VARIANT"),
    "another variant": (_set("variant", "documents", 0, "name", to="Chess!"), "E_SAVE_VARIANT"),
    "a variant that is none": (_set("variant", "documents", 0, to={}), "E_SAVE_VARIANT"),
    "a variant that is none, signed": (_signed(_set("variant", "documents", 0, to={})), "E_SAVE_STATE"),
    "another preset": (_set("variant", "presets", 1, "name", to="HP!"), "E_SAVE_VARIANT"),
    "a preset with another rule, signed": (
        _signed(_set("variant", "presets", 1, "config", "hp", to=3)),
        "E_SAVE_VARIANT",
    ),
    "a preset less": (lambda data: data["start"]["presets"].pop(), "E_SAVE_VARIANT"),
    "an unknown preset": (_set("start", "presets", 0, "id", to="piece-shild"), "E_SAVE_VARIANT"),
    "an unknown preset, signed": (
        _signed(_set("start", "presets", 0, "id", to="piece-shild")),
        "E_SAVE_STATE",
    ),
    "an intervention of nothing": (_set("interventions", to=[{"after": 0}]), "E_DOC_CONFLICT"),
    "an intervention after the end": (
        _set("interventions", to=[{"after": 5, "presets": []}]),
        "E_SAVE_STATE",
    ),
    "an intervention that cannot be": (
        _set(
            "interventions", to=[{"after": 1, "spawn": {"type": "queen", "color": "white", "square": "e1"}}]
        ),
        "E_SAVE_STATE",
    ),
    "no documents": (_set("variant", "documents", to=[]), "E_DOC_VALUE"),
    "another start": (_set("start", "fen", to="4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "E_SAVE_STATE"),
    "a start that is none": (_set("start", "fen", to="x"), "E_SAVE_STATE"),
    "an illegal move": (_set("moves", 2, to="e4e6"), "E_SAVE_STATE"),
    "another move": (_set("moves", 0, to="e2e3"), "E_SAVE_STATE"),
    "a move that is none": (_set("moves", 1, to="E 5"), "E_DOC_VALUE"),
    "a move less": (lambda data: data["moves"].pop(), "E_SAVE_STATE"),
    "an index too far": (_set("index", to=9), "E_SAVE_STATE"),
    "an index before": (_set("index", to=3), "E_SAVE_STATE"),
    "another fact": (lambda data: _fact(data, "Hp").update(Hp=9), "E_SAVE_STATE"),
    "a fact more": (lambda data: _fact(data, "Hp").update(Luck=1), "E_SAVE_STATE"),
    "a fact less": (lambda data: _fact(data, "Hp").pop("Hp"), "E_SAVE_STATE"),
    "another state hash": (_set("state", "hash", to="f" * 32), "E_SAVE_STATE"),
    "another position": (_set("state", "fen", to="4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "E_SAVE_STATE"),
    "other presets in force": (_set("state", "presets", to=[]), "E_SAVE_STATE"),
    "an unknown ending": (_set("ending", to={"kind": "flee", "side": "white", "reason": ""}), "E_DOC_CHOICE"),
}


@pytest.mark.parametrize(("change", "code"), WRONG.values(), ids=WRONG)
def test_wrong_saves(change: Callable[[dict[str, Any]], Any], code: str) -> None:
    data = saved()
    parse_save(json.dumps(data), network="native")
    change(data)
    with pytest.raises(ReteChessError) as caught:
        parse_save(json.dumps(data), "game.save.json", "native")
    assert caught.value.code == code
    assert caught.value.place is not None
    assert caught.value.place.file == "game.save.json"


def test_what_a_preset_says_of_itself_may_change() -> None:
    data = saved()
    _signed(_set("variant", "presets", 1, "description", to="Said better."))(data)
    assert parse_save(json.dumps(data), network="native").engine.state_hash() == data["state"]["hash"]


def test_truncated_and_damaged_saves() -> None:
    text = json.dumps(saved())
    chance = Random(3)
    for length in range(0, len(text) - 1, len(text) // 60):
        with pytest.raises(ReteChessError):
            parse_save(text[:length], "game.save.json", "native")
    for _ in range(60):
        place = chance.randrange(len(text))
        damaged = text[:place] + chance.choice('\x00"{}[]:,xX0') + text[place + 1 :]
        try:
            match = parse_save(damaged, "game.save.json", "native")
        except ReteChessError:
            continue
        assert json.loads(format_save(match)) == json.loads(damaged)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ReteChessError) as caught:
        parse_save(Path("nowhere.save.json"))
    assert caught.value.code == "E_DOC_READ"


def test_a_fact_that_json_cannot_hold_is_not_saved() -> None:
    match = Match(mixed("hp-and-splits"), network="native")
    match.engine.preset_state("piece-hp").set("bag", {"a": 1})
    with pytest.raises(SaveError) as caught:
        format_save(match)
    assert "piece-hp.bag" in str(caught.value)


def test_older_versions_are_brought_up_to_date_one_at_a_time() -> None:
    steps = {
        1: lambda value: {**value, "moves": value["log"].split()},
        2: lambda value: {**value, "index": len(value["moves"])},
    }
    old = {"formatVersion": 1, "log": "e2e4 e7e5"}
    new = migrate(old, "old.save.json", steps, newest=3)
    assert (new["formatVersion"], new["moves"], new["index"]) == (3, ["e2e4", "e7e5"], 2)
    assert old == {"formatVersion": 1, "log": "e2e4 e7e5"}
