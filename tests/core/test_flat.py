"""The flat core plays as the board does: the same moves, keys, royal pieces, node counts, steps and games."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import assume, event, given

from rete_chess.compiler import catalog, program_of
from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.deeds import play
from rete_chess.core.fen import parse_fen
from rete_chess.core.flat import walks
from rete_chess.core.flat.attacks import is_in_check as is_flat_in_check
from rete_chess.core.flat.claims import IS_FAST, REASONS, SAID, flat_position, obstacle
from rete_chess.core.flat.legality import listed
from rete_chess.core.flat.playing import play as flat_play
from rete_chess.core.flat.playing import take_back
from rete_chess.core.flat.position import CLOSED, Position
from rete_chess.core.journal import Made
from rete_chess.core.lawbook import PINS, lawbook
from rete_chess.core.laws import Laws
from rete_chess.core.legality import legal_moves
from rete_chess.core.perft import Tally, perft_by_board, play_out_by_board, result_of
from rete_chess.core.reach import COLOR, EMPTY, GUARDED, WALL
from rete_chess.errors import BudgetError, GameError
from rete_chess.metering import Budget, Meter
from rete_chess.resources import build
from tests.core.games import Game, draw_board, examples, games, walk
from tests.core.test_legality import scattered
from tests.core.variants import chess_laws, laws_of, variants

#: Shipped variants that the flat core plays.
CLAIMED = [name for name in catalog.variants().list() if not obstacle(program_of(name).book)]


def flat_cell(held: int) -> int:
    """What a square of a board is to the flat core, which has no pieces that are nobody's."""
    if held == EMPTY:
        return EMPTY
    return int(CLOSED) if held == WALL else held & COLOR | 2 * (held >= GUARDED)


def numbers(vector: Any, count: int) -> list[int]:
    return [int(vector[index]) for index in range(count)]


def state_of(at: Position) -> dict[str, Any]:
    """What a flat position knows, in the words of a board."""
    size = int(at.size)
    passed = int(at.passed)
    return {
        "cells": numbers(at.cells, size),
        "pieces": [
            {square: int(at.reaches[square]) for square in sorted(side(at.lists, at.counts, color, size))}
            for color in (0, 1)
        ],
        "royals": [sorted(side(at.royals, at.royal_counts, color, size)) for color in (0, 1)],
        "turn": int(at.turn),
        "castling": int(at.castling),
        "exposed": (numbers(at.ways, passed + 1 + int(at.ways[passed]))[passed + 1 :], int(at.exposed))
        if passed >= 0
        else None,
        "clock": int(at.clock),
        "key": int(at.key),
        "lost": int(at.lost),
    }


def side(lists: Any, counts: Any, color: int, size: int) -> list[int]:
    return [int(lists[color * size + index]) for index in range(int(counts[color]))]


def state_of_board(board: Board) -> dict[str, Any]:
    size, types = board.book.geometry.size, len(board.book.types)
    return {
        "cells": [flat_cell(held) for held in board.cells],
        "pieces": [
            {s: (color * types + reach.type_index) * size + s for s, reach in sorted(pieces.items())}
            for color, pieces in enumerate(board.pieces[:2])
        ],
        "royals": [sorted(squares) for squares in board.royals[:2]],
        "turn": board.turn,
        "castling": board.castling,
        "exposed": board.exposed and (list(board.exposed.targets), board.exposed.victim),
        "clock": board.clock,
        "key": board.key,
        "lost": board.lost,
    }


def check_walk(board: Board, choices: list[int]) -> None:
    """Both cores agree at every stop of a walk, in what every move leads to, and on the way back."""
    at = flat_position(board)
    assert at is not None
    trail: list[dict[str, Any]] = []
    for _ in walk(board, choices):
        if trail:
            made = [entry for entry in board.entries(0) if isinstance(entry, Made)]
            flat_play(at, made[-1].code)
        trail.append(state_of(at))
        assert trail[-1] == state_of_board(board)
        legal = sorted(legal_moves(board))
        assert sorted(listed(at)) == legal, draw_board(board)
        assert state_of(at) == trail[-1]
        assert is_flat_in_check(at, at.turn) == is_in_check(board, board.turn)
        for move in legal:
            length = len(board.journal)
            play(board, move)
            flat_play(at, move)
            assert state_of(at) == state_of_board(board), draw_board(board)
            take_back(at)
            board.rollback(length)
            assert state_of(at) == trail[-1]
    for before in reversed(trail[:-1]):
        take_back(at)
        assert state_of(at) == before


@examples(60)
@given(games())
def test_random_pieces(game: Game) -> None:
    board = game.board()
    assume(not obstacle(board.book))
    event(f"tier {board.book.tier}, royals {min(len(board.royals[board.turn]), 3)}")
    check_walk(board, list(game.choices))


@examples(40)
@given(games(is_plain=True, has_effects=True))
def test_random_effects(game: Game) -> None:
    board = game.board()
    assume(not obstacle(board.book))
    check_walk(board, list(game.choices))


@examples(60)
@given(games(is_plain=True))
def test_random_plain_pieces(game: Game) -> None:
    board = game.board()
    assume(not obstacle(board.book))
    check_walk(board, list(game.choices))


@pytest.mark.parametrize("name", CLAIMED)
def test_shipped_variants(name: str) -> None:
    program, random = program_of(name), Random(name)
    check_walk(parse_fen(program.book, program.start), random.choices(range(256), k=40))


@pytest.mark.parametrize("name", sorted(variants()))
def test_variants_of_the_tables(name: str) -> None:
    laws = laws_of(name)
    rank = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR"
    start = rank if laws.width == 6 else "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"
    check_walk(parse_fen(lawbook(laws), f"{start} w KQkq"), Random(name).choices(range(256), k=30))


def test_scattered_pieces_of_chess() -> None:
    """Several kings or none, kings in check out of turn, castling and passed squares at random."""
    random = Random(5)
    for _ in range(60):
        check_walk(parse_fen(lawbook(chess_laws()), scattered(random)), random.choices(range(256), k=3))


@pytest.mark.parametrize("name", [name for name in CLAIMED if name != "atomic"])
def test_random_games_and_their_results(name: str) -> None:
    program = program_of(name)
    for seed in range(2):
        board = parse_fen(program.book, program.start)
        at = flat_position(board)
        assert at is not None
        plies, why = walks.play_out(at, Random(seed).random, 400, board.meter)
        assert (plies, result_of(at, why)) == play_out_by_board(board, Random(seed).random, 400)


@pytest.mark.parametrize(
    ("fen", "plies"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),  # mate
        ("7k/5K2/8/8/8/8/8/8 w - - 0 1", 0),  # insufficient material
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", 0),  # stalemate
        ("7k/8/5K2/8/8/8/8/R7 w - - 149 90", 1),  # seventy-five moves, or mate
    ],
)
def test_ends_of_games(fen: str, plies: int) -> None:
    board = parse_fen(lawbook(chess_laws()), fen)
    at = flat_position(board)
    assert at is not None
    found, why = walks.play_out(at, Random(3).random, 10, board.meter)
    assert found == plies
    assert result_of(at, why) == play_out_by_board(board, Random(3).random, 10)[1] is not None


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize("name", [name for name in CLAIMED if program_of(name).book.tier == PINS])
def test_counts_cost_the_same_steps(name: str) -> None:
    program = program_of(name)
    fens = [program.start, KIWIPETE] if name == "chess" else [program.start]
    for fen in fens:
        spent = []
        for is_flat in (True, False):
            meter = Meter(Budget.author())
            meter.begin(10**9, "the count")
            board = parse_fen(program.book, fen)
            board.meter = meter
            nodes = count(board, 3, None) if is_flat else perft_by_board(board, 3)
            spent.append((nodes, meter.spent))
            meter.end()
        assert spent[0] == spent[1]


def count(board: Board, depth: int, tally: Tally | None) -> int:
    at = flat_position(board)
    assert at is not None
    return walks.perft(at, depth, board.meter, tally)


def test_counts_stop_at_their_bounds() -> None:
    board = parse_fen(lawbook(chess_laws()), KIWIPETE)
    tally = Tally(97_862)
    assert count(board, 3, tally) == tally.nodes == 97_862
    with pytest.raises(GameError, match="more than 97,861 nodes"):
        count(board, 3, Tally(97_861))
    meter = Meter(Budget.author())
    meter.begin(50_000, "the count")
    board.meter = meter
    with pytest.raises(BudgetError):
        count(board, 3, None)
    meter.end()


def test_what_vectors_cannot_say_is_named() -> None:
    assert "extinction" not in CLAIMED
    assert obstacle(program_of("extinction").book) == "a condition on the position ends the game"
    assert obstacle(program_of("waning-magic").book) == "captures change the board beyond the capture"
    assert obstacle(program_of("racing-kings").book) == "some moves are forbidden"
    assert obstacle(program_of("monster").book) == "a turn has several half-moves"
    board = parse_fen(program_of("extinction").book, program_of("extinction").start)
    assert flat_position(board) is None


def test_every_law_is_said_by_vectors_or_is_an_obstacle() -> None:
    """A law that is new is an obstacle until somebody decides: never a wrong move in silence."""
    decided = {*SAID, *REASONS, "referee", "is_simulated"}
    assert {law.name for law in fields(Laws)} == decided
    assert not SAID & set(REASONS)


def test_a_compiled_build_counts_by_the_flat_core() -> None:
    assert (build() == "compiled") == IS_FAST
