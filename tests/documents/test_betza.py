"""Betza notation: texts and the atoms they mean, both ways, as Fairy-Stockfish reads them, too."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rete_chess.compiler import catalog
from rete_chess.core.atoms import Atom, Topology
from rete_chess.core.geometry import geometry
from rete_chess.core.paths import ways_from
from rete_chess.documents.language.atom import MoveAtom, to_atom
from rete_chess.documents.language.betza import BetzaError, format_betza, parse_betza
from tests.cli.conftest import run  # noqa: F401
from tests.cli.helpers import Run


def atoms(text: str) -> tuple[Atom, ...]:
    return tuple(to_atom(MoveAtom.model_validate(atom)) for atom in parse_betza(text))


def targets(text: str, color: int = 0) -> set[str]:
    board = geometry(8, 8)
    ways = ways_from(board, color, atoms(text), Topology(), board.parse_square("d4"))
    return {board.names[way.target] for way in ways}


MEANT: dict[str, str] = {
    "fN": "c6 e6",
    "fsN": "b5 f5",
    "fhN": "c6 e6 b5 f5",
    "vN": "c6 e6 c2 e2",
    "sN": "b5 f5 b3 f3",
    "fbN": "c6 e6 c2 e2",
    "fW": "d5",
    "sW": "c4 e4",
    "vW": "d3 d5",
    "fsW": "d5 c4 e4",
    "fF": "c5 e5",
    "fsF": "c5 e5",
    "K": "c3 c4 c5 d3 d5 e3 e4 e5",
    "W2": "d5 d6 d3 d2 c4 b4 e4 f4",
    "fR": "d5 d6 d7 d8",
    "bF2": "c3 b2 e3 f2",
    "A": "b2 b6 f2 f6",
    "C": "c7 e7 c1 e1 a5 a3 g5 g3",
    "nD": "d6 d2 b4 f4",
    "lN": "b5 b3",
    "frN": "f5",
    "rfN": "e6",
    "lhN": "c6 b5 b3 c2",
    "hrN": "e6 f3 c2 b5",
    "hlN": "c6 b3 e2 f5",
    "lR": "c4 b4 a4",
    "lfrbB": "c5 b6 a7 e3 f2 g1",
    "mfrW": "d5 e4",
    "nZ": "b1 b7 f1 f7 a2 a6 g2 g6",
}


@pytest.mark.parametrize("text", MEANT)
def test_squares(text: str) -> None:
    assert targets(text) == set(MEANT[text].split())


@pytest.mark.parametrize(
    ("text", "squares"),
    [("fN", "c2 e2"), ("rN", "b5 b3"), ("rfN", "c2"), ("hrN", "e6 f3 c2 b5"), ("lfrbB", "c5 b6 a7 e3 f2 g1")],
)
def test_black_sees_the_board_from_the_other_side(text: str, squares: str) -> None:
    assert targets(text, 1) == set(squares.split())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("fmW", {"leap": [[0, 1]], "mode": "move"}),
        ("nN", {"via": "orthogonal"}),
        ("cpR", {"land": "any", "mode": "capture"}),
        ("gQ", {"land": "next"}),
        ("fceF", {"mode": "capture", "enPassant": "takes"}),
        ("ifmnD", {"from": {"ownRank": 2}, "mode": "move", "via": "orthogonal"}),
        ("NN", {"slide": [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]]}),
    ],
)
def test_atoms(text: str, found: dict[str, Any]) -> None:
    atom = parse_betza(text)[0]
    assert {key: atom[key] for key in found} == found


#: a text, the place of the letter that cannot be read, words of the message
REFUSED = [
    ("", 0, "letters are expected"),
    ("fmWX", 3, "'X' is no atom"),
    ("fuW", 1, "'u' is no modifier"),
    ("W fF", 1, "is no modifier"),
    ("Wf", 1, "before the letter of an atom"),
    ("pW", 0, "riders hop"),
    ("gR3", 0, "no limit"),
    ("nF", 0, "are lame"),
    ("hN", 0, "`h` stands"),
    ("W²", 1, "is no modifier"),
    ("W" * 65, 0, "letters are expected"),
    ("eF", 0, "needs `c`"),
    ("hW", 0, "`h` stands"),
    ("O", 0, "'O' is no atom"),
]


@pytest.mark.parametrize(("text", "place", "words"), REFUSED)
def test_what_cannot_be_said_is_refused_at_its_letter(text: str, place: int, words: str) -> None:
    with pytest.raises(BetzaError, match=words) as raised:
        parse_betza(text)
    assert raised.value.place == place


@pytest.mark.parametrize("text", [*MEANT, "mRcpR", "fmWfcF", "gQ", "NN", "nN", "nA", "ifmnD", "fceF", "KNAD"])
def test_what_is_written_means_the_same(text: str) -> None:
    written = format_betza(atoms(text))
    assert written is not None
    assert ways(written) == ways(text)


def ways(text: str) -> set[Any]:
    """All that a text lets both sides do from the middle and from the second rank."""
    board = geometry(8, 8)
    return {
        (color, square, way.target, way.clear, way.hurdles, way.is_quiet, way.is_capture)
        for color in (0, 1)
        for square in ("d5", "d2")
        for way in ways_from(board, color, atoms(text), Topology(), board.parse_square(square))
    }


def test_texts_are_read_or_refused_and_written_as_they_mean() -> None:
    """A law on random texts; whatever letters they are made of, they are refused at one of them."""
    chance, read, refused = Random("betza"), 0, []
    for _ in range(600):
        text = "".join(
            chance.choice("fblrvshmcnpgieWFDNAHCZGKQRB2304²É ") for _ in range(chance.randint(1, 6))
        )
        text += chance.choice("WFDNRBQK")
        try:
            parse_betza(text)
        except BetzaError as error:
            refused.append(0 <= error.place <= len(text))
            continue
        read += 1
        written = format_betza(atoms(text))
        assert written is not None, text
        assert ways(written) == ways(text), (text, written)
    assert read > 60
    assert len(refused) > 60
    assert all(refused)


def test_shipped_pieces_are_written_or_not() -> None:
    known = {name: format_betza(catalog.piece(name).atoms) for name in ("horse", "cannon", "khon", "pawn")}
    assert known == {"horse": "nN", "cannon": "mRcpR", "khon": "FfW", "pawn": None}


def test_the_command_shows_atoms_and_squares(run: Run) -> None:  # noqa: F811
    answer = run("betza", "fmWfcF", "--json").json
    assert (answer["moves"], answer["captures"]) == (["e6"], ["d6", "f6"])
    shown = run("betza", "fmWfcF").out
    assert "- {leap: [[0, 1]], mode: move}" in shown
    assert ". . . x o x . . ." in shown
    assert run("betza", "--of", "horse").out.startswith("nN\n")
    assert run("betza", "fuW").code == 2
    assert run("betza", "--of", "pawn").code == 2
    assert run("betza").code == 2
