"""The state beside a board of figures: tiles, and the attributes of pieces, sides and the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import WALL
from rete_chess.engine import Engine
from rete_chess.facts.session import OWNER
from rete_chess.facts.tiles import TILE_PLACE, tiles
from rete_chess.facts.vocabulary import CORE_PIECE_ATTRIBUTES, GAME
from rete_chess.facts.words.word import format_value


def tile_letters(board: Board) -> dict[int, str]:
    """A letter for every open tile, by square: the first of its type's name that no other type has."""
    open_tiles = {square: kind for square, kind in _tiles(board).items() if board.cells[square] != WALL}
    letters: dict[str, str] = {}
    for kind in sorted(set(open_tiles.values())):
        free = [letter for letter in kind if letter.isalpha() and letter not in letters.values()]
        letters[kind] = free[0] if free else "?"
    return {square: letters[kind] for square, kind in open_tiles.items()}


def _tiles(board: Board) -> dict[int, str]:
    """The type of every tile, by square."""
    places = board.columns.get(TILE_PLACE, {})
    return {places[entity]: kind for entity, kind in tiles(board).items()}


def state_lines(engine: Engine) -> Iterator[str]:
    """The lines beside a board: one for each kind of tile and for each attribute."""
    yield from _tile_lines(engine.board)
    yield from _held_lines(engine.board)
    yield from _common_lines(engine)
    for name, values in sorted(_changed(engine).items()):
        shown = ", ".join(f"{square} {format_value(value)}" for square, value in sorted(values.items()))
        yield f"{name}: {shown}"


def _tile_lines(board: Board) -> Iterator[str]:
    """The legend of the tiles, with the occupied squares: `(f) fog, under d4`."""
    names, letters = board.book.geometry.names, tile_letters(board)
    by_kind: dict[str, list[int]] = {}
    for square, kind in sorted(_tiles(board).items()):
        by_kind.setdefault(kind, []).append(square)
    for kind, squares in sorted(by_kind.items()):
        mark = next((f"({letters[square]})" for square in squares if square in letters), "#")
        hidden = [names[square] for square in squares if board.entities[square]]
        yield f"{mark} {kind}" + (f", under {' '.join(hidden)}" if hidden else "")


def _held_lines(board: Board) -> Iterator[str]:
    """What the sides have in hand: `in hand: white 2 pawn, black nothing`."""
    if board.hands is None:
        return
    sides = []
    for color, counts in zip(COLORS, board.hands):
        held = [f"{count} {board.book.types[index]}" for index, count in enumerate(counts) if count]
        sides.append(f"{color} {' '.join(held) or 'nothing'}")
    yield f"in hand: {', '.join(sides)}"


def _common_lines(engine: Engine) -> Iterator[str]:
    """The attributes of sides, the game and presets: `ChecksLeft: white 3, black 2`."""
    session = engine.session
    for name, attribute in sorted(engine.program.vocabulary.attributes.items()):
        if attribute.of == "side":
            values = {color: session.get(GAME, f"{name}{OWNER}{color}") for color in COLORS}
            known = [f"{color} {format_value(value)}" for color, value in values.items() if value is not None]
            if known:
                yield f"{name}: {', '.join(known)}"
        elif attribute.of == "game" and session.get(GAME, name) is not None:
            yield f"{name}: {format_value(session.get(GAME, name))}"
    for use in engine.active_presets:
        for name, value in engine.preset_state(use.id).all().items():
            yield f"{name} of {use.id}: {format_value(value)}"


def _changed(engine: Engine) -> Mapping[str, Mapping[str, Any]]:
    """The attributes of pieces that differ from their first values, by attribute and square."""
    board, program = engine.board, engine.program
    carriers = {ability.carrier.attribute for ability in program.setup.abilities}
    found: dict[str, dict[str, Any]] = {}
    for name in engine.effective_piece_attrs:
        if name in carriers or name in CORE_PIECE_ATTRIBUTES:
            continue
        for square, entity in enumerate(board.entities):
            value = engine.session.effective(entity, name) if entity else None
            if value is not None and value != program.start_value(board, entity, name):
                found.setdefault(name, {})[board.book.geometry.names[square]] = value
    return found
