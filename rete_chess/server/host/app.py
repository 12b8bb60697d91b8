"""A server as a whole: its parts put together, started, and brought to an end in good order."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from uvicorn.protocols.http.h11_impl import H11Protocol

from rete_chess.server.host.callers import Line
from rete_chess.server.host.config import Config
from rete_chess.server.host.logs import log, set_up, warn
from rete_chess.server.host.metrics import Metrics
from rete_chess.server.host.nursery import COLLECTING
from rete_chess.server.host.pool import Pools
from rete_chess.server.host.reception import Reception
from rete_chess.server.host.timers import now_ms
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.store import open_store
from rete_chess.server.wire.directory import MOST_DOCUMENT_BYTES

#: How long a server takes to end at most, in seconds; and how long it waits for what was taken.
ENDING: Final = 4.5
DRAINING: Final = 2.0


class Host:
    """The parts of a server."""

    def __init__(self, config: Config, modules: Sequence[str] = ()) -> None:
        self.config = config
        self.metrics = Metrics()
        self.store = open_store(config.store)
        self.store.start(config.name, now_ms())
        self.pools = Pools(config, self._note_end, modules)
        self.traffic = Traffic(config, self.store, self.pools, self.metrics)
        self.reception = Reception(config, self.traffic)
        self.app = Starlette(routes=[WebSocketRoute("/ws", self.reception.serve)])

    def start(self) -> None:
        """Start what runs beside the sockets."""
        self.pools.start()
        self.traffic.timers.fill(self.store.due())

    async def drain(self) -> None:
        """Take nothing more, and wait until all that was taken is stored and told."""
        self.reception.is_closing = True
        await self.traffic.drain(DRAINING)

    def close(self) -> None:
        """Let everything go."""
        self.traffic.close()
        self.pools.close()
        self.store.beat(self.config.name, now_ms())
        self.store.close()

    def _note_end(self, process: int, code: int) -> None:
        self.metrics.counts["workers_lost_total"] += 1
        warn("worker ended", process=process, status=code)


class Request(H11Protocol):
    """A connection that is given up when a request on it is not complete in time."""

    seconds = 10.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._seen: object = None
        self.loop.call_later(self.seconds, self._look)

    def _look(self) -> None:
        """Close the connection if the request of the last look is still not complete."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        state = (self.conn.their_state, self.cycle)
        if state[0] in (h11.IDLE, h11.SEND_BODY) and (self.cycle is None or state == self._seen):
            self.transport.close()
            return
        self._seen = state
        self.loop.call_later(self.seconds, self._look)


class Server(uvicorn.Server):
    """Uvicorn's server, which says when it listens, and ends in our order."""

    def __init__(self, config: uvicorn.Config, host: Host, address: str) -> None:
        super().__init__(config)
        self._host = host
        self._address = address

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End by a signal as a program ends that has done its work."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end)
        yield

    def _end(self) -> None:
        self.should_exit = True
        asyncio.get_running_loop().call_later(ENDING, os._exit, 0)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._host.start()
        await super().startup(sockets)
        print(f"rete-chess listens on {self._address}", flush=True)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTING)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log("ending")
        await self._host.drain()
        await super().shutdown(sockets)


def run(config: Config, modules: Sequence[str] = ()) -> None:
    """Serve until a signal comes."""
    set_up(config.log_level)
    listening = socket.create_server(
        (config.host, config.port), family=socket.AF_INET6 if ":" in config.host else socket.AF_INET
    )
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # which its connections inherit
    host = Host(config, modules)
    port = listening.getsockname()[1]
    shown = f"[{config.host}]" if ":" in config.host else config.host
    Line.limits = config.limits
    Request.seconds = config.limits.request_seconds
    settings = uvicorn.Config(
        host.app,
        http=Request,
        ws=Line,
        ws_max_size=MOST_DOCUMENT_BYTES,
        ws_per_message_deflate=config.compress,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=config.trusted_proxies,
        timeout_graceful_shutdown=1,
    )
    server = Server(settings, host, f"http://{shown}:{port}")
    asyncio.run(_serve(server, host, listening))


async def _serve(server: Server, host: Host, listening: socket.socket) -> None:
    try:
        await server.serve([listening])
    finally:
        host.close()
