"""A room as each viewer may see it. All that goes out passes here: the one place to hide things.

The legal moves are told to those who move. Where rules hide something, `rete_chess.server.room.sights` says
what each viewer sees; broadcasts are made for each viewer then, when what they tell of happens.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import orjson

from rete_chess.server.room.entries import Entry
from rete_chess.server.room.outcome import RoomError
from rete_chess.server.room.state import BOTH, PRESETS, PROFILES, SIDES, TAKEBACK, Pending, Proposal, State
from rete_chess.server.wire.base import Broadcast
from rete_chess.server.wire.game_messages import TakebackDone

Json = dict[str, Any]

#: What of a state is the same all through a game, and is not stored with every message.
LASTING: Final = ("variant", "manifest", "documents")


def legal_for(state: State, viewer: str) -> list[Json]:
    """The legal moves, for a viewer whose turn it is."""
    return state.game.legal_for(viewer) if state.game.turn in state.sides_of(viewer) else []


def state_for(state: State, viewer: str, now: int, seq: int | None = None) -> Json:
    """The state of a room as a viewer sees it, as of a broadcast, the last one unless another is named."""
    return {**told_state(state, now, seq, viewer), "legal": legal_for(state, viewer)}


def told_state(state: State, now: int, seq: int | None = None, viewer: str = BOTH) -> Json:
    """The state of a room as a viewer sees it, without the legal moves."""
    told = {
        **state.game.position(viewer),
        "digest": state.digest_for(viewer),
        "roomCode": state.code,
        "seq": state.seq if seq is None else seq,
        "mode": state.mode,
        "moves": [orjson.loads(move) for move in state.moves_for(viewer)],
        "customModifiers": [document.tree.value for document in state.modifiers.values()],
        "legal": [],
        "seedHash": state.seed_hash,
        "seats": {side: state.seats[side].shown() for side in SIDES},
        "now": now,
    }
    proposals = {name: topic.open for name, topic in state.topics.items()}
    further = {
        "documents": _own_documents(state),
        "pending": {name: _pending(name, found) for name, found in state.pending.items()},
        "proposal": {name: _proposal(name, found) for name, found in proposals.items() if found},
        "drawOffer": state.draw_offer,
        "rematch": state.rematch,
        "movedTo": state.moved_to,
        "clock": None if state.clock is None else state.clock.shown(now),
    }
    return {**told, **{key: value for key, value in further.items() if value}}


def _own_documents(state: State) -> list[Any]:
    """The documents that the room was made with, as they came; the variant first, if it is one of them."""
    setup = state.setup
    is_own = not isinstance(setup.variant, str) or "\n" in setup.variant
    return [*([setup.variant] if is_own else []), *setup.documents]


def _proposal(name: str, proposal: Proposal) -> Json:
    told = {"proposalId": proposal.id, "proposedBy": proposal.by, "expiresAt": proposal.expires_at}
    return {**told, **candidate_data(name, proposal.candidate)}


def _pending(name: str, pending: Pending) -> Json:
    told = {"proposalId": pending.id, "proposedBy": pending.by}
    return {**told, **candidate_data(name, pending.candidate)}


def candidate_data(name: str, candidate: Any) -> Json:
    """What is proposed, under the key of its topic."""
    return {{PROFILES: "profiles", PRESETS: "presets", TAKEBACK: "plies"}[name]: candidate}


def told_again(state: State, viewer: str, body: Json) -> Json:
    """A stored broadcast as a viewer hears it later; what lasts is taken from the room itself."""
    if body["type"] != "takeback.done":
        return body
    now = state_for(state, viewer, state.at)
    return {**body, "state": {**body["state"], **{key: now[key] for key in LASTING if key in now}}}


def body_of(message: Broadcast) -> Json:
    """A broadcast as it is stored: without what lasts, and without the legal moves of one viewer."""
    body = message.body()
    if isinstance(message, TakebackDone):
        body["state"] = {key: value for key, value in body["state"].items() if key not in LASTING}
    return body


def seen_by(state: State, viewer: str, message: Broadcast, now: int, is_last: bool) -> Broadcast:
    """A broadcast as a viewer hears it. Of several at once the last one tells the legal moves, if it can."""
    if isinstance(message, TakebackDone):
        return message.with_fields(state=state_for(state, viewer, now, message.seq))
    moves = legal_for(state, viewer) if is_last and tells_legal(message) else []
    return message.with_fields(legal=moves) if moves else message


def tells_legal(message: Broadcast) -> bool:
    """Whether a broadcast is of a kind that tells the legal moves."""
    return "legal" in type(message).model_fields


# -- what is asked for outside of a room -----------------------------------------------------------


def pgn_for(state: State, viewer: str) -> str:
    """The game as PGN, which tells everything."""
    _demand_whole(state, viewer)
    return state.game.pgn()


def save_for(state: State, viewer: str) -> str:
    """The game as a save, which tells everything."""
    _demand_whole(state, viewer)
    return state.game.save()


def _demand_whole(state: State, viewer: str) -> None:
    """Refuse what cannot be told to somebody from whom anything is hidden."""
    if state.game.is_hidden_from(viewer):
        hint = "its log tells what was seen" if state.game.is_over else "ask again when it is over"
        raise RoomError("E_SIGHT", "the game hides something from who asks", hint=hint)


def log_for(state: State, viewer: str, entries: Iterable[Entry]) -> Json:
    """The broadcasts of a log, as far as a viewer may see them, and the seed of a game that is over: its hash
    was told when the room was made."""
    is_hidden = state.game.is_hidden_from(viewer)
    told_all = (entry.seen.get(viewer, entry.message) if is_hidden else entry.message for entry in entries)
    log = [told_again(state, viewer, told) for told in told_all if told is not None]
    told = {"roomCode": state.code, "log": log, "seedHash": state.seed_hash}
    return {**told, "seed": state.game.seed} if state.game.is_over and not is_hidden else told
