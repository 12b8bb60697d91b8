"""The reader of YAML, from the parser's events; no object is ever built by the YAML library.

Tags, merge keys and keys that are not text are refused, aliases are counted before they are followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import yaml

from rete_chess.documents.reading._builder import Branch, TreeBuilder, not_finite, read_float, read_int
from rete_chess.documents.reading.source import MAX_ALIASES, Source
from rete_chess.documents.reading.tree import Scalar, Tree
from rete_chess.errors import DocumentError, clip

_WORDS: dict[str, Scalar] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_DECIMAL = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


def resolve_plain(source: Source, text: str, offset: int) -> Scalar:
    """The value of an unquoted scalar."""
    if text in _WORDS:
        return _WORDS[text]
    if _DECIMAL.fullmatch(text):
        return read_int(source, text, offset)
    if _OCTAL.fullmatch(text):
        return read_int(source, text[2:], offset, 8)
    if _HEXADECIMAL.fullmatch(text):
        return read_int(source, text[2:], offset, 16)
    if _FLOAT.fullmatch(text):
        return read_float(source, text, offset)
    if _NOT_FINITE.fullmatch(text):
        raise not_finite(source, text, offset)
    return text


#: Parts of the library's messages, with the repair.
_HINTS = {
    "mapping values are not allowed": "indent keys alike, and quote a text that holds `: `",
    "expected ',' or '}'": "close the bracket `}` here, or put a comma between the entries",
    "expected ',' or ']'": "close the bracket `]` here, or put a comma between the items",
    "cannot start any token": "quote a text that begins with this character",
    "did not find expected key": "indent the keys of a mapping alike",
    "did not find expected '-' indicator": "indent the items of a list alike",
    "unexpected end of stream": "close the quotation mark",
    "could not find expected ':'": "a key is followed by a colon and a space, as in `at: capture`",
    "<block end>": "indent the keys of a mapping and the items of a list alike",
}


#: Mistakes that the parser notices after their line: a key without its colon, an open quotation mark.
_BEGUN_EARLIER = ("could not find expected ':'", "unexpected end of stream")


#: `> 0` where a comparison is meant.
_COMPARED: Final = re.compile(r":[ ]+(>=|<=|>|<)[ ]*([\w.$-]+)")
_COMPARISONS: Final = {">": "gt", "<": "lt", ">=": "ge", "<=": "le"}

#: A text that begins with a bracket or a quotation mark, up to where YAML takes it to be closed.
_CLOSED: Final = re.compile(r":[ ]+(?:\{[^{}]*\}|\[[^\[\]]*\]|'[^']*'|\"[^\"]*\")[ ]*$")
_GOES_ON: Final = ("did not find expected key", "expected ',' or '}'", "<block end>")


def syntax_error(source: Source, error: Exception) -> DocumentError:
    """The document error for whatever the YAML parser raised."""
    if not isinstance(error, yaml.MarkedYAMLError):
        return source.error("E_DOC_SYNTAX", "the document is not well-formed YAML", 0)
    problem = error.problem or "it breaks off"
    is_earlier = any(part in problem for part in _BEGUN_EARLIER) and error.context_mark is not None
    mark = error.context_mark if is_earlier else error.problem_mark or error.context_mark
    offset = min(mark.index, len(source.text)) if mark else 0
    message = f"the document is not well-formed YAML: {problem}{_context(source, error)}"
    return source.error("E_DOC_SYNTAX", message, offset, _hint(source, problem, offset))


def _context(source: Source, error: yaml.MarkedYAMLError) -> str:
    if not error.context or not error.context_mark:
        return ""
    line = source.mark(error.context_mark.index)[0]
    return f" ({error.context} that begins on line {line})" if "ing a " in error.context else ""


def _is_text(rest: str) -> bool:
    """Whether what follows goes on with a text, rather than with another key or a bracket."""
    return rest[:1].isalnum() and ":" not in rest


def _hint(source: Source, problem: str, offset: int) -> str | None:
    if source.text[offset : offset + 1] == "\t":
        return "indent with spaces, not with tabs"
    start = source.text.rfind("\n", 0, offset) + 1
    end = source.text.find("\n", offset)
    before, rest = source.text[start:offset], source.text[offset : end if end >= 0 else None]
    compared = _COMPARED.search(before + rest)
    if compared:
        return f"write {{{_COMPARISONS[compared[1]]}: {compared[2][:60]}}}"
    if any(part in problem for part in _GOES_ON) and _CLOSED.search(before) and _is_text(rest):
        return "quote the whole text; a quotation mark inside is of the other kind, or doubled"
    return next((hint for part, hint in _HINTS.items() if part in problem), None)


#: The parser in C where it was built, otherwise the one in Python.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_OLD_BREAKS = re.compile("[\x85\u2028\u2029]")
_VERSIONS = (None, (1, 1), (1, 2))


def read_yaml(source: Source, loader: Any = LOADER) -> Tree:
    """The tree of a YAML document; `loader` chooses the parser."""
    _check_breaks(source)
    try:
        return _Reader(source).read(yaml.parse(source.text, Loader=loader))
    except (yaml.YAMLError, ValueError) as error:
        raise syntax_error(source, error) from None


def _check_breaks(source: Source) -> None:
    """Refuse what ends a line in YAML 1.1 and not in 1.2: a comment would end in the midst of its line."""
    found = _OLD_BREAKS.search(source.text)
    if found is not None:
        message = f"the character U+{ord(found.group()):04X} is a line break to some readers of YAML"
        hint = "write it as an escape in double quotation marks"
        raise source.error("E_DOC_ENCODING", message, found.start(), hint)


class _Reader:
    """The reader of one stream of events."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._builder = TreeBuilder(source)
        self._documents = 0
        self._aliases = 0
        self._anchors: dict[str, Branch] = {}
        self._open_anchors: list[str | None] = []
        self._steps: dict[type[yaml.Event], Callable[[Any], None]] = {
            yaml.DocumentStartEvent: self._document,
            yaml.ScalarEvent: self._scalar,
            yaml.AliasEvent: self._alias,
            yaml.MappingStartEvent: self._open,
            yaml.SequenceStartEvent: self._open,
            yaml.MappingEndEvent: self._close,
            yaml.SequenceEndEvent: self._close,
        }

    def read(self, events: Iterable[yaml.Event]) -> Tree:
        for event in events:
            step = self._steps.get(type(event))
            if step is not None:
                step(event)
        if not self._documents:
            raise self._error("E_DOC_SYNTAX", "the document is empty", 0)
        return self._builder.tree()

    def _document(self, event: yaml.DocumentStartEvent) -> None:
        offset = _offset(event)
        self._documents += 1
        if self._documents > 1:
            hint = "keep one document per file, without a further `---`"
            raise self._error("E_DOC_SYNTAX", "several documents stand in one file", offset, hint)
        if event.version not in _VERSIONS:
            raise self._error("E_DOC_SYNTAX", "the YAML version is neither 1.1 nor 1.2", offset)
        if event.tags:
            raise self._error("E_DOC_TAG", "a %TAG directive declares a tag", offset, "remove it")

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        offset = _offset(event)
        self._check_tag(event)
        is_plain = not event.style  # None or "", depending on the parser
        if self._builder.wants_key:
            self._key(event, is_plain)
            return
        if is_plain and not event.value and not self._builder.depth:
            raise self._error("E_DOC_SYNTAX", "the document is empty", offset)
        self._check_anchor(event)
        value = resolve_plain(self._source, event.value, offset) if is_plain else event.value
        branch = self._builder.add(value, offset)
        if event.anchor is not None:
            self._anchors[event.anchor] = branch

    def _key(self, event: yaml.ScalarEvent, is_plain: bool) -> None:
        """Take a key: its text, whatever a value of that text would mean."""
        offset = _offset(event)
        if is_plain and event.value == "<<":
            hint = "write the keys out"
            raise self._error("E_DOC_MERGE", "the merge key `<<` is not part of the language", offset, hint)
        if event.anchor is not None:
            raise self._error("E_DOC_KEY", "a key carries an anchor", offset, "put the anchor on a value")
        if is_plain and not event.value:
            raise self._error("E_DOC_KEY", "a key is empty", offset, "write a name before the colon")
        self._builder.key(event.value, offset)

    def _open(self, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        offset = _offset(event)
        self._check_tag(event)
        is_mapping = isinstance(event, yaml.MappingStartEvent)
        if self._builder.wants_key:
            found = "a mapping" if is_mapping else "a list"
            raise self._error("E_DOC_KEY", f"{found} stands where a key is expected", offset)
        self._check_anchor(event)
        self._open_anchors.append(event.anchor)
        self._builder.open({} if is_mapping else [], offset)

    def _close(self, event: yaml.Event) -> None:
        branch = self._builder.close()
        anchor = self._open_anchors.pop()
        if anchor is not None:
            self._anchors[anchor] = branch

    def _alias(self, event: yaml.AliasEvent) -> None:
        offset, name = _offset(event), str(event.anchor)
        if self._builder.wants_key:
            raise self._error("E_DOC_KEY", "an alias stands where a key is expected", offset)
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            raise self._error("E_DOC_LIMIT", f"the document uses more than {MAX_ALIASES} aliases", offset)
        if name in self._open_anchors:
            message = f"the alias {clip('*' + name)} stands inside its own anchor"
            raise self._error("E_DOC_SYNTAX", message, offset)
        if name not in self._anchors:
            message = f"the alias {clip('*' + name)} has no anchor before it"
            raise self._error("E_DOC_SYNTAX", message, offset)
        self._builder.graft(self._anchors[name], offset)

    def _check_tag(self, event: yaml.NodeEvent) -> None:
        tag = getattr(event, "tag", None)
        if tag is not None:
            shown = clip(tag.replace("tag:yaml.org,2002:", "!!"))
            hint = "remove the tag; quote a value that must stay a text"
            raise self._error("E_DOC_TAG", f"the value carries the tag {shown}", _offset(event), hint)

    def _check_anchor(self, event: yaml.NodeEvent) -> None:
        name = event.anchor
        if name is not None and (name in self._anchors or name in self._open_anchors):
            message = f"the anchor {clip('&' + name)} is given twice"
            raise self._error("E_DOC_SYNTAX", message, _offset(event))

    def _error(self, code: str, message: str, offset: int, hint: str | None = None) -> DocumentError:
        return self._source.error(code, message, offset, hint)


def _offset(event: yaml.Event) -> int:
    """The offset of an event, in characters from the beginning of the text."""
    assert event.start_mark is not None
    return event.start_mark.index
