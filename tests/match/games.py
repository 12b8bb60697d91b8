"""Programs and random matches for the tests of this folder."""

from __future__ import annotations

from random import Random
from typing import Final

from rete_chess import Match
from rete_chess.compiler import ActivePreset, Program, compile_document, program_of
from rete_chess.core.reach import EMPTY
from rete_chess.documents import load_document

#: Variant and presets, each with its remaining moves: what matches are played with.
MIXED: Final[dict[str, tuple[str, tuple[tuple[str, int | None], ...]]]] = {
    "chess": ("chess", ()),
    "atomic": ("atomic", ()),
    "antichess": ("antichess", ()),
    "three-check": ("three-check", ()),
    "petrified": ("petrified", ()),
    "racing-kings": ("racing-kings", ()),
    "double-move": ("chess", (("double-move", None),)),
    "hp-and-splits": ("chess", (("piece-shield", None), ("piece-hp", None), ("queen-splits", None))),
    "presets that end": ("chess", (("berolina-pawns", 7), ("piece-hp", 12), ("queen-splits", 20))),
    "horde with hp": ("horde", (("piece-hp", 9),)),
    "healing kings": ("chess", (("piece-hp", None), ("king-heals", None), ("berserker", None))),
    "extinction": ("chess", (("extinction-chess", None), ("explosive-rook", None))),
    "tiles and abilities": ("", ()),
}

#: Squares and pieces that do things.
ADVENTURE: Final = """
kind: variant
id: adventure
name: Adventure
extends: chess
tiles: {d4: slippery, e4: slippery, c5: guardian, f5: fog, d6: guardian}
abilities:
  - {id: exploding, for: {type: rook}}
  - {id: marksman, for: {type: knight}}
  - {id: bouncer, for: {type: bishop, color: white}}
  - {id: piercing, for: {type: queen}}
"""


def mixed(name: str) -> Program:
    variant, presets = MIXED[name]
    if not variant:
        return compile_document(load_document(ADVENTURE))
    return program_of(variant, [ActivePreset(preset, "both", turns) for preset, turns in presets])


def play_random(match: Match, chance: Random, steps: int, meddling: float = 0) -> None:
    """Play random moves, as many as the game allows, and perhaps let things happen between them."""
    for _ in range(steps):
        if match.is_over:
            return
        match.play(chance.choice(match.legal_moves()))
        if chance.random() < meddling:
            meddle(match, chance)


def meddle(match: Match, chance: Random) -> None:
    """Change the presets in force, wound a piece, or put one on the board."""
    board = match.engine.board
    what = chance.randrange(3)
    if what == 0:
        presets = chance.sample(["piece-hp", "queen-splits", "berolina-pawns", "piece-shield"], 2)
        match.set_active_presets([{"id": preset, "turnsRemaining": 5} for preset in presets])
    elif what == 1:
        match.deal_damage(chance.choice([entity for entity in board.entities if entity]), 1, "storm")
    else:
        empty = [square for square, cell in enumerate(board.cells) if cell == EMPTY]
        match.spawn_piece("knight", "black", board.book.geometry.names[chance.choice(empty)])
