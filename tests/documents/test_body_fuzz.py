"""Drafts with parts cut, doubled and exchanged: nothing but a DocumentError ever escapes."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from rete_chess.documents import (
    load_document,
    read_tree,
)
from rete_chess.errors import CODES, DocumentError

DRAFTS = sorted((Path(__file__).resolve().parents[1] / "data" / "drafts").glob("*"))

WORDS = [
    *"[]{}:,-$#'\"\n ",
    *(
        "\n  ",
        ": ",
        "- ",
        "$self",
        "$config.x",
        "$event",
        "{not: ",
        "{in: ",
        "{count: ",
        "null",
        "true",
        "-1",
    ),
    *(
        "event",
        "piece",
        "square",
        "damage",
        "consume",
        "target",
        "around",
        "for",
        "use",
        "forbid",
        "Hp",
        "{x}",
    ),
]


def mutated(dice: random.Random, text: str) -> str:
    """One to four cuts, doublings, swaps and insertions."""
    for _ in range(dice.randrange(1, 5)):
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice([1, 1, 2, 5, 20]))
        fresh = dice.choice(["", dice.choice(WORDS), text[start:end] * 2, text[start:end][::-1]])
        text = text[:start] + fresh + text[end:]
    return text


def outcome(text: str, kind: str) -> str:
    try:
        load_document(text, f"x.{kind}.yaml")
    except DocumentError as error:
        for problem in error.problems:
            assert problem.code in CODES
            assert problem.line is None or (problem.line >= 1 and (problem.column or 0) >= 1)
        return error.code
    return "ok"


def values(dice: random.Random, value: Any) -> Any:
    """The same value with some parts replaced by parts of another kind."""
    if dice.random() < 0.04:
        return dice.choice(
            [None, True, -1, 2.5, "$x", "word", "", [], {}, ["$a"], {"not": 1}, {"Hp": {"gt": 0}}]
        )
    if isinstance(value, dict):
        return {dice.choice([key] * 30 + ["Hp", "typ"]): values(dice, part) for key, part in value.items()}
    if isinstance(value, list):
        return [values(dice, part) for part in value] * dice.choice([1] * 30 + [2])
    return value


def test_mutated_drafts() -> None:
    dice = random.Random(5)
    drafts = [(path.read_text(encoding="utf-8"), path.name.split(".")[1]) for path in DRAFTS]
    seen = set()
    for _ in range(1_000):
        text, kind = dice.choice(drafts)
        seen.add(outcome(mutated(dice, text), kind))
    assert {"ok", "E_DOC_SYNTAX", "E_DOC_UNKNOWN_KEY", "E_DOC_UNBOUND"} <= seen


def test_drafts_with_other_values() -> None:
    dice = random.Random(6)
    drafts = [(read_tree(path).value, path.name.split(".")[1]) for path in DRAFTS]
    seen = set()
    for _ in range(1_000):
        value, kind = dice.choice(drafts)
        seen.add(outcome(json.dumps(values(dice, value)), kind))
    assert {"ok", "E_DOC_TYPE", "E_DOC_UNKNOWN_KEY", "E_DOC_MISSING"} <= seen
