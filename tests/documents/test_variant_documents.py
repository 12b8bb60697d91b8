"""Variant documents: the shipped ones load and fit their schema, the broken ones say what is wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rete_chess.core.geometry import geometry
from rete_chess.documents import (
    Document,
    PieceDocument,
    PresetDocument,
    VariantDocument,
    load_document,
    read_tree,
)
from rete_chess.documents.kinds.variant import FenLayout
from rete_chess.documents.language.action import DestroyAction
from rete_chess.documents.language.comparison import Test
from rete_chess.documents.language.filter import SquareTest
from rete_chess.documents.language.movement import MoveLimit
from rete_chess.documents.language.pattern import PiecePattern, SidePattern
from rete_chess.documents.language.target import AroundTarget
from rete_chess.documents.language.values import Ref
from rete_chess.errors import CODES, DocumentError
from tests.documents.bad_files import BAD, expected, fits_schema, places, problems, stem

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted((ROOT / "descriptors" / "variants").glob("*"))
BAD_YAML = sorted((BAD / "variants").glob("*.yaml"))

#: JSON has no comments, so its expectations stand here.
BAD_JSON = {"board-too-large": "E_DOC_VALUE 4:35", "fen-is-null": "E_DOC_TYPE 4:10"}

HEAD = "id: trial\nname: Trial\n"

by_name = pytest.mark.parametrize("path", SHIPPED, ids=stem)


def variant(source: Path | str) -> VariantDocument:
    text = source.read_text(encoding="utf-8") if isinstance(source, Path) else HEAD + source
    model = load_document(text, "trial.variant.yaml").model
    assert isinstance(model, VariantDocument)
    return model


def shipped(name: str) -> VariantDocument:
    return variant(ROOT / "descriptors" / "variants" / f"{name}.variant.yaml")


# -- whole documents -------------------------------------------------------------------------------


@by_name
def test_shipped_variant_is_named_after_its_file_and_says_where_it_comes_from(path: Path) -> None:
    assert path.name == f"{variant(path).id}.variant.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert re.search("Leaves (nothing )?out|Leaves nothing", text.split("kind:")[0])
    assert variant(path).description


def test_the_variants_that_ship() -> None:
    assert {stem(path) for path in SHIPPED} >= {
        "antichess",
        "atomic",
        "chess",
        "horde",
        "king-of-the-hill",
        "los-alamos",
        "petrified",
        "racing-kings",
        "three-check",
    }


@by_name
def test_shipped_variant_fits_its_schema_and_is_the_same_in_json(path: Path) -> None:
    document = load_document(path)
    assert fits_schema("variant", document.tree.value)
    as_json = load_document(json.dumps(document.tree.value), "x.variant.json")
    assert as_json.model == document.model
    assert hash(as_json.model) == hash(document.model)


@by_name
def test_what_a_shipped_variant_names_exists(path: Path) -> None:
    model = variant(path)
    pieces = {stem(piece) for piece in (ROOT / "descriptors" / "pieces").iterdir()}
    presets = {stem(preset) for preset in (ROOT / "rules" / "presets").iterdir()}
    assert model.extends is None or model.extends in {stem(other) for other in SHIPPED}
    assert set(model.pieces.values()) <= pieces
    assert {use.id for use in model.presets} <= presets


@by_name
def test_the_start_position_fills_the_board(path: Path) -> None:
    model = variant(path)
    board = geometry(model.board.width, model.board.height) if model.board else geometry()
    if model.start is None:
        assert model.extends is not None
        return
    rows = [
        sum(int(run) if run.isdigit() else 1 for run in re.findall(r"[0-9]+|\+?[A-Za-z*]", row))
        for row in model.start.split()[0].split("[")[0].split("/")
    ]
    assert rows == [board.width] * board.height


def test_chess() -> None:
    chess = shipped("chess")
    assert chess.extends is None
    assert chess.board is not None
    assert (chess.board.width, chess.board.height) == (8, 8)
    assert chess.start == chess.fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert "".join(chess.pieces) == "pnbrqk"
    assert tuple(chess.pieces.values()) == ("pawn", "knight", "bishop", "rook", "queen", "king")
    assert chess.royal is not None
    assert chess.royal[0].type == Test("eq", "king")
    assert chess.perft[3] == 8902


def test_atomic() -> None:
    atomic = shipped("atomic")
    assert atomic.check is not None
    first, second = atomic.check.unless
    assert isinstance(first, PiecePattern)
    assert first.square == Ref("k")
    assert isinstance(second, PiecePattern)
    assert isinstance(second.square, SquareTest)
    assert second.square.near == Ref("k")
    blast = atomic.rules[0].do[1]
    assert isinstance(blast, DestroyAction)
    assert isinstance(blast.target, AroundTarget)
    assert blast.target.filter is not None
    assert blast.target.filter.type == Test("not", "pawn")


def test_racing_kings() -> None:
    racing = shipped("racing-kings")
    (limit,) = racing.moves
    assert isinstance(limit, MoveLimit)
    assert limit.forbid is not None
    assert limit.forbid.after is not None
    (side,) = limit.forbid.after
    assert isinstance(side, SidePattern)
    assert (side.moved, side.in_check) == (False, True)
    assert racing.result is not None
    assert [(end.win, end.draw) for end in racing.result.ends] == [
        (None, "both arrived"),
        ("black", None),
        ("white", None),
    ]


def test_all_keys_of_a_variant() -> None:
    text = """
description: All of it.
extends: chess
board: {width: 10, height: 16}
layout: standard
pieces: {p: war-pawn, z: zebra}
presets:
  - {id: piece-hp, scope: white, turnsRemaining: 3, config: {hp: 4, squares: [a1, b2]}}
  - {id: piece-shield}
tiles: {e4: wall, j16: fog}
abilities: [{id: marksman, for: {type: bishop, square: [c1]}, config: {charges: 2}}]
perft: {1: 20, 12: 1000000000000}
config: {n: 1}
turn: {moves: $config.n, for: $scope}
"""
    model = variant(text)
    assert model.layout == "standard"
    assert model.start is None
    hp, shield = model.presets
    assert (hp.scope, hp.turns_remaining) == ("white", 3)
    assert hp.config == {"hp": 4, "squares": ("a1", "b2")}
    assert (shield.scope, shield.turns_remaining, len(shield.config)) == ("both", None, 0)
    assert model.tiles == {"e4": "wall", "j16": "fog"}
    assert model.abilities[0].for_.type == Test("eq", "bishop")
    assert dict(model.perft) == {1: 20, 12: 10**12}
    assert model.turn is not None
    assert (model.turn.moves, model.turn.for_) == (Ref("config", "n"), "$scope")


def test_a_layout_may_be_a_position() -> None:
    model = variant('layout: {fen: "8/8 w - - 0 1"}')
    assert isinstance(model.layout, FenLayout)
    assert model.start == "8/8 w - - 0 1"


# -- loading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "model"),
    [
        ("id: a\nname: A", "a.variant.yaml", VariantDocument),
        ("id: a\nname: A", "A.VARIANT.YML", VariantDocument),
        ('{"id": "a", "name": "A"}', "a.variant.json", VariantDocument),
        ("kind: variant\nid: a\nname: A", "notes.yaml", VariantDocument),
        ("kind: variant\nid: a\nname: A", None, VariantDocument),
        ("kind: preset\nid: a\nname: A\ndescription: B", "a.rules.yaml", PresetDocument),
        ("id: a\nletter: a\nmoves: []", "a.piece.yaml", PieceDocument),
    ],
)
def test_the_kind_is_that_of_the_name_or_of_the_key(text: str, name: str | None, model: type) -> None:
    assert isinstance(load_document(text, name).model, model)


@pytest.mark.parametrize(
    ("text", "name", "code", "place", "hint"),
    [
        ("id: a\nname: A", "a.yaml", "E_DOC_KIND", (1, 1), "begin it with `kind:` and one of "),
        ("id: a\nkind: varaint", "a.yaml", "E_DOC_KIND", (2, 7), "did you mean 'variant'?"),
        ("id: a\nkind: [variant]", "a.yaml", "E_DOC_KIND", (2, 7), ""),
        ("id: a\nkind: sonnet", "a.sonnet.yaml", "E_DOC_KIND", (2, 7), ""),
        ("- a", "a.yaml", "E_DOC_TYPE", (1, 1), ""),
        ("id: a\nkind: preset", "a.piece.yaml", "E_DOC_MISSING", (1, 1), ""),
    ],
)
def test_a_kind_that_is_not_known(text: str, name: str, code: str, place: tuple[int, int], hint: str) -> None:
    first = problems(text, name)[0]
    assert (first.code, (first.line, first.column)) == (code, place)
    assert (first.hint or "").startswith(hint)


def test_origins() -> None:
    document = load_document(ROOT / "descriptors" / "variants" / "atomic.variant.yaml")
    assert isinstance(document, Document)
    assert document.kind == "variant"
    file = document.tree.file
    assert file.endswith("atomic.variant.yaml")
    text = document.tree.lines
    for path, words in {
        ("id",): "id: atomic",
        ("rules", 0): "- id: explode",
        ("rules", 0, "do", 1): "- destroy: {target: {around",
        ("moves", 0, "forbid"): "- {forbid",
    }.items():
        line = int(document.origin(path).removeprefix(f"{file}:"))
        assert words in text[line - 1]
    assert document.origin(("rules", 0, "nothing")) == document.origin(("rules", 0))


def test_problems_of_the_model_and_of_names_come_together() -> None:
    text = HEAD + "extend: chess\nrules: [{id: r, at: move, do: [{remove: {target: $x}}]}]"
    assert [problem.code for problem in problems(text, "x.variant.yaml")] == [
        "E_DOC_UNKNOWN_KEY",
        "E_DOC_UNBOUND",
    ]


# -- what is wrong ---------------------------------------------------------------------------------


@pytest.mark.parametrize("path", BAD_YAML, ids=stem)
def test_bad_file_reports_what_it_expects(path: Path) -> None:
    assert places(path) == expected(path)


@pytest.mark.parametrize("name", BAD_JSON)
def test_bad_json_file_reports_what_is_expected(name: str) -> None:
    assert places(BAD / "variants" / f"{name}.variant.json") == BAD_JSON[name]


def test_no_bad_file_is_left_out() -> None:
    listed = {*(f"{name}.variant.json" for name in BAD_JSON), *(path.name for path in BAD_YAML)}
    assert {path.name for path in (BAD / "variants").iterdir()} == listed


@pytest.mark.parametrize("path", sorted((BAD / "variants").iterdir()), ids=lambda path: path.name)
def test_messages_are_for_people(path: Path) -> None:
    for problem in problems(path):
        assert problem.code in CODES
        assert problem.message
        assert len(problem.message) < 320
        assert not re.search(r"pydantic|https?:|Input should|validator|NoneType", problem.message)


#: What only the model and the checks of names can say.
BEYOND_SCHEMA = {
    "ability-for-a-carrier",
    "extends-itself",
    "offer-hears-an-event",
    "offer-of-an-unbound-name",
    "offer-without-a-tag",
    "preset-twice",
    "rule-in-a-variant",
    "test-asserts-nothing",
    "test-names-a-variant",
    "two-tests-of-one-name",
}


@pytest.mark.parametrize("path", BAD_YAML, ids=stem)
def test_the_schema_refuses_what_the_model_refuses(path: Path) -> None:
    try:
        value = read_tree(path).value
    except DocumentError:
        return
    assert fits_schema("variant", value) == (stem(path) in BEYOND_SCHEMA)
