"""Budgets and costs as values: how many steps each kind of call may take, what was spent and by whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from rete_chess.errors import RulesError, nearest
from rete_chess.keeping import MOST_BYTES


class _Numbers(NamedTuple):
    loading: int  #: to read, check and compile a document with all that it brings along
    move: int  #: of one call on a game: a move with all that comes of it, or a question
    testing: int  #: of all tests of one document together
    thinking: int  #: of one choice of a player, whatever its limits allow
    events: int = 1000


class Budget(_Numbers):
    """The most steps of each kind of call, and the most events of one move."""

    __slots__ = ()

    def __new__(cls, loading: int, move: int, testing: int, thinking: int, events: int = 1000) -> Budget:
        numbers = loading, move, testing, thinking, events
        for number in numbers:
            if type(number) is not int or number < 0:
                raise RulesError(
                    "E_USAGE", "no such budget", found=repr(number), expected="whole numbers of steps"
                )
        return super().__new__(cls, *numbers)

    @classmethod
    def author(cls) -> Budget:
        """The budget of those who write documents for themselves: only what would never end is stopped."""
        return cls(loading=40_000_000, move=20_000_000, testing=2_000_000_000, thinking=2_000_000_000)

    @classmethod
    def server(cls) -> Budget:
        """The budget of those who take documents from strangers."""
        return cls(loading=1_500_000, move=1_000_000, testing=3_200_000, thinking=1_500_000)

    @classmethod
    def named(cls, text: str) -> Budget:
        """The budget of a word, `author` or `server`, or one of so many steps for every call."""
        if text in _WORDS:
            return _WORDS[text]()
        if text.isascii() and text.isdigit() and 0 < len(text) <= 12 and int(text):
            return cls(*[int(text)] * 4)
        close = nearest(text, _WORDS)
        hint = f"did you mean {close!r}?" if close else None
        raise RulesError(
            "E_USAGE", "no such budget", found=text, expected="author, server or a number", hint=hint
        )


_WORDS: Final[dict[str, Callable[[], Budget]]] = {"author": Budget.author, "server": Budget.server}


class Spender(Protocol):
    """Whoever spends steps: a rule, an end, a policy."""

    @property
    def id(self) -> str: ...

    @property
    def origin(self) -> str: ...


class Part(NamedTuple):
    """A part of a document that spends steps and is no rule: a policy, the moves of a piece."""

    id: str
    origin: str = ""


#: Who spends what no rule or policy asks for.
ENGINE: Final = Part("the game itself")


class Cost(NamedTuple):
    """The steps that something takes, and who spends most of them."""

    steps: int
    most: Part


NOTHING_SPENT: Final = Cost(0, ENGINE)


class Bought:
    """What a trial has paid for: it is held until the trial ends, and costs nothing more.

    Nothing is held beyond a number of bytes, so that whatever costs nothing is there.
    """

    def __init__(self) -> None:
        self._held: dict[object, object] = {}
        self._left = MOST_BYTES

    def get(self, key: object) -> Any:
        """What was paid for under a key, or None."""
        return self._held.get(key)

    def add(self, key: object, value: object, weight: int) -> None:
        """Hold what was paid for, if there is room."""
        if weight <= self._left:
            self._left -= weight
            self._held[key] = value
