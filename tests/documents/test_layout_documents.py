"""Layout documents: the shipped ones load, fit their schema and can be played; the broken ones say why."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Engine
from rete_chess.compiler import catalog, compile_document
from rete_chess.documents import LayoutDocument, load_document
from rete_chess.errors import DocumentError
from rete_chess.resources import files
from tests.documents.bad_files import BAD, expected, fits_schema, places, stem

LAYOUTS = files("descriptors", "layouts", "*.layout.yaml")


@pytest.mark.parametrize("path", LAYOUTS, ids=stem)
def test_shipped_layout_fits_its_schema_and_its_name(path: Path) -> None:
    document = load_document(path)
    assert isinstance(document.model, LayoutDocument)
    assert document.model.id == stem(path)
    assert fits_schema("layout", document.tree.value)


def test_the_layouts_that_ship() -> None:
    assert catalog.layouts().list() == (
        "dual-king",
        "empty",
        "knightmate",
        "monster",
        "pawns-only",
        "standard",
    )


@pytest.mark.parametrize("path", sorted((BAD / "layouts").iterdir()), ids=stem)
def test_broken_layout_says_what_is_wrong(path: Path) -> None:
    assert places(path) == expected(path)
    with pytest.raises(DocumentError) as caught:
        load_document(path)
    assert not fits_schema("layout", {"kind": "layout"})
    assert str(path) in str(caught.value)


def variant(layout: str) -> str:
    return f"kind: variant\nid: mine\nname: Mine\nextends: chess\nlayout: {layout}\n"


@pytest.mark.parametrize("layout", catalog.layouts().list())
def test_a_variant_begins_from_a_layout(layout: str) -> None:
    engine = Engine(compile_document(load_document(variant(layout))))
    given = catalog.layout(layout).fen
    assert engine.fen().split()[0] == given.split()[0]
    assert engine.program.start == given


def test_pieces_and_sides_of_the_layouts() -> None:
    monster = Engine(compile_document(load_document(variant("monster"))))
    assert len(monster.board.pieces[0]) == 5
    assert len(monster.board.pieces[1]) == 16
    pawns = Engine(compile_document(load_document(variant("pawns-only"))))
    assert {piece.type for square in range(64) if (piece := pawns.piece_at(square))} == {"pawn"}
    assert len(pawns.legal_moves()) == 16
    empty = Engine(compile_document(load_document(variant("empty"))))
    assert not any(empty.board.pieces)
    empty.spawn_piece("rook", "white", "e1")
    assert len(empty.legal_moves()) == 14


def test_a_nearer_position_replaces_the_layout_of_an_ancestor() -> None:
    document = load_document(variant("{fen: 4k3/8/8/8/8/8/8/4K3 w - - 0 1}"))
    assert compile_document(document).start == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def test_an_unknown_layout_is_reported_at_its_line() -> None:
    with pytest.raises(DocumentError) as caught:
        compile_document(load_document(variant("pawn-only"), "mine.variant.yaml"))
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, problem.column) == ("E_UNKNOWN_NAME", 5, 9)
    assert problem.hint == "did you mean 'pawns-only'?"


def test_programs_that_differ_in_their_layout_alone_are_two() -> None:
    one, other = (compile_document(load_document(variant(name))) for name in ("monster", "dual-king"))
    assert one.hash != other.hash
