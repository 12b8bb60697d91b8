"""Presets that exclude others: these exist, and exclude them in return."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import examine
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.errors import DocumentError


def text(name: str, *others: str) -> str:
    head = f"kind: preset\nid: {name}\nname: {name}\ndescription: For tests.\n"
    return f"{head}incompatibleWith: [{', '.join(others)}]\nturn: {{moves: 2}}\n"


def found(path: Path) -> list[tuple[str, str, int | None]]:
    return [(problem.code, problem.path, problem.line) for problem in examine(path).problems]


def test_validate_asks_both_sides(tmp_path: Path) -> None:
    for name, others in {"fire": ["water"], "water": ["fire"], "stone": ["fire"], "lost": ["watr"]}.items():
        (tmp_path / f"{name}.preset.yaml").write_text(text(name, *others), encoding="utf-8")
    assert found(tmp_path / "fire.preset.yaml") == found(tmp_path / "water.preset.yaml") == []
    assert found(tmp_path / "stone.preset.yaml") == [("E_PRESETS", "incompatibleWith[0]", 5)]
    assert found(tmp_path / "lost.preset.yaml") == [("E_UNKNOWN_NAME", "incompatibleWith[0]", 5)]


def test_a_shipped_preset_is_excluded_alone(tmp_path: Path) -> None:
    path = tmp_path / "stone.preset.yaml"
    path.write_text(text("stone", "piece-hp"), encoding="utf-8")
    assert found(path) == []


def test_an_unknown_one_is_an_error_when_it_is_asked_for() -> None:
    with catalog.registered(text("lost", "piece-ph")), pytest.raises(DocumentError) as caught:
        program_of("chess", [ActivePreset("lost")])
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ("E_UNKNOWN_NAME", "incompatibleWith[0]")
    assert problem.hint == "did you mean 'piece-hp'?"
