"""Hooks that decide about moves: what they allow, what they attack, who is royal; by the slow tier."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, program_of
from rete_chess.core.lawbook import REFEREE
from rete_chess.engine.lookahead.perft import perft
from rete_chess.presets import Move, Preset, registered
from rete_chess.serial import program_data
from rete_chess.testing.sample_presets import Leapers
from tests.presets.recording import recording


def program(preset: Any, scope: str = "both", *others: str) -> Program:
    with registered(preset):
        return program_of("chess", [*(ActivePreset(name) for name in others), ActivePreset(preset.id, scope)])


def test_the_tier_says_which_hooks_decide() -> None:
    data = program_data(program(Leapers()))
    assert data["legality"] == {
        "tier": REFEREE,
        "by": "hooks and effects",
        "reason": "Python hooks decide about moves: leapers.override_piece_moves",
        "board": "Python hooks decide about moves: leapers.override_piece_moves",
    }


def test_an_overridden_piece_attacks_as_it_moves() -> None:
    """The king may go where a rook would hit it, and not where the leaping rook can capture."""
    engine = Engine(program(Leapers()), "4k3/8/8/8/8/8/1r6/4K3 w - - 0 1")
    # From b2 a knight reaches d1, d3, a4 and c4; as a rook it would forbid the second rank.
    assert list(engine.legal_moves()) == ["e1f1", "e1d2", "e1e2", "e1f2"]
    assert engine.in_check is False
    checked = Engine(program(Leapers()), "4k3/8/8/8/8/8/2r5/4K3 w - - 0 1")
    assert checked.in_check is True
    assert "e1d2" in checked.legal_moves()


def test_an_overridden_piece_pins_nobody() -> None:
    engine = Engine(program(Leapers()), "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1")
    plain = Engine(fen="4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1")
    assert "e2d3" in engine.legal_moves()
    assert "e2d3" not in plain.legal_moves()


def test_castling_sees_overridden_attacks() -> None:
    """A leaping rook on e3 covers f1 and d1, not the file that it stands on."""
    for scope, castles in (("black", False), ("white", True)):
        engine = Engine(program(Leapers(), scope), "4k3/8/8/8/8/4r3/4P3/R3K2R w KQ - 0 1")
        assert ("e1g1" in engine.legal_moves()) is castles, scope


def test_an_override_gives_up_castling_and_replaces_documents_only_if_it_comes_first() -> None:
    class Sideways(Preset):
        id = "sideways"
        name = "Sideways"
        description = "Pawns step one square to the h file."

        def override_piece_moves(self, engine: Any, piece: int) -> list[Move] | None:
            here = engine.session.get(piece, "Position")
            if engine.session.get(piece, "PieceType") != "pawn":
                return None
            return [] if here % 8 == 7 or engine.piece_at(here + 1) else [engine.move(piece, here + 1)]

    fen = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"
    with registered(Sideways()):
        before = program_of("chess", [ActivePreset("sideways"), ActivePreset("berolina-pawns")])
        after = program_of("chess", [ActivePreset("berolina-pawns"), ActivePreset("sideways")])
    assert [m for m in Engine(before, fen).legal_moves() if m.piece_type == "pawn"] == ["d2e2"]
    berolina = Engine(program_of("chess", [ActivePreset("berolina-pawns")]), fen)
    assert Engine(after, fen).legal_moves() == berolina.legal_moves()


def test_transformed_moves_compose_in_order_and_promote() -> None:
    """One preset drops the pawn's double step, the next adds a leap to the last rank."""

    def no_double(engine: Any, piece: int, previous: Any) -> Any:
        return lambda: [move for move in previous() if not move.is_double_step]

    def leap_ahead(engine: Any, piece: int, previous: Any) -> Any:
        if engine.session.get(piece, "PieceType") != "pawn":
            return None
        seen = [move.is_double_step for move in previous()]
        return lambda: [*previous(), engine.move(piece, "a8")] if not any(seen) else []

    hook = "transform_move_generator"
    one = recording([], "one", (hook,), **{hook: no_double})
    two = recording([], "two", (hook,), **{hook: leap_ahead})
    fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"
    with registered(one, two):
        engine = Engine(program_of("chess", [ActivePreset("one"), ActivePreset("two")]), fen)
        other = Engine(program_of("chess", [ActivePreset("two"), ActivePreset("one")]), fen)
    pawn = [move for move in engine.legal_moves() if move.piece_type == "pawn"]
    assert sorted(pawn) == ["a2a3", "a2a8b", "a2a8n", "a2a8q", "a2a8r"]
    assert [move for move in other.legal_moves() if move.piece_type == "pawn"] == []


def test_extra_moves_give_check() -> None:
    """A bishop that may also jump to e1 attacks what stands there."""

    def jump(engine: Any, piece: int) -> list[Move]:
        is_bishop = engine.session.get(piece, "PieceType") == "bishop"
        return [engine.move(piece, "e1")] if is_bishop else []

    jumper = recording([], "jumper", ("get_extra_moves",), get_extra_moves=jump)
    engine = Engine(program(jumper, "black"), "b3k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert engine.in_check is True
    assert Engine(program(jumper, "white"), "b3k3/8/8/8/8/8/8/4K3 w - - 0 1").in_check is False


def test_a_capture_that_is_filtered_away_gives_no_check() -> None:
    def peaceful(moves: Any, engine: Any, piece: int) -> list[Move]:
        return [move for move in moves if not move.is_capture]

    peace = recording([], "peace", ("filter_moves",), filter_moves=peaceful)
    engine = Engine(program(peace), "4k3/4r3/8/8/8/8/8/4K3 w - - 0 1")
    assert engine.in_check is False


def test_a_filter_of_all_moves_may_force_captures() -> None:
    def captures(context: Any) -> Any:
        return [move for move in context.moves if move.is_capture] or context.moves

    forced = recording([], "forced", ("filter_legal_moves",), filter_legal_moves=captures)
    engine = Engine(program(forced), "4k3/8/8/8/8/8/r7/R3K3 w - - 0 1")
    assert list(engine.legal_moves()) == ["a1a2"]
    document = Engine(program_of("antichess"), "8/8/8/8/8/8/r7/R7 w - - 0 1")
    assert list(document.legal_moves()) == ["a1a2"]


# -- royalty ---------------------------------------------------------------------------------------


def royal(kind: str, name: str) -> Any:
    """A preset by which all pieces of a type are royal."""

    def named(context: Any) -> list[int]:
        engine = context.engine
        return [p for p in engine.pieces(context.color) if engine.session.get(p, "PieceType") == kind]

    return recording([], name, ("get_royal_pieces",), get_royal_pieces=named)


def test_royal_by_hook_is_royal_by_document() -> None:
    """Kings named by a hook: the game of chess, move for move; and its node counts."""
    engine = Engine(program(royal("king", "kings")))
    assert perft(engine, 2) == 400
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert perft(Engine(program(royal("king", "kings")), fen), 1) == 48
    assert sorted(Engine(program(royal("king", "kings")), fen).legal_moves()) == sorted(
        Engine(fen=fen).legal_moves()
    )


def test_the_union_of_royal_pieces() -> None:
    with registered(royal("king", "kings"), royal("queen", "queens")):
        engine = Engine(
            program_of("chess", [ActivePreset("kings"), ActivePreset("queens")]),
            "4k3/8/8/8/8/r7/8/Q3K3 w - - 0 1",
        )
    assert engine.in_check is True
    assert sorted(engine.legal_moves()) == [
        "a1a3",
        "a1b1",
        "a1b2",
        "a1c1",
        "a1d1",
        "a1d4",
        "a1e5",
        "a1f6",
        "a1g7",
        "a1h8",
    ]


def test_a_royal_piece_of_a_hook_is_lost_with_the_game() -> None:
    allowed = recording(
        [],
        "queens",
        ("get_royal_pieces", "should_filter_self_check"),
        get_royal_pieces=royal("queen", "any").get_royal_pieces,
        should_filter_self_check=False,
    )
    engine = Engine(program(allowed), "q3k3/8/8/8/8/8/8/R3K2Q w - - 0 1")
    record = engine.apply("a1a8")
    assert str(record.result) == "white wins by loss of a royal piece"
    engine.undo()
    assert engine.result is None
    # The king is nobody: his capture ends nothing.
    engine = Engine(program(allowed), "q3k3/8/8/8/8/8/8/Q3R2K w - - 0 1")
    assert engine.apply("e1e8").result is None


def test_an_empty_union_knows_no_check() -> None:
    nobody = recording([], "nobody", ("get_royal_pieces",), get_royal_pieces=())
    engine = Engine(program(nobody), "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1")
    assert engine.in_check is False
    assert "e2d3" in engine.legal_moves()


def test_no_opinion_leaves_the_king_royal_and_the_filter_on() -> None:
    hooks = ("get_royal_pieces", "should_filter_self_check")
    silent = recording([], "silent", hooks)
    fen = "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1"
    assert Engine(program(silent), fen).legal_moves() == Engine(fen=fen).legal_moves()


@pytest.mark.parametrize(("scope", "free"), [("white", True), ("black", False), ("both", True)])
def test_the_self_check_filter_is_lifted_for_a_side(scope: str, free: bool) -> None:
    bold = recording([], "bold", ("should_filter_self_check",), should_filter_self_check=False)
    engine = Engine(program(bold, scope), "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1")
    assert ("e2d3" in engine.legal_moves()) is free


class Careful(Preset):
    """One hook for each way to keep a piece from its moves."""

    id = "careful"
    name = "Careful"
    description = "Queens transform, bishops are filtered, and nobody moves to the a-file."

    def transform_move_generator(self, engine: Any, piece: int, generator: Any) -> Any:
        if engine.session.get(piece, "PieceType") != "queen":
            return None
        return lambda: [move for move in generator() if move.to_square // 8 < 4]

    def filter_moves(self, moves: Any, engine: Any, piece: int) -> Any:
        return [move for move in moves if move.piece_type != "bishop" or move.captured_id is None]

    def filter_legal_moves(self, context: Any) -> Any:
        return [move for move in context.moves if move.to_square % 8]


@pytest.mark.parametrize(
    ("move", "hook"),
    [
        ("d1d7", "transform_move_generator"),
        ("c4f7", "filter_moves"),
        ("c4a6", "filter_legal_moves"),
        ("d1d4", None),
    ],
)
def test_an_explanation_names_the_hook_that_forbids(move: str, hook: str | None) -> None:
    engine = Engine(program(Careful()), "4k3/3p1p2/8/8/2B5/8/8/3QK3 w - - 0 1")
    answer = engine.explain(move)
    assert answer.legal is (hook is None) is (move in engine.legal_moves())
    if hook is not None:
        assert answer.reason.code == "E_MOVE_FORBIDDEN"
        assert answer.reason.message == f"the hook careful/{hook} does not allow it"
        assert answer.reason.rule == "careful"
        assert "test_movement_hooks:" in (answer.reason.origin or "")


def test_an_explanation_names_the_hook_that_says_how_a_piece_moves() -> None:
    engine = Engine(program(Leapers()), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    for move, message in (
        ("a1a5", "the hook leapers/override_piece_moves does not allow it"),
        ("a1h8", "the white rook on a1 does not reach h8, as the hook leapers/override_piece_moves says"),
    ):
        reason = engine.explain(move).reason
        assert (reason.message, reason.rule) == (message, "leapers")
        assert "sample_presets:" in (reason.origin or "")
    assert engine.explain("a1b3").legal


def test_moves_that_a_filter_changes_into_one_another_are_one_move() -> None:
    def to_e3(moves: Any, engine: Any, piece: int) -> list[Move]:
        if engine.session.get(piece, "PieceType") != "pawn":
            return list(moves)
        return [engine.move(piece, "e3") for _ in moves]

    narrow = recording([], "narrow", ("filter_moves",), filter_moves=to_e3)
    engine = Engine(program(narrow), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    assert [move for move in engine.legal_moves() if move.piece_type == "pawn"] == ["e2e3"]
