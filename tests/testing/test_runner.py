"""The runner of scenarios: what it reports where a scenario is wrong, and its two laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.engine import Engine
from rete_chess.errors import DocumentError
from rete_chess.serial import scenarios_data
from rete_chess.testing import Outcome, run_scenario, run_scenarios

HIT = """
presets: [{id: piece-hp}]
fen: 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1
"""


def run(text: str, setting: str = HIT) -> Outcome:
    return run_scenario(f"kind: scenario\n{setting.strip()}\n{text}", network="native")


def messages(text: str, setting: str = HIT) -> list[str]:
    return [problem.message for problem in run(text, setting).problems]


def test_a_scenario_that_holds_passes() -> None:
    outcome = run("play: e4d5\nfires: [lose-hp on d5]\nthen: [{square: d5, Hp: 1}]")
    assert outcome.passed
    data = {
        "name": "<text>",
        "file": "<text>",
        "network": "native",
        "passed": True,
        "skipped": "",
        "problems": [],
    }
    assert scenarios_data([outcome])["scenarios"] == [data]
    assert str(outcome) == "<text>: passed"


def test_the_firings_are_compared_line_by_line() -> None:
    outcome = run("play: e4d5\nfires:\n  - lose-hp on e4\n  - lose-hp at damage on d5\n  - piece-hp/lose-hp")
    (problem,) = outcome.problems
    assert problem.message == (
        "the firings of e4d5 differ:\n"
        "    expected -, fired +\n"
        "    - lose-hp on e4\n"
        "      piece-hp/lose-hp at damage on d5 (Hp 2 → 1)\n"
        "    - piece-hp/lose-hp"
    )
    assert (problem.path, problem.line, problem.column) == ("fires", 6, 3)
    assert not outcome.passed


def test_firings_that_nobody_expected_are_shown() -> None:
    assert messages("play: e4d5\nfires: []") == [
        "the firings of e4d5 differ:\n"
        "    expected -, fired +\n"
        "    + piece-hp/lose-hp at damage on d5 (Hp 2 → 1)"
    ]


def test_firings_inside_another_stage_say_so() -> None:
    setting = "variant: atomic\nfen: 4k3/8/2n5/3p4/4P3/8/8/4K3 w - - 0 1"
    (message,) = messages("play: e4d5\nfires: []", setting)
    assert message.splitlines()[2:] == ["    + atomic/explode at capture on e4"]


def test_contains_names_what_is_missing_and_what_fired() -> None:
    setting = "variant: atomic\npresets: [{id: piece-hp}]\nfen: 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
    text = "given: [{square: d5, Hp: 1}]\nplay: e4d5\ncontains: [explode, lose-hp]"
    assert messages(text, setting) == [
        "the firings of e4d5 lack one:\n"
        "    - lose-hp after atomic/explode at capture on e4\n"
        "    fired:\n"
        "      piece-hp/lose-hp at damage on d5 (Hp 1 → 0)\n"
        "      atomic/explode at capture on e4"
    ]
    assert not messages(text.replace("explode, lose-hp", "lose-hp, explode"), setting)


def test_a_rule_that_must_not_fire() -> None:
    assert messages("play: e4d5\nnotFires: [lose-hp]") == [
        "lose-hp must not fire, but fired: piece-hp/lose-hp at damage on d5 (Hp 2 → 1)"
    ]


@pytest.mark.parametrize("key", ["fires", "contains", "notFires"])
def test_names_of_rules_are_checked(key: str) -> None:
    found = messages(f"play: e4d5\n{key}: [loose-hp]")
    assert found[0] == "no rule is called loose-hp; did you mean lose-hp?"
    (unknown,) = messages(f"play: e4d5\n{key}: [zzz]")[:1]
    assert unknown == "no rule is called zzz; there are piece-hp/lose-hp"


def test_a_name_that_several_rules_have_must_be_written_in_full(tmp_path: Path) -> None:
    rule = "{id: lose-hp, at: move, when: [{event: {piece: $p}}], do: [{log: {text: x}}]}"
    variant = tmp_path / "other.variant.yaml"
    variant.write_text(f"{{id: other, name: Other, extends: chess, rules: [{rule}]}}")
    path = tmp_path / "two.scenario.yaml"
    setting = f"variant: {variant.name}\npresets: [{{id: piece-hp}}]\nplay: e2e4\n"
    path.write_text(f"{setting}fires: [lose-hp]")
    (problem,) = run_scenario(path, network="native").problems
    assert problem.message == "several rules are called lose-hp: write one of other/lose-hp, piece-hp/lose-hp"
    path.write_text(f"{setting}fires: [other/lose-hp]\nnotFires: [piece-hp/lose-hp]")
    assert run_scenario(path, network="native").passed


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("{square: d5, Hp: 2}", "Hp of the black pawn on d5 must be 2, found 1"),
        ("{square: d5, Shield: 2}", "Shield of the black pawn on d5 must be 2, found none"),
        ("{square: d5, lacks: [Hp]}", "the black pawn on d5 must have no Hp, found 1"),
        ("{square: d5, empty: true}", "d5 must be empty, found the black pawn"),
        ("{square: d4, empty: false}", "d4 must not be empty, found nobody"),
        ("{square: d5, wall: true}", "d5 must be a wall, found the black pawn"),
        ("{square: d5, type: rook}", "a rook must stand on d5, found the black pawn"),
        ("{square: d5, color: white}", "a white piece must stand on d5, found the black pawn"),
        ("{square: d4, type: pawn, color: white}", "a piece must stand on d4, found nobody"),
        ("{side: white, toMove: true}", "it is black's turn"),
        ("{side: black, inCheck: true}", "black is not in check"),
        ("{side: black, ChecksLeft: 1}", "ChecksLeft of black must be 1, found none"),
        ("{game: {HalfmoveClock: 7}}", "HalfmoveClock of the game must be 7, found 0"),
        ("{square: j9, empty: true}", "no such square"),
    ],
)
def test_facts(fact: str, message: str) -> None:
    (found,) = messages(f"play: e4d5\nthen: [{fact}]")
    assert message in found


@pytest.mark.parametrize(
    ("expectation", "message"),
    [
        ("legal: [e1e3]", "the king on e1 cannot make this move"),
        ("legal: [hello]", "E_MOVE_TEXT"),
        ("illegal: [e4d5]", "e4d5 is legal"),
        ("illegal: [hello]", "E_MOVE_TEXT"),
        ("onlyLegal: [e4d5, e1e3]", "the legal moves differ: not legal ['e1e3'], legal too ['e1d1'"),
        ("result: {win: white}", "expected: white wins, but the game goes on"),
        ("result: {win: white, reason: mate}", "expected: white wins by mate, but the game goes on"),
        ("result: {draw: stalemate}", "expected a draw by stalemate, but the game goes on"),
        ("fenAfter: 4k3/8 w", "the position differs:\n    - 4k3/8 w\n    + 4k3/8/8/3p4/4P3/8/8/4K3 w"),
    ],
)
def test_positions(expectation: str, message: str) -> None:
    (found,) = messages(expectation)
    assert message in found


def test_what_holds_of_a_game_that_is_over() -> None:
    setting = "play: f2f3 e7e5 g2g4 d8h4"
    assert messages("result: {win: black, reason: checkmate}\nillegal: [a2a3]", setting) == []
    assert messages("result: ongoing", setting) == ["the game must go on, but black wins by checkmate"]
    assert messages("legal: [a2a3]", setting) == ["a2a3 is not legal: black wins by checkmate"]
    assert messages("result: {win: white}", setting) == ["expected: white wins, but black wins by checkmate"]


def test_texts_of_the_record() -> None:
    setting = "presets: [{id: queen-splits}]\nfen: 4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1\nplay: d1d5"
    (found,) = messages("says: [something else]", setting)
    assert found.startswith("the record must say 'something else', but says ['the white queen on d1 splits")


def test_a_move_that_cannot_be_played_ends_the_scenario() -> None:
    outcome = run("play: [e4e6, e8e7]\nfires: [lose-hp]")
    (problem,) = outcome.problems
    assert problem.message.startswith("e4e6 cannot be played: ")
    assert (problem.path, problem.line) == ("play[0]", 4)


def test_refusals() -> None:
    assert messages("play: [{move: e4e6, refused: E_MOVE_ILLEGAL}]") == []
    assert messages("play: [{move: e4d5, refused: E_MOVE_ILLEGAL}]") == [
        "e4d5 must be refused with E_MOVE_ILLEGAL, but was played"
    ]
    (found,) = messages("play: [{move: e4e6, refused: E_GAME_OVER}]")
    assert found.startswith("e4e6 must be refused with E_GAME_OVER, but: ")
    (found,) = messages("play: [{move: e4e6, refused: {code: E_MOVE_ILLEGAL, because: tired}}]")
    assert found.startswith("the error must say 'tired', but: ")


def test_only_what_was_played_can_be_taken_back() -> None:
    assert messages("play: [e4d5, {undo: 2, result: ongoing}]") == ["only 1 moves can be taken back"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variant: atomicc", "did you mean 'atomic'?"),
        ("variant: nowhere.variant.yaml", "E_DOC_OUTSIDE"),
        ("presets: [{id: piece-hq}]", "did you mean 'piece-hp'?"),
        ("fen: 8/8", "wrong number of ranks"),
        ("given: [{square: e2, Rage: 1}]", "undeclared attribute"),
        ("given: [{square: e4, Hp: 1}]", "nobody stands on e4"),
    ],
)
def test_a_setting_that_cannot_be(text: str, message: str) -> None:
    (found,) = messages("result: ongoing", text)
    assert message in found


def test_given_facts() -> None:
    setting = """
presets: [{id: piece-hp}, {id: piece-shield}]
given:
  - {square: e2, empty: true}
  - {square: d4, type: queen, color: black, Hp: 1}
  - {square: d1, Hp: 5, Shield: 0}
"""
    text = (
        "before: {legal: [e1e2]}\nthen: [{square: e2, empty: true}, {square: d1, Hp: 5, Shield: 0},"
        " {square: d4, type: queen, color: black, Hp: 1, Shield: 1}]"
    )
    assert messages(text, setting) == []


def test_what_holds_before_the_first_move() -> None:
    outcome = run("before: {then: [{square: d5, Hp: 1}], illegal: [e4d5]}\nplay: e4d5")
    assert [problem.path for problem in outcome.problems] == ["before.then[0]", "before.illegal[0]"]


def test_a_file_of_several_scenarios(tmp_path: Path) -> None:
    path = tmp_path / "two.scenario.yaml"
    path.write_text("scenarios: [{name: good, result: ongoing}, {name: bad, result: {draw: stalemate}}]")
    good, bad = run_scenarios(path, network="native")
    assert (good.name, good.passed, bad.name, bad.passed) == ("good", True, "bad", False)
    both = run_scenario(path, network="native")
    assert (both.name, both.passed) == ("two.scenario.yaml", False)
    message = "bad: expected a draw by stalemate, but the game goes on"
    assert scenarios_data([both])["scenarios"][0] == {
        "name": "two.scenario.yaml",
        "file": str(path),
        "network": "native",
        "passed": False,
        "skipped": "",
        "problems": [{"message": message, "path": "scenarios[1].result", "line": 1, "column": 64}],
    }
    assert str(both) == f"two.scenario.yaml: failed\n{path}:1: {message}"


def test_a_broken_document_is_an_error() -> None:
    with pytest.raises(DocumentError) as caught:
        run_scenario("kind: scenario\nplay: e2e4\nfire: []\n")
    assert [(p.code, p.line, p.column) for p in caught.value.problems] == [
        ("E_DOC_MISSING", 1, 1),
        ("E_DOC_UNKNOWN_KEY", 3, 1),
    ]


# -- the two laws ----------------------------------------------------------------------------------


def test_an_undo_that_does_not_restore_the_state_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Engine.undo

    def forgetful(engine: Engine) -> object:
        record = undo(engine)
        engine.session.insert(1, "Hp", 9)
        return record

    monkeypatch.setattr(Engine, "undo", forgetful)
    (found,) = messages("play: e4d5\nfires: [lose-hp]")
    assert found.startswith("taking all moves back does not restore the state: the facts differ\n")


def test_a_refused_move_that_changes_something_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    apply = Engine.apply

    def leaky(engine: Engine, move: str) -> object:
        engine.session.insert(1, "Hp", 9)
        return apply(engine, move)

    monkeypatch.setattr(Engine, "apply", leaky)
    found = messages("play: [{move: e4e6, refused: E_MOVE_ILLEGAL}]")
    assert found[0].startswith("the refused move e4e6 changed the state: the facts differ\n")
