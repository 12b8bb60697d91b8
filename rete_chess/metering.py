"""The meter of steps: what a document or a move may cost, charged before the work is done.

A step is a small piece of work that a document can ask for: a piece held against a filter, a move that is
looked at. Steps are counted and never timed, so that the same document, game and budget stop at the same step
on every machine, network and build. A call has one meter; who spends most is named when it runs out.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from rete_chess.errors import BudgetError
from rete_chess.spending import ENGINE as ENGINE
from rete_chess.spending import NOTHING_SPENT as NOTHING_SPENT
from rete_chess.spending import Bought as Bought
from rete_chess.spending import Budget as Budget
from rete_chess.spending import Cost as Cost
from rete_chess.spending import Part as Part
from rete_chess.spending import Spender as Spender

#: More steps than anybody can spend.
BOUNDLESS: Final = 1 << 62
#: The steps between two looks at the clock, where there is a deadline.
LOOK: Final = 2_000


class OutOfTime(BaseException):
    """Raised when the deadline of a meter has passed; nothing but the one who set it may catch it."""


class Meter:
    """The steps that a call has spent, against its budget, and by whom."""

    __slots__ = (
        "_asked",
        "_earlier",
        "_left",
        "_outer",
        "_past",
        "_within",
        "bought",
        "budget",
        "deadline",
        "is_loading",
        "is_running",
        "limit",
        "mark",
        "most",
        "origins",
        "shares",
        "spenders",
        "spent",
        "stop",
        "what",
        "who",
    )

    def __init__(self, budget: Budget, deadline: float | None = None, most: int = BOUNDLESS) -> None:
        self.budget = budget
        self.deadline = deadline  # by the monotonic clock
        self.most = most  # to be spent in a call, however often it begins to count anew
        self.is_running = False
        self.is_loading = False
        self.spent = 0
        self.limit = self.stop = BOUNDLESS  # what may be spent, and where the next look is due
        self._asked = BOUNDLESS  # what might be spent if no call around had less left
        self._earlier: Meter | None = None  # what the parts before this one of the same trial have spent
        self.what = "the move"
        self.shares: dict[str, int] = {}  # by the id of who spent them
        self.spenders: dict[str, Spender] = {}
        self.origins: dict[str, str] = {}  # where those stand who do not know it themselves
        self.who: Spender = ENGINE
        self.mark = 0  # how much of what was spent is noted under the names of those who did
        self._within: Meter | None = None  # the call around this one
        self._outer: Meter | None = None  # the nearest call around that pays for this one
        self._left = BOUNDLESS  # what that one has left
        self._past = 0  # spent before the last renewal
        self.bought: Bought | None = None  # what a trial has paid for and need not pay for again

    # -- calls ---------------------------------------------------------------------------------

    def begin(self, limit: int, what: str, is_loading: bool = False) -> None:
        """Begin a call; within another it may spend what that has left, unless it loads: that has its own."""
        self._within = self._outer = None
        self.is_running = True
        self.spent = self.mark = self._past = 0
        self.limit = self.stop = self._asked = limit
        self.what, self.who = what, ENGINE
        if self.shares:
            self.shares, self.spenders = {}, {}
        within = current_meter()
        if within is not None or is_loading or self.deadline is not None or self.most < BOUNDLESS:
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
        if outer is not None and self.bought is None:
            self.bought = outer.bought
        self._outer = outer
        self._left = self.most if outer is None else min(self.most, outer.limit - outer.spent)
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
        self._outer = self._within = self.bought = None

    def _take_over(self, inner: Meter) -> None:
        """Count what an inner call has spent, and by whom; what its own budget did not allow was not done."""
        steps = inner._past + (inner.spent if inner._left <= inner._asked else min(inner.spent, inner.limit))
        self.spent += steps
        self.mark += steps
        for name, share in inner.shares.items():
            self.shares[name] = self.shares.get(name, 0) + share
        self.spenders.update(inner.spenders)
        self.origins.update(inner.origins)

    def renew(self) -> None:
        """Begin to count anew within the same call, as for the next of many moves that are tried."""
        if self.spent:
            self._past += self.spent
            self._left -= self.spent
            self.spent = self.mark = 0
        if self._left < self.limit:
            self.limit = max(0, self._left)
        self.stop = self.limit if self.deadline is None or self.limit < LOOK else LOOK

    def affords(self, steps: int) -> bool:
        """Whether so many more steps are within the budget. What is ready and is not affordable is done
        again, so as to stop where it would if nobody had done it before."""
        return self.spent + steps <= self.limit

    @property
    def left(self) -> int:
        """The steps that are left for all counts of the call together."""
        return max(0, self._left - self.spent)

    @property
    def is_used_up(self) -> bool:
        """Whether nothing is left for another count within the call."""
        return self.spent >= self._left

    # -- spending ------------------------------------------------------------------------------

    def charge(self, steps: int) -> None:
        """Spend steps, before the work that they stand for is done."""
        self.spent += steps
        if self.spent > self.stop:
            self.look()

    def turn_to(self, who: Spender) -> Spender:
        """Let somebody spend from now on; returns who did until now."""
        before = self.who
        if self.spent != self.mark:
            self.note(before)
        self.who = who
        return before

    def note(self, who: Spender) -> None:
        """Note who has spent what nobody is noted for yet."""
        name, steps = who.id, self.spent - self.mark
        if name in self.shares:
            self.shares[name] += steps
        else:
            self.shares[name] = steps
            self.spenders[name] = who
        self.mark = self.spent

    @property
    def cost(self) -> Cost:
        """What the call has cost so far, and who spent most of it."""
        return Cost(self.spent + self._past, _spendthrift([self]))

    def look(self) -> None:
        """Look whether the steps that were spent, or the time, are beyond what is allowed."""
        self.demand_budget()
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise OutOfTime
        self.stop = min(self.limit, self.spent + LOOK)

    def demand_budget(self) -> None:
        """Refuse to go on beyond the budget, also where somebody has made something else of its error."""
        if self.spent > self.limit:
            raise self._error()

    def forgive(self) -> None:
        """Let a call end in good order whose error has been told; what was not allowed was not done."""
        self.spent = min(self.spent, self.limit)
        self.mark = min(self.mark, self.spent)

    def _error(self) -> BudgetError:
        """The error of the call whose budget is used up: this one, or one around it that pays for it."""
        calls, inside = [self], 0
        while (payer := calls[-1]._narrower) is not None:
            inside += calls[-1].spent + calls[-1]._past
            calls.append(payer)
        spender = calls[-1]
        budget, steps = spender._asked, spender.spent + inside
        if spender.limit < budget:
            budget, steps = spender.most, steps + spender._past
        if spender._earlier is not None:
            calls.append(spender._earlier)
            budget, steps = budget + spender._earlier.spent, steps + spender._earlier.spent
        return BudgetError(spender.what, budget, Cost(steps, _spendthrift(calls)))

    @property
    def _narrower(self) -> Meter | None:
        """The call around this one, if it has no more left than this one might spend."""
        outer = self._outer
        if outer is None or self._left > self._asked or outer.limit - outer.spent > self.most:
            return None
        return outer


def _spendthrift(calls: Iterable[Meter]) -> Part:
    """Who has spent most in some calls together; rules come before the game itself."""
    shares: dict[str, int] = {}
    found: dict[str, Part] = {}
    for meter in calls:
        meter.turn_to(meter.who)
        for name, steps in meter.shares.items():
            shares[name] = shares.get(name, 0) + steps
            who = meter.spenders[name]
            found[name] = Part(who.id, who.origin or meter.origins.get(who.id, ""))
    shares = {name: steps for name, steps in shares.items() if name != ENGINE.id} or shares
    return found[max(shares, key=shares.__getitem__)] if shares else ENGINE


class _Now(threading.local):
    """What is running in this thread. No call waits for another task, so a thread has one at a time."""

    meter: Meter | None = None


now: Final = _Now()


#: The meter of boards on which nobody plays under a budget.
FREE: Final = Meter(Budget(*[BOUNDLESS] * 4))

#: The budget of those who name none.
_around: ContextVar[Budget | None] = ContextVar("budget", default=None)


def current_budget() -> Budget:
    """The budget of the call that is running; between calls that of `under`, or the author's."""
    meter = current_meter()
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
    meter = now.meter
    if meter is not None and not meter.is_running:
        meter = now.meter = None  # an interrupt left it behind
    return meter


def charge(steps: int) -> None:
    """Spend steps of the call that is running; where none is, nobody counts."""
    meter = current_meter()
    if meter is not None:
        meter.charge(steps)


def charge_for(who: Spender, steps: int) -> None:
    """Let somebody spend steps of the call that is running."""
    meter = current_meter()
    if meter is not None:
        before = meter.turn_to(who)
        meter.charge(steps)
        meter.turn_to(before)


def demand_budget() -> None:
    """Refuse what is made by the call that is running, if that has spent more than it may."""
    meter = current_meter()
    if meter is not None:
        meter.demand_budget()


def look_at_clock() -> None:
    """Stop a long piece of work that was paid for, if the call that is running has a deadline that passed."""
    meter = current_meter()
    if meter is not None and meter.deadline is not None and time.monotonic() > meter.deadline:
        raise OutOfTime


@contextmanager
def uncharged() -> Iterator[None]:
    """Let something be done that is paid for otherwise."""
    before, now.meter = now.meter, None
    try:
        yield
    finally:
        now.meter = before


@contextmanager
def running(meter: Meter, limit: int, what: str, is_loading: bool = False) -> Iterator[Meter]:
    """Let a call run on a meter, unless it runs already; one beyond its budget never ends in good order."""
    if meter.is_running:
        yield meter
        return
    try:
        meter.begin(limit, what, is_loading)
        yield meter
        meter.demand_budget()
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
    meter.bought = Bought()
    with running(meter, meter.budget.testing, what, is_loading=True):
        yield meter


class Trial:
    """A trial in many parts, such as all tests of a document: together they have one budget."""

    def __init__(self, what: str = "the run of all tests") -> None:
        self.budget = current_budget()
        self.what = what
        self._total = Meter(self.budget)
        self._bought = Bought()

    @property
    def cost(self) -> Cost:
        """What all parts have cost so far, and who spent most of it."""
        return self._total.cost

    @contextmanager
    def part(self) -> Iterator[None]:
        """Let one part run; the first for which there is too little left ends with an error."""
        meter = Meter(self.budget)
        meter._earlier, meter.bought = self._total, self._bought
        left = self.budget.testing - self._total.spent
        try:
            with running(meter, max(left, 0), self.what, is_loading=True):
                yield
        finally:
            self._total._take_over(meter)


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
            try:
                meter.begin(meter.budget.move, what)
                return method(*args, **named)
            finally:
                meter.end()

        return call

    return mark
