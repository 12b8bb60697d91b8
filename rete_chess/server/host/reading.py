"""Rooms looked at from outside, over HTTP: made again from what is stored, shown, and forgotten."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from rete_chess.server.room import Entry, Room, RoomError, SecureChance, views
from rete_chess.server.room.state import NOBODY

#: What of a room can be asked for, and of which kind the answer is.
VIEWS: Final = {"pgn": "application/x-chess-pgn", "save": "application/json", "log": "application/json"}


def told_view(
    what: str, token: str | None, snapshot: bytes | None, entries: Sequence[Entry], log: Sequence[Entry]
) -> tuple[str, bytes] | tuple[None, dict[str, Any]]:
    """A room as PGN, as a save or as its log, as far as the holder of a token may see it; or an error.

    `entries` are those that make the room again, `log` all that it ever had.
    """
    room = Room.restored(snapshot, entries, SecureChance())
    viewer = room.viewer_with(token)
    if token is not None and viewer == NOBODY:
        error = RoomError("E_TOKEN", "this is no key of a seat of this room")
        return None, {"code": error.code, "message": error.message}
    if what == "pgn":
        body = views.pgn_for(room.state, viewer).encode()
    elif what == "save":
        body = views.save_for(room.state, viewer).encode()
    else:
        body = json.dumps(
            {"roomCode": room.state.code, "log": views.log_for(room.state, viewer, log)}
        ).encode()
    return VIEWS[what], body
