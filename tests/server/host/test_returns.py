"""Clients whose lines break, and servers that begin anew: in every state of a room nobody misses anything."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from rete_chess.bench.server.serving import Serving
from rete_chess.client import LineError, Room
from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.room_messages import Nack, RoomReplaced
from tests.server.host.company import Company, check, fetch, hear_out, reach, refusal, run
from tests.server.room.test_consent import EDGE, MEEK


def cut(room: Room) -> int:
    """Cut a player's line; returns how often it had come back before."""
    room._session.cut()
    return room.returns


async def back(room: Room, before: int) -> None:
    """Wait until a player is back."""
    while room.returns == before:
        await asyncio.sleep(0.01)


def test_a_move_on_a_broken_line_is_played_once(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet()
            for number, move in enumerate(("e4", "e5", "Nf3", "Nc6")):
                mover, other = company.mover, company.other
                playing = asyncio.ensure_future(mover.play(move))
                for _ in range(number):  # at another moment every time
                    await asyncio.sleep(0)
                cut(mover)
                answer = await playing
                assert isinstance(answer, game.MovePlayed)
                assert answer.ply == number + 1
                await reach(other, number + 1)
            assert [move["san"] for move in company.white.state["moves"]] == ["e4", "e5", "Nf3", "Nc6"]
            await company.settle()
            await company.demand_known()
            assert company.white.returns + company.black.returns == 4

    run(play())


def test_who_was_away_hears_all_that_happened(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet()
            watcher = await company.enter(Room.watch(server.address, company.white.code, tap=check))
            await company.play("e4", "e5")
            watcher.skip()
            before = cut(watcher)
            await company.play("Nf3", "Nc6", "Bb5")
            await back(watcher, before)
            heard = [(await watcher.hear(game.MovePlayed)).san for _ in range(3)]
            assert heard == ["Nf3", "Nc6", "Bb5"]
            assert watcher.state["fen"] == company.white.state["fen"]

    run(play())


@pytest.mark.parametrize("who", ["proposer", "opponent"])
def test_between_a_proposal_and_its_consent(server: Serving, who: str) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet()
            white, black = company.white, company.black
            queued = await white.presets.propose([{"id": "piece-hp"}])
            await white.profiles.propose(["iron-knights"])
            asked = await black.hear(rules.PresetsPending)
            await company.settle()
            player = white if who == "proposer" else black
            await back(player, cut(player))
            kinds = (rules.PresetsQueued, rules.PresetsPending)
            again = await player.hear(*kinds)
            assert isinstance(again, kinds[0] if who == "proposer" else kinds[1])
            assert isinstance(queued, rules.PresetsQueued)
            assert again.proposal_id == queued.proposal_id == asked.proposal_id
            assert again.expires_at == queued.expires_at
            await black.presets.consent("approve", asked.proposal_id)
            await black.profiles.consent("approve")
            await white.hear(rules.PresetsConsentReceived)
            await company.play("e4")
            for found in (white, black):
                await found.until(lambda state: bool(state["presets"] and state["profiles"]))

    run(play())


def test_between_a_consent_and_the_end_of_the_turn(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet()
            await company.black.profiles.propose(["iron-knights"])
            await company.white.profiles.consent("approve")
            await company.settle()
            await back(company.black, cut(company.black))
            await company.black.hear(rules.ProfileConsentReceived)
            assert "modifier-profile" in company.black.state["pending"]
            await company.play("e4")
            await company.black.until(lambda state: len(state["profiles"]) == 1)

    run(play())


def test_a_refusal_waits_for_its_proposer(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet(fen=EDGE)
            await company.black.profiles.propose([MEEK])
            await company.white.profiles.consent("approve")
            token, seq = company.black.token, company.black.seq
            await company.black.close()
            await company.white.play("Qh7")
            async with Room.join(server.address, company.white.code, token, since=seq, tap=check) as black:
                assert (await black.hear(Nack)).code == "E_PROFILE_DEADLOCK"
                for _ in range(2):  # nobody can know that the line did not break right before it
                    await back(black, cut(black))
                    assert (await black.hear(Nack)).code == "E_PROFILE_DEADLOCK"
                await black.play("Kxh7")
                black.skip()
                await back(black, cut(black))
                await hear_out(black)
                assert not [found for found in black._session._inbox if isinstance(found, Nack)]

    run(play())


def test_a_take_back_and_a_draw_wait_for_who_is_away(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet()
            await company.play("e4", "e5")
            await company.settle()
            before = cut(company.black)
            await company.white.takeback.propose(1)
            await company.white.offer_draw()
            await back(company.black, before)
            assert (await company.black.hear(game.TakebackPending)).plies == 1
            assert company.black.state["drawOffer"] == "white"
            await company.black.takeback.consent("approve")
            await company.white.until(lambda state: state["ply"] == 1)

    run(play())


def test_a_consent_on_a_broken_line_counts_once(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet()
            await company.white.presets.propose([{"id": "piece-hp"}])
            await company.black.hear(rules.PresetsPending)
            consenting = asyncio.ensure_future(company.black.presets.consent("approve"))
            await asyncio.sleep(0)
            cut(company.black)
            assert isinstance(await consenting, rules.PresetsConsentReceived)
            assert await refusal(company.black.presets.consent("approve")) == "E_NO_PROPOSAL"

    run(play())


def test_a_seat_has_one_socket(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet()
            desk = await company.enter(
                Room.join(server.address, company.white.code, company.white.token, tap=check)
            )
            assert desk.side == "white"
            await company.white.hear(RoomReplaced)
            with pytest.raises(LineError, match="taken this seat"):
                await company.white.play("e4")
            await desk.play("e4")
            await company.black.until(lambda state: state["ply"] == 1)

    run(play())


def test_a_room_sleeps_and_wakes_as_it_was(hasty: Serving) -> None:
    async def play() -> None:
        async with Company(hasty.address) as company:
            await company.meet("warlords")
            await company.play_turn(Random(1))
            await company.settle()
            known, tokens = dict(company.white.state), (company.white.token, company.black.token)
            await company.white.close()
            await company.black.close()
            while "\nrete_chess_rooms_awake 0" not in await asyncio.to_thread(
                fetch, hasty.address, "/metrics"
            ):
                await asyncio.sleep(0.05)
            async with Room.join(hasty.address, company.white.code, tokens[0], tap=check) as white:
                same = ("digest", "fen", "ply", "pieces", "tiles", "moves", "presets", "panels")
                assert {key: white.state[key] for key in same} == {key: known[key] for key in same}  # type: ignore[literal-required]

    run(play())


def test_a_server_that_begins_anew_goes_on(tmp_path: object) -> None:
    """SIGTERM: what was taken is stored, sockets are closed by 1012, and everybody comes back."""

    async def play() -> None:
        with Serving(f"{tmp_path}/rooms.sqlite", "--workers", "1") as serving:
            async with Company(serving.address) as company:
                await company.meet(clock={"initial": 300})
                await company.play("e4")
                await company.black.presets.propose([{"id": "piece-hp"}])
                await company.white.hear(rules.PresetsPending)
                line = company.white._session._line
                assert await asyncio.to_thread(serving.end) == 0
                assert line is not None
                assert line.close_code == 1012
                moving = asyncio.ensure_future(company.black.play("e5"))
                await asyncio.to_thread(serving.start)
                assert isinstance(await moving, game.MovePlayed)
                await company.white.turn()
                await company.white.presets.consent("approve")
                await company.play("Nf3")
                for player in (company.white, company.black):
                    await player.until(lambda state: len(state["presets"]) == 1)
                    assert player.returns == 1
                await company.demand_known()

    run(play())
