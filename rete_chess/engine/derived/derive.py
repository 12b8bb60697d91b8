"""Derivation of what follows from facts: contributions first, then the profiles of pieces.

A mark in the journal says how far that has been done, so that moves taken back, copied games and
imagined moves need no other memory.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rete_chess.core.board import Board
from rete_chess.core.derived import derived_at, mark_derived, reprofile
from rete_chess.core.journal import ALL, PLACE
from rete_chess.core.reach import COLOR
from rete_chess.engine.derived._contributions import NOTHING, Update, take_gifts, update, withdraw_all
from rete_chess.engine.derived.carrying import carry_one
from rete_chess.engine.derived.ceilings import clip
from rete_chess.engine.derived.vicinity import may_change
from rete_chess.engine.matching.follower import Follower
from rete_chess.engine.move.trace import Change, Firing
from rete_chess.facts.session import get_fact, get_stored, piece_name
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.texts import fill

if TYPE_CHECKING:
    from rete_chess.compiler.movement.single_pieces import Profiles
    from rete_chess.engine._game import Game
    from rete_chess.engine.derived._contributions import Match, Place
    from rete_chess.engine.move.run import Run


def derive(game: Game, is_imagined: bool = False, is_new: bool = False) -> Update | None:
    """The update of what may have changed, of everything under a new program; None if nothing could have."""
    continuous = game.program.continuous
    board = game.board
    if continuous is None:
        return _withdraw(game)
    start = derived_at(board)
    if not is_new and start == len(board.journal):
        return None
    change = NOTHING
    if not continuous.contributes:
        change = _withdraw(game) or NOTHING
    elif is_new or may_change(game, start, is_imagined):
        change = _updated(game, is_imagined)
    if continuous.profiles is not None:
        _reprofile(board, continuous.profiles, 0 if is_new else start, is_new)
    mark_derived(board)
    return change


def derive_again(game: Game) -> None:
    """Find again what follows from facts that have taken it into account already: none of them changes."""
    continuous = game.program.continuous
    if continuous is None:
        return
    if continuous.contributes:
        update(game, is_imagined=False)
    if continuous.profiles is not None:
        _reprofile(game.board, continuous.profiles, 0, is_new=True)
    mark_derived(game.board)


def _withdraw(game: Game) -> Update | None:
    """Withdraw all contributions, and what they alone allowed; None if there were none."""
    change = withdraw_all(game.board)
    if change is not None:
        clip(game, _raised(game, change))
    return change


def _updated(game: Game, is_imagined: bool) -> Update:
    """Contributions, and the ceilings that follow them; hit points that are clipped may change others."""
    change = update(game, is_imagined)
    latest = change
    while clip(game, _raised(game, latest)):
        latest = update(game, is_imagined)
        change = Update(
            change.begun + latest.begun, change.ended + latest.ended, {**latest.before, **change.before}
        )
    return change


def _raised(game: Game, change: Update) -> list[Place]:
    """The places whose ceilings an update of contributions has moved."""
    found: list[Place] = []
    for (attribute, entity), old in change.before.items():
        declared = game.program.vocabulary.attributes.get(attribute) if old is None else old.attribute
        if declared is not None and declared.raises:
            found.append((declared.raises, entity))
    return found


#: What has changed of pieces that nothing has happened to.
NO_CHANGE: frozenset[str] = frozenset()


# -- profiles --------------------------------------------------------------------------------------


def _reprofile(board: Board, profiles: Profiles, start: int, is_new: bool) -> None:
    """Let the pieces concerned take up what they can do now."""
    needs = profiles.needs
    dirty = {} if is_new else Follower(board, since=start).changed()
    if not (is_new or needs.looks_beyond or any(needs.concern(what, PLACE, ALL) for what in dirty.values())):
        return
    found: list[tuple[int, bool]] = []
    for color, side in enumerate(board.pieces):
        for square, reach in side.items():
            plan = profiles.plans[color][reach.type_index]
            what = dirty.get(board.entities[square], NO_CHANGE)
            if not plan.is_fixed and (
                is_new or plan.needs.looks_beyond or (what and plan.needs.concern(what, PLACE, ALL))
            ):
                found.append((square, plan.needs.royal))
    for square, _ in found:
        take_profile(board, profiles, square)
    for square, asks_royal in found:  # now that it is known who is royal
        if asks_royal:
            take_profile(board, profiles, square)


def take_profile(board: Board, profiles: Profiles, square: int) -> None:
    """Let the piece on a square take up what it can do now."""
    row = profiles.row(board, square)
    if board.pieces[board.cells[square] & COLOR][square].row is not row:
        reprofile(board, square, row)


def take_new_profile(run: Run, square: int, given: Collection[str] = ()) -> None:
    """Let a piece that is new, or of a new type, take up what it can do and what it begins with; attributes
    that were given to it by name stay as they are."""
    game = run.game
    if game.program.stack.entries and game.board.entities[square]:
        run.notice_deaths()
        carry_one(game, square, given)
        run.skip_given()
        take_gifts(game, square)
        clip(game, [(name, game.board.entities[square]) for name in game.program.vocabulary.limited])
    continuous = game.program.continuous
    if continuous is not None and continuous.profiles is not None and game.board.entities[square]:
        take_profile(game.board, continuous.profiles, square)


# -- in the course of a move -----------------------------------------------------------------------


def derive_in(run: Run) -> bool:
    """Derive anew within a stage, on record, until all agrees; whether something may have changed."""
    has_changed = False
    while (change := derive(run.game)) is not None:
        has_changed = True
        if change.begun or change.ended:
            _record(run, change)
            let_die(run, change)
    return has_changed


def let_die(run: Run, change: Update | None) -> None:
    """Let those die whom other contributions leave nothing of a vital attribute."""
    if change is not None and change.before:
        run.notice_used_up(change.before)
        run.drain()


def let_all_die(run: Run) -> None:
    """Let those die whom the contributions of now leave nothing of a vital attribute."""
    run.notice_used_up([(name, entity) for name, column in run.board.bonuses.items() for entity in column])


def _record(run: Run, change: Update) -> None:
    for match in change.begun:
        event = run.new_event("derive", piece=match.source)
        frame = Frame(run.board, event, match.names)
        text = fill(match.rule.describe, frame, match.rule.kinds) if match.rule.describe else ""
        if text:
            run.trace.texts.append(text)
        square = -1 if match.source is None else run.place_of(match.source)
        run.trace.firings.append(
            Firing(
                run.stage,
                match.rule.stage,
                event.id,
                match.rule.id,
                match.rule.origin,
                match.source,
                None if match.source is None else piece_name(run.board, match.source),
                run.board.book.geometry.names[square] if square >= 0 else None,
                match.names,
                _changes(run.board, match, change),
                text,
            )
        )
    for (_, entity), gift in change.ended:
        run.new_event("withdraw", piece=gift.source, target=entity or None, source=gift.rule)


def _changes(board: Board, match: Match, change: Update) -> tuple[Change, ...]:
    """How the values in effect of all that a match contributes to have changed."""
    return tuple(_change(board, place, change) for place in dict.fromkeys(place for place, _ in match.gifts))


def _change(board: Board, place: Place, change: Update) -> Change:
    attribute, entity = place
    stored = get_stored(board, entity, attribute)
    before = change.before[place]
    old = stored if before is None else before.on(stored)
    return Change(entity, attribute, old, get_fact(board, entity, attribute))
