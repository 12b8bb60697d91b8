"""What all tests share: repeatable random examples, the switch for the long node counts, scenario files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rete_chess.testing.collection import SUFFIX, ScenarioFile

#: Below this folder every scenario file is run, on every network.
SCENARIOS = Path(__file__).resolve().parent / "scenarios"

settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
#: For a hunt: other examples in every run, and many more of them (see `tests.core.games.examples`).
settings.register_profile("hunt", parent=settings.get_profile("repeatable"), derandomize=False)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--perft-full",
        action="store_true",
        help="count all nodes of tests/data/perft, not only the small counts",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.name.endswith(SUFFIX) and SCENARIOS in file_path.parents:
        collected: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
        return collected
    return None
