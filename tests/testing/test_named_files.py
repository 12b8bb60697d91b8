"""Files that documents name: those of their own folder and below it, and never any other."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rete_chess.checks import examine, examine_text
from rete_chess.documents import load_document
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.reading import reader
from rete_chess.errors import DocumentError, ReteChessError
from rete_chess.serial import examination_data
from rete_chess.testing import run_scenarios
from tests.cli.conftest import run  # noqa: F401
from tests.cli.helpers import Run

SECRET = "hunter2"
VARIANT = f"kind: variant\nid: kept\nname: {SECRET}\ndescription: Of somebody else.\nextends: chess\n"
PROFILE = f"kind: profile\nid: kept\nname: {SECRET}\ndescription: Of somebody else.\n"
SCENARIO = "variant: {name}\nplay: e2e4\nfires: []\n"
#: Where documents name files, each with the line and column of the name.
PLACES = {
    "variant": ("s.scenario.yaml", "variant: {name}\nplay: e2e4\nfires: []\n", (1, 10)),
    "a scenario's variant": (
        "s.scenario.yaml",
        "scenarios:\n- {{name: one, result: ongoing, variant: '{name}'}}\n",
        (2, 41),
    ),
    "profiles": ("s.scenario.yaml", "profiles: ['{name}']\nplay: e2e4\nfires: []\n", (1, 12)),
    "queue": ("s.scenario.yaml", "play:\n- {{queue: ['{name}'], result: ongoing}}\n", (2, 12)),
    "profiles of a test": (
        "v.variant.yaml",
        "id: v\nname: V\ndescription: With a test.\nextends: chess\n"
        "tests:\n- {{name: one, result: ongoing, profiles: ['{name}']}}\n",
        (6, 43),
    ),
}
#: How files of elsewhere can be named, seen from the folder `home/docs`.
OUTSIDE = {
    "above": "../kept.{kind}.yaml",
    "above and back": "../docs/../kept.{kind}.yaml",
    "above by backslash": "..\\kept.{kind}.yaml",
    "from below": "sub/../../kept.{kind}.yaml",
    "absolute": "{home}/kept.{kind}.yaml",
    "of a drive": "C:\\kept.{kind}.yaml",
    "of a user": "~/kept.{kind}.yaml",
    "a link": "link.{kind}.yaml",
    "a link of a folder": "linked/kept.{kind}.yaml",
    "no document": "/etc/hostname.yaml",
}


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "sub").mkdir(parents=True)
    for kind, text in (("variant", VARIANT), ("profile", PROFILE)):
        (tmp_path / f"kept.{kind}.yaml").write_text(text)
        (folder / f"link.{kind}.yaml").symlink_to(tmp_path / f"kept.{kind}.yaml")
        (folder / "sub" / f"own.{kind}.yaml").write_text(text.replace(SECRET, "Mine").replace("kept", "own"))
    (folder / "linked").symlink_to(tmp_path)
    return folder


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    names: list[str] = []
    read = reader.read_bytes

    def noted(path: str) -> bytes:
        names.append(os.path.realpath(path))
        return read(path)

    monkeypatch.setattr(reader, "read_bytes", noted)
    return names


def written(docs: Path, place: str, name: str) -> Path:
    file, text, _ = PLACES[place]
    kind = "variant" if place.endswith("variant") else "profile"
    path = docs / file
    path.write_text(text.format(name=name.format(kind=kind, home=docs.parent)))
    return path


@pytest.mark.parametrize("name", OUTSIDE.values(), ids=OUTSIDE)
@pytest.mark.parametrize("place", PLACES)
def test_a_file_of_elsewhere_is_not_opened(docs: Path, opened: list[str], place: str, name: str) -> None:
    path = written(docs, place, name)
    for found in (
        examine(path),
        examine_text(path.read_text(), path.name),
        examine_text(path.read_text(), str(path)),
    ):
        (problem,) = found.problems
        assert (problem.code, problem.severity) == ("E_DOC_OUTSIDE", "error")
        assert (problem.line, problem.column) == PLACES[place][2]
        assert SECRET not in json.dumps(examination_data(found))
    (outcome,) = run_scenarios(path)
    assert "E_DOC_OUTSIDE" in str(outcome)
    assert SECRET not in str(outcome)
    assert all(Path(file).is_relative_to(docs) for file in opened if "kept" in file or "hostname" in file)


@pytest.mark.parametrize("name", ["sub/own.{kind}.yaml", "./sub/own.{kind}.yaml"])
@pytest.mark.parametrize("place", PLACES)
def test_a_file_below_is_found_but_not_by_a_text(docs: Path, place: str, name: str) -> None:
    path = written(docs, place, name)
    assert examine(path).problems == ()
    assert all(outcome.passed for outcome in run_scenarios(path))
    (problem,) = examine_text(path.read_text(), str(path)).problems
    assert problem.code == "E_DOC_OUTSIDE"


def test_a_link_inside_the_folder_is_followed(docs: Path) -> None:
    (docs / "near.variant.yaml").symlink_to(docs / "sub" / "own.variant.yaml")
    assert examine(written(docs, "variant", "near.variant.yaml")).problems == ()


def test_a_neighbour_that_is_a_link_to_elsewhere_is_not_opened(docs: Path, opened: list[str]) -> None:
    path = docs / "heir.variant.yaml"
    path.write_text("id: heir\nname: Heir\ndescription: Extends a link.\nextends: link\n")
    (problem,) = examine(path).problems
    assert (problem.code, problem.line) == ("E_DOC_OUTSIDE", 4)
    assert SECRET not in str(problem)
    assert str(docs.parent / "kept.variant.yaml") not in opened


def test_a_text_finds_no_neighbours_by_its_name(docs: Path) -> None:
    text = "id: heir\nname: Heir\ndescription: Extends a neighbour.\nextends: own\n"
    path = docs / "sub" / "heir.variant.yaml"
    path.write_text(text)
    assert examine(path).problems == ()
    (problem,) = examine_text(text, str(path)).problems
    assert (problem.code, problem.line) == ("E_UNKNOWN_NAME", 4)


@pytest.mark.parametrize(
    "name", ["../kept", "sub/own", "x" * 5000, "kept\0", "..", "~", "own.profile.yaml", "a b", ""]
)
def test_an_id_is_never_a_path(docs: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(Path, "is_file", lambda path: asked.append(str(path)))
    for beside in (Neighbours(docs), Neighbours(docs / "sub")):
        for kind in ("profile", "variant"):
            assert beside.find(kind, name, load_document) is None
    assert asked == []


def test_the_commands_say_it(docs: Path, run: Run) -> None:  # noqa: F811
    path = written(docs, "variant", "../kept.variant.yaml")
    for command in ("validate", "test"):
        outcome = run(command, str(path), "--json")
        assert outcome.code == 1
        assert "E_DOC_OUTSIDE" in json.dumps(outcome.json)
        assert SECRET not in outcome.out + outcome.err


@pytest.mark.parametrize(
    "door", ["load", "compile", "register", "parse_save", "parse_modifier", "run_scenarios"]
)
def test_no_door_for_texts_opens_a_path(docs: Path, opened: list[str], door: str) -> None:
    import rete_chess
    from rete_chess.match import parse_save
    from rete_chess.primitives import parse_modifier

    doors: dict[str, Callable[[str], object]] = {
        "load": rete_chess.load,
        "compile": rete_chess.compile,
        "register": rete_chess.catalog.variants().register,
        "parse_save": parse_save,
        "parse_modifier": parse_modifier,
        "run_scenarios": run_scenarios,
    }
    path = docs / "sub" / "own.variant.yaml"
    opened.clear()
    with pytest.raises(ReteChessError) as caught:
        doors[door](str(path))
    assert caught.value.code in ("E_DOC_TYPE", "E_DOC_KIND")
    assert str(path) not in opened


def test_a_profile_that_is_asked_for_by_a_text_is_no_file(docs: Path, opened: list[str]) -> None:
    from rete_chess import Engine

    engine = Engine(network="native")
    path = docs / "sub" / "own.profile.yaml"
    with pytest.raises(ReteChessError) as caught:
        engine.queue_profiles([str(path)])
    assert caught.value.code == "E_UNKNOWN_NAME"
    assert not isinstance(caught.value, DocumentError)
    assert str(path) not in opened
    engine.queue_profiles([path])
