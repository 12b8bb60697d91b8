"""What every store does, held against all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rete_chess.server.room import Entry, Outcome, Room, SeededChance, hash_of
from rete_chess.server.room.state import MOST_RECENT
from rete_chess.server.store import Group, Outage, Store, StoreConflictError, lost_time
from tests.server.hall import Hall, types


class KeptHall(Hall):
    """A hall whose room is kept in a store."""

    def __init__(self, store: Store, creator: str = "white", code: str = "ROOM", **asked: Any) -> None:
        self.store = store
        self.code = code
        super().__init__(creator, **asked)

    def take(self, outcome: Outcome) -> Outcome:
        if outcome.entries:
            self.store.append([self.group(outcome.entries)])
        return super().take(outcome)

    def group(self, entries: list[Entry], snapshot: bytes | None = None) -> Group:
        """Entries of the room as they go into a store."""
        return Group(replace(self.room.head, code=self.code), tuple(entries), snapshot)

    def woken(self) -> Room:
        """The room as the store makes it again."""
        stored = self.store.load(self.code)
        assert stored is not None
        return Room.restored(stored.snapshot, stored.entries, self.chance)


def test_an_empty_store(store: Store) -> None:
    assert store.find("ROOM") is None
    assert store.load("ROOM") is None
    assert (store.log("ROOM"), store.public(), store.due(), store.holder("ROOM", "x")) == ([], [], {}, ())
    store.append([])
    assert store.delete_idle(10**15) == []


def test_a_room_wakes_as_it_was(store: Store) -> None:
    hall = KeptHall(store, clock={"initial": 60}).seat()
    hall.play("e4", "e5")
    hall.say("white", "presets.propose", candidate=[{"id": "piece-hp"}], id="1")
    room = hall.woken()
    assert room.state.fingerprint() == hall.room.state.fingerprint()
    assert room.deadline == hall.room.deadline
    assert [entry.to_bytes() for entry in store.log("ROOM")] == [entry.to_bytes() for entry in hall.entries]
    assert [entry.number for entry in store.log("ROOM", after=3)] == list(range(4, len(hall.entries) + 1))


def test_what_is_known_of_a_room(store: Store) -> None:
    hall = KeptHall(store, private=True)
    found = store.find("ROOM")
    assert found is not None
    assert (found.mode, found.variant, found.name, found.is_private) == (
        "multiplayer",
        "chess",
        "Chess",
        True,
    )
    assert (found.seats, found.moves, found.result) == ({"white": True, "black": False}, 0, None)
    hall.now += 5
    hall.seat().play("f3", "e5", "g4", "Qh4")
    found = store.find("ROOM")
    assert found is not None
    assert (found.seats, found.moves) == ({"white": True, "black": True}, 4)
    assert found.result == {"outcome": "win", "winner": "black", "reason": "checkmate"}
    assert (found.created_at, found.player_at, found.at) == (hall.now - 5, hall.now, hall.now)
    assert found.number == len(hall.entries)


# -- groups ----------------------------------------------------------------------------------------


def test_many_rooms_go_into_one_transaction(store: Store) -> None:
    groups = []
    for number in range(20):
        hall = Hall("me", mode="solo")
        groups.append(Group(replace(hall.room.head, code=f"R{number}"), tuple(hall.entries)))
    store.append(groups)
    assert len(store.public()) == 20


def entries_of(*numbers: int) -> tuple[Entry, ...]:
    return tuple(Entry(number, 5, "draw", {"offer": None}) for number in numbers)


@pytest.mark.parametrize("numbers", [(1,), (2,), (4,), (5, 6)])
def test_a_log_goes_on_exactly_where_it_ended(store: Store, numbers: tuple[int, ...]) -> None:
    hall = KeptHall(store).seat()  # three entries
    assert len(store.log("ROOM")) == 3
    other = Hall("me", mode="solo")
    fine = Group(replace(other.room.head, code="OTHER"), tuple(other.entries))
    wrong = Group(hall.room.head, entries_of(*numbers))
    if numbers == (4,):
        store.append([fine, wrong])
        assert len(store.log("ROOM")) == 4
        return
    with pytest.raises(StoreConflictError) as caught:
        store.append([fine, wrong])
    assert (caught.value.code, caught.value.room) == ("E_STORE_CONFLICT", "ROOM")
    assert store.find("OTHER") is None, "of a transaction that fails nothing is written"
    assert len(store.log("ROOM")) == 3


def test_a_room_that_opens_another_does_so_at_once(store: Store) -> None:
    hall = KeptHall(store).seat()
    hall.say("white", "game.resign")
    hall.say("black", "game.rematch")
    hall.say("white", "game.rematch")
    opened = hall.last.opened
    assert opened is not None
    store.append([Group(opened.head, opened.entries)])
    assert store.holder(opened.head.code, hash_of(hall.tokens["white"])) == ("black",)


# -- snapshots -------------------------------------------------------------------------------------


def test_a_snapshot_spares_the_entries_before_it(store: Store) -> None:
    hall = KeptHall(store, "me", mode="solo")
    for _ in range(30):
        hall.play("Nf3", "Nf6", "Ng1", "Ng8")
        hall.say("me", "takeback.propose", plies=4)
    hall.store.append([hall.group([], hall.room.snapshot())])
    hall.play("e4")
    stored = store.load("ROOM")
    assert stored is not None
    assert stored.snapshot is not None
    assert len(stored.entries) == MOST_RECENT  # the broadcasts that are kept for those who come back
    assert len(store.log("ROOM")) == 152
    assert hall.woken().state.fingerprint() == hall.room.state.fingerprint()
    hall.room = hall.woken()
    joined = hall.say("me", "room.join", token=hall.tokens["me"], since=hall.room.state.seq - MOST_RECENT)[0]
    assert len(joined["missed"]) == MOST_RECENT


def test_a_later_snapshot_takes_the_place_of_an_earlier(store: Store) -> None:
    hall = KeptHall(store).seat()
    for move in ("e4", "e5"):
        hall.play(move)
        store.append([hall.group([], hall.room.snapshot())])
    assert hall.woken().state.fingerprint() == hall.room.state.fingerprint()


def test_a_snapshot_may_come_with_entries(store: Store) -> None:
    hall = Hall("me", mode="solo")
    store.append([Group(hall.room.head, tuple(hall.entries), hall.room.snapshot())])
    stored = store.load("ROOM")
    assert stored is not None
    assert stored.entries == ()
    assert Room.restored(stored.snapshot, (), SeededChance()).state.game.ply == 0


def test_a_snapshot_of_another_time_is_refused(store: Store) -> None:
    hall = KeptHall(store).seat()
    old = hall.group([], hall.room.snapshot())
    hall.play("e4")
    with pytest.raises(StoreConflictError):
        store.append([old])


# -- finding ---------------------------------------------------------------------------------------


def test_tokens_are_found_by_their_hashes(store: Store) -> None:
    hall = KeptHall(store).seat()
    alone = KeptHall(store, "me", "SOLO", mode="solo")
    assert store.holder("ROOM", hash_of(hall.tokens["white"])) == ("white",)
    assert store.holder("ROOM", hash_of(hall.tokens["black"])) == ("black",)
    assert store.holder("SOLO", hash_of(alone.tokens["me"])) == ("white", "black")
    assert store.holder("ROOM", hash_of("guess")) == ()
    assert store.holder("ROOM", hall.tokens["white"]) == ()
    assert store.holder("NONE", hash_of(hall.tokens["white"])) == ()


def test_public_rooms_are_listed_the_liveliest_first(store: Store) -> None:
    for number, code in enumerate(("A", "B", "C")):
        hall = KeptHall(store, "me", code, mode="solo", private=code == "B")
        hall.now += 10 - number
        hall.play("e4")
    assert [room.code for room in store.public()] == ["A", "C"]
    assert [room.code for room in store.public(1)] == ["A"]


def test_what_is_due_is_known_without_waking_anybody(store: Store) -> None:
    first = KeptHall(store, "white", "A").seat()
    second = KeptHall(store, "white", "B", clock={"initial": 10}).seat()
    assert store.due() == {"B": second.now + 10_000}
    first.say("white", "presets.propose", candidate=[])
    assert store.due() == {"A": first.now + 60_000, "B": second.now + 10_000}
    assert store.due(second.now + 10_000) == {"B": second.now + 10_000}
    assert store.due(second.now) == {}
    first.say("white", "presets.withdraw")
    assert store.due().keys() == {"B"}


def test_rooms_without_players_are_deleted_with_all_they_had(store: Store) -> None:
    old, new = (KeptHall(store, "me", code, mode="solo") for code in ("OLD", "NEW"))
    KeptHall(store, "me", "KEPT", mode="solo")
    store.append([old.group([], old.room.snapshot())])
    new.now += 1_000
    new.play("e4")
    assert store.delete_idle(old.now + 1, prefix="NONE") == []
    assert store.delete_idle(old.now + 1, keep={"KEPT"}) == ["OLD"]
    assert store.load("OLD") is None
    assert store.log("OLD") == []
    assert store.holder("OLD", hash_of(old.tokens["me"])) == ()
    assert {room.code for room in store.public()} == {"NEW", "KEPT"}
    KeptHall(store, "me", "OLD", mode="solo")  # its code is free again


# -- serving ---------------------------------------------------------------------------------------


def test_the_time_in_which_nobody_served_is_known(store: Store) -> None:
    store.start("one", 1_000)
    assert store.outages("one", 0) == []
    store.beat("one", 5_000)
    store.start("one", 9_000)
    store.beat("one", 10_000)
    store.start("one", 11_000)
    store.start("two", 50_000)
    assert store.outages("one", 0) == [Outage(5_000, 9_000), Outage(10_000, 11_000)]
    assert store.outages("one", 9_000) == [Outage(10_000, 11_000)]
    assert store.outages("two", 0) == []
    assert lost_time(store.outages("one", 0), 6_000, 10_500) == 3_500
    store.delete_idle(9_500)
    assert store.outages("one", 0) == [Outage(10_000, 11_000)]


def test_a_clock_is_given_the_time_back(store: Store) -> None:
    hall = KeptHall(store, clock={"initial": 60}).seat()
    store.start("one", hall.now)
    store.beat("one", hall.now + 10_000)
    now = hall.now + 100_000
    store.start("one", now)
    found = store.find("ROOM")
    assert found is not None
    room = hall.woken()
    outcome = room.wake(now, lost_time(store.outages("one", found.at), found.at, now))
    assert types([entry.message for entry in outcome.entries if entry.message]) == ["room.presence"]
    assert room.deadline == now + 50_000
