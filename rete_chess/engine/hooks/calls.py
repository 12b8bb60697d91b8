"""Hooks as rules that fire: each is called with its context, and its answer is carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from rete_chess.core import edits
from rete_chess.core.board import DYING
from rete_chess.core.reach import EMPTY
from rete_chess.core.values import bounded, round_number
from rete_chess.engine.hooks._engine import HookEngine, ask_quietly
from rete_chess.errors import MoveRefusedError
from rete_chess.facts.events import Event
from rete_chess.facts.rules import Rule
from rete_chess.facts.words.actions import CallHook
from rete_chess.presets import contexts
from rete_chess.presets.answers import Amount, Consume, Refuse
from rete_chess.presets.engine_face import Move

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run

#: Hook -> the context that it is given for an event.
CONTEXTS: Final[dict[str, Callable[[Run, HookEngine, Any], contexts.HookContext]]] = {
    "on_before_move": lambda run, engine, event: contexts.BeforeMoveContext(
        engine, event.side, event.piece, _move(run)
    ),
    "on_before_capture": lambda run, engine, event: contexts.CaptureHookContext(
        engine, event.side, event.piece, event.target, _move(run)
    ),
    "on_damage": lambda run, engine, event: contexts.DamageHookContext(
        engine, event.target, event.amount, event.kind, event.piece
    ),
    "on_piece_spawn": lambda run, engine, event: contexts.PieceSpawnContext(engine, event.target),
    "on_piece_retract": lambda run, engine, event: contexts.PieceRetractContext(
        engine, event.target, event.square, event.kind
    ),
    "should_advance_turn": lambda run, engine, event: contexts.TurnAdvanceContext(
        engine, event.side, run.board.half_moves
    ),
    "on_after_move": lambda run, engine, event: contexts.MoveHookContext(
        engine, event.side, event.piece, _move(run)
    ),
    "on_turn_start": lambda run, engine, event: contexts.TurnStartContext(engine, event.side),
    "describe_move_effect": lambda run, engine, event: contexts.DescribeMoveEffectContext(
        engine, event.side, _move(run), run.outcome
    ),
}


def _move(run: Run) -> Move:
    assert run.move_of_hooks is not None
    return run.move_of_hooks


def call_hook(run: Run, action: CallHook, rule: Rule, subject: int | None) -> None:
    """Call the hook that a rule stands for, and do as it answers."""
    event = run.pending
    assert event is not None
    hooked = run.program.hooked[action.place]
    is_quiet = action.hook == "describe_move_effect"
    engine = HookEngine(run.game, hooked, None if is_quiet else run, rule.id, subject)
    context = CONTEXTS[action.hook](run, engine, event)
    if is_quiet:
        text = ask_quietly(run.game, hooked, action.hook, lambda: hooked.ask(action.hook, context))
        if text:
            run.trace.texts.append(text)
        return
    stood = None if event.target is None else (run.board.reach_of(event.target), event.target)
    answer = hooked.ask(action.hook, context)
    if isinstance(answer, Refuse):
        raise MoveRefusedError(rule.id, rule.origin, answer.reason)
    if action.hook == "on_before_capture" and answer is not None:
        run.is_consumed = True
    elif isinstance(answer, Amount):
        run.pending = event.with_amount(bounded(round_number(answer.amount), "the damage"))
    elif isinstance(answer, Consume):
        if answer.died and stood is not None:
            _lay_back(run, *stood)
        _consume_damage(run, event, answer)
    elif answer is False:  # the turn does not pass, and nobody else is asked
        run.has_extra_move = run.is_cancelled = True


def _consume_damage(run: Run, event: Event, answer: Consume) -> None:
    """Take what is left of the damage; a death counts as all of it taken."""
    assert event.target is not None
    assert event.amount is not None
    run.is_consumed = True
    run.pending = event.with_amount(0)
    taken = answer.taken or (event.amount if answer.died else 0)
    run.paid[event.target] = run.paid.get(event.target, 0) + bounded(round_number(taken), "the damage")
    if answer.died:
        run.fatal.add(event.target)


def _lay_back(run: Run, reach: Any, entity: int) -> None:
    """Put a piece back that the hook took off the board by itself and reports as dead.

    So its death is the same as any other: the loss of a royal piece counts, and the death is heard.
    """
    is_gone = run.board.square_of(entity) < 0 and entity not in run.board.columns.get(DYING, {})
    if reach is not None and is_gone and run.board.cells[reach.square] == EMPTY:
        edits.put(run.board, reach, entity)
