"""Files that hold scenarios: scenario documents, and variants with tests or node counts of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Final

from rete_chess.compiler import compile_document, load_text
from rete_chess.compiler.loading import Text, Texts
from rete_chess.documents import Document, load_document
from rete_chess.engine import Engine
from rete_chess.errors import DocumentError, ReteChessError
from rete_chess.metering import Trial
from rete_chess.storage import files_below
from rete_chess.testing._node_counts import counts_of
from rete_chess.testing._outcome import Finding, Outcome
from rete_chess.testing.cases import cases_of
from rete_chess.testing.runner import run_case

#: The steps that all tests may cost for each node that may be counted: a count of costly nodes takes a tenth.
STEPS_FOR_A_NODE: Final = 8_000

_TESTED: Final = re.compile(r".+\.(?:scenario|variant)\.(?:yaml|yml|json)")


def tested_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files that are named, and those of the folders that are named, each once."""
    seen: set[Path] = set()
    for path in paths:
        inside = files_below(path) if path.is_dir() else []
        tested = [file for file in inside if _TESTED.fullmatch(file.name)]
        for file in tested if path.is_dir() else [path]:
            if file not in seen:
                seen.add(file)
                yield file


def run_file(path: Path, networks: Iterable[str | None], most_nodes: int) -> Iterator[Outcome]:
    """Run all scenarios of a file on every network, then its node counts; an unreadable one fails."""
    return _run(lambda: load_document(path), networks, most_nodes)


def run_text(
    text: Text,
    networks: Iterable[str | None],
    most_nodes: int,
    name: str | None = None,
    documents: Texts = (),
) -> Iterator[Outcome]:
    """Do the same for the document of a stranger and those that come along with it; see `load_text`."""
    return _run(lambda: load_text(text, name, documents), networks, most_nodes)


def _run(load: Callable[[], Document], networks: Iterable[str | None], most_nodes: int) -> Iterator[Outcome]:
    trial = Trial()
    try:
        with trial.part():
            document = load()
            cases = cases_of(document)
    except DocumentError as error:
        yield Outcome(Path(error.file).name, error.file, broken(error))
        return
    runs: list[Callable[[], Outcome]] = [
        partial(run_case, case, network) for case in cases for network in networks
    ]
    is_played = bool(cases)
    most_nodes = min(most_nodes, trial.budget.testing // STEPS_FOR_A_NODE)
    for run in (*runs, *counts_of(document, most_nodes)):
        with trial.part():
            outcome = run()
        is_played = is_played or not outcome.skipped
        yield outcome
    if not is_played:
        with trial.part():
            failures = [*unplayable(document)]
        yield from failures


def unplayable(document: Document) -> Iterator[Outcome]:
    """The failed outcome of a variant that no test has played and that cannot be compiled; none if it can."""
    try:
        Engine(compile_document(document), network="native")
    except DocumentError as error:
        yield Outcome(Path(error.file).name, error.file, broken(error))
    except ReteChessError as error:
        line, column = (error.place.line, error.place.column) if error.place else (1, 1)
        finding = Finding(f"the variant cannot be played: {error}", "", line or 1, column or 1)
        yield Outcome(Path(document.tree.file).name, document.tree.file, (finding,))


def broken(error: DocumentError) -> tuple[Finding, ...]:
    """The problems of a document that cannot be read, as findings."""
    return tuple(
        Finding(
            _sentence(problem.message, problem.hint, problem.code),
            problem.path,
            problem.line or 1,
            problem.column or 1,
        )
        for problem in error.problems
    )


def _sentence(message: str, hint: str | None, code: str) -> str:
    return f"{message}; {hint} [{code}]" if hint else f"{message} [{code}]"
