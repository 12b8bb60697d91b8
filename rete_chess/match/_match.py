"""A match: one game with its history, undo and redo, and endings by the players' word."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from rete_chess.compiler import Program
from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result
from rete_chess.documents.kinds.document import digest_of
from rete_chess.engine import Engine, LegalMove, MoveRecord
from rete_chess.engine.lookahead.imagined import WhatIf
from rete_chess.engine.move.listeners import Listener, listeners_in
from rete_chess.engine.move.trace import Trace
from rete_chess.engine.outcomes import can_win
from rete_chess.engine.rewind import TakenBack, bring_back, cut_back, take_back
from rete_chess.engine.stream import DEFAULT_SEED, Stream
from rete_chess.errors import GameError, ReteChessError, nearest
from rete_chess.match._between_moves import Meddling
from rete_chess.match._entries import (
    AGREE,
    BARE_TIME_OUT,
    CLAIM,
    RESIGN,
    TIME_OUT,
    Ending,
    Intervention,
    Unplayed,
    end_by,
    is_ending,
)
from rete_chess.metering import Budget

if TYPE_CHECKING:
    from rete_chess.engine.sight.view import View
    from rete_chess.match.pgn.games import PgnSource

#: A step of the history.
Step = MoveRecord | Ending


class Match(Meddling):
    """A game and all its steps: those played, and those taken back that can be brought back.

    A match records what is done through its own methods, and what is written into `engine.session` and
    `engine.preset_state`. A match whose game was changed behind its back, by other methods of `engine`,
    cannot be saved. Effects and their watchers change nothing and are not recorded. Listeners are no part
    of a save: who loads it brings them along. One that took part must have listened from the start till now.
    """

    def __init__(
        self,
        program: Program | str | os.PathLike[str] = "chess",
        fen: str | None = None,
        network: str | None = None,
        *,
        chess960: bool = False,
        seed: int | str | Stream = DEFAULT_SEED,
        listeners: Iterable[Listener] = (),
        budget: Budget | None = None,
    ) -> None:
        self.engine = Engine(program, fen, network, chess960=chess960, seed=seed, budget=budget)
        for listener in listeners_in(listeners):
            self.engine.add_listener(listener)
        self.program = self.engine.program  # as the match began
        self.start = self.engine.start_fen
        self._steps: list[Step] = []
        self._ahead: list[TakenBack | Unplayed | Ending] = []  # taken back, the next to bring back last
        self._interventions: list[Intervention] = []
        self._offers: list[str | None] = [None]  # whose offer of a draw stands, at each place of the history
        self._ears = self.engine._game.ears  # who listens from the start
        self.engine._scribe = self.intervene

    # -- looking -------------------------------------------------------------------------------

    @property
    def history(self) -> tuple[Step, ...]:
        """All steps, also those that were taken back and can be brought back."""
        ahead = (step if isinstance(step, Ending) else step.record for step in reversed(self._ahead))
        return (*self._steps, *ahead)

    @property
    def current_index(self) -> int:
        """The number of steps of the history that are played now."""
        return len(self._steps)

    @property
    def ending(self) -> Ending | None:
        """The players' word that ended the game, if one did."""
        last = self._steps[-1] if self._steps else None
        return last if isinstance(last, Ending) else None

    @property
    def result(self) -> Result | None:
        """The result of the game, by its rules or by the players' word; None while it goes on."""
        return self.ending.result if self.ending else self.engine.result

    @property
    def is_over(self) -> bool:
        return self.result is not None

    @property
    def winner(self) -> str | None:
        """The colour that won, if one did."""
        return self.result.winner if self.result else None

    @property
    def draw_offer(self) -> str | None:
        """The side whose offer of a draw stands."""
        return None if self.is_over else self._offers[len(self._steps)]

    @property
    def draw_offers(self) -> dict[int, str]:
        """The offers of a draw by the places of the history at which they stand."""
        return {place: side for place, side in enumerate(self._offers) if side is not None}

    def _take_offers(self, offers: Mapping[int, str]) -> None:
        """Let these offers stand, and no others, at places of the history before its end by a word."""
        history = self.history
        most = len(history) - bool(history and isinstance(history[-1], Ending))
        for place in offers:
            if not 0 <= place <= most:
                message = "no draw can be offered at this place of the history"
                raise GameError("E_HISTORY", message, found=place, expected=f"0 to {most}")
        self._offers = [offers.get(place) for place in range(len(history) + 1)]

    def legal_moves(self, square: str | int | None = None) -> list[LegalMove]:
        """The legal moves, of all pieces or of the one on a square; none once the game is over."""
        if self.is_over:
            return []
        moves = self.engine.legal_moves()
        if square is None:
            return list(moves)
        origin = self.engine.square(square)
        return [move for move in moves if move.from_square == origin]

    def view(self, side: str | None) -> View:
        """All that a side knows of the match, or a spectator, for None; everything once it is over."""
        from rete_chess.engine.sight.view import view_of  # late: few games hide anything

        return view_of(self.engine, side, self.is_over)

    def what_if(self, move: str, *further: str) -> WhatIf:
        """The outcome of moves that are only imagined; the match stays as it is."""
        self._demand_play()
        return self.engine.what_if(move, *further)

    @property
    def digest(self) -> str:
        """A digest of all that decides how the match goes on: that of the game, see `Engine.digest`, and the
        players' words, if there are any."""
        if self.draw_offer is None and self.ending is None:
            return self.engine.digest
        return digest_of(self.engine.digest, self.draw_offer, self.ending)

    def state_at(self, index: int) -> Match:
        """The match as it was after so many steps of the history, a match of its own that knows no further
        steps. No rule runs again, and whatever is done with it leaves this one as it is."""
        self._demand_step(index)
        other = self.clone()
        if index < len(other._steps):
            del other._steps[index:]
            del other._offers[index + 1 :]
            cut_back(other.engine, other._move_count)
        while len(other._steps) < index:
            other.redo()
        other._end_history()
        return other

    def snapshot(self, *, tells_seed: bool = True) -> dict[str, Any]:
        """The match as plain data that JSON can say: where it stands, its whole history, and its rules.

        `Match.resume` takes it up again without playing a move. Listeners and effects are no part of it.
        Without its seed, it tells what chance has decided so far, and nothing of what it will decide.
        """
        from rete_chess.match._snapshots import snapshot_of  # late: most matches are played at one go

        return snapshot_of(self, tells_seed)

    @classmethod
    def resume(
        cls,
        snapshot: Mapping[str, Any],
        program: Program | None = None,
        network: str | None = None,
        listeners: Iterable[Listener] = (),
        budget: Budget | None = None,
    ) -> Match:
        """The match of a snapshot, exactly as it was; see `resume_match`."""
        from rete_chess.match._snapshots import resume_match

        return resume_match(snapshot, program, network, listeners, budget)

    @classmethod
    def from_pgn(
        cls,
        source: PgnSource,
        name: str | None = None,
        *,
        game: int = 1,
        program: Program | None = None,
        network: str | None = None,
        budget: Budget | None = None,
    ) -> Match:
        """The match that a game of PGN was: the first one of a source, or another by its number; see
        `match_of`."""
        from rete_chess.match.pgn.playing import match_of  # late: few matches come as PGN

        return match_of(source, name, game, program, network, budget)

    def _repr_svg_(self) -> str:
        """The position as notebooks show it."""
        return self.engine._repr_svg_()

    # -- playing -------------------------------------------------------------------------------

    def play(self, move: str, *, demand: Callable[[], object] | None = None) -> MoveRecord:
        """Play a move. What was taken back before is gone for good.

        `demand` may raise an error about the position after it, and then the move has not been played.
        """
        self._demand_play()
        self._set_out()
        offer = self.draw_offer
        record = self.engine.apply(move)
        if demand is not None:
            try:
                demand()
            except ReteChessError:
                take_back(self.engine)
                raise
        self._add(record, offer if offer == record.mover else None)  # to play on is to decline
        return record

    def resign(self, side: str | None = None) -> Ending:
        """Give the game up for a side, the one to move unless another is named."""
        return self._end(RESIGN, side)

    def time_out(self, side: str | None = None) -> Ending:
        """End the game because a side's time is up. It is a draw if the other side could never win."""
        self._demand_play()
        other = 1 - COLORS.index(self._side(side))
        return self._end(TIME_OUT, side, "" if can_win(self.engine._game, other) else BARE_TIME_OUT)

    def offer_draw(self, side: str | None = None) -> None:
        """Offer a draw; the offer stands until the other side moves."""
        self._demand_play()
        self._offers[len(self._steps)] = self._side(side)

    def accept_draw(self, side: str | None = None) -> Ending:
        """Accept the other side's offer."""
        accepting = self._demand_offer(side)
        return self._end(AGREE, accepting)

    def decline_draw(self, side: str | None = None) -> None:
        """Decline the other side's offer."""
        self._demand_offer(side)
        self._offers[len(self._steps)] = None

    def claim_draw(self) -> Ending:
        """Claim a draw for the side to move, by a third repetition or fifty quiet moves."""
        self._demand_play()
        claims = self.engine.claims()
        if not claims:
            raise GameError(
                "E_DRAW", "there is no draw to claim", expected="a third repetition, or fifty quiet moves"
            )
        return self._end(CLAIM, None, claims[0])

    def _end(self, kind: str, side: str | None, reason: str = "") -> Ending:
        return self.end(end_by(kind, self._side(side), reason))

    def end(self, ending: Ending) -> Ending:
        """End the game by the players' word."""
        self._demand_play()
        if not is_ending(ending):
            raise GameError("E_REQUEST", "no such end by a word", found=ending, expected="one of `end_by`")
        self._add(ending, None)
        return ending

    def _add(self, step: Step, offer: str | None) -> None:
        self._cut()
        self._steps.append(step)
        self._offers.append(offer)

    def _set_out(self) -> None:
        """Note who listens from the start, as long as nothing has happened."""
        if not (self._steps or self._ahead or self._interventions):
            self._ears = self.engine._game.ears

    def passing_listeners(self) -> list[str]:
        """The listeners that took part in the game and did not listen from its start till now, by name."""
        lasting = set(self._ears).intersection(self.engine._game.ears)
        ahead = [step for step in self._ahead if isinstance(step, TakenBack)]
        happened = [step.trace for step in self.history if isinstance(step, MoveRecord)]
        happened += [found.trace for found in self.engine.incidents]
        happened += [found.trace for step in ahead for found in step.incidents]
        known = [trace for trace in happened if type(trace) is Trace]  # of a resumed match, those since then
        return sorted({ear.name for trace in known for ear in trace.swayed_by if ear not in lasting})

    def _cut(self) -> None:
        """Drop the steps that were taken back, if there are any, with the interventions between them."""
        if self._ahead:
            self._end_history()

    def _end_history(self) -> None:
        """Let the history end with the last step that is played."""
        moves = self._move_count
        self._interventions = [found for found in self._interventions if found.after <= moves]
        self._ahead.clear()
        del self._offers[len(self._steps) + 1 :]

    @property
    def _move_count(self) -> int:
        return sum(isinstance(step, MoveRecord) for step in self._steps)

    # -- who may say what ------------------------------------------------------------------------

    def _side(self, side: str | None) -> str:
        if side is None:
            return self.engine.turn
        if side in COLORS:
            return side
        close = nearest(side, COLORS)
        hint = f"did you mean {close!r}?" if close else None
        raise GameError("E_UNKNOWN_NAME", "no such side", found=side, expected="white or black", hint=hint)

    def _demand_play(self) -> None:
        if self.result is not None:
            hint = "undo takes the end back"
            raise GameError("E_GAME_OVER", f"the game is over: {self.result}", hint=hint)

    def _demand_offer(self, side: str | None) -> str:
        """The side that answers an offer: the one that did not make it."""
        self._demand_play()
        offer = self.draw_offer
        if offer is None:
            raise GameError("E_DRAW", "no draw has been offered")
        answering = COLORS[1 - COLORS.index(offer)]
        if side is not None and self._side(side) != answering:
            raise GameError("E_DRAW", f"{side} has offered the draw", expected=f"an answer of {answering}")
        return answering

    # -- back and forth ------------------------------------------------------------------------

    def undo(self) -> Step:
        """Take back the last step: a move, or the word that ended the game."""
        if not self._steps:
            raise GameError("E_NOTHING_TO_UNDO", "no move has been played")
        step = self._steps[-1]
        self._ahead.append(step if isinstance(step, Ending) else take_back(self.engine))
        return self._steps.pop()

    def redo(self) -> Step:
        """Bring back the step that was taken back last; its changes are replayed, no rule fires again."""
        if not self._ahead:
            raise GameError("E_NOTHING_TO_REDO", "nothing has been taken back")
        kept = self._ahead[-1]
        if isinstance(kept, Unplayed):
            from rete_chess.engine.snapshots.past import unplayed  # late: few matches are resumed

            kept = unplayed(self.engine, kept.past, kept.record)
        step = kept if isinstance(kept, Ending) else bring_back(self.engine, kept)
        self._ahead.pop()
        self._steps.append(step)
        return step

    def undo_last_move(self) -> MoveRecord:
        """Take back the last move, together with the word that ended the game after it."""
        if not self.engine.move_log:
            raise GameError("E_NOTHING_TO_UNDO", "no move has been played")
        while isinstance(step := self.undo(), Ending):
            pass
        return step

    def jump_to(self, index: int) -> None:
        """Go to the position after so many steps of the history."""
        self._demand_step(index)
        while len(self._steps) > index:
            self.undo()
        while len(self._steps) < index:
            self.redo()

    def _demand_step(self, index: int) -> None:
        most = len(self._steps) + len(self._ahead)
        if not isinstance(index, int) or not 0 <= index <= most:
            raise GameError("E_HISTORY", "no such place in the history", found=index, expected=f"0 to {most}")

    # -- copies --------------------------------------------------------------------------------

    def clone(self) -> Match:
        """A second match in the same state, with the same history; the same listeners hear it."""
        other = Match.__new__(Match)
        other.engine = self.engine.clone()
        other.engine._scribe = other.intervene
        other.program, other.start = self.program, self.start
        other._steps, other._ahead = self._steps.copy(), self._ahead.copy()
        other._interventions = self._interventions.copy()
        other._offers = self._offers.copy()
        other._ears = self._ears
        return other

    __copy__ = clone

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """A match goes through pickle as its snapshot; one that listeners hear is refused."""
        from rete_chess.match._snapshots import resume_match, snapshot_of

        self.engine._demand_no_listeners()
        return resume_match, (snapshot_of(self), None, self.engine.network, (), self.engine.budget)
