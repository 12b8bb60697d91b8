"""The same document in YAML, in JSON and with its keys in another order: the identical program."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rete_chess.compiler import Program, compile_document, program_of
from rete_chess.documents import load_document, read_tree
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.serial import program_data

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("descriptors/variants", "tests/data/drafts", "tests/scenarios/documents")
#: Drafts that speak of piece types which are not shipped.
INCOMPLETE = {"hoppel-poppel", "torpedo"}
VARIANTS = [
    path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).glob("*.variant.yaml"))
    if path.name.split(".")[0] not in INCOMPLETE
]
PROFILES = sorted((ROOT / "descriptors" / "profiles").glob("*.yaml"))


def shuffled(value: Any, dice: random.Random) -> Any:
    """The same value, the keys of its mappings in another order."""
    if isinstance(value, dict):
        keys = list(value)
        dice.shuffle(keys)
        return {key: shuffled(value[key], dice) for key in keys}
    return [shuffled(part, dice) for part in value] if isinstance(value, list) else value


def said(program: Program) -> Any:
    """All that `rules --json` says, but for the places in the text."""
    return _without_places(program_data(program))


def _without_places(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_places(part) for key, part in value.items() if key != "origin"}
    return [_without_places(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: f"{path.parent.name}-{path.name.split('.')[0]}")
def test_one_program_for_all_forms(path: Path) -> None:
    written = program_of(path)
    value = read_tree(path).value
    beside = Neighbours(path.parent)  # so that the JSON finds the same
    for order in range(3):
        text = json.dumps(shuffled(value, random.Random(order)))
        program = compile_document(load_document(text, path.name).among(beside))
        assert program is not written
        assert program.hash == written.hash
        assert (program.start, said(program)) == (written.start, said(written))


def test_a_path_or_a_text_is_compiled_as_its_document_is() -> None:
    path = ROOT / "descriptors" / "variants" / "atomic.variant.yaml"
    made = {compile_document(given).hash for given in (path, path.read_text(encoding="utf-8"))}
    assert made == {program_of("atomic").hash}


@pytest.mark.parametrize("path", PROFILES, ids=lambda path: path.name)
def test_one_program_for_all_forms_of_a_profile(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.with_suffix(".json").name
    copy.write_text(json.dumps(read_tree(path).value), encoding="utf-8")
    written, copied = (program_of("chess", profiles=[file]) for file in (path, copy))
    assert written.hash == copied.hash
    assert said(written) == said(copied)
