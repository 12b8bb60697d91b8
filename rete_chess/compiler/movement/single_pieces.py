"""Movement and royalty piece by piece: by attributes, by place, by whatever else a filter asks.

A profile is what one piece can do now: its type with all changes, in the order of the documents, whose
filter it passes. Equal profiles share one row of the movement tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Final, NamedTuple

from rete_chess.compiler.movement._changes import PieceChange, Reading
from rete_chess.compiler.movement._order import changed
from rete_chess.core.atoms import PieceType, Promotion
from rete_chess.core.board import Board
from rete_chess.core.derived import pay
from rete_chess.core.geometry import COLORS, NEUTRAL, Zone
from rete_chess.core.lawbook import Standing, cost_of
from rete_chess.core.laws import Royal
from rete_chess.core.reach import COLOR, Reach
from rete_chess.facts.carriers import Carrier
from rete_chess.facts.session import get_fact
from rete_chess.facts.words.beforehand import fits, is_bare, is_static, rest_of
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import Needs, needs_of
from rete_chess.metering import loading

#: Rows kept at hand for profiles that come back.
MAX_ROWS: Final = 512


@dataclass(frozen=True)
class Step:
    """One change of movement, and the pieces it concerns; `name` stands for the piece itself."""

    filter: Filter
    change: PieceChange
    name: str = ""
    layer: int = 0  # the number of its document
    preset: str = ""  # which it is, if it is one
    is_of_variant: bool = False  # or the variant's own word
    is_carried: bool = False  # or what pieces or squares carry
    sides: tuple[bool, bool] = (True, True)
    carrier: Carrier | None = None  # whose `$self` the filter speaks of

    def concerns(self, type_id: str, color: int) -> bool:
        """Whether it may concern pieces of a type and colour."""
        return self.sides[color] and fits(self.filter, type_id, color)

    @property
    def group(self) -> int:
        """The number of what is looked at together: all presets, all that is carried, or one document."""
        return -1 if self.preset else -2 if self.is_carried else self.layer

    @property
    def is_static(self) -> bool:
        """Whether type and colour say whom it concerns and how."""
        return is_static(self.filter) and self.change.is_fixed

    def value(self, entity: int, frame: Frame) -> Reading | None:
        """What the change reads off a piece, or None if it does not concern it."""
        frames = [frame]
        if self.carrier is not None:
            board, names = frame.board, frame.names
            frames = [Frame(board, None, {**names, "self": one}) for one in self.carrier.entities(board)]
        for inner in frames:
            if _passes(self.filter, entity, inner):
                return self.change.read(inner)
        return None


class RoyalStep(NamedTuple):
    """One entry of `royal`: by types, or piece by piece by a filter."""

    royal: Royal
    filter: Filter | None = None


class Plan(NamedTuple):
    """How the profile of a piece of one type and colour is made; filters ask what these leave open."""

    start: PieceType
    steps: tuple[Step, ...]
    royal: tuple[RoyalStep, ...]
    guards: tuple[Filter, ...]
    needs: Needs
    is_fixed: bool  # nothing but type and colour matters


class Profiles:
    """All that makes pieces of a program move or count otherwise than their type."""

    def __init__(
        self,
        plans: Sequence[Sequence[Plan]],
        own_steps: Sequence[Step],
        royal: Sequence[RoyalStep],
        guards: Sequence[Filter],
    ) -> None:
        self.plans = plans  # by colour and the number of the type
        self.own_steps = tuple(own_steps)
        self.royal = tuple(royal)
        self.guards = tuple(guards)
        self.may_crown = any(step.filter is not None for step in royal)
        self.needs = Needs()
        for plan in (plan for plans in self.plans for plan in plans):
            self.needs |= plan.needs
        #: Rows by all they depend on, each with what it costs.
        self._rows: dict[tuple[int, int, tuple[Reading | None, ...], Standing], tuple[list[Reach], int]] = {}

    @property
    def is_idle(self) -> bool:
        """Whether all pieces move and count as their types do."""
        return not (self.own_steps or self.guards or self.may_crown)

    @property
    def may_stand_out(self) -> bool:
        """Whether single pieces may be royal, or beyond capture, where their type is not."""
        return self.may_crown or bool(self.guards)

    def further(self) -> tuple[PieceType, ...]:
        """What pieces can do by changes of their own, as piece types."""
        return tuple(
            PieceType(
                "changed piece",
                "",
                (change.use or ()) + change.add,
                change.castle,
                Promotion(Zone(named="last-rank"), change.promote) if change.promote else change.promotion,
            )
            for change in (step.change for step in self.own_steps)
        )

    # -- on a board ----------------------------------------------------------------------------

    def row(self, board: Board, square: int) -> list[Reach]:
        """The row by which the piece on a square moves now."""
        color = board.cells[square] & COLOR
        reach = board.pieces[color][square]
        index = reach.type_index
        plan = self.plans[color][index]
        base = board.book.usual_row(reach)
        if plan.is_fixed:
            return base
        entity = board.entities[square]
        frame = Frame(board, None, {step.name: entity for step in plan.steps if step.name})
        values = tuple([step.value(entity, frame) for step in plan.steps])
        standing = _standing(plan, entity, base[square], frame)
        if reach.was >= 0:
            standing = standing._replace(was=reach.was)
        key = (color, index, values, standing)
        known = self._rows.get(key)
        if known is None or known[1] > board.meter.budget.loading:
            taken = [(step, value) for step, value in zip(plan.steps, values) if value is not None]
            piece = changed(plan.start, [step for step, _ in taken], [value for _, value in taken])
            if len(self._rows) >= MAX_ROWS:
                self._rows.clear()
            with loading(f"how the {piece.id} on {board.book.geometry.names[square]} moves"):
                row = board.book.row(piece, color, standing)
            known = self._rows[key] = row, cost_of(row)
        row, cost = known
        pay(board, key, cost)
        return row


def profiles_of(
    originals: Sequence[PieceType],
    steps: Sequence[Step],
    royal: Sequence[RoyalStep],
    guards: Sequence[Filter],
) -> Profiles:
    """The profiles of a program whose types are these, changed by some steps."""
    plans = [
        [_plan(piece, color, steps, royal, guards) for piece in originals] for color in range(len(COLORS))
    ]
    # No player moves what is nobody's, and none of it is royal.
    plans.append([_plan(piece.at_rest(), NEUTRAL, (), (), guards) for piece in originals])
    return Profiles(plans, [step for step in steps if not step.is_static], royal, guards)


def _plan(
    piece: PieceType,
    color: int,
    steps: Sequence[Step],
    royal_steps: Sequence[RoyalStep],
    all_guards: Sequence[Filter],
) -> Plan:
    """The changes that may concern a type; those that surely do and come first are applied at once."""
    chosen = [_narrowed(step) for step in steps if step.concerns(piece.id, color)]
    fixed = list(takewhile(lambda step: step.is_static, chosen))
    while fixed and len(fixed) < len(chosen) and fixed[-1].group == chosen[len(fixed)].group:
        fixed.pop()  # what is looked at together is settled together
    start = changed(piece, fixed, [step.change.fixed_reading for step in fixed])
    chosen = chosen[len(fixed) :]
    royal = tuple(_narrowed_royal(step, piece.id, color) for step in royal_steps)
    guards = tuple(rest_of(guard) for guard in all_guards if fits(guard, piece.id, color))
    crowning = [step.filter for step in royal if step.filter is not None]
    needs = needs_of((tuple(crowning), guards))
    for step in chosen:
        needs |= needs_of((step.filter, step.change.terms), step.name)
    is_fixed = not (chosen or guards or crowning)
    return Plan(start, tuple(chosen), royal, guards, needs, is_fixed)


def _standing(plan: Plan, entity: int, base: Reach, frame: Frame) -> Standing:
    """Whether the piece is royal, alone or as the last of a group, and whether it can be captured."""
    is_guarded = base.is_guarded or any(_passes(guard, entity, frame) for guard in plan.guards)
    groups = 0
    for royal, chosen in plan.royal:
        if royal.types if chosen is None else _passes(chosen, entity, frame):
            return Standing(True, groups if royal.last else -1, is_guarded)
        groups += royal.last
    return Standing(False, -1, is_guarded)


def _passes(chosen: Filter, entity: int, frame: Frame) -> bool:
    """Whether a piece on the board passes; what is asked most is looked at first."""
    for attribute, test in chosen.attributes:
        if not test.holds(get_fact(frame.board, entity, attribute), frame):
            return False
    return is_bare(chosen) or chosen.passes(entity, frame)


def _narrowed(step: Step) -> Step:
    """A step for a type and colour that it may concern."""
    return replace(step, filter=rest_of(step.filter))


def _narrowed_royal(step: RoyalStep, type_id: str, color: int) -> RoyalStep:
    """An entry of `royal` for a type and colour; it keeps its place even where it concerns nobody."""
    royal, chosen = step
    if chosen is None:
        is_royal = type_id in royal.types and royal.color in (-1, color)
        return RoyalStep(royal if is_royal else royal._replace(types=()))
    is_meant = royal.color in (-1, color) and fits(chosen, type_id, color)
    return RoyalStep(royal, rest_of(chosen)) if is_meant else RoyalStep(royal)
