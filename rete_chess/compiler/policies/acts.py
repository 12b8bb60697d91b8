"""Acts of documents as the core takes them: who may act on whom, asked of the position before."""

from __future__ import annotations

from collections.abc import Sequence

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.patterns import lower_patterns
from rete_chess.compiler.lower.rules import acting_scope
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import lower_filter, lower_squares
from rete_chess.compiler.policies.act_choice import ActChoice
from rete_chess.compiler.provenance import ActRules, ActWord, Word
from rete_chess.core.geometry import Geometry
from rete_chess.core.laws import Act
from rete_chess.documents.language.acts import FREE, ActEntry
from rete_chess.facts.words.filters import Squares
from rete_chess.facts.words.word import COLOR, SQUARE, needs_of
from rete_chess.facts.words.word import PIECE as PIECE_SENSE
from rete_chess.metering import Part


def acts_of(layers: Sequence[Layer], board: Geometry, parts: frozenset[str]) -> ActRules:
    """The acts of all layers; some of them are parts of a turn."""
    found = ActRules()
    for number, layer in enumerate(layers):
        for index, entry in enumerate(layer.body.acts):
            found.places[entry.id] = (number, index)
    for number, index in found.places.values():
        layer = layers[number]
        entry, path, scope = layer.body.acts[index], ("acts", index), acting_scope(layer.scope)
        choice = _lowered(entry, scope, path, board)
        is_free = entry.turn == FREE
        has_actor = entry.by is not None or scope.carrier is not None
        bare, is_part = not (entry.do or is_free), entry.id in parts
        if is_part and is_free:
            message = f"the act {entry.id} is a part of a turn, and is not free"
            layer.scope.report("E_TURN", message, (*path, "turn"), "leave `turn: free` out")
        found.acts.append(Act(entry.id, has_actor, entry.on is not None, is_free, bare, is_part, choice))
        word = Word(layer.scope.document, layer.scope.origin(path))
        found.words.append(ActWord(word, entry.id, choice.objection))
    return found


def _lowered(entry: ActEntry, scope: Scope, path: Path, board: Geometry) -> ActChoice:
    inner = scope.with_self()
    inner.variables.update(mover=COLOR, enemy=COLOR)
    by = piece = None
    squares = None
    if entry.by is not None:
        by = lower_filter(entry.by, inner, (*path, "by"))
        inner.variables["self"] = PIECE_SENSE
    on = entry.on
    if on is not None:
        if on.piece is not None:
            piece = lower_filter(on.piece, inner, (*path, "on", "piece"))
        if on.square is not None:
            squares = lower_squares(on.square, inner, (*path, "on", "square"))
        inner.variables["target"] = SQUARE if piece is None else PIECE_SENSE
    check_squares(squares, board, scope, (*path, "on", "square"))
    when = () if entry.when is None else lower_patterns(entry.when, inner, (*path, "when"))
    return ActChoice(
        scope.limited(path),
        by,
        scope.carrier,
        piece,
        squares,
        None if on is None else on.empty,
        on is not None,
        when,
        needs_of(when).moves,
        Part(f"an act of {scope.document}", scope.origin(path)),
    )


def check_squares(squares: Squares | None, board: Geometry, scope: Scope, path: Path) -> None:
    """Report squares by name that the board lacks; all others are known when the game is played."""
    at = None if squares is None else squares.at
    for name in at.value if at is not None and isinstance(at.value, tuple) else ():
        if not board.has_square(name):
            scope.report("E_SQUARE", f"{name} is not on the board", path, f"a1 to {board.names[-1]}")
