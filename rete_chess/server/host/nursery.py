"""The nursery: a process that has loaded everything, and from which workers are forked in milliseconds.

It has one thread and no rooms. The front sends it the end of a line for every worker it wants, and hears
which of them have ended. When the front is gone, it ends, and so do the workers.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

from rete_chess.server.host.channel import Frames, Waiting, framed

#: The module whose `work` is called in every worker.
WORKER: Final = "rete_chess.server.host.worker"
#: The thresholds of the garbage collector: rooms live long, and full collections take long.
COLLECTING: Final = (50_000, 20, 50)

Work = Callable[[socket.socket, str, dict[str, Any]], None]


class Nursery:
    """The front's side: asks for workers, lets them be ended, and hears how they ended."""

    def __init__(self, ended: Callable[[int, int], None], modules: Sequence[str] = ()) -> None:
        self._ended = ended
        self._modules = (WORKER, *modules)
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        self._frames = Frames()

    def start(self) -> None:
        """Start the process, anew if it was lost."""
        self.close()
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(theirs.fileno()), *self._modules],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # a Ctrl-C is for the front alone
            )
        self._control, self._frames = ours, Frames()
        asyncio.get_running_loop().add_reader(ours, self._hear)

    def fork(self, kind: str, arguments: dict[str, Any]) -> socket.socket:
        """A new worker's line: its first value is the number of its process."""
        if self._control is None:
            self.start()
        assert self._control is not None
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with theirs:
            socket.send_fds(self._control, [framed((kind, arguments))], [theirs.fileno()])
        return ours

    def kill(self, process: int) -> None:
        """End a worker at once, if it has not ended."""
        if self._control is not None:
            self._control.sendall(framed(("kill", {"process": process})))

    def _hear(self) -> None:
        """Hear which workers have ended, or that the process itself has."""
        assert self._control is not None
        try:
            data = self._control.recv(1 << 16)
        except OSError:
            data = b""
        if not data:
            self.close()
        for process, code in self._frames.fed(data):
            self._ended(process, code)

    def close(self) -> None:
        """Let the process end, and wait for it."""
        if self._control is not None:
            asyncio.get_running_loop().remove_reader(self._control)
            self._control.close()
            self._control = None
        if self._process is not None:
            self._process.wait()
            self._process = None


# -- the process itself ----------------------------------------------------------------------------


def run(words: Sequence[str]) -> None:
    """Serve as a nursery on the socket whose number is the first word, with the modules that follow."""
    control = socket.socket(fileno=int(words[0]))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the front ends its workers
    modules = [importlib.import_module(name) for name in words[1:]]
    modules[0].warm_up()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)
    forking = _Forking(control, modules[0].work)
    try:
        forking.serve()
    except (EOFError, ConnectionError):
        forking.end()  # the front is gone
    os._exit(0)


class _Forking:
    """A nursery at work."""

    def __init__(self, control: socket.socket, work: Work) -> None:
        self._control = control
        self._work = work
        self._frames = Frames()
        self._ends: list[int] = []  # ends of lines of workers that are still to be forked
        self._children: set[int] = set()
        self._waker, self._woken = socket.socketpair()  # a signal lets something be read

    def serve(self) -> None:
        """Fork and end workers as the front asks for it, until it is gone."""
        for end in (self._waker, self._woken):
            end.setblocking(False)
        signal.set_wakeup_fd(self._woken.fileno())
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while True:
            ready, _, _ = select.select([self._control, self._waker], [], [])
            if self._waker in ready:
                self._waker.recv(4096)
                self._reap()
            if self._control in ready:
                self._hear()

    def _hear(self) -> None:
        data, ends, _, _ = socket.recv_fds(self._control, 1 << 16, 64)
        if not data:
            raise EOFError
        self._ends += ends
        for kind, arguments in self._frames.fed(data):
            if kind != "kill":
                self._fork(kind, arguments)
            elif arguments["process"] in self._children:
                os.kill(arguments["process"], signal.SIGKILL)

    def _fork(self, kind: str, arguments: dict[str, Any]) -> None:
        end = self._ends.pop(0)
        child = os.fork()
        if child == 0:
            # A line of others that stayed open here would hide from the front that they are lost.
            for other in self._ends:
                os.close(other)
            for own in (self._control, self._waker, self._woken):
                own.close()
            _be(self._work, end, kind, arguments)
        os.close(end)
        self._children.add(child)

    def end(self) -> None:
        """End all workers, whatever they are at, and wait for them. What was told is stored."""
        for child in self._children:
            os.kill(child, signal.SIGKILL)
        for child in self._children:
            os.waitpid(child, 0)

    def _reap(self) -> None:
        """Tell the front which workers have ended, and how."""
        while self._children:
            child, status = os.waitpid(-1, os.WNOHANG)
            if child == 0:
                return
            self._children.discard(child)
            self._control.sendall(framed((child, os.waitstatus_to_exitcode(status))))


def _be(work: Work, descriptor: int, kind: str, arguments: dict[str, Any]) -> None:
    """Be a worker, and nothing after it."""
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with socket.socket(fileno=descriptor) as end:
            Waiting(end).put(os.getpid())
            work(end, kind, arguments)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        os._exit(0)  # the front is gone
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    run(sys.argv[1:])
