"""A server in a process of its own, and rooms made in it from outside."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import Any

from typing_extensions import Self
from websockets.sync.client import connect

Json = dict[str, Any]


class Serving:
    """`rete-chess serve` on a free port; options by their names, such as `consent_seconds`."""

    def __init__(self, port: str = "0", **options: str) -> None:
        self._options = {"store": ":memory:", "workers": "1", **options}
        self.address = ""
        self._start(port)

    def _start(self, port: str) -> None:
        words = [f"--{name.replace('_', '-')}={value}" for name, value in self._options.items()]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "rete_chess", "serve", f"--port={port}", "--log-level=error", *words],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().split()[-1]

    @property
    def port(self) -> str:
        return self.address.rpartition(":")[2]

    def kill(self) -> None:
        """End it as a crash does."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._close()

    def start_again(self) -> None:
        """Start it on the port that it had."""
        self._start(self.port)

    def stop(self) -> None:
        """Ask it to end, and wait."""
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait(timeout=10)
        self._close()

    def _close(self) -> None:
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    # -- rooms ---------------------------------------------------------------------------------

    def room(self, variant: str | Json = "chess", moves: str = "", **request: Any) -> Room:
        """A room, solo unless the request says otherwise, after some moves of its creator."""
        with connect(f"ws{self.address.removeprefix('http')}/ws", max_size=None) as line:
            said = {"type": "room.create", "id": "0", "variant": variant, "mode": "solo", **request}
            made = _ask(line, said)
            assert made["type"] == "room.created", made
            code: str = made["state"]["roomCode"]
            for ply, move in enumerate(moves.split()):
                play = {"type": "move.play", "id": f"{ply + 1}", "roomCode": code, "move": move, "ply": ply}
                played = _ask(line, play)
                assert played["type"] == "move.played", played
        return Room(self, code, made["token"], made["side"])


def _ask(line: Any, message: Json) -> Json:
    line.send(json.dumps(message))
    while True:
        heard: Json = json.loads(line.recv(timeout=10))
        if heard.get("re") == message["id"]:
            return heard


class Room:
    """A room and the key of its creator's seat."""

    def __init__(self, serving: Serving, code: str, token: str, side: str) -> None:
        self.code, self.token, self.side = code, token, side
        self.origin = serving.address
        self.address = f"{serving.address}/room/{code}"

    @property
    def seats(self) -> str:
        """What a browser keeps that holds the seat."""
        return json.dumps({self.code: {"tokens": [self.token], "at": 1}})
