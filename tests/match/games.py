"""Programs and random matches for the tests of this folder."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from rete_chess import Match, ReteChessError
from rete_chess.compiler import (
    ActivePreset,
    ModifierChoice,
    Program,
    catalog,
    compile_document,
    program_of,
)
from rete_chess.core.reach import EMPTY
from rete_chess.documents import load_document
from tests.match.own_documents import write_manor

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
    "manor": ("", ()),
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


@cache
def _folder() -> TemporaryDirectory[str]:
    """Where files lie that tests need for as long as they run."""
    return TemporaryDirectory()


@cache
def _manor() -> Path:
    """The file of a variant with documents of its own beside it."""
    return write_manor(Path(_folder().name))


def mixed(name: str) -> Program:
    variant, presets = MIXED[name]
    if name == "manor":
        return program_of(_manor())
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
    """Let something happen between moves; what is refused changes nothing."""
    before = match.engine.state_hash(), match.engine.program, match.interventions, match.history
    try:
        chance.choice(MEDDLING)(match, chance)
    except ReteChessError:
        after = match.engine.state_hash(), match.engine.program, match.interventions, match.history
        assert after == before


def _change_presets(match: Match, chance: Random) -> None:
    own = ["tally", "frost"] if match.program.id == "manor" else []
    names = chance.sample(["piece-hp", "queen-splits", "berolina-pawns", "piece-shield", *own], 2)
    match.set_active_presets([{"id": name, "turnsRemaining": 5} for name in names])


def _wound(match: Match, chance: Random) -> None:
    match.deal_damage(chance.choice([entity for entity in match.engine.board.entities if entity]), 1, "storm")


def _spawn(match: Match, chance: Random) -> None:
    board = match.engine.board
    empty = [square for square, cell in enumerate(board.cells) if cell == EMPTY]
    match.spawn_piece("knight", "black", board.book.geometry.names[chance.choice(empty)])


def _swap_profiles(match: Match, chance: Random) -> None:
    match.queue_profiles(chance.sample(PROFILES, chance.randrange(3)))


def _change_both(match: Match, chance: Random) -> None:
    names = chance.sample(["piece-hp", "queen-splits", "berolina-pawns"], 2)
    match.set_rules([{"id": name} for name in names], chance.sample(PROFILES, chance.randrange(3)))


def _modify(match: Match, chance: Random) -> None:
    registry = match.engine.custom_modifiers
    if not registry.has("own"):
        registry.register(OWN_MODIFIER, "own.modifier.yaml")
    own = ["nettles"] if match.program.id == "manor" else []
    kind = chance.choice(["pawn", "knight"])
    filters: list[dict[str, Any]] = [
        {"type": kind},
        {"type": kind, "color": "white"},
        {"square": ["d2", "e7"]},
        {},
    ]
    match.apply_modifier(chance.choice(["own", *own, *catalog.modifiers().list()]), chance.choice(filters))


def _stir(match: Match, chance: Random) -> None:
    """One event by itself, on a piece that is not royal."""
    board = match.engine.board
    pieces = [entity for entity in board.entities if entity and not board.reach_of(entity).is_royal]  # type: ignore[union-attr]
    if pieces:
        target, free = chance.choice(pieces), [n for n, cell in enumerate(board.cells) if cell == EMPTY]
        if chance.random() < 0.5 and free:
            match.resolve_event("relocate", target=target, to=chance.choice(free))
        else:
            match.resolve_event(chance.choice(["destroy", "remove"]), target=target)


def _note(match: Match, chance: Random) -> None:
    """A fact that nobody has declared."""
    match.engine.preset_state("diary").set(chance.choice("abc"), chance.choice([1, "x", True, (1, 2)]))


def _withdraw(match: Match, chance: Random) -> None:
    if match.engine.pending_profiles is None:
        _swap_profiles(match, chance)
    match.withdraw_profiles()


def _know(match: Match, chance: Random) -> None:
    match.register_modifier(OWN_MODIFIER.replace("own", "known", 1), "known.modifier.yaml")


def _forget(match: Match, chance: Random) -> None:
    if not match.engine.custom_modifiers.has("known"):
        _know(match, chance)
    match.unregister_modifier("known")


#: What may happen between moves.
MEDDLING: Final = (
    *(_change_presets, _wound, _spawn, _swap_profiles, _modify),
    *(_stir, _note, _withdraw, _know, _forget, _change_both),
)

#: Profiles to swap: shipped ones, and one that is plain data with a modifier of its own.
PROFILES: Final[list[Any]] = [
    *catalog.profiles().list(),
    {
        "id": "own-pack",
        "name": "Own pack",
        "customModifiers": [
            {
                "id": "long-legs",
                "type": "data",
                "version": 1,
                "name": "Long legs",
                "primitives": [{"kind": "modify-movement-range", "delta": 1}],
            }
        ],
        "perType": [{"pieceType": "knight", "kind": "long-legs"}, {"pieceType": "rook", "kind": "marksman"}],
    },
]

#: A modifier that only the game knows which registers it.
OWN_MODIFIER: Final = """
id: own
type: data
version: 1
name: Own
primitives:
  - {kind: seed-attribute, attr: Luck, value: 2}
  - {kind: on-move, primitives: [{kind: add-to-attribute, attr: Luck, delta: 1, max: 9}]}
"""


# -- random programs -------------------------------------------------------------------------------

#: How many there are, by number.
RANDOM_PROGRAMS: Final = 60


@cache
def random_program(number: int) -> Program:
    """A variant of random parts, in a folder with documents of its own; some parts do not go together."""
    chance = Random(number)
    while True:
        folder = Path(_folder().name) / f"random-{number}"
        folder.mkdir(exist_ok=True)
        file = write_manor(folder).with_name("mixture.variant.yaml")
        file.write_text(json.dumps(_mixture(chance)), encoding="utf-8")
        modifiers = [
            ModifierChoice(catalog.modifier(name, {}), {"type": chance.choice(["pawn", "bishop", "queen"])})
            for name in chance.sample(catalog.modifiers().list(), chance.choice([0, 0, 1]))
        ]
        try:
            program = program_of(file, _presets(chance), modifiers)
            Match(program, network="native")
        except ReteChessError:
            continue
        return program


#: Few pieces of each type, so that the games of laws are short work.
FEW: Final = "r1b1k1n1/pp1pq3/8/8/8/8/1P2P1PP/R1BQK1N1 w - - 0 1"


def random_match(number: int, network: str) -> Match:
    """A match under a random program."""
    return short_match(random_program(number), network)


def short_match(program: Program, network: str) -> Match:
    """A match with few pieces, where the rules allow that."""
    try:
        return Match(program, FEW, network)
    except ReteChessError:
        return Match(program, network=network)


def _presets(chance: Random) -> list[ActivePreset]:
    names = chance.sample([*catalog.presets().list()], chance.choice([0, 1, 1, 2, 3]))
    scopes, turns = ["both", "both", "white", "black"], [None, None, 3, 6]
    return [ActivePreset(name, chance.choice(scopes), chance.choice(turns)) for name in names]


def _mixture(chance: Random) -> dict[str, Any]:
    squares = chance.sample([f"{file}{rank}" for file in "abcdefgh" for rank in "3456"], chance.randrange(4))
    tiles = ["ice", "bog", "fog", "guardian", "slippery", "well"]
    abilities = ["spiteful", "butler", "bouncer", "exploding", "marksman", "piercing", "scapegoat"]
    types = ["pawn", "knight", "bishop", "rook", "queen"]
    return {
        "kind": "variant",
        "id": "mixture",
        "name": "Mixture",
        "extends": chance.choice(catalog.variants().list()),
        "tiles": {square: chance.choice(tiles) for square in squares},
        "abilities": [
            {"id": name, "for": {"type": chance.choice(types)}}
            for name in chance.sample(abilities, chance.randrange(3))
        ],
        "modifiers": [
            {"id": name, "for": {"type": chance.choice(types)}}
            for name in chance.sample(
                ["nimble", "nettles", "mounted", "panic", "pacifist"], chance.randrange(2)
            )
        ],
        "profiles": chance.sample(["household", "royal-guard", "wild-queens"], chance.choice([0, 0, 1, 2])),
        "presets": [{"id": name} for name in chance.sample(["tally", "frost"], chance.choice([0, 0, 1]))],
    }
