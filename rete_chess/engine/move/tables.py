"""The tables of a move: the execution of each action, the consequence and phrase of each event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from rete_chess.facts.events import Event
from rete_chess.facts.rules import Rule
from rete_chess.facts.words import actions as act
from rete_chess.facts.words.terms import Frame

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run

#: What an action does for a rule that fires, in a frame, on behalf of a piece.
Execution = Callable[["Run", Any, Rule, Frame, "int | None"], None]
Executed = TypeVar("Executed", bound=Execution)

#: Action -> its execution.
EXECUTIONS: Final[dict[type[act.Action], Execution]] = {}


def executes(*kinds: type[act.Action]) -> Callable[[Executed], Executed]:
    """Enter a function into the table of executions."""

    def enter(function: Executed) -> Executed:
        EXECUTIONS.update(dict.fromkeys(kinds, function))
        return function

    return enter


#: What events of one cause do together.
Consequence = Callable[["Run", "list[Event]"], None]
Single = TypeVar("Single", bound=Callable[..., Any])


class EventKind(NamedTuple):
    """A kind of event that actions, hooks and listeners make: what comes of it, and its phrase in a trace.

    `displaces` names the fields of pieces that change their places, each with the field of its new square;
    `becomes` says whether pieces or tiles get another type by it. What `is_judged` or `is_told` lets itself
    be heard, before or after; all other events are heard by listeners alone.
    """

    happen: Consequence
    phrase: str
    displaces: tuple[tuple[str, str], ...] = ()
    needs: tuple[str, ...] = ()
    becomes: str | None = None
    is_judged: bool = False
    is_told: bool = True


#: What stands before the kind of an event at the point where listeners judge it.
BEFORE: Final = "before-"

#: The phrase of an event that says nothing else, such as `damage 1 to black knight g8 (poison)`.
PHRASE: Final = "{event} {amount}{whom}{kind}"

#: Kind -> what comes of it, and its phrase.
EVENT_KINDS: Final[dict[str, EventKind]] = {}


def happens(
    kind: str, phrase: str = PHRASE, displaces: tuple[tuple[str, str], ...] = (), **facts: Any
) -> Callable[[Single], Single]:
    """Enter a function into the table: what comes of a single event of a kind."""

    def enter(function: Single) -> Single:
        def happen_one_by_one(run: Run, events: list[Event]) -> None:
            for event in events:
                function(run, event)

        EVENT_KINDS[kind] = EventKind(happen_one_by_one, phrase, displaces, **facts)
        return function

    return enter
