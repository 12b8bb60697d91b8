"""Group commit: whatever many rooms want to write while the disk is busy goes into the next transaction."""

from __future__ import annotations

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Final

from rete_chess.server.store.interface import Group, Store

#: Requests that go into one transaction at most.
MOST: Final = 1_000

#: Groups that belong together, and who waits for them.
Request = tuple[tuple[Group, ...], "Future[None]"]


class Committer:
    """A thread that writes to a store. A future is done when its groups are on the disk, never before.

    Requests are written in the order in which they come. One that cannot be written fails alone.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.transactions = 0  # how many were written
        self._requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="committer", daemon=True)
        self._thread.start()

    def submit(self, groups: Sequence[Group]) -> Future[None]:
        """Let groups be written together; the future tells when they are."""
        future: Future[None] = Future()
        with self._lock:
            if self._is_closed:
                raise RuntimeError("the committer is closed")
            self._requests.put((tuple(groups), future))
        return future

    def close(self) -> None:
        """Write all that was asked for, then end."""
        with self._lock:
            if not self._is_closed:
                self._is_closed = True
                self._requests.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch, is_open = self._batch()
            if batch:
                self._write(batch)

    def _batch(self) -> tuple[list[Request], bool]:
        """All requests that wait, at least one; and whether more may come."""
        found: list[Request] = []
        while len(found) < MOST:
            try:
                request = self._requests.get(block=not found)
            except queue.Empty:
                return found, True
            if request is None:
                return found, False
            found.append(request)
        return found, True

    def _write(self, batch: list[Request]) -> None:
        """Write requests in one transaction; if that cannot be, each in its own."""
        try:
            self.store.append([group for groups, _ in batch for group in groups])
        except Exception as error:
            if len(batch) == 1:
                batch[0][1].set_exception(error)
            else:
                for request in batch:
                    self._write([request])
            return
        self.transactions += 1
        for _, future in batch:
            future.set_result(None)
