"""Sets of squares in documents: a list of names, or a mapping of which every part must hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field, Tag
from pydantic_core import InitErrorDetails

from rete_chess.core.geometry import MAX_SIDE, ZONES, Zone
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import LIST, MAPPING, NUMBER, TEXT, Form, Many, OneOf, by_shape

#: The pattern of a square's name.
SQUARE: Final = "[a-p](?:1[0-6]|[1-9])"

Square = Annotated[str, Form(SQUARE, "the name of a square, such as e4")]
File = Annotated[str, Form("[a-p]", "the letter of a file, a to p")]
Rank = Annotated[int, Field(ge=1, le=MAX_SIDE)]
ZoneName = Annotated[str, OneOf(ZONES)]
#: One of these, or the name of a zone that documents declare under `zones`.
ZONE: Final = "[a-z][a-z0-9-]{0,31}"
ZoneId = Annotated[str, Form(ZONE, f"the name of a zone, {', '.join(ZONES)} or one declared under `zones`")]

Squares = Annotated[tuple[Square, ...], Field(strict=False, min_length=1, max_length=MAX_SIDE * MAX_SIDE)]
RankList = Annotated[tuple[Rank, ...], Field(strict=False, min_length=1, max_length=MAX_SIDE)]
FileList = Annotated[tuple[File, ...], Field(strict=False, min_length=1, max_length=MAX_SIDE)]
Ranks = Annotated[
    Annotated[Rank, Tag(NUMBER)] | Annotated[RankList, Tag(LIST)],
    by_shape("a rank or a list of ranks"),
]
Files = Annotated[
    Annotated[File, Tag(TEXT)] | Annotated[FileList, Tag(LIST)],
    by_shape("a file or a list of files"),
]


class SquareSet(DocumentModel):
    """Squares for which every given part holds."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    in_: Squares | None = Field(None, description="The squares by name.")
    rank: Ranks | None = Field(None, description="Ranks of the board, counted from 1.")
    own_rank: Ranks | None = Field(None, description="Ranks counted from 1 at the piece's own side.")
    file: Files | None = Field(None, description="Files of the board, by letter.")
    zone: ZoneId | None = Field(None, description="A named zone, seen from the piece's own side.")
    not_: SquareChoice | None = Field(None, description="The squares that are left out.")
    any_: Annotated[tuple[SquareChoice, ...], Many(1, 16)] | None = Field(
        None, description="Sets of squares, to one of which it must belong."
    )
    white: SquareChoice | None = Field(None, description="The squares of White's pieces, beside `black`.")
    black: SquareChoice | None = Field(None, description="The squares of Black's pieces, beside `white`.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not data:
            message = "a set of squares needs one of in, rank, ownRank, file, zone, not, any, white, black"
            yield finding("E_DOC_MISSING", (), message)
        yield from side_findings(data)
        yield from depth_findings(data)


#: How deep sets of squares may stand in one another.
DEEPEST: Final = 3


def side_findings(data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    """The finding of squares for one side that leave open which are those of the other."""
    for key, other in (SIDES, SIDES[::-1]):
        if key in data and other not in data:
            hint = f"add `{other}: …`, the squares of the other side"
            yield finding("E_DOC_CONFLICT", (key,), f"`{key}` needs `{other}`", key=True, hint=hint)


#: The keys that say other squares for White than for Black.
SIDES: Final = ("white", "black")


def depth_findings(data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    """The finding of sets of squares that stand too deep in one another."""
    if _depth(data) > DEEPEST:
        message = f"sets of squares stand more than {DEEPEST} deep in one another"
        yield finding("E_DOC_CONFLICT", (), message)


def _depth(value: Any) -> int:
    if not isinstance(value, dict):
        return 0
    cases = value.get("any")
    single = [value.get(key) for key in ("not", *SIDES)]
    return 1 + max(map(_depth, [*single, *(cases if isinstance(cases, list) else ())]))


SquareChoice = Annotated[
    tuple[str, ...] | SquareSet,
    Shapes("a list of squares or a mapping such as {ownRank: 2}", {LIST: Squares, MAPPING: SquareSet}),
]
ZoneChoice = Annotated[
    Annotated[ZoneId, Tag(TEXT)] | Annotated[Squares, Tag(LIST)] | Annotated[SquareSet, Tag(MAPPING)],
    by_shape("the name of a zone, a list of squares or a mapping such as {ownRank: 8}"),
]


def to_zone(squares: str | tuple[str, ...] | SquareSet) -> Zone:
    """The core's set of squares for any of its spellings."""
    if isinstance(squares, str):
        return Zone(named=squares)
    if isinstance(squares, tuple):
        return Zone(squares=squares)
    return Zone(
        squares=squares.in_,
        ranks=(squares.rank,) if isinstance(squares.rank, int) else squares.rank,
        own_ranks=(squares.own_rank,) if isinstance(squares.own_rank, int) else squares.own_rank,
        files=(squares.file,) if isinstance(squares.file, str) else squares.file,
        named=squares.zone,
        outside=None if squares.not_ is None else to_zone(squares.not_),
        within=tuple(to_zone(one) for one in squares.any_ or ()),
        sides=to_sides(squares),
    )


def to_sides(squares: Any) -> tuple[Zone, ...]:
    """The sets of White and of Black, where a set says them; of squares of any kind that has these keys."""
    if squares.white is None or squares.black is None:
        return ()
    return to_zone(squares.white), to_zone(squares.black)
