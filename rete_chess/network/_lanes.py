"""Lanes: states of the C core that mirror the facts of one game for one stage, and can be thrown away.

The game's own memory is the truth. A lane is told what changed since it was last asked, is asked, and
is dropped as soon as anything looks odd. What keeps the core alive:

* a lane fires one boot event before anything else, or it could not be deleted;
* a fact that took part in a drained activation is never retracted: its frame is dead, but the core
  would walk through it. The fact stays behind as stale, its activations are filtered out here, and
  the lane is built anew when too many have gathered; if the fact comes back, it is simply live again;
* every drained activation leaves a few bytes at its hook, so a lane is also built anew after some
  thousands of them;
* ids are compared by a 32-bit hash only, so they come from one list without collisions.
"""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar, Final, Protocol

from rete_chess.network._codes import Codes
from rete_chess.network._rulesets import fnv
from rete_chess.network._values import Key, NetworkError

#: Stale facts in a lane before it is built anew.
MAX_STALE: Final = 32
#: The cost of deleting and booting a state, in drained activations.
STARTING_COST: Final = 16
#: Drained activations and asserted facts of a lane before it is built anew.
MAX_FIRINGS: Final = 4096
MAX_MESSAGES: Final = 16384
#: Lanes of one ruleset.
LANES: Final = 4
#: States that could not be deleted safely; beyond them a ruleset is given up.
MAX_LOST: Final = 64

#: A fact as a lane holds it: (entity, pair) or (entity, attribute, value code).
Content = tuple[int, int] | tuple[int, int, int]


class Core(Protocol):
    """The part of the extension module that is safe to call."""

    error: type[Exception]

    def create_ruleset(self, name: str, rules: str, /) -> int: ...
    def assert_event(self, handle: int, message: str, /) -> tuple[int, int]: ...
    def assert_fact(self, handle: int, message: str, /) -> tuple[int, int]: ...
    def retract_fact(self, handle: int, message: str, /) -> tuple[int, int]: ...
    def start_action_for_state(self, handle: int, offset: int, /) -> tuple[str, str] | None: ...
    def complete_and_start_action(self, handle: int, offset: int, /) -> str | None: ...
    def delete_state(self, handle: int, sid: str, /) -> None: ...


class Tally:
    """The counters of a game's lanes."""

    def __init__(self) -> None:
        self.asserts = 0
        self.retracts = 0
        self.rebuilds = 0


class Ids:
    """Message ids whose hashes differ from each other and from all other names in a lane."""

    def __init__(self) -> None:
        self._ids: list[str] = []
        self._next = 0
        self._hashes = {fnv(name) for name in ("S", "boot")}
        self._hashes |= {fnv(f"sid-{sid(number)}") for number in range(LANES + MAX_LOST)}

    def get(self, place: int) -> str:
        """The id at a place of the list; lanes take them in order."""
        while place >= len(self._ids):
            name = f"n{self._next}"
            self._next += 1
            if fnv(name) not in self._hashes:
                self._hashes.add(fnv(name))
                self._ids.append(name)
        return self._ids[place]


def sid(number: int) -> str:
    """The name of a state of the core."""
    return f"L{number}"


IDS: Final = Ids()


class Lane:
    """One state of the core. All calls to the core for that state go through here."""

    def __init__(self, core: Core, handle: int, name: str) -> None:
        self.core = core
        self.handle = handle
        self.sid = name
        self.reset()

    def reset(self) -> None:
        """Forget everything; the state itself is gone or was never there."""
        self.owner = 0
        self.position = 0  # in the owner's log of changes
        self.is_booted = False
        self.offset = 0
        self.messages = 0
        self.firings = 0
        self.waste = 0  # drained activations of stale facts
        self.tally = Tally()
        self.facts: dict[tuple[int, str], Key] = {}  # what the owner's memory held, as far as wanted
        self.hooks: set[int] = set()
        self.ids: dict[Content, str] = {}
        self.dirty: set[str] = set()  # ids that took part in a drained activation
        self.stale: set[str] = set()  # dirty ids whose facts are gone
        self.codes = Codes()

    @property
    def is_worn(self) -> bool:
        """Whether the lane has wasted as much work as building it anew takes, or must be built anew."""
        return (
            self.waste > STARTING_COST + len(self.ids)
            or len(self.stale) > MAX_STALE
            or self.firings > MAX_FIRINGS
            or self.messages > MAX_MESSAGES
            or not self.is_booted
        )

    def boot(self, owner: int, tally: Tally, codes: Codes) -> None:
        """Start the state with one fired event, which sets up what deleting it will free."""
        self.owner = owner
        self.tally = tally
        self.codes = codes.copy()
        message = f'{{"t":"boot","id":"boot","sid":"{self.sid}"}}'
        self.offset = self._checked(self.core.assert_event(self.handle, message))
        if self.core.start_action_for_state(self.handle, self.offset) is None:
            raise NetworkError("E_NETWORK", "the durable network did not start a lane")
        self.is_booted = True
        self.core.complete_and_start_action(self.handle, self.offset)

    def assert_hook(self, place: int, slots: str) -> None:
        """Tell the state of a hook; hooks stay until the lane goes."""
        self._assert(slots)
        self.hooks.add(place)

    def assert_fact(self, content: Content) -> None:
        """Tell the state of a fact, unless it lies there as stale."""
        known = self.ids.get(content)
        if known is not None:
            self.stale.discard(known)
        elif len(content) == 2:
            self.ids[content] = self._assert(f'"t":"k","e":{4 * content[0]},"k":{content[1]}')
        else:
            self.ids[content] = self._assert(
                f'"t":"v","e":{4 * content[0]},"a":{content[1]},"v":{content[2]}'
            )

    def retract_fact(self, content: Content) -> None:
        """Take a fact back, or leave it behind as stale if it has ever fired."""
        known = self.ids[content]
        if known in self.dirty:
            self.stale.add(known)
            return
        del self.ids[content]
        self._retract(known)

    def ask(self, fields: str) -> list[str]:
        """Assert the stage, drain its activations without executing anything, retract it."""
        self.tally.asserts += 1
        self._checked(
            self.core.assert_fact(self.handle, f'{{"id":"S","sid":"{self.sid}","t":"s",{fields}"_":1}}')
        )
        drained = []
        started = self.core.start_action_for_state(self.handle, self.offset)
        message = started[1] if started is not None else None
        while message is not None:
            drained.append(message)
            message = self.core.complete_and_start_action(self.handle, self.offset)
        self._retract("S")
        self.firings += len(drained)
        return drained

    def delete(self) -> None:
        """Give the state back to the core."""
        self.is_booted = False  # first: whatever happens next, this state is not touched again
        self.core.delete_state(self.handle, self.sid)
        self.reset()

    def _assert(self, fields: str) -> str:
        name = IDS.get(self.messages)
        self.messages += 1
        self.tally.asserts += 1
        message = f'{{"id":"{name}","sid":"{self.sid}",{fields},"_":1}}'
        self._checked(self.core.assert_fact(self.handle, message))
        return name

    def _retract(self, name: str) -> None:
        self.tally.retracts += 1
        self._checked(self.core.retract_fact(self.handle, f'{{"id":"{name}","sid":"{self.sid}"}}'))

    def _checked(self, answer: tuple[int, int]) -> int:
        """The state's offset; a message that the core did not take would be lost without a word."""
        status, offset = answer
        if status != 0:
            raise NetworkError("E_NETWORK", "the durable network did not take a message", found=status)
        return offset


class Doubt:
    """How often this process, and those it was forked from, began while a thread was using lanes."""

    times: ClassVar[int] = 0


class Ruleset:
    """One ruleset of the core and its few lanes, the most recently used first."""

    def __init__(self, core: Core, handle: int) -> None:
        self.core = core
        self.handle = handle
        self.sids = 0  # names of states used so far
        self.lanes = self._new_lanes()

    def _new_lanes(self) -> list[Lane]:
        """Lanes without a state; those that there were before are left alone for good."""
        self.doubts = Doubt.times
        if self.sids > MAX_LOST:
            raise NetworkError("E_NETWORK", "too many lanes of the durable network were left half-way")
        self.sids += LANES
        return [Lane(self.core, self.handle, sid(self.sids - LANES + number)) for number in range(LANES)]

    def lane(self, owner: int) -> Lane:
        """The owner's lane, or an empty one in the place of the lane that was longest unused."""
        if self.doubts != Doubt.times:
            self.lanes = self._new_lanes()
        for lane in self.lanes:
            if lane.owner == owner:
                break
        else:
            lane = self.lanes[-1]
            self.discard(lane)
        if lane is not self.lanes[0]:
            self.lanes = [lane, *(other for other in self.lanes if other is not lane)]
        return lane

    def release(self, owner: int) -> None:
        """Empty the owner's lane."""
        for lane in self.lanes if self.doubts == Doubt.times else ():
            if lane.owner == owner:
                self.discard(lane)

    def discard(self, lane: Lane) -> None:
        """Empty a lane. A state that did not boot, or whose end is in doubt, is left alone for good."""
        if not lane.owner:
            return
        if lane.is_booted:
            with suppress(lane.core.error):
                lane.delete()
                return
        if self.sids == LANES + MAX_LOST:
            raise NetworkError("E_NETWORK", "too many lanes of the durable network did not start")
        lane.sid = sid(self.sids)
        self.sids += 1
        lane.reset()
