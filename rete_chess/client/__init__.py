"""A client of rooms, for programs: bots, tests, whatever plays on a server.

    async with Room.join(address, code) as room:
        await room.play("e4")

It keeps the state of its room by what it hears, and comes back by itself when the line breaks. It needs the
extra `server` for its sockets, and knows nothing of servers but their messages.
"""

from __future__ import annotations

from rete_chess.client.line import LineError, RefusedError
from rete_chess.client.room import Room

__all__ = ["LineError", "RefusedError", "Room"]
