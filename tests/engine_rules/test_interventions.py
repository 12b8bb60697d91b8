"""Damage and new pieces between moves: rules hear them, the position is judged anew, undo takes them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.errors import ReteChessError
from rete_chess.testing._helpers import exists, hp_of, piece_at

EARS = """
kind: variant
id: ears
name: Ears
extends: chess
attributes: {Hurt: {of: piece, type: int}}
rules:
  - id: born
    at: spawn
    when: [{event: {target: $it, side: $side}}]
    do: [{effect: {kind: stork, square: $it.square}}]
    describe: "{it} is born for {side}"
  - id: hurt
    at: damaged
    when: [{event: {target: $it, amount: $n, kind: poison}}]
    do: [{set: {target: $it, attr: Hurt, to: $n}}]
  - id: blast
    at: death
    when: [{event: {target: $it, square: $on, kind: bomb}}]
    do: [{destroy: {target: {around: $on}, kind: bomb}}]
    describe: "{it} goes off"
  - id: regicide
    at: death
    when: [{event: {target: $it}}, {piece: {id: $it, type: queen}}]
    do: [{win: {side: white, reason: regicide}}]
"""


def ears(*presets: str, network: str = "native", fen: str | None = None) -> Engine:
    program = compile_document(load_document(EARS), [ActivePreset(name) for name in presets])
    return Engine(program, fen, network)


def entity(engine: Engine, square: str) -> int:
    found = piece_at(engine, square)
    assert found is not None
    return found


def face(engine: Engine) -> tuple[Any, ...]:
    return (
        engine.state_hash(),
        engine.fen(),
        engine.position_key,
        list(engine.legal_moves()),
        engine.result,
        engine.incidents,
    )


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_new_piece_is_seeded_heard_and_can_move(network: str) -> None:
    engine = ears("piece-hp", network=network)
    engine.apply("e2e4")
    before = face(engine)
    queen = engine.spawn_piece("queen", "black", "e5")
    assert engine.piece_at("e5") == (queen, "queen", "black", 36)
    assert hp_of(engine, queen) == 2
    assert "e5e4" in engine.legal_moves()
    (incident,) = engine.incidents
    assert (incident.after, incident.what) == (1, "spawn")
    assert [firing.rule for firing in incident.trace.firings] == ["ears/born"]
    assert incident.trace.texts == ["the black queen on e5 is born for black"]
    after = face(engine)
    engine.apply("e5e4")
    engine.undo()
    assert face(engine) == after
    engine.undo()
    engine.apply("e2e4")
    assert face(engine) == before


def test_a_new_piece_may_begin_with_given_attributes() -> None:
    engine = ears("piece-hp")
    rook = engine.spawn_piece("rook", "white", 35, {"Hp": 7, "Hurt": 1})
    assert (hp_of(engine, rook), engine.session.get(rook, "Hurt")) == (7, 1)


@pytest.mark.parametrize("network", ["native", "durable"])
def test_damage_is_absorbed_heard_and_kills_in_the_end(network: str) -> None:
    engine = ears("piece-hp", network=network)
    engine.apply("e2e4")
    pawn, by = entity(engine, "e4"), entity(engine, "d8")
    assert not engine.deal_damage(pawn, 1, kind="poison", attacker=by)
    assert (hp_of(engine, pawn), engine.session.get(pawn, "Hurt")) == (1, 1)
    event = engine.incidents[0].trace.events[0]
    assert (event.event, event.side, event.piece, event.target, event.player) == (
        "damage",
        "black",
        by,
        pawn,
        False,
    )
    assert engine.deal_damage(pawn, 3)
    assert not exists(engine, pawn)
    assert hp_of(engine, pawn) is None
    assert [incident.what for incident in engine.incidents] == ["damage", "damage"]
    engine.undo()
    assert engine.piece_at("e2") is not None
    assert not engine.incidents


def test_a_death_sets_off_a_chain_of_others() -> None:
    engine = ears()
    engine.apply("e2e4")
    assert engine.deal_damage(entity(engine, "h8"), 1, kind="bomb")
    assert engine.fen().startswith("r7/p7/8/8/") is False
    assert "k" not in engine.fen().split()[0]
    assert engine.result is not None
    engine.undo()
    assert engine.result is None
    assert engine.fen() == Engine().fen()


def test_a_rule_may_decide_the_game_between_moves() -> None:
    engine = ears()
    engine.apply("e2e4")
    engine.deal_damage(entity(engine, "d1"), 1)
    assert engine.result is not None
    assert engine.result.winner == "white"
    with pytest.raises(ReteChessError, match="E_GAME_OVER"):
        engine.apply("e7e5")
    engine.undo()
    assert engine.result is None


def test_the_position_is_judged_anew() -> None:
    engine = Engine(fen="7k/8/5KQ1/8/8/8/8/8 b - - 0 1")
    assert engine.result is not None
    assert engine.result.reason == "stalemate"
    engine.spawn_piece("pawn", "black", "a7")
    assert engine.result is None
    assert sorted(engine.legal_moves()) == ["a7a5", "a7a6"]
    engine.deal_damage(entity(engine, "h8"), 1)
    assert engine.result is not None
    assert engine.result.reason == "loss of a royal piece"


def test_a_side_that_waits_in_check_is_noticed() -> None:
    """A rook that appears out of nowhere may attack the king of the side that is not to move."""
    engine = Engine(fen="4k3/8/8/8/8/8/8/4K3 b - - 0 1")
    engine.spawn_piece("rook", "black", "e4")
    moves = set(map(str, engine.legal_moves()))
    fresh = Engine(fen=engine.fen())
    assert moves == set(map(str, fresh.legal_moves()))
    assert "e4e1" in moves


def test_what_can_no_longer_be_taken_in_passing() -> None:
    fen = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"
    acts: tuple[Callable[[Engine], object], ...] = (
        lambda engine: engine.deal_damage(entity(engine, "d4"), 1),
        lambda engine: engine.spawn_piece("knight", "white", "d3"),
    )
    for act in acts:
        engine = Engine(fen=fen)
        engine.apply("d2d4")
        assert "e4d3" in engine.legal_moves()
        act(engine)
        assert engine.fen().split()[3] == "-"
        assert all(not move.is_en_passant for move in engine.legal_moves())
        engine.undo()
        assert engine.fen() == fen


def test_a_piece_that_is_needed_for_castling_takes_the_right_along() -> None:
    engine = Engine()
    engine.apply("e2e4")
    engine.deal_damage(entity(engine, "h1"), 1)
    assert engine.fen().split()[2] == "Qkq"
    engine.undo()
    assert engine.fen().split()[2] == "KQkq"


BAD: dict[str, tuple[Any, str, str]] = {
    "occupied square": (lambda e: e.spawn_piece("rook", "white", "e2"), "E_REQUEST", "not free"),
    "unknown type": (lambda e: e.spawn_piece("rok", "white", "e4"), "E_REQUEST", "did you mean 'rook'?"),
    "unknown side": (lambda e: e.spawn_piece("rook", "red", "e4"), "E_REQUEST", "white or black"),
    "unknown square": (lambda e: e.spawn_piece("rook", "white", "e9"), "E_SQUARE", "no such square"),
    "square off the board": (lambda e: e.spawn_piece("rook", "white", 64), "E_SQUARE", "0 to 63"),
    "undeclared attribute": (
        lambda e: e.spawn_piece("rook", "white", "e4", {"Hurts": 1}),
        "E_FACT_UNKNOWN",
        "did you mean 'Hurt'?",
    ),
    "value of another type": (
        lambda e: e.spawn_piece("rook", "white", "e4", {"Hurt": "x"}),
        "E_FACT_TYPE",
        "Hurt",
    ),
    "nobody": (lambda e: e.deal_damage(99, 1), "E_REQUEST", "no piece on the board"),
    "the game as target": (lambda e: e.deal_damage(0, 1), "E_REQUEST", "no piece on the board"),
    "no entity": (lambda e: e.deal_damage("e2", 1), "E_REQUEST", "no piece on the board"),
    "attacker who is not there": (lambda e: e.deal_damage(1, 1, attacker=99), "E_REQUEST", "attacker"),
    "no damage": (lambda e: e.deal_damage(1, 0), "E_REQUEST", "above 0"),
    "damage of no number": (lambda e: e.deal_damage(1, float("nan")), "E_REQUEST", "above 0"),
    "damage as text": (lambda e: e.deal_damage(1, "1"), "E_REQUEST", "above 0"),
    "no kind": (lambda e: e.deal_damage(1, 1, kind=""), "E_REQUEST", "a word"),
}


@pytest.mark.parametrize(("act", "code", "says"), BAD.values(), ids=BAD)
def test_what_cannot_be_done_changes_nothing(act: Any, code: str, says: str) -> None:
    engine = ears()
    engine.apply("b1c3")
    before = face(engine)
    with pytest.raises(ReteChessError) as caught:
        act(engine)
    assert caught.value.code == code
    assert says in str(caught.value)
    assert face(engine) == before
    engine.apply("b8c6")
    engine.undo()
    assert face(engine) == before


def test_a_loop_between_moves_is_refused_as_a_whole() -> None:
    loop = """
kind: variant
id: loop
name: Loop
extends: chess
rules:
  - id: hydra
    at: death
    when: [{event: {target: $it, square: $on}}]
    do: [{spawn: {type: pawn, color: white, square: $on}}]
  - {id: curse, at: spawn, when: [{event: {target: $it}}], do: [{destroy: {target: $it}}]}
"""
    engine = Engine(compile_document(load_document(loop)), network="native")
    engine.apply("e2e4")
    before = face(engine)
    with pytest.raises(ReteChessError, match="E_EVENT_BUDGET"):
        engine.deal_damage(entity(engine, "e4"), 1)
    assert face(engine) == before


def test_repetitions_are_counted_by_what_the_position_is_in_the_end() -> None:
    engine = Engine()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        engine.apply(move)
    engine.spawn_piece("pawn", "white", "e4")
    engine.undo()
    engine.apply("f6g8")
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        engine.apply(move)
    assert engine.claims() == ["threefold repetition"]


def test_queries_of_a_plain_program_stay_exact_after_an_intervention() -> None:
    engine = Engine(program_of("chess"))
    engine.apply("e2e4")
    engine.spawn_piece("rook", "white", "e5")
    engine.deal_damage(entity(engine, "e7"), 1)
    assert engine.in_check
    assert set(map(str, engine.legal_moves())) == set(map(str, Engine(fen=engine.fen()).legal_moves()))
