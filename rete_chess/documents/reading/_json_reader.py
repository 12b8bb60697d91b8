"""The reader of strict JSON (RFC 8259): one pass, no recursion, the place of every value and key."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder

from rete_chess.documents.reading._builder import TreeBuilder, not_finite, read_float, read_int
from rete_chess.documents.reading.source import Source
from rete_chess.documents.reading.tree import Scalar, Tree
from rete_chess.errors import DocumentError, clip

_SPACE = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
_WORD = re.compile(r"-?[A-Za-z_][A-Za-z_0-9]{0,40}")
_AFTER_NUMBER = re.compile(r"[-+.A-Za-z_0-9]")
_WORDS: dict[str, Scalar] = {"true": True, "false": False, "null": None}
_NOT_FINITE = ("NaN", "-NaN", "Infinity", "-Infinity")
_STRINGS = JSONDecoder()

#: Beginnings of what people write that JSON does not have.
_HINTS = {
    "/": "JSON has no comments",
    "#": "JSON has no comments",
    "'": "JSON texts stand in double quotation marks",
    "+": "JSON numbers have no plus sign",
    ".": "JSON numbers begin with a digit",
}

_BAD_ESCAPE = (
    "malformed text",
    'a text holds no raw line break, and its escapes are \\" \\\\ \\/ \\n \\t \\uXXXX',
)
_STRING_ERRORS = {"Unterminated": ("a text has no end", "close the quotation mark")}


def read_json(source: Source) -> Tree:
    """The tree of a JSON document."""
    return _Reader(source).read()


class _Reader:
    """A reader at `_at`, which is always the next character that is not space."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._text = source.text
        self._builder = TreeBuilder(source)
        self._at = 0

    def read(self) -> Tree:
        self._skip(0)
        if not self._next():
            raise self._error("the document is empty")
        self._value()
        while self._builder.depth:
            self._continue()
        if self._next():
            raise self._error("something follows the end of the document")
        return self._builder.tree()

    def _continue(self) -> None:
        """Read the next item of the innermost list or mapping, or its end."""
        box = self._builder.box
        end = "}" if isinstance(box, dict) else "]"
        if self._next() == end:
            self._skip(1)
            self._builder.close()
            return
        if box:
            self._comma(end)
        if isinstance(box, dict):
            self._key()
        self._value()

    def _comma(self, end: str) -> None:
        comma = self._at
        self._expect(",", f"expected `,` or `{end}`")
        if self._next() == end:
            self._at = comma
            raise self._error(f"a comma stands before `{end}`", "remove the trailing comma")

    def _key(self) -> None:
        if self._next() != '"':
            raise self._error("expected a key in double quotation marks")
        offset = self._at
        self._builder.key(self._string(), offset)
        self._expect(":", "expected `:` after the key")

    def _value(self) -> None:
        first, offset = self._next(), self._at
        if first == "{":
            self._builder.open({}, offset)
            self._skip(1)
        elif first == "[":
            self._builder.open([], offset)
            self._skip(1)
        elif first == '"':
            self._builder.add(self._string(), offset)
        else:
            self._builder.add(self._number_or_word(), offset)

    def _number_or_word(self) -> Scalar:
        found = _NUMBER.match(self._text, self._at)
        if found is None:
            return self._word()
        text, offset = found.group(), self._at
        number = (read_float if found.group(1) else read_int)(self._source, text, offset)
        if _AFTER_NUMBER.match(self._text, found.end()):
            raise self._error("malformed number", "JSON numbers are decimal, without leading zeros")
        self._skip(len(text))
        return number

    def _word(self) -> Scalar:
        found = _WORD.match(self._text, self._at)
        word = found.group() if found else ""
        if word in _NOT_FINITE:
            raise not_finite(self._source, word, self._at)
        if word not in _WORDS:
            raise self._error("expected a value", self._hint_for(word))
        self._skip(len(word))
        return _WORDS[word]

    def _hint_for(self, word: str) -> str | None:
        if word.lower() in _WORDS:
            return f"write {word.lower()}"
        return "JSON texts stand in double quotation marks" if word else None

    def _string(self) -> str:
        try:
            value, end = _STRINGS.raw_decode(self._text, self._at)
        except JSONDecodeError as error:
            self._at = error.pos
            raise self._error(*_STRING_ERRORS.get(error.msg.split()[0], _BAD_ESCAPE)) from None
        self._skip(end - self._at)
        return str(value)

    def _expect(self, character: str, message: str) -> None:
        if self._next() != character:
            raise self._error(message)
        self._skip(1)

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _skip(self, length: int) -> None:
        """Go on by `length` characters and the space behind them."""
        space = _SPACE.match(self._text, self._at + length)
        assert space is not None
        self._at = space.end()

    def _error(self, message: str, hint: str | None = None) -> DocumentError:
        found = clip(self._text[self._at : self._at + 20]) if self._next() else "the end of the document"
        hint = hint or _HINTS.get(self._next())
        text = f"the document is not well-formed JSON: {message}, found {found}"
        return self._source.error("E_DOC_SYNTAX", text, self._at, hint)
