"""What the README says of the package in numbers that can be counted, and that no word is left out."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

from rete_chess.compiler import catalog
from rete_chess.core.geometry import ZONES
from rete_chess.documents import language
from rete_chess.documents.language.action import ACTIONS
from rete_chess.documents.modelling.model import DocumentModel, document_key
from rete_chess.stages import MOMENTS, STAGES

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def shipped(name: str) -> list[Path]:
    return list((ROOT / "descriptors" / "variants").glob(name)) + list(
        (ROOT / "rules" / "presets").glob(name)
    )


def test_shipped_documents() -> None:
    claimed = re.search(r"(\d+) variants and (\d+) presets are shipped, none longer than (\d+) lines", README)
    assert claimed is not None
    assert len(catalog.variants().list()) >= int(claimed[1])
    assert len(catalog.presets().list()) >= int(claimed[2])
    assert max(len(p.read_text("utf-8").splitlines()) for p in shipped("*.yaml")) <= int(claimed[3])


def test_the_example_of_the_first_line() -> None:
    document = (ROOT / "descriptors" / "variants" / "atomic.variant.yaml").read_text(encoding="utf-8")
    claimed = re.search(r"atomic\]\([^)]*\) has (\d+), and counts the published ([\d,]+) nodes", README)
    assert claimed is not None
    assert len(document.splitlines()) == int(claimed[1])
    assert f"4: {claimed[2].replace(',', '')}" in document  # which its own test counts


def test_broken_documents() -> None:
    claimed = re.search(r"Over (\d+) broken documents", README)
    assert claimed is not None
    assert sum(path.is_file() for path in (ROOT / "tests" / "bad").rglob("*")) > int(claimed[1])


@pytest.mark.parametrize(
    ("file", "words"),
    [("language.md", tuple(ACTIONS)), ("language.md", ZONES), ("stages.md", STAGES), ("stages.md", MOMENTS)],
    ids=["actions", "zones", "stages", "moments"],
)
def test_every_word_is_explained(file: str, words: tuple[str, ...]) -> None:
    text = (ROOT / "docs" / file).read_text(encoding="utf-8")
    assert [word for word in words if f"`{word}`" not in text] == []


def models_of_the_language() -> list[type[DocumentModel]]:
    """The models whose keys an author writes inside a document."""
    modules = [
        importlib.import_module(f"{language.__name__}.{found.name}")
        for found in pkgutil.iter_modules(language.__path__)
    ]
    return [
        model
        for module in modules
        for model in vars(module).values()
        if isinstance(model, type)
        and issubclass(model, DocumentModel)
        and model.__module__ == module.__name__
    ]


@pytest.mark.parametrize("model", models_of_the_language(), ids=lambda model: model.__name__)
def test_every_key_is_explained(model: type[DocumentModel]) -> None:
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    code = " ".join(re.findall(r"```.*?```|`[^`]+`", text, re.DOTALL))
    keys = [document_key(name) for name in model.model_fields if name != model.open_field]
    assert [key for key in keys if not re.search(rf"(?<![\w-]){key}(?![\w-])", code)] == []
