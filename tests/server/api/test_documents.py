"""Documents of strangers: judged, tested and shown, without a file and within a budget."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rete_chess.server.api import documents
from tests.server.api.asking import ask, refused

IMP = "kind: piece\nid: imp\nletter: i\nname: Imp\nmoves: [{leap: knight}]\n"
DEN = """\
kind: variant
id: den
name: Den
description: Imps in place of queens.
extends: chess
pieces: {i: imp}
fen: rnbikbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBIKBNR w KQkq - 0 1
"""
TESTS = """\
kind: variant
id: tried
name: Tried
description: A variant with two tests.
extends: three-check
tests:
  - name: a check is counted
    play: [e4, f6, {move: Qh5+, fires: [three-check/count]}]
  - name: this is wrong
    play: [e4, {move: f6, fires: [three-check/count]}]
"""


# -- validate --------------------------------------------------------------------------------------


def test_problems_have_lines_and_repairs() -> None:
    found = ask("validate", "Validation", text=IMP.replace("leap", "leep"), name="imp.piece.yaml")
    assert found["ok"] is False
    (problem,) = found["problems"]
    assert (problem["code"], problem["line"], problem["column"]) == ("E_DOC_UNKNOWN_KEY", 5, 10)
    assert found["repairs"] == [{"problem": 0, "line": 5, "column": 10, "endColumn": 14, "text": "leap"}]


def test_documents_come_along_as_texts_or_mappings() -> None:
    den = {"kind": "variant", "id": "den", "name": "Den", "extends": "chess", "pieces": {"i": "imp"}}
    imp = {"kind": "piece", "id": "imp", "letter": "i", "moves": [{"leap": "knight"}]}
    alone = ask("validate", "Validation", text=den)
    assert [problem["code"] for problem in alone["problems"]] == ["E_UNKNOWN_NAME"]
    for given in (IMP, imp):
        assert ask("validate", text=den, documents=[given])["ok"]
    broken = ask("validate", text=den, documents=[IMP.replace("leap", "leep")])
    assert "imp.piece" in broken["problems"][0]["message"]


@pytest.mark.parametrize("text", ["", " ", "\x00", "a: [", "- 1", "3", "kind: nothing", "{}", "kind: piece"])
def test_texts_that_are_no_documents_have_problems(text: str) -> None:
    found = ask("validate", "Validation", text=text)
    assert not found["ok"]
    assert found["problems"]


@pytest.mark.parametrize("name", ["/etc/passwd", "../secret.variant.yaml", "den.variant.yaml"])
def test_no_file_is_opened(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "imp.piece.yaml").write_text(IMP, encoding="utf-8")
    (tmp_path / "den.variant.yaml").write_text("kind: variant", encoding="utf-8")
    found = ask("validate", text=DEN, name=name)
    assert "E_UNKNOWN_NAME" in {problem["code"] for problem in found["problems"]}
    for text in (str(tmp_path / "imp.piece.yaml"), "imp.piece.yaml", "file:///etc/passwd"):
        assert not ask("validate", text=text)["ok"]
        assert refused("preview", text=text)["code"].startswith("E_")
    layout = "kind: variant\nid: x\nname: X\nextends: chess\nlayout: ../imp.piece.yaml\n"
    assert refused("preview", text=layout)["code"].startswith("E_")


def test_a_document_beyond_the_budget_is_refused() -> None:
    steps = ", ".join(["{slide: queen, range: 7}"] * 3)
    piece = f"kind: piece\nid: imp\nletter: i\nmoves: [{{slide: queen, then: [{steps}]}}]\n"
    many = [piece.replace("id: imp", f"id: imp-{number}") for number in range(1, 60)]
    error = refused("preview", text="chess", documents=many, presets=None)
    assert error["code"].startswith("E_")


# -- test ------------------------------------------------------------------------------------------


def test_scenarios_with_differences_and_coverage() -> None:
    found = ask("test", "ScenarioRun", text=TESTS, name="tried.variant.yaml")
    assert (found["passed"], found["failed"]) == (1, 1)
    right, wrong = found["scenarios"]
    assert (right["name"], right["passed"]) == ("a check is counted", True)
    assert wrong["problems"][0]["line"] == 10
    assert {rule["rule"]: rule["fired"] for rule in found["coverage"]["rules"]} == {"three-check/count": 1}


def test_a_document_that_cannot_be_read_fails() -> None:
    found = ask("test", "ScenarioRun", text="kind: variant")
    assert (found["passed"], found["failed"]) == (0, 1)
    assert ask("test", "ScenarioRun", text=IMP)["failed"] == 1


def test_tests_end_where_their_budget_does() -> None:
    cases = "".join(
        f"  - name: case {number}\n    play: [e4, e5, {{move: Nf3, legal: [b8c6]}}]\n"
        for number in range(200)
    )
    text = TESTS.partition("  - name")[0].replace("three-check", "warlords") + cases
    found = ask("test", "ScenarioRun", text=text)
    assert found["stopped"]["code"] == "E_BUDGET"
    assert "3,200,000 steps" in found["stopped"]["message"]
    assert 0 < found["passed"] < 200
    assert found["failed"] == 0


def test_long_differences_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_TEXT", 30)
    found = ask("test", "ScenarioRun", text=TESTS + TESTS.partition("tests:\n")[2])
    told = [problem["message"] for case in found["scenarios"] for problem in case["problems"]]
    assert told[0].endswith("…")
    assert sum(map(len, told)) < 40


# -- preview ---------------------------------------------------------------------------------------


def test_a_variant_on_its_board() -> None:
    found = ask("preview", "Preview", text="atomic", moves=["e4", "d5", "exd5"])
    assert found["fen"].startswith("rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR b")
    assert [move["san"] for move in found["moves"]] == ["e4", "d5", "exd5"]
    assert len(found["pieces"]) == 30
    assert ElementTree.fromstring(found["svg"]).tag.endswith("svg")
    assert found["trace"]["move"] == "e4d5"
    assert [rule["rule"] for rule in found["rules"]["rules"]] == ["atomic/explode"]
    assert any(node["kind"] == "hook" for node in found["network"]["nodes"])
    assert not found.keys() & {"refused", "explanation", "inspection", "whyNot", "result"}


def test_rules_are_named_by_the_lines_of_the_text() -> None:
    own = TESTS.partition("tests:")[0]
    rule = "rules:\n  - {id: hush, at: capture, do: [{log: {text: hush}}]}\n"
    found = ask("preview", "Preview", text=own + rule, name="tried.variant.yaml")
    assert found["variant"]["id"] == "tried"
    origins = {rule["rule"]: rule["origin"] for rule in found["rules"]["rules"]}
    assert origins["tried/hush"] == f"tried.variant.yaml:{own.count(chr(10)) + 2}"
    error = refused("preview", text=own + rule.replace("log", "lgo"), name="tried.variant.yaml")
    assert error["problems"][0]["line"] == own.count("\n") + 2


def test_a_move_that_cannot_be_played_ends_the_moves_with_its_reason() -> None:
    found = ask("preview", "Preview", text="chess", moves=["e4", "e5", "Ke3", "d4"])
    assert [move["san"] for move in found["moves"]] == ["e4", "e5"]
    assert found["refused"]["move"] == "Ke3"
    assert found["refused"]["reason"]["code"].startswith("E_MOVE")
    over = ask("preview", "Preview", text="chess", moves=["f3", "e5", "g4", "Qh4#", "a3"])
    assert over["result"]["winner"] == "black"
    assert over["refused"]["reason"]["code"] == "E_GAME_OVER"
    assert ask("preview", "Preview", text="chess", moves=["§"])["refused"]["reason"]["code"] == "E_MOVE_TEXT"


def test_questions_about_the_position() -> None:
    found = ask(
        "preview",
        "Preview",
        text="three-check",
        moves=["e4", "f6"],
        explain="e1e3",
        inspect="d1",
        whyNot={"move": "a3", "rule": "count"},
    )
    assert found["explanation"]["legal"] is False
    assert found["explanation"]["reason"]["origin"].startswith("descriptors/pieces/king.piece.yaml")
    assert found["inspection"]["type"] == "queen"
    assert found["whyNot"][0]["fired"] is False
    assert "inspection" not in ask("preview", "Preview", text="chess", inspect="e4")
    assert ask("preview", "Preview", text="chess", explain="e4")["explanation"]["legal"] is True
    assert ask("preview", "Preview", text="chess", explain="§")["explanation"]["legal"] is False
    assert refused("preview", text="chess", inspect="z9")["code"] == "E_SQUARE"
    assert refused("preview", text="chess", whyNot={"move": "e4", "rule": "x"})["code"] == "E_UNKNOWN_NAME"


def test_presets_profiles_and_modifiers_beside_the_variant() -> None:
    leech = {"id": "leech", "type": "data", "version": 1, "name": "Leech", "primitives": [ON_CAPTURE]}
    army = {"id": "army", "name": "Army", "perType": [{"pieceType": "pawn", "kind": "leech"}]}
    found = ask(
        "preview",
        "Preview",
        text="chess",
        presets=[{"id": "piece-hp"}],
        profiles=["iron-knights", army],
        customModifiers=[leech],
        moves=["e4", "d5", "exd5"],
        inspect="e4",
    )
    assert found["presets"][0]["id"] == "piece-hp"
    assert found["inspection"]["hooks"] == ["1 on-capture trigger"]
    knight = next(piece for piece in found["pieces"] if piece["square"] == "g1")
    assert knight["facts"]["Hp"] == 3
    text = "id: army\nname: Army\nperType:\n  - {pieceType: pawn, kind: leech}\n"
    assert ask(
        "preview",
        "Preview",
        text="chess",
        presets=[{"id": "piece-hp"}],
        profiles=[text],
        customModifiers=[leech],
    )
    assert refused("preview", text="chess", profiles=[army])["code"].startswith("E_")
    assert refused("preview", text="chess", presets=[{"id": "piece-hpp"}])["code"] == "E_UNKNOWN_NAME"
    assert refused("preview", text="chess", fen="8/8/8/8/8/8/8/9 w - - 0 1")["code"] == "E_FEN"


ON_CAPTURE: dict[str, Any] = {
    "kind": "on-capture",
    "primitives": [{"kind": "add-to-attribute", "attr": "Hp", "delta": 1}],
}


@pytest.mark.parametrize(
    ("text", "tried"),
    [
        (IMP, lambda found: [p["square"] for p in found["pieces"] if p["type"] == "imp"] == ["d1", "d8"]),
        (
            "kind: tile\nid: bog\nname: Bog\ndescription: Wet.\n",
            lambda found: [tile["square"] for tile in found["tiles"]] == ["e4"],
        ),
        (
            "kind: profile\nid: p\nname: P\nperType: [{pieceType: rook, kind: HpBonus, value: 2}]\n",
            lambda found: "Hp" in found["pieces"][0]["facts"],
        ),
        (
            "kind: layout\nid: bare\nname: Bare\ndescription: Kings.\nfen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
            lambda found: len(found["pieces"]) == 2,
        ),
    ],
    ids=["piece", "tile", "profile", "layout"],
)
def test_other_kinds_are_tried_in_chess(text: str, tried: Any) -> None:
    assert tried(ask("preview", "Preview", text=text))


def test_scenarios_have_no_board() -> None:
    text = "kind: scenario\nvariant: chess\nname: x\ndescription: x\nplay: [e4]\nlegal: [e7e5]\n"
    assert refused("preview", text=text)["code"] == "E_DOC_KIND"


def test_hostile_texts_stay_texts() -> None:
    evil = "<script>alert(1)</script>"
    text = DEN.replace("name: Den", f"name: '{evil}'")
    piece = IMP.replace("name: Imp", f"name: '{evil}'")
    found = ask("preview", "Preview", text=text, documents=[piece], moves=["e4"])
    assert found["variant"]["name"] == evil
    assert "<script" not in found["svg"]
    ElementTree.fromstring(found["svg"])
