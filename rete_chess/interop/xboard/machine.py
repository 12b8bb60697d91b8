"""The protocol as a machine: a line in, lines out. It opens nothing and starts no thread.

It thinks on its own time, on that of the opponent, or for somebody who analyses; other moves stop it.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from rete_chess.errors import ReteChessError
from rete_chess.interop import moves as dialect
from rete_chess.interop.choice import Choice
from rete_chess.interop.clocks import Control
from rete_chess.interop.game import Game
from rete_chess.interop.session import Session
from rete_chess.interop.tasks import Answer, SearchTask, Task, Told
from rete_chess.interop.variants import Variants
from rete_chess.interop.xboard import words

#: What a machine may be doing.
IDLE: Final = "idle"
THINKING: Final = "thinking"
PONDERING: Final = "pondering"
ANALYSING: Final = "analysing"

#: What is heard and changes nothing.
SILENT: Final = (
    *("xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "option", "cores"),
    *("bk", "egtpath", "pause", "resume"),
)
#: More steps than a search can spend: whoever asks sets the time.
STEPS: Final = 1 << 60


class XboardMachine:
    """One conversation, from `xboard` to `quit`."""

    def __init__(
        self,
        variants: Variants | None = None,
        choice: Choice | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._first = choice or Choice()
        self.session = Session(variants or Variants(), self._first)
        self.is_closed = False
        self._now = clock
        self._mode = IDLE
        self._task: Task | None = None
        self._next: Task | None = None
        self._started = 0.0
        self._side: str | None = "black"  # whom we play; None: nobody
        self._is_told = True  # whether thoughts are
        self._ponders = False
        self._expected: tuple[str, str] | None = None  # the reply that is thought about, as theirs and ours
        self._found: Answer | None = None  # what was found on the opponent's time
        self._hint: str | None = None
        self._pings: list[str] = []
        self._last: Told | None = None
        self._control = Control(40, 300.0, 0.0)
        self._clocks: dict[str, float | None] = {"time": None, "otim": None}
        self._seconds: float | None = None  # for each move, instead of a control
        self._depth: int | None = None
        self._speed = 0  # nodes that count as a second
        self._memory = 16
        self._commands: dict[str, Callable[[str], list[str]]] = {
            "protover": self._introduce,
            "quit": self._quit,
            "ping": self._ping,
            "new": self._begin_game,
            "variant": self._choose,
            "setboard": self._set_board,
            "force": self._force,
            "go": self._go,
            "playother": self._play_other,
            "usermove": self._hear_move,
            "?": self._move_now,
            "undo": lambda rest: self._take_back(1),
            "remove": lambda rest: self._take_back(2),
            "result": self._force,
            "hint": lambda rest: [f"Hint: {self._hint}"] if self._hint else [],
            "post": lambda rest: self._set("_is_told", True),
            "nopost": lambda rest: self._set("_is_told", False),
            "hard": lambda rest: self._set("_ponders", True),
            "easy": self._be_easy,
            "analyze": self._analyse,
            "exit": self._leave_analysis,
            ".": self._report,
            "st": lambda rest: self._set_number("_seconds", rest, float),
            "sd": lambda rest: self._set_number("_depth", rest, int),
            "nps": lambda rest: self._set_number("_speed", rest, int, least=0),
            "memory": lambda rest: self._set_number("_memory", rest, int),
            "level": self._set_control,
            "time": lambda rest: self._set_clock("time", rest),
            "otim": lambda rest: self._set_clock("otim", rest),
            "draw": lambda rest: [],  # we play on
            "white": lambda rest: self._sit("black"),
            "black": lambda rest: self._sit("white"),
        }

    @property
    def game(self) -> Game:
        return self.session.game

    # -- what the shell does with it -----------------------------------------------------------

    def hear(self, line: str) -> list[str]:
        """What is answered to a line."""
        word = line.split(maxsplit=1)[0] if line.strip() else ""
        rest = line.strip()[len(word) :].strip()
        command = self._commands.get(word)
        try:
            if command is not None:
                return command(rest)
            if not word or word in SILENT:
                return []
            if rest == "" and dialect.legal_move(self.game.engine, word) is not None:
                return self._hear_move(word)
        except ReteChessError as error:
            return [f"Error ({_plain(str(error))}): {_plain(line)[:80]}"]
        except OSError as error:
            return [f"Error ({_plain(str(error.strerror or error))}): {_plain(line)[:80]}"]
        return [f"Error (unknown command): {_plain(line)[:80]}"]

    def told(self, task: Task, found: object) -> list[str]:
        """What is said about what a search has found on its way."""
        if task is not self._task or not isinstance(found, Told):
            return []
        if found.thought.rank == 1:
            self._last = found
        if self._mode == PONDERING or not self._is_told or not found.thought.depth:
            return []
        return [words.thought(found, self._now() - self._started)]

    def done(self, task: Task, outcome: object) -> list[str]:
        """What is said when a search is done."""
        if task is not self._task:
            return []
        lines: list[str] = []
        if isinstance(outcome, Answer):
            answer = outcome
        else:
            lines.append(f"# internal error: {_plain(repr(outcome))}")
            legal = self.game.engine.legal_moves()
            answer = Answer(None, str(legal[0]) if legal else None, None, None, False)
        if self._mode == THINKING:
            return [*lines, *self._play(answer)]
        if self._mode == PONDERING:
            self._found = answer
        return lines

    def take_task(self) -> Task | None:
        """The search that has to be begun now, once."""
        task, self._next = self._next, None
        return task

    def close(self) -> list[str]:
        """The end of the input is that of the conversation."""
        return self._quit("")

    # -- the conversation ----------------------------------------------------------------------

    def _introduce(self, rest: str) -> list[str]:
        return words.features(self.session.variants, self._first.variant)

    def _quit(self, rest: str) -> list[str]:
        self._stop()
        self.is_closed = True
        return []

    def _ping(self, rest: str) -> list[str]:
        answer = f"pong {rest}".rstrip()
        if self._mode == THINKING:
            self._pings.append(answer)
            return []
        return [answer]

    def _pong(self) -> list[str]:
        pings, self._pings = self._pings, []
        return pings

    def _begin_game(self, rest: str) -> list[str]:
        lines = self._stop()
        if self.session.choice != self._first:
            self.session.choose(self._first)
        self.session.write_castling_as_960(False)
        self.session.begin()
        self._side, self._depth, self._hint = "black", None, None
        return lines

    def _choose(self, rest: str) -> list[str]:
        lines = self._stop()
        own = self.session.variants.find(rest)
        self.session.choose(replace(self._first, variant=own))
        return [*lines, *words.setup(rest, self.game.engine)]

    def _set_board(self, rest: str) -> list[str]:
        lines = self._stop()
        try:
            self.game.place(rest)
        except ReteChessError as error:
            return [*lines, f"tellusererror Illegal position: {_plain(str(error))}"]
        return [*lines, *self._go_on()]

    def _set(self, name: str, value: object) -> list[str]:
        setattr(self, name, value)
        return []

    def _set_number(
        self, name: str, text: str, kind: type[int] | type[float], least: float = 1e-3
    ) -> list[str]:
        try:
            value = kind(text)
        except ValueError:
            return [f"Error (not a number): {_plain(text)[:40]}"]
        if not least <= value < 1e9:
            return [f"Error (too small or too large): {_plain(text)[:40]}"]
        return self._set(name, value)

    def _set_control(self, rest: str) -> list[str]:
        control = Control.parse(rest)
        if control is None:
            return [f"Error (not a time control): level {_plain(rest)[:40]}"]
        self._control, self._seconds = control, None
        return []

    def _set_clock(self, name: str, text: str) -> list[str]:
        if text.lstrip("-").isdecimal() and len(text) < 12:
            self._clocks[name] = max(0, int(text)) / 100
        return []

    # -- the game ------------------------------------------------------------------------------

    def _sit(self, side: str) -> list[str]:
        lines = self._stop()
        self._side = side
        return lines

    def _force(self, rest: str) -> list[str]:
        lines = self._stop()
        self._side = None
        return lines

    def _go(self, rest: str) -> list[str]:
        if self._mode == THINKING:
            return []
        lines = self._stop()
        self._side = self.game.engine.turn
        return [*lines, *self._think()]

    def _play_other(self, rest: str) -> list[str]:
        lines = self._stop()
        self._side = "black" if self.game.engine.turn == "white" else "white"
        return lines

    def _take_back(self, count: int) -> list[str]:
        lines = self._stop_unless_analysing()
        for _ in range(count):
            if not self.game.undo():
                return [*lines, f"Error (no move to take back): {'undo' if count == 1 else 'remove'}"]
        return [*lines, *self._go_on()]

    def _hear_move(self, text: str) -> list[str]:
        """The opponent's move, or one of somebody who analyses or sets up a game."""
        if self._mode == THINKING:
            return [f"Error (it is not your turn): {_plain(text)[:40]}"]
        expected, found, task = self._expected, self._found, self._task
        was_pondering = self._mode == PONDERING
        lines = [] if was_pondering else self._stop_unless_analysing()
        own = dialect.own(self.game.engine, text)
        try:
            self.game.play(text)
        except ReteChessError as error:
            lines.append(f"Illegal move ({_plain(str(error))}): {_plain(text)[:40]}")
            return [*lines, *self._go_on()] if self._mode == ANALYSING else lines
        if was_pondering and expected is not None and expected[1] == own and task is not None:
            self._mode, self._expected, self._found = THINKING, None, None
            if found is not None:
                return self._play(found)
            seconds, _ = self._allowed()
            if seconds is not None:
                task.reins.end_at(self._now() + seconds)
            return lines
        return [*lines, *self._stop_unless_analysing(), *self._go_on()]

    def _go_on(self) -> list[str]:
        """Think, if it is our turn or somebody analyses."""
        if self._mode == ANALYSING:
            self._begin(math.inf, None)
            return []
        return self._think() if self._side == self.game.engine.turn else self._tell_end()

    def _tell_end(self) -> list[str]:
        found = self.game.engine.result
        return [words.result(found)] if found is not None and self._side is not None else []

    # -- thinking ------------------------------------------------------------------------------

    def _allowed(self) -> tuple[float | None, int | None]:
        """The time and the nodes for the next move."""
        moves = self.game.played // 2
        seconds = self._seconds or self._control.clock(self._clocks["time"], moves).seconds
        return (None, max(1, round(self._speed * seconds))) if self._speed else (seconds, None)

    def _think(self) -> list[str]:
        if self.game.engine.result is not None:
            return self._tell_end()
        seconds, nodes = self._allowed()
        self._mode = THINKING
        self._begin(seconds, nodes)
        return []

    def _begin(self, seconds: float | None, nodes: int | None, reply: str | None = None) -> None:
        """Search the position, or the one after a reply that is expected."""
        from rete_chess.match.players import Limits, Question

        engine = self.game.engine.clone()  # the game may go on before the search has heard of it
        if reply is not None:
            engine.apply(reply)
        depth = None if self._mode == ANALYSING else self._depth
        limits = Limits(seconds or math.inf, nodes, depth, STEPS, self._memory << 20)
        self._started, self._last = self._now(), None
        question = Question(is_patient=self._mode != THINKING)
        self._task = self._next = SearchTask(engine, limits, question)

    def _stop(self) -> list[str]:
        """Leave off whatever is thought about; who has waited for the end is answered."""
        self._mode, self._expected, self._found = IDLE, None, None
        if self._task is not None:
            self._task.reins.stop()
            self._task = self._next = None
        return self._pong()

    def _stop_unless_analysing(self) -> list[str]:
        is_analysis = self._mode == ANALYSING
        lines = self._stop()
        self._mode = ANALYSING if is_analysis else IDLE
        return lines

    def _play(self, answer: Answer) -> list[str]:
        """Play what was found, and go on to think about the reply."""
        self._mode, self._task, engine = IDLE, None, self.game.engine
        move = next((move for move in engine.legal_moves() if move == answer.own), None)
        if move is None:
            return [*self._tell_end(), *self._pong()]
        text = words.move_text(engine, move)
        self.game.play(str(move))
        lines, self._hint = [f"move {text}"], None
        reply = answer.reply and dialect.legal_move(engine, answer.reply)
        if reply and engine.result is None and engine.turn != self._side:
            self._hint = words.move_text(engine, reply)
            if self._ponders:
                lines += self._ponder(self._hint, str(reply))
        elif engine.result is None and engine.turn == self._side:
            lines += self._think()  # a turn of several half-moves
        return [*lines, *self._tell_end(), *self._pong()]

    def _ponder(self, hint: str, reply: str) -> list[str]:
        """Think on the opponent's time about the position after the reply that is expected."""
        self._mode, self._expected = PONDERING, (hint, reply)
        try:
            _, nodes = self._allowed()
            self._begin(math.inf, nodes, reply)
        except ReteChessError:  # a rule refuses what the search had from its table
            self._stop()
            return []
        return [f"Hint: {hint}"]

    def _move_now(self, rest: str) -> list[str]:
        if self._mode == THINKING and self._task is not None:
            self._task.reins.stop()
        return []

    def _be_easy(self, rest: str) -> list[str]:
        self._ponders = False
        return self._stop() if self._mode == PONDERING else []

    def _analyse(self, rest: str) -> list[str]:
        lines = self._stop()
        self._mode, self._side, self._is_told = ANALYSING, None, True
        self._begin(math.inf, None)
        return lines

    def _leave_analysis(self, rest: str) -> list[str]:
        return self._stop() if self._mode == ANALYSING else []

    def _report(self, rest: str) -> list[str]:
        """How far an analysis has come."""
        if self._mode != ANALYSING or self._last is None:
            return []
        found, spent = self._last.thought, round(100 * (self._now() - self._started))
        return [f"stat01: {spent} {found.nodes} {found.depth} 0 0 {self._last.line[0]}"]


def _plain(text: str) -> str:
    """A text for one line."""
    return " ".join(text.split())
