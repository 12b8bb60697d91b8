"""`rete-chess check-presets`: what presets change, where they meet, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rete_chess.cli._app import COMMANDS
from rete_chess.compiler import catalog, program_of
from rete_chess.compiler._program import ActivePreset
from rete_chess.compiler.checks.meetings import report_presets
from tests.cli.helpers import Run
from tests.preset_catalog import known_presets

#: Presets that only tests have, one for each thing that two can share.
DOCUMENTS = {
    "rooks": "moves: [{for: {type: rook, color: $scope}, use: [{leap: forward}]}]",
    "rooks-too": "moves: [{for: {type: [rook, bishop]}, use: [{leap: backward}]}]".replace(
        "[rook, bishop]", "{in: [rook, bishop]}"
    ),
    "jumpers": "moves: [{for: {type: rook}, add: [{leap: knight}]}]",
    "cylinder": "moves: [{for: {}, modify: {wrap: files}}, {forbid: {kind: castle}, because: no castling}]",
    "peace": "moves: [{forbid: {kind: capture, piece: {type: pawn}}}, {for: {type: king}, captures: none}]",
    "queens": "royal: [{type: queen}]\nattributes: {Rank: {of: piece, type: int, start: 1}}",
    "last-king": "royal: [{type: king, last: true}]\nattributes: {Rank: {of: piece, type: int, start: 2}}",
    "odd-rank": "attributes: {Rank: {of: piece, type: string, start: high}}",
    "hasty": "turn: {moves: 3, for: $scope}\ncheck: {unless: [{piece: {type: queen}}]}",
    "late": "rules: [{id: late, at: damage, priority: 5, when: [{event: {target: $t}}], do: [cancel]}]",
    "coup": "rules: [{id: coup, at: promotion, do: [{win: {side: white, reason: coup}}]}]",
    "fire": "incompatibleWith: [water]",
    "water": "incompatibleWith: [fire]",
    "ash": "requires: [fire]",
}


@pytest.fixture(autouse=True)
def documents() -> Iterator[None]:
    with known_presets(DOCUMENTS):
        yield


def check(run: Run, *presets: str) -> dict[str, Any]:
    answer: dict[str, Any] = run("check-presets", *presets, "--json").json
    return answer


CHANGES = {
    "rooks": ["replaces the moves of rooks"],
    "rooks:white": ["replaces the moves of white rooks"],
    "rooks-too": ["replaces the moves of bishops and rooks"],
    "jumpers": ["adds moves to rooks"],
    "cylinder": ["lets all pieces go around the board", "forbids castle moves: no castling"],
    "peace": ["forbids capture moves", "lets kings capture none"],
    "queens": ["makes queens royal", "gives out Rank (of a piece)"],
    "last-king": ["makes kings while only one is left royal", "gives out Rank (of a piece)"],
    "hasty:black": ["says when a royal piece cannot be in check", "gives Black 3 half-moves a turn"],
    "late": ["has a rule at damage with priority 5: late"],
    "coup": ["ends the game by coup", "has a rule at promotion: coup"],
    "piece-hp:white": [
        "lets White stay in check",
        "turns checkmate, stalemate and the draws of chess off for White",
        "has a rule at damage: lose-hp",
        "gives out Hp (of a piece)",
    ],
    "suicide-chess": [
        "demands, while there are any, capture moves: a capture is compulsory",
        "takes castle from kings",
        "lets pawns promote to queen, rook, bishop, knight, king",
        "makes nobody royal",
        "ends the game by lost everything, stalemated",
    ],
    "capture-all:black": [
        "lets black pawns promote to queen, rook, bishop, knight, king",
        "makes nobody of Black royal",
        "ends the game by captured everything",
    ],
    "peace:white": ["forbids capture moves of White", "lets white kings capture none"],
    "coregal:white": ["makes white queens and kings royal"],
    "fire": [],
}


@pytest.mark.parametrize(("preset", "changes"), CHANGES.items(), ids=CHANGES)
def test_what_a_preset_changes(run: Run, preset: str, changes: list[str]) -> None:
    (found,) = check(run, preset)["presets"]
    assert [change["text"] for change in found["changes"]] == changes
    assert f"{found['id']}:{found['scope']}".removesuffix(":both") == preset
    assert found["description"]
    assert "\n" not in found["description"]


MEETINGS: dict[str, list[tuple[str, str, str]]] = {
    "rooks rooks-too": [
        ("movement", "warning", "both replace the moves of rooks: rooks comes first and wins")
    ],
    "rooks-too rooks:white": [
        ("movement", "warning", "both replace the moves of white rooks: rooks-too comes first and wins")
    ],
    "jumpers rooks": [
        ("movement", "warning", "rooks replaces the moves of rooks: what jumpers changed of them is lost")
    ],
    "rooks jumpers": [
        ("movement", "warning", "rooks replaces the moves of rooks: what jumpers changed of them is lost")
    ],
    "rooks:white cylinder": [
        (
            "movement",
            "warning",
            "rooks replaces the moves of white rooks: what cylinder changed of them is lost",
        )
    ],
    "cylinder peace": [
        ("movement", "note", "both change how kings move, the second on top of the first"),
        ("limit", "note", "both limit which moves may be played, one after the other"),
    ],
    "queens last-king": [
        ("royalty", "note", "both say who is royal: every piece that either names is"),
        ("attribute", "note", "both give out Rank: they share it, and queens gives it its first value"),
    ],
    "double-move hasty": [("turn", "note", "both set the length of turns: the longer turn counts")],
    "coup suicide-chess": [
        ("result", "note", "both can end the game: where both would, coup is asked first")
    ],
    "coup piece-hp": [
        ("result", "note", "piece-hp turns mate and the draws off; coup ends the game all the same")
    ],
    "piece-shield piece-hp": [
        (
            "order",
            "note",
            "both listen at damage: piece-shield fires first, by the order of the list, which matters",
        )
    ],
    "late piece-hp": [("order", "note", "both listen at damage: piece-hp fires first, by its priority")],
    "piece-hp late": [("order", "note", "both listen at damage: piece-hp fires first, by its priority")],
    "piece-shield:white piece-hp:black": [],
    "rooks:white rooks-too:black": [],
    "double-move:white monster-rules:black": [],
    "coregal:white dual-king:black": [],
    "berolina-pawns double-move": [],
}


@pytest.mark.parametrize(("presets", "meetings"), MEETINGS.items(), ids=MEETINGS)
def test_where_two_presets_meet(run: Run, presets: str, meetings: list[tuple[str, str, str]]) -> None:
    outcome = run("check-presets", *presets.split(), "--json")
    answer = outcome.json
    assert [(found["what"], found["severity"], found["text"]) for found in answer["meetings"]] == meetings
    names = [name.partition(":")[0] for name in presets.split()]
    assert all(found["presets"] == names for found in answer["meetings"])
    is_fine = all(severity == "note" for _, severity, _ in meetings)
    assert (answer["ok"], answer["refused"], outcome.code) == (is_fine, [], 0 if is_fine else 1)


REFUSED = {
    "fire water": "'fire' and 'water' cannot be active together",
    "fire:white water": "'fire' and 'water' cannot be active together",
    "ash": "'ash' requires 'fire'",
    "fire:white ash:black": "'ash' requires 'fire'",
    "fire fire": "the preset 'fire' is active twice",
    "queens odd-rank": "Rank is declared differently",
}


@pytest.mark.parametrize(("presets", "says"), REFUSED.items(), ids=REFUSED)
def test_what_is_refused(run: Run, presets: str, says: str) -> None:
    outcome = run("check-presets", *presets.split(), "--json")
    assert outcome.code == 1
    assert not outcome.json["ok"]
    (error,) = outcome.json["refused"]
    assert says in error["message"]
    assert len(outcome.json["presets"]) == len(presets.split())


def test_all_that_is_refused_is_said_at_once(run: Run) -> None:
    refused = check(run, "ash", "water", "ash", "fire:white")["refused"]
    assert [error["code"] for error in refused] == ["E_PRESETS"] * 2


def test_three_presets_meet_in_pairs(run: Run) -> None:
    met = [meeting["presets"] for meeting in check(run, "piece-hp", "piece-shield", "late")["meetings"]]
    assert met == [["piece-hp", "piece-shield"], ["piece-hp", "late"], ["piece-shield", "late"]]


def test_people_read_the_same(run: Run) -> None:
    outcome = run("check-presets", "rooks:white", "rooks-too", "fire")
    assert outcome.code == 1
    assert outcome.err == ""
    assert "rooks for white\n  For tests.\n  - replaces the moves of white rooks\n" in outcome.out
    said = "  warning: rooks and rooks-too: both replace the moves of white rooks: rooks comes first and wins"
    assert said in " ".join(outcome.out.split("\n"))
    fine = run("check-presets", "fire")
    assert (fine.code, fine.out.splitlines()[-1]) == (0, "It stands alone.")
    assert "refused: 'ash' requires 'fire'" in run("check-presets", "ash").out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["piece-hq"], "did you mean 'piece-hp'?"),
        (["piece-hp:red"], "'red' is no scope"),
        (["piece-hp,hpp=3"], "did you mean 'hp'?"),
        ([], "Missing argument"),
        (["fire", "--variant", "ches"], "did you mean 'chess'?"),
    ],
)
def test_bad_words_are_one_line_and_exit_2(run: Run, words: list[str], says: str) -> None:
    outcome = run("check-presets", *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1


def test_settings_and_variants_count(run: Run) -> None:
    assert run("check-presets", "piece-hp:black,hp=3", "--variant", "los-alamos").code == 0
    assert check(run, "cylinder")["variant"] == "chess"


def test_every_pair_of_shipped_presets_can_be_reported() -> None:
    names = [name for name in catalog.presets().list() if name not in DOCUMENTS]
    program = program_of("chess")
    for first in names:
        for second in names:
            report = report_presets(program, [ActivePreset(first), ActivePreset(second, "black")])
            assert [preset.id for preset in report.footprints] == [first, second]
            assert all(preset.changes for preset in report.footprints)


def test_the_help_names_the_command() -> None:
    assert COMMANDS["check-presets"].summary.startswith("Say what presets change")
