"""The state of a room kept by messages: what each of them tells is put where the state has it.

A viewer is not told everything. How many turns a preset still lasts, counters that came with new rules, which
rules changed between moves, and what others propose to each other are in the state that `room.sync`
answers, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import room_messages as rooms
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.base import ServerMessage
from rete_chess.server.wire.parts import Move

Json = dict[str, Any]

#: What a move that was played leaves in the list of moves.
_MOVE: Final = Move.__required_keys__ | Move.__optional_keys__
#: What messages about a change of the game tell of how it stands.
_STANDING: Final = ("fen", "digest", "check", "checked", "turn", "hands", "result", "clock")


def kept(state: Json, message: ServerMessage, side: str) -> Json:
    """The state after a message, as the viewer of a side knows it: a new one, or the same one changed."""
    if isinstance(message, _WITH_STATE):
        return dict(message.state)
    keep = _KEEPERS.get(type(message))
    if keep is not None:
        keep(state, message.body(), side)
    return state


_WITH_STATE: Final = (rooms.RoomCreated, rooms.RoomJoined, rooms.RoomState, game.TakebackDone)


def _presence(state: Json, said: Json, side: str) -> None:
    state["seats"] = {"white": said["white"], "black": said["black"]}


def _played(state: Json, said: Json, side: str) -> None:
    state["moves"].append({key: said[key] for key in _MOVE if key in said})
    state["ply"] = said["ply"]
    _stand(state, said)


def _stand(state: Json, said: Json) -> None:
    """How the game stands, and what has changed on the board."""
    _put(state, said, _STANDING)
    state["legal"] = said.get("legal", [])
    changes = said["changes"]
    state["pieces"] = _replaced(state["pieces"], changes["pieces"])
    state["tiles"] = _replaced(state["tiles"], changes["tiles"])
    told = {fact["attribute"]: fact["new"] for fact in changes["facts"] if fact["entity"] == 0}
    for panel in state["panels"] if told else ():
        _count(panel, told)


def _put(state: Json, said: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    """Put values where the state has them; what is not said is not."""
    for key in keys:
        if key in said:
            state[key] = said[key]
        else:
            state.pop(key, None)


def _replaced(listed: list[Json], changes: Mapping[str, Json | None]) -> list[Json]:
    """Pieces or tiles after changes, by id."""
    if not changes:
        return listed
    found: dict[str, Json | None] = {**{str(item["id"]): item for item in listed}, **changes}
    return sorted((item for item in found.values() if item is not None), key=lambda item: int(item["id"]))


def _count(panel: Json, told: Mapping[str, Any]) -> None:
    """Put the facts of the game and of its sides on a counter."""
    name = panel["name"]
    if panel["of"] == "game":
        panel["value"] = told.get(name, panel.get("value"))
    else:
        panel["values"] = {
            side: told.get(f"{name}.{side}", value) for side, value in panel.get("values", {}).items()
        }


def _between(state: Json, said: Json, side: str) -> None:
    _put(state, said, ("drawOffer", "rematch", "result", "clock"))
    if "result" in said:
        state["legal"] = []


# -- rules that change -----------------------------------------------------------------------------


def _topic(said: Json) -> str:
    """What a message speaks of: the first word of its type."""
    return str(said["type"]).partition(".")[0]


def _queued(state: Json, said: Json, side: str) -> None:
    if "proposalId" in said:
        told = {"proposalId": said["proposalId"], "proposedBy": side}
        if "expiresAt" in said:
            _enter(state, "proposal", _topic(said), {**told, "expiresAt": said["expiresAt"]})
        else:
            _enter(state, "pending", _topic(said), told)


def _asked(state: Json, said: Json, side: str) -> None:
    keys = ("proposalId", "proposedBy", "expiresAt", "profiles", "presets", "plies")
    _enter(state, "proposal", _topic(said), {key: said[key] for key in keys if key in said})


def _received(state: Json, said: Json, side: str) -> None:
    proposal = _cancel(state, "proposal", _topic(said), said.get("proposalId"))
    told = proposal or {"proposalId": said.get("proposalId"), "proposedBy": side}
    _enter(state, "pending", _topic(said), {k: v for k, v in told.items() if k != "expiresAt"})


def _rejected(state: Json, said: Json, side: str) -> None:
    for where in ("proposal", "pending"):
        _cancel(state, where, _topic(said), said["proposalId"])


def _updated(state: Json, said: Json, side: str) -> None:
    _stand(state, said)
    _put(state, said, ("vital",))
    state.update({key: said[key] for key in ("profiles", "presets", "config") if key in said})
    _cancel(state, "pending", _topic(said), None)


def _refused(state: Json, said: Json, side: str) -> None:
    if "proposalId" in said:
        for topic in list(state.get("pending", ())):
            _cancel(state, "pending", topic, said["proposalId"])


def _enter(state: Json, where: str, topic: str, told: Json) -> None:
    state[where] = {**state.get(where, {}), topic: told}


def _cancel(state: Json, where: str, topic: str, proposal_id: str | None) -> Json | None:
    """Take out what is proposed or waits, whatever it is called if no name is given."""
    listed: Json = state.get(where, {})
    found: Json | None = listed.get(topic)
    if found is None or proposal_id not in (None, found["proposalId"]):
        return None
    _put(state, {where: left} if (left := {k: v for k, v in listed.items() if k != topic}) else {}, (where,))
    return found


def _registered(state: Json, said: Json, side: str) -> None:
    state["customModifiers"] = [*state["customModifiers"], said["descriptor"]]


def _moved(state: Json, said: Json, side: str) -> None:
    state["movedTo"] = said["roomCode"]


_KEEPERS: Final[dict[type[ServerMessage], Callable[[Json, Json, str], None]]] = {
    rooms.RoomPresence: _presence,
    rooms.RoomMoved: _moved,
    rooms.Nack: _refused,
    game.MovePlayed: _played,
    game.GameUpdated: _between,
    game.TakebackQueued: _queued,
    game.TakebackPending: _asked,
    game.TakebackRejected: _rejected,
    rules.ProfileQueued: _queued,
    rules.ProfilePending: _asked,
    rules.ProfileConsentReceived: _received,
    rules.ProfileRejected: _rejected,
    rules.ProfileUpdated: _updated,
    rules.PresetsQueued: _queued,
    rules.PresetsPending: _asked,
    rules.PresetsConsentReceived: _received,
    rules.PresetsRejected: _rejected,
    rules.PresetsUpdated: _updated,
    rules.ModifierRegistered: _registered,
}
