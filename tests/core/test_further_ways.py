"""Lame and mirrored leaps, wrapped edges and captures from afar: every tier of legality gives one answer."""

from __future__ import annotations

from random import Random

import pytest

from rete_chess.compiler import compile_document
from rete_chess.core.fen import parse_fen
from rete_chess.core.lawbook import LOOK, PINS
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.documents import load_document

HEAD = "kind: variant\nid: own\nname: Own\nextends: chess\nmoves:\n"

START = "4k3/pppp1ppp/2n2b2/1q1r4/4R1Q1/2B2N2/PPPP1PPP/4K3 w - - 0 1"

#: what the pieces do, the tier that decides
WAYS = {
    "lame knights": ("  - {for: {type: knight}, use: [{leap: knight, via: orthogonal}]}\n", PINS),
    "lame elephants": (
        "  - {for: {type: bishop}, use: [{leap: {step: [2, 2], mirrored: true}, via: diagonal}]}\n",
        PINS,
    ),
    "long lame leaps": (
        "  - {for: {type: queen}, "
        "use: [{leap: {step: [2, 3], mirrored: true}, via: orthogonal}, {leap: all}]}\n",
        PINS,
    ),
    "sides of its own": ("  - {for: {type: queen}, use: [{slide: [[1, 1], [-1, 0]], turned: true}]}\n", PINS),
    "a torus": ("  - {for: {type: {not: pawn}}, modify: {wrap: all}}\n", LOOK),
    "lame knights on a cylinder": (
        "  - {for: {type: knight}, use: [{leap: knight, via: diagonal}], modify: {wrap: files}}\n",
        PINS,
    ),
    "rifles": ("  - {for: {}, modify: {captures: stay}}\n", LOOK),
    "leaps anywhere": ("  - {for: {type: rook}, use: [{leap: anywhere, mode: move}]}\n", PINS),
}


@pytest.mark.parametrize(("moves", "tier"), WAYS.values(), ids=WAYS)
def test_tiers_agree(moves: str, tier: int) -> None:
    program = compile_document(load_document(HEAD + moves))
    assert program.book.tier == tier
    chance = Random(moves)
    for _ in range(3):
        board = parse_fen(program.book, START)
        for _ in range(60):
            if board.lost:  # on a torus kings begin in check
                break
            legal = sorted(legal_moves(board))
            assert legal == sorted(legal_by_looking(board))
            if not legal:
                break
            key, length = board.key, len(board.journal)
            move = chance.choice(legal)
            board.make(move)
            board.rollback(length)
            assert board.key == key
            board.make(move)
