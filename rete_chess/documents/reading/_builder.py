"""The builder of trees: values with their lines, numbers in bounds, from either reader's events."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rete_chess.documents.reading.source import MAX_DEPTH, MAX_NODES, MAX_NUMBER_DIGITS, Mark, Source
from rete_chess.documents.reading.tree import KeyPath, Scalar, Tree, Value, copied
from rete_chess.errors import DocumentError, clip


def read_int(source: Source, text: str, offset: int, base: int = 10) -> int:
    """A whole number; `text` holds a sign and digits of the base only."""
    _check_length(source, text, offset)
    return int(text, base)


def read_float(source: Source, text: str, offset: int) -> float:
    """A number with a fraction or an exponent."""
    _check_length(source, text, offset)
    number = float(text)
    if not math.isfinite(number):
        raise not_finite(source, text, offset)
    return number


def not_finite(source: Source, text: str, offset: int) -> DocumentError:
    """The error of a number that is infinite, too large, or none at all."""
    return source.error("E_DOC_NUMBER", f"{clip(text)} is not a finite number", offset)


def _check_length(source: Source, text: str, offset: int) -> None:
    if len(text) <= MAX_NUMBER_DIGITS:
        return
    if sum(character.isalnum() for character in text) > MAX_NUMBER_DIGITS:
        message = f"the number {clip(text, 20)} has more than {MAX_NUMBER_DIGITS} digits"
        raise source.error("E_DOC_NUMBER", message, offset)


@dataclass(frozen=True)
class Branch:
    """A finished value with the number of its nodes and of the lists and mappings inside one another."""

    value: Value
    nodes: int = 1
    height: int = 0


@dataclass
class _Open:
    """A list or mapping that is being filled."""

    box: dict[str, Value] | list[Value]
    path: KeyPath
    nodes_before: int
    key: str | None = None
    height: int = 1

    def next_path(self) -> KeyPath:
        if isinstance(self.box, list):
            return (*self.path, len(self.box))
        assert self.key is not None
        return (*self.path, self.key)

    def put(self, value: Value) -> None:
        if isinstance(self.box, list):
            self.box.append(value)
        elif self.key is not None:
            self.box[self.key] = value
            self.key = None


class TreeBuilder:
    """The builder of a tree from values, keys, openings and closings in document order."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._root = _Open([], (), 0)
        self._stack = [self._root]
        self._nodes = 0
        self._marks: dict[KeyPath, Mark] = {}
        self._key_marks: dict[KeyPath, Mark] = {}

    @property
    def depth(self) -> int:
        """The number of open lists and mappings."""
        return len(self._stack) - 1

    @property
    def box(self) -> dict[str, Value] | list[Value]:
        """The list or mapping that is being filled."""
        return self._stack[-1].box

    @property
    def wants_key(self) -> bool:
        """Whether the next thing must be a key."""
        top = self._stack[-1]
        return isinstance(top.box, dict) and top.key is None

    def key(self, text: str, offset: int) -> None:
        """Take the key of the value that follows."""
        self._source.check_text(text, offset)
        top = self._stack[-1]
        path = (*top.path, text)
        if path in self._key_marks:
            first = self._key_marks[path][0]
            message = f"the key {clip(text)} stands twice in the same mapping"
            hint = f"it is first given on line {first}"
            raise self._source.error("E_DOC_DUPLICATE_KEY", message, offset, hint)
        top.key = text
        self._key_marks[path] = self._source.mark(offset)

    def add(self, value: Scalar, offset: int) -> Branch:
        """Add a value without parts."""
        if isinstance(value, str):
            self._source.check_text(value, offset)
        self._take(1, offset)
        self._stack[-1].put(value)
        return Branch(value)

    def graft(self, branch: Branch, offset: int) -> None:
        """Add a copy of a finished branch; limits are checked before it is made."""
        self._check_depth(branch.height, offset)
        self._take(branch.nodes, offset)
        top = self._stack[-1]
        top.height = max(top.height, branch.height + 1)
        top.put(copied(branch.value))

    def open(self, box: dict[str, Value] | list[Value], offset: int) -> None:
        """Begin an (empty) list or mapping."""
        self._check_depth(1, offset)
        path = self._take(1, offset)
        self._stack.append(_Open(box, path, self._nodes - 1))

    def close(self) -> Branch:
        """End the innermost list or mapping."""
        done = self._stack.pop()
        top = self._stack[-1]
        top.put(done.box)
        top.height = max(top.height, done.height + 1)
        return Branch(done.box, self._nodes - done.nodes_before, done.height)

    def tree(self) -> Tree:
        """The finished document."""
        assert isinstance(self._root.box, list)
        return Tree(self._root.box[0], self._source, self._marks, self._key_marks)

    def _take(self, nodes: int, offset: int) -> KeyPath:
        """Count nodes, and mark the place of the value they make up."""
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            message = f"the document holds more than {MAX_NODES} values, aliases counted in full"
            raise self._source.error("E_DOC_LIMIT", message, offset)
        top = self._stack[-1]
        path = top.next_path() if self.depth else ()
        self._marks[path] = self._source.mark(offset)
        return path

    def _check_depth(self, more: int, offset: int) -> None:
        if self.depth + more > MAX_DEPTH:
            message = f"lists and mappings stand more than {MAX_DEPTH} deep in one another"
            raise self._source.error("E_DOC_LIMIT", message, offset)
