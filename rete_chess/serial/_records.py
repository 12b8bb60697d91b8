"""Moves that were played as JSON: records with their changes, and traces stage by stage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rete_chess.brief import shipped_name
from rete_chess.engine import Engine, MoveRecord
from rete_chess.errors import GameError
from rete_chess.facts.kept import plain
from rete_chess.serial._events import bare_effect_data, effect_data, heard_data, stages_data, told_data
from rete_chess.serial._looks import Look, engine_of, side_word
from rete_chess.serial._positions import checked_squares, hands_data, move_data, result_data
from rete_chess.serial._problems import problem_data

if TYPE_CHECKING:
    from rete_chess.engine.explain.why_not import Hearing, WhyNot
    from rete_chess.engine.setup.profile_swap import Swap
    from rete_chess.match import Ending
    from rete_chess.serial import shapes
    from rete_chess.serial._looks import Game


def record_data(game: Game, ply: int | None = None, *, stages: bool = True) -> shapes.Record:
    """The record of a move that was played, the last one unless another is named, counted from 1.

    `stages` are the firings stage by stage, which may be many.
    """
    after = game_after(engine_of(game), ply)
    after.move_log[-1].log  # noqa: B018 (read before the move is taken back, which would keep a board)
    before = after.clone()
    before.undo()
    return told_record(before, after, stages)


def played_data(game: Game, before: Look, san: str) -> shapes.Record:
    """The record of the last move, without stages, for those who looked at the game before it, and know how
    the move is written. Nothing is taken back for it."""
    return _told(engine_of(game), before, san)


def history_data(game: Game, *, stages: bool = False) -> list[shapes.Record]:
    """The records of all moves that were played, the first one first."""
    games = earlier_games(engine_of(game))
    return [told_record(before, after, stages) for before, after in games][::-1]


def earlier_games(engine: Engine) -> Iterator[tuple[Engine, Engine]]:
    """A game before and after each of its moves, the last move first. Before it, all has happened that was
    done since the move before; after it, nothing else has. Both are good until the next pair is asked for."""
    after = engine.clone()
    for record in reversed(engine.move_log):
        record.log  # noqa: B018
        _drop_incidents(after)
        before = after.clone()
        before.undo()
        yield before, after
        after = before


def trace_data(game: Game, ply: int | None = None) -> shapes.Trace:
    """The trace of a move that was played, the last one unless another is named, counted from 1."""
    engine = game_after(engine_of(game), ply)
    record = engine.move_log[-1]
    names = engine.board.book.geometry.names
    return {
        "move": str(record.move),
        "fen": engine.fen(),
        "result": result_data(record.result),
        "preset_effects": list(record.preset_effects),
        "effects": [bare_effect_data(shown, names) for shown in record.trace.shown],
        "events": [heard_data(event, record.trace, names) for event in record.trace.events],
        "stages": stages_data(record.trace, engine.program, names),
        "deaths": [told.text for told in record.deaths],
    }


def ending_data(ending: Ending) -> shapes.Ending:
    """The players' word that ended a game."""
    result = result_data(ending.result)
    assert result is not None
    return {
        "kind": ending.kind,  # type: ignore[typeddict-item]
        "side": side_word(ending.side),
        "result": result,
        "events": [told_data(told, ()) for told in ending.log],
    }


def why_not_data(found: WhyNot) -> shapes.WhyNot:
    """The answer why a rule did not fire."""
    return {
        "rule": found.rule,
        "origin": shipped_name(found.origin),
        "point": found.point,
        "fired": found.fired,
        "message": found.message,
        "hearings": [_hearing(hearing) for hearing in found.hearings],
    }


def _hearing(hearing: Hearing) -> shapes.RuleHearing:
    return {
        "event": hearing.event,
        "reason": hearing.reason,
        "message": hearing.message,
        "wanted": hearing.wanted,
        "looks": [{"who": look.who, "what": look.what, "value": plain(look.value)} for look in hearing.looks],
    }


def game_after(engine: Engine, ply: int | None) -> Engine:
    """The game as a move left it: itself, or a copy that has gone back."""
    played = len(engine.move_log)
    ply = played if ply is None else ply
    if not 1 <= ply <= played:
        expected = f"1 to {played}" if played else "no move has been played"
        raise GameError("E_HISTORY", "there is no such move", found=ply, expected=expected)
    if ply == played and not _has_incident(engine):
        return engine
    earlier = engine.clone()
    for record in reversed(engine.move_log[ply:]):
        record.log  # noqa: B018
        earlier.undo()
    _drop_incidents(earlier)
    return earlier


def _has_incident(engine: Engine) -> bool:
    """Whether something happened after the last move."""
    return bool(engine.incidents) and engine.incidents[-1].after == len(engine.move_log)


def _drop_incidents(engine: Engine) -> None:
    """Take back what happened after the last move."""
    while _has_incident(engine):
        engine.undo_intervention()


def told_record(before: Engine, after: Engine, has_stages: bool = False) -> shapes.Record:
    """The record of the move between two games."""
    record = after.move_log[-1]
    data = _told(after, Look(before), before.san(record.move))
    if has_stages:
        data["stages"] = stages_data(record.trace, after.program, after.board.book.geometry.names)
    return data


def _told(after: Engine, before: Look, san: str) -> shapes.Record:
    record = after.move_log[-1]
    names = after.board.book.geometry.names
    way = move_data(names, record.move, san)
    data: shapes.Record = {
        "ply": record.number + 1,
        "move": way["move"],
        "san": way["san"],
        "side": side_word(record.mover),
        "capture": way["capture"],
        "fen": after.fen(),
        "turn": side_word(after.turn),
        "check": after.in_check,
        "checked": checked_squares(after),
        "changes": Look(after).changes(before),
        "effects": [effect_data(shown, names) for shown in record.trace.shown],
        "presetEffects": list(record.preset_effects),
        "events": [told_data(told, names) for told in record.log],
    }
    if "from" in way:
        data["from"] = way["from"]
    if "to" in way:
        data["to"] = way["to"]
    if "drop" in way:
        data["drop"] = way["drop"]
    if "act" in way:
        data["act"] = way["act"]
    hands = hands_data(after)
    if hands is not None:
        data["hands"] = hands
    _add_choices(data, record)
    return data


def _add_choices(data: shapes.Record, record: MoveRecord) -> None:
    """Add what not every record has."""
    if record.move.promotion is not None:
        data["promotion"] = record.move.promotion
    if record.move.tag is not None and record.move.act is None:
        data["tag"] = record.move.tag
    result = result_data(record.result)
    if result is not None:
        data["result"] = result
    if record.swap is not None:
        data["swap"] = _swap(record.swap)


def _swap(swap: Swap) -> shapes.Swap:
    data: shapes.Swap = {
        "profiles": list(swap.profiles),
        "happened": swap.happened,
        "problems": [problem_data(problem) for problem in swap.problems],
    }
    if not swap.happened:
        data["code"], data["message"] = swap.code, swap.message
    return data
