"""A random game of every shipped preset to its end, on both networks, and all the way back."""

from __future__ import annotations

from random import Random

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, catalog, program_of
from rete_chess.documents import PresetDocument
from rete_chess.engine import MoveRecord

#: A game that has not ended by then is left.
PLIES = 300

#: Where a preset has a board, or a side, of its own.
BOARDS = {
    "knightmate-rules": "rkbqnbkr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBKR w KQkq - 0 1",
    "dual-king": "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1",
    "weak-dual-king": "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w - - 0 1",
    "monster-rules": "rnbqkbnr/pppppppp/8/8/8/8/2PPPP2/4K3 w kq - 0 1",
    "first-promotion-wins": "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
}
SCOPES = {"monster-rules": "white"}


def program(name: str) -> Program:
    """Chess with a preset, after those that it requires."""
    model = catalog.preset(name).model
    assert isinstance(model, PresetDocument)
    uses = [ActivePreset(needed) for needed in model.requires]
    return program_of("chess", [*uses, ActivePreset(name, SCOPES.get(name, "both"))])


def what_happened(record: MoveRecord) -> tuple[object, ...]:
    """What both networks have to agree on."""
    firings = [(firing.rule, firing.entity, firing.changes) for firing in record.trace.firings]
    return str(record.move), firings, record.preset_effects, record.result


def play(engine: Engine, seed: int, plies: int = PLIES) -> list[tuple[object, ...]]:
    """A game with captures more often than chance would have them, so that rules have something to do."""
    chance = Random(seed)
    played: list[tuple[object, ...]] = []
    while engine.result is None and len(played) < plies:
        moves = list(engine.legal_moves())
        captures = [move for move in moves if move.is_capture]
        chosen = chance.choice(captures if captures and chance.random() < 0.4 else moves)
        played.append((*what_happened(engine.apply(chosen)), engine.fen(), engine.state_hash()))
    return played


@pytest.mark.parametrize("name", catalog.presets().list())
def test_random_game_and_the_way_back(name: str) -> None:
    engines = [Engine(program(name), BOARDS.get(name), network) for network in ("native", "durable")]
    start = engines[0].state_hash()
    games = [play(engine, seed=6) for engine in engines]
    assert games[0] == games[1]
    assert len(games[0]) > 4
    if engines[0].program.rules:
        assert any(firings for _, firings, *_ in games[0])
    for engine, game in zip(engines, games):
        for *_, fen, state in reversed(game):
            assert (engine.fen(), engine.state_hash()) == (fen, state)
            engine.undo()
        assert engine.state_hash() == start
        assert engine.result is None
