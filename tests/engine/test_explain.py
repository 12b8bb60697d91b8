"""Why a move is legal or illegal: the deciding word, with its document and line, in every kind of case."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.errors import MoveError

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

#: variant, presets, position, move: code, words of the message, end of the origin's file name
ILLEGAL = [
    ("chess", "", None, "e3e4", "E_MOVE_PIECE", "white has no piece on e3", None),
    ("chess", "", None, "e7e5", "E_MOVE_PIECE", "it is white's turn", None),
    ("chess", "", None, "b1b3", "E_MOVE_REACH", "the white knight on b1 does not reach b3", "knight"),
    ("chess", "", None, "a1a3", "E_MOVE_BLOCKED", "the white pawn on a2 stands in the way", "rook"),
    ("chess", "", None, "a1a2", "E_MOVE_BLOCKED", "the white pawn on a2 stands there already", "rook"),
    ("chess", "", None, "e2d3", "E_MOVE_REACH", "only to capture", "pawn"),
    ("chess", "", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e3", "E_MOVE_REACH", "cannot capture", "pawn"),
    ("chess", "", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e2e4", "E_MOVE_BLOCKED", "in the way", "pawn"),
    ("chess", "", "4k3/8/8/4Pp2/8/8/8/4K3 w - - 0 1", "e5f6", "E_MOVE_REACH", "only to capture", "pawn"),
    ("chess", "", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "E_MOVE_PROMOTION", "b, n, q, r", "pawn"),
    ("chess", "", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "E_MOVE_PROMOTION", "b, n, q, r", "pawn"),
    ("chess", "", None, "e2e4q", "E_MOVE_PROMOTION", "nothing is promoted", "pawn"),
    ("chess", "", "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3", "E_MOVE_SELF_CHECK", "rook on e8", "chess"),
    ("chess", "", "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", "e1e2", "E_MOVE_SELF_CHECK", "rook on a2", "chess"),
    ("chess", "", None, "e1g1", "E_MOVE_CASTLING", "the white bishop on f1 stands in the way", "king"),
    ("chess", "", CASTLING.replace("KQkq", "Qkq"), "e1g1", "E_MOVE_CASTLING", "no right to castle", "king"),
    ("chess", "", "r3k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "E_MOVE_SELF_CHECK", "rook on g8", "chess"),
    ("chess", "", "r3kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "E_MOVE_CASTLING", "attacks f1", "king"),
    ("chess", "", "4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "E_MOVE_CASTLING", "in check from", "king"),
    ("antichess", "", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e4e5", "E_MOVE_REQUIRED", "", "suicide-chess"),
    ("atomic", "", "4k3/8/8/8/8/4p3/4K3/8 w - - 0 1", "e2e3", "E_MOVE_FORBIDDEN", "king may not", "atomic"),
    ("atomic", "", "3qk3/8/8/8/8/8/3p4/3KR3 w - - 0 1", "e1d1", "E_MOVE_BLOCKED", "there already", "rook"),
    (
        "chess",
        "knight-immunity",
        "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1",
        "e4d5",
        "E_MOVE_FORBIDDEN",
        "immune",
        "-",
    ),
    ("chess", "pawn-stamina", None, "e2e5", "E_MOVE_REACH", "does not reach", "pawn"),
    ("chess", "berolina-pawns", None, "e2e4", "E_MOVE_REACH", "does not reach e4", "berolina-pawns"),
    ("king-of-the-hill", "", "4k3/8/8/8/4K3/8/8/8 b - - 0 1", "e8e7", "E_GAME_OVER", "over", "king-of"),
]


@pytest.mark.parametrize(("variant", "preset", "fen", "move", "code", "words", "file"), ILLEGAL)
def test_an_illegal_move_names_what_forbids_it(
    variant: str, preset: str, fen: str | None, move: str, code: str, words: str, file: str | None
) -> None:
    presets = [ActivePreset(preset)] if preset else []
    engine = Engine(program_of(variant, presets), fen, "native")
    before = engine.state_hash()
    answer = engine.explain(move)
    assert (answer.legal, answer.reason.code) == (False, code), answer
    assert words in answer.reason.message
    if file is None:
        assert answer.reason.origin is None
    else:
        path, _, line = (answer.reason.origin or "").rpartition(":")
        assert file in path
        assert int(line) > 0
        assert answer.reason.rule
    assert engine.state_hash() == before


def test_a_legal_move_names_the_document_of_its_piece() -> None:
    answer = Engine().explain("Nf3")
    assert answer.legal
    assert (answer.reason.code, answer.reason.rule) == ("LEGAL", "knight")
    assert "knight.piece.yaml:" in (answer.reason.origin or "")
    assert str(answer).startswith("Nf3 is legal: the knight moves so")


MOVERS = """kind: variant
id: movers
name: Movers
extends: chess
moves:
  - {for: {type: pawn}, add: [{leap: sideways, mode: move}]}
  - {for: {type: knight}, use: [{leap: all}]}
  - {for: {type: rook}, captures: none}
  - {for: {type: knight}, add: [{leap: [[0, 2]], mode: move}]}
"""


@pytest.mark.parametrize(
    ("move", "legal", "words", "origin"),
    [
        ("e2e4", True, "the pawn moves so", "pawn.piece.yaml:"),  # an `add` changes other moves alone
        ("e2e3", True, "the pawn moves so", "pawn.piece.yaml:"),
        ("a4b4", True, "the pawn moves so", "movers.variant.yaml:6"),
        ("e2d2", False, "the white pawn on d2 stands there already", "movers.variant.yaml:6"),
        ("e2e5", False, "does not reach e5", "pawn.piece.yaml:"),
        ("g1g3", False, "does not reach g3", "movers.variant.yaml:7"),  # a `use` leaves `add` out
        ("b1c3", False, "does not reach c3", "movers.variant.yaml:7"),  # which took the way
        ("b1b6", False, "does not reach b6", "movers.variant.yaml:7"),  # which says how it moves
        ("h1h7", False, "cannot capture on h7", "movers.variant.yaml:8"),
        ("e1g1", True, "the king castles so", "king.piece.yaml:"),
    ],
)
def test_the_word_on_movement_is_the_one_that_matters(
    move: str, legal: bool, words: str, origin: str, tmp_path: Path
) -> None:
    path = tmp_path / "movers.variant.yaml"
    path.write_text(MOVERS)
    fen = "rnbqkbnr/ppp1pppp/8/8/P7/8/1PPPPPP1/RNBQK2R w KQkq - 0 1"
    if move == "g1g3":
        fen = "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"
    answer = Engine(str(path), fen, "native").explain(move)
    assert (answer.legal, words in answer.reason.message) == (legal, True), answer
    assert origin in (answer.reason.origin or "")


def test_a_shipped_document_is_named_without_the_folder_of_the_installation() -> None:
    engine = Engine(program_of("chess", [ActivePreset("knight-immunity")]))
    for move, document in (("e2e5", "pawn.piece.yaml"), ("e2e4", "pawn.piece.yaml")):
        assert f"(pawn, descriptors/pieces/{document}:" in str(engine.explain(move))
    with pytest.raises(MoveError) as caught:
        engine.apply("e2e5")
    assert "(pawn, descriptors/pieces/pawn.piece.yaml:" in caught.value.message
    assert "(pawn, descriptors/pieces/pawn.piece.yaml:" in str(caught.value)


#: variant, presets, position, SAN text: its UCI form, or None where no single piece is to blame
SAN = [
    ("chess", "", None, "O-O", "e1g1"),
    ("chess", "", None, "O-O-O", "e1c1"),
    ("chess", "", CASTLING.replace("KQkq", "Qkq"), "O-O", "e1g1"),
    ("chess", "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", "e1g1"),
    ("chess", "", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O-O", "e1c1"),
    ("chess", "", "r3kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", "e1g1"),
    ("chess", "", "4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1", "e3", "e2e3"),
    ("chess", "", None, "Ke2", "e1e2"),
    ("chess", "", None, "Qd3", "d1d3"),
    ("chess", "", None, "Ra3", "a1a3"),
    ("chess", "", None, "Nbd4", "b1d4"),
    ("chess", "", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "a7a8"),
    ("chess", "", "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", "Bd3", "e2d3"),
    ("antichess", "", "8/8/8/3p4/4P3/8/8/8 w - - 0 1", "e5", "e4e5"),
    ("chess", "knight-immunity", "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "exd5", "e4d5"),
    ("chess", "", None, "Nd4", None),
    ("chess", "", None, "Nxf3", None),
    ("chess", "", "4k3/8/8/8/8/8/2N1N1N1/4K3 w - - 0 1", "Nd4", None),
]


@pytest.mark.parametrize(("variant", "preset", "fen", "text", "move"), SAN)
def test_algebraic_notation_is_answered_as_fully(
    variant: str, preset: str, fen: str | None, text: str, move: str | None
) -> None:
    engine = Engine(program_of(variant, [ActivePreset(preset)] if preset else []), fen, "native")
    answer = engine.explain(text)
    assert (answer.move, answer.legal) == (text, False)
    if move is None:
        assert answer.reason.origin is None
    else:
        assert answer.reason == engine.explain(move).reason
        assert answer.reason.origin


def test_castling_is_answered_in_chess960_too() -> None:
    engine = Engine("chess", "rk2r3/8/8/8/8/8/8/RK2RB2 w KQkq - 0 1", chess960=True)
    assert engine.explain("O-O").reason == engine.explain("b1e1").reason
    assert "the white bishop on f1 stands in the way" in engine.explain("O-O").reason.message


@pytest.mark.parametrize("text", ["", "e2", "Ke9", "e2e9", "x" * 100, "Nd4", "\ud800"])
def test_a_text_that_is_no_move_keeps_its_own_code(text: str) -> None:
    answer = Engine().explain(text)
    assert not answer.legal
    assert answer.reason.code.startswith("E_MOVE")


def test_an_illegal_move_is_refused_with_its_reason() -> None:
    engine = Engine(
        program_of("chess", [ActivePreset("knight-immunity")]), "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1"
    )
    with pytest.raises(MoveError, match="immune") as caught:
        engine.apply("e4d5")
    assert caught.value.code == "E_MOVE_ILLEGAL"
    assert "knight-immunity.preset.yaml:" in caught.value.message


VARIANTS = ("chess", "antichess", "atomic", "horde", "racing-kings", "petrified", "los-alamos", "three-check")
PRESETS = ("knight-immunity", "berolina-pawns", "piece-hp", "coregal", "dual-king", "pawn-stamina")


@pytest.mark.parametrize("seed", range(12))
def test_explanations_and_legal_moves_agree(seed: int) -> None:
    """Whatever is asked: legal is what the list holds, and everything else has a reason of its own."""
    random = Random(seed)
    presets = [ActivePreset(random.choice(PRESETS))] if random.random() < 0.5 else []
    variant = random.choice(VARIANTS)
    engine = Engine(program_of("chess" if presets else variant, presets), network="native")
    for _ in range(12):
        for _ in range(random.randrange(6)):
            if engine.result is None:
                engine.apply(random.choice(engine.legal_moves()))
        names = engine.board.book.geometry.names
        legal = set(map(str, engine.legal_moves()))
        for origin in random.sample(names, 6):
            for target in random.sample(names, 12):
                text = origin + target + random.choice(("", "", "", "q"))
                answer = engine.explain(text)
                assert answer.legal == (text in legal), answer
                assert answer.legal or answer.reason.code != "E_MOVE_ILLEGAL", answer


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("4k3/8/8/4p3/3P4/8/8/4K3 w - - 0 1", "d4e5"),
        ("4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "d1d7"),
    ],
)
def test_who_may_not_capture_at_all_is_told_why(fen: str, move: str) -> None:
    engine = Engine(program_of("chess", [ActivePreset("truce")]), fen, network="native")
    reason = engine.explain(move).reason
    assert (reason.code, reason.message, reason.rule) == ("E_MOVE_FORBIDDEN", "there is a truce", "truce")
