"""Hints name the word that an author meant, also where he wrote another one for it."""

from __future__ import annotations

import pytest

from rete_chess.compiler import load
from rete_chess.errors import DocumentError, nearest
from rete_chess.stages import POINTS

COMPARISONS = ("in", "not", "lt", "le", "gt", "ge")
KEYS = ("id", "type", "color", "royal", "last", "square")


@pytest.mark.parametrize(
    ("written", "names", "meant"),
    [
        *((word, COMPARISONS, "ge") for word in ("gte", ">=", "atLeast", "min")),
        *((word, COMPARISONS, "le") for word in ("lte", "<=", "at_most", "max")),
        *((word, COMPARISONS, "gt") for word in (">", "greater", "greaterThan", "more")),
        *((word, COMPARISONS, "lt") for word in ("<", "less", "lessThan", "below")),
        *((word, COMPARISONS, "not") for word in ("!=", "ne", "neq", "isNot")),
        *((word, COMPARISONS, "in") for word in ("oneOf", "any")),
        *((word, POINTS, "capture") for word in ("on-capture", "onCapture", "on_capture", "Capture")),
        *((word, POINTS, "turn-start") for word in ("turnStart", "turn_start", "onTurnStart", "turn start")),
        *((word, KEYS, "color") for word in ("colour", "Color", "side", "colr")),
        ("less", ("eq", "ne", "lt", "le", "gt", "ge"), "lt"),
        ("hp", ("Hp", "Hits"), "Hp"),
        ("onCapture", ("on-capture", "on-captured"), "on-capture"),
        ("gte", ("a", "b"), None),  # a word that is meant is only offered where it may stand
        ("", KEYS, None),
    ],
)
def test_the_word_that_was_meant(written: str, names: tuple[str, ...], meant: str | None) -> None:
    assert nearest(written, names) == meant


@pytest.mark.parametrize(
    ("test", "hint"),
    [
        ("{gte: 3}", "did you mean 'ge'?"),
        ('{">=": 3}', "did you mean 'ge'?"),
        ("{lte: 3}", "did you mean 'le'?"),
        ("{equals: 3}", "write the value alone"),
        ("{eq: 3}", "write the value alone"),
        ('{"==": 3}', "write the value alone"),
    ],
)
def test_comparisons_in_a_document(test: str, hint: str) -> None:
    head = "kind: preset\nid: tried\nname: Tried\ndescription: Tried.\n"
    rule = "rules: [{id: one, at: move, when: [{piece: {Hp: %s}}], do: [cancel]}]\n"
    with pytest.raises(DocumentError) as caught:
        load(head + rule % test, "tried.preset.yaml")
    assert [(problem.code, problem.hint) for problem in caught.value.problems] == [
        ("E_DOC_UNKNOWN_KEY", hint)
    ]
