"""The ceiling of hit points: what a piece starts with and its bonus. It clips, but it never heals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rete_chess.facts.session import get_fact, reach_of
from rete_chess.modifiers.hp_bonus import HP, KIND, PLAIN_HP

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.core.board import Board
    from rete_chess.engine.game import Game

BONUS = KIND.attr_name


def ceiling(program: Program, board: Board, entity: int, attribute: str) -> float:
    """The most that an attribute of a piece can be healed to."""
    start: float = program.start_value(board, entity, attribute)
    if attribute != HP:
        return start
    start = start or PLAIN_HP
    bonus: float = get_fact(board, entity, BONUS) or 0
    return start if not bonus else max(min(start, PLAIN_HP), start + bonus)


def clip(game: Game, entities: Iterable[int]) -> bool:
    """Let nobody have more than its ceiling; whether anything has changed."""
    board, changed = game.board, False
    if HP not in game.program.vocabulary.attributes:
        return False
    for entity in sorted(entities):
        if reach_of(board, entity) is None:
            continue
        most = ceiling(game.program, board, entity, HP)
        now = game.session.get(entity, HP)
        if now is None and get_fact(board, entity, BONUS) and _is_ours(game):
            now = PLAIN_HP + 1  # it had none to count, and begins to
            most = min(most, PLAIN_HP)
        if now is not None and now > most:
            game.session.insert(entity, HP, most)
            changed = True
    return changed


def fill(game: Game, entities: Iterable[int]) -> bool:
    """Let pieces that have just come into the game have all they can; whether anything has changed."""
    board, changed = game.board, False
    bonuses = board.bonuses.get(BONUS, {})
    for entity in sorted(entities):
        now = game.session.get(entity, HP)
        if entity in bonuses and (now is not None or _is_ours(game)):
            most = ceiling(game.program, board, entity, HP)
            if now != most:
                game.session.insert(entity, HP, most)
                changed = True
    return changed


def _is_ours(game: Game) -> bool:
    """Whether it is the bonus that gives pieces hit points, because nothing else does."""
    declared = game.program.vocabulary.attributes.get(HP)
    return declared is not None and not any(seed.attribute == HP for seed in game.program.seeds)
