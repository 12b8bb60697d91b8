"""Messages about the game: moves and what they mean, draws, resignation, take-back, rematch."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from rete_chess.serial import shapes
from rete_chess.server.wire.base import (
    Broadcast,
    Count,
    Fen,
    Json,
    Moment,
    MoveText,
    RoomRequest,
    ServerMessage,
    Side,
)
from rete_chess.server.wire.parts import Clock, State

Square = Annotated[str, Field(min_length=2, max_length=4)]
PlyNumber = Annotated[int, Field(ge=1, le=100_000)]
Decision = Literal["approve", "reject"]
#: Why a proposal is gone.
Why = Literal["rejected", "timeout", "withdrawn", "replaced", "game-over"]


class MovePlay(RoomRequest):
    """Play a move."""

    type: Literal["move.play"] = "move.play"
    move: MoveText
    """The move in UCI or SAN form."""
    ply: Count
    """The ply of the room for which it is meant: how many moves have been played."""
    digest: str | None = None
    """The digest of the state for which it is meant."""


class MovePlayed(Broadcast):
    """A move was played; `ply` is that of the room after it. Where rules hide something, each viewer is told
    what it saw."""

    type: Literal["move.played"] = "move.played"
    ply: PlyNumber
    move: str
    from_: str | None = None
    to: str | None = None
    drop: str | None = None
    """The id of the type that came from the hand."""
    act: str | None = None
    """The id of the act that it was."""
    promotion: str | None = None
    tag: str | None = None
    capture: bool
    san: str
    side: Side
    fen: Fen
    digest: str
    changes: shapes.Changes
    effects: list[shapes.Effect]
    preset_effects: list[str]
    events: list[shapes.ToldEvent]
    legal: list[shapes.LegalMove] | None = None
    check: bool
    checked: list[str]
    """The squares of royal pieces of the side to move that are attacked."""
    turn: Side
    hands: shapes.Hands | None = None
    """What is in hand, where anything can be."""
    result: shapes.Result | None = None
    clock: Clock | None = None


class TraceRequest(RoomRequest):
    """Ask for the trace of the move that led to a ply."""

    type: Literal["move.trace"] = "move.trace"
    ply: PlyNumber


class TraceAnswer(ServerMessage):
    """The trace of a move, stage by stage."""

    type: Literal["move.trace"] = "move.trace"
    ply: PlyNumber
    move: str
    fen: Fen
    result: shapes.Result | None = None
    preset_effects: list[str]
    effects: list[shapes.Effect]
    events: list[shapes.HeardEvent]
    stages: list[shapes.Stage]
    deaths: list[str]
    """Who died, in words, but for whom the move itself captured."""
    origins: dict[str, str]
    """Where the rules that fired are written, as file:line; those that are no longer in force are absent."""


class ExplainRequest(RoomRequest):
    """Ask why a move is legal or not."""

    type: Literal["move.explain"] = "move.explain"
    move: MoveText


class ExplainAnswer(ServerMessage):
    """Whether a move is legal, and why."""

    type: Literal["move.explain"] = "move.explain"
    move: str
    legal: bool
    reason: shapes.Reason


class InspectRequest(RoomRequest):
    """Ask for all about the piece on a square."""

    type: Literal["piece.inspect"] = "piece.inspect"
    square: Square


class Inspected(TypedDict):
    """Who a piece is."""

    id: int
    type: str
    name: Annotated[str, Field(description="The name of its type.")]
    color: Side


class InspectAnswer(ServerMessage):
    """A piece: its facts, who contributes what, what it hears, and its moves."""

    type: Literal["piece.inspect"] = "piece.inspect"
    square: str
    piece: Inspected
    facts: Json
    stored: Json
    """The facts without what others contribute."""
    contributions: dict[str, list[shapes.Contribution]]
    """Who adds what, by attribute."""
    hooks: list[str]
    """What it hears, in words such as `1 on-capture trigger`."""
    carries: list[shapes.Carried]
    moves: list[shapes.LegalMove]
    reach: list[str]
    """The squares that its movement leads to, whoever is to move."""


class OfferDraw(RoomRequest):
    """Offer a draw; the offer stands until the other side moves."""

    type: Literal["game.offer-draw"] = "game.offer-draw"


class AnswerDraw(RoomRequest):
    """Accept or decline the draw that was offered."""

    type: Literal["game.answer-draw"] = "game.answer-draw"
    accept: bool


class ClaimDraw(RoomRequest):
    """Claim a draw by repetition or by quiet moves."""

    type: Literal["game.claim-draw"] = "game.claim-draw"


class Resign(RoomRequest):
    """Give the game up."""

    type: Literal["game.resign"] = "game.resign"


class Rematch(RoomRequest):
    """Ask for another game; it begins when both have."""

    type: Literal["game.rematch"] = "game.rematch"


class GameUpdated(Broadcast):
    """What stands between the players: an offer, wishes for a rematch, the clock, the result."""

    type: Literal["game.updated"] = "game.updated"
    draw_offer: Side | None = None
    rematch: list[Side] | None = None
    result: shapes.Result | None = None
    clock: Clock | None = None


class TakebackPropose(RoomRequest):
    """Ask to take moves back."""

    type: Literal["takeback.propose"] = "takeback.propose"
    plies: PlyNumber = 1


class TakebackConsent(RoomRequest):
    """Agree to a take-back, or not."""

    type: Literal["takeback.consent"] = "takeback.consent"
    decision: Decision
    proposal_id: str | None = None


class TakebackQueued(ServerMessage):
    """The wish for a take-back waits for the other player's word."""

    type: Literal["takeback.queued"] = "takeback.queued"
    proposal_id: str
    expires_at: Moment
    now: Moment | None = None
    """The time of the server when it said this."""


class TakebackPending(ServerMessage):
    """The other player asks for a take-back."""

    type: Literal["takeback.proposal-pending"] = "takeback.proposal-pending"
    proposal_id: str
    plies: PlyNumber
    proposed_by: Side
    expires_at: Moment
    now: Moment | None = None
    """The time of the server when it said this."""


class TakebackRejected(Broadcast):
    """The wish for a take-back is gone."""

    type: Literal["takeback.rejected"] = "takeback.rejected"
    proposal_id: str
    why: Why


class TakebackDone(Broadcast):
    """Moves were taken back."""

    type: Literal["takeback.done"] = "takeback.done"
    plies: PlyNumber
    state: State
