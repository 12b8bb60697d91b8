"""Two atoms with one way and different tags are two moves: listed, written, read, explained and played."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import compile_document
from rete_chess.errors import MoveError
from rete_chess.match import Match
from rete_chess.match._saves import format_save, parse_save

CHARGERS = """
kind: variant
id: chargers
name: Chargers
extends: chess
attributes: {Charges: {of: piece, type: int, start: 0}}
moves:
  - {for: {type: rook}, add: [{slide: orthogonal, range: [1, 3], tag: charge}]}
  - {for: {type: knight}, use: [{leap: knight, tag: trot}, {leap: knight, tag: jump}]}
  - {for: {type: pawn}, add: [{leap: forward-diagonal, mode: capture, enPassant: takes, tag: sly}]}
  - {forbid: {tag: charge, to: [d4]}, because: no charge into the centre}
rules:
  - id: charge
    at: move
    when: [{event: {piece: $r, tag: charge}}]
    do: [{add: {target: $r, attr: Charges, by: 1}}]
"""
FEN = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


@pytest.mark.parametrize("network", ["native", "durable"])
def test_both_are_legal_and_do_what_their_tags_say(network: str) -> None:
    engine = Engine(compile_document(CHARGERS), FEN, network)
    up = [move for move in engine.legal_moves() if move.startswith("a1a")]
    assert sorted(up) == sorted(
        ["a1a2", "a1a2@charge", "a1a3", "a1a3@charge", "a1a4", "a1a4@charge", "a1a5", "a1a6", "a1a7", "a1a8"]
    )
    for text, charges in (("a1a3", 0), ("a1a3@charge", 1), ("Ra3", 0), ("Ra3@charge", 1)):
        engine.apply(text)
        rook = engine.piece_at("a3")
        assert rook is not None
        assert engine.session.get(rook.id, "Charges") == charges, text
        engine.undo()
    assert engine.san("a1a3@charge") == "Ra3@charge"
    assert engine.san("a1a3") == "Ra3"


def test_explain_knows_both() -> None:
    engine = Engine(compile_document(CHARGERS), "4k3/8/8/8/R7/8/8/4K3 w - - 0 1")
    assert engine.explain("a4c4").reason.rule == "rook"
    assert engine.explain("a4c4@charge").reason.rule == "chargers"
    assert engine.explain("a4d4").legal
    refused = engine.explain("a4d4@charge")
    assert (refused.legal, refused.reason.message) == (False, "no charge into the centre")
    far = engine.explain("a4g4@charge")
    assert far.reason.code == "E_MOVE_REACH"
    assert far.reason.message == "the white rook on a4 has no move to g4 that is called charge"


def test_two_tags_and_no_bare_move_are_ambiguous_without_one() -> None:
    engine = Engine(compile_document(CHARGERS))
    assert {"b1c3@trot", "b1c3@jump"} <= set(engine.legal_moves())
    assert "b1c3" not in engine.legal_moves()
    for text in ("b1c3", "Nc3"):
        with pytest.raises(MoveError) as failed:
            engine.apply(text)
        assert failed.value.code == "E_MOVE_AMBIGUOUS"
    engine.apply("Nc3@jump")


def test_captures_in_passing_and_checks() -> None:
    engine = Engine(compile_document(CHARGERS), "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1")
    engine.apply("d7d5")
    assert {"e5d6@en-passant", "e5d6@sly"} <= set(engine.legal_moves())
    assert engine.apply("e5d6@sly").move.is_en_passant
    assert engine.piece_at("d5") is None
    pinned = Engine(compile_document(CHARGERS), "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1")
    assert all(move.startswith(("e2e", "e1")) for move in pinned.legal_moves())
    assert {"e2e4", "e2e4@charge", "e2e8"} <= set(pinned.legal_moves())


def test_a_saved_match_tells_them_apart() -> None:
    match = Match(compile_document(CHARGERS), FEN)
    for text in ("a1a2@charge", "e8e7", "a2a3", "e7e8", "a3a4@charge"):
        match.play(text)
    again = parse_save(format_save(match))
    assert again.engine.state_hash() == match.engine.state_hash()
    assert [str(record.move) for record in again.engine.move_log][::2] == [
        "a1a2@charge",
        "a2a3",
        "a3a4@charge",
    ]
