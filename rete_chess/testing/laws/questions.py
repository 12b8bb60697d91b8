"""Questions to a match, which leave no trace: how it stands, what is legal and why, what moves come to."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, Final

from rete_chess.core.legality import legal_moves, moves_without_results
from rete_chess.engine import Engine
from rete_chess.engine.explain.why_not import why_not
from rete_chess.engine.lookahead.perft import perft
from rete_chess.engine.lookahead.tree import tree_of
from rete_chess.errors import ReteChessError
from rete_chess.match import Match, format_save
from rete_chess.testing.laws.states import LawBroken, difference, traces, whole_state
from rete_chess.testing.random_profiles import random_profile

#: Moves that are asked about at a time.
MOST_MOVES: Final = 3


def ask(match: Match, random: Random) -> int:
    """Ask half of all questions, and look for traces after each; returns the number of questions."""
    chosen = random.sample(list(QUESTIONS), len(QUESTIONS) // 2)
    for what in chosen:
        question = QUESTIONS[what]
        before, noted = whole_state(match), traces(match.engine)
        _try(question, match, random)
        found = difference(noted, traces(match.engine)) or difference(before, whole_state(match))
        if found is not None:
            raise LawBroken(f"{what} leaves a trace: {found}")
    return len(chosen)


def _moves(engine: Engine, random: Random) -> list[str]:
    """Some legal moves, and one that is most likely none."""
    legal = list(engine.legal_moves())
    names = engine.board.book.geometry.names
    return [
        *random.sample(legal, min(len(legal), MOST_MOVES)),
        random.choice(names) + random.choice(names),
    ]


def _judge(match: Match, random: Random) -> None:
    for end in match.engine.program.ends:
        end.judge(match.engine.board)


def _legal(match: Match, random: Random) -> None:
    board = match.engine.board
    legal_moves(board)
    moves_without_results(board)
    match.legal_moves(random.randrange(len(board.cells)))


def _explain(match: Match, random: Random) -> None:
    for move in _moves(match.engine, random):
        _try(match.engine.explain, move)


def _why_not(match: Match, random: Random) -> None:
    rules = match.engine.program.rules
    if rules:
        for move in _moves(match.engine, random)[:1]:
            why_not(match.engine, move, random.choice(rules).id)


def _what_if(match: Match, random: Random) -> None:
    for move in _moves(match.engine, random):
        _try(_what_if_twice, match, move)


def _what_if_twice(match: Match, move: str) -> None:
    answer = match.what_if(move)
    assert answer.record.log is not None
    moves = answer.legal_moves()
    if moves:
        match.what_if(move, moves[0])


def _notation(match: Match, random: Random) -> None:
    for move in _moves(match.engine, random):
        _try(match.engine.san, move)


def _count(match: Match, random: Random) -> None:
    if len(match.legal_moves()) < 40:
        perft(match.engine, 1)


def _look_ahead(match: Match, random: Random) -> None:
    tree = tree_of(match.engine)
    for move in tree.moves()[:MOST_MOVES]:
        if tree.play(move):
            tree.result(tree.moves())
            tree.take_back()


def _check_profiles(match: Match, random: Random) -> None:
    match.check_profiles([random_profile(random, "asked")])


def _read(match: Match, random: Random) -> None:
    for record in match.engine.move_log[-MOST_MOVES:]:
        assert record.log is not None
    match._repr_svg_()


def _try(question: Callable[..., Any], *arguments: Any) -> None:
    """Ask; a question can be refused, too, and leaves no trace all the same."""
    with suppress(ReteChessError):
        question(*arguments)


#: What is asked.
QUESTIONS: Final[dict[str, Callable[[Match, Random], Any]]] = {
    "judging": _judge,
    "the question for legal moves": _legal,
    "explain": _explain,
    "why_not": _why_not,
    "what_if": _what_if,
    "san": _notation,
    "perft": _count,
    "looking ahead": _look_ahead,
    "check_profiles": _check_profiles,
    "reading a log": _read,
    "saving": lambda match, random: format_save(match),
    "copying": lambda match, random: match.clone(),
}
