"""The base of all document models, and the way from a tree to an instance with all problems at once.

Keys are camelCase in documents and snake_case in Python; nothing is coerced; unknown keys are errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from functools import cache
from itertools import islice
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import CoreSchema, InitErrorDetails

from rete_chess.documents.modelling.findings import again, finding, raised
from rete_chess.documents.modelling.hints import example_of, instead_of
from rete_chess.documents.modelling.problems import problems_of
from rete_chess.documents.modelling.promise import promise
from rete_chess.documents.reading.source import MAX_CARRIED
from rete_chess.documents.reading.tree import Tree
from rete_chess.errors import DocumentError, clip

Model = TypeVar("Model", bound="DocumentModel")

#: The model that is being built; whatever stands inside it is only promised.
_ASKED: ContextVar[type[DocumentModel] | None] = ContextVar("_ASKED", default=None)


def document_key(name: str) -> str:
    """The key of a field: `own_rank` is written `ownRank`, `from_` is written `from`."""
    first, *others = name.rstrip("_").split("_")
    return first + "".join(part.capitalize() for part in others)


class _Checked(dict[str, Any]):
    """A mapping whose keys are checked: pydantic may apply a validator of a recursive model twice."""


class DocumentModel(BaseModel):
    """A mapping of a document. `conflicts` is the place for what several keys say together."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        alias_generator=document_key,
        populate_by_name=False,
        defer_build=True,
    )

    #: What helps with a key that the mapping does not have, where no name is near.
    stray: ClassVar[str | None] = None
    #: The field that gathers all keys beginning with a capital letter: the names of attributes.
    open_field: ClassVar[str | None] = None

    @classmethod
    def model_rebuild(cls, **options: Any) -> bool | None:
        """Build the model alone; one inside it is built when a document first says something there."""
        token = _ASKED.set(cls)
        try:
            return super().model_rebuild(**options)
        finally:
            _ASKED.reset(token)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if _ASKED.get() is cls:
            _ASKED.set(None)  # from here on even the model itself is one inside
            return handler(source)
        return promise(lambda: cls)

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        """Findings about keys that do not fit together; `data` is as read and may hold anything."""
        yield from ()

    @model_validator(mode="wrap")
    @classmethod
    def _gather(cls: type[Model], data: Any, handler: ModelWrapValidatorHandler[Model]) -> Model:
        """Validate a mapping, and raise the findings about keys, their combination and values together."""
        if not isinstance(data, dict) or isinstance(data, _Checked):
            return handler(data)
        found = [*_key_findings(cls, data), *cls.conflicts(data)]
        try:
            instance = handler(_Checked(_folded(cls, data)))
        except ValidationError as error:
            if not found:
                raise  # as it is: taking errors apart costs time at every level
            found += islice(_value_findings(data, error), MAX_CARRIED)
        else:
            if not found:
                return instance
        raise raised(cls.__name__, found)


def parse_document(model: type[Model], tree: Tree) -> Model:
    """The instance of a model that a tree describes, or one error with every problem of the document."""
    try:
        return model.model_validate(tree.value)
    except ValidationError as error:
        raise DocumentError(tree.file, problems_of(error, tree)) from None


@cache
def keys_of(model: type[DocumentModel]) -> Mapping[str, str]:
    """The keys of a model's documents with their descriptions, in order; found out once for each model."""
    return MappingProxyType(
        {
            document_key(name): field.description or ""
            for name, field in model.model_fields.items()
            if name != model.open_field
        }
    )


@cache
def _required_keys(model: type[DocumentModel]) -> tuple[str, ...]:
    """The keys without which no document of a model is whole."""
    return tuple(document_key(name) for name, field in model.model_fields.items() if field.is_required())


def _is_open(model: type[DocumentModel], key: str) -> bool:
    """Whether a key is the name of an attribute, in a model that takes such names."""
    return model.open_field is not None and key[:1].isupper()


def _folded(model: type[DocumentModel], data: dict[str, Any]) -> dict[str, Any]:
    """The mapping with the names of attributes under the open field, as the model's fields take it."""
    if model.open_field is None:
        return data
    attributes = {key: value for key, value in data.items() if _is_open(model, key) and value is not None}
    others = {key: value for key, value in data.items() if not _is_open(model, key)}
    return {**others, model.open_field: attributes}


def _key_findings(model: type[DocumentModel], data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    """The findings of unknown keys, missing keys, and keys without a value."""
    keys = keys_of(model)
    for key, value in data.items():
        if key not in keys and not _is_open(model, key):
            message = f"unknown key {clip(key)}, expected one of {', '.join(keys)}"
            advice = instead_of(key, keys)
            known = () if advice else tuple(keys)
            free = tuple(other for other in known if other not in data)
            more = {"likely": free, "choices": known, "word": key, "hint": advice or model.stray}
            yield finding("E_DOC_UNKNOWN_KEY", (key,), message, key=True, **more)
        elif value is None:
            yield finding("E_DOC_TYPE", (key,), f"`{key[:60]}` has no value", hint=_about(model, key, keys))
    for key in _required_keys(model):
        if key not in data:
            message = f"the key `{key}` is missing"
            yield finding("E_DOC_MISSING", (), message, absent=key, hint=_about(model, key, keys))


def _about(model: type[DocumentModel], key: str, keys: Mapping[str, str]) -> str | None:
    if key not in keys:
        return None
    shown = example_of(key, "", part=model.__name__)
    return f"{key}: {keys[key]}" + (f" For example `{shown}`." if shown else "")


def _value_findings(data: Mapping[str, Any], error: ValidationError) -> Iterator[InitErrorDetails]:
    """The findings of pydantic about values, without those that `_key_findings` has already."""
    for item in error.errors(include_url=False):
        own = len(item["loc"]) == 1 and item["type"] in ("missing", "extra_forbidden")
        if not own and data.get(str(item["loc"][0]), "") is not None:
            yield again(item)
