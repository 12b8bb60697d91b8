"""How the demo's facts are laid out on a screen of eighty columns."""

from __future__ import annotations

from typing import Final

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rete_chess import __version__
from rete_chess.cli.commands.demo_facts import PUBLISHED_COUNT, DemoFacts
from rete_chess.cli.commands.perft import format_speed
from rete_chess.cli.commands.validate import show_examination
from rete_chess.cli.views.board import View, draw_board
from rete_chess.cli.views.rules_data import short_origin
from rete_chess.cli.views.screen import Screen
from rete_chess.cli.views.trace import TraceView
from rete_chess.cli.views.wording import format_status, format_thought
from rete_chess.engine import Engine
from rete_chess.engine.records import marks_of

INTRODUCTION: Final = "A variant is a page of YAML. All that follows is computed as you look."


def show(screen: Screen, facts: DemoFacts) -> None:
    """The whole story."""
    _title(screen, f"rete_chess {__version__}")
    screen.say(INTRODUCTION)
    screen.say("")
    for line in facts.document.splitlines():
        screen.say(f"  {line}", "cyan")
    _title(screen, "It is checked")
    show_examination(facts.checked, screen)
    screen.say("")
    screen.say("With a slip of the pen:")
    show_examination(facts.mistaken, screen)
    _show_game(screen, facts)
    _show_best(screen, facts)
    _show_reason(screen, facts)
    _show_perft(screen, facts)
    screen.say("")
    screen.say("Your turn: rete-chess play atomic --black search")
    screen.say("           rete-chess new variant my-variant")


def _title(screen: Screen, text: str) -> None:
    screen.say("")
    screen.print(Rule(Text(text, "bold"), align="left", style="dim"))


def _show_game(screen: Screen, facts: DemoFacts) -> None:
    _title(screen, "It is played: White by chance, Black by looking ahead")
    words = Text(_numbered(facts.san))
    words.append(f"\n\n{format_status(facts.game)}", "bold")
    grid = Table.grid(padding=(0, 4, 0, 0))
    grid.add_row(_board(screen, facts.game), words)
    screen.print(grid)


def _board(screen: Screen, engine: Engine) -> Text:
    marks = marks_of(engine)
    return draw_board(screen, engine.board, View(False, marks.moved, marks.alarmed))


def _numbered(san: tuple[str, ...]) -> str:
    """`1. e4 e5 2. Nf3`."""
    words = [f"{index // 2 + 1}. {move}" if not index % 2 else move for index, move in enumerate(san)]
    return " ".join(words)


def _show_best(screen: Screen, facts: DemoFacts) -> None:
    best = facts.best
    _title(screen, f"Every move is traced: {best.san}, Black's best")
    TraceView(screen, best.engine, is_full=False).show_record(best.record, best.before)
    screen.say("")
    screen.say(f"Black thought: {format_thought(best.thought)}.")


def _show_reason(screen: Screen, facts: DemoFacts) -> None:
    _title(screen, "An illegal move says why")
    reason = facts.forbidden.reason
    screen.say(f"{facts.forbidden.move}: {reason.message}", "bold")
    screen.say(f"  {reason.rule}, {short_origin(reason.origin or '')}", "dim")


def _show_perft(screen: Screen, facts: DemoFacts) -> None:
    _title(screen, "Counting proves it")
    depth, nodes, seconds = (facts.perft[key] for key in ("depth", "nodes", "seconds"))
    verdict = "as published" if nodes == PUBLISHED_COUNT else f"but {PUBLISHED_COUNT:,} is published"
    screen.say(f"The first {depth} half-moves of chess can be played in {nodes:,} ways ({verdict}),")
    screen.say(f"counted in {seconds:.2f} s{format_speed(nodes, seconds)}.")
