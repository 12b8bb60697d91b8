"""The real C core behind a watchman who knows the rules of the road and stops whoever breaks them."""

from __future__ import annotations

import json
import re
from typing import Any

from rete_chess.network._lanes import Core

FORBIDDEN = ("$or", "$not", "$any", "$all", "$nex", "$ex", "$neq", "$lt", "$gt", "$mt", "$imt", "$div", "any")
ID = re.compile(r'"id":"(\w+)","sid":"(\w+)"')


class Watched:
    """Passes every call on, after a look at it."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.error = core.error
        self.calls: list[str] = []
        self.booted: set[tuple[int, str]] = set()
        self.sid_of: dict[tuple[int, int], str] = {}
        self.held: dict[tuple[int, str], set[str]] = {}
        self.fired: dict[tuple[int, str], set[str]] = {}
        self.fail_at: str | None = None  # the next call of this name fails
        self.failure: BaseException = core.error("error code: 303")

    def _enter(self, name: str) -> None:
        self.calls.append(name)
        if self.fail_at == name:
            self.fail_at = None
            raise self.failure

    def create_ruleset(self, name: str, rules: str, /) -> int:
        self._enter("create_ruleset")
        for rule_name, rule in json.loads(rules).items():
            check_rule(rule_name, rule)
        return self.core.create_ruleset(name, rules)

    def assert_event(self, handle: int, message: str, /) -> tuple[int, int]:
        self._enter("assert_event")
        fields = json.loads(message)
        state = handle, fields["sid"]
        assert fields == {"t": "boot", "id": "boot", "sid": fields["sid"]}
        assert state not in self.held, "a state boots once"
        self.held[state], self.fired[state] = set(), set()
        status, offset = self.core.assert_event(handle, message)
        self.sid_of[handle, offset] = fields["sid"]
        return status, offset

    def assert_fact(self, handle: int, message: str, /) -> tuple[int, int]:
        self._enter("assert_fact")
        fields = json.loads(message)
        state = handle, fields["sid"]
        assert state in self.booted, "nothing comes before the boot event"
        assert fields["id"] not in self.held[state], "an id is held once"
        assert fields["_"] == 1
        assert all(
            type(v) is int and abs(v) < 2**53 for k, v in fields.items() if k not in ("id", "sid", "t")
        )
        self.held[state].add(fields["id"])
        return self.core.assert_fact(handle, message)

    def retract_fact(self, handle: int, message: str, /) -> tuple[int, int]:
        self._enter("retract_fact")
        fields = json.loads(message)
        state = handle, fields["sid"]
        assert fields["id"] in self.held[state], "only what is held is retracted"
        assert fields["id"] == "S" or fields["id"] not in self.fired[state], "what fired is never retracted"
        self.held[state].remove(fields["id"])
        return self.core.retract_fact(handle, message)

    def start_action_for_state(self, handle: int, offset: int, /) -> tuple[str, str] | None:
        self._enter("start_action_for_state")
        started = self.core.start_action_for_state(handle, offset)
        if started is not None:
            self.booted.add((handle, self.sid_of[handle, offset]))
            self._note(handle, offset, started[1])
        return started

    def complete_and_start_action(self, handle: int, offset: int, /) -> str | None:
        self._enter("complete_and_start_action")
        message = self.core.complete_and_start_action(handle, offset)
        if message is not None:
            self._note(handle, offset, message)
        return message

    def _note(self, handle: int, offset: int, message: str) -> None:
        self.fired[handle, self.sid_of[handle, offset]].update(name for name, _ in ID.findall(message))

    def delete_state(self, handle: int, sid: str, /) -> None:
        self._enter("delete_state")
        assert (handle, sid) in self.booted, "a state that did not fire its boot event is never deleted"
        self.booted.remove((handle, sid))
        del self.held[handle, sid], self.fired[handle, sid]
        self.core.delete_state(handle, sid)


def check_rule(name: str, rule: dict[str, Any]) -> None:
    """Stage first, equality only, a join that always holds last, never on `id` or `sid`."""
    assert not any(f'"{word}"' in json.dumps(rule) for word in FORBIDDEN)
    conditions = rule["all"]
    if name == "boot":
        assert conditions == [{"s": {"t": "boot"}}]
        return
    assert rule["dist"] == 0
    assert conditions[0] == {"s": {"t": "s"}}
    assert len(conditions) <= 16
    for condition in conditions[1:]:
        ((_, body),) = condition.items()
        kind, *joins = body["$and"]
        assert list(kind) == ["t"]
        assert joins[-1] == {"_": {"s": "_"}}
        assert len(joins) <= 29
        for join in joins:
            ((left, right),) = join.items()
            ((_, field),) = right.items()
            assert not {left, field} & {"id", "sid"}
