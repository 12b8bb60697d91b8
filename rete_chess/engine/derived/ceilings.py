"""Ceilings of vital attributes: what a piece starts with and what raises it. They clip, but never heal.

Which attributes are vital, and which raise the ceiling of which, the vocabulary says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rete_chess.core import edits
from rete_chess.facts.session import get_fact
from rete_chess.facts.vocabulary import ONE_LIFE

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.core.board import Board
    from rete_chess.engine._game import Game


def ceiling(program: Program, board: Board, entity: int, attribute: str) -> float:
    """The most that an attribute of a piece can be healed to."""
    start: float = program.start_value(board, entity, attribute)
    raisers = program.vocabulary.limited.get(attribute)
    if raisers is None:
        return start
    start = start or ONE_LIFE
    bonus = _bonus(board, entity, raisers)
    return start if not bonus else max(min(start, ONE_LIFE), start + bonus)


def _bonus(board: Board, entity: int, raisers: Iterable[str]) -> float:
    """The number by which the ceiling of a piece is higher than its start."""
    return sum(get_fact(board, entity, raiser) or 0 for raiser in raisers)


def _has_bonus(board: Board, entity: int, raisers: Iterable[str]) -> bool:
    """Whether something moves the ceiling of a piece, be it by nothing."""
    return any(get_fact(board, entity, raiser) is not None for raiser in raisers)


def clip(game: Game, places: Iterable[tuple[str, int]]) -> bool:
    """Lower attributes of pieces to their ceilings; whether anything has changed."""
    board, changed = game.board, False
    vocabulary = game.program.vocabulary
    for attribute, entity in sorted(places):
        if attribute not in vocabulary.attributes or board.reach_of(entity) is None:
            continue
        most = ceiling(game.program, board, entity, attribute) or ONE_LIFE
        now = game.session.get(entity, attribute)
        raisers = vocabulary.limited.get(attribute, ())  # none, if the last one has just gone
        if now is None and _has_bonus(board, entity, raisers) and _is_given_by_bonus(game, attribute, entity):
            game.session.insert(entity, attribute, most)  # it had none to count, and begins to
            changed = True
        if now is not None and now > most:
            game.session.insert(entity, attribute, most)
            changed = True
    return changed


def fill(game: Game, entities: Collection[int], given: Collection[str] = ()) -> None:
    """Raise the attributes of pieces that are new in the game to their ceilings, save those given."""
    for attribute in game.program.vocabulary.limited:
        if attribute not in given:
            _fill(game, entities, attribute)


def holders(game: Game) -> Mapping[str, frozenset[int]]:
    """The pieces that have some of each attribute with a ceiling."""
    columns = game.board.columns
    return {name: frozenset(columns.get(name, ())) for name in game.program.vocabulary.limited}


def fill_new(game: Game, before: Mapping[str, frozenset[int]]) -> None:
    """Raise an attribute to its ceiling on the pieces that have some of it now and had none before."""
    for attribute, now in holders(game).items():
        _fill(game, now - before[attribute], attribute)


def _fill(game: Game, entities: Collection[int], attribute: str) -> None:
    board = game.board
    raised = [board.bonuses.get(name, {}) for name in game.program.vocabulary.limited[attribute]]
    for entity in sorted(entities):
        now = game.session.get(entity, attribute)
        is_counted = now is not None or _is_given_by_bonus(game, attribute, entity)
        if is_counted and any(entity in bonuses for bonuses in raised):
            most = ceiling(game.program, board, entity, attribute)
            if now != most:
                game.session.insert(entity, attribute, most)


def _is_given_by_bonus(game: Game, attribute: str, entity: int) -> bool:
    """Whether it is the bonus that gives a piece an attribute, because no document does for its side."""
    return not game.program.is_given(game.board, entity, attribute)


def earned_kinds(game: Game) -> tuple[str, ...]:
    """The modifier kinds of which pieces have something of their own, which no other program takes away:
    what was added to their attributes, and wounds where a bonus gives what is wounded."""
    from rete_chess.modifiers.catalog import MODIFIER_KINDS  # late: few games change their program

    columns = game.board.columns
    hurt = {name for name, _ in given_by_bonus(game, is_whole=False)}
    return tuple(kind.id for kind in MODIFIER_KINDS if columns.get(kind.attr_name) or hurt & kind.provides)


def whole(game: Game) -> frozenset[tuple[str, int]]:
    """The attributes that a bonus gives, with the pieces that have all they can have of them."""
    return frozenset(given_by_bonus(game, is_whole=True))


def given_by_bonus(game: Game, *, is_whole: bool | None = None) -> Iterator[tuple[str, int]]:
    """The attributes that a bonus gives, with the pieces that have some: all they can have, or less."""
    for attribute in game.program.vocabulary.limited:
        for entity, now in game.board.columns.get(attribute, {}).items():
            if _is_given_by_bonus(game, attribute, entity):
                is_all = now >= ceiling(game.program, game.board, entity, attribute)
                if is_whole is None or is_whole == is_all:
                    yield attribute, entity


def release(game: Game, unhurt: Collection[tuple[str, int]]) -> None:
    """Take from pieces that were whole what a bonus gave them, if they have none any more."""
    limited = game.program.vocabulary.limited
    for attribute, entity in sorted(unhurt):
        if attribute not in limited or not _is_given_by_bonus(game, attribute, entity):
            continue
        if not _has_bonus(game.board, entity, limited[attribute]):
            edits.write(game.board, attribute, entity, None)
