"""PGN between programs: python-chess reads ours and we read its; and hostile PGN, in short runs."""

from __future__ import annotations

import io
import time
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rete_chess import Match
from rete_chess.io import format_pgn
from rete_chess.match.pgn import read_games, replay
from tests.interop import hostile_pgn
from tests.interop.pgn_round_trips import differences
from tests.match.games import play_random

#: Variants that python-chess knows by the name that we write.
SHARED = (
    "antichess",
    "atomic",
    "chess",
    "chess960",
    "crazyhouse",
    "giveaway",
    "horde",
    "king-of-the-hill",
    "racing-kings",
    "three-check",
)


def foreign() -> Any:
    """The reader and writer of python-chess."""
    return pytest.importorskip("chess.pgn", reason="python-chess is not installed")


@pytest.mark.parametrize("seed", [1, 2])
def test_games_are_read_back_as_they_were(seed: int, tmp_path: Path) -> None:
    assert differences(34, seed, tmp_path / "games.pgn") == []


@pytest.mark.parametrize("variant", SHARED)
def test_python_chess_reads_ours(variant: str) -> None:
    pgn, texts, played = foreign(), [], []
    for seed in range(3):
        match = Match(variant, network="native")
        play_random(match, Random(f"{variant} {seed}"), 60)
        texts.append(format_pgn(match, {"White": "Ann"}))
        played.append(match)
    stream = io.StringIO("\n".join(texts))
    for match in played:
        game = pgn.read_game(stream)
        assert game.errors == []
        assert game.end().board().fen().split()[0] == match.engine.fen().split()[0]
        assert len(list(game.mainline_moves())) == len(match.engine.move_log)
        assert game.headers["Result"] == ("*" if match.result is None else game.headers["Result"])
    assert pgn.read_game(stream) is None


@pytest.mark.parametrize("variant", SHARED)
def test_we_read_those_of_python_chess(variant: str) -> None:
    """Whole games with a variation, a comment and a judgement at random places."""
    pgn, chance = foreign(), Random(variant)
    import chess.variant

    text, ends = "", []
    for number in range(4):
        if variant == "chess960":
            board = chess.Board.from_chess960_pos(chance.randrange(960))
        else:
            board = chess.variant.find_variant(variant.replace("-", " "))()
        game = pgn.Game()
        game.setup(board)
        node: Any = game
        for _ in range(50):
            moves = list(board.legal_moves)
            if not moves or board.is_game_over():
                break
            if chance.random() < 0.2:
                node.add_variation(chance.choice(moves)).comment = "or {so"
            move = chance.choice(moves)
            node = node.variation(move) if node.has_variation(move) else node.add_variation(move)
            node.parent.promote_to_main(move)
            board.push(move)
            if chance.random() < 0.2:
                node.nags.add(chance.choice([1, 2, 14, 146]))
                node.comment = f"a comment\nin lines {number}"
        text += f"{game}\n\n"
        ends.append(board)
    games = list(read_games(text))
    assert len(games) == len(ends)
    for game, board in zip(games, ends):
        match = replay(game).match
        assert [found for found in game.problems if found.severity == "error"] == []
        assert match is not None
        assert match.engine.fen().split("[")[0].split()[0] == board.board_fen().replace("~", "")
        assert len(game.moves) == len(board.move_stack)


@pytest.mark.parametrize("name", hostile_pgn.ENDLESS)
def test_hostile_pgn_costs_little(name: str) -> None:
    size = 150_000
    tracemalloc.start()
    begun = time.process_time()
    try:
        games = codes = last = 0
        for game in read_games(hostile_pgn.attack(name, size)):
            games += 1
            codes += len(game.problems)
            last = len(game.moves)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert games
    assert last == 2 or name in ("half a tag", "escapes")
    assert peak < 24_000_000
    assert time.process_time() - begun < 20


def test_variations_a_hundred_thousand_deep() -> None:
    given = hostile_pgn.deep(100_000)
    broken, sound = read_games(given)
    assert [problem.code for problem in broken.problems] == ["E_PGN_LIMIT"]
    assert (len(sound.moves), sound.problems) == (2, [])


def test_python_chess_hands_on_what_our_games_bring_along() -> None:
    pgn = foreign()
    match = Match("chess", network="native")
    for move in ("e4", "e5", "Nf3"):
        match.play(move)
    match.set_active_presets([{"id": "piece-hp", "config": {"hp": 2}}])
    match.queue_profiles(["iron-knights"])
    match.play("Nc6")
    match.offer_draw("black")
    written = str(pgn.read_game(io.StringIO(format_pgn(match))))
    other = Match.from_pgn(written, network="native")
    assert other.digest == match.digest
    assert format_pgn(other) == format_pgn(match)
