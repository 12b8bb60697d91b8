"""Players: forced mates, legal moves only, and the objective of variants they have never heard of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine, ReteChessError, load
from rete_chess.compiler import (
    ActivePreset,
    ModifierChoice,
    Program,
    catalog,
    compile_document,
    program_of,
)
from rete_chess.core.fen import parse_fen
from rete_chess.engine.lookahead.tree import CoreTree, RuleTree, tree_of
from rete_chess.match.players import GreedyPlayer, Limits, RandomPlayer, SearchPlayer, parse_player, think
from rete_chess.match.players._objective import objective_of
from rete_chess.match.players.evaluation import evaluation_of
from rete_chess.match.players.limits import Allowance
from rete_chess.match.players.search import Search
from rete_chess.match.selfplay import play_games, summary
from tests.match.games import MIXED, mixed
from tests.match.solver import has_mate, solutions

MATES: list[dict[str, Any]] = json.loads(
    (Path(__file__).resolve().parents[1] / "data" / "mates.json").read_text(encoding="utf-8")
)
#: Positions that a search may look at, by the length of the mate.
NODES = {1: 100, 2: 5_000, 3: 15_000}


def best(engine: Engine, nodes: int, seed: int = 0) -> str:
    move = SearchPlayer(Limits(nodes=nodes), seed).choose(engine)
    assert move is not None
    return str(move)


@pytest.mark.parametrize("row", MATES, ids=[f"mate-in-{row['moves']}-{n}" for n, row in enumerate(MATES)])
def test_forced_mates_are_found(row: dict[str, Any]) -> None:
    engine = Engine("chess", row["fen"])
    thought = think(engine, Limits(nodes=NODES[row["moves"]]))
    assert thought is not None
    assert thought.wins_in == 2 * row["moves"] - 1
    assert best(engine, NODES[row["moves"]]) in row["solutions"]


@pytest.mark.parametrize(
    "row",
    [row for row in MATES if row["moves"] < 3],
    ids=[f"mate-in-{row['moves']}-{n}" for n, row in enumerate(MATES) if row["moves"] < 3],
)
def test_the_mates_are_as_the_table_says(row: dict[str, Any]) -> None:
    """By trying everything; the mates in three were tried so too, which takes a minute."""
    engine = Engine("chess", row["fen"])
    board = parse_fen(engine.program.book, row["fen"])
    found = {move.code: str(move) for move in engine.legal_moves()}
    assert sorted(found[code] for code in solutions(board, row["moves"])) == sorted(row["solutions"])
    assert row["moves"] == 1 or not has_mate(board, row["moves"] - 1)


# -- legal moves only ------------------------------------------------------------------------------


def shipped_programs() -> Iterator[tuple[str, Program]]:
    """Chess with each shipped preset, profile and modifier."""
    for name in catalog.presets().list():
        requires = ActivePreset(name).model.requires
        yield name, program_of("chess", [ActivePreset(other) for other in (*requires, name)])
    for name in catalog.profiles().list():
        yield name, program_of("chess", [ActivePreset("piece-hp")], profiles=[name])
    for name in catalog.modifiers().list():
        choice = ModifierChoice(catalog.modifier(name, {}), {"type": "queen"})
        yield name, program_of("chess", [ActivePreset("piece-hp")], [choice])


def test_players_play_with_all_that_is_shipped() -> None:
    for name, program in shipped_programs():
        for maker in (GreedyPlayer, lambda seed: SearchPlayer(Limits(nodes=12), seed)):
            (game,) = play_games(program, (maker, maker), 1, seed=5, longest=2)
            assert game.moves, name


@pytest.mark.parametrize("name", MIXED)
def test_players_play_legal_moves_to_the_end(name: str) -> None:
    """Two games each: a move that is not legal would be refused by the match."""
    program = mixed(name)
    makers = (lambda seed: SearchPlayer(Limits(nodes=30), seed), GreedyPlayer)
    played = play_games(program, makers, 2, seed=3, longest=30)
    assert all(game.result is not None or len(game.moves) == 30 for game in played)
    assert summary(played)["games"] == 2


@pytest.mark.parametrize("name", MIXED)
def test_trees_leave_the_game_alone_and_agree_with_it(name: str) -> None:
    engine = Engine(mixed(name))
    before = (
        engine.state_hash(),
        list(map(id, engine.board.journal)),
        engine.board.game.feed().memory.calls,
    )
    trees = [RuleTree(engine)] + ([CoreTree(engine)] if isinstance(tree_of(engine), CoreTree) else [])
    for tree in trees:
        for code in sorted(tree.moves())[:8]:
            assert tree.play(code)
            other = engine.clone()
            other.apply(next(move for move in engine.legal_moves() if move.code == code))
            assert sorted(tree.moves()) == [move.code for move in other.legal_moves()]
            assert tree.result(tree.moves()) == other.result
            tree.take_back()
    after = (
        engine.state_hash(),
        list(map(id, engine.board.journal)),
        engine.board.game.feed().memory.calls,
    )
    assert after == before


def test_the_core_is_used_where_it_is_enough() -> None:
    assert isinstance(tree_of(Engine("chess")), CoreTree)
    assert isinstance(tree_of(Engine("atomic")), CoreTree)
    assert isinstance(tree_of(Engine("three-check")), RuleTree)
    assert isinstance(tree_of(Engine(mixed("presets that end"))), RuleTree)


def test_both_trees_lead_to_the_same_search() -> None:
    engine = Engine("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    thoughts = [
        Search(tree, evaluation_of(engine.program), Allowance(Limits(depth=2))).think()
        for tree in (CoreTree(engine), RuleTree(engine))
    ]
    assert thoughts[0] is not None
    assert thoughts[1] is not None
    assert thoughts[0][:3] == thoughts[1][:3]


# -- objectives ------------------------------------------------------------------------------------


def extinction() -> Program:
    return compile_document(
        load(
            """
            kind: variant
            id: no-knights
            name: No knights
            extends: chess
            result:
              ends:
                - win: white
                  reason: no knight left
                  when: [{not: {piece: {type: knight, color: black}}}]
                - win: black
                  reason: no knight left
                  when: [{not: {piece: {type: knight, color: white}}}]
            """
        )
    )


def test_objectives_are_read_off_the_rules() -> None:
    assert objective_of(program_of("chess")).wants == (1, 1)
    assert objective_of(program_of("antichess")).wants == (-1, -1)
    assert objective_of(program_of("horde")).wants == (1, 1)
    race = objective_of(program_of("racing-kings"))
    assert {(color, squares) for color, _, squares in race.goals} == {
        (0, frozenset(range(56, 64))),
        (1, frozenset(range(56, 64))),
    }
    checks = objective_of(program_of("three-check")).counters
    assert [(counter.column, counter.start, counter.goal) for counter in checks] == [
        ("ChecksLeft.white", 3, 0),
        ("ChecksLeft.black", 3, 0),
    ]
    hp = objective_of(program_of("chess", [ActivePreset("piece-shield"), ActivePreset("piece-hp")]))
    assert hp.vital == (("Hp", 2.0, True), ("Shield", 1.0, False))
    program = extinction()
    knight = program.book.index_of("knight")
    assert objective_of(program).precious == ((0, knight), (1, knight))


def test_abilities_add_to_the_worth_of_their_pieces() -> None:
    program = compile_document(
        load(
            """
            kind: variant
            id: sharp-shooters
            name: Sharp shooters
            extends: chess
            abilities: [{id: marksman, for: {type: knight, color: white}}]
            """
        )
    )
    assert [value for _, value in objective_of(program).abilities] == [4]
    worths = [
        evaluation_of(chosen).of(Engine(chosen, network="native").board)
        for chosen in (program, program_of("chess"))
    ]
    assert worths[0] - worths[1] == 800


def test_a_race_is_run() -> None:
    engine = Engine("racing-kings", "8/8/6K1/8/8/8/k7/qrbnNBRQ w - - 0 1")
    assert best(engine, 300) in ("g6f7", "g6g7", "g6h7")


def test_a_hill_is_climbed() -> None:
    engine = Engine("king-of-the-hill", "4k3/8/8/8/8/4K3/8/r7 w - - 0 1")
    assert best(engine, 300) in ("e3d4", "e3e4")


def test_losing_pieces_is_wanted_where_it_wins() -> None:
    engine = Engine("antichess", "8/8/8/8/2p5/8/1P6/8 w - - 0 1")
    assert best(engine, 300) == "b2b3"


def test_the_last_of_a_kind_is_taken() -> None:
    engine = Engine(extinction(), "q3k3/8/8/3n4/4P3/8/8/N3K3 w - - 0 1")
    assert best(engine, 300) == "e4d5"


def test_two_half_moves_take_a_king() -> None:
    engine = Engine(
        program_of("chess", [ActivePreset("double-move")]), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", network="native"
    )
    thought = think(engine, Limits(nodes=2_000))
    assert thought is not None
    assert thought.wins_in == 2


def test_the_wounded_are_finished_off() -> None:
    engine = Engine(program_of("chess", [ActivePreset("piece-hp")]), "3qk3/8/8/8/8/8/8/R2QK3 w - - 0 1")
    engine.session.insert(engine.board.entities[59], "Hp", 1)
    assert best(engine, 500) == "d1d8"


# -- limits and names ------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_player() -> None:
    for make in (RandomPlayer, GreedyPlayer, lambda seed: SearchPlayer(Limits(nodes=200), seed)):
        games = [play_games(program_of("chess"), (make, make), 1, seed, longest=12)[0] for seed in (1, 1, 2)]
        assert games[0] == games[1]
        assert games[0] != games[2]


def test_limits_are_kept() -> None:
    engine = Engine()
    thought = think(engine, Limits(nodes=777))
    assert thought is not None
    assert thought.nodes == 778  # the one too many is counted
    deep = think(engine, Limits(depth=2))
    assert deep is not None
    assert deep.depth == 2


def test_nobody_moves_after_the_end() -> None:
    engine = Engine("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert engine.result is not None
    assert RandomPlayer().choose(engine) is None
    assert GreedyPlayer().choose(engine) is None
    assert SearchPlayer().choose(engine) is None


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("search:2s", Limits(seconds=2)),
        ("search:0.5s", Limits(seconds=0.5)),
        ("search:500n", Limits(nodes=500)),
        ("search:4d", Limits(depth=4)),
        ("search", Limits()),
    ],
)
def test_names_of_searches(text: str, limits: Limits) -> None:
    player = parse_player(text)
    assert isinstance(player, SearchPlayer)
    assert player.limits == limits


@pytest.mark.parametrize(
    "text",
    [
        "",
        "serch",
        "search:",
        "search:0n",
        "search:1.5n",
        "search:-1s",
        "random:2s",
        "human",
        "search:9",
        "search:x",
    ],
)
def test_names_of_nobody(text: str) -> None:
    with pytest.raises(ReteChessError) as caught:
        parse_player(text)
    assert caught.value.code == "E_UNKNOWN_NAME"


def worth(engine: Engine) -> int:
    return evaluation_of(engine.program).of(engine.board)


def test_abilities_count_however_they_came(tmp_path: Path) -> None:
    """White's knights are marksmen: by the variant, by a profile for the type or single pieces, by an ability
    beside the variant, and from the middle of the game on."""
    head = "kind: variant\nname: Armed\nextends: chess\n"
    (tmp_path / "shooter.ability.yaml").write_text(
        "id: shooter\nname: Shooter\ndescription: As a marksman.\nvalue: 4\n", encoding="utf-8"
    )
    for name, ability in (("armed", "marksman"), ("beside", "shooter")):
        given = f"id: {name}\nabilities: [{{id: {ability}, for: {{type: knight, color: white}}}}]\n"
        (tmp_path / f"{name}.variant.yaml").write_text(head + given, encoding="utf-8")
    entry = {"pieceType": "knight", "color": "white", "kind": "marksman"}
    by_type = {"id": "t", "name": "T", "perType": [entry]}
    squares = [{"square": square, "kind": "marksman"} for square in ("b1", "g1")]
    by_square = {"id": "s", "name": "S", "perInstance": squares}
    later = Engine("chess", network="native")
    plain = worth(later)
    later.queue_profiles([by_type])
    later.apply("a2a3")
    start = [
        program_of(tmp_path / "armed.variant.yaml"),
        program_of(tmp_path / "beside.variant.yaml"),
        program_of("chess", profiles=[by_type]),
        program_of("chess", profiles=[by_square]),
        program_of("chess", profiles=[by_type, by_square]),
    ]
    assert {worth(Engine(program, network="native")) for program in start} == {plain + 800}
    moved = Engine("chess", network="native")
    moved.apply("a2a3")
    assert worth(later) == worth(moved) - 800  # Black is to move
    later.spawn_piece("knight", "white", "e4")
    moved.spawn_piece("knight", "white", "e4")
    assert worth(later) == worth(moved) - 1200
    assert objective_of(program_of("chess")).abilities == ()
