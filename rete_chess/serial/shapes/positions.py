"""The shapes of a position: pieces, tiles, moves, counters, results."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

Color = Literal["white", "black"]
#: Of a piece: its side, or nobody's.
Owner = Literal["white", "black", "neutral"]
Square = Annotated[str, Field(pattern="^[a-p](?:1[0-6]|[1-9])$", description="The name of a square.")]
Facts = Annotated[dict[str, Any], Field(description="Attribute and value in effect.")]
Vital = Annotated[
    list[str], Field(description="The attributes without which no piece lives, if there are any.")
]


class Piece(TypedDict):
    """A piece on the board, with its declared attributes as they are in effect."""

    id: Annotated[int, Field(description="Its entity: the same as long as it lives, whatever it becomes.")]
    type: Annotated[str, Field(description="The id of its type.")]
    color: Annotated[Owner, Field(description="Its side; neutral: it is nobody's.")]
    square: Square
    facts: Facts


class Tile(TypedDict):
    """A special square."""

    id: Annotated[int, Field(description="Its entity.")]
    type: Annotated[str, Field(description="The id of its type.")]
    square: Square
    isClosed: Annotated[bool, Field(description="Whether nothing can enter or pass the square.")]
    facts: Facts


#: Keys that no class body can spell.
_Way = TypedDict("_Way", {"from": NotRequired[Annotated[str, Field(description="The square it leaves.")]]})


class Hands(TypedDict):
    """What the sides have in hand: how many of each piece type."""

    white: dict[str, int]
    black: dict[str, int]


class LegalMove(_Way):
    """A legal move."""

    move: Annotated[str, Field(description="Its text in UCI form, which can be played.")]
    to: NotRequired[Annotated[str, Field(description="The square it goes to.")]]
    drop: NotRequired[Annotated[str, Field(description="The id of the type that comes from the hand.")]]
    act: NotRequired[
        Annotated[
            str,
            Field(description="The id of the act; `from` is then the actor and `to` the target, if any."),
        ]
    ]
    promotion: NotRequired[Annotated[str, Field(description="The id of the type that the piece becomes.")]]
    tag: NotRequired[Annotated[str, Field(description="The tag that tells two moves of one way apart.")]]
    san: Annotated[str, Field(description="Its text in algebraic notation.")]
    capture: Annotated[bool, Field(description="Whether it sets out to capture.")]


class Result(TypedDict):
    """The end of a game."""

    outcome: Literal["win", "draw"]
    winner: Annotated[Color | None, Field(description="The side that won; null for a draw.")]
    reason: Annotated[str, Field(description="The reason in words, such as checkmate.")]


class SideValues(TypedDict):
    """A value of each side; null where it has none."""

    white: Any
    black: Any


class Panel(TypedDict):
    """A counter of the sides or of the game, as a document declares it."""

    name: Annotated[str, Field(description="The attribute.")]
    label: Annotated[str, Field(description="The same in words.")]
    of: Literal["side", "game"]
    type: Annotated[str, Field(description="What it holds: int, number, bool, string, types, directions.")]
    min: NotRequired[Annotated[float, Field(description="The least it can be.")]]
    max: NotRequired[Annotated[float, Field(description="The most it can be.")]]
    words: NotRequired[Annotated[list[str], Field(description="All that it may be.")]]
    declaredBy: Annotated[list[str], Field(description="The ids of the documents that declare it.")]
    value: NotRequired[Annotated[Any, Field(description="The value of the game; null if it has none.")]]
    values: NotRequired[Annotated[SideValues, Field(description="The values of the sides.")]]


class PieceType(TypedDict):
    """A piece type in play."""

    type: Annotated[str, Field(description="Its id.")]
    letter: Annotated[str, Field(description="Its letter in FEN and notation, lower case.")]
    name: Annotated[str, Field(description="The name people read.")]
    value: Annotated[float, Field(description="Its worth in pawns.")]
    drawing: Annotated[
        str | None,
        Field(description="Its figure as an SVG symbol for both colours; null: a letter on a disc."),
    ]


class ActivePreset(TypedDict):
    """A preset in force, as it can be asked for again."""

    id: Annotated[str, Field(description="Its id.")]
    scope: Literal["white", "black", "both"]
    turnsRemaining: NotRequired[Annotated[int, Field(description="For how many more moves; else for good.")]]
    config: NotRequired[Annotated[dict[str, Any], Field(description="Settings that replace its own.")]]


class RuleTold(TypedDict):
    """Something of how a variant is played, in a sentence for people."""

    about: Annotated[
        Literal["goal", "end", "turn", "hand", "promotion"]
        | Literal["ability", "modifier", "act", "way", "limit", "rule", "counter"],
        Field(description="What it is about."),
    ]
    id: Annotated[str, Field(description="Its id among what is about the same.")]
    name: Annotated[str, Field(description="What people call it.")]
    text: Annotated[str, Field(description="One sentence or several.")]
    whom: NotRequired[Annotated[str, Field(description="The pieces that have it, such as `rooks`.")]]


class Variant(TypedDict):
    """The variant of a game."""

    id: Annotated[str, Field(description="Its id.")]
    name: Annotated[str, Field(description="The name people read.")]
    description: Annotated[str, Field(description="What it is about, in one line; may be empty.")]
    width: Annotated[int, Field(description="The files of its board.")]
    height: Annotated[int, Field(description="The ranks of its board.")]
    hash: Annotated[str, Field(description="A digest of all documents that the game began with.")]
    document: Annotated[dict[str, Any], Field(description="The variant document.")]
    rulebook: Annotated[list[RuleTold], Field(description="How it is played, in sentences.")]
