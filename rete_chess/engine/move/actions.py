"""Executing actions: some act at once, the others make events that happen after the activation."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Any

from rete_chess.core import results
from rete_chess.core.geometry import COLORS
from rete_chess.engine.derived.ceilings import ceiling
from rete_chess.engine.move.trace import Shown
from rete_chess.errors import MoveRefusedError
from rete_chess.facts.rules import Rule
from rete_chess.facts.session import OWNER, reach_of
from rete_chess.facts.tiles import tiles
from rete_chess.facts.vocabulary import GAME, PRESET_STATE, SUM, round_number, stack
from rete_chess.facts.words import actions as act
from rete_chess.facts.words.targets import (
    EventTarget,
    GameTarget,
    PresetTarget,
    SideTarget,
    as_color,
    as_square,
    as_type,
)
from rete_chess.facts.words.terms import Frame, fill

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run


def execute(run: Run, action: act.Action, rule: Rule, frame: Frame, subject: int | None) -> None:
    """Do one action of a rule that fires."""
    if isinstance(action, (act.Write, act.Absorb, act.Heal)):
        _change_facts(run, action, frame)
    elif isinstance(action, act.Consume):
        run.is_consumed = True
    elif isinstance(action, act.Cancel):
        run.is_cancelled = True
    elif isinstance(action, act.Refuse):
        raise MoveRefusedError(rule.id, rule.origin, fill(action.reason, frame, rule.kinds))
    elif isinstance(action, act.EndGame):
        _end_game(run, action, frame)
    elif isinstance(action, act.ExtraMove):
        run.has_extra_move = True
    elif isinstance(action, act.Show):
        square = as_square(frame, action.square)
        if square is not None:
            run.trace.shown.append(Shown(action.kind, square, action.ttl))
    elif isinstance(action, act.CallHook):
        from rete_chess.engine.hooks.calls import call_hook  # late: only Python presets have hooks

        call_hook(run, action, rule, subject)
    elif isinstance(action, act.Log):
        run.trace.logs.append(fill(action.text, frame, rule.kinds))
    else:
        _make_events(run, action, rule, frame, subject)


def _end_game(run: Run, action: act.EndGame, frame: Frame) -> None:
    if run.result is None:
        if action.side is None:
            run.result = results.draw(action.reason)
        else:
            run.result = results.win(COLORS.index(as_color(frame, action.side)), action.reason)


# -- at once ---------------------------------------------------------------------------------------


def _change_facts(run: Run, action: act.Write | act.Absorb | act.Heal, frame: Frame) -> None:
    if isinstance(action, act.Absorb):
        for entity in action.target.resolve(frame):
            _absorb(run, action, entity, frame)
    elif isinstance(action, act.Heal):
        for entity in action.target.resolve(frame):
            _heal(run, entity, action.attribute, action.amount.of(frame))
    elif isinstance(action.target, EventTarget):
        event = run.pending
        assert event is not None
        old = event.field(action.attribute)
        made: Any = _result(action, old, frame)
        made = round_number(made) if isinstance(made, float) else made
        run.pending = event._replace(**{action.attribute: made})
    elif isinstance(action.target, SideTarget):
        attribute = f"{action.attribute}{OWNER}{action.target.color.of(frame)}"
        _write(run, action, GAME, attribute, frame)
    elif isinstance(action.target, GameTarget):
        _write(run, action, GAME, action.attribute, frame)
    elif isinstance(action.target, PresetTarget):
        _write(run, action, PRESET_STATE, f"{action.target.preset}{OWNER}{action.attribute}", frame)
    else:
        for entity in action.target.resolve(frame):
            if reach_of(run.board, entity) is not None or entity in tiles(run.board):
                _write(run, action, entity, action.attribute, frame)


def _write(run: Run, action: act.Write, entity: int, attribute: str, frame: Frame) -> None:
    old = run.session.get(entity, attribute)
    declared = run.session.vocabulary.attributes.get(action.attribute)
    if action.op == "add" and declared is not None and declared.stacking != SUM and old is not None:
        value = stack(declared.stacking, [old, action.value.of(frame)])  # flags and such do not add up
    else:
        value = _result(action, old, frame)
    run.session.insert(entity, attribute, value)


def _result(action: act.Write, old: Any, frame: Frame) -> Any:
    value = action.value.of(frame)
    if action.op == "set":
        return old if action.if_missing and old is not None else value
    old = old or 0
    return _sum(action, old, value) if action.op == "add" else _product(action, old, value)


def _sum(action: act.Write, old: float, by: float) -> float:
    """An addition; its bounds stop it, but never push back what is beyond them already."""
    if by > 0 and action.most is not None:
        return max(old, min(old + by, action.most))
    if by < 0 and action.least is not None:
        return min(old, max(old + by, action.least))
    return old + by


def _product(action: act.Write, old: float, by: float) -> float:
    product = round_number(old * by)
    if action.rounding == "nearest":
        return floor(product + 0.5)  # halves go up
    return {"down": floor, "up": ceil}[action.rounding](product) if action.rounding else product


def _heal(run: Run, entity: int, attribute: str, amount: float) -> None:
    """Add hit points up to the ceiling of the piece; nothing for a piece without any."""
    now = run.session.get(entity, attribute)
    if now is not None:
        most = ceiling(run.program, run.board, entity, attribute)
        run.session.insert(entity, attribute, max(now, min(now + amount, most)))


def _absorb(run: Run, action: act.Absorb, entity: int, frame: Frame) -> None:
    """Pay the pending damage: absorbed = min(amount, attribute x rate), at the price of absorbed / rate."""
    event = run.pending
    held = run.session.effective(entity, action.attribute)
    if event is None or event.amount is None or held is None or held <= 0:
        return
    rate = action.rate.of(frame) if action.rate else 1
    most = action.at_most.of(frame) if action.at_most else event.amount
    absorbed = min(event.amount, most, held * rate)
    price = absorbed / rate
    left = round_number(held - price)
    stored = run.session.get(entity, action.attribute) or 0
    run.session.insert(entity, action.attribute, stored - price)
    run.pending = event.with_amount(round_number(event.amount - absorbed))
    if action.fatal:
        run.paid[entity] = run.paid.get(entity, 0) + absorbed
        if left <= 0:
            run.fatal.add(entity)


# -- as events -------------------------------------------------------------------------------------


def _make_events(run: Run, action: act.Action, rule: Rule, frame: Frame, subject: int | None) -> None:
    cause = frame.event
    common: dict[str, Any] = {"source": rule.id, "subject": subject, "side": cause.side if cause else None}
    if isinstance(action, act.Spawn):
        square = as_square(frame, action.square)
        if square is not None:
            kind, color = as_type(frame, action.type), as_color(frame, action.color)
            run.enqueue(
                [run.new_event("spawn", cause, **{**common, "side": color}, becomes=kind, square=square)]
            )
    elif isinstance(action, act.ChangeTile):
        square = as_square(frame, action.square)
        run.enqueue([run.new_event("tile", cause, **common, becomes=action.type, square=square)])
    else:
        assert isinstance(
            action, (act.Damage, act.Destroy, act.Remove, act.Capture, act.Transform, act.Relocate)
        )
        details = _details(action, frame)
        run.enqueue(
            [
                run.new_event(details["event"], cause, **common, **{**details["fields"], "target": entity})
                for entity in action.target.resolve(frame)
            ]
        )


def _details(action: act.Action, frame: Frame) -> dict[str, Any]:
    """The kind of event that an action makes, and its fields beside the target."""
    if isinstance(action, act.Damage):
        by = action.by.of(frame) if action.by else None
        return {
            "event": "damage",
            "fields": {"amount": round_number(action.amount.of(frame)), "kind": action.kind, "piece": by},
        }
    if isinstance(action, act.Destroy):
        return {"event": "destroy", "fields": {"kind": action.kind}}
    if isinstance(action, act.Capture):
        return {"event": "capture", "fields": {"kind": "capture", "piece": action.by.of(frame)}}
    if isinstance(action, act.Transform):
        return {"event": "transform", "fields": {"becomes": as_type(frame, action.type)}}
    if isinstance(action, act.Relocate):
        return {"event": "relocate", "fields": {"to": as_square(frame, action.to)}}
    return {"event": "remove", "fields": {}}
