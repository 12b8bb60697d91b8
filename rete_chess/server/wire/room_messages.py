"""Messages about rooms: made, joined, left, looked at; who is there; and the refusal of any message."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rete_chess.serial import shapes
from rete_chess.server.wire.base import (
    Broadcast,
    ClientMessage,
    Count,
    Fen,
    Json,
    Name,
    RoomCode,
    RoomRequest,
    Secret,
    SeedHash,
    ServerMessage,
)
from rete_chess.server.wire.parts import (
    BotRequest,
    ClockRequest,
    DocumentItem,
    Origin,
    PresetRequest,
    ProfileItem,
    Profiles,
    Seat,
    State,
)

#: What a viewer is: a side, both of them alone in a solo room, or a spectator.
ViewerName = Literal["white", "black", "both", "none"]


class RoomCreate(ClientMessage):
    """Make a room; nothing is made if anything is wrong."""

    type: Literal["room.create"] = "room.create"
    variant: DocumentItem
    """The id of a variant, or its document."""
    fen: Fen | None = None
    presets: Annotated[list[PresetRequest], Field(max_length=50)] | None = None
    """Presets beside those of the variant."""
    profiles: Profiles | None = None
    """Profiles beside those of the variant."""
    profile: ProfileItem | None = None
    """One profile, in place of a list."""
    custom_modifiers: Annotated[list[Json], Field(max_length=50)] | None = None
    documents: Annotated[list[DocumentItem], Field(max_length=100)] | None = None
    """The pieces, tiles, abilities and layouts that come along with the variant."""
    mode: Literal["multiplayer", "solo", "bot"]
    side: Literal["white", "black", "random"] = "random"
    bot: BotRequest | None = None
    clock: ClockRequest | None = None
    private: bool = False


class RoomCreated(ServerMessage):
    """The room is there; the token is the key of the creator's seat."""

    type: Literal["room.created"] = "room.created"
    token: Secret
    side: ViewerName
    seed_hash: SeedHash
    """The hash of the seed by which chance decides; the log tells the seed when the game is over."""
    state: State


class RoomJoin(RoomRequest):
    """Come into a room: to one's seat with its token, else to a free seat or as a spectator."""

    type: Literal["room.join"] = "room.join"
    token: Secret | None = None
    since: Count | None = None
    """The number of the last broadcast that was heard."""
    as_: Literal["player", "spectator"] | None = None


class RoomJoined(ServerMessage):
    """The sender is in the room."""

    type: Literal["room.joined"] = "room.joined"
    token: Secret | None = None
    """The key of a seat that was just taken."""
    side: ViewerName
    state: State
    missed: list[Json] | None = None
    """The broadcasts since the one that was heard last, without the legal moves of their time."""


class RoomSync(RoomRequest):
    """Ask for the state."""

    type: Literal["room.sync"] = "room.sync"


class RoomState(ServerMessage):
    """The state of the room."""

    type: Literal["room.state"] = "room.state"
    state: State


class RoomPresence(Broadcast):
    """Who is in the room."""

    type: Literal["room.presence"] = "room.presence"
    white: Seat
    black: Seat
    spectators: Count


class RoomLeave(RoomRequest):
    """Leave the room; a seat stays the player's, who may come back with its token."""

    type: Literal["room.leave"] = "room.leave"


class RoomReplaced(ServerMessage):
    """Another socket has taken this seat with its token; this one is closed."""

    type: Literal["room.replaced"] = "room.replaced"


class RoomClosed(ServerMessage):
    """The socket is in the room no longer: it left, or the room is gone."""

    type: Literal["room.closed"] = "room.closed"
    why: Literal["left", "deleted"]


class RoomMoved(Broadcast):
    """The players go on in another room, whose code is `roomCode`; tokens are as before."""

    type: Literal["room.moved"] = "room.moved"
    from_: RoomCode
    """The room in which this is said."""


class Nack(ServerMessage):
    """A refusal: nothing has changed."""

    type: Literal["nack"] = "nack"
    code: Name
    message: str
    hint: str | None = None
    problems: list[shapes.Problem] | None = None
    reason: Origin | None = None
    proposal_id: str | None = None
    """The proposal that could not come into force when the turn ended."""
