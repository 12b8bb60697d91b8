"""Promises of models inside other models: each is built or imported when a document first needs it.

A page says little of what a variant could say: it builds a few of the hundred models, each once, and a page
without scenarios does not import theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

if TYPE_CHECKING:
    from rete_chess.documents.modelling.model import DocumentModel

#: The key of the metadata under which the generator of JSON Schemas finds a promised model.
PROMISED = "promised"


def promise(model: Callable[[], type[DocumentModel]]) -> CoreSchema:
    """The schema of a value that a model reads, which is asked for only then."""

    def read(value: Any) -> Any:
        return model().model_validate(value)

    return core_schema.no_info_plain_validator_function(read, metadata={PROMISED: model})


class Elsewhere:
    """`Annotated[Any, Elsewhere(module, name)]`: a model of a module that most documents do not need."""

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    def model(self) -> type[DocumentModel]:
        found: type[DocumentModel] = getattr(import_module(f"rete_chess.documents.{self.module}"), self.name)
        return found

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return promise(self.model)
