"""The game as a room sees it: the one seam between the machine of rooms and the engine.

Everything goes in and out as plain data. Nothing else of a room knows matches, engines or records.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rete_chess.documents import Document
from rete_chess.documents.kinds.document import digest_of
from rete_chess.errors import ReteChessError, problems_in
from rete_chess.io import format_pgn
from rete_chess.match import Match, format_save, parse_save
from rete_chess.server.room import exhibits
from rete_chess.server.room.setup import Library, Setup, Source, begin

Json = dict[str, Any]


@dataclass(frozen=True)
class Dropped:
    """Why rules cannot come into force: a code, a sentence, and all that was found."""

    code: str
    message: str
    hint: str | None = None
    problems: tuple[Json, ...] = ()

    @classmethod
    def by(cls, error: ReteChessError) -> Dropped:
        """The finding of an error."""
        problems = tuple(map(exhibits.problem_data, problems_in(error)))
        return cls(error.code, error.message, error.hint, problems)

    def to_json(self) -> Json:
        """The finding as the fields of a refusal."""
        said = {"code": self.code, "message": self.message, "hint": self.hint, "problems": [*self.problems]}
        return {key: value for key, value in said.items() if value}


@dataclass(frozen=True)
class Played:
    """What a move did, as far as a room has to know."""

    side: str
    has_flipped: bool
    record: Json  # the move and all that came of it, as messages tell it
    has_new_presets: bool  # whether some ended or began by themselves
    is_swap: bool  # whether profiles waited for it
    dropped: Dropped | None  # why they did not come into force


class Look:
    """What stood on the board at some time, to tell what is other later."""

    def __init__(self, match: Match) -> None:
        self.pieces = {str(piece["id"]): piece for piece in exhibits.pieces_data(match.engine)}
        self.tiles = {str(tile["id"]): tile for tile in exhibits.tiles_data(match.engine)}

    def changes(self, old: Look) -> Json:
        """What is other than it was, by id; null for what is gone."""
        return {"pieces": _changes(old.pieces, self.pieces), "tiles": _changes(old.tiles, self.tiles)}


def _changes(old: Mapping[str, Json], new: Mapping[str, Json]) -> dict[str, Json | None]:
    changed = {name: found for name, found in new.items() if old.get(name) != found}
    return {**changed, **dict.fromkeys(name for name in old if name not in new)}


class Game:
    """One game under its setup."""

    def __init__(self, setup: Setup, match: Match | None = None) -> None:
        self.setup = setup
        self.match = begin(setup, self.library) if match is None else match
        self._look: Look | None = None

    @classmethod
    def restored(cls, setup: Setup, snapshot: str) -> Game:
        """The game of a snapshot."""
        return cls(setup, parse_save(snapshot, "game.save.json"))

    def snapshot(self) -> str:
        """The game as a text from which `restored` makes it again."""
        return format_save(self.match)

    def begun_anew(self, setup: Setup) -> Game:
        """A game with another setup that can tell what is other than in this one."""
        game = Game(setup)
        game._look = self._look
        return game

    @cached_property
    def library(self) -> Library:
        """The documents that came along with the variant."""
        return Library(self.setup)

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
    def result(self) -> Json | None:
        """How the game ended, or None while it goes on."""
        return exhibits.result_data(self.match.result)

    @property
    def outcome(self) -> str:
        """The result in words."""
        return str(self.match.result)

    @property
    def digest(self) -> str:
        """A digest of the game with the rules in force and those that wait, the same in every process."""
        engine = self.match.engine
        waiting = engine.pending_profiles
        return digest_of(
            engine.state_hash(),
            self.ply,
            self.requests,
            [profile.digest for profile in engine.active_profiles],
            None if waiting is None else [profile.digest for profile in waiting],
            self.result,
        )

    @property
    def requests(self) -> list[Json]:
        """The presets in force, as they can be asked for again."""
        return [exhibits.active_preset_data(use) for use in self.match.engine.active_presets]

    @property
    def config(self) -> dict[str, Json]:
        """The settings in effect of the presets in force, by id."""
        return exhibits.config_data(self.match.engine)

    @property
    def profiles(self) -> list[Json]:
        """The profiles in force, as documents."""
        return [_value(profile) for profile in self.match.engine.active_profiles]

    @property
    def legal(self) -> list[Json]:
        """The legal moves of the side to move; none once the game is over."""
        return exhibits.legal_moves_data(self.match)

    @cached_property
    def variant(self) -> Json:
        """The variant that the game began with."""
        return exhibits.variant_data(self.match.program)

    def standing(self) -> Json:
        """How the game stands, as messages about a change of it say."""
        engine = self.match.engine
        return {
            "fen": engine.fen(),
            "check": engine.in_check,
            "turn": self.turn,
            "result": self.result,
        }

    def position(self) -> Json:
        """All that the state of a room tells of the game itself."""
        engine = self.match.engine
        return {
            **self.standing(),
            "variant": self.variant,
            "manifest": exhibits.manifest_data(engine),
            "startFen": self.match.start,
            "pieces": exhibits.pieces_data(engine),
            "tiles": exhibits.tiles_data(engine),
            "ply": self.ply,
            "presets": self.requests,
            "config": self.config,
            "profiles": self.profiles,
            "panels": exhibits.panels_data(engine),
        }

    def changes(self) -> Json:
        """What is other than at the last look, which this is the next of."""
        now = Look(self.match)
        before, self._look = self._look or now, now
        return now.changes(before)

    def look(self) -> None:
        """Remember how everything stands now, unless a look is remembered already."""
        if self._look is None:
            self._look = Look(self.match)

    # -- asking --------------------------------------------------------------------------------

    def explain(self, move: str) -> Json:
        """Whether a move is legal, and why."""
        return exhibits.explanation_data(self.match.engine.explain(move))

    def inspect(self, square: str) -> Json:
        """All about the piece on a square."""
        return exhibits.inspection_data(self.match, square)

    def trace(self, ply: int) -> Json:
        """The trace of the move that led to a ply."""
        return exhibits.trace_data(self.match, ply)

    def pgn(self) -> str:
        """The game as PGN."""
        return format_pgn(self.match)

    def save(self) -> str:
        """The game as a save."""
        return format_save(self.match)

    # -- playing -------------------------------------------------------------------------------

    def play(self, move: str) -> Played:
        """Play a move; if it cannot be, an error says why and nothing has changed."""
        engine = self.match.engine
        before, san = engine.active_presets, self._san(move)
        record = self.match.play(move)
        swap = record.swap
        dropped = None
        if swap is not None and not swap.happened:
            problems = tuple(map(exhibits.problem_data, swap.problems))
            dropped = Dropped(swap.code, swap.message, problems=problems)
        told = {
            "ply": self.ply,
            **exhibits.move_data(engine, record.move, san),
            "side": record.mover,
            **exhibits.told_data(engine, record),
        }
        has_new = _settings(before) != _settings(engine.active_presets)
        return Played(record.mover, record.turn_flipped, told, has_new, swap is not None, dropped)

    def _san(self, move: str) -> str:
        """A move in algebraic notation; nothing for one that cannot be played, of which `play` says why."""
        try:
            return self.match.engine.san(move)
        except ReteChessError:
            return ""

    def take_back(self, plies: int) -> None:
        """Take moves back, with all that happened since."""
        for _ in range(plies):
            self.match.undo_last_move()
        self._look = None

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
        if not self.is_over and self.match.engine.pending_profiles is not None:
            self.match.withdraw_profiles()

    # -- changing rules ------------------------------------------------------------------------

    def read_profiles(self, sources: Iterable[Source], modifiers: Mapping[str, Document]) -> list[Json]:
        """Profiles as documents that bring along all that they use of a room's modifiers."""
        return [_value(found) for found in self.library.profiles(sources, modifiers)]

    def check_profiles(self, profiles: Sequence[Json]) -> list[Json]:
        """All that would be found if these profiles came into force now."""
        documents = self.library.profiles(profiles, {})
        return [exhibits.problem_data(found) for found in self.match.check_profiles(documents)]

    def queue_profiles(self, profiles: Sequence[Json]) -> None:
        """Let these profiles be in force when the turn ends; an error if they cannot be now."""
        self.match.queue_profiles(self.library.profiles(profiles, {}))

    def read_presets(self, requests: Iterable[Json]) -> list[Json]:
        """Requests for presets in their common form."""
        return list(self.library.presets(requests))

    def check_presets(self, requests: Sequence[Json]) -> list[Json]:
        """Warnings about these presets; an error if they cannot come into force now."""
        self.match.clone().set_active_presets(requests)
        return exhibits.meetings_data(self.match.engine.program, requests, self.library.beside)

    def set_presets(self, requests: Sequence[Json]) -> None:
        """Put these presets in force, and no others."""
        self.match.set_active_presets(requests)


def _settings(uses: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Presets without their durations."""
    return [(use.id, use.scope, use.config) for use in uses]


def _value(profile: Document) -> Json:
    value: Any = profile.tree.value
    return dict(value)


def other(side: str) -> str:
    """The other side."""
    return "black" if side == "white" else "white"
