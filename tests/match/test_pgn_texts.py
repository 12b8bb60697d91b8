"""PGN as it is found in the world: what belongs to which game, and where mistakes stand."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rete_chess.match.pgn import PgnGame, PgnMove, read_games
from rete_chess.match.pgn import games as limits
from rete_chess.match.pgn.tokens import LONGEST_COMMENT, LONGEST_TAG


def read(text: Any) -> list[PgnGame]:
    return list(read_games(text))


def one(text: Any) -> PgnGame:
    (game,) = read(text)
    return game


def texts(line: list[PgnMove]) -> list[Any]:
    """The moves of a line, behind each its variations."""
    told: list[Any] = []
    for move in line:
        told.append(move.text)
        told += [texts(variation) for variation in move.variations]
    return told


def found(game: PgnGame) -> list[tuple[str, int | None, int | None]]:
    return [(problem.code, problem.line, problem.column) for problem in game.problems]


#: A text of moves, and the moves that it holds.
LINES: dict[str, tuple[str, list[Any]]] = {
    "numbers": ("1. e4 e5 2.Nf3 Nc6 3.Bb5", ["e4", "e5", "Nf3", "Nc6", "Bb5"]),
    "numbers with more dots": ("1... e5 2. ... Nf6 3 . d4 4... d5", ["e5", "Nf6", "d4", "d5"]),
    "numbers without dots": ("1 e4 e5 2 Nf3", ["e4", "e5", "Nf3"]),
    "numbers glued on both sides": ("1.e4 e5 2.Nf3 12...Nf6", ["e4", "e5", "Nf3", "Nf6"]),
    "an ellipsis": ("1… e5", ["e5"]),
    "castling with zeros": ("1. 0-0 0-0-0+ 2. O-O", ["0-0", "0-0-0+", "O-O"]),
    "nobody moves": ("1. -- Z0 2. @@@@ 0000", ["--", "Z0", "@@@@", "0000"]),
    "in passing": ("1. exd6 e.p. exd6e.p. 2. exd6ep", ["exd6", "exd6e.p.", "exd6ep"]),
    "promotions": ("1. e8=Q e8Q 2. e8(Q) e8/Q", ["e8=Q", "e8Q", "e8(Q)", "e8/Q"]),
    "drops and acts": ("1. N@f3 @e4 2. fireball:c4xe6+ pass", ["N@f3", "@e4", "fireball:c4xe6+", "pass"]),
    "variations": ("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5", [
        "e4", ["d4", "d5", ["Nf6", "c4"], "c4"], ["c4"], "e5"]),
    "a variation without blanks": ("1. e4(1. d4)e5", ["e4", ["d4"], "e5"]),
    "an empty variation": ("1. e4 () e5", ["e4", [], "e5"]),
    "a result in a variation": ("1. e4 (1. f4 e5 0-1) e5", ["e4", ["f4", "e5"], "e5"]),
    "comments": ("1. e4{a}e5 {b} ; c\n2. Nf3 ; 1. d4 (", ["e4", "e5", "Nf3"]),
    "an escaped line": ("1. e4\n% 1. d4 {\ne5", ["e4", "e5"]),
    "a sign of percent within a line": ("1. e4 %foo", ["e4", "%foo"]),
    "ends of lines": ("1. e4\r\ne5\r2. Nf3\n\n\nNc6", ["e4", "e5", "Nf3", "Nc6"]),
    "zero bytes": ("1. e4\0 e5\0\0", ["e4", "e5"]),
    "words that mean nothing": ("1. e4 x e5 ch 2. Nf3 mate", ["e4", "e5", "Nf3"]),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_moves(name: str) -> None:
    text, moves = LINES[name]
    game = one(f"{text}\n *")
    assert texts(game.moves) == moves
    assert (game.score, game.problems) == ("*", [])


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
@pytest.mark.parametrize("name", LINES)
def test_moves_that_come_in_pieces(name: str, size: int) -> None:
    text, moves = LINES[name]
    given = f"{' ' * 65_530}{text} *".encode()  # so that it stands where two pieces meet
    pieces = [given[:65_540], *(given[at : at + size] for at in range(65_540, len(given), size))]
    assert texts(one(pieces).moves) == moves


def test_judgements() -> None:
    game = one("1. e4! e5?! $14 2. Nf3!! $1$2 Nc6 += 3. Bb5 ± a6 N *")
    assert [move.nags for move in game.moves] == [[1], [6, 14], [3, 1, 2], [14], [16], [146]]


def test_comments_stand_with_their_moves() -> None:
    game = one("{first} 1. e4 {a  b\nc} {d} (1. d4 {x}) ({y} 1. c4) e5 ; rest\n *")
    assert game.comments == ["first"]
    assert [move.comments for move in game.moves] == [["a b c", "d"], ["rest"]]
    assert game.moves[0].variations[0][0].comments == ["x"]
    assert game.moves[0].variations[1][0].before == ["y"]


@pytest.mark.parametrize(
    ("line", "tags"),
    [
        ('[White "Ann"]', {"White": "Ann"}),
        ('[White "Ann"][Black "Bob"]', {"White": "Ann", "Black": "Bob"}),
        ('  [ White   "Ann" ]  ', {"White": "Ann"}),
        (r'[White "Ann \"the Ox\" \\ B"]', {"White": 'Ann "the Ox" \\ B'}),
        ('[White "Ann "the Ox""]', {"White": 'Ann "the Ox"'}),
        ('[White ""]', {"White": ""}),
        ("[WhiteElo 2000]", {"WhiteElo": "2000"}),
        ('[White "a]b"]', {"White": "a]b"}),
    ],
)
def test_tags(line: str, tags: dict[str, str]) -> None:
    game = one(f"{line}\n\n1. e4 *")
    assert (game.tags, game.problems, len(game.moves)) == (tags, [], 1)


@pytest.mark.parametrize(
    ("given", "name"),
    [("Müller ♞".encode(), "Müller ♞"), ("Müller".encode("latin-1"), "Müller"), (b"\xff\xfe", "ÿþ")],
)
def test_texts_are_utf8_or_latin1(given: bytes, name: str) -> None:
    text = b'\xef\xbb\xbf[White "' + given + b'"]\n\n1. e4 {' + given + b"} *"
    game = one(text)
    assert (game.tags, game.moves[0].comments) == ({"White": name}, [name])


def test_utf16_is_said_to_be_so() -> None:
    game = one("1. e4 *".encode("utf-16"))
    assert (found(game), game.problems[0].message) == ([("E_PGN", 1, 1)], "the file is written in UTF-16")


@pytest.mark.parametrize(
    ("end", "score"),
    [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("1–0", "1-0"), ("*", "*")],
)
def test_results(end: str, score: str) -> None:
    game = one(f'[Result "{score}"]\n\n1. e4 {end}')
    assert (game.score, game.result, game.problems) == (score, score, [])


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ('[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. d4 *', [1, 1]),
        ('[Event "a"]\n\n1. e4\n\n[Event "b"]\n\n1. d4 *', [1, 1]),
        ('[Event "a"]\n[Event "b"]\n\n1. d4 *', [0, 1]),
        ("1. e4 e5 1-0 1. d4 *", [2, 1]),
        ("1. e4 1-0 {Black resigns} $5\n\n1. d4 d5 *", [1, 2]),
        ("", []),
        (" \n\n\t\n", []),
        ("; nothing but a comment", [0]),
        ("*", [0]),
    ],
)
def test_where_games_begin(text: str, moves: list[int]) -> None:
    assert [len(game.moves) for game in read(text)] == moves


#: A text of two games, the first of them broken, and what is found with its place.
BROKEN: dict[str, tuple[str, list[tuple[str, int, int]]]] = {
    "a comment without an end": ("1. e4 {never\nended\n", [("E_PGN", 3, 7)]),
    "a variation without an end": ("1. e4 (1. d4 d5 *\n", [("E_PGN", 3, 17)]),
    "a parenthesis too many": ("1. e4 ) e5 *\n", [("E_PGN", 3, 7)]),
    "a variation of nothing": ("(1. d4) 1. e4 *\n", [("E_PGN", 3, 1)]),
    "a bracket": ("1. e4 ] e5 *\n", [("E_PGN", 3, 7)]),
    "half a tag": ('[White "Ann\n1. e4 *\n', [("E_PGN", 3, 1)]),
    "no result": ("1. e4 é e5", [("W_PGN", 3, 9)]),
    "deep variations": ("1. e4 " + "(1. d4 " * 101, [("E_PGN_LIMIT", 3, 707)]),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_mistake_costs_its_own_game(name: str) -> None:
    text, problems = BROKEN[name]
    broken, sound = read(f'[Event "a"]\n\n{text}\n\n[Event "b"]\n\n1. d4 d5 2. c4 *\n')
    assert found(broken) == problems
    assert (len(sound.moves), sound.problems, sound.number) == (3, [], 2)
    assert sound.tags == {"Event": "b"}


def test_places_are_counted_in_signs() -> None:
    game = one("1. e4 {é♞} ) e5 é )\n\n ) *".encode())
    assert [place[1:] for place in found(game)] == [(1, 12), (1, 19), (3, 2)]


def test_what_tags_and_moves_say_of_the_result() -> None:
    game = one('[Result "1-0"]\n\n1. e4 0-1')
    assert (game.score, found(game)) == ("0-1", [("W_PGN", 1, 1)])
    assert game.is_sound


def test_problems_are_listed_up_to_a_number() -> None:
    game = one("1. e4 " + ") " * 100 + "*")
    assert (len(game.problems), game.unlisted) == (limits.MOST_PROBLEMS, 100 - limits.MOST_PROBLEMS)


def test_an_error_is_listed_whatever_was_before() -> None:
    game = one("1. e4 " + "{" + "x" * (LONGEST_COMMENT + 1) + "}" + " ) *")
    assert [problem.code for problem in game.problems] == ["W_PGN", "E_PGN"]
    game = one('[A "a"]\n' + "".join(f'[A "{number}"]\n' for number in range(40)) + "1. e4 ) *")
    assert not game.is_sound
    assert game.problems[-1].code == "E_PGN"


def test_long_comments_are_cut() -> None:
    game = one("1. e4 {" + "x" * 500_000 + "} e5 *")
    assert len(game.moves[0].comments[0]) == LONGEST_COMMENT
    assert (len(game.moves), game.is_sound, game.problems[0].message) == (2, True, "a long comment is cut")


@pytest.mark.parametrize(
    "text",
    [
        "e4 " * 10_001,
        "e4 (" + "e4 " * 50_000 + ")",
        "e4 " + "$1" * 200_001,
        "".join(f'[A{number} "b"]\n' for number in range(201)),
    ],
    ids=["moves", "nodes", "words", "tags"],
)
def test_limits(text: str) -> None:
    broken, sound = read(f'{text}\n[Event "b"]\n\n1. d4 *')
    assert [problem.code for problem in broken.problems] == ["E_PGN_LIMIT"]
    assert (len(sound.moves), sound.problems) == (1, [])


def test_a_tag_is_no_longer_than_others_may_be() -> None:
    game = one('[A "' + "b" * LONGEST_TAG * 2 + '"]\n[B "c"]\n\n1. d4 *')
    assert (game.tags, len(game.moves), found(game)) == ({"B": "c"}, 1, [("E_PGN_LIMIT", 1, 1)])
    game = one('[A "' + "b" * (LONGEST_TAG - 100) + '"]\n[B "' + "c" * (LONGEST_TAG - 100) + '"]\n\n1. d4 *')
    assert (len(game.tags), len(game.moves), found(game)) == (2, 1, [])


def test_sources(tmp_path: Path) -> None:
    file = tmp_path / "a.pgn"
    file.write_bytes(b"1. e4 e5 *")

    def pieces() -> Iterator[bytes]:
        yield b"1. e4 "
        yield b"e5 *"

    sources: list[Any] = ["1. e4 e5 *", b"1. e4 e5 *", file, io.BytesIO(b"1. e4 e5 *"), pieces()]
    sources.append(io.StringIO("1. e4 e5 *"))
    assert [texts(one(source).moves) for source in sources] == [["e4", "e5"]] * 6


def test_a_text_is_never_opened() -> None:
    assert texts(one("/etc/passwd").moves) == ["/etc/passwd"]


def test_games_are_read_as_they_come() -> None:
    def pieces() -> Iterator[bytes]:
        while True:
            yield b'[Event "x"]\n\n1. e4 *\n' * 5000

    games = read_games(pieces())
    assert [next(games).number for _ in range(6000)][-1] == 6000
