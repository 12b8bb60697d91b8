"""Dark games on a real server: what clients keep by messages, come back to, and read over HTTP."""

from __future__ import annotations

from random import Random
from urllib.error import HTTPError

import pytest

from rete_chess.bench.server.serving import Serving
from rete_chess.client import Room
from tests.server.host.company import Company, check, fetch, hear_out, plain, refusal, run


@pytest.mark.parametrize("variant", ["dark-chess", "night-watch"])
def test_a_hidden_game(server: Serving, variant: str) -> None:
    """Clients know by messages what the server says they see, also after broken lines and in the end."""

    async def play() -> None:
        chance = Random(variant)
        async with Company(server.address) as company:
            await company.meet(variant)
            watcher = await company.enter(Room.watch(server.address, company.white.code, tap=check))
            for number in range(6):
                await company.play_by_lot(2, chance)
                assert "?" in company.white.state["fen"], number
                await company.demand_known()
                if number == 2:
                    company.white._session.cut()
                    await company.white.sync()
            assert "?" in watcher.state["fen"]
            path, token = f"/api/rooms/{company.white.code}", company.white.token
            for what, key in (("pgn", token), ("save", token), ("pgn", None)):
                with pytest.raises(HTTPError) as caught:
                    fetch(server.address, f"{path}/{what}", key)
                assert caught.value.code == 403
                caught.value.close()
            told = fetch(server.address, f"{path}/log", token)["log"]
            moves = [body["move"] for body in told if body["type"] == "move.played"]
            assert moves == [move["move"] for move in company.white.state["moves"]]
            assert any("?" in move for move in moves)
            assert await refusal(company.mover.claim_draw()) == "E_SIGHT"
            await company.mover.resign()
            for player in (company.white, company.black):
                await player.until(lambda state: "result" in state and "?" not in state["fen"])
                await hear_out(player)
            await watcher.until(lambda state: "?" not in state["fen"])
            await company.demand_known()
            alike = [plain(player.state) for player in (company.white, company.black)]
            assert alike[0] == alike[1]
            assert "[Variant" in fetch(server.address, f"{path}/pgn")

    run(play())
