"""Questions to a room, which change nothing: its state, traces, explanations, single pieces."""

from __future__ import annotations

from typing import Final

from rete_chess.server.room import views
from rete_chess.server.room.transaction import Transaction
from rete_chess.server.wire.game_messages import (
    ExplainAnswer,
    ExplainRequest,
    InspectAnswer,
    InspectRequest,
    TraceAnswer,
    TraceRequest,
)
from rete_chess.server.wire.room_messages import RoomState, RoomSync

#: What says who a piece is, rather than what it has and can.
_WHO: Final = ("id", "type", "name", "color")


def _viewer(tx: Transaction) -> str:
    assert tx.sender is not None
    return tx.sender.viewer


def sync(tx: Transaction, message: RoomSync) -> None:
    """Tell the state."""
    tx.answer(RoomState.of(state=views.state_for(tx.state, _viewer(tx), tx.now)))


def trace(tx: Transaction, message: TraceRequest) -> None:
    """Tell a move stage by stage."""
    told = tx.state.game.trace(message.ply, _viewer(tx))
    told["presetEffects"] = told.pop("preset_effects")
    fired = {firing["rule"] for stage in told["stages"] for firing in stage["firings"]}
    tx.answer(TraceAnswer.of(**told, ply=message.ply, origins=tx.state.game.origins(fired)))


def explain(tx: Transaction, message: ExplainRequest) -> None:
    """Tell whether a move is legal, and why."""
    tx.answer(ExplainAnswer.of(**tx.state.game.explain(message.move, _viewer(tx))))


def inspect(tx: Transaction, message: InspectRequest) -> None:
    """Tell all about the piece on a square."""
    told = tx.state.game.inspect(message.square, _viewer(tx))
    piece = {key: told.pop(key) for key in _WHO}
    tx.answer(InspectAnswer.of(**told, piece=piece))
