"""Settings that replace those of a document: of the same kind, and names of what the game has.

What a setting names is told by where the document uses it: `type: $config.targetType` asks for a piece type.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from rete_chess.core.geometry import COLORS, Geometry
from rete_chess.core.values import LARGEST
from rete_chess.documents import AbilityDocument, PresetDocument, TileDocument, VariantDocument
from rete_chess.documents.language.values import is_ref
from rete_chess.errors import SettingError, clip, did_you_mean

#: The documents that have settings.
Body = VariantDocument | PresetDocument | TileDocument | AbilityDocument

#: What a setting can be, by the type of the value that its document gives it.
_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text",
    tuple: "a list",
}

#: What a setting can be at most, as for those that documents give.
LONGEST_TEXT: Final = 200
MOST_ITEMS: Final = 256
_LIMITS: Final = f"at most {LARGEST:,} either way, {LONGEST_TEXT} characters, {MOST_ITEMS} items"

#: What is named under a key; a comparison stands for the key around it.
_NAMED: Final[Mapping[str, str]] = {
    **dict.fromkeys(("type", "was", "becomes", "promote"), "piece type"),
    **dict.fromkeys(("square", "near", "around", "centre"), "square"),
    **dict.fromkeys(("color", "side"), "side"),
}
_COMPARISONS: Final = ("in", "not")
#: Under these keys a type is none of a piece in this game.
_OTHERS: Final = ("tile", "tests")


def merged_settings(body: Body, given: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The settings of a document with those that replace them; unknown or unfit ones are refused."""
    settings = dict(body.config)
    for key, value in given:
        if key not in settings:
            expected = "one of " + ", ".join(sorted(settings)) if settings else "no settings"
            message = f"{body.id} has no setting of that name"
            hint = did_you_mean(key, settings)
            raise SettingError(body.id, key, message, found=key, expected=expected, hint=hint)
        _check_kind(body.id, key, value, settings[key])
        _check_start(body, key, value)
        settings[key] = value
    return settings


def _check_kind(document: str, key: str, value: Any, default: Any) -> None:
    """Refuse a value that is not of the kind of the document's own, also inside a list."""
    expected = _KINDS[type(default)]
    fits = _KINDS.get(type(value)) == expected
    if fits and isinstance(default, tuple) and default:
        kinds = sorted({_KINDS[type(item)] for item in default})
        expected = f"a list, each item {' or '.join(kinds)}"
        fits = all(_KINDS.get(type(item)) in kinds for item in value)
    if not fits:
        message = f"the setting {key!r} of {document} does not fit"
        raise SettingError(document, key, message, found=value, expected=expected)
    if not _is_small(value):
        message = f"the setting {key!r} of {document} is too large"
        raise SettingError(document, key, message, found=value, expected=_LIMITS)


def _check_start(body: Body, key: str, value: Any) -> None:
    """Refuse a value with which an attribute cannot begin; what a piece lives by is not used up at once."""
    for name, given in body.attributes.items() if isinstance(value, (int, float)) else ():
        if not is_ref(given.start) or (given.start.name, given.start.attr) != ("config", key):
            continue
        least = given.min if isinstance(given.min, (int, float)) else None
        most = given.max if isinstance(given.max, (int, float)) else None
        expected = None
        if given.type.kind == "int" and value != int(value):
            expected = "a number without a fraction"
        elif given.vital and value <= (least or 0):
            expected = f"more than {least or 0}"
        elif least is not None and value < least:
            expected = f"at least {least}"
        elif most is not None and value > most:
            expected = f"at most {most}"
        if expected is not None:
            message = f"{name} cannot begin with the setting {key!r} of {body.id}"
            raise SettingError(body.id, key, message, found=value, expected=expected)


def _is_small(value: Any) -> bool:
    """Whether a value is within what documents may say."""
    if isinstance(value, tuple):
        return len(value) <= MOST_ITEMS and all(map(_is_small, value))
    return len(value) <= LONGEST_TEXT if isinstance(value, str) else -LARGEST <= value <= LARGEST


def check_names(
    body: Body, value: Any, settings: Mapping[str, Any], types: Collection[str], board: Geometry
) -> None:
    """Refuse a setting that names what the game does not have; a type of the document itself joins it."""
    known: dict[str, Collection[str]] = {"piece type": types, "square": board.names, "side": COLORS}
    changed = {key: given for key, given in settings.items() if given != body.config[key]}
    for key, noun in _uses(value, "") if settings else ():
        given = changed.get(key) if noun == "piece type" else settings.get(key)
        for name in given if isinstance(given, tuple) else (given,):
            if isinstance(name, str) and name not in known[noun]:
                message = (
                    f"the setting {key!r} of {body.id} names a {noun}; {clip(name)} is none of this game"
                )
                hint = did_you_mean(name, known[noun]) or _listed(known[noun])
                raise SettingError(body.id, key, message, hint=hint)


def _listed(names: Collection[str]) -> str:
    ordered = list(names)
    if len(ordered) > 20:
        return f"they go from {ordered[0]} to {ordered[-1]}"
    return f"there are {', '.join(ordered)}"


def _uses(part: Any, key: str) -> Iterator[tuple[str, str]]:
    """Each setting that a document uses as a name, with what it names there."""
    if isinstance(part, dict):
        for inner, value in part.items():
            if inner not in _OTHERS:
                yield from _uses(value, key if inner in _COMPARISONS else inner)
    elif isinstance(part, list):
        for value in part:
            yield from _uses(value, key)
    elif isinstance(part, str) and part.startswith("$config.") and key in _NAMED:
        yield part.removeprefix("$config."), _NAMED[key]
