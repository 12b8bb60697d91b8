"""Alternatives: one of several ways to write a value, chosen by a look at it before it is read.

So an error speaks of the alternative that was meant, never of all of them. Every class here is an
annotation: `Annotated[A | B, Shapes(...)]`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import GetCoreSchemaHandler, ValidationError, ValidatorFunctionWrapHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, InitErrorDetails, core_schema

from rete_chess.documents.modelling.findings import again, finding, raised, refusal
from rete_chess.documents.modelling.hints import instead_of
from rete_chess.documents.modelling.words import LIST, MAPPING, NUMBER, TEXT
from rete_chess.documents.reading.source import MAX_CARRIED
from rete_chess.errors import clip, nearest

if TYPE_CHECKING:
    from typing_extensions import Self

Parts = dict[str, JsonSchemaValue]

BOOLEAN = "(true or false)"

#: The key of the metadata under which the generator of JSON Schemas finds the annotation.
ALTERNATIVES = "alternatives"

_SHAPES: dict[type, str] = {
    str: TEXT,
    int: NUMBER,
    float: NUMBER,
    bool: BOOLEAN,
    list: LIST,
    dict: MAPPING,
}

#: The JSON Schema types of the shapes.
JSON_TYPES = {TEXT: "string", NUMBER: "number", BOOLEAN: "boolean", LIST: "array", MAPPING: "object"}


class Alternatives(ABC):
    """The base of all alternatives: `tag` chooses one, `findings` are those about the choice itself."""

    def __init__(self, types: Mapping[str, Any]) -> None:
        self.types = dict(types)
        self.name = ""

    def named(self, name: str) -> Self:
        """The same alternatives, under a name of their own in JSON Schemas."""
        self.name = name
        return self

    @abstractmethod
    def tag(self, value: Any) -> str | None:
        """The alternative that a value chooses, or None."""

    def findings(self, value: Any) -> Iterator[InitErrorDetails]:
        """The findings about the choice, before the alternative is read."""
        yield from ()

    def narrowed(self, value: Any) -> Any:
        """The value without what `findings` has refused already."""
        return value

    def schema_of(self, tag: str, schema: CoreSchema) -> CoreSchema:
        """The schema by which the chosen alternative reads the value."""
        return schema

    @abstractmethod
    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        """The JSON Schema, given that of each alternative."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices = {
            tag: self.schema_of(tag, handler.generate_schema(kind)) for tag, kind in self.types.items()
        }
        union = core_schema.tagged_union_schema(dict(choices), self.tag)
        metadata = {ALTERNATIVES: self}
        return core_schema.no_info_wrap_validator_function(self._gather, union, metadata=metadata)

    def _gather(self, value: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        """Read a value, and raise the findings about the choice and about the chosen alternative together."""
        found = [*self.findings(value)]
        if self.tag(value) is not None:
            try:
                instance = handler(self.narrowed(value))
            except ValidationError as error:
                if not found:
                    raise
                found += [again(item) for item in error.errors(include_url=False)[:MAX_CARRIED]]
            else:
                if not found:
                    return instance
        raise raised(type(self).__name__, found)


class Shapes(Alternatives):
    """Alternatives by shape: TEXT, NUMBER, BOOLEAN, LIST or MAPPING. `expected` names them."""

    def __init__(self, expected: str, types: Mapping[str, Any]) -> None:
        super().__init__(types)
        self.expected = expected

    def tag(self, value: Any) -> str | None:
        shape = _SHAPES.get(type(value))
        return shape if shape in self.types else None

    def findings(self, value: Any) -> Iterator[InitErrorDetails]:
        if self.tag(value) is None:
            raise refusal("E_DOC_TYPE", expected=self.expected)
        yield from ()

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        return {
            "type": [JSON_TYPES[shape] for shape in parts],
            "allOf": [
                {"if": {"type": JSON_TYPES[shape]}, "then": part}
                for shape, part in parts.items()
                if part != {"type": JSON_TYPES[shape]}
            ],
        }


class Heads(Alternatives):
    """Alternatives by leading key: a mapping has exactly one of them, beside the keys that belong to it."""

    def __init__(self, noun: str, types: Mapping[str, Any], options: tuple[str, ...] = ()) -> None:
        super().__init__({f"({head})": kind for head, kind in types.items()})  # in brackets: no keys
        self.noun = noun
        self.heads = tuple(types)
        self.options = options

    def tag(self, value: Any) -> str | None:
        if not isinstance(value, dict):
            return None
        return next((f"({key})" for key in value if key in self.heads), None)

    def findings(self, value: Any) -> Iterator[InitErrorDetails]:
        if not isinstance(value, dict):
            raise refusal("E_DOC_TYPE", expected="a mapping")
        given = [key for key in value if key in self.heads]
        for other in given[1:]:
            yield beside(other, given[0])
        if given:
            return
        strange = [key for key in value if key not in self.options]
        for key in strange:
            yield unknown(self.noun, key, self.heads)
        if not strange:
            yield nothing(self.noun, self.heads)

    def narrowed(self, value: dict[str, Any]) -> dict[str, Any]:
        head = next(key for key in value if key in self.heads)
        return {key: part for key, part in value.items() if key == head or key not in self.heads}

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        return {
            "type": "object",
            "oneOf": [{"required": [head]} for head in self.heads],
            "allOf": [
                {"if": {"required": [head]}, "then": part} for head, part in zip(self.heads, parts.values())
            ],
        }


class Keyed(Alternatives):
    """Alternatives by only key: the key of a mapping is the word of the alternative, its value is read.

    A word of `bare` may also stand alone, one of `whole` has further keys beside it, which its alternative
    reads; `refused` holds words that belong elsewhere, each with the sentence that says so.
    """

    def __init__(
        self,
        noun: str,
        types: Mapping[str, Any],
        *,
        bare: tuple[str, ...] = (),
        whole: tuple[str, ...] = (),
        refused: Mapping[str, str] | None = None,
    ) -> None:
        # In brackets no key is meant: where a whole mapping is read, paths go on in it.
        super().__init__({f"({word})" if word in whole else word: kind for word, kind in types.items()})
        self.noun = noun
        self.words = tuple(types)
        self.bare = bare
        self.whole = whole
        self.refused = dict(refused or {})

    def tag(self, value: Any) -> str | None:
        if isinstance(value, str):
            return value if value in self.bare else None
        if not isinstance(value, dict):
            return None
        word = self._word(value)
        if word is None or value[word] is None:
            return None
        return f"({word})" if word in self.whole else word

    def _word(self, value: Mapping[str, Any]) -> str | None:
        """The first key of a mapping that is a word."""
        return next((key for key in value if key in self.words), None)

    def schema_of(self, tag: str, schema: CoreSchema) -> CoreSchema:
        return unwrapped(tag, schema) if tag in self.words else schema

    def narrowed(self, value: Any) -> Any:
        if not isinstance(value, dict) or self._word(value) not in self.whole:
            return value
        word = self._word(value)
        return {key: part for key, part in value.items() if key == word or key not in self.words}

    def findings(self, value: Any) -> Iterator[InitErrorDetails]:
        if isinstance(value, str) and value not in self.bare:
            raise self._no_bare_word(value)
        if isinstance(value, str):
            return
        if not isinstance(value, dict):
            raise refusal("E_DOC_TYPE", expected=f"a mapping with the {self.noun} as its key")
        if not value:
            yield nothing(self.noun, self.words)
        yield from self._key_findings(value)

    def _key_findings(self, value: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        given = [key for key in value if key in self.words]
        for key in value:
            if key in self.refused:
                yield finding("E_DOC_CONFLICT", (key,), self.refused[key], key=True)
            elif key not in self.words and self._word(value) in self.whole:
                continue
            elif key not in self.words:
                inside = f"indent it below `{given[0]}` if it belongs there" if given else None
                yield unknown(self.noun, key, self.words, inside)
            elif key != given[0]:
                yield beside(key, given[0], f"write two {self.noun}s")
            elif value[key] is None:
                hint = "leave out the colon" if key in self.bare else None
                yield finding("E_DOC_TYPE", (key,), f"`{key}` has no value", hint=hint)

    def _no_bare_word(self, value: str) -> Exception:
        if value in self.words:
            message = f"the {self.noun} {clip(value)} needs its settings"
            return refusal("E_DOC_TYPE", message=message, hint=f"write {value}: {{…}}")
        close = nearest(value, self.words)
        hint = f"did you mean {close!r}?" if close else None
        return refusal("E_DOC_CHOICE", message=f"unknown {self.noun} {clip(value)}", hint=hint)

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        single = {word: part for word, part in parts.items() if word in self.words}
        keyed: JsonSchemaValue = {
            "type": "object",
            "minProperties": 1,
            "maxProperties": 1,
            "additionalProperties": False,
            "properties": single,
        }
        for word in self.whole:
            keyed = {"type": "object", "if": {"required": [word]}, "then": parts[f"({word})"], "else": keyed}
        if self.bare:
            keyed["type"] = ["object", "string"]
            keyed.update({"if": {"type": "string"}, "then": {"enum": list(self.bare)}})
        return keyed


def unwrapped(key: str, schema: CoreSchema) -> CoreSchema:
    """The schema of the value under a key of a mapping; a bare word stands for an empty value."""

    def under(value: Any) -> Any:
        return {} if isinstance(value, str) else value[key]

    return core_schema.no_info_before_validator_function(under, schema)


def nothing(noun: str, words: tuple[str, ...]) -> InitErrorDetails:
    """The finding of a mapping without any of the words of which it needs one."""
    article = "an" if noun[0] in "aeiou" else "a"
    return finding("E_DOC_MISSING", (), f"{article} {noun} needs one of {', '.join(words)}")


def unknown(noun: str, key: str, words: tuple[str, ...], hint: str | None = None) -> InitErrorDetails:
    """The finding of a key that is none of the words, with the nearest one or else `hint`."""
    close = nearest(key, words)
    near = f"did you mean {close!r}?" if close else None
    hint = instead_of(key, words) or near or hint or f"expected one of {', '.join(words)}"
    return finding("E_DOC_UNKNOWN_KEY", (key,), f"unknown {noun} {clip(key)}", key=True, hint=hint)


def beside(key: str, first: str, hint: str | None = None) -> InitErrorDetails:
    """The finding of a key that cannot stand beside an earlier one."""
    message = f"`{key}` cannot stand beside `{first}`"
    return finding("E_DOC_CONFLICT", (key,), message, key=True, hint=hint)
