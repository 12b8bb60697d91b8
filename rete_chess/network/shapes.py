"""Hooks taken apart into shapes and slots.

A shape is what is left of a hook when attribute names, constants and entities are taken out; the
slots are what was taken. Conditions are put into the order in which both networks join them: what
the event's own pieces must hold comes first, then variables, the ones with an index before others.
Equality does not mind the order, so a reordered hook means the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rete_chess.facts.network_rules import Binding, Condition, Constant, EventField, NetworkRule, Value
from rete_chess.network._values import TRUE, Key, NetworkError, format_key, key_of

CONSTANT: Final = "constant"
FIELD: Final = "field"
BINDING: Final = "binding"


class Pattern(NamedTuple):
    """A condition without its names: whose fact it is, and what the fact's value must equal."""

    role: str  # the event's role that is the subject, "" for a variable
    variable: int  # the variable that is the subject, in join order; -1 for a role
    kind: str  # CONSTANT, FIELD or BINDING
    field: str  # the event's field for FIELD, else ""
    binding: int  # the binding for BINDING, in join order, else -1


class Shape(NamedTuple):
    """A hook without its constants: what is joined with the event, and the patterns in join order."""

    fields: tuple[str, ...]  # event fields that must equal a constant of the hook, sorted
    carrier: str  # the event's role that must be the hook's own entity, "" for none
    patterns: tuple[Pattern, ...]


class Lowered(NamedTuple):
    """A hook as shape and slots."""

    number: int
    stage: str
    shape: Shape
    event: tuple[Key, ...]  # one constant for each of the shape's fields
    carrier: int  # the carrying entity; of no meaning without a carrier in the shape
    attributes: tuple[str, ...]  # one for each pattern
    constants: tuple[Key | None, ...]  # one for each pattern, None unless it is CONSTANT
    sharing: tuple[int, ...]  # one for each pattern: how many hooks of the stage ask the same
    outputs: tuple[int, ...]  # for each variable of the hook its number in join order

    @property
    def joined(self) -> tuple[tuple[str, Key], ...]:
        """All event fields with the constants they must equal, the carrier among them."""
        pairs = tuple(zip(self.shape.fields, self.event))
        return (*pairs, (self.shape.carrier, self.carrier)) if self.shape.carrier else pairs


class Ask(NamedTuple):
    """A condition with everything that decides its place in the join order."""

    condition: Condition
    constant: Key | None
    sharing: int
    place: int


def lower_hooks(hooks: Sequence[NetworkRule]) -> tuple[Lowered, ...]:
    """All hooks taken apart, in the order of their numbers; hooks that contradict themselves are left out."""
    check_numbers(hooks)
    usage: Counter[tuple[str, str, str, Key | None]] = Counter()
    for hook in hooks:
        usage.update({question(hook.stage, c) for c in hook.conditions})
    ordered = sorted(hooks, key=lambda hook: hook.number)
    return tuple(lowered for hook in ordered if (lowered := lower(hook, usage)) is not None)


def check_numbers(hooks: Iterable[NetworkRule]) -> None:
    twice = [number for number, count in Counter(h.number for h in hooks).items() if count > 1]
    if twice:
        raise NetworkError("E_NETWORK", "two hooks have the same number", found=min(twice))


def question(stage: str, condition: Condition) -> tuple[str, str, str, Key | None]:
    """The question of a condition, with all variables taken as one."""
    subject, attribute, term = condition
    constant = key_of(term.value) if isinstance(term, Constant) else None
    return stage, "$" if subject.startswith("$") else subject, attribute, constant


def lower(hook: NetworkRule, usage: Counter[tuple[str, str, str, Key | None]]) -> Lowered | None:
    """One hook taken apart; None if it asks two things of one event field."""
    event = event_constants(hook.event)
    if event is None:
        return None
    asks: dict[object, Ask] = {}
    for place, condition in enumerate(hook.conditions):
        asked = question(hook.stage, condition)
        # Terms are tuples and 1 == True: only the kind of the term and the key tell conditions apart.
        what = condition.term if asked[3] is None else asked[3]
        same = condition.subject, condition.attribute, type(condition.term), what
        asks.setdefault(same, Ask(condition, asked[3], usage[asked], place))
    ordered = join_order(list(asks.values()))
    patterns, variables = number_patterns([ask.condition for ask in ordered])
    fields = sorted(event)
    role, entity = hook.carrier or ("", 0)
    return Lowered(
        hook.number,
        hook.stage,
        Shape(tuple(fields), role, patterns),
        tuple(event[field] for field in fields),
        entity,
        tuple(ask.condition.attribute for ask in ordered),
        tuple(ask.constant for ask in ordered),
        tuple(ask.sharing for ask in ordered),
        tuple(variables[name] for name in hook.variables),
    )


def event_constants(pairs: Iterable[tuple[str, Value]]) -> dict[str, Key] | None:
    """Field → key; None if one field must equal two values."""
    found: dict[str, Key] = {}
    for field, value in pairs:
        key = key_of(value)
        if found.setdefault(field, key) != key:
            return None
    return found


def join_order(asks: Sequence[Ask]) -> list[Ask]:
    """The conditions, each time the one that leaves the fewest candidates next.

    Among equals the one that fewer hooks ask comes first: it tells more hooks apart. A flag comes
    before other constants: few pieces carry it.
    """
    left = list(asks)
    bound: set[str] = set()  # variables and bindings that have their value
    ordered: list[Ask] = []
    while left:
        best = min(left, key=lambda ask: join_rank(ask, bound))
        left.remove(best)
        ordered.append(best)
        bound.add(best.condition.subject)
        if isinstance(best.condition.term, Binding):
            bound.add("=" + best.condition.term.name)
    return ordered


def join_rank(ask: Ask, bound: set[str]) -> tuple[int, str, int, bool, int]:
    """The place of a condition in the join order: lower comes first."""
    subject, _, term = ask.condition
    tie = ask.sharing, ask.constant != TRUE, ask.place
    is_open = isinstance(term, Binding) and "=" + term.name not in bound
    if not subject.startswith("$"):  # the event names the entity: one fact is looked at
        rank = 0 if isinstance(term, Constant) else 2 if is_open else 1
        return rank, subject, *tie
    if subject in bound:
        return 3 if not is_open else 4, "", *tie
    if is_open:  # all facts of the attribute are candidates
        return 8, "", *tie
    rank = 5 if isinstance(term, Binding) else 6 if isinstance(term, Constant) else 7
    return rank, "", *tie


def number_patterns(conditions: Sequence[Condition]) -> tuple[tuple[Pattern, ...], dict[str, int]]:
    """The patterns of conditions in join order, and the numbers of their variables."""
    variables: dict[str, int] = {}
    bindings: dict[str, int] = {}
    patterns = []
    for subject, _, term in conditions:
        is_variable = subject.startswith("$")
        variable = variables.setdefault(subject, len(variables)) if is_variable else -1
        role = "" if is_variable else subject
        if isinstance(term, Constant):
            patterns.append(Pattern(role, variable, CONSTANT, "", -1))
        elif isinstance(term, EventField):
            patterns.append(Pattern(role, variable, FIELD, term.field, -1))
        else:
            binding = bindings.setdefault(term.name, len(bindings))
            patterns.append(Pattern(role, variable, BINDING, "", binding))
    return tuple(patterns), variables


def format_shape(shape: Shape) -> str:
    """A shape in one line: `event.kind=? carrier=event.piece | piece.?=? | $0.?=event.side`."""
    head = [f"event.{field}=?" for field in shape.fields]
    if shape.carrier:
        head.append(f"event.{shape.carrier}=carrier")
    return " | ".join([" ".join(head) or "any event", *map(format_pattern, shape.patterns)])


def format_pattern(pattern: Pattern, attribute: str = "?", constant: Key | None = None) -> str:
    """A pattern in one phrase, with the names and constants of its hook where they are given."""
    subject = pattern.role or f"${pattern.variable}"
    if pattern.kind == CONSTANT:
        value = "?" if constant is None else format_key(constant)
    elif pattern.kind == FIELD:
        value = f"event.{pattern.field}"
    else:
        value = f"={pattern.binding}"
    return f"{subject}.{attribute}={value}"
