"""Actions that act at once: on attributes, the event that is judged, the turn, the result, the trace."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Any

from rete_chess.core import edits, results
from rete_chess.core.geometry import COLORS, NEUTRAL, OWNERS
from rete_chess.core.values import bounded, round_number
from rete_chess.costs import WRITE
from rete_chess.engine.derived.ceilings import ceiling
from rete_chess.engine.move.tables import executes
from rete_chess.engine.move.trace import Shown
from rete_chess.errors import FactError, MoveRefusedError
from rete_chess.facts.rules import Rule
from rete_chess.facts.tiles import tiles
from rete_chess.facts.vocabulary import SUM, stack
from rete_chess.facts.words import actions as act
from rete_chess.facts.words.targets import as_color
from rete_chess.facts.words.terms import Frame, number_of
from rete_chess.facts.words.texts import fill

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run


@executes(act.Consume)
def _consume(run: Run, action: act.Consume, rule: Rule, frame: Frame, subject: int | None) -> None:
    run.is_consumed = True


@executes(act.Cancel)
def _cancel(run: Run, action: act.Cancel, rule: Rule, frame: Frame, subject: int | None) -> None:
    run.is_cancelled = True


@executes(act.Refuse)
def _refuse(run: Run, action: act.Refuse, rule: Rule, frame: Frame, subject: int | None) -> None:
    raise MoveRefusedError(rule.id, rule.origin, fill(action.reason, frame, rule.kinds))


@executes(act.EndGame)
def _end_game(run: Run, action: act.EndGame, rule: Rule, frame: Frame, subject: int | None) -> None:
    if run.result is None:
        if action.side is None:
            run.result = results.draw(action.reason)
        elif action.side.of(frame) != OWNERS[NEUTRAL]:  # by what is nobody's nobody wins
            run.result = results.win(COLORS.index(as_color(frame, action.side)), action.reason)


@executes(act.ExtraMove)
def _extra_move(run: Run, action: act.ExtraMove, rule: Rule, frame: Frame, subject: int | None) -> None:
    run.has_extra_move = True


@executes(act.Log)
def _log(run: Run, action: act.Log, rule: Rule, frame: Frame, subject: int | None) -> None:
    run.trace.logs.append(fill(action.text, frame, rule.kinds))


@executes(act.CallHook)
def _call_hook(run: Run, action: act.CallHook, rule: Rule, frame: Frame, subject: int | None) -> None:
    from rete_chess.engine.hooks.calls import call_hook  # late: only Python presets have hooks

    call_hook(run, action, rule, subject)


# -- attributes ------------------------------------------------------------------------------------


@executes(act.Write)
def _write(run: Run, action: act.Write, rule: Rule, frame: Frame, subject: int | None) -> None:
    """Write an attribute of everybody it concerns, or a field of the event that is judged."""
    if action.edits_event:
        event = run.pending
        assert event is not None
        made: Any = _result(action, event.field(action.attribute), frame)
        if isinstance(made, (int, float)) and not isinstance(made, bool):
            made = bounded(round_number(made), f"{action.attribute} of the event")
        run.pending = event._replace(**{action.attribute: made})
        return
    board, columns = run.board, action.target.columns(action.attribute, frame)
    board.meter.charge(WRITE * len(columns))
    for attribute, entity in columns:
        if entity in board.squares or entity <= 0 or board.reach_of(entity) or entity in tiles(board):
            _write_one(run, action, entity, attribute, frame)


def write_named(run: Run, action: Any, name: str, frame: Frame) -> bool:
    """Write a declared attribute of the piece that a name stands for, as `_write` does; False if it stands
    nowhere, or the attribute is none of a piece, and nothing was done."""
    entity, board = frame.names.get(name), run.board
    declared = run.session.vocabulary.attributes.get(action.attribute)
    if entity not in board.squares or declared is None or declared.of != "piece" or declared.type == "types":
        return False
    board.meter.charge(WRITE)
    column = board.columns.get(declared.name)
    old = None if column is None else column.get(entity)
    if action.op == "add" and declared.stacking != SUM and old is not None:
        value = stack(declared.stacking, [old, action.value.of(frame)])  # flags and such do not add up
    else:
        value = _result(action, old, frame)
    edits.write(board, declared.name, entity, declared.check(value))
    return True


def _write_one(run: Run, action: act.Write, entity: int, attribute: str, frame: Frame) -> None:
    old = run.session.get(entity, attribute)
    declared = run.session.vocabulary.attributes.get(action.attribute)
    if action.op == "add" and declared is not None and declared.stacking != SUM and old is not None:
        value = stack(declared.stacking, [old, action.value.of(frame)])  # flags and such do not add up
    else:
        value = _result(action, old, frame)
    run.session.insert(entity, attribute, value)


def _result(action: act.Write, old: Any, frame: Frame) -> Any:
    if action.op == "set":
        if action.if_missing and old is not None:
            return old
        value = action.value.of(frame)
        if value is None:
            raise FactError("E_FACT_TYPE", f"{action.value.text()} has no value", expected="a value to set")
        return value
    value = number_of(action.value, frame)
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


@executes(act.Heal)
def _heal(run: Run, action: act.Heal, rule: Rule, frame: Frame, subject: int | None) -> None:
    """Give back up to the ceiling of each piece; nothing to a piece without the attribute."""
    targets = action.target.resolve(frame)
    run.board.meter.charge(WRITE * len(targets))
    for entity in targets:
        now = run.session.get(entity, action.attribute)
        if now is not None:
            amount = number_of(action.amount, frame)
            most = ceiling(run.program, run.board, entity, action.attribute)
            healed = max(now, min(now + amount, most))
            run.session.insert(entity, action.attribute, healed)
            if action.effect and healed > now:
                run.trace.shown.append(Shown(action.effect, run.board.squares[entity]))


@executes(act.Absorb)
def _absorb(run: Run, action: act.Absorb, rule: Rule, frame: Frame, subject: int | None) -> None:
    """Pay the pending damage: absorbed = min(amount, attribute x rate), at the price of absorbed / rate."""
    targets = action.target.resolve(frame)
    run.board.meter.charge(WRITE * len(targets))
    for entity in targets:
        event = run.pending
        held = run.session.effective(entity, action.attribute)
        if event is None or event.amount is None or held is None or held <= 0:
            continue
        rate = number_of(action.rate, frame) if action.rate else 1
        most = number_of(action.at_most, frame) if action.at_most else event.amount
        absorbed = max(0, min(event.amount, most, held * rate))
        price = absorbed if rate == 1 else absorbed / rate
        stored = run.session.get(entity, action.attribute) or 0
        run.session.insert(entity, action.attribute, stored - price)
        run.pending = event.with_amount(round_number(event.amount - absorbed))
        if action.fatal:
            run.paid[entity] = run.paid.get(entity, 0) + absorbed
            if round_number(held - price) <= 0:
                run.fatal.add(entity)
