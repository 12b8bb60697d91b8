"""The stores that the tests run on: SQLite in memory and in a file, and PostgreSQL where there is one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rete_chess.server.store import Store, open_store
from tests.server.store import postgres


@pytest.fixture(scope="session")
def database() -> Iterator[postgres.Server]:
    """A PostgreSQL server that runs while the tests do."""
    programs = postgres.binaries()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed: neither initdb nor /usr/lib/postgresql/*/bin")
    with postgres.running(programs) as server:
        yield server


def emptied(server: postgres.Server) -> str:
    """The address of the server, on which there is nothing."""
    import psycopg

    with psycopg.connect(server.address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return server.address


@pytest.fixture(params=["file", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an empty store can be opened, and opened again."""
    if request.param == "file":
        return str(tmp_path / "rooms.sqlite")
    return emptied(request.getfixturevalue("database"))


@pytest.fixture(params=["memory", "file", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    places = {"memory": ":memory:", "file": str(tmp_path / "rooms.sqlite")}
    opened = open_store(places.get(request.param) or emptied(request.getfixturevalue("database")))
    yield opened
    opened.close()
