"""The query for legal moves and the explanations run the same steps, and so give the same moves."""

from __future__ import annotations

from random import Random

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, catalog, program_of
from rete_chess.core.laws import FORBID, MOVEMENT, REQUIRE, ROYALTY, SELF_CHECK
from rete_chess.core.legality import fused, objector, run, steps_by_tables
from rete_chess.core.pseudo import pseudo_moves
from rete_chess.core.uci import format_uci
from rete_chess.testing.sample_presets import Forced, Leapers, Nightly
from tests.presets.test_movement_hooks import Careful, program

#: Python presets that override, transform and filter moves.
HOOKED = {"careful": Careful, "leapers": Leapers, "forced": Forced, "nightly": Nightly}

MIXED = ("compulsory", "careful truce", "nightly suicide-chess", "forced pawn-stamina", "leapers truce")


def programs(name: str) -> Program:
    """A shipped variant, or chess with a Python preset; further words are presets beside it."""
    first, *others = name.split()
    if first in HOOKED:
        return program(HOOKED[first](), "both", *others)
    presets = [ActivePreset("suicide-chess"), ActivePreset("piece-hp")] if name == "compulsory" else []
    return program_of("chess" if presets else name, presets)


@pytest.mark.parametrize("name", [*catalog.variants().list(), *HOOKED, *MIXED])
def test_explanations_and_the_query_agree(name: str) -> None:
    engine = Engine(programs(name), network="native")
    board, chance = engine.board, Random(name)
    for _ in range(24):
        if engine.result is not None:
            break
        legal = set(engine._legal)
        steps = board.referee.steps(board) if board.referee else steps_by_tables(board.book)
        assert set(run(steps, board)) == legal
        candidates = sorted({*pseudo_moves(board), *legal})
        for code in chance.sample(candidates, min(8, len(candidates))):
            steps = board.referee.steps(board) if board.referee else steps_by_tables(board.book)
            step = objector(steps, board, code)
            assert (step is None) == (code in legal)
            answer = engine.explain(format_uci(board, code, engine._legal))
            assert answer.legal == (code in legal)
            assert answer.legal or answer.reason.code != "E_MOVE_ILLEGAL", answer
        engine._play(chance.choice(sorted(legal)))


def test_the_steps_stand_in_their_order() -> None:
    racing, antichess = program_of("racing-kings").book, program_of("antichess").book
    assert [step.name for step in steps_by_tables(racing)] == [MOVEMENT, FORBID, SELF_CHECK]
    assert [step.name for step in steps_by_tables(antichess)] == [MOVEMENT, SELF_CHECK, REQUIRE]
    assert [step.name for step in fused(steps_by_tables(antichess))] == [MOVEMENT, REQUIRE]
    board = Engine(programs("careful")).board
    assert board.referee is not None
    names = [step.name for step in board.referee.steps(board)]
    assert names == [ROYALTY, MOVEMENT, SELF_CHECK, REQUIRE]
