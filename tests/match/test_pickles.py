"""Games, matches and what they hand out go to other processes, and come back as they were."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rete_chess import Engine, LegalMove, Match, MoveRecord
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.engine.move.listeners import Listener
from rete_chess.errors import GameError
from tests.cli.helpers import environment
from tests.match.courses import face, records_of
from tests.match.games import mixed, play_random

NAMES = ["chess", "manor", "hp-and-splits", "tiles and abilities", "double-move"]


def travelled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


COPIES: dict[str, Callable[[Any], Any]] = {
    "pickle": travelled,
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "twice": lambda thing: travelled(travelled(thing)),
}


def played(name: str) -> Match:
    match = Match(mixed(name), network="native")
    play_random(match, Random(5), 8, meddling=0.4)
    match.undo()
    return match


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", NAMES)
def test_a_match_comes_back_as_it_was(name: str, way: str) -> None:
    match = played(name)
    again = COPIES[way](match)
    assert face(again) == face(match)
    assert again.engine.network == "native"
    again.redo()
    again.jump_to(0)
    assert again.current_index == 0
    assert match.current_index == len(match.history) - 1  # and leaves the other as it is
    match.jump_to(0)
    assert face(again) == face(match)


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_comes_back_as_it_was(name: str, way: str) -> None:
    engine = played(name).engine
    again = COPIES[way](engine)
    assert again.digest == engine.digest
    assert list(again.legal_moves()) == list(engine.legal_moves())
    while engine.move_log:
        assert str(engine.undo().move) == str(again.undo().move)
        assert again.digest == engine.digest
    engine.apply(engine.legal_moves()[0])
    again.apply(again.legal_moves()[0])
    assert again.digest == engine.digest


def test_what_a_game_was_asked_by_itself_comes_along() -> None:
    engine = Engine(program_of("chess", [ActivePreset("piece-hp")]), network="native")
    engine.apply("e2e4")
    engine.spawn_piece("queen", "white", "e5", {"Hp": 3})
    engine.set_active_presets([{"id": "piece-hp"}, {"id": "double-move", "scope": "both"}])
    engine.resolve_event("relocate", target=5, to="e6")
    engine.preset_state("piece-hp").set("page", [1, {"a": None}])
    engine.queue_profiles(["iron-knights"])
    again = travelled(engine)
    assert again.digest == engine.digest
    for one in (engine, again):
        one.undo_intervention()
        one.undo_intervention()
    assert again.digest == engine.digest
    assert again.undo().digest == engine.undo().digest
    assert again.digest == engine.digest


def test_a_record_travels_without_its_game() -> None:
    match = played("hp-and-splits")
    for record in records_of(match):
        again = travelled(record)
        assert isinstance(again, MoveRecord)
        assert (again.digest, again.san, again.log) == (record.digest, record.san, record.log)
        assert again.trace.firings == record.trace.firings
        assert again.move.piece_type == record.move.piece_type
        assert copy.deepcopy(record) is record
    resumed = travelled(match)
    assert [record.log for record in travelled(resumed.history)] == [
        record.log for record in records_of(match)
    ]


def test_a_move_travels_as_a_text_that_knows_what_it_did() -> None:
    engine = Engine("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    move = next(move for move in engine.legal_moves() if move.promotion == "queen")
    again = travelled(move)
    assert isinstance(again, LegalMove)
    assert (again, again.promotion, again.piece_type, again.from_square) == (move, "queen", "pawn", 48)
    assert engine.apply(again).san == "a8=Q+"  # by its text: codes belong to the tables of a process
    other = Engine("chess", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    assert (again.book, again.code) == (-1, -1)
    assert again not in other.legal_moves()


@pytest.mark.parametrize(
    "read",
    [
        lambda match: match.legal_moves(),
        lambda match: list(match.engine.legal_moves()),
        lambda match: match.result,
        lambda match: match.interventions,
        lambda match: travelled(match).interventions,
        lambda match: match.engine.incidents[0].trace.events,
        lambda match: match.engine.active_presets,
        lambda match: match.engine.active_profiles,
        lambda match: match.engine.check_profiles(["iron-knights", "wild-queens"]),
        lambda match: match.engine.piece_at("e1"),
    ],
)
def test_what_a_match_hands_out_travels(read: Callable[[Match], Any]) -> None:
    match = played("manor")
    value = read(match)
    assert travelled(value) == value


def test_a_game_that_listeners_hear_stays() -> None:
    match = Match("chess", listeners=[Listener()])
    for thing in (match, match.engine):
        with pytest.raises(GameError, match="listeners cannot travel"):
            pickle.dumps(thing)
    assert copy.deepcopy(match).digest == match.digest  # the same listeners hear the copy
    assert Match.resume(match.snapshot()).digest == match.digest


def test_a_game_in_the_middle_of_a_move_stays() -> None:
    class Curious(Listener):
        def before(self, event: Any, context: Any) -> Any:
            with pytest.raises(GameError, match="a move is being made"):
                match.snapshot()
            return event

    match = Match("chess", listeners=[Curious()])
    match.play("e2e4")


CHILD = """
import pickle, sys
match = pickle.load(sys.stdin.buffer)
match.play(match.legal_moves()[-1])
match.jump_to(0)
match.jump_to(len(match.history))
sys.stdout.buffer.write(pickle.dumps((match, match.history[-1], match.digest)))
"""


def test_there_and_back_again() -> None:
    match = played("healing kings")
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=pickle.dumps(match),
        env=environment(),
        capture_output=True,
        check=True,
    )
    again, record, digest = pickle.loads(done.stdout)
    match.play(match.legal_moves()[-1])
    assert again.digest == digest == record.digest == match.digest
    assert face(again) == face(match)
