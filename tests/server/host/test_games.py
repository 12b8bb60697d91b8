"""Whole games between two clients on a real server, in ten variants, with changes of rules and take-backs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from rete_chess.bench.server.serving import Serving
from rete_chess.client import Room
from rete_chess.match import parse_save
from rete_chess.server.host.timers import now_ms
from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.room_messages import Nack
from tests.server.host.company import Company, check, fetch, hear_out, refusal, run
from tests.server.room.test_consent import EDGE, MEEK

PROFILE = {
    "id": "brisk",
    "name": "Brisk",
    "perType": [{"pieceType": "pawn", "kind": "MoveLimit", "value": 3}],
}
PRESETS = [{"id": "truce", "turnsRemaining": 2}]


async def approved(company: Company) -> None:
    """A profile is proposed, agreed to, and in force after the turn."""
    mover, other = company.mover, company.other
    queued = await mover.profiles.propose(["iron-knights"])
    assert isinstance(queued, rules.ProfileQueued)
    asked = await other.hear(rules.ProfilePending)
    assert (asked.proposal_id, asked.proposed_by) == (queued.proposal_id, mover.side)
    await other.profiles.consent("approve")
    await mover.hear(rules.ProfileConsentReceived)
    assert mover.state["profiles"] == []
    await company.play_turn(Random(1))
    for player in (mover, other):
        await player.until(lambda state: [found["id"] for found in state["profiles"]] == ["iron-knights"])


async def presets_approved(company: Company) -> None:
    """Presets are proposed beside those in force, agreed to, and in force after the turn."""
    mover, other = company.mover, company.other
    wanted = [{"id": found["id"]} for found in mover.state["presets"] if found["id"] != "truce"]
    await other.presets.propose([*wanted, *PRESETS])  # whoever is to move
    asked = await mover.hear(rules.PresetsPending)
    await mover.presets.consent("approve", asked.proposal_id)
    await company.play_turn(Random(2))
    updated = await other.hear(rules.PresetsUpdated)
    assert "truce" in [found["id"] for found in updated.presets] or other.result is not None


async def rejected(company: Company) -> None:
    """A proposal is rejected, which both hear."""
    mover, other = company.mover, company.other
    await mover.profiles.propose(["wild-queens"])
    answer = await other.profiles.consent("reject")
    assert isinstance(answer, rules.ProfileRejected)
    assert (await mover.hear(rules.ProfileRejected)).why == "rejected"
    assert await refusal(other.profiles.consent("approve")) == "E_NO_PROPOSAL"


async def replaced(company: Company) -> None:
    """A newer proposal replaces the older, and a consent has to say which it means."""
    mover, other = company.mover, company.other
    first = await mover.presets.propose(PRESETS)
    second = await other.presets.propose([])
    assert isinstance(first, rules.PresetsQueued)
    assert isinstance(second, rules.PresetsQueued)
    assert (await mover.hear(rules.PresetsRejected)).why == "replaced"
    assert await refusal(other.presets.consent("approve", first.proposal_id)) == "E_SUPERSEDED"
    assert await refusal(mover.presets.consent("approve")) == "E_SUPERSEDED"
    assert await refusal(other.presets.consent("approve", second.proposal_id)) == "E_SELF_CONSENT"
    await mover.presets.consent("reject", second.proposal_id)
    await other.until(lambda state: "proposal" not in state)


async def withdrawn(company: Company) -> None:
    """A proposal is taken back by its maker."""
    mover, other = company.mover, company.other
    await mover.presets.propose(PRESETS)
    assert await refusal(other.presets.withdraw()) == "E_NO_PROPOSAL"
    await mover.presets.withdraw()
    assert (await other.hear(rules.PresetsRejected)).why == "withdrawn"


async def taken_back(company: Company) -> None:
    """Two moves are taken back by consent, and one is not."""
    await company.play_by_lot(2, Random(3))
    if company.mover.result is not None:
        return
    mover, other, ply = company.mover, company.other, company.mover.state["ply"]
    await mover.takeback.propose(2)
    assert (await other.hear(game.TakebackPending)).plies == 2
    await other.takeback.consent("approve")
    for player in (mover, other):
        await player.until(lambda state: state["ply"] == ply - 2)
    await company.mover.takeback.propose(1)
    await company.other.takeback.consent("reject")
    assert (await company.mover.hear(game.TakebackRejected)).why == "rejected"


async def draws(company: Company) -> None:
    """A draw is offered and declined, and the next move makes another offer void."""
    mover, other = company.mover, company.other
    await mover.offer_draw()
    await other.until(lambda state: state.get("drawOffer") == mover.side)
    await other.answer_draw(False)
    await mover.until(lambda state: "drawOffer" not in state)
    await other.offer_draw()
    await company.play_turn(Random(4))
    await other.until(lambda state: "drawOffer" not in state)


async def refused(company: Company) -> None:
    """What cannot be is refused, and nothing has changed."""
    mover, other, digest = company.mover, company.other, company.mover.state["digest"]
    assert await refusal(mover.play(mover.legal[0]["move"], ply=mover.state["ply"] + 1)) == "E_PLY"
    assert await refusal(mover.play(mover.legal[0]["move"], digest="stale")) == "E_PLY"
    assert await refusal(other.play(mover.legal[0]["move"])) == "E_NOT_YOUR_TURN"
    assert await refusal(mover.play("a1a1")) in ("E_MOVE_ILLEGAL", "E_MOVE")
    assert await refusal(mover.presets.update(PRESETS)) == "E_CONSENT_NEEDED"
    assert await refusal(mover.profiles.propose(["no-such-profile"])) == "E_UNKNOWN_NAME"
    assert (await mover.sync())["digest"] == digest


Story = Callable[[Company], Awaitable[None]]
STORIES: tuple[Story, ...] = (
    *(approved, presets_approved, rejected, replaced),
    *(withdrawn, taken_back, draws, refused),
)
VARIANTS = (
    *("chess", "atomic", "antichess", "king-of-the-hill", "three-check"),
    *("horde", "racing-kings", "extinction", "warlords", "monster"),
)


@pytest.mark.parametrize("number", range(len(VARIANTS)), ids=VARIANTS.__getitem__)
def test_a_whole_game(server: Serving, number: int) -> None:
    """Every story is told in eight of the ten variants, in another order in each."""

    async def play() -> None:
        chance = Random(number)
        async with Company(server.address) as company:
            await company.meet(VARIANTS[number])
            watcher = await company.enter(Room.watch(server.address, company.white.code, tap=check))
            for story in chance.sample(STORIES, len(STORIES)):
                await company.play_by_lot(2, chance)
                if company.mover.result is not None:
                    break
                await company.settle()
                await story(company)
            await company.settle()
            await company.play_by_lot(2, chance)
            await company.demand_known()
            await end(company, chance)
            await watcher.until(lambda state: "result" in state)
            demand_stored(server, company)

    run(play())


async def end(company: Company, chance: Random) -> None:
    """Let the game end by itself if it does soon, else by the word of a player."""
    await company.play_by_lot(20, chance)
    await hear_out(company.white)
    await hear_out(company.black)
    if company.mover.result is None and chance.random() < 0.5:
        await company.mover.resign()
    elif company.mover.result is None:
        await company.mover.offer_draw()
        await company.other.answer_draw(True)
    for player in (company.white, company.black):
        await player.until(lambda state: "result" in state)
    await company.demand_known()


def demand_stored(server: Serving, company: Company) -> None:
    """What both players heard is what the server gives to strangers: the log, the save, the game as PGN."""
    state, path = company.white.state, f"/api/rooms/{company.white.code}"
    log = fetch(server.address, f"{path}/log")["log"]
    assert [body["seq"] for body in log] == [*range(1, state["seq"] + 1)]
    assert fetch(server.address, path)["moves"] == state["ply"]
    assert fetch(server.address, path)["result"] == state["result"]
    save = fetch(server.address, f"{path}/save", company.white.token)
    assert parse_save(json.dumps(save)).engine.fen() == state["fen"]
    assert state["variant"]["name"] in fetch(server.address, f"{path}/pgn")


def test_rules_that_cannot_come_into_force_are_refused_to_their_proposer_alone(server: Serving) -> None:
    async def play() -> None:
        async with Company(server.address) as company:
            await company.meet(fen=EDGE)
            queued = await company.black.profiles.propose([MEEK])
            await company.white.profiles.consent("approve")
            await company.play("Qh7")
            nack = await company.black.hear(Nack)
            assert isinstance(queued, rules.ProfileQueued)
            assert (nack.code, nack.proposal_id) == ("E_PROFILE_DEADLOCK", queued.proposal_id)
            assert company.black.state["profiles"] == []
            assert "pending" not in company.black.state
            await company.demand_known()

    run(play())


def test_a_proposal_without_an_answer_is_gone_in_time(hasty: Serving) -> None:
    async def play() -> None:
        async with Company(hasty.address) as company:
            await company.meet()
            await asyncio.gather(
                company.white.presets.propose(PRESETS), company.black.profiles.propose(["iron-knights"])
            )
            for player in (company.white, company.black):
                assert (await player.hear(rules.PresetsRejected, rules.ProfileRejected)).why == "timeout"
                assert (await player.hear(rules.PresetsRejected, rules.ProfileRejected)).why == "timeout"
            assert await refusal(company.black.presets.consent("approve")) == "E_NO_PROPOSAL"
            await company.demand_known()

    run(play())


def test_a_stale_timer_does_not_touch_a_newer_proposal(hasty: Serving) -> None:
    async def play() -> None:
        async with Company(hasty.address) as company:
            await company.meet()
            why = ""
            while why != "replaced":  # on a slow machine it may be too late for that
                await company.white.presets.propose(PRESETS)
                await asyncio.sleep(0.1)
                second = await company.white.presets.propose([])
                assert isinstance(second, rules.PresetsQueued)
                why = (await company.black.hear(rules.PresetsRejected)).why
                rejected = await company.black.hear(rules.PresetsRejected)
                assert (rejected.proposal_id, rejected.why) == (second.proposal_id, "timeout")
                assert second.expires_at is not None
                assert now_ms() >= second.expires_at

    run(play())
