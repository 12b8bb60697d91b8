"""Reads YAML from the parser's events; no object is ever built by the YAML library.

Tags, merge keys and keys that are not text are refused, aliases are counted before they are followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import yaml

from rete_chess.documents.builder import Branch, TreeBuilder
from rete_chess.documents.limits import MAX_ALIASES
from rete_chess.documents.scalars import resolve_plain
from rete_chess.documents.source import Source
from rete_chess.documents.tree import Tree
from rete_chess.documents.yaml_errors import syntax_error
from rete_chess.errors import DocumentError, clip

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
    """Follows one stream of events."""

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
        """A key is its text, whatever a value of that text would mean."""
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
    """Where an event begins, in characters from the beginning of the text."""
    assert event.start_mark is not None
    return event.start_mark.index
