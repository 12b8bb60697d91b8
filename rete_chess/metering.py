"""The meter of steps: what a document or a move may cost, charged before the work is done.

A step is a small piece of work that a document can ask for: a piece held against a filter, a combination of
facts that a network may have to join, a move that is looked at. Steps are counted and never timed, so that
the same document, game and budget stop at the same step on every machine, network and build. A call has one
meter; whoever spends most of it is named when it runs out.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Final, NamedTuple, ParamSpec, Protocol, TypeVar

from rete_chess.errors import BudgetError, RulesError, nearest

# -- the cost model --------------------------------------------------------------------------------

#: One piece, tile or square held against a filter, and one way in which a pattern matches.
PIECE: Final = 1
FRAME: Final = 4
#: One question to a network, one combination of facts that it may have to look at, and one activation that
#: is gone through.
ASK: Final = 2
COMBINATION: Final = 2
ACTIVATION: Final = 4
#: One rule that fires, one of its actions, one event.
FIRING: Final = 20
ACTION: Final = 3
EVENT: Final = 20
#: One fact that is written, one contribution that is summed up.
WRITE: Final = 5
GIFT: Final = 4
#: One move that is listed, and one that is tried.
MOVE: Final = 1
TRIAL: Final = 24
#: One square of a way in a movement table, one way itself, one comparison of two ways to the same square.
WAY: Final = 1
NEW_WAY: Final = 6
#: One value in a document that is read and checked, and one rule that is lowered.
VALUE: Final = 20
RULE: Final = 400

#: More steps than anybody can spend.
BOUNDLESS: Final = 1 << 62

#: The steps between two looks at the clock, where there is a deadline.
LOOK: Final = 2_000


class Budget(NamedTuple):
    """The most steps of each kind of call, and the most events of one move."""

    loading: int  #: to read, check and compile a document with all that it brings along
    move: int  #: of one call on a game: a move with all that comes of it, or a question
    testing: int  #: of all tests of one document together
    events: int = 1000

    @classmethod
    def author(cls) -> Budget:
        """The budget of those who write documents for themselves: only what would never end is stopped."""
        return cls(loading=40_000_000, move=20_000_000, testing=2_000_000_000)

    @classmethod
    def server(cls) -> Budget:
        """The budget of those who take documents from strangers."""
        return cls(loading=1_500_000, move=1_000_000, testing=4_000_000)

    @classmethod
    def named(cls, text: str) -> Budget:
        """The budget of a word, `author` or `server`, or one of so many steps for every call."""
        if text in _WORDS:
            return _WORDS[text]()
        if text.isascii() and text.isdigit() and 0 < len(text) <= 12 and int(text):
            return cls(int(text), int(text), int(text))
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


class OutOfTime(BaseException):
    """Raised when the deadline of a meter has passed; nothing but the one who set it may catch it."""


class Meter:
    """The steps that a call has spent, against its budget, and by whom."""

    __slots__ = (
        "_left",
        "_mark",
        "_outer",
        "_past",
        "_within",
        "budget",
        "deadline",
        "is_loading",
        "is_running",
        "limit",
        "origins",
        "shares",
        "spenders",
        "spent",
        "stop",
        "what",
        "who",
    )

    def __init__(self, budget: Budget, deadline: float | None = None) -> None:
        self.budget = budget
        self.deadline = deadline  # by the monotonic clock
        self.is_running = False
        self.is_loading = False
        self.spent = 0
        self.limit = self.stop = BOUNDLESS  # what may be spent, and where the next look is due
        self.what = "the move"
        self.shares: dict[str, int] = {}  # by the id of who spent them
        self.spenders: dict[str, Spender] = {}
        self.origins: dict[str, str] = {}  # where those stand who do not know it themselves
        self.who: Spender = ENGINE
        self._mark = 0  # how much was spent when `who` began
        self._within: Meter | None = None  # the call around this one
        self._outer: Meter | None = None  # the nearest call around that pays for this one
        self._left = BOUNDLESS  # what that one has left
        self._past = 0  # spent before the last renewal

    # -- calls ---------------------------------------------------------------------------------

    def begin(self, limit: int, what: str, is_loading: bool = False) -> None:
        """Begin a call; within another call it may spend what that one has left.

        What a move loads, such as the program of other presets, has a budget of its own.
        """
        self.is_running = True
        self.spent = self._mark = self._past = 0
        self.limit = self.stop = limit
        self.what, self.who = what, ENGINE
        if self.shares:
            self.shares, self.spenders = {}, {}
        within = now.meter
        if within is not None or is_loading or self.deadline is not None:
            self._stand_within(within, is_loading)
        now.meter = self

    def _stand_within(self, within: Meter | None, is_loading: bool) -> None:
        """Take the deadline of the call around, and no more steps than the one that pays has left."""
        self.is_loading = is_loading
        self._within = outer = within
        if outer is not None and outer.deadline is not None:
            self.deadline = outer.deadline
        while outer is not None and is_loading and not outer.is_loading:
            outer = outer._outer
        self._outer = outer
        self._left = BOUNDLESS if outer is None else outer.limit - outer.spent
        self.renew()

    def end(self) -> None:
        """End the call; the one around it has spent as much."""
        self.is_running = False
        self.stop = BOUNDLESS  # between calls nobody counts
        now.meter = self._within
        if self._within is None:
            return
        outer = self._outer
        if outer is not None:
            self.turn_to(ENGINE)
            outer._take_over(self)
        self._outer = self._within = None

    def _take_over(self, inner: Meter) -> None:
        """Count what an inner call has spent, and by whom."""
        steps = inner.spent + inner._past
        self.spent += steps
        self._mark += steps
        for name, share in inner.shares.items():
            self.shares[name] = self.shares.get(name, 0) + share
        self.spenders.update(inner.spenders)
        self.origins.update(inner.origins)

    def renew(self) -> None:
        """Begin to count anew within the same call, as for the next of many moves that are tried."""
        if self.spent:
            self._past += self.spent
            self._left -= self.spent
            self.spent = self._mark = 0
        if self._left < self.limit:
            self.limit = max(0, self._left)
        self.stop = self.limit if self.deadline is None or self.limit < LOOK else LOOK

    # -- spending ------------------------------------------------------------------------------

    def charge(self, steps: int) -> None:
        """Spend steps, before the work that they stand for is done."""
        self.spent += steps
        if self.spent > self.stop:
            self.look()

    def turn_to(self, who: Spender) -> Spender:
        """Let somebody spend from now on; returns who did until now."""
        before, steps = self.who, self.spent - self._mark
        if steps:
            name = before.id
            if name in self.shares:
                self.shares[name] += steps
            else:
                self.shares[name] = steps
                self.spenders[name] = before
            self._mark = self.spent
        self.who = who
        return before

    @property
    def cost(self) -> Cost:
        """What the call has cost so far, and who spent most of it; rules come before the game itself."""
        self.turn_to(self.who)
        named = {name: steps for name, steps in self.shares.items() if name != ENGINE.id} or self.shares
        name = max(named, key=named.__getitem__, default="")
        who = self.spenders.get(name, ENGINE)
        return Cost(self.spent + self._past, Part(who.id, who.origin or self.origins.get(who.id, "")))

    def look(self) -> None:
        """Look whether the steps that were spent, or the time, are beyond what is allowed."""
        if self.spent > self.limit:
            raise BudgetError(self.what, self.limit, self.cost)
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTime
        self.stop = min(self.limit, self.spent + LOOK)


class _Now(threading.local):
    """What is running in this thread. No call waits for another task, so a thread has one at a time."""

    meter: Meter | None = None


now: Final = _Now()


#: The meter of boards on which nobody plays under a budget.
FREE: Final = Meter(Budget(BOUNDLESS, BOUNDLESS, BOUNDLESS))


#: The budget of those who name none.
_around: ContextVar[Budget | None] = ContextVar("budget", default=None)


def current_budget() -> Budget:
    """The budget of the call that is running; between calls that of `under`, or the author's."""
    meter = now.meter
    return (_around.get() or Budget.author()) if meter is None else meter.budget


@contextmanager
def under(budget: Budget) -> Iterator[None]:
    """Let all that is loaded, begun and asked within have a budget, unless it names another."""
    before = _around.set(budget)
    try:
        yield
    finally:
        _around.reset(before)


def current_meter() -> Meter | None:
    """The meter of the call that is running, if one is."""
    return now.meter


def charge(steps: int) -> None:
    """Spend steps of the call that is running; where none is, nobody counts."""
    meter = now.meter
    if meter is not None:
        meter.charge(steps)


def look_at_clock() -> None:
    """Stop a long piece of work that was paid for, if the call that is running has a deadline that passed."""
    meter = now.meter
    if meter is not None and meter.deadline is not None and time.monotonic() > meter.deadline:
        raise OutOfTime


@contextmanager
def running(meter: Meter, limit: int, what: str, is_loading: bool = False) -> Iterator[Meter]:
    """Let a call run on a meter, unless it runs already."""
    if meter.is_running:
        yield meter
        return
    meter.begin(limit, what, is_loading)
    try:
        yield meter
    finally:
        meter.end()


@contextmanager
def loading(what: str, budget: Budget | None = None) -> Iterator[Meter]:
    """Let a document be read or compiled on a meter of its own, within the call that is running."""
    meter = Meter(budget or current_budget())
    with running(meter, meter.budget.loading, what, is_loading=True):
        yield meter


@contextmanager
def trying(budget: Budget | None = None, what: str = "the tests") -> Iterator[Meter]:
    """Let all tests of a document, or another trial of it, run on one meter, with all that it loads."""
    meter = Meter(budget or current_budget())
    with running(meter, meter.budget.testing, what, is_loading=True):
        yield meter


P = ParamSpec("P")
T = TypeVar("T")


def metered(what: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Let each call of a method of an engine run on the meter of its board, within its budget."""

    def mark(method: Callable[P, T]) -> Callable[P, T]:
        @wraps(method)
        def call(*args: P.args, **named: P.kwargs) -> T:
            engine: Any = args[0]
            meter: Meter = engine.board.meter
            if meter.is_running:
                return method(*args, **named)
            meter.begin(meter.budget.move, what)
            try:
                return method(*args, **named)
            finally:
                meter.end()

        return call

    return mark
