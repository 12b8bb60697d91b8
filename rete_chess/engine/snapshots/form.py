"""The form of a snapshot: what it holds, key by key. Whatever is of another form is refused.

A snapshot is written and read by programs, not by people: rows are lists, and what can be found out from the
rest is left out. `FORMAT_VERSION` is raised with every change of the form.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr
from pydantic.alias_generators import to_camel

from rete_chess.documents.kinds.save import MOST_DRAWS, MOST_INTERVENTIONS, MOST_MOVES
from rete_chess.documents.reading.source import MAX_BYTES
from rete_chess.engine.stream import BITS, DEFAULT_SEED, MOST_SEED
from rete_chess.errors import SaveError

FORMAT_VERSION: Final = 4
#: Version 1 knew no hands and of offers of a draw only the latest, which is not read; version 2 knew no acts,
#: version 3 no chance. All are read as what they are, a version 4 without any.
READ_VERSIONS: Final = (1, 2, 3, FORMAT_VERSION)

Draw = Annotated[StrictInt, Field(ge=0, lt=2**BITS)]
Count = Annotated[StrictInt, Field(ge=0, le=10**9)]
Entity = Annotated[StrictInt, Field(ge=1, le=10**9)]
Owner = Annotated[StrictInt, Field(ge=-1, le=10**9)]
Square = Annotated[StrictInt, Field(ge=0, le=255)]
Color = Annotated[StrictInt, Field(ge=0, le=1)]
#: A colour, or 2 for what is nobody's.
AnyColor = Annotated[StrictInt, Field(ge=0, le=2)]
Side = Literal["white", "black"]
Word = Annotated[StrictStr, Field(max_length=300)]
Said = Annotated[StrictStr, Field(min_length=1, max_length=100)]
Text = Annotated[StrictStr, Field(max_length=10_000)]
Hash = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{32}$")]
Key = Annotated[StrictStr, Field(pattern=r"^[0-9a-f]{1,16}$")]
Kind = Literal["ability", "layout", "modifier", "piece", "preset", "tile"]
KINDS: Final = get_args(Kind)
#: A document in full.
Source = Annotated[StrictStr, Field(max_length=MAX_BYTES)]
#: A document, or data of one; it is checked by its own model.
Document = dict[StrictStr, Any]
#: Outcome, winner and reason.
ResultRow = tuple[Literal["win", "draw"], Side | None, Text]
#: Entity, square, type and colour; and the type that it has promoted from, where a capture brings that out.
PieceRow = tuple[Entity, Square, Word, AnyColor] | tuple[Entity, Square, Word, AnyColor, Word]
#: Colour, type and how many of it are in hand.
HandRow = tuple[Color, Word, Entity]
#: Colour, the squares of the castler and its partner, and the tag of the manner.
RightRow = tuple[Color, Square, Square, Word]


def wrong(message: str, found: object = None) -> SaveError:
    """The error of a snapshot that tells what cannot be."""
    return SaveError("E_SNAPSHOT", f"the snapshot cannot be taken up: {message}", found=found)


class Form(BaseModel):
    """A part of a snapshot."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=to_camel)


class VariantForm(Form):
    """The variant: by its id, if it is shipped, or with all that it extends, the most general first."""

    id: Word
    documents: Annotated[list[Source], Field(min_length=1, max_length=20)] | None = None


class EntryForm(Form):
    """A document that does not come with the package."""

    kind: Kind
    id: Word
    document: Source


class ProgramForm(Form):
    """What makes a program of the variant, and the digest of all of it."""

    hash: Hash
    presets: Annotated[list[Document], Field(max_length=50)] = []
    added: Annotated[list[Source], Field(max_length=1000)] = []
    profiles: Annotated[list[Word | Document], Field(max_length=16)] = []
    earned: Annotated[list[Word], Field(max_length=100)] = []


class StartForm(Form):
    """How the game began: its program, the position as it was given, and where pieces stood."""

    program: ProgramForm
    fen: Text
    chess960: StrictBool = False
    squares: Annotated[list[Square], Field(max_length=256)]
    seed: Annotated[StrictStr, Field(min_length=1, max_length=MOST_SEED)] = DEFAULT_SEED
    draws: Annotated[list[Draw], Field(max_length=MOST_DRAWS)] = []  # the first, if the seed is not told


class PositionForm(Form):
    """The board, without what follows from the rules."""

    pieces: Annotated[list[PieceRow], Field(max_length=256)]
    walls: Annotated[list[Square], Field(max_length=256)] = []
    hands: Annotated[list[HandRow], Field(max_length=128)] = []
    next_entity: Entity
    turn: Color
    half_moves: Annotated[StrictInt, Field(ge=0, le=1000)] = 0
    extra_moves: Annotated[StrictInt, Field(ge=0, le=1000)] = 0
    free_acts: Annotated[StrictInt, Field(ge=0, le=32)] = 0  # of the extra moves
    rights: Annotated[list[RightRow], Field(max_length=4)] = []
    unmoved: Annotated[list[Square], Field(max_length=256)] = []  # where nobody asks, nothing is told
    exposed: tuple[Annotated[list[Square], Field(min_length=1, max_length=256)], Square] | None = None
    clock: Count = 0
    fullmove: Count = 1
    lost: Annotated[StrictInt, Field(ge=0, le=3)] = 0
    chess960: StrictBool = False


class ModifiersForm(Form):
    """The modifiers that the game alone knows: for good, and by what happened in it."""

    lasting: list[Document] = []
    recorded: list[Document] = []


class WarningForm(Form):
    """A warning about the profiles in force."""

    code: Word
    message: Text
    severity: Word
    path: Text
    line: Count | None
    column: Count | None
    hint: Text | None
    profile: Word | None = None
    square: Word | None = None


class ActForm(Form):
    """What an act is, whose piece and squares stand in the row as far as there are any."""

    id: Word
    actor: StrictBool = False  # a piece acts; without it the row names none
    target: StrictBool = False  # a square is chosen
    piece: Entity | None = None  # the piece there


class MoreForm(Form):
    """What only some moves do, or come to."""

    captured: tuple[Entity, Word | None] | None = None
    promotion: Word | None = None
    tag: Word | None = None
    castle: StrictBool = False
    en_passant: StrictBool = False
    double_step: StrictBool = False
    drop: StrictBool = False
    act: ActForm | None = None
    goes_on: StrictBool = False  # the turn has not passed
    result: ResultRow | None = None


#: Text, algebraic notation, colour, entity, type, origin (of a drop its target) and target; and what only
#: some moves have. Only an act has no piece, 0, or no squares.
MoveRow = (
    tuple[Said, Said, Color, Entity, Word, Square, Square]
    | tuple[Said, Said, Color, Count, Word, Square, Square, MoreForm]
)


class EndingForm(Form):
    """The players' word that ended the match."""

    kind: Literal["resign", "time-out", "draw-agreed", "draw-claim"]
    side: Side
    reason: Word


class MatchForm(Form):
    """What a match knows beside its game."""

    start: Text
    index: Count
    ending: EndingForm | None = None
    draw_offers: Annotated[list[tuple[Count, Side]], Field(max_length=MOST_MOVES + 2)] = []


class SnapshotForm(Form):
    """A game or a match."""

    kind: Literal["snapshot"]
    format_version: Literal[1, 2, 3, 4]
    hash: Hash
    variant: VariantForm
    library: Annotated[list[EntryForm], Field(max_length=1000)] = []
    start: StartForm
    program: ProgramForm | None = None  # in force, if it is another one than at the start
    presets: Annotated[list[Document], Field(max_length=50)] = []
    position: PositionForm
    facts: dict[Word, list[tuple[Owner, Any]]] = {}
    verdict: ResultRow | None = None
    drawn: Count = 0  # how many numbers of chance
    furthest: Count = 0  # the same, with moves that were taken back
    pending: Annotated[list[Word | Document], Field(max_length=16)] | None = None
    modifiers: ModifiersForm = ModifiersForm()
    warnings: list[WarningForm] = []
    counts: dict[Key, Entity] = {}  # how often each position has come up before the one on the board
    digest: Hash
    moves: Annotated[list[MoveRow], Field(max_length=MOST_MOVES)] = []
    played: Count  # so many of the moves
    interventions: Annotated[list[Document], Field(max_length=MOST_INTERVENTIONS)] = []
    match: MatchForm | None = None
