"""Actions that make events or show something, and what comes of events: judged, applied, and heard.

Each enters itself into the tables of `tables`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rete_chess.core import edits
from rete_chess.core.atoms import HAND
from rete_chess.core.board import DYING
from rete_chess.core.geometry import OWNERS
from rete_chess.core.hands import put_from_hand, put_in_hands
from rete_chess.core.reach import COLOR, EMPTY, WALL
from rete_chess.core.values import bounded, round_number
from rete_chess.costs import TOLD
from rete_chess.engine.derived.ceilings import fill
from rete_chess.engine.derived.derive import take_new_profile
from rete_chess.engine.move.making import make, make_for_all, make_for_each
from rete_chess.engine.move.tables import BEFORE, EVENT_KINDS, PHRASE, EventKind, executes, happens
from rete_chess.engine.move.trace import Shown
from rete_chess.facts.events import RECOLOR, Event
from rete_chess.facts.rules import Rule
from rete_chess.facts.tiles import STANDARD, lay_tile, tile_at, tiles
from rete_chess.facts.words import actions as act
from rete_chess.facts.words.targets import as_owner, as_square, as_type
from rete_chess.facts.words.terms import Frame, number_of

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run

NO_ATTRIBUTES: Final[Mapping[str, Any]] = MappingProxyType({})


def happen(run: Run, events: list[Event]) -> None:
    """Let events of one cause happen together; what nobody knows how to do is only heard of."""
    kind = EVENT_KINDS.get(events[0].event)
    if run.ears and (kind is None or not kind.is_judged):
        events = [heard for event in events if (heard := judge(run, event)) is not None]
    if kind is not None and events:
        kind.happen(run, events)
    if kind is None:
        run.trace.happened += [(len(run.board.journal), event) for event in events]
    if run.ears and (kind is None or not kind.is_told):
        for event in events:
            run.hear(event.event, event)


def judge(run: Run, event: Event) -> Event | None:
    """An event that no rule judges as listeners leave it, None if they cancel it."""
    return run.hear(BEFORE + event.event, event) if run.ears else event


@executes(act.Show)
def _show(run: Run, action: act.Show, rule: Rule, frame: Frame, subject: int | None) -> None:
    square = as_square(frame, action.square)
    if square is not None:
        run.board.meter.charge(TOLD * len(action.data))
        data = {name: term.of(frame) for name, term in action.data} or None
        run.trace.shown.append(Shown(action.kind, square, action.ttl, data))


# -- damage and death ------------------------------------------------------------------------------


@executes(act.Damage)
def _damage(run: Run, action: act.Damage, rule: Rule, frame: Frame, subject: int | None) -> None:
    by = action.by.of(frame) if action.by else None

    def amount() -> float:
        return bounded(round_number(number_of(action.amount, frame)), "the damage")

    fields = {"kind": action.kind, "piece": by}
    make_for_each(run, action, rule, frame, subject, "amount", amount, action.amount.is_drawn, **fields)


@executes(act.Destroy)
def _destroy(run: Run, action: act.Destroy, rule: Rule, frame: Frame, subject: int | None) -> None:
    make_for_all(run, action, rule, frame, subject, kind=action.kind)


def _strike_all(run: Run, events: list[Event]) -> None:
    """Let damage or destruction happen to several pieces: all are judged before any death is cleaned up."""
    dead = [event for event in events if strike(run, event)]
    for event in dead:
        if event.target != run.prey:  # whose capture is still to be heard
            clean_up(run, event)


EVENT_KINDS["damage"] = EventKind(_strike_all, PHRASE, needs=("target", "amount"), is_judged=True)
EVENT_KINDS["destroy"] = EventKind(_strike_all, PHRASE, needs=("target",), is_judged=True)


def strike(run: Run, event: Event) -> bool:
    """Judge and apply damage or destruction; whether the target is dead now. Clean-up comes later."""
    entity = event.target
    if entity is None or run.board.square_of(entity) < 0:
        return False
    outer = run.fatal, run.paid, run.is_consumed, run.judged
    run.fatal, run.paid, run.is_consumed, run.judged = set(), {}, False, entity
    heard = run.at("damage", event)
    paid, fatal, is_consumed = run.paid.get(entity, 0), entity in run.fatal, run.is_consumed
    run.fatal, run.paid, run.is_consumed, run.judged = outer
    if run.board.square_of(entity) < 0:
        return False
    if heard is None:  # but who has paid with the last of a vital attribute is dead all the same
        if fatal:
            bury(run, entity)
        return fatal
    left = 0 if is_consumed else heard.amount  # a consumer takes the rest of the damage
    is_dead = fatal or left is None or left > 0
    start = len(run.board.journal)
    if is_dead:
        bury(run, entity)
    total = None if left is None else left + paid
    if total is None or total > 0:
        run.trace.happened.append((start, heard.with_word("damage").with_amount(total)))
    if (total is None or total > 0) and run.hears("damaged"):
        run.hear("damaged", heard.with_amount(total))
    return is_dead


def bury(run: Run, entity: int) -> None:
    """Mark a piece as dying: it keeps its facts but stands nowhere. A piece dies once."""
    square = run.board.square_of(entity)
    edits.write(run.board, DYING, entity, run.board.reach_of(entity))
    run.graves[entity] = square
    edits.remove(run.board, square, is_death=True)


def clean_up(run: Run, event: Event) -> None:
    """Let the death be heard, then take the dead piece's facts away."""
    entity = event.target
    if entity is None or entity not in run.board.columns.get(DYING, {}):
        return
    if run.hears("death"):
        run.hear("death", event._replace(event="death", square=run.graves[entity]))
    edits.forget(run.board, entity)


def _die_together(run: Run, events: list[Event]) -> None:
    """Let pieces die that have nothing left of what they live by; no rule judges that."""
    dead = [event for event in events if event.target is not None and run.board.square_of(event.target) >= 0]
    for event in dead:
        bury(run, event.target or 0)
    for event in dead:
        if event.target != run.prey:  # whose capture is still to be heard
            clean_up(run, event)


EVENT_KINDS["death"] = EventKind(_die_together, "death of {whom}{kind}", needs=("target",), is_judged=True)


@executes(act.Capture)
def _capture_further(run: Run, action: act.Capture, rule: Rule, frame: Frame, subject: int | None) -> None:
    make_for_all(run, action, rule, frame, subject, kind="capture", piece=action.by.of(frame))


@happens("capture", needs=("target",), is_judged=True)
def capture(run: Run, event: Event) -> None:
    """A further capture: damage like any other, then the capture's own rules if it killed."""
    if event.target is None or run.board.square_of(event.target) < 0:
        return
    place = run.board.square_of(event.target)
    start, told = len(run.board.journal), len(run.trace.happened)
    captor = run.board.reach_of(event.piece or 0)
    if strike(run, event._replace(event="damage", amount=1, kind="capture")):
        run.captured.add(event.target)
        run.trace.happened.insert(told, (start, event))
        if captor is not None:
            pocket(run, event.target, captor.color)
        run.at("capture", event._replace(to=place))
        clean_up(run, event)


def pocket(run: Run, entity: int, captor: int) -> None:
    """Let a piece that a capture has killed go into the hands that grow by it."""
    victim = run.board.reach_of(entity)
    if victim is not None and run.board.hands is not None:
        put_in_hands(run.board, victim, captor)


# -- changes of the board --------------------------------------------------------------------------


@executes(act.Remove)
def _remove_all(run: Run, action: act.Remove, rule: Rule, frame: Frame, subject: int | None) -> None:
    make_for_all(run, action, rule, frame, subject)


@happens("remove", needs=("target",), is_told=False)
def _remove(run: Run, event: Event) -> None:
    """Take a piece off the board without a death."""
    square = _place(run, event.target)
    if square >= 0 and event.target is not None:
        edits.remove(run.board, square)
        edits.forget(run.board, event.target)


@executes(act.Transform)
def _transform_all(run: Run, action: act.Transform, rule: Rule, frame: Frame, subject: int | None) -> None:
    over = {} if action.color is None else {"side": as_owner(frame, action.color), "kind": RECOLOR}
    make_for_each(
        run,
        action,
        rule,
        frame,
        subject,
        "becomes",
        lambda: as_type(frame, action.type),
        action.type.is_drawn,
        **over,
    )


@happens(
    "transform",
    phrase="transform {whom} into {becomes}",
    needs=("target", "becomes"),
    becomes="piece",
    is_told=False,
)
def _transform(run: Run, event: Event) -> None:
    """Make a piece another type, and give it to a side where the event says so."""
    square = _place(run, event.target)
    if square >= 0 and event.target is not None:
        if event.kind == RECOLOR:
            _recolor(run, event)
        run.session.insert(event.target, "PieceType", event.becomes)
        take_new_profile(run, square)


@executes(act.Recolor)
def _recolor_all(run: Run, action: act.Recolor, rule: Rule, frame: Frame, subject: int | None) -> None:
    make_for_all(run, action, rule, frame, subject, side=as_owner(frame, action.color))


@happens(RECOLOR, phrase="give {whom} to {side}", needs=("target", "side"), is_told=False)
def _recolor(run: Run, event: Event) -> None:
    """Give a piece to a side, where it stands; who has just passed a square cannot be taken on it then."""
    board, square = run.board, _place(run, event.target)
    if square < 0 or OWNERS[board.cells[square] & COLOR] == event.side:
        return
    if board.exposed is not None and board.exposed.victim == square:
        edits.set_exposed(board, None)
    edits.recolor(board, square, OWNERS.index(event.side))
    take_new_profile(run, square)


def _place(run: Run, entity: int | None) -> int:
    """Where a piece stands, or -1."""
    return -1 if entity is None else run.board.square_of(entity)


@executes(act.Spawn)
def _spawn_one(run: Run, action: act.Spawn, rule: Rule, frame: Frame, subject: int | None) -> None:
    square = as_square(frame, action.square)
    if square is not None:
        kind, color = as_type(frame, action.type), as_owner(frame, action.color)
        fields = {"side": color, "becomes": kind, "square": square, "kind": HAND if action.is_held else None}
        make(run, action, rule, frame, subject, fields)


@happens(
    "spawn", phrase="spawn {side} {becomes}{place}", needs=("side", "becomes", "square"), becomes="piece"
)
def spawn(run: Run, event: Event, attributes: Mapping[str, Any] = NO_ATTRIBUTES) -> int:
    """Put a new piece on its square, if that is free, or one of the hand, if there is one; returns its
    entity, 0 if there is none."""
    board = run.board
    assert event.side is not None
    assert event.becomes is not None
    assert event.square is not None
    if board.cells[event.square] != EMPTY:
        return 0
    run.game.admit(event.becomes)
    color, index = OWNERS.index(event.side), board.book.index_of(event.becomes)
    if event.kind == HAND:
        if board.hands is None or board.hands[color][index] < 1:
            return 0
        entity = put_from_hand(board, color, index, event.square, is_move=False)
    else:
        entity = edits.put(board, board.book.row_from(color, index, -1)[event.square])
    settle_in(run, entity, event.square, attributes)
    run.at("spawn", event._replace(target=entity))
    return entity


def settle_in(run: Run, entity: int, square: int, attributes: Mapping[str, Any] = NO_ATTRIBUTES) -> None:
    """Give a piece that is new on the board what it begins with."""
    run.notice_deaths()
    run.program.welcome(run.session, entity)
    run.skip_given()
    for name, value in attributes.items():
        run.session.insert(entity, name, value)
    take_new_profile(run, square, attributes)
    fill(run.game, [entity], given=attributes)


def spawn_judged(run: Run, event: Event, attributes: Mapping[str, Any]) -> int:
    """Put a new piece on its square with some attributes as given, if listeners let it be."""
    heard = judge(run, event)
    return 0 if heard is None else spawn(run, heard, attributes)


@executes(act.Relocate)
def _relocate_all(run: Run, action: act.Relocate, rule: Rule, frame: Frame, subject: int | None) -> None:
    make_for_each(
        run, action, rule, frame, subject, "to", lambda: as_square(frame, action.to), action.to.is_drawn
    )


@happens("relocate", phrase="relocate {whom}{to}", displaces=(("target", "to"),), needs=("target", "to"))
def relocate(run: Run, event: Event) -> None:
    """Move a piece to a free square, and let its arrival be heard."""
    board, origin = run.board, _place(run, event.target)
    if origin < 0 or event.to is None or event.to == origin or board.cells[event.to] != EMPTY:
        return
    reach = board.pieces[board.cells[origin] & COLOR][origin]
    edits.relocate(board, origin, reach.row[event.to])
    _arrive(run, event, event.target, origin, event.to)


@executes(act.Swap)
def _swap_two(run: Run, action: act.Swap, rule: Rule, frame: Frame, subject: int | None) -> None:
    first, second = action.first.of(frame), action.second.of(frame)
    places = {"origin": _place(run, first), "to": _place(run, second)}
    if min(places.values()) >= 0:
        make(run, action, rule, frame, subject, {"piece": first, "target": second, **places})


@happens(
    "swap",
    phrase="swap {who} and {whom}",
    displaces=(("piece", "to"), ("target", "origin")),
    needs=("piece", "target"),
)
def _swap(run: Run, event: Event) -> None:
    """Let two pieces change places, and let both arrivals be heard."""
    first, second = _place(run, event.piece), _place(run, event.target)
    if first < 0 or second < 0 or first == second:
        return
    edits.swap(run.board, first, second)
    _arrive(run, event, event.piece, first, second)
    _arrive(run, event, event.target, second, first)


def _arrive(run: Run, event: Event, entity: int | None, origin: int, square: int) -> None:
    """Let a change of place be heard as a move that no player made."""
    step = run.board.book.geometry.course(origin, square)
    arrival = event._replace(
        event="move",
        piece=entity,
        target=None,
        origin=origin,
        to=square,
        square=square,
        player=False,
        line=step is not None,
        direction=step,
    )
    run.at("move", arrival)
    if _place(run, entity) == square:
        run.at("square-entry", arrival)


@executes(act.ChangeTile)
def _lay(run: Run, action: act.ChangeTile, rule: Rule, frame: Frame, subject: int | None) -> None:
    square = as_square(frame, action.square)
    make(run, action, rule, frame, subject, {"becomes": action.type, "square": square})


@happens("tile", phrase="tile{place} becomes {becomes}", needs=("square", "becomes"), becomes="tile")
def change_tile(run: Run, event: Event) -> None:
    """Make a square what the event says, and let it be heard. No wall grows where a piece stands."""
    board, square = run.board, event.square
    if square is None or event.becomes is None:
        return
    was = tiles(board).get(tile_at(board, square), STANDARD)
    blocks = event.becomes in run.program.setup.walls
    if was == event.becomes or (blocks and board.cells[square] not in (EMPTY, WALL)):
        return
    tile = lay_tile(board, square, event.becomes, blocks)
    if tile:
        run.program.seed(run.session, tile)
    run.at("tile-change", event._replace(was=was))
