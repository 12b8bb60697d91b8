"""`rete-chess play`, by scripts of lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.cli.views.about import goal_lines
from rete_chess.compiler import catalog, program_of
from tests.cli.helpers import START, Run, start

SCHOLARS_MATE = "e2e4 e7e5 Qh5 Nc6 Bc4 Nf6 h5f7"
SHUFFLE = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"


def script(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_scholars_mate(run: Run) -> None:
    outcome = run("play", lines=script(*SCHOLARS_MATE.split(), "quit"))
    assert outcome.code == 0
    assert outcome.err == ""
    assert outcome.out.count("1-0, White wins by checkmate.") == 1
    assert outcome.out.splitlines()[-1] == "7 half-moves played."


def test_the_table_says_what_is_played_and_how_it_is_won(run: Run) -> None:
    hill = run("play", "king-of-the-hill", lines=script("quit")).out
    assert 0 < hill.index("\nA side wins by ") < hill.index(" 8 ")
    outcome = run("play", "three-check", "--preset", "piece-hp", lines=script("e4", "goal", "rules", "quit"))
    assert outcome.out.count("\nCheck the enemy king 3 times to win; mate wins too.\n") == 1
    assert outcome.out.count("\nA side wins by third check.\n") == 2
    assert outcome.out.count("\nMate, stalemate and the draws of chess do not count.\n") == 2
    assert "\npiece-hp: Every piece has 2 HP; a capture deals 1 damage instead of killing.\n" in outcome.out
    assert "three-check/count  at check  descriptors/variants/three-check.variant.yaml:" in outcome.out


@pytest.mark.parametrize("variant", [card.id for card in catalog.cards("variants")])
def test_every_shipped_variant_has_a_goal(variant: str) -> None:
    lines = list(goal_lines(program_of(variant)))
    assert any("wins" in line or "loses" in line for line in lines)


def test_pgn_names_the_players(run: Run) -> None:
    outcome = run("play", "--black", "random", lines=script("pgn", "quit"))
    assert '[White "human"]\n[Black "random"]\n' in outcome.out


def test_nobody_is_healed_where_nobody_is_hurt(run: Run) -> None:
    words = ("--preset", "piece-hp", "--preset", "king-heals", "--fen", "4k3/3r4/8/8/8/8/3R4/4K3 w - - 0 1")
    outcome = run("play", *words, lines=script("Kf1", "Rxd2", "Ke1", "quit"))
    assert outcome.out.count("* heal on") == 1
    assert "* heal on d2" in outcome.out


def test_json_comes_alone_and_last(run: Run) -> None:
    outcome = run("play", "--json", lines=script(*SCHOLARS_MATE.split()))
    assert outcome.code == 0
    assert outcome.json == {
        "fen": "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
        "moves": ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"],
        "result": {"outcome": "win", "winner": "white", "reason": "checkmate"},
    }
    assert "White wins by checkmate" in outcome.err


ERRORS = {
    "illegal step": ("e2e5", "the white pawn on e2 does not reach e5"),
    "illegal SAN": ("Ke2", "the white pawn on e2 stands there already"),
    "empty square": ("e5e6", "white has no piece on e5"),
    "no move": ("castle", "neither a move nor a command"),
    "misspelt command": ("mvoes", "did you mean 'moves'?"),
    "no square": ("moves e9", "no such square"),
    "nothing to undo": ("undo", "no move has been played"),
    "nothing to claim": ("claim", "there is no draw to claim"),
    "control characters": ("e2\x1b[2Je4", "neither a move nor a command"),
    "very long line": ("x" * 900, "neither a move nor a command"),
}


@pytest.mark.parametrize(("line", "says"), ERRORS.values(), ids=ERRORS)
def test_bad_line_is_one_line_of_answer_and_the_game_goes_on(run: Run, line: str, says: str) -> None:
    outcome = run("play", "--json", lines=script(line, "e4"))
    assert outcome.code == 0
    (complaint,) = [text for text in outcome.err.splitlines() if text.startswith("error: ")]
    assert says in complaint
    assert "\x1b" not in outcome.err
    assert outcome.json["moves"] == ["e2e4"]


def test_presets_change_in_the_middle_of_a_game(run: Run) -> None:
    lines = script(
        "e4", "presets piece-hp:white,hp=3 berolina-pawns", "e7d6", "presets", "presets none", "e5"
    )
    outcome = run("play", "--json", lines=lines)
    assert outcome.json["moves"] == ["e2e4", "e7d6", "e4e5"]
    assert "piece-hp begins" in outcome.err
    assert "piece-hp for white" in outcome.err
    assert "berolina-pawns ends" in outcome.err
    assert "No preset is in force." in outcome.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("piece-hq", "did you mean 'piece-hp'?"),
        ("piece-hp:red", "'red' is no scope"),
        ("piece-hp piece-hp", "active twice"),
        ("piece-hp,hp=many", "hp is a number"),
    ],
)
def test_bad_presets_are_one_line_and_change_nothing(run: Run, words: str, says: str) -> None:
    outcome = run("play", "--json", lines=script(f"presets {words}", "e4"))
    (complaint,) = [text for text in outcome.err.splitlines() if text.startswith("error: ")]
    assert says in complaint
    assert outcome.json["moves"] == ["e2e4"]


def test_what_presets_do_is_told_with_the_move(run: Run) -> None:
    fen = "4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1"
    outcome = run("play", "--preset", "queen-splits", "--fen", fen, lines=script("d1d5"))
    assert "the white queen on d1 splits into a rook on d5 and a bishop on d1" in outcome.out


def test_undo_takes_the_last_move_back(run: Run) -> None:
    outcome = run("play", "--json", lines=script("e4", "e5", "undo", "c5", "undo", "undo"))
    assert outcome.json == {"fen": START, "moves": [], "result": None}


def test_undo_of_more_than_was_played_takes_all_back_and_says_so(run: Run) -> None:
    outcome = run("play", lines=script("e4", "e5", "Nf3", "undo 99", "fen"))
    assert "No more than 3 moves could be taken back." in outcome.out
    assert START in outcome.out
    assert "error" not in outcome.out + outcome.err


def test_a_machine_without_a_move_that_rules_allow_resigns(run: Run, tmp_path: Path) -> None:
    text = (
        "kind: variant\nid: asleep\nname: Asleep\nextends: chess\nrules:\n"
        "  - {id: sleep, at: before-move, do: [{refuse: {because: all sleep}}]}\n"
    )
    path = tmp_path / "asleep.variant.yaml"
    path.write_text(text, encoding="utf-8")
    outcome = run("play", str(path), "--black", "random", lines=script("hint", "why e4", "e4", "quit"))
    assert "Rules refuse every move." in outcome.out
    assert "e4 is legal: the pawn moves so, but a rule refuses it: all sleep." in outcome.out
    assert outcome.out.count("all sleep") + outcome.err.count("all sleep") == 2
    outcome = run("play", str(path), "--white", "random", lines=script("quit"))
    assert "white (random) has no move that the rules allow" in outcome.out
    assert "Black wins by resignation" in outcome.out


def test_a_file_that_is_no_save_is_called_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.variant.yaml"
    path.write_text("kind: variant\nid: mine\nname: Mine\nextends: chess\n", encoding="utf-8")
    outcome = run("play", lines=script(f"load {path}", "quit"))
    assert "this is no save; found 'variant'" in outcome.out + outcome.err


def test_undo_takes_a_mate_back(run: Run) -> None:
    outcome = run("play", "--json", lines=script(*SCHOLARS_MATE.split(), "e8f7", "undo", "Qxe5"))
    assert "the game is over: white wins by checkmate" in outcome.err
    assert outcome.json["moves"][-1] == "h5e5"
    assert outcome.json["result"] is None


def test_moves_of_one_piece(run: Run) -> None:
    outcome = run("play", lines=script("moves e2", "moves e1"))
    assert "e3  e4   e2e3  e2e4" in outcome.out
    assert "g1f3" not in outcome.out
    assert "White has no legal move from e1." in outcome.out


def test_moves_of_all(run: Run) -> None:
    outcome = run("play", lines=script("moves"))
    assert "e2e4" in outcome.out
    assert "g1f3" in outcome.out


def test_resignation(run: Run) -> None:
    outcome = run("play", "--json", lines=script("e4", "resign"))
    assert outcome.json["result"] == {"outcome": "win", "winner": "white", "reason": "resignation"}


def test_resignation_can_be_taken_back(run: Run) -> None:
    answer = run("play", "--json", lines=script("e4", "resign", "undo", "e5")).json
    assert (answer["moves"], answer["result"]) == (["e2e4", "e7e5"], None)


def test_claim_of_a_repetition(run: Run) -> None:
    outcome = run("play", "--json", lines=script(*SHUFFLE.split(), "claim"))
    assert "A draw may be claimed: threefold repetition." in outcome.err
    assert outcome.json["result"] == {"outcome": "draw", "winner": None, "reason": "threefold repetition"}


def test_fen_is_one_line(run: Run) -> None:
    assert f"\n{START}\n" in run("play", lines=script("fen")).out


def test_board_can_be_turned(run: Run) -> None:
    outcome = run("play", lines=script("flip", "board"))
    assert outcome.out.count("    a  b  c  d  e  f  g  h ") == 1
    assert outcome.out.count("    h  g  f  e  d  c  b  a ") == 2


def test_last_move_and_check_are_marked(run: Run) -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
    outcome = run("play", "--fen", fen, lines=script("Ra8"))
    assert "Black to move, in check." in outcome.out
    assert " 8 [♖] ·  ·  · !♚! ·  ·  · " in outcome.out
    assert " 1 [·] ·  ·  ·  ♔  ·  ·  · " in outcome.out


def test_help_names_every_command(run: Run) -> None:
    outcome = run("play", lines=script("help"))
    for word in ("moves", "undo", "fen", "board", "flip", "claim", "resign", "help", "quit"):
        assert f"\n  {word} " in outcome.out


def test_end_of_input_is_polite(run: Run) -> None:
    outcome = run("play", lines="")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.endswith("The game is left unfinished. 0 half-moves played.\n")


def test_terminal_without_figures_gets_letters() -> None:
    outcome = start("play", PYTHONIOENCODING="ascii")
    assert outcome.code == 0
    assert " 8  r  n  b  q  k  b  n  r " in outcome.out
    assert outcome.out.isascii()


def test_bytes_that_are_no_text_are_answered() -> None:
    outcome = start("play", "--json", typed=b"\xff\xfe\ne4\n")
    assert outcome.code == 0
    assert "neither a move nor a command" in outcome.err
    assert outcome.json["moves"] == ["e2e4"]


def test_people_read_what_rules_do(run: Run) -> None:
    outcome = run(
        "play", "atomic", "--preset", "piece-shield:white", lines=script("e4", "d5", "exd5", "quit")
    )
    assert outcome.code == 0
    assert outcome.out.startswith("Atomic with piece-shield for white. Type a move, or help.\n")
    assert "\nexplosion on d5\n" in outcome.out


# -- the machine, saves and advice -----------------------------------------------------------------


def test_the_machine_answers(run: Run) -> None:
    outcome = run("play", "--black", "search:30n", "--json", lines=script("e4", "d4"))
    assert outcome.code == 0
    assert len(outcome.json["moves"]) == 4
    assert outcome.err.count("black plays ") == 2


def test_the_machine_begins_and_the_board_is_turned(run: Run) -> None:
    outcome = run("play", "--white", "greedy", lines=script("quit"))
    assert "white plays " in outcome.out
    assert "    h  g  f  e  d  c  b  a " in outcome.out


def test_two_machines_need_nobody(run: Run) -> None:
    outcome = run("play", "antichess", "--white", "random", "--black", "random", "--json", "--seed", "2")
    assert outcome.code == 0
    assert outcome.json["result"] is not None


def test_undo_and_redo_take_the_answer_of_the_machine_along(run: Run) -> None:
    lines = script("e4", "d4", "undo", "undo", "redo")
    outcome = run("play", "--black", "random", "--seed", "1", "--json", lines=lines)
    assert len(outcome.json["moves"]) == 2
    assert outcome.json["moves"][0] == "e2e4"


def test_redo(run: Run) -> None:
    outcome = run("play", "--json", lines=script("e4", "e5", "undo", "undo", "redo", "redo", "redo"))
    assert outcome.json["moves"] == ["e2e4", "e7e5"]
    assert "nothing has been taken back" in outcome.err


def test_save_and_load(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.save.json"
    saved = run("play", "atomic", lines=script("e4", "d5", "exd5", f"save {file}", "quit"))
    assert f"Saved as {file}." in saved.out
    loaded = run("play", "--json", lines=script(f"load {file}", "Nc6"))
    assert loaded.json["moves"] == ["e2e4", "d7d5", "e4d5", "b8c6"]
    assert "Atomic, loaded from" in loaded.err


BAD_FILES = {
    "no name": ("save", "no file is named"),
    "nowhere to save": ("save no-such-folder/x.save.json", "cannot write"),
    "nothing to load": ("load no-such-file.save.json", "cannot read"),
}


@pytest.mark.parametrize(("line", "says"), BAD_FILES.values(), ids=BAD_FILES)
def test_files_that_cannot_be(run: Run, line: str, says: str) -> None:
    outcome = run("play", "--json", lines=script(line, "e4"))
    assert outcome.code == 0
    assert says in outcome.err
    assert outcome.json["moves"] == ["e2e4"]


def test_a_broken_save_leaves_the_game_as_it_is(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.save.json"
    file.write_text('{"kind": "save", "formatVersion": 1')
    outcome = run("play", "--json", lines=script("e4", f"load {file}", "e5"))
    assert "E_DOC_SYNTAX" in outcome.err
    assert outcome.json["moves"] == ["e2e4", "e7e5"]


def test_hint(run: Run) -> None:
    outcome = run("play", "--fen", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", lines=script("hint", "quit"))
    assert "Ra8# (a1a8): wins in 1 half-move" in outcome.out


def test_why(run: Run) -> None:
    lines = script("e4", "d5", "why exd5", "why", "fen")
    outcome = run("play", "atomic", lines=lines)
    assert "exd5 is legal: the pawn captures so, and nothing forbids it." in outcome.out
    assert "Then explosion on d5." in outcome.out
    assert "why what?" in outcome.out
    assert "\nrnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n" in outcome.out


@pytest.mark.parametrize("move", ["e2d3", "e2e3", "e4e5", "Ke3", "hello", "e2e9"])
def test_why_says_what_explain_says(run: Run, move: str) -> None:
    game = ("atomic", "--fen", "4k3/8/8/8/8/4p3/4K3/8 w - - 0 1")
    explained = run("explain", game[0], move, *game[1:]).out
    assert explained
    assert explained in run("play", *game, lines=script(f"why {move}")).out


def test_why_after_the_end(run: Run) -> None:
    resigned = run("play", lines=script("resign", "why e2e4")).out
    assert "error: the game is over: black wins by resignation" in resigned
    mated = run("play", lines=script(*SCHOLARS_MATE.split(), "why e8e7")).out
    assert "e8e7 is illegal: the game is over" in mated


# -- what the board does not show ------------------------------------------------------------------


def test_sides_show_what_they_have(run: Run) -> None:
    outcome = run("play", "three-check", lines=script("e4", "f6", "Qh5"))
    assert outcome.out.count("   ChecksLeft: white 3, black 3\n") == 3
    assert outcome.out.count("   ChecksLeft: white 2, black 3\n") == 1


def test_pieces_show_what_has_changed(run: Run) -> None:
    words = ("--preset", "piece-shield", "--preset", "piece-hp", "--fen", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    outcome = run("play", *words, lines=script("exd5", "Ke7", "exd5"))
    start, first, _, second = outcome.out.split(" a  b  c  d  e  f  g  h ")[1:]
    assert "Hp" not in start + first
    assert "   Shield: d5 0\n" in first
    assert "   Hp: d5 1\n   Shield: d5 0\n" in second


def test_tiles_are_marked_and_named(run: Run, tmp_path: Path) -> None:
    variant = tmp_path / "marsh.variant.yaml"
    variant.write_text(
        "id: marsh\nname: Marsh\nextends: chess\n"
        "attributes: {Weather: {of: game, type: {enum: [sun, rain]}, start: sun}}\n"
        "tiles: {a3: well, b3: wall, c3: shoal, d3: slippery, a2: well}\n"
    )
    outcome = run("play", str(variant), lines=script("a3"))
    assert " 3 (w) # (s)(l) ·  ·  ·  · \n 2 (♙) ♙ " in outcome.out
    assert " 3 [♙] # (s)(l) ·  ·  ·  · \n 2 [w] ♙ " in outcome.out
    legend = ("(s) shoal", "(l) slippery", "# wall", "(w) well, under a2", "Weather: sun")
    assert "".join(f"   {line}\n" for line in legend) in outcome.out
    assert "   (w) well, under a3\n" in outcome.out


def test_visual_effects_are_told(run: Run) -> None:
    outcome = run("play", "atomic", lines=script("e4", "d5", "exd5", "quit"))
    assert "\n* explosion on d5\n" in outcome.out


def test_pgn(run: Run) -> None:
    outcome = run("play", lines=script("e4", "e5", "pgn", "quit"))
    assert "\n1. e4 e5 *\n" in outcome.out


def test_a_layout_is_where_the_game_begins(run: Run) -> None:
    outcome = run("play", "--layout", "pawns-only", "--json", lines=script("e4"))
    assert outcome.json["fen"].startswith("8/pppppppp/8/8/4P3/")
