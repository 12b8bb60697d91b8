"""What the demo tells: a game replayed, positions counted, a piece compiled, moves refused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rete_chess.cli.perft import count
from rete_chess.cli.wording import result_data
from rete_chess.compiler import catalog
from rete_chess.core.atoms import PieceType
from rete_chess.core.board import Board
from rete_chess.core.edits import put
from rete_chess.core.fen import parse_fen
from rete_chess.core.lawbook import lawbook
from rete_chess.core.laws import Laws
from rete_chess.core.legality import legal_moves
from rete_chess.core.moves import target_of
from rete_chess.engine import Engine
from rete_chess.errors import ReteChessError
from rete_chess.resources import files

#: Paul Morphy against the Duke of Brunswick and Count Isouard, Paris 1858: the Opera Game.
OPERA_GAME: Final = (
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 "
    "O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"
)
#: After Black's 9th move, and after White's 16th: the two sacrifices.
STOPS: Final = (18, 31)
PERFT_DEPTH: Final = 4
#: What every chess program must find from the start position at that depth.
PUBLISHED_COUNT: Final = 197_281
PIECE: Final = "nightrider"
PIECE_SQUARE: Final = "d4"


@dataclass(frozen=True)
class Refusal:
    """A move that was not played, and the engine's answer."""

    situation: str
    move: str
    code: str
    message: str


@dataclass(frozen=True)
class PieceFacts:
    """A piece type from its document, alone on a board."""

    piece: PieceType
    document: str
    board: Board
    targets: tuple[int, ...]


@dataclass(frozen=True)
class DemoFacts:
    """Everything the demo shows."""

    start: Engine
    stops: tuple[Engine, ...]
    end: Engine
    san: tuple[str, ...]
    perft: dict[str, Any]
    piece: PieceFacts
    refusals: tuple[Refusal, ...]

    def summary(self) -> dict[str, Any]:
        """The facts as JSON."""
        piece = self.piece
        names = piece.board.book.geometry.names
        return {
            "game": {
                "moves": [str(record.move) for record in self.end.move_log],
                "san": list(self.san),
                "fen": self.end.fen(),
                "result": result_data(self.end.result),
            },
            "perft": self.perft,
            "piece": {
                "id": piece.piece.id,
                "square": PIECE_SQUARE,
                "targets": sorted(names[square] for square in piece.targets),
            },
            "refusals": [vars(refusal) for refusal in self.refusals],
        }


def gather() -> DemoFacts:
    """Compute it all."""
    start, engine = Engine(), Engine()
    stops: list[Engine] = []
    san: list[str] = []
    refusals = [_refuse(start, "e2e5", "White's first move")]
    for number, move in enumerate(OPERA_GAME.split(), start=1):
        san.append(engine.san(move))
        engine.apply(move)
        if number in STOPS:
            stops.append(engine.clone())
        if move == "O-O-O":
            refusals.append(_refuse(engine, "d7c5", "Black's 12th move, its knight pinned"))
    refusals.append(_refuse(engine, "e8d8", "after the mate"))
    counted = {"depth": PERFT_DEPTH, **count(start, PERFT_DEPTH, is_divided=False)}
    return DemoFacts(start, tuple(stops), engine, tuple(san), counted, piece_facts(), tuple(refusals))


def _refuse(engine: Engine, move: str, situation: str) -> Refusal:
    try:
        engine.apply(move)
    except ReteChessError as error:
        return Refusal(situation, move, error.code, str(error))
    raise AssertionError(f"{move} is legal")


def piece_facts(name: str = PIECE, square: str = PIECE_SQUARE) -> PieceFacts:
    """A shipped piece on an empty board of its own, and the squares it can go to."""
    piece = catalog.piece(name)
    (path,) = files("descriptors", "pieces", f"{name}.piece.yaml")
    book = lawbook(Laws(white=(piece,), black=(piece,)))
    board = parse_fen(book, "8/8/8/8/8/8/8/8")
    put(board, book.rows[0][0][book.geometry.parse_square(square)])
    targets = tuple(sorted({target_of(move) for move in legal_moves(board)}))
    return PieceFacts(piece, path.read_text(encoding="utf-8").strip(), board, targets)
