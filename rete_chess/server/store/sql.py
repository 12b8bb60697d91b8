"""A store in a database that speaks SQL: the tables, their versions, and every statement.

Written for SQLite and PostgreSQL alike; where they differ, a store says its own word.
"""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Collection, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Final, Protocol

from rete_chess.server.room.entries import Entry
from rete_chess.server.room.state import MOST_RECENT
from rete_chess.server.store.interface import (
    Group,
    Listed,
    Outage,
    Store,
    StoreConflictError,
    Stored,
    StoreError,
)

#: The steps from an empty database to one of this version, each a list of statements. A step that was ever
#: released is never changed. BLOB and INTEGER stand for what a database calls bytes and large numbers.
MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE rooms (
            code TEXT PRIMARY KEY,
            mode TEXT NOT NULL,
            variant TEXT NOT NULL,
            name TEXT NOT NULL,
            private INTEGER NOT NULL,
            white INTEGER NOT NULL,
            black INTEGER NOT NULL,
            moves INTEGER NOT NULL,
            result TEXT,
            created_at INTEGER NOT NULL,
            player_at INTEGER NOT NULL,
            number INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            at INTEGER NOT NULL,
            deadline INTEGER
        )""",
        "CREATE INDEX rooms_by_deadline ON rooms (deadline)",
        "CREATE INDEX rooms_by_player ON rooms (player_at)",
        "CREATE INDEX rooms_by_time ON rooms (private, at)",
        """CREATE TABLE entries (
            code TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            seq INTEGER,
            at INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (code, number)
        )""",
        """CREATE TABLE snapshots (
            code TEXT PRIMARY KEY REFERENCES rooms (code) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            body BLOB NOT NULL
        )""",
        """CREATE TABLE tokens (
            code TEXT NOT NULL REFERENCES rooms (code) ON DELETE CASCADE,
            side TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (code, side)
        )""",
        "CREATE TABLE servers (name TEXT PRIMARY KEY, beat INTEGER NOT NULL)",
        "CREATE TABLE outages (server TEXT NOT NULL, since INTEGER NOT NULL, until INTEGER NOT NULL)",
    ),
)

#: The kinds of entries that give a seat away.
_SEATING: Final = ("created", "seated")

_COLUMNS: Final = (
    "code, mode, variant, name, private, white, black, moves, result,"
    " created_at, player_at, number, at, deadline"
)


class Cursor(Protocol):
    """What both databases' cursors can do."""

    @property
    def rowcount(self) -> int: ...
    def execute(self, statement: Any, values: Any = (), /) -> Any: ...
    def executemany(self, statement: Any, rows: Any, /) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> Any: ...


class SqlStore(Store):
    """A store in a database."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Cursor]:
        """A transaction that is on the disk when it ends, or never was."""

    @abstractmethod
    def _reading(self) -> AbstractContextManager[Cursor]:
        """A look at what is written."""

    @abstractmethod
    def _sql(self, statement: str) -> str:
        """A statement as this database has it."""

    # -- versions ------------------------------------------------------------------------------

    def _migrate(self) -> None:
        """Bring the tables up to this version, or refuse those of a later one."""
        with self._writing() as cursor:
            self._lock(cursor)
            cursor.execute(self._sql("CREATE TABLE IF NOT EXISTS versions (version INTEGER NOT NULL)"))
            cursor.execute(self._sql("SELECT max(version) FROM versions"))
            version = cursor.fetchone()[0] or 0
            if version > len(MIGRATIONS):
                raise StoreError(
                    "E_STORE_VERSION",
                    "the store is of a later version",
                    found=version,
                    expected=f"at most {len(MIGRATIONS)}",
                    hint="install a newer rete-chess",
                )
            for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
                for statement in step:
                    cursor.execute(self._sql(statement))
                cursor.execute(self._sql("INSERT INTO versions VALUES (?)"), (number,))

    def _lock(self, cursor: Cursor) -> None:
        """Keep others from changing the tables at the same time."""

    # -- writing -------------------------------------------------------------------------------

    def append(self, groups: Sequence[Group]) -> None:
        with self._writing() as cursor:
            for group in groups:
                self._append(cursor, group)

    def _append(self, cursor: Cursor, group: Group) -> None:
        head, entries = group.head, group.entries
        if entries:
            self._note_room(cursor, group)
            rows = [(head.code, e.number, e.seq, e.at, e.to_bytes()) for e in entries]
            cursor.executemany(self._sql("INSERT INTO entries VALUES (?, ?, ?, ?, ?)"), rows)
        if any(entry.kind in _SEATING for entry in entries):
            self._note_tokens(cursor, group)
        if group.snapshot is not None:
            statement = (
                "INSERT INTO snapshots SELECT code, number, ? FROM rooms WHERE code = ? AND number = ?"
                " ON CONFLICT (code) DO UPDATE SET number = excluded.number, body = excluded.body"
            )
            cursor.execute(self._sql(statement), (group.snapshot, head.code, head.number))
            if cursor.rowcount != 1:
                raise StoreConflictError(head.code, head.number)

    def _note_room(self, cursor: Cursor, group: Group) -> None:
        """Write the row of a room; its log must go on exactly where it ended."""
        head, first, last = group.head, group.entries[0], group.entries[-1]
        seq = max((entry.seq for entry in group.entries if entry.seq is not None), default=0)
        changing = (
            *(int(head.seats[side]) for side in ("white", "black")),
            head.moves,
            None if head.result is None else json.dumps(head.result),
            head.player_at,
            last.number,
            last.at,
            min(head.deadlines.values(), default=None),
        )
        if first.number == 1:
            statement = (
                "INSERT INTO rooms (white, black, moves, result, player_at, number, at, deadline,"
                " code, mode, variant, name, private, created_at, seq)"
                f" VALUES ({', '.join('?' * 15)}) ON CONFLICT DO NOTHING"
            )
            made = (head.code, head.mode, head.variant, head.name, int(head.is_private), head.created_at, seq)
            cursor.execute(self._sql(statement), (*changing, *made))
        else:
            statement = (
                "UPDATE rooms SET white = ?, black = ?, moves = ?, result = ?, player_at = ?, number = ?,"
                " at = ?, deadline = ?, seq = CASE WHEN ? > seq THEN ? ELSE seq END"
                " WHERE code = ? AND number = ?"
            )
            cursor.execute(self._sql(statement), (*changing, seq, seq, head.code, first.number - 1))
        if cursor.rowcount != 1:
            raise StoreConflictError(head.code, first.number)

    def _note_tokens(self, cursor: Cursor, group: Group) -> None:
        statement = (
            "INSERT INTO tokens VALUES (?, ?, ?) ON CONFLICT (code, side) DO UPDATE SET hash = excluded.hash"
        )
        tokens = group.head.tokens
        rows = [(group.head.code, side, token) for side, token in tokens.items()]
        if rows:
            cursor.executemany(self._sql(statement), rows)

    def delete_idle(self, before: int, keep: Collection[str] = (), prefix: str = "") -> list[str]:
        with self._writing() as cursor:
            cursor.execute(self._sql("SELECT code FROM rooms WHERE player_at < ? ORDER BY code"), (before,))
            listed = [code for (code,) in cursor.fetchall()]
            gone = [code for code in listed if code.startswith(prefix) and code not in keep]
            if gone:
                rows = [(code,) for code in gone]
                cursor.executemany(self._sql("DELETE FROM rooms WHERE code = ?"), rows)
            cursor.execute(self._sql("DELETE FROM outages WHERE until < ?"), (before,))
        return gone

    # -- reading -------------------------------------------------------------------------------

    def load(self, code: str) -> Stored | None:
        with self._reading() as cursor:
            listed = self._find(cursor, code)
            if listed is None:
                return None
            cursor.execute(self._sql("SELECT number, body FROM snapshots WHERE code = ?"), (code,))
            number, body = cursor.fetchone() or (0, None)
            statement = (
                "SELECT number, seq, at, body FROM entries WHERE code = ? AND (number > ?"
                " OR seq > (SELECT seq FROM rooms WHERE code = ?) - ?) ORDER BY number"
            )
            cursor.execute(self._sql(statement), (code, number, code, MOST_RECENT))
            entries = tuple(_entries(cursor.fetchall()))
        return Stored(listed, None if body is None else bytes(body), entries)

    def find(self, code: str) -> Listed | None:
        with self._reading() as cursor:
            return self._find(cursor, code)

    def _find(self, cursor: Cursor, code: str) -> Listed | None:
        cursor.execute(self._sql(f"SELECT {_COLUMNS} FROM rooms WHERE code = ?"), (code,))
        row = cursor.fetchone()
        return None if row is None else _listed(row)

    def public(self, most: int = 100) -> list[Listed]:
        statement = f"SELECT {_COLUMNS} FROM rooms WHERE private = 0 ORDER BY at DESC, code LIMIT ?"
        with self._reading() as cursor:
            cursor.execute(self._sql(statement), (most,))
            return [_listed(row) for row in cursor.fetchall()]

    def log(self, code: str, after: int = 0) -> list[Entry]:
        statement = "SELECT number, seq, at, body FROM entries WHERE code = ? AND number > ? ORDER BY number"
        with self._reading() as cursor:
            cursor.execute(self._sql(statement), (code, after))
            return list(_entries(cursor.fetchall()))

    def holder(self, code: str, token: str) -> tuple[str, ...]:
        statement = "SELECT side FROM tokens WHERE code = ? AND hash = ? ORDER BY side DESC"
        with self._reading() as cursor:
            cursor.execute(self._sql(statement), (code, token))
            return tuple(side for (side,) in cursor.fetchall())

    def due(self, until: int | None = None) -> dict[str, int]:
        statement = "SELECT code, deadline FROM rooms WHERE deadline IS NOT NULL"
        with self._reading() as cursor:
            if until is None:
                cursor.execute(self._sql(statement))
            else:
                cursor.execute(self._sql(f"{statement} AND deadline <= ?"), (until,))
            return dict(cursor.fetchall())

    # -- serving -------------------------------------------------------------------------------

    def start(self, server: str, now: int) -> None:
        with self._writing() as cursor:
            cursor.execute(self._sql("SELECT beat FROM servers WHERE name = ?"), (server,))
            row = cursor.fetchone()
            if row is not None and row[0] < now:
                cursor.execute(self._sql("INSERT INTO outages VALUES (?, ?, ?)"), (server, row[0], now))
            self._beat(cursor, server, now)

    def beat(self, server: str, now: int) -> None:
        with self._writing() as cursor:
            self._beat(cursor, server, now)

    def _beat(self, cursor: Cursor, server: str, now: int) -> None:
        statement = "INSERT INTO servers VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET beat = excluded.beat"
        cursor.execute(self._sql(statement), (server, now))

    def outages(self, server: str, since: int) -> list[Outage]:
        statement = "SELECT since, until FROM outages WHERE server = ? AND until > ? ORDER BY since"
        with self._reading() as cursor:
            cursor.execute(self._sql(statement), (server, since))
            return [Outage(*row) for row in cursor.fetchall()]


def _entries(rows: Sequence[Any]) -> Iterator[Entry]:
    for number, seq, at, body in rows:
        yield Entry.from_bytes(number, seq, at, bytes(body))


def _listed(row: Sequence[Any]) -> Listed:
    code, mode, variant, name, private, white, black, moves, result, *numbers = row
    seats = {"white": bool(white), "black": bool(black)}
    ended = None if result is None else json.loads(result)
    return Listed(code, mode, variant, name, bool(private), seats, moves, ended, *numbers)
