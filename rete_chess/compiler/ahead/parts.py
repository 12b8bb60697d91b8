"""What a program that is written down consists of: classes of plain data, and functions by their names.

The table is closed. Whatever it does not hold is neither written nor read; a program with such a part is
compiled every time.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Final

from rete_chess.compiler.movement.move_choice import MoveChoice
from rete_chess.compiler.policies.ends import End
from rete_chess.compiler.policies.predicates import Setting, any_of, predicate
from rete_chess.compiler.recipes import ANY_OF, PREDICATE, SIEVE
from rete_chess.core.geometry import geometry
from rete_chess.facts.words.filters import Filter, Squares
from rete_chess.facts.words.patterns import Pattern
from rete_chess.facts.words.word import make
from rete_chess.spending import Part

#: The modules whose dataclasses and named tuples programs are made of, by the last part of their names.
MODULES: Final = {
    name.rpartition(".")[2]: f"rete_chess.{name}"
    for name in (
        "spending",
        "core.geometry",
        "core.atoms",
        "core.laws",
        "facts.network_rules",
        "facts.reads",
        "facts.rules",
        "facts.vocabulary",
        "facts.carriers",
        "facts.words.word",
        "facts.words.terms",
        "facts.words.chance",
        "facts.words.texts",
        "facts.words.filters",
        "facts.words.places",
        "facts.words.patterns",
        "facts.words.position_patterns",
        "facts.words.targets",
        "facts.words.actions",
        "compiler.provenance",
        "compiler.setup",
        "compiler.profiles.stack",
        "compiler.movement._changes",
        "compiler.movement.move_choice",
        "compiler.movement.single_pieces",
        "compiler.policies.act_choice",
        "compiler.policies.continuous",
        "compiler.policies.drop_choice",
        "compiler.policies.ends",
        "compiler.policies.offer_choice",
        "compiler.policies.sight_choice",
        "compiler.ahead.late",
        "compiler._program",
    )
}

#: Classes that are made of what their `__init__` takes, under the same names.
MADE_OF_ARGUMENTS: Final = frozenset({"reads.Reads", "vocabulary.Vocabulary", "single_pieces.Profiles"})
#: Functions that programs name, and methods that they bind to a part of their own.
FUNCTIONS: Final = {
    "captures": "rete_chess.core.pseudo",
    "never": "rete_chess.compiler.policies.predicates",
}
METHODS: Final = frozenset(
    {"move_choice.MoveChoice.shelter", "act_choice.ActChoice.objection", "offer_choice.OfferChoice.objection"}
)


class Unkept(Exception):  # noqa: N818 - it is no error: the program is compiled instead
    """Raised for a part that is not written down, or for what no part is written as."""


def class_of(tag: str) -> type:
    """The class that a tag such as `atoms.Atom` names."""
    module, _, name = tag.partition(".")
    if module not in MODULES:
        raise Unkept(tag)
    found = getattr(import_module(MODULES[module]), name, None)
    if not isinstance(found, type) or tag_of(found) != tag:
        raise Unkept(tag)
    return found


@cache
def tag_of(kind: type) -> str:
    """The tag of a class of the table."""
    module = kind.__module__.rpartition(".")[2]
    tag = f"{module}.{kind.__name__}"
    if MODULES.get(module) != kind.__module__:
        raise Unkept(f"{kind.__module__}.{kind.__qualname__}")
    make(kind)
    is_plain = dataclasses.is_dataclass(kind) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    if not (is_plain or tag in MADE_OF_ARGUMENTS):
        raise Unkept(tag)
    return tag


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """The parts that a class is made of, in order, each with its type."""
    tag = tag_of(kind)
    if tag in MADE_OF_ARGUMENTS:
        hints = typing.get_type_hints(kind.__init__, None, _ELSEWHERE)  # type: ignore[misc]
        return {name: hint for name, hint in hints.items() if name != "return"}
    hints = typing.get_type_hints(kind, None, _ELSEWHERE)
    if issubclass(kind, tuple):
        return {name: hints[name] for name in kind._fields}  # type: ignore[attr-defined]
    return {part.name: hints[part.name] for part in dataclasses.fields(kind) if part.init}  # type: ignore[arg-type]


class Nothing:
    """A type that nothing is of: that of documents and Python presets, which no written program holds."""


#: Names that modules know only while types are checked.
_ELSEWHERE: Final[dict[str, Any]] = {
    "Document": Nothing,
    "HookedPreset": Nothing,
    "Filter": Filter,
    "Squares": Squares,
    "Sight": Any,
}


def function_of(name: str) -> Callable[..., Any]:
    """A function by its name."""
    if name not in FUNCTIONS:
        raise Unkept(name)
    found: Callable[..., Any] = getattr(import_module(FUNCTIONS[name]), name)
    return found


def _sieve(choice: MoveChoice) -> Callable[..., Any]:
    return choice.sieve()


def _predicate(
    patterns: tuple[Pattern, ...],
    width: int,
    height: int,
    types: tuple[str, ...],
    royal: frozenset[str],
    who: Part | End,
) -> Callable[..., Any]:
    return predicate(patterns, Setting(geometry(width, height), types, royal), who)


def _any_of(predicates: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    found = any_of(predicates)
    if found is None:
        raise Unkept(ANY_OF)
    return found


#: Who makes functions again by their recipes.
MAKERS: Final[dict[str, Callable[..., Callable[..., Any]]]] = {
    SIEVE: _sieve,
    PREDICATE: _predicate,
    ANY_OF: _any_of,
}


@cache
def hints_of_maker(maker: str) -> tuple[Any, ...]:
    """The types of what a maker takes, in order."""
    if maker not in MAKERS:
        raise Unkept(maker)
    hints = typing.get_type_hints(MAKERS[maker])
    return tuple(hint for name, hint in hints.items() if name != "return")
