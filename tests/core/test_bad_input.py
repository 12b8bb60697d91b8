"""Broken texts: each is refused with its code, and whatever comes in, nothing but our own error comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from rete_chess import Engine, ReteChessError
from rete_chess.core.atoms import Castle, Promotion
from rete_chess.core.fen import format_fen, parse_fen
from rete_chess.core.geometry import Geometry, Zone
from rete_chess.core.lawbook import lawbook
from rete_chess.core.laws import Laws
from rete_chess.errors import BoardError, FenError, MoveError, RulesError
from tests.core.small import small_laws, small_piece
from tests.core.variants import chess_laws

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

BAD_FENS = [
    ("empty", "", "E_FEN"),
    ("blanks", "   ", "E_FEN"),
    ("a-word", "hello", "E_FEN"),
    ("seven-ranks", "8/8/8/8/8/8/8 w - - 0 1", "E_FEN"),
    ("nine-ranks", "8/8/8/8/8/8/8/8/8 w - - 0 1", "E_FEN"),
    ("rank-too-long", "9/8/8/8/8/8/8/8 w - - 0 1", "E_FEN"),
    ("rank-too-short", "7/8/8/8/8/8/8/8 w - - 0 1", "E_FEN"),
    ("rank-empty", "8//8/8/8/8/8/8 w - - 0 1", "E_FEN"),
    ("too-many-pieces", "rnbqkbnrr/8/8/8/8/8/8/8 w - - 0 1", "E_FEN"),
    ("two-gaps-are-one-number", "44/8/8/8/8/8/8/8 w - - 0 1", "E_FEN"),
    ("huge-gap", "99999999999999999999/8/8/8/8/8/8/8 w - - 0 1", "E_FEN"),
    ("unknown-letter", "xnbqkbnr/8/8/8/8/8/8/8 w - - 0 1", "E_FEN_LETTER"),
    ("unknown-capital", "X7/8/8/8/8/8/8/8 w - - 0 1", "E_FEN_LETTER"),
    ("a-sign", "?7/8/8/8/8/8/8/8 w - - 0 1", "E_FEN_LETTER"),
    ("long-s", "ſ7/8/8/8/8/8/8/8 w - - 0 1", "E_FEN_LETTER"),
    ("kelvin-for-k", "\u212a7/8/8/8/8/8/8/8 w - - 0 1", "E_FEN_LETTER"),
    ("arabic-digit", "\u0668/8/8/8/8/8/8/8 w - - 0 1", "E_FEN_LETTER"),
    ("superscript", "²²²²/8/8/8/8/8/8/8 w - - 0 1", "E_FEN_LETTER"),
    ("no-such-side", "8/8/8/8/8/8/8/8 x - - 0 1", "E_FEN"),
    ("side-in-capitals", "8/8/8/8/8/8/8/8 W - - 0 1", "E_FEN"),
    ("castling-sign", START.replace("KQkq", "K?"), "E_FEN"),
    ("castling-file-too-far", START.replace("KQkq", "I"), "E_FEN"),
    ("castling-no-file", START.replace("KQkq", "Z"), "E_FEN"),
    ("castling-no-file-black", START.replace("KQkq", "z"), "E_FEN"),
    ("castling-digit", START.replace("KQkq", "1"), "E_FEN"),
    ("castling-accent", START.replace("KQkq", "é"), "E_FEN"),
    ("passed-square-outside", START.replace(" - ", " i3 "), "E_FEN"),
    ("passed-square-rank-nine", START.replace(" - ", " e9 "), "E_FEN"),
    ("passed-square-zero", START.replace(" - ", " e0 "), "E_FEN"),
    ("passed-square-half", START.replace(" - ", " e "), "E_FEN"),
    ("passed-square-and-more", START.replace(" - ", " e3- "), "E_FEN"),
    ("clock-is-a-word", "8/8/8/8/8/8/8/8 w - - x 1", "E_FEN"),
    ("clock-is-negative", "8/8/8/8/8/8/8/8 w - - -1 1", "E_FEN"),
    ("clock-is-a-fraction", "8/8/8/8/8/8/8/8 w - - 1.5 1", "E_FEN"),
    ("clock-is-huge", "8/8/8/8/8/8/8/8 w - - 99999999999999999999 1", "E_FEN"),
    ("clock-in-arabic", "8/8/8/8/8/8/8/8 w - - \u0661 1", "E_FEN"),
    ("number-is-a-word", "8/8/8/8/8/8/8/8 w - - 0 one", "E_FEN"),
    ("number-is-negative", "8/8/8/8/8/8/8/8 w - - 0 -3", "E_FEN"),
    ("seven-fields", f"{START} 3", "E_FEN"),
    ("too-long", "8/" * 2000, "E_FEN"),
]


@pytest.mark.parametrize(("text", "code"), [row[1:] for row in BAD_FENS], ids=[row[0] for row in BAD_FENS])
def test_bad_fens(text: str, code: str) -> None:
    with pytest.raises(FenError) as caught:
        Engine(fen=text)
    assert caught.value.code == code
    assert code in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 w - - 0 1"),
        ("8/8/8/8/8/8/8/8 b", "8/8/8/8/8/8/8/8 b - - 0 1"),
        ("8/8/8/8/8/8/8/8 b - - 7", "8/8/8/8/8/8/8/8 b - - 7 1"),
        ("8/8/8/8/8/8/8/8 b - - 7 0", "8/8/8/8/8/8/8/8 b - - 7 1"),
        ("  8/8/8/8/8/8/8/8   w - -  0 1 ", "8/8/8/8/8/8/8/8 w - - 0 1"),
        # Rights that nobody can use, and a passed square that nobody passed, are dropped.
        ("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KKQQKQ - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
        ("4k3/8/8/8/8/4K3/8/R6R w KQ - 0 1", "4k3/8/8/8/8/4K3/8/R6R w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1"),
        ("4k3/4p3/8/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/4p3/8/3Pp3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/4n3/3Pp3/8/8/8/4K3 w - e6 0 1", "4k3/8/4n3/3Pp3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/3Pp3/4K3 w - e3 0 1", "4k3/8/8/8/8/8/3Pp3/4K3 w - - 0 1"),
        ("4k3/8/8/3Pn3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/3Pn3/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/4p3/8/8/8/4K3 w - - 0 1"),
    ],
)
def test_lenient_fens(text: str, meaning: str) -> None:
    assert Engine(fen=text).fen() == meaning


BAD_MOVES = [
    ("empty", START, "", "E_MOVE_TEXT"),
    ("blank", START, " ", "E_MOVE_TEXT"),
    ("a-word", START, "hello", "E_MOVE_TEXT"),
    ("one-square", START, "e", "E_MOVE_TEXT"),
    ("blank-inside", START, "e2 e4", "E_MOVE_TEXT"),
    ("blank-behind", START, "e2e4 ", "E_MOVE_TEXT"),
    ("line-break-behind", START, "e2e4\n", "E_MOVE_TEXT"),
    ("capitals", START, "E2E4", "E_MOVE_TEXT"),
    ("null-move", START, "0000", "E_MOVE_TEXT"),
    ("dashes", START, "--", "E_MOVE_TEXT"),
    ("four-castles", START, "O-O-O-O", "E_MOVE_TEXT"),
    ("two-promotions", START, "e7e8qq", "E_MOVE_TEXT"),
    ("arabic-digit", START, "e\u0662e\u0664", "E_MOVE_TEXT"),
    ("too-long", START, "e2e4" * 1000, "E_MOVE_TEXT"),
    ("long-tag", START, "e2e4@" + "a" * 1000, "E_MOVE_TEXT"),
    ("no-such-tag", START, "e2e4@shot", "E_MOVE_ILLEGAL"),
    ("nobody-there", START, "e3e4", "E_MOVE_ILLEGAL"),
    ("not-your-piece", START, "e7e5", "E_MOVE_ILLEGAL"),
    ("too-far", START, "e2e5", "E_MOVE_ILLEGAL"),
    ("nowhere", START, "e2e2", "E_MOVE_ILLEGAL"),
    ("promotion-in-the-middle", START, "e2e4q", "E_MOVE_ILLEGAL"),
    ("blocked", START, "a1a3", "E_MOVE_ILLEGAL"),
    ("san-blocked", START, "Ra3", "E_MOVE_ILLEGAL"),
    ("san-no-capture", START, "exd5", "E_MOVE_ILLEGAL"),
    ("san-takes-nothing", START, "Nxf3", "E_MOVE_ILLEGAL"),
    ("castle-too-early", START, "O-O", "E_MOVE_ILLEGAL"),
    ("promotion-is-missing", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8", "E_MOVE_ILLEGAL"),
    ("promotion-to-king", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8k", "E_MOVE_ILLEGAL"),
    ("promotion-to-nothing", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8x", "E_MOVE_ILLEGAL"),
    ("in-check", "4k3/8/8/8/8/8/4r3/K6R w - - 0 1", "h1h2", None),
    ("stays-in-check", "4k3/8/8/8/8/8/4r3/4K2R w - - 0 1", "h1h3", "E_MOVE_ILLEGAL"),
    ("pinned", "4k3/4r3/8/8/8/4B3/8/4K3 w - - 0 1", "e3d4", "E_MOVE_ILLEGAL"),
    ("castle-through-check", "4k3/8/8/8/8/8/5r2/4K2R w K - 0 1", "e1g1", "E_MOVE_ILLEGAL"),
    ("which-rook", "4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rd1", "E_MOVE_AMBIGUOUS"),
    ("which-knight-by-file", "4k3/8/8/1N6/8/1N6/8/4K3 w - - 0 1", "Nbd4", "E_MOVE_AMBIGUOUS"),
]


@pytest.mark.parametrize(
    ("fen", "text", "code"), [row[1:] for row in BAD_MOVES], ids=[row[0] for row in BAD_MOVES]
)
def test_bad_moves(fen: str, text: str, code: str | None) -> None:
    engine = Engine(fen=fen)
    before = engine.fen()
    if code is None:
        engine.apply(text)
        return
    with pytest.raises(MoveError) as caught:
        engine.apply(text)
    assert caught.value.code == code, str(caught.value)
    assert len(str(caught.value)) < 600
    assert engine.fen() == before
    assert engine.move_log == ()


def test_nothing_is_played_after_the_end() -> None:
    engine = Engine(fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert str(engine.result) == "draw by stalemate"
    with pytest.raises(ReteChessError) as caught:
        engine.apply("h8g8")
    assert caught.value.code == "E_GAME_OVER"


def test_nothing_to_undo() -> None:
    with pytest.raises(ReteChessError) as caught:
        Engine().undo()
    assert caught.value.code == "E_NOTHING_TO_UNDO"


@pytest.mark.parametrize("square", ["", "e", "e9", "i1", "E4", "e44", "44", -1, 64, 10**9])
def test_bad_squares(square: str | int) -> None:
    with pytest.raises(BoardError) as caught:
        Engine().piece_at(square)
    assert caught.value.code == "E_SQUARE"


@pytest.mark.parametrize("size", [(0, 8), (8, 0), (-1, 8), (17, 8), (8, 17), (10**6, 10**6), (0, 0)])
def test_impossible_boards(size: tuple[int, int]) -> None:
    with pytest.raises(BoardError) as caught:
        Geometry(*size)
    assert caught.value.code == "E_BOARD_SIZE"
    with pytest.raises(BoardError):
        lawbook(Laws((), (), *size))


def test_an_unknown_variant() -> None:
    with pytest.raises(ReteChessError) as caught:
        Engine("ches")
    assert caught.value.code == "E_UNKNOWN_NAME"
    assert "did you mean 'chess'" in str(caught.value)


MAN = small_piece("m", "moves: [{leap: forward}]")
BAD_LAWS = [
    ("promotion-to-nobody", small_laws(replace(MAN, promotion=Promotion(Zone(), ("king",))))),
    ("partner-is-nobody", small_laws(replace(MAN, castle=Castle(("rook",))))),
    ("same-letter", small_laws(MAN, replace(MAN, id="man"))),
    ("other-types", replace(small_laws(MAN), black=(replace(MAN, id="man"),))),
    ("too-many-types", small_laws(*(replace(MAN, id=f"m{n}", letter=chr(200 + n)) for n in range(64)))),
]


@pytest.mark.parametrize("laws", [row[1] for row in BAD_LAWS], ids=[row[0] for row in BAD_LAWS])
def test_impossible_laws(laws: Laws) -> None:
    with pytest.raises(RulesError) as caught:
        lawbook(laws)
    assert caught.value.code == "E_PIECE_RULES"


# -- anything at all -------------------------------------------------------------------------------

ALPHABET = "rnbqkpRNBQKPabcdefgh0123456789/ w-KQkq*xO=+#@. \n\t"


def noise(random: Random, count: int) -> Iterator[str]:
    """Random bytes as text, half of them from the letters that mean something."""
    for number in range(count):
        length = random.randrange(0, 90)
        if number % 2:
            yield "".join(random.choices(ALPHABET, k=length))
        else:
            yield random.randbytes(length).decode("latin-1")


def mutants(random: Random, count: int, texts: list[str]) -> Iterator[str]:
    """Valid texts with some signs replaced, dropped, doubled or swapped."""
    for _ in range(count):
        signs = list(random.choice(texts))
        for _ in range(random.randrange(1, 4)):
            place = random.randrange(len(signs) + 1)
            action = random.randrange(4)
            if action == 0:
                signs.insert(place, random.choice(ALPHABET))
            elif action == 1:
                signs[place : place + 1] = [random.choice(ALPHABET)]
            elif action == 2:
                signs[place : place + random.randrange(1, 4)] = []
            else:
                signs[place:place] = signs[place : place + random.randrange(1, 12)]
        yield "".join(signs)


FENS = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1",
    "qnbbr1kr/pp1ppp1p/4n3/6p1/2p3P1/2PP1P2/PP2P2P/QNBBRNKR w HEhe - 3 17",
]


def refusal(attempt: Callable[[], object]) -> str:
    """The code of the error that an attempt ends with, or nothing. Other errors pass through."""
    try:
        attempt()
    except ReteChessError as error:
        return error.code
    return ""


def check_fen(text: str) -> bool:
    """Whether the text is a position; if so, it plays and is written and read as the same."""
    book = lawbook(chess_laws())
    code = refusal(lambda: parse_fen(book, text))
    assert code in ("", "E_FEN", "E_FEN_LETTER")
    if code:
        return False
    again = format_fen(parse_fen(book, text))
    assert format_fen(parse_fen(book, again)) == again
    engine = Engine(fen=text)
    for move in list(engine.legal_moves())[:2]:
        engine.apply(move)
        engine.undo()
    assert engine.fen() == again
    return True


def test_noise_as_fen() -> None:
    for text in noise(Random(1), 10_000):
        check_fen(text)


def test_mutants_as_fen() -> None:
    positions = sum(check_fen(text) for text in mutants(Random(2), 10_000, FENS))
    assert positions > 300


def check_move(engine: Engine, text: str) -> bool:
    """Whether the text is a move here; the game stays as it was."""
    before = engine.fen()
    code = refusal(lambda: engine.apply(text))
    assert code in ("", "E_MOVE_TEXT", "E_MOVE_ILLEGAL", "E_MOVE_AMBIGUOUS"), text
    if not code:
        engine.undo()
    assert engine.fen() == before
    return not code


def test_noise_as_moves() -> None:
    engines = [Engine(fen=fen) for fen in FENS]
    for number, text in enumerate(noise(Random(3), 10_000)):
        check_move(engines[number % 4], text[: number % 12])


def test_mutants_as_moves() -> None:
    random = Random(4)
    found = 0
    for fen in FENS:
        engine = Engine(fen=fen)
        texts = [str(move) for move in engine.legal_moves()]
        texts += [engine.san(move) for move in texts]
        found += sum(check_move(engine, text) for text in mutants(random, 2_500, texts))
    assert found > 200
