"""Changing the active set in the middle of a game: requests, order, ends and beginnings, expiry, undo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.errors import CODES, DocumentError, ReteChessError
from rete_chess.testing.helpers import hp_of, piece_at
from tests.preset_catalogue import add_presets

HP = {"id": "piece-hp"}

#: Presets that only tests have: some require, exclude or override one another.
DOCUMENTS = {
    "needs-hp": "requires: [piece-hp]\nconfig: {amount: 1, words: [a, b], is: true}\n"
    "attributes: {Mark: {of: piece, type: int, start: $config.amount}}",
    "needs-that": "requires: [needs-hp]",
    "fire": "incompatibleWith: [water]",
    "water": "incompatibleWith: [fire]",
    "stone": "incompatibleWith: [paper]",
    "paper": "",
    "rooks": "moves: [{for: {type: rook}, use: [{leap: forward}]}]",
    "rooks-too": "moves: [{for: {type: rook}, use: [{leap: backward}]}]",
    "sides": "attributes: {Score: {of: side, type: int, start: 3}}",
}


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped presets and those of this file."""
    add_presets(DOCUMENTS, tmp_path, monkeypatch)


def game(*moves: str) -> Engine:
    engine = Engine(network="native")
    for move in moves:
        engine.apply(move)
    return engine


def face(engine: Engine) -> tuple[Any, ...]:
    return (
        engine.state_hash(),
        engine.fen(),
        engine.position_key,
        list(engine.legal_moves()),
        engine.result,
        engine.active_presets,
        engine.incidents,
    )


# -- requests --------------------------------------------------------------------------------------


def test_requests_are_mappings_in_either_spelling_or_active_presets() -> None:
    engine = game()
    expected = (ActivePreset("piece-hp", "white", 4, (("hp", 3),)), ActivePreset("queen-splits"))
    spelled = {"id": "piece-hp", "scope": "white", "config": {"hp": 3}}
    for duration in ({"turns_remaining": 4}, {"turnsRemaining": 4}):
        again = engine.set_active_presets(
            [{**spelled, **duration}, {"id": "queen-splits", "turnsRemaining": None}]
        )
        assert again == engine.active_presets == expected
    assert engine.set_active_presets(iter(expected)) == expected
    assert json.loads(json.dumps([use.to_json() for use in expected])) == [
        {"id": "piece-hp", "scope": "white", "turnsRemaining": 4, "config": {"hp": 3}},
        {"id": "queen-splits", "scope": "both"},
    ]


BAD: dict[str, tuple[Any, str, str]] = {
    "unknown preset": ([{"id": "piece-hq"}], "E_UNKNOWN_NAME", "did you mean 'piece-hp'?"),
    "unknown scope": ([{"id": "piece-hp", "scope": "whit"}], "E_DOC_CHOICE", "did you mean 'white'?"),
    "duration 0": ([{"id": "piece-hp", "turnsRemaining": 0}], "E_DOC_VALUE", "at least 1"),
    "negative duration": ([{"id": "piece-hp", "turns_remaining": -3}], "E_DOC_VALUE", "at least 1"),
    "broken duration": ([{"id": "piece-hp", "turnsRemaining": 1.5}], "E_DOC_TYPE", "a whole number"),
    "duration true": ([{"id": "piece-hp", "turnsRemaining": True}], "E_DOC_TYPE", "a whole number"),
    "duration as text": ([{"id": "piece-hp", "turnsRemaining": "3"}], "E_DOC_TYPE", "a whole number"),
    "duration spelled twice": (
        [{"id": "piece-hp", "turnsRemaining": 3, "turns_remaining": 3}],
        "E_DOC_UNKNOWN_KEY",
        "turns_remaining",
    ),
    "unknown setting": ([{"id": "piece-hp", "config": {"ph": 1}}], "E_CONFIG", "expected one of hp"),
    "text for a number": ([{"id": "piece-hp", "config": {"hp": "x"}}], "E_CONFIG", "a number"),
    "true for a number": ([{"id": "piece-hp", "config": {"hp": True}}], "E_CONFIG", "a number"),
    "list for a number": ([{"id": "piece-hp", "config": {"hp": [1]}}], "E_CONFIG", "a number"),
    "infinite number": ([{"id": "piece-hp", "config": {"hp": float("inf")}}], "E_DOC_NUMBER", "not finite"),
    "huge number": ([{"id": "piece-hp", "config": {"hp": 10**30}}], "E_DOC_VALUE", "between"),
    "reference as a setting": ([HP, {"id": "needs-hp", "config": {"words": ["$a"]}}], "E_DOC_VALUE", "words"),
    "number in a list of texts": (
        [HP, {"id": "needs-hp", "config": {"words": [1]}}],
        "E_CONFIG",
        "each item a text",
    ),
    "unknown key": ([{"id": "piece-hp", "scop": "white"}], "E_DOC_UNKNOWN_KEY", "did you mean 'scope'?"),
    "no id": ([{"scope": "white"}], "E_DOC_MISSING", "`id`"),
    "id of another type": ([{"id": 7}], "E_DOC_TYPE", "an id"),
    "second one is bad": ([HP, {"id": "queen-splits", "scope": 3}], "E_DOC_TYPE", "preset 2"),
    "not a mapping": (["piece-hp"], "E_DOC_TYPE", "mapping"),
    "not a list": ("piece-hp", "E_DOC_TYPE", "list"),
    "one mapping": (HP, "E_DOC_TYPE", "list"),
    "nothing": (None, "E_DOC_TYPE", "list"),
    "too many": ([HP] * 51, "E_DOC_VALUE", "more than 50"),
    "twice": ([HP, HP], "E_PRESETS", "active twice"),
    "twice for different sides": (
        [{"id": "piece-hp", "scope": "white"}, {"id": "piece-hp", "scope": "black"}],
        "E_PRESETS",
        "active twice",
    ),
    "missing requirement": ([{"id": "needs-hp"}], "E_PRESETS", "'needs-hp' requires 'piece-hp'"),
    "requirement for the other side": (
        [{"id": "piece-hp", "scope": "white"}, {"id": "needs-hp", "scope": "black"}],
        "E_PRESETS",
        "for the same side",
    ),
    "incompatible": ([{"id": "fire"}, {"id": "water"}], "E_PRESETS", "'fire' and 'water'"),
    "incompatible by overlap": (
        [{"id": "fire"}, {"id": "water", "scope": "black"}],
        "E_PRESETS",
        "different sides",
    ),
}


@pytest.mark.parametrize(("requests", "code", "says"), BAD.values(), ids=BAD)
def test_bad_request_is_refused_and_changes_nothing(requests: Any, code: str, says: str) -> None:
    engine = game("e2e4")
    engine.set_active_presets([{"id": "queen-splits", "turnsRemaining": 5}])
    before = face(engine)
    with pytest.raises(ReteChessError) as caught:
        engine.set_active_presets(requests)
    assert caught.value.code == code in CODES
    assert says in str(caught.value)
    assert face(engine) == before
    engine.undo()
    assert face(engine) == face(game())


@pytest.mark.parametrize(
    "requests",
    [
        [{"id": "fire", "scope": "white"}, {"id": "water", "scope": "black"}],
        [{"id": "piece-hp", "scope": "white"}, {"id": "needs-hp"}],
        [{"id": "needs-hp"}, {"id": "piece-hp"}],
    ],
    ids=["excluded for another side", "required for one of the sides", "required later in the list"],
)
def test_what_goes_together(requests: list[dict[str, Any]]) -> None:
    assert len(game().set_active_presets(requests)) == 2


def test_one_sided_incompatibility_is_an_error_of_the_document() -> None:
    with pytest.raises(DocumentError) as caught:
        game().set_active_presets([{"id": "stone"}])
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, problem.path) == ("E_PRESETS", 4, "incompatibleWith[0]")
    assert problem.hint == "add stone to `incompatibleWith` of paper"
    assert len(game().set_active_presets([{"id": "paper"}])) == 1


def test_shipped_presets_exclude_each_other_mutually() -> None:
    names = [name for name in catalog.presets().list() if name not in DOCUMENTS]
    assert [catalog.preset_model(name).id for name in names] == names


# -- ends and beginnings ---------------------------------------------------------------------------


def test_pieces_take_up_other_moves_in_the_middle_of_a_game() -> None:
    engine = game("e2e4", "e7e5")
    engine.set_active_presets([{"id": "berolina-pawns", "scope": "white"}])
    assert "d2e3" in engine.legal_moves()
    assert "d2d4" not in engine.legal_moves()
    engine.apply("d2e3")
    assert "d7d5" in engine.legal_moves()
    engine.set_active_presets([])
    engine.apply("d7d5")
    assert "e4d5" in engine.legal_moves()


def test_castling_survives_changes_of_the_manners_of_moving() -> None:
    """Lawbooks number their manners of moving; rights to castle follow the numbers."""
    engine = game("e2e4", "e7e5", "g1f3", "g8f6", "f1e2", "f8e7")
    engine.set_active_presets([{"id": "rooks"}, {"id": "suicide-chess"}])
    assert "e1g1" not in engine.legal_moves()
    engine.set_active_presets([{"id": "berolina-pawns"}])
    stale = next(move for move in engine.legal_moves() if move == "e1g1")
    engine.set_active_presets([])
    assert engine.apply(stale).move.is_castle
    engine.set_active_presets([{"id": "berolina-pawns"}])
    assert engine.apply("e8g8").move.is_castle
    before = engine.state_hash()
    engine.undo()
    engine.set_active_presets([{"id": "berolina-pawns"}])
    engine.apply("e8g8")
    assert engine.state_hash() == before
    assert (
        engine.position_key == Engine(program_of("chess", engine.active_presets), engine.fen()).position_key
    )


def test_a_preset_that_begins_gives_out_its_attributes_and_one_that_ends_takes_them_away() -> None:
    engine = game("e2e4")
    pawn = piece_at(engine, "e4")
    assert pawn is not None
    engine.set_active_presets([HP, {"id": "needs-hp"}, {"id": "sides"}])
    assert (hp_of(engine, pawn), engine.session.get(pawn, "Mark")) == (2, 1)
    assert engine.session.get(0, "Score.white") == 3
    assert "Hp" in engine.effective_piece_attrs
    engine.preset_state("piece-hp").set("seen", 1)
    engine.preset_state("needs-hp").set("seen", 2)
    engine.set_active_presets([HP])
    assert engine.preset_state("piece-hp").all() == {"seen": 1}
    assert not engine.preset_state("needs-hp").all()
    assert engine.session.get(pawn, "Mark") is None
    assert engine.session.get(0, "Score.white") is None
    assert hp_of(engine, pawn) == 2
    assert engine.effective_piece_attrs == ("PieceType", "Color", "Position", "Hp")


def test_who_stays_keeps_what_it_has_and_gives_nothing_out_again() -> None:
    engine = game("e2e4")
    pawn, knight = piece_at(engine, "e4"), piece_at(engine, "g1")
    assert pawn is not None
    assert knight is not None
    engine.set_active_presets([HP])
    engine.session.insert(pawn, "Hp", 1)
    engine.session.retract(knight, "Hp")
    engine.set_active_presets([{"id": "queen-splits"}, {**HP, "turnsRemaining": 9}])
    assert (hp_of(engine, pawn), hp_of(engine, knight)) == (1, None)
    assert [event.kind for event in engine.incidents[-1].trace.events] == ["queen-splits"]


@pytest.mark.parametrize(
    ("again", "points"),
    [({"scope": "white"}, 2), ({"scope": "black"}, None), ({"config": {"hp": 5}}, 5)],
    ids=["same side", "other side", "other settings"],
)
def test_another_scope_or_setting_is_an_end_and_a_new_beginning(
    again: dict[str, Any], points: int | None
) -> None:
    engine = game("e2e4")
    pawn = piece_at(engine, "e4")
    assert pawn is not None
    engine.set_active_presets([HP])
    engine.session.insert(pawn, "Hp", 1)
    engine.preset_state("piece-hp").set("seen", 1)
    engine.set_active_presets([{**HP, **again}])
    assert hp_of(engine, pawn) == points
    assert not engine.preset_state("piece-hp").all()
    assert engine.incidents[-1].trace.texts == ["piece-hp ends", "piece-hp begins"]


def test_ends_come_in_reverse_and_beginnings_in_order() -> None:
    engine = game()
    engine.set_active_presets([HP, {"id": "needs-hp"}, {"id": "needs-that"}])
    engine.set_active_presets([{"id": "queen-splits"}, {"id": "piece-shield"}])
    told = [(event.event, event.kind) for event in engine.incidents[-1].trace.events]
    assert told == [
        ("deactivate", "needs-that"),
        ("deactivate", "needs-hp"),
        ("deactivate", "piece-hp"),
        ("activate", "queen-splits"),
        ("activate", "piece-shield"),
    ]


@pytest.mark.parametrize("network", ["native", "durable"])
def test_the_order_of_the_list_is_the_order_of_the_rules(network: str) -> None:
    engine = Engine(network=network)
    for move in ("e2e4", "d7d5"):
        engine.apply(move)
    orders = (["piece-shield", "piece-hp"], ["piece-hp", "piece-shield"])
    rules = []
    for order in orders:
        engine.set_active_presets([{"id": name} for name in order])
        rules.append([firing.rule for firing in engine.apply("e4d5").trace.firings])
        engine.undo()
    assert rules == [["piece-shield/shield"], ["piece-hp/lose-hp"]]


def test_a_change_of_the_set_passes_no_move() -> None:
    engine = game()
    engine.set_active_presets([{"id": "double-move"}])
    engine.apply("e2e4")
    engine.set_active_presets([])
    assert engine.turn == "white"
    engine.apply("d2d4")
    assert engine.turn == "black"
    engine.apply("e7e5")
    assert engine.turn == "white"


# -- results ---------------------------------------------------------------------------------------

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def test_a_mate_is_none_where_points_are_in_force_and_one_again_without() -> None:
    engine = game(*MATE)
    assert engine.result is not None
    engine.set_active_presets([HP])
    assert engine.result is None
    assert engine.legal_moves()
    engine.set_active_presets([])
    assert engine.result is not None
    assert engine.result.reason == "checkmate"


def test_a_lost_royal_piece_stays_lost() -> None:
    engine = Engine(program_of("chess", [ActivePreset("double-move")]), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    engine.apply("a1a8")
    engine.apply("a8e8")
    engine.set_active_presets([{"id": "piece-hp"}])
    assert engine.result is not None
    assert engine.result.reason == "loss of a royal piece"


def test_other_rules_make_another_position() -> None:
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8")
    engine = game(*shuffle)
    key = engine.position_key
    engine.set_active_presets([{"id": "berolina-pawns"}])
    assert engine.position_key != key
    for move in shuffle * 2:
        engine.apply(move)
    assert engine.claims() == ["threefold repetition"]
    engine.set_active_presets([])
    assert engine.position_key == key
    assert engine.claims() == []


# -- undo ------------------------------------------------------------------------------------------


def test_undo_takes_back_the_move_and_all_changes_after_it() -> None:
    engine = game("e2e4")
    engine.set_active_presets([{**HP, "turnsRemaining": 8}])
    before = face(engine)
    engine.apply("d7d5")
    engine.set_active_presets([])
    engine.set_active_presets([{"id": "queen-splits"}, HP])
    assert [incident.after for incident in engine.incidents] == [1, 2, 2]
    engine.undo()
    assert face(engine) == before
    engine.undo()
    assert face(engine) == face(game())


def test_changes_before_the_first_move_belong_to_the_start() -> None:
    engine = game()
    engine.set_active_presets([HP])
    before = face(engine)
    with pytest.raises(ReteChessError, match="E_NOTHING_TO_UNDO"):
        engine.undo()
    engine.apply("e2e4")
    engine.undo()
    assert face(engine) == before


def test_a_clone_goes_its_own_way() -> None:
    engine = game("e2e4")
    engine.set_active_presets([HP])
    twin, before = engine.clone(), face(engine)
    twin.set_active_presets([])
    twin.undo()
    assert face(engine) == before
    assert face(twin) == face(game())


# -- expiry ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("network", ["native", "durable"])
def test_dependents_end_with_what_they_require(network: str) -> None:
    engine = Engine(network=network)
    requests: list[dict[str, Any]] = [
        {**HP, "turnsRemaining": 2},
        {"id": "needs-hp"},
        {"id": "needs-that"},
        {"id": "queen-splits"},
    ]
    engine.set_active_presets(requests)
    engine.preset_state("needs-hp").set("seen", 1)
    assert engine.apply("e2e4").preset_effects == ()
    before = face(engine)
    record = engine.apply("e7e5")
    assert record.preset_effects == (
        "needs-that ends with needs-hp",
        "needs-hp ends with piece-hp",
        "piece-hp ends",
    )
    ended = [event.kind for event in record.trace.events if event.event == "deactivate"]
    assert ended == ["needs-that", "needs-hp", "piece-hp"]
    assert [use.id for use in engine.active_presets] == ["queen-splits"]
    assert not engine.preset_state("needs-hp").all()
    assert engine.session.get(piece_at(engine, "e5") or 0, "Mark") is None
    engine.undo()
    assert face(engine) == before
    assert engine.preset_state("needs-hp").all() == {"seen": 1}


def test_a_duration_counts_moves_also_where_the_turn_goes_on() -> None:
    engine = game()
    engine.set_active_presets([{"id": "double-move"}, {"id": "queen-splits", "turnsRemaining": 3}])
    left = []
    for move in ("e2e4", "d2d4", "e7e5"):
        record = engine.apply(move)
        left.append([use.turns_remaining for use in engine.active_presets])
    assert left == [[None, 2], [None, 1], [None]]
    assert record.preset_effects == ("queen-splits ends",)


def test_a_new_duration_only_updates() -> None:
    engine = game("e2e4")
    engine.set_active_presets([{**HP, "turnsRemaining": 1}])
    engine.session.insert(piece_at(engine, "e4") or 0, "Hp", 1)
    engine.set_active_presets([{**HP, "turnsRemaining": 2}])
    assert not engine.incidents[-1].trace.events
    engine.apply("e7e5")
    assert hp_of(engine, piece_at(engine, "e4") or 0) == 1
    engine.apply("d2d4")
    assert not engine.active_presets


# -- overrides -------------------------------------------------------------------------------------


def test_of_two_overrides_the_first_of_the_list_wins() -> None:
    engine = Engine(fen="4k3/8/8/8/3R4/8/8/4K3 w - - 0 1")
    for first, second, moves in (("rooks", "rooks-too", ["d4d5"]), ("rooks-too", "rooks", ["d4d3"])):
        engine.set_active_presets([{"id": first}, {"id": second}])
        assert [move for move in engine.legal_moves() if move.startswith("d4")] == moves


def test_two_overrides_are_warned_about_once_and_only_for_developers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    requests = [{"id": "rooks", "scope": "white"}, {"id": "rooks-too"}]
    monkeypatch.delenv("RETE_CHESS_DEV", raising=False)
    game().set_active_presets(requests)
    assert not caplog.records
    monkeypatch.setenv("RETE_CHESS_DEV", "1")
    for _ in range(2):
        game().set_active_presets(requests)
    (warning,) = caplog.records
    assert warning.levelname == "WARNING"
    assert warning.getMessage() == (
        "the presets rooks and rooks-too both replace the moves of the rook; rooks comes first and wins"
    )
