"""Piece documents: the shipped ones load, fit their schema and mean what they say; the model in detail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rete_chess.compiler import catalog
from rete_chess.core.atoms import DIAGONAL, DIRECTIONS, FAR, KNIGHT, Atom, Castle, PieceType, Promotion
from rete_chess.core.edits import put
from rete_chess.core.fen import parse_fen
from rete_chess.core.geometry import Zone
from rete_chess.core.lawbook import lawbook
from rete_chess.core.laws import Laws
from rete_chess.core.legality import legal_moves
from rete_chess.core.moves import target_of
from rete_chess.documents import PieceDocument, parse_document, read_tree, to_piece_type
from rete_chess.documents.modelling.model import DocumentModel, keys_of
from rete_chess.errors import DocumentError
from rete_chess.primitives.schema import MODELS, build_schema, format_schema

ROOT = Path(__file__).resolve().parents[2]
PIECES = sorted((ROOT / "descriptors" / "pieces").iterdir())
BAD = sorted((ROOT / "tests" / "bad" / "pieces").glob("*.yaml"))

by_name = pytest.mark.parametrize("path", PIECES, ids=lambda path: path.name.split(".")[0])


def piece(text: str) -> PieceDocument:
    return parse_document(PieceDocument, read_tree(text, "<test>"))


def piece_type(path: Path) -> PieceType:
    return to_piece_type(parse_document(PieceDocument, read_tree(path)))


def atom(text: str) -> Atom:
    (found,) = to_piece_type(piece(f"{{id: wolf, letter: w, moves: [{text}]}}")).atoms
    return found


@by_name
def test_shipped_piece_is_named_after_its_file_and_says_where_it_comes_from(path: Path) -> None:
    assert path.name == f"{piece_type(path).id}.piece.yaml"
    assert path.read_text(encoding="utf-8").startswith("# ")
    assert piece_type(path).name


@by_name
def test_shipped_piece_fits_its_schema(path: Path) -> None:
    jsonschema.Draft202012Validator(build_schema("piece")).validate(read_tree(path).value)


@by_name
def test_the_same_piece_in_json_is_the_same_piece(path: Path) -> None:
    tree = read_tree(path)
    as_json = read_tree(json.dumps(tree.value), "<test>.json")
    assert as_json.value == tree.value
    assert parse_document(PieceDocument, as_json) == parse_document(PieceDocument, tree)


#: The types that may join any variant by themselves; others belong to games that give all letters.
AT_HOME = (
    *("amazon", "archbishop", "bishop", "cannon", "chancellor", "grasshopper"),
    *("king", "knight", "nightrider", "pawn", "queen", "rook"),
)


def test_letters_of_types_that_join_by_themselves_are_distinct() -> None:
    letters = [shipped(name).letter for name in AT_HOME]
    assert len(letters) == len(set(letters)) == 12


def shipped(name: str) -> PieceType:
    return piece_type(ROOT / "descriptors" / "pieces" / f"{name}.piece.yaml")


def test_pawn() -> None:
    pawn = shipped("pawn")
    assert pawn.atoms == (
        Atom("leap", ((0, 1),), mode="move", longest=1),
        Atom(
            "slide",
            ((0, 1),),
            mode="move",
            shortest=2,
            longest=2,
            origin=Zone(own_ranks=(2,)),
            tag="double-step",
            en_passant="exposes",
        ),
        Atom("leap", DIRECTIONS["forward-diagonal"], mode="capture", longest=1, en_passant="takes"),
    )
    assert pawn.promotion == Promotion(Zone(named="last-rank"), ("queen", "rook", "bishop", "knight"))


def test_king() -> None:
    king = shipped("king")
    assert king.atoms == (Atom("leap", DIRECTIONS["all"], longest=1),)
    assert king.castle == Castle(("rook",))


def test_archbishop() -> None:
    assert shipped("archbishop").atoms == (Atom("slide", DIAGONAL), Atom("leap", KNIGHT, longest=1))
    assert shipped("archbishop").value == 7.5


@pytest.mark.parametrize(("name", "targets"), [("knight", "b3 c2"), ("nightrider", "b3 c2 c5 d7 e3 g4")])
def test_reach_of_a_shipped_piece(name: str, targets: str) -> None:
    piece = catalog.piece(name)
    book = lawbook(Laws(white=(piece,), black=(piece,)))
    board = parse_fen(book, "8/8/8/8/8/8/8/8")
    put(board, book.rows[0][0][0])
    names = book.geometry.names
    assert sorted(names[target_of(move)] for move in legal_moves(board)) == targets.split()


def test_cannon() -> None:
    moves, captures = shipped("cannon").atoms
    assert (moves.step, moves.mode, moves.longest) == ("slide", "move", FAR)
    assert (captures.step, captures.mode, captures.land) == ("hop", "capture", "any")


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("[e4, p16]", Zone(squares=("e4", "p16"))),
        ("{in: [e4]}", Zone(squares=("e4",))),
        ("{rank: 3}", Zone(ranks=(3,))),
        ("{rank: [3, 16]}", Zone(ranks=(3, 16))),
        ("{ownRank: 2, file: a}", Zone(own_ranks=(2,), files=("a",))),
        ("{ownRank: [1, 2], file: [a, p]}", Zone(own_ranks=(1, 2), files=("a", "p"))),
        ("{zone: centre}", Zone(named="centre")),
    ],
)
def test_sets_of_squares(text: str, zone: Zone) -> None:
    assert atom(f"{{leap: all, from: {text}}}").origin == zone
    document = piece(f"{{id: wolf, letter: w, moves: [], promotion: {{zone: {text}, to: [fox]}}}}")
    assert to_piece_type(document).promotion == Promotion(zone, ("fox",))


def test_directions_in_numbers_stand_once() -> None:
    assert atom("{leap: [[1, 3], [-15, 15], [1, 3]]}").directions == ((1, 3), (-15, 15))


def test_legs_nest_three_deep() -> None:
    found = atom("{leap: all, then: [{leap: all, then: [{slide: all, then: [{hop: all, tag: end}]}]}]}")
    assert found.then[0].then[0].then[0].tag == "end"


def test_options_of_a_hop() -> None:
    found = atom("{hop: all, range: [2, 5], land: next, mode: capture, stay: true, tag: shot}")
    assert (found.shortest, found.longest, found.land, found.stay, found.tag) == (2, 5, "next", True, "shot")


def test_castle_with_a_tag() -> None:
    assert to_piece_type(piece("{id: w, letter: w, moves: [{castle: rook, tag: x}]}")).castle == Castle(
        ("rook",), "x"
    )


def test_a_piece_may_be_unable_to_move_and_need_not_have_a_name() -> None:
    found = to_piece_type(piece("{id: old-wall, letter: w, moves: []}"))
    assert (found.atoms, found.name, found.value) == ((), "Old wall", 0)


def test_documents_are_frozen_and_hashable() -> None:
    document = piece("{id: wolf, letter: w, moves: [{leap: [[1, 1]], from: {rank: [1]}}]}")
    assert hash(document) == hash(document.model_copy())
    with pytest.raises(ValueError, match="frozen"):
        document.id = "fox"


@pytest.mark.parametrize("kind", MODELS)
def test_committed_schema_is_current(kind: str) -> None:
    committed = (ROOT / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8")
    assert committed == format_schema(kind)
    jsonschema.Draft202012Validator.check_schema(json.loads(committed))


def models(model: type[DocumentModel]) -> set[type[DocumentModel]]:
    return {model, *(found for child in model.__subclasses__() for found in models(child))}


def test_every_key_is_described() -> None:
    for model in models(DocumentModel):
        assert all(keys_of(model).values()), model


#: What only the model can say: combinations, order and depth.
BEYOND_SCHEMA = {
    "castle-in-then",
    "castle-twice",
    "direction-nowhere",
    "exposes-on-a-leap",
    "exposes-when-capturing",
    "promotion-except-without-choice",
    "promotion-to-unknown-zone",
    "promotion-when-twice",
    "range-falls",
    "stay-without-capture",
    "takes-when-moving",
    "then-too-deep",
}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name.split(".")[0])
def test_the_schema_refuses_what_the_model_refuses(path: Path) -> None:
    try:
        value: Any = read_tree(path).value
    except DocumentError:
        return
    fits = jsonschema.Draft202012Validator(build_schema("piece")).is_valid(value)
    assert fits == (path.name.split(".")[0] in BEYOND_SCHEMA)
