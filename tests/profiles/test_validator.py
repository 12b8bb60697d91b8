"""The five checks of every apply and every swap."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import program_of
from rete_chess.errors import DocumentError, ProfileError
from tests.profiles.profiles import by_square, by_type, game, play, profile, value

BLOCKED = "7k/8/8/6np/7P/1q6/8/K7 w - - 0 1"  # White can only capture on g5
TAME = profile("tame", by_type("pawn", "CaptureFlags", "CANNOT_CAPTURE"))
LOADED = profile(
    "loaded",
    by_square("a1", "HpBonus", 1),
    by_square("a1", "RangeBonus", 1),
    by_square("a1", "DamageResistance", 0.5),
    by_square("a1", "DirectionAdditions", "diagonal"),
    by_square("a1", "CaptureFlags", "CAN_CAPTURE_OWN"),
    by_square("a1", "PromotionOverride", "knight"),
    *(by_square("a1", name) for name in ("marksman", "exploding", "scapegoat", "piercing", "bouncer")),
)


@pytest.mark.parametrize(
    ("given", "fen", "code"),
    [
        (
            profile("p", by_type("queen", "RangeBonus", 1)),
            "4k3/8/8/8/8/8/4Q3/8 w - - 0 1",
            "E_PROFILE_NO_KING",
        ),
        (profile("p", by_type("king", "CaptureFlags", "CANNOT_BE_CAPTURED")), None, "E_PROFILE_INVULN_KING"),
        (profile("p", by_square("e8", "CaptureFlags", "CANNOT_BE_CAPTURED")), None, "E_PROFILE_INVULN_KING"),
        (TAME, BLOCKED, "E_PROFILE_DEADLOCK"),
        (profile("q", *LOADED["perInstance"], by_square("a1", "cannibal")), None, "E_PROFILE_ATTR_LIMIT"),
    ],
)
def test_a_wrong_profile_is_refused(given: Any, fen: str | None, code: str) -> None:
    with pytest.raises(ProfileError) as caught:
        game(given, fen=fen)
    assert caught.value.code == code
    assert {problem.code for problem in caught.value.problems} == {code}


def test_sixteen_attributes_are_not_too_many() -> None:
    engine = game(LOADED)
    piece = engine.piece_at("a1")
    assert piece is not None
    held = [fact for fact in engine.session.all_facts() if fact.id == piece.id]
    given = [name for name, column in engine.board.bonuses.items() if piece.id in column]
    assert len(held) + len(given) == 16


def test_who_had_no_move_before_is_not_the_profiles_fault() -> None:
    stuck = "7k/8/6p1/6Pp/7P/1q6/8/K7 w - - 0 1"
    assert game(TAME, fen=stuck).result is not None


def test_a_side_that_never_has_a_king_needs_none() -> None:
    program = program_of("horde", profiles=[profile("p", by_type("pawn", "RangeBonus", 1))])
    assert len(Engine(program, network="native").legal_moves()) > 0


def test_an_orphan_is_left_out_with_a_warning() -> None:
    engine = game(profile("p", by_square("e5", "HpBonus", 1), by_square("e2", "HpBonus", 1)))
    (warning,) = engine.profile_warnings
    assert (warning.code, warning.severity, warning.path) == (
        "E_PROFILE_ORPHAN_INSTANCE",
        "warning",
        "perInstance[0]",
    )
    play(engine, "e2e4 a7a6 e4e5")
    assert value(engine, "e5", "HpBonus") == 1  # by where it started


def test_problems_of_a_document_have_their_lines() -> None:
    text = """kind: profile
id: wrong
name: Wrong
layoutId: standart
perType:
  - {pieceType: pwan, kind: HpBonus, value: 1}
  - {pieceType: pawn, kind: RangeBonus, value: far}
  - {pieceType: pawn, kind: HpBonus}
perInstance:
  - {square: e9, kind: HpBonus, value: 1}
  - {square: e2, kind: DirectionAdditions, value: [[1, 0], [0, 0]]}
"""
    from rete_chess.documents import load_document

    with pytest.raises(DocumentError) as caught:
        game(load_document(text, "wrong.profile.yaml"))
    found = [(problem.code, problem.line, problem.column, problem.path) for problem in caught.value.problems]
    assert found == [
        ("E_UNKNOWN_NAME", 4, 11, "layoutId"),
        ("E_UNKNOWN_NAME", 6, 17, "perType[0].pieceType"),
        ("E_DOC_TYPE", 7, 48, "perType[1].value"),
        ("E_DOC_MISSING", 8, 5, "perType[2]"),
        ("E_SQUARE", 10, 14, "perInstance[0].square"),
        ("E_DOC_VALUE", 11, 60, "perInstance[1].value[1]"),
    ]
