"""`pgn`: collections of games checked, counted, converted and traced."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rete_chess import Match
from rete_chess.match import parse_save
from tests.cli.helpers import Run
from tests.serial.fitting import assert_fits

GAMES = """[Event "one"]
[White "Ann"]
[Variant "Atomic"]

1. e4 {well} d5 2. exd5 (2. d4 $1) 1-0

[Event "two"]

1. e4 e5 2. Ke3 Nf6 *

[Event "three"]

1. d4! d5 1/2-1/2
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, encoding="utf-8")
    return str(path)


def test_games_are_checked_and_counted(run: Run, file: str) -> None:
    outcome = run("pgn", file)
    assert outcome.code == 1
    assert outcome.err == (
        f"error: {file}:9:13: game 2: half-move 3, 'Ke3': no king of White has a legal move to e3 as written "
        "[E_MOVE_ILLEGAL]\n"
    )
    words = outcome.out.split()
    assert words[words.index("games") + 1] == "3"
    assert words[words.index("errors") + 1] == "2"
    assert "white wins by resignation" in outcome.out


def test_the_same_for_machines(run: Run, file: str) -> None:
    outcome = run("pgn", file, "--json")
    assert (outcome.code, outcome.err) == (1, "")
    answer = outcome.json
    assert_fits("PgnAnswer", answer)
    assert (answer["games"], answer["sound"], answer["halfMoves"]) == (3, 2, 9)
    assert answer["results"] == {"*": 1, "1-0": 1, "1/2-1/2": 1}
    assert answer["variants"] == {"Atomic": 1, "Chess": 2}
    assert answer["length"] == {"shortest": 2, "median": 3, "longest": 4}
    assert answer["openings"] == {"e4": 2, "d4": 1}
    assert (answer["variations"], answer["comments"], answer["codes"]) == (1, 1, {"E_MOVE_ILLEGAL": 1})
    assert [(found["game"], found["line"], found["column"]) for found in answer["problems"]] == [(2, 9, 13)]


def test_some_games_alone(run: Run, file: str) -> None:
    assert run("pgn", file, "--games", "3").code == 0
    assert run("pgn", file, "--games", "2-3", "--json").json["games"] == 2
    assert run("pgn", file, "--games", "2-", "--json").json["games"] == 2
    assert run("pgn", file, "--games", "7").code == 1
    for wrong in ("x", "0", "1-x", "-", "9" * 50):
        assert run("pgn", file, "--games", wrong).code == 2


def test_texts_alone(run: Run, file: str) -> None:
    outcome = run("pgn", file, "--no-play", "--json")
    assert (outcome.code, outcome.json["sound"], outcome.json["endings"]) == (0, 3, {})


def test_conversions(run: Run, file: str, tmp_path: Path) -> None:
    outcome = run("pgn", file, "--to", "uci")
    assert (outcome.code, outcome.out) == (1, "e2e4 d7d5 e4d5\nd2d4 d7d5\n")
    assert run("pgn", file, "--to", "fen").out.splitlines()[1].startswith("rnbqkbnr/ppp1pppp/8/3p4/3P4")
    told = [json.loads(line) for line in run("pgn", file, "--to", "json").out.splitlines()]
    assert [(game["game"], game["variant"], game["score"]) for game in told] == [
        (1, "atomic", "1-0"),
        (3, "chess", "1/2-1/2"),
    ]
    assert told[0]["tags"]["White"] == "Ann"
    again = tmp_path / "again.pgn"
    assert run("pgn", file, "--to", "pgn", "-o", str(again)).code == 1
    text = again.read_text(encoding="utf-8")
    assert '[White "Ann"]' in text
    assert "1. e4 { well } 1... d5 2. exd5 { explosion on d5 } (2. d4 $1) { white wins by" in text
    assert run("pgn", str(again)).code == 0
    match = Match.from_pgn(again)
    save = parse_save(run("pgn", file, "--games", "1", "--to", "save").out, "x.save.json")
    assert save.digest == match.digest
    assert run("pgn", file, "--to", "save").code == 2


def test_a_conversion_with_an_answer(run: Run, file: str, tmp_path: Path) -> None:
    outcome = run("pgn", file, "--to", "uci", "-o", str(tmp_path / "moves.txt"), "--json")
    assert outcome.json["games"] == 3
    assert (tmp_path / "moves.txt").read_text(encoding="utf-8").count("\n") == 2


def test_traces(run: Run, file: str) -> None:
    outcome = run("pgn", file, "--trace")
    assert outcome.code == 0
    assert outcome.out.startswith("game 1: Ann - ?\nAtomic\n")
    assert "atomic/explode" in outcome.out
    assert "white wins by resignation" in outcome.out
    answer = run("pgn", file, "--trace", "--json").json
    assert_fits("TraceAnswer", answer)
    assert [record["move"] for record in answer["records"]] == ["e2e4", "d7d5", "e4d5"]


@pytest.mark.parametrize(
    "words",
    [
        "--trace --to uci",
        "--no-play --trace",
        "--no-play --to fen",
        "--output x",
        "--json --to uci",
        "--json --trace --games 1-2",
    ],
)
def test_wishes_that_cannot_be_met_together(run: Run, file: str, words: str) -> None:
    assert run("pgn", file, *words.split()).code == 2


def test_standard_input(run: Run) -> None:
    assert run("pgn", "-", "--json", lines=GAMES).json["games"] == 3
    outcome = run("pgn", "-", lines="1. e5 *")
    assert outcome.err.startswith("error: <stdin>:1:4: game 1: half-move 1")


def test_files_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    for name in (str(tmp_path / "nowhere.pgn"), str(tmp_path), "\0"):
        outcome = run("pgn", name)
        assert outcome.code in (1, 2)
        assert "cannot" in outcome.err
    empty = tmp_path / "empty.pgn"
    empty.touch()
    outcome = run("pgn", str(empty))
    assert (outcome.code, "there is no game" in outcome.err) == (1, True)


def test_a_variant_of_ones_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "glade.variant.yaml").write_text(
        "id: glade\nname: Glade\nextends: atomic\n", encoding="utf-8"
    )
    file = tmp_path / "games.pgn"
    file.write_text('[Variant "Glade"]\n\n1. e4 d5 2. exd5 *\n', encoding="utf-8")
    assert run("pgn", str(file)).code == 1
    outcome = run("pgn", str(file), "--variant-path", str(tmp_path), "--json")
    assert (outcome.code, outcome.json["variants"]) == (0, {"Glade": 1})
    file.write_text("1. e4 d5 2. exd5 Nf6 *\n", encoding="utf-8")
    assert run("pgn", str(file), "--variant", "atomic", "--to", "fen").out.startswith(
        "rnbqkb1r/ppp1pppp/5n2/8/8"
    )


def test_what_is_told_of_strangers_moves_no_cursor(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_bytes(b'[White "\x1b[2J"]\n[Variant "\x1b[2J"]\n\n1. \x1b[2Je4 *\n')
    outcome = run("pgn", str(file))
    assert "\x1b" not in outcome.err + outcome.out


def test_a_game_that_is_played_is_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.pgn"
    outcome = run("play", "atomic", "--pgn", str(file), lines="e4\nd5\nexd5\nresign\n")
    assert outcome.code == 0
    match = Match.from_pgn(file)
    assert (len(match.engine.move_log), str(match.result)) == (3, "white wins by resignation")
    assert '[White "human"]' in file.read_text(encoding="utf-8")
