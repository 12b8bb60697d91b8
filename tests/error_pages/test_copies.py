"""Errors that are copied or sent to another process: nothing of what they tell is lost."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rete_chess import Engine, errors
from rete_chess.errors import Place, Problem, ProfileProblem, ReteChessError
from rete_chess.metering import Cost, Part
from rete_chess.network import NetworkError
from rete_chess.server.wire.codec import MessageError, MessageSizeError

PLACE = Place("a.variant.yaml", 3, 7)
PROBLEMS = [
    Problem("E_DOC_TYPE", "a list is no text", "error", "rules[0].id", 9, 4, "write a text"),
    Problem("W_PRESETS", "two say different things", "warning"),
]
#: Errors whose constructors take something else than a code and a message.
OWN: dict[type[ReteChessError], ReteChessError] = {
    errors.MoveRefusedError: errors.MoveRefusedError("guard", "a.variant.yaml:4", "not today"),
    errors.RuleFailedError: errors.RuleFailedError("guard", "a.variant.yaml:4", ValueError("nothing")),
    errors.HookError: errors.HookError("no answer", [1, 2], "a list").at("guard", "hooks.py:7"),
    errors.EventBudgetError: errors.EventBudgetError(1000, ["a", "b", "a", "b"]),
    errors.BudgetError: errors.BudgetError("the move", 1000, Cost(1001, Part("guard", "a.variant.yaml:4"))),
    errors.SettingError: errors.SettingError("piece-hp", "hp", "no number", found="x", expected="a number"),
    errors.ProfileError: errors.ProfileError(
        ["one"], [ProfileProblem("E_PROFILE", "no", profile="one", square="e4"), *PROBLEMS]
    ),
    errors.DocumentError: errors.DocumentError("a.variant.yaml", PROBLEMS, ["kind: variant", "id: a"]),
    MessageError: MessageError("no message", PROBLEMS, data={"id": "1", "roomCode": "ABCDEF"}),
    MessageSizeError: MessageSizeError(10, 5),
}


def pickled(error: Any) -> Any:
    return pickle.loads(pickle.dumps(error))


def pickled_of_old(error: Any) -> Any:
    return pickle.loads(pickle.dumps(error, 0))


WAYS: tuple[Callable[[Any], Any], ...] = (copy.copy, copy.deepcopy, pickled, pickled_of_old)


def kinds(root: type[ReteChessError] = ReteChessError) -> Iterator[type[ReteChessError]]:
    yield root
    for kind in root.__subclasses__():
        yield from kinds(kind)


KINDS = sorted(
    {kind for kind in kinds() if kind.__module__.startswith("rete_chess.")}, key=lambda k: k.__name__
)


def example(kind: type[ReteChessError]) -> ReteChessError:
    if kind in OWN:
        return OWN[kind]
    return kind("E_FEN", "too short", found={"a": [1, 2.5]}, expected="more", place=PLACE, hint="add to it")


def test_every_kind_of_error_is_known() -> None:
    assert {ReteChessError, NetworkError, errors.DocumentError} <= set(KINDS)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_nothing_is_lost(kind: type[ReteChessError], way: Callable[[Any], Any]) -> None:
    error = example(kind)
    other = way(error)
    assert type(other) is kind
    assert other is not error
    assert vars(other) == vars(error)
    assert (str(other), repr(other), other.args) == (str(error), repr(error), error.args)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_thing_that_cannot_travel_goes_as_text(way: Callable[[Any], Any]) -> None:
    error = ReteChessError("E_REQUEST", "no listener", found=(play_illegally, [Engine]))
    other = way(error)
    assert str(other) == str(error)
    assert other.found == (repr(play_illegally), [repr(Engine)])


def test_a_move_is_found_as_plain_text() -> None:
    engine = Engine(network="native")
    move = engine.legal_moves()[0]
    engine.apply("e2e4")
    with pytest.raises(ReteChessError) as caught:
        engine.apply(move)
    other = pickle.loads(pickle.dumps(caught.value))
    assert type(other.found) is str
    assert (other.found, str(other)) == (str(move), str(caught.value))


def play_illegally(move: str) -> None:
    Engine(network="native").apply(move)


def test_a_pool_of_processes_survives_an_illegal_move() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        with pytest.raises(ReteChessError, match="E_MOVE_ILLEGAL") as caught:
            pool.apply(play_illegally, ("e2e5",))
        assert (caught.value.code, caught.value.found) == ("E_MOVE_ILLEGAL", "e2e5")
        assert pool.apply(abs, (-1,)) == 1


HUGE = 10**9000


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(HUGE, "<a whole number of more than 60 digits>", id="a huge number"),
        pytest.param([1, HUGE], "[1, <a whole number of more than 60 digits>]", id="inside a list"),
        pytest.param({"b": 1, "a": 2}, "{'b': 1, 'a': 2}", id="a mapping in its order"),
        pytest.param("x" * 99, "'" + "x" * 59 + "…", id="a long text"),
        pytest.param(["x"] * 10**6, str(["x"] * 20)[:60] + "…", id="a long list"),
        pytest.param(10**12, "1000000000000", id="a number"),
    ],
)
def test_a_message_shows_hostile_values_in_short(value: object, shown: str) -> None:
    assert errors.clip(value) == shown
    assert str(ReteChessError("E_FACT_TYPE", "no", found=value)) == f"no; found {shown} [E_FACT_TYPE]"


def test_a_message_shows_a_list_inside_itself() -> None:
    value: list[Any] = []
    for _ in range(10_000):
        value = [value]
    assert errors.clip(value).startswith("[[[[")
