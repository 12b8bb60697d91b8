"""Legal moves where Python presets have a say: slow, but exact, in the order that hooks are promised.

The royal pieces of the side; for every piece an override, or else its own moves, transformed, with
castling, en passant and promotions, and extra moves; the filters of single pieces; the look at
self-check; the filters of the whole list.

A square is attacked where a piece could capture by its moves after all hooks, as if an enemy stood
there. So a king may not step to where an overridden piece could capture, and a piece whose captures
a hook filters away gives no check. Castling is left out of attacks, so that nothing goes in circles.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from rete_chess.compiler.hooks import ListFilter, PieceFilter
from rete_chess.core.attacks import attackers_by_tables, royal_squares_by_type
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.legality import survives
from rete_chess.core.moves import origin_of, target_of
from rete_chess.core.pseudo import castling_moves, en_passant_moves, generate, pseudo_moves
from rete_chess.core.reach import EMPTY, GUARDED, WALL
from rete_chess.engine.hook_engine import HookEngine, ask_quietly
from rete_chess.engine.hook_moves import code_of, move_of, with_promotions
from rete_chess.errors import HookError, PresetWarning
from rete_chess.presets import contexts
from rete_chess.presets.answers import items
from rete_chess.presets.hooked import HookedPreset
from rete_chess.presets.hooks import HOOKS, MOVEMENT
from rete_chess.presets.moves import Move

if TYPE_CHECKING:
    from rete_chess.engine.game import Game

Generator = Callable[[], Iterable[Move]]


class HookReferee:
    """Decides about the moves of one game under one program."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.hooked = game.program.hooked
        self._engines = [HookEngine(game, hooked) for hooked in self.hooked]
        self._places = {
            (hook, color): [
                place
                for place, hooked in enumerate(self.hooked)
                if hooked.has(hook) and (not color or hooked.covers(color))
            ]
            for hook in HOOKS
            for color in ("", *COLORS)
        }
        self._crowned: frozenset[int] | None = None  # who is royal while moves of a position are tried
        self._warned: set[str] = set()

    def _with(self, hook: str, color: str = "") -> list[int]:
        """The places of the presets that have a hook and are active for a colour (any), in order."""
        return self._places[hook, color]

    def _ask(self, place: int, hook: str, *arguments: Any) -> Any:
        return self._quietly(place, hook, lambda hooked: hooked.ask(hook, *arguments))

    def _quietly(self, place: int, hook: str, work: Callable[[HookedPreset], Any]) -> Any:
        hooked, hooks = self.hooked[place], self.game.hooks
        was_asking, hooks.is_asking = hooks.is_asking, True
        try:
            return ask_quietly(self.game, hooked, hook, lambda: work(hooked))
        finally:
            hooks.is_asking = was_asking

    # -- the whole query -----------------------------------------------------------------------

    def moves(self, board: Board) -> list[int]:
        turn = board.turn
        royals = self.royal_squares(board, turn)
        if self._changes_movement(turn):
            moves = [
                move
                for _, square in _standing(board, turn)
                for move in self._piece_moves(board, square, is_own=True)
            ]
        else:
            moves = pseudo_moves(board)
            for forbid in board.book.laws.forbids:
                moves = forbid(board, moves)
        if royals and self.guards_check(board, turn):
            moves = self._safe(board, moves)
        for require in board.book.laws.requires:
            found = require(board, moves)
            moves = found if isinstance(require, ListFilter) else found or moves
        return moves

    def _safe(self, board: Board, moves: list[int]) -> list[int]:
        """The moves after which no own royal piece is lost or attacked."""
        hooks = self.game.hooks
        was_looking, hooks.is_looking = hooks.is_looking, True
        self._crowned = self.crowned(board)
        try:
            return [move for move in moves if survives(board, move)]
        finally:
            hooks.is_looking, self._crowned = was_looking, None

    def guards_check(self, board: Board, color: int) -> bool:
        side = COLORS[color]
        for place in self._with("should_filter_self_check", side):
            context = contexts.SelfCheckFilterContext(self._engines[place], side)
            if self._ask(place, "should_filter_self_check", context) is False:
                return False
        return board.book.laws.self_check[color]

    # -- royalty -------------------------------------------------------------------------------

    def royal_squares(self, board: Board, color: int) -> list[int]:
        named = self._named_royal(color)
        if named is None:
            return royal_squares_by_type(board, color)
        return [
            square
            for entity, square in _standing(board, color)
            if entity in named and board.cells[square] < GUARDED
        ]

    def _named_royal(self, color: int) -> set[int] | None:
        """The union of what hooks say, whoever of it is on the board; None if none has an opinion."""
        union: set[int] | None = None
        for place in self._with("get_royal_pieces"):
            context = contexts.RoyalContext(self._engines[place], COLORS[color])
            named = self._ask(place, "get_royal_pieces", context)
            if named is not None:
                union = {*(union or ()), *named}
        return union

    def crowned(self, board: Board) -> frozenset[int] | None:
        """Who is royal now, of both sides: their death loses the game. None if types alone say it."""
        if self._crowned is not None or not self._with("get_royal_pieces"):
            return self._crowned
        found: set[int] = set()
        for color in (0, 1):
            named = self._named_royal(color)
            if named is None:
                named = {board.entities[square] for square in royal_squares_by_type(board, color)}
            found |= named
        return frozenset(found)

    # -- attacks -------------------------------------------------------------------------------

    def attackers(self, board: Board, square: int, by: int) -> list[int]:
        if not self._changes_movement(by):
            return attackers_by_tables(board, square, by)
        held = board.cells[square]
        if held == WALL:
            return []
        if held != EMPTY and held & 1 != by:
            return self._capturers(board, square, by)
        # As if an enemy stood there: a stranger takes the square for the moment.
        key, entity = board.key, board.entities[square]
        before = None if held == EMPTY else board.lift(square)
        board.stand(board.book.rows[by ^ 1][0][square], square, board.next_entity)
        found = self._capturers(board, square, by)
        board.lift(square)
        if before is not None:
            board.stand(before, square, entity)
        board.key = key
        return found

    def _capturers(self, board: Board, square: int, by: int) -> list[int]:
        return sorted(
            origin
            for _, origin in _standing(board, by)
            if any(target_of(move) == square for move in self._piece_moves(board, origin, is_own=False))
        )

    def _changes_movement(self, color: int) -> bool:
        """Whether hooks have a say in how the pieces of a colour move; filters of moves see all colours."""
        side = COLORS[color]
        return any(self._with(hook, "" if hook == "filter_moves" else side) for hook in MOVEMENT)

    # -- one piece -----------------------------------------------------------------------------

    def _piece_moves(self, board: Board, square: int, is_own: bool) -> list[int]:
        """The moves of a piece after all hooks; `is_own`: of the side to move, with all special moves."""
        entity = board.entities[square]
        moves = self._overridden(board, entity, square)
        if moves is None:
            moves = self._generated(board, entity, square)
            if is_own:
                moves += _special_moves(board, square)
            moves += self._extra(board, entity, square)
        moves = list(dict.fromkeys(moves))
        for forbid in board.book.laws.forbids:
            if moves and (is_own or isinstance(forbid, PieceFilter)):
                moves = forbid(board, moves)
        return moves

    def _overridden(self, board: Board, entity: int, square: int) -> list[int] | None:
        color = board.cells[square] & 1
        key = (board.book.types[board.pieces[color][square].type_index], color)
        found: list[int] | None = None
        winner = ""
        for place in self._with("override_piece_moves", COLORS[color]):
            hooked = self.hooked[place]
            if key in hooked.replaced:
                continue
            answer = self._ask(place, "override_piece_moves", self._engines[place], entity)
            if answer is None:
                continue
            if found is not None:
                self._warn(
                    f"{winner} and {hooked.id} both replace the moves of the {key[0]}; the first counts"
                )
                break
            found, winner = self._codes(board, place, "override_piece_moves", answer, entity), hooked.id
            if not __debug__:
                break
        return found

    def _generated(self, board: Board, entity: int, square: int) -> list[int]:
        """The piece's own moves, through the chain of those who transform them."""
        color = board.cells[square] & 1
        codes: list[int] = []
        generate((board.pieces[color][square],), board.cells, color ^ 1, codes)
        places = self._with("transform_move_generator", COLORS[color])
        if not places:
            return codes
        own = tuple(move_of(board, code) for code in codes)
        generator: Generator = lambda: own  # noqa: E731
        last = -1
        for place in places:
            made = self._ask(place, "transform_move_generator", self._engines[place], entity, generator)
            if made is not None:
                generator, last = self._guarded(place, made), place
        if last < 0:
            return codes
        found = self._codes(board, last, "transform_move_generator", tuple(generator()), entity)
        return with_promotions(board, found)

    def _guarded(self, place: int, made: Generator) -> Generator:
        """A generator of a hook's making, whose failures name the hook."""
        hook = "transform_move_generator"
        return lambda: self._quietly(
            place, hook, lambda hooked: hooked.guarded(hook, lambda: items(made(), Move, "moves"))
        )

    def _extra(self, board: Board, entity: int, square: int) -> list[int]:
        found: list[int] = []
        for place in self._with("get_extra_moves", COLORS[board.cells[square] & 1]):
            answer = self._ask(place, "get_extra_moves", self._engines[place], entity)
            found += self._codes(board, place, "get_extra_moves", answer or (), entity)
        return with_promotions(board, found)

    def _codes(self, board: Board, place: int, hook: str, moves: Iterable[Move], entity: int) -> list[int]:
        try:
            return [code_of(board, move, entity) for move in moves]
        except HookError as error:
            raise self.hooked[place].named(error, hook) from None

    # -- filters -------------------------------------------------------------------------------

    def filter_piece(self, board: Board, place: int, moves: list[int]) -> list[int]:
        """What `filter_moves` leaves of one piece's moves: fewer, or others, but never more."""
        given = [move_of(board, move) for move in moves]
        entity = given[0].piece_id
        answer = self._ask(place, "filter_moves", tuple(given), self._engines[place], entity)
        if len(answer) > len(given):
            answer = self._kept(place, "filter_moves", answer, given)
        return self._codes(board, place, "filter_moves", answer, entity)

    def filter_all(self, board: Board, place: int, moves: list[int]) -> list[int]:
        """What `filter_legal_moves` leaves of all legal moves; what it adds is dropped."""
        codes = {move_of(board, code): code for code in sorted(moves)}
        context = contexts.FilterLegalMovesContext(self._engines[place], COLORS[board.turn], tuple(codes))
        answer = self._ask(place, "filter_legal_moves", context)
        kept = self._kept(place, "filter_legal_moves", answer, codes)
        return [codes[move] for move in dict.fromkeys(kept)]

    def _kept(
        self, place: int, hook: str, answer: tuple[Move, ...], given: Iterable[Move]
    ) -> tuple[Move, ...]:
        known = set(given)
        kept = tuple(move for move in answer if move in known)
        if len(kept) < len(answer):
            self._warn(f"{self.hooked[place].id}/{hook} added moves, which filters cannot; they are dropped")
        return kept

    def _warn(self, text: str) -> None:
        """Say something once in a game, unless Python runs for production (`-O`)."""
        if __debug__ and text not in self._warned:
            self._warned.add(text)
            warnings.warn(text, PresetWarning, stacklevel=2)


def _special_moves(board: Board, square: int) -> list[int]:
    """Castling and en passant of one piece."""
    special: list[int] = []
    if board.exposed is not None:
        en_passant_moves(board, special)
    if any(right.king == square for right in board.rights.of_color[board.turn]):
        castling_moves(board, special)
    return [move for move in special if origin_of(move) == square]


def _standing(board: Board, color: int) -> list[tuple[int, int]]:
    """The pieces of a side with their squares, by entity."""
    return sorted((board.entities[square], square) for square in board.pieces[color])
