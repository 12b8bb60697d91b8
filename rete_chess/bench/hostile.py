"""The time and memory it takes to refuse hostile documents."""

from __future__ import annotations

import time
import tracemalloc
from typing import Any, Final

from rete_chess.compiler import load
from rete_chess.errors import ReteChessError

_NODE: Final = "{kind: on-move, primitives: ["
_HEAD: Final = "kind: modifier\nid: bomb\ntype: data\nversion: 1\nname: Bomb\nprimitives: "


def documents() -> dict[str, str | bytes]:
    """One hostile document of each kind, by name."""
    aliases = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    aliases += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    return {
        "10 MB": b"a: " + b"x" * 10_000_000,
        "100,000 deep": "[" * 100_000,
        "alias bomb": "\n".join(aliases),
        "merge bomb": "a: &a {x: 1}\nb: &b {<<: [*a, *a, *a]}\nc: {<<: [*b, *b]}",
        "tag": "!!python/object/apply:os.system [ls]",
        "duplicate key": "a: 1\na: 2",
        "huge number": "a: " + "9" * 100_000,
        "NaN": "a: .NaN",
        "lone surrogate": "a: \udfff",
        "51 primitives": _HEAD + "[" + "{kind: modify-movement-range, delta: 1}, " * 51 + "]",
        "depth 4": _HEAD + "[" + _NODE * 4 + "]}" * 4 + "]",
    }


def measure_hostile() -> dict[str, dict[str, Any]]:
    """For each document the code it is refused with, the seconds, and the most megabytes it took."""
    found = {}
    for name, text in documents().items():
        start = time.process_time()
        code = _refusal(text)
        seconds = time.process_time() - start
        tracemalloc.start()
        _refusal(text)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        found[name] = {"code": code, "seconds": round(seconds, 4), "megabytes": round(peak / 1e6, 1)}
    return found


def _refusal(text: str | bytes) -> str:
    try:
        load(text, "bomb.modifier.yaml")
    except ReteChessError as error:
        problems = getattr(error, "problems", ())
        return str(problems[0].code if problems else error.code)
    return "accepted"
