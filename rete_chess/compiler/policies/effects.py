"""Which rules change what a move does to the board, and which of them a table can say.

Legality looks ahead with these: by a table where every effect depends on the capture and the board
alone, else by running the stages of the imagined move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rete_chess.core.geometry import COLORS
from rete_chess.core.laws import (
    AROUND_TARGET,
    AT_ORIGIN,
    AT_TARGET,
    DESTROY,
    RAISE_WALL,
    REMOVE,
    SPAWN,
    Effect,
)
from rete_chess.facts.network_rules import Constant
from rete_chess.facts.reads import Threshold
from rete_chess.facts.rules import Rule
from rete_chess.facts.words import actions as act
from rete_chess.facts.words.beforehand import fits
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.targets import AroundTarget
from rete_chess.facts.words.terms import Term
from rete_chess.stages import FORESEEN


def is_foreseen(rule: Rule) -> bool:
    """Whether legality must look at what the rule does."""
    return rule.stage in FORESEEN and rule.changes_board


def only_spares(rule: Rule) -> bool:
    """Whether a foreseen rule can do no more than to save who is captured, and then nobody moves."""
    names = dict(rule.names)
    return all(
        (action.spares or not action.changes_board) and not action.may_kill_others(names)
        for action in rule.actions
    )


def effect_table(
    rules: Sequence[Rule], types: Sequence[str], thresholds: dict[str, Threshold]
) -> tuple[Effect, ...] | None:
    """The effects of all foreseen rules as a table, or None if one of them needs more."""
    table: list[Effect] = []
    for rule in rules:
        if is_foreseen(rule):
            effects = _effects(rule, types, thresholds)
            if effects is None:
                return None
            table += effects
    return tuple(table)


def _effects(rule: Rule, types: Sequence[str], thresholds: dict[str, Threshold]) -> list[Effect] | None:
    if rule.stage != "capture" or rule.guards:
        return None
    sides = _sides(rule)
    movers = _movers(rule, types, thresholds)
    if sides is None or movers is None:
        return None
    names = dict(rule.names)
    found: list[Effect] = []
    for action in rule.actions:
        if not action.changes_board or action.edits_event:  # which has happened already
            continue
        lower = EFFECTS.get(type(action))
        effect = None if lower is None else lower(action, names, types)
        if effect is None:
            return None
        found.append(effect._replace(sides=sides, movers=movers))
    # A piece appears on the mover's old square only if the mover has left the board.
    gone = any(effect.where == AT_TARGET and effect.action in (DESTROY, REMOVE) for effect in found)
    return found if gone or not any(effect.action == SPAWN for effect in found) else None


def _sides(rule: Rule) -> tuple[bool, bool] | None:
    """Whose captures the rule hears, if nothing else about the event matters."""
    fields = dict(rule.joined.event)
    side = fields.pop("side", None)
    fields.pop("player", None)
    if fields:
        return None
    return (side in (None, COLORS[0]), side in (None, COLORS[1]))


def _movers(rule: Rule, types: Sequence[str], thresholds: dict[str, Threshold]) -> frozenset[str] | None:
    """The types of capturing pieces that the rule hears; None if it asks for more than the type."""
    movers = set(types)
    for condition in rule.joined.conditions:
        if condition.subject != "piece" or not isinstance(condition.term, Constant):
            return None
        threshold = thresholds.get(condition.attribute)
        if condition.attribute == "PieceType":
            movers &= {str(condition.term.value)}
        elif threshold is not None and threshold.attribute == "PieceType":
            movers = {name for name in movers if threshold.holds(name)}
        else:
            return None
    return frozenset(movers)


def _strike(action: act.Destroy | act.Remove, names: dict[str, Term], types: Sequence[str]) -> Effect | None:
    kind, target = STRIKES[type(action)], action.target
    if target.one is not None:
        return Effect(kind, AT_TARGET) if _field(target.one, names) == "piece" else None
    if isinstance(target, AroundTarget) and not target.with_centre:
        chosen, radius = target.filter or Filter(), target.radius.value
        only_type = chosen == Filter(type=chosen.type)
        if _field(target.centre, names) == "to" and only_type and isinstance(radius, int):
            return Effect(kind, AROUND_TARGET, types=_struck(chosen, types), radius=radius)
    return None


def _spawned(action: act.Spawn, names: dict[str, Term], types: Sequence[str]) -> Effect | None:
    place, is_own = _place(action.square, names), _field(action.color, names) == "side"
    if place is None or not is_own or not action.type.is_constant or action.is_held:
        return None
    return Effect(SPAWN, place, piece=str(action.type.value))


def _closed(action: act.ChangeTile, names: dict[str, Term], types: Sequence[str]) -> Effect | None:
    place = _place(action.square, names) if action.blocks else None
    return None if place is None else Effect(RAISE_WALL, place)


#: The effects that a table can say; every other change of the board is simulated.
STRIKES: Final[dict[type[act.Action], int]] = {act.Destroy: DESTROY, act.Remove: REMOVE}
EFFECTS: Final[dict[type[act.Action], Callable[[Any, dict[str, Term], Sequence[str]], Effect | None]]] = {
    **dict.fromkeys(STRIKES, _strike),
    act.Spawn: _spawned,
    act.ChangeTile: _closed,
}


def _struck(chosen: Filter, types: Sequence[str]) -> frozenset[str] | None:
    return None if chosen.type is None else frozenset(name for name in types if fits(chosen, name, 0))


def _place(place: Term, names: dict[str, Term]) -> int | None:
    return {"to": AT_TARGET, "from": AT_ORIGIN}.get(_field(place, names))


def _field(term: Term, names: dict[str, Term]) -> str:
    """The event's field that a term stands for, or nothing."""
    return names.get(term.bare_name, term).event_field


def is_core_exact(rules: tuple[Rule, ...], is_simulated: bool) -> bool:
    """Whether the bare core, with its effect table, plays as the rules do: no rule does anything else."""
    return not is_simulated and all(
        (is_foreseen(rule) and action.changes_board and not action.edits_event) or not action.touches
        for rule in rules
        for action in rule.actions
    )
