"""The shapes of what happened: events, firings, effects, changes, records of moves, traces."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from rete_chess.serial.shapes.findings import Problem
from rete_chess.serial.shapes.positions import Color, Hands, Piece, Result, Square, Tile

_Origin = TypedDict("_Origin", {"from": NotRequired[Annotated[str, Field(description="The square left.")]]})


class _Event(_Origin):
    """The fields of an event; what it does not say is absent."""

    id: Annotated[int, Field(description="Its number in the move, from 1.")]
    event: Annotated[str, Field(description="Its kind, such as capture.")]
    side: NotRequired[Annotated[str, Field(description="The side that acts.")]]
    piece: NotRequired[Annotated[int, Field(description="The piece that acts.")]]
    target: NotRequired[Annotated[int, Field(description="The piece or tile that suffers.")]]
    to: NotRequired[Annotated[str, Field(description="The square it leads to.")]]
    square: NotRequired[Annotated[str, Field(description="The square where it happens.")]]
    amount: NotRequired[Annotated[float, Field(description="How much.")]]
    kind: NotRequired[Annotated[str, Field(description="Of what kind, such as poison.")]]
    tag: NotRequired[Annotated[str, Field(description="The tag of the move.")]]
    was: NotRequired[Annotated[str, Field(description="What something was.")]]
    becomes: NotRequired[Annotated[str, Field(description="What something becomes.")]]
    player: Annotated[bool, Field(description="Whether it is what the player did.")]
    line: NotRequired[Annotated[bool, Field(description="Whether the way is a straight line.")]]
    direction: NotRequired[Annotated[list[int], Field(description="Its step in files and ranks.")]]
    parent: NotRequired[Annotated[int, Field(description="The event that it came from.")]]
    source: NotRequired[Annotated[str, Field(description="The rule that caused it.")]]
    subject: NotRequired[Annotated[int, Field(description="The piece that rule spoke of.")]]


class ToldEvent(_Event):
    """An event that happened, with a sentence."""

    text: Annotated[str, Field(description="The sentence that tells it.")]


class Hearing(TypedDict):
    """A rule that heard an event."""

    rule: Annotated[str, Field(description="Its id.")]
    entity: Annotated[int | None, Field(description="The piece it spoke of.")]
    at: Annotated[str, Field(description="The point of the move.")]
    text: Annotated[str, Field(description="What it says; may be empty.")]


class HeardEvent(_Event):
    """An event as rules heard it."""

    heard: Annotated[list[Hearing], Field(description="The rules that fired for it.")]


class FactChange(TypedDict):
    """A fact that changed."""

    entity: Annotated[int, Field(description="Whose: a piece or tile, 0 the game, -1 what presets remember.")]
    attribute: Annotated[str, Field(description="The attribute; that of a side or preset with its owner.")]
    old: Annotated[Any, Field(description="The value before; null if there was none.")]
    new: Annotated[Any, Field(description="The value after; null if there is none.")]


class Firing(TypedDict):
    """A rule that fired."""

    rule: Annotated[str, Field(description="Its id.")]
    entity: Annotated[int | None, Field(description="The piece it spoke of.")]
    square: Annotated[str | None, Field(description="Where that stood.")]
    bindings: Annotated[dict[str, Any], Field(description="What its names stood for; squares by name.")]
    changes: Annotated[list[FactChange], Field(description="The facts that it changed.")]
    logs: NotRequired[Annotated[list[str], Field(description="The lines that it wrote, if it wrote any.")]]


class Stage(TypedDict):
    """One of the twelve stages of a move."""

    stage: Annotated[str, Field(description="Its name.")]
    firings: Annotated[list[Firing], Field(description="What fired, in order.")]


class Effect(TypedDict):
    """A visual effect."""

    kind: Annotated[str, Field(description="What is shown, such as explosion.")]
    square: Square
    ttl: Annotated[int, Field(description="For how many milliseconds.")]
    data: NotRequired[Annotated[Any, Field(description="Whatever belongs to it.")]]


class Changes(TypedDict):
    """What is other than before, by id."""

    pieces: Annotated[
        dict[str, Piece | None], Field(description="Pieces by their ids as they are now; null: gone.")
    ]
    tiles: Annotated[dict[str, Tile | None], Field(description="Tiles likewise.")]
    facts: Annotated[list[FactChange], Field(description="The facts of those, of the game and of presets.")]


class Swap(TypedDict):
    """What came of profiles that waited for the turn to end."""

    profiles: Annotated[list[str], Field(description="Their ids.")]
    happened: Annotated[bool, Field(description="Whether they are in force now.")]
    code: NotRequired[Annotated[str, Field(description="The code of why they are not.")]]
    message: NotRequired[Annotated[str, Field(description="The same in words.")]]
    problems: Annotated[list[Problem], Field(description="All that was found.")]


class Record(_Origin):
    """A move that was played, and the position it led to."""

    ply: Annotated[int, Field(description="How many moves have been played with it.")]
    move: Annotated[str, Field(description="The move in UCI form.")]
    san: Annotated[str, Field(description="The move in algebraic notation.")]
    side: Annotated[Color, Field(description="Who moved.")]
    to: NotRequired[Annotated[str, Field(description="The square it went to.")]]
    drop: NotRequired[Annotated[str, Field(description="The id of the type that came from the hand.")]]
    act: NotRequired[Annotated[str, Field(description="The id of the act that it was.")]]
    promotion: NotRequired[Annotated[str, Field(description="The id of the type that the piece chose.")]]
    tag: NotRequired[Annotated[str, Field(description="The tag of the move.")]]
    capture: Annotated[bool, Field(description="Whether it set out to capture.")]
    fen: Annotated[str, Field(description="The position after it.")]
    turn: Annotated[Color, Field(description="Who is to move after it.")]
    check: Annotated[bool, Field(description="Whether that side is in check.")]
    checked: Annotated[list[str], Field(description="The squares of its royal pieces that are attacked.")]
    result: NotRequired[Annotated[Result, Field(description="What the game came to by it, if it ended.")]]
    hands: NotRequired[
        Annotated[Hands, Field(description="What is in hand after it, where anything can be.")]
    ]
    changes: Changes
    effects: Annotated[list[Effect], Field(description="The visual effects, in order.")]
    presetEffects: Annotated[list[str], Field(description="What rules say about the move.")]
    events: Annotated[list[ToldEvent], Field(description="All that happened, in order.")]
    stages: NotRequired[Annotated[list[Stage], Field(description="The twelve stages with what fired.")]]
    swap: NotRequired[Swap]


class Ending(TypedDict):
    """The players' word that ended a game."""

    kind: Literal["resign", "time-out", "draw-agreed", "draw-claim"]
    side: Color
    result: Result
    events: list[ToldEvent]


class Look(TypedDict):
    """A fact that a condition looked at."""

    who: Annotated[str, Field(description="Whose; may be empty.")]
    what: Annotated[str, Field(description="Which.")]
    value: Annotated[Any, Field(description="Its value.")]


class RuleHearing(TypedDict):
    """An event at the point of a rule, and what the rule made of it."""

    event: Annotated[str, Field(description="The event in words.")]
    reason: Annotated[str, Field(description="fired, or a word for why it did not.")]
    message: Annotated[str, Field(description="The same as a sentence.")]
    wanted: Annotated[str | None, Field(description="The condition that did not hold.")]
    looks: Annotated[list[Look], Field(description="The facts it looked at.")]


class WhyNot(TypedDict):
    """Why a rule did not fire."""

    rule: Annotated[str, Field(description="Its id.")]
    origin: Annotated[str, Field(description="Where it is written, as file:line.")]
    point: Annotated[str, Field(description="Where it listens.")]
    fired: Annotated[bool, Field(description="Whether it fired all the same.")]
    message: Annotated[str, Field(description="The answer in words.")]
    hearings: list[RuleHearing]


class Trace(TypedDict):
    """A move stage by stage, as `trace --json` prints it."""

    move: Annotated[str, Field(description="The move in UCI form.")]
    fen: Annotated[str, Field(description="The position after it.")]
    result: Annotated[Result | None, Field(description="What the game came to by it; null: it goes on.")]
    preset_effects: Annotated[list[str], Field(description="What rules say about the move.")]
    effects: Annotated[list[Effect], Field(description="The visual effects, in order.")]
    events: Annotated[list[HeardEvent], Field(description="The events that rules could hear.")]
    stages: Annotated[list[Stage], Field(description="The twelve stages with what fired.")]
    deaths: Annotated[
        list[str], Field(description="Who died, in words, but for whom the move itself captured.")
    ]
    why_not: NotRequired[Annotated[list[WhyNot], Field(description="Why a rule did not fire, if asked.")]]
