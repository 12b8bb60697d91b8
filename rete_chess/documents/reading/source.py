"""The source of a document: its file and text, and the limits on what is read."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path
from typing import Final

from rete_chess.core.values import FORBIDDEN
from rete_chess.errors import DocumentError, Problem

#: Bytes of a document; a longer file is never read to its end.
MAX_BYTES: Final = 1_048_576

#: Lists and mappings inside one another.
MAX_DEPTH: Final = 64

#: Values of any kind, counted after every alias is replaced by what it stands for.
MAX_NODES: Final = 50_000

#: Uses of YAML aliases (`*name`).
MAX_ALIASES: Final = 100

#: Digits of one number, exponent included.
MAX_NUMBER_DIGITS: Final = 30

#: Findings listed for one document; the rest is only counted.
MAX_PROBLEMS: Final = 100

#: Findings inside a mapping that are kept beside those about its own keys.
MAX_CARRIED: Final = 200


#: Line and column, both counted from 1.
Mark = tuple[int, int]

_LINE_BREAK = re.compile(r"\r\n|\r|\n")


class Source:
    """The text of a document, without byte order mark, and the name it is shown under.

    `path` is the file it was read from, if it was; the name alone says nothing about that.
    """

    def __init__(self, file: str, text: str, path: Path | None = None) -> None:
        self.file = file
        self.text = text
        self.path = path
        self._starts = [0, *(found.end() for found in _LINE_BREAK.finditer(text))]

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines of the text without their ends."""
        return tuple(_LINE_BREAK.split(self.text))

    def renamed(self, file: str) -> Source:
        """The same text under another name."""
        return Source(file, self.text, self.path)

    def mark(self, offset: int) -> Mark:
        """Line and column of a character."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def error(self, code: str, message: str, offset: int, hint: str | None = None) -> DocumentError:
        """The error of a document that cannot be read further than `offset`."""
        line, column = self.mark(offset)
        problem = Problem(code, message, line=line, column=column, hint=hint)
        return DocumentError(self.file, [problem], self.lines)

    def check_text(self, text: str, offset: int, *, raw: bool = False) -> None:
        """Refuse forbidden characters, in the document's own text (`raw`) or behind escapes."""
        found = FORBIDDEN.search(text)
        if found is None:
            return
        name = f"U+{ord(found.group()):04X}"
        if raw:
            message = f"the character {name} cannot stand in a document"
        else:
            message = f"the text holds the character {name}, which cannot stand in a document"
        raise self.error("E_DOC_ENCODING", message, found.start() if raw else offset, "remove it")
