"""The game in a room: moves, the end of a turn at which agreed rules come into force, draws, time."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.errors import ReteChessError
from rete_chess.server.room.consent import close, drop, tell_presets, tell_profiles
from rete_chess.server.room.findings import Dropped, Played
from rete_chess.server.room.game import other
from rete_chess.server.room.outcome import RoomError
from rete_chess.server.room.state import BOTH, PRESETS, PROFILES, TAKEBACK, Pending
from rete_chess.server.room.transaction import Transaction, unseen
from rete_chess.server.wire.game_messages import (
    AnswerDraw,
    ClaimDraw,
    GameUpdated,
    MovePlay,
    MovePlayed,
    OfferDraw,
    Resign,
)

#: What only some records have, and is told by messages of its own.
_UNTOLD: Final = ("swap",)

GAME_OVER: Final = Dropped("E_GAME_OVER", "the game ended before the rules came into force")


def demand_started(tx: Transaction) -> None:
    """Refuse what needs both players, until they are there."""
    if not tx.state.is_started:
        raise RoomError("E_WAITING", "the other player is not there yet")


def demand_going(tx: Transaction) -> None:
    """Refuse what needs a game that goes on."""
    demand_started(tx)
    if tx.state.game.is_over:
        raise RoomError("E_GAME_OVER", f"the game is over: {tx.state.game.outcome}")


def play(tx: Transaction, message: MovePlay) -> None:
    """Play a move that was meant for the state there is."""
    viewer, game = tx.player(), tx.state.game
    demand_started(tx)
    if message.ply != game.ply:
        raise RoomError("E_PLY", f"the room is at ply {game.ply}", found=message.ply, is_overtaken=True)
    if message.digest is not None and message.digest != tx.state.digest_for(viewer):
        raise RoomError("E_PLY", "the room has another digest", is_overtaken=True)
    demand_going(tx)
    if game.turn not in tx.state.sides_of(viewer):
        raise RoomError("E_NOT_YOUR_TURN", f"it is the turn of {game.turn}")
    make_move(tx, _meant(tx, message.move, viewer), viewer)


def _meant(tx: Transaction, text: str, viewer: str) -> str:
    """The move that a player means, as far as the player sees; the refusal of another goes by that, too."""
    game = tx.state.game
    if not game.is_hidden_from(viewer):
        return text
    move = game.sights.find(viewer, text)
    if move is None:
        raise _illegal(game.explain(text, viewer)["reason"], text)
    return move


def _illegal(reason: Any, move: str, hint: str | None = None) -> RoomError:
    said = {"rule": reason["rule"], "origin": reason["origin"]} if reason["rule"] else None
    return RoomError("E_MOVE_ILLEGAL", reason["message"], found=move, hint=hint, reason=said)


def make_move(tx: Transaction, move: str, viewer: str | None) -> None:
    """Play a move for the side to move, with all that follows when the turn ends."""
    state = tx.state
    offer, waiting = state.draw_offer, state.pending.get(PROFILES)
    played = _played(tx, move, viewer)
    told = {key: value for key, value in played.record.items() if key not in _UNTOLD}
    tx.tell(
        MovePlayed,
        is_answer=True,
        whole={**told, "digest": state.digest},
        seen={viewer: {**seen, "digest": state.digest_for(viewer)} for viewer, seen in played.seen.items()},
        clock=shown_clock(tx),
    )
    if offer != state.draw_offer:
        tx.change("draw", offer=None)
        tell_between(tx)
    _close_takeback(tx, viewer)
    _tell_rules(tx, played, waiting)
    if played.has_flipped and not state.game.is_over:
        _put_rules(tx)
    if state.game.is_over:
        finish(tx)


def _played(tx: Transaction, move: str, viewer: str | None) -> Played:
    """What a move did; the refusal of an illegal one names the rule that decides."""
    try:
        played: Played = tx.change("move", viewer, move=move)
    except ReteChessError as error:
        if tx.state.is_secret:  # a legal move that cannot be played, for what it would come to
            raise RoomError(error.code, "the move cannot be played", found=move) from None
        if error.code != "E_MOVE_ILLEGAL":
            raise
        raise _illegal(tx.state.game.explain(move)["reason"], move, error.hint) from None
    return played


def _close_takeback(tx: Transaction, viewer: str | None) -> None:
    """Nobody goes back further than was asked for: to play on is to decline, or to think better of it."""
    asked = tx.state.topics[TAKEBACK].open
    if asked is not None and not tx.state.game.is_over:
        close(tx, TAKEBACK, "withdrawn" if asked.by == viewer else "rejected")


def _tell_rules(tx: Transaction, played: Played, waiting: Pending | None) -> None:
    """Tell what changed within a move: profiles that waited, presets whose time was over."""
    if played.is_swap and played.dropped is None:
        tx.change("updated", topic=PROFILES)
        tell_profiles(tx)
    elif played.dropped is not None and waiting is not None:
        drop(tx, PROFILES, waiting, _findings(tx, played.dropped))
    if played.has_new_presets:
        tx.change("updated", topic=PRESETS)
        tell_presets(tx)


def _put_rules(tx: Transaction) -> None:
    """Put presets that wait in force now that the turn has passed, and with them profiles that wait beside
    them; or tell their proposers why not."""
    presets, profiles = tx.state.pending.get(PRESETS), tx.state.pending.get(PROFILES)
    if presets is None:
        return
    look = tx.state.look()
    uses = presets.as_they_stand(tx.state.game.requests)
    try:
        if profiles is None:
            tx.change("presets", candidate=uses)
        else:
            tx.change("rules", presets=uses, profiles=profiles.candidate)
    except ReteChessError as error:
        for name, pending in list(tx.state.pending.items()):
            drop(tx, name, pending, _findings(tx, Dropped.by(error)))
        return
    if profiles is None:
        tell_presets(tx, look)
        return
    tell_profiles(tx, look)
    tx.change("updated", topic=PRESETS)
    tell_presets(tx)


def _findings(tx: Transaction, why: Dropped) -> Dropped:
    """Why rules cannot come into force, as far as it may be told."""
    if not tx.state.is_secret or why.code == GAME_OVER.code:
        return why
    told = unseen()
    return Dropped(told.code, told.message)


def finish(tx: Transaction) -> None:
    """Nothing is proposed or waits any longer once the game is over."""
    for name, topic in tx.state.topics.items():
        if topic.open is not None:
            close(tx, name, "game-over")
    for name, pending in list(tx.state.pending.items()):
        drop(tx, name, pending, GAME_OVER)


def end(tx: Transaction, how: str, side: str, viewer: str | None, *, is_answer: bool = True) -> None:
    """End the game by the word of a player, or of the server."""
    waiting = dict(tx.state.pending)
    tx.change("ended", viewer, how=how, side=side)
    tell_between(tx, is_answer=is_answer)
    if PROFILES in waiting:
        drop(tx, PROFILES, waiting[PROFILES], GAME_OVER)
    finish(tx)


def offer_draw(tx: Transaction, message: OfferDraw) -> None:
    """Offer a draw, or accept the one that is offered."""
    demand_going(tx)
    viewer, side = tx.player(), tx.side()
    if tx.state.draw_offer == side:
        raise RoomError("E_DRAW", "the draw is offered already", hint="wait for the answer")
    if tx.state.draw_offer is not None:
        end(tx, "agreed", side, viewer)
        return
    tx.change("draw", viewer, offer=side)
    tell_between(tx, is_answer=True)


def answer_draw(tx: Transaction, message: AnswerDraw) -> None:
    """Accept or decline the other side's offer."""
    demand_going(tx)
    viewer, offer = tx.player(), tx.state.draw_offer
    if offer is None:
        raise RoomError("E_DRAW", "no draw has been offered")
    if viewer not in (BOTH, other(offer)):
        raise RoomError(
            "E_DRAW", "the draw was offered by the sender", expected=f"an answer of {other(offer)}"
        )
    reply_to_offer(tx, other(offer), accept=message.accept, viewer=viewer)


def reply_to_offer(tx: Transaction, side: str, *, accept: bool, viewer: str | None = None) -> None:
    """Let a side accept the draw it is offered, or decline it."""
    if accept:
        end(tx, "agreed", side, viewer)
        return
    tx.change("draw", viewer, offer=None)
    tell_between(tx, is_answer=True)


def claim_draw(tx: Transaction, message: ClaimDraw) -> None:
    """Claim a draw for the side to move."""
    demand_going(tx)
    viewer, turn = tx.player(), tx.state.game.turn
    if turn not in tx.state.sides_of(viewer):
        raise RoomError("E_NOT_YOUR_TURN", f"it is the turn of {turn}", hint="the side to move may claim")
    if tx.state.game.is_hidden_from(viewer):
        why = "whether there is a draw to claim would tell what is hidden"
        raise RoomError("E_SIGHT", why, hint="offer a draw")
    end(tx, "claim", turn, viewer)


def resign(tx: Transaction, message: Resign) -> None:
    """Give the game up."""
    demand_going(tx)
    end(tx, "resign", tx.side(), tx.player())


def shown_clock(tx: Transaction) -> dict[str, Any] | None:
    """The clock as messages tell it."""
    return None if tx.state.clock is None else tx.state.clock.shown(tx.now)


def tell_between(tx: Transaction, *, is_answer: bool = False) -> None:
    """Let everybody hear of the last entry what stands between the players."""
    state = tx.state
    tx.tell(
        GameUpdated,
        is_answer=is_answer,
        drawOffer=state.draw_offer,
        rematch=state.rematch or None,
        result=state.game.result,
        clock=shown_clock(tx),
    )
