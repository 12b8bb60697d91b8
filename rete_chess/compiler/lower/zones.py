"""Zones that documents name under `zones`: what the names mean in a game, and names that nobody knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.core.atoms import Atom, Promotion
from rete_chess.core.geometry import ZONES, Zone
from rete_chess.costs import VALUE
from rete_chess.documents.language.squares import to_zone
from rete_chess.errors import did_you_mean
from rete_chess.metering import Part, charge_for

#: How deep zones may be named in one another.
DEEPEST: Final = 16


def take_zones(scopes: list[tuple[Scope, Mapping[str, Any]]], shared: int) -> None:
    """Give each document its zones by name: its own and those of the first `shared`, the variants.

    Of variants the last word counts for all of them, as of one that extends the others.
    """
    common: dict[str, Zone] = {}
    for place, (scope, zones) in enumerate(scopes):
        scope.zones = common if place < shared else dict(common)
        for name in zones:
            scope.zones.pop(name, None)
        for name in zones:
            _take(name, scope, zones, ())


def _take(name: str, scope: Scope, zones: Mapping[str, Any], asking: tuple[str, ...]) -> None:
    """Find what a name of a document stands for, after the names that it speaks of itself."""
    if name in scope.zones or name not in zones:
        return
    zone = to_zone(zones[name])
    if name in asking:
        message = f"the zone {name!r} is made of itself"
        scope.report("E_DOC_CONFLICT", message, ("zones", name), "name the squares of one of them", key=True)
        scope.zones[name] = Zone(squares=())
        return
    known = Zone(squares=())
    if len(asking) < DEEPEST:
        for other in _names_in(zone):
            _take(other, scope, zones, (*asking, name))
        known = with_names(zone, scope, ("zones", name))
    if len(asking) == DEEPEST or known.depth > DEEPEST:
        message = f"zones are named more than {DEEPEST} deep in one another"
        hint = "name the squares of one of them"
        scope.report("E_DOC_CONFLICT", message, ("zones", name), hint, key=True)
        known = Zone(squares=())
    scope.zones.setdefault(name, known)


def _names_in(zone: Zone) -> Iterator[str]:
    """The names that a zone says, in all its parts."""
    if zone.named is not None:
        yield zone.named
    for part in (*zone.within, *zone.sides, zone.outside):
        yield from () if part is None else _names_in(part)


def with_names(zone: Zone, scope: Scope, path: Path) -> Zone:
    """A zone with what its names stand for; a name that nobody knows is reported."""
    outside = None if zone.outside is None else with_names(zone.outside, scope, (*path, "not"))
    within = tuple(with_names(one, scope, (*path, "any", place)) for place, one in enumerate(zone.within))
    colors = zip(("white", "black"), zone.sides)
    sides = tuple(with_names(one, scope, (*path, color)) for color, one in colors)
    meant = None if zone.named is None or zone.named in ZONES else scope.zones.get(zone.named)
    if meant is None and zone.named is not None and zone.named not in ZONES:
        place = path if isinstance(_at(scope, path), str) else (*path, "zone")
        hint = did_you_mean(zone.named, (*ZONES, *scope.zones)) or "declare it under `zones`"
        scope.report("E_UNKNOWN_NAME", f"unknown zone {zone.named!r}", place, hint)
        return replace(zone, named=None)
    if meant is not None:
        charge_for(Part(f"the zones of {scope.document}", scope.origin(path)), VALUE * meant.size)
    if (outside, within, sides, meant) == (zone.outside, zone.within, zone.sides, zone.meant):
        return zone
    return replace(zone, outside=outside, within=within, sides=sides, meant=meant)


def _at(scope: Scope, path: Path) -> object:
    """What stands at a path of the document, or None."""
    value: Any = scope.tree.value
    for key in path:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def atom_with_names(atom: Atom, scope: Scope, path: Path) -> Atom:
    """A way of moving whose squares of origin are known, in all its legs."""
    origin = None if atom.origin is None else with_names(atom.origin, scope, (*path, "from"))
    then = tuple(atom_with_names(leg, scope, (*path, "then", place)) for place, leg in enumerate(atom.then))
    return atom if (origin, then) == (atom.origin, atom.then) else replace(atom, origin=origin, then=then)


def promotion_with_names(promotion: Promotion, scope: Scope, path: Path) -> Promotion:
    """A promotion whose squares are known."""
    unless_on = promotion.unless_on
    return replace(
        promotion,
        zone=with_names(promotion.zone, scope, (*path, "zone")),
        unless_on=None if unless_on is None else with_names(unless_on, scope, (*path, "except")),
    )
