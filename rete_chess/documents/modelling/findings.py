"""Findings: our own errors inside a pydantic validation, each with a code, a place and a message.

A finding is raised like any pydantic error and gathered with the others; `problems` reads it back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from rete_chess.documents.reading.tree import KeyPath

#: The types of our findings among pydantic's error types; a wrong shape says only what was expected.
FINDING, SHAPE = "document", "shape"


def refusal(code: str, **details: Any) -> PydanticCustomError:
    """The error a field validator raises.

    `message` says it all; or `expected` says what the value must be, and what was found is added.
    `hint` is the repair, `choices` the words the nearest of which is offered, one of `likely` first,
    `absent` a key that is not there, and `key=True` puts the finding at the key rather than the value.
    """
    return PydanticCustomError(FINDING, "document", {"code": code, **details})


def finding(code: str, path: KeyPath, message: str, **details: Any) -> InitErrorDetails:
    """A finding at a path below the mapping that is being checked; see `refusal`."""
    return InitErrorDetails(type=refusal(code, message=message, **details), loc=path, input=None)


def again(error: ErrorDetails) -> InitErrorDetails:
    """An error that was caught, made ready to be raised again."""
    kind, context = error["type"], {**error.get("ctx", {})}
    if kind in (FINDING, SHAPE):
        own = PydanticCustomError(kind, error["msg"], context)
        return InitErrorDetails(type=own, loc=error["loc"], input=error["input"])
    return InitErrorDetails(type=kind, loc=error["loc"], input=error["input"], ctx=context)


def raised(title: str, findings: Iterable[InitErrorDetails]) -> ValidationError:
    """The error that holds all findings."""
    return ValidationError.from_exception_data(title, list(findings))
