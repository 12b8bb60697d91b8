"""Where rooms are kept: their logs, snapshots, tokens as hashes and deadlines, in one of several stores."""

from __future__ import annotations

from pathlib import Path

from rete_chess.server.store.committer import Committer
from rete_chess.server.store.interface import (
    Group,
    Listed,
    Outage,
    Store,
    StoreConflictError,
    Stored,
    StoreError,
    lost_time,
)

__all__ = [
    "Committer",
    "Group",
    "Listed",
    "Outage",
    "Store",
    "StoreConflictError",
    "StoreError",
    "Stored",
    "default_place",
    "lost_time",
    "open_store",
]


def default_place() -> Path:
    """The file in which rooms are kept unless another place is named; its folder is made at first use."""
    from platformdirs import user_data_path  # late: most stores are named

    return user_data_path("rete-chess", appauthor=False, ensure_exists=True) / "rooms.sqlite"


def open_store(place: str | Path | None = None) -> Store:
    """The store at a place: a file, `:memory:`, or the address of a database, `postgresql://…`."""
    where = default_place() if place is None else place
    if str(where).startswith(("postgresql://", "postgres://")):
        return _postgres(str(where))
    if "://" in str(where):
        scheme = str(where).partition("://")[0]
        raise StoreError("E_STORE", f"there is no store for {scheme}", hint="name a file, or postgresql://…")
    from rete_chess.server.store.sqlite import SqliteStore  # late: not every server needs it

    return SqliteStore(where)


def _postgres(address: str) -> Store:
    try:
        from rete_chess.server.store.postgres import PostgresStore  # late: an extra of its own
    except ModuleNotFoundError as error:
        hint = "pip install 'rete-chess[postgres]'"
        raise StoreError("E_STORE", f"{error.name} is needed for PostgreSQL", hint=hint) from error
    return PostgresStore(address)
