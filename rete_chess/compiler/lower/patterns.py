"""Patterns of documents as patterns over positions, with names bound where they are met first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rete_chess.compiler import catalog
from rete_chess.compiler.lower._senses import needs_name
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import (
    lower_attribute_test,
    lower_filter,
    lower_needed,
    lower_square,
    lower_squares,
    lower_sum,
    lower_test,
    lower_tile_filter,
)
from rete_chess.documents.language import pattern as source
from rete_chess.documents.language.comparison import Test as DocumentTest
from rete_chess.documents.language.filter import Filter as DocumentFilter
from rete_chess.documents.language.values import RESERVED, is_ref
from rete_chess.errors import nearest
from rete_chess.facts.vocabulary import HAND
from rete_chess.facts.words import patterns as facts
from rete_chess.facts.words import position_patterns as of_position
from rete_chess.facts.words.filters import Test
from rete_chess.facts.words.patterns import TilePattern
from rete_chess.facts.words.terms import CountOf, Frame, Term
from rete_chess.facts.words.word import (
    COLOR,
    NUMBER,
    PIECE,
    SQUARE,
    TEXT,
    TILE,
    TILE_TYPE,
    TYPE,
    mentions_self,
)


def lower_patterns(given: tuple[Any, ...], scope: Scope, path: Path) -> tuple[facts.Pattern, ...]:
    """Patterns in order; names bound by one are known to the next."""
    return tuple(lower_pattern(item, scope, (*path, index)) for index, item in enumerate(given))


Lowering = Callable[[Any, Scope, Path], facts.Pattern]
Lowered = TypeVar("Lowered", bound=Lowering)

#: Model of a document's pattern on a position -> its lowering.
PATTERNS: Final[dict[type, Lowering]] = {}


def _lowers(model: type) -> Callable[[Lowered], Lowered]:
    """Enter a function into the table of lowerings."""

    def enter(function: Lowered) -> Lowered:
        PATTERNS[model] = function
        return function

    return enter


def lower_pattern(given: source.AnyPattern, scope: Scope, path: Path) -> facts.Pattern:
    """One pattern; names that it meets first are bound in the scope."""
    return PATTERNS[type(given)](given, scope, (*path, given.word))


@_lowers(source.NotPattern)
def _not(given: source.NotPattern, scope: Scope, path: Path) -> facts.NotPattern:
    bound = dict(scope.variables)
    pattern = lower_pattern(given.pattern, scope, path)
    scope.variables = bound  # what is absent binds nothing
    return facts.NotPattern(pattern)


@_lowers(source.EitherPattern)
def _either(given: source.EitherPattern, scope: Scope, path: Path) -> facts.EitherPattern:
    bound, cases = dict(scope.variables), []
    for index, case in enumerate(given.cases):
        cases.append(lower_patterns(case, scope, (*path, index)))
        scope.variables = dict(bound)  # what one case binds, no other pattern knows
    return facts.EitherPattern(tuple(cases))


@_lowers(source.GamePattern)
def _game(given: source.GamePattern, scope: Scope, path: Path) -> of_position.GamePattern:
    names, rest = split_attributes(given, scope, "game")
    return of_position.GamePattern(_attributes(rest, scope, path, "game"), names)


@_lowers(source.MovePattern)
def _move(given: source.MovePattern, scope: Scope, path: Path) -> of_position.MovePattern:
    return of_position.MovePattern(
        side=None if given.side is None else lower_test(given.side, scope, (*path, "side"), COLOR),
        piece=None if given.piece is None else lower_filter(given.piece, scope, (*path, "piece")),
        to=None if given.to is None else lower_squares(given.to, scope, (*path, "to")),
        kind=given.kind or "",
        tag=given.tag or "",
    )


@_lowers(source.CountPattern)
def _count(given: source.CountPattern, scope: Scope, path: Path) -> facts.TestPattern:
    return _compared(CountOf(lower_filter(given.count, scope, path)), given, scope, path)


@_lowers(source.SumPattern)
def _sum(given: source.SumPattern, scope: Scope, path: Path) -> facts.TestPattern:
    return _compared(lower_sum(given.sum, scope, path), given, scope, path)


def _compared(
    term: Term, given: source.CountPattern | source.SumPattern, scope: Scope, path: Path
) -> facts.TestPattern:
    """A number and what it is compared with, which stands beside it."""
    key, value = given.comparison
    other = lower_needed(value, NUMBER, scope, (*path[:-1], key))
    return facts.TestPattern(term, Test(source.COMPARED[key], other))


def lower_state(given: tuple[Any, ...], scope: Scope, path: Path) -> tuple[facts.Pattern, ...]:
    """Patterns on a position, where no event gives names; the scope knows `$self` if there is one."""
    lowered = lower_patterns(given, scope, path)
    if scope.carrier is None or not mentions_self(lowered):
        return lowered
    return (scope.carrier.pattern(), *lowered)


def binds(test: DocumentTest | None, scope: Scope) -> str:
    """The name that a test binds because it says so or meets it first, or nothing."""
    if test is None or test.name or test.op != "eq":
        return "" if test is None else test.name
    return unbound(test.value, scope)


def left_of(test: DocumentTest) -> DocumentTest | None:
    """What a test that binds a name asks besides, or None."""
    return test.unnamed if test.name else None


def unbound(value: Any, scope: Scope) -> str:
    """The name of a bare reference that nothing has bound yet, or nothing."""
    is_name = is_ref(value) and value.attr is None and value.name not in RESERVED
    return value.name if is_name and value.name not in scope.variables else ""


@_lowers(source.PiecePattern)
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
        changes["id"] = left_of(given.id)
    bound: list[tuple[str, str]] = []
    for key, kind in keys:
        name = binds(getattr(given, key), scope)
        if name:
            needs_name(name, kind, scope, (*path, key))
            scope.variables.setdefault(name, kind)
            bound.append((name, key))
            changes[key] = left_of(getattr(given, key))
    name = unbound(given.square, scope)
    if name:
        scope.variables[name] = SQUARE
        bound.append((name, "square"))
        changes["square"] = None
    of_attributes, rest = split_attributes(given, scope)
    return entity, (*bound, *of_attributes), rest.model_copy(update=changes)


def _entity(test: DocumentTest | None, scope: Scope) -> str:
    """The name that a test of identity says, bound or not; `self` counts where it is bound."""
    if test is not None and test.name:
        return test.name
    if test is None or test.op != "eq" or not is_ref(test.value) or test.value.attr:
        return ""
    name = test.value.name
    return "" if name == "self" and name not in scope.variables else name


def split_attributes(given: Any, scope: Scope, owner: str = "") -> tuple[tuple[tuple[str, str], ...], Any]:
    """The names bound to attributes, and the pattern without those attributes."""
    bound: list[tuple[str, str]] = []
    left: dict[str, DocumentTest] = {}
    for attribute, test in given.attributes.items():
        name = binds(test, scope)
        if name:
            scope.variables.setdefault(name, scope.attribute_sense(attribute, owner))
            bound.append((name, attribute))
        rest = left_of(test) if name else test
        if rest is not None:
            left[attribute] = rest
    return tuple(bound), given.model_copy(update={"attributes": left})


@_lowers(source.TilePattern)
def _tile(given: source.TilePattern, scope: Scope, path: Path) -> TilePattern:
    entity, bound, rest = split_tile(given, scope, path)
    return TilePattern(lower_tile_filter(rest, scope, path), entity, bound)


@_lowers(source.PresetPattern)
def _preset(given: source.PresetPattern, scope: Scope, path: Path) -> of_position.PresetPattern:
    """The state of the own document, or of those active presets that the pattern names."""
    bound, rest = split_attributes(given, scope)
    name = binds(given.id, scope)
    presets: tuple[str, ...] = (scope.document,)
    asked = left_of(given.id) if name and given.id is not None else given.id
    if name:
        scope.variables[name] = TEXT
        presets = scope.presets
    if asked is not None:
        test = lower_test(asked, scope, (*path, "id"))
        if not test.term.is_constant:
            message = "which presets are meant must be known before the game"
            scope.report("E_DOC_VALUE", message, (*path, "id"))
        else:
            _check_presets(test.term.value, scope, (*path, "id"))
            presets = tuple(preset for preset in scope.presets if test.holds(preset, Frame(_NO_BOARD)))
    if given.id is None:
        return of_position.PresetPattern(presets, name, _attributes(rest, scope, path, "preset"), bound)
    # Others may have ended, or keep what they never declared.
    tests = tuple(
        (key, lower_test(test, scope, (*path, key))) for key, test in sorted(rest.attributes.items())
    )
    return of_position.PresetPattern(presets, name, tests, bound)


_NO_BOARD: Any = None


def _check_presets(named: Any, scope: Scope, path: Path) -> None:
    """Report the names of presets that there are not."""
    beside = scope.tree.neighbours
    known = {*catalog.preset_ids(), *(() if beside is None else beside.names("preset"))}
    for preset in named if isinstance(named, tuple) else (named,):
        if preset not in known:
            close = nearest(preset, known)
            hint = f"did you mean {close!r}?" if close else None
            scope.report("E_UNKNOWN_NAME", f"unknown preset {preset!r}", path, hint)


@_lowers(source.SidePattern)
def _side(given: source.SidePattern, scope: Scope, path: Path) -> of_position.SidePattern:
    name = binds(given.color, scope)
    known = given.color.value if given.color and given.color.op == "eq" else None
    if not name and is_ref(known) and known.attr is None and known.name not in RESERVED:
        name = known.name
    if name:
        needs_name(name, COLOR, scope, (*path, "color"))
        scope.variables.setdefault(name, COLOR)
    asked = left_of(given.color) if name and given.color is not None else given.color
    test = None if asked is None else lower_test(asked, scope, (*path, "color"), COLOR)
    bound, rest = split_attributes(given, scope)
    held = tuple(
        (f"{HAND}{kind}", lower_test(count, scope, (*path, "hand", kind)))
        for kind, count in sorted(given.hand.items())
    )
    return of_position.SidePattern(
        name,
        test,
        given.to_move,
        given.moved,
        given.in_check,
        (*_attributes(rest, scope, path, "side"), *held),
        bound,
        given.mated,
        given.stalemated,
    )


def _attributes(given: Any, scope: Scope, path: Path, owner: str) -> tuple[tuple[str, Any], ...]:
    return tuple(
        lower_attribute_test(name, test, scope, (*path, name), owner)
        for name, test in sorted(given.attributes.items())
    )


@_lowers(source.SquarePattern)
def _square(given: source.SquarePattern, scope: Scope, path: Path) -> facts.Pattern:
    name = unbound(given.is_, scope)
    if given.on is not None:
        squares = lower_squares(given.on, scope, (*path, "on"))
        known = None if name else lower_square(given.is_, scope, (*path, "is"))
        if name:
            scope.variables[name] = SQUARE
        return of_position.SquareOnPattern(name, squares, given.empty, known)
    if given.behind is not None and given.seen is not None:
        behind = lower_square(given.behind, scope, (*path, "behind"))
        seen = lower_square(given.seen, scope, (*path, "seen"))
        if name:
            scope.variables[name] = SQUARE
            return of_position.SquarePattern(name, behind, seen, given.empty)
        known = lower_square(given.is_, scope, (*path, "is"))
        return of_position.SquarePattern("", behind, seen, given.empty, known)
    square = lower_square(given.is_, scope, (*path, "is"))
    return of_position.FreePattern(square, given.empty)
