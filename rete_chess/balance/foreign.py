"""UCI engines of others as players: a process by its command line, told positions and asked for moves.

It keeps to nothing but the protocol. What it answers is played if it is legal; an engine that answers
anything else, nothing in time or that ends breaks off the game, and nothing more.
"""

from __future__ import annotations

import atexit
import queue
import shlex
import subprocess
import threading
import time
from contextlib import suppress
from typing import Final

from rete_chess.engine import Engine, LegalMove
from rete_chess.errors import GameError, NameLookupError
from rete_chess.interop.fen import FAIRY, write_fen
from rete_chess.interop.moves import NULL, foreign, legal_move
from rete_chess.interop.variants import Variants
from rete_chess.match.players import Limits, parse_limits

#: Seconds that an engine may take to start, and beyond what it was given for a move.
PATIENCE: Final = 60.0
#: The first words of lines that matter; others are for people. So many wait, of so many letters each.
WORDS: Final = frozenset({"uciok", "readyok", "bestmove", "option"})
WAITING: Final = 2000
LETTERS: Final = 1 << 16
#: What an engine plays that says nothing of variants, as the protocol has it.
USUAL: Final = "chess"
#: The limit where none is named.
DEFAULT: Final = "1s"


class ForeignPlayer:
    """An engine of others within limits."""

    def __init__(self, process: Process, limits: Limits) -> None:
        self.name = process.name
        self._process = process
        self._limits = limits
        self._start: str | None = None  # how the engine is told where the game began

    def choose(self, engine: Engine) -> LegalMove | None:
        if self._start is None:
            self._start = self._begin(engine)
        moves = " ".join(foreign(str(record.move)) for record in engine.move_log)
        self._process.say(f"position fen {self._start}" + (f" moves {moves}" if moves else ""))
        self._process.say(f"go {_go(self._limits)}")
        words = self._process.hear("bestmove", (self._limits.seconds or 0) + PATIENCE).split()
        text = words[1] if len(words) > 1 else ""
        if text in ("(none)", NULL) and legal_move(engine, text) is None:
            return None
        move = legal_move(engine, text)
        if move is None:
            raise GameError("E_GAMES", f"{self.name} answers with a move that is not legal", found=text[:60])
        return move

    def _begin(self, engine: Engine) -> str:
        """Tell the engine of a new game, and of what variant it is."""
        self._process.begin(engine.program.id, engine.board.is_chess960)
        start = Engine(engine.program, engine.start_fen, "native", chess960=engine.board.is_chess960)
        return write_fen(start, FAIRY)


class Process:
    """A running engine; a thread reads what it says."""

    def __init__(self, name: str, command: str) -> None:
        self.name = name
        try:
            self._popen = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
                errors="replace",
            )
        except (OSError, ValueError) as error:
            raise GameError("E_GAMES", f"{name} cannot be started: {error}", found=command[:100]) from None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        atexit.register(self.end)
        self.variants: list[str] = []
        self._options: set[str] = set()
        self.say("uci")
        self.hear("uciok", PATIENCE)

    def _read(self) -> None:
        assert self._popen.stdout is not None
        with self._popen.stdout as stream:
            while line := stream.readline(LETTERS):
                told = line.strip()
                if told.partition(" ")[0] in WORDS and self._lines.qsize() < WAITING:
                    self._lines.put(told)
        self._lines.put(None)

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    def say(self, line: str) -> None:
        assert self._popen.stdin is not None
        with suppress(OSError, ValueError):
            self._popen.stdin.write(f"{line}\n")

    def hear(self, word: str, seconds: float) -> str:
        """The next line that begins with a word; options on the way there are noted."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
                if line is not None and time.monotonic() > deadline:
                    raise queue.Empty
            except queue.Empty:
                self.end()
                raise GameError("E_GAMES", f"{self.name} says nothing for too long", expected=word) from None
            if line is None:
                self.end()
                raise GameError("E_GAMES", f"{self.name} has ended", expected=word)
            if line.partition(" ")[0] == word:
                return line
            self._note(line)

    def _note(self, line: str) -> None:
        if line.startswith("option name "):
            option = line.removeprefix("option name ").partition(" type ")[0]
            self._options.add(option)
            if option == "UCI_Variant":
                self.variants = [each.strip() for each in line.split(" var ")[1:]]

    def begin(self, variant: str, chess960: bool) -> None:
        """Prepare for a game of a variant, by the name that the engine has for it."""
        if "UCI_Variant" in self._options:
            self.say(f"setoption name UCI_Variant value {self._called(variant)}")
        elif variant != USUAL:
            raise GameError("E_GAMES", f"{self.name} plays no variants", found=variant)
        if "UCI_Chess960" in self._options:
            self.say(f"setoption name UCI_Chess960 value {'true' if chess960 else 'false'}")
        self.say("ucinewgame")
        self.say("isready")
        self.hear("readyok", PATIENCE)

    def _called(self, variant: str) -> str:
        if variant in self.variants:
            return variant
        known = Variants()
        for name in self.variants:
            with suppress(NameLookupError):
                if known.find(name) == variant:
                    return name
        message = f"{self.name} does not play this variant"
        raise GameError("E_GAMES", message, found=variant, expected=", ".join(self.variants)[:300])

    def end(self) -> None:
        """End it at once; it may have ended by itself."""
        atexit.unregister(self.end)
        self._popen.kill()
        self._popen.wait()
        assert self._popen.stdin is not None
        with suppress(OSError):  # of what it was told and did not hear
            self._popen.stdin.close()


_running: dict[tuple[str, str, int], Process] = {}


def foreign_player(name: str, command: str, limit: str = "", which: int = 0) -> ForeignPlayer:
    """The player of an engine, whose process is kept for further games.

    The first and the second player of a contest have a process each: what one has thought about is not for
    the other, who may be the same engine within other limits.
    """
    limits = parse_limits(limit or DEFAULT)
    process = _running.get((name, command, which))
    if process is None or not process.is_alive:
        if process is not None:
            process.end()
        process = _running[name, command, which] = Process(name, command)
    return ForeignPlayer(process, limits)


def _go(limits: Limits) -> str:
    """Limits in the words of the protocol."""
    if limits.nodes is not None:
        return f"nodes {limits.nodes}"
    if limits.depth is not None:
        return f"depth {limits.depth}"
    return f"movetime {round(1000 * (limits.seconds or 1))}"
