"""The twelve stages of a move, in their locked order."""

from __future__ import annotations

from rete_chess.core import edits
from rete_chess.core.attacks import checks
from rete_chess.core.board import Board
from rete_chess.core.castling import Right
from rete_chess.core.deeds import Deed, Step, deed_of, tag_of
from rete_chess.core.geometry import COLORS
from rete_chess.core.legality import is_stuck
from rete_chess.core.reach import COLOR, EMPTY, Reach, expose
from rete_chess.engine.derived.derive import take_new_profile
from rete_chess.engine.hooks.moves import move_of
from rete_chess.engine.move._detours import redirected
from rete_chess.engine.move.besides import act_stages, act_told, arrival, drop_stages, enter
from rete_chess.engine.move.consequences import clean_up, pocket, strike
from rete_chess.engine.move.run import Run
from rete_chess.engine.setup.active_set import tick
from rete_chess.engine.setup.profile_swap import swap
from rete_chess.facts.events import Event, journey

#: Attacker and royal piece of every check on the board.
Pairs = frozenset[tuple[int, int]]


def _deed(run: Run, code: int) -> Deed:
    """What the move does, read off the board before it starts."""
    if run.program.hooked:
        run.move_of_hooks = move_of(run.board, code)
    run.deed = deed = deed_of(run.board, code)
    return deed


def run_stages(run: Run, code: int, is_answered: bool = True) -> None:
    """Play a legal move through all stages. Whoever calls takes the journal back if this raises.

    A move that no rule answers until its turn ends is made by the core.
    """
    if not is_answered:
        deed = _deed(run, code)
        edits.make_within_turn(run.board, code)
        _turn_stages(run, deed, frozenset())
        return
    before = checks(run.board) if _are_checks_heard(run) else frozenset()
    deed = run_effects(run, code)
    run.stage = "check"
    run.derive()
    _turn_stages(run, deed, _hear_checks(run, before))


def run_effects(run: Run, code: int) -> Deed:
    """The first seven stages: all that the move does to the board."""
    deed = _deed(run, code)
    run.stage = "before-move"
    if run.hears("before-move"):
        asked = _set_out(run, deed)
        heard = run.hear("before-move", asked)
        meant = None if heard is None else redirected(run, deed, asked, heard)
        if meant is None:
            _stand_still(run)
            return deed
        deed = meant
    if deed.manner.drops:
        return drop_stages(run, deed)
    if deed.manner.acts:
        return act_stages(run, deed)
    deed = _capture_stages(run, deed)
    moved = _move_stage(run, deed)
    for event in moved:
        enter(run, event)
    _promotion_stage(run, deed)
    _forget_passed(run, deed)
    return deed


def _forget_passed(run: Run, deed: Deed) -> None:
    """Nobody can be taken in passing if rules have taken the piece that passed elsewhere.

    A free act comes before the move that may take it, a part of a turn belongs to the move that passed.
    """
    exposed = run.board.exposed
    belongs = deed.manner.is_free or deed.manner.is_part
    if exposed is not None and not belongs and run.board.entities[exposed.victim] != deed.mover:
        edits.set_exposed(run.board, None)


def _stand_still(run: Run) -> None:
    """A move that was cancelled, or whose piece is gone: nobody moves, but the half-move counts."""
    edits.set_clock(run.board, run.board.clock + 1)
    if run.board.exposed is not None:
        edits.set_exposed(run.board, None)


def _set_out(run: Run, deed: Deed) -> Event:
    """The event of the move as a whole, before anything has happened."""
    if deed.manner.acts:
        return act_told(run, deed, "move")
    if deed.manner.drops:
        return run.record(arrival(run, deed, None))
    return _journey(run, deed, "move", deed.mover, deed.origin, deed.target, victim=deed.victim)


def _journey(
    run: Run,
    deed: Deed,
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
            side=deed.side,
            piece=piece,
            target=victim,
            origin=origin,
            to=to,
            square=square,
            kind=kind,
            tag=tag_of(deed, piece),
        )
    )


# -- 2 to 4: the capture ---------------------------------------------------------------------------


def _capture_stages(run: Run, deed: Deed) -> Deed:
    """Let the victim be captured, if there is one; returns what the move still does."""
    if not deed.victim:
        return deed
    event = _journey(
        run,
        deed,
        "capture",
        deed.mover,
        deed.origin,
        deed.target,
        victim=deed.victim,
        square=deed.place,
        kind="capture",
    )
    run.stage = "before-capture"
    run.prey = deed.victim
    start, told = len(run.board.journal), len(run.trace.happened)
    heard = run.at("before-capture", event.with_amount(1))
    is_captor_there = run.board.square_of(deed.mover) >= 0
    if heard is not None and not run.is_consumed and is_captor_there:
        run.stage = "damage"
        strike(run, heard.with_word("damage"))
    run.prey = 0
    # Killed by the capture, or by what rules did in its place, but not by a capture that was heard then.
    if deed.victim in run.graves and deed.victim not in run.captured:
        run.stage = "capture"
        pocket(run, deed.victim, deed.color)
        event = (heard or event).with_amount(None)
        run.trace.happened.insert(told, (start, event))
        run.at("capture", event)
        clean_up(run, event)
    if heard is not None and heard.to not in (None, deed.target):
        return deed._replace(target=heard.to)
    return deed


# -- 5 to 7: the move ------------------------------------------------------------------------------


def _move_stage(run: Run, deed: Deed) -> list[Event]:
    """Move the pieces, and let every change of place be heard; returns those events."""
    run.stage = "move"
    board = run.board
    edits.set_clock(board, 0 if deed.resets_clock else board.clock + 1)
    moved: tuple[Step, ...] = ()
    if deed.right is not None:
        if _may_castle(run, deed, deed.right):
            edits.castle(board, deed.right)
            moved = deed.steps
    elif _may_arrive(run, deed):
        mover = _standing(board, deed.origin)  # rules may have made it another type, or given it away
        promoted = deed.move.promotion
        row = mover.row if promoted < 0 else board.book.promotion_row(mover, promoted)
        run.trace.step = len(board.journal)
        edits.relocate(board, deed.origin, row[deed.target])
        if promoted >= 0:
            take_new_profile(run, deed.target)
        moved = deed.steps
    elif deed.move.promotion >= 0 and board.entities[deed.target] == deed.mover:  # taken there by an action
        run.trace.step = len(board.journal)
        mover = _standing(board, deed.target)
        edits.relocate(board, deed.target, board.book.promotion_row(mover, deed.move.promotion)[deed.target])
        take_new_profile(run, deed.target)
    exposed = None
    if deed.manner.exposes and moved and board.cells[deed.target] & COLOR == deed.color:
        exposed = expose(board, deed.passed, deed.target, deed.color)
    if exposed is not None or board.exposed is not None:
        edits.set_exposed(board, exposed)
    events = []
    if not (run.hears("move") or run.hears("square-entry")):
        return []
    for piece, origin, target in moved:
        event = _journey(run, deed, "move", piece, origin, target, square=target)
        run.at("move", event)
        events.append(event)
    return events


def _standing(board: Board, square: int) -> Reach:
    """The piece on a square, whichever side it belongs to by now."""
    return board.pieces[board.cells[square] & COLOR][square]


def _may_castle(run: Run, deed: Deed, right: Right) -> bool:
    """Whether castler and partner still stand where they set out; rules may have taken them elsewhere."""
    entities = run.board.entities
    return entities[right.king] == deed.mover and entities[right.rook] == deed.partner


def _may_arrive(run: Run, deed: Deed) -> bool:
    """Whether the mover enters its square: alive, not staying, the square free, the victim gone.

    Where a rule has taken the capture over, only its actions move anybody.
    """
    board = run.board
    return (
        not (deed.manner.stays or (deed.victim and run.is_consumed))
        and board.entities[deed.origin] == deed.mover
        and board.cells[deed.target] == EMPTY
        and (not deed.victim or board.entities[deed.place] != deed.victim)
    )


def _promotion_stage(run: Run, deed: Deed) -> None:
    run.stage = "promotion"
    promoted = deed.move.promotion
    if promoted < 0 or deed.reach is None or not run.hears("promotion"):
        return
    types = run.board.book.types
    is_there = run.board.square_of(deed.mover) >= 0
    if is_there and run.session.get(deed.mover, "PieceType") == types[promoted]:
        event = run.new_event(
            "promotion",
            side=deed.side,
            piece=deed.mover,
            to=deed.target,
            was=types[deed.reach.type_index],
            becomes=types[promoted],
            player=True,
        )
        run.hear("promotion", event)


# -- 8: check --------------------------------------------------------------------------------------


def _are_checks_heard(run: Run) -> bool:
    """Whether somebody wants to know of checks."""
    return bool(run.ears) or "check" in run.program.rules_at


def _hear_checks(run: Run, before: Pairs) -> Pairs:
    """Checks that are new: each attacker delivers, each royal piece that was safe receives.

    Returns all checks on the board, new and old.
    """
    if not _are_checks_heard(run):
        return before
    board = run.board
    now, run.trace.has_checks = checks(board), True
    for attacker, royal in sorted(now - before):
        if board.square_of(attacker) < 0 or board.square_of(royal) < 0:
            continue
        side = run.session.get(attacker, "Color")
        event = run.new_event("check", side=side, piece=attacker, target=royal, kind="delivered", player=True)
        run.trace.happened.append((len(board.journal), event))
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


def _turn_stages(run: Run, deed: Deed, known: Pairs) -> None:
    board = run.board
    fired = len(run.trace.firings)
    edits.count_half_move(board)
    is_last = "turn-advance" in run.program.rules_at and board.half_moves >= board.turn_length
    if is_last and not run.has_extra_move:
        run.stage = "turn-end"
        run.hear("turn-advance", run.new_event("turn-advance", side=deed.side))
    if run.has_extra_move:
        edits.add_extra_move(board)
    flips = board.half_moves >= board.turn_length
    if not flips:
        run.derive()
        flips = _is_stuck(run)
    if flips:
        _end_turn(run, deed.side)
    run.stage = "after-move"
    has_expired = run.game.is_timed and tick(run)
    if run.hears("after-move"):
        run.hear(
            "after-move", run.new_event("after-move", side=deed.side, piece=deed.mover or None, player=True)
        )
    has_changed = run.derive()
    if not flips and (has_expired or has_changed or len(run.trace.firings) > fired) and _is_stuck(run):
        # What came after the move has taken the last half-move away: the turn ends late.
        flips = True
        _end_turn(run, deed.side)
        run.derive()
    _start_turn(run, flips)
    run.stage = "result"
    has_changed = run.derive() or has_changed or has_expired or run.trace.swap is not None
    if has_changed or run.ears or len(run.trace.firings) > fired:
        _hear_checks(run, known)  # born late, by rules of the turn
    if run.hears("result"):
        run.hear("result", run.new_event("result", side=deed.side))
    _forget_passed(run, deed)


def _is_stuck(run: Run) -> bool:
    """Whether a turn has begun and no further half-move of it exists."""
    found = is_stuck(run.board)
    run.follow_program()
    return found


def end_stuck_turn(run: Run) -> None:
    """End a turn if what happened between its moves has left no further one."""
    if _is_stuck(run):
        outer = run.stage
        _end_turn(run, COLORS[run.board.turn])
        run.derive()
        _start_turn(run, flips=True)
        run.stage = outer


def _end_turn(run: Run, side: str) -> None:
    run.stage = "turn-end"
    if run.hears("turn-end"):
        run.hear("turn-end", run.new_event("turn-end", side=side))
    edits.end_turn(run.board)


def _start_turn(run: Run, flips: bool) -> None:
    run.stage = "turn-start"
    if run.game.pending is not None:
        swap(run, run.game.pending, flips)
    if flips and run.hears("turn-start"):
        run.hear("turn-start", run.new_event("turn-start", side=COLORS[run.board.turn]))
