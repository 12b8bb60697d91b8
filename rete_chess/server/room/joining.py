"""Coming and going: seats, spectators, presence, and what somebody who comes back has missed."""

from __future__ import annotations

from collections import deque
from typing import Final

from rete_chess.server.room import views
from rete_chess.server.room.chance import hash_of
from rete_chess.server.room.consent import MATTERS
from rete_chess.server.room.outcome import RoomError, Send
from rete_chess.server.room.playing import tell_between
from rete_chess.server.room.state import MULTIPLAYER, NOBODY, SIDES
from rete_chess.server.room.transaction import Transaction
from rete_chess.server.wire.base import Json
from rete_chess.server.wire.room_messages import (
    Nack,
    RoomClosed,
    RoomJoin,
    RoomJoined,
    RoomLeave,
    RoomPresence,
    RoomReplaced,
)

#: Signs of an `id` with which a seat can be taken again: whoever could guess it could take the seat.
LEAST_CLAIM: Final = 16
#: Comings and goings of spectators that are told within so many milliseconds.
MOST_COMINGS: Final = 8
COMINGS_TIME: Final = 60_000


def join(tx: Transaction, message: RoomJoin) -> None:
    """Come into the room: to one's seat, to a free one, or to watch."""
    heard = tx.state.seq
    viewer, token = _place(tx, message)
    _replace_others(tx, viewer)
    assert tx.sender is not None
    tx.room.attach(tx.sender.socket, viewer)
    tell_presence(tx)
    _begin(tx)
    joined = RoomJoined.of(
        token=token,
        side=viewer,
        state=views.state_for(tx.state, viewer, tx.now, heard),
        missed=_missed(tx, viewer, message.since, heard),
    )
    tx.answer_first(joined)
    if viewer != NOBODY:
        _say_again(tx, viewer)


def _place(tx: Transaction, message: RoomJoin) -> tuple[str, str | None]:
    """What the sender is from now on, and the key of a seat that was just taken."""
    assert tx.sender is not None
    if message.token is not None:
        holder = tx.state.holder(hash_of(message.token))
        if holder is None:
            raise RoomError("E_TOKEN", "this is no key of a seat of this room")
        settle(tx, holder)
        return holder, None
    claimed = _claimed(tx, message.id)
    if claimed is not None:
        return claimed, _take(tx, claimed, message.id)
    if message.as_ == "spectator":
        return NOBODY, None
    held = tx.room.viewer_of(tx.sender.socket)
    if held not in (None, NOBODY):
        return str(held), None
    free = [side for side in SIDES if not tx.state.seats[side].is_taken]
    if tx.state.mode == MULTIPLAYER and free:
        return free[0], _take(tx, free[0], message.id)
    if message.as_ == "player":
        raise RoomError("E_SEAT", "no seat is free", hint="watch as a spectator, or make a room")
    return NOBODY, None


def _take(tx: Transaction, side: str, name: str | None) -> str:
    """Give a seat away, and return its key."""
    token = tx.room.chance.token()
    claim = {"claim": hash_of(name)} if name is not None and len(name) >= LEAST_CLAIM else {}
    tx.change("seated", side=side, token=hash_of(token), **claim)
    return token


def _claimed(tx: Transaction, name: str | None) -> str | None:
    """The seat that was taken with a message of this name, whose answer may never have been heard.

    Nobody is let in there while the line is whole on which it was taken.
    """
    claim = None if name is None or len(name) < LEAST_CLAIM else hash_of(name)
    side = next((side for side in SIDES if claim and tx.state.seats[side].claim == claim), None)
    assert tx.sender is not None
    if side is None or tx.room.viewer_of(tx.sender.socket) == side:
        return None
    if tx.room.is_present(side):
        hint = "come with its token, or again once that line is broken"
        raise RoomError("E_SEAT", "the seat was taken on another line, which is whole", hint=hint)
    return side


def settle(tx: Transaction, viewer: str) -> None:
    """A player is heard, and has the key of the seat therefore."""
    for side in tx.state.sides_of(viewer):
        if tx.state.seats[side].claim is not None:
            tx.change("settled", side=side)


def _begin(tx: Transaction) -> None:
    """Let the clock run once both players have come."""
    clock = tx.state.clock
    if clock is not None and clock.running is None and tx.state.is_attended and not tx.state.game.is_over:
        tx.change("began")
        tell_between(tx)


def _replace_others(tx: Transaction, viewer: str) -> None:
    """A seat has one socket: the older one is told, and closed."""
    assert tx.sender is not None
    others = [found for found in tx.room.sockets_of(viewer) if found != tx.sender.socket]
    for socket in others if viewer != NOBODY else ():
        tx.room.detach(socket)
        tx.send(Send((socket,), RoomReplaced.of(roomCode=tx.state.code)))
        tx.outcome.closes.append(socket)


def _missed(tx: Transaction, viewer: str, since: int | None, heard: int) -> list[Json] | None:
    """The broadcasts after the one that was heard last, if they are all kept."""
    if since is None or since > heard:
        return None
    kept = [found for found in tx.state.recent if since < found.seq <= heard]
    if len(kept) != heard - since:
        return None
    return [views.told_again(tx.state, viewer, found.message(viewer)) for found in kept]


def _say_again(tx: Transaction, viewer: str) -> None:
    """Make the messages to a player alone again: proposals, what waits, refusals that may be unheard.

    Of a refusal no number of a broadcast says whether it was heard: the line may have broken right before it,
    also when it was told again. It is told until its player acts.
    """
    for name, matter in MATTERS.items():
        proposal, pending = tx.state.topics[name].open, tx.state.pending.get(name)
        if proposal is not None and proposal.by == viewer:
            tx.say(viewer, matter.queued(proposal.id, proposal.expires_at))
        elif proposal is not None:
            tx.say(viewer, matter.asked(proposal))
        if pending is not None and pending.by == viewer:
            is_agreed = tx.state.mode == MULTIPLAYER
            tx.say(viewer, matter.received(pending.id) if is_agreed else matter.queued(pending.id))
    for refusal in tx.state.refusals:
        if refusal.seat == viewer:
            tx.say(viewer, Nack.of(**refusal.nack))


def leave(tx: Transaction, message: RoomLeave) -> None:
    """Go out of the room; a seat stays its player's."""
    assert tx.sender is not None
    tx.room.detach(tx.sender.socket)
    tell_presence(tx)
    tx.answer(RoomClosed.of(why="left"))


def tell_presence(tx: Transaction) -> None:
    """Let everybody hear who is there, if that has changed: players at once, spectators now and then."""
    state = tx.state
    present = [side for side in SIDES if tx.room.is_present(side)]
    spectators = len(tx.room.sockets_of(NOBODY))
    before = [side for side in SIDES if state.seats[side].is_connected]
    if (present, spectators) == (before, state.spectators):
        return
    if present != before or tx.room.comings.may_tell(tx.now):
        tx.change("presence", present=present, spectators=spectators)
        show_presence(tx)


class Comings:
    """How often a room tells that spectators have come or gone: what is told is stored as long as the room.

    Beyond it they are counted again when the time has come, or when a player comes or goes.
    """

    def __init__(self) -> None:
        self._told: deque[int] = deque(maxlen=MOST_COMINGS)
        self.deadline: int | None = None  # when they are to be counted again

    def may_tell(self, now: int) -> bool:
        """Whether it may be told now; if so, it counts, and if not, it will be told later."""
        self.deadline = None
        if len(self._told) == MOST_COMINGS and now < self._told[0] + COMINGS_TIME:
            self.deadline = self._told[0] + COMINGS_TIME
            return False
        self._told.append(now)
        return True


def show_presence(tx: Transaction) -> None:
    """Let everybody hear of the last entry who is there."""
    white, black = (tx.state.seats[side].shown() for side in SIDES)
    tx.tell(RoomPresence, white=white, black=black, spectators=tx.state.spectators)
