"""The engine as one active Python preset sees it, inside a move or while moves are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rete_chess import compiler
from rete_chess.core.attacks import is_in_check
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.values import bounded, round_number
from rete_chess.engine.hooks.moves import made_move
from rete_chess.engine.move.consequences import happen, spawn_judged
from rete_chess.engine.move.interventions import effect
from rete_chess.engine.setup.newcomers import known_types
from rete_chess.errors import BoardError, HookError
from rete_chess.facts.events import Event
from rete_chess.facts.kept import keep_all
from rete_chess.facts.session import PresetState, Session
from rete_chess.presets.engine_face import Damaged, Move
from rete_chess.registry import unknown_name

if TYPE_CHECKING:
    from rete_chess.compiler import ActivePreset
    from rete_chess.compiler.requests import Request
    from rete_chess.engine._game import Game
    from rete_chess.engine.move.run import Run
    from rete_chess.engine.records import MoveRecord
    from rete_chess.presets.hooked import HookedPreset

Answer = TypeVar("Answer")


class HookEngine:
    """See `presets.engine_face`. Without a run it is only looked at and cannot change the game."""

    def __init__(
        self,
        game: Game,
        hooked: HookedPreset,
        run: Run | None = None,
        source: str = "",
        subject: int | None = None,
    ) -> None:
        self._game = game
        self._hooked = hooked
        self._run = run
        self._source = source  # the rule that the hook is, and the piece it speaks of
        self._subject = subject

    # -- the preset itself ---------------------------------------------------------------------

    @property
    def scope(self) -> str:
        return self._hooked.scope

    @property
    def config(self) -> Mapping[str, Any]:
        return self._hooked.config

    @property
    def state(self) -> PresetState:
        return self.preset_state(self._hooked.id)

    # -- looking -------------------------------------------------------------------------------

    @property
    def session(self) -> Session:
        return self._game.session

    @property
    def turn(self) -> str:
        return COLORS[self._game.board.turn]

    @property
    def is_imagined(self) -> bool:
        return self._game.hooks.is_looking if self._run is None else self._run.is_imagined

    @property
    def active_presets(self) -> tuple[ActivePreset, ...]:
        return self._game.active

    @property
    def effective_piece_attrs(self) -> tuple[str, ...]:
        return self._game.program.vocabulary.piece_attributes()

    @property
    def move_log(self) -> tuple[MoveRecord, ...]:
        return tuple(self._game.records)

    def preset_state(self, preset: str) -> PresetState:
        return PresetState(self._game.session, preset)

    def pieces(self, color: str | None = None) -> list[int]:
        board = self._game.board
        sides = range(len(OWNERS)) if color is None else (OWNERS.index(color),)
        return sorted(board.entities[square] for side in sides for square in board.pieces[side])

    def piece_at(self, square: str | int) -> int | None:
        return self._game.board.entities[self._square(square)] or None

    def square(self, name: str) -> int:
        return self._game.board.book.geometry.parse_square(name)

    def square_name(self, square: int) -> str:
        return self._game.board.book.geometry.names[self._square(square)]

    def in_check(self, color: str) -> bool:
        if self._game.hooks.is_asking:
            raise HookError("a hook that moves depend on cannot ask for checks, which depend on moves")
        return is_in_check(self._game.board, COLORS.index(color))

    def move(
        self, piece_id: int, to: str | int, promotion: str | None = None, tag: str | None = None
    ) -> Move:
        return made_move(self._game.board, piece_id, self._square(to), promotion, tag)

    def _square(self, square: str | int) -> int:
        size = self._game.board.book.geometry.size
        if isinstance(square, str):
            return self.square(square)
        if not isinstance(square, int) or not 0 <= square < size:
            raise BoardError("E_SQUARE", "no such square", found=square, expected=f"0 to {size - 1}")
        return square

    # -- acting: everything happens at once, with all that it causes -----------------------------

    def spawn_piece(
        self,
        type: str,  # noqa: A002
        color: str,
        square: str | int,
        attributes: Mapping[str, Any] | None = None,
    ) -> int:
        run = self._acting()
        known = known_types(run.program)
        if type not in known:
            raise unknown_name("piece type", type, known)
        if color not in OWNERS:
            raise unknown_name("colour", color, OWNERS)
        event = self._event("spawn", side=color, becomes=type, square=self._square(square))
        made: list[int] = []
        given = keep_all(attributes or {})
        run.at_once(self._source, lambda: made.append(spawn_judged(run, event, given)))
        return made[0]

    def deal_damage(
        self, target: int, amount: float, kind: str = "damage", attacker: int | None = None
    ) -> Damaged:
        run = self._acting()
        if run.board.square_of(target) < 0 or amount <= 0:
            return Damaged(False)
        self._happen(
            "damage",
            target=target,
            amount=bounded(round_number(amount), "the damage"),
            kind=kind,
            piece=attacker,
        )
        return Damaged(target in run.graves and run.board.square_of(target) < 0)

    def relocate_piece(self, piece_id: int, square: str | int) -> bool:
        run, to = self._acting(), self._square(square)
        self._happen("relocate", target=piece_id, to=to)
        return run.board.entities[to] == piece_id

    def emit_effect(self, kind: str, square: str | int, ttl: int = 1000, data: object = None) -> None:
        self._acting().trace.shown.append(effect(kind, self._square(square), ttl, data))

    def set_active_presets(self, requests: Iterable[Request]) -> None:
        run = self._acting()
        presets = compiler.parse_requests(requests, run.program.variant.neighbours)
        compiler.with_presets(run.program, presets)  # refuses now what cannot be then
        run.presets_to_come = presets

    def _acting(self) -> Run:
        if self._run is None:
            raise HookError("nothing may happen while the game is only looked at", code="E_HOOK_CHANGE")
        return self._run

    def _happen(self, event: str, **fields: Any) -> None:
        made = self._event(event, **fields)
        run = self._acting()
        run.at_once(self._source, lambda: happen(run, [made]))

    def _event(self, event: str, **fields: Any) -> Event:
        """An event of the hook's making."""
        run = self._acting()
        cause = run.pending
        common = {"source": self._source, "subject": self._subject, "side": cause.side if cause else None}
        return run.new_event(event, cause, **{**common, **fields})


def ask_quietly(game: Game, hooked: HookedPreset, hook: str, work: Callable[[], Answer]) -> Answer:
    """Let a hook answer that may change nothing."""
    length = len(game.board.journal)
    answer = work()
    if len(game.board.journal) != length:
        game.board.rollback(length)
        error = HookError("the hook changed the game, but is only asked", code="E_HOOK_CHANGE")
        raise hooked.named(error, hook)
    return answer
