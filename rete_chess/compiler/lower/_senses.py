"""What the names of a document stand for, and whether the place where one is used can take that.

Only what is known for sure counts: a text that an attribute holds may be a colour or a type, and a number
that it holds may be a piece or a square which a rule has put there.
"""

from __future__ import annotations

from typing import Final

from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.facts.words.terms import Name, Term
from rete_chess.facts.words.word import (
    BOOL,
    COLOR,
    DIRECTION,
    NUMBER,
    OTHER,
    PIECE,
    SQUARE,
    STORED,
    TEXT,
    TILE,
    TILE_TYPE,
    TYPE,
)

#: The senses for people.
WORDS: Final = {
    PIECE: "a piece",
    TILE: "a tile",
    SQUARE: "a square",
    COLOR: "a side",
    TYPE: "a piece type",
    TILE_TYPE: "a tile type",
    NUMBER: "a number",
    STORED: "a number",
    TEXT: "a word",
    BOOL: "true or false",
    DIRECTION: "a direction",
}

#: What does for a place that needs a sense, besides the sense itself.
_TAKEN: Final = {PIECE: (STORED,), SQUARE: (STORED,), NUMBER: (STORED,)}

#: What the types of attributes can hold.
_HOLDS: Final = {
    "int": (STORED, NUMBER, PIECE, TILE, SQUARE),
    "number": (STORED, NUMBER, PIECE, TILE, SQUARE),
    "bool": (BOOL,),
    "string": (TEXT, COLOR, TYPE, TILE_TYPE),
}
#: Actions that concern sides too.
_WRITES: Final = ("set", "add", "multiply", "contribute")
_HELD: Final = {"int": "a number", "number": "a number", "bool": "true or false", "string": "a text"}


def needs(term: Term, sense: str, scope: Scope, path: Path, *others: str) -> None:
    """Report a term that stands for something else than its place needs; `others` do there too."""
    for number, choice in enumerate(term.outcomes):
        needs(choice, sense, scope, (*path, "pick", number), *others)
    if term.outcomes:
        return
    found = term.sense(scope)
    if found not in (OTHER, sense, *_TAKEN.get(sense, ()), *others):
        _report(term, found, WORDS[sense], scope, path, _repair(term, found, sense, path))


def needs_name(name: str, sense: str, scope: Scope, path: Path) -> None:
    """The same for a bare name that a pattern says, which may be the first to say it."""
    if name in scope.variables:
        needs(Name(name), sense, scope, path)


def needs_held(term: Term, attribute: str, scope: Scope, path: Path) -> None:
    """Report a term that an attribute never holds."""
    declared = scope.attributes.get(attribute)
    found = term.sense(scope)
    if declared is None or declared.type not in _HOLDS or found in (OTHER, *_HOLDS[declared.type]):
        return
    if path[-1] == attribute:
        _report(term, found, _HELD[declared.type], scope, path)
    else:
        message = f"`{shown(term)}` is {WORDS[found]}, {attribute} holds {_HELD[declared.type]}"
        scope.report("E_DOC_TYPE", message, path)


def needs_owner(term: Name, scope: Scope, path: Path) -> None:
    """Report a part of something that has none: only pieces and tiles have attributes behind a point."""
    found = scope.variables.get(term.name, OTHER)
    if found in (PIECE, TILE, STORED, OTHER):
        return
    hint = None
    if found == COLOR and term.attribute[0].isupper():
        hint = f"bind it in a pattern: `side: {{color: ${term.name}, {term.attribute}: $value}}`"
    elif found == SQUARE and term.attribute == "square":
        hint = f"write ${term.name}"
    elif found == SQUARE:
        hint = f"bind who stands there: `piece: {{id: $piece, square: ${term.name}}}`"
    message = f"`${term.name}` is {WORDS[found]}, `.{term.attribute}` needs a piece or a tile"
    scope.report("E_DOC_TYPE", message, path, hint)


def shown(term: Term) -> str:
    """A term as documents write it."""
    return term.reference or (term.text() if term.is_drawn else "the number")


def _report(term: Term, found: str, needed: str, scope: Scope, path: Path, hint: str | None = None) -> None:
    key = next((part for part in reversed(path) if isinstance(part, str) and part not in ("not", "pick")), "")
    message = f"`{shown(term)}` is {WORDS[found]}, `{key}` needs {needed}"
    scope.report("E_DOC_TYPE", message, path, hint)


def _repair(term: Term, found: str, sense: str, path: Path) -> str | None:
    """What was probably meant, where that is plain."""
    name = shown(term)
    if found in (PIECE, TILE) and not term.event_field:
        part = {COLOR: "color", TYPE: "type", SQUARE: "square"}.get(sense)
        if part is not None and (found == PIECE or part == "square"):
            return f"write {name}.{part}"
        if sense == NUMBER:
            return f"name one of its attributes: {name}.Hp"
    if found == PIECE and term.event_field:
        return f"bind the piece in a pattern: `event: {{{term.event_field}: $piece}}`"
    if sense == PIECE and found == SQUARE:
        return f"write `square: {name}`" if path[-1] == "id" else f"write {{squares: {name}}}"
    if sense == PIECE and found == COLOR and set(path[-2:-1]) & set(_WRITES):
        return f"a side is written {{side: {name}}}"
    return None
