"""Parts of a game as plain data, as messages tell them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rete_chess.brief import shipped_name
from rete_chess.compiler import ActivePreset, Program
from rete_chess.compiler.checks.meetings import report_presets
from rete_chess.compiler.requests import parse_requests
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import WALL
from rete_chess.core.results import Result
from rete_chess.engine import Engine, LegalMove, MoveRecord
from rete_chess.engine.explain.explain import Explanation
from rete_chess.errors import GameError, Problem
from rete_chess.facts.events import Event
from rete_chess.facts.kept import plain
from rete_chess.facts.session import OWNER
from rete_chess.facts.tiles import TILE_PLACE
from rete_chess.facts.tiles import tiles as tile_types
from rete_chess.facts.vocabulary import GAME
from rete_chess.match import Match

Json = dict[str, Any]


def result_data(result: Result | None) -> Json | None:
    """A result, or None while the game goes on."""
    return None if result is None else result._asdict()


def problem_data(problem: Problem) -> Json:
    """A finding, without what it does not say."""
    return {key: value for key, value in vars(problem).items() if value not in (None, "")}


def pieces_data(engine: Engine) -> list[Json]:
    """All pieces with their facts in effect, by id."""
    board, names = engine.board, _declared(engine, "piece")
    found = [
        {
            "id": board.entities[square],
            "type": board.book.types[reach.type_index],
            "color": COLORS[color],
            "square": board.book.geometry.names[square],
            "facts": _facts(engine, board.entities[square], names),
        }
        for color, side in enumerate(board.pieces)
        for square, reach in side.items()
    ]
    return sorted(found, key=lambda piece: piece["id"])


def tiles_data(engine: Engine) -> list[Json]:
    """All special squares with their facts in effect, by id."""
    board, names = engine.board, _declared(engine, "tile")
    places = board.columns.get(TILE_PLACE, {})
    return [
        {
            "id": entity,
            "type": kind,
            "square": board.book.geometry.names[places[entity]],
            "isClosed": board.cells[places[entity]] == WALL,
            "facts": _facts(engine, entity, names),
        }
        for entity, kind in sorted(tile_types(board).items())
    ]


def _declared(engine: Engine, owner: str) -> list[str]:
    known = engine.program.vocabulary.attributes
    return sorted(name for name, found in known.items() if found.of == owner)


def _facts(engine: Engine, entity: int, names: list[str]) -> Json:
    values = {name: engine.session.effective(entity, name) for name in names}
    return {name: plain(value) for name, value in values.items() if value is not None}


def legal_moves_data(match: Match, square: str | None = None) -> list[Json]:
    """The legal moves, of all pieces or of the one on a square."""
    engine = match.engine
    return [move_data(engine, move, engine.san(move)) for move in match.legal_moves(square)]


def move_data(engine: Engine, move: LegalMove, san: str) -> Json:
    """A move; what does not concern it is absent."""
    names = engine.board.book.geometry.names
    data = {
        "move": str(move),
        "from": names[move.from_square],
        "to": names[move.to_square],
        "san": san,
        "capture": move.is_capture,
        "promotion": move.promotion,
        "tag": move.tag,
    }
    return {key: value for key, value in data.items() if value is not None}


def panels_data(engine: Engine) -> list[Json]:
    """The counters of the sides and of the game."""
    known = engine.program.vocabulary.attributes
    found: list[Json] = []
    for name in sorted(known):
        panel: Json = {"name": name, "of": known[name].of, "type": known[name].type}
        if known[name].of == "game":
            found.append({**panel, "value": plain(engine.session.get(GAME, name))})
        elif known[name].of == "side":
            values = {side: plain(engine.session.get(GAME, f"{name}{OWNER}{side}")) for side in COLORS}
            found.append({**panel, "values": values})
    return found


def variant_data(program: Program) -> Json:
    """The variant of a program, with its document."""
    top = program.variant.top
    value: Any = next(
        tree.value
        for n, tree in reversed(list(enumerate(program.variant.trees)))
        if not program.variant.is_added(n)
    )
    return {
        "id": program.id,
        "name": program.name,
        "description": " ".join((top.description or "").split()),
        "width": program.laws.width,
        "height": program.laws.height,
        "hash": program.hash,
        "document": value,
    }


def manifest_data(engine: Engine) -> list[Json]:
    """The piece types in play."""
    return [
        {
            "type": kind.id,
            "letter": kind.letter,
            "name": kind.id,
            "value": 1.0,
            "drawing": None,
        }
        for kind in engine.board.book.laws.white
    ]


def active_preset_data(use: ActivePreset) -> Json:
    """A preset in force, as it can be asked for again."""
    return use.to_json()


def config_data(engine: Engine) -> dict[str, Json]:
    """The settings in effect of the presets in force, by id."""
    found = {use.id: {**dict(use.model.config), **dict(use.config)} for use in engine.active_presets}
    return {
        name: {key: plain(value) for key, value in settings.items()}
        for name, settings in found.items()
        if settings
    }


def explanation_data(explanation: Explanation) -> Json:
    """Whether a move is legal, and why."""
    reason = explanation.reason
    origin = None if reason.origin is None else shipped_name(reason.origin)
    said = {"code": reason.code, "message": reason.message, "rule": reason.rule, "origin": origin}
    return {"move": explanation.move, "legal": explanation.legal, "reason": said}


def inspection_data(match: Match, square: str) -> Json:
    """A piece with its facts and its moves."""
    engine = match.engine
    piece = engine.piece_at(square)
    if piece is None:
        raise GameError("E_REQUEST", f"nobody stands on {square}", found=square)
    shown = next(found for found in pieces_data(engine) if found["id"] == piece.id)
    return {
        **shown,
        "name": piece.type,
        "stored": {},
        "contributions": {},
        "hooks": [],
        "carries": [],
        "moves": legal_moves_data(match, square),
        "reach": [],
    }


def trace_data(match: Match, ply: int) -> Json:
    """A move stage by stage."""
    engine = match.engine
    if not 1 <= ply <= len(engine.move_log):
        raise GameError("E_HISTORY", "there is no such move", found=ply)
    record = engine.move_log[ply - 1]
    names = engine.board.book.geometry.names
    return {
        "move": str(record.move),
        "fen": engine.fen(),
        "result": result_data(record.result),
        "preset_effects": list(record.preset_effects),
        "effects": [],
        "events": [event_data(event, names) for event in record.trace.events],
        "stages": [
            {"stage": stage, "firings": [{"rule": one.rule} for one in firings]}
            for stage, firings in record.trace.stages()
        ],
    }


def event_data(event: Event, names: Sequence[str]) -> Json:
    """An event; squares are told by name."""
    fields: Mapping[str, Any] = event._asdict()
    squares = ("origin", "to", "square")
    return {
        "from" if name == "origin" else name: names[value] if name in squares else plain(value)
        for name, value in fields.items()
        if value is not None
    }


def told_data(engine: Engine, record: MoveRecord) -> Json:
    """What a move brought about: effects, words of rules, events."""
    names = engine.board.book.geometry.names
    return {
        "effects": [{"kind": s.kind, "square": names[s.square], "ttl": s.ttl} for s in record.trace.shown],
        "presetEffects": list(record.preset_effects),
        "events": [{**event_data(told.event, names), "text": told.text} for told in record.log],
    }


def meetings_data(program: Program, requests: Sequence[Json], beside: Any) -> list[Json]:
    """Warnings about presets that meet."""
    report = report_presets(program, parse_requests(requests, beside))
    return [
        {"code": "W_PRESETS", "message": f"{' and '.join(m.presets)}: {m.text}", "severity": "warning"}
        for m in report.meetings
        if m.severity == "warning"
    ]
