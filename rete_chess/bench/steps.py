"""Where budgets run out: a line for each call of honest and hostile documents, the same on every build.

Run as a module it prints the lines; two builds, networks or processes are compared by what they print.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from rete_chess.bench._hostile_games import games
from rete_chess.brief import shipped_name
from rete_chess.compiler import Program, catalog, compile_document, load_text, program_of
from rete_chess.core.perft import Tally
from rete_chess.engine import Engine
from rete_chess.engine.lookahead.perft import counters
from rete_chess.errors import BudgetError, ReteChessError
from rete_chess.match.players import Limits, think
from rete_chess.metering import Budget, running

#: Budgets beside that of a server: some steps for every call, few enough that some of them end within it.
FEW: Final = (300, 1_000, 4_000, 20_000, 100_000)
MOVES: Final = 3


def lines(network: str, number: int = 0, of: int = 1) -> Iterator[str]:
    """What each document comes to under each budget; of so many shares the one of a number."""
    makers = {name: _shipped(name) for name in catalog.variants().list()}
    makers |= {name: _hostile(text) for name, text in games().items()}
    budgets = {"server": Budget.server(), **{f"{steps:,}": Budget.named(str(steps)) for steps in FEW}}
    for place, (name, make) in enumerate(sorted(makers.items())):
        if place % of == number:
            for called, budget in budgets.items():
                for told in _outcomes(make, budget, network):
                    yield shipped_name(f"{name} | {called} | {told}")


def _shipped(name: str) -> Callable[[Budget], Program]:
    return lambda budget: program_of(name, budget=budget)


def _hostile(text: str) -> Callable[[Budget], Program]:
    return lambda budget: compile_document(load_text(text, "x.variant.yaml"), budget=budget)


def _outcomes(make: Callable[[Budget], Program], budget: Budget, network: str) -> Iterator[str]:
    """What calls on a document come to, one after another, as far as it can be played."""
    try:
        program = make(budget)
        yield f"loading: {program.cost.steps:,}"
        game = Engine(program, network=network, budget=budget)
        yield f"start: {game.cost.steps:,}"
    except ReteChessError as error:
        yield _refusal("loading or start", error)
        return
    chance = Random(5)
    for number in range(MOVES):
        moves = game.legal_moves()
        if not moves:
            return
        move = chance.choice(moves)
        for call in (game.explain, game.what_if, game.apply):
            yield _told(f"{call.__name__} {number} {move}", lambda: call(move) and f"{game.cost}")  # noqa: B023
    yield _told("search", lambda: str(think(game, Limits(depth=2, steps=min(30_000, budget.thinking)))))
    yield _told("count", lambda: str(_count(game)))
    yield f"digest {game.digest}"


def _count(game: Engine) -> int:
    with running(game.board.meter, min(200_000, game.budget.thinking), "the count"):
        return counters(game)[0](2, Tally(10_000))


def _told(what: str, call: Callable[[], object]) -> str:
    """What came of a call, or at which step it ended and for whom."""
    try:
        return f"{what}: {call()}"
    except ReteChessError as error:
        return _refusal(what, error)


def _refusal(what: str, error: ReteChessError) -> str:
    steps = f"{error.cost.steps:,} of {error.budget:,}: " if isinstance(error, BudgetError) else ""
    return f"{what}: {steps}{error}"


if __name__ == "__main__":
    for line in lines(sys.argv[1], *map(int, sys.argv[2:])):
        print(line)
