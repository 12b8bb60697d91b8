"""Changing the active set in the middle of a game: requests, order, ends and beginnings, expiry, undo."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.errors import ReteChessError
from rete_chess.testing._helpers import hp_of, piece_at
from tests.engine_rules.active_sets import DOCUMENTS, HP, face, game
from tests.preset_catalog import known_presets


@pytest.fixture(autouse=True)
def documents() -> Iterator[None]:
    """The shipped presets and those of these tests."""
    with known_presets(DOCUMENTS):
        yield


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


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_duration_that_ends_restores_the_old_rules_and_clears_the_state(network: str) -> None:
    engine = Engine(network=network)
    engine.set_active_presets([{"id": "berolina-pawns", "turnsRemaining": 2}, {"id": "piece-hp"}])
    engine.preset_state("berolina-pawns").set("seen", 7)
    engine.preset_state("piece-hp").set("seen", 8)
    assert "e2d3" in engine.legal_moves()
    engine.apply("e2d3")
    before = face(engine)
    record = engine.apply("e7d6")
    assert record.preset_effects == ("berolina-pawns ends",)
    assert [use.id for use in engine.active_presets] == ["piece-hp"]
    assert "a2a3" in engine.legal_moves()
    assert "a2b3" not in engine.legal_moves()
    assert engine.preset_state("berolina-pawns").all() == {}
    assert engine.preset_state("piece-hp").all() == {"seen": 8}
    engine.undo()
    assert face(engine) == before
    assert engine.preset_state("berolina-pawns").all() == {"seen": 7}
