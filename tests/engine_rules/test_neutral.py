"""Laws of pieces that are nobody's: keys, undo, texts, both networks, ways to legal moves, saves, views."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import Program, compile_document, program_of
from rete_chess.core.fen import parse_fen
from rete_chess.core.flat.claims import flat_position
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.core.perft import perft
from rete_chess.documents import load_document
from rete_chess.drawing import board_svg
from rete_chess.errors import FenError, GameError, MoveError
from rete_chess.match import format_save, parse_save
from rete_chess.match.players import Limits, SearchPlayer
from rete_chess.match.players.evaluation import evaluation_of
from rete_chess.serial import inspection_data, pieces_data

ARK = Path(__file__).parents[1] / "scenarios" / "documents" / "ark.variant.yaml"
START = "rnbqkbnr/pppppppp/8/1x1*1=n2/#3=q~2x/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"


def ark() -> Program:
    return compile_document(load_document(ARK))


def face(engine: Engine) -> tuple[Any, ...]:
    return engine.fen(), engine.state_hash(), engine.position_key, sorted(map(str, engine.legal_moves()))


def chosen(engine: Engine, random: Random) -> str:
    """A legal move; acts, and captures of what is nobody's, more often than others."""
    moves = engine.legal_moves()
    rare = [
        move
        for move in moves
        if move.act or (move.to_square is not None and engine.board.cells[move.to_square] == 2)
    ]
    return str(random.choice(rare if rare and random.random() < 0.4 else moves))


@pytest.mark.parametrize("seed", range(6))
def test_both_networks_play_the_same_and_undo_brings_everything_back(seed: int) -> None:
    native, durable = (Engine(ark(), START, network=network) for network in ("native", "durable"))
    random, faces = Random(seed), [face(native)]
    for _ in range(40):
        if native.result is not None:
            break
        move = chosen(native, random)
        native.apply(move)
        durable.apply(move)
        faces.append(face(native))
        assert faces[-1] == face(durable)
    for before in reversed(faces[:-1]):
        native.undo()
        assert face(native) == before


@pytest.mark.parametrize("seed", range(6))
def test_positions_come_back_from_fen_and_saves(seed: int) -> None:
    program, random = ark(), Random(seed)
    match = Match(program, fen=START)
    for _ in range(30):
        if match.result is not None:
            break
        match.play(chosen(match.engine, random))
        read = parse_fen(program.book, match.engine.fen())
        assert read.key == match.engine.board.key
        assert read.cells == match.engine.board.cells
    again = parse_save(format_save(match))
    assert again.engine.state_hash() == match.engine.state_hash()
    assert face(again.engine) == face(match.engine)


@pytest.mark.parametrize("variant", ["chess", "crazyhouse", "atomic", "horde", "antichess"])
@pytest.mark.parametrize("seed", range(4))
def test_pins_and_masks_see_them(variant: str, seed: int) -> None:
    """The fast ways to legal moves agree with the look at every move, whoever stands between."""
    random, engine = Random(seed), Engine(variant)
    for _ in range(40):
        if engine.result is not None:
            break
        empty = [square for square, held in enumerate(engine.board.cells) if held < 0]
        if len(engine.board.pieces[2]) < 6 and empty:
            kind = random.choice(engine.board.book.types)
            engine.spawn_piece(kind, "neutral", engine.board.book.geometry.names[random.choice(empty)])
        if engine.result is not None:
            break
        if variant != "antichess":  # where captures are compulsory
            assert sorted(legal_moves(engine.board)) == sorted(legal_by_looking(engine.board))
        targets = {move.to_square for move in engine.legal_moves()}
        assert targets.isdisjoint(engine.board.pieces[2])
        assert flat_position(engine.board) is None
        engine.apply(random.choice(engine.legal_moves()))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_whom_nobody_captures_is_as_good_as_a_wall(depth: int) -> None:
    book = program_of("chess").book
    text = "r3k2r/1P6/3p4/2{0}2b2/8/3Q4/1{0}4P1/R3K2R w KQkq - 0 1"
    counts = {sign: perft(parse_fen(book, text.format(sign)), depth) for sign in ("*", "=q", "=k")}
    assert counts == dict.fromkeys(counts, counts["*"])


def test_the_key_knows_whose_a_piece_is() -> None:
    book = program_of("chess").book
    texts = (
        "4k3/8/8/8/4=n3/8/8/4K3",
        "4k3/8/8/8/4n3/8/8/4K3",
        "4k3/8/8/8/4N3/8/8/4K3",
        "4k3/8/8/8/4=b3/8/8/4K3",
    )
    assert len({parse_fen(book, f"{text} w - - 0 1").key for text in texts}) == len(texts)


def test_python_makes_them_and_takes_them_back() -> None:
    engine = Engine()
    before = face(engine)
    engine.apply("a2a3")
    engine.apply("a7a6")
    piece = engine.spawn_piece("rook", "neutral", "e4")
    assert str(engine.piece_at("e4").color) == "neutral"  # type: ignore[union-attr]
    assert engine.session.get(piece, "Color") == "neutral"
    with pytest.raises(MoveError, match="cannot capture on e4"):
        engine.apply("e2e4")
    with pytest.raises(MoveError, match="nobody's, and no player moves it"):
        engine.apply("e4e5")
    engine.undo()
    engine.undo()
    assert face(engine) == before
    with pytest.raises(GameError, match="white or black or neutral"):
        engine.spawn_piece("rook", "nobody", "e4")


def test_with_one_of_them_nobody_has_too_little_material() -> None:
    assert Engine("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1").result is not None
    assert Engine("chess", "4k3/8/8/8/4=p3/8/8/4K3 w - - 0 1").result is None


def test_they_are_of_worth_to_nobody() -> None:
    evaluation = evaluation_of(program_of("chess"))
    book = program_of("chess").book
    bare, with_queen = (
        evaluation.of(parse_fen(book, f"4k3/8/8/8/{rank}/8/8/R3K3 w - - 0 1")) for rank in ("8", "4=q3")
    )
    assert bare == with_queen
    engine = Engine("chess", "4k3/8/8/8/4=q3/8/8/R3K3 w - - 0 1")
    assert SearchPlayer(limits=Limits(nodes=200)).choose(engine) in engine.legal_moves()


def test_they_are_told_and_drawn() -> None:
    engine = Engine("chess", "4k3/8/8/8/4=n3/8/8/4K3 w - - 0 1")
    assert [piece["color"] for piece in pieces_data(engine)].count("neutral") == 1
    told = inspection_data(engine, "e4")
    assert (told["color"], told["moves"], told["reach"]) == ("neutral", [], [])
    assert "neutral knight e4" in board_svg(engine.board)


SCOUTS = """kind: variant
id: scouts
name: Scouts
extends: chess
royal: []
sight: [{see: reach}, {around: 1}, {hide: {piece: {type: knight}}}]
"""


def test_they_are_seen_where_their_square_is() -> None:
    program = compile_document(load_document(SCOUTS))
    far, near = "=q7/4k3/8/8/8/8/8/4K3 w - - 0 1", "=n7/4k3/8/8/8/8/3=n4/4K3 w - - 0 1"
    view = Engine(program, near).view("white")
    assert [(piece.type, piece.square) for piece in view.pieces if piece.color == "neutral"] == [
        ("knight", 11)
    ]
    assert view.fen.startswith("????????/")
    one, other = Engine(program, far), Engine(program, far.replace("=q", "=r"))
    assert (one.view("white").fen, one.view("white").digest) == (
        other.view("white").fen,
        other.view("white").digest,
    )


@pytest.mark.parametrize("text", ["4k3/8/8/8/4=z3/8/8/4K3", "4k3/8/8/8/4=4/8/8/4K3", "4k3/8/8/8/#7/8/8/4K3"])
def test_what_is_no_piece_of_nobodys_is_refused(text: str) -> None:
    with pytest.raises(FenError) as caught:
        parse_fen(program_of("chess").book, f"{text} w - - 0 1")
    assert caught.value.code == "E_FEN_LETTER"


def test_a_hand_never_gains_by_them() -> None:
    engine = Engine(ark(), "4k3/8/8/8/1x6/8/8/1R2K3[] w - - 0 1")
    engine.apply("b1b4")
    assert engine.fen().split()[0].endswith("[]")


def test_where_it_matters_who_has_moved_they_are_read_and_written() -> None:
    text = "=n3k2=r/8/8/8/8/8/8/R3K2=r[] w Q - 0 1"
    assert Engine("seirawan", text).fen() == text
