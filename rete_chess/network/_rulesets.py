"""Shapes as rules of the C core of durable-rules, and the limits that core has.

One generic rule stands for all hooks of a shape: attribute names, constants and carriers are slots of
a hook fact that the rule joins by equality. So constants never become alpha nodes (whose 511th child
hangs the core), and the rule text depends on the shapes alone. Messages of four types meet here:

    s  the stage: one field for each event field that some shape looks at (f0, f1, …)
    h… a hook of shape …: n its number, x… event constants, w the carrier, k… and a… its slots
    k  a fact whose attribute and value some hook names: e the entity, k the token of the pair
    v  a fact whose value is compared with an event field or a binding: e, a the attribute, v the value

All values are int codes (see `codes`). The rules for every text written here: the stage comes first,
each joined condition ends with a join that always holds (`_`), nothing is joined on `id` or `sid`, and
the same fact may match two conditions (`dist: 0`), for two variables may stand for one entity.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from rete_chess.network._values import NetworkError
from rete_chess.network.shapes import BINDING, CONSTANT, Lowered, Pattern, Shape

#: Sixteen messages fit into a frame; the stage and the hook take two of them.
MAX_CONDITIONS: Final = 14
#: 32 expressions fit into a condition, two of which are brackets and one is the join that always holds.
MAX_JOINS: Final = 28
#: A message may enter 64 joined conditions.
MAX_ENTRIES: Final = 60
#: 255 rules may begin with the same condition, the stage.
MAX_SHAPES: Final = 250
#: Each hook fact takes 7 kB in every lane that asks it.
MAX_HOOKS: Final = 4096
#: A ruleset can never be freed, so a process makes no more than this, and than fit into so many bytes.
MAX_RULESETS: Final = 256
MAX_BYTES: Final = 48_000_000
#: The bytes of a ruleset, and of each condition in it.
RULESET_BYTES: Final = 80_000
CONDITION_BYTES: Final = 11_000

Expression = dict[str, object]

#: The always-true join.
SENTINEL: Final[Expression] = {"_": {"s": "_"}}


def field_names(shapes: Iterable[Shape]) -> tuple[str, ...]:
    """The event fields that some shape looks at, sorted; the stage message holds them as f0, f1, …"""
    names: set[str] = set()
    for shape in shapes:
        names.update(shape.fields)
        names.add(shape.carrier)
        for pattern in shape.patterns:
            names.update((pattern.role, pattern.field))
    return tuple(sorted(names - {""}))


def write_ruleset(shapes: Sequence[Shape]) -> dict[str, object]:
    """The rules for a list of shapes, named by their places in it, and one that only starts a lane."""
    slots = {name: f"f{place}" for place, name in enumerate(field_names(shapes))}
    rules: dict[str, object] = {"boot": {"all": [{"s": {"t": "boot"}}]}}
    for place, shape in enumerate(shapes):
        rules[str(place)] = {"dist": 0, "all": write_conditions(shape, place, slots)}
    return rules


def weigh_ruleset(shapes: Iterable[Shape]) -> int:
    """About how many bytes the core takes for the rules of some shapes, each with its stage and its hook."""
    return RULESET_BYTES + CONDITION_BYTES * sum([2 + len(shape.patterns) for shape in shapes])


def write_conditions(shape: Shape, place: int, slots: dict[str, str]) -> list[Expression]:
    """Stage, hook and facts in join order.

    A shape that begins with a constant of one of the event's pieces looks that piece's facts up
    before the hooks: a hook that asks for another value is then never touched.
    """
    joins: list[Expression] = [{f"x{i}": {"s": slots[field]}} for i, field in enumerate(shape.fields)]
    if shape.carrier:
        joins.append({"w": {"s": slots[shape.carrier]}})
    facts = [write_pattern(shape.patterns, i, slots) for i in range(len(shape.patterns))]
    stage: Expression = {"s": {"t": "s"}}
    if facts_first(shape):
        first = write_condition("c0", "k", [{"e": {"s": slots[shape.patterns[0].role]}}])
        hook = write_condition("h", f"h{place}", [*joins, {"k0": {"c0": "k"}}])
        return [stage, first, hook, *facts[1:]]
    return [stage, write_condition("h", f"h{place}", joins), *facts]


def facts_first(shape: Shape) -> bool:
    """Whether the shape's first fact is looked up before its hooks."""
    return bool(shape.patterns) and bool(shape.patterns[0].role) and shape.patterns[0].kind == CONSTANT


def write_pattern(patterns: Sequence[Pattern], place: int, slots: dict[str, str]) -> Expression:
    """The condition of one pattern, joined with the hook, the stage and earlier patterns."""
    pattern = patterns[place]
    joins: list[Expression] = []
    if pattern.role:
        joins.append({"e": {"s": slots[pattern.role]}})
    else:
        same = next(i for i in range(place + 1) if patterns[i].variable == pattern.variable)
        if same < place:
            joins.append({"e": {f"c{same}": "e"}})
    if pattern.kind == CONSTANT:
        joins.append({"k": {"h": f"k{place}"}})
        return write_condition(f"c{place}", "k", joins)
    joins.append({"a": {"h": f"a{place}"}})
    if pattern.kind == BINDING:
        same = next(i for i in range(place + 1) if patterns[i].binding == pattern.binding)
        if same < place:
            joins.append({"v": {f"c{same}": "v"}})
    else:
        joins.append({"v": {"s": slots[pattern.field]}})
    return write_condition(f"c{place}", "v", joins)


def write_condition(alias: str, kind: str, joins: Sequence[Expression]) -> Expression:
    return {alias: {"$and": [{"t": kind}, *joins, SENTINEL]}}


def check_stage(stage: str, hooks: Sequence[Lowered], shapes: Sequence[Shape]) -> None:
    """Refuse what the core cannot hold, before the core sees any of it."""
    widest = max(len(s.fields) + bool(s.carrier) + 1 for s in shapes)
    kinds = [p.kind == CONSTANT for s in shapes for p in s.patterns]
    check_limit(stage, "hooks", len(hooks), MAX_HOOKS)
    check_limit(stage, "shapes of hooks", len(shapes), MAX_SHAPES)
    check_limit(stage, "conditions in one hook", max(len(s.patterns) for s in shapes), MAX_CONDITIONS)
    check_limit(stage, "event constants in one hook", widest, MAX_JOINS)
    check_limit(stage, "event fields in use", len(field_names(shapes)), MAX_ENTRIES)
    check_limit(stage, "conditions with a constant in its shapes", kinds.count(True), MAX_ENTRIES)
    check_limit(stage, "conditions without a constant in its shapes", kinds.count(False), MAX_ENTRIES)


def check_limit(stage: str, what: str, found: int, limit: int) -> None:
    if found > limit:
        raise NetworkError(
            "E_NETWORK_LIMIT",
            f"stage {stage!r} has too many {what} for the durable network",
            found=found,
            expected=f"at most {limit}",
        )


def fnv(text: str) -> int:
    """The hash by which the core compares names and ids: FNV-1a in 32 bits."""
    value = 2166136261
    for byte in text.encode():
        value = (value ^ byte) * 16777619 & 0xFFFFFFFF
    return value
