"""What is answered over HTTP by workers: documents judged at the desk, rooms looked at from outside."""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Sequence
from typing import Any, Final

from starlette.routing import BaseRoute

from rete_chess.server.host.pool import DESK, WorkerFailedError, WorkerLostError
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.room import Entry, Room, RoomError, SecureChance, views
from rete_chess.server.room.state import NOBODY

_API: Final = "rete_chess.server.api"
#: Requests that wait for the desk; beyond it the server says that it is busy.
MOST_WAITING: Final = 64


def document_routes(traffic: Traffic) -> list[BaseRoute]:
    """The routes of all answers about documents."""
    if importlib.util.find_spec(_API) is None:
        return []
    desk = Desk(traffic)
    found: list[BaseRoute] = importlib.import_module(f"{_API}.routes").routes(desk.run)
    return found


def answer_here(name: str, argument: bytes | dict[str, Any]) -> Any:
    """The answer of a name, given in this process: a worker."""
    return importlib.import_module(f"{_API}.table").ANSWERS[name](argument)


class Desk:
    """Gives answers about documents, each in a worker that it may cost."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._waiting = 0

    async def run(self, name: str, argument: bytes | dict[str, Any]) -> Any:
        """The answer of a name as a status and a text."""
        if self._waiting >= MOST_WAITING:
            return self._refused(503, "E_RATE", "the server has too much to do")
        self._waiting += 1
        try:
            return await self._traffic.pools.ask(DESK, "answer", name, argument)
        except WorkerLostError:
            return self._refused(422, "E_BUDGET", "this takes more than the server allows")
        except WorkerFailedError:
            return self._refused(500, "E_INTERNAL", "a defect of the program")
        finally:
            self._waiting -= 1

    def _refused(self, status: int, code: str, message: str) -> dict[str, Any]:
        self._traffic.metrics.errors[code] += 1
        return {"status": status, "text": json.dumps({"error": {"code": code, "message": message}})}


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
