"""Tiles and abilities as documents: every shipped one, and broken ones with the problems they report."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.documents import AbilityDocument, TileDocument, load_document, read_tree
from tests.documents.bad_files import BAD, expected, fits_schema, places, stem

ROOT = Path(__file__).resolve().parents[2]
TILES = sorted((ROOT / "rules" / "tiles").iterdir())
ABILITIES = sorted((ROOT / "rules" / "abilities").iterdir())
BROKEN = sorted([*(BAD / "tiles").iterdir(), *(BAD / "abilities").iterdir()])


def test_what_is_shipped() -> None:
    assert {stem(path) for path in TILES} >= {"standard", "guardian", "slippery", "fog", "wall"}
    assert {stem(path) for path in ABILITIES} >= {
        "marksman",
        "exploding",
        "scapegoat",
        "piercing",
        "bouncer",
        "cannibal",
    }


@pytest.mark.parametrize("path", [*TILES, *ABILITIES], ids=stem)
def test_shipped_documents(path: Path) -> None:
    document = load_document(path)
    assert isinstance(document.model, TileDocument | AbilityDocument)
    assert document.model.id == stem(path)
    assert fits_schema(document.kind, document.tree.value)
    assert path.read_text(encoding="utf-8").startswith("# ")


def test_the_worth_of_abilities() -> None:
    models = [load_document(path).model for path in ABILITIES]
    worth = {model.id: model.value for model in models if isinstance(model, AbilityDocument)}
    assert worth == {
        "marksman": 4,
        "exploding": 2,
        "scapegoat": 0,
        "piercing": 3,
        "bouncer": 1,
        "cannibal": 1,
    }


@pytest.mark.parametrize("path", BROKEN, ids=stem)
def test_broken_documents(path: Path) -> None:
    assert places(path) == expected(path)


@pytest.mark.parametrize("path", BROKEN, ids=stem)
def test_the_schema_refuses_what_the_model_refuses(path: Path) -> None:
    beyond = {"self-has-no-such-part", "unknown-setting"}
    kind = path.name.split(".")[1]
    assert fits_schema(kind, read_tree(path).value) == (stem(path) in beyond)
