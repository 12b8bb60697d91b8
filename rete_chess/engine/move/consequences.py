"""Events that happen: judged, applied to the live state, and heard, with the deaths they bring."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from rete_chess.core import edits
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import EMPTY, WALL
from rete_chess.engine.derived.ceilings import fill
from rete_chess.engine.derived.derive import take_new_profile
from rete_chess.facts.events import Event
from rete_chess.facts.session import DYING, reach_of, square_of
from rete_chess.facts.tiles import STANDARD, lay_tile, tile_at, tiles

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run


NO_ATTRIBUTES: Final[Mapping[str, Any]] = MappingProxyType({})


def happen(run: Run, events: list[Event]) -> None:
    """Let events of one cause happen together: all are judged before any death is cleaned up."""
    kind = events[0].event
    if kind in ("damage", "destroy"):
        dead = [event for event in events if strike(run, event)]
        for event in dead:
            if event.target != run.prey:  # whose capture is still to be heard
                clean_up(run, event)
    elif kind == "capture":
        for event in events:
            capture(run, event)
    else:
        for event in events:
            _change_board(run, event)


# -- damage and death ------------------------------------------------------------------------------


def strike(run: Run, event: Event) -> bool:
    """Judge and apply damage or destruction; whether the target is dead now. Clean-up comes later."""
    entity = event.target
    if entity is None or square_of(run.board, entity) < 0:
        return False
    outer = run.fatal, run.paid, run.is_consumed
    run.fatal, run.paid, run.is_consumed = set(), {}, False
    heard = run.at("damage", event)
    paid, fatal, is_consumed = run.paid.get(entity, 0), entity in run.fatal, run.is_consumed
    run.fatal, run.paid, run.is_consumed = outer
    if heard is None or square_of(run.board, entity) < 0:
        return False
    left = 0 if is_consumed else heard.amount  # a consumer takes the rest of the damage
    is_dead = fatal or left is None or left > 0
    if is_dead:
        bury(run, entity)
    total = None if left is None else left + paid
    if (total is None or total > 0) and run.hears("damaged"):
        run.hear("damaged", heard.with_amount(total))
    return is_dead


def bury(run: Run, entity: int) -> None:
    """Mark a piece as dying: it keeps its facts but stands nowhere. A piece dies once."""
    square = square_of(run.board, entity)
    edits.write(run.board, DYING, entity, reach_of(run.board, entity))
    run.graves[entity] = square
    edits.remove(run.board, square, is_death=True)


def clean_up(run: Run, event: Event) -> None:
    """Let the death be heard, then take the dead piece's facts away."""
    entity = event.target
    if entity is None or entity not in run.board.columns.get(DYING, {}):
        return
    if run.hears("death"):
        run.hear("death", event._replace(event="death", square=run.graves[entity]))
    run.session.retract_all(entity)


def capture(run: Run, event: Event) -> None:
    """A further capture: damage like any other, then the capture's own rules if it killed."""
    if event.target is None or square_of(run.board, event.target) < 0:
        return
    place = square_of(run.board, event.target)
    if strike(run, event._replace(event="damage", amount=1, kind="capture")):
        run.at("capture", event._replace(to=place))
        clean_up(run, event)


# -- changes of the board --------------------------------------------------------------------------


def _change_board(run: Run, event: Event) -> None:
    if event.event == "spawn":
        spawn(run, event)
    elif event.event == "tile":
        change_tile(run, event)
    elif event.target is not None and square_of(run.board, event.target) >= 0:
        if event.event == "remove":
            edits.remove(run.board, square_of(run.board, event.target))
            run.session.retract_all(event.target)
        elif event.event == "transform":
            run.session.insert(event.target, "PieceType", event.becomes)
            take_new_profile(run.game, square_of(run.board, event.target))
        elif event.event == "relocate":
            relocate(run, event)


def spawn(run: Run, event: Event, attributes: Mapping[str, Any] = NO_ATTRIBUTES) -> int:
    """Put a new piece on its square, if that is free; returns its entity, 0 if there is none."""
    board = run.board
    assert event.side is not None
    assert event.becomes is not None
    assert event.square is not None
    if board.cells[event.square] != EMPTY:
        return 0
    row = board.book.rows[COLORS.index(event.side)][board.book.index_of(event.becomes)]
    entity = edits.put(board, row[event.square])
    run.program.welcome(run.session, entity)
    for name, value in attributes.items():
        run.session.insert(entity, name, value)
    take_new_profile(run.game, event.square)
    fill(run.game, [entity], given=attributes)
    run.at("spawn", event._replace(target=entity))
    return entity


def relocate(run: Run, event: Event) -> None:
    """Move a piece to a free square, and let its arrival be heard."""
    board = run.board
    assert event.target is not None
    origin = square_of(board, event.target)
    if event.to is None or event.to == origin or board.cells[event.to] != EMPTY:
        return
    reach = board.pieces[board.cells[origin] & 1][origin]
    edits.relocate(board, origin, reach.row[event.to])
    step = board.book.geometry.course(origin, event.to)
    arrival = event._replace(
        event="move",
        piece=event.target,
        target=None,
        origin=origin,
        square=event.to,
        player=False,
        line=step is not None,
        direction=step,
    )
    run.at("move", arrival)
    if square_of(board, event.target) == event.to:
        run.at("square-entry", arrival)


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
