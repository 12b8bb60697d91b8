"""What a side sees of a game as JSON: the position, the moves that were played, single pieces.

All of it is made of the view of that side, in which pieces are numbered by their squares.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from rete_chess.engine import Engine
from rete_chess.engine.sight.past import record_between
from rete_chess.engine.sight.worlds import bare_world
from rete_chess.errors import GameError, ReteChessError
from rete_chess.facts.vocabulary import GAME
from rete_chess.serial._events import bare_effect_data, effect_data, heard_data, stages_data, told_data
from rete_chess.serial._inspections import hook_words, inspection_data
from rete_chess.serial._looks import Look, differences, engine_of, side_word
from rete_chess.serial._positions import hands_data, move_data, result_data
from rete_chess.serial._records import game_after

if TYPE_CHECKING:
    from rete_chess.engine.sight.view import SeenPiece, SeenTile, View
    from rete_chess.serial import shapes
    from rete_chess.serial._looks import Game


class Glance(NamedTuple):
    """What somebody knows of a board at one moment, by the numbers of pieces and special squares."""

    pieces: Mapping[int, shapes.Piece]
    tiles: Mapping[int, shapes.Tile]
    common: Mapping[str, Any]  # of the game and its sides

    @classmethod
    def of(cls, look: Look) -> Glance:
        """All that there is."""
        pieces = {piece["id"]: piece for piece in look.pieces()}
        return cls(pieces, {tile["id"]: tile for tile in look.tiles()}, look.common(GAME))

    @classmethod
    def by(cls, view: View) -> Glance:
        """What is seen."""
        names = view.program.book.geometry.names
        pieces = {piece.id: _piece(piece, names) for piece in view.pieces}
        return cls(pieces, {tile.id: _tile(tile, names) for tile in view.tiles}, view.facts)

    def changes(self, before: Glance) -> shapes.Changes:
        """What is other than at an earlier glance. Facts are told of those who have stayed."""
        facts = [*differences(GAME, before.common, self.common)]
        for old, new in ((before.pieces, self.pieces), (before.tiles, self.tiles)):
            for number in sorted(old.keys() & new.keys()):
                was, now = old[number], new[number]
                if all(was[key] == now[key] for key in ("type", "square")):
                    facts += differences(number, was["facts"], now["facts"])
        return {
            "pieces": _other(before.pieces, self.pieces),
            "tiles": _other(before.tiles, self.tiles),
            "facts": facts,
        }


def _other(old: Mapping[int, Any], new: Mapping[int, Any]) -> dict[str, Any]:
    numbers = sorted({*old, *new})
    return {str(number): new.get(number) for number in numbers if old.get(number) != new.get(number)}


def _piece(piece: SeenPiece, names: tuple[str, ...]) -> shapes.Piece:
    return {
        "id": piece.id,
        "type": piece.type,
        "color": side_word(piece.color),
        "square": names[piece.square],
        "facts": dict(piece.facts),
    }


def _tile(tile: SeenTile, names: tuple[str, ...]) -> shapes.Tile:
    return {
        "id": tile.id,
        "type": tile.type,
        "square": names[tile.square],
        "isClosed": tile.is_closed,
        "facts": dict(tile.facts),
    }


# -- the position ----------------------------------------------------------------------------------


def seen_standing(view: View) -> dict[str, Any]:
    """How a game stands, as far as a side knows."""
    names = view.program.book.geometry.names
    checked = [names[square] for square in view.checked]
    return {"fen": view.fen, "check": view.in_check, "checked": checked, "turn": side_word(view.turn)}


def seen_moves_data(view: View, square: int | None = None) -> list[shapes.LegalMove]:
    """The legal moves that a side knows, of all its pieces or of the one on a square."""
    return [
        move_data(view.program.book.geometry.names, move, san)
        for move, san in zip(view.legal_moves, view.sans)
        if square is None or move.from_square == square
    ]


# -- moves that were played ------------------------------------------------------------------------


def seen_record_data(before: Engine, after: Engine, view: View, changes: shapes.Changes) -> shapes.Record:
    """The record of the move between two games, with what was seen of it by who has this view after it."""
    record = record_between(before, after, view.side)
    names = after.board.book.geometry.names
    data: Any = {
        **move_data(names, record.move, record.san),
        **seen_standing(view),
        "ply": record.number + 1,
        "side": side_word(record.mover),
        "changes": changes,
        "effects": [effect_data(shown, names) for shown in record.trace.shown],
        "presetEffects": list(record.preset_effects),
        "events": [_told_alike(told_data(told, names)) for told in record.log],
    }
    hands = hands_data(after)
    if hands is not None:
        data["hands"] = hands
    result = result_data(record.result)
    if result is not None:
        data["result"] = result
    told: shapes.Record = data
    return told


def _told_alike(event: shapes.ToldEvent) -> shapes.ToldEvent:
    """An event, without why profiles have not come into force: that may lie in what is hidden."""
    if event["event"] == "profiles":
        event.pop("tag", None)
    return event


def seen_trace_data(game: Game, ply: int, side: str | None) -> shapes.Trace:
    """The trace of the move that led to a ply, with what a side, or a spectator, saw of it."""
    after = game_after(engine_of(game), ply)
    after.move_log[-1].log  # noqa: B018 (read before the move is taken back, which would keep a board)
    before = after.clone()
    before.undo()
    record, view = record_between(before, after, side), after.view(side)
    names, trace = after.board.book.geometry.names, record.trace
    heard = [heard_data(event, trace, names) for event in trace.events]
    for event in heard:
        if event["event"] == "profiles":
            event.pop("tag", None)
    return {
        "move": str(record.move),
        "fen": view.fen,
        "result": result_data(record.result),
        "preset_effects": list(record.preset_effects),
        "effects": [bare_effect_data(shown, names) for shown in trace.shown],
        "events": heard,
        "stages": stages_data(trace, after.program, names),
        "deaths": [told.text for told in record.deaths],
    }


# -- single pieces ---------------------------------------------------------------------------------


def seen_inspection_data(view: View, square: str) -> shapes.Inspection:
    """A piece that is seen, with all that is known of it; who contributes is told of those who are seen."""
    place = view.program.book.geometry.parse_square(square)
    found = view.piece_at(place)
    if found is None:
        is_known = view.is_seen(place)
        message = f"nobody stands on {square}" if is_known else f"it is not seen who stands on {square}"
        raise GameError("E_REQUEST", message, found=square)
    shown = _piece(found, view.program.book.geometry.names)
    data: shapes.Inspection
    try:
        data = inspection_data(bare_world(view), square)
    except ReteChessError:  # the world without those who hide is none
        data = _bare(view, found, shown)
    parts = {name: told for name, told in data["contributions"].items() if name in shown["facts"]}
    for part in (part for told in parts.values() for part in told):
        if part["source"] is not None:
            part["source"]["id"] = _number_of(view, part["source"]["square"])
    return {**data, **shown, "contributions": parts, "moves": seen_moves_data(view, place)}


def _bare(view: View, piece: SeenPiece, shown: shapes.Piece) -> shapes.Inspection:
    kind = next(kind for kind in view.program.laws.white if kind.id == piece.type)
    carried = [found for found in view.program.setup.abilities if found.carrier.attribute in piece.carries]
    return {
        **shown,
        "name": kind.name,
        "stored": dict(shown["facts"]),
        "contributions": {},
        "hooks": hook_words(word for ability in carried for word in ability.triggers),
        "carries": [
            {"id": one.id, "kind": one.noun, "name": one.name, "hooks": hook_words(one.triggers)}
            for one in carried
        ],
        "moves": [],
        "reach": [],
    }


def _number_of(view: View, square: str | None) -> int:
    """The number of what stands on a square and contributes: the piece, else the special square."""
    for listed in (view.pieces, view.tiles):
        for found in listed:
            if view.program.book.geometry.names[found.square] == square:
                return found.id
    return GAME
