"""Detours: a move as a listener wants it, in place of the one that was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.core.board import Board
from rete_chess.core.deeds import Deed
from rete_chess.core.moves import DROP as DROPS
from rete_chess.core.moves import PLAIN, Move
from rete_chess.core.reach import COLOR
from rete_chess.engine.move.demands import demand_type, refused
from rete_chess.errors import nearest
from rete_chess.facts.events import DROP, Event

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run


def redirected(run: Run, deed: Deed, asked: Event, heard: Event) -> Deed | None:
    """What the move does if another piece moves, to another square, becomes another type or takes somebody
    else; None if nobody is left to move. An act is done by another piece, or to another square.

    A move to another square is a plain one: whoever of the enemy stands there is its victim, unless the
    event names another one. Whoever has no number comes from the hand.
    """
    board = run.board
    if _is_act(deed, heard):
        return _acted(board, deed, asked, heard)
    if heard.piece is None:
        return deed if _is_same(asked, heard) else _dropped(board, deed, heard)
    if board.square_of(heard.piece) < 0:  # gone by what happened at once
        return None
    if _is_same(asked, heard):
        return deed
    assert heard.to is not None
    if heard.becomes is not None:
        run.game.admit(heard.becomes)
    promotion = _promotion(board, deed, heard.piece, heard.to)
    if promotion >= 0 and heard.becomes is not None:
        promotion = board.book.index_of(heard.becomes)
    if (heard.piece, heard.to) == (deed.mover, deed.target):
        deed = deed._replace(move=deed.move._replace(promotion=promotion))
        if heard.target == asked.target:
            return deed
        victim = heard.target or 0
        return deed._replace(victim=victim, place=_place(board, victim, heard.to))
    return _plain(board, deed, asked, heard, promotion)


def _is_same(asked: Event, heard: Event) -> bool:
    """Whether a move goes on as it was asked for."""
    return (heard.piece, heard.to, heard.target, heard.becomes) == (
        asked.piece, asked.to, asked.target, asked.becomes
    )  # fmt: skip


def _plain(board: Board, deed: Deed, asked: Event, heard: Event, promotion: int) -> Deed:
    """The move of a piece to a square that was not asked for."""
    assert heard.piece is not None
    assert heard.to is not None
    mover, to = heard.piece, heard.to
    origin = board.square_of(mover)
    color = board.cells[origin] & COLOR
    there = board.reach_on(to) if board.entities[to] else None
    victim = board.entities[to] if there is not None and there.color != color else 0
    if heard.target != asked.target:
        victim = heard.target or 0
    return Deed(
        code=deed.code,
        move=Move(origin, to, promotion, PLAIN),
        color=color,
        mover=mover,
        reach=board.pieces[color][origin],
        origin=origin,
        target=to,
        victim=victim,
        place=_place(board, victim, to),
        partner=0,
        right=None,
    )


def _dropped(board: Board, deed: Deed, heard: Event) -> Deed:
    """The drop of a piece, on a square or of a type that was not asked for."""
    assert heard.to is not None
    assert heard.becomes is not None
    index, to = board.book.index_of(heard.becomes), heard.to
    return Deed(
        code=deed.code,
        move=Move(None, to, -1, DROPS, index),
        color=deed.color,
        mover=board.next_entity,
        reach=board.book.rows[deed.color][index][to],
        origin=-1,
        target=to,
        victim=0,
        place=to,
        partner=0,
        right=None,
    )


def _is_act(deed: Deed, heard: Event) -> bool:
    """Whether an act stays one: it can be answered by a drop alone."""
    return deed.manner.acts and heard.kind != DROP


def _acted(board: Board, deed: Deed, asked: Event, heard: Event) -> Deed | None:
    """An act by whoever and to wherever the event says."""
    if deed.manner.has_actor:
        origin = board.square_of(heard.piece or 0)
        if heard.piece is None or origin < 0:
            return None
        color = board.cells[origin] & COLOR
        reach = board.pieces[color][origin]
        deed = deed._replace(mover=heard.piece, origin=origin, color=color, reach=reach)
    to = _aim(board, asked, heard)
    return deed if to is None else deed._replace(target=to, place=to)


def _aim(board: Board, asked: Event, heard: Event) -> int | None:
    """Where an act goes to: the square that is named, or that of another target."""
    if heard.target in (None, asked.target) or heard.to != asked.to:
        return heard.to
    square = board.square_of(heard.target or 0)
    return heard.to if square < 0 else square


def _promotion(board: Board, deed: Deed, mover: int, to: int) -> int:
    """The type that a piece becomes as far ahead as it was to go, or -1."""
    names = board.book.geometry.names
    is_as_far = mover == deed.mover and names[to][1:] == names[deed.target][1:]
    return deed.move.promotion if is_as_far else -1


def _place(board: Board, victim: int, to: int) -> int:
    """Where the victim of a move stands, or would stand."""
    square = board.square_of(victim) if victim else to
    return to if square < 0 else square


# -- what can be played ----------------------------------------------------------------------------


def demand_move(run: Run, asked: Event, event: Event) -> None:
    """Raise an error unless the move in the making can be played as a listener returns its event."""
    board, deed = run.board, run.deed
    assert deed is not None
    if _is_act(deed, event):
        _demand_act(run, deed, asked, event)
        return
    if event.piece is None and (event.kind == DROP or deed.manner.drops):
        _demand_drop(run, deed, event)
        return
    if event.piece is None or event.to is None or board.square_of(event.piece) < 0:
        raise refused("a move has a piece that is on the board, and a square to go to", event.piece)
    if event.becomes not in (None, asked.becomes):
        if _promotion(board, deed, event.piece, event.to) < 0:
            raise refused("only a promotion or a drop says what a piece becomes", event.becomes)
        demand_type(run, event.becomes, "piece")


def _demand_drop(run: Run, deed: Deed, event: Event) -> None:
    """Refuse a drop of what the hand does not hold, or where it may not go; nobody is captured by it."""
    board, kind, to = run.board, event.becomes, event.to
    if to is None or kind is None:
        raise refused("a drop has a type that it puts on the board, and a square to go to", kind)
    if event.target is not None:
        raise refused("a drop captures nobody", event.target, None, "destroy them by an event of its own")
    table, types = board.book.hands, board.book.types
    counts = board.hands[deed.color] if board.hands is not None else [0] * len(types)
    held = [name for name, count in zip(types, counts) if count]
    if table is None or kind not in held:
        close = nearest(kind, held)
        hint = f"did you mean {close!r}?" if close else None
        raise refused("the hand holds no such piece", kind, f"one of {', '.join(held) or 'none'}", hint)
    if not table.codes[deed.color][types.index(kind)][to]:
        where = board.book.geometry.names[to]
        raise refused(f"a {kind} may not be dropped there", where)


def _demand_act(run: Run, deed: Deed, asked: Event, event: Event) -> None:
    """Refuse an act without the piece that does it or without its target, and one with what it has not."""
    board, manner = run.board, deed.manner
    is_there = event.piece is not None and board.square_of(event.piece) >= 0
    if not is_there if manner.has_actor else event.piece is not None:
        who = "a piece that is on the board" if manner.has_actor else "no piece"
        raise refused(f"the act {manner.tag} has {who} that does it", event.piece)
    if (_aim(board, asked, event) is None) == manner.has_target:
        what = "a square to go to" if manner.has_target else "no square to go to"
        raise refused(f"the act {manner.tag} has {what}", event.to)
    if event.becomes is not None:
        raise refused("only a promotion or a drop says what a piece becomes", event.becomes)
