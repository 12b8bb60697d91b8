"""Words for people about parts of documents: whom a filter chooses, when a rule acts, what a template tells.

It reads documents as data that have been checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

_Data = Mapping[str, Any]

#: What people call a piece type by its id.
NameOf = Callable[[str], str]

#: When a rule acts, by the point at which it listens.
MOMENTS: Final = {
    "before-move": "Before a move",
    "before-capture": "Before a capture",
    "damage": "When a piece takes damage",
    "capture": "On a capture",
    "move": "After a piece has moved",
    "square-entry": "When a piece comes to a square",
    "promotion": "On a promotion",
    "check": "On a check",
    "turn-end": "When a turn ends",
    "after-move": "After a move",
    "turn-start": "When a turn begins",
    "result": "Before the result is judged",
    "act": "When it is done",
    "damaged": "When a piece has been damaged",
    "death": "When a piece dies",
    "spawn": "When a new piece appears",
    "tile-change": "When a square changes",
    "derive": "All the time",
}

#: The fact that every piece has.
MOVED: Final = "Moved"
_MOVED: Final = {"True": " that have moved", "False": " that have not moved"}
#: A fact of the game or of a side, as references name it.
_FACT: Final = re.compile(r"\$(?:game|side|mover)\.([A-Z]\w*)")
_SLOT: Final = re.compile(r"\{([A-Za-z][\w-]*)(?:\.([A-Za-z][\w-]*))?\}")
_ORDER: Final = {
    "gt": "more than {}",
    "ge": "at least {}",
    "lt": "less than {}",
    "le": "at most {}",
    "not": "not {}",
}


def spelled(word: str) -> str:
    """`first-wave` and `ChecksLeft` as people write them: `First wave`, `Checks left`."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", word).replace("-", " ").lower()
    return parts[:1].upper() + parts[1:]


def sentence(text: str) -> str:
    """A text that begins with a capital and ends with a point."""
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if not text or text[-1] in ".!?" else ".")


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *others, final = [*dict.fromkeys(words)] or [""]
    return f"{', '.join(others)} {last} {final}" if others else final


def plural(name: str) -> str:
    """Several of a piece: `rooks`, `ferzes`; what ends in s is left."""
    if name.endswith("s"):
        return name
    return f"{name}{'es' if name.endswith(('x', 'z', 'ch', 'sh')) else 's'}"


#: Whom pieces capture, in words.
_PREY: Final = {
    "enemy": "enemies",
    "ally": "pieces of their own side alone",
    "any": "pieces of either side",
    "neutral": "pieces that are nobody's",
    "none": "nobody",
}


def prey(said: str | list[str]) -> str:
    """Whom pieces capture, by the word or words of `captures`."""
    return listed(_PREY[word] for word in ([said] if isinstance(said, str) else said))


def whom(chosen: _Data, name_of: NameOf) -> str:
    """Whom a filter chooses: `rooks`, `White's pawns on e2 and e7`, `all pieces`."""
    types = _types(chosen.get("type"), name_of)
    color = chosen.get("color")
    whose = f"{color.capitalize()}'s " if color in ("white", "black") else ""
    whose = "nobody's " if color == "neutral" else whose
    place = where(chosen.get("square"))
    held = [
        f"{spelled(key)} {compared(value)}"
        for key, value in chosen.items()
        if key[:1].isupper() and key != MOVED
    ]
    with_ = f" with {listed(held)}" if held else ""
    moved = _MOVED.get(str(chosen.get(MOVED)), "")
    moved += " that are the last of their side" if chosen.get("last") is True else ""
    if not types and not whose and not place and not with_ and not moved:
        return "all pieces"
    return f"{whose}{types or 'pieces'}{moved}{place}{with_}"


def _types(test: Any, name_of: NameOf) -> str:
    if isinstance(test, str) and not test.startswith("$"):
        return plural(name_of(test))
    if isinstance(test, list):
        return listed(plural(name_of(name)) for name in test)
    if isinstance(test, Mapping) and isinstance(test.get("in"), list):
        return listed(plural(name_of(name)) for name in test["in"])
    if isinstance(test, Mapping) and "not" in test:
        left_out = _types(test["not"], name_of)
        said = _FACT.fullmatch(test["not"]) if isinstance(test["not"], str) else None
        if said:
            return f"pieces of another type than {spelled(said[1])}"
        return f"pieces other than {left_out}" if left_out else ""
    return ""


def where(square: Any) -> str:
    """Where a square lies, as in ` on e2` or ` on files a and h`; empty for what has no words."""
    if isinstance(square, str) and not square.startswith("$"):
        return f" on {square}"
    if isinstance(square, list) and all(isinstance(name, str) for name in square):
        return f" on {listed(square)}"
    if isinstance(square, Mapping):
        if square.get("of") == "$self":
            return _near_itself(square)
        if "not" in square:
            left_out = _spots(square["not"])
            return left_out and f" not on {left_out}"
        return (spots := _spots(square)) and f" on {spots}"
    return ""


def _near_itself(square: _Data) -> str:
    if "ring" in square:
        return f" {square['ring']} king's steps away"
    return {"diagonal": " diagonally next to it"}.get(square.get("neighbour", ""), " next to it")


def _spots(square: Any) -> str:
    """Files and ranks by their names: `files a and h of rank 8 as their side counts`."""
    if not isinstance(square, Mapping):
        return where(square).removeprefix(" on ")
    parts = square["any"] if isinstance(square.get("any"), list) else [square]
    spots = [_spot(part) for part in parts]
    if not all(spots):
        return ""
    is_seen = any(isinstance(part, Mapping) and "ownRank" in part for part in parts)
    return f"{listed(spots, 'or')}{' as their side counts' if is_seen else ''}"


def _spot(square: Any) -> str:
    if not isinstance(square, Mapping):
        return _spots(square)
    if not set(square) <= {"file", "rank", "ownRank"}:
        return ""
    files, ranks = _lines("file", square.get("file")), ""
    for key in ("rank", "ownRank"):
        ranks = ranks or _lines("rank", square.get(key))
    return " of ".join(filter(None, (files, ranks)))


def _lines(kind: str, names: Any) -> str:
    """`file a`, `ranks 1, 2 and 3`."""
    names = names if isinstance(names, list) else [] if names is None else [names]
    if not names or any(str(name).startswith("$") for name in names):
        return ""
    return f"{kind}{'s' if len(names) > 1 else ''} {listed(map(str, names))}"


def compared(test: Any) -> str:
    """A test of a value in words: `at least 2`, `on`."""
    if isinstance(test, Mapping):
        test = {key: value for key, value in test.items() if key != "as"}
    if isinstance(test, Mapping) and len(test) == 1:
        ((op, value),) = test.items()
        return _ORDER.get(op, "{}").format(value)
    return "on" if test is True else "off" if test is False else str(test)


def told(template: str, patterns: Iterable[Any], name_of: NameOf) -> str:
    """A template with words in the place of names: `{hero} takes up the standard` of a pattern that binds the
    hero as a pawn becomes `a pawn takes up the standard`."""
    bound = bound_by(patterns, name_of)

    def word(slot: re.Match[str]) -> str:
        name, attribute = slot[1], slot[2]
        if attribute in ("square", "to", "from") or (name == "event" and attribute == "place"):
            return "its square"
        if attribute is not None:
            return spelled(attribute)
        return bound.get(name, USUAL.get(name, "a piece"))

    return _SLOT.sub(word, template)


def bound_by(patterns: Iterable[Any], name_of: NameOf) -> dict[str, str]:
    """What the names stand for that patterns bind, in words."""
    bound: dict[str, str] = {}
    for pattern in patterns:
        if isinstance(pattern, Mapping):
            bound.update(_bound(pattern, name_of))
    return bound


#: What the names are that every rule knows.
USUAL: Final = {"self": "it", "side": "a side", "mover": "the mover", "target": "its target"}


def _bound(pattern: _Data, name_of: NameOf) -> dict[str, str]:
    """What the names stand for that a pattern binds."""
    found: dict[str, str] = {}
    for word, part in pattern.items():
        if not isinstance(part, Mapping):
            continue
        if word == "piece":
            types = part.get("type")
            name = name_of(types) if isinstance(types, str) and not types.startswith("$") else "piece"
            kind = f"an enemy {name}" if part.get("color") == "$enemy" else a_kind(name)
            _bind(found, part.get("id"), kind)
            _bind(found, part.get("color"), "a side")
            _bind(found, part.get("square"), "its square")
        elif word == "event":
            _bind(found, part.get("side"), "a side")
            _bind(found, part.get("from"), "the square it left")
            for key in ("to", "square"):
                _bind(found, part.get(key), "its square")
            _bind(found, part.get("amount"), "some")
        elif word == "square":
            _bind(found, part.get("is"), "a square")
        elif word == "tile":
            tile = part.get("type")
            is_named = isinstance(tile, str) and not tile.startswith("$")
            _bind(found, part.get("id"), a_kind(str(tile).replace("-", " ")) if is_named else "a square")
            _bind(found, part.get("square"), "its square")
        elif word == "side":
            _bind(found, part.get("color"), "a side")
    return found


def _bind(found: dict[str, str], name: Any, words: str) -> None:
    if isinstance(name, str) and name.startswith("$"):
        found[name[1:]] = words


def a_kind(name: str) -> str:
    """One of a kind: `a pawn`, `an archbishop`."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
