"""Messages as bytes and back; what is too long, too deep, malformed or unknown is refused, with reasons."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeVar

import orjson
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rete_chess.errors import Problem, ReteChessError, clip, did_you_mean
from rete_chess.server.wire.base import ClientMessage, Message, Part, ServerMessage, is_room_code, wire_key
from rete_chess.server.wire.directory import CLIENT_MESSAGES, MOST_DOCUMENT_BYTES, SERVER_MESSAGES, most_bytes

#: Lists and mappings inside one another.
MOST_DEPTH: Final = 64
#: Findings listed for one message.
MOST_PROBLEMS: Final = 20

#: The greatest number up to which every integer can be written as a float.
_EXACT: Final = 2.0**53

M = TypeVar("M", bound=Message)
P = TypeVar("P", bound=Part)


class MessageError(ReteChessError):
    """Bytes that are no message of the protocol; `re` and `room` are what they say of themselves."""

    def __init__(
        self, message: str, problems: Iterable[Problem] = (), *, data: object = None, hint: str | None = None
    ) -> None:
        self.problems = tuple(problems)
        said: Mapping[str, object] = data if isinstance(data, dict) else {}
        code = said.get("roomCode")
        self.re = name_in(said)
        self.room = code if is_room_code(code) else None
        super().__init__("E_MESSAGE", message, hint=hint)


class MessageSizeError(ReteChessError):
    """A message that is longer than its type may be; the connection ends."""

    def __init__(self, found: int, most: int) -> None:
        super().__init__(
            "E_MESSAGE_SIZE", "the message is too long", found=found, expected=f"at most {most} bytes"
        )


def encode(message: Message) -> bytes:
    """The bytes of a message."""
    return dumped(message.body())


def dumped(data: Mapping[str, Any]) -> bytes:
    """The bytes of plain data; facts of pieces may be numbers beyond what the faster writer can write."""
    try:
        return orjson.dumps(data)
    except TypeError:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def decode_client(raw: bytes) -> ClientMessage:
    """The message of a client, or an error that says all that is wrong with it."""
    if len(raw) > MOST_DOCUMENT_BYTES:
        raise MessageSizeError(len(raw), MOST_DOCUMENT_BYTES)
    data = read_mapping(raw)
    most = most_bytes(data.get("type"))
    if len(raw) > most:
        raise MessageSizeError(len(raw), most)
    return _parse(with_whole_numbers(data), CLIENT_MESSAGES)


def decode_server(raw: bytes) -> ServerMessage:
    """The message of a server, as clients read it."""
    return _parse(read_mapping(raw), SERVER_MESSAGES)


def name_in(data: Mapping[str, object]) -> str | None:
    """The name that a message gives itself, as far as it can be one."""
    name = data.get("id")
    return name if isinstance(name, str) and 0 < len(name) <= 64 else None


def read_mapping(raw: bytes) -> dict[str, Any]:
    """The mapping that bytes say, or an error for what is malformed, too deep or no mapping."""
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise MessageError(f"the message is not well-formed JSON: {clip(str(error), 120)}") from None
    if not isinstance(data, dict):
        raise MessageError("the message must be a mapping", hint='such as {"key": "value"}')
    if _is_too_deep(raw, data):
        raise MessageError(f"more than {MOST_DEPTH} lists and mappings inside one another", data=data)
    return data


def with_whole_numbers(value: Any) -> Any:
    """Plain data in which a number without a fraction is an integer however it was written: JSON has one kind
    of numbers, and so have its schemas."""
    if isinstance(value, dict):
        return {key: with_whole_numbers(found) for key, found in value.items()}
    if isinstance(value, list):
        return [with_whole_numbers(found) for found in value]
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) <= _EXACT
    return int(value) if is_whole else value


def _is_too_deep(raw: bytes, data: object) -> bool:
    """Whether the nesting goes too deep; most messages have too few brackets for that."""
    if raw.count(b"{") + raw.count(b"[") <= MOST_DEPTH:
        return False
    level: list[object] = [data]
    for _ in range(MOST_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: object) -> list[object]:
    """The lists and mappings directly inside a value, itself one."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [found for found in inner if isinstance(found, (dict, list))]


def _parse(data: dict[str, Any], known: Mapping[str, type[M]]) -> M:
    name = data.get("type")
    model = known.get(name) if isinstance(name, str) else None
    if model is None:
        hint = did_you_mean(name, known) if isinstance(name, str) else "every message says its `type`"
        problem = Problem("E_DOC_CHOICE", f"unknown type {clip(name)}", path="type", hint=hint)
        raise MessageError(f"unknown type of message {clip(name)}", [problem], data=data, hint=hint)
    return fitted(data, model, str(name))


def fitted(data: dict[str, Any], model: type[P], name: str) -> P:
    """A mapping as a model has it, or an error that says all that is wrong with it."""
    try:
        return model.model_validate(data, by_name=False)
    except ValidationError as error:
        found = _problems(error.errors(include_url=False), model, data)
        first = found[0]
        message = f"{name}: {first.message}" + (f" (and {len(found) - 1} more)" if len(found) > 1 else "")
        raise MessageError(message, found, data=data, hint=first.hint) from None


def _problems(items: Iterable[ErrorDetails], model: type[Part], data: object) -> list[Problem]:
    """The first findings about a message, each once; of all others nothing is made."""
    found: dict[Problem, None] = {}
    for item in items:
        found[_problem(item, model, data)] = None
        if len(found) == MOST_PROBLEMS:
            break
    return list(found)


def _path(item: ErrorDetails, data: Any) -> str:
    """Where something is wrong in a message; of the names of alternatives that were tried there, none."""
    found: list[str] = []
    for part in item["loc"]:
        if part in (data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()):
            data = data[part]
        elif item["type"] != "missing" or part != item["loc"][-1]:
            continue
        found.append(str(part))
    return ".".join(found)


def _problem(item: ErrorDetails, model: type[Part], data: object) -> Problem:
    """One finding about a message, in the words of those about documents."""
    path, kind = _path(item, data), item["type"]
    if kind == "missing":
        return Problem("E_DOC_MISSING", f"the key `{path}` is missing", path=path)
    if kind == "extra_forbidden":
        keys = [wire_key(name) for name in model.model_fields]
        hint = did_you_mean(str(item["loc"][0]), keys) if len(item["loc"]) == 1 else None
        return Problem("E_DOC_UNKNOWN_KEY", f"unknown key {clip(path)}", path=path, hint=hint)
    code = "E_DOC_CHOICE" if kind == "literal_error" else "E_DOC_TYPE" if "type" in kind else "E_DOC_VALUE"
    message = f"`{path}`: {item['msg'][:1].lower()}{item['msg'][1:]}, found {clip(item['input'])}"
    return Problem(code, message, path=path)
