"""`--moves`: the same words for every command that plays some first."""

from __future__ import annotations

import pytest

from rete_chess.core.moves import parse_moves
from tests.cli.helpers import ERROR_KEYS, Run

NUMBERED = "1. e4 e5 2.Nf3 2... Nc6 3.0-0-0"


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("", ()),
        (" e2e4,e7e5  Nf3 ", ("e2e4", "e7e5", "Nf3")),
        (NUMBERED, ("e4", "e5", "Nf3", "Nc6", "0-0-0")),
        ("12... e7e8q@shot", ("e7e8q@shot",)),
        ("1 e4", ("1", "e4")),
    ],
)
def test_numbers_are_no_moves(text: str, moves: tuple[str, ...]) -> None:
    assert parse_moves(text) == moves


def test_every_command_plays_them_first(run: Run) -> None:
    moves = ("--moves", "1. e4 e5 2. Nf3")
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"
    assert run("moves", *moves, "--json").json["fen"] == fen
    assert "Nc6" in run("moves", *moves).out
    assert run("svg", *moves, "--json").json["fen"] == fen
    assert run("trace", *moves, "--json").json["records"][-1]["fen"] == fen
    assert run("explain", "chess", "Nc6", *moves, "--json").json["legal"]
    assert not run("explain", "chess", "Nf3", *moves, "--json").json["legal"]


@pytest.mark.parametrize(
    "words", [("moves",), ("explain", "chess", "e4"), ("svg",), ("trace",)], ids=lambda w: w[0]
)
def test_a_move_that_cannot_be_played_is_named(run: Run, words: tuple[str, ...]) -> None:
    outcome = run(*words, "--moves", "1. e4 e5 2. Ke4", "--json")
    assert outcome.code == 2
    assert outcome.err.startswith("error: move 3, 'Ke4': the white king on e1 does not reach e4")
    assert outcome.err.count("\n") == 1
    assert set(outcome.json["error"]) == ERROR_KEYS
    assert outcome.json["error"]["code"] == "E_MOVE_ILLEGAL"
    assert outcome.json["error"]["message"].startswith("move 3, 'Ke4': ")
