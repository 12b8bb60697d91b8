"""One input of a room while it is handled: entries are made and applied at once, messages gathered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rete_chess import serial
from rete_chess.errors import ReteChessError, clip
from rete_chess.server.room import evolve, views
from rete_chess.server.room.entries import Cause, Entry
from rete_chess.server.room.outcome import Outcome, RoomError, Send, Socket, told_code
from rete_chess.server.room.state import NOBODY, SIDES, State
from rete_chess.server.wire.base import Broadcast, ClientMessage, ServerMessage
from rete_chess.server.wire.room_messages import Nack, RoomJoin, RoomState

if TYPE_CHECKING:
    from rete_chess.server.room.room import Room

B = TypeVar("B", bound=Broadcast)
Json = dict[str, Any]

_NOBODY: Final[Mapping[str, Any]] = {}
#: The entries that are judged by the position: what refuses them may lie in what is hidden.
_JUDGED: Final = ("queued", "approved", "forgotten", "restarted")


@dataclass(frozen=True)
class Sender:
    """Who sent a message: a socket, and what it may see and do in the room."""

    socket: Socket
    viewer: str
    message: ClientMessage

    @property
    def cause(self) -> Cause | None:
        """The message as a cause, if it has a name and comes from a player in the room."""
        if self.message.id is None or self.viewer == NOBODY or isinstance(self.message, RoomJoin):
            return None
        digest = blake2b(self.message.model_dump_json().encode(), digest_size=8).hexdigest()
        return Cause(self.viewer, self.message.id, digest)


@dataclass
class _Told:
    """A broadcast that waits to be sent, and whether it answers the sender; and what those hear instead from
    whom something is hidden."""

    entry: Entry
    message: Broadcast
    is_answer: bool
    seen: Mapping[str, Broadcast]


class Transaction:
    """The entries and messages that one input brings about."""

    def __init__(self, room: Room, now: int, sender: Sender | None = None) -> None:
        self.room = room
        self.state: State = room.state
        self.now = max(now, room.state.at)
        self.sender = sender
        self.outcome = Outcome()
        self._told: list[_Told | Send] = []
        self._answer: ServerMessage | None = None
        self._veiled: tuple[str, ...] = self.state.veiled

    # -- changing ------------------------------------------------------------------------------

    def change(self, kind: str, by: str | None = None, **data: Any) -> Any:
        """Make an entry, let it change the state, and return what it brought about."""
        entry = Entry(self.state.number + 1, self.now, kind, data, by)
        try:
            answer = evolve.apply(self.state, entry)
        except ReteChessError as error:
            if kind in _JUDGED and self.state.is_secret:
                raise _untold(error) from None
            raise
        self.outcome.entries.append(entry)
        return answer

    def tell(
        self,
        kind: type[B],
        *,
        is_answer: bool = False,
        seen: Mapping[str, Json] = _NOBODY,
        whole: Mapping[str, Any] = _NOBODY,
        **fields: Any,
    ) -> None:
        """Let everybody hear of the last entry: these fields, and the `whole`; or what is `seen` in its place
        by viewers from whom something is hidden."""
        entry = self.outcome.entries[-1]
        assert entry.seq is None, "an entry is told once"
        entry.seq = self.state.seq + 1
        common = {"roomCode": self.state.code, **fields, "seq": entry.seq}
        message = kind.of(**{**common, **whole})
        shown = {viewer: kind.of(**{**common, **told}) for viewer, told in seen.items()}
        entry.message = views.body_of(message)
        entry.seen = {viewer: views.body_of(told) for viewer, told in shown.items()}
        evolve.note(self.state, entry)
        self._told.append(_Told(entry, message, is_answer, shown))

    # -- saying --------------------------------------------------------------------------------

    def answer(self, message: ServerMessage) -> None:
        """Answer the sender."""
        assert self.sender is not None
        named = self._dated(message).with_fields(re=self.sender.message.id, roomCode=self.state.code)
        self._answer = named
        self._told.append(Send((self.sender.socket,), named))

    def answer_first(self, message: ServerMessage) -> None:
        """Answer the sender before anything else is said."""
        self.answer(message)
        self._told.insert(0, self._told.pop())

    def say(self, viewer: str, message: ServerMessage) -> None:
        """Say something to a player, if that player is there."""
        sockets = self.room.sockets_of(viewer)
        if sockets:
            named = self._dated(message).with_fields(roomCode=self.state.code)
            self._told.append(Send(sockets, named))

    def _dated(self, message: ServerMessage) -> ServerMessage:
        """A message that can tell the time, with the time: what it says of deadlines is seen from there."""
        return message.with_fields(now=self.now) if "now" in type(message).model_fields else message

    def send(self, send: Send) -> None:
        """Send a message to sockets, in its turn."""
        self._told.append(send)

    def refuse(self, error: ReteChessError) -> None:
        """Refuse the sender's message; one who was overtaken gets the state."""
        assert self.sender is not None
        self.answer(nack_of(error))
        if getattr(error, "is_overtaken", False):
            shown = views.state_for(self.state, self.sender.viewer, self.now)
            named = RoomState.of(roomCode=self.state.code, state=shown)
            self._told.append(Send((self.sender.socket,), named))

    # -- ending --------------------------------------------------------------------------------

    def commit(self) -> Outcome:
        """The outcome, with every message fitted to its viewers."""
        self._note_cause()
        told = [found for found in self._told if isinstance(found, _Told)]
        last = next((found for found in reversed(told) if views.tells_legal(found.message)), None)
        if last is not None and self._is_mover_away:
            _ = self.state.game.legal  # whoever comes back has to be told, so it must be possible
        for found in self._told:
            if isinstance(found, Send):
                self.outcome.sends.append(found)
            else:
                self.outcome.sends += self._sends(found, found is last)
        self._tell_unveiled()
        return self.outcome

    def _tell_unveiled(self) -> None:
        """Let those hear how everything stands from whom nothing is hidden any longer, or something now."""
        veiled = self.state.veiled
        if veiled == self._veiled:
            return
        for viewer, sockets in self.room.audience.items():
            if (viewer in veiled) != (viewer in self._veiled):
                shown = views.state_for(self.state, viewer, self.now)
                named = RoomState.of(roomCode=self.state.code, state=shown)
                self.outcome.sends.append(Send(sockets, named))

    @property
    def _is_mover_away(self) -> bool:
        """Whether it is the turn of a player who is not there."""
        turn = self.state.game.turn
        return not self.state.seats[turn].is_bot and not self.room.is_present(turn)

    def _note_cause(self) -> None:
        """Remember how the sender was answered, with the first entry, so that it is done once."""
        sender = self.sender
        cause = None if sender is None else sender.cause
        if sender is None or cause is None or not self.outcome.entries:
            return
        answers = [found for found in self._told if isinstance(found, _Told) and found.is_answer]
        first = self.outcome.entries[0]
        first.cause = Cause(
            cause.seat,
            cause.id,
            cause.digest,
            answers[0].entry.seq if answers else None,
            None if self._answer is None else self._answer.body(),
        )
        self.room.remember(first.cause, sender)

    def _sends(self, told: _Told, is_last: bool) -> list[Send]:
        """A broadcast for all viewers; the copy of a sender whose message it answers says so."""
        found: list[Send] = []
        alike: list[Socket] = []  # those who hear it as it is
        for viewer, sockets in self.room.audience.items():
            mine = told.seen.get(viewer, told.message)
            message = views.seen_by(self.state, viewer, mine, self.now, is_last)
            asker = self._asker(told, sockets)
            others = tuple(socket for socket in sockets if socket != asker)
            if message is told.message:
                alike += others
            elif others:
                found.append(Send(others, message))
            if asker is not None and self.sender is not None:
                found.append(Send((asker,), message.with_fields(re=self.sender.message.id)))
        return [*found, Send(tuple(alike), told.message)] if alike else found

    def _asker(self, told: _Told, sockets: tuple[Socket, ...]) -> Socket | None:
        """The one of some sockets whose message a broadcast answers: it hears that, too."""
        sender = self.sender
        if not told.is_answer or sender is None or sender.message.id is None:
            return None
        return sender.socket if sender.socket in sockets else None

    # -- asking --------------------------------------------------------------------------------

    def player(self) -> str:
        """The player who sent the message."""
        assert self.sender is not None
        assert self.sender.viewer != NOBODY, "who only watches is not heard"
        return self.sender.viewer

    def side(self) -> str:
        """The side for which the sender acts: the one that is played, or the one to move of both."""
        viewer = self.player()
        return viewer if viewer in SIDES else self.state.game.turn


def unseen() -> RoomError:
    """The refusal of rules in a game that hides something: why they cannot be may lie in that."""
    return RoomError(
        "E_SIGHT", "the rules cannot come into force, for a reason that may lie in what is hidden"
    )


def _untold(error: ReteChessError) -> ReteChessError:
    """An error about rules that tells of nothing in the position."""
    return error if error.code in _PLAIN else unseen()


#: Refusals that tell of nothing in a position.
_PLAIN: Final = ("E_GAME_OVER", "E_SAVE_SIZE")


def nack_of(error: ReteChessError) -> Nack:
    """The refusal that tells an error."""
    listed = [serial.problem_data(found) for found in getattr(error, "problems", ())]
    return Nack.of(
        code=told_code(error.code),
        message=error.message if error.found is None else f"{error.message}; found {clip(error.found)}",
        hint=error.hint or (f"expected {error.expected}" if error.expected else None),
        problems=listed or list(getattr(error, "found_problems", ())) or None,
        reason=_reason(error),
    )


def _reason(error: ReteChessError) -> dict[str, Any] | None:
    """The rule that refuses a move, and where it is written."""
    if isinstance(error, RoomError):
        return error.reason
    rule, origin = getattr(error, "rule", None), getattr(error, "origin", None)
    return {"rule": rule, "origin": origin} if rule or origin else None
