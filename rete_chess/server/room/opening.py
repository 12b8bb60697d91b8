"""Rooms made: from the message that asks for one, judged whole, to its first entry and its creator's key."""

from __future__ import annotations

from typing import Any

from rete_chess.errors import RulesError
from rete_chess.metering import loading, under
from rete_chess.server.room import evolve, views
from rete_chess.server.room.chance import Chance, hash_of
from rete_chess.server.room.clock import Clock
from rete_chess.server.room.entries import Entry
from rete_chess.server.room.game import Game, other
from rete_chess.server.room.outcome import Outcome, Send, Socket
from rete_chess.server.room.room import CONSENT_TIME, Room
from rete_chess.server.room.setup import BUDGET, Setup, completed
from rete_chess.server.room.state import BOT, BOTH, SIDES, SOLO
from rete_chess.server.wire.parts import BotRequest, listed
from rete_chess.server.wire.room_messages import RoomCreate, RoomCreated


def open_room(
    message: RoomCreate,
    socket: Socket,
    now: int,
    code: str,
    chance: Chance,
    consent_time: int = CONSENT_TIME,
) -> tuple[Room, Outcome]:
    """A new room with its creator in it; an error if anything is wrong, and then there is none."""
    with under(BUDGET), loading("the room"):
        return _opened(message, socket, now, code, chance, consent_time)


def _opened(
    message: RoomCreate, socket: Socket, now: int, code: str, chance: Chance, consent_time: int
) -> tuple[Room, Outcome]:
    setup = _setup(message)
    token = chance.token()
    side = chance.side() if message.side == "random" else message.side
    viewer = BOTH if message.mode == SOLO else side
    entry = Entry(1, now, "created", _data(message, setup, code, side, hash_of(token), chance.seed()))
    room = Room(evolve.create(entry), chance, consent_time)
    _demand_sides(room.state.game)
    room.attach(socket, viewer)
    created = RoomCreated.of(
        roomCode=code,
        re=message.id,
        token=token,
        side=viewer,
        seedHash=room.state.seed_hash,
        state=views.state_for(room.state, viewer, now),
    )
    return room, room.finished(Outcome([entry], [Send((socket,), created)]), now)


def _demand_sides(game: Game) -> None:
    """Refuse a game that is over because a side has nothing to begin with. Other games that are over at once,
    such as a mate to be looked at, are rooms with a result."""
    bare = [side for side in SIDES if not game.has_pieces(side)]
    if bare and game.is_over:
        raise RulesError(
            "E_GAME_OVER",
            f"the game would be over before it begins, {game.outcome}: no piece of {' or '.join(bare)}",
            hint="put pieces of both sides on the board",
        )


def _setup(message: RoomCreate) -> Setup:
    """What the game begins with, all of it read and checked."""
    if message.profile is not None and message.profiles is not None:
        raise RulesError("E_DOC_CONFLICT", "`profile` and `profiles` cannot stand beside each other")
    if message.bot is not None and message.mode != BOT:
        raise RulesError("E_DOC_CONFLICT", "`bot` is for rooms of the mode bot", found=message.mode)
    profiles = listed(message.profile if message.profile is not None else message.profiles)
    setup = Setup(
        message.variant,
        tuple(message.documents or ()),
        message.fen,
        profiles=tuple(profiles),
        modifiers=tuple(message.custom_modifiers or ()),
    )
    return completed(setup, [request.body() for request in message.presets or ()])


def _data(message: RoomCreate, setup: Setup, code: str, side: str, token: str, seed: str) -> dict[str, Any]:
    """The data of the first entry."""
    data: dict[str, Any] = {
        "code": code,
        "mode": message.mode,
        "private": message.private,
        "setup": setup.to_json(),
        "tokens": dict.fromkeys(SIDES if message.mode == SOLO else (side,), token),
        "present": True,
        "seed": seed,
    }
    if message.clock is not None:
        data["clock"] = Clock.of(message.clock.initial, message.clock.increment).to_json()
    if message.mode == BOT:
        data |= {"bot": (message.bot or BotRequest()).body(), "botSide": other(side)}
    return data
