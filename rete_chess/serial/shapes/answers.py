"""The shapes of what commands answer to `--json`, where it is no shape of its own."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from rete_chess.serial.shapes.catalog import Card
from rete_chess.serial.shapes.findings import Error, Examination
from rete_chess.serial.shapes.positions import Result
from rete_chess.serial.shapes.records import Trace

_From = TypedDict("_From", {"from": Annotated[str, Field(description="The rule, or the id of the profile.")]})


class ErrorAnswer(TypedDict):
    """`--json` of a command that failed."""

    error: Error


class TraceAnswer(TypedDict):
    """`trace --json`: the moves up to the first that cannot be played."""

    records: list[Trace]
    state_hash: Annotated[str, Field(description="A digest of all facts at the end.")]
    error: NotRequired[Annotated[Error, Field(description="Why the next move cannot be played.")]]


class MovesAnswer(TypedDict):
    """`moves --json`."""

    fen: str
    moves: Annotated[list[str], Field(description="The legal moves in UCI form, sorted.")]


class PlayAnswer(TypedDict):
    """`play --json`: the game that was played."""

    fen: str
    moves: Annotated[list[str], Field(description="The moves in UCI form.")]
    result: Result | None


class PerftAnswer(TypedDict):
    """`perft --json`."""

    variant: str
    fen: str
    depth: int
    nodes: int
    seconds: float
    divide: NotRequired[Annotated[dict[str, int], Field(description="The nodes behind each move.")]]


class SvgAnswer(TypedDict):
    """`svg --json`."""

    fen: str
    svg: str


class InspectedContribution(_From):
    """What a rule or profile adds to an attribute."""

    layer: str
    source: Annotated[str | None, Field(description="On whose behalf, such as white queen.")]
    amount: Any


class InspectedBundle(TypedDict):
    """An ability or modifier that a piece carries."""

    id: str
    name: str
    hooks: Annotated[str, Field(description="The number of its rules by stage, such as `1 at capture`.")]


class InspectAnswer(TypedDict):
    """`inspect --json`."""

    square: str
    entity: int
    facts: Annotated[dict[str, Any], Field(description="All attributes in effect.")]
    stored: Annotated[dict[str, Any], Field(description="The same without what others contribute.")]
    contributions: dict[str, list[InspectedContribution]]
    carries: list[InspectedBundle]


class ValidateAnswer(TypedDict):
    """`validate --json`."""

    files: list[Examination]


class CountsAnswer(TypedDict):
    """`list --json`."""

    kinds: Annotated[dict[str, int], Field(description="How many there are of each kind.")]


_Kinds = TypedDict("_Kinds", {"modifier-kinds": list[Card]}, total=False)


class ListAnswer(_Kinds, total=False):
    """`list KIND --json`: the cards under the name of the kind."""

    variants: list[Card]
    rulesets: list[Card]
    presets: list[Card]
    layouts: list[Card]
    pieces: list[Card]
    tiles: list[Card]
    abilities: list[Card]
    profiles: list[Card]
    modifiers: list[Card]
    primitives: list[Card]


class SelfplayGame(TypedDict):
    """One game of `selfplay`."""

    moves: list[str]
    result: Annotated[Result | None, Field(description="Null: it was left unfinished.")]
    firings: Annotated[int, Field(description="How many rules fired.")]


class SelfplayLength(TypedDict):
    """How long games were, in half-moves."""

    shortest: int
    median: float
    longest: int


class SelfplayPlayers(TypedDict):
    """Who played."""

    white: str
    black: str


class SelfplayAnswer(TypedDict):
    """`selfplay --json`."""

    variant: str
    presets: list[str]
    players: SelfplayPlayers
    seed: int
    games: int
    white: int
    black: int
    draws: int
    unfinished: int
    endings: dict[str, int]
    length: SelfplayLength
    firings_per_game: float
    seconds: float
    played: list[SelfplayGame]


class CodePage(TypedDict):
    """`explain-code CODE --json`: the page of a code; what it does not say is absent."""

    summary: str
    code: str
    family: str
    meaning: str
    repair: str
    document: NotRequired[str]
    example: NotRequired[str]
    command: NotRequired[str]
    python: NotRequired[str]
    occasion: NotRequired[str]


class CodesAnswer(TypedDict):
    """`explain-code --json`."""

    codes: Annotated[dict[str, str], Field(description="Every code with a sentence.")]


class PgnFinding(TypedDict):
    """Something that is wrong with a game of PGN."""

    game: Annotated[int, Field(description="The number of the game in its file.")]
    code: str
    message: str
    severity: str
    line: int | None
    column: int | None
    hint: str | None


class PgnLengths(TypedDict):
    """How long games are, in half-moves."""

    shortest: int
    median: float
    longest: int


class PgnAnswer(TypedDict):
    """`pgn FILE --json`."""

    file: str
    games: int
    sound: Annotated[int, Field(description="Games without an error.")]
    halfMoves: int
    variations: int
    comments: int
    length: PgnLengths
    results: dict[str, int]
    variants: dict[str, int]
    endings: Annotated[dict[str, int], Field(description="How the games ended that could be played.")]
    openings: Annotated[dict[str, int], Field(description="First moves, as they are written.")]
    codes: Annotated[dict[str, int], Field(description="How often each code was found.")]
    problems: list[PgnFinding]
    unlisted: Annotated[int, Field(description="Problems beyond those that are listed.")]
    seconds: float
