"""Who does not see a difference hears none: two rooms, byte by byte.

RETE_CHESS_SIGHT_SEEDS=500 leads more of them.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random
from typing import Any

import pytest

from rete_chess.compiler import ActivePreset, Program, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.serial import explanation_data
from rete_chess.server.room.game import Game
from rete_chess.server.room.state import State
from rete_chess.testing.laws.states import LawBroken
from tests.engine.test_sight_laws import OWN
from tests.server.room.twins import Figures, demand_alike

SEEDS = int(os.environ.get("RETE_CHESS_SIGHT_SEEDS", "9"))

BASES = ("chess", "crazyhouse", "atomic", "los-alamos")
HIDDEN = (
    "type: {in: [knight, bishop]}",
    "square: {zone: own-half}",
    "square: {file: [a, b, g, h]}",
    "type: pawn",
    "color: black",
    "square: {tile: fog}",
)
EYES = ("see: reach", "around: 1", "around: 2", "see: all")


def document(seed: int) -> str:
    """A variant in which something is hidden, by chance."""
    chance = Random(f"sight {seed}")
    base = chance.choice(BASES)
    entries = [f"  - {{hide: {{piece: {{{one}}}}}}}" for one in chance.sample(HIDDEN, chance.randint(0, 2))]
    entries += [f"  - {{{one}}}" for one in chance.sample(EYES, chance.randint(0 if entries else 1, 2))]
    entries.append(f"  - {{spectators: {chance.choice(('all', 'nothing', 'after'))}}}")
    lines = ["kind: variant", "id: veils", "name: Veils", "description: A trial.", f"extends: {base}"]
    lines += ["royal: []"] if chance.random() < 0.6 else []
    lines += ["tiles: {c3: fog, d4: fog, e5: fog}"] if base != "los-alamos" else ["tiles: {c3: fog}"]
    return "\n".join([*lines, "sight:", *entries, ""])


@cache
def compiled(text: str) -> Program:
    return compile_document(load_document(text))


def rooms(name: str, seed: int) -> tuple[Program, Any, list[dict[str, Any]]]:
    """What rooms are made of, and the program that they will have."""
    if name == "by chance":
        return compiled(document(seed)), document(seed), []
    if name == "dark monsters":
        preset = ActivePreset("double-move", "white")
        return program_of("dark-chess", [preset]), "dark-chess", [{"id": "double-move", "scope": "white"}]
    if name in OWN:
        return compiled(OWN[name]), OWN[name], []
    return program_of(name), name, []


@pytest.mark.parametrize(
    ("owner", "name", "leak"),
    [
        (State, "digest_for", lambda state, viewer: state.digest),
        (Game, "explain", lambda game, move, viewer: explanation_data(game.match.engine.explain(move))),
        (State, "moves_for", lambda state, viewer: state.moves),
    ],
)
def test_the_law_hears_what_leaks(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, leak: Any) -> None:
    monkeypatch.setattr(owner, name, leak)
    with pytest.raises(LawBroken, match="tells two rooms apart"):
        _lead("dark-chess", 4)


def _lead(name: str, seeds: int) -> Figures:
    figures = Figures()
    for seed in range(seeds):
        figures = figures.plus(demand_alike(*rooms(name, seed), seed))
    return figures


@pytest.mark.parametrize("name", ["dark-chess", "night-watch", "by chance", "dark monsters", *OWN])
def test_nobody_hears_of_what_is_hidden(name: str) -> None:
    figures = _lead(name, SEEDS)
    assert figures.rooms * 3 >= SEEDS, figures
    assert figures.plies >= figures.rooms, figures
