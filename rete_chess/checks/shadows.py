"""The check of rules that an earlier rule always keeps from firing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from rete_chess.checks.subject import Subject
from rete_chess.errors import Problem


def shadowed_rules(subject: Subject) -> Iterator[Problem]:
    """Warnings of rules behind a rule that ends the event whenever they could fire."""
    ordered = sorted(subject.rules(), key=lambda placed: (placed[1].get("priority", 0), placed[0][1]))
    for number, (path, rule) in enumerate(ordered):
        for _, earlier in ordered[:number]:
            word = _ends_it(earlier, rule)
            if word and earlier["at"] == rule["at"] and _conditions(earlier) <= _conditions(rule):
                message = (
                    f"the rule {rule['id']} never fires: {earlier['id']} comes before it and says `{word}`"
                )
                hint = "give it a lower priority, or let their conditions differ"
                yield subject.warning("W_RULE_SHADOWED", message, path, hint)
                break


def _ends_it(earlier: dict[str, Any], later: dict[str, Any]) -> str | None:
    """The word by which an earlier rule ends an event for a later one: only one may consume it."""
    words = _words(earlier)
    for word in ("refuse", "cancel"):
        if word in words:
            return word
    return "consume" if "consume" in words and "consume" in _words(later) else None


def _words(rule: dict[str, Any]) -> set[str]:
    return {action if isinstance(action, str) else next(iter(action)) for action in rule["do"]}


def _conditions(rule: dict[str, Any]) -> set[str]:
    """The patterns of a rule as texts; one that binds other names counts as another one."""
    return {json.dumps(pattern, sort_keys=True) for pattern in rule.get("when", ())}
