"""What a start imports and makes: counters, so that start-up does not creep back to where it was."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.cli.helpers import environment

#: Counts document models, those that were built, and unmade dataclasses in a fresh process.
COUNT = """
import json, sys
import rete_chess
engine = rete_chess.Engine({variant!r})
assert engine.legal_moves()
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.facts.words import word

def below(model):
    return {{model}}.union(*map(below, model.__subclasses__()))

models = below(DocumentModel)
print(json.dumps({{
    "modules": sorted(sys.modules),
    "models": len(models),
    "built": sorted(model.__name__ for model in models if model.__pydantic_complete__),
    "unmade": len(word._unmade),
}}))
"""


def start(variant: str) -> dict[str, Any]:
    """What there is once an engine of a variant has listed its moves, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", COUNT.format(variant=variant)],
        env=environment(),
        capture_output=True,
        check=True,
        text=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def chess() -> dict[str, Any]:
    return start("chess")


@pytest.fixture(scope="module")
def atomic() -> dict[str, Any]:
    return start("atomic")


#: What only rules, modifiers, scenarios, Python presets, saves, pictures or commands need.
SPARED_BY_CHESS = (
    "rete_chess.documents.language.rule",
    "rete_chess.documents.language.action",
    "rete_chess.documents.kinds.scenario",
    "rete_chess.documents.kinds.save",
    "rete_chess.compiler.lower.rules",
    "rete_chess.primitives.catalog",
    "rete_chess.presets.contexts",
    "rete_chess.engine.hooks.referee",
    "rete_chess.engine.hooks.calls",
    "rete_chess.drawing",
    "rete_chess.network.durable",
    "rete_chess.network._native",
    "rete_chess.match",
    "rich",
    "click",
    "jsonschema",
    "hypothesis",
    "urllib.request",
)


@pytest.mark.parametrize("module", SPARED_BY_CHESS)
def test_plain_chess_does_not_import(chess: dict[str, Any], module: str) -> None:
    assert module not in chess["modules"]


@pytest.mark.parametrize(
    "module",
    [
        "rete_chess.documents.kinds.scenario",
        "rete_chess.documents.kinds.save",
        "rete_chess.primitives.catalog",
    ],
)
def test_a_variant_with_rules_does_not_import(atomic: dict[str, Any], module: str) -> None:
    assert "rete_chess.documents.language.rule" in atomic["modules"]
    assert module not in atomic["modules"]


def test_plain_chess_declares_few_models(chess: dict[str, Any]) -> None:
    assert chess["models"] <= 68


def test_only_the_models_that_documents_speak_of_are_built(
    chess: dict[str, Any], atomic: dict[str, Any]
) -> None:
    of_chess = ["Board", "Filter", "MoveAtom", "PieceDocument", "PromotionDocument", "SquareSet"]
    assert chess["built"] == [*of_chess, "VariantDocument"]
    assert {"Rule", "DestroyAction", "EventPattern"} < set(atomic["built"])
    assert not {"DamageAction", "SpawnAction", "ScenarioEntry"} & set(atomic["built"])


def test_most_of_what_rules_could_say_is_not_made(chess: dict[str, Any], atomic: dict[str, Any]) -> None:
    assert chess["unmade"] >= 45
    assert 35 <= atomic["unmade"] < chess["unmade"]


def test_modules_of_our_own(chess: dict[str, Any]) -> None:
    own = [module for module in chess["modules"] if module.startswith("rete_chess")]
    assert len(own) <= 236
