"""Many games between players without people, and what they say: is a variant fair, how strong is a player.

A `Plan` says everything that decides the games; `games` plays one of them, whoever asks; a `Store` keeps each
as soon as it is over; a `Pool` of processes or a `Cluster` plays them side by side; `play_plan` brings the
three together, and reports are made from what is in the store.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.registry import shown

if TYPE_CHECKING:
    from rete_chess.balance.plan import Contest, Plan
    from rete_chess.balance.pool import Pool
    from rete_chess.balance.report import balance_report
    from rete_chess.balance.run import play_plan
    from rete_chess.balance.store import Store

__all__ = ["Contest", "Plan", "Pool", "Store", "balance_report", "play_plan"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = shown(
        __name__,
        {
            "Contest": "plan",
            "Plan": "plan",
            "Pool": "pool",
            "Store": "store",
            "balance_report": "report",
            "play_plan": "run",
        },
    )
