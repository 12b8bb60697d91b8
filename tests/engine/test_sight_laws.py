"""Who does not see a difference is told none: on random games, on both networks.

RETE_CHESS_SIGHT_SEEDS=500 plays more of them.
"""

from __future__ import annotations

import os
from functools import cache

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.match.players import GreedyPlayer, Limits, RandomPlayer, SearchPlayer
from rete_chess.testing.laws.sight import Figures, demand_sight

SEEDS = int(os.environ.get("RETE_CHESS_SIGHT_SEEDS", "4"))

HEAD = "kind: variant\nid: trial\nname: Trial\ndescription: A trial.\n"
OWN = {
    "bombs": f"{HEAD}extends: atomic\nroyal: []\nsight: [{{see: reach}}]\n",
    "pockets": f"{HEAD}extends: crazyhouse\nsight: [{{around: 2}}, {{spectators: nothing}}]\n",
    "ghosts": f"""{HEAD}extends: chess
tiles: {{e4: fog, d5: fog, c4: guardian, f5: slippery}}
presets: [{{id: piece-hp}}]
attributes: {{Rage: {{of: piece, type: int, start: 0}}, Losses: {{of: side, type: int, start: 0}}}}
abilities: [{{id: exploding, for: {{type: rook}}}}]
sight: [{{hide: {{piece: {{type: {{in: [knight, bishop]}}}}}}}}, {{hide: {{piece: {{Rage: {{ge: 2}}}}}}}}]
rules:
  - id: rage
    at: turn-end
    when: [{{event: {{side: $side}}}}, {{piece: {{id: $p, color: $side, type: {{in: [queen, pawn]}}}}}}]
    do: [{{add: {{target: $p, attr: Rage, by: 1}}}}, {{log: {{text: "{{p}} rages"}}}}]
    describe: "{{p}} is angry"
  - id: many
    at: turn-end
    when: [{{count: {{type: knight}}, ge: 2}}]
    do: [{{log: {{text: "there are knights"}}}}]
    describe: "knights are about"
""",
}


@cache
def program(name: str) -> Program:
    if name in OWN:
        return compile_document(load_document(OWN[name]))
    if name == "dark monsters":
        return program_of("dark-chess", [ActivePreset("double-move", "white")])
    return program_of(name)


GAMES = ("dark-chess", "night-watch", "dark monsters", *OWN)


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_told_of_what_is_hidden(name: str) -> None:
    figures = Figures()
    for seed in range(SEEDS):
        networks = (("native", "durable"), ("durable", "native"), ("native", "native"))[seed % 3]
        figures = figures.plus(demand_sight(program(name), seed, networks))
    assert figures.plies >= SEEDS, figures


@pytest.mark.parametrize("name", ["dark-chess", "night-watch"])
def test_players_choose_by_what_their_side_sees(name: str) -> None:
    """The games differ in who stands behind the lines; the choices do not."""
    one = Engine(name)
    two = Engine(name, one.fen().replace("rnbqkbnr", "bnrkqrnb").replace("KQkq", "KQ"))
    assert one.view("white") == two.view("white")
    assert one.fen() != two.fen()
    for players in (
        (SearchPlayer(Limits(nodes=120), 5), SearchPlayer(Limits(nodes=120), 5)),
        (GreedyPlayer(2), GreedyPlayer(2)),
        (RandomPlayer(3), RandomPlayer(3)),
    ):
        assert players[0].choose(one) == players[1].choose(two)
