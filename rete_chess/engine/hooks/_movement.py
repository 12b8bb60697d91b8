"""How a piece moves where Python presets have a say: overridden, transformed, with extra moves, filtered."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rete_chess.compiler.lower.hooks import PieceFilter
from rete_chess.core.attacks import generate
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.moves import origin_of
from rete_chess.core.pseudo import castling_moves, en_passant_moves
from rete_chess.core.reach import COLOR
from rete_chess.engine.hooks._questions import HookQuestions
from rete_chess.engine.hooks.moves import move_of, with_promotions
from rete_chess.presets.answers import items
from rete_chess.presets.engine_face import Move
from rete_chess.presets.hooks import MOVEMENT
from rete_chess.resources import is_dev_mode, warn_once

Generator = Callable[[], Iterable[Move]]


class HookMovement:
    """The moves of single pieces, of either side, before self-check is looked at."""

    def __init__(self, questions: HookQuestions) -> None:
        self.questions = questions

    def changes(self, color: int) -> bool:
        """Whether hooks have a say in how the pieces of a colour move; filters of moves see all colours."""
        side = COLORS[color]
        return any(self.questions.places(hook, "" if hook == "filter_moves" else side) for hook in MOVEMENT)

    def piece_moves(self, board: Board, square: int, is_own: bool) -> list[int]:
        """The moves of a piece after all hooks; `is_own`: of the side to move, with all special moves."""
        moves = self._unfiltered(board, square, is_own)
        laws = board.book.laws
        for forbid in laws.forbids:
            if moves and (is_own or isinstance(forbid, PieceFilter) or forbid in laws.bans):
                moves = forbid(board, moves)
        return moves

    def _unfiltered(self, board: Board, square: int, is_own: bool) -> list[int]:
        entity = board.entities[square]
        overridden = self._overridden(board, entity, square)
        if overridden is not None:
            return list(dict.fromkeys(overridden[1]))
        moves = self._generated(board, entity, square)
        if is_own:
            moves += _special_moves(board, square)
        if not _is_overridden(board, square):
            moves += self._extra(board, entity, square)
        return list(dict.fromkeys(moves))

    # -- who decides -----------------------------------------------------------------------------

    def overrider(self, board: Board, square: int) -> int | None:
        """The place of the preset that says itself how a piece moves."""
        overridden = self._overridden(board, board.entities[square], square)
        return None if overridden is None else overridden[0]

    def objector(self, board: Board, square: int, move: int) -> tuple[int, str] | None:
        """The place of the preset, and its hook, that keeps a piece from one of its own moves."""
        place = self.overrider(board, square)
        moves = self._unfiltered(board, square, is_own=True)
        if move not in moves:
            if place is not None:
                return place, "override_piece_moves"
            return self._transformer(board, square, move), "transform_move_generator"
        for forbid in board.book.laws.forbids:
            left = forbid(board, moves)
            if move in moves and move not in left and isinstance(forbid, PieceFilter):
                return forbid.place, "filter_moves"
            moves = left
            if not moves:
                break
        return None

    def _transformer(self, board: Board, square: int, move: int) -> int:
        """The first of those who transform moves after whom one is gone."""
        places = self.questions.places("transform_move_generator", OWNERS[board.cells[square] & COLOR])
        entity = board.entities[square]
        return next(
            place
            for number, place in enumerate(places, start=1)
            if move not in self._generated(board, entity, square, number)
        )

    # -- the hooks, one by one -------------------------------------------------------------------

    def _overridden(self, board: Board, entity: int, square: int) -> tuple[int, list[int]] | None:
        """The preset that says how a piece moves, by its place, and the moves that it gives."""
        color = board.cells[square] & COLOR
        reach = board.pieces[color][square]
        found: tuple[int, list[int]] | None = None
        for place in self.questions.places("override_piece_moves", OWNERS[color]):
            hooked = self.questions.hooked[place]
            if 0 <= reach.override < hooked.layer:
                continue
            answer = self.questions.ask(place, "override_piece_moves", self.questions.engines[place], entity)
            if answer is None:
                continue
            if found is not None:
                winner, kind = self.questions.hooked[found[0]].id, board.book.types[reach.type_index]
                warn_once(
                    f"the presets {winner} and {hooked.id} both replace the moves of the {kind}; "
                    f"{winner} comes first and wins"
                )
                break
            found = place, self.questions.codes(board, place, "override_piece_moves", answer, entity)
            if not is_dev_mode():
                break
        return found

    def _generated(self, board: Board, entity: int, square: int, most: int | None = None) -> list[int]:
        """The piece's own moves, through the chain of those who transform them, or the first of them."""
        color = board.cells[square] & COLOR
        codes: list[int] = []
        generate((board.pieces[color][square],), board.cells, color ^ 1, codes)
        places = self.questions.places("transform_move_generator", OWNERS[color])[:most]
        if not places or _is_overridden(board, square):
            return codes
        own = tuple(move_of(board, code) for code in codes)
        generator: Generator = lambda: own  # noqa: E731
        last = -1
        for place in places:
            made = self.questions.ask(
                place, "transform_move_generator", self.questions.engines[place], entity, generator
            )
            if made is not None:
                generator, last = self._guarded(place, made), place
        if last < 0:
            return codes
        found = self.questions.codes(board, last, "transform_move_generator", tuple(generator()), entity)
        return with_promotions(board, found)

    def _guarded(self, place: int, made: Generator) -> Generator:
        """A generator of a hook's making, whose failures name the hook."""
        hook = "transform_move_generator"
        return lambda: self.questions.quietly(
            place, hook, lambda hooked: hooked.guarded(hook, lambda: items(made(), Move, "moves"))
        )

    def _extra(self, board: Board, entity: int, square: int) -> list[int]:
        found: list[int] = []
        for place in self.questions.places("get_extra_moves", OWNERS[board.cells[square] & COLOR]):
            answer = self.questions.ask(place, "get_extra_moves", self.questions.engines[place], entity)
            found += self.questions.codes(board, place, "get_extra_moves", answer or (), entity)
        return with_promotions(board, found)

    def filter_piece(self, board: Board, place: int, moves: list[int]) -> list[int]:
        """What `filter_moves` leaves of one piece's moves: fewer, or others, but never more."""
        given = [move_of(board, move) for move in moves]
        entity = given[0].piece_id
        answer = self.questions.ask(
            place, "filter_moves", tuple(given), self.questions.engines[place], entity
        )
        if len(answer) > len(given):
            answer = self.questions.kept(place, "filter_moves", answer, given)
        return list(dict.fromkeys(self.questions.codes(board, place, "filter_moves", answer, entity)))


def _is_overridden(board: Board, square: int) -> bool:
    """Whether a document says how a piece moves, in place of its type and of all that adds to it."""
    return board.pieces[board.cells[square] & COLOR][square].override >= 0


def _special_moves(board: Board, square: int) -> list[int]:
    """Castling and en passant of one piece."""
    special: list[int] = []
    if board.exposed is not None:
        en_passant_moves(board, special)
    if any(right.king == square for right in board.rights.of_color[board.turn]):
        castling_moves(board, special)
    return [move for move in special if origin_of(move) == square]
