"""The parts that several messages share: problems, moves, pieces, seats, clocks, and the state of a room."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from rete_chess.server.wire.base import Count, Fen, Json, Moment, Name, Part, RoomCode, Side

#: What changes by consent.
Topic = Literal["modifier-profile", "presets"]
Matter = Literal["modifier-profile", "presets", "takeback"]
#: A profile by its id, or as a document.
ProfileItem = Name | Json
#: A document as a mapping, or as the text of a file.
DocumentItem = Annotated[str, Field(min_length=1)] | Json


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


class ProblemPart(Part):
    """A finding about a document or a candidate, as `validate --json` gives it."""

    code: Name
    message: str
    severity: str = "error"
    path: str | None = None
    line: Count | None = None
    column: Count | None = None
    hint: str | None = None
    profile: str | None = None
    square: str | None = None


class Origin(Part):
    """What decides about a move, and where it is written."""

    rule: str | None = None
    origin: str | None = None


class Reason(Origin):
    """Why a move is legal or not."""

    code: str
    message: str


class ResultPart(Part):
    """The end of a game."""

    outcome: Literal["win", "draw"]
    winner: Side | None = None
    reason: str


class ClockPart(Part):
    """The clock: seconds left at the moment `at`, the side whose time runs, and when it runs out."""

    initial: float
    increment: float
    white: Annotated[float, Field(ge=0)]
    black: Annotated[float, Field(ge=0)]
    at: Moment
    running: Side | None = None
    expires_at: Moment | None = None


class SeatPart(Part):
    """One seat: who holds it, and whether they are there."""

    taken: bool
    player: Literal["human", "bot"] | None = None
    connected: bool = False
    absent_since: Moment | None = None


class Seats(Part):
    """Both seats."""

    white: SeatPart
    black: SeatPart


class LegalPart(Part):
    """A legal move."""

    move: str
    from_: str | None = None
    to: str | None = None
    promotion: str | None = None
    tag: str | None = None
    san: str
    capture: bool


class PiecePart(Part):
    """A piece on the board with its facts."""

    id: int
    type: str
    color: Side
    square: str
    facts: Json


class TilePart(Part):
    """A special square."""

    id: int
    type: str
    square: str
    is_closed: bool
    """Whether nothing can enter or pass the square."""
    facts: Json


class Changes(Part):
    """What is other than before, by id; null for what is gone."""

    pieces: dict[str, PiecePart | None]
    tiles: dict[str, TilePart | None]


class MovePart(LegalPart):
    """A move that was played; `ply` counts the moves of the room up to it."""

    ply: Annotated[int, Field(ge=1)]
    side: Side
    fen: Fen
    digest: str
    check: bool
    turn: Side
    preset_effects: list[str]
    result: ResultPart | None = None


class TypePart(Part):
    """A piece type in play."""

    type: str
    letter: str
    name: str
    drawing: str | None = None
    value: float | None = None


class VariantPart(Part):
    """The variant of a room."""

    id: str
    name: str
    description: str | None = None
    width: Count
    height: Count
    hash: str
    document: Json


class ProposalPart(Part):
    """A change that waits for the other player's word: of profiles or of presets, or a take-back."""

    proposal_id: str
    proposed_by: Side
    expires_at: Moment
    profiles: list[Json] | None = None
    presets: list[PresetRequest] | None = None
    plies: Count | None = None


class PendingPart(Part):
    """A change that waits for the turn to end."""

    proposal_id: str
    proposed_by: Literal["white", "black", "both"]
    profiles: list[Json] | None = None
    presets: list[PresetRequest] | None = None


class StatePart(Part):
    """A room as one viewer sees it."""

    room_code: RoomCode
    seq: Count
    """The number of the last broadcast that the state knows of."""
    mode: Literal["multiplayer", "solo", "bot"]
    variant: VariantPart
    manifest: list[TypePart]
    fen: Fen
    start_fen: Fen
    pieces: list[PiecePart]
    hands: Json | None = None
    tiles: list[TilePart]
    turn: Side
    ply: Count
    moves: list[MovePart]
    presets: list[PresetRequest]
    profiles: list[Json]
    pending: dict[Topic, PendingPart] | None = None
    proposal: dict[Matter, ProposalPart] | None = None
    custom_modifiers: list[Json]
    config: dict[str, Json]
    legal: list[LegalPart]
    check: bool
    result: ResultPart | None = None
    draw_offer: Side | None = None
    rematch: list[Literal["white", "black", "both"]] | None = None
    """Who asked for another game."""
    moved_to: RoomCode | None = None
    """The room in which the players went on."""
    clock: ClockPart | None = None
    digest: str
    seats: Seats
    panels: list[dict[str, Any]]
