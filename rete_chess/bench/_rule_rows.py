"""Rows of rules: games with them against the same games without, and with many that never match."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final

from rete_chess.bench._rule_programs import active_rules, with_idle_rules
from rete_chess.bench.row import Job, Row, play_games
from rete_chess.compiler import Program, program_of
from rete_chess.network import make_network

#: Rules that may match, and rules beside ten of them that never do.
ACTIVE: Final = (5, 10, 50)
IDLE: Final = 1000

#: A program when it is first needed; compiling is no part of a measurement.
Source = Callable[[], Program]


@cache
def plain() -> Program:
    return program_of("chess")


def rule_rows(plies: int) -> list[Row]:
    """The rows of rules. The ratio of the first is a share: what rules leave of the speed of plain games.

    The ratio of the last ones is a cost: how much longer the same games take with more rules.
    """
    rows = []
    for network in networks():
        for count in ACTIVE:
            rules = partial(active_rules, count)
            rows.append(rule_row(f"{count} rules {network}", network, plies, rules, plain, "plain games"))
    ten, more = partial(active_rules, 10), partial(with_idle_rules, 10, IDLE)
    for network in networks():
        rows.append(
            rule_row(
                f"10 rules {network}+idle", network, plies, ten, more, f"the same with {IDLE} idle rules more"
            )
        )
    return rows


@cache
def networks() -> tuple[str, ...]:
    """The networks that can be used here."""
    from rete_chess.network.durable import durable_available

    return ("native", "durable") if durable_available() else ("native",)


def rule_row(name: str, network: str, plies: int, ours: Source, theirs: Source, against: str) -> Row:
    """The row of one program against another on the same network."""

    def prepare() -> None:
        for source in (ours, theirs):
            program = source()
            assert program.book.types  # the tables are built here, too
            make_network(network, program.network_rules)

    return Row(name, "plies", _games(ours, network, plies), _games(theirs, network, plies), against, prepare)


def _games(source: Source, network: str, plies: int) -> Job:
    return lambda seed: play_games(source(), network, seed, plies)
