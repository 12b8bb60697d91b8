"""Rooms for one, rooms with a bot, clocks, rematches, spectators, settings and modifiers, by clients."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from rete_chess.bench.server.serving import Serving
from rete_chess.client import RefusedError, Room
from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import room_messages as rooms
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.codec import MessageError, MessageSizeError
from tests.server.host.company import Company, check, fetch, refusal, run
from tests.server.room.test_rooms import WARD


def test_alone_everything_goes_without_consent(server: Serving) -> None:
    async def play() -> None:
        async with Room.create(server.address, "chess", "solo", tap=check) as room:
            assert room.side == "both"
            for move in ("e4", "e5", "Nf3"):
                await room.play(move)
            await room.takeback.propose(1)
            assert (room.state["ply"], room.state["turn"]) == (2, "white")
            await room.presets.update([{"id": "piece-hp"}])
            await room.profiles.update(["iron-knights"])
            await room.play("Nf3")
            await room.until(lambda state: bool(state["presets"] and state["profiles"]))
            await room.register(WARD)
            assert [found["id"] for found in room.state["customModifiers"]] == [WARD["id"]]
            trace = await room.trace(1)
            assert isinstance(trace, game.TraceAnswer)
            assert trace.move == "e2e4"
            explained = await room.explain("e4")
            assert isinstance(explained, game.ExplainAnswer)
            assert not explained.legal
            seen = await room.inspect("g8")
            assert isinstance(seen, game.InspectAnswer)
            assert seen.piece["type"] == "knight"
            assert await refusal(room.claim_draw()) == "E_DRAW"
            await room.resign()
            assert room.result is not None
            assert await refusal(room.play("Nc6")) == "E_GAME_OVER"

    run(play())


def test_a_bot_answers_and_takes_back_with_the_player(server: Serving) -> None:
    async def play() -> None:
        async with Room.create(
            server.address, "atomic", "bot", side="black", bot={"level": 1}, tap=check
        ) as room:
            assert await room.turn()  # the bot has begun
            assert room.state["ply"] == 1
            await room.play(Random(1).choice(room.legal)["move"])
            await room.until(lambda state: state["ply"] == 3 or "result" in state)
            assert room.state["seats"]["white"]["player"] == "bot"
            if room.result is None:
                await room.takeback.propose(2)
                assert room.state["ply"] == 1

    run(play())


@pytest.mark.parametrize(
    ("fen", "ends"), [("4k3/8/8/8/8/8/PPPP4/3QK3", True), ("3qk3/pppp4/8/8/8/8/8/4K3", False)]
)
@pytest.mark.parametrize("turn", ["w", "b"])
def test_a_bot_answers_the_offer_of_a_draw(server: Serving, fen: str, ends: bool, turn: str) -> None:
    async def play() -> None:
        async with Room.create(
            server.address,
            "chess",
            "bot",
            side="white",
            fen=f"{fen} {turn} - - 0 1",
            bot={"level": 8},
            tap=check,
        ) as room:
            await room.offer_draw()
            await room.explain("e4")  # the room answers while the bot thinks
            await room.until(lambda state: "drawOffer" not in state)
            assert (room.result is not None) is ends
            if not ends:
                assert await room.turn()

    run(play())


def test_a_rematch_goes_on_in_a_room_with_sides_changed(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet("king-of-the-hill", clock={"initial": 60, "increment": 1})
            watcher = await company.enter(Room.watch(server.address, company.white.code, tap=check))
            assert await refusal(company.white.rematch()) == "E_REQUEST"
            await company.black.resign()
            await company.white.rematch()
            await company.black.until(lambda state: state.get("rematch") == ["white"])
            answer = await company.black.rematch()
            assert isinstance(answer, rooms.RoomMoved)
            for player in (company.white, watcher):
                await player.until(lambda state: state.get("movedTo") == answer.room_code)
            white, black, seen = [
                await company.enter(player.follow()) for player in (company.white, company.black, watcher)
            ]
            assert (white.side, black.side, seen.side) == ("black", "white", "none")
            await black.play("e4")
            await seen.until(lambda state: state["ply"] == 1)
            assert white.state["variant"]["id"] == "king-of-the-hill"

    run(play())


def test_a_clock_runs_from_the_first_meeting_and_its_end_is_the_end(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet(clock={"initial": 0.4, "increment": 0.1})
            assert company.black.state["clock"]["running"] == "white"  # as the answer to its joining has it
            for player in (company.white, company.black):
                await player.until(lambda state: "result" in state)
                result = player.result
                assert result is not None
                assert (result["winner"], result["reason"]) == ("black", "time-out")
            await company.demand_known()
        async with Company(server.address) as company:
            await company.meet(clock={"initial": 300, "increment": 1})
            await company.play("e4")
            for player in (company.white, company.black):
                assert player.state["clock"]["running"] == "black"
            await company.demand_known()

    run(play())


def test_who_watches_sees_all_and_does_nothing(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet()
            watcher = await company.enter(Room.watch(server.address, company.white.code, tap=check))
            assert (watcher.side, watcher.token, watcher.legal) == ("none", None, [])
            for attempt in (
                watcher.play("e4"),
                watcher.resign(),
                watcher.offer_draw(),
                watcher.rematch(),
                watcher.takeback.propose(1),
                watcher.presets.propose([]),
                watcher.profiles.consent("approve"),
                watcher.configure("piece-hp", {}),
                watcher.register(WARD),
            ):
                assert await refusal(attempt) == "E_SEAT"
            await company.play("e4")
            await watcher.until(lambda state: state["ply"] == 1)
            assert watcher.legal == []
            presence = await company.white.hear(rooms.RoomPresence)
            while presence.spectators != 1:
                presence = await company.white.hear(rooms.RoomPresence)
            await watcher.leave()
            while presence.spectators != 0:
                presence = await company.white.hear(rooms.RoomPresence)
            with pytest.raises(RefusedError, match="no seat is free"):
                await Room.join(server.address, company.white.code, tap=check)

    run(play())


def test_before_the_second_player_comes_rules_are_free_and_moves_are_not(server: Serving) -> None:
    async def play() -> None:
        async with Room.create(server.address, "chess", side="black", tap=check, private=True) as black:
            assert await refusal(black.play("e4")) == "E_WAITING"
            await black.presets.update([{"id": "piece-hp"}])
            await black.until(lambda state: len(state["presets"]) == 1)
            async with Room.join(server.address, black.code, tap=check) as white:
                assert white.side == "white"
                assert await refusal(black.presets.update([])) == "E_CONSENT_NEEDED"
                await white.play("e4")
            assert black.code not in str(fetch(server.address, "/api/rooms"))

    run(play())


def test_settings_and_modifiers_by_consent(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet("chess", presets=[{"id": "extinction-chess"}])
            config = company.white.state["config"]["extinction-chess"]
            key = next(iter(config))
            await company.white.configure("extinction-chess", {key: "knight"})
            asked = await company.black.hear(rules.PresetsPending)
            assert "knight" in asked.summary
            await company.black.presets.consent("approve")
            await company.play("e4")
            await company.black.until(lambda state: state["config"]["extinction-chess"][key] == "knight")
            await company.black.register(WARD)
            assert await refusal(company.white.register(WARD)) == "E_DUPLICATE_NAME"
            warded = {"id": "own", "name": "Own", "perType": [{"pieceType": "knight", "kind": WARD["id"]}]}
            await company.white.profiles.propose([warded])
            await company.black.profiles.consent("approve")
            await company.play("e5")
            await company.white.until(lambda state: len(state["profiles"]) == 1)

    run(play())


def test_a_room_that_cannot_be_is_not_made(server: Serving) -> None:
    async def play() -> None:
        before = fetch(server.address, "/metrics")
        for asked, code in (
            ({"variant": "no-such-game"}, "E_UNKNOWN_NAME"),
            ({"variant": "chess", "fen": "nonsense"}, "E_FEN"),
            ({"variant": "chess", "presets": [{"id": "king-heals"}]}, "E_PRESETS"),
        ):
            with pytest.raises(RefusedError) as refused:
                await Room.create(server.address, **asked, tap=check)
            assert refused.value.code == code
        made = "rete_chess_rooms_made_total"
        after = fetch(server.address, "/metrics")
        assert [line for line in before.splitlines() if line.startswith(made)] == [
            line for line in after.splitlines() if line.startswith(made)
        ]

    run(play())


def test_many_ask_at_once(server: Serving) -> None:
    """Answers find who asked, whatever their order."""

    async def play() -> None:
        async with Room.create(server.address, "chess", "solo", tap=check) as room:
            squares = [f"{file}{rank}" for file in "abcdefgh" for rank in (1, 2)]
            answers = await asyncio.gather(*map(room.inspect, squares))
            assert [answer.square for answer in answers if isinstance(answer, game.InspectAnswer)] == squares

    run(play())


def test_what_is_too_long_or_wrong_is_not_even_sent(server: Serving) -> None:
    async def play() -> None:
        long = {"id": "long", "name": "x" * 300_000}
        with pytest.raises(MessageSizeError):
            await Room.create(server.address, long, tap=check)
        async with Room.create(server.address, "chess", "solo", tap=check) as room:
            with pytest.raises(MessageSizeError):
                await room.register(long)
            with pytest.raises(MessageError, match=r"move\.play"):
                await room.play("e" * 100)
            await room.play("e4")
            assert room.returns == 0

    run(play())
