"""Take-backs and rematches: the ways back, and onward into another room."""

from __future__ import annotations

from typing import Any

from rete_chess.errors import GameError
from rete_chess.server.room import consent, evolve, views
from rete_chess.server.room.entries import Entry
from rete_chess.server.room.outcome import Opened, RoomError, head_of
from rete_chess.server.room.playing import demand_started, tell_between
from rete_chess.server.room.state import BOT, BOTH, MULTIPLAYER, SIDES, SOLO, TAKEBACK
from rete_chess.server.room.transaction import Transaction
from rete_chess.server.wire.game_messages import Rematch, TakebackConsent, TakebackDone, TakebackPropose
from rete_chess.server.wire.room_messages import RoomMoved


def propose(tx: Transaction, message: TakebackPropose) -> None:
    """Ask to take moves back; who plays alone does so at once."""
    demand_started(tx)
    _demand_moves(tx, message.plies)
    if tx.state.mode == MULTIPLAYER:
        consent.propose(tx, TAKEBACK, consent.Change(message.plies))
    else:
        take_back(tx, message.plies)


def answer(tx: Transaction, message: TakebackConsent) -> None:
    """Agree to a take-back, or not."""
    proposal = consent.answer(tx, TAKEBACK, message.decision, message.proposal_id)
    if proposal is not None:
        _demand_moves(tx, proposal.candidate)
        tx.change("approved", tx.player(), topic=TAKEBACK)
        take_back(tx, proposal.candidate)


def _demand_moves(tx: Transaction, plies: int) -> None:
    if tx.state.moved_to is not None:
        raise RoomError("E_GAME_OVER", f"the players went on in the room {tx.state.moved_to}")
    if tx.state.game.is_over and tx.state.game.has_drawn:
        message = "the game is over, and what chance would decide in it is no secret any more"
        raise RoomError("E_GAME_OVER", message, hint="ask for a rematch")
    if tx.state.game.is_over and tx.state.game.hides and tx.state.mode != SOLO:
        message = "the game is over, and what was hidden in it is no secret any more"
        raise RoomError("E_GAME_OVER", message, hint="ask for a rematch")
    if plies > tx.state.game.ply:
        played = tx.state.game.ply
        raise GameError(
            "E_NOTHING_TO_UNDO", "not so many moves were played", found=plies, expected=f"at most {played}"
        )


def take_back(tx: Transaction, plies: int) -> None:
    """Take moves back; what is proposed is gone, and what was agreed to since waits no longer."""
    for name, topic in tx.state.topics.items():
        if topic.open is not None:
            consent.close(tx, name, "rejected")
    tx.change("taken-back", tx.player(), plies=plies)
    told = {
        viewer: {"state": views.told_state(tx.state, tx.now, tx.state.seq + 1, viewer)}
        for viewer in (BOTH, *tx.state.veiled)
    }
    tx.tell(TakebackDone, is_answer=True, plies=plies, whole=told.pop(BOTH), seen=told)


# -- another game ----------------------------------------------------------------------------------


def rematch(tx: Transaction, message: Rematch) -> None:
    """Ask for another game; once all players have, it begins in a room of its own."""
    viewer, state = tx.player(), tx.state
    if not state.game.is_over:
        raise RoomError("E_REQUEST", "the game goes on", hint="a rematch follows the end of a game")
    if state.moved_to is not None:
        raise RoomError("E_REQUEST", f"the players went on in the room {state.moved_to}")
    if viewer in state.rematch:
        raise RoomError("E_REQUEST", "the sender has asked for a rematch already", hint="wait for the other")
    tx.change("rematch", viewer, side=viewer)
    if any(player not in state.rematch for player in state.players):
        tell_between(tx, is_answer=True)
        return
    code = tx.room.chance.code()
    tx.outcome.opened = _opened(tx, code)
    tx.change("moved", code=code)
    tx.tell(RoomMoved, is_answer=True, whole={"roomCode": code, "from": state.code})


def _opened(tx: Transaction, code: str) -> Opened:
    """The room of the rematch: the same setup with the sides changed, whose players have not come yet."""
    state = tx.state
    changed = dict(zip(SIDES, reversed(SIDES)))
    tokens = {changed[side]: seat.token for side, seat in state.seats.items() if seat.token is not None}
    data: dict[str, Any] = {
        "code": code,
        "mode": state.mode,
        "private": state.is_private,
        "setup": state.setup.to_json(),
        "tokens": tokens,
        "present": False,
        "seed": tx.room.chance.seed(),
    }
    if state.clock is not None:
        clock = state.clock
        data["clock"] = {
            "initial": clock.initial,
            "increment": clock.increment,
            "white": clock.initial,
            "black": clock.initial,
        }
    if state.mode == BOT:
        data |= {"bot": state.bot, "botSide": next(changed[s] for s in SIDES if state.seats[s].is_bot)}
    entry = Entry(1, tx.now, "created", data)
    return Opened(head_of(evolve.create(entry)), (entry,))
