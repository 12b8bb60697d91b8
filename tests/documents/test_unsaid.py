"""What the language does not have: asked for by its usual name, it is answered with what comes near."""

from __future__ import annotations

import pytest

from rete_chess.checks import examine

HEAD = "kind: variant\nid: mine\nname: Mine\nextends: chess\n"
RULE = "rules: [{id: r, at: capture, when: [%s], do: [extra-move]%s}]\n"

ASKED = {
    "pockets": ("pocket: [queen]\n", "`hands` says what is in hand"),
    "passing": ("canPass: true\n", "`acts: [{id: pass}]` lets players pass"),
    "or as a pattern": (RULE % ("{or: [{event: {piece: $p}}]}", ""), "with the patterns of each case"),
    "and as a pattern": (RULE % ("{and: [{event: {piece: $p}}]}", ""), "all patterns of a list"),
    "else": (RULE % ("", ", else: [extra-move]"), "the same `choice`"),
    "chance": (RULE % ("", ", probability: 50"), "chance decides values"),
    "fog": ("fogOfWar: true\n", "`sight` says what a side sees"),
    "holes": ("board: {width: 8, height: 8, holes: [e4]}\n", "the tile wall"),
    "the turn of one side": ("turn: {moves: 2, for: black}\n", "`$scope` in a preset"),
    "self-check of one side": ("selfCheck: {allow: black}\n", "`$scope` in a preset"),
}


@pytest.mark.parametrize(("text", "hint"), ASKED.values(), ids=ASKED)
def test_what_comes_near_is_told(text: str, hint: str) -> None:
    (problem,) = examine(HEAD + text, "mine.variant.yaml").problems
    assert hint in (problem.hint or "")


def test_a_word_of_the_place_comes_first() -> None:
    rule = "rules: [{id: r, at: capture, do: [{drop: {type: pawn, color: white, square: e4}}]}]\n"
    (problem,) = examine(HEAD + rule, "mine.variant.yaml").problems
    assert problem.hint == "did you mean 'spawn'?"
