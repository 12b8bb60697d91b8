"""Unlinking: which points are worth a question, by the facts there are.

A rule is linked while every constant it asks for is the value of some fact. A point none of whose
rules is linked need not be asked at all, however many rules listen there.
"""

from __future__ import annotations

from collections.abc import Sequence

from rete_chess.facts.network_rules import Constant, NetworkRule, Value


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

    def sees(self, attribute: str, value: Value) -> bool:
        """Whether a fact can make a difference to some rule."""
        return attribute in self.joined or value in self.pairs.get(attribute, _NONE)

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
        for point, needs in zip(plan.points, plan.needs):
            self.linked[point] += not needs

    def enter(self, attribute: str, value: Value) -> None:
        """A fact has come."""
        pair = self.plan.pairs.get(attribute, _NONE).get(value, -1)
        if pair >= 0:
            self.counts[pair] += 1
            if self.counts[pair] == 1:
                for rule in self.plan.users[pair]:
                    self.missing[rule] -= 1
                    if not self.missing[rule]:
                        self.linked[self.plan.points[rule]] += 1

    def leave(self, attribute: str, value: Value) -> None:
        """A fact has gone."""
        pair = self.plan.pairs.get(attribute, _NONE).get(value, -1)
        if pair >= 0:
            self.counts[pair] -= 1
            if not self.counts[pair]:
                for rule in self.plan.users[pair]:
                    if not self.missing[rule]:
                        self.linked[self.plan.points[rule]] -= 1
                    self.missing[rule] += 1


_NONE: dict[Value, int] = {}
