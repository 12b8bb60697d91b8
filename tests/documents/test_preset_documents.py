"""Preset documents: the shipped ones and the drafts load, the broken ones say what is wrong; the body."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rete_chess.documents import (
    PresetDocument,
    VariantDocument,
    load_document,
    read_tree,
)
from rete_chess.documents.language.action import AbsorbAction, RemoveAction, SpawnAction
from rete_chess.documents.language.attribute import AttributeType
from rete_chess.documents.language.comparison import Test
from rete_chess.documents.language.movement import MoveChange, MoveLimit
from rete_chess.documents.language.pattern import (
    EventPattern,
    MovePattern,
    NotPattern,
    PiecePattern,
    SidePattern,
)
from rete_chess.documents.language.policy import SelfCheck
from rete_chess.documents.language.scope_check import scope_problems
from rete_chess.documents.language.values import Ref
from rete_chess.errors import CODES, DocumentError
from tests.documents.bad_files import BAD, expected, fits_schema, places, problems, stem

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "rules" / "presets").glob("*"))
DRAFTS = sorted((ROOT / "tests" / "data" / "drafts").glob("*"))
BAD_YAML = sorted((BAD / "presets").glob("*.yaml"))

#: JSON has no comments, so its expectations stand here.
BAD_JSON = {
    "action-misspelt": "E_DOC_UNKNOWN_KEY 6:44",
    "rule-id-twice": "E_DOC_DUPLICATE_ID 7:12",
    "unbound-in-an-action": "E_DOC_UNBOUND 6:28",
}

HEAD = "id: trial\nname: Trial\ndescription: A trial.\n"

by_name = pytest.mark.parametrize("path", SHIPPED, ids=stem)


def preset(body: str) -> PresetDocument:
    model = load_document(HEAD + body, "trial.preset.yaml").model
    assert isinstance(model, PresetDocument)
    return model


def found(body: str) -> str:
    """The problems of a body, as one line."""
    listed = problems(HEAD + body, "trial.preset.yaml")
    return "; ".join(f"{problem.message} | {problem.hint}" for problem in listed)


# -- whole documents -------------------------------------------------------------------------------


@by_name
def test_shipped_preset_is_named_after_its_file_and_says_where_it_comes_from(path: Path) -> None:
    document = load_document(path)
    assert isinstance(document.model, PresetDocument)
    assert path.name == f"{document.model.id}.preset.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert "Leaves out" in text.split("kind:")[0]


def test_the_presets_that_ship() -> None:
    assert {stem(path) for path in SHIPPED} >= {
        "berolina-pawns",
        "berolina-pawns-2",
        "berserker",
        "bouncing-pieces",
        "bouncing-pieces-2",
        "capture-all",
        "capture-to-win",
        "coregal",
        "double-move",
        "dual-king",
        "explosive-rook",
        "extinction-chess",
        "first-promotion-wins",
        "king-heals",
        "knight-immunity",
        "knightmate-rules",
        "knights-leap-twice",
        "last-piece-standing",
        "monster-rules",
        "pawn-stamina",
        "piece-hp",
        "piece-shield",
        "poisoned-squares",
        "queen-splits",
        "suicide-chess",
        "weak-dual-king",
        "wrap-board",
    }


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.name.removesuffix(".yaml"))
def test_draft_loads_fits_its_schema_and_is_the_same_in_json(path: Path) -> None:
    document = load_document(path)
    assert isinstance(document.model, (PresetDocument, VariantDocument))
    assert path.name == f"{document.model.id}.{document.kind}.yaml"
    assert fits_schema(document.kind, document.tree.value)
    as_json = load_document(json.dumps(document.tree.value), f"x.{document.kind}.json")
    assert as_json.model == document.model
    assert hash(as_json.model) == hash(document.model)


def test_all_drafts_are_here() -> None:
    kinds = [path.name.split(".")[1] for path in DRAFTS]
    assert (kinds.count("preset"), kinds.count("variant")) == (27, 12)


@by_name
def test_shipped_preset_fits_its_schema_and_is_the_same_in_json(path: Path) -> None:
    document = load_document(path)
    assert fits_schema("preset", document.tree.value)
    assert load_document(json.dumps(document.tree.value), "x.preset.json").model == document.model


def test_piece_hp() -> None:
    model = load_document(ROOT / "rules" / "presets" / "piece-hp.preset.yaml").model
    assert isinstance(model, PresetDocument)
    assert model.config == {"hp": 2}
    hp = model.attributes["Hp"]
    assert (hp.of, hp.type, hp.start, hp.min) == ("piece", AttributeType("number"), Ref("config", "hp"), 0)
    assert model.self_check == SelfCheck("$scope")
    assert model.result is not None
    assert (model.result.defaults, model.result.ends) == ("suppress", ())
    (rule,) = model.rules
    event, piece = rule.when
    assert isinstance(event, EventPattern)
    assert event.target == Test("eq", Ref("victim"))
    assert isinstance(piece, PiecePattern)
    assert piece.attributes == {"Hp": Test("gt", 0)}
    (absorb,) = rule.do
    assert isinstance(absorb, AbsorbAction)
    assert (absorb.target, absorb.with_, absorb.fatal, absorb.at_most) == (Ref("victim"), "Hp", True, None)


def test_queen_splits() -> None:
    model = load_document(ROOT / "rules" / "presets" / "queen-splits.preset.yaml").model
    assert isinstance(model, PresetDocument)
    (rule,) = model.rules
    assert (rule.id, rule.at, rule.priority) == ("split", "capture", 0)
    remove, rook, bishop = rule.do
    assert isinstance(remove, RemoveAction)
    assert isinstance(rook, SpawnAction)
    assert isinstance(bishop, SpawnAction)
    assert (rook.type, rook.color, rook.square) == ("rook", Ref("side"), Ref("to"))
    assert rule.describe is not None
    assert rule.describe.parts[:2] == (Ref("queen"), " splits into a rook on ")


def test_suicide_chess() -> None:
    model = load_document(ROOT / "rules" / "presets" / "suicide-chess.preset.yaml").model
    assert isinstance(model, PresetDocument)
    assert model.royal == ()
    require, king, pawn = model.moves
    assert isinstance(require, MoveLimit)
    assert require.require is not None
    assert (require.require.kind, require.because) == ("capture", "a capture is compulsory")
    assert isinstance(king, MoveChange)
    assert king.drop == ("castle",)
    assert isinstance(pawn, MoveChange)
    assert pawn.promote == ("queen", "rook", "bishop", "knight", "king")
    assert model.result is not None
    stalemate = model.result.ends[1]
    assert stalemate.win == Ref("side")
    side, no_move = stalemate.when
    assert isinstance(side, SidePattern)
    assert side.to_move is True
    assert isinstance(no_move, NotPattern)
    assert no_move.pattern == MovePattern.model_validate({})


def test_a_document_is_frozen_and_hashable() -> None:
    model = preset("config: {n: [1, 2]}\nroyal: [{Hp: {in: [1, 2]}}]")
    assert hash(model) == hash(model.model_copy())
    with pytest.raises(ValueError, match="frozen"):
        model.id = "other"


def test_a_silent_preset_says_nothing() -> None:
    model = preset("")
    assert (model.royal, model.check, model.self_check, model.turn, model.result) == (None,) * 5
    assert (model.moves, model.rules, model.incompatible_with, model.requires) == ((), (), (), ())
    assert len(model.config) == len(model.attributes) == 0


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", BAD_YAML, ids=stem)
def test_bad_file_reports_what_it_expects(path: Path) -> None:
    assert places(path) == expected(path)


@pytest.mark.parametrize("name", BAD_JSON)
def test_bad_json_file_reports_what_is_expected(name: str) -> None:
    assert places(BAD / "presets" / f"{name}.preset.json") == BAD_JSON[name]


def test_no_bad_file_is_left_out() -> None:
    listed = {*(f"{name}.preset.json" for name in BAD_JSON), *(path.name for path in BAD_YAML)}
    assert {path.name for path in (BAD / "presets").iterdir()} == listed
    assert len(listed) >= 40


@pytest.mark.parametrize("path", sorted((BAD / "presets").iterdir()), ids=lambda path: path.name)
def test_messages_are_for_people(path: Path) -> None:
    for problem in problems(path):
        assert problem.code in CODES
        assert problem.message
        assert len(problem.message) < 300
        assert not re.search(r"pydantic|https?:|Input should|validator|NoneType", problem.message)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("action-misspelt", "unknown action 'dammage'; did you mean 'damage'? [E_DOC_UNKNOWN_KEY]"),
        ("pattern-misspelt", "unknown pattern 'peice'; did you mean 'piece'? [E_DOC_UNKNOWN_KEY]"),
        ("target-misspelt", "unknown target 'arround'; did you mean 'around'? [E_DOC_UNKNOWN_KEY]"),
        ("place-misspelt", "unknown place 'behnd'; did you mean 'behind'? [E_DOC_UNKNOWN_KEY]"),
        ("unbound-in-an-action", "nothing binds `$victim`; bind the name in a pattern before it is used"),
        ("describe-names-nobody", "nothing binds `{peice}`; did you mean 'piece'? [E_DOC_UNBOUND]"),
        ("unknown-setting", "`$config.cheks` names no setting of `config`; did you mean 'checks'?"),
        ("rule-id-twice", "a second rule has the id 'act'; the first one stands on line 6"),
        ("self-in-a-preset", "`$self` belongs to tiles and abilities; a preset has no carrier (and 1 more)"),
    ],
)
def test_sentences(name: str, sentence: str) -> None:
    with pytest.raises(DocumentError) as caught:
        load_document(BAD / "presets" / f"{name}.preset.yaml")
    assert f": {sentence}" in str(caught.value)


def test_an_unknown_stage_names_the_nearest() -> None:
    (problem,) = problems(BAD / "presets" / "rule-at-unknown-stage.preset.yaml")
    assert (problem.path, problem.hint) == ("rules[0].at", "did you mean 'capture'?")


def test_alternatives_leave_no_trace_in_paths() -> None:
    remove = "{remove: {target: {around: e4, filter: {Hp: {in: [[]]}}}}}"
    (problem,) = problems(f"{HEAD}rules: [{{id: r, at: move, do: [{remove}]}}]", "x.preset.yaml")
    assert problem.path == "rules[0].do[0].remove.target.filter.Hp.in[0]"


def test_lists_are_bounded() -> None:
    rules = "\n".join(f"  - {{id: r{number}, at: move, do: [cancel]}}" for number in range(201))
    assert found(f"rules:\n{rules}") == "`rules` must be a list of at most 200, found a list of 201 | None"
    many = ", ".join(["cancel"] * 51)
    assert "`do` must be a list of at most 50" in found(f"rules: [{{id: r, at: move, do: [{many}]}}]")
    many = ", ".join(["{side: {}}"] * 51)
    assert "`when` must be a list of at most 50" in found(
        f"rules: [{{id: r, at: move, when: [{many}], do: [cancel]}}]"
    )
    settings = ", ".join(f"k{number}: 1" for number in range(257))
    assert "`config` must be a mapping of at most 256 entries" in found(f"config: {{{settings}}}")


def test_a_flood_of_problems_is_cut_and_counted() -> None:
    actions = ", ".join(["{destroy: {target: $nobody, kind: 3}}"] * 40)
    rules = "\n".join(f"  - {{id: r{number}, at: move, do: [{actions}]}}" for number in range(2))
    listed = problems(f"{HEAD}rules:\n{rules}", "x.preset.yaml")
    assert len(listed) == 101
    assert listed[-1].message == "60 further problems are not listed"


def test_deep_and_wide_documents_are_refused_soon() -> None:
    keys = ", ".join(f"k{number}: 1" for number in range(5_000))
    deep = "{Hp: {count: " * 25 + "{" + keys + "}" + "}}" * 25
    assert found(f"royal: [{deep}]") == "a count cannot stand inside a count | None"
    legs = "{leap: all, x: 1, then: [" * 20 + "{" + keys + "}" + "]}" * 20
    assert len(problems(f"{HEAD}moves: [{{for: {{}}, add: [{legs}]}}]", "x.preset.yaml")) == 101


def test_a_carrier_is_known_in_tiles_and_abilities() -> None:
    text = "rules: [{id: r, at: capture, when: [{event: {piece: $self}}], do: [{remove: {target: self}}]}]"
    tree = read_tree(text, "<test>")
    assert scope_problems(tree, "tile") == scope_problems(tree, "ability") == []
    assert [problem.path for problem in scope_problems(tree, "variant")] == [
        "rules[0].when[0].event.piece",
        "rules[0].do[0].remove.target",
    ]


#: What only the model and the checks of names can say.
BEYOND_SCHEMA = {
    "attribute-of-a-side-for-pieces",
    "attribute-starts-with-a-text",
    "attribute-to-set-in-lower-case",
    "attribute-with-falling-bounds",
    "bound-only-later",
    "bounds-of-a-truth",
    "check-hears-an-event",
    "contribute-at-a-stage",
    "count-inside-a-count",
    "derive-with-an-event",
    "describe-names-nobody",
    "end-for-an-unbound-side",
    "enum-starts-elsewhere",
    "event-field-misspelt",
    "event-has-no-such-field",
    "event-negated",
    "event-twice",
    "extra-move-too-late",
    "incompatible-with-itself",
    "log-names-nobody",
    "move-after-an-event",
    "move-pattern-in-a-rule",
    "moves-drop-twice",
    "piece-has-no-such-part",
    "range-from-nowhere",
    "refuse-too-late",
    "relation-in-a-preset",
    "required-and-incompatible",
    "required-twice",
    "rule-id-twice",
    "scope-has-no-parts",
    "self-in-a-preset",
    "setting-without-config",
    "setting-without-name",
    "unbound-in-a-later-pattern",
    "unbound-in-a-policy",
    "unbound-in-an-action",
    "unbound-in-not",
    "unknown-setting",
}


@pytest.mark.parametrize("path", BAD_YAML, ids=stem)
def test_the_schema_refuses_what_the_model_refuses(path: Path) -> None:
    assert fits_schema("preset", read_tree(path).value) == (stem(path) in BEYOND_SCHEMA)
