"""The file of games: a head that says what decides them, then one line of JSON for each game that is over.

Lines are only ever added. One that was torn by a crash is forgotten when the file is taken up again; games of
another plan are refused, and so is a second one who would write.
"""

from __future__ import annotations

import os
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import orjson

from rete_chess.balance.plan import Data, Plan
from rete_chess.errors import GameError
from rete_chess.storage import named_errors

if TYPE_CHECKING:
    from rete_chess.serial.shapes import BalanceGame

KIND: Final = "balance-games"
FORMAT_VERSION: Final = 1
#: Seconds after which lines are brought to the device; a crash of this program alone loses none before.
SETTLING: Final = 1.0
MISSING: Final = -1


class Store:
    """The games of a plan in a file, found by contest and number."""

    def __init__(self, path: Path, plan: Plan, file: BinaryIO) -> None:
        self.path = path
        self.plan = plan
        self._file = file
        self._places = [array("q") for _ in plan.contests]
        self._end = 0
        self._settled = time.monotonic()

    @classmethod
    def begin(cls, path: str | os.PathLike[str], plan: Plan) -> Store:
        """A new file; one that is there already is left alone."""
        return cls._opened(Path(path), plan, "x+b")

    @classmethod
    def resume(cls, path: str | os.PathLike[str], plan: Plan) -> Store:
        """The file of earlier games of the same plan, or a new one where there is none."""
        place = Path(path)
        return cls._opened(place, plan, "r+b" if place.exists() else "x+b")

    @classmethod
    def _opened(cls, path: Path, plan: Plan, mode: str) -> Store:
        file: BinaryIO = open(path, mode, buffering=0)  # type: ignore[assignment]  # noqa: SIM115
        try:
            _lock(file, path)
            store = cls(path, plan, file)
            store._read()
            return store
        except BaseException:
            file.close()
            raise

    def _read(self) -> None:
        """Find all whole lines; forget a last one that is torn."""
        head = {"kind": KIND, "formatVersion": FORMAT_VERSION, "digest": self.plan.digest}
        first = {**head, "plan": self.plan.to_json()}
        with open(self.path, "rb") as lines:
            for number, line in enumerate(lines, start=1):
                if not line.endswith(b"\n"):
                    if number == 1 and not orjson.dumps(first).startswith(line):
                        raise self._wrong("this is no file of games")
                    break
                self._take(line, number)
        self._file.truncate(self._end)
        self._file.seek(self._end)
        if not self._end:
            self._write(first)

    def _take(self, line: bytes, number: int) -> None:
        try:
            told = orjson.loads(line)
            if number == 1:
                self._demand_same(told)
            else:
                self._note(told["contest"], told["game"])
        except (ValueError, KeyError, TypeError, IndexError):
            raise self._wrong(f"line {number} of the file is none of a file of games") from None
        self._end += len(line)

    def _demand_same(self, head: Data) -> None:
        if head["kind"] != KIND or head["formatVersion"] != FORMAT_VERSION:
            raise self._wrong("this is no file of games that this version can read")
        if head["digest"] != self.plan.digest:
            hint = "give the same variants, players, seed and options, or begin a file of another name"
            raise self._wrong("the file holds games of another plan", hint)

    def _wrong(self, message: str, hint: str | None = None) -> GameError:
        return GameError("E_GAMES", message, found=str(self.path), hint=hint)

    # -- writing ----------------------------------------------------------------------------------

    def add(self, game: BalanceGame) -> bool:
        """Keep a game that is over, at once; False if it is there already."""
        contest, number = game["contest"], game["game"]
        if self.has(contest, number):
            return False
        self._note(contest, number)
        self._write(game)
        return True

    def _write(self, data: Any) -> None:
        line = orjson.dumps(data) + b"\n"
        left = memoryview(line)
        with named_errors(self.path):
            while left:
                left = left[self._file.write(left) :]
        self._end += len(line)
        if time.monotonic() - self._settled >= SETTLING:
            self.settle()

    def settle(self) -> None:
        """Bring all lines to the device."""
        with named_errors(self.path):
            os.fsync(self._file.fileno())
        self._settled = time.monotonic()

    def close(self) -> None:
        if not self._file.closed:
            self.settle()
            self._file.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- reading ----------------------------------------------------------------------------------

    def _note(self, contest: int, number: int) -> None:
        """Learn that a game begins where the last line has ended."""
        places = self._places[contest]
        while len(places) <= number:
            places.append(MISSING)
        if places[number] == MISSING:
            places[number] = self._end

    def has(self, contest: int, number: int) -> bool:
        places = self._places[contest]
        return number < len(places) and places[number] != MISSING

    def games(self, contest: int, most: int | None = None) -> Iterator[BalanceGame]:
        """The games of a contest in the order of their numbers, read one by one; those below a number."""
        with open(self.path, "rb") as file:
            for place in self._places[contest][:most]:
                if place != MISSING:
                    file.seek(place)
                    yield orjson.loads(file.readline())

    def count(self, contest: int) -> int:
        return sum(place != MISSING for place in self._places[contest])


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep others from writing to the file, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise GameError("E_GAMES", "another program adds to the file of games", found=str(path)) from None


def free_name(stem: str) -> Path:
    """A name for a new file of games in the current folder that nobody has."""
    number = 1
    while True:
        path = Path(f"{stem}.jsonl" if number == 1 else f"{stem}-{number}.jsonl")
        if not path.exists():
            return path
        number += 1
