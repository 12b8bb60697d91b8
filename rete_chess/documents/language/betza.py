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
_DIGITS: Final = "0123456789"
#: The slanted steps that bend to the right of a straight one, and those that bend to its left.
_BENT: Final = {"hr": True, "hl": False}
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
    while end < len(text) and text[end] in _DIGITS and end - place < 2:
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
        atom = _hop(modifiers, directions, reach, place)
    elif reach is None or reach == 1:
        atom = {"leap": directions}
    else:
        atom = {"slide": directions} if reach == 0 else {"slide": directions, "range": [1, reach]}
    if "n" in modifiers:
        if "leap" not in atom or step[1] == 1:
            raise BetzaError("only leaps beyond the next square are lame", place)
        atom["via"] = "orthogonal"
    if not _is_even(directions):
        atom["turned"] = True
    if len(modes) == 1:
        [atom["mode"]] = modes
    if "i" in modifiers:
        atom["from"] = {"ownRank": 2}
    if "e" in modifiers:
        if atom.get("mode") != "capture":
            raise BetzaError("`e` takes in passing, and needs `c`", place)
        atom["enPassant"] = "takes"
    return atom


def _hop(modifiers: str, directions: list[list[int]], reach: int | None, place: int) -> dict[str, Any]:
    """A cannon's or a grasshopper's way; a cannon's may have a limit, which counts all its steps."""
    is_next = "g" in modifiers
    if reach is None or reach == 1 or (is_next and reach != 0):
        raise BetzaError("only riders hop, and grasshoppers have no limit", place)
    atom: dict[str, Any] = {"hop": directions, "land": "next" if is_next else "any"}
    return atom if reach == 0 else {**atom, "range": [1, reach]}


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
            raise BetzaError("`h` stands beside another direction, as in `fhN`", place)
        found += _by_pair(letter * 2, every) if is_slanted else _by_letter(letter, every)
        index += 1
    return [pair for pair in every if pair in found]


def _is_even(directions: Iterable[Iterable[int]]) -> bool:
    """Whether left and right are alike."""
    pairs = {(files, ranks) for files, ranks in directions}
    return {(-files, ranks) for files, ranks in pairs} == pairs


def _is_pair(pair: str, step: tuple[int, int]) -> bool:
    """Whether two letters are read together."""
    if step[0] == 0:
        return False
    if step[0] == step[1]:
        return "h" not in pair and (pair[0] in "fbv") != (pair[1] in "fbv")
    if "h" in pair:
        return pair[0] != pair[1] and (pair[1] == "h" or pair in _BENT)
    return pair[0] == pair[1] or (pair[0] in "fbv") != (pair[1] in "fbv")


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
    """Slanted steps: the second letter says along which line they mostly go, both to which sides."""
    if pair in _BENT:
        return [(x, y) for x, y in every if ((x * y > 0) == (abs(y) > abs(x))) == _BENT[pair]]
    first, second = pair[0], pair[1]
    if second == "h":
        return _by_letter(first, every)
    is_upright = second in "fbv"
    mostly = [step for step in every if (abs(step[1]) > abs(step[0])) == is_upright]
    return [step for step in mostly if _sides(first, step) and _sides(second, step)]


# -- written ---------------------------------------------------------------------------------------

#: What may stand before an atom to choose some of its directions, the shortest first.
_PREFIXES: Final[tuple[str, ...]] = (
    "",
    *"fbvslr",
    "ff",
    "bb",
    "vv",
    "ss",
    "fs",
    "bs",
    "fh",
    "bh",
    "lh",
    "rh",
    "hl",
    "hr",
)
#: Single directions, which together choose any: of straight steps, of diagonal and of slanted ones.
_SINGLE: Final[tuple[tuple[str, ...], ...]] = (
    ("f", "b", "r", "l"),
    ("fr", "br", "bl", "fl"),
    ("rf", "fr", "br", "rb", "lb", "bl", "fl", "lf"),
)

_RIDING: Final = {name: rider for rider, name in RIDERS.items()}


def format_betza(atoms: Iterable[Atom]) -> str | None:
    """The text of some atoms; None where a way has no letters."""
    text = ""
    for atom in atoms:
        part = _written(atom)
        if part is None:
            return None
        text = _joined(text, part)
    return None if len(text) > _MOST else text


def _joined(text: str, part: str) -> str:
    """A text with another one behind it. A letter that comes twice means a rider, so it is told apart."""
    last = text[-1:]
    if not part or last != part[0] or text[-2:] == 2 * last:
        return text + part
    return f"{text}{last if last in RIDERS else 1}{part}"


def _written(atom: Atom) -> str | None:
    """The letters of one atom, or None."""
    marks = _marks(atom)
    if marks is None:
        return None
    is_rider = atom.step != "leap" and atom.longest >= FAR
    reach = "" if atom.step == "leap" or is_rider else str(atom.longest)
    left, text = set(atom.directions), ""
    for name, step in STEPS.items():
        own = [pair for pair in _turned(step) if pair in left]
        if not own:
            continue
        if atom.via == "diagonal" and step[0] not in (0, step[1]):
            return None
        letters = f"{_prefix(step, own)}{marks}"
        text = _joined(text, f"{letters}{_RIDING.get(name, 2 * name) if is_rider else name}{reach}")
        left -= set(own)
    return None if left or not text else text


def _marks(atom: Atom) -> str | None:
    """The letters of an atom that choose no directions; None where there are none for what it is."""
    is_plain = not (atom.then or atom.stay or atom.tag) and atom.en_passant in ("", "takes")
    is_limited = atom.step == "hop" and atom.land == "next" and atom.longest < FAR
    is_sided = _is_even(atom.directions) or atom.turned
    is_first = atom.origin == Zone(own_ranks=(2,))
    if not (is_plain and is_sided and atom.shortest == 1) or is_limited or (atom.origin and not is_first):
        return None
    if atom.en_passant and atom.mode != "capture":
        return None
    marks = {"both": "", "move": "m", "capture": "c"}[atom.mode]
    marks += "i" * is_first + "e" * (atom.en_passant == "takes") + "n" * bool(atom.via)
    if atom.step == "hop":
        marks += "p" if atom.land == "any" else "g"
    return marks


def _prefix(step: tuple[int, int], own: list[tuple[int, int]]) -> str:
    """The letters that choose these directions of a step, and no others."""
    for words in _PREFIXES:
        try:
            if _chosen(step, words, 0) == own:
                return words
        except BetzaError:  # `h`, which only slanted steps know
            continue
    single = _SINGLE[0 if step[0] == 0 else 1 if step[0] == step[1] else 2]
    return "".join(words for words in single if set(_chosen(step, words, 0)) <= set(own))
