"""Checks of the facts in scenarios: squares, piece types, tiles, abilities and attributes in play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rete_chess.checks.names import problem_at, unknown
from rete_chess.compiler import Program
from rete_chess.core.geometry import Geometry
from rete_chess.documents import Tree
from rete_chess.documents.kinds.scenario_fact import GameFact
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.errors import FactError, Problem, clip, did_you_mean
from rete_chess.facts.tiles import CLOSED, STANDARD, TILE_TYPE
from rete_chess.facts.vocabulary import CORE_GAME_ATTRIBUTES, CORE_PIECE_ATTRIBUTES, Attribute

#: The attributes that every piece, tile and game has without a declaration.
_CORE: Final[Mapping[str, tuple[str, ...]]] = {
    "piece": CORE_PIECE_ATTRIBUTES,
    "tile": (TILE_TYPE,),
    "game": CORE_GAME_ATTRIBUTES,
}
#: Whose attributes a fact names, by its leading key.
_OWNERS: Final[Mapping[str, str]] = {"square": "piece", "tile": "tile", "side": "side", "preset": "preset"}

_SQUARES = re.compile(r"([a-p](?:1[0-6]|[1-9]))([a-p](?:1[0-6]|[1-9]))")


@dataclass(frozen=True)
class Known:
    """The names that the programs of a scenario know: of its first one, and of those that it comes to."""

    tree: Tree  # of the scenario
    geometry: Geometry
    types: frozenset[str]
    tiles: frozenset[str]
    abilities: frozenset[str]
    presets: frozenset[str]  # and whatever else keeps a state as they do
    open_presets: frozenset[str]  # those in Python, which keep whatever they like
    attributes: Mapping[str, Attribute]

    def square_problem(self, path: KeyPath, name: str | None) -> Iterator[Problem]:
        """The problem of a square that the board does not have."""
        if name is not None and not self.geometry.has_square(name):
            board = self.geometry
            message = f"{name} is not on the board, which has {board.width} x {board.height} squares"
            last = board.names[-1]
            yield problem_at(self.tree, path, "E_SQUARE", message, f"its squares go from a1 to {last}")

    def move_problems(self, path: KeyPath, moves: Iterable[str]) -> Iterator[Problem]:
        """The problems of moves in UCI form from or to a square that the board does not have."""
        for named in filter(None, map(_SQUARES.match, moves)):
            for name in named.groups():
                yield from self.square_problem(path, name)

    def fact_problems(self, path: KeyPath, fact: Any) -> Iterator[Problem]:
        """The problems of a fact that is given or must hold."""
        if isinstance(fact, GameFact):
            yield from self._attribute_problems((*path, "game"), "game", fact.game)
            return
        head = next(key for key in _OWNERS if hasattr(fact, key))
        owner = _OWNERS[head]
        if head in ("square", "tile"):
            yield from self.square_problem((*path, head), getattr(fact, head))
        if head == "preset":
            if fact.preset not in self.presets:
                yield unknown(self.tree, (*path, head), "preset of this game", fact.preset, self.presets)
            if fact.preset not in self.presets - self.open_presets:
                return
        yield from self._name_problems(path, fact, owner)
        yield from self._attribute_problems(path, owner, fact.attributes)
        for index, name in enumerate(getattr(fact, "lacks", None) or ()):
            yield from self._attribute_problem((*path, "lacks", index), owner, name)

    def _name_problems(self, path: KeyPath, fact: Any, owner: str) -> Iterator[Problem]:
        """The problems of the piece type, tile type and abilities that a fact names."""
        name = getattr(fact, "type", None)
        if name is not None and owner == "piece" and name not in self.types:
            message = f"the piece type {clip(name)} is not in play"
            hint = did_you_mean(name, self.types) or f"there are {', '.join(sorted(self.types))}"
            yield problem_at(self.tree, (*path, "type"), "E_PIECE_TYPE", message, hint)
        if name is not None and owner == "tile" and name not in self.tiles:
            yield unknown(self.tree, (*path, "type"), "tile of this game", name, self.tiles)
        for index, ability in enumerate(getattr(fact, "abilities", None) or ()):
            if ability not in self.abilities:
                place = (*path, "abilities", index)
                yield unknown(self.tree, place, "ability of this game", ability, self.abilities)

    def _attribute_problems(self, path: KeyPath, owner: str, values: Mapping[str, Any]) -> Iterator[Problem]:
        for name, value in values.items():
            found = [*self._attribute_problem((*path, name), owner, name, key=True)]
            yield from found
            if not found and name in self.attributes:
                yield from _value_problem(self.tree, (*path, name), self.attributes[name], value)

    def _attribute_problem(
        self, path: KeyPath, owner: str, name: str, key: bool = False
    ) -> Iterator[Problem]:
        """The problem of an attribute that nobody declares, or that belongs to something else."""
        declared = self.attributes.get(name)
        if name in _CORE.get(owner, ()) or (declared is not None and declared.of == owner):
            return
        own = [*_CORE.get(owner, ()), *(n for n, given in self.attributes.items() if given.of == owner)]
        if declared is not None:
            message, hint = f"{name} belongs to a {declared.of}, not to a {owner}", did_you_mean(name, own)
        else:
            message = f"nobody declares the attribute {clip(name)}"
            hint = did_you_mean(name, own) or did_you_mean(name, self.attributes) or _listed(owner, own)
        yield problem_at(self.tree, path, "E_ATTRIBUTE", message, hint, key=key)


def known_to(tree: Tree, programs: Sequence[Program]) -> Known:
    """The names that the programs of one scenario know."""
    setups = [program.setup for program in programs]
    return Known(
        tree=tree,
        geometry=programs[0].book.geometry,
        types=frozenset(piece.id for program in programs for piece in program.laws.white),
        tiles=frozenset({STANDARD, CLOSED, *(name for setup in setups for name in setup.tile_types)}),
        abilities=frozenset(
            item.id for setup in setups for item in setup.abilities if item.noun == "ability"
        ),
        presets=frozenset(name for program in programs for name in _keepers(program)),
        open_presets=frozenset(preset.id for program in programs for preset in program.hooked),
        attributes={
            name: given for program in programs for name, given in program.vocabulary.attributes.items()
        },
    )


def _keepers(program: Program) -> Iterator[str]:
    """The ids of the documents that may keep a state of their own."""
    yield program.id
    yield from (preset.id for preset in program.presets)
    yield from program.setup.tile_types
    yield from (ability.id for ability in program.setup.abilities)
    yield from (seed.owner for seed in program.seeds if seed.of == "preset")


def _value_problem(tree: Tree, path: KeyPath, attribute: Attribute, value: Any) -> Iterator[Problem]:
    """The problem of a value that an attribute can never have."""
    if attribute.words and value not in attribute.words:
        message = f"{attribute.name} is one of {', '.join(attribute.words)}, found {clip(value)}"
        hint = did_you_mean(value, attribute.words) if isinstance(value, str) else None
        yield problem_at(tree, path, "E_FACT_TYPE", message, hint)
        return
    try:
        attribute.check(tuple(value) if isinstance(value, (list, tuple)) else value)
    except FactError as error:
        message = f"{error.message}: expected {error.expected}, found {clip(value)}"
        yield problem_at(tree, path, error.code, message, None)


def _listed(owner: str, names: Sequence[str]) -> str:
    if not names:
        return f"a {owner} has no attributes in this game"
    return f"a {owner} has {', '.join(sorted(names))}"
