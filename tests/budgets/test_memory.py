"""Varied documents, one after another in one process: all can be played, and little of them stays."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.budgets.memory import MEGABYTES, document

SHORT = """
import sys
from tests.budgets.memory import run
run(sys.argv[1], 6, 2)
"""


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_few_of_them(network: str) -> None:
    done = subprocess.run([sys.executable, "-c", SHORT, network], capture_output=True, text=True, check=True)
    told = done.stdout.splitlines()[-1]
    assert told.startswith(f"{network}: 6 documents, 12 half-moves, 0 refused, ")
    assert float(told.split()[-2]) < MEGABYTES


def test_no_two_are_alike() -> None:
    assert len({document(number) for number in range(300)}) == 300
