"""The trace of a game for people: one firing per line, stage by stage, its effects indented below."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from rete_chess.brief import shipped_name
from rete_chess.cli.views.screen import Screen, printable
from rete_chess.cli.views.wording import format_game, format_result
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.explain.why_not import WhyNot
from rete_chess.engine.move.trace import Firing, Trace
from rete_chess.facts.words.word import format_value
from rete_chess.io.cast import Cast, cast_of, describe_change, describe_events, name_of
from rete_chess.io.trace_tree import TraceLine, lines_of
from rete_chess.stages import STAGES

#: The columns of stage and rule, the indent of what a firing caused, and the deepest indent.
STAGE_COLUMN: Final = 5
RULE_COLUMN: Final = STAGE_COLUMN + 16
STEP: Final = 2
MAX_STEPS: Final = 12
#: The most facts that are shown below a condition that did not hold.
MOST_LOOKS: Final = 8


class TraceView:
    """The screen on which a game is traced."""

    def __init__(self, screen: Screen, engine: Engine, is_full: bool) -> None:
        self.screen = screen
        self.engine = engine
        self.is_full = is_full
        self.arrow = "→" if screen.has_symbols else "->"

    def cast(self) -> Cast:
        """The pieces as they stand now."""
        return cast_of(self.engine.board)

    def show_start(self) -> None:
        self.screen.say(format_game(self.engine), "bold")
        self.screen.say(self.engine.fen())
        self.screen.say("")

    def show_end(self) -> None:
        self.screen.say("")
        self.screen.say(self.engine.fen())
        self.screen.say(f"state {self.engine.state_hash()}", "dim")

    def show_record(self, record: MoveRecord, before: Cast) -> None:
        """Show a move with the stages in which rules fired, or with all stages."""
        self.screen.say(f"{record.number + 1:>3}. {record.mover} {record.move}", "bold")
        cast = {**self.cast(), **before}
        names = self.engine.board.book.geometry.names
        phrases = describe_events(record.trace, dict(cast), names)
        lines = lines_of(record.trace)
        for stage in STAGES:
            if stage in lines:
                self._show_stage(stage, lines[stage], phrases, cast)
            elif self.is_full:
                self._line(stage, 0, Text("-", "dim"))
        for note in [*_deaths(record), *_notes(record.trace, names)]:
            self._line("", 0, Text(printable(note)))
        if record.result is not None:
            self._line("", 0, Text(format_result(record.result), "bold"))

    def show_why_not(self, found: WhyNot) -> None:
        """Show why a rule did not fire: for each event it heard, the failed condition and its facts."""
        head = Text.assemble(
            (found.rule, "cyan"), f" at {found.point}, ", (shipped_name(found.origin), "dim")
        )
        self._line("why not", 0, head)
        if not found.hearings:
            self._line("", 1, Text(found.message))
        for hearing in found.hearings:
            self._line("", 1, Text(printable(f"{hearing.event}: {hearing.message}")))
            for look in hearing.looks[:MOST_LOOKS]:
                words = " ".join(part for part in (look.who, look.what) if part)
                self._line("", 2, Text(printable(f"{words} is {format_value(look.value)}"), "dim"))
            if len(hearing.looks) > MOST_LOOKS:
                self._line("", 2, Text(f"and {len(hearing.looks) - MOST_LOOKS} more", "dim"))

    def _show_stage(self, stage: str, lines: list[TraceLine], phrases: dict[int, str], cast: Cast) -> None:
        wide = max(len(item.rule) for depth, item in lines if isinstance(item, Firing) and not depth)
        for place, (depth, item) in enumerate(lines):
            if isinstance(item, Firing):
                text = self._firing(item, cast, 0 if depth else wide)
            else:
                text = Text(phrases[item.id], "dim")
            self._line("" if place else stage, depth, text)
            if isinstance(item, Firing):
                for line in item.logs:
                    self._line("", depth + 1, Text(f"log: {printable(line)}"))

    def _firing(self, firing: Firing, cast: Cast, wide: int) -> Text:
        """A firing as text: `piece-hp/lose-hp  black pawn d5  Hp 2 → 1  "what the rule says"`."""
        parts = [Text(f"{firing.rule:<{wide}}", "cyan")]
        if firing.entity is not None:
            known = " ".join(part for part in (firing.piece, firing.square) if part)
            parts.append(Text(known if firing.piece else name_of(firing.entity, cast)))
        changes = [
            describe_change(change, firing.entity, cast, self.arrow)
            for change in firing.changes
            if change.old != change.new
        ]
        if changes:
            parts.append(Text(", ".join(changes), "yellow"))
        if firing.text:
            parts.append(Text(f'"{printable(firing.text)}"', "green"))
        return Text("  ").join(parts)

    def _line(self, stage: str, depth: int, text: Text) -> None:
        indent = " " * (STEP * min(depth, MAX_STEPS))
        head = Text(f"{'':{STAGE_COLUMN}}{stage:<{RULE_COLUMN - STAGE_COLUMN}}", "magenta")
        self.screen.print(Text.assemble(head, indent, text), soft_wrap=True)


def _deaths(record: MoveRecord) -> list[str]:
    """Who died by damage that need not be the end of a piece; that of the others is told where it happens."""
    whole = {
        event.target for event in record.trace.events if event.event == "damage" and event.amount is None
    }
    return [told.text for told in record.deaths if told.event.target not in whole]


def _notes(trace: Trace, names: tuple[str, ...]) -> list[str]:
    """The lines beside the firings: presets that ended, visual effects."""
    said = [firing.text for firing in trace.firings if firing.text]
    others = []
    for text in trace.texts:
        if text in said:
            said.remove(text)
        else:
            others.append(text)
    return others + [f"effect: {effect.kind} on {names[effect.square]}" for effect in trace.shown]
