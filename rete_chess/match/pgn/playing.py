"""Games of PGN played as matches: the variant that their tags name, their moves as anybody writes them, what
our own tags say happened between moves, and the end that their result tells.

Whatever cannot be is noted in the game, with its place; nothing is guessed.
"""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rete_chess.compiler import Program, catalog, compile_chain, program_of
from rete_chess.compiler.requests import active_of
from rete_chess.compiler.variant import lineage
from rete_chess.documents import parse_document, read_tree
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.kinds.pgn_replay import PgnReplay, PgnRules
from rete_chess.documents.kinds.save import SavedIntervention
from rete_chess.engine.records import METHODS
from rete_chess.engine.snapshots.deeds import details_of
from rete_chess.engine.stream import DEFAULT_SEED, Stream
from rete_chess.errors import BudgetError, GameError, MoveError, Place, ReteChessError, clip
from rete_chess.interop.fen import read_fen
from rete_chess.match._entries import Ending, end_by
from rete_chess.match._library import neighbours_of
from rete_chess.match._match import Match
from rete_chess.match._saves import documents_of, profiles_of
from rete_chess.match.pgn.games import PgnGame, PgnMove, PgnSource, read_games
from rete_chess.match.pgn.told import REPLAY, STATE_HASH, ending_of, score_of
from rete_chess.match.pgn.variants import named
from rete_chess.match.pgn.words import NULLS, find_move
from rete_chess.metering import Budget, charge, trying, under

if TYPE_CHECKING:
    from rete_chess.interop.variants import Variants

#: What is shown of a text that nobody has given a name.
NAMELESS: Final = "<pgn>"
#: The programs that are kept, of games that bring their own rules.
MOST_KEPT: Final = 8


@dataclass(frozen=True)
class Replayed:
    """A game of PGN, and the match that it was: as far as it could be played, None if it could not begin."""

    game: PgnGame
    match: Match | None

    @property
    def is_sound(self) -> bool:
        """Whether the whole game could be played as it is written."""
        return self.match is not None and self.game.is_sound


def replay(game: PgnGame, program: Program | None = None, budget: Budget | None = None) -> Replayed:
    """Play one game; see `Replayer`."""
    return Replayer(program, budget=budget).replay(game)


def match_of(
    source: PgnSource,
    name: str | None = None,
    number: int = 1,
    program: Program | None = None,
    network: str | None = None,
    budget: Budget | None = None,
) -> Match:
    """The match that a game of a text or its bytes, a path, or an open file was, by the number of the game.

    It is played by the rules that its tags name or bring along, unless a program is given. An error tells all
    that is wrong with it.
    """
    file = name or (os.fsdecode(source) if isinstance(source, os.PathLike) else NAMELESS)
    last = 0
    for game in read_games(source):
        last = game.number
        if last == number:
            replayer = Replayer(program, network=network, budget=budget, tries_variations=False)
            match = replayer.replay(game).match
            game.demand_sound(file)
            assert match is not None
            return match
    message = "there is no game" if not last else "there is no game of that number"
    raise GameError("E_PGN", f"{file}: {message}", found=number, expected=f"1 to {last}" if last else None)


class Replayer:
    """Who plays the games of a file. A program that is given is played whatever the tags say of variants."""

    def __init__(
        self,
        program: Program | None = None,
        *,
        default: str = "chess",
        variants: Variants | None = None,
        network: str | None = "native",
        budget: Budget | None = None,
        tries_variations: bool = True,
    ) -> None:
        self._program = program
        self._default = default
        self._variants = variants
        self._network = network
        self._budget = budget
        self._tries_variations = tries_variations
        self._kept: OrderedDict[tuple[str, str], tuple[Program, Neighbours]] = OrderedDict()

    def replay(self, game: PgnGame) -> Replayed:
        """Play a game, and note in it what is wrong. With all that it brings along it has the budget of all
        tests of a document."""
        with _under(self._budget), trying(self._budget, "the game") as meter:
            played = Replayed(game, self._played(game))
            meter.forgive()  # what was beyond the budget is noted
        return played

    def _played(self, game: PgnGame) -> Match | None:
        """The match that a game was, as far as it can be played."""
        told = self._told(game)
        match = None if told is None else self._begun(game, told)
        if told is not None and match is not None and self._play(game, match, told):
            self._end(game, match, told)
        return match

    # -- the start -------------------------------------------------------------------------------

    def _told(self, game: PgnGame) -> PgnReplay | None:
        """What the tag `Replay` says, None if it cannot be read."""
        try:
            return parse_document(PgnReplay, read_tree(game.tags.get(REPLAY, "{}"), f"{REPLAY}.json"))
        except ReteChessError as error:
            _note(game, error, REPLAY)
            return None

    def _begun(self, game: PgnGame, told: PgnReplay) -> Match | None:
        """The match at its start, None if it cannot begin."""
        tag = "Variant"
        try:
            program, is_960, given = self._rules(game, told)
            tag = "FEN"
            fen = read_fen(program, game.tags["FEN"]) if game.tags.get("FEN", "").strip() else None
            match = self._at(program, fen, told, told.chess960 or is_960)
            if not match.engine.board.is_chess960 and match.engine.start_warnings:
                match = self._at(program, fen, told, True)  # castles from unusual squares
            tag = REPLAY
            for modifier in told.modifiers:
                match.engine.custom_modifiers.register(json.dumps(modifier), "registered.modifier.json")
        except ReteChessError as error:
            _note(game, error, tag)
            return None
        self._given = given
        if game.tags.get("VariantHash", program.hash) != program.hash and REPLAY not in game.tags:
            message = f"the rules of {program.name} have changed since the game was written"
            game.add("W_PGN", message, game.lines["VariantHash"], warns=True)
        return match

    def _at(self, program: Program, fen: str | None, told: PgnReplay, is_960: bool) -> Match:
        seed = Stream(told.seed or DEFAULT_SEED, told.draws)
        return Match(program, fen, self._network, chess960=is_960, seed=seed, budget=self._budget)

    def _rules(self, game: PgnGame, told: PgnReplay) -> tuple[Program, bool, Neighbours | None]:
        """The program, whether castling is written as in Chess960, and the documents that came along."""
        if self._program is not None:
            return self._program, False, neighbours_of(told.library, Place(REPLAY))
        rules, text = told.rules, game.tags.get(REPLAY, "")
        source, is_960 = named(
            game.tags, self._default, self._variants, is_known=bool(rules and rules.documents)
        )
        if rules is None and not told.library:
            return program_of(source), is_960, None
        key = (str(source), text)
        if key in self._kept:
            charge(self._kept[key][0].cost.steps)  # what is ready costs the same
        else:
            given = neighbours_of(told.library, Place(REPLAY))
            program = program_of(source) if rules is None else _compiled(str(source), rules, given)
            self._kept[key] = program, given
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        program, given = self._kept[key]
        return program, is_960, given

    # -- the moves -------------------------------------------------------------------------------

    def _play(self, game: PgnGame, match: Match, told: PgnReplay) -> bool:
        """Play all moves and what happened between them; whether that could be."""
        between = {after: list(found) for after, found in groupby(told.changes, lambda one: one.after)}
        if not self._change(game, match, between.pop(0, ())):
            return False
        for number, move in enumerate(game.moves, start=1):
            try:
                if move.variations and self._tries_variations:
                    _try_variations(game, match, move)
                match._demand_play()
                match.play(find_move(match.engine, move.text))
            except ReteChessError as error:
                _note_move(game, error, move, number)
                return False
            if not self._change(game, match, between.pop(number, ())):
                return False
        if between:
            game.add("E_PGN", "something happens after more moves than there are", game.lines[REPLAY])
        return not between

    def _change(self, game: PgnGame, match: Match, changes: Iterable[SavedIntervention]) -> bool:
        """Let happen what happened between two moves."""
        try:
            for found in changes:
                what = next(name for name in METHODS if getattr(found, name) is not None)
                match.intervene(what, details_of(found, self._given, match.engine.custom_modifiers.get))
        except ReteChessError as error:
            _note(game, error, REPLAY)
            return False
        return True

    # -- the end ---------------------------------------------------------------------------------

    def _end(self, game: PgnGame, match: Match, told: PgnReplay) -> None:
        """End the match as its text says, and compare what it came to."""
        ending = _ending(game, match, told)
        try:
            if ending is not None:
                match.end(ending)
            match._take_offers({offer.after: offer.side for offer in told.draw_offers})
        except GameError as error:
            _note(game, error, REPLAY)
        score = score_of(match.result)
        if game.score not in ("*", score):
            ended = "goes on" if match.result is None else f"ends with {match.result}"
            message = f"the result is {game.score}, but by the rules the game {ended}"
            game.add("W_PGN", message, game.end, warns=True)
        wanted = game.tags.get(STATE_HASH)
        if wanted is not None and wanted != match.engine.state_hash():
            message = "the moves do not lead to the state that the game was written with"
            hint = f"the rules or the text have changed; without the tag {STATE_HASH} nothing is compared"
            game.add("E_PGN_STATE", message, game.lines[STATE_HASH], hint)


def _ending(game: PgnGame, match: Match, told: PgnReplay) -> Ending | None:
    """The players' word that ended the game, if its rules did not."""
    if told.ending is not None:
        return end_by(told.ending.kind, told.ending.side, told.ending.reason)
    if match.is_over:
        return None
    return ending_of(game.score, game.tags.get("Termination", ""), match.engine.turn)


@contextmanager
def _under(budget: Budget | None) -> Iterator[None]:
    if budget is None:
        yield
        return
    with under(budget):
        yield


def _compiled(name: str, rules: PgnRules, given: Neighbours) -> Program:
    """The program of rules that came along with a game."""
    presets = tuple(active_of(use, given) for use in rules.presets)
    if rules.documents:
        documents = documents_of(name, rules.documents)
    else:
        documents = list(lineage(catalog.variant(name)))
    among = [one.among(given) for one in documents]
    return compile_chain(among, presets, profiles_of(rules.profiles, given))


def _try_variations(game: PgnGame, match: Match, move: PgnMove) -> None:
    """Play the variations that stand in the place of a move, on a game beside the match."""
    engine = match.engine.clone()

    def walk(line: list[PgnMove]) -> None:
        played = 0
        for each in line:
            for variation in each.variations:
                walk(variation)
            try:
                engine.apply(find_move(engine, each.text))
            except BudgetError:
                raise
            except ReteChessError as error:
                message = f"in a variation, {clip(each.text)}: {error.message} [{error.code}]"
                game.add("W_PGN", message, (each.line, each.column), warns=True)
                break
            played += 1
        for _ in range(played):
            engine.undo()

    for variation in move.variations:
        walk(variation)


def _note_move(game: PgnGame, error: ReteChessError, move: PgnMove, number: int) -> None:
    """Note that a move cannot be played."""
    message, hint = error.message, error.hint
    if move.text in NULLS and isinstance(error, MoveError):
        message, hint = "nobody may pass", None
    elif error.expected is not None:
        message = f"{message}; expected {error.expected}"
    place = (move.line, move.column)
    game.add(error.code, f"half-move {number}, {clip(move.text)}: {message}", place, hint)


def _note(game: PgnGame, error: ReteChessError, tag: str) -> None:
    """Note an error about a tag."""
    parts = [error.message]
    if error.found is not None:
        parts.append(f"found {clip(error.found)}")
    if error.expected is not None:
        parts.append(f"expected {error.expected}")
    place = game.lines.get(tag, (game.line, 1))
    game.add(error.code, f"the tag {tag}: {'; '.join(parts)}", place, error.hint)
