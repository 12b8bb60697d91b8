"""Snapshots of matches, and matches resumed from them: the game, its history and the players' words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rete_chess.compiler import Program
from rete_chess.engine import MoveRecord
from rete_chess.engine.move.listeners import Listener
from rete_chess.engine.snapshots.deeds import Deed
from rete_chess.errors import GameError
from rete_chess.match._entries import Ending, Intervention, Unplayed, end_by
from rete_chess.match._match import Match
from rete_chess.match._saves import demand_length, demand_told
from rete_chess.metering import Budget


def snapshot_of(match: Match, tells_seed: bool = True) -> dict[str, Any]:
    """A match as plain data that JSON can say, from which it can be resumed."""
    from rete_chess.engine.snapshots.taking import signed, tell_game  # late: most matches take none

    demand_told(match)
    demand_length(match)
    records = [step for step in match.history if isinstance(step, MoveRecord)]
    data = tell_game(match.engine, records, [Deed(*found) for found in match.interventions], tells_seed)
    own: dict[str, Any] = {"start": match.start, "index": match.current_index}
    last = match.history[-1] if match.history else None
    if isinstance(last, Ending):
        own["ending"] = {"kind": last.kind, "side": last.side, "reason": last.result.reason}
    if match.draw_offers:
        own["drawOffers"] = list(match.draw_offers.items())
    return signed({**data, "match": own})


def resume_match(
    snapshot: Mapping[str, Any],
    program: Program | None = None,
    network: str | None = None,
    listeners: Iterable[Listener] = (),
    budget: Budget | None = None,
) -> Match:
    """The match of a snapshot, exactly as it was; no move is played again.

    Rules are compiled once for all snapshots with the same documents; who has the program that the match
    began with may hand it in. To go back behind the snapshot, or to read the traces of moves before it, the
    moves are played again then. Listeners are no part of a snapshot: where some took part, they have to hear
    the match again.
    """
    from rete_chess.engine.snapshots.form import wrong  # late, as above
    from rete_chess.engine.snapshots.resuming import Resumption

    found = Resumption(snapshot, program, network, listeners, budget)
    told = found.form.match
    if told is None:
        raise wrong("it is that of a game, not of a match")
    match = Match.__new__(Match)
    match.engine, match.program, match.start = found.engine, found.start, told.start
    match._interventions = [Intervention(*deed) for deed in found.past.deeds]
    match._ears = found.engine._game.ears
    played = found.form.played
    match._steps = list(found.records[:played])
    match._ahead = [Unplayed(record, found.past) for record in reversed(found.records[played:])]
    if told.ending is not None:
        _end(match, end_by(told.ending.kind, told.ending.side, told.ending.reason), told.index)
    if told.index != len(match._steps):
        raise wrong("the match does not stand where its game does", told.index)
    try:
        match._take_offers(dict(told.draw_offers))
    except GameError as error:
        raise wrong(error.message, told.draw_offers) from None
    match.engine._scribe = match.intervene
    return match


def _end(match: Match, ending: Ending, index: int) -> None:
    """Let a match have its ending, as its last step or as one that was taken back."""
    if index == len(match._steps) + 1 and not match._ahead:
        match._steps.append(ending)
    else:
        match._ahead.insert(0, ending)
