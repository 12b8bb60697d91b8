"""Scenarios as data, run against the engine, and helpers for tests in Python."""

from __future__ import annotations

from rete_chess.testing._helpers import (
    assert_fired,
    clear_board,
    exists,
    hp_of,
    piece_at,
    place_piece,
    type_of,
)
from rete_chess.testing._outcome import Finding, Outcome
from rete_chess.testing.cases import Case, cases_of
from rete_chess.testing.files import run_text
from rete_chess.testing.runner import run_case, run_scenario, run_scenarios

__all__ = [
    "Case",
    "Finding",
    "Outcome",
    "assert_fired",
    "cases_of",
    "clear_board",
    "exists",
    "hp_of",
    "piece_at",
    "place_piece",
    "run_case",
    "run_scenario",
    "run_scenarios",
    "run_text",
    "type_of",
]
