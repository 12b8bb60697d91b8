"""The story of the demo: a variant checked, a game played and traced, positions counted.

`gather` computes the facts, `show` lays them out on eighty columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rete_chess import __version__
from rete_chess.brief import shipped_name
from rete_chess.checks import Examination, examine
from rete_chess.cli.commands.perft import count, format_speed
from rete_chess.cli.commands.validate import show_examination
from rete_chess.cli.views.board import View, draw_board
from rete_chess.cli.views.screen import Screen
from rete_chess.cli.views.trace import TraceView
from rete_chess.cli.views.wording import format_status, format_thought
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.explain.explain import Explanation
from rete_chess.engine.records import marks_of
from rete_chess.io.cast import Cast, cast_of
from rete_chess.match.players import Limits, RandomPlayer, think
from rete_chess.match.players.thought import Thought
from rete_chess.resources import files
from rete_chess.serial import explanation_data, problem_data, result_data, trace_data

INTRODUCTION: Final = "A variant is a page of YAML. All that follows is computed as you look."
VARIANT: Final = "atomic"
#: A misspelt word of the variant: the right word, and the wrong one.
SLIP: Final = ("destroy:", "destory:")
#: White plays by chance, Black searches: the seed, the positions of a search, the most half-moves.
SEED: Final = 2
NODES: Final = 400
LONGEST: Final = 24
#: A king beside an enemy pawn, and the capture that the variant forbids.
FORBIDDEN: Final = ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2")
PERFT_DEPTH: Final = 4
#: The published node count of the start position at that depth.
PUBLISHED_COUNT: Final = 197_281


@dataclass(frozen=True)
class Best:
    """The move that the search player thought most of, with the game right after it."""

    engine: Engine
    record: MoveRecord
    san: str
    thought: Thought
    before: Cast  # the pieces before the move


@dataclass(frozen=True)
class DemoFacts:
    """Everything the demo shows."""

    document: str
    checked: Examination
    mistaken: Examination
    game: Engine
    san: tuple[str, ...]
    best: Best
    forbidden: Explanation
    perft: dict[str, Any]

    def summary(self) -> dict[str, Any]:
        """The facts as JSON."""
        return {
            "variant": VARIANT,
            "problems": [problem_data(problem) for problem in self.checked.problems],
            "mistake": [problem_data(problem) for problem in self.mistaken.problems],
            "game": {
                "moves": [str(record.move) for record in self.game.move_log],
                "san": list(self.san),
                "fen": self.game.fen(),
                "result": result_data(self.game.result),
            },
            "best": {
                "number": self.best.record.number,
                "san": self.best.san,
                "thought": self.best.thought._asdict(),
                "record": trace_data(self.best.engine),
            },
            "forbidden": explanation_data(self.forbidden),
            "perft": self.perft,
        }


def gather() -> DemoFacts:
    """The facts of the demo, computed now."""
    (path,) = files("descriptors", "variants", f"{VARIANT}.variant.yaml")
    text = path.read_text(encoding="utf-8")
    game, san, best = _play()
    fen, move = FORBIDDEN
    return DemoFacts(
        "\n".join(line for line in text.splitlines() if not line.startswith("#")),
        examine(text, path.name),
        examine(text.replace(*SLIP, 1), path.name),
        game,
        san,
        best,
        Engine(VARIANT, fen).explain(move),
        {"depth": PERFT_DEPTH, **count(Engine(), PERFT_DEPTH, is_divided=False)},
    )


def _play() -> tuple[Engine, tuple[str, ...], Best]:
    """A game between the random and the search player at its end, its moves, and Black's best one."""
    engine, chance = Engine(VARIANT), RandomPlayer(SEED)
    san: list[str] = []
    best: Best | None = None
    while engine.result is None and len(san) < LONGEST:
        thought = think(engine, Limits(nodes=NODES), SEED) if engine.turn == "black" else None
        if thought is None:
            move = chance.choose(engine)
        else:
            move = next(found for found in engine.legal_moves() if found.code == thought.move)
        assert move is not None
        san.append(engine.san(move))
        before = cast_of(engine.board)
        record = engine.apply(move)
        if thought is not None and (best is None or thought.value >= best.thought.value):
            best = Best(engine.clone(), record, san[-1], thought, before)
    assert best is not None
    return engine, tuple(san), best


def show(screen: Screen, facts: DemoFacts) -> None:
    """Show all facts of the demo, section by section."""
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
    """Moves with their numbers: `1. e4 e5 2. Nf3`."""
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
    screen.say(f"  {reason.rule}, {shipped_name(reason.origin or '')}", "dim")


def _show_perft(screen: Screen, facts: DemoFacts) -> None:
    _title(screen, "Counting proves it")
    depth, nodes, seconds = (facts.perft[key] for key in ("depth", "nodes", "seconds"))
    verdict = "as published" if nodes == PUBLISHED_COUNT else f"but {PUBLISHED_COUNT:,} is published"
    screen.say(f"The first {depth} half-moves of chess can be played in {nodes:,} ways ({verdict}),")
    screen.say(f"counted in {seconds:.2f} s{format_speed(nodes, seconds)}.")
