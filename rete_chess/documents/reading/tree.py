"""The tree that every reader returns: plain values, with the line and column of each value and key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.reading.source import MAX_DEPTH, Mark, Source
from rete_chess.keeping import PER_VALUE

Scalar = str | int | float | bool | None
Value = Scalar | list["Value"] | dict[str, "Value"]

#: The way from the root of a document to a value: keys and list positions.
KeyPath = tuple[str | int, ...]

_LONGEST_KEY = 60


@dataclass(frozen=True, eq=False)
class Tree:
    """A document that was read: its value, and the marks of values and keys by path.

    Values that came through an alias have no mark of their own; `place` finds the alias.
    """

    value: Value
    source: Source
    marks: dict[KeyPath, Mark]
    key_marks: dict[KeyPath, Mark]
    given: Neighbours | None = field(default=None, kw_only=True)  # what came along in place of a folder

    @property
    def file(self) -> str:
        """The name the document is shown under."""
        return self.source.file

    @cached_property
    def neighbours(self) -> Neighbours | None:
        """The documents that came along with it, or those of its folder if it was read from a file."""
        if self.given is not None:
            return self.given
        return None if self.source.path is None else Neighbours(self.source.path.parent)

    @property
    def weight(self) -> int:
        """About how many bytes the document holds, read and checked."""
        return PER_VALUE * len(self.marks)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text, for excerpts."""
        return self.source.lines

    def place(self, path: KeyPath, key: bool = False) -> Mark:
        """Line and column of a value (or of its key), or of the nearest value around it."""
        if key and path in self.key_marks:
            return self.key_marks[path]
        for length in range(len(path), 0, -1):
            if path[:length] in self.marks:
                return self.marks[path[:length]]
        return self.marks[()]

    def name(self, path: KeyPath) -> str:
        """The path of a value as people read it."""
        return format_path(path)

    def at(self, path: KeyPath) -> Any:
        """The value at a path."""
        value: Any = self.value
        for part in path:
            value = value[part]
        return value

    def below(self, path: KeyPath) -> Tree:
        """A part of the document as a document of its own, at the lines where it stands."""
        length = len(path)
        marks: dict[KeyPath, Mark] = {(): self.place(path)}
        keys: dict[KeyPath, Mark] = {}
        todo = [path]
        while todo:
            at = todo.pop()
            todo += reversed(self._inside.get(at, ()))
            if at in self.marks:
                marks[at[length:]] = self.marks[at]
            if at in self.key_marks:
                keys[at[length:]] = self.key_marks[at]
        return Tree(self.at(path), self.source, marks, keys, given=self.given)

    @cached_property
    def _inside(self) -> Mapping[KeyPath, Sequence[KeyPath]]:
        """For each path the paths of the values right below it."""
        found: dict[KeyPath, list[KeyPath]] = {}
        for path in dict.fromkeys((*self.marks, *self.key_marks)):
            if path:
                found.setdefault(path[:-1], []).append(path)
        return found


def format_path(path: KeyPath) -> str:
    """A path as people write it: `moves[0].range`. Overlong keys are cut."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part[:_LONGEST_KEY]}" for part in path]
    return "".join(parts).removeprefix(".")


def is_too_deep(value: Value) -> bool:
    """Whether lists and mappings stand deeper in one another than in any document."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH + 1):
        boxes = [part for part in level if isinstance(part, (list, dict))]
        level = [part for box in boxes for part in (box.values() if isinstance(box, dict) else box)]
        if not level:
            return False
    return True


def copied(value: Value) -> Value:
    """A deep copy, made without recursion."""
    root: list[Value] = [value]
    todo: list[Any] = [root]
    while todo:
        box = todo.pop()
        for key, child in list(box.items() if isinstance(box, dict) else enumerate(box)):
            if isinstance(child, (list, dict)):
                box[key] = child.copy()
                todo.append(box[key])
    return root[0]
