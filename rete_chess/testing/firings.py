"""Expected firings compared with actual ones: which match, and a diff for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rete_chess.documents.kinds.scenario_firing import ExpectedFiring
from rete_chess.engine.move.trace import Firing
from rete_chess.errors import nearest


def fits(expected: ExpectedFiring, actual: Firing) -> bool:
    """Whether a firing is the expected one; parts that the expectation leaves out may be anything."""
    return (
        is_named(expected.rule, actual.rule)
        and expected.at in (None, actual.point)
        and expected.stage in (None, actual.stage)
        and expected.square in (None, actual.square)
    )


def is_named(name: str, rule: str) -> bool:
    """Whether a name means a rule: its full id, or the part behind the slash."""
    return rule == name or rule.endswith(f"/{name}")


def name_problem(name: str, rules: Iterable[str]) -> str | None:
    """The problem of a rule's name that no rule has or that several have; None if one has it."""
    known = sorted(set(rules))
    meant = [rule for rule in known if is_named(name, rule)]
    if len(meant) == 1 or name in known:
        return None
    if meant:
        return f"several rules are called {name}: write one of {', '.join(meant)}"
    close = nearest(name, [*known, *(rule.rpartition("/")[2] for rule in known)])
    hint = f"did you mean {close}?" if close else f"there are {', '.join(known) or 'no rules'}"
    return f"no rule is called {name}; {hint}"


def format_firing(firing: Firing) -> str:
    """A firing as people read it: rule, point, stage, square, and what it changed."""
    text = f"{firing.rule} at {firing.point}"
    if firing.stage != firing.point:
        text += f" in {firing.stage}"
    if firing.square is not None:
        text += f" on {firing.square}"
    changes = ", ".join(f"{change.attribute} {change.old} → {change.new}" for change in firing.changes)
    return f"{text} ({changes})" if changes else text


def compare(expected: Sequence[ExpectedFiring], actual: Sequence[Firing]) -> str | None:
    """None if exactly the expected firings happened, else the difference line by line."""
    pairs = _common(expected, actual)
    if len(pairs) == len(expected) == len(actual):
        return None
    lines = ["expected -, fired +"]
    left = right = 0
    for one, other in [*pairs, (len(expected), len(actual))]:
        lines += [f"- {item}" for item in expected[left:one]]
        lines += [f"+ {format_firing(item)}" for item in actual[right:other]]
        if one < len(expected):
            lines.append(f"  {format_firing(actual[other])}")
        left, right = one + 1, other + 1
    return _indented(lines)


def find_in_order(expected: Sequence[ExpectedFiring], actual: Sequence[Firing]) -> str | None:
    """None if the expected firings happened in this order among others, else what is missing."""
    position = 0
    for item in expected:
        found = next((i for i in range(position, len(actual)) if fits(item, actual[i])), None)
        if found is None:
            before = f" after {format_firing(actual[position - 1])}" if position else ""
            fired = [f"  {format_firing(firing)}" for firing in actual] or ["  nothing"]
            return _indented([f"- {item}{before}", "fired:", *fired])
        position = found + 1
    return None


def _common(expected: Sequence[ExpectedFiring], actual: Sequence[Firing]) -> list[tuple[int, int]]:
    """The positions of a longest common subsequence, the earliest where there are several."""
    height, width = len(expected), len(actual)
    longest = [[0] * (width + 1) for _ in range(height + 1)]
    for one in range(height - 1, -1, -1):
        for other in range(width - 1, -1, -1):
            longest[one][other] = (
                longest[one + 1][other + 1] + 1
                if fits(expected[one], actual[other])
                else max(longest[one + 1][other], longest[one][other + 1])
            )
    pairs = []
    one = other = 0
    while one < height and other < width:
        if fits(expected[one], actual[other]):
            pairs.append((one, other))
            one, other = one + 1, other + 1
        elif longest[one + 1][other] >= longest[one][other + 1]:
            one += 1
        else:
            other += 1
    return pairs


def _indented(lines: Iterable[str]) -> str:
    return "\n".join(f"    {line}" for line in lines)
