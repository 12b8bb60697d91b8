"""Rows of presets and modifiers: the share of a plain game's speed that is left with them."""

from __future__ import annotations

from functools import cache, partial
from typing import Final

from rete_chess.bench._rule_rows import networks, plain, rule_row
from rete_chess.bench.row import Row
from rete_chess.compiler import ActivePreset, ModifierChoice, Program, catalog, program_of

#: Ten pieces of each side that carry a trigger: eight pawns and two knights.
TRIGGERED: Final = (("pilgrim", "pawn"), ("vampire", "knight"))


def modifier_rows(plies: int) -> list[Row]:
    """The rows of modifiers; the ratio is the share of the speed of plain games that they leave."""
    rows = []
    for network in networks():
        for name, source in (("1 aura a side", auras), ("10 triggers a side", triggers)):
            rows.append(rule_row(f"{name} {network}", network, plies, source, plain, "plain games"))
    return rows


@cache
def auras() -> Program:
    """The program of chess whose kings have an aura."""
    return program_of("chess", (), [_carried("king-aura", "king")])


@cache
def triggers() -> Program:
    """The program of chess with hit points, in which ten pieces of each side carry a trigger."""
    carried = [_carried(name, kind) for name, kind in TRIGGERED]
    return program_of("chess", [ActivePreset("piece-hp")], carried)


def _carried(modifier: str, kind: str) -> ModifierChoice:
    return ModifierChoice(catalog.modifier(modifier, {}), {"type": kind})


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
    """The rows of presets; the ratio is the share of the speed of plain games that they leave."""
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
    """The program of chess with some presets for both sides; programs are cached by the compiler."""
    return program_of("chess", [ActivePreset(name) for name in names])
