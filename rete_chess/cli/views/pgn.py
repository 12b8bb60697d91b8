"""The figures of a collection of games for people."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rich import box
from rich.table import Table

from rete_chess.cli.views.screen import Screen, printable
from rete_chess.match.pgn.statistics import Statistics

#: How many names of a kind are shown, the most frequent first.
SHOWN: Final = 8


def show_statistics(screen: Screen, found: Statistics, seconds: float) -> None:
    """Show what was counted, and how long it took."""
    table = Table(show_header=False, box=box.SIMPLE)
    table.add_row("games", f"{found.games:,}", style="bold")
    table.add_row("without errors", f"{found.sound:,}")
    for code, count in sorted(found.codes.items()):
        table.add_row(f"  {code}", f"{count:,}", style="dim")
    if found.unlisted:
        table.add_row("  not listed", f"{found.unlisted:,}", style="dim")
    _add_names(table, "result", found.results)
    _add_names(table, "variant", found.variants)
    _add_names(table, "ending", found.endings)
    _add_names(table, "first move", found.openings)
    if found.games:
        lengths = f"{min(found.lengths)} to {max(found.lengths)}, median {found.median:g}"
        table.add_row("half-moves", lengths)
    table.add_row("variations, comments", f"{found.variations:,}, {found.comments:,}")
    table.add_row("time", f"{seconds:.1f} s, {found.games / max(seconds, 0.001):,.0f} games/s")
    screen.print(table)


def _add_names(table: Table, title: str, counted: Counter[str]) -> None:
    """Add the most frequent names of a kind."""
    listed = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    if not listed:
        return
    table.add_row(title, "")
    for name, count in listed[:SHOWN]:
        table.add_row(f"  {printable(name)}", f"{count:,}", style="dim")
    if len(listed) > SHOWN:
        rest = sum(count for _, count in listed[SHOWN:])
        table.add_row(f"  {len(listed) - SHOWN} more", f"{rest:,}", style="dim")
