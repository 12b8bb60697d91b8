"""FEN in and out: X-FEN with counts of several digits, file letters for castling, `*` for walls, `=` before
pieces that are nobody's, hands in brackets behind the board, `~` behind a promoted piece that falls back.

The en-passant field names the square passed and, where the victim does not stand right behind it,
the victim's square too (`d6c5`). Rights that no piece on the board can use are dropped. Where laws ask who
has moved, the letters of files in the castling field name pieces of the first rank that have not.
"""

from __future__ import annotations

import re
from typing import Final

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.castling import (
    LEAST_FILES,
    Right,
    Rights,
    give_rights,
    home_rank,
    is_orthodox,
    make_right,
    read_unmoved,
    unmoved_letters,
)
from rete_chess.core.geometry import BLACK, FILES, NEUTRAL, WHITE
from rete_chess.core.keys import SIDE_KEY, wall_key
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.moves import Exposed, exposed_by, promotion_of, target_of
from rete_chess.core.reach import COLOR, EMPTY, WALL, Reach, expose
from rete_chess.errors import FenError, clip

#: No FEN of a 16 x 16 board is longer; longer texts are not looked at.
MAX_LENGTH: Final = 1024
#: The largest counter that is read; games go beyond it, but what is written can be read again.
MAX_COUNT: Final = 1_000_000

#: What stands before the letter of a piece that is nobody's.
NOBODYS: Final = "="

_RUN = re.compile(r"[0-9]+|=?\+?[A-Za-z]~?|\*~?|.", re.DOTALL)
_HELD = re.compile(r"\+?[A-Za-z]|.", re.DOTALL)
_SQUARE = re.compile(r"[a-p][0-9]{1,2}")
_NUMBER = re.compile(r"[0-9]{1,7}")


def parse_fen(book: Lawbook, text: str, chess960: bool = False) -> Board:
    """The board of a FEN record. Missing fields take their usual values."""
    if len(text) > MAX_LENGTH:
        raise FenError(
            "E_FEN", "the FEN is too long", found=f"{len(text)} characters", expected=f"at most {MAX_LENGTH}"
        )
    fields = text.split()
    if not 1 <= len(fields) <= 6:
        raise FenError(
            "E_FEN",
            "wrong number of FEN fields",
            found=text,
            expected="placement, side, castling, en passant, clock and move number",
        )
    fields = _filled(fields)
    board = Board(book)
    placement, bracket, held = fields[0].partition("[")
    _read_placement(board, placement)
    _read_hands(board, held if bracket else None)
    if fields[1] not in ("w", "b"):
        raise FenError("E_FEN", "no such side to move", found=fields[1], expected="w or b")
    board.turn = BLACK if fields[1] == "b" else WHITE
    if board.turn == BLACK:
        board.key ^= SIDE_KEY
    _read_castling(board, fields[2], chess960)
    if book.laws.start:
        start, *begun = start_board(book)
        read_unmoved(board, start, fields[2], is_start=[placement, fields[2]] == begun)
    board.is_chess960 = chess960 or not all(is_orthodox(book.geometry, right) for right in board.rights.all)
    board.exposed = _read_en_passant(board, fields[3])
    if board.exposed is not None:
        board.key ^= board.exposed.key
    board.clock = _read_count(fields[4], "half-move clock", 0)
    board.fullmove = _read_count(fields[5], "move number", 0) or 1
    if is_in_check(board, board.turn ^ 1):
        board.irregular_at = 0
    return board


def _filled(fields: list[str]) -> list[str]:
    """The fields of a FEN record with the usual ones in place of those that are missing."""
    if len(fields) == 4 and fields[2].isdecimal():
        fields = [*fields[:2], "-", "-", *fields[2:]]  # games without these fields often leave them out
    return [*fields, *["w", "-", "-", "0", "1"][len(fields) - 1 :]]


def start_board(book: Lawbook) -> tuple[Board, str, str]:
    """The pieces of the start position, under laws that ask who has moved, and its first and third field."""
    fields = _filled(book.laws.start.split())
    board = Board(book)
    placement = fields[0].partition("[")[0]
    _read_placement(board, placement)
    return board, placement, fields[2]


def _read_placement(board: Board, text: str) -> None:
    """Fill the squares, then number the pieces from a1 to the last square."""
    geometry = board.book.geometry
    rows = text.split("/")
    if len(rows) != geometry.height:
        raise FenError(
            "E_FEN",
            "wrong number of ranks",
            found=len(rows),
            expected=f"{geometry.height} separated by '/'",
        )
    for number, row in enumerate(rows):
        rank = geometry.height - 1 - number
        file = 0
        for run in _RUN.findall(row):
            if run.isascii() and run.isdigit():
                file += int(run[:4])
            elif file < geometry.width:
                _read_piece(board, run, geometry.square(file, rank))
                file += 1
            else:
                file += 1
        if file != geometry.width:
            raise FenError(
                "E_FEN",
                f"rank {rank + 1}, {clip(row)}, has the wrong length",
                found=file,
                expected=f"{geometry.width} squares",
            )
    board.squares.clear()
    for square in range(geometry.size):
        if 0 <= board.cells[square] < WALL:
            board.entities[square] = board.next_entity
            board.squares[board.next_entity] = square
            board.next_entity += 1


def _read_hands(board: Board, text: str | None) -> None:
    """Fill the hands: as the text says up to its bracket, or as a game begins if there is none."""
    table = board.book.hands
    if table is None:
        if text is not None:
            raise FenError("E_FEN", "nobody has pieces in hand in this game", found=f"[{text}")
        return
    if text is None:
        board.hands = table.begin()
    else:
        board.hands = table.nothing()
        if not text.endswith("]"):
            raise FenError("E_FEN", "the hands have no end", found=f"[{text}", expected="pieces and ']'")
        for letter in _HELD.findall(text[:-1].removesuffix("-")):
            index = _kind(board, letter, "in a hand")
            color = WHITE if letter.isupper() else BLACK
            if not table.holds[color][index]:
                raise FenError("E_FEN", f"no hand holds the {board.book.types[index]}", found=f"[{text}")
            board.hands[color][index] += 1
    board.key ^= table.key(board.hands)


def _kind(board: Board, letter: str, where: str) -> int:
    """The index of the type that a letter means."""
    index = board.book.by_letter.get(letter.lower()) if letter.isascii() else None
    if index is None:
        letters = sorted(board.book.by_letter)
        raise FenError(
            "E_FEN_LETTER",
            f"unknown piece letter {where}",
            found=letter,
            expected=f"one of {''.join(letters).upper()} or {''.join(letters)}",
            hint="a further piece type gets its letter under `pieces`",
        )
    return index


def _read_piece(board: Board, letter: str, square: int) -> None:
    if letter == board.book.wall_letter:
        board.cells[square] = WALL
        board.key ^= wall_key(square)
        return
    plain, is_promoted = letter.removesuffix("~"), len(letter) > 1 and letter.endswith("~")
    name = board.book.geometry.names[square]
    color = WHITE if letter.isupper() else BLACK
    if plain in board.book.by_neutral_letter:
        color, index = NEUTRAL, board.book.by_neutral_letter[plain]
    else:
        if plain[:1] == NOBODYS and len(plain) > 1:
            color, plain = NEUTRAL, plain[1:]
        index = _kind(board, plain, f"on {name}")
    sources = board.book.sources_of(index, color) if is_promoted else []
    if is_promoted and not sources:
        kind = board.book.types[index]
        raise FenError("E_FEN", f"nobody promotes to the {kind} on {name} and falls back", found=letter)
    board.stand(board.book.row_from(color, index, sources[0] if sources else -1)[square], square, 0)


def _read_castling(board: Board, text: str, chess960: bool) -> None:
    if text == "-":
        return
    rights: list[Right] = []
    for letter in text:
        if not (letter.isascii() and letter.isalpha()) or (
            letter.lower() not in "kq" and not 0 <= FILES.find(letter.lower()) < board.book.geometry.width
        ):
            raise FenError(
                "E_FEN", "no such castling right", found=text, expected="'-', letters of KQkq or files"
            )
        if board.book.laws.start and letter not in "KQkq" and not chess960:
            continue  # it names a piece that has not moved
        right = _find_right(board, letter, len(rights))
        if right is not None and all(other.move != right.move for other in rights):
            rights.append(right)
    give_rights(board, Rights(tuple(rights), board.book.geometry.size))


def _find_right(board: Board, letter: str, number: int) -> Right | None:
    """The right a letter means: the outermost partner on a side, or the partner on a file."""
    color = WHITE if letter.isupper() else BLACK
    geometry = board.book.geometry
    own = board.pieces[color]
    castlers = [s for s in sorted(own) if own[s].can_castle and _is_at_home(board, own[s])]
    if not castlers or geometry.width < LEAST_FILES:
        return None
    king = _likely_castler(board, castlers)
    castle = board.book.piece(own[king].type_index, color).castle
    if castle is None:
        return None
    types = [board.book.index_of(partner) for partner in castle.partners]
    first = geometry.rank_of(king) * geometry.width
    squares = range(first, first + geometry.width)
    partners = [s for s in squares if s in own and own[s].type_index in types and s != king]
    side = letter.lower()
    if side == "k":
        rooks = [s for s in partners if s > king][-1:]
    elif side == "q":
        rooks = [s for s in partners if s < king][:1]
    else:
        rooks = [s for s in partners if geometry.file_of(s) == FILES.index(side)]
    if not rooks:
        return None
    right = make_right(geometry, 1 << number, color, king, rooks[0], castle)
    return right.in_manners(board.book.manners)


def _is_at_home(board: Board, reach: Reach) -> bool:
    """Whether a piece stands on the rank on which those of its type castle."""
    geometry, castle = board.book.geometry, board.book.piece(reach.type_index, reach.color).castle
    return castle is not None and geometry.rank_of(reach.square) == home_rank(geometry, reach.color, castle)


def _likely_castler(board: Board, castlers: list[int]) -> int:
    """Of several pieces that might castle, the one on the usual file, else the first."""
    usual = board.book.geometry.width // 2
    for square in castlers:
        if board.book.geometry.file_of(square) == usual:
            return square
    return castlers[0]


def unusual_rights(board: Board, text: str) -> str:
    """The letters K and Q of a castling field that stand for rights of other squares than the usual ones."""
    found = ((letter, _find_right(board, letter, 0)) for letter in text if letter in "KQkq")
    geometry = board.book.geometry
    return "".join(letter for letter, right in found if right and not is_orthodox(geometry, right))


def _read_en_passant(board: Board, text: str) -> Exposed | None:
    if text == "-":
        return None
    names = _SQUARE.findall(text)
    geometry = board.book.geometry
    if "".join(names) != text or not all(geometry.has_square(name) for name in names):
        raise FenError(
            "E_FEN",
            "no such en-passant square",
            found=text,
            expected="'-', the square passed, or that and the victim's square",
        )
    squares = [geometry.parse_square(name) for name in names]
    # Fairy-Stockfish names the victim's square, too, wherever that comes among those passed.
    taken = [square for square in squares if board.cells[square] == board.turn ^ 1]
    victim = taken[0] if len(taken) == 1 else _behind(board, squares[0])
    targets = tuple(square for square in squares if square != victim)
    if not targets or victim < 0 or board.cells[victim] != board.turn ^ 1:
        return None
    if board.book.laws.has_profiles:  # single pieces may pass, and take, otherwise than their type
        is_free = all(board.cells[square] == EMPTY for square in targets)
        return exposed_by(targets, victim) if is_free else None
    if not _may_have_passed(board, targets, victim):
        return None
    return expose(board, targets, victim, board.turn ^ 1)


def _may_have_passed(board: Board, targets: tuple[int, ...], victim: int) -> bool:
    """Whether the piece on the victim's square may just have come over the targets."""
    color = board.turn ^ 1
    kind = board.pieces[color][victim].type_index
    for row in board.book.rows[color]:
        for reach in row:
            for move, passed in reach.passed.items():
                promotion = promotion_of(move)
                if (
                    target_of(move) == victim
                    and set(targets) <= set(passed)
                    and kind == (promotion if promotion >= 0 else reach.type_index)
                    and all(board.cells[square] == EMPTY for square in (reach.square, *passed))
                ):
                    return True
    return False


def _behind(board: Board, target: int) -> int:
    """Where the victim stands that passed a square straight ahead."""
    width = board.book.geometry.width
    victim = target + (width if board.turn == BLACK else -width)
    return victim if 0 <= victim < board.book.geometry.size else -1


def _read_count(text: str, what: str, least: int) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= MAX_COUNT:
        raise FenError("E_FEN", f"the {what} is not a number", found=text, expected=f"{least} to {MAX_COUNT}")
    return int(text)


def format_fen(board: Board) -> str:
    """The FEN record of a position."""
    return " ".join(
        (
            format_placement(board) + format_hands(board),
            "wb"[board.turn],
            format_castling(board),
            format_en_passant(board),
            str(min(board.clock, MAX_COUNT)),
            str(min(board.fullmove, MAX_COUNT)),
        )
    )


def format_placement(board: Board) -> str:
    """The placement field."""
    geometry = board.book.geometry
    rows = []
    for rank in range(geometry.height - 1, -1, -1):
        row = ""
        empty = 0
        for file in range(geometry.width):
            letter = _letter(board, geometry.square(file, rank))
            if letter:
                row += (str(empty) if empty else "") + letter
                empty = 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def format_hands(board: Board) -> str:
    """The hands in brackets, White's first, the most valuable pieces first; nothing where there are none."""
    if board.hands is None:
        return ""
    book, found = board.book, ""
    for color, counts in enumerate(board.hands):
        order = sorted(range(len(counts)), key=lambda index: (book.piece(index, color).value, index))[::-1]
        text = "".join([book.letters[index] * counts[index] for index in order])
        found += text.upper() if color == WHITE else text
    return f"[{found}]"


def _letter(board: Board, square: int) -> str:
    cell = board.cells[square]
    if cell == WALL:
        return board.book.wall_letter
    if cell < 0:
        return ""
    color = cell & COLOR
    reach = board.pieces[color][square]
    return piece_text(board.book, reach.type_index, color) + ("~" if reach.was >= 0 else "")


def piece_text(book: Lawbook, index: int, color: int) -> str:
    """How a piece of a type and colour is written: in capitals if it is White's, behind `=` if nobody's and
    without a letter of its own."""
    if color == NEUTRAL:
        return book.neutral_letters.get(index) or NOBODYS + book.letters[index]
    return book.letters[index].upper() if color == WHITE else book.letters[index]


def format_castling(board: Board) -> str:
    """The castling field: rights still alive, White's first, and the files of others that have not moved."""
    alive = [right for right in board.rights.all if board.castling & right.bit]
    letters = {_right_letter(board, right) for right in alive}
    if board.rights.unmoved:
        letters |= unmoved_letters(board, {square for right in alive for square in (right.king, right.rook)})
    return (
        "".join(sorted(letters, key=lambda letter: (letter.islower(), "kq".find(letter.lower()) < 0, letter)))
        or "-"
    )


def _right_letter(board: Board, right: Right) -> str:
    """K or Q if the partner is the outermost on its side, else the letter of its file."""
    own = board.pieces[right.color]
    geometry = board.book.geometry
    first = geometry.rank_of(right.rook) * geometry.width
    outside = range(right.rook + 1, first + geometry.width) if right.is_kingside else range(first, right.rook)
    castle = board.book.piece(own[right.king].type_index, right.color).castle
    names = (board.book.types[own[right.rook].type_index],) if castle is None else castle.partners
    if any(s in own and board.book.types[own[s].type_index] in names for s in outside):
        letter = FILES[geometry.file_of(right.rook)]
    else:
        letter = "k" if right.is_kingside else "q"
    return letter.upper() if right.color == WHITE else letter


def format_en_passant(board: Board) -> str:
    """The en-passant field."""
    exposed = board.exposed
    if exposed is None:
        return "-"
    names = board.book.geometry.names
    text = "".join(names[target] for target in exposed.targets)
    if len(exposed.targets) == 1 and _behind(board, exposed.targets[0]) == exposed.victim:
        return text
    return text + names[exposed.victim]
