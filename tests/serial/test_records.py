"""Records as JSON: single moves of every sort, and what happened in them."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine, Match, load, serial
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.errors import GameError
from rete_chess.stages import STAGES
from tests.serial.fitting import assert_fits


def game(variant: str, fen: str | None = None, *presets: str) -> Engine:
    return Engine(program_of(variant, [ActivePreset(preset) for preset in presets]), fen, "native")


#: Variant, position, presets, move -> what the record says of some keys.
ROWS: dict[str, tuple[str, str, tuple[str, ...], str, dict[str, Any]]] = {
    "quiet": ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", (), "Rh4", {"move": "h1h4", "capture": False}),
    "castling": (
        "chess",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        (),
        "e1g1",
        {"san": "O-O", "from": "e1", "to": "g1", "changes": ["1", "2"]},
    ),
    "promotion": (
        "chess",
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        (),
        "a7a8n",
        {"san": "a8=N", "promotion": "knight", "changes": ["2"]},
    ),
    "capture": (
        "chess",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        (),
        "exd5",
        {"capture": True, "changes": ["2", "3"], "gone": ["3"]},
    ),
    "en passant": (
        "chess",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        (),
        "e5d6",
        {"san": "exd6", "capture": True, "to": "d6", "gone": ["2"]},
    ),
    "mate": (
        "chess",
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
        (),
        "a1a8",
        {
            "san": "Ra8#",
            "check": True,
            "checked": ["g8"],
            "result": {"outcome": "win", "winner": "white", "reason": "checkmate"},
        },
    ),
    "explosion": (
        "atomic",
        "4k3/8/8/3pn3/4P3/8/8/4K3 w - - 0 1",
        (),
        "exd5",
        {"gone": ["2", "3", "4"], "effects": [{"kind": "explosion", "square": "d5", "ttl": 1000}]},
    ),
    "damage": (
        "chess",
        "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
        ("piece-hp",),
        "exd5",
        {"changes": ["3"], "gone": [], "facts": [(3, "Hp", 2, 1)]},
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_record(name: str) -> None:
    variant, fen, presets, move, expected = ROWS[name]
    engine = game(variant, fen, *presets)
    engine.apply(move)
    told: Any = serial.record_data(engine)
    assert_fits("Record", told)
    pieces = told["changes"]["pieces"]
    seen = {
        **told,
        "changes": sorted(pieces),
        "gone": sorted(key for key, piece in pieces.items() if piece is None),
        "facts": [tuple(change.values()) for change in told["changes"]["facts"]],
    }
    assert {key: seen[key] for key in expected} == expected
    assert told["fen"] == engine.fen()
    assert [stage["stage"] for stage in told["stages"]] == list(STAGES)


def test_events_have_sentences_in_order() -> None:
    engine = game("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    engine.apply("exd5")
    told = serial.record_data(engine)["events"]
    assert [event["event"] for event in told[:4]] == ["capture", "damage", "death", "move"]
    assert told[0]["text"] == "white pawn e4 captures black pawn d5"
    assert (told[3]["from"], told[3]["to"]) == ("e4", "d5")


def test_a_record_without_its_stages() -> None:
    engine = Engine()
    engine.apply("e4")
    whole = serial.record_data(engine)
    assert whole.pop("stages")
    assert serial.record_data(engine, stages=False) == whole
    assert serial.history_data(engine) == [whole]


def test_what_happens_after_a_move_is_not_part_of_it() -> None:
    match = Match(program_of("chess", [ActivePreset("piece-hp")]))
    match.play("e4")
    told, trace = serial.record_data(match), serial.trace_data(match)
    match.deal_damage(5, 1)
    match.spawn_piece("knight", "black", "e5")
    assert (serial.record_data(match), serial.trace_data(match)) == (told, trace)
    match.play("Nf6")
    assert (serial.record_data(match, 1), serial.trace_data(match, 1)) == (told, trace)


def test_changes_between_moves() -> None:
    match = Match(program_of("chess", [ActivePreset("piece-hp")]))
    before = match.clone()
    match.deal_damage(5, 1)
    match.set_active_presets([{"id": "piece-hp"}, {"id": "piece-shield"}])
    changes = serial.changes_data(before, match)
    assert_fits("Changes", changes)
    king = changes["pieces"]["5"]
    assert king is not None
    assert king["facts"] == {"Hp": 1, "Shield": 1}
    assert {"entity": 5, "attribute": "Hp", "old": 2, "new": 1} in changes["facts"]
    assert serial.changes_data(match, match) == {"pieces": {}, "tiles": {}, "facts": []}


def test_what_presets_remember_is_among_the_changes() -> None:
    match = Match(program_of("chess", [ActivePreset("piece-hp")]))
    before = match.clone()
    match.engine.preset_state("piece-hp").set("bag", {"a": [1, 2]})
    (change,) = serial.changes_data(before, match)["facts"]
    assert change == {"entity": -1, "attribute": "piece-hp.bag", "old": None, "new": {"a": [1, 2]}}


def test_a_tile_that_changes() -> None:
    engine = game("petrified", "4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1")
    engine.apply("Rxd5")
    tiles = serial.record_data(engine)["changes"]["tiles"]
    assert list(tiles.values()) == serial.tiles_data(engine)
    assert [(tile["type"], tile["square"], tile["isClosed"]) for tile in serial.tiles_data(engine)] == [
        ("wall", "d5", True)
    ]


SHOW = """
kind: variant
id: show
name: Show
extends: chess
rules:
  - id: sparkle
    at: move
    when: [{event: {piece: $piece, to: $to}}]
    do:
      - effect: {kind: sparkle, square: $to, ttl: 250, data: {colour: red}}
"""


def test_effects_bring_along_what_belongs_to_them() -> None:
    engine = Engine(compile_document(load(SHOW)))
    engine.apply("e4")
    record, trace = serial.record_data(engine), serial.trace_data(engine)
    assert record["effects"] == [{"kind": "sparkle", "square": "e4", "ttl": 250, "data": {"colour": "red"}}]
    assert trace["effects"] == [{"kind": "sparkle", "square": "e4", "ttl": 250}]
    assert record["stages"][4]["firings"][0]["bindings"]["to"] == "e4"


BRAGGARTS = """
kind: variant
id: braggarts
name: Braggarts
extends: chess
rules:
  - id: brag
    at: capture
    when: [{event: {piece: $hunter}}]
    do: [{log: {text: "{hunter} takes a bow"}}, {log: {text: "and another"}}]
  - {id: nod, at: capture, do: [{effect: {kind: nod, square: e4}}]}
"""


@pytest.mark.parametrize("network", ["native", "durable"])
def test_lines_that_rules_write_stand_with_their_firings(network: str) -> None:
    engine = Engine(compile_document(load(BRAGGARTS)), network=network)
    for move in ("e4", "d5", "exd5"):
        engine.apply(move)
    trace = serial.trace_data(engine)
    assert_fits("Trace", trace)
    (capture,) = [stage for stage in trace["stages"] if stage["firings"]]
    told = {firing["rule"]: firing.get("logs") for firing in capture["firings"]}
    assert told == {
        "braggarts/brag": ["the white pawn on e4 takes a bow", "and another"],
        "braggarts/nod": None,
    }


@pytest.mark.parametrize("ply", [0, -1, 2])
def test_there_is_no_such_move(ply: int) -> None:
    engine = Engine()
    engine.apply("e4")
    with pytest.raises(GameError, match="there is no such move") as caught:
        serial.record_data(engine, ply)
    assert caught.value.code == "E_HISTORY"


def test_a_game_without_a_move() -> None:
    assert serial.history_data(Engine()) == []
    with pytest.raises(GameError, match="no move has been played"):
        serial.trace_data(Engine())


def test_legal_moves() -> None:
    engine = game("chess", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    assert serial.legal_moves_data(engine, "a7")[0] == {
        "move": "a7a8n",
        "from": "a7",
        "to": "a8",
        "promotion": "knight",
        "san": "a8=N",
        "capture": False,
    }
    for move in serial.legal_moves_data(engine):
        assert_fits("LegalMove", move)
    assert [move["move"] for move in serial.legal_moves_data(engine)] == list(map(str, engine.legal_moves()))


CHARGERS = """
kind: variant
id: chargers
name: Chargers
extends: chess
moves: [{for: {type: rook}, add: [{slide: orthogonal, range: [1, 3], tag: charge}]}]
"""


def test_two_moves_of_one_way_are_told_apart_by_their_tags() -> None:
    engine = Engine(compile_document(load(CHARGERS)), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    found = [move for move in serial.legal_moves_data(engine, "a1") if move["to"] == "a3"]
    assert [(move["move"], move["san"], move.get("tag")) for move in found] == [
        ("a1a3", "Ra3", None),
        ("a1a3@charge", "Ra3@charge", "charge"),
    ]
    engine.apply("a1a3@charge")
    assert serial.record_data(engine)["tag"] == "charge"


def test_castling_is_told_by_where_the_king_goes() -> None:
    engine = Engine("chess960", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
    (castling,) = [move for move in serial.legal_moves_data(engine, "e1") if move["san"] == "O-O"]
    assert (castling["move"], castling["from"], castling["to"]) == ("e1h1", "e1", "g1")
