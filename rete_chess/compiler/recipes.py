"""How functions of programs were made: by which maker, and of what.

A policy that no table can say is a function of the board, and a function cannot be written down. Its recipe
can: it names the maker, and the parts are plain words of the program. `compiler/ahead` writes recipes instead
of functions, and lets the same makers make them again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

Made = TypeVar("Made", bound=Callable[..., Any])

#: The makers: of the moves that a filter chooses, of a condition, of several of which one holds.
SIEVE: Final = "sieve"
PREDICATE: Final = "predicate"
ANY_OF: Final = "any of"


class Recipe(NamedTuple):
    """Who has made a function, and of what."""

    maker: str
    parts: tuple[Any, ...]


_recipes: Final[WeakKeyDictionary[Callable[..., Any], Recipe]] = WeakKeyDictionary()


def noted(function: Made, maker: str, *parts: Any) -> Made:
    """A function whose recipe is known from now on."""
    _recipes[function] = Recipe(maker, parts)
    return function


def recipe_of(function: Callable[..., Any]) -> Recipe | None:
    """How a function was made, if that is known."""
    return _recipes.get(function)
