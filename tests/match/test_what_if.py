"""Imagined moves: all that rules do is in the answer, and nothing of it in the game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rete_chess import Engine, ReteChessError
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.match.players import simulate_turn
from tests.match.games import MIXED, mixed


def inside(engine: Engine) -> tuple[Any, ...]:
    """All that a what-if must leave alone."""
    board = engine.board
    record = board.game.feed().memory
    return (
        engine.state_hash(),
        engine.fen(),
        engine.position_key,
        engine.result,
        engine.move_log,
        engine.position_counts,
        engine.program,
        engine.active_presets,
        list(map(id, board.journal)),
        board.irregular_at == len(board.journal),
        (id(record), record.calls, record.puts, record.drops),
    )


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize("network", ["native", "durable"])
def test_the_game_is_untouched_and_the_answer_true(name: str, network: str) -> None:
    if network == "durable":
        pytest.importorskip("durable_rules_engine")
    chance = Random(name)
    engine = Engine(mixed(name), network=network)
    while engine.result is None and len(engine.move_log) < 30:
        before = inside(engine)
        answers = {move: engine.what_if(move) for move in chance.sample(list(engine.legal_moves()), 1)}
        for move in list(engine.legal_moves())[:3]:
            answers[move] = engine.what_if(move)
        assert inside(engine) == before
        move = chance.choice(list(answers))
        record, answer = engine.apply(move), answers[move]
        assert answer.state_hash == engine.state_hash()
        assert answer.fen == engine.fen()
        assert answer.position_key == engine.position_key
        assert answer.result == engine.result
        assert answer.turn == engine.turn
        assert list(answer.legal_moves()) == list(engine.legal_moves())
        assert answer.preset_effects == record.preset_effects
        assert [(f.stage, f.rule, f.entity, f.changes) for f in answer.trace.firings] == [
            (f.stage, f.rule, f.entity, f.changes) for f in record.trace.firings
        ]


def test_rules_of_every_stage_are_included() -> None:
    engine = Engine("three-check", network="native")
    for move in ("e4", "f6", "d4", "g5"):
        engine.apply(move)
    answer = engine.what_if("Qh5")
    assert str(answer.result) == "white wins by checkmate"
    assert [firing.stage for firing in answer.trace.firings] == ["check"]
    assert engine.session.get(0, "ChecksLeft.white") == 3
    assert answer.session.get(0, "ChecksLeft.white") == 2


def test_a_preset_that_ends_in_an_imagined_move_stays_in_force() -> None:
    engine = Engine(program_of("chess", [ActivePreset("piece-hp", turns_remaining=1)]))
    before = inside(engine)
    answer = engine.what_if("e2e4")
    assert answer.preset_effects == ("piece-hp ends",)
    assert answer.program is not engine.program
    assert inside(engine) == before


def test_several_moves_are_one_turn() -> None:
    engine = Engine(program_of("chess", [ActivePreset("double-move")]))
    before = inside(engine)
    answer = simulate_turn(engine, "e2e4", "d2d4")
    assert answer.turn == "black"
    assert [str(record.move) for record in answer.records] == ["e2e4", "d2d4"]
    assert inside(engine) == before


@pytest.mark.parametrize(
    ("moves", "code"),
    [(("e2e5",), "E_MOVE_ILLEGAL"), (("e2e4", "e2e4"), "E_MOVE_ILLEGAL"), (("x",), "E_MOVE_TEXT")],
)
def test_a_bad_move_leaves_nothing_behind(moves: tuple[str, ...], code: str) -> None:
    engine = Engine()
    before = inside(engine)
    with pytest.raises(ReteChessError) as caught:
        engine.what_if(*moves)
    assert caught.value.code == code
    assert inside(engine) == before


def test_the_network_of_record_is_not_even_made() -> None:
    engine = Engine(mixed("hp-and-splits"))
    for move in list(engine.legal_moves())[:5]:
        engine.what_if(move)
    assert "record" not in engine.board.game._feeds


def test_nobody_watches_imagined_moves() -> None:
    engine = Engine("atomic")
    for move in ("e4", "d5"):
        engine.apply(move)
    seen: list[Any] = []
    engine.subscribe_effects(seen.append)
    assert [shown.kind for shown in engine.what_if("exd5").trace.shown] == ["explosion"]
    assert seen == []
    engine.apply("exd5")
    assert [shown.kind for shown in seen] == ["explosion"]
