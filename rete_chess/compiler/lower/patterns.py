"""Patterns of documents as patterns over positions, with names bound where they are met first."""

from __future__ import annotations

from typing import Any

from rete_chess.compiler import catalog
from rete_chess.compiler.lower.scope import COLOR, PIECE, SQUARE, TEXT, TILE, TILE_TYPE, TYPE, Path, Scope
from rete_chess.compiler.lower.senses import attribute_sense, needs_name
from rete_chess.compiler.lower.terms import (
    lower_attribute_test,
    lower_filter,
    lower_square,
    lower_squares,
    lower_test,
    lower_tile_filter,
)
from rete_chess.documents.language import pattern as source
from rete_chess.documents.language.comparison import Test as DocumentTest
from rete_chess.documents.language.filter import Filter as DocumentFilter
from rete_chess.documents.language.values import RESERVED, Ref
from rete_chess.errors import nearest
from rete_chess.facts.snapshots import mentions_self
from rete_chess.facts.words import patterns as facts
from rete_chess.facts.words.patterns import TilePattern
from rete_chess.facts.words.terms import Const, Frame


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
    if isinstance(given, source.TilePattern):
        return _tile(given, scope, inner)
    if isinstance(given, source.GamePattern):
        names, rest = split_attributes(given, scope, "game")
        return facts.GamePattern(_attributes(rest, scope, inner, "game"), names)
    if isinstance(given, source.PresetPattern):
        return _preset(given, scope, inner)
    if isinstance(given, source.SquarePattern):
        return _square(given, scope, inner)
    assert isinstance(given, source.MovePattern)
    return facts.MovePattern(
        side=None if given.side is None else lower_test(given.side, scope, (*inner, "side"), COLOR),
        piece=None if given.piece is None else lower_filter(given.piece, scope, (*inner, "piece")),
        to=None if given.to is None else lower_squares(given.to, scope, (*inner, "to")),
    )


def lower_state(given: tuple[Any, ...], scope: Scope, path: Path) -> tuple[facts.Pattern, ...]:
    """Patterns on a position, where no event gives names; the scope knows `$self` if there is one."""
    lowered = lower_patterns(given, scope, path)
    if scope.carrier is None or not mentions_self(lowered):
        return lowered
    return (scope.carrier.pattern(), *lowered)


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
    entity, bound, rest = split_filter(given, scope, path)
    return facts.PiecePattern(lower_filter(rest, scope, path), entity, bound)


def split_filter(
    given: DocumentFilter, scope: Scope, path: Path
) -> tuple[str, tuple[tuple[str, str], ...], DocumentFilter]:
    """The name of the piece, the names bound to its facts, and the filter that remains."""
    return _split(given, scope, path, PIECE, (("type", TYPE), ("color", COLOR)))


def split_tile(
    given: source.TilePattern, scope: Scope, path: Path
) -> tuple[str, tuple[tuple[str, str], ...], source.TilePattern]:
    """The name of the tile, the names bound to its facts, and the pattern that remains."""
    return _split(given, scope, path, TILE, (("type", TILE_TYPE),))


def _split(
    given: Any, scope: Scope, path: Path, of: str, keys: tuple[tuple[str, str], ...]
) -> tuple[str, Any, Any]:
    entity = _entity(given.id, scope)
    changes: dict[str, Any] = {"id": None} if entity else {}
    if entity:
        needs_name(entity, of, scope, (*path, "id"))
        scope.variables.setdefault(entity, of)
    bound: list[tuple[str, str]] = []
    for key, kind in keys:
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
    of_attributes, rest = split_attributes(given, scope)
    return entity, (*bound, *of_attributes), rest.model_copy(update=changes)


def _entity(test: DocumentTest | None, scope: Scope) -> str:
    """The name that a test of identity says, bound or not; `self` counts where it is bound."""
    if test is None or test.op != "eq" or not isinstance(test.value, Ref) or test.value.attr:
        return ""
    name = test.value.name
    return "" if name == "self" and name not in scope.variables else name


def split_attributes(given: Any, scope: Scope, owner: str = "") -> tuple[tuple[tuple[str, str], ...], Any]:
    """The names bound to attributes, and the pattern without those attributes."""
    bound: list[tuple[str, str]] = []
    for attribute, test in given.attributes.items():
        name = binds(test, scope)
        if name:
            scope.variables[name] = attribute_sense(attribute, scope, owner)
            bound.append((name, attribute))
    names = {attribute for _, attribute in bound}
    left = {k: v for k, v in given.attributes.items() if k not in names}
    return tuple(bound), given.model_copy(update={"attributes": left})


def _tile(given: source.TilePattern, scope: Scope, path: Path) -> TilePattern:
    entity, bound, rest = split_tile(given, scope, path)
    return TilePattern(lower_tile_filter(rest, scope, path), entity, bound)


def _preset(given: source.PresetPattern, scope: Scope, path: Path) -> facts.PresetPattern:
    """The state of the own document, or of those active presets that the pattern names."""
    bound, rest = split_attributes(given, scope)
    name = binds(given.id, scope)
    presets: tuple[str, ...] = (scope.document,)
    if name:
        scope.variables[name] = TEXT
        presets = scope.presets
    elif given.id is not None:
        test = lower_test(given.id, scope, (*path, "id"))
        if not isinstance(test.term, Const):
            message = "which presets are meant must be known before the game"
            scope.report("E_DOC_VALUE", message, (*path, "id"))
        else:
            _check_presets(test.term.value, scope, (*path, "id"))
            presets = tuple(preset for preset in scope.presets if test.holds(preset, Frame(_NO_BOARD)))
    if given.id is None:
        return facts.PresetPattern(presets, name, _attributes(rest, scope, path, "preset"), bound)
    # Others may have ended, or keep what they never declared.
    tests = tuple(
        (key, lower_test(test, scope, (*path, key))) for key, test in sorted(rest.attributes.items())
    )
    return facts.PresetPattern(presets, name, tests, bound)


_NO_BOARD: Any = None


def _check_presets(named: Any, scope: Scope, path: Path) -> None:
    """Report the names of presets that there are not."""
    known = catalog.preset_ids()
    for preset in named if isinstance(named, tuple) else (named,):
        if preset not in known:
            close = nearest(preset, known)
            hint = f"did you mean {close!r}?" if close else None
            scope.report("E_UNKNOWN_NAME", f"unknown preset {preset!r}", path, hint)


def _side(given: source.SidePattern, scope: Scope, path: Path) -> facts.SidePattern:
    name = binds(given.color, scope)
    known = given.color.value if given.color and given.color.op == "eq" else None
    if not name and isinstance(known, Ref) and known.attr is None and known.name not in RESERVED:
        name = known.name
    if name:
        needs_name(name, COLOR, scope, (*path, "color"))
        scope.variables.setdefault(name, COLOR)
    test = None if name or given.color is None else lower_test(given.color, scope, (*path, "color"))
    bound, rest = split_attributes(given, scope)
    return facts.SidePattern(
        name,
        test,
        given.to_move,
        given.moved,
        given.in_check,
        _attributes(rest, scope, path, "side"),
        bound,
    )


def _attributes(given: Any, scope: Scope, path: Path, owner: str) -> tuple[tuple[str, Any], ...]:
    return tuple(
        lower_attribute_test(name, test, scope, (*path, name), owner)
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
