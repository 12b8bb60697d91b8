"""A program: a variant with its active presets, compiled. Immutable and shared between games."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from rete_chess import documents
from rete_chess.compiler import catalog
from rete_chess.compiler.policies.continuous import Continuous
from rete_chess.compiler.policies.ends import End, HookEnd
from rete_chess.compiler.profiles.stack import NO_PROFILES, Stack, placement_of
from rete_chess.compiler.provenance import Provenance
from rete_chess.compiler.setup import Setup
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.lawbook import Lawbook, lawbook
from rete_chess.core.laws import Laws
from rete_chess.core.results import BOTH
from rete_chess.costs import PIECE, WRITE
from rete_chess.facts.links import LinkPlan
from rete_chess.facts.network_rules import NetworkRule
from rete_chess.facts.reads import Reads, no_reads
from rete_chess.facts.rules import Rule
from rete_chess.facts.session import OWNER, Session, get_fact
from rete_chess.facts.tiles import tiles
from rete_chess.facts.vocabulary import GAME, MOVED, PRESET_STATE, Vocabulary
from rete_chess.facts.words.actions import IRREGULAR, Touch
from rete_chess.facts.words.filters import Filter, TileFilter
from rete_chess.facts.words.terms import Frame, Term
from rete_chess.facts.words.word import walk
from rete_chess.keeping import PER_STEP
from rete_chess.metering import NOTHING_SPENT, Cost, uncharged
from rete_chess.stages import ALWAYS, FORESEEN, ON_CAPTURE, QUIET_MOVE, QUIET_TURN, UNFORESEEN

if TYPE_CHECKING:
    from rete_chess.compiler.policies.sight_choice import Sight
    from rete_chess.documents import Document, PresetDocument
    from rete_chess.presets.hooked import HookedPreset


@dataclass(frozen=True)
class ActivePreset:
    """A preset in force: for whom, for how many more moves (None: for good), with which settings."""

    id: str
    scope: str = "both"
    turns_remaining: int | None = None
    config: tuple[tuple[str, Any], ...] = ()
    own: Document | None = field(default=None, repr=False)  # if not every game knows it by its id

    @property
    def document(self) -> Document:
        """What the preset says."""
        return catalog.preset(self.id) if self.own is None else self.own

    @property
    def model(self) -> PresetDocument:
        """The same as a model."""
        assert isinstance(self.document.model, documents.PresetDocument)
        return self.document.model

    def to_json(self) -> dict[str, Any]:
        """The preset as data that `Engine.set_active_presets` takes again, also after a way through JSON."""
        data: dict[str, Any] = {"id": self.id, "scope": self.scope}
        if self.turns_remaining is not None:
            data["turnsRemaining"] = self.turns_remaining
        if self.config:
            data["config"] = {
                key: list(value) if isinstance(value, tuple) else value for key, value in self.config
            }
        return data


@dataclass(frozen=True)
class Seed:
    """The value that an attribute begins with, and on which pieces."""

    attribute: str
    of: str
    start: Term
    filter: Filter | TileFilter | None
    side: str = "both"  # whose pieces: a preset that is active for one side gives to that side alone
    preset: str = ""  # the preset that gives it; else the variant does
    owner: str = ""  # the document that declares it, whose state it belongs to if it is a preset's
    is_first: bool = False  # whether it comes before the values of others, those that are there too

    def concerns(self, color: str) -> bool:
        return self.side in ("both", color)

    def concerns_owner(self, board: Board, entity: int) -> bool:
        """Whether it is for pieces of the side of a piece."""
        return self.side == "both" or get_fact(board, entity, "Color") == self.side

    def is_for(self, entity: int, frame: Frame) -> bool:
        """Whether a piece begins with it."""
        if not self.concerns_owner(frame.board, entity):
            return False
        return self.filter is None or self.filter.passes(entity, frame)


@dataclass(frozen=True)
class Overridden:
    """A piece type whose moves one preset has replaced, so that another, later in the list, cannot."""

    winner: str
    loser: str
    type: str
    color: str

    def __str__(self) -> str:
        return (
            f"the presets {self.winner} and {self.loser} both replace the moves of the {self.type}; "
            f"{self.winner} comes first and wins"
        )


@dataclass(frozen=True, eq=False)
class Program:
    """A variant ready to be played."""

    id: str
    name: str
    laws: Laws
    start: str
    hash: str = ""
    presets: tuple[ActivePreset, ...] = ()  # in force when a game starts
    rules: tuple[Rule, ...] = ()
    rules_at: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)
    reads: Reads = field(default_factory=no_reads)
    continuous: Continuous | None = None  # what is derived from facts
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    seeds: tuple[Seed, ...] = ()
    declared_by: Mapping[str, frozenset[str]] = field(
        default_factory=dict
    )  # attribute -> presets, "" variant
    overridden: tuple[Overridden, ...] = ()
    setup: Setup = field(default_factory=Setup)  # tiles and abilities
    stack: Stack = NO_PROFILES  # the profiles in force
    ends: tuple[End | HookEnd, ...] = ()
    settled: tuple[End, ...] = ()  # asked where the game would be a draw by itself
    hooked: tuple[HookedPreset, ...] = ()  # the presets that are written in Python
    provenance: Provenance = field(default_factory=Provenance)
    defaults: tuple[bool, bool] = BOTH  # mate, stalemate and the draws of chess hold for White, for Black
    has_claims: bool = False  # a document says that draws may be claimed even where they do not hold
    is_core_exact: bool = True  # moves of the bare core do all that the rules do to the board
    sight: Sight | None = None  # what sides see of each other; None: all
    variant: Any = None  # the resolved variant it was made from, to make another with other presets
    cost: Cost = NOTHING_SPENT  # of being compiled

    @property
    def has_defaults(self) -> bool:
        """Whether a side can be mated."""
        return any(self.defaults)

    @property
    def weight(self) -> int:
        """About how many bytes it holds, with its tables and the documents that it was made from."""
        documents = 0 if self.variant is None else self.variant.weight
        return documents + PER_STEP * self.cost.steps

    @cached_property
    def book(self) -> Lawbook:
        """The movement tables, shared with others of the same laws; whoever compiled it has paid for them."""
        with uncharged():
            return lawbook(self.laws)

    @cached_property
    def may_decide(self) -> bool:
        """Whether documents or hooks may end the game, or change the board after legality has looked."""
        if self.ends or self.hooked:
            return True
        late = Touch.RESULT | Touch.TURN | Touch.BOARD
        return any(
            bool(action.touches & (Touch.RESULT if rule.stage in FORESEEN else late))
            for rule in self.rules
            for action in rule.actions
        )

    @cached_property
    def network_rules(self) -> tuple[NetworkRule, ...]:
        """The rules as networks see them."""
        return tuple(rule.joined for rule in self.rules)

    @cached_property
    def quiet_points(self) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """The points with rules that a quiet move passes, and its turn; None if others tell of it, too."""
        if not UNFORESEEN.isdisjoint(self.rules_at) or MOVED in self.reads.sources:
            return None
        return (
            tuple(point for point in QUIET_MOVE if point in self.rules_at),
            tuple(point for point in QUIET_TURN if point in self.rules_at),
        )

    @cached_property
    def hears_all(self) -> bool:
        """Whether some rule listens at a point that every move passes."""
        return not ALWAYS.isdisjoint(self.rules_at)

    @cached_property
    def hears_captures(self) -> bool:
        """Whether some rule listens at a point that captures pass."""
        return not ON_CAPTURE.isdisjoint(self.rules_at)

    @cached_property
    def greets(self) -> bool:
        """Whether pieces that appear are given something, or rules hear of them."""
        given = any(seed.of == "piece" for seed in self.seeds)
        return given or bool(self.setup.grants or self.stack.entries) or "spawn" in self.rules_at

    @cached_property
    def rolls(self) -> bool:
        """Whether chance decides anything in its rules, or in what anybody begins with."""
        deciding = (*(rule.actions for rule in self.rules), *((seed.start,) for seed in self.seeds))
        return any(word.is_drawn for part in deciding for word in walk(part) if isinstance(word, Term))

    @cached_property
    def is_bounded(self) -> bool:
        """Whether no move can cost more than its tables say: nothing but them is asked."""
        return not (self.rules or self.ends or self.hooked or self.continuous) and self.book.is_simple

    @cached_property
    def is_regular(self) -> bool:
        """Whether all positions follow from moves alone: no rule changes the board, or what a move does."""
        if self.presets or self.hooked or self.continuous is not None:
            return False
        actions = [action for rule in self.rules for action in rule.actions]
        return not any(action.touches & IRREGULAR for action in actions)

    @cached_property
    def links(self) -> LinkPlan:
        """What links the rules to the facts of a game."""
        return LinkPlan(self.network_rules)

    @cached_property
    def network_hash(self) -> str:
        """A digest of the network rules; their text tells 1 from true, which equality does not."""
        return blake2b(repr(self.network_rules).encode(), digest_size=16).hexdigest()

    def laid_out(self, placement: str) -> Program:
        """The program of a game that begins from a placement: single pieces of other layouts than the one in
        play have nothing by their profiles."""
        if not self.stack.layouts:
            return self
        if placement not in self._elsewhere:
            stack = self.stack.laid_out(self._layout_in_play(placement))
            self._elsewhere[placement] = self if stack is self.stack else replace(self, stack=stack)
        return self._elsewhere[placement]

    def _layout_in_play(self, placement: str) -> str:
        """The placement of the layout from which a game begins; other positions are of the variant's own."""
        known = {placement_of(layout.model.fen) for layout in catalog.layouts()}  # type: ignore[attr-defined]
        return placement if placement in known | self.stack.layouts else placement_of(self.start)

    @cached_property
    def _elsewhere(self) -> dict[str, Program]:
        """The programs of games by the placements from which they begin."""
        return {}

    def seed(self, session: Session, entity: int) -> None:
        """Give a new piece or tile the attributes it begins with."""
        self._seed_entity(session, entity, self.seeds)

    def _seed_entity(self, session: Session, entity: int, seeds: Sequence[Seed]) -> None:
        frame = Frame(session.board)
        session.board.meter.charge(PIECE * len(seeds))
        of = "tile" if entity in tiles(session.board) else "piece"
        for seed in seeds:
            if seed.of == of and seed.is_for(entity, frame):
                self._write(session, entity, seed.attribute, seed.start.of(frame))

    def first_seeds(self, board: Board, entity: int) -> Mapping[str, Seed]:
        """What comes before all other values of a piece or tile, by attribute."""
        board.meter.charge(PIECE * len(self._firsts))
        frame, found = Frame(board), dict[str, Seed]()
        of = "tile" if self._firsts and entity in tiles(board) else "piece"
        for seed in self._firsts:
            if seed.of == of and seed.attribute not in found and seed.is_for(entity, frame):
                found[seed.attribute] = seed
        return found

    def seed_anew(
        self, session: Session, entity: int, had: Mapping[str, Seed], given: Collection[str] = ()
    ) -> list[str]:
        """Give a piece what it begins with since it carries another bundle, also in place of values that are
        there: what comes before them and it had not, save those given. Returns the names of these."""
        renewed = []
        for name, seed in self.first_seeds(session.board, entity).items():
            is_known = name in had and had[name].owner == seed.owner  # the same bundle, given in another way
            if not is_known and name not in given:
                self._overwrite(session, entity, name, seed.start.of(Frame(session.board)))
                renewed.append(name)
        self.seed(session, entity)
        return renewed

    def welcome(self, session: Session, entity: int) -> None:
        """Give a piece that appears during the game its abilities and what it begins with."""
        self.setup.give(session.board, entity)
        self.seed(session, entity)

    def seed_all(self, session: Session, presets: Collection[str] | None = None) -> None:
        """Give the game, sides, presets, pieces and tiles the attributes they begin with: all, or those
        of some presets that begin in the middle of a game. Chance is asked for values that are there already,
        too: a game goes on alike from its FEN record."""
        board = session.board
        seeds = [seed for seed in self.seeds if presets is None or seed.preset in presets]
        everybody = sorted([*(entity for entity in board.entities if entity), *tiles(board)])
        if presets is not None:
            self._seed_firsts(session, everybody, presets)
        for seed in seeds:
            for entity, name, frame in _places(seed, board):
                self._write(session, entity, name, seed.start.of(frame))
        for entity in everybody:
            self._seed_entity(session, entity, seeds)

    def _seed_firsts(self, session: Session, everybody: Sequence[int], presets: Collection[str]) -> None:
        """Put what comes before all other values in their place, where it is of presets that begin."""
        board, done = session.board, set[tuple[int, str]]()
        for seed in self._firsts:
            for entity, name, frame in _places(seed, board):
                if seed.preset in presets and (entity, name) not in done:
                    self._overwrite(session, entity, name, seed.start.of(frame))
                done.add((entity, name))
        for entity in everybody if self._firsts else ():
            for name, seed in self.first_seeds(board, entity).items():
                if seed.preset in presets:
                    self._overwrite(session, entity, name, seed.start.of(Frame(board)))

    @staticmethod
    def _write(session: Session, entity: int, attribute: str, value: Any) -> None:
        if value is not None and not session.contains(entity, attribute):
            session.board.meter.charge(WRITE)
            session.insert(entity, attribute, value)

    @staticmethod
    def _overwrite(session: Session, entity: int, attribute: str, value: Any) -> None:
        if value is not None and session.contains(entity, attribute):
            session.board.meter.charge(WRITE)
            session.insert(entity, attribute, value)

    @cached_property
    def _firsts(self) -> tuple[Seed, ...]:
        """The seeds that come before others."""
        return tuple(seed for seed in self.seeds if seed.is_first)

    def start_value(self, board: Board, entity: int, attribute: str) -> Any:
        """What an attribute of a piece begins with at most, or 0 if no document gives it to its side."""
        seeds = [seed for seed in self._seeds_of.get(attribute, ()) if seed.concerns_owner(board, entity)]
        if not seeds:
            return 0
        frame = Frame(board)
        for seed in seeds:
            if seed.is_for(entity, frame):
                return seed.start.greatest(frame)
        return seeds[0].start.greatest(frame)

    def is_given(self, board: Board, entity: int, attribute: str) -> bool:
        """Whether a document gives an attribute to pieces of the side of a piece."""
        return any(seed.concerns_owner(board, entity) for seed in self._seeds_of.get(attribute, ()))

    @cached_property
    def _seeds_of(self) -> Mapping[str, tuple[Seed, ...]]:
        """The seeds of each attribute, in their order."""
        names = dict.fromkeys(seed.attribute for seed in self.seeds)
        return {name: tuple(seed for seed in self.seeds if seed.attribute == name) for name in names}


def _places(seed: Seed, board: Board) -> Iterator[tuple[int, str, Frame]]:
    """Where a value begins that no piece and no tile has: an entity, the name of the fact, and its frame."""
    if seed.of == "game":
        yield GAME, seed.attribute, Frame(board)
    elif seed.of == "side":
        for color in filter(seed.concerns, COLORS):
            yield GAME, f"{seed.attribute}{OWNER}{color}", Frame(board, None, {"color": color})
    elif seed.of == "preset":
        yield PRESET_STATE, f"{seed.owner}{OWNER}{seed.attribute}", Frame(board)
