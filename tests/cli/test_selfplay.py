"""`rete-chess selfplay`."""

from __future__ import annotations

from pathlib import Path

import chess.pgn
import pytest

from tests.cli.helpers import Run

FEW = ("selfplay", "--games", "3", "--seed", "5")


def test_report(run: Run) -> None:
    outcome = run(*FEW, "antichess", "--white", "search:50n", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    report = outcome.json
    assert report["variant"] == "antichess"
    assert report["presets"] == ["suicide-chess"]
    assert report["players"] == {"white": "search:50n", "black": "random"}
    assert report["games"] == 3
    assert report["white"] + report["black"] + report["draws"] + report["unfinished"] == 3
    assert sum(report["endings"].values()) == 3
    assert 0 < report["length"]["shortest"] <= report["length"]["median"] <= report["length"]["longest"]


def test_the_same_seed_plays_the_same_games(run: Run) -> None:
    reports = [run(*FEW, "--preset", "piece-hp", "--longest", "40", "--json").json for _ in range(2)]
    first, second = ({**report, "seconds": 0} for report in reports)
    assert first == second
    assert reports[0]["firings_per_game"] > 0


def test_games_begin_where_the_command_line_says(run: Run) -> None:
    bare = run(*FEW, "--fen", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "--white", "search:50n", "--json").json
    assert (bare["white"], bare["length"]["longest"]) == (3, 1)
    empty = run(*FEW, "--layout", "pawns-only", "--longest", "4", "--json")
    assert empty.json["games"] == 3


def test_people_see_a_table(run: Run) -> None:
    outcome = run(*FEW, "--white", "greedy", "--longest", "20")
    assert outcome.code == 0
    assert "White, greedy" in outcome.out
    assert "rule firings a game" in outcome.out


@pytest.mark.parametrize("player", ["human", "serch", "search:0n"])
def test_unknown_players(run: Run, player: str) -> None:
    outcome = run(*FEW, "--white", player)
    assert outcome.code == 2
    assert "E_UNKNOWN_NAME" in outcome.err


def test_the_games_are_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    words = ("--games", "2", "--longest", "6", "--seed", "3")
    outcome = run("selfplay", "atomic", *words, "--json", "--pgn", str(file))
    played = outcome.json["played"]
    assert [len(game["moves"]) for game in played] == [6, 6]
    assert [game["result"] for game in played] == [None, None]
    with file.open(encoding="utf-8") as stream:
        games = [chess.pgn.read_game(stream) for _ in range(3)]
    assert games[2] is None
    for number, (game, told) in enumerate(zip(games, played), 1):
        assert game is not None
        assert [move.uci() for move in game.mainline_moves()] == told["moves"]
        assert (game.headers["Round"], game.headers["White"]) == (str(number), "random")


def test_a_file_for_games_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    outcome = run("selfplay", "--games", "1", "--longest", "2", "--pgn", str(tmp_path))
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
