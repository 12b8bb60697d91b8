"""The problems of a validation error: each has a code, a place in the text, and a plain sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from rete_chess.documents.modelling.findings import FINDING, SHAPE
from rete_chess.documents.modelling.hints import shape_hint
from rete_chess.documents.reading.source import MAX_PROBLEMS
from rete_chess.documents.reading.tree import KeyPath, Tree, format_path
from rete_chess.errors import Problem, clip, did_you_mean

#: Code and expectation for every error type of pydantic that our models can meet.
_EXPECTED: dict[str, tuple[str, str]] = {
    "string_type": ("E_DOC_TYPE", "a text"),
    "int_type": ("E_DOC_TYPE", "a whole number"),
    "int_from_float": ("E_DOC_TYPE", "a whole number"),
    "float_type": ("E_DOC_TYPE", "a number"),
    "bool_type": ("E_DOC_TYPE", "true or false"),
    "list_type": ("E_DOC_TYPE", "a list"),
    "tuple_type": ("E_DOC_TYPE", "a list"),
    "dict_type": ("E_DOC_TYPE", "a mapping"),
    "model_type": ("E_DOC_TYPE", "a mapping"),
    "model_attributes_type": ("E_DOC_TYPE", "a mapping"),
    "greater_than_equal": ("E_DOC_VALUE", "at least {ge:g}"),
    "less_than_equal": ("E_DOC_VALUE", "at most {le:g}"),
    "string_too_short": ("E_DOC_VALUE", "a text of at least {min_length} characters"),
    "string_too_long": ("E_DOC_VALUE", "a text of at most {max_length} characters"),
    "too_short": ("E_DOC_VALUE", "a list of {min_length} or more"),
    "too_long": ("E_DOC_VALUE", "a list of at most {max_length}"),
}


def problems_of(error: ValidationError, tree: Tree) -> list[Problem]:
    """All problems of a document in the order of its lines, at most `MAX_PROBLEMS`, the rest counted."""
    items = [item for item in error.errors(include_url=False) if not _is_echo(item)]
    placed = sorted(((_place(item, tree), index) for index, item in enumerate(items)))
    kept = [_problem(items[index], tree, mark) for mark, index in placed[:MAX_PROBLEMS]]
    more = len(placed) - len(kept)
    if more:
        (line, column), _ = placed[MAX_PROBLEMS]
        message = f"{more} further problems are not listed"
        kept.append(Problem("E_DOC_LIMIT", message, line=line, column=column))
    return kept


def _is_echo(item: ErrorDetails) -> bool:
    """Whether an error only repeats another: pydantic calls a list too short if one of its items is wrong."""
    return item["type"] == "too_short" and len(item["input"]) >= item["ctx"]["min_length"]


def _place(item: ErrorDetails, tree: Tree) -> tuple[int, int]:
    return tree.place(_path(item, tree), key=bool(item.get("ctx", {}).get("key")))


def _path(item: ErrorDetails, tree: Tree) -> KeyPath:
    """The path in the document: the error's own without the names of alternatives."""
    path: KeyPath = ()
    value: Any = tree.value
    for part in item["loc"]:
        if _has(value, part):
            value = value[part]
            path = (*path, part)
    absent = item.get("ctx", {}).get("absent")
    return path if absent is None else (*path, absent)


def _has(value: Any, part: str | int) -> bool:
    if isinstance(value, dict):
        return part in value
    return isinstance(value, list) and isinstance(part, int) and part < len(value)


def _problem(item: ErrorDetails, tree: Tree, mark: tuple[int, int]) -> Problem:
    path = _path(item, tree)
    context: Mapping[str, Any] = item.get("ctx", {})
    code, expected = _expectation(item)
    message = f"{_subject(path)} must be {expected}, found {describe(item['input'])}"
    return Problem(
        code,
        context.get("message", message),
        path=format_path(path),
        line=mark[0],
        column=mark[1],
        hint=_hint(item, path, expected),
    )


def _expectation(item: ErrorDetails) -> tuple[str, str]:
    """The code of an error, and what the value had to be."""
    context: Mapping[str, Any] = item.get("ctx", {})
    if item["type"] == FINDING:
        return context["code"], context.get("expected", "")
    if item["type"] == SHAPE:
        return "E_DOC_TYPE", item["msg"]
    code, expected = _EXPECTED.get(item["type"], ("E_DOC_VALUE", "of another kind"))
    return code, expected.format(**context)


def _subject(path: KeyPath) -> str:
    """The short name of a value: its last key and the list positions behind it."""
    start = max((index for index, part in enumerate(path) if isinstance(part, str)), default=0)
    return f"`{format_path(path[start:])}`" if path else "the document"


def _hint(item: ErrorDetails, path: KeyPath, expected: str) -> str | None:
    context: Mapping[str, Any] = item.get("ctx", {})
    word = context.get("word", item["input"])
    if "choices" in context and isinstance(word, str):
        likely = did_you_mean(word, context.get("likely", ()))
        return likely or did_you_mean(word, context["choices"]) or context.get("hint")
    if isinstance(word, str) and expected in ("a number", "a whole number", "true or false"):
        return f"write {expected} without quotation marks"
    hint = context.get("hint")
    return shape_hint(path, expected, item["input"]) if hint is None else str(hint)


def describe(value: object) -> str:
    """The phrase for a value that was found."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {clip(value)}"
    if isinstance(value, (list, tuple)):
        return f"a list of {len(value)}"
    return "a mapping" if isinstance(value, dict) else clip(value)
