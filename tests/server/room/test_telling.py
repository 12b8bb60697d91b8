"""A room tells every move that it has accepted, whatever its document makes texts cost."""

from __future__ import annotations

import pytest

from rete_chess import Budget, Engine, load_text
from rete_chess.compiler import compile_document
from rete_chess.errors import BudgetError
from rete_chess.server.room import game
from tests.server.hall import Hall

_HEAD = "kind: variant\nid: greedy\nname: Greedy\ndescription: Greedy.\n"
_WHITE = ", ".join(["{piece: {color: white}}"] * 3)
_NEVER = "{piece: {type: queen, color: white, square: {in: [a8]}}}"
#: A look whether somebody is in check is some ten thousand steps, and many moves of White give check.
COSTLY_CHECK = (
    f'{_HEAD}extends: chess\nfen: "4k3/7p/8/3Q4/8/8/PPPP4/RNB1K1NR w - - 0 1"\n'
    f"check: {{unless: [{{any: [[{_WHITE}, {_NEVER}]]}}]}}\n"
)
SERVER = Budget.server()


def engine_of(text: str) -> Engine:
    return Engine(compile_document(load_text(text, "x.variant.yaml")), network="native", budget=SERVER)


def test_signs_are_left_out_where_they_cost_too_much() -> None:
    engine = engine_of(COSTLY_CHECK)
    with pytest.raises(BudgetError):
        engine._sans(None, foresees=False, is_bare=False)
    texts = engine.sans(foresees=False)
    assert engine.cost.steps == 12 * len(texts)
    assert "Qe4" in texts
    assert not any(text.endswith(("+", "#")) for text in texts)


def test_a_room_tells_costly_moves() -> None:
    hall = Hall("me", mode="solo", variant=COSTLY_CHECK.replace("PPPP4/RNB1K1NR", "PPP5/RN2K1NR"))
    assert len(hall.sync("me")["legal"]) > 40
    match = hall.room.state.game.match
    match.engine.board.meter.budget = SERVER._replace(move=600_000)
    for ply, move in enumerate(("Nf3", "h6")):
        (played,) = hall.say("me", "move.play", move=move, ply=ply)
        assert (played["type"], played["san"]) == ("move.played", move)
        assert played["legal"]
    assert all(found["san"][-1] not in "+#" for found in played["legal"])
    assert "1. Nf3 h6" in hall.room.state.game.pgn()


def test_a_room_takes_no_move_after_which_it_could_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall("me", mode="solo")
    monkeypatch.setattr(game, "BUDGET", SERVER._replace(move=12 * 25))
    hall.play("e4")  # after 1. e4 e5 White has 29 moves
    before = hall.room.snapshot(), hall.sync("me")
    (refused,) = hall.say("me", "move.play", move="e5", ply=1)
    assert refused["code"] == "E_BUDGET"
    assert hall.room.snapshot() == before[0]
    assert hall.sync("me") == before[1]
    assert hall.say("me", "move.play", move="a5", ply=1)[0]["code"] == "E_BUDGET"
    assert [entry.kind for entry in hall.entries].count("move") == 1


def test_a_room_begins_with_no_position_that_it_could_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    few = SERVER._replace(move=12 * 25)
    monkeypatch.setattr(game, "BUDGET", few)
    Hall("me", mode="solo")
    with pytest.raises(BudgetError, match="to tell the moves needs more than 300 steps"):
        Hall("me", mode="solo", fen="4k3/8/8/3Q4/8/8/8/R3K2R w - - 0 1")


def test_texts_are_counted_by_moves_however_alike_these_are() -> None:
    ways = ", ".join(f"{{leap: [[0, 1]], tag: t{number}}}" for number in range(60))
    text = (
        f'{_HEAD}extends: chess\nfen: "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"\n'
        f"moves:\n  - {{for: {{type: pawn}}, use: [{ways}]}}\n"
    )
    engine = engine_of(text)
    legal = engine.legal_moves()
    assert len(legal) > 480
    assert len(set(engine._sans(None, foresees=True, is_bare=True))) == len(legal)
    assert engine.cost.steps == 12 * len(legal)
