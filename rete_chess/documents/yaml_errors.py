"""What the YAML library complains of, in our words and at our lines."""

from __future__ import annotations

import re
from typing import Final

import yaml

from rete_chess.documents.source import Source
from rete_chess.errors import DocumentError

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


#: What is noticed only after the line that is wrong: a key without its colon, a quotation mark left open.
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
