"""The shapes of a whole game and of answers about it: state, inspections, explanations, previews."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from rete_chess.serial.shapes.positions import (
    ActivePreset,
    Color,
    Facts,
    Hands,
    LegalMove,
    Owner,
    Panel,
    Piece,
    PieceType,
    Result,
    Square,
    Tile,
    Variant,
    Vital,
)
from rete_chess.serial.shapes.records import Record, Trace, WhyNot
from rete_chess.serial.shapes.rules import Graph, Program

Document = Annotated[dict[str, Any], Field(description="A document; it has a schema of its own kind.")]


class RuleChange(TypedDict):
    """A change of rules between two moves."""

    ply: Annotated[int, Field(description="The number of moves before it.")]
    text: Annotated[str, Field(description="What is in force from there on, in words.")]


class Match(TypedDict):
    """A match as it stands."""

    variant: Variant
    manifest: Annotated[list[PieceType], Field(description="The piece types in play.")]
    fen: str
    startFen: str
    pieces: Annotated[list[Piece], Field(description="All pieces, by id.")]
    tiles: Annotated[list[Tile], Field(description="All special squares, by id.")]
    hands: NotRequired[Annotated[Hands, Field(description="What is in hand, where anything can be.")]]
    vital: NotRequired[Vital]
    turn: Color
    ply: Annotated[int, Field(description="How many moves have been played.")]
    moves: Annotated[list[Record], Field(description="The moves that were played.")]
    presets: Annotated[list[ActivePreset], Field(description="The presets in force, in order.")]
    config: Annotated[dict[str, dict[str, Any]], Field(description="Their settings in effect, by id.")]
    profiles: Annotated[list[Document], Field(description="The profiles in force; the last counts most.")]
    pending: NotRequired[Annotated[list[Document], Field(description="Profiles that wait for a turn.")]]
    customModifiers: Annotated[list[Document], Field(description="The modifiers that only this match knows.")]
    legal: Annotated[list[LegalMove], Field(description="The legal moves; none once the game is over.")]
    check: Annotated[bool, Field(description="Whether the side to move is in check.")]
    checked: Annotated[list[str], Field(description="The squares of its royal pieces that are attacked.")]
    result: NotRequired[Annotated[Result, Field(description="How the game ended, if it did.")]]
    drawOffer: NotRequired[Annotated[Color, Field(description="The side whose offer of a draw stands.")]]
    claims: Annotated[list[str], Field(description="The draws that the side to move may claim.")]
    panels: Annotated[list[Panel], Field(description="The counters of sides and game.")]


class Reason(TypedDict):
    """What decides about a move."""

    code: Annotated[str, Field(description="LEGAL, or the code of an error.")]
    message: str
    rule: Annotated[str | None, Field(description="The document or rule that decides.")]
    origin: Annotated[str | None, Field(description="Where that is written, as file:line.")]


class Explanation(TypedDict):
    """Whether a move is legal, and why."""

    move: Annotated[str, Field(description="The text that was asked about.")]
    legal: bool
    reason: Reason


class Source(TypedDict):
    """The piece or tile on whose behalf a rule contributes."""

    id: int
    name: Annotated[str | None, Field(description="What it is, such as white queen.")]
    square: Annotated[str | None, Field(description="Where it stands.")]


class Contribution(TypedDict):
    """What a rule or profile adds to an attribute."""

    by: Annotated[str, Field(description="The rule, or the id of the profile.")]
    layer: Annotated[str, Field(description="rule, or by type or instance of a profile.")]
    source: Annotated[Source | None, Field(description="On whose behalf; null: nobody's.")]
    amount: Any


class Carried(TypedDict):
    """An ability or modifier that a piece carries."""

    id: str
    kind: Annotated[str, Field(description="ability or modifier.")]
    name: str
    hooks: Annotated[list[str], Field(description="Its triggers in words, such as `1 on-capture trigger`.")]


class Inspection(TypedDict):
    """A piece with all that can be said about it."""

    id: int
    type: str
    name: Annotated[str, Field(description="The name of its type.")]
    color: Owner
    square: Square
    facts: Facts
    stored: Annotated[dict[str, Any], Field(description="The same without what others contribute.")]
    contributions: Annotated[
        dict[str, list[Contribution]], Field(description="Who adds what, by attribute; none for most.")
    ]
    hooks: Annotated[list[str], Field(description="All triggers that it carries, in words.")]
    carries: list[Carried]
    moves: Annotated[list[LegalMove], Field(description="Its legal moves now.")]
    reach: Annotated[
        list[str],
        Field(description="The squares that its movement leads to, whoever is to move; check is not asked."),
    ]


class PlayedMove(TypedDict):
    """A move that was played, in short."""

    ply: Annotated[int, Field(description="Its number, from 1.")]
    move: Annotated[str, Field(description="Its text in UCI form.")]
    san: Annotated[str, Field(description="Its text in algebraic notation.")]
    side: Color
    presetEffects: Annotated[list[str], Field(description="What rules say about it.")]


class Preview(TypedDict):
    """A game for an editor: its position drawn and told, its moves, its rules, its last move, its network."""

    variant: Variant
    manifest: Annotated[list[PieceType], Field(description="The piece types in play.")]
    fen: str
    startFen: str
    svg: Annotated[str, Field(description="The position as an SVG document.")]
    pieces: Annotated[list[Piece], Field(description="All pieces, by id.")]
    tiles: Annotated[list[Tile], Field(description="All special squares, by id.")]
    panels: Annotated[list[Panel], Field(description="The counters of sides and game.")]
    presets: Annotated[list[ActivePreset], Field(description="The presets in force, in order.")]
    hands: NotRequired[Annotated[Hands, Field(description="What is in hand, where anything can be.")]]
    vital: NotRequired[Vital]
    turn: Color
    check: bool
    checked: Annotated[list[str], Field(description="The squares of its royal pieces that are attacked.")]
    result: NotRequired[Result]
    legal: list[LegalMove]
    moves: Annotated[list[PlayedMove], Field(description="The moves that were played.")]
    rules: Program
    trace: Annotated[Trace | None, Field(description="The last move; null if none was played.")]
    network: Graph
    refused: NotRequired[
        Annotated[Explanation, Field(description="The first move that could not be played, and why.")]
    ]
    explanation: NotRequired[
        Annotated[Explanation, Field(description="The answer about the move that was asked about.")]
    ]
    inspection: NotRequired[
        Annotated[Inspection, Field(description="The piece on the square that was asked about.")]
    ]
    whyNot: NotRequired[
        Annotated[list[WhyNot], Field(description="Why the rule that was asked about would not fire.")]
    ]


class Replay(TypedDict):
    """A match to be watched again: where it began, and what each of its moves changed."""

    variant: Variant
    manifest: Annotated[list[PieceType], Field(description="The piece types in play at the end.")]
    startFen: str
    pieces: Annotated[list[Piece], Field(description="All pieces before the first move, by id.")]
    tiles: Annotated[list[Tile], Field(description="All special squares before the first move, by id.")]
    vital: NotRequired[Vital]
    presets: Annotated[list[ActivePreset], Field(description="The presets in force before it, in order.")]
    moves: Annotated[
        list[Record],
        Field(description="The moves; the changes of each lead to the position of the next one."),
    ]
    ruleChanges: Annotated[list[RuleChange], Field(description="Changes of rules between moves.")]
    result: NotRequired[Result]
    trace: NotRequired[Annotated[Trace, Field(description="The move that was asked about.")]]
    origins: NotRequired[
        Annotated[dict[str, str], Field(description="Where the rules that fired in it are written.")]
    ]
