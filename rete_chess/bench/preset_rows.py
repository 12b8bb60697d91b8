"""What presets cost: random games with one, three and six of different kinds beside plain ones."""

from __future__ import annotations

from functools import partial
from typing import Final

from rete_chess.bench.row import Row
from rete_chess.bench.rule_rows import networks, plain, rule_row
from rete_chess.compiler import ActivePreset, Program, program_of

#: Damage; with movement and an objective; with shields, limits, and effects of captures and squares.
SETS: Final = (
    ("piece-hp",),
    ("piece-hp", "berolina-pawns", "first-promotion-wins"),
    (
        "piece-shield",
        "piece-hp",
        "berolina-pawns",
        "knight-immunity",
        "queen-splits",
        "poisoned-squares",
    ),
)


def preset_rows(plies: int) -> list[Row]:
    """The ratio is a share: what presets leave of the speed of plain games."""
    return [
        rule_row(
            f"{len(names)} preset{'s'[: len(names) > 1]} {network}",
            network,
            plies,
            partial(with_presets, names),
            plain,
            "plain games",
        )
        for network in networks()
        for names in SETS
    ]


def with_presets(names: tuple[str, ...]) -> Program:
    """Chess with some presets for both sides; programs are cached by the compiler."""
    return program_of("chess", [ActivePreset(name) for name in names])
