"""Words that tables cannot say are left to functions: no table leaves out a part of a condition."""

from __future__ import annotations

import pytest

from rete_chess.compiler import compile_document
from rete_chess.core.attacks import is_in_check
from rete_chess.core.fen import parse_fen
from rete_chess.documents import load_document

TEXT = "kind: variant\nid: own\nname: Own\nextends: chess\ncheck: {unless: [%s]}\n"

#: a condition, a position in which Black is in check, one in which the condition exempts him
UNSAID = {
    "attacks": (
        "{piece: {type: bishop, color: white, attacks: {type: bishop}}}",
        "4k3/8/8/8/8/8/8/B3R2K b - - 0 1",
        "4k3/8/8/4b3/8/8/8/B2R3K b - - 0 1",
    ),
    "neighbours": (
        "{piece: {type: bishop, square: {neighbour: orthogonal, of: e5}}}",
        "4k3/8/8/8/8/8/8/B3R2K b - - 0 1",
        "4k3/8/8/3B4/8/8/8/4R2K b - - 0 1",
    ),
    "counts": (
        "{count: {type: bishop}, ge: 2}",
        "4k3/8/8/8/8/8/8/B3R2K b - - 0 1",
        "4k3/8/8/8/8/8/8/BB2R2K b - - 0 1",
    ),
    "either": (
        "{any: [[{piece: {type: knight}}], [{piece: {type: queen}}]]}",
        "4k3/8/8/8/8/8/8/B3R2K b - - 0 1",
        "4k3/8/8/8/8/8/8/N3R2K b - - 0 1",
    ),
}


@pytest.mark.parametrize(("condition", "in_check", "exempt"), UNSAID.values(), ids=UNSAID)
def test_conditions_are_whole(condition: str, in_check: str, exempt: str) -> None:
    program = compile_document(load_document(TEXT % condition))
    assert program.laws.exempt_when == (None, None)
    assert is_in_check(parse_fen(program.book, in_check), 1)
    assert not is_in_check(parse_fen(program.book, exempt), 1)
