"""The text of variant files: sections with a parent, keys and values, and where each stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from rete_chess.errors import DocumentError, Problem, clip

CODE: Final = "E_INI"
#: Limits on what is read.
MOST_CHARACTERS: Final = 1_000_000
LONGEST_LINE: Final = 4_000
MOST_SECTIONS: Final = 1_000
MOST_PROBLEMS: Final = 20
DEEPEST: Final = 32

_COMMENT: Final = ("#", ";")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+-]{0,39}")
_HEADER = re.compile(r"\[([^\[\]:]*)(?::([^\[\]:]*))?\]")
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]{0,59}")


@dataclass(frozen=True)
class Entry:
    """The value of a key, and the line on which it stands."""

    value: str
    line: int


@dataclass
class Section:
    """One variant of a file: what it says beyond its parent."""

    name: str
    parent: str | None
    line: int
    file: str
    entries: dict[str, Entry] = field(default_factory=dict)


class Reading:
    """The problems met while a file is read; they are told together."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def note(self, line: int, message: str, hint: str | None = None) -> None:
        """Remember one problem."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(CODE, message, line=line, column=1, hint=hint))

    def settle(self) -> None:
        """Raise what was found, if anything was."""
        if self.problems:
            raise DocumentError(self.file, self.problems)


def parse_sections(text: str, file: str) -> dict[str, Section]:
    """The sections of a text by name; all problems of its form are raised at once."""
    reading = Reading(file)
    if len(text) > MOST_CHARACTERS:
        reading.note(1, f"the text has more than {MOST_CHARACTERS:,} characters")
        reading.settle()
    found: dict[str, Section] = {}
    section: Section | None = None
    for number, line in _lines(text, reading):
        if line.startswith("["):
            section = _section(line, number, reading)
            if section is None:
                continue
            if section.name in found:
                reading.note(number, f"a second section is called {section.name!r}")
            if len(found) >= MOST_SECTIONS:
                reading.note(number, f"there are more than {MOST_SECTIONS} sections")
                break
            found[section.name] = section
            continue
        key, equals, value = line.partition("=")
        key = key.strip()
        if not equals or not _KEY.fullmatch(key):
            reading.note(number, f"{clip(line)} is no section, key or comment", "write `key = value`")
        elif section is None:
            reading.note(number, f"the key {key!r} stands before any section", "begin with `[name:parent]`")
        else:
            section.entries[key] = Entry(value.strip(), number)
    reading.settle()
    return found


def _lines(text: str, reading: Reading) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        if not line or line.startswith(_COMMENT):
            continue
        if len(line) > LONGEST_LINE:
            reading.note(number, f"the line has more than {LONGEST_LINE:,} characters")
        elif not line.isprintable() and not line.replace("\t", " ").isprintable():
            reading.note(number, "the line holds signs that cannot be printed")
        else:
            yield number, line


def _section(line: str, number: int, reading: Reading) -> Section | None:
    found = _HEADER.fullmatch(line)
    names = [part.strip() for part in found.groups() if part is not None] if found else []
    if not names or not all(map(_NAME.fullmatch, names)):
        message = f"{clip(line)} does not begin a section"
        reading.note(number, message, "write `[name]` or `[name:parent]` with letters, digits and hyphens")
        return None
    return Section(names[0], names[1] if len(names) > 1 else None, number, reading.file)
