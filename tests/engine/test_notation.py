"""Which piece goes without a letter in algebraic notation, in variants with pieces of their own."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rete_chess import Engine, catalog
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.errors import ReteChessError

SILVER = """id: silver
name: Silver
letter: s
moves: [{leap: forward}, {leap: diagonal}]
promotion: {zone: last-rank, to: [rook]}
"""
FOOT = """id: foot
name: Foot
letter: f
moves: [{leap: forward, mode: move}, {leap: forward-diagonal, mode: capture}]
"""
PRINCESS = """id: princess
name: Princess
letter: p
moves: [{slide: diagonal}, {leap: knight}]
"""
PROMOTES = "promotion: {zone: last-rank, to: [rook]}\n"

BOARD = """kind: variant
id: own
name: Own
board: {width: 5, height: 5}
royal: [{type: king}]
"""

#: pieces beside kings and rooks by letter, the documents, White's men on the second rank, their moves
OWN = [
    ("s: silver", [SILVER], "S4", {"a2a3": "Sa3", "a2b3": "Sb3"}),
    ("p: foot", [FOOT], "PP3", {"a2a3": "a3"}),
    ("p: foot", [FOOT + PROMOTES], "PP3", {"a2a3": "a3"}),
    ("f: foot", [FOOT], "FF3", {"a2a3": "Fa3"}),
    ("f: foot", [FOOT + PROMOTES], "FF3", {"a2a3": "a3"}),
    ("f: foot, s: silver", [FOOT + PROMOTES, SILVER], "FS3", {"a2a3": "a3", "b2b3": "Sb3"}),
    ("p: princess", [PRINCESS], "P4", {"a2b3": "Pb3"}),
    ("p: princess, f: foot", [PRINCESS, FOOT + PROMOTES], "PF3", {"a2c1": "Pc1", "b2b3": "b3"}),
]


@pytest.mark.parametrize(("pieces", "documents", "men", "moves"), OWN)
def test_the_pawn_of_a_variant_goes_without_a_letter(
    tmp_path: Path, pieces: str, documents: list[str], men: str, moves: dict[str, str]
) -> None:
    for text in documents:
        name = text.split()[1]
        (tmp_path / f"{name}.piece.yaml").write_text(text, encoding="utf-8")
    own = tmp_path / "own.variant.yaml"
    layout = f"fen: 4k/5/5/{men}/4K w - - 0 1\n"
    own.write_text(f"{BOARD}{layout}pieces: {{k: king, r: rook, {pieces}}}\n", encoding="utf-8")
    engine = Engine(own)
    for move, text in moves.items():
        assert engine.san(move) == text
        assert engine.san(text) == text


def test_the_pawns_of_chess_stay_as_they_are_beside_others_that_promote(tmp_path: Path) -> None:
    (tmp_path / "silver.piece.yaml").write_text(SILVER, encoding="utf-8")
    own = tmp_path / "own.variant.yaml"
    text = (
        "kind: variant\nid: own\nname: Own\nextends: chess\npieces: {s: silver}\n"
        "fen: rnbqkbnr/pppppppp/8/8/8/S7/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    )
    own.write_text(text, encoding="utf-8")
    engine = Engine(own)
    assert [engine.san(move) for move in ("e2e4", "a3a4")] == ["e4", "Sa4"]
    engine.apply("e4")
    assert engine.piece_at("e4")


@pytest.mark.parametrize("variant", catalog.variants().list())
def test_all_moves_at_once_are_written_as_one_by_one(variant: str) -> None:
    engine, chance = Engine(variant, network="native"), Random(variant)
    for _ in range(30):
        moves = engine.legal_moves()
        assert engine.sans() == [engine.san(move) for move in moves]
        if not moves:
            break
        engine.apply(chance.choice(moves))


@pytest.mark.parametrize("preset", catalog.presets().list())
def test_without_foresight_a_sign_is_left_out_and_never_another(preset: str) -> None:
    try:
        engine = Engine(program_of("chess", [ActivePreset(preset)]), network="native")
    except ReteChessError:
        pytest.skip("it needs other presets beside it")
    chance = Random(preset)
    for _ in range(8):
        texts, some = engine.sans(), engine.sans(foresees=False)
        bare = [text.rstrip("+#") for text in texts]
        assert some == (texts if engine.board.simulate is None else bare)
        if not texts:
            break
        engine.apply(chance.choice(engine.legal_moves()))


#: Moves whose sign goes by what comes of them, not by where they lead alone.
SIGNS = [
    ("atomic", (), "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", "Qxd7#"),
    ("atomic", (), "3qk3/8/8/8/8/8/3P4/4K3 b - - 0 1", "d8d2", "Qxd2#"),
    ("atomic", (), "k7/8/8/8/8/r7/8/R3K3 w - - 0 1", "a1a3", "Rxa3"),  # the rook is gone
    ("chess", ("piece-hp",), "q3k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8", "Qxa8"),  # it stays on a1
    ("chess", ("piece-hp",), "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8", "Qa8+"),
    ("chess", (), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
    ("chess", ("truce",), "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8"),
    ("atomic", (), "3k1rnb/p1p1p1pp/3p4/5p2/b7/1NP2PP1/PP1PP2P/QR1KBRN1 b KQk - 0 5", "a4b3", "Bxb3"),
    ("king-of-the-hill", (), "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", "Kd4#"),
    ("king-of-the-hill", (), "8/8/3k4/8/8/8/8/4K3 b - - 0 1", "d6d5", "Kd5#"),
    ("three-check", (), "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "Ra8#"),
    ("three-check", (), "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1", "a1a8", "Ra8+"),
    (
        "antichess",
        (),
        "8/8/8/8/8/8/1p6/2R5 b - - 0 1",
        "b2c1q",
        "bxc1=Q#",
    ),  # White has nothing left, and wins
    ("racing-kings", (), "8/7K/8/k7/8/8/8/8 w - - 0 1", "h7h8", "Kh8#"),  # no reply
    ("racing-kings", (), "8/k6K/8/8/8/8/8/8 w - - 0 1", "h7h8", "Kh8"),
    ("racing-kings", (), "7K/k7/8/8/8/8/8/8 b - - 0 1", "a7a8", "Ka8"),  # a draw
    ("horde", (), "4k3/8/8/8/8/8/4r3/4P3 b - - 0 1", "e2e1", "Rxe1#"),
    ("chess", ("first-promotion-wins",), "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N#"),
    ("chess", ("double-move",), "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8", "Qa8"),  # White is to move again
]


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("variant", "presets", "fen", "move", "text"), SIGNS)
def test_signs_go_by_what_comes_of_a_move(
    variant: str, presets: tuple[str, ...], fen: str, move: str, text: str, network: str
) -> None:
    if network == "durable":
        pytest.importorskip("durable_rules_engine")
    engine = Engine(program_of(variant, [ActivePreset(name) for name in presets]), fen, network)
    before = engine.digest
    assert engine.san(move) == text
    assert engine.sans() == [engine.san(one) for one in engine.legal_moves()]
    assert engine.digest == before
    assert engine.apply(text).san == text
    record = engine.undo()
    assert (record.san, engine.digest) == (text, before)
