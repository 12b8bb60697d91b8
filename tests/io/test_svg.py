"""Pictures: well-formed, with every piece and tile, every firing, and no word that is not escaped."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import catalog
from rete_chess.core.atoms import PieceType
from rete_chess.core.edits import put
from rete_chess.core.fen import parse_fen
from rete_chess.core.lawbook import lawbook
from rete_chess.core.laws import Laws
from rete_chess.drawing._figures import FIGURES
from rete_chess.drawing._tiles import TILES
from rete_chess.errors import GameError
from rete_chess.io import board_svg, move_svg
from rete_chess.stages import STAGES
from tests.cli.conftest import run  # noqa: F401
from tests.cli.helpers import Run

SVG = "{http://www.w3.org/2000/svg}"
SCENARIOS = Path(__file__).parents[1] / "scenarios" / "documents"
ATOMIC = ("e2e4", "d7d5", "e4d5")


def parts(picture: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter(f"{SVG}{name}"))


def titles(picture: str) -> list[str]:
    return [part.text or "" for part in parts(picture, "title")]


def texts(picture: str) -> list[str]:
    return [part.text or "" for part in parts(picture, "text")]


def played(variant: str, *moves: str) -> Engine:
    engine = Engine(variant, network="native")
    for move in moves:
        engine.apply(move)
    return engine


@pytest.mark.parametrize("variant", catalog.variants().list())
def test_every_piece_and_every_square_of_every_variant(variant: str) -> None:
    engine = Engine(variant, network="native")
    picture = board_svg(engine)
    geometry = engine.board.book.geometry
    pieces = [piece for square in range(geometry.size) if (piece := engine.piece_at(square))]
    held = [title for title in titles(picture) if title.endswith(" in hand")]
    shown = [title.split(",")[0] for title in titles(picture) if " tile " not in title and title not in held]
    assert sorted(shown) == sorted(f"{p.color} {p.type} {geometry.names[p.square]}" for p in pieces)
    squares = [part for part in parts(picture, "rect") if part.get("fill") != "none"]
    assert len(squares) == geometry.size


def test_a_piece_without_a_drawing_is_its_letter_on_a_disc() -> None:
    griffin = PieceType("griffin", "f", (), name="Griffin")
    book = lawbook(Laws(white=(griffin,), black=(griffin,)))
    board = parse_fen(book, "8/8/8/8/8/8/8/8")
    for color, square in enumerate(("d4", "d5")):
        put(board, book.rows[color][0][book.geometry.parse_square(square)])
    picture = board_svg(board)
    assert titles(picture) == ["white griffin d4", "black griffin d5"]
    assert texts(picture).count("F") == 1
    assert texts(picture).count("f") == 2  # the black one, and the name of the file
    assert len(parts(picture, "circle")) == 4  # two discs, each with its ring


def test_what_is_in_hand_stands_beside_the_board() -> None:
    engine = Engine("crazyhouse", "4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1", network="native")
    for is_flipped in (False, True):
        picture = board_svg(engine, is_flipped)
        held = [title for title in titles(picture) if title.endswith(" in hand")]
        assert sorted(held) == ["1 black knight in hand", "1 white queen in hand", "2 white pawn in hand"]
    assert " in hand" not in board_svg(Engine("crazyhouse"))


def test_every_shipped_piece_and_tile_has_a_drawing() -> None:
    assert set(FIGURES) >= set(catalog.pieces().list())
    assert set(TILES) >= set(catalog.tiles().list())
    assert not parts(board_svg(Engine()), "circle")


def test_tiles_are_shown_under_their_pieces_with_what_they_hold() -> None:
    engine = Engine(str(SCENARIOS / "squares.variant.yaml"), network="native")
    board = engine.board
    names = board.book.geometry.names
    places = board.columns["Position"]
    kinds = {names[places[entity]]: kind for entity, kind in board.columns["TileType"].items()}
    assert kinds
    picture = board_svg(engine)
    shown = titles(picture)
    found = [title for title in shown if " tile " in title]
    assert sorted(title.split(",")[0] for title in found) == sorted(
        f"{kind} tile {place}" for place, kind in kinds.items()
    )
    assert shown[: len(found)] == found  # what is drawn first lies below
    assert set(kinds.values()) - set(TILES) <= set(texts(picture))


def test_a_drawn_tile_needs_no_name() -> None:
    picture = board_svg(Engine("warlords", network="native"))
    assert "well tile c4" in titles(picture)
    assert "well" not in texts(picture)


def test_facts_of_a_piece_stand_in_its_title() -> None:
    engine = Engine("chess", network="native")
    engine.set_active_presets([{"id": "piece-hp"}])
    assert "white king e1, Hp 2" in titles(board_svg(engine))


def test_texts_are_escaped(tmp_path: Path) -> None:
    document = tmp_path / "marks.variant.yaml"
    document.write_text(
        "id: marks\nname: Marks\ndescription: A capture is told with signs.\nextends: chess\n"
        "attributes: {Motto: {of: piece, type: string, for: {type: pawn}, start: '<b> & \"c\"'}}\n"
        "rules:\n  - id: tell\n    at: capture\n    when: [{event: {piece: $who}}]\n"
        '    do: [{log: {text: "x"}}]\n    describe: "</text><script>&\'{who}"\n',
        encoding="utf-8",
    )
    engine = played(str(document), *ATOMIC)
    picture = move_svg(engine)
    assert any("</text><script>&'" in text for text in texts(picture))
    assert any('Motto <b> & "c"' in title for title in titles(picture))
    assert not parts(picture, "script")


def test_a_traced_move_has_an_arrow_all_stages_and_every_firing() -> None:
    engine = played("atomic", *ATOMIC)
    picture = move_svg(engine)
    shown = texts(picture)
    assert "3. white e4d5" in shown
    assert [
        text.split()[1] for text in shown if text.split()[0].isdigit() and len(text.split()) == 2
    ] == list(STAGES)
    assert 'atomic/explode · white pawn e4 · "explosion on d5"' in shown
    assert "destroy white pawn e4 (explosion)" in shown
    assert len(parts(picture, "circle")) == 1  # the explosion
    assert sum(part.get("stroke-opacity") == "0.85" for part in parts(picture, "path")) == 1
    assert engine.move_log[-1].move == "e4d5"  # it was not taken back


def test_the_end_of_the_game_is_told() -> None:
    shown = texts(move_svg(played("chess", "f2f3", "e7e5", "g2g4", "d8h4")))
    assert "black wins by checkmate" in shown


def test_there_is_no_move_to_draw_before_the_first() -> None:
    with pytest.raises(GameError) as caught:
        move_svg(Engine())
    assert caught.value.code == "E_REQUEST"


def test_flipped_boards_turn_around() -> None:
    def corner(picture: str) -> str | None:
        return next(g.get("transform") for g in parts(picture, "g") if titles_of(g) == ["white rook a1"])

    def titles_of(part: ElementTree.Element) -> list[str | None]:
        return [title.text for title in part.iter(f"{SVG}title")]

    assert corner(board_svg(Engine())) == "translate(20 356) scale(0.48)"
    assert corner(board_svg(Engine(), is_flipped=True)) == "translate(356 20) scale(0.48)"


def test_reach_is_dotted() -> None:
    dots = parts(board_svg(Engine(), reach="b1"), "circle")
    assert [(dot.get("cx"), dot.get("cy")) for dot in dots] == [("44", "284"), ("140", "284")]


def test_an_empty_square_reaches_nothing() -> None:
    with pytest.raises(GameError, match="no piece stands on e5") as caught:
        board_svg(Engine(), reach="e5")
    assert caught.value.code == "E_REQUEST"


def test_notebooks_show_games_and_matches() -> None:
    engine = played("chess", "e2e4")
    assert engine._repr_svg_() == board_svg(engine)
    match = Match()
    match.play("e2e4")
    assert match._repr_svg_() == board_svg(match) == board_svg(engine)


def test_pictures_change_nothing() -> None:
    engine = played("atomic", *ATOMIC)
    before = engine.state_hash(), engine.fen(), len(engine.board.journal)
    move_svg(engine)
    board_svg(engine)
    assert (engine.state_hash(), engine.fen(), len(engine.board.journal)) == before


def test_command(run: Run, tmp_path: Path) -> None:  # noqa: F811
    engine = played("atomic", *ATOMIC)
    words = ("svg", "atomic", "--moves", "e2e4 d7d5 e4d5", "--network", "native")
    assert run(*words).out == move_svg(engine) + "\n"
    assert run(*words, "--board-only").out == board_svg(engine) + "\n"
    assert run("svg", "--flip").out == board_svg(Engine(), is_flipped=True) + "\n"
    assert run(*words, "--json").json == {"fen": engine.fen(), "svg": move_svg(engine)}
    assert run(*words, "--reach", "d8").out == board_svg(engine, reach="d8") + "\n"
    file = tmp_path / "move.svg"
    assert run(*words, "--output", str(file)).out == ""
    assert file.read_text(encoding="utf-8") == move_svg(engine) + "\n"
    assert run("svg", "--moves", "e2e5").code == 2
    assert run("svg", "--output", str(tmp_path / "none" / "x.svg")).code == 2
