"""`rete-chess moves`."""

from __future__ import annotations

import pytest

from tests.cli.helpers import START, Run

LISTS = {
    "promotion": ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a1a2 a1b1 a1b2 a7a8b a7a8n a7a8q a7a8r"),
    "en passant": ("7k/8/8/8/pP6/8/8/K7 b - b3 0 1", "a4a3 a4b3 h8g7 h8g8 h8h7"),
    "mate": ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", ""),
    "drawn": ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", ""),
}


@pytest.mark.parametrize(("fen", "moves"), LISTS.values(), ids=LISTS)
def test_lists(run: Run, fen: str, moves: str) -> None:
    outcome = run("moves", "--fen", fen, "--json")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.json == {"fen": fen, "moves": moves.split()}


def test_start_position(run: Run) -> None:
    answer = run("moves", "--json").json
    assert answer["fen"] == START
    assert len(answer["moves"]) == 20
    assert answer["moves"] == sorted(answer["moves"])


def test_castling_is_king_takes_rook_in_chess960(run: Run) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert "e1g1" in run("moves", "--fen", fen, "--json").json["moves"]
    assert "e1h1" in run("moves", "--fen", fen, "--chess960", "--json").json["moves"]


def test_people_see_both_notations_by_piece(run: Run) -> None:
    lines = run("moves").out.splitlines()
    (knight,) = [line for line in lines if "g1 " in line]
    assert knight.split()[1:] == ["g1", "Nf3", "Nh3", "g1f3", "g1h3"]
    assert lines[-1] == "White to move. 20 legal moves."


def test_people_read_how_the_game_ended(run: Run) -> None:
    outcome = run("moves", "--fen", LISTS["mate"][0])
    assert outcome.out == "0-1, Black wins by checkmate. 0 legal moves.\n"


@pytest.mark.parametrize(
    ("fields", "says"),
    [("0 1 +4+0", "more ChecksLeft used up than white begins with"), ("0 1 +1+0 +1+0", "wrong number")],
)
def test_checks_that_no_side_can_have_given(run: Run, fields: str, says: str) -> None:
    outcome = run("moves", "three-check", "--fen", f"4k3/8/8/8/8/8/3Q4/4K3 w - - {fields}")
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert (
        "E_FEN" in run("moves", "three-check", "--json", "--fen", f"4k3/8/8/8/8/8/8/4K3 w - - {fields}").out
    )
    assert says in outcome.err
