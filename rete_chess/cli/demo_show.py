"""How the demo's facts are laid out on a screen of eighty columns."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rete_chess import __version__
from rete_chess.cli.board_view import View, draw_board
from rete_chess.cli.demo_facts import PUBLISHED_COUNT, STOPS, DemoFacts, PieceFacts
from rete_chess.cli.perft import format_speed
from rete_chess.cli.screen import Screen
from rete_chess.cli.wording import format_result, format_status
from rete_chess.core.attacks import royal_squares
from rete_chess.engine import Engine

INTRODUCTION: Final = (
    "A chess engine whose pieces are documents: six pages of YAML make the pieces on this board. "
    "They are compiled to movement tables, and the laws of chess are played on them. "
    "Nothing here is canned; all of it is computed as you look."
)


def show(screen: Screen, facts: DemoFacts) -> None:
    """The whole tour."""
    _show_start(screen, facts)
    _show_game(screen, facts)
    _show_perft(screen, facts)
    _show_piece(screen, facts.piece)
    _show_refusals(screen, facts)
    screen.say("")
    screen.say("Your turn: rete-chess play, rete-chess moves, rete-chess perft --depth 5 --divide")


def _title(screen: Screen, text: str) -> None:
    screen.say("")
    screen.print(Rule(Text(text, "bold"), align="left", style="dim"))


def _beside(*blocks: RenderableType) -> Table:
    """Blocks side by side."""
    grid = Table.grid(padding=(0, 4, 0, 0))
    grid.add_row(*blocks)
    return grid


def _board(screen: Screen, engine: Engine) -> Text:
    log = engine.move_log
    marked = (log[-1].move.from_square, log[-1].move.to_square) if log else ()
    alarmed = royal_squares(engine.board, engine.board.turn) if engine.in_check else ()
    return draw_board(screen, engine.board, View(False, marked, alarmed))


def _show_start(screen: Screen, facts: DemoFacts) -> None:
    _title(screen, f"rete_chess {__version__}")
    status = f"{format_status(facts.start)} {len(facts.start.legal_moves())} legal moves."
    words = Group(Text(INTRODUCTION), Text(), Text(status, "bold"))
    screen.print(_beside(_board(screen, facts.start), words))


def _show_game(screen: Screen, facts: DemoFacts) -> None:
    _title(screen, "A game to mate: Morphy at the Paris opera, 1858")
    screen.print(Padding(Text(_numbered(facts.san)), (0, 0, 1, 0)))
    shown = [
        Group(_board(screen, stop), Text(f"   after {_numbered(facts.san[number - 1 : number], number)}"))
        for number, stop in zip(STOPS, facts.stops)
    ]
    screen.print(_beside(*shown))
    screen.say("")
    screen.print(_board(screen, facts.end))
    assert facts.end.result is not None
    screen.say(f"   {_numbered(facts.san[-1:], len(facts.san))}  {format_result(facts.end.result)}", "bold")


def _numbered(san: tuple[str, ...], first: int = 1) -> str:
    """`1. e4 e5 2. Nf3`; the count of half-moves starts at `first`."""
    words = []
    for index, move in enumerate(san, start=first):
        if index % 2:
            words.append(f"{index // 2 + 1}.")
        elif index == first:
            words.append(f"{index // 2}...")
        words.append(move)
    return " ".join(words)


def _show_perft(screen: Screen, facts: DemoFacts) -> None:
    _title(screen, "Counting to prove it")
    depth, nodes, seconds = (facts.perft[key] for key in ("depth", "nodes", "seconds"))
    verdict = "as published" if nodes == PUBLISHED_COUNT else f"but {PUBLISHED_COUNT:,} is published"
    screen.say(f"The first {depth} half-moves of chess can be played in {nodes:,} ways ({verdict}),")
    screen.say(f"counted in {seconds:.2f} s{format_speed(nodes, seconds)}.")


def _show_piece(screen: Screen, facts: PieceFacts) -> None:
    _title(screen, f"A piece from a document: the {facts.piece.name.lower()}")
    count = f"{len(facts.targets)} squares within reach on an empty board"
    words = Group(Text(facts.document, "cyan"), Text(), Text(count))
    screen.print(_beside(draw_board(screen, facts.board, View(dotted=facts.targets)), words))


def _show_refusals(screen: Screen, facts: DemoFacts) -> None:
    _title(screen, "A move that is refused says why")
    for refusal in facts.refusals:
        screen.say(f"{refusal.move} ({refusal.situation})", "bold")
        screen.print(Padding(Text(refusal.message), (0, 0, 0, 2)))
