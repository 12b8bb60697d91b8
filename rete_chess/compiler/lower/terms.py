"""Values, tests, squares and filters of documents as the terms that rules are evaluated with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rete_chess.compiler import catalog
from rete_chess.compiler.lower._senses import needs, needs_owner
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.core.geometry import COLORS, ZONES, Zone
from rete_chess.core.values import LARGEST
from rete_chess.costs import SET
from rete_chess.documents.language import chance as document_chance
from rete_chess.documents.language import comparison, values
from rete_chess.documents.language import filter as document_filter
from rete_chess.documents.language.squares import to_sides
from rete_chess.errors import clip, did_you_mean
from rete_chess.facts.tiles import STANDARD
from rete_chess.facts.vocabulary import CORE_GAME_ATTRIBUTES
from rete_chess.facts.words import places
from rete_chess.facts.words.filters import Attack, Filter, Line, Squares, Test, TileFilter
from rete_chess.facts.words.terms import (
    Const,
    CountOf,
    EventTerm,
    GameTerm,
    Name,
    Opponent,
    PresetTerm,
    Scaled,
    SumOf,
    Term,
)
from rete_chess.facts.words.word import COLOR, NUMBER, PIECE, SQUARE, TILE, TILE_TYPE, TYPE
from rete_chess.metering import charge

#: Facts of a piece that references name in lower case.
PIECE_FACTS = ("type", "color", "square")
#: The keys of filters on who attacks whom, with the fields of the model.
ATTACKS: Final = {"attackedBy": "attacked_by", "attacks": "attacks", "defendedBy": "defended_by"}
#: All that a filter says of how a piece stands to others, which nobody knows before the position.
RELATIONS: Final = {**ATTACKS, "line": "line"}


def lower_value(value: Any, scope: Scope, path: Path) -> Term:
    """A constant, a reference, or a number made from one."""
    lower = VALUES.get(type(value))
    return Const(value) if lower is None else lower(value, scope, path)


def _scaled(value: values.Scaled, scope: Scope, path: Path) -> Term:
    base = lower_needed(value.of, NUMBER, scope, (*path, "of"))
    if base.is_constant and isinstance(base.value, (int, float)):
        number = base.value * value.times + value.plus
        if not -LARGEST <= number <= LARGEST:
            message = f"this is {number:g}, and numbers go to {LARGEST:,} either way"
            scope.report("E_DOC_VALUE", message, path)
    return Scaled(base, value.times, value.plus)


def _count(value: document_filter.Count, scope: Scope, path: Path) -> Term:
    return CountOf(lower_filter(value.count, scope, (*path, "count")))


def _sum(value: document_filter.Sum, scope: Scope, path: Path) -> Term:
    return lower_sum(value.sum, scope, (*path, "sum"))


def lower_sum(given: document_filter.SumOf, scope: Scope, path: Path) -> SumOf:
    """What pieces hold together of an attribute, which must be declared and hold numbers."""
    declared = scope.attributes.get(given.of)
    if declared is not None and declared.type not in ("int", "number"):
        message = f"{given.of} holds no numbers, which could be added up"
        scope.report("E_DOC_TYPE", message, (*path, "of"))
    name = scope.attribute(given.of, (*path, "of"), "piece")
    return SumOf(name, lower_filter(given.for_, scope, (*path, "for")))


def _opponent(value: values.Opponent, scope: Scope, path: Path) -> Term:
    """The other side; `$scope` of a preset that is active for both sides stays both."""
    side = lower_needed(value.opponent, COLOR, scope, (*path, "opponent"))
    if side.is_constant:
        return Const({COLORS[0]: COLORS[1], COLORS[1]: COLORS[0]}.get(side.value, side.value))
    return Opponent(side)


def _roll(value: document_chance.Roll, scope: Scope, path: Path) -> Term:
    from rete_chess.facts.words import chance  # late: few games have dice

    return chance.Roll(*value.roll)


def lower_pick(value: document_chance.Pick, scope: Scope, path: Path) -> Term:
    """One of several values."""
    from rete_chess.facts.words import chance  # late, as above

    return chance.Pick(
        tuple(lower_value(choice, scope, (*path, "pick", n)) for n, choice in enumerate(value.pick))
    )


def _list(value: tuple[Any, ...], scope: Scope, path: Path) -> Term:
    return Const(tuple(_constant(item, scope, path) for item in value))


def _constant(item: Any, scope: Scope, path: Path) -> Any:
    if not values.is_ref(item):
        return item
    term = lower_ref(item, scope, path)
    if term.is_constant:
        return term.value
    scope.report("E_DOC_VALUE", f"{item} is not known before the game", path, "lists hold constants")
    return None


def lower_ref(ref: values.Ref, scope: Scope, path: Path) -> Term:
    """What a reference stands for."""
    if ref.name == "config":
        return Const(scope.config.get(ref.attr or ""))
    if ref.name == "scope":
        return Const(scope.side)
    if ref.name == "event":
        return EventTerm(ref.attr or "event")
    if ref.name == "game":
        return GameTerm(ref.attr or "")
    if ref.name == "preset":
        return PresetTerm(scope.document, scope.attribute(ref.attr or "", path, "preset"))
    if ref.attr is not None and ref.attr not in PIECE_FACTS:
        scope.attribute(ref.attr, path)
    name = Name(ref.name, ref.attr or "")
    if name.attribute:
        needs_owner(name, scope, path)
    return name


#: Model of a document's value -> its lowering; everything else is a constant.
#: What a test of the other side asks of the side itself.
_DENIED: Final = {"eq": "not", "not": "eq"}

VALUES: Final[dict[type, Callable[[Any, Scope, Path], Term]]] = {
    values.Ref: lower_ref,
    values.Scaled: _scaled,
    values.Opponent: _opponent,
    document_filter.Count: _count,
    document_filter.Sum: _sum,
    document_chance.Roll: _roll,
    document_chance.PickValue: lower_pick,
    tuple: _list,
}


def lower_needed(value: Any, sense: str, scope: Scope, path: Path) -> Term:
    """A value at a place that needs a certain sense of it."""
    term = lower_value(value, scope, path)
    needs(term, sense, scope, path)
    return term


def lower_square(value: Any, scope: Scope, path: Path) -> Term:
    """A square; the name of a piece or tile means where it is."""
    if values.is_ref(value) and value.attr is None and scope.variables.get(value.name) in (PIECE, TILE):
        return Name(value.name, "square")
    return lower_needed(value, SQUARE, scope, path)


def lower_test(test: comparison.Test, scope: Scope, path: Path, sense: str = "") -> Test:
    """A comparison, with values of a sense if one is given; `not` with a list means none of them."""
    op = test.op or "eq"
    if type(test.value) is values.Opponent and op in _DENIED:  # of two sides, it is who is not the other
        return lower_test(comparison.Test(_DENIED[op], test.value.opponent), scope, path, sense)
    if test.name:
        hint = f"bind ${test.name} in a pattern of its own"
        scope.report("E_DOC_CONFLICT", "`as` binds no name here", (*path, comparison.NAMED), hint)
    if op == "not":
        op = "not-in" if isinstance(test.value, tuple) else "ne"
    term = lower_value(test.value, scope, path)
    if sense and op not in ("in", "not-in"):
        needs(term, sense, scope, path if op == "eq" else (*path, test.op))
    return Test(op, term)


def lower_attribute_test(
    name: str, test: comparison.Test, scope: Scope, path: Path, owner: str
) -> tuple[str, Test]:
    """A comparison of an attribute, which must be declared and hold such values, or be the game's own."""
    from rete_chess.compiler.lower._fitting import check_compared  # late: plain chess has no attribute

    lowered = lower_test(test, scope, path)
    check_compared(name, lowered.op, lowered.term, scope, path)
    if owner == "game" and name in CORE_GAME_ATTRIBUTES:
        return name, lowered
    return scope.attribute(name, path, owner), lowered


def lower_squares(match: Any, scope: Scope, path: Path) -> Squares:
    """A set of squares: by reference, by names, or by the parts of a mapping."""
    if isinstance(match, document_filter.SquareTest):
        squares = Squares(
            at=None if match.in_ is None else lower_value(match.in_, scope, (*path, "in")),
            near=None if match.near is None else lower_square(match.near, scope, (*path, "near")),
            zone=_zone(match, scope, path),
            parts=tuple(_places(match, scope, path)),
        )
        if squares.parts and squares.is_fixed:  # whoever asks for all of them pays no more
            charge(SET)
        return squares
    return Squares(at=lower_square(match, scope, path))


def _places(match: document_filter.SquareTest, scope: Scope, path: Path) -> Iterator[places.Place]:
    """The parts of a set of squares that stand in relation to other squares, or to other sets."""
    for line in ("file", "rank"):
        ref = getattr(match, line)
        if values.is_ref(ref) and ref.name != "config":
            yield places.SameLine(line, _of_line(ref, line, scope, (*path, line)))
    if match.not_ is not None:
        yield places.Outside(lower_squares(match.not_, scope, (*path, "not")))
    if match.any_ is not None:
        cases = enumerate(match.any_)
        yield places.Within(tuple(lower_squares(case, scope, (*path, "any", n)) for n, case in cases))
    if match.between is not None:
        ends = [lower_square(end, scope, (*path, "between", n)) for n, end in enumerate(match.between)]
        yield places.Between(ends[0], ends[1])
    if match.of is not None:
        yield _related(match, lower_square(match.of, scope, (*path, "of")), scope, path)
    if match.tile is not None:
        yield places.OnTile(_tile_test(match.tile, scope, (*path, "tile")))


def _tile_test(given: comparison.Test, scope: Scope, path: Path) -> Test:
    """A test of tile types, all of which exist."""
    test = lower_test(given, scope, path, TILE_TYPE)
    named = test.term.value if test.term.is_constant else ()
    known = (*catalog.names(catalog.tiles(), scope.tree.neighbours), STANDARD)
    for name in named if isinstance(named, (list, tuple)) else (named,):
        if name not in known:
            hint = did_you_mean(str(name), known) or f"there are {', '.join(sorted(known)[:40])}"
            scope.report("E_UNKNOWN_NAME", f"unknown tile type {clip(name)}", path, hint)
    return test


def _related(match: document_filter.SquareTest, of: Term, scope: Scope, path: Path) -> places.Place:
    """What a set says of its squares in relation to another one."""
    if match.step is not None:
        side = None if match.as_ is None else lower_needed(match.as_, COLOR, scope, (*path, "as"))
        return places.StepFrom(match.step[0], match.step[1], of, side)
    if match.ring is not None:
        return places.Ring(match.ring, of)
    return places.Neighbour(match.neighbour or "all", of)


def _of_line(ref: values.Ref, line: str, scope: Scope, path: Path) -> Term:
    """The square whose file or rank is meant by a reference such as `$piece.file`."""
    if ref.attr != line:
        hint = f"write ${ref.name}.{line}"
        scope.report("E_DOC_TYPE", f"`{ref}` is no {line} of the board", path, hint)
    return lower_square(values.Ref(ref.name), scope, path)


def _zone(match: document_filter.SquareTest, scope: Scope, path: Path) -> Zone | None:
    zone = Zone(
        ranks=_many(_setting(match.rank, scope, (*path, "rank"))),
        own_ranks=_many(match.own_rank),
        files=_many(_setting(match.file, scope, (*path, "file"))),
        named=match.zone,
        sides=to_sides(match),
    )
    if zone == Zone() or (zone.named in (None, *ZONES) and not zone.sides):
        return None if zone == Zone() else zone
    from rete_chess.compiler.lower.zones import with_names  # late: few documents name zones of their own

    return with_names(zone, scope, path)


def _setting(value: Any, scope: Scope, path: Path) -> Any:
    """A value that stands there, or in a setting; nothing for what is only known in a game."""
    if not values.is_ref(value):
        return value
    return lower_ref(value, scope, path).value if value.name == "config" else None


def _many(value: Any) -> tuple[Any, ...] | None:
    return None if value is None else value if isinstance(value, tuple) else (value,)


def lower_filter(given: document_filter.Filter, scope: Scope, path: Path) -> Filter:
    """A filter on pieces. Where nothing binds `$self`, it stands for whoever carries the document."""
    carrier = scope.carrier if is_any_carrier(given.id, scope) else None
    if carrier is not None and carrier.of != "piece":
        scope.report("E_TARGET", "`$self` is a tile here, not a piece", (*path, "id"))
    return Filter(
        id=None if given.id is None or carrier else lower_test(given.id, scope, (*path, "id"), PIECE),
        type=None if given.type is None else lower_test(given.type, scope, (*path, "type"), TYPE),
        color=_color(given, scope, path),
        royal=given.royal,
        last=bool(given.last),
        square=None if given.square is None else lower_squares(given.square, scope, (*path, "square")),
        attributes=tuple(
            lower_attribute_test(name, test, scope, (*path, name), "piece")
            for name, test in sorted(given.attributes.items())
        )
        + ((carrier.test(),) if carrier else ()),
        attacks=tuple(
            Attack(key, lower_filter(getattr(given, name), scope, (*path, key)))
            for key, name in ATTACKS.items()
            if getattr(given, name) is not None
        )
        + _line(given, scope, path),
    )


def _line(given: document_filter.Filter, scope: Scope, path: Path) -> tuple[Line, ...]:
    """What a filter says of the line to another square."""
    if given.line is None:
        return ()
    return (Line(lower_square(given.line.to, scope, (*path, "line", "to")), given.line.clear),)


def is_any_carrier(test: comparison.Test | None, scope: Scope) -> bool:
    """Whether a test of identity says `$self` where nothing binds it, so that any carrier is meant."""
    if test is None or test.op != "eq" or test.value != values.Ref("self"):
        return False
    return scope.carrier is not None and "self" not in scope.variables


def lower_tile_filter(given: Any, scope: Scope, path: Path) -> TileFilter:
    """A filter on tiles, from a pattern on tiles or from a filter that names no trait of pieces."""
    for key, name in {"color": "color", "royal": "royal", "last": "last", **RELATIONS}.items():
        if getattr(given, name, None) is not None:
            scope.report(
                "E_TARGET", f"a tile has no `{key}`", (*path, key), "use id, type, square, attributes"
            )
    type_ = None if given.type is None else lower_test(given.type, scope, (*path, "type"), TILE_TYPE)
    id_ = None if given.id is None else lower_test(given.id, scope, (*path, "id"), TILE)
    if scope.carrier is not None and is_any_carrier(given.id, scope):
        id_ = None
        if scope.carrier.of != "tile":
            scope.report("E_TARGET", "`$self` is a piece here, not a tile", (*path, "id"))
        elif type_ is None:
            _, type_ = scope.carrier.test()
    return TileFilter(
        id_,
        type_,
        None if given.square is None else lower_squares(given.square, scope, (*path, "square")),
        tuple(
            lower_attribute_test(name, test, scope, (*path, name), "tile")
            for name, test in sorted(given.attributes.items())
        ),
    )


def _color(given: document_filter.Filter, scope: Scope, path: Path) -> Test | None:
    """The test of the colour; `$scope` of a preset that is active for both sides is no test."""
    if given.color is None:
        return None
    test = lower_test(given.color, scope, (*path, "color"), COLOR)
    return None if test == Test("eq", Const("both")) else test
