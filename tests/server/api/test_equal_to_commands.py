"""The API and the command line say the same of the same documents, under the same budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rete_chess.documents.kinds.document import is_document_name
from rete_chess.resources import folder
from tests.cli.conftest import run as run
from tests.cli.helpers import Run
from tests.server.api.asking import ask

ROOT = Path(__file__).resolve().parents[3]
BAD = sorted(path for path in (ROOT / "tests" / "bad").rglob("*.*.*") if is_document_name(path.name))
SHIPPED = sorted(path for name in ("descriptors", "rules") for path in folder(name).rglob("*.*.yaml"))
#: Those that name no files beside them, which strangers cannot.
SCENARIOS = [
    path
    for path in sorted((ROOT / "tests" / "scenarios").rglob("*.scenario.yaml"))
    if not any(path.parent.glob("*.variant.yaml"))
]
#: A command reads modifiers that are no scenarios no further than to their kind.
TESTED = [path for path in BAD if ".modifier." not in path.name]
VARIANTS = [path for path in SHIPPED if path.name.endswith(".variant.yaml")]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name


def said(path: Path) -> dict[str, Any]:
    """A document as somebody would send it."""
    return {"text": path.read_text(encoding="utf-8"), "name": path.name}


@pytest.mark.parametrize("path", [*BAD[::5], *SHIPPED[::4]], ids=name_of)
def test_validate(path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    (told,) = run("validate", path.name, "--budget", "server", "--json").json["files"]
    found = ask("validate", "Validation", **said(path))
    assert (found["ok"], found["problems"]) == (told["ok"], told["problems"])


@pytest.mark.parametrize("path", [*SCENARIOS[::12], *VARIANTS[::6], *TESTED[::25]], ids=name_of)
def test_test(path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    words = ("--network", "native", "--coverage", "--budget", "server", "--json")
    told = run("test", path.name, *words).json
    found = ask("test", "ScenarioRun", **said(path))
    assert found == told
