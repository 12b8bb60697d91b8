"""The plugin for pytest: every `*.scenario.yaml` is a file of tests, run on every network there is.

pytest loads it wherever the package is installed, so it imports nothing before it is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rete_chess.engine import Engine

SUFFIXES = (".scenario.yaml", ".scenario.yml", ".scenario.json")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rete-chess", "scenarios of chess variants")
    group.addoption(
        "--rete-network",
        choices=("durable", "native"),
        help="run scenarios on this network only",
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if not file_path.name.endswith(SUFFIXES):
        return None
    from rete_chess.testing.collection import ScenarioFile

    collected: pytest.Collector = ScenarioFile.from_parent(parent, path=file_path)
    return collected


@pytest.fixture
def rete_game() -> Callable[..., Engine]:
    """The maker of games: `rete_game("atomic", presets=[ActivePreset("piece-hp")], network="native")`."""

    def make(variant: Any = "chess", *, presets: Sequence[Any] = (), **options: Any) -> Engine:
        from rete_chess.compiler import program_of
        from rete_chess.engine import Engine

        return Engine(program_of(variant, presets), **options)

    return make
