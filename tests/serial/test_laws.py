"""Laws of records on random games, in which things happen between the moves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rete_chess import Match, serial
from rete_chess.match import format_save, parse_save
from tests.match.games import MIXED, meddle, mixed
from tests.serial.fitting import assert_fits


def patched(entities: list[Any], changes: dict[str, Any]) -> list[Any]:
    """Entities after changes, as a page would keep them."""
    known = {str(entity["id"]): entity for entity in entities}
    left = {name: entity for name, entity in {**known, **changes}.items() if entity is not None}
    return sorted(left.values(), key=lambda entity: entity["id"])


def play_told(match: Match, chance: Random, steps: int) -> tuple[list[Any], list[Any]]:
    """Random moves with things between them: the records and traces, told right after each move."""
    records: list[Any] = []
    traces: list[Any] = []
    for _ in range(steps):
        if match.is_over:
            break
        pieces, tiles = serial.pieces_data(match), serial.tiles_data(match)
        match.play(chance.choice(match.legal_moves()))
        told = serial.record_data(match)
        assert patched(pieces, dict(told["changes"]["pieces"])) == serial.pieces_data(match)
        assert patched(tiles, dict(told["changes"]["tiles"])) == serial.tiles_data(match)
        records.append(told)
        traces.append(serial.trace_data(match))
        if chance.random() < 0.5:
            meddle(match, chance)
    return records, traces


@pytest.mark.parametrize("name", MIXED)
def test_a_game_is_told_the_same_whenever_it_is_told(name: str) -> None:
    match = Match(mixed(name), network="native")
    records, traces = play_told(match, Random(name), 24)
    assert_fits("Match", serial.match_data(match))
    assert serial.history_data(match, stages=True) == records
    assert [serial.trace_data(match, ply) for ply in range(1, len(traces) + 1)] == traces
    for record, trace in zip(records, traces):
        assert_fits("Record", record)
        assert_fits("Trace", trace)
        assert (record["fen"], record["stages"]) == (trace["fen"], trace["stages"])


@pytest.mark.parametrize("name", MIXED)
def test_telling_changes_nothing(name: str) -> None:
    match = Match(mixed(name), network="native")
    play_told(match, Random(name), 10)
    before = match.engine.state_hash(), format_save(match), match.engine.board.journal.copy()
    serial.match_data(match)
    serial.history_data(match, stages=True)
    serial.preview_data(match)
    for piece in serial.pieces_data(match):
        assert_fits("Inspection", serial.inspection_data(match, piece["square"]))
    assert (match.engine.state_hash(), format_save(match), match.engine.board.journal) == before


@pytest.mark.parametrize("name", MIXED)
def test_a_game_is_told_the_same_after_undo_and_after_a_save(name: str) -> None:
    match = Match(mixed(name), network="native")
    records, _ = play_told(match, Random(name), 16)
    length = match.current_index
    match.jump_to(length // 2)
    assert serial.history_data(match, stages=True) == records[: length // 2]
    match.jump_to(length)
    assert serial.history_data(match, stages=True) == records
    assert lasting(parse_save(format_save(match))) == lasting(match)


def lasting(match: Match) -> dict[str, Any]:
    """What a save brings back: all but the lines of profiles, and the modifiers that the registry of a game
    was given directly."""
    told: Any = serial.match_data(match)
    del told["customModifiers"]
    for problem in [
        found for record in told["moves"] for found in record.get("swap", {}).get("problems", ())
    ]:
        problem["line"] = problem["column"] = None
    return told  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", ["atomic", "hp-and-splits", "tiles and abilities"])
def test_both_networks_tell_the_same(name: str) -> None:
    pytest.importorskip("durable_rules_engine")
    told = []
    for network in ("native", "durable"):
        match = Match(mixed(name), network=network)
        told.append(play_told(match, Random(name), 12))
    assert told[0] == told[1]


@pytest.mark.parametrize("name", MIXED)
def test_who_looked_before_a_move_tells_it_as_who_goes_back(name: str) -> None:
    match, chance = Match(mixed(name), network="native"), Random(name)
    for _ in range(24):
        if match.is_over:
            break
        move, look = chance.choice(match.legal_moves()), serial.Look(match)
        san = match.engine.san(move)
        match.play(move)
        assert serial.played_data(match, look, san) == serial.record_data(match, stages=False)
        if chance.random() < 0.5:
            before, look = match.clone(), serial.Look(match)
            meddle(match, chance)
            assert serial.changes_data(look, match) == serial.changes_data(before, match)
