"""Events that actions make: one, one for each target, or one for each with what chance decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rete_chess.facts.rules import Rule
from rete_chess.facts.words import actions as act
from rete_chess.facts.words.terms import Frame

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run


def make(
    run: Run, action: act.Action, rule: Rule, frame: Frame, subject: int | None, *events: dict[str, Any]
) -> None:
    """Let the events of an action happen together, each with its fields."""
    cause = frame.event
    common: dict[str, Any] = {"source": rule.id, "subject": subject, "side": cause.side if cause else None}
    run.enqueue([run.new_event(action.makes, cause, **{**common, **fields}) for fields in events])


def make_for_all(run: Run, action: Any, rule: Rule, frame: Frame, subject: int | None, **fields: Any) -> None:
    """Let an event of the same fields happen to each target of an action."""
    events = [{**fields, "target": entity} for entity in action.target.resolve(frame)]
    make(run, action, rule, frame, subject, *events)


def make_for_each(
    run: Run,
    action: Any,
    rule: Rule,
    frame: Frame,
    subject: int | None,
    name: str,
    find: Callable[[], Any],
    is_drawn: bool,
    **fields: Any,
) -> None:
    """The same with one more field: the same value for all, or one for each target where it is drawn."""
    if not is_drawn:
        make_for_all(run, action, rule, frame, subject, **{name: find()}, **fields)
        return
    events = [{**fields, name: find(), "target": entity} for entity in action.target.resolve(frame)]
    make(run, action, rule, frame, subject, *events)
