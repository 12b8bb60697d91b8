"""What decides about check may not ask about check: such documents are refused by line, in every kind."""

from __future__ import annotations

import pytest

from rete_chess import Engine, load
from rete_chess.checks import examine_text
from rete_chess.compiler import compile_document
from rete_chess.errors import DocumentError

HEAD = "kind: {0}\nid: own\nname: Own\ndescription: Checks itself.\n"
UNLESS = {
    "a side in check": ("[{side: {inCheck: true}}]", 0),
    "no side in check": ("[{piece: {type: queen}}, {side: {color: white, inCheck: false}}]", 1),
    "not a side in check": (
        "[{piece: {color: $s, type: king}}, {not: {side: {color: $s, inCheck: true}}}]",
        1,
    ),
}
KINDS = {"variant": "extends: chess\n", "preset": "", "tile": "", "ability": "value: 1\n"}


@pytest.mark.parametrize(("unless", "place"), UNLESS.values(), ids=UNLESS)
@pytest.mark.parametrize("kind", KINDS)
def test_check_does_not_ask_for_check(kind: str, unless: str, place: int) -> None:
    text = HEAD.format(kind) + KINDS[kind] + f"check: {{unless: {unless}}}\n"
    (problem,) = examine_text(text).problems
    assert (problem.code, problem.path) == ("E_CHECK_ASKED", f"check.unless[{place}]")
    assert problem.line == text.count("\n")


def test_a_carrier_does_not_shift_the_place() -> None:
    text = HEAD.format("ability") + "value: 1\n"
    text += "check:\n  unless:\n  - piece: {id: $self}\n  - side: {color: $self.color, inCheck: true}\n"
    (problem,) = examine_text(text).problems
    assert (problem.code, problem.path, problem.line) == ("E_CHECK_ASKED", "check.unless[1]", 9)


def test_the_compiler_refuses_it() -> None:
    text = HEAD.format("variant") + "extends: chess\ncheck: {unless: [{side: {inCheck: true}}]}\n"
    with pytest.raises(DocumentError, match="E_CHECK_ASKED"):
        compile_document(load(text))


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("moves: [{forbid: {kind: capture, after: [{side: {inCheck: true}}]}}]", 1),
        ("moves: [{forbid: {after: [{not: {side: {color: white, inCheck: false}}}]}}]", 1),
        ("result: {ends: [{draw: stuck, when: [{side: {inCheck: true}}, {not: {move: {}}}]}]}", 1),
    ],
)
@pytest.mark.parametrize("network", ["durable", "native"])
def test_what_comes_after_a_move_may_ask_for_check(text: str, moves: int, network: str) -> None:
    program = compile_document(load(HEAD.format("variant") + f"extends: chess\n{text}\n"))
    engine = Engine(program, "4k3/8/8/8/8/8/4q3/Q3K3 w - - 0 1", network)
    assert len(engine.legal_moves()) == moves
