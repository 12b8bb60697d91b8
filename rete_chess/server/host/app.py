"""A server as a whole: its parts put together, started, and brought to an end in good order."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Final

import uvicorn

from rete_chess.errors import RulesError
from rete_chess.server.host.callers import Connection, Line
from rete_chess.server.host.config import Config
from rete_chess.server.host.keeper import Keeper
from rete_chess.server.host.logs import log, set_up, warn
from rete_chess.server.host.metrics import Metrics
from rete_chess.server.host.nursery import COLLECTING
from rete_chess.server.host.pool import Pools
from rete_chess.server.host.reception import Reception
from rete_chess.server.host.timers import now_ms
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.host.web import make_app
from rete_chess.server.store import open_store
from rete_chess.server.wire.directory import MOST_DOCUMENT_BYTES

#: How long a server takes to end at most, in seconds; and how long it waits for what was taken.
ENDING: Final = 4.5
DRAINING: Final = 2.0
#: What the system keeps of what is sent to one client and not received, in bytes.
SENDING: Final = 1 << 17


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
        self.keeper = Keeper(config, self.traffic)
        self.app = make_app(self.traffic, self.reception)
        self.metrics.gauges |= self._gauges()

    def start(self) -> None:
        """Start what runs beside the sockets."""
        self.pools.start()
        due = self.store.due().items()
        own = {code: at for code, at in due if code.startswith(self.config.code_prefix)}
        self.traffic.delivery.timers.fill(own)
        self.keeper.start()

    async def drain(self) -> None:
        """Take nothing more, and wait until all that was taken is stored and told."""
        self.reception.is_closing = True
        self.keeper.close()
        await self.traffic.drain(DRAINING)

    def close(self) -> None:
        """Let everything go."""
        self.traffic.close()
        self.pools.close()
        self.store.beat(self.config.name, now_ms())
        self.store.close()

    def _gauges(self) -> dict[str, tuple[str, Callable[[], float]]]:
        delivery, lanes, pools = self.traffic.delivery, self.traffic.lanes, self.pools
        return {
            "sockets": ("Sockets that are open.", lambda: len(delivery.callers)),
            "rooms": ("Rooms with somebody in them.", lambda: sum(bool(x.audience) for x in lanes.values())),
            "rooms_awake": ("Rooms in workers.", lambda: sum(x.is_awake for x in lanes.values())),
            "deadlines": ("Rooms that wait for a moment.", lambda: len(delivery.timers)),
            "queue": ("Messages that wait.", lambda: sum(len(x.waiting) for x in lanes.values())),
            "jobs": ("Jobs that workers have not answered.", lambda: sum(x.waiting for x in pools.workers)),
            "workers": ("Workers.", lambda: len(pools.workers)),
        }

    def _note_end(self, process: int, code: int) -> None:
        self.metrics.counts["workers_lost_total"] += 1
        warn("worker ended", process=process, status=code)


class Server(uvicorn.Server):
    """Uvicorn's server, which says when it listens, and ends in our order."""

    def __init__(self, config: Config, modules: Sequence[str] = ()) -> None:
        self.listening = _listening(config)
        try:
            self.host = Host(config, modules)
        except BaseException:
            self.listening.close()
            raise
        self.is_ready = asyncio.Event()
        shown = f"[{config.host}]" if ":" in config.host else config.host
        self.address = f"http://{shown}:{self.listening.getsockname()[1]}"
        super().__init__(_settings(config, self.host))

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End by a signal as a program ends that has done its work, in time whatever the loop is at."""
        before = {number: signal.signal(number, self._end) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            self.should_exit = True
            ending = threading.Timer(ENDING, os._exit, (0,))
            ending.daemon = True
            ending.start()

    async def run_until_told(self) -> None:
        """Serve until somebody says that it is enough."""
        try:
            await self.serve([self.listening])
        finally:
            self.host.close()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.host.start()
        await super().startup(sockets)
        self.is_ready.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log("ending")
        await self.host.drain()
        await super().shutdown(sockets)


def _listening(config: Config) -> socket.socket:
    """The socket that a server listens on."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    try:
        found = socket.create_server((config.host, config.port), family=family, backlog=2048)
    except OSError as error:
        why = error.strerror or error
        raise RulesError("E_CONFIG", f"cannot listen on {config.host}:{config.port}: {why}") from error
    # Its connections inherit both. What a client leaves unread is bounded by us, not by what the system would
    # keep for it, which is several times as much.
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENDING)
    return found


def _settings(config: Config, host: Host) -> uvicorn.Config:
    limits = config.limits
    return uvicorn.Config(
        host.app,
        http=type("Connection", (Connection,), {"seconds": limits.request_seconds}),
        ws=type("Line", (Line,), {"limits": limits}),
        ws_max_size=MOST_DOCUMENT_BYTES,
        ws_per_message_deflate=config.compress,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        forwarded_allow_ips=config.trusted_proxies,
        timeout_graceful_shutdown=1,
    )


def run(config: Config) -> None:
    """Serve until a signal comes. Says on standard output when it listens."""
    set_up(config.log_level)
    asyncio.run(_run(config))


async def _run(config: Config) -> None:
    server = Server(config)
    serving = asyncio.ensure_future(server.run_until_told())
    ready = asyncio.ensure_future(server.is_ready.wait())
    await asyncio.wait([serving, ready], return_when=asyncio.FIRST_COMPLETED)
    if server.is_ready.is_set():
        print(f"rete-chess listens on {server.address}", flush=True)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECTING)
        if config.open:
            await asyncio.to_thread(webbrowser.open, server.address)
    ready.cancel()
    await serving
