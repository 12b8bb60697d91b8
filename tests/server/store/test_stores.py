"""Stores as they lie on a disk: opened again, of other versions, used by several threads, killed."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from rete_chess.server.room import Room, SeededChance
from rete_chess.server.store import (
    Committer,
    Group,
    Store,
    StoreConflictError,
    StoreError,
    default_place,
    open_store,
    sql,
)
from rete_chess.server.store.sqlite import SqliteStore
from tests.cli.helpers import environment
from tests.server.hall import Hall
from tests.server.store.test_contract import KeptHall, entries_of


def test_a_store_is_there_when_it_is_opened_again(place: str) -> None:
    store = open_store(place)
    hall = KeptHall(store).seat().play("e4")
    store.close()
    store = open_store(place)
    hall.store = store
    assert hall.woken().state.fingerprint() == hall.room.state.fingerprint()
    store.close()


def test_two_may_open_a_store_and_one_goes_on(place: str) -> None:
    first, second = open_store(place), open_store(place)
    hall = KeptHall(first).seat()
    group = Group(hall.room.head, entries_of(4))
    second.append([group])
    with pytest.raises(StoreConflictError):
        first.append([group])
    first.close()
    second.close()


def test_a_later_store_is_left_alone(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "MIGRATIONS", (*sql.MIGRATIONS, ("CREATE TABLE later (x INTEGER)",)))
    open_store(place).close()
    monkeypatch.undo()
    with pytest.raises(StoreError) as caught:
        open_store(place)
    assert caught.value.code == "E_STORE_VERSION"


def test_an_earlier_store_is_brought_up_to_date_once(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(place)
    hall = KeptHall(store).seat()
    store.close()
    step = ("ALTER TABLE rooms ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",)
    monkeypatch.setattr(sql, "MIGRATIONS", (*sql.MIGRATIONS, step))
    for _ in range(2):
        store = open_store(place)
        assert store.find("ROOM") is not None
        assert len(store.log("ROOM")) == len(hall.entries)
        store.close()


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_store(place).close()
    monkeypatch.setattr(
        sql, "MIGRATIONS", (*sql.MIGRATIONS, ("CREATE TABLE half (x INTEGER)", "CREATE NONSENSE"))
    )
    with pytest.raises(StoreError):
        open_store(place)
    monkeypatch.setattr(sql, "MIGRATIONS", (*sql.MIGRATIONS[:-1], ("CREATE TABLE half (x INTEGER)",)))
    open_store(place).close()


def test_every_commit_is_on_the_disk(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "rooms.sqlite")
    with store._writing() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    store.close()


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("/no/such/folder/rooms.sqlite", "unable to open database file"),
        ("mysql://nobody:secret@127.0.0.1/none", "no store for mysql"),
        ("postgresql://nobody:secret@127.0.0.1:1/none?connect_timeout=1", "PostgreSQL cannot be used"),
    ],
)
def test_a_store_that_cannot_be_opened(where: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from rete_chess.server.store import postgres

    monkeypatch.setattr(postgres, "PATIENCE", 0.2)
    with pytest.raises(StoreError, match=words) as caught:
        open_store(where)
    assert "secret" not in str(caught.value)


def test_a_file_that_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no store at all, but a text that is long enough" * 20)
    with pytest.raises(StoreError, match="file is not a database"):
        open_store(tmp_path / "notes.txt")


def test_a_full_disk_is_an_error_and_nothing_is_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "rooms.sqlite")
    hall = KeptHall(store).seat()
    with store._writing() as cursor:
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
    store._writer.execute(f"PRAGMA max_page_count = {pages}")
    entries = entries_of(4)
    entries[0].data["big"] = "x" * 1_000_000
    with pytest.raises(StoreError, match="full"):
        store.append([Group(hall.room.head, entries)])
    store._writer.execute("PRAGMA max_page_count = 1000000")
    assert len(store.log("ROOM")) == 3
    store.append([Group(hall.room.head, entries)])
    store.close()


def test_the_default_place_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    place = default_place()
    assert place.name == "rooms.sqlite"
    assert place.parent.is_dir()


def test_who_reads_does_not_wait_for_who_writes(place: str) -> None:
    store = open_store(place)
    KeptHall(store).seat()
    found: list[Any] = []
    with store._writing() as cursor:  # type: ignore[attr-defined]
        cursor.execute("UPDATE rooms SET moves = 99")
        reader = threading.Thread(target=lambda: found.append(store.find("ROOM")))
        reader.start()
        reader.join()
    assert found[0].moves == 0
    store.close()


# -- group commit ----------------------------------------------------------------------------------


class SlowStore(SqliteStore):
    """A store whose disk waits for a word, and counts."""

    def __init__(self) -> None:
        super().__init__()
        self.may_write = threading.Event()
        self.sizes: list[int] = []

    def append(self, groups: Any) -> None:
        self.may_write.wait()
        self.sizes.append(len(groups))
        super().append(groups)


def groups_of(code: str) -> list[Group]:
    hall = Hall("me", mode="solo")
    head = hall.room.head
    return [Group(type(head)(**{**vars(head), "code": code}), tuple(hall.entries))]


def test_what_waits_together_is_written_together_and_told_afterwards() -> None:
    store = SlowStore()
    committer = Committer(store)
    futures = [committer.submit(groups_of(f"R{number}")) for number in range(50)]
    assert not any(future.done() for future in futures)
    store.may_write.set()
    for future in futures:
        future.result()
    committer.close()
    assert sum(store.sizes) == 50
    assert len(store.sizes) <= 2  # the first may have gone alone
    assert committer.transactions == len(store.sizes)
    assert len(store.public()) == 50


def test_one_that_cannot_be_written_fails_alone() -> None:
    store = SlowStore()
    committer = Committer(store)
    names = ["A", "B", "A", "C"]
    futures = [committer.submit(groups_of(name)) for name in names]
    store.may_write.set()
    committer.close()
    failed = [future.exception() for future in futures]
    assert [type(error) for error in failed] == [type(None), type(None), StoreConflictError, type(None)]
    assert {room.code for room in store.public()} == {"A", "B", "C"}


def test_a_closed_committer_has_written_all_and_takes_nothing() -> None:
    store = SlowStore()
    committer = Committer(store)
    futures = [committer.submit(groups_of(f"R{number}")) for number in range(5)]
    store.may_write.set()
    committer.close()
    committer.close()
    assert all(future.done() for future in futures)
    with pytest.raises(RuntimeError):
        committer.submit([])


# -- kill -9 ---------------------------------------------------------------------------------------

#: Plays in a room by itself, and says each ply when it is on the disk.
PLAYER = """
import sys
from rete_chess.server.store import Committer, open_store
from tests.server.hall import Hall
from tests.server.store.test_contract import KeptHall

class Telling(KeptHall):
    def take(self, outcome):
        if outcome.entries:
            committer.submit([self.group(outcome.entries)]).result()
            print(self.room.state.game.ply, self.room.state.digest, flush=True)
        return Hall.take(self, outcome)

committer = Committer(open_store(sys.argv[1]))
hall = Telling(committer.store, "me", mode="solo")
while True:
    hall.play("Nf3", "Nf6", "Ng1", "Ng8")
    hall.say("me", "takeback.propose", plies=4)
"""


@pytest.mark.parametrize("acknowledged", [1, 7, 40])
def test_no_acknowledged_move_is_lost_by_a_kill(place: str, acknowledged: int) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", PLAYER, place], env=environment(), stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(acknowledged)]
    child.send_signal(signal.SIGKILL)
    lines += child.stdout.readlines()
    child.wait()
    child.stdout.close()
    told = [line for line in lines if re.fullmatch(r"\d+ [0-9a-f]{32}\n", line)]
    store: Store = open_store(place)
    log = store.log("ROOM")
    assert len(told) >= acknowledged
    assert len(log) in (len(told), len(told) + 1)  # one may be written that nobody was told of
    assert [entry.number for entry in log] == list(range(1, len(log) + 1))
    state = Room.restored(None, log[: len(told)], SeededChance()).state
    assert f"{state.game.ply} {state.digest}\n" == told[-1]
    store.close()


def test_the_file_can_be_read_by_others_while_it_is_served(tmp_path: Path) -> None:
    store = open_store(tmp_path / "rooms.sqlite")
    KeptHall(store).seat()
    with sqlite3.connect(tmp_path / "rooms.sqlite") as other:
        assert other.execute("SELECT count(*) FROM entries").fetchone() == (3,)
    other.close()
    store.close()
