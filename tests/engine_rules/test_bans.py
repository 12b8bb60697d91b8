"""Bans on captures and attacks: the tier that is exact, modifiers, hooks, and both ways of asking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, ModifierChoice, load, program_of
from rete_chess.core.attacks import attackers
from rete_chess.core.lawbook import EFFECTS, LOOK, PINS
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.presets import registered
from tests.presets.recording import recording

BANS = Path(__file__).parent.parent / "scenarios" / "documents" / "bans.variant.yaml"
PACIFIST = """
kind: modifier
id: gentle
type: data
version: 1
name: Gentle
description: Captures nobody.
primitives: [{kind: block-move-type, moveTypes: [capture]}]
"""


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_modifier_that_blocks_captures_gives_no_check(network: str) -> None:
    choice = ModifierChoice(load(PACIFIST), {"type": "queen", "color": "black"})
    program = program_of("chess", modifiers=[choice])
    assert program.book.tier == LOOK
    fen = "6k1/8/8/8/8/8/5PPP/3q2K1 w - - 0 1"
    engine = Engine(program, fen, network)
    assert not engine.in_check
    assert engine.result is None
    assert Engine("chess", fen).result is not None  # mate by the back rank
    other = Engine(program, "3Q2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", network)
    assert other.in_check  # a white queen carries nothing


def test_hooks_leave_bans_in_force() -> None:
    """Where Python presets have a say, attacks follow what documents forbid too."""
    fen = "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1"
    for hook, answer in (("get_extra_moves", ()), ("get_royal_pieces", None)):
        quiet = recording([], "quiet", (hook,), **{hook: lambda *given, answer=answer: answer})
        with registered(quiet):
            program = program_of(BANS, [ActivePreset("quiet")])
            assert not Engine(program, fen).in_check, hook
            assert Engine(program, "6k1/4q3/8/8/8/8/8/4K3 w - - 0 1").in_check, hook


def test_attackers_of_an_empty_square_leave_out_who_may_not_capture() -> None:
    engine = Engine(program_of(BANS), "4r1k1/8/8/8/8/8/4q3/K7 w - - 0 1")
    board: Any = engine.board
    before = engine.state_hash(), board.key
    assert attackers(board, engine.square("e1"), 1) == [engine.square("e2")]
    assert attackers(board, engine.square("e4"), 1) == [engine.square("e2")]
    assert attackers(board, engine.square("e5"), 1) == [engine.square("e2")]
    assert (engine.state_hash(), board.key) == before


def test_both_ways_of_asking_agree_and_plain_games_keep_their_tier() -> None:
    program = program_of(BANS)
    assert program.book.tier == EFFECTS
    assert program.laws.simulation == "who may capture depends on attributes that a move may change"
    engine = Engine(program)
    for _ in range(12):
        board: Any = engine.board
        by_laws = legal_by_looking(board)
        for forbid in program.laws.forbids:
            by_laws = forbid(board, by_laws)
        assert sorted(legal_moves(board)) == sorted(by_laws)
        engine.apply(str(engine.legal_moves()[-1]))
    assert program_of("chess").book.tier == PINS
