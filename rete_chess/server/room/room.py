"""The room: a machine that takes messages and moments, and gives entries and messages.

It opens nothing, waits for nothing and asks no clock: whoever runs it hands in the time, stores what it
says has changed, and only then sends what it says. The same inputs always have the same outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import orjson

from rete_chess.errors import ReteChessError
from rete_chess.metering import under
from rete_chess.server.room import changing, consent, evolve, joining, playing, reading, takeback, views
from rete_chess.server.room.bot import ACCEPT, Think, due, name_of
from rete_chess.server.room.chance import Chance, hash_of
from rete_chess.server.room.entries import Cause, Entry
from rete_chess.server.room.outcome import Head, Outcome, RoomError, Send, Socket, head_of
from rete_chess.server.room.setup import BUDGET
from rete_chess.server.room.state import BOTH, NOBODY, PRESETS, PROFILES, State
from rete_chess.server.room.transaction import Sender, Transaction
from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import room_messages as rooms
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.base import ClientMessage, ServerMessage
from rete_chess.server.wire.directory import SERVER_MESSAGES

#: How long a proposal waits, in milliseconds.
CONSENT_TIME: Final = 60_000


class Room:
    """One room with its state, and the sockets in it.

    Messages that cannot be are refused by an answer. An error that is raised instead left the room half
    changed: whoever runs it forgets the room, of which nothing was stored, and wakes it from its log.
    """

    def __init__(self, state: State, chance: Chance, consent_time: int = CONSENT_TIME) -> None:
        self.state = state
        self.chance = chance
        self.consent_time = consent_time
        self._sockets: dict[Socket, str] = {}  # what each socket is, in the order in which they came
        self._answered: dict[Socket, set[str]] = {}  # the ids whose answers each socket has heard
        self._thinking: str | None = None  # what the bot thinks about
        self.comings = joining.Comings()

    @classmethod
    def restored(
        cls,
        snapshot: bytes | None,
        entries: Iterable[Entry],
        chance: Chance,
        consent_time: int = CONSENT_TIME,
    ) -> Room:
        """The room of a snapshot and of the entries around and after it; without one, of all entries."""
        with under(BUDGET):
            return cls(cls._state(snapshot, entries), chance, consent_time)

    @staticmethod
    def _state(snapshot: bytes | None, entries: Iterable[Entry]) -> State:
        state = None if snapshot is None else State.from_json(orjson.loads(snapshot))
        for entry in entries:
            if state is None:
                state = evolve.create(entry)
            elif entry.number > state.number:
                evolve.apply(state, entry)
                evolve.note(state, entry)
            else:
                evolve.remember(state, entry)
        assert state is not None, "a room begins with an entry"
        return state

    def snapshot(self) -> bytes:
        """The state as bytes, from which the room can be made again."""
        return orjson.dumps(self.state.to_json())

    @property
    def head(self) -> Head:
        """What is known of the room without waking it."""
        return head_of(self.state)

    @property
    def deadline(self) -> int | None:
        """When `tick` has something to do at the earliest."""
        return min(self._deadlines.values(), default=None)

    @property
    def _deadlines(self) -> dict[str, int]:
        """When something happens by itself, also what goes with the sockets."""
        counted = self.comings.deadline
        return self.state.deadlines if counted is None else {**self.state.deadlines, "comings": counted}

    # -- sockets -------------------------------------------------------------------------------

    def attach(self, socket: Socket, viewer: str) -> None:
        """Let a socket be in the room, as a player or as a spectator."""
        if self._sockets.get(socket) != viewer:
            self._answered.pop(socket, None)  # what it heard as somebody else
        self._sockets[socket] = viewer

    def detach(self, socket: Socket) -> None:
        """Let a socket be in the room no longer."""
        self._sockets.pop(socket, None)
        self._answered.pop(socket, None)

    def viewer_of(self, socket: Socket) -> str | None:
        """What a socket is in the room; None if it is not in it."""
        return self._sockets.get(socket)

    def sockets_of(self, viewer: str) -> tuple[Socket, ...]:
        """The sockets of a viewer."""
        return tuple(socket for socket, found in self._sockets.items() if found == viewer)

    @property
    def audience(self) -> dict[str, tuple[Socket, ...]]:
        """All sockets by what they are."""
        return {viewer: self.sockets_of(viewer) for viewer in dict.fromkeys(self._sockets.values())}

    def is_present(self, side: str) -> bool:
        """Whether a player of a side is there."""
        return bool(self.sockets_of(side) or self.sockets_of(BOTH))

    def viewer_with(self, token: str | None) -> str:
        """What the holder of a token may see; without a valid one, what a spectator may."""
        found = None if token is None else self.state.holder(hash_of(token))
        return NOBODY if found is None else found

    # -- inputs --------------------------------------------------------------------------------

    def receive(self, socket: Socket, message: ClientMessage, now: int) -> Outcome:
        """Handle a message of a socket. A refused one has changed nothing."""
        outcome = self.tick(now)
        viewer = self._sockets.get(socket)
        if viewer is not None and not isinstance(message, rooms.RoomJoin):
            heard = Transaction(self, now)  # apart: it stays so if the message is refused
            joining.settle(heard, viewer)
            outcome = _joined(outcome, heard.commit())
        tx = Transaction(self, now, Sender(socket, viewer or NOBODY, message))
        try:
            _demand_right(viewer, message)
            with under(BUDGET):
                if not self._is_repeated(tx):
                    _HANDLERS[type(message)](tx, message)
                done = tx.commit()
        except ReteChessError as error:
            if tx.outcome.entries:
                raise  # what cannot be told is not done
            tx.refuse(error)
            done = tx.commit()
        return self.finished(_joined(outcome, done), now)

    def disconnect(self, socket: Socket, now: int) -> Outcome:
        """A socket is gone."""
        outcome = self.tick(now)
        if socket not in self._sockets:
            return outcome
        self.detach(socket)
        tx = Transaction(self, now)
        joining.tell_presence(tx)
        return _joined(outcome, tx.commit())

    def tick(self, now: int) -> Outcome:
        """Let happen what is due: proposals time out, clocks run out. Nothing is due before its time."""
        outcome = Outcome()
        while True:
            due = [(at, name) for name, at in self._deadlines.items() if at <= now]
            if not due:
                return outcome
            tx = Transaction(self, now)
            _, name = min(due)
            if name == "clock":
                assert self.state.clock is not None
                side = self.state.clock.running
                assert side is not None
                playing.end(tx, "time-out", side, None)
            elif name == "comings":
                self.comings.deadline = None
                joining.tell_presence(tx)
            else:
                consent.close(tx, name, "timeout")
            outcome = _joined(outcome, tx.commit())

    def thought(self, name: str, answer: str | None, now: int) -> Outcome:
        """The bot has thought about what was wanted of it; without a move it gives up, without an answer it
        declines. A stale thought does nothing."""
        outcome = self.tick(now)
        side = self.state.bot_side
        if side is None or not name == self._thinking == self._wanted:
            return outcome
        self._thinking = None
        tx = Transaction(self, now)
        if self.state.is_offered_to(side):
            playing.reply_to_offer(tx, side, accept=answer == ACCEPT)
        elif answer is None:
            playing.end(tx, "resign", side, None)
        else:
            playing.make_move(tx, answer, None)
        return self.finished(_joined(outcome, tx.commit()), now)

    def wake(self, now: int, lost: int = 0) -> Outcome:
        """The room was made again from its log: nobody is there, and time that was lost is given back."""
        state = self.state
        was_there = state.spectators or any(seat.is_connected for seat in state.seats.values())
        is_late = lost and state.clock is not None and state.clock.running is not None
        outcome = Outcome()
        if was_there or is_late:
            tx = Transaction(self, now)
            tx.change("woke", lost=lost)
            joining.show_presence(tx)
            outcome = tx.commit()
        return self.finished(_joined(outcome, self.tick(now)), now)

    def tell_all(self, now: int) -> Outcome:
        """Everybody in the room hears how it stands."""
        outcome = Outcome()
        for viewer, sockets in self.audience.items():
            shown = views.state_for(self.state, viewer, now)
            outcome.sends.append(Send(sockets, rooms.RoomState.of(roomCode=self.state.code, state=shown)))
        return outcome

    # -- the bot, and messages that come twice -------------------------------------------------

    def finished(self, outcome: Outcome, now: int) -> Outcome:
        """An outcome that asks the bot for its answer to an offer, or for its move if it is its turn."""
        wanted, state = self._wanted, self.state
        if wanted is not None and wanted != self._thinking:
            self._thinking = wanted
            level = (state.bot or {}).get("level", 1)
            side = state.bot_side
            assert side is not None
            offered_to = side if state.is_offered_to(side) else None
            until = due(state.clock, side, now)
            shown = state.game.snapshot(tells_seed=False)
            outcome.think = Think(level, state.digest, state.setup, shown, offered_to, until)
        return outcome

    @property
    def _wanted(self) -> str | None:
        """The name of what is wanted of the bot now."""
        state, side = self.state, self.state.bot_side
        if side is None or state.game.is_over:
            return None
        if state.is_offered_to(side):
            return name_of(state.digest, side)
        return name_of(state.digest, None) if state.game.turn == side else None

    def remember(self, cause: Cause, sender: Sender) -> None:
        """Remember which socket heard the answer to a message."""
        evolve.note_cause(self.state, cause)
        self._note_heard(sender.socket, cause)

    def _note_heard(self, socket: Socket, cause: Cause) -> None:
        """Note that a socket has heard the answer to a message, as long as the room remembers that."""
        known = self.state.answered[cause.seat]
        self._answered[socket] = {
            cause.id,
            *(name for name in self._answered.get(socket, ()) if name in known),
        }

    def _is_repeated(self, tx: Transaction) -> bool:
        """Whether a message was acted on before; a socket that has not heard the answer hears it now."""
        assert tx.sender is not None
        cause = tx.sender.cause
        known = None if cause is None else self.state.answered.get(cause.seat, {}).get(cause.id)
        if cause is None or known is None:
            return False
        if known.digest != cause.digest:
            message = f"the id {cause.id!r} was used for another message"
            raise RoomError("E_MESSAGE_ID", message, hint="give every message an id of its own")
        if cause.id not in self._answered.get(tx.sender.socket, ()):
            self._note_heard(tx.sender.socket, cause)
            tx.send(Send((tx.sender.socket,), self._answer_again(known, tx)))
        return True

    def _answer_again(self, cause: Cause, tx: Transaction) -> ServerMessage:
        """The answer to a message that was acted on before; the state, where it is kept no longer."""
        told = [found.message(cause.seat) for found in self.state.recent if found.seq == cause.seq]
        body = cause.answer or (told[0] if told else None)
        if body is None:
            shown = views.state_for(self.state, cause.seat, tx.now)
            return rooms.RoomState.of(roomCode=self.state.code, re=cause.id, state=shown)
        again = {**views.told_again(self.state, cause.seat, body), "re": cause.id, "seq": None}
        return SERVER_MESSAGES[again["type"]].of(**again)


def _joined(first: Outcome, second: Outcome) -> Outcome:
    """Two outcomes as one, in order."""
    return Outcome(
        first.entries + second.entries,
        first.sends + second.sends,
        first.closes + second.closes,
        second.think or first.think,
        second.opened or first.opened,
    )


def _demand_right(viewer: str | None, message: ClientMessage) -> None:
    """Refuse what is said by somebody who is not in the room, or who only watches it and would act."""
    if viewer is None and not isinstance(message, rooms.RoomJoin):
        raise RoomError("E_SEAT", "the sender is not in this room", hint="send room.join first")
    if viewer == NOBODY and not isinstance(message, _OPEN_TO_ALL):
        raise RoomError("E_SEAT", "only players may do that", hint="spectators watch and ask")


#: What spectators may say as well as players.
_OPEN_TO_ALL: Final = (
    rooms.RoomJoin,
    rooms.RoomLeave,
    rooms.RoomSync,
    game.TraceRequest,
    game.ExplainRequest,
    game.InspectRequest,
)


def _consent(name: str) -> Callable[[Transaction, Any], None]:
    return lambda tx, message: changing.approve(tx, name, message.decision, message.proposal_id)


def _withdraw(name: str) -> Callable[[Transaction, Any], None]:
    return lambda tx, message: changing.withdraw(tx, name)


#: What is done with each message of a client.
_HANDLERS: Final[dict[type[ClientMessage], Callable[[Transaction, Any], None]]] = {
    rooms.RoomJoin: joining.join,
    rooms.RoomLeave: joining.leave,
    rooms.RoomSync: reading.sync,
    game.MovePlay: playing.play,
    game.TraceRequest: reading.trace,
    game.ExplainRequest: reading.explain,
    game.InspectRequest: reading.inspect,
    game.OfferDraw: playing.offer_draw,
    game.AnswerDraw: playing.answer_draw,
    game.ClaimDraw: playing.claim_draw,
    game.Resign: playing.resign,
    game.Rematch: takeback.rematch,
    game.TakebackPropose: takeback.propose,
    game.TakebackConsent: takeback.answer,
    rules.ProfilePropose: changing.propose_profiles,
    rules.ProfileConsent: _consent(PROFILES),
    rules.ProfileWithdraw: _withdraw(PROFILES),
    rules.ProfileUpdate: changing.update_profiles,
    rules.PresetsPropose: changing.propose_presets,
    rules.PresetsConsent: _consent(PRESETS),
    rules.PresetsWithdraw: _withdraw(PRESETS),
    rules.PresetsUpdate: changing.update_presets,
    rules.ConfigUpdate: changing.update_config,
    rules.ModifierRegister: changing.register,
}
