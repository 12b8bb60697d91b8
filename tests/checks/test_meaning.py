"""Every check of meaning: a document in which it fires, at its place, and a like one in which it must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import conflicts, examine
from rete_chess.checks.meaning import CHECKS
from rete_chess.errors import CODES
from tests.checks import findings_of_attributes, findings_of_rules, findings_of_setups
from tests.checks.findings import HEAD, RULE, Finding

ROOT = Path(__file__).resolve().parents[2]
#: All findings by name.
FINDINGS: dict[str, Finding] = {
    **findings_of_setups.FINDINGS,
    **findings_of_attributes.FINDINGS,
    **findings_of_rules.FINDINGS,
}

PRESET = "kind: preset\nid: tried\nname: Tried\ndescription: Tried.\n"


def told(text: str, name: str = "tried.variant.yaml") -> str:
    return ", ".join(f"{p.code} {p.line}:{p.column}" for p in examine(text, name).problems)


@pytest.mark.parametrize("name", FINDINGS)
def test_check_fires_at_its_place(name: str) -> None:
    text, expected, words, _ = FINDINGS[name]
    assert told(text) == expected
    problems = examine(text, "tried.variant.yaml").problems
    assert any(words in f"{problem.message} {problem.hint}" for problem in problems)
    assert all(problem.code in CODES for problem in problems)
    assert all(problem.severity == ("warning" if problem.code[0] == "W" else "error") for problem in problems)


@pytest.mark.parametrize("name", FINDINGS)
def test_check_does_not_fire_on_what_is_alike(name: str) -> None:
    assert told(FINDINGS[name].alike) == ""


def test_every_warning_has_a_document_in_which_it_fires() -> None:
    fired = {word.split()[0] for found in FINDINGS.values() for word in found.expected.split(", ")}
    assert {code for code in CODES if code.startswith("W_")} <= fired | {
        "W_CASTLING",
        "W_FILE_NAME",
        "W_PGN",
        "W_PRESETS",
        "W_PROFILES",
    }
    assert len(CHECKS) == 15


def test_presets_are_checked_in_a_host() -> None:
    rule = RULE.replace("{log: {text: x}}", "{add: {target: $p, attr: Mnaa, by: 1}}")
    assert (
        told(PRESET + rule % ("capture", "{event: {piece: $p}}"), "tried.preset.yaml") == "E_ATTRIBUTE 6:88"
    )
    cannon = "moves:\n  - {for: {type: pawn}, promote: [cannon]}\n"
    assert told(PRESET + cannon, "tried.preset.yaml") == ""
    misspelt = "moves:\n  - {for: {type: canon}, add: [{leap: knight}]}\n"
    assert told(PRESET + misspelt, "tried.preset.yaml") == "W_TYPE_ABSENT 6:18"
    assert told(PRESET + "requires: [piece-h]\n", "tried.preset.yaml") == "E_UNKNOWN_NAME 5:12"


def test_tiles_and_abilities_are_checked_in_a_host(tmp_path: Path) -> None:
    body = "name: Tried\ndescription: Tried.\nrules:\n"
    body += "  - {id: one, at: %s, when: [{event: {piece: $p}}], do: [%s]}\n"
    wrong, right = "{add: {target: $p, attr: Mnaa, by: 1}}", "{log: {text: '{p}'}}"
    for kind, at in (("tile", "square-entry"), ("ability", "capture")):
        for name, action, expected in (("good", right, ""), ("bad", wrong, "E_ATTRIBUTE")):
            path = tmp_path / f"{name}.{kind}.yaml"
            path.write_text(f"kind: {kind}\nid: {name}\n" + body % (at, action))
            found = examine(path).problems
            assert ", ".join(f"{problem.code}" for problem in found) == expected, found
            assert all(problem.line == 6 for problem in found)


def test_a_variant_and_its_scenarios_are_told_of_together() -> None:
    text = HEAD + "royal: []\ntests: [{name: t, play: e2e4, notFires: [lose-hp]}]\n"
    assert told(text) == "W_NO_ROYAL 5:1, E_UNKNOWN_NAME 6:42"


def test_scenarios_are_checked_against_their_variant() -> None:
    name = "tried.scenario.yaml"
    assert told("{variant: ches, play: e2e4, fires: []}", name) == "E_UNKNOWN_NAME 1:11"
    assert told("{presets: [{id: piece-pp}], play: e2e4, fires: []}", name) == "E_UNKNOWN_NAME 1:17"
    assert (
        told("{presets: [{id: piece-hp}], play: [{move: e2e4, fires: [lose-pp]}]}", name)
        == "E_UNKNOWN_NAME 1:57"
    )
    assert told("{presets: [{id: piece-hp}], play: [{move: e2e4, notFires: [lose-hp]}]}", name) == ""
    assert told("{variant: nowhere.variant.yaml, play: e2e4, fires: []}", name) == "E_DOC_OUTSIDE 1:11"


def test_presets_that_contradict_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two shipped presets do, unless they say so themselves: here one is taken for another."""
    text = HEAD + "presets:\n  - {id: berolina-pawns, scope: %s}\n  - {id: double-move}\n"
    pawns = {"moves": [{"for": {"type": "pawn"}, "use": [{"leap": "knight"}]}]}
    monkeypatch.setattr(conflicts, "_body", lambda use, folder: pawns)
    assert told(text % "both") == "W_PRESETS 7:5"
    assert told(text % "white") == "W_PRESETS 7:5"
    monkeypatch.setattr(conflicts, "_body", lambda use, folder: {"turn": {"moves": 2}})
    assert told(text % "both") == "W_PRESETS 7:5"
    assert told(text.replace("double-move", "double-move, scope: black") % "white") == ""
    monkeypatch.setattr(conflicts, "_body", lambda use, folder: pawns if use.id == "double-move" else {})
    assert told(text % "both") == ""


SHIPPED = sorted(path for folder in ("descriptors", "rules") for path in (ROOT / folder).rglob("*.*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_document_has_neither_errors_nor_warnings(path: Path) -> None:
    assert examine(path).problems == ()
