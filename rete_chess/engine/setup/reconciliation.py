"""The reconciliation of a game's facts with another program that goes in force in its middle."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from rete_chess.compiler import Program
from rete_chess.compiler.setup import Grant
from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.derived import change_book
from rete_chess.engine._states import ProgramChange
from rete_chess.engine.derived.carrying import carry_all
from rete_chess.engine.derived.ceilings import fill_new, given_by_bonus, holders
from rete_chess.engine.derived.derive import derive, let_die
from rete_chess.engine.setup.active_set import SetChange
from rete_chess.facts.session import OWNER, PresetState
from rete_chess.facts.words.terms import Frame

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run


def reconcile(run: Run, program: Program, change: SetChange, grants: Sequence[Grant] = ()) -> None:
    """Put a program in force whose presets differ: what ended takes its facts along, what begins gives out
    its own, and some pieces are given further bundles."""
    game = run.game
    ended = {use.id for use in change.ended}
    gone = {name for name, owners in game.program.declared_by.items() if owners <= ended}
    kept = frozenset(given_by_bonus(game))
    unknown = game.program.vocabulary.attributes.keys() - program.vocabulary.attributes.keys()
    game.board.journal.append(ProgramChange(game.program))
    game.take_program(program)
    forget(game.board, gone, kept)
    forget(game.board, unknown)  # what a bonus gave that nobody has any more
    for use in change.ended:
        PresetState(game.session, use.id).clear()
    change_book(game.board, program.book)
    held = dict(holders(game))
    program.seed_all(game.session, {use.id for use in change.begun})
    frame = Frame(game.board)
    for grant in grants:
        for entity in sorted(entity for entity in game.board.entities if entity):
            if grant.filter.passes(entity, frame):
                had = program.first_seeds(game.board, entity)
                edits.write(game.board, grant.ability.carrier.attribute, entity, True)
                for name in program.seed_anew(game.session, entity, had):
                    held[name] = held.get(name, frozenset()) - {entity}
    if grants:
        carry_all(game)  # who was given what a profile gives has it once
    contributed = derive(game, is_new=True)
    fill_new(game, held)
    run.take_program()
    let_die(run, contributed)


def forget(board: Board, names: Collection[str], kept: Collection[tuple[str, int]] = ()) -> None:
    """Take away all facts of attributes that nobody declares any more, but for some that are kept."""
    for attribute in sorted(board.columns):
        if attribute.partition(OWNER)[0] in names:
            for entity in sorted(board.columns[attribute]):
                if (attribute, entity) not in kept:
                    edits.write(board, attribute, entity, None)
