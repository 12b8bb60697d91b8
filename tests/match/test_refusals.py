"""Rules that refuse legal moves: the answers say so, and players choose other moves."""

from __future__ import annotations

import pytest

from rete_chess import Engine, load
from rete_chess.compiler import Program, compile_document
from rete_chess.engine.lookahead.perft import divide
from rete_chess.errors import MoveRefusedError
from rete_chess.match.players import parse_player, think
from rete_chess.match.players.limits import Limits
from rete_chess.match.selfplay import play_games

SLEEPY = """kind: variant
id: sleepy
name: Sleepy
extends: chess
rules:
  - id: sleep
    at: before-move
    when: [{event: {piece: $p}}, {piece: {id: $p, type: {in: [king, pawn]}}}]
    do: [{refuse: {because: kings and pawns sleep}}]
"""


def sleepy(types: str = "[king, pawn]") -> Program:
    return compile_document(load(SLEEPY.replace("[king, pawn]", types), "sleepy.variant.yaml"))


def test_explain_names_the_rule_that_refuses_a_legal_move() -> None:
    engine = Engine(sleepy())
    before = engine.state_hash()
    answer = engine.explain("e4")
    assert answer.legal
    assert answer.reason.code == "E_MOVE_REFUSED"
    assert answer.reason.message == "the pawn moves so, but a rule refuses it: kings and pawns sleep"
    assert (answer.reason.rule, answer.reason.origin) == ("sleepy/sleep", "sleepy.variant.yaml:6")
    assert engine.explain("Nf3").reason.code == "LEGAL"
    assert (engine.state_hash(), engine.move_log) == (before, ())
    with pytest.raises(MoveRefusedError):
        engine.apply("e4")


def test_explain_agrees_with_perft() -> None:
    engine = Engine(sleepy())
    legal = engine.legal_moves()
    assert len(legal) == 20
    played = [move.code for move in legal if engine.explain(move).reason.code == "LEGAL"]
    assert played == list(divide(engine, 1))
    assert len(played) == 4


@pytest.mark.parametrize("name", ["random", "greedy", "search:40n", "search:1n"])
def test_players_choose_moves_that_no_rule_refuses(name: str) -> None:
    """The match would raise at a refused move."""
    makers = [lambda seed: parse_player(name, seed)] * 2
    for game in play_games(sleepy(), makers, 3, seed=5, longest=12):
        assert len(game.moves) == 12


@pytest.mark.parametrize("name", ["random", "greedy", "search:40n"])
def test_a_player_resigns_where_every_move_is_refused(name: str) -> None:
    asleep = sleepy("[king, pawn, knight]")
    makers = [lambda seed: parse_player(name, seed)] * 2
    (game,) = play_games(asleep, makers, 1)
    assert game.moves == ()
    assert str(game.result) == "black wins by resignation"
    assert think(Engine(asleep), Limits(nodes=40)) is None
