"""The stages of moves by which nobody on the board goes anywhere: drops and acts.

A piece of the hand arrives as others do; what the rules of an act do is heard at the moment `act`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.deeds import Deed
from rete_chess.core.geometry import COLORS
from rete_chess.core.hands import put_from_hand
from rete_chess.core.journal import Made
from rete_chess.core.moves import decode
from rete_chess.core.reach import EMPTY
from rete_chess.engine.move.consequences import settle_in
from rete_chess.facts.events import DROP, Event, act_event, make_event

if TYPE_CHECKING:
    from rete_chess.engine._game import Game
    from rete_chess.engine.move.run import Run


def arrival(run: Run, deed: Deed, piece: int | None) -> Event:
    """The event of a piece that comes from the hand; before it is there it has no number."""
    return make_event(
        run.next_number(),
        "move",
        side=deed.side,
        piece=piece,
        to=deed.target,
        square=None if piece is None else deed.target,
        kind=DROP,
        becomes=run.board.book.types[deed.move.dropped],
        player=True,
    )


def drop_stages(run: Run, deed: Deed) -> Deed:
    """Put a piece of the hand on its square, and let its arrival be heard.

    A square that rules have filled in the meantime takes nobody: the piece stays in the hand.
    """
    board, index = run.board, deed.move.dropped
    run.stage = "move"
    edits.set_clock(board, board.clock + 1)
    if board.exposed is not None:
        edits.set_exposed(board, None)
    if board.cells[deed.target] != EMPTY or not board.hands or board.hands[deed.color][index] < 1:
        return deed
    run.trace.step = len(board.journal)
    entity = put_from_hand(board, deed.color, index, deed.target)
    deed = deed._replace(mover=entity)
    settle_in(run, entity, deed.target)
    if run.hears("spawn"):
        told = run.new_event(
            "spawn", side=deed.side, target=entity, square=deed.target, kind=DROP,
            becomes=board.book.types[index], player=True,
        )  # fmt: skip
        run.at("spawn", told)
    if run.hears("move") or run.hears("square-entry"):
        event = run.record(arrival(run, deed, entity))
        run.at("move", event)
        enter(run, event)
    return deed


def enter(run: Run, event: Event) -> None:
    run.stage = "square-entry"
    if event.to is not None and run.board.entities[event.to] == event.piece:
        run.at("square-entry", event)


def act_told(run: Run, deed: Deed, event: str) -> Event:
    """An event of an act, on record: `move` as a whole before it is done, `act` once it is."""
    board, target = run.board, deed.target
    fields = act_event(
        run.next_number(),
        event,
        board,
        side=deed.side,
        piece=deed.mover or None,
        target=None if target < 0 else board.entities[target] or None,
        origin=deed.origin if deed.origin >= 0 else None,
        to=target if target >= 0 else None,
        tag=deed.manner.tag,
    )
    return run.record(fields)


def act_stages(run: Run, deed: Deed) -> Deed:
    """Let an act be done. A free one makes the turn longer; neither it nor a part of a turn is quiet."""
    board, is_free = run.board, deed.manner.is_free
    run.stage = "move"
    if not (is_free or deed.manner.is_part):
        edits.set_clock(board, board.clock + 1)
        if board.exposed is not None:
            edits.set_exposed(board, None)
    told = act_told(run, deed, "act")
    run.trace.happened.append((len(board.journal), told))
    run.at("act", told)
    if is_free:
        edits.add_extra_move(board, is_free_act=True)
    return deed


def is_answered(game: Game, code: int) -> bool:
    """Whether a move is a drop whose piece is greeted, or an act that does something."""
    program, manner = game.program, game.board.book.manner_of(code)
    if manner.acts:
        return manner.is_free or "act" in program.rules_at
    return manner.drops and program.greets


# -- read off the journal ---------------------------------------------------------------------------


def act_made(board: Board, made: Made) -> Event:
    """The event of an act that the core has made, from which nothing has come."""
    move = decode(board.book, made.code)
    to = move.target if move.target >= 0 else None
    return act_event(
        *(0, "act", board),
        side=COLORS[made.turn],
        piece=made.mover or None,
        target=None if to is None else board.entities[to] or None,
        origin=move.origin,
        to=to,
        tag=move.manner.tag,
    )


def act_phrase(event: Event, names: Sequence[str], name: Callable[[int | None], str]) -> str:
    """An act in words, such as `white bishop c4: fireball on black rook e6`."""
    who = event.side if event.piece is None else name(event.piece)
    whom = "" if event.to is None else f" on {names[event.to]}"
    return f"{who}: {event.tag}{whom if event.target is None else ' on ' + name(event.target)}"
