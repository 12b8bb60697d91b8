"""A server as whoever runs it sees it: ended, killed, its workers lost; nobody hears what is not stored."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from rete_chess.bench.server import kills
from rete_chess.bench.server.serving import Serving, descendants
from rete_chess.bench.server.tables import MIX, Figures, described, set_tables
from rete_chess.client import RefusedError, Room
from rete_chess.server.host.app import Server
from rete_chess.server.host.config import Config, Limits
from rete_chess.server.room import Entry
from rete_chess.server.wire import room_messages as rooms
from tests.server.host import greedy_moves
from tests.server.host.company import Company, check, run
from tests.server.store import postgres

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@asynccontextmanager
async def served(tmp_path: Path, limits: Limits) -> AsyncIterator[Server]:
    """A server in this process, whose workers know greedy moves."""
    config = Config(port=0, store=str(tmp_path / "rooms.sqlite"), workers=1, limits=limits)
    server = Server(config, modules=("tests.server.host.greedy",))
    serving = asyncio.ensure_future(server.run_until_told())
    await server.is_ready.wait()
    try:
        yield server
    finally:
        server.should_exit = True
        await serving


@pytest.mark.parametrize("move", [greedy_moves.ENDLESS, greedy_moves.BOUNDLESS, greedy_moves.DEADLY])
def test_a_worker_that_is_lost_is_replaced_and_its_rooms_go_on(tmp_path: Path, move: str) -> None:
    async def play() -> None:
        limits = Limits(call_seconds=0.3)
        async with (
            served(tmp_path, limits) as server,
            Company(server.address) as company,
            Company(server.address) as neighbours,
        ):
            await company.meet()
            await neighbours.meet()
            await neighbours.play("e4")
            await company.settle()
            with pytest.raises(RefusedError) as refused:
                await company.white.play(move)
            assert refused.value.code == "E_BUDGET"
            for player in (company.white, company.black):
                told = await player.hear(rooms.RoomState)
                assert told.state["ply"] == 0
            await neighbours.play("e5")
            await company.play("e4", "e5")
            for found in (company, neighbours):
                await found.demand_known()
            counts = server.host.metrics.counts
            while not counts["workers_lost_total"]:  # how it ended is told by another line
                await asyncio.sleep(0)
            assert counts["workers_lost_total"] == 1
            assert server.host.metrics.errors["E_BUDGET"] == 1
            assert company.white.returns == neighbours.white.returns == 0

    run(play())


def test_a_defect_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        async with served(tmp_path, Limits()) as server, Company(server.address) as company:
            await company.meet()
            with pytest.raises(RefusedError) as refused:
                await company.white.play(greedy_moves.DEFECT)
            assert refused.value.code == "E_INTERNAL"
            await company.play("e4")
            await company.demand_known()
            assert server.host.metrics.counts["workers_lost_total"] == 0

    run(play())


def test_a_server_ends_in_the_middle_of_everything(tmp_path: Path) -> None:
    """SIGTERM while moves are under way: it ends well, its workers with it, and what was told is stored."""

    async def play() -> None:
        with Serving(str(tmp_path / "rooms.sqlite"), "--workers", "1") as serving:
            ledger = kills.Ledger()
            tables = await set_tables(serving.address, 6, kills.MIX, tap=ledger.tap)
            players = [kills.Players(table, ledger, number) for number, table in enumerate(tables)]
            living = [asyncio.ensure_future(found.live()) for found in players]
            await asyncio.sleep(0.5)
            workers = list(descendants(serving.process))
            assert await asyncio.to_thread(serving.end) == 0
            for process in workers:
                while Path(f"/proc/{process}").exists():  # they see that the front is gone
                    await asyncio.sleep(0.01)
            await asyncio.to_thread(serving.start)
            await kills.finish(serving, players, living, ledger)
            assert ledger.findings == []
            assert ledger.done["moves"] > 0

    run(play())


def test_a_server_ends_in_time_whatever_its_loop_is_at() -> None:
    script = """
import os, signal
from rete_chess.server.host import app
app.ENDING = 0.1
server = app.Server.__new__(app.Server)
server.should_exit = False
with server.capture_signals():
    os.kill(os.getpid(), signal.SIGTERM)
    while True:
        pass
"""
    assert subprocess.run([sys.executable, "-c", script], timeout=60).returncode == 0


def test_a_bot_that_thinks_ends_with_its_server(tmp_path: Path) -> None:
    async def play() -> None:
        with Serving(str(tmp_path / "rooms.sqlite"), "--workers", "1") as serving:
            bot = {"player": "search", "level": 8}
            async with Room.create(serving.address, "chess", mode="bot", side="white", bot=bot) as player:
                before = set(descendants(serving.process))
                await player.play("e4")
                while not (thinking := set(descendants(serving.process)) - before):
                    await asyncio.sleep(0.01)
                workers = {*before, *thinking}
                assert await asyncio.to_thread(serving.end) == 0
                assert [process for process in workers if Path(f"/proc/{process}").exists()] == []

    run(play())


def test_a_killed_server_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    with Serving(str(tmp_path / "rooms.sqlite"), "--workers", "1") as serving:
        found = run(kills.kill_often(serving, 5, 4, 7, kills.MIX), 240)
        assert found["told"] == []
        assert found["moves"] > 0
        assert found["returns"] >= 8
        assert serving.complaints() == []


def test_the_same_on_postgresql() -> None:
    programs = postgres.binaries()
    if programs is None:
        pytest.skip("no PostgreSQL server is installed")
    with postgres.running(programs) as database, Serving(database.address, "--workers", "1") as serving:
        found = run(kills.kill_often(serving, 1, 3, 8, kills.MIX), 120)
        assert found["told"] == []
        assert found["moves"] > 0


def test_tables_of_the_load_generator_play_on_after_the_end_of_a_game(server: Serving) -> None:
    async def play() -> None:
        (table,) = await set_tables(server.address, 1, ["chess+capture-to-win"])
        figures = Figures()
        for _ in range(40):
            await table.move(figures)
        assert figures.games >= 1
        assert figures.moves == 40
        await table.close()

    run(play())


def test_the_audit_finds_what_is_lost_and_what_is_done_twice() -> None:
    """The kill test is worth something only if it can fail."""
    played = {"type": "move.played", "roomCode": "A", "seq": 1, "ply": 1, "move": "e2e4", "digest": "x"}
    other = {**played, "move": "d2d4"}

    def findings(*log: object) -> list[str]:
        ledger = kills.Ledger()
        ledger.tap("server", json.dumps(played).encode())
        ledger.played["A"] = Counter(["1 e2e4 x"])
        ledger.audit("A", list(log), [])  # type: ignore[arg-type]
        return ledger.findings

    assert findings(played) == []
    assert len(findings()) == 2  # lost: neither told nor stored
    assert len(findings(other)) == 3
    assert len(findings(played, {**played, "seq": 2})) == 1
    assert len(findings(played, {"type": "presets.updated", "seq": 3})) == 1


#: Entries of a log in which presets are agreed to, and what may follow.
PROPOSED = Entry(1, 0, "proposed", {"topic": "presets", "proposal": {"id": "p1"}})
APPROVED = Entry(2, 0, "approved", {"topic": "presets"})
IN_FORCE = Entry(3, 0, "presets", {"candidate": []})
REFUSED = Entry(3, 0, "dropped", {"topic": "presets", "seat": "white", "nack": {"proposalId": "p1"}})
PROFILES = Entry(3, 0, "dropped", {"topic": "modifier-profile", "seat": "white", "nack": {}})
GIVEN = (PROPOSED, APPROVED)


@pytest.mark.parametrize(
    ("entries", "is_answered", "found"),
    [
        ((*GIVEN, IN_FORCE), True, None),
        ((*GIVEN, REFUSED), True, None),  # as when the game was over first
        ((*GIVEN, PROFILES), True, None),  # it still waits
        ((PROPOSED,), True, "p1 is lost"),
        ((*GIVEN, IN_FORCE, IN_FORCE), True, "nothing is in force"),
        ((*GIVEN, IN_FORCE, REFUSED), True, "nothing is refused"),
        ((*GIVEN, APPROVED, IN_FORCE), True, "p1 is approved and forgotten and approved and in force"),
        ((*GIVEN, IN_FORCE), False, "p1 is approved and in force"),  # nobody has said so
    ],
)
def test_the_audit_knows_what_became_of_a_consent(
    entries: tuple[Entry, ...], is_answered: bool, found: str | None
) -> None:
    ledger = kills.Ledger()
    ledger.consents = {("A", "p1")} if is_answered else set()
    ledger.audit("A", [], entries)
    assert ledger.findings == ([] if found is None else [f"A: the consent to {found}"])


@pytest.mark.parametrize("played", MIX)
def test_what_is_played_under_load_can_be_played(server: Serving, played: str) -> None:
    async def play() -> None:
        async with Room.create(server.address, mode="solo", tap=check, **described(played)) as room:
            await room.play(Random(1).choice(room.legal)["move"])

    run(play())
