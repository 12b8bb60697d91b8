"""The state of a match as laws compare it: by name, so that a difference can be told."""

from __future__ import annotations

from typing import Any

from rete_chess.engine import Engine
from rete_chess.match import Match

#: Named parts of a state.
State = dict[str, Any]


class LawBroken(Exception):  # noqa: N818
    """A law that does not hold, and what was seen."""


def whole_state(match: Match) -> State:
    """All that the rest of a game depends on: facts, presets, profiles, what waits, modifiers, and what
    follows from them."""
    engine = match.engine
    recorded = engine.custom_modifiers.recorded  # those that are known for good are no part of a state
    pending = engine.pending_profiles
    return {
        "digest": engine.digest,
        "facts": engine.state_hash(),
        "position": engine.fen(),
        "key": engine.position_key,
        "presets": [use.to_json() for use in engine.active_presets],
        "profiles": [profile.tree.value for profile in engine.active_profiles],
        "pending profiles": pending and [profile.tree.value for profile in pending],
        "modifiers": {name: recorded[name].tree.value for name in sorted(recorded)},
        "result": match.result,
        "counts of positions": engine.position_counts,
        "legal moves": list(map(str, engine.legal_moves())),
        "check": engine.in_check,
        "claims": engine.claims(),
        "facts in effect": effective_facts(engine),
    }


def effective_facts(engine: Engine) -> dict[tuple[int, str], Any]:
    """What rules and profiles contribute to the facts of pieces."""
    return {
        (entity, attribute): engine.session.effective(entity, attribute)
        for attribute, column in sorted(engine.board.bonuses.items())
        for entity in sorted(column)
    }


def history_of(match: Match) -> State:
    """What a match has written down, and where it stands."""
    return {
        "history": [str(step) if isinstance(step, tuple) else step for step in map(_step, match.history)],
        "place in the history": match.current_index,
        "interventions": [(found.after, found.what) for found in match.interventions],
        "offer": match.draw_offer,
    }


def _step(step: Any) -> Any:
    return (step.kind, step.side) if hasattr(step, "kind") else str(step.move)


def traces(engine: Engine) -> State:
    """All that a question could change: the position, its way back, and what is noted beside it."""
    board, game = engine.board, engine._game
    counters = ("lost", "key", "turn", "half_moves", "extra", "clock", "fullmove", "castling", "exposed")
    notes = ("irregular_at", "next_entity", "is_simple", "is_overheard", "simulate", "is_chess960")
    columns = (board.columns, board.bonuses)
    return {
        **{name: getattr(board, name) for name in (*counters, *notes)},
        "lawbook": board.book.number,
        "rights": board.rights,
        "pieces": [{square: id(reach) for square, reach in side.items()} for side in board.pieces],
        "royal pieces": [sorted(squares) for squares in board.royals],
        "cells": list(board.cells),
        "entities": list(board.entities),
        "squares": dict(board.squares),
        "journal": len(board.journal),
        "columns": [{name: dict(column) for name, column in kind.items() if column} for kind in columns],
        "program": game.program.hash,
        "verdict": game.verdict,
        "imagination": (game.is_imagining, game.run is not None),
        "dice": (game.dice.drawn, game.dice.is_tried),
        "records": len(engine.move_log),
        "incidents": len(engine.incidents),
    }


def difference(before: State, after: State) -> str | None:
    """The first part in which two states differ, with both values; None if there is none. The digest says
    least, and is named only if nothing else differs."""
    for name in sorted(before, key=lambda name: name == "digest"):
        if after[name] != before[name]:
            return f"other {name}: {_short(before[name])} and {_short(after[name])}"
    return None


def _short(value: Any, most: int = 300) -> str:
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}..."
