"""Saves watched again: every position from the changes alone, whatever happened between the moves."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rete_chess import Match, serial
from rete_chess.match import format_save
from rete_chess.server.api import documents
from tests.server.api.asking import ask, refused


def positions(told: Any) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The pieces and tiles of every position, as a client makes them from the changes."""
    pieces = {str(piece["id"]): piece for piece in told["pieces"]}
    tiles = {str(tile["id"]): tile for tile in told["tiles"]}
    found = [(dict(pieces), dict(tiles))]
    for move in told["moves"]:
        for shown, changed in ((pieces, move["changes"]["pieces"]), (tiles, move["changes"]["tiles"])):
            shown.update(changed)
            for entity in [entity for entity, one in shown.items() if one is None]:
                del shown[entity]
        found.append((dict(pieces), dict(tiles)))
    return found


def standing(match: Match) -> tuple[dict[str, Any], dict[str, Any]]:
    return (
        {str(piece["id"]): piece for piece in serial.pieces_data(match)},
        {str(tile["id"]): tile for tile in serial.tiles_data(match)},
    )


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        ("atomic", "e2e4 d7d5 e4d5"),
        ("warlords", "e2e4 d7d5 d1f3 g8f6 b1c3 c7c6 f1c4 e7e6 e4d5"),
        ("frozen-lake", "e2e4 a7a6 g1f3 b8c6"),
    ],
)
def test_changes_lead_from_position_to_position(variant: str, moves: str) -> None:
    match = Match(variant, network="native")
    expected = [standing(match)]
    for move in moves.split():
        match.play(move)
        expected.append(standing(match))
    assert positions(ask("replay", "Replay", save=format_save(match))) == expected


def test_what_is_done_between_moves_counts_with_the_move_before() -> None:
    match = Match("chess", network="native")
    match.set_active_presets([{"id": "piece-hp"}])
    expected = [standing(match)]
    match.play("e2e4")
    match.spawn_piece("cannon", "black", "e5")
    expected.append(standing(match))
    match.play("a7a6")
    expected.append(standing(match))
    told = ask("replay", "Replay", save=format_save(match))
    assert positions(told) == expected
    assert [use["id"] for use in told["presets"]] == ["piece-hp"]
    assert "cannon" in [kind["type"] for kind in told["manifest"]]


def test_a_match_that_was_left_in_the_middle_is_told_to_its_end() -> None:
    match = Match("chess", network="native")
    for move in ("f3", "e5", "g4", "Qh4#"):
        match.play(move)
    match.jump_to(1)
    told = ask("replay", "Replay", save=format_save(match))
    assert [move["san"] for move in told["moves"]] == ["f3", "e5", "g4", "Qh4#"]
    assert told["result"] == {"outcome": "win", "winner": "black", "reason": "checkmate"}


def test_the_trace_of_a_move_is_told_where_it_is_asked_for() -> None:
    match = Match("atomic", network="native")
    for move in ("e4", "d5", "exd5", "a6"):
        match.play(move)
    save = json.loads(format_save(match))
    told = ask("replay", "Replay", save=save, ply=3)
    assert [stage["stage"] for stage in told["trace"]["stages"] if stage["firings"]] == ["capture"]
    (origin,) = told["origins"].items()
    assert origin[0] == "atomic/explode"
    assert origin[1].startswith("descriptors/variants/atomic.variant.yaml:")
    assert "trace" not in ask("replay", "Replay", save=save)
    assert refused("replay", save=save, ply=5)["code"] == "E_HISTORY"


def test_what_is_no_save_is_refused() -> None:
    assert refused("replay", save={"kind": "variant", "id": "x"})["code"] == "E_DOC_KIND"
    assert refused("replay", save="{")["code"].startswith("E_")
    assert refused("replay", save=[])["code"].startswith("E_")


def test_a_save_that_was_tampered_with_is_refused() -> None:
    match = Match("chess", network="native")
    match.play("e4")
    save = json.loads(format_save(match))
    save["moves"] = ["d2d4"]
    assert refused("replay", save=save)["code"] == "E_SAVE_STATE"


def test_a_match_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_REPLAYED", 1)
    match = Match("chess", network="native")
    match.play("e4")
    assert ask("replay", "Replay", save=format_save(match))["moves"]
    match.play("e5")
    assert refused("replay", save=format_save(match))["code"] == "E_SAVE_SIZE"
