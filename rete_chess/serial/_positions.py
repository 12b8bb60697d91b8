"""A position as JSON: its pieces, tiles, moves and counters, and what is other than in another position."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from rete_chess.core.attacks import is_attacked, royal_squares
from rete_chess.core.geometry import COLORS
from rete_chess.engine import Engine, LegalMove
from rete_chess.facts.kept import plain
from rete_chess.facts.session import OWNER
from rete_chess.facts.vocabulary import GAME, Attribute
from rete_chess.serial._looks import Look, engine_of, side_word

if TYPE_CHECKING:
    from rete_chess.core.results import Result
    from rete_chess.serial import shapes
    from rete_chess.serial._looks import Game


def result_data(result: Result | None) -> shapes.Result | None:
    """A result as JSON."""
    if result is None:
        return None
    winner = None if result.winner is None else side_word(result.winner)
    return {"outcome": "win" if winner else "draw", "winner": winner, "reason": result.reason}


# -- who stands where ------------------------------------------------------------------------------


def pieces_data(game: Game) -> list[shapes.Piece]:
    """All pieces with their facts in effect, by id."""
    return Look(game).pieces()


def tiles_data(game: Game) -> list[shapes.Tile]:
    """All special squares with their facts in effect, by id."""
    return Look(game).tiles()


def changes_data(before: Game | Look, after: Game | Look) -> shapes.Changes:
    """What is other in a game than it was: `before` is a clone of it, or a look, made at the time."""
    return _look(after).changes(_look(before))


def _look(found: Game | Look) -> Look:
    return found if isinstance(found, Look) else Look(found)


# -- what can be played ----------------------------------------------------------------------------


def legal_moves_data(
    game: Game, square: str | None = None, *, foresees: bool = True
) -> list[shapes.LegalMove]:
    """The legal moves, of all pieces or of the one on a square; none once the game is over. For `foresees`
    see `Engine.sans`."""
    engine = engine_of(game)
    names = engine.board.book.geometry.names
    if square is None:
        sans = engine.sans(foresees=foresees)
        return [move_data(names, move, san) for move, san in zip(game.legal_moves(), sans)]
    origin = engine.square(square)
    moves = [move for move in game.legal_moves() if move.from_square == origin]
    sans = engine.sans(moves, foresees=foresees)
    return [move_data(names, move, san) for move, san in zip(moves, sans)]


def move_data(names: tuple[str, ...], move: LegalMove, san: str) -> shapes.LegalMove:
    """A move as JSON, with the names of squares; what does not concern it is absent."""
    data: shapes.LegalMove = {
        "move": str(move),
        "san": san,
        "capture": move.is_capture,
    }
    if move.to_square is not None:
        data["to"] = names[move.to_square]
    if move.from_square is not None:
        data["from"] = names[move.from_square]
    if move.is_drop and move.piece_type is not None:
        data["drop"] = move.piece_type
    if move.act is not None:
        data["act"] = move.act
    if move.promotion is not None:
        data["promotion"] = move.promotion
    if move.tag is not None and move.act is None:
        data["tag"] = move.tag
    return data


def hands_data(game: Game) -> shapes.Hands | None:
    """What both sides have in hand, by piece type; None in games in which nobody has anything in hand."""
    board = engine_of(game).board
    if board.hands is None:
        return None
    white, black = (
        {board.book.types[index]: count for index, count in enumerate(counts) if count}
        for counts in board.hands
    )
    return {"white": white, "black": black}


def vital_names(game: Game) -> list[str]:
    """The attributes without which no piece lives, such as hit points, by name."""
    return sorted(engine_of(game).program.vocabulary.vital)


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
