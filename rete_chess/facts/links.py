"""Unlinking: which points are worth a question, by the facts there are.

A rule is linked while every constant it asks for is the value of some fact. A point none of whose
rules is linked need not be asked at all, however many rules listen there.
"""

from __future__ import annotations

from collections.abc import Sequence

from rete_chess.facts.network_rules import Constant, NetworkRule, Value

#: A memory of facts: those of an attribute, with one value or (None) with any.
Memory = tuple[str, Value | None]


def memories_of(rule: NetworkRule) -> tuple[Memory, ...]:
    """The memories that a network looks the free variables of a rule up in, in the order of their joins."""
    found: dict[str, Memory] = {}
    for subject, attribute, term in rule.conditions:
        if subject.startswith("$"):
            found.setdefault(subject, (attribute, term.value if isinstance(term, Constant) else None))
    return tuple(found.values())


class LinkPlan:
    """What links the network rules of a program: pairs of attribute and constant, numbered."""

    def __init__(self, rules: Sequence[NetworkRule]) -> None:
        self.pairs: dict[str, dict[Value, int]] = {}
        self.users: list[list[int]] = []  # pair -> the rules that ask for it
        self.points: list[str] = [rule.stage for rule in rules]
        self.needs: list[int] = []  # rule -> how many pairs it asks for
        self.joined: set[str] = set()  # attributes of which every value matters to some rule
        for number, rule in enumerate(rules):
            self.joined.update(c.attribute for c in rule.conditions if not isinstance(c.term, Constant))
            asked = {
                self._pair(condition.attribute, condition.term.value)
                for condition in rule.conditions
                if isinstance(condition.term, Constant)
            }
            self.needs.append(len(asked))
            for pair in sorted(asked):
                self.users[pair].append(number)
        #: Rule -> the memories that are joined for it: an attribute with all its values, or a pair.
        self.joins = [tuple([self._sized(memory) for memory in memories_of(rule)]) for rule in rules]

    def sees(self, attribute: str, value: Value) -> bool:
        """Whether a fact can make a difference to some rule."""
        return attribute in self.joined or value in self.pairs.get(attribute, _NONE)

    def _sized(self, memory: Memory) -> str | int:
        """What tells how many facts a memory holds."""
        attribute, value = memory
        return attribute if value is None else self.pairs[attribute][value]

    def _pair(self, attribute: str, value: Value) -> int:
        values = self.pairs.setdefault(attribute, {})
        pair = values.setdefault(value, len(self.users))
        if pair == len(self.users):
            self.users.append([])
        return pair


class Links:
    """The links of one game: how many facts each pair has, and how many linked rules each point."""

    def __init__(self, plan: LinkPlan) -> None:
        self.plan = plan
        self.counts = [0] * len(plan.users)
        self.missing = plan.needs.copy()
        self.linked: dict[str, int] = dict.fromkeys(plan.points, 0)
        self.totals: dict[str, int] = {}  # how many facts each attribute has
        self._wide: dict[str, set[int]] = {point: set() for point in plan.points}  # linked rules that join
        for rule, (point, needs) in enumerate(zip(plan.points, plan.needs)):
            if not needs:
                self._link(rule, point)

    def combinations(self, point: str) -> tuple[int, int]:
        """How many combinations of facts a network may have to look at for the rules of a point, and the
        number of the rule that takes most of them; -1 where none does."""
        counts, totals, joins = self.counts, self.totals, self.plan.joins
        found, most, widest = 0, 0, -1
        for rule in self._wide[point]:
            product, own = 1, 0
            for memory in joins[rule]:
                product *= (counts[memory] if isinstance(memory, int) else totals.get(memory)) or 1
                own += product
            found += own
            if own > most or (own == most and rule < widest):
                most, widest = own, rule
        return found, widest

    def _link(self, rule: int, point: str) -> None:
        self.linked[point] += 1
        if self.plan.joins[rule]:
            self._wide[point].add(rule)

    def _unlink(self, rule: int, point: str) -> None:
        self.linked[point] -= 1
        self._wide[point].discard(rule)

    def enter(self, attribute: str, value: Value) -> None:
        """A fact has come."""
        self.totals[attribute] = self.totals.get(attribute, 0) + 1
        pair = self.plan.pairs.get(attribute, _NONE).get(value, -1)
        if pair >= 0:
            self.counts[pair] += 1
            if self.counts[pair] == 1:
                for rule in self.plan.users[pair]:
                    self.missing[rule] -= 1
                    if not self.missing[rule]:
                        self._link(rule, self.plan.points[rule])

    def leave(self, attribute: str, value: Value) -> None:
        """A fact has gone."""
        self.totals[attribute] -= 1
        pair = self.plan.pairs.get(attribute, _NONE).get(value, -1)
        if pair >= 0:
            self.counts[pair] -= 1
            if not self.counts[pair]:
                for rule in self.plan.users[pair]:
                    if not self.missing[rule]:
                        self._unlink(rule, self.plan.points[rule])
                    self.missing[rule] += 1


_NONE: dict[Value, int] = {}
