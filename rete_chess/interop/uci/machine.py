"""The protocol as a machine: a line in, lines out. It opens nothing and starts no thread.

What takes time is a task that somebody else does; until it is done, lines that would change something wait.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rete_chess import __version__
from rete_chess.errors import ReteChessError
from rete_chess.interop.choice import Choice
from rete_chess.interop.session import Session
from rete_chess.interop.tasks import Answer, CountTask, NodeCount, SearchTask, Task, Told
from rete_chess.interop.uci import answers, options, thinking
from rete_chess.interop.uci.lines import Go, parse_go, parse_position, parse_setting
from rete_chess.interop.variants import Variants

#: What is answered while a task is going on; the rest waits for its end.
AT_ONCE: Final = ("uci", "isready", "stop", "ponderhit", "quit", "debug")
#: What is heard and changes nothing.
SILENT: Final = ("debug", "register")
#: The deepest count of nodes.
DEEPEST_COUNT: Final = 12


def _word(line: str) -> str:
    """The first word of a line."""
    return line.split(maxsplit=1)[0] if line.strip() else ""


def _stopped(line: str) -> tuple[str, ...]:
    """A line that waits, with an end for what it begins."""
    return (line, "stop") if _word(line) == "go" else (line,)


class UciMachine:
    """One conversation, from `uci` to `quit`."""

    def __init__(
        self,
        variants: Variants | None = None,
        choice: Choice | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = Session(variants or Variants(), choice or Choice())
        self.is_closed = False
        self._clock = clock
        self._first = self.session.choice
        self._settings = {option.name: option.default for option in self._offered()}
        self._waiting: deque[str] = deque()
        self._task: Task | None = None  # what is going on
        self._next: Task | None = None  # what has to be begun
        self._go = Go()
        self._started = 0.0
        self._is_held = False  # whether the answer waits for `stop` or `ponderhit`
        self._seconds: float | None = None  # how long to think once the opponent has played the move expected
        self._answer: Answer | None = None  # what was found while it has to wait
        self._is_ending = False  # whether nothing more will be heard
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "uci": self._introduce,
            "isready": self._say_ready,
            "setoption": self._set_option,
            "ucinewgame": self._begin_game,
            "position": self._set_up,
            "go": self._begin,
            "stop": self._stop,
            "ponderhit": self._hit,
            "quit": self._quit,
            "d": self._draw,
            "eval": self._evaluate,
        }

    # -- what the shell does with it -----------------------------------------------------------

    def hear(self, line: str) -> list[str]:
        """What is answered to a line at once."""
        word = _word(line)
        if self._task is not None and word not in AT_ONCE:
            if word:
                self._waiting.append(line)
            return []
        return self._obey(line)

    def told(self, task: Task, found: object) -> list[str]:
        """What is said about what a task has found on its way."""
        if task is not self._task:
            return []
        if isinstance(found, NodeCount):
            return [f"{found.move}: {found.nodes}"]
        if isinstance(found, Told) and found.thought.depth:
            return [answers.info(found, self._clock() - self._started)]
        return []

    def done(self, task: Task, outcome: object) -> list[str]:
        """What is said when a task is done."""
        if task is not self._task:
            return []
        if isinstance(outcome, NodeCount):
            self._task = None
            return ["", f"Nodes searched: {outcome.nodes}", "", *self._go_on()]
        if isinstance(outcome, Answer):
            lines, self._answer = thinking.summary(outcome, task, self._clock() - self._started), outcome
        else:
            lines, self._answer = thinking.failure(outcome, task)
        return lines if self._is_held else [*lines, *self._finish()]

    def take_task(self) -> Task | None:
        """The task that has to be begun now, once."""
        task, self._next = self._next, None
        return task

    def close(self) -> list[str]:
        """The end of the input is that of the conversation, once what was asked for is answered."""
        self._is_ending = True
        lines = self._release()
        self.is_closed = self._task is None
        return lines

    # -- the conversation ----------------------------------------------------------------------

    def _obey(self, line: str) -> list[str]:
        word = _word(line)
        rest = line.strip()[len(word) :]
        command = self._commands.get(word)
        if command is None:
            return [] if not word or word in SILENT else [f"info string unknown command {word[:60]!r}"]
        try:
            return command(rest)
        except ReteChessError as error:
            return [thinking.problem(error)]
        except OSError as error:
            return [f"info string {error.filename or word}: {error.strerror or error}"]

    def _offered(self) -> list[options.Option]:
        known = self.session.variants
        return options.offered(self._first.variant, known.names(), self._first.presets, self._first.profiles)

    def _introduce(self, rest: str) -> list[str]:
        names = [f"id name rete_chess {__version__}", "id author the rete_chess authors", ""]
        return [*names, *map(str, self._offered()), "uciok"]

    def _say_ready(self, rest: str) -> list[str]:
        if self._task is None:
            try:
                self.session.prepare()
            except ReteChessError as error:
                return [thinking.problem(error), "readyok"]
        return ["readyok"]

    def _begin_game(self, rest: str) -> list[str]:
        self.session.begin()
        return []

    def _set_up(self, rest: str) -> list[str]:
        position = parse_position(rest.split())
        if position is None:
            return ["info string position is startpos or fen, and perhaps moves"]
        self.session.set_up(position.fen, position.moves)
        return []

    def _draw(self, rest: str) -> list[str]:
        from rete_chess.interop.diagram import diagram

        return diagram(self.session.game.engine)

    def _evaluate(self, rest: str) -> list[str]:
        from rete_chess.match.players import evaluate

        engine = self.session.game.engine
        value = evaluate(engine) / 100 * (1 if engine.turn == "white" else -1)
        return [f"Final evaluation: {value:+.2f} (white side)"]

    # -- options -------------------------------------------------------------------------------

    def _set_option(self, rest: str) -> list[str]:
        setting = parse_setting(rest)
        known = {option.name.lower(): option for option in self._offered()}
        option = None if setting is None else known.get(setting.name.lower())
        if setting is None or option is None:
            return [f"info string no such option: {rest[:60]}"]
        try:
            value = option.read(setting.value)
        except ValueError as error:
            return [f"info string {error}"]
        lines = self._take(option.name, value)
        self._settings[option.name] = value
        return lines

    def _take(self, name: str, value: str) -> list[str]:
        """Let an option take effect."""
        session = self.session
        if name == options.VARIANT:
            return self._choose(replace(session.choice, variant=session.variants.find(value)), value)
        if name == options.PRESET:
            return self._choose(replace(session.choice, presets=value))
        if name == options.PROFILE:
            return self._choose(replace(session.choice, profiles=value))
        if name == options.PATH:
            return [f"info string variant {own} is known" for own in session.variants.add_all(value)]
        if name == options.CHESS960:
            session.write_castling_as_960(value == "true")
        return []

    def _choose(self, choice: Choice, name: str | None = None) -> list[str]:
        """Play something else; the variant is described by the name under which it was asked for."""
        program = self.session.choose(choice)
        start = self.session.game.engine.start_fen
        return [answers.described(name or self._settings[options.VARIANT], program, start)]

    # -- thinking ------------------------------------------------------------------------------

    def _begin(self, rest: str) -> list[str]:
        self._go = go = parse_go(rest.split())
        engine, self._started = self.session.game.engine, self._clock()
        if go.perft is not None:
            if go.perft > DEEPEST_COUNT:
                return [f"info string nodes are counted to a depth of {DEEPEST_COUNT}"]
            self._task = self._next = CountTask(engine, go.perft)
            return []
        self._is_held = go.ponder or go.infinite
        self._seconds = thinking.seconds_of(go, engine.turn) if go.is_timed else None
        memory = int(self._settings[options.HASH]) << 20
        limits = thinking.limits_of(go, None if go.ponder else self._seconds, memory)
        question = thinking.question_of(go, engine, int(self._settings[options.LINES]))
        self._task = self._next = SearchTask(engine, limits, question)
        return self._release() if self._is_ending else []

    def _stop(self, rest: str) -> list[str]:
        if self._task is None:
            return []
        # Whoever has said `go` meanwhile means those searches, too.
        self._waiting = deque(said for line in self._waiting for said in _stopped(line))
        self._is_held = False
        self._task.reins.stop()
        return self._finish() if self._answer is not None else []

    def _release(self) -> list[str]:
        """Let nothing wait for `stop` or `ponderhit` that nobody is left to say."""
        if self._task is None or not self._is_held:
            return []
        self._is_held = False
        self._task.reins.stop()
        return self._finish() if self._answer is not None else []

    def _hit(self, rest: str) -> list[str]:
        """The opponent has played what was expected: the clock decides from now on."""
        if self._task is None or not self._go.ponder:
            return []
        self._is_held = self._go.infinite
        if self._seconds is not None:
            self._task.reins.end_at(self._started + self._seconds)
        return self._finish() if self._answer is not None and not self._is_held else []

    def _finish(self) -> list[str]:
        """Name the move that was found, and go on with what has waited."""
        answer, self._answer, self._task = self._answer, None, None
        assert answer is not None
        return [answers.best(answer), *self._go_on()]

    def _go_on(self) -> list[str]:
        lines: list[str] = []
        while self._waiting and (self._task is None or _word(self._waiting[0]) in AT_ONCE):
            lines += self._obey(self._waiting.popleft())
        self.is_closed = self.is_closed or (self._is_ending and self._task is None)
        return lines

    def _quit(self, rest: str) -> list[str]:
        self.is_closed = True
        self._waiting.clear()
        if self._task is not None:
            self._task.reins.stop()
        return []
