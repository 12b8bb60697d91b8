"""Conditions on positions as tables, where they speak of types, colours and squares alone.

The same conditions as `predicates` makes functions of, for those who cannot call a function: what a name is
bound to is tried out here, colour by colour. What tables cannot say is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from rete_chess.compiler.policies.ends import NO_MOVE, End
from rete_chess.compiler.policies.policies import Policies
from rete_chess.compiler.policies.predicates import Setting
from rete_chess.compiler.provenance import Require
from rete_chess.core.geometry import COLORS, zone_squares
from rete_chess.core.laws import Clauses, Laws, Sieve, Stands
from rete_chess.core.pseudo import captures
from rete_chess.costs import FRAME
from rete_chess.facts.words.beforehand import is_static
from rete_chess.facts.words.filters import Filter, Squares
from rete_chess.facts.words.patterns import NotPattern, Pattern, PiecePattern
from rete_chess.facts.words.position_patterns import SidePattern
from rete_chess.metering import Spender, charge_for

#: More pieces than this in one clause have no room in the tables that play by them.
MOST_PIECES: Final = 3

#: More things than this that all clauses of a condition ask for are no table: the functions find out sooner.
MOST_ASKED: Final = 64

_NO_BOARD: Any = None

#: What is known where a clause is half written: what it asks for so far, and the names that are bound.
_Begun = tuple[tuple[Stands, ...], dict[str, int]]

#: The patterns of a condition, and who asks for them.
Case = tuple[Sequence[Pattern], Spender]


class _UnsaidError(Exception):
    """Raised where tables cannot say a condition."""


def in_tables(laws: Laws, policies: Policies, setting: Setting) -> Laws:
    """The laws with all that functions decide said in tables, too, where these can say it."""
    ends = [(end.when, end) for end in policies.ends if isinstance(end, End) and NO_MOVE not in end.when]
    exempt = [[(found, who) for found, sides, who in policies.exempt if sides[color]] for color in (0, 1)]
    return replace(
        laws,
        exempt_when=(all_clauses(exempt[0] or None, setting), all_clauses(exempt[1] or None, setting)),
        ended_when=all_clauses(ends or None, setting),
        scanty_when=all_clauses(policies.scanty, setting),
        must_capture=bool(laws.requires) and all(map(_asks_for_captures, laws.requires)),
    )


def _asks_for_captures(require: Sieve) -> bool:
    return isinstance(require, Require) and require.limit.chooses is captures


def all_clauses(cases: Sequence[Case] | None, setting: Setting) -> Clauses | None:
    """The clauses of which one holds where the patterns of one case match, or None."""
    if cases is None:
        return None
    found: list[tuple[Stands, ...]] = []
    try:
        for patterns, who in cases:
            found += _clauses(patterns, setting, who, MOST_ASKED - sum(map(len, found)))
    except _UnsaidError:
        return None
    return tuple(found)


def _clauses(
    patterns: Sequence[Pattern], setting: Setting, who: Spender, most: int
) -> list[tuple[Stands, ...]]:
    """The clauses of one case, which ask for so many things at most."""
    begun: list[_Begun] = [((), {})]
    for pattern in patterns:
        charge_for(who, FRAME * len(begun))
        begun = [further for each in begun for further in _with(pattern, setting, *each)]
        if len(begun) > most or sum([len(clause) for clause, _ in begun]) > most:
            raise _UnsaidError
        if any(sum(not asked.is_absent for asked in clause) >= MOST_PIECES for clause, _ in begun):
            raise _UnsaidError
    return [clause for clause, _ in begun]


def _with(
    pattern: Pattern, setting: Setting, clause: tuple[Stands, ...], names: dict[str, int]
) -> Iterator[_Begun]:
    """A clause with what a pattern asks for; `names` are colours, and numbers of pieces for squares."""
    if isinstance(pattern, SidePattern):
        for color in _sides(pattern, names):
            yield clause, {**names, pattern.name: color}
    elif isinstance(pattern, PiecePattern):
        for asked, bound in _pieces(pattern, setting, names, clause):
            yield (*clause, asked), bound
    elif isinstance(pattern, NotPattern) and isinstance(pattern.inner, PiecePattern):
        if pattern.inner.binds:
            raise _UnsaidError
        absent = [
            asked._replace(is_absent=True) for asked, _ in _pieces(pattern.inner, setting, names, clause)
        ]
        yield (*clause, *absent), names
    else:
        raise _UnsaidError


def _sides(side: SidePattern, names: dict[str, int]) -> tuple[int, ...]:
    usual = SidePattern(side.name)
    if not side.name or side != usual:
        raise _UnsaidError
    return (names[side.name],) if side.name in names else (0, 1)


def _pieces(
    piece: PiecePattern, setting: Setting, names: dict[str, int], clause: tuple[Stands, ...]
) -> Iterator[tuple[Stands, dict[str, int]]]:
    """What a pattern asks for, colour by colour, with the names that it binds."""
    chosen = piece.filter
    binds = {attribute: name for name, attribute in piece.binds}
    plain = Filter(chosen.id, None, None, chosen.royal, chosen.last)
    if piece.entity or chosen.attributes or chosen.attacks or not is_static(plain):
        raise _UnsaidError
    if not set(binds) <= {"color", "square"}:
        raise _UnsaidError
    if chosen.type is not None and not chosen.type.term.is_constant:
        raise _UnsaidError
    types = frozenset(
        index
        for index, name in enumerate(setting.types)
        if chosen.type is None or chosen.type.holds(name, _NO_BOARD)
    )
    number = sum(not asked.is_absent for asked in clause)
    for color in _colors(chosen, names):
        bound = dict(names)
        if bound.setdefault(binds.get("color", "color of nobody"), color) != color:
            continue
        if binds.get("square", "") in names:
            raise _UnsaidError
        if "square" in binds:
            bound[binds["square"]] = number
        squares, near = _squares(chosen.square, setting, color, names)
        yield Stands(color, types, squares, near), bound


def _colors(chosen: Filter, names: dict[str, int]) -> tuple[int, ...]:
    test = chosen.color
    if test is None:
        return (0, 1)
    if test.term.is_constant:
        return tuple(number for number, color in enumerate(COLORS) if test.holds(color, _NO_BOARD))
    if test.term.bare_name in names and test.op in ("eq", "ne"):
        return (names[test.term.bare_name] ^ (test.op == "ne"),)
    raise _UnsaidError


def _squares(
    squares: Squares | None, setting: Setting, color: int, names: dict[str, int]
) -> tuple[frozenset[int] | None, int]:
    """The squares that are allowed, and the number of the piece that stands near."""
    if squares is None:
        return None, -1
    if squares.near is not None:
        if squares != Squares(near=squares.near) or squares.near.bare_name not in names:
            raise _UnsaidError
        return None, names[squares.near.bare_name]
    if squares != Squares(at=squares.at, zone=squares.zone):
        raise _UnsaidError
    geometry = setting.geometry
    found = frozenset(range(geometry.size))
    if squares.zone is not None:
        found &= zone_squares(squares.zone, geometry, color)
    if squares.at is not None:
        if not squares.at.is_constant:
            raise _UnsaidError
        given = squares.at.value if isinstance(squares.at.value, tuple) else (squares.at.value,)
        found &= {geometry.parse_square(name) for name in given if geometry.has_square(name)}
    return found, -1
