"""Digests: one for each state, the same whenever, wherever and in whatever order they are read."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.engine import MoveRecord, hindsight
from rete_chess.engine.digest import State
from rete_chess.errors import GameError
from rete_chess.match import format_save, parse_save
from tests.cli.helpers import environment
from tests.core.games import examples
from tests.match.courses import face, records_of, run_course
from tests.match.games import MIXED, OWN_MODIFIER, RANDOM_PROGRAMS, mixed, random_match, short_match

HAS_DURABLE = find_spec("durable_rules_engine") is not None
NETWORKS = ["native", "durable"] if HAS_DURABLE else ["native"]


@examples(60)
@given(
    program=st.sampled_from([*MIXED, *range(RANDOM_PROGRAMS)]),
    network=st.sampled_from(NETWORKS),
    seed=st.integers(0, 10**6),
)
def test_every_place_of_the_history_can_be_looked_at(program: str | int, network: str, seed: int) -> None:
    chance = Random(seed)
    match = (
        short_match(mixed(program), network) if isinstance(program, str) else random_match(program, network)
    )
    course = run_course(match, chance, 8)
    before = face(match), match.current_index, match.history, match.interventions
    for index in chance.sample(range(len(match.history) + 1), len(match.history) + 1):
        state = match.state_at(index)
        assert face(state) == course.faces[index]
        assert state.history == match.history[:index]
        if not state.is_over:
            state.play(state.legal_moves()[0])
    records = records_of(match)
    for number in chance.sample(range(len(records)), len(records)):
        assert records[number].digest == course.digests[number]
        assert records[number].san == course.notations[number]
    assert (face(match), match.current_index, match.history, match.interventions) == before


def hurt(match: Match) -> None:
    match.deal_damage(16, 1)


def queue(match: Match) -> None:
    match.queue_profiles(["iron-knights"])


def register(match: Match) -> None:
    match.register_modifier(OWN_MODIFIER, "own.modifier.yaml")


def lengthen(match: Match) -> None:
    match.set_active_presets([{"id": "piece-hp", "turnsRemaining": 9}])


def note(match: Match) -> None:
    match.engine.preset_state("piece-hp").set("note", ["x", {"y": 1}])


CHANGES: list[Callable[[Match], object]] = [
    *(hurt, queue, register, lengthen, note),
    lambda match: match.spawn_piece("queen", "white", "e4"),
    lambda match: match.play("e2e4"),
    Match.offer_draw,
    Match.resign,
]


def with_hp() -> Match:
    return Match(program_of("chess", [ActivePreset("piece-hp", "both", 8)]))


def test_whatever_decides_the_future_has_a_digest_of_its_own() -> None:
    digests = {with_hp().digest, Match("chess").digest, Match("antichess").digest}
    for change in CHANGES:
        match = with_hp()
        change(match)
        digests.add(match.digest)
    assert len(digests) == 3 + len(CHANGES)


@pytest.mark.parametrize("change", [hurt, queue, register, lengthen, note])
def test_the_digest_goes_back_with_a_change(change: Callable[[Match], object]) -> None:
    match = with_hp()
    record = match.play("e2e4")
    before = match.digest
    change(match)
    assert match.digest != before
    assert record.digest == before  # it tells of the move, not of what followed
    changed = match.digest
    match.undo_intervention()
    assert match.digest == before
    change(match)
    match.undo()
    match.redo()
    assert match.digest == changed
    assert record.digest == before


def test_profiles_that_wait_no_longer_leave_no_trace() -> None:
    match = with_hp()
    before = match.digest
    queue(match)
    match.withdraw_profiles()
    assert match.digest == before


def test_positions_that_have_come_up_count() -> None:
    there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"]
    one, other = Match("chess"), Match("chess")
    for move in [*there_and_back, *there_and_back]:
        one.play(move)
    for move in ["b1c3", "b8c6", "c3b1", "c6b8", *there_and_back]:
        other.play(move)
    assert one.engine.state_hash() == other.engine.state_hash()
    assert one.digest != other.digest


def test_a_plain_match_has_the_digest_of_its_last_move() -> None:
    match = Match("atomic")
    record = match.play("e2e4")
    assert match.digest == match.engine.digest == record.digest
    match.offer_draw("white")
    offered = match.digest
    match.decline_draw("black")
    assert match.digest == record.digest != offered
    match.resign("black")
    assert match.engine.digest == record.digest != match.digest
    match.undo()
    assert match.digest == record.digest


def test_an_imagined_move_has_the_digest_it_would_have() -> None:
    match = with_hp()
    match.play("e2e4")
    answer = match.what_if("d7d5", "e4d5")
    digests = [record.digest for record in answer.records]
    notations = [record.san for record in answer.records]
    assert notations == ["d5", "exd5"]
    assert digests == [match.play(move).digest for move in ("d7d5", "e4d5")]


def test_a_record_keeps_its_digest_and_notation_when_others_take_its_place() -> None:
    match = Match("warlords")
    first = match.play("e2e4")
    expected, notation = match.digest, "e4"
    match.undo()
    match.play("d2d4")
    assert (first.digest, first.san) == (expected, notation)
    assert [record.san for record in records_of(match)] == ["d4"]


class Counter:
    """How often a function is called."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.count = function, 0

    def __call__(self, *values: Any) -> Any:
        self.count += 1
        return self.function(*values)


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """The digests that are taken."""
    counter = Counter(State.digest)
    monkeypatch.setattr(State, "digest", lambda state: counter(state))
    return counter


def test_nobody_pays_for_a_digest_who_does_not_ask(taken: Counter) -> None:
    match = Match("warlords")
    for move in ("e2e4", "e7e5", "g1f3"):
        match.play(move)
    match.undo()
    match.redo()
    match.what_if("b8c6")
    match.state_at(1)
    assert taken.count == 0
    assert match.digest
    assert taken.count == 1


@pytest.mark.parametrize("step", [1, -1], ids=["oldest first", "newest first"])
def test_all_digests_are_read_by_going_back_once(
    step: int, taken: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine, chance = Engine("chess"), Random(1)
    for _ in range(40):
        engine.apply(chance.choice(engine.legal_moves()))
    copies = Counter(Engine.clone)
    monkeypatch.setattr(Engine, "clone", lambda engine: copies(engine))
    digests = {record.digest for record in engine.move_log[::step]}
    assert len(digests) == 40
    assert taken.count == 40
    assert copies.count == 1
    assert {record.digest for record in engine.move_log} == digests
    assert taken.count == 40


def test_the_newest_digest_needs_no_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Engine, "clone", lambda engine: pytest.fail("the game was copied"))
    engine = Engine("chess")
    digests = [engine.apply(move).digest for move in ("e2e4", "e7e5", "g1f3")]
    assert len(set(digests)) == 3
    assert len(list(hindsight.plies_back(engine))) == 3


def test_no_place_beyond_the_history_can_be_looked_at() -> None:
    match = Match()
    match.play("e2e4")
    match.undo()
    assert match.state_at(1).engine.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3")
    for index in (-1, 2):
        with pytest.raises(GameError, match="E_HISTORY"):
            match.state_at(index)


GAME = """
from rete_chess import Match
from rete_chess.compiler import ActivePreset, program_of
program = program_of("warlords", [ActivePreset("queen-splits")], profiles=["wild-queens"])
match = Match(program, network={network!r})
for number in range(12):
    match.play(match.legal_moves()[number])
match.queue_profiles(["iron-knights", "humble-pawns"])
print(match.digest, *[step.digest for step in match.history])
"""


def test_digests_are_the_same_in_every_process_and_on_both_networks() -> None:
    found = set()
    for number, network in enumerate([*NETWORKS, "native"]):
        done = subprocess.run(
            [sys.executable, "-c", GAME.format(network=network)],
            env={**environment(), "PYTHONHASHSEED": str(number + 1)},
            capture_output=True,
            check=True,
            text=True,
        )
        found.add(done.stdout)
    assert len(found) == 1


@pytest.mark.parametrize("way", ["clone", "save", "snapshot"])
def test_positions_are_known_again_in_a_copy_that_gets_facts_back(way: str) -> None:
    """The only piece with facts is taken when the copy is made, and comes back by taking that back."""
    army = {"id": "army", "name": "Army", "perInstance": [{"square": "d5", "kind": "marksman"}]}
    program = program_of("chess", profiles=[army])
    match = Match(program, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    key = match.engine.position_key
    match.play("e4d5")
    assert not match.engine.board.columns
    copies: dict[str, Callable[[], Match]] = {
        "clone": match.clone,
        "save": lambda: parse_save(format_save(match)),
        "snapshot": lambda: Match.resume(match.snapshot()),
    }
    copy = copies[way]()
    for one in (match, copy):
        one.undo()
        assert one.engine.position_key == key
        one.play("e1e2")
    assert copy.engine.position_key == match.engine.position_key
    assert copy.digest == match.digest


@pytest.mark.parametrize("name", ["chess", "three-check"])
@pytest.mark.parametrize("way", ["undo", "clone", "resumed"])
@pytest.mark.parametrize("seed", range(4))
def test_moves_taken_back_are_told_whatever_was_played_since(name: str, way: str, seed: int) -> None:
    """Of moves that nobody had asked about when other ones came in their place."""
    random = Random(seed)
    match, known = Match(name), Match(name)
    for _ in range(20):
        move = str(random.choice(match.legal_moves()))
        match.play(move)
        known.play(move)
    told = [(step.san, step.digest, step.log) for step in records_of(known)]
    if way == "resumed":
        match = Match.resume(match.snapshot())
    other = match.clone() if way == "clone" else match
    if way == "clone":
        match.play(str(match.legal_moves()[0]))
    back = [other.undo() for _ in range(12)]
    other.redo()
    for _ in range(6):
        other.play(str(random.choice(other.legal_moves())))
    records = [step for step in reversed(back) if isinstance(step, MoveRecord)]
    random.shuffle(records)
    for record in records:
        assert (record.san, record.digest, record.log) == told[record.number]
