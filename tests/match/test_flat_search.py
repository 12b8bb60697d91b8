"""The search on the flat core: where it thinks, what it tells, its limits, and its sums kept move by move."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest

from rete_chess import Engine
from rete_chess.compiler import program_of
from rete_chess.core.fen import parse_fen
from rete_chess.core.flat.claims import flat_position
from rete_chess.core.flat.legality import listed
from rete_chess.core.flat.scores import Score
from rete_chess.core.flat.table import AT_LEAST, EXACT, Table
from rete_chess.engine.lookahead.tree import tree_of
from rete_chess.match.players import Limits, think
from rete_chess.match.players._flat import can_think, think_flat, worths_of
from rete_chess.match.players.evaluation import evaluation_of
from rete_chess.match.players.limits import Allowance
from rete_chess.match.players.search import Thought

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#: Shipped variants in which the flat search sees all that decides.
FLAT = ("berolina", "chess", "chess960", "coregal", "cylinder", "knightmate", "los-alamos", "petrified")


def thinks_flat(name: str) -> bool:
    engine = Engine(name, network="native")
    evaluation = evaluation_of(engine.program)
    tree = tree_of(engine)
    if not can_think(engine, tree, evaluation):
        return False
    return think_flat(engine, tree.board, evaluation, Allowance(Limits(nodes=5)), 0) is not None


@pytest.mark.parametrize("name", FLAT)
def test_variants_of_the_flat_search(name: str) -> None:
    assert thinks_flat(name)


@pytest.mark.parametrize("name", ["antichess", "atomic", "king-of-the-hill", "three-check", "warlords"])
def test_others_keep_the_search_by_trees(name: str) -> None:
    assert not thinks_flat(name)


@pytest.mark.parametrize("name", FLAT)
def test_sums_are_kept_move_by_move(name: str) -> None:
    program, chance = program_of(name), Random(name)
    at = flat_position(parse_fen(program.book, program.start))
    assert at is not None
    score = Score(at, worths_of(program, evaluation_of(program)))
    for _ in range(80):
        moves = listed(at)
        if not moves:
            break
        score.play(chance.choice(moves))
        fresh = Score(at, score.worths)
        assert (score.middle, score.white, score.black, score.mass) == (
            *(fresh.middle, fresh.white, fresh.black),
            fresh.mass,
        )
        assert score.value() == fresh.value()


def test_each_depth_is_told_with_a_line_that_can_be_played() -> None:
    engine = Engine("chess", KIWIPETE)
    told: list[Thought] = []
    last = think(engine, Limits(nodes=4_000), tell=told.append)
    assert last is not None
    assert [thought.depth for thought in told] == list(range(len(told)))
    assert len(told) > 2
    assert all(thought.line[0] == thought.move for thought in told)
    assert any(len(thought.line) > 1 for thought in told)
    for thought in told:
        game = engine.clone()
        for code in thought.line:
            game.apply(next(move for move in game.legal_moves() if move.code == code))
    assert sorted(thought.nodes for thought in told) == [thought.nodes for thought in told]
    assert think(engine, Limits(nodes=4_000)) == last


@pytest.mark.parametrize("name", ["chess", "warlords"])
def test_a_search_can_be_stopped(name: str) -> None:
    asked = count()
    thought = think(Engine(name, network="native"), Limits(nodes=10**6), stop=lambda: next(asked) >= 2)
    assert thought is not None
    assert 0 < thought.nodes <= 200
    assert next(asked) >= 3


def test_steps_bound_a_search() -> None:
    engine = Engine("chess", KIWIPETE)
    few, many = (think(engine, Limits(nodes=10**6, steps=steps)) for steps in (3_000, 60_000))
    assert few is not None
    assert many is not None
    assert 0 < few.nodes < many.nodes < 10**6
    assert think(engine, Limits(nodes=10**6, steps=3_000)) == few


def test_a_lost_side_goes_back_to_a_position_that_came_before() -> None:
    """White, a rook behind, checks for ever: each check leads to a position of the game."""
    engine = Engine("chess", "7k/5p1p/8/6Q1/8/8/1q3r2/7K w - - 20 60")
    fresh = think(engine, Limits(depth=0))
    for text in ("g5d8", "h8g7", "d8g5", "g7h8", "g5d8", "h8g7"):
        engine.apply(text)
    again = think(engine, Limits(depth=2))
    assert fresh is not None
    assert again is not None
    assert fresh.value < -300
    assert again.value == 0


def test_the_table_keeps_wins_by_their_distance() -> None:
    table = Table(4)
    table.keep(77, 3, EXACT, 999_990, 5, 6)
    place = table.find(77)
    assert (table.value(place, 6), table.value(place, 2)) == (999_990, 999_994)
    assert table.moves[place] == 5
    table.keep(77 + 16, 0, AT_LEAST, 3, 9, 0)  # the same entry, and less deep
    assert table.find(77) == place
    assert table.find(77 + 16) == -1
    table.keep(77 + 16, 5, AT_LEAST, 3, 9, 0)
    assert table.find(77) == -1
