"""The `moves` of documents: changes of piece types for a side, and limits on moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.compiler._program import Overridden
from rete_chess.compiler.lower.choices import lower_own
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.movement._changes import PieceChange
from rete_chess.compiler.movement._order import in_effect, step_on
from rete_chess.compiler.movement.single_pieces import Step
from rete_chess.compiler.provenance import Forbid, Limit, MovementWord, Require, Word
from rete_chess.core.atoms import Atom, PieceType
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.laws import Shelter, Sieve
from rete_chess.documents.language.movement import MoveChange, MoveLimit
from rete_chess.facts.words.beforehand import fits
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.word import mentions_self, needs_of

if TYPE_CHECKING:
    from rete_chess.compiler.movement.move_choice import MoveChoice


class Source(NamedTuple):
    """Where changes come from: the number of a document, and what it is."""

    layer: int = 0
    preset: str = ""  # its id, if it is one
    is_of_variant: bool = False  # it is the variant's own word, which presets build upon
    is_carried: bool = False  # it is carried by pieces or squares
    is_general: bool = False  # it may concern any piece, and is no reason why one moves as it does


NOWHERE: Final = Source()


@dataclass
class Movement:
    """How both sides move, while documents change it one after another.

    Changes that types and colours decide are applied to the types when all are known. All changes are
    kept in their order too, for pieces that move by profiles of their own.
    """

    pieces: list[dict[str, PieceType]]  # by colour: type id -> piece type
    steps: list[Step] = field(default_factory=list)
    guards: list[Filter] = field(default_factory=list)  # who cannot be captured, piece by piece
    forbids: list[Sieve] = field(default_factory=list)
    bans: list[Sieve] = field(default_factory=list)  # those of them that keep pieces from capturing
    banned_by: frozenset[str] = frozenset()  # the attributes that these look at
    requires: list[Sieve] = field(default_factory=list)
    guarded: list[tuple[str, int]] = field(default_factory=list)
    shelters: list[Shelter] = field(default_factory=list)
    looks_after: bool = False  # whether a limit asks for the position after a move
    overridden: list[Overridden] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    words: dict[tuple[str, int], tuple[MovementWord, ...]] = field(default_factory=dict)  # by type and colour
    _said: list[Word | None] = field(default_factory=list)  # where each step is written, if it is a reason
    _source: Source = NOWHERE

    def unlettered(self, pieces: Iterable[PieceType]) -> str:
        """Of the piece types in play, the one that algebraic notation writes without a letter.

        The type lettered `p` if it promotes or only goes forward, else the only one that does both. A
        piece that promotes and goes back too, such as a silver general, has a letter like any other.
        """
        found = []
        for piece in pieces:
            promotes = bool(piece.promotion or self.pieces[0][piece.id].promotion)
            is_forward = _goes_forward(piece.atoms)
            if piece.letter == "p" and (promotes or is_forward):
                return piece.id
            if promotes and is_forward:
                found.append(piece.id)
        return found[0] if len(found) == 1 else ""

    def change(self, entries: tuple[MoveChange | MoveLimit, ...], scope: Scope, source: Source) -> None:
        """Take up the `moves` of a document; `settle` applies them once all documents have spoken."""
        self._source = source
        for index, entry in enumerate(entries):
            path: Path = ("moves", index)
            if isinstance(entry, MoveChange):
                if entry.offer is not None:
                    continue  # offers change no way of moving: see `policies.offers`
                self._change(entry, scope, path)
                continue
            from rete_chess.compiler.movement._entries import lower_choice  # late: plain chess has no limit

            given = entry.forbid or entry.require
            self.looks_after = self.looks_after or (given is not None and given.after is not None)
            word = Word(scope.document, scope.origin(path))
            if entry.forbid is not None:
                choice = lower_choice(entry.forbid, scope, (*path, "forbid"), entry.when)
                limit = Limit(word, entry.because or "", False, choice.sieve(), choice.asks)
                self.limits.append(limit)
                self._forbid(choice, limit)
            elif entry.require is not None:
                choice = lower_choice(entry.require, scope, (*path, "require"), entry.when)
                limit = Limit(word, entry.because or "", True, choice.sieve(), choice.asks)
                self.limits.append(limit)
                self.requires.append(Require(limit))

    def take_limits(self, forbids: Sequence[Forbid], limits: Sequence[Limit], looks_after: bool) -> None:
        """Take up limits that other parts of documents set."""
        self.forbids += forbids
        self.limits += limits
        self.looks_after = self.looks_after or looks_after

    def _change(self, entry: MoveChange, scope: Scope, path: Path) -> None:
        from rete_chess.compiler.movement._entries import lower_change  # late: plain chess changes nothing

        inner = scope.with_self()
        name, chosen = lower_own(entry.for_, inner, (*path, "for"))
        sides = (scope.covers(COLORS[0]), scope.covers(COLORS[1]))
        change = lower_change(entry, inner, path)
        carrier = scope.carrier if name != "self" and mentions_self((chosen, change.terms)) else None
        is_reason = not self._source.is_general
        word = Word(scope.document, scope.origin(path)) if is_reason else None
        self._add(Step(chosen, change, name, sides=sides, carrier=carrier), word)

    def _add(self, step: Step, word: Word | None) -> None:
        layer, preset, is_of_variant, is_carried, _ = self._source
        step = replace(step, layer=layer, preset=preset, is_of_variant=is_of_variant, is_carried=is_carried)
        self.steps.append(step)
        self._said.append(word)

    def settle(self) -> None:
        """Change the types that static filters choose; any other change waits for single pieces."""
        for color, types in enumerate(self.pieces):
            for name in types:
                self._settle(name, color)

    def _settle(self, name: str, color: int) -> None:
        places = [place for place, step in enumerate(self.steps) if step.concerns(name, color)]
        static = [place for place in places if self.steps[place].is_static]
        steps = [self.steps[place] for place in static]
        self._note_overridden(steps, name, color)
        piece = self.pieces[color][name]
        found: list[tuple[int, MovementWord]] = []
        latest = 0  # a `use` that wins comes before what stood before it in the list
        for place, change in in_effect(steps):
            piece = step_on(piece, steps[place], change, change.fixed_reading)
            word, latest = self._said[static[place]], max(latest, static[place])
            if word is not None:
                found.append((latest, MovementWord(word, piece, change.use is not None)))
        self.pieces[color][name] = piece
        for place in places:
            word = self._said[place]
            if word is not None and not self.steps[place].is_static:
                found.append((place, MovementWord(word, None, self.steps[place].change.use is not None)))
        if found:
            self.words[name, color] = tuple(word for _, word in sorted(found, key=itemgetter(0)))

    def _note_overridden(self, steps: Sequence[Step], name: str, color: int) -> None:
        """Note the presets whose `use` comes too late, because one before them replaces the same moves."""
        uses = [step.preset for step in steps if step.preset and step.change.use is not None]
        for loser in dict.fromkeys(uses):
            if loser != uses[0]:
                self.overridden.append(Overridden(uses[0], loser, name, COLORS[color]))

    def _forbid(self, lowered: MoveChoice, limit: Limit) -> None:
        """Captures that types and colours decide are tables; everything else is a sieve."""
        if lowered.is_immunity:
            self.guarded += [
                (name, color)
                for color in range(len(OWNERS))
                for name in self.pieces[0]
                if fits(lowered.target or Filter(), name, color)
            ]
        elif lowered.is_own_immunity:
            self.guards.append(lowered.target or Filter())
        elif lowered.is_pacifism:
            quiet = PieceChange(captures="none")
            self._add(Step(lowered.piece or Filter(), quiet, sides=lowered.sides), None)
        else:
            forbid = Forbid(limit)
            self.forbids.append(forbid)
            if lowered.is_shelter:
                self.shelters.append(lowered.shelter)
            elif lowered.is_ban:
                self.bans.append(forbid)
                self.banned_by |= needs_of((lowered.filters, lowered.before)).attributes


def _goes_forward(atoms: Iterable[Atom]) -> bool:
    return all(all(ranks > 0 for _, ranks in atom.directions) and _goes_forward(atom.then) for atom in atoms)
