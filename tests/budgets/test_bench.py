"""What the meter costs, measured beside a package without one."""

from __future__ import annotations

import ast

import pytest

from rete_chess.bench.meter import Share, measure_meter
from rete_chess.bench.unmetered import _Strip


def test_both_sides_come_to_the_same_positions() -> None:
    shares = list(measure_meter(2, ("atomic", "warlords"), 30, pairs=1))  # which says so where they do not
    assert [share.variant for share in shares] == ["atomic", "warlords"]
    assert all(len(share.ratios) == 2 and min(share.ratios) > 0 for share in shares)


@pytest.mark.parametrize(
    ("code", "left"),
    [
        ("board.meter.charge(5)", "pass"),
        ("charge(VALUE * len(marks))", "pass"),
        ("meter.spent += cost", "pass"),
        ("if meter.spent > meter.stop:\n    meter.look()", "pass"),
        ("spender = meter.turn_to(rule)", "spender = None"),
        ("combinations, widest = self.links.combinations(point)", "combinations, widest = (0, 0)"),
        ("@metered('x')\ndef f():\n    return 1", "def f():\n    return 1"),
        ("game.begin(5)", "game.begin(5)"),
        ("total.spent += 1", "total.spent += 1"),
    ],
)
def test_what_counts_is_taken_out_and_nothing_else(code: str, left: str) -> None:
    assert ast.unparse(_Strip().visit(ast.parse(code))) == left


def test_the_interval_holds_the_middle_of_the_ratios() -> None:
    share = Share("x", tuple(1 + n / 100 for n in range(101)))
    low, high = share.interval
    assert share.median == 1.5
    assert 1.35 < low < 1.5 < high < 1.65
