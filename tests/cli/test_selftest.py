"""`rete-chess selftest`: a little of the real thing, and what it says when something is wrong."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from rete_chess.cli.commands import document_trials, lockstep, selftest
from rete_chess.compiler import ActivePreset, Program, program_of
from rete_chess.engine import Engine
from rete_chess.engine.move.tables import EXECUTIONS
from rete_chess.errors import GameError
from rete_chess.facts.words import actions as act
from rete_chess.network.soak import started_worker
from rete_chess.testing.mutants import mutant
from rete_chess.testing.random_programs import choose_program
from tests.cli.helpers import Run

SOAK_KEYS = {
    "stages",
    "mismatches",
    "crashes",
    "programs",
    "rss_start_mb",
    "rss_end_mb",
    "seconds",
    "rebuilds",
    "findings",
}
GAME_KEYS = {
    "asked",
    "fewer",
    "games",
    "refused",
    "plies",
    "firings",
    "mismatches",
    "crashes",
    "findings",
    "slow",
}


def test_both_parts_find_nothing(run: Run) -> None:
    pytest.importorskip("durable_rules_engine")
    outcome = run("selftest", "--stages", "500", "--games", "6", "--seed", "3", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    report = outcome.json
    assert set(report) == {"network", "seed", "soak", "games", "modifiers", "documents", "laws", "seconds"}
    assert (report["network"], report["seed"]) == ("durable", 3)
    assert set(report["soak"]) == SOAK_KEYS
    assert set(report["games"]) == GAME_KEYS
    assert report["soak"]["stages"] >= 500
    assert (report["games"]["games"], report["games"]["asked"], report["games"]["fewer"]) == (6, 6, None)
    assert report["games"]["plies"] > 0
    assert report["games"]["findings"] == report["soak"]["findings"] == []


def test_random_modifiers_find_nothing(run: Run) -> None:
    pytest.importorskip("durable_rules_engine")
    report = run("selftest", "--modifiers", "3", "--seed", "5", "--json").json
    assert report["soak"] is report["games"] is None
    assert set(report["modifiers"]) == GAME_KEYS
    assert (report["modifiers"]["games"], report["modifiers"]["findings"]) == (3, [])
    assert report["modifiers"]["firings"] > 0


def test_a_hundred_damaged_documents_find_nothing(run: Run) -> None:
    pytest.importorskip("durable_rules_engine")
    outcome = run("selftest", "--documents", "100", "--json")
    report = outcome.json["documents"]
    assert set(report) == GAME_KEYS
    assert (outcome.code, report["games"], report["findings"], report["crashes"]) == (0, 100, [], 0)
    assert 20 < report["refused"] < 95
    assert report["plies"] > 50


def test_mutants_are_the_same_every_time() -> None:
    for number in range(30):
        assert mutant(Random(f"4:{number}")) == mutant(Random(f"4:{number}"))
    assert {mutant(Random(f"4:{number}")).way for number in range(30)} == {"text", "values"}


#: What may go wrong with a document, by what is put in place of a part of its trial.
DEFECTS: dict[str, tuple[str, Any, str]] = {
    "an error without a code": ("examine_text", lambda text, name: 1 / 0, "ZeroDivisionError in "),
    "a save that does not load": ("parse_save", lambda text, network: fail(), "does not load: nothing"),
    "a document that validate accepts": (
        "compile_document",
        lambda given: fail(),
        "validate finds nothing, but",
    ),
}


def fail() -> None:
    raise GameError("E_REQUEST", "nothing")


@pytest.mark.parametrize(("part", "other", "told"), DEFECTS.values(), ids=DEFECTS)
def test_a_defect_is_told(part: str, other: Any, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_trials, part, other)
    tallies = list(lockstep.play("native", "documents", 0, 0, 60))
    assert any(told in text for text in tallies[-1].told)
    assert tallies[-1].mismatches == len(tallies[-1].told)


def test_a_rule_that_fails_by_itself_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXECUTIONS, act.Absorb, lambda run, action, rule, frame, subject: 1 / 0)
    monkeypatch.setitem(lockstep.SUBJECTS, "presets", lambda random: ("shielded", shielded()))
    (tally,) = lockstep.play("native", "presets", 0, 0, 1)
    assert tally.told[0].startswith("game 0 of seed 0, shielded: ZeroDivisionError in test_selftest.py:")


def test_a_slow_document_is_told_and_an_endless_one_ended(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "WORKER", "tests.cli.slow_worker")
    outcome = run("selftest", "--network", "native", "--documents", "4", "--json")
    assert outcome.code == 0
    report = outcome.json["documents"]
    assert (report["games"], report["crashes"], report["findings"]) == (4, 0, [])
    assert report["slow"] == [
        "game 0 of seed 0, slow: 3.0 s",
        "game 1 of seed 0: it was ended",
        "game 3 of seed 0: it was ended",
    ]


def test_people_read_sentences(run: Run) -> None:
    outcome = run("selftest", "--network", "native", "--games", "2")
    assert outcome.code == 0
    assert "firings: no difference.\n" in outcome.out
    assert "random stages" not in outcome.out


def test_time_limit_begins_nothing_more(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def soak(seed: int, stages: int, kind: str, progress: object) -> dict[str, Any]:
        asked.append(stages)
        return {**dict.fromkeys(SOAK_KEYS, 0), "stages": stages, "findings": []}

    monkeypatch.setattr("rete_chess.network.soak.soak", soak)
    words = ("selftest", "--network", "native", "--stages", "1000000", "--seconds", "0", "--json")
    assert run(*words).json["soak"]["stages"] == sum(asked) == selftest.STAGES_AT_A_TIME


def test_reports_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    reports = iter([(10.0, 12.0), (11.0, 19.0), (10.0, 13.0)])

    def soak(seed: int, stages: int, kind: str, progress: object) -> dict[str, Any]:
        memory = dict(zip(("rss_start_mb", "rss_end_mb"), next(reports)))
        return {**dict.fromkeys(SOAK_KEYS, 1), **memory, "stages": stages, "findings": [f"seed {seed}"]}

    monkeypatch.setattr("rete_chess.network.soak.soak", soak)
    monkeypatch.setattr(selftest, "STAGES_AT_A_TIME", 100)
    total = selftest.run_stages("native", 5, 250, selftest.Clock(1e9), lambda done: None)
    assert (total["stages"], total["mismatches"]) == (250, 3)
    assert (total["rss_start_mb"], total["rss_end_mb"]) == (11.0, 19.0)
    assert total["findings"] == ["seed 5", "seed 6", "seed 7"]


def test_differences_and_dead_workers_are_findings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "WORKER", "tests.cli.dying_worker")
    outcome = run("selftest", "--network", "native", "--games", "4", "--json")
    assert outcome.code == 1
    games = outcome.json["games"]
    assert (games["games"], games["mismatches"], games["crashes"]) == (2, 2, 2)
    assert games["findings"][:2] == [
        "game 0 of seed 0, chess: half-move 1, e2e4: other state",
        "game 1 of seed 0: the worker ended with exit code 7",
    ]
    assert outcome.err.count("error: game ") == 4


def test_as_many_games_are_played_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes no game is drawn again, whatever the seed."""
    monkeypatch.setattr(lockstep, "MAX_PLIES", 1)
    refused = 0
    for seed in range(4):
        *_, tally = lockstep.play("native", "games", seed, 0, 10)
        assert (tally.games, tally.mismatches) == (10, 0)
        assert tally.plies == 10
        refused += tally.refused
    assert refused > 0


def test_presets_that_never_make_a_game_are_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(lockstep.SUBJECTS, "presets", lambda random: ("chess + nonsense", None))
    *_, tally = lockstep.play("native", "presets", 0, 0, 2)
    assert (tally.games, tally.refused, tally.mismatches) == (2, 2 * lockstep.MAX_DRAWS, 2)
    assert tally.told[0] == "game 0 of seed 0, chess + nonsense: none of 100 combinations makes a game"


def test_fewer_games_have_a_reason(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "GAMES_OF_WORKER", 1)
    words = ("selftest", "--network", "native", "--games", "1000")
    outcome = run(*words, "--seconds", "0")
    assert outcome.out.startswith("1 random games (the time was over, 1,000 were asked for) with ")
    monkeypatch.setattr(selftest, "WORKER", "tests.cli.dying_worker")
    assert run(*words, "--seconds", "0", "--json").json["games"]["fewer"] == "workers died"


def test_it_gives_up_where_no_worker_gets_anywhere(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "WORKER", "tests.cli.dying_worker")
    outcome = run("selftest", "--network", "native", "--games", "900", "--seed", "1", "--json")
    assert outcome.code == 1
    assert outcome.json["games"]["crashes"] == selftest.MAX_BARREN


def shielded() -> Program:
    return program_of("chess", [ActivePreset("piece-shield"), ActivePreset("piece-hp")])


def test_a_game_is_compared_and_taken_back() -> None:
    tally = lockstep.Tally()
    assert lockstep.play_game(shielded(), "native", Random(5), tally) is None
    assert tally.plies == lockstep.MAX_PLIES
    assert tally.firings > 0


def test_another_state_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    hashes = iter(range(10_000))
    monkeypatch.setattr(Engine, "state_hash", lambda engine: str(next(hashes)))
    difference = lockstep.play_game(shielded(), "native", Random(5), lockstep.Tally())
    assert difference is not None
    assert difference.startswith("half-move 1, ")
    assert difference.endswith(": other state")


def test_a_start_that_is_not_reached_again_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lockstep, "MAX_PLIES", 3)
    undo = Engine.undo

    def forgetful(engine: Engine) -> Any:
        record = undo(engine)
        engine.board.next_entity += 1
        return record

    monkeypatch.setattr(Engine, "undo", forgetful)
    difference = lockstep.play_game(shielded(), "native", Random(5), lockstep.Tally())
    assert difference == "taking everything back does not lead to the start"


def test_a_seed_names_a_game() -> None:
    names = [choose_program(Random("4:2"))[0] for _ in range(2)]
    assert names[0] == names[1]
    assert len({choose_program(Random(f"4:{number}"))[0] for number in range(20)}) > 10


def test_durable_that_cannot_be_loaded_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from rete_chess.network import NetworkError

    def missing() -> None:
        raise NetworkError("E_NETWORK_UNAVAILABLE", "durable-rules cannot be imported")

    monkeypatch.setattr("rete_chess.network.durable.load_core", missing)
    outcome = run("selftest", "--games", "1", "--json")
    assert outcome.code == 2
    assert outcome.json["error"]["code"] == "E_NETWORK_UNAVAILABLE"


def test_an_interrupt_in_the_middle_of_a_worker_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    workers: list[subprocess.Popen[str]] = []

    @contextmanager
    def watched(command: list[str]) -> Iterator[subprocess.Popen[str]]:
        with started_worker(command) as worker:
            workers.append(worker)
            yield worker

    def interrupted(done: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rete_chess.network.soak.started_worker", watched)
    with pytest.raises(KeyboardInterrupt):
        selftest.run_games("native", 1, 20, selftest.Clock(None), interrupted)
    with pytest.raises(KeyboardInterrupt):
        selftest.run_stages("native", 1, 20_000, selftest.Clock(None), interrupted)
    assert [worker.returncode is None for worker in workers] == [False, False]
