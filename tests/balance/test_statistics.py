"""Scores with intervals, what is noise, where enough is known; and regression against known truths."""

from __future__ import annotations

import math
from itertools import permutations
from random import Random

import pytest

from rete_chess.balance.regression import Row, fit, inverse, solve
from rete_chess.balance.statistics import Pairs, Prefix, elo, noise, proportion, sure_of


def test_score_of_pairs() -> None:
    pairs = Pairs.of([2.0] * 30 + [1.0] * 50 + [0.0] * 20)
    assert pairs.counts == [20, 0, 50, 0, 30]
    assert pairs.mean == pytest.approx(0.55)
    value, low, high = pairs.interval()
    assert value == pytest.approx(0.55)
    assert (high - low) / 2 == pytest.approx(1.96 * math.sqrt(0.1225 / 100), rel=0.1)
    assert low < 0.55 < high


def test_pairs_that_cancel_say_more_than_games_would() -> None:
    """Openings that decide the game: each pair is 1 : 1, and little is uncertain."""
    apart = Pairs.of([0.0] * 50 + [2.0] * 50)
    together = Pairs.of([1.0] * 100)
    assert together.mean == apart.mean == 0.5
    assert together.interval().half_width < apart.interval().half_width / 5


@pytest.mark.parametrize("total", [0.0, 1.0, 2.0])
def test_few_pairs_that_all_end_alike_leave_doubt(total: float) -> None:
    few, many = Pairs.of([total] * 4).interval(), Pairs.of([total] * 400).interval()
    assert few.low <= few.value <= few.high
    assert few.half_width > 0.1 > 5 * many.half_width


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    random = Random(3)
    for chances in ([0.1, 0.1, 0.5, 0.1, 0.2], [0.0, 0.0, 0.1, 0.1, 0.8]):
        truth = sum(chance * total / 2 for chance, total in zip(chances, (0, 0.5, 1, 1.5, 2)))
        held = 0
        for _ in range(1000):
            pairs = Pairs.of(random.choices((0.0, 0.5, 1.0, 1.5, 2.0), chances, k=60))
            held += pairs.interval().low <= truth <= pairs.interval().high
        assert 920 <= held <= 985


def test_nothing_is_known_without_pairs() -> None:
    assert Pairs().interval()[0] == 0.5
    assert Pairs().interval().half_width > 0.45
    assert proportion(0, 0) == (0, 0, 1)


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(0.64) == pytest.approx(100, abs=0.1)
    assert elo(0.36) == pytest.approx(-100, abs=0.1)
    assert (elo(0.0), elo(1.0)) == (None, None)


def test_equal_scores_are_zero_and_not_minus_zero() -> None:
    assert str(elo(0.5)) == "0.0"


def test_noise() -> None:
    one = Pairs.of([1.0] * 50 + [2.0] * 50)
    assert noise(one, one) == 1
    assert noise(one, Pairs.of([1.0] * 50 + [0.0] * 50)) < 1e-6
    assert 0.05 < noise(Pairs.of([1.0, 2.0, 1.0]), Pairs.of([1.0, 0.0, 1.0])) < 0.9
    assert sure_of(0.0, 1.0) == 0.5
    assert sure_of(1.96, 1.0) == pytest.approx(0.975, abs=0.001)


def test_the_shortest_run_does_not_depend_on_the_order() -> None:
    random = Random(5)
    points = [random.choice([0.0, 0.5, 1.0]) for _ in range(400)]
    found = set()
    for _ in range(5):
        order = list(range(400))
        random.shuffle(order)
        prefix = Prefix(400, 0.05, 10)
        for number in order:
            prefix.add(number, points[number])
        found.add(prefix.tight)
        assert prefix.wanted == prefix.tight
    (tight,) = found
    assert tight is not None
    assert tight % 2 == 0
    for length, is_tight in ((tight, True), (tight - 2, False)):
        pairs = Pairs.of(points[n] + points[n + 1] for n in range(0, length, 2))
        assert (pairs.interval().half_width <= 0.05) is is_tight


def test_a_pair_of_which_one_was_broken_off_does_not_count() -> None:
    prefix = Prefix(10, 0.01, 1)
    for number in range(10):
        prefix.add(number, None if number == 3 else 0.5)
    assert prefix.pairs.number == 4


def test_equations() -> None:
    matrix = [[0.0, 2.0, 1.0], [1.0, 1.0, 0.0], [3.0, 0.0, 1.0]]
    for wanted in permutations([1.0, 2.0, 3.0]):
        found = solve(matrix, wanted)
        assert [sum(a * b for a, b in zip(row, found)) for row in matrix] == pytest.approx(list(wanted))
    whole = inverse(matrix)
    product = [[sum(a * b for a, b in zip(row, column)) for column in zip(*whole)] for row in matrix]
    assert [each for row in product for each in row] == pytest.approx([1, 0, 0, 0, 1, 0, 0, 0, 1], abs=1e-12)


def test_regression_finds_what_results_were_made_from() -> None:
    random, truth = Random(1), (0.2, 0.5, 1.5)
    rows = []
    for group in range(3000):
        given = (1.0, float(random.randint(-2, 2)), float(random.randint(-1, 1)))
        expected = 1 / (1 + math.exp(-sum(a * b for a, b in zip(truth, given))))
        rows.append(Row(given, float(random.random() < expected), group))
    found = fit(rows)
    for place, value in enumerate(truth):
        error = found.error([float(each == place) for each in range(3)])
        assert 0.02 < error < 0.12
        assert abs(found.values[place] - value) < 3 * error


def test_rows_of_one_group_are_news_but_once() -> None:
    random = Random(2)
    rows = [Row((1.0, float(random.randint(-1, 1))), float(random.randint(0, 1)), n) for n in range(200)]
    many = [row for row in rows for _ in range(9)]
    one, other = fit(rows, 1e-6), fit(many, 1e-6)
    assert one.values == pytest.approx(other.values, abs=1e-3)
    assert one.error([0, 1]) == pytest.approx(other.error([0, 1]), rel=0.01)


def test_what_always_wins_stays_within_bounds() -> None:
    found = fit([Row((1.0,), 1.0, each) for each in range(50)])
    assert 1 < found.values[0] < 10
    assert fit([]).values == []
