"""Turns of several half-moves: when they end early, when late, and what is heard of it."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.engine.lookahead.perft import perft

EARS = """
kind: variant
id: fading
name: Fading
extends: chess
royal: []
rules:
  - {id: ends, at: turn-end, when: [{event: {side: $s}}], do: [{log: {text: "{s} ends"}}]}
  - {id: starts, at: turn-start, when: [{event: {side: $s}}], do: [{log: {text: "{s} starts"}}]}
"""
FADING = (
    EARS
    + """
  - id: fade
    at: after-move
    when: [{event: {side: white}}, {piece: {id: $knight, type: knight}}]
    do: [{destroy: {target: $knight}}]
"""
)
DOUBLE = ActivePreset("double-move")


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_turn_whose_last_half_move_is_taken_away_ends_late(network: str) -> None:
    engine = Engine(compile_document(load_document(FADING), [DOUBLE]), "7k/8/8/8/8/8/8/N7 w - - 0 1", network)
    before = engine.state_hash()
    record = engine.apply("a1b3")
    assert engine.turn == "black"
    assert record.turn_flipped
    assert record.trace.logs == ["white ends", "black starts"]
    assert [firing.rule for firing in record.trace.firings] == ["fading/fade", "fading/ends", "fading/starts"]
    engine.undo()
    assert engine.state_hash() == before


def test_a_move_that_no_rule_hears_ends_a_turn_that_cannot_go_on() -> None:
    engine = Engine(program_of("horde", [DOUBLE]), "4k2r/8/7P/8/8/8/8/8 w - - 0 1")
    record = engine.apply("h6h7")
    assert (engine.turn, record.turn_flipped, engine.result) == ("black", True, None)
    engine.undo()
    assert (engine.turn, engine.board.half_moves) == ("white", 0)


def test_an_extra_move_that_does_not_exist_is_not_waited_for() -> None:
    again = load_document(
        """
kind: variant
id: again
name: Again
extends: horde
rules:
  - {id: again, at: move, when: [{event: {player: true}}], do: [extra-move]}
"""
    )
    engine = Engine(compile_document(again), "4k2r/8/7P/8/8/8/8/8 w - - 0 1", "native")
    assert engine.apply("h6h7").turn_flipped
    assert engine.turn == "black"
    assert not engine.apply("e8d8").turn_flipped


def test_a_turn_goes_on_while_it_can() -> None:
    engine = Engine(program_of("chess", [DOUBLE]))
    assert not engine.apply("e2e4").turn_flipped
    assert engine.apply("d2d4").turn_flipped


def test_a_game_that_is_over_in_the_middle_of_a_turn_does_not_pass_the_move() -> None:
    engine = Engine(
        program_of("king-of-the-hill", [DOUBLE]), "4k3/8/8/8/8/3K4/8/8 w - - 0 1", network="native"
    )
    record = engine.apply("d3d4")
    assert engine.result is not None
    assert engine.result.winner == "white"
    assert (engine.turn, record.turn_flipped) == ("white", False)


def test_perft_counts_turns_that_end_early_as_the_engine_plays_them() -> None:
    fen = "4k2r/8/7P/8/8/8/8/8 w - - 0 1"
    texts = (EARS, EARS.split("rules:")[0])
    programs = [compile_document(load_document(text), [DOUBLE]) for text in texts]
    counts = [perft(Engine(program, fen, "native"), 3) for program in programs]
    assert counts[0] == counts[1] > 0


def test_extra_moves_tell_positions_and_states_apart() -> None:
    """The same board with one more half-move to come is another position."""
    again = """
kind: variant
id: again
name: Again
extends: chess
rules:
  - {id: again, at: capture, when: [{event: {player: true}}], do: [extra-move]}
  - {id: ends, at: turn-end, when: [{event: {side: $s}}], do: [{log: {text: "{s} ends"}}]}
"""
    fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    rich = Engine(compile_document(load_document(again), [DOUBLE]), fen, "native")
    plain = Engine(program_of("chess", [DOUBLE]), fen, "native")
    rich.apply("e4d5")
    plain.apply("e4d5")
    assert rich.fen() == plain.fen()
    assert rich.board.half_moves == plain.board.half_moves == 1
    assert rich.board.key != plain.board.key
    assert rich.state_hash() != plain.state_hash()
    for move in ("e1d1", "d1c1"):
        rich.apply(move)
    assert rich.turn == "black"
    assert rich.board.key == Engine(rich.program, rich.fen(), "native").board.key
