"""The UCI machine where data cannot say it: what waits, what is stopped, what is told when."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rete_chess.compiler import catalog
from rete_chess.engine import Engine
from rete_chess.interop import moves as dialect
from rete_chess.interop.choice import Choice
from rete_chess.interop.uci.machine import UciMachine
from rete_chess.interop.variants import Variants
from tests.interop.talk import Talk


def talk(is_prompt: bool = True) -> Talk:
    """A conversation by a clock that stands still."""
    return Talk(UciMachine(clock=lambda: 0.0), is_prompt)


def is_best(line: str) -> bool:
    return line.startswith("bestmove")


# -- while it thinks -------------------------------------------------------------------------------


def test_questions_are_answered_while_it_thinks_and_changes_wait() -> None:
    one = talk(is_prompt=False)
    assert one.say("position startpos moves e2e4", "go depth 2") == []
    assert one.say("isready") == ["readyok"]
    assert one.say("uci")[-1] == "uciok"
    assert one.say("position startpos", "d", "eval", "nonsense") == []
    lines = one.work()
    best = next(number for number, line in enumerate(lines) if is_best(line))
    assert all(line.startswith("info depth") for line in lines[:best])
    assert any(line.startswith("Fen: rnbqkbnr/pppppppp/8/8/8/8") for line in lines[best:])
    assert lines[-1] == "info string unknown command 'nonsense'"


def test_nothing_is_played_before_stop_where_no_end_was_set() -> None:
    one = talk(is_prompt=False)
    one.say("position fen 7k/8/5K2/8/8/8/8/5Q2 w - - 0 1", "go infinite")  # a mate ends the search itself
    found = one.work()
    assert "mate 2" in found[-1]
    assert not any(map(is_best, found))
    assert one.say("isready") == ["readyok"]
    assert one.say("stop") == ["bestmove f1g1 ponder h8h7"]
    assert one.say("stop") == []


def test_nothing_is_played_before_stop_where_there_is_no_move() -> None:
    one = talk(is_prompt=False)
    one.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go infinite")
    assert not any(map(is_best, one.work()))
    assert one.say("stop") == ["bestmove (none)"]


def test_stop_means_every_search_that_was_asked_for() -> None:
    one = talk(is_prompt=False)
    one.say("go infinite", "position startpos moves e2e4", "go infinite", "d", "stop")
    lines = one.work()
    assert len(list(filter(is_best, lines))) == 2
    assert any("4P3" in line for line in lines)


def test_the_reins_are_pulled_by_stop_and_quit() -> None:
    for word in ("stop", "quit"):
        one = talk(is_prompt=False)
        one.say("go infinite")
        task = one.take()
        assert task is not None
        assert task.reins.end > 0
        one.say(word)
        assert task.reins.end < 0
        assert one.machine.is_closed == (word == "quit")


@pytest.mark.parametrize(("name", "depth"), [("chess", 4), ("circe", 3)])
def test_a_count_ends_in_the_midst_of_a_move(name: str, depth: int) -> None:
    one = talk(is_prompt=False)
    one.say(f"setoption name UCI_Variant value {name}", f"go perft {depth}")
    task = one.take()
    assert task is not None
    task.reins.end_at(0.0)  # not before it begins, as by `stop`
    before = len(one.said)
    one.do(task)
    assert "Nodes searched: 0" in one.said[before:]


@pytest.mark.parametrize("last", ["go nodes 300", "go infinite", "go ponder nodes 300"])
def test_what_was_asked_for_before_the_end_of_the_input_is_answered(last: str) -> None:
    one = talk(is_prompt=False)
    one.say("go nodes 200", "position startpos moves e2e4", last, "isready", "go perft 1")
    assert one.machine.close() == []
    assert not one.machine.is_closed
    one.work()
    assert one.machine.is_closed
    assert len([line for line in one.said if line.startswith("bestmove ")]) == 2
    assert one.said[-2:] == ["Nodes searched: 20", ""]


def test_the_end_of_the_input_is_the_end() -> None:
    one = talk(is_prompt=False)
    one.say("isready")
    assert one.machine.close() == []
    assert one.machine.is_closed


# -- pondering ---------------------------------------------------------------------------------------


def test_the_expected_move_sets_the_clock() -> None:
    one = talk(is_prompt=False)
    one.say("position startpos moves e2e4 e7e5", "go ponder wtime 30000 btime 30000")
    task = one.take()
    assert task is not None
    assert task.reins.end == float("inf")
    assert one.say("ponderhit") == []
    assert 0.1 < task.reins.end < 5.0


def test_what_was_found_meanwhile_is_played_when_the_expected_move_comes() -> None:
    one = talk(is_prompt=False)
    one.say("position startpos moves e2e4 e7e5", "go ponder depth 1")
    assert not any(map(is_best, one.work()))
    assert list(map(is_best, one.say("ponderhit"))) == [True]


def test_another_move_than_the_expected_one_stops_it() -> None:
    one = talk(is_prompt=False)
    one.say("position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000", "stop")
    assert list(filter(is_best, one.work()))
    assert one.say("ponderhit") == []


# -- searches ----------------------------------------------------------------------------------------


def test_the_same_limits_lead_to_the_same_move() -> None:
    first, second = (talk().say("go nodes 700") for _ in range(2))
    assert first == second


def test_several_lines_come_in_order() -> None:
    lines = talk().say("setoption name MultiPV value 3", "go depth 2")
    ranks = [int(line.split()[line.split().index("multipv") + 1]) for line in lines if "multipv" in line]
    assert ranks == [1, 2, 3, 1, 2, 3]


def test_a_best_move_found_late_leads_the_lines_and_stands_in_no_other() -> None:
    moves = (
        "g2g3 a7a6 h2h4 g7g5 h4g5 f8h6 h1h6 g8h6 g5h6 h8g8 f1h3 g8g3 h3d7 g3g1 d7e8 d8d2 e8f7 d2c2 d1c2 g1e1"
    )
    moves += " c2h7 e1e2 f7e6 e2b2 e6c8 b2f2 c8b7 f2a2 a1a2 c7c6 h7e7 a8a7 b7c6 b8c6 a2a6"
    one = talk()
    one.say("setoption name UCI_Variant value antichess", "setoption name MultiPV value 5")
    *lines, best = one.say(f"position startpos moves {moves}", "go nodes 150")
    last = {line.split()[6]: line.partition(" pv ")[2].split()[0] for line in lines}
    assert [line.split()[2] for line in lines[-3:]] == ["3", "2", "2"]
    assert sorted(last) == ["1", "2", "3"]
    assert len(set(last.values())) == 3
    assert best.split()[1] == last["1"]


def test_only_the_other_side_s_move_is_expected() -> None:
    lines = talk().say("setoption name UCI_Variant value duck", "go depth 2")
    assert " pv g1f3 duck:" in lines[-2]
    assert lines[-1] == "bestmove g1f3"


@pytest.mark.parametrize("limit", ["nodes 300", "depth 1", "nodes 300 searchmoves a1a2 e1e2"])
def test_it_thinks_about_what_its_side_sees(limit: str) -> None:
    """Two positions that differ only in where a queen stands unseen: once it gives check."""
    answers = []
    for fen in ("6kq/8/8/8/8/8/8/R3K3", "6k1/8/8/8/8/6q1/8/R3K3"):
        one = talk()
        one.say("setoption name UCI_Variant value dark-chess")
        answers.append(one.say(f"position fen {fen} w - - 0 1", f"go {limit}"))
    assert answers[0] == answers[1]
    assert is_best(answers[0][-1])


def test_a_search_without_moves_to_look_at_deeply_still_tells_a_line() -> None:
    lines = talk().say("position fen 7k/8/8/8/8/8/r6r/7K w - - 0 1", "go movetime 5")
    assert lines[-2].startswith("info depth 0")
    assert lines[-1] == "bestmove h1g1"


def test_a_search_that_fails_still_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*words: object, **named: object) -> None:
        raise ZeroDivisionError("nothing")

    monkeypatch.setattr("rete_chess.match.players.think", fail)
    said, best = talk().say("go depth 3")
    assert said == "info string internal error: ZeroDivisionError('nothing')"
    assert best.removeprefix("bestmove ") in Engine("chess").legal_moves()


@pytest.mark.parametrize("name", catalog.variants().list())
def test_every_variant_thinks_and_tells_lines_that_can_be_played(name: str) -> None:
    one = talk()
    said = one.say(f"setoption name UCI_Variant value {name}")
    assert said[0].startswith(f"info string variant {name} files ")
    engine = Engine(name, network="native")
    assert said[0].endswith(f" startpos {engine.start_fen}")
    lines = one.say("go nodes 40")
    assert is_best(lines[-1])
    for line in lines[:-1]:
        game = engine.clone()
        for text in line.partition(" pv ")[2].split():
            game.apply(dialect.own(game, text))
    assert one.say("isready", f"position startpos moves {lines[-1].split()[1]}") == ["readyok"]
    assert one.say("go nodes 20")[-1].startswith("bestmove")


# -- other variants ------------------------------------------------------------------------------------

OWN = """
kind: variant
id: our-own
name: Our own
extends: chess
fen: 4k3/8/8/8/8/8/8/4K2R w K - 0 1
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "our-own.variant.yaml"
    path.write_text(OWN, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    return path


def test_variants_of_files_are_offered(own: Path) -> None:
    known = Variants()
    assert known.add(str(own.parent)) == ["our-own"]
    one = Talk(UciMachine(known, Choice("our-own")))
    assert any("default our-own" in line and "var our-own" in line for line in one.say("uci"))
    assert any("4K2R" in line for line in one.say("d"))


def test_variants_of_a_path_are_known_from_then_on(own: Path) -> None:
    one = talk()
    assert one.say(f"setoption name VariantPath value {own}") == ["info string variant our-own is known"]
    assert "4K2R" in one.say("setoption name UCI_Variant value our-own")[0]


def test_a_path_with_a_broken_file_makes_nothing_known(own: Path) -> None:
    (own.parent / "wrong.variant.yaml").write_text("kind: variant\nid: [\n", encoding="utf-8")
    for path in (own.parent, f"{own}{os.pathsep}{own.parent / 'wrong.variant.yaml'}"):
        one = talk()
        (said,) = one.say(f"setoption name VariantPath value {path}")
        assert "wrong.variant.yaml:3:1" in said
        assert "E_UNKNOWN_NAME" in one.say("setoption name UCI_Variant value our-own")[0]


def test_what_is_no_variant_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "king.piece.yaml"
    path.write_text("kind: piece\nid: stone\nname: Stone\nletter: s\nmoves: []\n", encoding="utf-8")
    said = talk().say(f"setoption name VariantPath value {path}")
    assert len(said) == 1
    assert "E_" in said[0]
