"""The load generator and its attackers, in small: what they measure, and that others play on meanwhile."""

from __future__ import annotations

import asyncio
import json
from random import Random

import pytest
from click.testing import CliRunner

from rete_chess.bench.server.attackers import ATTACKS, attack_for
from rete_chess.bench.server.serving import Serving
from rete_chess.bench.server.tables import Figures, at_share
from rete_chess.cli import main
from tests.server.host.company import Company, fetch, run

REFUSED = {"E_MESSAGE", "E_TOKEN", "E_SEAT", "E_RATE"}
SMALL = ("--rooms", "4", "--rate", "8", "--seconds", "1", "--idle", "4", "--workers", "1")


def test_the_command_measures_load_and_idle_rooms() -> None:
    words = ["bench", "server", *SMALL, "--only", "load", "--only", "idle", "--json"]
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert set(report) == {"load", "idle"}
    load = report["load"]
    assert (load["rooms"], load["moves"], load["errors"], load["complaints"]) == (4, 8, 0, 0)
    assert set(load["byVariant"]) == {"chess", "chess+piece-hp", "atomic", "warlords"}
    assert 0 < load["p50"] <= load["p95"] <= load["p99"] <= load["max"]
    assert load["frontMsPerMove"] >= 0
    assert report["idle"]["sockets"] == 8
    assert report["idle"]["megabytes"] >= report["idle"]["megabytesEmpty"] > 0


def test_a_room_that_cannot_be_ends_the_command() -> None:
    done = CliRunner().invoke(main, ["bench", "server", *SMALL, "--only", "load", "--mix", "nonsense"])
    assert done.exit_code != 0


def test_shares_of_times() -> None:
    figures = Figures()
    for number in range(100):
        figures.add("chess", number / 1000)
    assert figures.percentiles() == {"p50": 50, "p95": 95, "p99": 99, "max": 99}
    assert at_share([], 0.5) == 0
    assert at_share([7], 0.99) == 7


def test_others_play_on_while_a_room_is_attacked(server: Serving) -> None:
    """Every attack is refused in its own way: no defect, no worker lost, no other socket closed."""

    async def play() -> None:
        async with Company(server.address) as victim, Company(server.address) as quiet:
            await victim.meet()
            await quiet.meet()
            attacking = asyncio.ensure_future(attack_for(server.address, victim.white.code, 40.0))
            chance = Random(1)
            while not (await asyncio.to_thread(codes, server)).keys() >= REFUSED:
                await quiet.play_by_lot(1, chance)
                await asyncio.sleep(0.05)
            await quiet.play_by_lot(4, chance)
            attacking.cancel()
            await asyncio.wait([attacking])
            assert quiet.white.returns == quiet.black.returns == 0
            await quiet.demand_known()
            await victim.play("e4", "e5")

    run(play())
    refused = codes(server)
    assert "E_INTERNAL" not in refused
    assert "rete_chess_workers_lost_total 0" in fetch(server.address, "/metrics")


def codes(server: Serving) -> dict[str, int]:
    """How often a server has refused something, by code."""
    prefix = 'rete_chess_errors_total{code="'
    lines = [line for line in fetch(server.address, "/metrics").splitlines() if line.startswith(prefix)]
    return {line[len(prefix) :].partition('"')[0]: int(line.split()[-1]) for line in lines}


def test_every_attack_has_an_address_of_its_own() -> None:
    assert len({attack.__name__ for attack in ATTACKS}) == len(ATTACKS) <= 200


@pytest.mark.parametrize("word", ["0", "-1", "6000", "many"])
def test_the_load_is_bounded(word: str) -> None:
    done = CliRunner().invoke(main, ["bench", "server", "--rooms", word])
    assert done.exit_code == 2
