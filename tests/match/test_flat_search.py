"""The search on the flat core: where it thinks, what it tells, its limits, and its sums kept move by move."""

from __future__ import annotations

import threading
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
from rete_chess.match.players import Limits, Question, Reins, think
from rete_chess.match.players._flat import can_think, think_flat, worths_of
from rete_chess.match.players.evaluation import evaluation_of
from rete_chess.match.players.limits import Allowance
from rete_chess.match.players.thought import Thought

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
    reins = Reins()
    told: list[Thought] = []

    def hear(thought: Thought) -> None:
        told.append(thought)
        reins.stop()

    thought = think(Engine(name, network="native"), Limits(nodes=10**6), reins=reins, tell=hear)
    assert thought is not None
    assert len(told) <= 2  # the clock is looked at between some positions
    assert 0 < thought.nodes <= told[0].nodes + 100


@pytest.mark.parametrize("name", ["chess", "warlords"])
def test_a_search_is_stopped_from_another_thread(name: str) -> None:
    reins, heard = Reins(), threading.Event()
    found: list[Thought | None] = []

    def search() -> None:
        engine = Engine(name, network="native")
        found.append(think(engine, Limits(nodes=10**9), reins=reins, tell=lambda thought: heard.set()))

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    assert heard.wait(60)
    reins.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert found[0] is not None


def test_reins_that_were_pulled_before_end_a_search_at_once() -> None:
    reins = Reins()
    reins.stop()
    reins.end_at(float("inf"))  # an end only comes nearer
    thought = think(Engine("chess"), Limits(nodes=10**6), reins=reins)
    assert thought is not None
    assert thought.nodes <= 64


# -- several lines, some moves, certain wins --------------------------------------------------------

#: Games for each kind of search: the flat one, that on the core, that by rules.
KINDS = ("chess", "antichess", "three-check", "monster")


def lines_of(name: str, question: Question, depth: int, fen: str | None = None) -> list[list[Thought]]:
    """What is told of a position, depth by depth."""
    told: dict[int, list[Thought]] = {}
    engine = Engine(name, fen, network="native")
    think(
        engine,
        Limits(depth=depth),
        question=question,
        tell=lambda each: told.setdefault(each.depth, []).append(each),
    )
    return [told[depth] for depth in sorted(told)]


@pytest.mark.parametrize("name", KINDS)
def test_the_best_few_are_told_with_lines_that_can_be_played(name: str) -> None:
    deepest = lines_of(name, Question(lines=3), 2)[-1]
    assert [thought.rank for thought in deepest] == [1, 2, 3]
    assert len({thought.move for thought in deepest}) == 3
    assert sorted((thought.value for thought in deepest), reverse=True) == [each.value for each in deepest]
    for thought in deepest:
        game = Engine(name, network="native")
        for code in thought.line:
            game.apply(next(move for move in game.legal_moves() if move.code == code))
        assert thought.line[0] == thought.move
        assert thought.reached >= len(thought.line) > 0
        assert 0 <= thought.full <= 1000


@pytest.mark.parametrize("name", KINDS)
def test_as_many_lines_as_there_are_moves(name: str) -> None:
    engine = Engine(name, network="native")
    deepest = lines_of(name, Question(lines=500), 1)[-1]
    assert {thought.move for thought in deepest} == {move.code for move in engine.legal_moves()}


@pytest.mark.parametrize("name", KINDS)
def test_only_the_moves_that_are_asked_about(name: str) -> None:
    engine = Engine(name, network="native")
    few = [move.code for move in engine.legal_moves()][2:4]
    thought = think(engine, Limits(depth=2), question=Question(few))
    assert thought is not None
    assert thought.move in few
    assert think(engine, Limits(depth=2), question=Question(())) is None


@pytest.mark.parametrize("name", ["chess", "antichess"])
def test_who_listens_changes_nothing(name: str) -> None:
    engine = Engine(name, KIWIPETE.replace("KQkq", "-") if name == "antichess" else KIWIPETE)
    told: list[Thought] = []
    assert think(engine, Limits(nodes=900), tell=told.append) == think(engine, Limits(nodes=900))
    assert told


def test_a_search_goes_on_where_one_move_is_left_if_it_is_asked_to() -> None:
    only = "7k/8/8/8/8/8/r6r/7K w - - 0 1"  # the king takes the rook, or is taken by nobody
    assert len(Engine("chess", only).legal_moves()) == 1
    assert len(lines_of("chess", Question(), 3, only)) == 1
    assert len(lines_of("chess", Question(is_patient=True), 3, only)) == 4


def test_a_mate_is_looked_for_until_it_is_short_enough() -> None:
    engine = Engine("chess", "7k/8/5K2/8/8/8/8/5Q2 w - - 0 1")
    thought = think(engine, Limits(depth=12), question=Question(mate=3))
    assert thought is not None
    assert thought.wins_in == 3


def test_a_certain_loss_is_counted() -> None:
    engine = Engine("chess", "7k/8/6K1/8/8/8/8/R7 b - - 0 1")
    thought = think(engine, Limits(depth=6), question=Question(is_patient=True))
    assert thought is not None
    assert (thought.wins_in, thought.loses_in) == (None, 2)


def test_a_table_takes_the_memory_it_may() -> None:
    full = [think_full(Limits(nodes=3_000, memory=memory)) for memory in (1 << 14, 1 << 24)]
    assert full[0] > full[1]


def think_full(limits: Limits) -> int:
    """How full the table is at the end of a search."""
    told: list[Thought] = []
    think(Engine("chess", KIWIPETE), limits, tell=told.append)
    return told[-1].full


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
