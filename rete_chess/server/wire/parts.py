"""The parts that several messages share: what clients ask for, as models, and what servers tell, as shapes.

Most shapes are those of `rete_chess.serial`; here are those that only rooms have.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from rete_chess.serial import shapes
from rete_chess.server.wire.base import Count, Fen, Json, Moment, Name, Part, RoomCode, SeedHash, Side

#: What changes by consent.
Topic = Literal["modifier-profile", "presets"]
Matter = Literal["modifier-profile", "presets", "takeback"]
#: A profile by its id, or as a document.
ProfileItem = Name | Json
#: Profiles in order, of which the last counts most; one may stand without a list.
Profiles = Annotated[list[ProfileItem], Field(max_length=16)] | ProfileItem
#: A document as a mapping, or as the text of a file.
DocumentItem = Annotated[str, Field(min_length=1)] | Json


def listed(value: Any) -> list[Any]:
    """What may stand in a list or alone, as a list; an empty one, where it is absent."""
    return value if isinstance(value, list) else [] if value is None else [value]


# -- what clients ask for --------------------------------------------------------------------------


class PresetRequest(Part):
    """A preset that shall be in force."""

    id: Name
    scope: Literal["white", "black", "both"] = "both"
    turns_remaining: Annotated[int, Field(ge=1, le=10_000)] | None = None
    config: Json | None = None


class ClockRequest(Part):
    """The clock of a game."""

    initial: Annotated[float, Field(gt=0, le=604_800)]
    """Seconds of each side at the start."""
    increment: Annotated[float, Field(ge=0, le=86_400)] = 0
    """Seconds that a side gets for each turn."""


class BotRequest(Part):
    """The player that holds the other seat."""

    player: Literal["search"] = "search"
    level: Annotated[int, Field(ge=1, le=8)] = 3


# -- what servers tell -----------------------------------------------------------------------------


class Origin(TypedDict):
    """What decides about a move, and where it is written."""

    rule: Annotated[str | None, Field(description="The document or rule that decides.")]
    origin: Annotated[str | None, Field(description="Where that is written, as file:line.")]


class Clock(TypedDict):
    """The clock: the seconds left at a moment."""

    initial: Annotated[float, Field(description="Seconds of each side at the start.")]
    increment: Annotated[float, Field(description="Seconds that a side gets for each turn.")]
    white: Annotated[float, Field(ge=0)]
    black: Annotated[float, Field(ge=0)]
    at: Moment
    running: NotRequired[Annotated[Side, Field(description="The side whose time runs.")]]
    expiresAt: NotRequired[Annotated[Moment, Field(description="When that time is up.")]]


class Seat(TypedDict):
    """One seat: who holds it, and whether they are there."""

    taken: bool
    player: NotRequired[Literal["human", "bot"]]
    connected: bool
    absentSince: NotRequired[Moment]


class Seats(TypedDict):
    """Both seats."""

    white: Seat
    black: Seat


class Move(shapes.LegalMove, TypedDict):
    """A move that was played, as far as the viewer saw it: `?e5` came from where nothing is seen."""

    ply: Annotated[int, Field(ge=1, description="How many moves have been played with it.")]
    side: Side
    fen: Fen
    digest: str
    check: bool
    checked: Annotated[list[str], Field(description="The squares of its royal pieces that are attacked.")]
    turn: Side
    presetEffects: Annotated[list[str], Field(description="What rules say about the move.")]
    result: NotRequired[shapes.Result]


class _Candidate(TypedDict):
    """What is proposed or waits: one of these."""

    proposalId: str
    profiles: NotRequired[list[Json]]
    presets: NotRequired[list[shapes.ActivePreset]]


class Proposal(_Candidate, TypedDict):
    """A change that waits for the other player's word: of profiles or of presets, or a take-back."""

    proposedBy: Side
    expiresAt: Moment
    plies: NotRequired[Count]


class Pending(_Candidate, TypedDict):
    """A change that waits for the turn to end."""

    proposedBy: Literal["white", "black", "both"]


class State(TypedDict):
    """A room as one viewer sees it; `?` in positions stands for squares that are not seen."""

    roomCode: RoomCode
    seq: Annotated[Count, Field(description="The number of the last broadcast that the state knows of.")]
    mode: Literal["multiplayer", "solo", "bot"]
    variant: shapes.Variant
    documents: NotRequired[
        Annotated[
            list[DocumentItem], Field(description="The room's own documents as they came, the variant first.")
        ]
    ]
    manifest: Annotated[list[shapes.PieceType], Field(description="The piece types in play.")]
    fen: Fen
    startFen: Fen
    pieces: list[shapes.Piece]
    hands: NotRequired[Annotated[shapes.Hands, Field(description="What is in hand, where anything can be.")]]
    tiles: list[shapes.Tile]
    vital: NotRequired[
        Annotated[list[str], Field(description="The attributes without which no piece lives, if any.")]
    ]
    turn: Side
    ply: Annotated[Count, Field(description="How many moves have been played.")]
    moves: list[Move]
    presets: Annotated[list[shapes.ActivePreset], Field(description="The presets in force, in order.")]
    profiles: Annotated[list[Json], Field(description="The profiles in force; the last counts most.")]
    pending: NotRequired[dict[Topic, Pending]]
    proposal: NotRequired[dict[Matter, Proposal]]
    customModifiers: Annotated[list[Json], Field(description="The modifiers that only this room knows.")]
    config: Annotated[dict[str, Json], Field(description="The settings of presets in effect, by id.")]
    legal: Annotated[list[shapes.LegalMove], Field(description="For the viewer whose turn it is.")]
    check: bool
    checked: Annotated[list[str], Field(description="The squares of its royal pieces that are attacked.")]
    result: NotRequired[shapes.Result]
    drawOffer: NotRequired[Side]
    rematch: NotRequired[
        Annotated[list[Literal["white", "black", "both"]], Field(description="Who asked for another game.")]
    ]
    movedTo: NotRequired[Annotated[RoomCode, Field(description="Where the players went on.")]]
    clock: NotRequired[Clock]
    digest: str
    seedHash: Annotated[SeedHash, Field(description="The hash of the seed, which the log proves in the end.")]
    seats: Seats
    panels: Annotated[list[shapes.Panel], Field(description="The counters of sides and game.")]
    ruleChanges: Annotated[list[shapes.RuleChange], Field(description="Changes of rules between moves.")]
    now: NotRequired[Annotated[Moment, Field(description="The time of the server when it told this.")]]
