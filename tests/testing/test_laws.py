"""Laws over random games with random presets, profiles, modifiers, listeners and interventions: questions
leave no trace, what is undone comes back, what is saved goes on as before, both networks agree, and logs tell
all that changed. `rete-chess selftest --laws N` plays more of them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from rete_chess.match import Match, parse_save
from rete_chess.presets import registered
from rete_chess.testing.laws import acts, game, logs, questions
from rete_chess.testing.laws.game import LawGame
from rete_chess.testing.laws.listeners import random_band
from rete_chess.testing.random_programs import choose_mixture
from rete_chess.testing.sample_presets import SAMPLES

GAMES = 60
#: Games in which a law was broken once.
FOUND = (199,)
#: The network under test: durable, where it can be used.
NETWORK = "durable" if find_spec("durable_rules_engine") else "native"


@pytest.mark.parametrize("seed", [*range(GAMES), *FOUND])
def test_a_random_game(seed: int) -> None:
    finding = LawGame(seed, NETWORK).play()
    assert finding is None, finding


def test_games_have_all_ingredients() -> None:
    """What the first games begin with; interventions come in their course."""
    python = {sample.id for sample in SAMPLES}
    seen = set()
    with registered(*SAMPLES):
        for seed in range(40):
            random = Random(seed)
            _, program = choose_mixture(random, tuple(python))
            if program is None:
                continue
            listeners, _ = random_band(random)
            ids = {use.id for use in program.presets}
            seen |= {
                what
                for what, is_there in {
                    "presets": ids - python,
                    "presets in Python": ids & python,
                    "profiles": program.stack.profiles,
                    "modifiers": program.variant.modifiers,
                    "rules of its own": program.id == "random-rules",
                    "listeners": listeners,
                }.items()
                if is_there
            }
    assert len(seen) == 6
    assert set(acts.BETWEEN) | set(acts.BACK) <= set(acts.VERBS)


# -- laws that are broken are told --------------------------------------------------------------------


def leave_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(match: Match, random: Random) -> None:
        match.engine.board.lost ^= 1

    monkeypatch.setitem(questions.QUESTIONS, "judging", judge)


def forget_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Match.undo

    def undone(match: Match) -> Any:
        step = undo(match)
        match.engine._tally += 1
        return step

    monkeypatch.setitem(acts.VERBS, "undo", undone)


def load_another_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def parsed(*given: Any, **named: Any) -> Match:
        match = parse_save(*given, **named)
        match.engine.board.clock += 1
        return match

    monkeypatch.setattr(game, "parse_save", parsed)


def let_one_network_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Match.play

    def played(match: Match, move: str) -> Any:
        record = play(match, move)
        match.engine.board.clock += match.engine.network == "durable"
        return record

    monkeypatch.setitem(acts.VERBS, "play", played)


def tell_no_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(logs._APPLIED, "turn-advance")


Defect = Callable[[pytest.MonkeyPatch], None]
DEFECTS: dict[str, tuple[Defect, str]] = {
    "a question changes something": (leave_a_trace, "judging leaves a trace: other lost"),
    "undo does not restore the digest": (forget_a_position, "other digest"),
    "a save does not come back": (load_another_game, "loaded: matches in step differ"),
    "the networks differ": (let_one_network_differ, "matches in step differ: other facts"),
    "a log is not complete": (tell_no_turns, "makes (0, 'Turn') 'white', and it is 'black'"),
}


@pytest.mark.parametrize(("defect", "told"), DEFECTS.values(), ids=DEFECTS)
def test_a_broken_law_is_told(defect: Defect, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if defect is let_one_network_differ:
        pytest.importorskip("durable_rules_engine")
    defect(monkeypatch)
    kind = "durable" if defect is let_one_network_differ else "native"
    finding = next(filter(None, (LawGame(seed, kind).play() for seed in range(4))))
    assert told in finding
    assert "acts:" in finding
