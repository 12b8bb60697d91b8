"""Perft by the rules: equal to the core where that is exact, and to playing and undoing everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.core import perft as core
from rete_chess.documents import load_document
from rete_chess.engine import Engine
from rete_chess.engine.lookahead.perft import divide, perft
from rete_chess.errors import MoveRefusedError

ATOMIC_FEN = "rnbqkb1r/ppp1pppp/5n2/3p4/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3"
EXTRA_MOVE = Path(__file__).parent.parent / "scenarios" / "documents" / "extra-move.variant.yaml"
TACTICS = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def slow_perft(engine: Engine, depth: int) -> int:
    """By the public door alone."""
    if depth == 0:
        return 1
    nodes = 0
    for move in engine.legal_moves():
        try:
            engine.apply(move)
        except MoveRefusedError:
            continue
        nodes += slow_perft(engine, depth - 1)
        engine.undo()
    return nodes


EXACT = {
    "chess": ("chess", (), TACTICS, 2),
    "atomic": ("atomic", (), ATOMIC_FEN, 3),
    "petrified": ("petrified", (), TACTICS, 2),
    "antichess": ("antichess", (), None, 3),
    "king-of-the-hill": ("king-of-the-hill", (), "8/8/4k3/8/8/3K4/8/8 w - - 0 1", 4),
    "racing-kings": ("racing-kings", (), None, 2),
    "queen-splits": ("chess", ("queen-splits",), TACTICS, 2),
}


@pytest.mark.parametrize(("variant", "presets", "fen", "depth"), EXACT.values(), ids=EXACT)
def test_equals_the_core(variant: str, presets: tuple[str, ...], fen: str | None, depth: int) -> None:
    program = program_of(variant, [ActivePreset(name) for name in presets])
    assert program.is_core_exact
    engine = Engine(program, fen, network="native")
    before = engine.state_hash(), engine.fen()
    assert divide(engine, depth) == core.divide(engine.board, depth)
    assert perft(engine, depth) == core.perft(engine.board, depth)
    assert (engine.state_hash(), engine.fen()) == before


RULES = {
    "three-check": ("three-check", (), "4k3/8/8/8/8/8/3Q4/4K3 w - - 1+1 0 1", 3),
    "three-check won": ("three-check", (), "4k3/8/8/8/8/8/3Q4/4K3 w - - 0+3 0 1", 2),
    "piece-hp": ("chess", ("piece-hp",), TACTICS, 2),
    "piece-shield": ("chess", ("piece-shield",), "4k3/8/8/3pq3/4P3/8/8/4K3 w - - 0 1", 3),
    "all at once": ("atomic", ("piece-shield", "piece-hp", "queen-splits"), TACTICS, 2),
    "double-move hp": ("chess", ("double-move", "piece-hp"), "4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", 3),
}


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("variant", "presets", "fen", "depth"), RULES.values(), ids=RULES)
def test_equals_playing_and_undoing(
    variant: str, presets: tuple[str, ...], fen: str, depth: int, network: str
) -> None:
    if network == "durable":
        pytest.importorskip("durable_rules_engine")
    program = program_of(variant, [ActivePreset(name) for name in presets])
    assert not program.is_core_exact
    engine = Engine(program, fen, network=network)
    before = engine.state_hash(), engine.fen(), list(engine.legal_moves())
    nodes = perft(engine, depth)
    assert nodes == slow_perft(engine, depth)
    assert nodes == sum(divide(engine, depth).values())
    assert (engine.state_hash(), engine.fen(), list(engine.legal_moves())) == before


def test_depth_zero_is_one_node() -> None:
    engine = Engine("three-check")
    assert perft(engine, 0) == 1
    assert divide(engine, 0) == {}


def test_perft_goes_on_from_the_middle_of_a_game() -> None:
    engine = Engine(program_of("chess", [ActivePreset("piece-hp")]), network="native")
    for move in ("e2e4", "d7d5", "e4d5"):
        engine.apply(move)
    assert perft(engine, 2) == slow_perft(engine, 2)
    assert len(engine.undo().trace.firings) == 1


def test_a_game_that_a_rule_has_ended_is_a_leaf() -> None:
    document = (
        "kind: variant\nid: race\nname: Race\ndescription: '-'\nextends: chess\n"
        "fen: 4k3/8/8/8/8/8/P7/4K3 w - - 0 1\nrules:\n"
        "  - {id: win, at: move, when: [{event: {piece: $p}}, {piece: {id: $p, type: pawn}}], "
        "do: [{win: {side: white, reason: a pawn has moved}}]}\n"
    )
    engine = Engine(compile_document(load_document(document)), network="native")
    assert perft(engine, 1) == len(engine.legal_moves()) == 7
    split = divide(engine, 2)
    assert sorted(split.values())[:3] == [0, 0, 5]
    assert sum(split.values()) == slow_perft(engine, 2)


def test_a_refused_move_is_no_move() -> None:
    document = (
        "kind: variant\nid: rest\nname: Rest\ndescription: '-'\nextends: chess\nrules:\n"
        "  - {id: rest, at: before-move, when: [{event: {piece: $p}}, {piece: {id: $p, type: knight}}], "
        "do: [{refuse: {because: knights rest}}]}\n"
    )
    engine = Engine(compile_document(load_document(document)), network="native")
    assert perft(engine, 1) == 16
    assert len(divide(engine, 1)) == 16
    assert perft(engine, 2) == 256


def test_counts_of_moves_do_not_end_it() -> None:
    engine = Engine("three-check", "4k3/8/8/8/8/8/8/4K2R w - - 3+3 150 99", network="native")
    assert engine.result is not None
    assert perft(engine, 1) > 0


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("4k3/2p5/8/3N4/8/8/8/4K2R w K - 0 1", ["d5c7"]),  # gives check, and White is to move again
        ("4k2r/8/8/8/3n4/8/2P5/4K3 b k - 0 1", ["d4c2"]),
        ("4k3/2p5/8/3N4/8/8/8/4K2R w K - 0 1", []),
    ],
)
def test_a_side_that_waits_in_check(fen: str, moves: list[str]) -> None:
    """It may lose its king, in the position itself and in those that the count comes to."""
    engine = Engine(EXTRA_MOVE, fen, network="native")
    for move in moves:
        engine.apply(move)
    board = engine.board
    noted = board.irregular_at
    assert (noted == len(board.journal)) == bool(moves)
    for depth in (1, 2, 2):  # once more, for what the first may leave behind
        assert perft(engine, depth) == slow_perft(engine, depth) == sum(divide(engine, depth).values())
        assert board.irregular_at == noted
