"""The state of a room: plain data and one game, all of it made by the entries of the room's log."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rete_chess.documents import Document
from rete_chess.documents.kinds.document import digest_of
from rete_chess.server.room.chance import hash_of
from rete_chess.server.room.clock import Clock
from rete_chess.server.room.entries import Cause, Heard
from rete_chess.server.room.game import Game
from rete_chess.server.room.setup import Setup, read_modifiers
from rete_chess.server.room.sights import WHOLE, Was

Json = dict[str, Any]

SIDES: Final = ("white", "black")
#: The viewers of a room: a player of one side or of both, and everybody else.
BOTH, NOBODY = WHOLE, "none"
MULTIPLAYER, SOLO, BOT = "multiplayer", "solo", "bot"

PROFILES, PRESETS, TAKEBACK = "modifier-profile", "presets", "takeback"

#: Broadcasts kept for those who come back, the signs of all of them, and answered messages remembered for
#: each seat.
MOST_RECENT: Final = 64
MOST_RECENT_SIGNS: Final = 200_000
MOST_ANSWERED: Final = 32
#: Replaced proposals of a topic that are remembered by their ids.
MOST_REPLACED: Final = 32


@dataclass
class Seat:
    """One side's seat: the hash of its key, and whether its player is there."""

    token: str | None = None
    is_bot: bool = False
    is_connected: bool = False
    absent_since: int | None = None
    has_come: bool = False  # whether its player was ever there
    claim: str | None = None  # the hash of the `id` it was taken with, until its player is heard

    @property
    def is_taken(self) -> bool:
        return self.is_bot or self.token is not None

    def shown(self) -> Json:
        """The seat as everybody sees it."""
        shown: Json = {"taken": self.is_taken, "connected": self.is_bot or self.is_connected}
        if self.is_taken:
            shown["player"] = "bot" if self.is_bot else "human"
        if self.absent_since is not None:
            shown["absentSince"] = self.absent_since
        return shown


@dataclass(frozen=True)
class Proposal:
    """A change that waits for the other player's word."""

    id: str
    by: str
    candidate: Any
    expires_at: int
    problems: list[Json] = field(default_factory=list)
    summary: str = ""
    carried: list[str] = field(default_factory=list)  # the presets in it that go on as they are in force


@dataclass(frozen=True)
class Pending:
    """A change that waits for the turn to end."""

    id: str
    by: str
    candidate: list[Json]
    carried: list[str] = field(default_factory=list)

    def as_they_stand(self, requests: list[Any]) -> list[Any]:
        """The presets that wait, by those in force. Those that only go on last as long as they would have:
        what has ended in the meantime is not begun again."""
        left = {request["id"]: request.get("turnsRemaining") for request in requests}
        found = []
        for request in self.candidate:
            if request["id"] in self.carried:
                if request["id"] not in left:
                    continue
                request = {**request, "turnsRemaining": left[request["id"]]}
            found.append({key: value for key, value in request.items() if value is not None})
        return found


@dataclass
class Topic:
    """One matter of consent: the proposal that waits, and those that newer ones replaced."""

    open: Proposal | None = None
    replaced: list[str] = field(default_factory=list)
    is_ambiguous: bool = False  # whether a proposal was replaced since the last consent


@dataclass(frozen=True)
class Refusal:
    """A refusal that its player may not have heard yet, and its fields."""

    seat: str
    nack: Json


class Before(NamedTuple):
    """What a move found: the changes that waited, and the clock; a take-back brings them back."""

    pending: dict[str, Pending]
    clock: Clock | None


@dataclass
class State:
    """Everything about a room that outlives its sockets."""

    code: str
    mode: str
    is_private: bool
    created_at: int
    setup: Setup
    game: Game
    seats: dict[str, Seat]
    bot: Json | None = None
    clock: Clock | None = None
    digest: str = ""  # of the game when everybody last heard of it
    at: int = 0  # the time of the last entry
    number: int = 0
    seq: int = 0
    spectators: int = 0
    player_at: int = 0  # when a player was last there
    modifiers: dict[str, Document] = field(default_factory=dict)
    topics: dict[str, Topic] = field(
        default_factory=lambda: {name: Topic() for name in (PROFILES, PRESETS, TAKEBACK)}
    )
    pending: dict[str, Pending] = field(default_factory=dict)
    proposals: int = 0  # how many were made, to number them
    before: list[Before] = field(default_factory=list)  # one for each move
    moves: list[str] = field(default_factory=list)  # each as a text of JSON, as most rooms only keep it
    seen: list[dict[str, str]] = field(default_factory=list)  # the same for those from whom much is hidden
    draw_offer: str | None = None
    rematch: list[str] = field(default_factory=list)
    moved_to: str | None = None
    refusals: list[Refusal] = field(default_factory=list)
    answered: dict[str, dict[str, Cause]] = field(default_factory=dict)
    recent: deque[Heard] = field(default_factory=lambda: deque(maxlen=MOST_RECENT))

    # -- asking --------------------------------------------------------------------------------

    @property
    def is_started(self) -> bool:
        """Whether both seats are taken."""
        return all(seat.is_taken for seat in self.seats.values())

    @property
    def seed_hash(self) -> str:
        """What is told of the seed of the game while it runs."""
        return hash_of(self.game.seed)

    @property
    def is_attended(self) -> bool:
        """Whether both players have come, now or before."""
        return all(seat.is_bot or seat.has_come for seat in self.seats.values())

    @property
    def players(self) -> tuple[str, ...]:
        """The viewers that play: both sides, or the one who plays for both."""
        if self.mode == SOLO:
            return (BOTH,)
        return tuple(side for side in SIDES if not self.seats[side].is_bot)

    @property
    def viewers(self) -> tuple[str, ...]:
        """All viewers of whom there may be anybody."""
        return (*self.players, NOBODY)

    @property
    def veiled(self) -> tuple[str, ...]:
        """The viewers from whom the rules in force hide anything."""
        return tuple(filter(self.game.is_hidden_from, self.viewers)) if self.game.hides else ()

    @property
    def is_secret(self) -> bool:
        """Whether the rules in force hide anything from a player."""
        return self.game.hides and any(map(self.game.is_hidden_from, self.players))

    def look(self) -> Was:
        """How everything stands now, and how each viewer sees it."""
        return self.game.look(self.viewers)

    def digest_for(self, viewer: str) -> str:
        """The digest that a viewer is told."""
        return self.game.digest_for(viewer) if self.game.is_hidden_from(viewer) else self.digest

    def moves_for(self, viewer: str) -> list[str]:
        """The moves as a viewer is told them, each as a text of JSON."""
        if not any(self.seen) or not self.game.is_hidden_from(viewer):
            return self.moves
        return [seen.get(viewer, move) for move, seen in zip(self.moves, self.seen)]

    @property
    def bot_side(self) -> str | None:
        """The side that a bot plays."""
        return next((side for side in SIDES if self.seats[side].is_bot), None)

    def is_offered_to(self, side: str | None) -> bool:
        """Whether the other side offers a draw to this one."""
        return self.draw_offer is not None and side is not None and side != self.draw_offer

    def sides_of(self, viewer: str) -> tuple[str, ...]:
        """The sides that a viewer plays."""
        return SIDES if viewer == BOTH else (viewer,) if viewer in SIDES else ()

    def holder(self, token: str) -> str | None:
        """The viewer whose seat has a key of this hash."""
        held = [side for side in SIDES if self.seats[side].token == token]
        return BOTH if len(held) == 2 else held[0] if held else None

    @property
    def deadlines(self) -> dict[str, int]:
        """When something happens by itself: proposals time out, the clock runs out."""
        found = {name: topic.open.expires_at for name, topic in self.topics.items() if topic.open is not None}
        if self.clock is not None and self.clock.deadline is not None:
            found["clock"] = self.clock.deadline
        return found

    def standing(self, viewer: str = BOTH) -> Json:
        """How the game stands, as messages about a change of it say."""
        return {**self.game.standing(viewer), "digest": self.digest_for(viewer)}

    def fingerprint(self) -> str:
        """A digest of all that the log made; rooms with equal logs have equal ones."""
        return digest_of({**self._told(), "game": self.game.digest})

    # -- snapshots -----------------------------------------------------------------------------

    def to_json(self) -> Json:
        """The state as data from which `from_json` makes it again, without the broadcasts it keeps."""
        return {**self._told(), "game": self.game.snapshot()}

    def _told(self) -> Json:
        return {
            "code": self.code,
            "mode": self.mode,
            "private": self.is_private,
            "createdAt": self.created_at,
            "setup": self.setup.to_json(),
            "seats": {side: vars(seat) for side, seat in self.seats.items()},
            "bot": self.bot,
            "clock": None if self.clock is None else self.clock.to_json(),
            "digest": self.digest,
            "at": self.at,
            "number": self.number,
            "seq": self.seq,
            "spectators": self.spectators,
            "playerAt": self.player_at,
            "modifiers": [document.tree.value for document in self.modifiers.values()],
            "topics": {name: _topic_data(topic) for name, topic in self.topics.items()},
            "pending": _pending_data(self.pending),
            "proposals": self.proposals,
            "before": [
                {
                    "pending": _pending_data(found.pending),
                    "clock": None if found.clock is None else found.clock.to_json(),
                }
                for found in self.before
            ],
            "moves": self.moves,
            **({"seen": self.seen} if any(self.seen) else {}),
            "drawOffer": self.draw_offer,
            "rematch": self.rematch,
            "movedTo": self.moved_to,
            "refusals": [vars(found) for found in self.refusals],
            "answered": {
                seat: [cause.to_json() for cause in causes.values()] for seat, causes in self.answered.items()
            },
        }

    @classmethod
    def from_json(cls, data: Json) -> State:
        """The state of a snapshot."""
        setup = Setup.from_json(data["setup"])
        return cls(
            data["code"],
            data["mode"],
            data["private"],
            data["createdAt"],
            setup,
            Game.restored(setup, data["game"]),
            {side: Seat(**seat) for side, seat in data["seats"].items()},
            data["bot"],
            _clock(data["clock"]),
            data["digest"],
            data["at"],
            data["number"],
            data["seq"],
            data["spectators"],
            data["playerAt"],
            read_modifiers(data["modifiers"]),
            {name: _topic(topic) for name, topic in data["topics"].items()},
            _pending(data["pending"]),
            data["proposals"],
            [Before(_pending(found["pending"]), _clock(found["clock"])) for found in data["before"]],
            data["moves"],
            data.get("seen", [{} for _ in data["moves"]]),
            data["drawOffer"],
            data["rematch"],
            data["movedTo"],
            [Refusal(found["seat"], found["nack"]) for found in data["refusals"]],
            {seat: _causes(listed) for seat, listed in data["answered"].items()},
        )


def _topic_data(topic: Topic) -> Json:
    return {
        "open": None if topic.open is None else vars(topic.open),
        "replaced": topic.replaced,
        "ambiguous": topic.is_ambiguous,
    }


def _topic(data: Json) -> Topic:
    proposal = None if data["open"] is None else Proposal(**data["open"])
    return Topic(proposal, list(data["replaced"]), data["ambiguous"])


def _pending_data(pending: dict[str, Pending]) -> Json:
    return {name: vars(found) for name, found in pending.items()}


def _pending(data: Json) -> dict[str, Pending]:
    return {name: Pending(**found) for name, found in data.items()}


def _clock(data: Json | None) -> Clock | None:
    return None if data is None else Clock(**data)


def _causes(listed: Iterable[Json]) -> dict[str, Cause]:
    return {data["id"]: Cause(**data) for data in listed}
