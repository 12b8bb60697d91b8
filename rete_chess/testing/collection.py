"""Scenario files as tests of pytest: `file::scenario[network]`, every scenario on every network.

`rete_chess.pytest_plugin` collects them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from rete_chess.documents import load_document
from rete_chess.errors import DocumentError
from rete_chess.network import KINDS, NetworkError, make_network
from rete_chess.testing.cases import Case, cases_of
from rete_chess.testing.runner import run_case


class ScenarioFailedError(Exception):
    """The error of a scenario that failed; its text is the outcome."""


@lru_cache(maxsize=8)
def is_available(network: str) -> bool:
    """Whether a network can be used here."""
    try:
        make_network(network, ())
    except NetworkError:
        return False
    return True


class ScenarioFile(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        try:
            cases = cases_of(load_document(self.path))
        except DocumentError as error:
            raise self.CollectError(format_error(error)) from None
        for case in cases:
            for network in _networks(self.config):
                yield ScenarioItem.from_parent(
                    self, name=f"{case.name}[{network}]", case=case, network=network
                )


def _networks(config: pytest.Config) -> tuple[str, ...]:
    """The networks on which scenarios are run: all of them, or the one that was asked for."""
    chosen = config.getoption("--rete-network")
    return tuple(KINDS) if chosen is None else (chosen,)


class ScenarioItem(pytest.Item):
    """One scenario on one network."""

    def __init__(self, *, case: Case, network: str, **rest: Any) -> None:
        super().__init__(**rest)
        self.case = case
        self.network = network

    def runtest(self) -> None:
        if not is_available(self.network):
            pytest.skip(f"the {self.network} network cannot be used here")
        outcome = run_case(self.case, self.network)
        if not outcome.passed:
            raise ScenarioFailedError(str(outcome))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, ScenarioFailedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int, str]:
        line = self.case.tree.place(self.case.path)[0]
        return self.path, line - 1, self.name


def format_error(error: DocumentError) -> str:
    """All problems of a document that cannot be read, each with its place."""
    return "\n".join(
        f"{error.file}:{problem.line}:{problem.column}: {problem.message} [{problem.code}]"
        for problem in error.problems
    )
