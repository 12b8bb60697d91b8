"""A match: one game with its history, undo and redo, and endings by the players' word."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from rete_chess.compiler import ActivePreset, Program
from rete_chess.compiler.profiles.documents import ProfileSource
from rete_chess.compiler.requests import Request, parse_requests
from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result
from rete_chess.documents import Document
from rete_chess.documents.reading.reader import AnySource
from rete_chess.documents.reading.tree import copied
from rete_chess.engine import Engine, LegalMove, MoveRecord
from rete_chess.engine.lookahead.imagined import WhatIf
from rete_chess.engine.move.interventions import SQUARES
from rete_chess.engine.move.listeners import Listener
from rete_chess.engine.rewind import TakenBack, bring_back, take_back
from rete_chess.errors import GameError, Problem, nearest
from rete_chess.facts.events import PLACES, Event
from rete_chess.facts.kept import keep
from rete_chess.match._entries import AGREE, CLAIM, RESIGN, TIME_OUT, Ending, Intervention, end_by

#: A step of the history.
Step = MoveRecord | Ending


class Match:
    """A game and all its steps: those played, and those taken back that can be brought back.

    A match records what is done through its own methods, and what is written into `engine.session` and
    `engine.preset_state`. A match whose game was changed behind its back, by other methods of `engine`,
    cannot be saved. Effects and their watchers change nothing and are not recorded. Listeners are no part
    of a save: who loads it brings them along.
    """

    def __init__(
        self,
        program: Program | str | os.PathLike[str] = "chess",
        fen: str | None = None,
        network: str | None = None,
        *,
        chess960: bool = False,
        listeners: Iterable[Listener] = (),
    ) -> None:
        self.engine = Engine(program, fen, network, chess960=chess960)
        for listener in listeners:
            self.engine.add_listener(listener)
        self.program = self.engine.program  # as the match began
        self.start = self.engine.fen()
        self._steps: list[Step] = []
        self._ahead: list[TakenBack | Ending] = []  # taken back, the next to bring back last
        self._interventions: list[Intervention] = []
        self._offer: str | None = None
        self.engine._scribe = self.intervene

    def clone(self) -> Match:
        """A second match in the same state, with the same history."""
        other = Match.__new__(Match)
        other.engine = self.engine.clone()
        other.engine._scribe = other.intervene
        other.program, other.start = self.program, self.start
        other._steps, other._ahead = self._steps.copy(), self._ahead.copy()
        other._interventions = self._interventions.copy()
        other._offer = self._offer
        return other

    # -- looking -------------------------------------------------------------------------------

    @property
    def history(self) -> tuple[Step, ...]:
        """All steps, also those that were taken back and can be brought back."""
        ahead = (step.record if isinstance(step, TakenBack) else step for step in reversed(self._ahead))
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
        return self._offer

    def legal_moves(self, square: str | int | None = None) -> list[LegalMove]:
        """The legal moves, of all pieces or of the one on a square; none once the game is over."""
        if self.is_over:
            return []
        moves = self.engine.legal_moves()
        if square is None:
            return list(moves)
        origin = self.engine.square(square)
        return [move for move in moves if move.from_square == origin]

    def what_if(self, move: str, *further: str) -> WhatIf:
        """The outcome of moves that are only imagined; the match stays as it is."""
        self._demand_play()
        return self.engine.what_if(move, *further)

    def _repr_svg_(self) -> str:
        """The position as notebooks show it."""
        return self.engine._repr_svg_()

    # -- playing -------------------------------------------------------------------------------

    def play(self, move: str) -> MoveRecord:
        """Play a move. What was taken back before is gone for good."""
        self._demand_play()
        record = self.engine.apply(move)
        self._add(record)
        if self._offer not in (None, record.mover):
            self._offer = None  # to play on is to decline
        return record

    def resign(self, side: str | None = None) -> Ending:
        """Give the game up for a side, the one to move unless another is named."""
        return self._end(RESIGN, side)

    def time_out(self, side: str | None = None) -> Ending:
        """End the game because a side's time is up."""
        return self._end(TIME_OUT, side)

    def offer_draw(self, side: str | None = None) -> None:
        """Offer a draw; the offer stands until the other side moves."""
        self._demand_play()
        self._offer = self._side(side)

    def accept_draw(self, side: str | None = None) -> Ending:
        """Accept the other side's offer."""
        accepting = self._demand_offer(side)
        return self._end(AGREE, accepting)

    def decline_draw(self, side: str | None = None) -> None:
        """Decline the other side's offer."""
        self._demand_offer(side)
        self._offer = None

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
        self._add(ending)
        self._offer = None
        return ending

    def _add(self, step: Step) -> None:
        self._cut()
        self._steps.append(step)

    def _cut(self) -> None:
        """Drop the steps that were taken back, with the interventions between them."""
        if self._ahead:
            moves = sum(isinstance(step, MoveRecord) for step in self._steps)
            self._interventions = [found for found in self._interventions if found.after <= moves]
            self._ahead.clear()

    # -- between moves -------------------------------------------------------------------------

    @property
    def interventions(self) -> tuple[Intervention, ...]:
        """The interventions between moves; each is undone and redone with the move before it."""
        return tuple(self._interventions)

    def set_active_presets(self, requests: Iterable[Request]) -> tuple[ActivePreset, ...]:
        """Put these presets in force and no others; see `Engine.set_active_presets`."""
        presets = parse_requests(requests, self.program.variant.neighbours)
        answer: tuple[ActivePreset, ...] = self.intervene("presets", {"requests": presets})
        return answer

    def queue_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """Let these profiles be in force when the next turn starts; see `Engine.queue_profiles`."""
        documents = self.engine.read_profiles(profiles)
        warnings: tuple[Problem, ...] = self.intervene("profiles", {"profiles": documents})
        return warnings

    def check_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """All that would be found if these profiles came into force now; see `Engine.check_profiles`."""
        return self.engine.check_profiles(profiles)

    def withdraw_profiles(self) -> tuple[Document, ...]:
        """Let the profiles that wait wait no longer; see `Engine.withdraw_profiles`."""
        waiting: tuple[Document, ...] = self.intervene("withdraw", {})
        return waiting

    def register_modifier(self, source: Document | AnySource, name: str | None = None) -> Document:
        """Let the match know a modifier; see `Engine.register_modifier`."""
        from rete_chess.primitives import parse_modifier  # late: most matches have no modifiers

        document = source if isinstance(source, Document) else parse_modifier(source, name)
        known: Document = self.intervene("know", {"source": document})
        return known

    def unregister_modifier(self, name: str) -> None:
        """Let the match forget a modifier; see `Engine.unregister_modifier`."""
        self.intervene("forget", {"name": name})

    def undo_intervention(self) -> Intervention:
        """Take back the last intervention alone, if no move came after it. What was taken back before is
        gone for good."""
        moves = len(self.engine.move_log)
        done = [found for found in self._interventions if found.after <= moves]
        if self.ending is not None or not done or done[-1].after != moves:
            raise GameError("E_NOTHING_TO_UNDO", "nothing was changed since the last move")
        self.engine.undo_intervention()
        self._cut()
        self._offer = None
        return self._interventions.pop()

    def apply_modifier(self, name: str, chosen: Mapping[str, Any] | None = None) -> None:
        """Give a modifier that `engine.custom_modifiers` knows to pieces; see `Engine.apply_modifier`."""
        document = self.engine.custom_modifiers.get(name)
        self.intervene("modifier", {"name": document, "chosen": copied(dict(chosen or {}))})

    def spawn_piece(
        self,
        type: str,  # noqa: A002
        color: str,
        square: str | int,
        attributes: Mapping[str, Any] | None = None,
    ) -> int:
        """Put a new piece on a free square; see `Engine.spawn_piece`."""
        place = self._square_name(square)
        details = {"type": type, "color": color, "square": place, "attributes": dict(attributes or {})}
        entity: int = self.intervene("spawn", details)
        return entity

    def deal_damage(
        self, target: int, amount: float, kind: str = "damage", attacker: int | None = None
    ) -> bool:
        """Let a piece take damage; see `Engine.deal_damage`."""
        details = {"target": target, "amount": amount, "kind": kind}
        dies: bool = self.intervene(
            "damage", details if attacker is None else {**details, "attacker": attacker}
        )
        return dies

    def resolve_event(self, event: str, **fields: Any) -> tuple[Event, ...]:
        """Let one event happen; see `Engine.resolve_event`."""
        ordered = sorted(fields, key=lambda name: PLACES.get(name, len(PLACES)))
        given = {name: fields[name] for name in ordered if fields[name] is not None}
        for name in SQUARES:
            if name in given:
                given[name] = self._square_name(given[name])
        events: tuple[Event, ...] = self.intervene("event", {"event": event, **given})
        return events

    def set_fact(self, entity: int, attribute: str, value: Any) -> None:
        """Write a fact, None to take it away; see `Engine.set_fact`."""
        kept = None if value is None else keep(value)
        self.intervene("fact", {"entity": entity, "attribute": attribute, "value": kept})

    def _square_name(self, square: str | int) -> str:
        return self.engine.board.book.geometry.names[self.engine.square(square)]

    def intervene(self, what: str, details: Mapping[str, Any]) -> Any:
        """Make a change between moves. What was taken back before is gone for good."""
        self.engine._demand_rest()
        if self.ending is not None:
            self._demand_play()
        found = Intervention(len(self.engine.move_log), what, details)
        answer = found.happen(self.engine)
        self._cut()
        self._interventions.append(found)
        self._offer = None
        return answer

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
        if self._offer is None:
            raise GameError("E_DRAW", "no draw has been offered")
        answering = COLORS[1 - COLORS.index(self._offer)]
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
        self._offer = None
        return self._steps.pop()

    def redo(self) -> Step:
        """Bring back the step that was taken back last; its changes are replayed, no rule fires again."""
        if not self._ahead:
            raise GameError("E_NOTHING_TO_REDO", "nothing has been taken back")
        kept = self._ahead[-1]
        step = kept if isinstance(kept, Ending) else bring_back(self.engine, kept)
        self._ahead.pop()
        self._steps.append(step)
        self._offer = None
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
        if not 0 <= index <= len(self._steps) + len(self._ahead):
            most = len(self._steps) + len(self._ahead)
            raise GameError("E_HISTORY", "no such place in the history", found=index, expected=f"0 to {most}")
        while len(self._steps) > index:
            self.undo()
        while len(self._steps) < index:
            self.redo()
