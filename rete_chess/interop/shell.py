"""The shell around a machine that speaks a protocol: streams, threads and time.

A thread reads lines, and one thinks while there is something to think about; both only leave word in a queue.
The machine and the output belong to the thread that called, so that whatever is said is said in order, and an
answer never waits for a thought.
"""

from __future__ import annotations

import contextvars
import gc
import queue
import threading
from collections.abc import Callable
from io import RawIOBase
from typing import Final, NamedTuple, Protocol

from rete_chess.interop.tasks import Task

#: The most bytes that are read at once, and the longest line; what a line has beyond it is left out.
CHUNK: Final = 1 << 16
MAX_LINE: Final = 1 << 20
#: The memory for the calls of a thread that thinks: searches go deep.
STACK: Final = 64 << 20
#: How long a thread that was stopped is waited for at the end, in seconds.
PATIENCE: Final = 2.0


class Splitter:
    """The lines of a stream, as far as they have come."""

    def __init__(self) -> None:
        self._begun = b""
        self._is_cut = False  # whether the line that has begun is full already

    def feed(self, given: bytes) -> list[str]:
        """The lines that some more bytes bring to an end."""
        *ended, begun = given.split(b"\n")
        found = [self._ended(part) for part in ended]
        self._grow(begun)
        return found

    def rest(self) -> list[str]:
        """The line that has begun, at the end of the stream."""
        return [self._ended(b"")] if self._begun else []

    def _ended(self, part: bytes) -> str:
        self._grow(part)
        line, self._begun, self._is_cut = self._begun, b"", False
        return line.decode("utf-8", "replace").rstrip("\r")

    def _grow(self, part: bytes) -> None:
        if not self._is_cut:
            self._begun = (self._begun + part)[:MAX_LINE]
            self._is_cut = len(self._begun) == MAX_LINE


class Machine(Protocol):
    """A protocol as a machine: what is heard and found goes in, lines come out."""

    @property
    def is_closed(self) -> bool:
        """Whether nothing more will be said."""

    def hear(self, line: str) -> list[str]:
        """What is answered to a line."""

    def told(self, task: Task, found: object) -> list[str]:
        """What is said about something that a task has found."""

    def done(self, task: Task, outcome: object) -> list[str]:
        """What is said when a task is done; the outcome is an exception if it failed."""

    def take_task(self) -> Task | None:
        """What has to be begun now, once."""

    def close(self) -> list[str]:
        """What is said when the input ends."""


class _Event(NamedTuple):
    """Word from another thread."""

    kind: str
    value: object = None
    task: Task | None = None


def run_machine(machine: Machine, source: RawIOBase, say: Callable[[list[str]], None]) -> None:
    """Let a machine speak until it is closed.

    The source has no buffer of its own: its thread may wait for more when the program ends.
    """
    events: queue.SimpleQueue[_Event] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(source, events), daemon=True).start()
    thread: threading.Thread | None = None
    while not machine.is_closed:
        lines = _answers(machine, events.get())
        if lines:
            say(lines)
        task = machine.take_task()
        if task is not None:
            gc.freeze()  # what was there before is not looked through while it thinks, since all would wait
            thread = _begin(task, events)
    if thread is not None:
        thread.join(PATIENCE)


def _answers(machine: Machine, event: _Event) -> list[str]:
    if event.kind == "line":
        return machine.hear(str(event.value))
    if event.task is None:
        return machine.close()
    if event.kind == "told":
        return machine.told(event.task, event.value)
    gc.unfreeze()
    return machine.done(event.task, event.value)


def _read(source: RawIOBase, events: queue.SimpleQueue[_Event]) -> None:
    splitter = Splitter()
    while True:
        try:
            given = source.read(CHUNK)
        except OSError:  # nothing can be read any more
            given = b""
        for line in splitter.feed(given) if given else splitter.rest():
            events.put(_Event("line", line))
        if not given:
            events.put(_Event("end"))
            return


def _begin(task: Task, events: queue.SimpleQueue[_Event]) -> threading.Thread:
    """Do a task on a thread of its own, in the surroundings of this one."""

    def work() -> None:
        try:
            outcome: object = task.run(lambda found: events.put(_Event("told", found, task)))
        except Exception as error:
            outcome = error
        events.put(_Event("done", outcome, task))

    before = threading.stack_size(STACK)
    try:
        thread = threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True)
        thread.start()
    finally:
        threading.stack_size(before)
    return thread
