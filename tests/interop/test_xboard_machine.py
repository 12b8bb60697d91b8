"""The machine of XBoard's protocol where data cannot say it: what waits, what stops, whose time it is."""

from __future__ import annotations

from rete_chess.interop.clocks import Clock, Control
from rete_chess.interop.xboard.machine import XboardMachine
from tests.interop.talk import Talk


def talk(*lines: str, is_prompt: bool = False) -> Talk:
    """A conversation by a clock that stands still, in the middle of a game."""
    made = Talk(XboardMachine(clock=lambda: 0.0), is_prompt)
    made.say("xboard", "protover 2", "new", "nopost", "sd 2", *lines)
    return made


def test_a_ping_waits_for_the_move() -> None:
    one = talk("usermove e2e4")
    assert one.say("ping 1") == []
    move, pong = one.work()
    assert move.startswith("move ")
    assert pong == "pong 1"
    assert one.say("ping 2") == ["pong 2"]


def test_the_expected_move_is_thought_about_on_the_opponents_time() -> None:
    one = talk("hard", "usermove e2e4")
    task = one.take()
    assert task is not None
    one.do(task)
    move, hint = one.said[-2:]
    assert move.startswith("move ")
    reply = hint.removeprefix("Hint: ")
    pondering = one.take()
    assert pondering is not None
    assert pondering.reins.end == float("inf")
    assert one.say("ping 3") == ["pong 3"]
    assert one.say(f"usermove {reply}") == []
    assert pondering.reins.end < float("inf")
    one.do(pondering)
    assert any(line.startswith("move ") for line in one.said[-2:])


def test_what_was_found_on_the_opponents_time_is_played_at_once() -> None:
    one = talk("hard", "usermove e2e4")
    hint = one.work()[1]
    assert one.say(f"usermove {hint.removeprefix('Hint: ')}")[0].startswith("move ")


def test_another_move_ends_what_was_thought_about() -> None:
    one = talk("hard", "usermove e2e4")
    task = one.take()
    assert task is not None
    one.do(task)
    hint = one.said[-1].removeprefix("Hint: ")
    pondering = one.take()
    assert pondering is not None
    other = "a2a3" if hint != "a2a3" else "h2h3"
    assert one.say(f"usermove {other}") == []
    assert pondering.reins.end < 0
    before = len(one.said)
    one.do(pondering)  # it comes too late
    assert len(one.said) == before
    assert one.work()[0].startswith("move ")


def test_force_and_quit_end_a_search() -> None:
    for word in ("force", "new", "quit", "setboard 4k3/8/8/8/8/8/8/4K2R b - - 0 1"):
        one = talk("usermove e2e4", "ping 8")
        task = one.take()
        assert task is not None
        one.say(word)
        assert task.reins.end < 0


def test_move_now() -> None:
    one = talk("usermove e2e4")
    task = one.take()
    assert task is not None
    assert one.say("?") == []
    assert task.reins.end < 0
    one.do(task)
    assert one.said[-1].startswith("move ")


def test_nobody_moves_for_us() -> None:
    one = talk("usermove e2e4")
    assert one.say("usermove e7e5") == ["Error (it is not your turn): e7e5"]


def test_analysis_follows_the_game_until_it_is_left() -> None:
    one = talk("force", "analyze")
    first = one.take()
    assert first is not None
    one.do_some(first)
    assert one.say(".")[0].startswith("stat01: ")
    assert one.say("usermove e2e4") == []
    second = one.take()
    assert second is not None
    assert first.reins.end < 0 < second.reins.end
    assert one.say("undo") == []
    third = one.take()
    assert third is not None
    assert one.say("exit") == []
    assert third.reins.end < 0
    assert one.say(".") == []


def test_a_turn_of_several_half_moves_is_played_to_its_end() -> None:
    one = talk(is_prompt=True)
    one.say("variant monster", "nopost", "sd 1")
    moves = [line for line in one.say("go") if line.startswith("move ")]
    assert len(moves) == 2


def test_a_pass_is_written_as_a_null_move() -> None:
    one = talk("variant janggi", "force", is_prompt=True)
    assert one.say("usermove @@@@") == []
    assert one.say("usermove @@@@") == []
    assert one.say("undo", "undo") == []


def test_time_controls() -> None:
    assert Control.parse("40 5 0") == Control(40, 300.0, 0.0)
    assert Control.parse("0 0:30 0.5") == Control(0, 30.0, 0.5)
    assert [Control.parse(text) for text in ("", "40 5", "x 5 0", "40 -5 0", "40 5 nan", "40 inf 0")] == [
        None
    ] * 6
    control = Control(40, 300.0, 0.0)
    assert control.clock(None, 39) == Clock(300.0, 0.0, 1)
    assert control.clock(12.5, 40) == Clock(12.5, 0.0, 40)
    assert Control(0, 30.0, 0.5).clock(2.0, 7) == Clock(2.0, 0.5, None)


def test_no_move_takes_more_time_than_there_is() -> None:
    for left in (0.001, 0.1, 1, 10, 1000):
        for increment in (0, 1, 30):
            for moves in (None, 1, 2, 40):
                assert 0 < Clock(left, increment, moves).seconds <= max(left, 0.005)
    assert Clock(60, 0).seconds < Clock(60, 2).seconds
