"""A store in PostgreSQL, by psycopg and its pool of connections (`pip install 'rete-chess[postgres]'`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from rete_chess.server.store.interface import StoreError
from rete_chess.server.store.sql import Cursor, SqlStore

#: Connections of one server, and how long somebody waits for one, in seconds.
LEAST: Final = 1
MOST: Final = 4
PATIENCE: Final = 10.0
#: The key of the lock under which tables are changed.
_LOCK: Final = 7_383_472


class PostgresStore(SqlStore):
    """A store in a database that is given by its address, `postgresql://…`."""

    def __init__(self, address: str) -> None:
        self._pool: ConnectionPool[psycopg.Connection[Any]] = ConnectionPool(
            address, min_size=LEAST, max_size=MOST, timeout=PATIENCE, open=False
        )
        try:
            self._pool.open(wait=True, timeout=PATIENCE)
            self._migrate()
        except (psycopg.Error, PoolTimeout) as error:
            self._pool.close()
            raise _unusable(error) from error
        except StoreError:
            self._pool.close()
            raise

    @contextmanager
    def _writing(self) -> Iterator[Cursor]:
        # The end of a connection's context commits, or takes everything back after an error.
        try:
            with self._pool.connection() as connection, connection.cursor() as cursor:
                yield cursor
        except (psycopg.Error, PoolTimeout) as error:
            raise _unusable(error) from error

    @contextmanager
    def _reading(self) -> Iterator[Cursor]:
        try:
            with self._pool.connection() as connection, connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
                yield cursor
        except (psycopg.Error, PoolTimeout) as error:
            raise _unusable(error) from error

    def _lock(self, cursor: Cursor) -> None:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))

    def _sql(self, statement: str) -> str:
        return _translated(statement)

    def close(self) -> None:
        self._pool.close()


@lru_cache(maxsize=256)
def _translated(statement: str) -> str:
    """A statement with PostgreSQL's names of types and its sign for a value."""
    return statement.replace("?", "%s").replace(" BLOB", " BYTEA").replace(" INTEGER", " BIGINT")


def _unusable(error: Exception) -> StoreError:
    """An error that gives no password away."""
    return StoreError(
        "E_STORE", f"the store in PostgreSQL cannot be used: {type(error).__name__}: {_first(error)}"
    )


def _first(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0][:200] if lines else ""
