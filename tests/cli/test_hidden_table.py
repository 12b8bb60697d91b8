"""`rete-chess play` and `svg` of games that hide something: nobody is shown what he must not see."""

from __future__ import annotations

from tests.cli.helpers import Run


def script(*lines: str) -> str:
    return "\n".join(lines) + "\n"


DARK = ("play", "dark-chess", "--black", "greedy")


def test_the_person_sees_a_side(run: Run) -> None:
    outcome = run(*DARK, lines=script("e2e4", "fen", "pgn", "moves e4", "hint", "quit"))
    assert outcome.code == 0
    assert "This is what white sees." in outcome.out
    assert "black plays ?" in outcome.out
    assert "????????/????????/1???????/?1??1??1/4P3/4?3/PPPP1PPP/RNBQKBNR w KQ? - ? 2" in outcome.out
    assert "2. black ?" in outcome.out
    for piece in "♜♞♝♛♚♟":
        assert piece not in outcome.out


def test_a_try_that_fails_for_what_is_hidden_tells_nothing(run: Run) -> None:
    blocked = ("--fen", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1")
    outcome = run(*DARK, *blocked, lines=script("e4e5", "why e4e5", "why e1e3", "quit"))
    assert "E_MOVE_UNSEEN" in outcome.err + outcome.out
    assert "for a reason that white does not see" in outcome.out
    assert "does not reach e3" in outcome.out
    assert "pawn on e5" not in outcome.out + outcome.err


def test_after_the_game_all_is_shown(run: Run) -> None:
    outcome = run(*DARK, lines=script("e2e4", "resign", "fen", "quit"))
    assert "?" not in outcome.out.splitlines()[-2]


def test_what_an_unfinished_game_answers(run: Run) -> None:
    told = run(*DARK, "--json", lines=script("e2e4", "quit")).json
    assert told["moves"] == ["e2e4", "?"]
    assert "?" in told["fen"]


def test_two_people_take_turns_at_seeing(run: Run) -> None:
    outcome = run("play", "dark-chess", lines=script("e2e4", "quit"))
    assert "This is what white sees." in outcome.out
    assert "This is what black sees." in outcome.out


def test_a_picture_from_one_side(run: Run) -> None:
    seen = run("svg", "dark-chess", "--moves", "e2e4", "--view", "white").out
    assert seen.count('data-seen="false"') == 29
    assert "black" not in seen
    assert run("svg", "dark-chess", "--view", "spectators").out.count('data-seen="false"') == 64
    assert 'data-seen="false"' not in run("svg", "dark-chess").out
    assert run("svg", "dark-chess", "--view", "white", "--reach", "e2").code == 2
