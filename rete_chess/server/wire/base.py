"""The base of all messages and their parts, and the plain values that fields are made of.

Keys are camelCase on the wire and snake_case in Python; nothing is coerced; unknown keys are refused. What a
server says is one message whose fields hold plain data, as `rete_chess.serial` gives it.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from typing import Annotated, Any, Final, Literal, TypeGuard

from pydantic import BaseModel, ConfigDict, Field, model_validator
from typing_extensions import Self

#: The greatest number of plies, seconds or sequence numbers that a message may speak of.
MOST: Final = 1_000_000_000
#: Unknown keys that are told of one mapping; those beyond it are not looked at.
MOST_UNKNOWN: Final = 20

_CODE: Final = re.compile(r"[A-Z0-9]{1,16}")
RoomCode = Annotated[str, Field(min_length=1, max_length=16, pattern="^[A-Z0-9]+$")]
MessageId = Annotated[str, Field(min_length=1, max_length=64)]
#: The SHA-256 digest of a seed.
SeedHash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Secret = Annotated[str, Field(min_length=1, max_length=128)]
Name = Annotated[str, Field(min_length=1, max_length=128)]
MoveText = Annotated[str, Field(min_length=1, max_length=64)]
Fen = Annotated[str, Field(min_length=1, max_length=4096)]
Count = Annotated[int, Field(ge=0, le=MOST)]
#: Milliseconds since 1970.
Moment = Annotated[int, Field(ge=0)]
Side = Literal["white", "black"]
Json = dict[str, Any]


def is_room_code(value: object) -> TypeGuard[str]:
    """Whether a value can be the code of a room."""
    return isinstance(value, str) and _CODE.fullmatch(value) is not None


def wire_key(name: str) -> str:
    """The key of a field: `room_code` is written `roomCode`, `as_` is written `as`."""
    first, *others = name.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in others)


class Part(BaseModel):
    """A mapping inside a message."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        alias_generator=wire_key,
        validate_by_alias=True,
        validate_by_name=True,
        serialize_by_alias=True,
        use_attribute_docstrings=True,
        defer_build=True,  # what servers say is rarely looked at: a model is built when it is first asked
    )

    @model_validator(mode="before")
    @classmethod
    def _spare(cls, data: Any) -> Any:
        """Look at no more unknown keys than are told: to find one costs far more than to send it."""
        if not isinstance(data, dict) or len(data) <= MOST_UNKNOWN:
            return data
        known = _keys(cls)
        told = {*known, *islice((key for key in data if key not in known), MOST_UNKNOWN)}
        return {key: value for key, value in data.items() if key in told}

    def body(self) -> Json:
        """The mapping as plain data, without what is absent."""
        return self.model_dump(exclude_none=True)


class Message(Part):
    """A message: what it is follows from `type`."""

    type: str


class ClientMessage(Message):
    """A message of a client."""

    id: MessageId | None = None
    """A name for the message; the answer repeats it as `re`."""


class RoomRequest(ClientMessage):
    """A message of a client to a room."""

    room_code: RoomCode
    """The room it is for."""


class ServerMessage(Message):
    """A message of the server."""

    room_code: RoomCode | None = None
    """The room it belongs to."""
    re: MessageId | None = None
    """The `id` of the message that it answers."""

    @classmethod
    def of(cls, **fields: Any) -> Self:
        """A message of fields by their keys on the wire, as whoever made them knows them to be: nothing is
        looked at, and None is no field."""
        names = _names(cls)
        return cls.model_construct(
            **{names[key]: value for key, value in fields.items() if value is not None}
        )

    def with_fields(self, **fields: Any) -> Self:
        """The same message with other fields, by their keys on the wire."""
        return self.of(**{**self.body(), **fields})

    def body(self) -> Json:
        """The message as plain data, without what is absent."""
        said = self.__dict__
        return {key: said[name] for key, name in _names(type(self)).items() if said[name] is not None}


@cache
def _keys(kind: type[Part]) -> frozenset[str]:
    """The keys of a mapping's fields on the wire."""
    return frozenset(map(wire_key, kind.model_fields))


@cache
def _names(kind: type[ServerMessage]) -> dict[str, str]:
    """The names of a message's fields by their keys on the wire."""
    return {wire_key(name): name for name in kind.model_fields}


class Broadcast(ServerMessage):
    """A message that everybody in a room hears."""

    seq: Annotated[int, Field(ge=1)] | None = None
    """Its number in the log of the room, without gap; absent where an answer is given to one player again."""
