"""Checks of piece types that are not in play."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

from rete_chess.checks.letters import displaced_types
from rete_chess.checks.subject import Subject, entries
from rete_chess.compiler import catalog
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.errors import Problem, clip, nearest

#: Keys that hold a piece type or a test of types.
_KEYS = ("type", "was", "becomes")
#: Actions that make a piece of a type.
_MAKERS = ("spawn", "transform")


def silent_rules_by_type(subject: Subject) -> Iterator[Problem]:
    """Warnings of rules that wait for a piece of a type that is not in play."""
    for path, rule in subject.rules():
        for place, name in missing_types(subject, rule.get("when"), (*path, "when")):
            if is_known(subject, name):
                message = f"the rule {rule['id']} never fires: no {name} is in play"
                yield subject.warning("W_RULE_SILENT", message, place, _hint(subject, name))


def absent_types(subject: Subject) -> Iterator[Problem]:
    """Problems of types outside rules that are not in play: an error where such a piece would be made."""
    for path, key, value in entries(subject.own):
        if key not in (*_KEYS, "promote") or _is_no_piece(path):
            continue
        for name in _absent(subject, _words(subject, value)):
            if not is_known(subject, name):
                message = f"unknown piece type {clip(name)}"
                yield subject.problem("E_PIECE_TYPE", message, path, _hint(subject, name))
            elif key == "promote" or path[-2] in _MAKERS:
                message = f"the piece type {clip(name)} is not in play"
                yield subject.problem("E_PIECE_TYPE", message, path, _hint(subject, name))
            else:
                message = f"no piece of type {clip(name)} is in play"
                yield subject.warning("W_TYPE_ABSENT", message, path, _hint(subject, name))


def lost_promotions(subject: Subject) -> Iterator[Problem]:
    """Warnings of piece types that would promote to types out of play, where no document says `promote`."""
    said = {key for body in subject.bodies for _, key, _ in entries(body.get("moves", []))}
    if not (subject.is_variant and "pieces" in subject.own) or {"promote", "promotion"} & said:
        return
    letters = displaced_types(subject.document)
    for name in sorted(subject.types):
        promotion = catalog.piece(name, subject.program.variant.neighbours).promotion
        lost = _absent(subject, list(promotion.to)) if promotion else []
        if promotion and lost:
            kept = ", ".join(other for other in promotion.to if other not in lost)
            message = f"the {name} does not become a {' or '.join(lost)}: none is in play"
            hint = f"say what it becomes: `moves: [{{for: {{type: {name}}}, promote: [{kept}]}}]`"
            taken = [f"{letters[other]} was the letter of the {other}" for other in lost if other in letters]
            hint = f"{', '.join(taken)}: choose a free one, or {hint}" if taken else hint
            yield subject.warning("W_TYPE_ABSENT", message, ("pieces",), hint)


def _is_no_piece(path: KeyPath) -> bool:
    """Whether a path leads to the type of an attribute or a tile, into a scenario or a modifier."""
    is_attribute = path[0] == "attributes" and len(path) == 3
    return is_attribute or path[0] in ("tests", "customModifiers") or "tile" in path


def missing_types(subject: Subject, patterns: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """The paths at which patterns ask only for types out of play, each with them; negations do not count."""
    for index, pattern in enumerate(patterns if isinstance(patterns, list) else ()):
        for word, fields in pattern.items():
            for key in _KEYS if word in ("piece", "event") and isinstance(fields, dict) else ():
                test = fields.get(key)
                if isinstance(test, dict) and "in" not in test:
                    continue
                names = _words(subject, test)
                if names and len(_absent(subject, names)) == len(names):
                    yield (*path, index, word, key), names[0]


def _words(subject: Subject, test: Any) -> list[str]:
    """The types that a test names and that are known before the game."""
    if isinstance(test, dict):
        return [name for value in test.values() for name in _words(subject, value)]
    if isinstance(test, list):
        return [name for value in test for name in _words(subject, value)]
    name = subject.constant(test)
    return [name] if isinstance(name, str) else []


def _absent(subject: Subject, names: list[str]) -> list[str]:
    return [name for name in names if name not in subject.types]


def is_known(subject: Subject, name: str) -> bool:
    """Whether a type is registered; a document that is no variant may be meant for one that has it."""
    return not subject.is_variant or name in _all_types(subject)


def _all_types(subject: Subject) -> tuple[str, ...]:
    return catalog.names(catalog.pieces(), subject.document.tree.neighbours)


def _free_letter(subject: Subject, name: str) -> str:
    """A letter that no type has, one of the name before the others."""
    taken = {piece.letter for piece in subject.program.laws.white}
    letters = (*filter(str.isalpha, name), *ascii_lowercase)
    return next((letter for letter in letters if letter not in taken), "…")


def _hint(subject: Subject, name: str) -> str | None:
    if name in _all_types(subject):
        return f"give it a letter: `pieces: {{{_free_letter(subject, name)}: {name}}}`"
    close = nearest(name, sorted(subject.types)) or nearest(name, _all_types(subject))
    return f"did you mean {close!r}?" if close else "write a piece document for it, and give it a letter"
