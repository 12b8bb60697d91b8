"""Bans on captures and attacks: the tier that is exact, modifiers, hooks, and both ways of asking."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, ModifierChoice, catalog, compile_document, load, program_of
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


#: Bans on capturing kings that do not say so by their kind.
TARGETED = {
    "the target alone": "target: {type: king}",
    "a target and a type": "target: {type: king}, piece: {type: rook}",
    "a target by a fact": "target: {type: king, Fear: 0}, piece: {Fear: 0}",
    "a target on a square": "target: {square: {ownRank: [1]}}",
    "a target and where it stands": "target: {type: king}, to: {rank: [1, 8]}",
}
MATES = {
    "white": ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8"),
    "black": ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1"),
}


def mated(text: str, side: str, network: str) -> tuple[bool, bool]:
    """Whether the rook gives check and mate on the last rank, played or set up."""
    fen, move = MATES[side]
    engine = Engine(
        compile_document(f"kind: variant\nid: kind\nname: Kind\nextends: chess\n{text}"), fen, network
    )
    record = engine.apply(move)
    loaded = Engine(engine.program, engine.fen(), network)
    assert (loaded.in_check, loaded.result) == (engine.in_check, record.result)
    before = engine.in_check
    engine.undo()
    engine.apply(move)
    assert engine.in_check == before
    return before, record.result is not None


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("side", MATES)
@pytest.mark.parametrize("row", TARGETED)
def test_a_move_with_a_target_is_a_capture(row: str, side: str, network: str) -> None:
    fear = "attributes: {Fear: {of: piece, type: int, start: 0}}\n"
    text = f"{fear}moves: [{{forbid: {{{TARGETED[row]}}}, because: x}}]\n"
    assert mated(text, side, network) == (False, False)
    told = text.replace("forbid: {", "forbid: {kind: capture, ")
    assert mated(told, side, network) == (False, False)
    after = text.replace("}, because", ", after: [{piece: {type: pawn}}]}, because")
    assert mated(after, side, network) == (True, True)


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("side", MATES)
def test_a_carried_one_too_and_by_scope(side: str, network: str) -> None:
    ability = "kind: ability\nid: awe\nname: Awe\ndescription: Spares kings.\n"
    ability += "moves: [{forbid: {target: {type: king}, piece: {id: $self}}, because: awe}]\n"
    preset = "kind: preset\nid: fealty\nname: Fealty\ndescription: Nobody takes kings.\n"
    preset += "moves: [{forbid: {target: {type: king}}, because: fealty}]\n"
    other = {"white": "black", "black": "white"}[side]
    with catalog.registered(ability, preset):
        assert mated("abilities: [{id: awe, for: {type: rook}}]\n", side, network) == (False, False)
        assert mated("abilities: [{id: awe, for: {type: queen}}]\n", side, network) == (True, True)
        assert mated(f"presets: [{{id: fealty, scope: {side}}}]\n", side, network) == (False, False)
        assert mated(f"presets: [{{id: fealty, scope: {other}}}]\n", side, network) == (True, True)


def test_it_is_no_ban_on_other_moves() -> None:
    text = "kind: variant\nid: kind\nname: Kind\nextends: chess\n"
    text += "moves: [{forbid: {target: {type: rook}}, because: x}]\n"
    program = compile_document(text)
    assert "e1g1" in Engine(program, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").legal_moves()
    engine = Engine(program, "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    assert "a1a8" not in engine.legal_moves()
    assert engine.explain("a1a8").reason.code == "E_MOVE_FORBIDDEN"
    promoting = text.replace("target: {type: rook}", "kind: promotion, target: {type: king}")
    fen = "3k4/2P5/8/8/8/8/8/4K3 b - - 0 1"
    assert not Engine(compile_document(promoting), fen).in_check
    assert Engine("chess", fen).in_check
