"""Words for people about what rules do and ask: actions, and the conditions under which something happens.

It reads documents as data that have been checked. What has no words here is left to descriptions.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from typing import Any, Final

from rete_chess.serial._phrases import MOMENTS, USUAL, NameOf, a_kind, compared, listed, spelled, whom

_Data = Mapping[str, Any]


def numbers_of(action: Any, bound: Mapping[str, str], name_of: NameOf) -> str:
    """What an action changes in numbers and kinds, in a word or two, and how it ends the game."""
    word, part = _parted(action)
    if isinstance(part, Mapping):
        if word in ("add", "contribute") and part.get("attr") != "amount":
            return f"{spelled(part['attr'])}{_of(part, bound)} {_signed(part.get('by'))}"
        if word == "transform":
            return f"becomes {name_of(part['type'])}" if isinstance(part.get("type"), str) else ""
        if word == "damage" and isinstance(part.get("amount"), (int, float)):
            return f"{part['amount']} damage"
    return _end_of(word, part)


def numbers_in(actions: Iterable[Any], bound: Mapping[str, str], name_of: NameOf) -> str:
    """What actions change in numbers and kinds, beside a description of them."""
    return listed(filter(None, (numbers_of(action, bound, name_of) for action in actions)))


def deeds_in(actions: Iterable[Any], bound: Mapping[str, str], name_of: NameOf) -> str:
    """What actions do, for rules that do not describe it themselves; whom it befalls is named once."""
    told: list[str] = []
    named = ""
    for word, part in map(_parted, actions):
        tell = _DEEDS.get(word)
        text = (tell(part, bound, name_of) if tell else "") or numbers_of({word: part}, bound, name_of)
        who = f"{_who(part['target'], bound)} " if isinstance(part, Mapping) and "target" in part else ""
        if text:
            told.append(text.removeprefix(who) if who == named else text)
            named = who
    return listed(told)


def moment_of(at: str, when: Iterable[Any]) -> str:
    """When a rule acts; what players choose, an act or a move with a tag, by its name."""
    tag = next(
        (part["event"].get("tag") for part in when if isinstance(part, Mapping) and "event" in part), None
    )
    if isinstance(tag, str) and not tag.startswith("$") and at in ("act", "move"):
        return f"After {tag}" if at == "act" else f"After a move with {tag}"
    return MOMENTS[at]


def conditions(patterns: Iterable[Any], known: Container[str], name_of: NameOf) -> list[str]:
    """What must hold, as far as it concerns the game, a side, or who is missing: `Moon 10`, `no own ferz`."""
    return [words for pattern in patterns for words in _condition(pattern, known, name_of)]


def value_words(value: Any, name_of: NameOf) -> str:
    """A value, or what chance draws it from."""
    if isinstance(value, Mapping):
        if isinstance(value.get("roll"), list):
            least, most = value["roll"]
            return f"{least} to {most}, by chance"
        if isinstance(value.get("pick"), list):
            named = (name_of(each) if isinstance(each, str) else str(each) for each in value["pick"])
            return f"{listed(named, 'or')}, by chance"
        return ""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if isinstance(value, (list, type(None))) or str(value).startswith("$") else str(value)


def _parted(action: Any) -> tuple[str, Any]:
    """The word of an action and what stands behind it."""
    if isinstance(action, Mapping) and len(action) == 1:
        ((word, part),) = action.items()
        return word, part
    return (action, None) if isinstance(action, str) else ("", None)


def _end_of(word: str, part: Any) -> str:
    """How an action ends the game, if it does."""
    verb = {"win": "wins the game", "draw": "the game is drawn"}.get(word)
    if verb is None:
        return ""
    reason = (part.get("because") or part.get("reason")) if isinstance(part, Mapping) else part
    return f"{verb}: {reason}" if reason else verb


def _signed(by: Any) -> str:
    """A number with its sign; what is made from facts is only a change."""
    return f"{by:+}" if isinstance(by, (int, float)) else "changes"


def _of(part: _Data, bound: Mapping[str, str]) -> str:
    """Whose attribute an action changes, where it has a name."""
    target = part.get("target")
    whose = bound.get(target[1:], "") if isinstance(target, str) else ""
    return f" of {whose}" if whose else ""


# -- deeds -----------------------------------------------------------------------------------------


def _who(target: Any, bound: Mapping[str, str]) -> str:
    return bound.get(target[1:], "a piece") if isinstance(target, str) else "each of them"


def _place(place: Any, bound: Mapping[str, str]) -> str:
    """A square: its name, what is bound to it, or the square of a piece or tile."""
    if isinstance(place, Mapping):
        picked: Any = place.get("pick")
        plain = isinstance(picked, list) and all(isinstance(name, str) and name[0] != "$" for name in picked)
        return f"{listed(picked, 'or')}, by chance" if plain else "a square"
    if not isinstance(place, str) or not place.startswith("$"):
        return str(place)
    name, _, key = place[1:].partition(".")
    return (
        f"the square of {bound[name]}"
        if key == "square" and name in bound
        else bound.get(name, USUAL.get(name, "a square"))
    )


def _spawned(part: _Data, bound: Mapping[str, str], name_of: NameOf) -> str:
    made = part["type"]
    types: Any = made.get("pick") if isinstance(made, Mapping) else [made]
    plain = isinstance(types, list) and all(isinstance(name, str) and name[0] != "$" for name in types)
    what = listed((a_kind(name_of(name)) for name in types), "or") if plain else "a piece"
    way = "comes from the hand onto" if part.get("from") else "appears on"
    return f"{what} {way} {_place(part['square'], bound)}"


def _set(part: _Data, bound: Mapping[str, str], name_of: NameOf) -> str:
    to = part.get("to")
    value = "" if isinstance(to, bool) else value_words(to, name_of)
    return f"{spelled(part['attr'])}{_of(part, bound)} becomes {value}" if value else ""


def _transformed(part: _Data, bound: Mapping[str, str], name_of: NameOf) -> str:
    kind = part.get("type")
    made = a_kind(name_of(kind)) if isinstance(kind, str) and kind[:1] != "$" else "another piece"
    return f"{_who(part['target'], bound)} becomes {made}"


def _tile(part: _Data, bound: Mapping[str, str], name_of: NameOf) -> str:
    kind = part["type"]
    if not isinstance(kind, str) or kind.startswith("$"):
        return ""
    made = "ordinary" if kind == "standard" else a_kind(kind.replace("-", " "))
    return f"{_place(part['square'], bound)} becomes {made}"


_Tell = Callable[[Any, Mapping[str, str], NameOf], str]
_DEEDS: Final[Mapping[str, _Tell]] = {
    "capture": lambda part, bound, _: f"{_who(part['target'], bound)} is captured",
    "destroy": lambda part, bound, _: f"{_who(part['target'], bound)} is destroyed",
    "extra-move": lambda *_: "the mover plays again",
    "heal": lambda part, bound, _: f"{_who(part['target'], bound)} is healed",
    "recolor": lambda part, bound, _: f"{_who(part['target'], bound)} changes sides",
    "relocate": lambda part, bound, _: f"{_who(part['target'], bound)} goes to {_place(part['to'], bound)}",
    "remove": lambda part, bound, _: f"{_who(part['target'], bound)} leaves the board",
    "set": _set,
    "spawn": _spawned,
    "swap": lambda part, bound, _: (
        f"{_who(part['first'], bound)} and {_who(part['second'], bound)} change places"
    ),
    "tile": _tile,
    "transform": _transformed,
}


# -- conditions ------------------------------------------------------------------------------------


#: Facts that every game has and that players know.
_FACTS: Final = {"HalfMovesThisTurn": "moves of this turn so far"}
_CHECK: Final = {True: "a check", False: "no check"}


def _condition(pattern: Any, known: Container[str], name_of: NameOf) -> Iterator[str]:
    word, part = _parted(pattern)
    if not isinstance(part, Mapping):
        return
    if word in ("game", "side"):
        for name, test in part.items():
            value = compared(test)
            if (name in known or name in _FACTS) and "$" not in value and "{" not in value:
                yield f"{_FACTS.get(name) or spelled(name)} {value}"
        if isinstance(part.get("inCheck"), bool):
            yield _CHECK[part["inCheck"]]
    elif word == "not":
        missing, chosen = _parted(part)
        if missing == "move" and not chosen:
            yield "no legal move"
        elif missing == "piece" and set(chosen) <= {"type", "color"} and (types := whom(chosen, name_of)):
            own = "own " if chosen.get("color") == "$mover" else ""
            yield f"no {own}{types}"
