"""The shapes of balance: games as they are stored, and the reports that are made from them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from rete_chess.serial.shapes.positions import Result

Interval = Annotated[list[float], Field(description="A value, and between what it lies in 95 of 100 cases.")]


class BalanceGame(TypedDict):
    """One game of a plan, a line of a file of games; of one that was broken off the rest is absent."""

    contest: Annotated[int, Field(description="Which of the plan's contests it belongs to, from 0.")]
    game: Annotated[int, Field(description="Its number there, from 0; 2n and 2n+1 have the same opening.")]
    seed: Annotated[str, Field(description="By what chance decides in it.")]
    failed: NotRequired[Annotated[str, Field(description="Why it was broken off.")]]
    swapped: NotRequired[Annotated[bool, Field(description="Whether the second player has White.")]]
    opening: NotRequired[Annotated[int, Field(description="How many of its half-moves are random.")]]
    moves: NotRequired[list[str]]
    result: NotRequired[Annotated[Result | None, Field(description="Null: it was left unfinished.")]]
    choices: NotRequired[Annotated[float, Field(description="Legal moves of a position, on average.")]]
    leads: NotRequired[
        Annotated[list[int], Field(description="By how much White led after each half-move, in centipawns.")]
    ]
    captures: NotRequired[Annotated[int, Field(description="Pieces that left the game.")]]
    material: NotRequired[
        Annotated[
            list[list[Any]],
            Field(description="Half-move, type, and how many more of it White has from then on."),
        ]
    ]
    squares: NotRequired[Annotated[dict[str, int], Field(description="How often a move went to each.")]]
    firings: NotRequired[Annotated[dict[str, int], Field(description="How often each rule fired.")]]


class BalanceLength(TypedDict):
    """How long games were, in half-moves."""

    shortest: int
    median: float
    mean: float
    longest: int


class BalanceRule(TypedDict):
    """How often a rule took effect."""

    rule: str
    fired: Annotated[int, Field(description="Firings, or positions to which a continuous rule contributed.")]
    games: Annotated[float, Field(description="The share of games in which it did.")]


class BalanceEnding(TypedDict):
    """How games ended."""

    reason: str
    winner: Annotated[str | None, Field(description="Null: a draw, or unfinished.")]
    games: int
    share: float


class BalanceWorth(TypedDict):
    """What a piece more is worth, in pawns of the documents."""

    type: str
    found: Interval
    document: Annotated[float, Field(description="By its document, or by its reach where that says nothing.")]
    seen: Annotated[int, Field(description="Positions in which one side had more of it.")]


class BalanceExample(TypedDict):
    """A game to look at."""

    game: int
    why: str
    pgn: str
    picture: Annotated[str, Field(description="Its last position as SVG.")]


class BalanceFigures(TypedDict):
    """What the games of one contest say."""

    name: str
    variant: str
    presets: list[dict[str, Any]]
    hash: Annotated[str, Field(description="The hash of its rules.")]
    start: Annotated[str, Field(description="The start position.")]
    players: list[str]
    games: Annotated[int, Field(description="How many games count.")]
    tight: Annotated[
        bool, Field(description="Whether it ended early, because the interval was tight enough.")
    ]
    failed: Annotated[dict[str, int], Field(description="How many were broken off, by the reason.")]
    white: int
    black: int
    draws: int
    unfinished: int
    pairs: Annotated[list[int], Field(description="Pairs of games in which White had 0, ½, 1, 1½, 2 points.")]
    score: Annotated[Interval, Field(description="Of White: 0 to 1.")]
    elo: Annotated[list[float | None], Field(description="The same in Elo; null: without bound.")]
    decisive: Annotated[Interval, Field(description="The share of games that somebody won.")]
    length: BalanceLength
    lengths: Annotated[dict[str, int], Field(description="How many games had how many half-moves.")]
    choices: Annotated[float, Field(description="Legal moves of a position, on average.")]
    drama: Annotated[float, Field(description="How far the winner was behind at worst, on average, 0 to 1.")]
    leadChanges: Annotated[float, Field(description="How often the lead changed hands, on average.")]
    captures: Annotated[float, Field(description="Pieces that left the game, on average.")]
    course: Annotated[list[list[float]], Field(description="After how many games: score, low, high.")]
    rules: list[BalanceRule]
    never: Annotated[list[str], Field(description="The rules that never took effect.")]
    worths: list[BalanceWorth]
    firstMove: Annotated[Interval | None, Field(description="What it is worth to be White, in pawns.")]
    squares: Annotated[dict[str, int], Field(description="How often moves went to each square.")]
    endings: list[BalanceEnding]
    typical: list[BalanceExample]
    strange: list[BalanceExample]


class TournamentPlayer(TypedDict):
    """A player in the table of a tournament."""

    player: str
    elo: Annotated[Interval, Field(description="Its strength; the mean of all players is 0.")]
    points: float
    games: int


class TournamentContest(TypedDict):
    """Two players in one variant."""

    name: str
    players: list[str]
    games: int
    pairs: Annotated[list[int], Field(description="Pairs in which the first had 0, ½, 1, 1½, 2 points.")]
    score: Annotated[Interval, Field(description="Of the first player: 0 to 1.")]
    elo: Annotated[list[float | None], Field(description="The same in Elo; null: without bound.")]
    endings: dict[str, int]
    failed: Annotated[dict[str, int], Field(description="How many were broken off, by the reason.")]


class TournamentReport(TypedDict):
    """`tournament --json`: the players, strongest first, and every contest."""

    players: list[TournamentPlayer]
    contests: list[TournamentContest]
    seed: int
    adjudication: Annotated[list[int] | None, Field(description="The lead and half-moves; null: off.")]


class TunedValue(TypedDict):
    """What a piece more is worth by the results of games."""

    type: str
    found: Interval
    document: float
    seen: int
    above: Annotated[float | None, Field(description="The chance that it is worth more than the next.")]


class TunedSurprise(TypedDict):
    """Bits that a result tells who knows the material, in games that nothing was learned from."""

    tuned: float
    documents: float


class TunedValues(TypedDict):
    """Worths of pieces that predict results best, the dearest first."""

    values: list[TunedValue]
    firstMove: Interval | None
    surprise: TunedSurprise


class TunedSetting(TypedDict):
    """Settings that were tried."""

    settings: dict[str, Any]
    games: int
    score: Annotated[Interval, Field(description="Of White: 0 to 1.")]
    fairest: Annotated[float, Field(description="The chance that none of the others is fairer.")]
    fair: Annotated[float, Field(description="The chance that White scores within 2 points of one half.")]


class TuneAnswer(TypedDict):
    """`tune --json`: worths of pieces, or settings, the likeliest to be the fairest first."""

    variant: str
    games: int
    seed: int
    worths: NotRequired[TunedValues]
    settings: NotRequired[list[TunedSetting]]


class BalanceGlimpse(TypedDict):
    """What a page shows of a game; of one that was broken off, why."""

    game: int
    failed: NotRequired[str]
    result: NotRequired[Annotated[Result | None, Field(description="Null: it was left unfinished.")]]
    halfMoves: NotRequired[int]
    choices: NotRequired[Annotated[float, Field(description="Legal moves of a position, on average.")]]
    captures: NotRequired[Annotated[int, Field(description="Pieces that left the game.")]]
    firings: NotRequired[Annotated[dict[str, int], Field(description="How often each rule fired.")]]


class BalanceShare(TypedDict):
    """A few games of a balance that goes on, answer by answer."""

    games: list[BalanceGlimpse]
    next: Annotated[int, Field(description="The number at which the next answer begins.")]
    rules: Annotated[list[str], Field(description="All rules that may take effect.")]
    pairs: Annotated[list[int], Field(description="Pairs in which White had 0, ½, 1, 1½, 2 points, so far.")]
    score: Annotated[Interval, Field(description="Of White so far: 0 to 1.")]
    elo: Annotated[list[float | None], Field(description="The same in Elo; null: without bound.")]
    isTooDear: NotRequired[
        Annotated[
            bool,
            Field(description="True: thinking costs too much here. No games then."),
        ]
    ]


class BalanceDifference(TypedDict):
    """Two contests side by side."""

    one: str
    other: str
    score: Annotated[float, Field(description="White's score in the other, less that in the one.")]
    noise: Annotated[float, Field(description="The chance of such a difference if nothing is behind it.")]


class BalanceReport(TypedDict):
    """`balance --json`: every contest by itself, and all pairs of them side by side."""

    seed: int
    opening: Annotated[int, Field(description="Random half-moves at the beginning of a game.")]
    longest: Annotated[int, Field(description="Half-moves after which a game is left unfinished.")]
    contests: list[BalanceFigures]
    differences: list[BalanceDifference]
