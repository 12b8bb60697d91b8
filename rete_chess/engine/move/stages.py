"""The twelve stages of a move, in their locked order."""

from __future__ import annotations

from typing import NamedTuple

from rete_chess.core import edits
from rete_chess.core.attacks import attackers, royal_squares
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.legality import is_stuck
from rete_chess.core.moves import MANNER_SHIFT, Manner, origin_of, promotion_of, target_of
from rete_chess.core.reach import EMPTY, Reach
from rete_chess.engine.derived.derive import take_new_profile
from rete_chess.engine.hooks.moves import move_of
from rete_chess.engine.move.consequences import clean_up, strike
from rete_chess.engine.move.run import Run
from rete_chess.engine.setup.active_set import tick
from rete_chess.engine.setup.swap import swap
from rete_chess.facts.events import Event, journey

#: Attacker and royal piece of every check on the board.
Pairs = frozenset[tuple[int, int]]


class Plan(NamedTuple):
    """A plan of a move: what it sets out to do, read off the board before it starts."""

    code: int
    side: str
    mover: int
    reach: Reach
    origin: int
    target: int
    victim: int  # entity, 0: none
    place: int  # where the victim stands
    manner: Manner


def plan_of(run: Run, code: int) -> Plan:
    board = run.board
    if run.program.hooked:
        run.move_of_hooks = move_of(board, code)
    manner = board.book.manners[code >> MANNER_SHIFT]
    origin, target = origin_of(code), target_of(code)
    place = board.exposed.victim if manner.takes and board.exposed else target
    victim = 0 if manner.castles else board.entities[place]
    reach = board.pieces[board.turn][origin]
    return Plan(
        code, COLORS[board.turn], board.entities[origin], reach, origin, target, victim, place, manner
    )


def run_stages(run: Run, code: int, is_answered: bool = True) -> None:
    """Play a legal move through all stages. Whoever calls takes the journal back if this raises.

    A move that no rule answers until its turn ends is made by the core.
    """
    if not is_answered:
        plan = plan_of(run, code)
        edits.make_within_turn(run.board, code)
        _turn_stages(run, plan, frozenset())
        return
    checks = _checks(run) if "check" in run.program.rules_at else frozenset()
    plan = run_effects(run, code)
    run.stage = "check"
    run.derive()
    checks = _hear_checks(run, checks)
    _turn_stages(run, plan, checks)


def run_effects(run: Run, code: int) -> Plan:
    """The first seven stages: all that the move does to the board."""
    plan = plan_of(run, code)
    run.stage = "before-move"
    if run.hears("before-move") and run.hear("before-move", _set_out(run, plan)) is None:
        _stand_still(run)
        return plan
    _capture_stages(run, plan)
    moved = _move_stage(run, plan)
    for event in moved:
        _enter(run, event)
    _promotion_stage(run, plan)
    _forget_passed(run, plan)
    return plan


def _forget_passed(run: Run, plan: Plan) -> None:
    """Nobody can be taken in passing if rules have taken the piece that passed elsewhere."""
    exposed = run.board.exposed
    if exposed is not None and run.board.entities[exposed.victim] != plan.mover:
        edits.set_exposed(run.board, None)


def _stand_still(run: Run) -> None:
    """A move that was cancelled: nobody moves, but the half-move counts."""
    edits.set_clock(run.board, run.board.clock + 1)
    if run.board.exposed is not None:
        edits.set_exposed(run.board, None)


def _set_out(run: Run, plan: Plan) -> Event:
    """The event of the move as a whole, before anything has happened."""
    return _journey(run, plan, "move", plan.mover, plan.origin, plan.target, victim=plan.victim)


def _journey(
    run: Run,
    plan: Plan,
    event: str,
    piece: int,
    origin: int,
    to: int,
    *,
    victim: int = 0,
    square: int | None = None,
    kind: str | None = None,
) -> Event:
    """The event of a piece on its way, on record."""
    return run.record(
        journey(
            run.next_number(),
            event,
            run.board,
            side=plan.side,
            piece=piece,
            target=victim,
            origin=origin,
            to=to,
            square=square,
            kind=kind,
            tag=plan.manner.tag,
        )
    )


# -- 2 to 4: the capture ---------------------------------------------------------------------------


def _capture_stages(run: Run, plan: Plan) -> None:
    if not plan.victim:
        return
    event = _journey(
        run,
        plan,
        "capture",
        plan.mover,
        plan.origin,
        plan.target,
        victim=plan.victim,
        square=plan.place,
        kind="capture",
    )
    run.stage = "before-capture"
    run.prey = plan.victim
    heard = run.at("before-capture", event.with_amount(1))
    if heard is not None and not run.is_consumed:
        run.stage = "damage"
        strike(run, heard.with_word("damage"))
    run.prey = 0
    if plan.victim in run.graves:  # killed by the capture, or by what rules did in its place
        run.stage = "capture"
        event = (heard or event).with_amount(None)
        run.at("capture", event)
        clean_up(run, event)


# -- 5 to 7: the move ------------------------------------------------------------------------------


def _move_stage(run: Run, plan: Plan) -> list[Event]:
    """Move the pieces, and let every change of place be heard; returns those events."""
    run.stage = "move"
    board = run.board
    promoted = promotion_of(plan.code)
    edits.set_clock(board, 0 if plan.victim or plan.reach.resets_clock else board.clock + 1)
    moved: list[tuple[int, int, int]] = []
    if plan.manner.castles:
        right = board.rights.by_move[plan.code]
        partner = board.entities[right.rook]
        edits.castle(board, right)
        moved = [(plan.mover, right.king, right.king_to), (partner, right.rook, right.rook_to)]
        moved = [(piece, origin, target) for piece, origin, target in moved if origin != target]
    elif _may_arrive(run, plan):
        mover = board.pieces[plan.reach.color][plan.origin]  # a capture's rules may have made it another type
        row = mover.row if promoted < 0 else board.book.rows[plan.reach.color][promoted]
        edits.relocate(board, plan.origin, row[plan.target])
        if promoted >= 0:
            take_new_profile(run.game, plan.target)
        moved = [(plan.mover, plan.origin, plan.target)]
    exposed = None
    if plan.manner.exposes and moved:
        exposed = board.expose(plan.reach.passed[plan.code], plan.target, plan.reach.color)
    if exposed is not None or board.exposed is not None:
        edits.set_exposed(board, exposed)
    events = []
    if not (run.hears("move") or run.hears("square-entry")):
        return []
    for piece, origin, target in moved:
        event = _journey(run, plan, "move", piece, origin, target, square=target)
        run.at("move", event)
        events.append(event)
    return events


def _may_arrive(run: Run, plan: Plan) -> bool:
    """Whether the mover enters its square: alive, not staying, the square free, the victim gone."""
    board = run.board
    return (
        not plan.manner.stays
        and board.entities[plan.origin] == plan.mover
        and board.cells[plan.target] == EMPTY
        and (not plan.victim or board.entities[plan.place] != plan.victim)
    )


def _enter(run: Run, event: Event) -> None:
    run.stage = "square-entry"
    if event.to is not None and run.board.entities[event.to] == event.piece:
        run.at("square-entry", event)


def _promotion_stage(run: Run, plan: Plan) -> None:
    run.stage = "promotion"
    promoted = promotion_of(plan.code)
    if promoted < 0 or not run.hears("promotion"):
        return
    types = run.board.book.types
    is_there = run.board.square_of(plan.mover) >= 0
    if is_there and run.session.get(plan.mover, "PieceType") == types[promoted]:
        event = run.new_event(
            "promotion",
            side=plan.side,
            piece=plan.mover,
            to=plan.target,
            was=types[plan.reach.type_index],
            becomes=types[promoted],
            player=True,
        )
        run.hear("promotion", event)


# -- 8: check --------------------------------------------------------------------------------------


def _checks(run: Run) -> Pairs:
    """The pairs of attacker and royal piece on the board now, of both sides."""
    board = run.board
    exempt = board.book.laws.exempt
    if exempt is not None and exempt(board):
        return frozenset()
    return frozenset(
        (board.entities[origin], board.entities[royal])
        for color in (0, 1)
        for royal in royal_squares(board, color)
        for origin in attackers(board, royal, color ^ 1)
    )


def _hear_checks(run: Run, before: Pairs) -> Pairs:
    """Checks that are new: each attacker delivers, each royal piece that was safe receives.

    Returns all checks on the board, new and old.
    """
    if "check" not in run.program.rules_at:
        return before
    board = run.board
    now = _checks(run)
    for attacker, royal in sorted(now - before):
        if board.square_of(attacker) < 0 or board.square_of(royal) < 0:
            continue
        side = run.session.get(attacker, "Color")
        event = run.new_event("check", side=side, piece=attacker, target=royal, kind="delivered", player=True)
        run.at("check", event)
    checked = {royal for _, royal in before}
    for royal in sorted({royal for _, royal in now} - checked):
        if board.square_of(royal) >= 0:
            # The side of an event is the side that acts: here the one that gives check.
            side = COLORS[1 - COLORS.index(run.session.get(royal, "Color"))]
            run.at("check", run.new_event("check", side=side, target=royal, kind="received", player=True))
    return now


# -- 9 to 12: the turn -----------------------------------------------------------------------------


def pass_turn(board: Board) -> None:
    """Count the half-move of an imagined move, and end the turn if it was the last."""
    edits.count_half_move(board)
    if board.half_moves >= board.turn_length:
        edits.end_turn(board)


def _turn_stages(run: Run, plan: Plan, checks: Pairs) -> None:
    board = run.board
    fired = len(run.trace.firings)
    edits.count_half_move(board)
    is_last = "turn-advance" in run.program.rules_at and board.half_moves >= board.turn_length
    if is_last and not run.has_extra_move:
        run.stage = "turn-end"
        run.hear("turn-advance", run.new_event("turn-advance", side=plan.side))
    if run.has_extra_move:
        edits.add_extra_move(board)
    flips = board.half_moves >= board.turn_length
    if not flips:
        run.derive()
        flips = is_stuck(board)
    if flips:
        _end_turn(run, plan)
    run.stage = "after-move"
    has_expired = run.game.is_timed and tick(run)
    if run.hears("after-move"):
        run.hear("after-move", run.new_event("after-move", side=plan.side, piece=plan.mover, player=True))
    has_changed = run.derive()
    if not flips and (has_expired or has_changed or len(run.trace.firings) > fired) and is_stuck(board):
        # What came after the move has taken the last half-move away: the turn ends late.
        flips = True
        _end_turn(run, plan)
        run.derive()
    run.stage = "turn-start"
    if run.game.pending is not None:
        swap(run, run.game.pending, flips)
    if flips and run.hears("turn-start"):
        run.hear("turn-start", run.new_event("turn-start", side=COLORS[board.turn]))
    run.stage = "result"
    has_changed = run.derive() or has_changed
    if has_changed or len(run.trace.firings) > fired:
        _hear_checks(run, checks)  # born late, by rules of the turn
    if run.hears("result"):
        run.hear("result", run.new_event("result", side=plan.side))
    _forget_passed(run, plan)


def _end_turn(run: Run, plan: Plan) -> None:
    run.stage = "turn-end"
    if run.hears("turn-end"):
        run.hear("turn-end", run.new_event("turn-end", side=plan.side))
    edits.end_turn(run.board)
