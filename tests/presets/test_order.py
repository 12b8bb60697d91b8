"""The two sequences in which hooks are asked: for the legal moves of a position, and for a move."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.core.legality import legal_moves
from rete_chess.presets import Amount, Move, registered
from tests.presets.recording import POSITIONAL, recording

Heard = list[tuple[str, str, Any]]

#: A rook that can take a pawn, and a king that may castle with it.
POSITION = "4k3/8/8/8/8/8/7p/4K2R w K - 0 1"


def test_the_order_of_the_query() -> None:
    heard: Heard = []
    with registered(recording(heard, "one"), recording(heard, "two")):
        engine = Engine(program_of("chess", [ActivePreset("two"), ActivePreset("one")]), POSITION)
    plain = Engine(fen=POSITION)
    assert engine.legal_moves() == plain.legal_moves()
    heard.clear()
    legal_moves(engine.board)
    royal = [("two", "get_royal_pieces", "white"), ("one", "get_royal_pieces", "white")]
    filtered = [("two", "filter_legal_moves", "white"), ("one", "filter_legal_moves", "white")]
    safe = [("two", "should_filter_self_check", "white"), ("one", "should_filter_self_check", "white")]

    def asked(square: str) -> Heard:
        return [(preset, hook, square) for hook in POSITIONAL for preset in ("two", "one")]

    squares = sorted((engine.board.entities[s], s) for s in engine.board.pieces[0])
    names = [engine.board.book.geometry.names[square] for _, square in squares]
    assert names == ["e1", "h1"]
    # Castling looks at attacks on the king's way in between, and so at the enemy's moves.
    own = [entry for entry in heard if entry[2] in ("e1", "h1")]
    assert own == asked("e1") + asked("h1")
    assert heard[:2] == royal
    assert heard[-4:] == safe + filtered


def test_a_piece_that_is_overridden_is_only_filtered() -> None:
    heard: Heard = []

    def only_forward(engine: Any, piece: int) -> list[Move] | None:
        if engine.session.get(piece, "PieceType") != "rook":
            return None
        return [engine.move(piece, "h2"), engine.move(piece, "a8")]

    hooks = ("override_piece_moves", "transform_move_generator", "get_extra_moves", "filter_moves")
    with registered(recording(heard, hooks=hooks, override_piece_moves=only_forward)):
        engine = Engine(program_of("chess", [ActivePreset("recorder")]), "4k3/8/8/8/8/8/7p/4K2R w - - 0 1")
    heard.clear()
    legal_moves(engine.board)
    assert [hook for _, hook, about in heard if about == "h1"] == ["override_piece_moves", "filter_moves"]
    assert [move for move in engine.legal_moves() if move.startswith("h1")] == ["h1h2", "h1a8"]


@pytest.mark.parametrize("network", ["native", "durable"])
def test_the_order_of_a_move(network: str) -> None:
    heard: Heard = []
    hooks = (
        "on_activate",
        "on_deactivate",
        "on_before_move",
        "on_before_capture",
        "on_damage",
        "on_piece_retract",
        "should_advance_turn",
        "on_after_move",
        "on_turn_start",
        "on_check_game_result",
        "describe_move_effect",
    )
    one, two = recording(heard, "one", hooks), recording(heard, "two", hooks, on_damage=Amount(1))
    with registered(one, two, recording(heard, "brief", ("on_activate", "on_deactivate"))):
        presets = [ActivePreset("two"), ActivePreset("brief", turns_remaining=1), ActivePreset("one")]
        engine = Engine(program_of("chess", presets), POSITION, network)
        assert [entry for entry in heard if entry[1] == "on_activate"] == [
            ("two", "on_activate", "both"),
            ("brief", "on_activate", "both"),
            ("one", "on_activate", "both"),
        ]
        heard.clear()
        record = engine.apply("h1h2")

    def both(hook: str, about: str) -> Heard:
        return [("two", hook, about), ("one", hook, about)]

    assert heard == [
        *both("on_before_move", "white"),
        *both("on_before_capture", "white"),
        *both("on_damage", "black"),
        *both("on_piece_retract", "black"),
        *both("should_advance_turn", "white"),
        ("brief", "on_deactivate", "both"),
        *both("on_after_move", "white"),
        *both("on_turn_start", "black"),
        *both("on_check_game_result", "black"),
        *both("describe_move_effect", "white"),
    ]
    rules = [firing.rule for firing in record.trace.firings]
    expected = [f"{preset}/{hook}" for preset, hook, _ in heard if hook != "on_check_game_result"]
    assert rules == expected


def test_a_vetoed_flip_starts_no_turn_and_asks_no_further() -> None:
    heard: Heard = []
    hooks = ("should_advance_turn", "on_after_move", "on_turn_start")
    twice = {"should_advance_turn": lambda context: context.half_moves_this_turn >= 2}
    with registered(recording(heard, "one", hooks, **twice), recording(heard, "two", hooks)):
        engine = Engine(program_of("chess", [ActivePreset("one"), ActivePreset("two")]))
    record = engine.apply("e2e4")
    assert (engine.turn, record.turn_flipped) == ("white", False)
    assert heard == [
        ("one", "should_advance_turn", "white"),
        ("one", "on_after_move", "white"),
        ("two", "on_after_move", "white"),
    ]
    heard.clear()
    engine.apply("d2d4")
    assert engine.turn == "black"
    assert [hook for _, hook, _ in heard] == [
        "should_advance_turn",
        "should_advance_turn",
        "on_after_move",
        "on_after_move",
        "on_turn_start",
        "on_turn_start",
    ]


def test_rules_of_documents_and_hooks_fire_in_the_order_of_the_presets() -> None:
    heard: Heard = []
    for presets in (("recorder", "piece-shield", "piece-hp"), ("piece-shield", "recorder", "piece-hp")):
        with registered(recording(heard, hooks=("on_damage",), on_damage=Amount(2))):
            engine = Engine(program_of("chess", [ActivePreset(name) for name in presets]), POSITION)
        fired = [firing.rule.split("/")[0] for firing in engine.apply("h1h2").trace.firings]
        if presets[0] == "recorder":
            assert fired[:3] == list(presets)
        else:
            assert fired == ["piece-shield"]  # the shield takes the whole hit, and nobody else is asked
