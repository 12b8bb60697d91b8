"""What is answered over HTTP by workers: documents judged at the desk, rooms looked at from outside."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from rete_chess.server.api.replies import Reply, error_reply
from rete_chess.server.host.logs import warn
from rete_chess.server.host.pool import DESK, WorkerFailedError, WorkerLostError
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.room import Entry, Room, RoomError, SecureChance, views
from rete_chess.server.room.state import NOBODY

#: Requests that wait for the desk; beyond it the server says that it is busy.
MOST_WAITING: Final = 64


def answer_here(name: str, argument: bytes | dict[str, Any]) -> Any:
    """The answer of a name, given in this process: a worker."""
    from rete_chess.server.api.table import ANSWERS  # late: the front gives no answers itself

    return ANSWERS[name](argument)


class Desk:
    """Gives answers about documents and rooms, each in a worker that it may cost."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic
        self._waiting = 0

    async def run(self, name: str, argument: bytes | dict[str, Any]) -> Reply:
        """The answer of a name as a status and a text."""
        try:
            reply: Reply = await self.ask("answer", name, argument)
        except RoomError as error:
            return error_reply(error)
        return reply

    async def ask(self, verb: str, *arguments: Any) -> Any:
        """What a worker at the desk answers; an error if too many wait, or if it cannot."""
        try:
            if self._waiting >= MOST_WAITING:
                raise RoomError("E_RATE", "the server has too much to do", hint="wait a little")
            self._waiting += 1
            try:
                return await self._traffic.pools.ask(DESK, verb, *arguments)
            except WorkerLostError:
                raise RoomError("E_BUDGET", "this takes more than the server allows") from None
            except WorkerFailedError as failed:
                warn("defect", verb=verb, message=str(failed), trace=failed.trace)
                raise RoomError("E_INTERNAL", "a defect of the program") from None
            finally:
                self._waiting -= 1
        except RoomError as error:
            self._traffic.metrics.errors[error.code] += 1
            raise


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
    try:
        if what == "pgn":
            body = views.pgn_for(room.state, viewer).encode()
        elif what == "save":
            body = views.save_for(room.state, viewer).encode()
        else:
            body = json.dumps(views.log_for(room.state, viewer, log)).encode()
    except RoomError as refused:
        return None, {"code": refused.code, "message": refused.message}
    return VIEWS[what], body
