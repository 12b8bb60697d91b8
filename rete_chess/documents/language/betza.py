"""Betza notation: ways of moving as letters, such as `fmWfcF`, read as atoms of documents and written.

The letters are those that XBoard and Fairy-Stockfish read, as far as the language has the ways they mean;
any other is refused at its place. `i`, a piece's first move, is read as one from its second rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from rete_chess.core.atoms import FAR, Atom
from rete_chess.core.geometry import Zone
from rete_chess.documents.modelling.findings import refusal

#: The step of every leaper, files before ranks.
STEPS: Final[dict[str, tuple[int, int]]] = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "N": (1, 2),
    "A": (2, 2),
    "H": (0, 3),
    "L": (1, 3),
    "C": (1, 3),
    "Z": (2, 3),
    "J": (2, 3),
    "G": (3, 3),
}
#: Pieces of chess as the riders that they are.
RIDERS: Final = {"R": "W", "B": "F"}
BOTH: Final = {"Q": "RB", "K": "WF"}

_DIRECTIONS: Final = "fblrvsh"
_MODES: Final = {"m": "move", "c": "capture"}
_FURTHER: Final = "npgie"
_MOST: Final = 64


class BetzaError(ValueError):
    """A letter that cannot be read, with its place in the text."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.place = place


def parse_betza(text: str) -> list[dict[str, Any]]:
    """The atoms that a text means, as documents write them."""
    if not text or len(text) > _MOST:
        raise BetzaError(f"1 to {_MOST} letters are expected", 0)
    atoms: list[dict[str, Any]] = []
    place = 0
    while place < len(text):
        start = place
        while place < len(text) and not text[place].isupper():
            letter = text[place]
            if letter not in _DIRECTIONS and letter not in _MODES and letter not in _FURTHER:
                raise BetzaError(f"{letter!r} is no modifier that can be read", place)
            place += 1
        if place == len(text):
            raise BetzaError("a modifier stands before the letter of an atom", start)
        modifiers, name, at = text[start:place], text[place], place
        place += 1
        reach, place = _range(text, place, name)
        for one in _simple(name, at):
            atoms.append(_atom(modifiers, one, reach, start))
    return atoms


def _range(text: str, place: int, name: str) -> tuple[int | None, int]:
    """The steps of an atom, 0 for any number, None without a word; and where the text goes on."""
    if text[place : place + 1] == name:
        return 0, place + 1
    end = place
    while end < len(text) and text[end].isdigit() and end - place < 2:
        end += 1
    return (int(text[place:end]), end) if end > place else (None, end)


def _simple(name: str, place: int) -> list[str]:
    """The simple atoms that a letter stands for."""
    if name in BOTH:
        return list(BOTH[name])
    if name in STEPS or name in RIDERS:
        return [name]
    raise BetzaError(f"{name!r} is no atom that can be read", place)


def _atom(modifiers: str, name: str, reach: int | None, place: int) -> dict[str, Any]:
    """One atom as documents write it."""
    if name in RIDERS:
        name, reach = RIDERS[name], 0 if reach is None else reach
    words = "".join(letter for letter in modifiers if letter in _DIRECTIONS)
    step = STEPS[name]
    directions = [list(pair) for pair in _chosen(step, words, place)]
    modes = {_MODES[letter] for letter in modifiers if letter in _MODES}
    atom: dict[str, Any]
    if "p" in modifiers or "g" in modifiers:
        if reach != 0:
            raise BetzaError("only riders without a limit hop", place)
        atom = {"hop": directions, "land": "any" if "p" in modifiers else "next"}
    elif reach is None or reach == 1:
        atom = {"leap": directions}
    else:
        atom = {"slide": directions} if reach == 0 else {"slide": directions, "range": [1, reach]}
    if "n" in modifiers:
        if "leap" not in atom or step[0] + step[1] > 4 or step == (1, 3):
            raise BetzaError("only D, N, A and H are lame leaps", place)
        atom["via"] = "orthogonal"
    if len(modes) == 1:
        [atom["mode"]] = modes
    if "i" in modifiers:
        atom["from"] = {"ownRank": 2}
    if "e" in modifiers:
        if atom.get("mode") != "capture":
            raise BetzaError("`e` takes in passing, and needs `c`", place)
        atom["enPassant"] = "takes"
    return atom


# -- directions ------------------------------------------------------------------------------------


def check_betza(text: str) -> str:
    """A text that can be read, or a refusal that names the letter."""
    try:
        parse_betza(text)
    except BetzaError as error:
        raise refusal("E_DOC_VALUE", message=f"{error}, at letter {error.place + 1} of {text!r}") from None
    return text


def _turned(step: tuple[int, int]) -> list[tuple[int, int]]:
    """A step in all its directions, each once, in a fixed order."""
    small, large = step
    pairs = [(small, large), (large, small), (large, -small), (small, -large)]
    pairs += [(-small, -large), (-large, -small), (-large, small), (-small, large)]
    return list(dict.fromkeys(pairs))


def _chosen(step: tuple[int, int], words: str, place: int) -> list[tuple[int, int]]:
    """The directions that letters choose; without letters all of them."""
    every = _turned(step)
    if not words:
        return every
    is_slanted = step[0] not in (0, step[1])
    found: list[tuple[int, int]] = []
    index = 0
    while index < len(words):
        pair = words[index : index + 2]
        if len(pair) == 2 and _is_pair(pair, step):
            found += _by_pair(pair, every) if is_slanted else _by_corner(pair, every)
            index += 2
            continue
        letter = words[index]
        if letter == "h":
            raise BetzaError("`h` follows another direction, as in `fh`", place)
        found += _by_pair(letter * 2, every) if is_slanted else _by_letter(letter, every)
        index += 1
    if {(-files, ranks) for files, ranks in found} != set(found):
        raise BetzaError("left and right are not told apart: each side would mean another one", place)
    return [pair for pair in every if pair in found]


def _is_pair(pair: str, step: tuple[int, int]) -> bool:
    """Whether two letters are read together."""
    if step[0] == 0:
        return False
    if step[0] == step[1]:
        return pair[1] != "h" and (pair[0] in "fbv") != (pair[1] in "fbv")
    return pair[0] == pair[1] or pair[1] == "h" or (pair[0] in "fbv") != (pair[1] in "fbv")


def _sides(letter: str, pair: tuple[int, int]) -> bool:
    """Whether a step goes to the side that a letter names."""
    files, ranks = pair
    return {
        "f": ranks > 0,
        "b": ranks < 0,
        "r": files > 0,
        "l": files < 0,
        "v": ranks != 0,
        "s": files != 0,
    }[letter]


def _by_letter(letter: str, every: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Straight and diagonal steps to a side."""
    return [pair for pair in every if _sides(letter, pair)]


def _by_corner(pair: str, every: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [step for step in every if _sides(pair[0], step) and _sides(pair[1], step)]


def _by_pair(pair: str, every: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Slanted steps: the first letter says along which line they mostly go, the second to which side."""
    first, second = pair[0], pair[1]
    if second == "h":
        return _by_letter(first, every)
    is_upright = first in "fbv"
    mostly = [step for step in every if (abs(step[1]) > abs(step[0])) == is_upright and _sides(first, step)]
    if first == second:
        return mostly
    if second in "vs":  # `fs`: forward, but mostly sideways
        return [step for step in every if (abs(step[1]) > abs(step[0])) != is_upright and _sides(first, step)]
    return [step for step in mostly if _sides(second, step)]


# -- written ---------------------------------------------------------------------------------------

#: What may stand before an atom to choose some of its directions, the shortest first.
_PREFIXES: Final = ("", *"fbvs", "ff", "bb", "vv", "ss", "fs", "bs", "fh", "bh", "fbs", "bfs", "ffbb", "fsbs")


_RIDING: Final = {name: rider for rider, name in RIDERS.items()}


def format_betza(atoms: Iterable[Atom]) -> str | None:
    """The text of some atoms; None where a way has no letters."""
    parts = [_written(atom) for atom in atoms]
    return None if None in parts else "".join(part for part in parts if part is not None)


def _written(atom: Atom) -> str | None:
    """The letters of one atom, or None."""
    zone = Zone(own_ranks=(2,))
    plain = not (atom.then or atom.stay or atom.tag) and atom.en_passant in ("", "takes")
    if not plain or atom.origin not in (None, zone) or atom.shortest != 1:
        return None
    marks = {"both": "", "move": "m", "capture": "c"}[atom.mode]
    marks += "i" * (atom.origin is not None) + "e" * (atom.en_passant == "takes") + "n" * bool(atom.via)
    if atom.via == "diagonal" and any(abs(x) != abs(y) and x and y for x, y in atom.directions):
        return None
    if atom.step == "hop":
        marks += "p" if atom.land == "any" else "g"
    is_rider = atom.step != "leap" and atom.longest >= FAR
    reach = "" if atom.step == "leap" or is_rider else str(atom.longest)
    left, text = set(atom.directions), ""
    for name, step in STEPS.items():
        own = [pair for pair in _turned(step) if pair in left]
        if not own:
            continue
        prefix = next((one for one in _PREFIXES if _is_chosen(step, one, own)), None)
        if prefix is None:
            return None
        text += f"{prefix}{marks}{_RIDING.get(name, 2 * name) if is_rider else name}{reach}"
        left -= set(own)
    return None if left or not text else text


def _is_chosen(step: tuple[int, int], words: str, own: list[tuple[int, int]]) -> bool:
    """Whether letters choose these directions of a step, and no others."""
    try:
        return _chosen(step, words, 0) == own
    except BetzaError:
        return False
