"""What is asked over HTTP: a model for each request. Keys are camelCase, and unknown ones are refused."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import Field

from rete_chess.errors import RulesError
from rete_chess.server.wire.base import Count, Fen, Json, MoveText, Name, Part
from rete_chess.server.wire.codec import MessageSizeError, fitted, read_mapping, with_whole_numbers
from rete_chess.server.wire.parts import DocumentItem, PresetRequest

#: Bytes of the body of a request.
MOST_BYTES: Final = 256 * 1024
#: Games that are played of a document, one answer after the other.
MOST_GAMES: Final = 10_000
#: Moves that a preview plays.
MOST_MOVES: Final = 200

R = TypeVar("R", bound=Part)

#: A document as a text or as a mapping; an empty text is one that nothing has been written in yet.
DocumentText = str | Json
Documents = Annotated[list[DocumentItem], Field(max_length=100)]
Presets = Annotated[list[PresetRequest], Field(max_length=50)]
#: Profiles by id, as mappings or as texts; the last counts most, and one may stand without a list.
Profiles = Annotated[list[DocumentItem], Field(max_length=16)] | DocumentItem
Modifiers = Annotated[list[Json], Field(max_length=50)]


class EntryRequest(Part):
    """An entry of the catalogue."""

    kind: Annotated[str, Field(max_length=64)]
    """The key of the catalogue, such as `pieces`, or the `kind` of its cards, such as `piece`."""
    id: Annotated[str, Field(max_length=200)]


class SchemaRequest(Part):
    """A JSON Schema."""

    name: Annotated[str, Field(max_length=200)]


class NoRequest(Part):
    """Nothing."""


class ValidateRequest(Part):
    """A document to be judged."""

    text: DocumentText
    """The document."""
    name: Annotated[str, Field(max_length=200)] | None = None
    """What messages call it, such as `joust.variant.yaml`; the ending may say its kind."""
    documents: Documents | None = None
    """The documents that come along with it, as texts or mappings; they are found by kind and id."""


class ScenariosRequest(ValidateRequest):
    """A document whose scenarios are to be run."""


class Inquiry(Part):
    """A question about a rule."""

    move: MoveText
    """The move in which it would fire."""
    rule: Annotated[str, Field(min_length=1, max_length=200)]
    """Its id, or the part behind the slash."""


class GameRequest(ValidateRequest):
    """A document that is to be played. `text` may be the id of a variant."""

    presets: Presets | None = None
    """Presets beside those of the variant."""
    profiles: Profiles | None = None
    """Profiles after those of the variant."""
    custom_modifiers: Modifiers | None = None
    """Custom modifiers that profiles may name."""
    fen: Fen | None = None
    """Where the game begins; without it, where the variant does."""


class PreviewRequest(GameRequest):
    """A document to be shown on a board, and moves to be played there. `text` may be the id of a variant."""

    moves: Annotated[list[MoveText], Field(max_length=MOST_MOVES)] | None = None
    """The moves to be played; the first that cannot be ends them."""
    explain: MoveText | None = None
    """A move to be explained in the position that is reached."""
    inspect: Annotated[str, Field(min_length=2, max_length=3)] | None = None
    """The square of a piece to be told all about."""
    why_not: Inquiry | None = None
    """A rule, and a move in which it would not fire."""


class BalanceRequest(GameRequest):
    """A document of which some games are to be played between equals. `text` may be the id of a variant."""

    players: Literal["search:20n", "random"] = "search:20n"
    """Who plays on both sides; where thinking costs too much, random players may do."""
    first: Annotated[Count, Field(le=MOST_GAMES)] = 0
    """The number of the first game: where the last answer ended."""
    pairs: (
        Annotated[list[Annotated[Count, Field(le=MOST_GAMES)]], Field(min_length=5, max_length=5)] | None
    ) = None
    """What was counted so far: pairs of games in which White had 0, ½, 1, 1½ and 2 points."""


class ReplayRequest(Part):
    """A match to be watched again."""

    save: DocumentText
    """The save, as a text or as a mapping."""
    ply: Count | None = None
    """The number of a move whose trace is wanted, from 1."""


class ProfilesRequest(Part):
    """Presets and profiles to be judged together."""

    variant: DocumentItem = "chess"
    """The id of a variant, or its document."""
    documents: Documents | None = None
    """The documents that come along with the variant."""
    presets: Presets | None = None
    profiles: Profiles | None = None
    custom_modifiers: Modifiers | None = None
    fen: Fen | None = None
    whole: bool = False
    """Whether presets and profiles stand in the place of the variant's own, as in a running game."""


class FindingPart(Part):
    """A finding about profiles, as the check tells it."""

    code: Name
    message: str
    severity: str = "error"
    path: str | None = None
    line: Count | None = None
    column: Count | None = None
    hint: str | None = None
    profile: str | None = None
    square: str | None = None
    is_fixable: bool | None = None
    advice: str | None = None


class FixRequest(ProfilesRequest):
    """A problem of a profile to be mended."""

    problem: FindingPart
    """A problem as the check of these profiles tells it; its `profile` says which of them is mended."""
    profile: Name | None = None
    """The id of the profile to be mended, where the problem names none."""


#: The requests with a body, by the address behind `/api/`.
BODIES: Final[dict[str, type[Part]]] = {
    "validate": ValidateRequest,
    "test": ScenariosRequest,
    "preview": PreviewRequest,
    "balance": BalanceRequest,
    "replay": ReplayRequest,
    "profiles/check": ProfilesRequest,
    "profiles/fix": FixRequest,
}


def read_request(argument: bytes | dict[str, Any], model: type[R], name: str) -> R:
    """A request from its body or from plain data; what is too long, malformed or unknown is an error."""
    if isinstance(argument, dict):
        return fitted(argument, model, name)
    if not isinstance(argument, (bytes, bytearray, memoryview)):
        raise RulesError("E_DOC_TYPE", "a request is bytes or a mapping", found=type(argument).__name__)
    if len(argument) > MOST_BYTES:
        raise MessageSizeError(len(argument), MOST_BYTES)
    return fitted(with_whole_numbers(read_mapping(bytes(argument))), model, name)
