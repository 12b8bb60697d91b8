"""Carriers of the rules that profiles give: brought up to date whenever profiles or types of pieces change.

Doing it twice changes nothing. A piece that keeps a bundle keeps the attributes that came with it. A profile
never gives a piece what it has already by its variant or for good.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from rete_chess.core import edits

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.engine._game import Game
    from rete_chess.facts.carriers import Carrier


def carry_all(game: Game, before: Program | None = None) -> None:
    """Let every piece carry what the profiles in force give it; `before` names those that were."""
    carriers = {*game.program.stack.carriers, *(before.stack.carriers if before is not None else ())}
    if carriers:
        squares = [square for side in game.board.pieces for square in side]
        _carry(game, squares, sorted(carriers, key=lambda carrier: carrier.attribute), before)


def carry_one(game: Game, square: int, given: Collection[str] = ()) -> None:
    """Let a piece that is new, or of a new type, carry what is its own now; attributes that were given to it
    by name stay as they are."""
    carriers = game.program.stack.carriers
    if carriers:
        _carry(game, [square], carriers, None, given)


def _carry(
    game: Game,
    squares: Iterable[int],
    carriers: Iterable[Carrier],
    before: Program | None,
    given: Collection[str] = (),
) -> None:
    board = game.board
    twins = {carrier: game.program.setup.twins(carrier) for carrier in carriers}
    for square in sorted(squares, key=lambda place: board.entities[place]):
        entity = board.entities[square]
        had = game.program.first_seeds(board, entity)
        own = {entry.carrier for entry in game.program.stack.of(board, square, game.starts)}
        for carrier in carriers:
            has = entity in board.columns.get(carrier.attribute, ())
            is_double = any(entity in board.columns.get(twin.attribute, ()) for twin in twins[carrier])
            if has and (is_double or carrier not in own):
                edits.write(board, carrier.attribute, entity, None)
                if not is_double:
                    _forget(game, entity, carrier, before or game.program)
            elif not has and carrier in own and not is_double:
                edits.write(board, carrier.attribute, entity, carrier.value)
        game.program.seed_anew(game.session, entity, had, given)


def _forget(game: Game, entity: int, carrier: Carrier, program: Program) -> None:
    """Take away the attributes that a piece had by a bundle alone."""
    names = {name for entry in program.stack.entries if entry.carrier == carrier for name in entry.attributes}
    for attribute in sorted(names):
        is_shared = any(program.declared_by.get(attribute, ()))  # a preset declares it too
        if not is_shared and entity in game.board.columns.get(attribute, ()):
            edits.write(game.board, attribute, entity, None)
