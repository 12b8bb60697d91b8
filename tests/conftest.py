"""What all tests share: repeatable random examples, the switch for the long node counts, scenario files."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

#: No test goes by what another process has kept, and none writes into the user's cache.
os.environ["RETE_CHESS_CACHE"] = "0"

#: Files that are broken on purpose, or drafts; all other scenario files are run, on every network.
collect_ignore_glob = ["bad/*", "testing/bad/*", "data/*"]

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


@pytest.fixture(scope="module", autouse=True)
def _spared_by_the_collector() -> Iterator[None]:
    """What the modules before have left in caches is not looked through again by every collection."""
    yield
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--perft-full",
        action="store_true",
        help="count all nodes of tests/data/perft, not only the small counts",
    )
