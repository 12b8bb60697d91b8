"""Whether constants fit the attributes that documents compare them with or set them to."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.compiler.lower._senses import needs, needs_held
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.core.geometry import COLORS
from rete_chess.errors import did_you_mean
from rete_chess.facts.reads import ORDERS
from rete_chess.facts.vocabulary import CORE_GAME_ATTRIBUTES, MOVED, MOVED_ATTRIBUTE, Attribute
from rete_chess.facts.words.terms import Term
from rete_chess.facts.words.word import NUMBER

#: What the game keeps itself, as if it were declared.
_KEPT: Final = {
    name: Attribute(name, "game", "string" if name in ("Turn", "Castling", "EnPassant") else "int")
    for name in CORE_GAME_ATTRIBUTES
} | {MOVED: MOVED_ATTRIBUTE}
#: What attributes hold, for people.
HELD: Final = {"int": "a number", "number": "a number", "bool": "true or false", "string": "a text"}


def check_compared(name: str, op: str, term: Term, scope: Scope, path: Path) -> None:
    """Report a comparison that can never hold: of another type, or by size where there is none."""
    declared = scope.attributes.get(name) or _KEPT.get(name)
    if declared is None or declared.type not in HELD:
        return
    if op in ORDERS and HELD[declared.type] != HELD["int"]:
        message = f"{name} holds {HELD[declared.type]}, which is not compared by size"
        scope.report("E_DOC_TYPE", message, path, "use a value, `in` or `not`")
    elif term.is_constant:
        for value in term.value if isinstance(term.value, tuple) else (term.value,):
            _check_type(declared, value, "is compared with", scope, path)
            if name == "Turn" and isinstance(value, str) and value not in COLORS:
                hint = did_you_mean(value, COLORS) or f"it is one of {', '.join(COLORS)}"
                scope.report("E_DOC_VALUE", f"Turn is never {value!r}", path, hint)
    elif op != "in":
        needs_held(term, name, scope, path)


def check_written(name: str, word: str, term: Term, scope: Scope, path: Path) -> None:
    """Report a value that the attribute cannot hold, or arithmetic on what is no number."""
    for number, choice in enumerate(term.outcomes):
        check_written(name, word, choice, scope, (*path, "pick", number))
    if term.outcomes:
        return
    declared = scope.attributes.get(name)
    if declared is None or declared.type not in HELD:
        return
    if word != "set" and HELD[declared.type] != HELD["int"]:
        message = f"{name} holds {HELD[declared.type]}, to which nothing can be added"
        scope.report("E_DOC_TYPE", message, path, "use `set`")
    elif term.is_constant:
        _check_type(declared, term.value, "is set to" if word == "set" else "is changed by", scope, path)
        _check_word(declared, term.value, scope, path)
        if word != "multiply" and declared.type == "int" and _is_broken(term.value):
            message = f"{name} holds whole numbers, found {term.value}"
            scope.report("E_DOC_TYPE", message, path, "declare it with `type: number`")
    elif word == "set":
        needs_held(term, name, scope, path)
    else:
        needs(term, NUMBER, scope, path)


def _check_type(declared: Attribute, value: Any, how: str, scope: Scope, path: Path) -> None:
    held = HELD[declared.type]
    if value is not None and _kind(value) != held:
        scope.report("E_DOC_TYPE", f"{declared.name} holds {held}, but {how} {value!r}", path)


def _check_word(declared: Attribute, value: Any, scope: Scope, path: Path) -> None:
    """Report a word that an attribute of a few words never is."""
    if isinstance(value, str) and declared.words and value not in declared.words:
        hint = did_you_mean(value, declared.words) or f"it is one of {', '.join(declared.words)}"
        scope.report("E_DOC_VALUE", f"{declared.name} is never {value!r}", path, hint)


def _is_broken(value: Any) -> bool:
    return isinstance(value, float) and value != int(value)


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return HELD["bool"]
    return HELD["int"] if isinstance(value, (int, float)) else HELD["string"]
