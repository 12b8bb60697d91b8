"""The game as a room sees it: the one seam between the machine of rooms and the engine.

Everything goes in and out as plain data. Nothing else of a room knows matches, engines or records.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final
from weakref import WeakKeyDictionary

from rete_chess import serial
from rete_chess.brief import shipped_name
from rete_chess.compiler import Program
from rete_chess.compiler.checks.meetings import WARNING, report_presets
from rete_chess.compiler.requests import parse_requests
from rete_chess.costs import TEXT
from rete_chess.documents import Document
from rete_chess.documents.kinds.save import MOST_INTERVENTIONS, MOST_MOVES
from rete_chess.engine import Engine
from rete_chess.engine.stream import DEFAULT_SEED
from rete_chess.errors import BudgetError, GameError, Problem, ReteChessError
from rete_chess.io import format_pgn
from rete_chess.match import Match, format_save
from rete_chess.metering import Meter, running
from rete_chess.serial import Look
from rete_chess.server.room.findings import Dropped, Played
from rete_chess.server.room.setup import BUDGET, Library, Setup, Source
from rete_chess.server.room.sights import SIDE_OF, WHOLE, Sights, Was

Json = dict[str, Any]

#: How many moves and changes of rules a game ends before the longest that can be kept.
SPARE: Final = 10


class Game:
    """One game under its setup."""

    def __init__(self, setup: Setup, match: Match | None = None, seed: str = DEFAULT_SEED) -> None:
        self.setup = setup
        self.match = self._begun(seed) if match is None else match
        self.sights = Sights(self.match)

    def _begun(self, seed: str) -> Match:
        match = Match(self.library.program(self.setup), self.setup.fen, seed=seed, budget=BUDGET)
        _demand_tellable(match)
        return match

    @classmethod
    def restored(cls, setup: Setup, snapshot: Mapping[str, Any]) -> Game:
        """The game of a snapshot, without a move played again."""
        library = Library.of(setup)
        game = cls(setup, Match.resume(snapshot, library.program(setup), budget=BUDGET))
        game.library = library
        return game

    def snapshot(self, *, tells_seed: bool = True) -> Json:
        """The game as data from which `restored` makes it again."""
        return self.match.snapshot(tells_seed=tells_seed)

    @property
    def seed(self) -> str:
        """The seed of what chance decides: nobody may know it before the game is over."""
        return self.match.engine.dice.stream.seed

    @property
    def has_drawn(self) -> bool:
        """Whether chance has decided anything."""
        return self.match.engine.dice.furthest > 0

    @cached_property
    def library(self) -> Library:
        """The documents that came along with the variant."""
        return Library.of(self.setup)

    # -- looking -------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self.match.engine.move_log)

    @property
    def turn(self) -> str:
        """The side to move."""
        return self.match.engine.turn

    @property
    def is_over(self) -> bool:
        return self.match.is_over

    @property
    def result(self) -> Any:
        """How the game ended, or None while it goes on."""
        return serial.result_data(self.match.result)

    @property
    def outcome(self) -> str:
        """The result in words."""
        return str(self.match.result)

    @property
    def digest(self) -> str:
        """A digest of all that decides how the game goes on, the same in every process."""
        return self.match.digest

    def is_hidden_from(self, viewer: str) -> bool:
        """Whether the rules in force hide anything from a viewer."""
        return self.sights.is_hidden_from(viewer)

    @property
    def hides(self) -> bool:
        """Whether the rules in force hide anything."""
        return self.match.engine.program.sight is not None

    @property
    def requests(self) -> list[Any]:
        """The presets in force, as they can be asked for again."""
        return serial.presets_data(self.match)

    @property
    def config(self) -> dict[str, Json]:
        """The settings in effect of the presets in force, by id."""
        return serial.config_data(self.match)

    @property
    def profiles(self) -> list[Json]:
        """The profiles in force, as documents."""
        return [_value(profile) for profile in self.match.engine.active_profiles]

    @property
    def known_modifiers(self) -> set[str]:
        """The ids of the custom modifiers that only this game knows, by its variant or by profiles."""
        own = {model.id for part in self.match.program.variant.models for model in part.custom_modifiers}
        return own.union(self.match.engine.custom_modifiers.own)

    @property
    def legal(self) -> list[Any]:
        """The legal moves of the side to move; none once the game is over.

        Where only rules know what comes of a move, it is marked as a check when it is played: to look ahead
        for all of them would cost more than to play.
        """
        return serial.legal_moves_data(self.match, foresees=False)

    def legal_for(self, viewer: str) -> list[Any]:
        """The legal moves of the side to move, as a player of it knows them."""
        if self.is_hidden_from(viewer):
            return serial.seen_moves_data(self.sights.view(viewer))
        return self.legal

    @property
    def variant(self) -> Any:
        """The variant that the game began with."""
        return _variant(self.match.program)

    def standing(self, viewer: str = WHOLE) -> Json:
        """How the game stands, as messages about a change of it say."""
        engine = self.match.engine
        found = (
            serial.seen_standing(self.sights.view(viewer)) if self.is_hidden_from(viewer) else self._truth()
        )
        hands = serial.hands_data(engine)
        if hands is not None:
            found["hands"] = hands
        vital = serial.vital_names(engine)
        if vital:
            found["vital"] = vital
        return found if self.result is None else {**found, "result": self.result}

    def _truth(self) -> Json:
        engine = self.match.engine
        checked = serial.checked_squares(engine)
        return {"fen": engine.fen(), "check": engine.in_check, "checked": checked, "turn": self.turn}

    def position(self, viewer: str = WHOLE) -> Json:
        """All that the state of a room tells of the game itself."""
        if self.is_hidden_from(viewer):
            start = None if self.sights.knows_start(viewer) else self._started()
            stood = self.sights.position(viewer, start)
        else:
            look = Look(self.match)
            stood = {"startFen": self.match.start, "pieces": look.pieces(), "tiles": look.tiles()}
        return {
            **self.standing(viewer),
            **stood,
            "variant": self.variant,
            "manifest": serial.manifest_data(self.match),
            "ply": self.ply,
            "presets": self.requests,
            "config": self.config,
            "profiles": self.profiles,
            "panels": serial.panels_data(self.match),
            "ruleChanges": serial.rule_changes_data(self.match),
        }

    def bench(self) -> Game:
        """A game of the rules in force at the start of the variant: where the position is hidden, others are
        judged there, so that nothing of it is told."""
        begun = replace(self.setup, fen=None, presets=tuple(self.requests), profiles=tuple(self.profiles))
        return Game(begun)

    def _started(self) -> Engine:
        """The game before its first move."""
        return Engine(self.library.program(self.setup), self.match.start, budget=BUDGET)

    def look(self, viewers: Iterable[str] = ()) -> Was:
        """How everything stands now, and how these viewers see it."""
        return self.sights.was(viewers)

    def changes(self, before: Was, viewer: str = WHOLE) -> Any:
        """What is other for a viewer than it was."""
        return self.sights.changes(before, viewer)

    def digest_for(self, viewer: str) -> str:
        """A digest of what is known to a viewer from whom something is hidden."""
        return self.sights.view(viewer).digest

    def has_pieces(self, side: str) -> bool:
        """Whether a side has anything on the board."""
        return any(piece["color"] == side for piece in Look(self.match).pieces())

    # -- asking --------------------------------------------------------------------------------

    def explain(self, move: str, viewer: str = WHOLE) -> Any:
        """Whether a move is legal, and why."""
        asked = self.sights.view(viewer) if self.is_hidden_from(viewer) else self.match.engine
        return serial.explanation_data(asked.explain(move))

    def inspect(self, square: str, viewer: str = WHOLE) -> Any:
        """All about the piece on a square."""
        if self.is_hidden_from(viewer):
            return serial.seen_inspection_data(self.sights.view(viewer), square)
        return serial.inspection_data(self.match, square)

    def trace(self, ply: int, viewer: str = WHOLE) -> Any:
        """The trace of the move that led to a ply."""
        if self.is_hidden_from(viewer):
            return serial.seen_trace_data(self.match, ply, SIDE_OF[viewer])
        return serial.trace_data(self.match, ply)

    def origins(self, rules: Collection[str]) -> dict[str, str]:
        """Where rules that are in force are written, by their ids."""
        found = {rule.id: shipped_name(rule.origin) for rule in self.match.engine.program.rules}
        return {rule: found[rule] for rule in sorted(rules) if rule in found}

    def pgn(self) -> str:
        """The game as PGN; while it runs, without its seed."""
        return format_pgn(self.match, tells_seed=self.is_over)

    def save(self) -> str:
        """The game as a save; while it runs, without its seed."""
        return format_save(self.match, tells_seed=self.is_over)

    # -- playing -------------------------------------------------------------------------------

    def play(self, move: str, viewers: Collection[str] = ()) -> Played:
        """Play a move; if it cannot be, an error says why and nothing has changed."""
        self._demand_space()
        engine = self.match.engine
        before, presets, san = self.look(viewers), engine.active_presets, self._san(move)
        self.sights.forget()
        record = self.match.play(move, demand=lambda: _demand_tellable(self.match))
        told: Any = serial.played_data(self.match, before.look, san)
        seen = self.sights.records(before, viewers)
        if record.chronicle is not None:
            record.chronicle.forget()  # the room keeps what it told
        swap, dropped = record.swap, None
        if swap is not None and not swap.happened:
            problems = tuple(map(serial.problem_data, swap.problems))
            dropped = Dropped(swap.code, swap.message, problems=problems)
        has_new = _settings(presets) != _settings(engine.active_presets)
        return Played(record.mover, record.turn_flipped, told, has_new, swap is not None, dropped, seen)

    def _demand_space(self) -> None:
        """Refuse to make a game longer than a room that sleeps could keep: its players can still end it."""
        moves, changes = len(self.match.history), len(self.match.interventions)
        if moves > MOST_MOVES - SPARE or changes > MOST_INTERVENTIONS - SPARE:
            hint = "offer a draw, resign, or take moves back"
            raise GameError("E_SAVE_SIZE", "the game is too long to go on", hint=hint)

    def _san(self, move: str) -> str:
        """A move in algebraic notation; nothing for one that cannot be played, of which `play` says why."""
        try:
            return self.match.engine.san(move)
        except ReteChessError:
            return ""

    def take_back(self, plies: int) -> None:
        """Take moves back, with all that happened since."""
        self.sights.forget()
        for _ in range(plies):
            self.match.undo_last_move()

    def resign(self, side: str) -> None:
        """Give the game up for a side."""
        self.forget_waiting()
        self.match.resign(side)

    def time_out(self, side: str) -> None:
        """End the game because the time of a side is up."""
        self.forget_waiting()
        self.match.time_out(side)

    def agree(self, side: str) -> None:
        """End the game because a side accepts a draw."""
        self.forget_waiting()
        self.match.offer_draw(other(side))
        self.match.accept_draw(side)

    def claim(self) -> None:
        """End the game by a claim of the side to move, or say that there is none."""
        if self.match.engine.claims():
            self.forget_waiting()
        self.match.claim_draw()

    def forget_waiting(self) -> None:
        """Let no profiles wait any longer."""
        self.sights.forget()
        if not self.is_over and self.match.engine.pending_profiles is not None:
            self.match.withdraw_profiles()

    # -- changing rules ------------------------------------------------------------------------

    def read_profiles(self, sources: Iterable[Source], modifiers: Mapping[str, Document]) -> list[Json]:
        """Profiles as documents that bring along all that they use of a room's modifiers."""
        return [_value(found) for found in self.library.profiles(sources, modifiers)]

    def check_profiles(self, profiles: Sequence[Json], presets: Sequence[Json] | None = None) -> list[Any]:
        """All that would be found if these profiles came into force now. With other presets, if some are
        named: warnings, and an error if they cannot come into force together."""
        documents = self.library.profiles(profiles, {})
        if presets is None:
            found = self.match.check_profiles(documents)
        else:
            found = self.match.clone().set_rules(presets, documents)
        return [serial.problem_data(problem) for problem in found]

    def queue_profiles(self, profiles: Sequence[Json]) -> None:
        """Let these profiles be in force when the turn ends; an error if they cannot be now."""
        self._demand_space()
        self.match.queue_profiles(self.library.profiles(profiles, {}))

    def read_presets(self, requests: Iterable[Json]) -> list[Json]:
        """Requests for presets in their common form."""
        return list(self.library.presets(requests))

    def check_presets(self, requests: Sequence[Json], profiles: Sequence[Json] | None = None) -> list[Any]:
        """Warnings about these presets; an error if they cannot come into force now, together with other
        profiles, if some are named."""
        if profiles is None:
            self.match.clone().set_active_presets(requests)
        else:
            self.match.clone().set_rules(requests, self.library.profiles(profiles, {}))
        beside = self.library.beside
        report = report_presets(self.match.engine.program, parse_requests(requests, beside))
        warnings = [found for found in report.meetings if found.severity == WARNING]
        texts = [f"{' and '.join(found.presets)}: {found.text}" for found in warnings]
        return [serial.problem_data(Problem("W_PRESETS", text, "warning")) for text in texts]

    def set_presets(self, requests: Sequence[Json]) -> None:
        """Put these presets in force, and no others."""
        self._demand_space()
        self.sights.forget()
        self.match.set_active_presets(requests)
        self._demand_changed()

    def set_rules(self, requests: Sequence[Json], profiles: Sequence[Json]) -> None:
        """Put these presets and profiles in force together, and no others."""
        self._demand_space()
        self.sights.forget()
        self.match.set_rules(requests, self.library.profiles(profiles, {}))
        self._demand_changed()

    def _demand_changed(self) -> None:
        """Take a change back that leads to more than can be told."""
        try:
            _demand_tellable(self.match)
        except (BudgetError, GameError):
            self.match.undo_intervention()
            raise


def _demand_tellable(match: Match) -> None:
    """Refuse a position of which the room could not tell the legal moves to those who have to play on."""
    legal = match.engine.legal_moves()
    with running(Meter(BUDGET), BUDGET.move, "to tell the moves") as meter:
        meter.charge(TEXT * len(legal))


def _settings(uses: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Presets without their durations."""
    return [(use.id, use.scope, use.config) for use in uses]


#: The variants of programs, told once, as long as somebody has the programs.
_variants: WeakKeyDictionary[Program, Any] = WeakKeyDictionary()


def _variant(program: Program) -> Any:
    """The variant of a program; games share it."""
    if program not in _variants:
        _variants[program] = serial.variant_data(program)
    return _variants[program]


def _value(profile: Document) -> Json:
    value: Any = profile.tree.value
    return dict(value)


def other(side: str) -> str:
    """The other side."""
    return "black" if side == "white" else "white"
