"""Worlds: games that agree with all that a side knows, made of its view and of nothing else.

Where somebody may stand unseen, pieces that the other side still can have are put by chance; but never where
they would stand in the way of what the side can do, and always where something must.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from rete_chess.core.attacks import generate
from rete_chess.core.board import Board
from rete_chess.core.fen import parse_fen, piece_text
from rete_chess.core.geometry import COLORS, NEUTRAL, OWNERS, zone_squares
from rete_chess.core.keys import half_move_key
from rete_chess.core.moves import FROM_SHIFT, SQUARE_MASK
from rete_chess.engine.derived.derive import derive_again
from rete_chess.engine.setup.fen_fields import split_fields
from rete_chess.engine.sight.seen_fen import UNKNOWN, placement
from rete_chess.errors import BudgetError, ReteChessError
from rete_chess.facts.carriers import is_carried
from rete_chess.facts.tiles import STANDARD, lay_tile, tile_at, tiles
from rete_chess.facts.vocabulary import GAME

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine
    from rete_chess.engine.sight.view import SeenPiece, View

#: How often a world is tried before one is taken that agrees less.
TRIES: Final = 12

Way = tuple[int, int]
#: A piece in the dark: its type and its colour.
Unseen = tuple[str, int]


def letters_in(view: View) -> dict[int, str]:
    """The letters of the pieces that are seen, by square."""
    return {piece.square: _letter(view, piece.type, piece.color) for piece in view.pieces}


def _letter(view: View, kind: str, color: str) -> str:
    book = view.program.book
    return piece_text(book, book.index_of(kind), OWNERS.index(color))


def bare_world(view: View) -> Engine:
    """The world in which nobody stands unseen. It goes on, though somebody may be missed without whom it
    would be over."""
    world = world_of(view, letters_in(view))
    world._position = world._position._replace(result=None)
    return world


def world_of(view: View, letters: Mapping[int, str]) -> Engine:
    """A game as a view knows it, with these letters of FEN on its squares."""
    from rete_chess.engine._engine import Engine  # late: it makes views

    fields = view.fen.split()
    _, bracket, held = fields[0].partition("[")
    walls = {tile.square: "*" for tile in view.tiles if tile.is_closed}
    fields[0] = placement(view.program.book.geometry, {**walls, **letters}) + bracket + held
    fields[2] = fields[2].replace(UNKNOWN, "") or "-"
    fields[-2] = "0"
    engine = Engine(view.program, " ".join(fields), "native", seed="a world", budget=view.budget)
    _write(engine, view)
    _enter_anew(engine, view)
    return engine


def _write(engine: Engine, view: View) -> None:
    """Let all facts that are known hold."""
    board, session = engine.board, engine._game.session
    known = {tile.square: tile for tile in view.tiles}
    for square in view.squares:
        tile = known.get(square)
        kind = STANDARD if tile is None else tile.type
        if tiles(board).get(tile_at(board, square), STANDARD) != kind:
            lay_tile(board, square, kind, tile is not None and tile.is_closed)
    for tile in known.values():
        for name, value in tile.facts.items():
            session.insert(tile_at(board, tile.square), name, value)
    for piece in view.pieces:
        _write_piece(engine, piece)
    for name, value in view.facts.items():
        if session.get(GAME, name) != value and name not in board.bonuses:
            session.insert(GAME, name, value)


def _write_piece(engine: Engine, piece: SeenPiece) -> None:
    """Let the facts of one piece hold, and no others of those that can be known."""
    board, session = engine.board, engine._game.session
    entity = board.entities[piece.square]
    for name in sorted(board.columns):
        if entity not in board.columns.get(name, ()):
            continue
        is_gone = name not in piece.carries if is_carried(name) else name not in piece.facts
        if is_gone and name not in board.bonuses and name in engine.program.vocabulary.attributes:
            session.retract(entity, name)
    for name in piece.carries:
        session.insert(entity, name, True)
    for name, value in piece.facts.items():
        if name not in board.bonuses and session.get(entity, name) != value:
            session.insert(entity, name, value)


def _enter_anew(engine: Engine, view: View) -> None:
    """Look at the position again, now that all facts hold."""
    board = engine.board
    board.key ^= half_move_key(board.half_moves) ^ half_move_key(view.half_moves)
    board.half_moves = view.half_moves
    engine._game._forget_way_back()
    derive_again(engine._game)
    engine._counts.clear()
    engine._tally = 0
    engine._enter()


# -- worlds by chance ------------------------------------------------------------------------------


def worlds_for(view: View, chance: Random, count: int) -> list[Engine]:
    """So many games that agree with a view, as far as any were found; some agree better than others."""
    sample = _Sample(view)
    found = []
    for _ in range(count):
        world = _best_of(sample, chance)
        if world is not None:
            found.append(world)
    return found


def _best_of(sample: _Sample, chance: Random) -> Engine | None:
    """A world that agrees with a view, or of several that do not the one that does so best."""
    best: tuple[int, Engine] | None = None
    for _ in range(TRIES):
        try:
            world = world_of(sample.view, sample.letters(chance))
        except BudgetError:
            raise
        except ReteChessError:
            continue
        differing = _differing(world, sample.view)
        if world.result is None and (best is None or differing < best[0]):
            best = (differing, world)
        if best is not None and best[0] == 0:
            break
    return None if best is None else best[1]


def _differing(world: Engine, view: View) -> int:
    """How much of what a side would know of a world is other than what it knows: moves and squares."""
    moves = {str(move) for move in view.legal_moves} ^ {str(move) for move in world.legal_moves()}
    seen = world.view(view.side)
    return len(moves) + len({*seen.squares} ^ {*view.squares}) + (seen.fen != view.fen)


class _Sample:
    """What can stand where, as far as a side knows."""

    def __init__(self, view: View) -> None:
        assert view.side is not None
        self.view = view
        self.color = COLORS.index(view.side)
        self.seen = letters_in(view)
        walls = {tile.square for tile in view.tiles if tile.is_closed}
        book = view.program.book
        everywhere = range(book.geometry.size)
        sight = view.program.sight
        is_open = sight is not None and any(hiding.filter.square is None for hiding in sight.hidings)
        dark = [square for square in everywhere if is_open or not view.is_seen(square)]
        self.dark = [square for square in dark if square not in self.seen and square not in walls]
        self.board = parse_fen(book, f"{placement(book.geometry, self.seen)} {view.turn[0]} - - 0 1")
        self.free, self.blockers = self._constraints()
        self.missing = self._missing()

    def _constraints(self) -> tuple[list[int], list[list[int]]]:
        """The squares on which somebody may stand, and for each closed way those that may close it."""
        bare = self._ways()
        overseen = set(self.view.overseen)
        shut = bare - self._legal_ways if self._is_exact else set[Way]()
        if self._is_by_reach:
            shut |= {way for way in bare if way[1] not in overseen}
        open_ways = bare.difference(shut)
        free: list[int] = []
        closing: dict[Way, list[int]] = {way: [] for way in sorted(shut)}
        for square in self.dark:
            with_one = self._ways(square)
            if self._is_by_reach and square not in overseen and any(way[1] == square for way in with_one):
                continue  # it would be seen there
            if not open_ways <= with_one:
                continue  # it would stand in the way
            free.append(square)
            for way, squares in closing.items():
                if way not in with_one:
                    squares.append(square)
        return free, [squares for squares in closing.values() if squares]

    @property
    def _legal_ways(self) -> set[Way]:
        """The legal moves of pieces on the board, by their squares."""
        squares = ((move.from_square, move.to_square) for move in self.view.legal_moves if move.act is None)
        return {(one, other) for one, other in squares if one is not None and other is not None}

    @property
    def _is_exact(self) -> bool:
        """Whether nothing but who stands in the way takes moves away from the side, which is to move."""
        book = self.view.program.book
        is_limited = (
            book.guards_check[self.color] or book.laws.forbids or book.laws.requires or book.laws.bans
        )
        return self.view.side == self.view.turn and not is_limited

    @property
    def _is_by_reach(self) -> bool:
        sight = self.view.program.sight
        return sight is not None and sight.reach[self.color] and not sight.all[self.color]

    def _ways(self, square: int | None = None) -> set[Way]:
        """The ways of the own pieces, if somebody stands on a square."""
        board, moves = self.board, list[int]()
        held = None if square is None else board.cells[square]
        if square is not None:
            board.cells[square] = self.color ^ 1
        generate(board.pieces[self.color].values(), board.cells, self.color ^ 1, moves)
        if square is not None and held is not None:
            board.cells[square] = held
        return {(move >> FROM_SHIFT & SQUARE_MASK, move & SQUARE_MASK) for move in moves}

    def _missing(self) -> list[Unseen]:
        """The pieces of the other side, and of nobody's, that were there at the start and are neither seen
        nor taken."""
        program = self.view.program
        start = parse_fen(program.book, split_fields(program, program.start)[0])
        return [
            (kind, color) for color in (self.color ^ 1, NEUTRAL) for kind in self._missing_of(start, color)
        ]

    def _missing_of(self, start: Board, color: int) -> list[str]:
        """The types of those of a colour."""
        began = Counter(start.book.types[reach.type_index] for reach in start.pieces[color].values())
        gone = [piece.type for piece in self.view.pieces if piece.color == OWNERS[color]]
        for kind in (*gone, *(self.view.captured if color != NEUTRAL else ())):
            if not began[kind]:
                kind = next((one for one in sorted(began) if began[one] and self._becomes(one, kind)), kind)
            began[kind] -= 1
        return [kind for kind in sorted(began) for _ in range(began[kind])]

    def _becomes(self, one: str, other: str) -> bool:
        book = self.view.program.book
        promotion = book.piece(book.index_of(one), self.color ^ 1).promotion
        return promotion is not None and other in promotion.to

    def letters(self, chance: Random) -> dict[int, str]:
        """The letters of one world."""
        places, taken = list(self._places(chance)), set[int]()
        kinds = self.missing.copy()
        chance.shuffle(kinds)
        found = dict(self.seen)
        for square in places:
            fitting = [one for one in kinds if square not in self._barred(*one)]
            if not fitting:
                continue
            kinds.remove(fitting[0])
            taken.add(square)
            kind, color = fitting[0]
            found[square] = _letter(self.view, kind, OWNERS[color])
        return found

    def _places(self, chance: Random) -> Iterator[int]:
        """Squares in the order in which they are filled: first those that close a way."""
        filled: set[int] = set()
        for squares in self.blockers:
            if filled.isdisjoint(squares):
                filled.add(chance.choice(squares))
        yield from sorted(filled)
        rest = [square for square in self.free if square not in filled]
        chance.shuffle(rest)
        yield from rest[: max(0, len(self.missing) - len(filled))]

    def _barred(self, kind: str, color: int) -> frozenset[int]:
        """The squares on which a piece of a type and colour would have promoted."""
        book = self.view.program.book
        promotion = book.piece(book.index_of(kind), color).promotion
        if promotion is None or not promotion.must:
            return frozenset()
        return zone_squares(promotion.zone, book.geometry, color)
