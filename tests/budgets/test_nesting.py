# ruff: noqa: PT012
"""Calls within calls: whoever pays is named when a budget is used up, with its number and what was spent."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from rete_chess import Budget, Engine, Match, load_text
from rete_chess.checks import examine_text
from rete_chess.compiler import compile_document, program_of
from rete_chess.errors import BudgetError, ReteChessError
from rete_chess.match.players import Limits, RandomPlayer, think
from rete_chess.metering import Meter, Trial, charge, loading, running, trying, under
from rete_chess.testing import run_text

_HEAD = "kind: variant\nid: greedy\nname: Greedy\ndescription: Greedy.\nextends: chess\n"
_RULE = (
    "rules:\n  - {id: r, at: move, when: [{piece: {id: $a}}, {piece: {id: $b}}], do: [{log: {text: x}}]}\n"
)
_TESTS = "tests:\n" + "".join(f"  - {{name: t{n}, play: e2e4 e7e5, result: ongoing}}\n" for n in range(9))


def spend(steps: int, by: int = 7) -> None:
    """Spend steps little by little."""
    for _ in range(0, steps, by):
        charge(by)


def test_an_inner_call_names_the_one_that_pays() -> None:
    with pytest.raises(BudgetError) as caught, trying(Budget.named("800"), "the whole"):
        spend(700)
        with loading("a part"):
            spend(500)
    assert (caught.value.what, caught.value.budget) == ("the whole", 800)
    assert 800 < caught.value.cost.steps <= 807
    assert "the whole needs more than 800 steps" in str(caught.value)


def test_an_inner_call_names_itself_where_its_own_budget_is_less() -> None:
    engine = Engine(compile_document(load_text(_HEAD + _RULE, "x.variant.yaml")), network="native")
    engine.board.meter.budget = Budget.author()._replace(move=900)
    with trying(Budget.author(), "the whole") as whole:
        with pytest.raises(BudgetError) as caught:
            engine.apply("e2e4")
        assert (caught.value.what, caught.value.budget) == ("the move", 900)
        assert caught.value.cost.steps > 900
        assert whole.cost.steps == 900  # what was not allowed was not done


def test_a_call_three_deep_names_the_outermost() -> None:
    with pytest.raises(BudgetError) as caught, trying(Budget.named("1000"), "the whole"):
        with loading("the middle"), loading("the inner"):
            spend(600)
        with loading("the middle"), loading("the inner"):
            spend(600)
    assert (caught.value.what, caught.value.budget) == ("the whole", 1000)
    assert 1000 < caught.value.cost.steps <= 1014


def test_all_parts_of_a_trial_are_told_together() -> None:
    with under(Budget.named("1000")):
        trial = Trial("the trial")
    for _ in range(3):
        with trial.part():
            spend(300)
    with pytest.raises(BudgetError) as caught, trial.part():
        spend(300)
    assert (caught.value.what, caught.value.budget) == ("the trial", 1000)
    assert 1000 < caught.value.cost.steps <= 1007
    assert trial.cost.steps == 1000
    with pytest.raises(BudgetError, match=r"the trial needs more than 1,000 steps"), trial.part():
        charge(1)


def test_an_error_that_is_made_something_else_still_ends_the_call() -> None:
    with (
        pytest.raises(BudgetError, match="the whole needs more than 500"),
        trying(Budget.named("500"), "the whole"),
        suppress(ReteChessError),
        loading("a part"),
    ):
        spend(700)


def test_a_choice_of_few_steps_names_what_it_was_given() -> None:
    meter = Meter(Budget.author(), most=600)
    with pytest.raises(BudgetError) as caught, running(meter, 400, "the search"):
        spend(300)
        meter.renew()
        spend(350)
    assert (caught.value.budget, caught.value.what) == (600, "the search")
    assert caught.value.cost.steps > 600


def match() -> Match:
    return Match(compile_document(load_text(_HEAD + _RULE, "x.variant.yaml")), network="native")


CALLS: dict[str, Callable[[], object]] = {
    "load": lambda: compile_document(load_text(_HEAD + _RULE, "x.variant.yaml")),
    "program": lambda: program_of("warlords"),
    "start": lambda: Engine("atomic"),
    "play": lambda: match().play("e2e4"),
    "what if": lambda: match().engine.what_if("e2e4", "e7e5", "g1f3"),
    "explain": lambda: match().engine.explain("e2e4"),
    "search": lambda: think(match().engine, Limits(depth=1)),
    "random": lambda: RandomPlayer().choose(match().engine),
    "tests": lambda: list(run_text(_HEAD + _RULE + _TESTS, ("native",), 100, "x.variant.yaml")),
    "examine": lambda: examine_text(_HEAD + _RULE + _TESTS, "x.variant.yaml"),
    "swap": lambda: match().set_active_presets([{"id": "piece-hp"}]),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_whatever_is_stopped_tells_a_number_that_somebody_was_given(call: Callable[[], object]) -> None:
    given = Budget(loading=9_001, move=3_003, testing=20_007, thinking=5_009)
    for budget in (given, *[Budget(*[steps] * 4) for steps in (3, 40, 500, 2_000, 13_000)]):
        with under(budget):
            try:
                call()
            except BudgetError as error:
                found = (
                    error.budget in budget[:4],
                    error.cost.steps > error.budget,
                    f"{error.budget:,}" in str(error),
                )
                assert found == (True, True, True), error  # noqa: PT017
