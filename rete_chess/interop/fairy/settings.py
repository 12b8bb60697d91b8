"""What a section says together with its parents: pieces, letters, moves, and a value for every key.

Names of pieces in values are understood where they are written, as Fairy-Stockfish does: a child that gives
a letter to another piece leaves what its parent said of the old one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rete_chess.core.geometry import MAX_SIDE
from rete_chess.errors import clip, nearest
from rete_chess.interop.fairy import keys as kinds
from rete_chess.interop.fairy.ini import DEEPEST, Entry, Reading, Section
from rete_chess.interop.fairy.keys import ALL, KEYS, Key
from rete_chess.interop.fairy.names import CUSTOM, KING, MOVES

#: A square or a whole line of them: file and rank from 0, None for all.
Region = frozenset[tuple[int | None, int | None]]

_PIECE_VALUE = re.compile(r"([A-Za-z])(?::\s*([A-Za-z0-9]*))?")
_REGION_KEY = re.compile(r"mobilityRegion(White|Black)([A-Z][A-Za-z0-9]*)")
_SQUARE = re.compile(r"([a-p*])(1[0-6]|[1-9]|\*)")
_FLAGS: Final = {"true": True, "false": False}
_RESULTS: Final = (kinds.WIN, kinds.LOSS, kinds.DRAW, kinds.NONE)
_MOST: Final = 1_000
_SIDES: Final = ("maxRank", "maxFile")


@dataclass
class Settings:
    """All that decides a variant."""

    name: str
    line: int = 1
    letters: dict[str, str] = field(default_factory=dict)  # of the pieces in play, by their keys
    betza: dict[str, str] = field(default_factory=dict)  # of pieces that move otherwise than predefined
    values: dict[str, Any] = field(default_factory=dict)
    mobility: dict[tuple[str, str], Region] = field(default_factory=dict)  # by side and piece
    lines: dict[str, int] = field(default_factory=dict)  # of the keys of the section itself
    unknown: dict[str, int] = field(default_factory=dict)

    def __getitem__(self, key: str) -> Any:
        """The value of a key; where nobody says one, what holds without it."""
        return self.values[key] if key in self.values else KEYS[key].default

    def of(self, key: str, color: str) -> Any:
        """The value of a key for white or black."""
        return self[f"{key}{color.capitalize()}"]

    def types(self, key: str, color: str | None = None) -> list[str]:
        """The pieces in play that a key names, in the order of their letters' pieces."""
        named = self[key] if color is None else self.of(key, color)
        return [name for name in self.letters if name in named or ALL in named]

    def moves_of(self, name: str) -> str:
        """How a piece moves, in Betza notation."""
        return self.betza.get(name, MOVES[name])

    def piece_of(self, letter: str) -> str | None:
        """The piece with a letter of either case."""
        return next((name for name, own in self.letters.items() if own == letter.lower()), None)

    def child(self, section: Section) -> Settings:
        """A copy to which a section is added."""
        return Settings(
            section.name, section.line, {**self.letters}, {**self.betza}, {**self.values}, {**self.mobility}
        )


def resolve(sections: Mapping[str, Section], builtin: Mapping[str, Section], name: str) -> Settings:
    """The settings of a section, of a file or built in, with those of its parents."""
    chain: list[Section] = []
    wanted: str | None = name
    seen: set[int] = set()
    while wanted is not None:
        below = chain[-1] if chain else None
        section = sections.get(wanted)
        if section is None or section is below:
            section = builtin.get(wanted)
        if section is None:
            _refuse(below, f"there is no variant {wanted!r}", nearest(wanted, [*sections, *builtin]))
        assert section is not None
        if id(section) in seen:
            _refuse(chain[-1], f"the variant {section.name!r} is its own ancestor")
        if len(chain) >= DEEPEST:
            _refuse(chain[-1], f"more than {DEEPEST} variants inherit from one another")
        seen.add(id(section))
        chain.append(section)
        wanted = section.parent
    settings = Settings(name)
    for section in reversed(chain):
        settings = _extended(settings, section)
    return settings


def _refuse(section: Section | None, message: str, close: str | None = None) -> None:
    reading = Reading(section.file if section else "<name>")
    reading.note(section.line if section else 1, message, f"did you mean {close!r}?" if close else None)
    reading.settle()


def _extended(parent: Settings, section: Section) -> Settings:
    """A parent's settings with what a section says."""
    reading = Reading(section.file)
    settings = parent.child(section)
    entries = section.entries
    settings.lines = {key: entry.line for key, entry in entries.items()}
    for name in [*(name for name in MOVES if name != KING), KING]:
        if name in entries:
            _piece(settings, name, entries[name], reading)
    parser = _Parser(settings, reading)
    for key, known in KEYS.items():
        if key in entries:
            parser.read(key, known, entries[key])
    for key in _SIDES:
        if key in entries and not 1 <= settings[key] <= MAX_SIDE:
            reading.note(entries[key].line, f"a board has 1 to {MAX_SIDE} files and ranks here")
    for key, entry in entries.items():
        if key not in KEYS and key not in MOVES:
            parser.other(key, entry)
    reading.settle()
    return settings


def _piece(settings: Settings, name: str, entry: Entry, reading: Reading) -> None:
    """Give a piece its letter, and its moves if they are said; `-` takes it out of play."""
    if entry.value == "-":
        settings.letters.pop(name, None)
        return
    found = _PIECE_VALUE.fullmatch(entry.value)
    if found is None:
        reading.note(entry.line, f"{clip(entry.value)} is no letter of a piece", "write `p`, or `p:fmWfcF`")
        return
    letter, betza = found[1].lower(), found[2]
    if betza is not None and not (name.startswith(CUSTOM) or name == KING):
        reading.note(entry.line, f"only kings and custom pieces say how they move, not {name}")
        return
    holder = settings.piece_of(letter)
    if holder is not None:
        del settings.letters[holder]
    settings.letters.pop(name, None)
    settings.letters[name] = letter
    if betza is not None:
        settings.betza[name] = betza
    else:
        settings.betza.pop(name, None)


class _Parser:
    """Reads the values of a section's keys."""

    def __init__(self, settings: Settings, reading: Reading) -> None:
        self.settings = settings
        self.reading = reading

    def read(self, key: str, known: Key, entry: Entry) -> None:
        """Set a key, and those it stands for."""
        value = getattr(self, f"_{known.kind}")(entry, known)
        if known.kind in (kinds.PAIRS, kinds.LIMITS) and "-" not in entry.value.split():
            value = tuple({**dict(self.settings[key]), **dict(value)}.items())
        for name in known.stands_for or (key,):
            self.settings.values[name] = value

    def other(self, key: str, entry: Entry) -> None:
        """A key of no table: the region of a type, or one that nobody knows."""
        found = _REGION_KEY.fullmatch(key)
        name = found[2][0].lower() + found[2][1:] if found else ""
        if found is None or name not in MOVES:
            self.settings.unknown[key] = entry.line
            return
        region = self._region(entry, KEYS["diagonalLines"])
        self.settings.mobility[found[1].lower(), name] = region

    def _flag(self, entry: Entry, known: Key) -> bool:
        if entry.value not in _FLAGS:
            self._wrong(entry, "true or false")
        return _FLAGS.get(entry.value, False)

    def _number(self, entry: Entry, known: Key) -> int:
        if not (entry.value.isascii() and entry.value.isdigit() and int(entry.value[:5]) <= _MOST):
            self._wrong(entry, f"a whole number up to {_MOST:,}")
            return 1
        return int(entry.value[:5])

    def _file(self, entry: Entry, known: Key) -> int:
        """A file by number from 1, or by letter."""
        if len(entry.value) == 1 and "a" <= entry.value <= "p":
            return ord(entry.value) - ord("a") + 1
        return self._number(entry, known)

    def _type(self, entry: Entry, known: Key) -> str | None:
        if entry.value in ("-", ALL):
            return None if entry.value == "-" else ALL
        if len(entry.value) != 1:
            self._wrong(entry, "the letter of a piece")
            return None
        return self._named(entry.value, entry)

    def _types(self, entry: Entry, known: Key) -> frozenset[str]:
        letters = [sign for sign in entry.value if sign not in " -"]
        named = (ALL if sign == ALL else self._named(sign, entry) for sign in letters)
        return frozenset(name for name in named if name is not None)

    def _region(self, entry: Entry, known: Key) -> Region:
        found: set[tuple[int | None, int | None]] = set()
        for word in entry.value.split():
            square = _SQUARE.fullmatch(word)
            if square is not None:
                file, rank = square.groups()
                found.add((None if file == "*" else ord(file) - 97, None if rank == "*" else int(rank) - 1))
            elif word != "-":
                self._wrong(entry, "squares such as e4 or *8")
                break
        return frozenset(found)

    def _value(self, entry: Entry, known: Key) -> str:
        if entry.value not in _RESULTS:
            self._wrong(entry, ", ".join(_RESULTS))
        return entry.value

    def _word(self, entry: Entry, known: Key) -> str:
        if entry.value not in known.words:
            self._wrong(entry, ", ".join(known.words))
        return entry.value

    def _text(self, entry: Entry, known: Key) -> str:
        return entry.value

    def _limits(self, entry: Entry, known: Key) -> tuple[tuple[str, int], ...]:
        pairs = self._colons(entry)
        return tuple((name, int(number)) for name, number in pairs if number.isdigit())

    def _pairs(self, entry: Entry, known: Key) -> tuple[tuple[str, str], ...]:
        pairs = ((name, self._named(other, entry)) for name, other in self._colons(entry))
        return tuple((name, other) for name, other in pairs if other is not None)

    def _colons(self, entry: Entry) -> Iterator[tuple[str, str]]:
        for word in entry.value.split():
            letter, colon, rest = word.partition(":")
            name = self._named(letter, entry) if len(letter) == 1 else None
            if colon and name is not None and 1 <= len(rest) <= 3:
                yield name, rest
            elif word != "-":
                self._wrong(entry, "pairs such as p:g")
                return

    def _named(self, letter: str, entry: Entry) -> str | None:
        """The piece with a letter. One that nobody has is passed over, as no piece is meant by it."""
        return self.settings.piece_of(letter)

    def _wrong(self, entry: Entry, expected: str) -> None:
        self.reading.note(entry.line, f"{clip(entry.value)} is not {expected}")
