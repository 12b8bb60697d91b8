"""Every document as JSON: it loads again to an equal document, whatever its file was called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rete_chess import Match, load
from rete_chess.documents import Document, load_document
from rete_chess.documents.kinds.document import MODELS
from rete_chess.match import format_save
from rete_chess.presets import registration

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    *sorted((ROOT / "descriptors").rglob("*.*.yaml")),
    *sorted((ROOT / "rules").rglob("*.*.yaml")),
    *sorted((ROOT / "tests" / "scenarios").rglob("*.scenario.yaml")),
    *sorted((ROOT / "tests" / "data" / "saves").glob("*.v3.save.json")),
]


def read_again(document: Document, name: str | None = None) -> Document:
    return load_document(json.dumps(document.to_json()), name)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_document_loads_again(path: Path) -> None:
    document = load_document(path)
    value = document.to_json()
    again = read_again(document)
    assert again == document
    assert (again.kind, again.model, again.to_json()) == (document.kind, document.model, value)
    assert value["kind"] == document.kind


def test_every_kind_is_among_them() -> None:
    assert {path.name.split(".")[-2] for path in FILES} == set(MODELS)


def test_a_match_of_now() -> None:
    match = Match("atomic")
    match.play("e4")
    save = load_document(format_save(match))
    assert read_again(save) == save


UNSAID = {
    "guard.piece.yaml": "id: guard\nletter: g\nmoves: [{leap: all}]",
    "small.variant.yaml": "id: small\nname: Small\nextends: chess\nperft: {1: 20}",
    "own.modifier.yaml": (
        "id: own\ntype: data\nversion: 1\nname: Own\nprimitives: [{kind: modify-movement-range, delta: 1}]"
    ),
}


@pytest.mark.parametrize("name", UNSAID)
def test_a_kind_that_only_the_file_names_is_said(name: str) -> None:
    document = load_document(UNSAID[name], name)
    assert "kind" not in document.tree.value  # type: ignore[operator]
    value = document.to_json()
    assert next(iter(value)) == "kind"
    assert read_again(document) == document == read_again(document, name)
    assert hash(read_again(document)) == hash(document)
    assert load(json.dumps(value)) == document


def test_another_kind_makes_another_document() -> None:
    tile = "id: fog-bank\nname: Fog\ndescription: A bank of fog."
    assert load_document(tile, "x.tile.yaml") != load_document(tile, "x.ability.yaml")


def test_the_value_belongs_to_the_caller() -> None:
    document = load_document("id: guard\nkind: piece\nletter: g\nmoves: [{leap: all}]")
    value = document.to_json()
    value["moves"].clear()
    value["id"] = "other"
    assert document.to_json()["moves"] == [{"leap": "all"}]
    assert document.to_json()["id"] == "guard"


def test_a_preset_written_in_python_says_what_it_says_of_itself() -> None:
    class Calm:
        id, name, description = "calm", "Calm weather", "Nothing happens."

    with registration.registered(Calm):
        from rete_chess.compiler import catalog

        document = catalog.preset("calm")
        assert read_again(document) == document
