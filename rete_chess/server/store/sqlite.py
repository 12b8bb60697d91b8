"""A store in one file of SQLite: a write-ahead log, and every commit on the disk before it is told."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from rete_chess.server.store.interface import StoreError
from rete_chess.server.store.sql import Cursor, SqlStore

MEMORY: Final = ":memory:"
#: How long a writer waits for another process, in seconds.
PATIENCE: Final = 10.0


class SqliteStore(SqlStore):
    """A store in a file, or in memory for trials."""

    def __init__(self, place: str | Path = MEMORY) -> None:
        self.place = str(place)
        try:
            self._writer = _connected(self.place)
            # What lies in memory is seen by one connection alone.
            self._reader = self._writer if self.place == MEMORY else _connected(self.place)
            self._write_lock = threading.Lock()
            self._read_lock = self._write_lock if self.place == MEMORY else threading.Lock()
            self._migrate()
        except sqlite3.Error as error:
            raise _unusable(self.place, error) from error

    @contextmanager
    def _writing(self) -> Iterator[Cursor]:
        with self._write_lock, closing(self._writer.cursor()) as cursor:
            try:
                cursor.execute("BEGIN IMMEDIATE")
                yield cursor
                cursor.execute("COMMIT")
            except BaseException as error:
                if self._writer.in_transaction:
                    cursor.execute("ROLLBACK")
                if isinstance(error, sqlite3.Error):
                    raise _unusable(self.place, error) from error
                raise

    @contextmanager
    def _reading(self) -> Iterator[Cursor]:
        with self._read_lock, closing(self._reader.cursor()) as cursor:
            try:
                cursor.execute("BEGIN")
                yield cursor
            except sqlite3.Error as error:
                raise _unusable(self.place, error) from error
            finally:
                if self._reader.in_transaction:
                    cursor.execute("ROLLBACK")

    def _sql(self, statement: str) -> str:
        return statement

    def close(self) -> None:
        with self._write_lock:
            self._writer.close()
        if self._reader is not self._writer:
            with self._read_lock:
                self._reader.close()


def _connected(place: str) -> sqlite3.Connection:
    connection = sqlite3.connect(place, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _unusable(place: str, error: sqlite3.Error) -> StoreError:
    return StoreError("E_STORE", f"the store {place} cannot be used: {error}")
