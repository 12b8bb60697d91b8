"""A stay in a room: the line and how it is made again, what was asked and not answered, what was heard.

After a broken line the seat is taken again with its token, what was missed is heard, and what was not
answered is sent again. That is safe: a server acts once on a message of the same `id`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from random import uniform
from typing import Any, Final, NamedTuple, cast

from rete_chess.client.keeping import kept
from rete_chess.client.line import (
    BROKEN,
    OPENING,
    Line,
    LineError,
    Pace,
    RefusedError,
    Tap,
    demand_size,
    made,
)
from rete_chess.server.wire import room_messages as rooms
from rete_chess.server.wire.base import Broadcast, ClientMessage, ServerMessage
from rete_chess.server.wire.parts import State

#: Messages that are kept for a reader who comes late; older ones are gone, the state knows of them.
MOST_UNREAD: Final = 1_000
#: How long a client waits before it comes back for the first time, in seconds.
FIRST_WAIT: Final = 0.05
#: Why sockets are closed that should not come back at once: too much was said, or too little read.
_OUT_OF_BREATH: Final = (1008, 1013)
#: Refusals after which there is nothing to come back to.
_GONE: Final = ("E_ROOM", "E_TOKEN", "E_SEAT")


class Way(NamedTuple):
    """How to come to a server."""

    address: str
    patience: float = 60.0  # for how many seconds a lost line is looked for
    longest_wait: float = 2.0  # between two tries, of which the first is made almost at once
    tap: Tap | None = None
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed

    async def open(self, room: str | None = None) -> Line:
        """A new line, to a room if it is known."""
        return await Line.open(self.address, room, self.tap, **self.options)


class Session:
    """A client in a room."""

    def __init__(self, way: Way, line: Line, joined: rooms.RoomCreated | rooms.RoomJoined) -> None:
        assert joined.room_code is not None
        self.way = way
        self.code: str = joined.room_code
        self.token: str | None = joined.token
        self.side = joined.side
        self.state = cast(State, dict(joined.state))
        self.seq: int = self.state["seq"]
        self.returns = 0  # how often the line was made again
        self.error: LineError | None = None  # why it is over
        self._line: Line | None = line
        self._pace = Pace()
        self._names = (f"{secrets.token_hex(6)}-{number}" for number in count(1))
        self._asked: dict[str, tuple[ClientMessage, asyncio.Future[ServerMessage]]] = {}
        self._inbox: deque[ServerMessage] = deque(maxlen=MOST_UNREAD)
        self._waiters: list[tuple[Callable[[State], bool], asyncio.Future[None]]] = []
        self._news = asyncio.Event()
        self._task = asyncio.get_running_loop().create_task(self._run())

    # -- asking and hearing --------------------------------------------------------------------

    def next_name(self) -> str:
        """A name that no message had before."""
        return next(self._names)

    async def ask(self, message: ClientMessage) -> ServerMessage:
        """The answer to a message, however often the line breaks; an error if it is refused."""
        if self.error is not None:
            raise self.error
        assert message.id is not None
        demand_size(message)
        future: asyncio.Future[ServerMessage] = asyncio.get_running_loop().create_future()
        self._asked[message.id] = (message, future)
        try:
            if self._line is not None:
                await self._send(self._line, message)
            return await future
        finally:
            del self._asked[message.id]

    async def _send(self, line: Line, message: ClientMessage) -> None:
        await self._pace.keep()
        with suppress(*BROKEN):  # whoever reads notices, and it is sent again
            await line.send(message)

    async def hear(self) -> ServerMessage:
        """The next message that is not the answer to a question alone; an error when there is no more."""
        while not self._inbox:
            if self.error is not None:
                raise self.error
            self._news.clear()
            await self._news.wait()
        return self._inbox.popleft()

    def skip(self) -> None:
        """Pass over all that was not heard yet."""
        self._inbox.clear()

    async def until(self, holds: Callable[[State], bool]) -> None:
        """Wait until something holds of the state."""
        if holds(self.state):
            return
        if self.error is not None:
            raise self.error
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append((holds, future))
        await future

    # -- the line ------------------------------------------------------------------------------

    async def _run(self) -> None:
        """Hear what comes, and come back when the line breaks, until it is over."""
        try:
            while self.error is None:
                assert self._line is not None
                try:
                    self._take(await self._line.receive())
                except BROKEN:
                    line, self._line = self._line, None
                    await self._return(line.close_code in _OUT_OF_BREATH)
        except LineError as error:
            self._end(error)
        except Exception as error:
            self._end(LineError(f"the server cannot be understood: {type(error).__name__}: {error}"))

    async def _return(self, is_out_of_breath: bool) -> None:
        """Come back to the room, and send again what was not answered."""
        loop = asyncio.get_running_loop()
        until, wait = loop.time() + self.way.patience, 1.0 if is_out_of_breath else FIRST_WAIT
        while loop.time() < until:
            await asyncio.sleep(uniform(wait / 2, wait))
            wait = min(self.way.longest_wait, wait * 2)
            with suppress(*BROKEN):
                line = await self.way.open(self.code)
                try:
                    if await self._is_back(line):
                        return
                finally:
                    if self._line is not line:
                        await line.close()
        raise LineError("the line is broken", hint=f"the server did not answer for {self.way.patience:g} s")

    async def _is_back(self, line: Line) -> bool:
        """Whether the room lets this client in again by a new line."""
        role: Any = "spectator" if self.token is None else None
        name = self.next_name()
        await line.send(
            rooms.RoomJoin(id=name, room_code=self.code, token=self.token, since=self.seq, as_=role)
        )
        answer = await asyncio.wait_for(line.answer(name), OPENING)
        if isinstance(answer, rooms.Nack):
            if answer.code in _GONE:
                raise LineError(f"there is no way back: {answer.message}")
            return False
        assert isinstance(answer, rooms.RoomJoined)
        self._line, self.returns = line, self.returns + 1
        self._catch_up(answer)
        for message, _ in list(self._asked.values()):
            await self._send(line, message)
        return True

    def _catch_up(self, joined: rooms.RoomJoined) -> None:
        """Hear what was missed; where that is too long ago, only how everything stands."""
        if joined.missed is None:
            self._note(rooms.RoomState.of(roomCode=self.code, state=joined.state))
        else:
            for body in joined.missed:
                self._note(made(body))
        self.state, self.seq = cast(State, dict(joined.state)), joined.state["seq"]
        self._look()

    # -- what is heard -------------------------------------------------------------------------

    def _take(self, message: ServerMessage) -> None:
        """Take a message: the state knows of it, and whoever waits for it."""
        seq = message.seq if isinstance(message, Broadcast) else None
        is_known = isinstance(message, Broadcast) and (seq is None or seq <= self.seq)
        if not is_known:  # an answer that is given again tells what the state knows
            self.seq = self.seq if seq is None else seq
            self.state = cast(State, kept(cast("dict[str, Any]", self.state), message, self.side))
            self.state["seq"] = self.seq
        if message.re is not None:
            self._answer(message)
        if not is_known and (message.re is None or seq is not None):
            self._note(message)
        if isinstance(message, rooms.RoomReplaced):
            self._end(LineError("another socket has taken this seat with its token"))
        elif isinstance(message, rooms.RoomClosed):
            self._end(LineError(f"the room is closed: {message.why}"))
        self._look()

    def _answer(self, message: ServerMessage) -> None:
        """Give an answer to whoever asked; a server that ends refuses what its successor will take."""
        _, future = self._asked.get(str(message.re), (None, None))
        if future is None or future.done():
            return
        if not isinstance(message, rooms.Nack):
            future.set_result(message)
        elif message.code != "E_CLOSING":
            future.set_exception(RefusedError(message))

    def _note(self, message: ServerMessage) -> None:
        self._inbox.append(message)
        self._news.set()

    def _look(self) -> None:
        """Wake those for whom the state is now as they wished."""
        for waiter in [found for found in self._waiters if found[1].done() or found[0](self.state)]:
            self._waiters.remove(waiter)
            if not waiter[1].done():
                waiter[1].set_result(None)

    # -- the end -------------------------------------------------------------------------------

    def _end(self, error: LineError) -> None:
        """It is over: whoever waits hears why."""
        self.error = self.error or error
        waiting = [future for _, future in (*self._asked.values(), *self._waiters)]
        for future in cast("list[asyncio.Future[Any]]", waiting):
            if not future.done():
                future.set_exception(self.error)
        self._news.set()

    async def close(self) -> None:
        """Hang up. A seat stays its player's."""
        self._end(LineError("the client has hung up"))
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._line is not None:
            await self._line.close()

    def cut(self) -> None:
        """Cut the line as an accident would; the client comes back by itself."""
        if self._line is not None:
            self._line.abort()
