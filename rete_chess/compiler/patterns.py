"""Patterns of documents as patterns over positions, with names bound where they are met first."""

from __future__ import annotations

from typing import Any

from rete_chess.compiler.scope import COLOR, OTHER, PIECE, SQUARE, Path, Scope
from rete_chess.compiler.terms import lower_filter, lower_square, lower_squares, lower_test
from rete_chess.documents import pattern as source
from rete_chess.documents.comparison import Test as DocumentTest
from rete_chess.documents.filter import Filter as DocumentFilter
from rete_chess.documents.values import RESERVED, Ref
from rete_chess.facts import patterns as facts


def lower_patterns(given: tuple[Any, ...], scope: Scope, path: Path) -> tuple[facts.Pattern, ...]:
    """Patterns in order; names bound by one are known to the next."""
    return tuple(lower_pattern(item, scope, (*path, index)) for index, item in enumerate(given))


def lower_pattern(given: source.AnyPattern, scope: Scope, path: Path) -> facts.Pattern:
    inner: Path = (*path, given.word)
    if isinstance(given, source.NotPattern):
        bound = dict(scope.variables)
        pattern = lower_pattern(given.pattern, scope, (*path, "not"))
        scope.variables = bound  # what is absent binds nothing
        return facts.NotPattern(pattern)
    if isinstance(given, source.PiecePattern):
        return _piece(given, scope, inner)
    if isinstance(given, source.SidePattern):
        return _side(given, scope, inner)
    if isinstance(given, source.GamePattern):
        return facts.GamePattern(_attributes(given, scope, inner, "game"))
    if isinstance(given, source.SquarePattern):
        return _square(given, scope, inner)
    if isinstance(given, source.MovePattern):
        return facts.MovePattern(
            side=None if given.side is None else lower_test(given.side, scope, (*inner, "side")),
            piece=None if given.piece is None else lower_filter(given.piece, scope, (*inner, "piece")),
            to=None if given.to is None else lower_squares(given.to, scope, (*inner, "to")),
        )
    scope.report("E_UNSUPPORTED", f"`{given.word}` patterns cannot be played by this version", path)
    return facts.GamePattern(())


def binds(test: DocumentTest | None, scope: Scope) -> str:
    """The name that a test binds because it meets it first, or nothing."""
    if test is None or test.op != "eq":
        return ""
    return unbound(test.value, scope)


def unbound(value: Any, scope: Scope) -> str:
    """The name of a bare reference that nothing has bound yet, or nothing."""
    is_name = isinstance(value, Ref) and value.attr is None and value.name not in RESERVED
    return value.name if is_name and value.name not in scope.variables else ""


def _piece(given: source.PiecePattern, scope: Scope, path: Path) -> facts.PiecePattern:
    entity, bound, rest = split_filter(given, scope)
    return facts.PiecePattern(lower_filter(rest, scope, path), entity, bound)


def split_filter(
    given: DocumentFilter, scope: Scope
) -> tuple[str, tuple[tuple[str, str], ...], DocumentFilter]:
    """The name of the piece, the names bound to its facts, and the filter that remains."""
    entity = (
        given.id.value.name if given.id and given.id.op == "eq" and isinstance(given.id.value, Ref) else ""
    )
    if entity == "self" or (given.id is not None and isinstance(given.id.value, Ref) and given.id.value.attr):
        entity = ""
    changes: dict[str, Any] = {"id": None} if entity else {}
    if entity:
        scope.variables.setdefault(entity, PIECE)
    bound: list[tuple[str, str]] = []
    for key, kind in (("type", OTHER), ("color", COLOR)):
        name = binds(getattr(given, key), scope)
        if name:
            scope.variables[name] = kind
            bound.append((name, key))
            changes[key] = None
    name = unbound(given.square, scope)
    if name:
        scope.variables[name] = SQUARE
        bound.append((name, "square"))
        changes["square"] = None
    for attribute, test in given.attributes.items():
        name = binds(test, scope)
        if name:
            scope.variables[name] = OTHER
            bound.append((name, attribute))
    names = {attribute for _, attribute in bound}
    changes["attributes"] = {k: v for k, v in given.attributes.items() if k not in names}
    return entity, tuple(bound), given.model_copy(update=changes)


def _side(given: source.SidePattern, scope: Scope, path: Path) -> facts.SidePattern:
    name = binds(given.color, scope)
    known = given.color.value if given.color and given.color.op == "eq" else None
    if not name and isinstance(known, Ref) and known.attr is None and known.name not in RESERVED:
        name = known.name
    if name:
        scope.variables.setdefault(name, COLOR)
    test = None if name or given.color is None else lower_test(given.color, scope, (*path, "color"))
    return facts.SidePattern(
        name,
        test,
        given.to_move,
        given.moved,
        given.in_check,
        _attributes(given, scope, path, "side"),
    )


def _attributes(given: Any, scope: Scope, path: Path, owner: str) -> tuple[tuple[str, Any], ...]:
    return tuple(
        (scope.attribute(name, (*path, name), owner), lower_test(test, scope, (*path, name)))
        for name, test in sorted(given.attributes.items())
    )


def _square(given: source.SquarePattern, scope: Scope, path: Path) -> facts.Pattern:
    name = unbound(given.is_, scope)
    if given.behind is not None and given.seen is not None:
        behind = lower_square(given.behind, scope, (*path, "behind"))
        seen = lower_square(given.seen, scope, (*path, "seen"))
        if name:
            scope.variables[name] = SQUARE
        return facts.SquarePattern(name, behind, seen, given.empty)
    square = lower_square(given.is_, scope, (*path, "is"))
    return facts.FreePattern(square, given.empty)
