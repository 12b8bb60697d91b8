"""A room as a program sees it that plays in it or watches."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Generator
from types import TracebackType
from typing import Any, TypeVar

from rete_chess.client.line import BROKEN, OPENING, LineError, RefusedError, demand_size
from rete_chess.client.session import FIRST_WAIT, Session, Way
from rete_chess.client.topics import Takeback, Topic
from rete_chess.serial import shapes
from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import room_messages as rooms
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.base import ClientMessage, Json, RoomRequest, ServerMessage, wire_key
from rete_chess.server.wire.codec import fitted
from rete_chess.server.wire.directory import type_of
from rete_chess.server.wire.parts import State

M = TypeVar("M", bound=ServerMessage)


class Room:
    """A seat in a room, or a place to watch it from; made by `create`, `join` or `watch`.

    A method that says something returns the answer, and raises `RefusedError` if it is refused. One that was
    sent again after a broken line is answered by `room.state`, if the server has kept its answer no longer.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.profiles = Topic(self._ask, "Profile")
        self.presets = Topic(self._ask, "Presets")
        self.takeback = Takeback(self._ask)

    # -- coming and going ----------------------------------------------------------------------

    @classmethod
    def create(
        cls, address: str, variant: str | Json = "chess", mode: str = "multiplayer", **asked: Any
    ) -> Opening:
        """Make a room; `asked` are the keys of `room.create`, and what `join` takes besides."""
        way, fields = _way(address, asked)
        return Opening(cls, way, rooms.RoomCreate, {"variant": variant, "mode": mode, **fields})

    @classmethod
    def join(cls, address: str, code: str, token: str | None = None, **asked: Any) -> Opening:
        """Come into a room: to the seat of a token, or to the free one.

        `patience` says for how many seconds a lost line is looked for, `longest_wait` how long it rests
        between two tries; `tap` is shown the bytes of all messages, `options` go to `websockets.connect`.
        """
        way, fields = _way(address, asked)
        return Opening(cls, way, rooms.RoomJoin, {"roomCode": code, "token": token, "as": "player", **fields})

    @classmethod
    def watch(cls, address: str, code: str, **asked: Any) -> Opening:
        """Come into a room to watch it."""
        return cls.join(address, code, **{"as": "spectator", **asked})

    def follow(self) -> Opening:
        """Go on in the room of the rematch, with the same token; the sides have changed."""
        code = self.state.get("movedTo")
        if code is None:
            raise LineError("the players are still in this room")
        role = "player" if self.token else "spectator"
        return Opening(
            type(self), self._session.way, rooms.RoomJoin, {"roomCode": code, "token": self.token, "as": role}
        )

    async def leave(self) -> ServerMessage:
        """Say good-bye, and hang up; a seat stays its player's, who comes back with the token."""
        answer = await self._ask(rooms.RoomLeave)
        await self.close()
        return answer

    async def close(self) -> None:
        """Hang up."""
        await self._session.close()

    # -- what is known -------------------------------------------------------------------------

    @property
    def code(self) -> str:
        """The code by which others come in."""
        return self._session.code

    @property
    def token(self) -> str | None:
        """The key of the seat; None for who watches."""
        return self._session.token

    @property
    def side(self) -> str:
        """`white`, `black`, `both` in a solo room, `none` for who watches."""
        return self._session.side

    @property
    def state(self) -> State:
        """The state of the room, as far as messages have told it."""
        return self._session.state

    @property
    def seq(self) -> int:
        """The number of the last broadcast that was heard."""
        return self._session.seq

    @property
    def returns(self) -> int:
        """How often the line was broken and made again."""
        return self._session.returns

    @property
    def legal(self) -> list[shapes.LegalMove]:
        """The legal moves, while it is this player's turn."""
        return self.state["legal"]

    @property
    def result(self) -> shapes.Result | None:
        """How the game ended, or None while it goes on."""
        return self.state.get("result")

    @property
    def is_my_turn(self) -> bool:
        """Whether this player is to move, and has heard all that goes with the move before."""
        return self.result is None and self.side in (self.state["turn"], "both") and bool(self.legal)

    # -- hearing -------------------------------------------------------------------------------

    async def hear(self, *kinds: type[M]) -> M:
        """The next message of some kinds, or of any; those before it are passed over."""
        while True:
            message: Any = await self._session.hear()
            if not kinds or isinstance(message, kinds):
                return message  # type: ignore[no-any-return]

    def skip(self) -> None:
        """Pass over all messages up to now; the state knows of them."""
        self._session.skip()

    async def __aiter__(self) -> AsyncIterator[ServerMessage]:
        """All broadcasts and what is said to this player alone, until the room is left."""
        while True:
            try:
                yield await self._session.hear()
            except LineError:
                return

    async def until(self, holds: Callable[[State], bool]) -> State:
        """Wait until something holds of the state, and return it."""
        await self._session.until(holds)
        return self.state

    async def turn(self) -> bool:
        """Wait until it is this player's turn; False if the game is over instead."""
        await self.until(lambda _: self.is_my_turn or self.result is not None)
        return self.is_my_turn

    # -- the game ------------------------------------------------------------------------------

    async def play(self, move: str, ply: int | None = None, digest: str | None = None) -> ServerMessage:
        """Play a move, in UCI or SAN form, in the position that this client knows: `move.played`."""
        meant = self.state["ply"] if ply is None else ply
        return await self._ask(game.MovePlay, move=move, ply=meant, digest=digest)

    async def sync(self) -> State:
        """The whole state, asked for anew."""
        await self._ask(rooms.RoomSync)
        return self.state

    async def trace(self, ply: int) -> ServerMessage:
        """What the move that led to a ply did, stage by stage."""
        return await self._ask(game.TraceRequest, ply=ply)

    async def explain(self, move: str) -> ServerMessage:
        """Whether a move is legal, and why."""
        return await self._ask(game.ExplainRequest, move=move)

    async def inspect(self, square: str) -> ServerMessage:
        """All about the piece on a square."""
        return await self._ask(game.InspectRequest, square=square)

    async def offer_draw(self) -> ServerMessage:
        """Offer a draw, or accept the one that is offered: `game.updated`, as the next four."""
        return await self._ask(game.OfferDraw)

    async def answer_draw(self, accept: bool) -> ServerMessage:
        """Accept or decline the draw that is offered."""
        return await self._ask(game.AnswerDraw, accept=accept)

    async def claim_draw(self) -> ServerMessage:
        """Claim a draw by repetition or by quiet moves."""
        return await self._ask(game.ClaimDraw)

    async def resign(self) -> ServerMessage:
        """Give the game up."""
        return await self._ask(game.Resign)

    async def rematch(self) -> ServerMessage:
        """Ask for another game; `room.moved` once both have."""
        return await self._ask(game.Rematch)

    async def configure(self, preset: str, config: Json) -> ServerMessage:
        """Change settings of one preset in force: `presets.queued`."""
        return await self._ask(rules.ConfigUpdate, preset=preset, config=config)

    async def register(self, descriptor: Json) -> ServerMessage:
        """Let the room know a custom modifier: `custom-modifier.registered`."""
        return await self._ask(rules.ModifierRegister, descriptor=descriptor)

    async def _ask(self, kind: type[RoomRequest], **fields: Any) -> ServerMessage:
        said = {wire_key(name): value for name, value in fields.items() if value is not None}
        named = {"type": type_of(kind), "id": self._session.next_name(), "roomCode": self.code}
        return await self._session.ask(fitted({**named, **said}, kind, type_of(kind)))


class Opening:
    """A room that is about to be made or joined: `async with` it, or `await` it and close it later."""

    def __init__(self, room: type[Room], way: Way, kind: type[ClientMessage], fields: Json) -> None:
        self._room, self._way, self._kind = room, way, kind
        self._fields = {key: value for key, value in fields.items() if value is not None}
        self._made: Room | None = None

    def __await__(self) -> Generator[Any, None, Room]:
        return self._open().__await__()

    async def __aenter__(self) -> Room:
        self._made = await self._open()
        return self._made

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._made is not None
        await self._made.close()

    async def _open(self) -> Room:
        """Come in by a new line. Who has a token or only watches tries until the patience is over; others try
        once: the seat or the room that they got before the line broke would stay without anybody."""
        is_safe = "token" in self._fields or self._fields.get("as") == "spectator"
        until, wait = time.monotonic() + self._way.patience, FIRST_WAIT
        while True:
            try:
                return await self._come_in()
            except BROKEN as error:
                if not is_safe or time.monotonic() > until:
                    raise LineError(f"{self._way.address} does not answer: {error}") from error
            await asyncio.sleep(wait)
            wait = min(self._way.longest_wait, wait * 2)

    async def _come_in(self) -> Room:
        name, kind = secrets.token_hex(8), type_of(self._kind)
        message = fitted({"type": kind, "id": name, **self._fields}, self._kind, kind)
        demand_size(message)
        line = await self._way.open(self._fields.get("roomCode"))
        session: Session | None = None
        try:
            await line.send(message)
            answer = await asyncio.wait_for(line.answer(name), max(OPENING, self._way.patience))
            if isinstance(answer, rooms.Nack):
                raise RefusedError(answer)
            assert isinstance(answer, rooms.RoomCreated | rooms.RoomJoined)
            session = Session(self._way, line, answer)
        finally:
            if session is None:
                await line.close()
        session.token = answer.token or self._fields.get("token")
        return self._room(session)


def _way(address: str, asked: Json) -> tuple[Way, Json]:
    """The way to a server, and what is left to be asked of it."""
    own = {key: asked[key] for key in Way._fields[1:] if key in asked}
    return Way(address, **own), {key: value for key, value in asked.items() if key not in own}
