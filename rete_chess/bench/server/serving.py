"""A server as a process of its own: started, measured with all its workers, ended or killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final

#: How a server says that it listens.
LISTENS: Final = "rete-chess listens on "
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Cost:
    """What a server and its workers have used: seconds of processor time, and bytes of memory now."""

    front: float
    workers: float
    memory: int

    @property
    def seconds(self) -> float:
        """The processor time of all."""
        return self.front + self.workers


class Serving:
    """A server on a free port of loopback, until it is ended."""

    def __init__(self, store: str, *words: str, port: int = 0, **settings: Any) -> None:
        self.store = store
        self._words = words
        self._settings = settings
        self._port = port
        self._process: subprocess.Popen[str] | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="rete-chess-bench-")
        self.log = Path(self._folder.name) / "server.log"
        self.address = ""

    def __enter__(self) -> Serving:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the server for good."""
        self.end()
        self._folder.cleanup()

    def start(self) -> None:
        """Start the server, and wait until it listens; after the first time on the same port."""
        config = Path(self._folder.name) / "config.yaml"
        config.write_text(json.dumps({"log-level": "warning", **self._settings}), encoding="utf-8")
        words = ["serve", "--port", str(self._port), "--store", self.store, "--config", str(config)]
        with open(self.log, "a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "rete_chess", *words, *self._words],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        said = self._process.stdout.readline().strip()
        if not said.startswith(LISTENS):
            self._process.wait()
            raise RuntimeError(f"the server does not start: {self.log.read_text(encoding='utf-8')[-2000:]}")
        self.address = said[len(LISTENS) :]
        self._port = int(self.address.rpartition(":")[2])

    @property
    def process(self) -> int:
        """The number of the front's process."""
        assert self._process is not None
        return self._process.pid

    def end(self) -> int:
        """Let the server end in good order; returns how it did."""
        return self._finish(signal.SIGTERM)

    def kill(self) -> None:
        """Kill the front at once, as a power cut would. Its workers see that it is gone, and end."""
        self._finish(signal.SIGKILL)

    def _finish(self, number: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(number)
        code = self._process.wait(30)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def complaints(self) -> list[str]:
        """What the server has warned of, and whatever else it or its workers said."""
        return self.log.read_text(encoding="utf-8").splitlines()

    def cost(self) -> Cost:
        """What it has used up to now."""
        workers = list(descendants(self.process))
        memory = sum(map(memory_of, (self.process, *workers)))
        return Cost(seconds_of(self.process), sum(map(seconds_of, workers)), memory)


def descendants(process: int) -> Iterator[int]:
    """All processes below one."""
    parents: dict[int, list[int]] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        found = _stat(int(place.parent.name))
        if found:
            parents.setdefault(int(found[1]), []).append(int(place.parent.name))
    open_ends = [process]
    while open_ends:
        children = parents.get(open_ends.pop(), [])
        open_ends += children
        yield from children


def seconds_of(process: int) -> float:
    """The processor time of one process, in seconds."""
    found = _stat(process)
    return (int(found[11]) + int(found[12])) / _TICKS if found else 0.0


def memory_of(process: int) -> int:
    """The bytes of one process; what several share is divided among them."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in text.splitlines() if line.startswith("Pss:"))


def _stat(process: int) -> list[str]:
    """The fields of a process behind its name; empty if it is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []
