"""A position as JSON: its pieces, tiles, moves and counters, and what is other than in another position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rete_chess.core.attacks import is_attacked, royal_squares
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import WALL
from rete_chess.engine import Engine, LegalMove
from rete_chess.facts.carriers import is_carried
from rete_chess.facts.kept import plain
from rete_chess.facts.session import OWNER
from rete_chess.facts.tiles import TILE_PLACE, tiles
from rete_chess.facts.vocabulary import CORE_GAME_ATTRIBUTES, GAME, PRESET_STATE, Attribute

if TYPE_CHECKING:
    from rete_chess.core.results import Result
    from rete_chess.match import Match
    from rete_chess.serial import shapes
    from rete_chess.serial.shapes.positions import Color

    Game = Engine | Match

_Entity = TypeVar("_Entity", bound=Mapping[str, Any])


def engine_of(game: Game) -> Engine:
    """The engine of a game, which may be a match."""
    return game if isinstance(game, Engine) else game.engine


def side_word(color: str) -> Color:
    """A colour as one of the two words for it."""
    return "white" if color == COLORS[0] else "black"


def result_data(result: Result | None) -> shapes.Result | None:
    """A result as JSON."""
    if result is None:
        return None
    winner = None if result.winner is None else side_word(result.winner)
    return {"outcome": "win" if winner else "draw", "winner": winner, "reason": result.reason}


# -- who stands where ------------------------------------------------------------------------------


def pieces_data(game: Game) -> list[shapes.Piece]:
    """All pieces with their facts in effect, by id."""
    engine = engine_of(game)
    board, names = engine.board, _declared(engine, "piece")
    found: list[shapes.Piece] = []
    for color, side in enumerate(board.pieces):
        for square, reach in side.items():
            entity = board.entities[square]
            found.append(
                {
                    "id": entity,
                    "type": board.book.types[reach.type_index],
                    "color": side_word(COLORS[color]),
                    "square": board.book.geometry.names[square],
                    "facts": _facts(engine, entity, names),
                }
            )
    return sorted(found, key=lambda piece: piece["id"])


def tiles_data(game: Game) -> list[shapes.Tile]:
    """All special squares with their facts in effect, by id."""
    engine = engine_of(game)
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
        for entity, kind in sorted(tiles(board).items())
    ]


def _declared(engine: Engine, owner: str) -> list[str]:
    """The declared attributes of an owner, without those that only say who carries a bundle."""
    known = engine.program.vocabulary.attributes
    return sorted(name for name, found in known.items() if found.of == owner and not is_carried(name))


def _facts(engine: Engine, entity: int, names: list[str]) -> dict[str, Any]:
    values = {name: engine.session.effective(entity, name) for name in names}
    return {name: plain(value) for name, value in values.items() if value is not None}


# -- what can be played ----------------------------------------------------------------------------


def legal_moves_data(game: Game, square: str | None = None) -> list[shapes.LegalMove]:
    """The legal moves, of all pieces or of the one on a square; none once the game is over."""
    engine = engine_of(game)
    origin = None if square is None else engine.square(square)
    moves = [move for move in game.legal_moves() if origin in (None, move.from_square)]
    return [move_data(engine, move, engine.san(move)) for move in moves]


def move_data(engine: Engine, move: LegalMove, san: str) -> shapes.LegalMove:
    """A move as JSON; what does not concern it is absent."""
    names = engine.board.book.geometry.names
    data: shapes.LegalMove = {
        "move": str(move),
        "from": names[move.from_square],
        "to": names[move.to_square],
        "san": san,
        "capture": move.is_capture,
    }
    if move.promotion is not None:
        data["promotion"] = move.promotion
    if move.tag is not None:
        data["tag"] = move.tag
    return data


def checked_squares(engine: Engine) -> list[str]:
    """The squares of the royal pieces of the side to move that are attacked, if it is in check."""
    board = engine.board
    if not engine.in_check:
        return []
    royal = royal_squares(board, board.turn)
    return [
        board.book.geometry.names[square] for square in royal if is_attacked(board, square, board.turn ^ 1)
    ]


# -- counters --------------------------------------------------------------------------------------


def panels_data(game: Game) -> list[shapes.Panel]:
    """The counters of the sides and of the game that its documents declare, by name."""
    engine = engine_of(game)
    known = engine.program.vocabulary.attributes
    return [
        _panel(engine, known[name], "side" if known[name].of == "side" else "game")
        for name in sorted(known)
        if known[name].of in ("side", "game")
    ]


def _panel(engine: Engine, attribute: Attribute, owner: Any) -> shapes.Panel:
    name, program = attribute.name, engine.program
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).lower()
    panel: shapes.Panel = {
        "name": name,
        "label": words[:1].upper() + words[1:],
        "of": owner,
        "type": attribute.type,
        "declaredBy": sorted(document or program.id for document in program.declared_by.get(name, ())),
    }
    if attribute.least is not None:
        panel["min"] = attribute.least
    if attribute.most is not None:
        panel["max"] = attribute.most
    if attribute.words:
        panel["words"] = list(attribute.words)
    if owner == "game":
        panel["value"] = plain(engine.session.get(GAME, name))
    else:
        white, black = (plain(engine.session.get(GAME, f"{name}{OWNER}{color}")) for color in COLORS)
        panel["values"] = {"white": white, "black": black}
    return panel


# -- what is other than before ---------------------------------------------------------------------


def changes_data(before: Game, after: Game) -> shapes.Changes:
    """What is other in a game than it was: `before` is a clone of it, made at the time."""
    old, new = _by_id(pieces_data(before)), _by_id(pieces_data(after))
    old_tiles, new_tiles = _by_id(tiles_data(before)), _by_id(tiles_data(after))
    facts = [*_common_changes(engine_of(before), engine_of(after))]
    facts += _fact_changes(old, new)
    facts += _fact_changes(old_tiles, new_tiles)
    return {"pieces": _changed(old, new), "tiles": _changed(old_tiles, new_tiles), "facts": facts}


def _by_id(entities: list[_Entity]) -> dict[int, _Entity]:
    return {entity["id"]: entity for entity in entities}


def _changed(old: dict[int, _Entity], new: dict[int, _Entity]) -> dict[str, _Entity | None]:
    """All that came, changed or went, by id; null for what went."""
    ids = [entity for entity in sorted({*old, *new}) if old.get(entity) != new.get(entity)]
    return {str(entity): new.get(entity) for entity in ids}


def _fact_changes(
    old: Mapping[int, Mapping[str, Any]], new: Mapping[int, Mapping[str, Any]]
) -> Iterator[shapes.FactChange]:
    """The facts that changed of those who are there now."""
    for entity, found in sorted(new.items()):
        had: Mapping[str, Any] = old[entity]["facts"] if entity in old else {}
        yield from _differences(entity, had, found["facts"])


def _differences(entity: int, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[shapes.FactChange]:
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield {"entity": entity, "attribute": name, "old": old.get(name), "new": new.get(name)}


def _common_changes(before: Engine, after: Engine) -> Iterator[shapes.FactChange]:
    """The changes of the facts of the game, the sides and the presets."""
    for entity in (PRESET_STATE, GAME):
        yield from _differences(entity, _common_facts(before, entity), _common_facts(after, entity))


def _common_facts(engine: Engine, entity: int) -> dict[str, Any]:
    columns = engine.board.columns.items()
    found = {name: column[entity] for name, column in columns if entity in column}
    return {name: plain(value) for name, value in found.items() if name not in CORE_GAME_ATTRIBUTES}
