"""Matches as PGN: what rules did stands in comments, and other programs can read plain chess."""

from __future__ import annotations

import io
from random import Random

import pytest

from rete_chess import Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.io import format_pgn
from tests.match.games import mixed, play_random


def test_effects_of_rules_are_comments() -> None:
    match = Match("atomic", network="native")
    for move in ("e4", "d5", "exd5", "Nf6", "Nc3"):
        match.play(move)
    match.resign()
    text = format_pgn(match, {"White": 'Ann "the Ox"'})
    assert text == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n'
        '[White "Ann \\"the Ox\\""]\n[Black "?"]\n[Result "1-0"]\n[Variant "Atomic"]\n'
        f'[VariantId "atomic"]\n[VariantHash "{match.program.hash}"]\n[SetUp "1"]\n'
        '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n'
        f'[Termination "white wins by resignation"]\n[StateHash "{match.engine.state_hash()}"]\n\n'
        "1. e4 d5 2. exd5 { explosion on d5 } 2... Nf6 3. Nc3 { white wins by\nresignation } 1-0\n"
    )


def test_half_moves_of_one_turn_carry_its_number() -> None:
    match = Match(program_of("chess", [ActivePreset("double-move", "white")]))
    for move in ("e4", "d4", "d5"):
        match.play(move)
    text = format_pgn(match)
    assert '[Presets "double-move:white"]' in text
    assert text.endswith("\n\n1. e4 1. d4 d5 *\n")


def test_moves_taken_back_are_left_out() -> None:
    match = Match()
    for move in ("e4", "e5", "Nf3"):
        match.play(move)
    match.undo()
    assert format_pgn(match).endswith("\n1. e4 e5 *\n")
    assert len(match.history) == 3


def body(match: Match) -> str:
    return " ".join(format_pgn(match).partition("\n\n")[2].split())


def test_presets_that_change_between_moves_are_comments() -> None:
    match = Match()
    match.set_active_presets([{"id": "piece-hp", "scope": "white", "config": {"hp": 3}}])
    for move in ("e4", "d5"):
        match.play(move)
    match.set_active_presets([{"id": "piece-hp"}, {"id": "berolina-pawns", "turnsRemaining": 6}])
    match.play("e4f5")
    match.set_active_presets([])
    match.play("Nf6")
    assert body(match) == (
        "{ presets: piece-hp:white,hp=3 } 1. e4 d5 { presets: piece-hp, berolina-pawns for 6 moves } "
        "2. f5 { presets: none } 2... Nf6 *"
    )


def test_modifiers_are_told() -> None:
    match = Match(network="native")
    match.play("e4")
    match.apply_modifier("mounted", {"type": "rook", "color": "white"})
    match.apply_modifier("mounted", {"square": ["a8"]})
    match.apply_modifier("mounted")
    assert body(match) == (
        "1. e4 { modifier: mounted for type rook, color white } { modifier: mounted for square [a8] } "
        "{ modifier: mounted for all pieces } *"
    )


def test_what_else_happens_between_moves_is_told() -> None:
    match = Match(program_of("chess", [ActivePreset("piece-hp", config=(("hp", 2),))]))
    match.play("e4")
    pawn = match.engine.piece_at("e7")
    assert pawn is not None
    match.deal_damage(pawn.id, 1, "poison")
    match.deal_damage(pawn.id, 1)
    match.spawn_piece("knight", "white", "e5")
    match.queue_profiles(["iron-knights"])
    match.play("d6")
    text = format_pgn(match)
    assert '[Presets "piece-hp,hp=2"]' in text
    assert body(match) == (
        "1. e4 { damage 1 to black pawn e7 (poison) } { damage 1 to black pawn e7 } "
        "{ spawn white knight e5 } { profiles from the next turn on: iron-knights } 1... d6 "
        "{ profiles: iron-knights } *"
    )


def test_what_was_taken_back_with_a_move_is_left_out() -> None:
    match = Match()
    match.play("e4")
    match.set_active_presets([{"id": "piece-hp"}])
    match.play("e5")
    match.set_active_presets([])
    match.undo()
    assert body(match) == "1. e4 { presets: piece-hp } *"
    match.redo()
    assert body(match) == "1. e4 { presets: piece-hp } 1... e5 { presets: none } *"


@pytest.mark.parametrize("seed", range(4))
def test_other_programs_read_it(seed: int) -> None:
    chess_pgn = pytest.importorskip("chess.pgn")
    match = Match(mixed("chess"))
    play_random(match, Random(seed), 70)
    game = chess_pgn.read_game(io.StringIO(format_pgn(match)))
    assert game.errors == []
    assert [move.uci() for move in game.mainline_moves()] == [str(r.move) for r in match.engine.move_log]
    assert game.headers["VariantHash"] == match.program.hash
