"""Answers about single pieces and moves as JSON: inspections and explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rete_chess.brief import shipped_name
from rete_chess.compiler.setup import Ability
from rete_chess.core.attacks import generate
from rete_chess.core.journal import PLACE
from rete_chess.core.moves import target_of
from rete_chess.core.reach import COLOR
from rete_chess.engine import Engine, Piece
from rete_chess.errors import GameError
from rete_chess.facts.kept import plain
from rete_chess.facts.session import piece_name
from rete_chess.facts.tiles import place_of_tile
from rete_chess.facts.vocabulary import Contribution
from rete_chess.serial._looks import Look, engine_of
from rete_chess.serial._positions import legal_moves_data

if TYPE_CHECKING:
    from rete_chess.engine.explain.explain import Explanation
    from rete_chess.serial import shapes
    from rete_chess.serial._looks import Game


def explanation_data(explanation: Explanation) -> shapes.Explanation:
    """Whether a move is legal, and why."""
    reason = explanation.reason
    return {
        "move": explanation.move,
        "legal": explanation.legal,
        "reason": {
            "code": reason.code,
            "message": reason.message,
            "rule": reason.rule,
            "origin": None if reason.origin is None else shipped_name(reason.origin),
        },
    }


def inspection_data(game: Game, square: str | int) -> shapes.Inspection:
    """A piece with its facts, who contributes to them, what it carries, and where it can go."""
    engine = engine_of(game)
    piece = _demand_piece(engine, square)
    names = engine.board.book.geometry.names
    shown = Look(engine).piece(piece.id)
    assert shown is not None
    stored = {name: engine.session.get(piece.id, name) for name in shown["facts"]}
    carried = _carried(engine, piece.id)
    return {
        **shown,
        "name": _type_name(engine, piece),
        "stored": {name: plain(value) for name, value in stored.items() if value is not None},
        "contributions": _contributions(engine, piece.id, shown["facts"]),
        "hooks": hook_words(word for ability in carried for word in ability.triggers),
        "carries": [
            {
                "id": ability.id,
                "kind": ability.noun,
                "name": ability.name,
                "hooks": hook_words(ability.triggers),
            }
            for ability in carried
        ],
        "moves": legal_moves_data(game, names[piece.square]),
        "reach": _reach(engine, piece),
    }


def hook_words(triggers: Iterable[str]) -> list[str]:
    """Triggers in words: `1 on-capture trigger`, `2 on-move triggers`."""
    counts = Counter(triggers)
    return [f"{count} {word} trigger{'' if count == 1 else 's'}" for word, count in counts.items()]


def _demand_piece(engine: Engine, square: str | int) -> Piece:
    piece = engine.piece_at(square)
    if piece is None:
        raise GameError("E_REQUEST", f"nobody stands on {square}", found=square)
    return piece


def _type_name(engine: Engine, piece: Piece) -> str:
    laws = engine.board.book.laws
    return next(kind.name for kind in laws.white if kind.id == piece.type)


def _contributions(engine: Engine, entity: int, names: Iterable[str]) -> dict[str, list[shapes.Contribution]]:
    """Who adds what to the attributes of a piece; those to which nobody adds are absent."""
    found: dict[str, list[shapes.Contribution]] = {}
    for name in names:
        parts = engine.session.contributions(entity, name)
        if parts:
            found[name] = [_contribution(engine, part) for part in parts]
    return found


def _contribution(engine: Engine, part: Contribution) -> shapes.Contribution:
    source: shapes.Source | None = None
    if part.source is not None:
        board = engine.board
        place = place_of_tile(board, part.source)
        place = board.square_of(part.source) if place is None else place
        square = None if place < 0 else board.book.geometry.names[place]
        source = {"id": part.source, "name": piece_name(board, part.source), "square": square}
    return {"by": part.rule, "layer": part.layer, "source": source, "amount": plain(part.amount)}


def _carried(engine: Engine, entity: int) -> list[Ability]:
    """The abilities and modifiers that a piece carries."""
    columns = engine.board.columns
    return [
        ability
        for ability in engine.program.setup.abilities
        if entity in columns.get(ability.carrier.attribute, ())
    ]


def _reach(engine: Engine, piece: Piece) -> list[str]:
    """The squares that a piece's movement leads to in this position, whoever is to move."""
    board, moves = engine.board, list[int]()
    color = board.cells[piece.square] & COLOR
    generate((board.pieces[color][piece.square],), board.cells, color ^ 1, moves)
    names = board.book.geometry.names
    return [names[square] for square in sorted({target_of(move) for move in moves})]


# -- as the command line prints it -----------------------------------------------------------------


def inspect_answer(engine: Engine, square: str | int) -> shapes.InspectAnswer:
    """A piece as `inspect --json` prints it."""
    piece = _demand_piece(engine, square)
    place = engine.board.book.geometry.names[piece.square]
    facts, stored, contributions = dict[str, Any](), dict[str, Any](), dict[str, Any]()
    carriers = {ability.carrier.attribute for ability in engine.program.setup.abilities}
    for name in engine.effective_piece_attrs:
        value = engine.session.effective(piece.id, name)
        if value is None or name in carriers:
            continue
        facts[name] = plain(value)
        if engine.session.get(piece.id, name) is not None:
            stored[name] = plain(engine.session.get(piece.id, name))
        if name == PLACE:
            facts[name] = stored[name] = place
        parts = engine.session.contributions(piece.id, name)
        if parts:
            contributions[name] = [_answered_contribution(engine, part) for part in parts]
    return {
        "square": place,
        "entity": piece.id,
        "facts": facts,
        "stored": stored,
        "contributions": contributions,
        "carries": [_answered_bundle(engine, ability) for ability in _carried(engine, piece.id)],
    }


def _answered_contribution(engine: Engine, part: Contribution) -> shapes.InspectedContribution:
    return {
        "from": part.rule,
        "layer": part.layer,
        "source": None if part.source is None else piece_name(engine.board, part.source),
        "amount": plain(part.amount),
    }


def _answered_bundle(engine: Engine, ability: Ability) -> shapes.InspectedBundle:
    """A bundle with the number of its rules by stage: `1 at capture`."""
    stages = Counter(
        rule.stage
        for rule in engine.program.rules
        if any(c.attribute == ability.carrier.attribute for c in rule.joined.conditions)
    )
    hooks = ", ".join(f"{count} at {stage}" for stage, count in stages.items())
    return {"id": ability.id, "name": ability.name, "hooks": hooks}
