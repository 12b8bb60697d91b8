"""`python -m tests.budgets.sweep`: every attack in a process of its own, through Python and the command line.

For each it tells the CPU seconds, the most memory and the code it ended with, and in the end the worst of
them. The exit code is 1 if one took more than 2 s or 300 MB, or ended without a code. `--only TEXT`,
`--network`, `--door` and `--share 1/4` choose some. The door `clock` thinks for a second about each that can
be played.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.budgets.attacks import Attack, attacks

SECONDS, MEGABYTES, CLOCK = 2.0, 300.0, 1.2
DOORS = ("python", "command", "clock")
NETWORKS = ("native", "durable")
#: The commands that a document of a kind is given to.
COMMANDS = {
    "variant": (("validate", "{file}"), ("moves", "{file}"), ("trace", "{file}", "--moves", "e2e4")),
    "tests": (("test", "{file}"), ("validate", "{file}")),
    "scenario": (("test", "{file}"), ("validate", "{file}")),
    "fen": (("moves", "--fen", "{text}"),),
    "profile": (("moves", "--profile", "{file}"), ("validate", "{file}")),
    "modifier": (("moves", "--modifier", "{file}"), ("validate", "{file}")),
}


class Row(NamedTuple):
    """What one attack came to."""

    seconds: float
    megabytes: float
    code: str
    name: str
    door: str
    network: str

    @property
    def is_bad(self) -> bool:
        most = CLOCK if self.door == "clock" else SECONDS
        return self.seconds > most or self.megabytes > MEGABYTES or not self.code.startswith(("E_", "ok"))

    def __str__(self) -> str:
        mark = "BAD " if self.is_bad else ""
        where = f"{self.door} {self.network}"
        return f"{self.seconds:6.2f} s {self.megabytes:6.0f} MB  {self.code:16} {where:24} {mark}{self.name}"


# -- inside a worker ---------------------------------------------------------------------------


def attempt(attack: Attack, network: str) -> str:
    """Do all that Python can do with a text; the code that it ends with."""
    from rete_chess import ReteChessError
    from rete_chess.metering import Budget, under

    with under(Budget.server()):
        try:
            return _DOORS[attack.door](attack, network)
        except ReteChessError as error:
            return error.code


def _variant(attack: Attack, network: str) -> str:
    from rete_chess import Match, ReteChessError, load_text
    from rete_chess.compiler import compile_document

    program = compile_document(load_text(attack.text, "x.variant.yaml", dict(attack.along)))
    match = Match(program, network=network)
    code = "ok"
    for _ in range(2):
        moves = match.legal_moves()
        if moves and code == "ok":
            try:
                match.play(moves[0])
            except ReteChessError as error:
                code = error.code
    return code


def _tests(attack: Attack, network: str) -> str:
    from rete_chess.testing import run_text

    kind = "scenario" if attack.door == "scenario" else "variant"
    for outcome in run_text(attack.text, (network,), 20_000, f"x.{kind}.yaml"):
        str(outcome)
    return "ok"


def _fen(attack: Attack, network: str) -> str:
    from rete_chess import Engine

    Engine("chess", attack.text, network=network).legal_moves()
    return "ok"


def _moves(attack: Attack, network: str) -> str:
    from rete_chess import Match

    match = Match("chess", network=network)
    match.what_if(*attack.text.split())
    return "ok"


def _save(attack: Attack, network: str) -> str:
    from rete_chess.match import parse_save

    parse_save(attack.text, network=network)
    return "ok"


def _profile(attack: Attack, network: str) -> str:
    from rete_chess.checks import examine_text

    found = examine_text(attack.text, f"x.{attack.door}.yaml").problems
    return found[0].code if found else "ok"


_DOORS = {
    "variant": _variant,
    "tests": _tests,
    "scenario": _tests,
    "fen": _fen,
    "save": _save,
    "moves": _moves,
    "profile": _profile,
    "modifier": _profile,
}


def think_a_second(attack: Attack, network: str) -> str:
    """Think for a second about the first position; the CPU seconds of that alone."""
    from rete_chess import Engine, ReteChessError, load_text
    from rete_chess.compiler import compile_document
    from rete_chess.match.players import Limits, think
    from rete_chess.metering import Budget, under

    with under(Budget.server()):
        try:
            program = compile_document(load_text(attack.text, "x.variant.yaml", dict(attack.along)))
            engine = Engine(program, network=network)
            start = time.process_time()
            try:
                think(engine, Limits(seconds=1))
            finally:
                print(f"{time.process_time() - start:.3f}")
        except ReteChessError as error:
            return error.code
    return "ok"


def work(name: str, door: str, network: str) -> None:
    """Do one attack in this process, and print what came of it."""
    attack = attacks()[name]
    print(think_a_second(attack, network) if door == "clock" else attempt(attack, network))


# -- outside -----------------------------------------------------------------------------------


def run(command: list[str], network: str) -> tuple[float, float, str, int]:
    """The CPU seconds, the megabytes, the output and the exit code of a process."""
    env = {**os.environ, "RETE_CHESS_NETWORK": network}
    with tempfile.TemporaryFile("w+") as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=env)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1000, text, child.returncode


def by_python(name: str, door: str, network: str) -> Row:
    command = [sys.executable, "-m", __spec__.name, "--work", name, door, network]
    seconds, megabytes, text, code = run(command, network)
    lines = text.split()
    if door == "clock" and not code:  # one that cannot be played needs no thought
        seconds = float(lines[0]) if len(lines) == 2 else 0.0
    return Row(seconds, megabytes, lines[-1] if lines and not code else f"exit {code}", name, door, network)


def by_command(name: str, attack: Attack, network: str, folder: Path) -> Iterator[Row]:
    kind = "variant" if attack.door in ("variant", "tests") else attack.door
    file = folder / f"greedy.{kind}.yaml"
    file.write_text(attack.text)
    for other, text in attack.along:
        (folder / other).write_text(text)
    for words in COMMANDS.get(attack.door, ()):
        filled = [word.format(file=file, text=attack.text[:100_000]) for word in words]
        command = [sys.executable, "-m", "rete_chess", *filled, "--budget", "server", "--json"]
        seconds, megabytes, text, code = run(command, network)
        yield Row(seconds, megabytes, _code(text, code), name, f"command {words[0]}", network)


def _code(text: str, code: int) -> str:
    """The code of an error in the answer of a command, or how it ended without one."""
    if "Traceback" in text or code not in (0, 1, 2):
        return f"exit {code}"
    if not code:
        return "ok"
    start = text.find('"E_')
    return text[start + 1 : text.find('"', start + 1)] if start >= 0 else "ok: findings"


def rows(asked: argparse.Namespace) -> Iterator[Row]:
    """The rows that are asked for, one after another."""
    part, of = map(int, asked.share.split("/"))
    chosen = [(name, attack) for name, attack in attacks().items() if asked.only in name]
    for name, attack in chosen[part - 1 :: of]:
        for network in asked.network:
            if "python" in asked.door:
                yield by_python(name, "python", network)
            if "clock" in asked.door and attack.door == "variant":
                yield by_python(name, "clock", network)
            if "command" in asked.door:
                with tempfile.TemporaryDirectory() as folder:
                    yield from by_command(name, attack, network, Path(folder))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--network", nargs="*", default=NETWORKS, choices=NETWORKS)
    parser.add_argument("--door", nargs="*", default=DOORS, choices=DOORS)
    parser.add_argument("--share", default="1/1")
    asked = parser.parse_args()
    found = []
    for row in rows(asked):
        found.append(row)
        print(row, flush=True)
    bad = [row for row in found if row.is_bad]
    print(f"\n{len(found)} rows, {len(bad)} bad; the slowest and the largest:")
    for row in [*sorted(found, reverse=True)[:6], *sorted(found, key=lambda row: -row.megabytes)[:4]]:
        print(row)
    print(json.dumps({code: sum(row.code == code for row in found) for code in {row.code for row in found}}))
    return 1 if bad else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--work"]:
        work(*sys.argv[2:])
    else:
        sys.exit(main())
