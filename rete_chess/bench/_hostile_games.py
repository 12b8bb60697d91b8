"""Variants of a few lines that every check of form accepts and that ask for far more than they may."""

from __future__ import annotations

from typing import Final

from rete_chess.stages import QUIET_MOVE

_HEAD: Final = "kind: variant\nid: greedy\nname: Greedy\ndescription: It asks for too much.\n"
_CHESS: Final = _HEAD + "extends: chess\n"
_FULL: Final = "/".join(["r" * 16] * 5 + ["16"] * 6 + ["R" * 16] * 5)
_HALF: Final = "/".join(["r" * 16] * 2 + ["16"] * 12 + ["R" * 16] * 2)
_LARGE: Final = (
    _HEAD
    + "board: {width: 16, height: 16}\npieces: {r: rook, k: king}\nroyal: []\n"
    + f'fen: "{_FULL} w - - 0 1"\n'
)
_ALL: Final = "[[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]]"
_SQUARES: Final = ", ".join(f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9))


def _free(count: int, last: str = "") -> str:
    """So many patterns of pieces that nothing ties together."""
    patterns = [f"{{piece: {{id: $p{n}}}}}" for n in range(count)]
    return ", ".join([*patterns, last] if last else patterns)


def _rule(at: str, when: str, do: str, identity: str = "r") -> str:
    return f"  - {{id: {identity}, at: {at}, when: [{when}], do: [{do}]}}\n"


def _then(legs: int, step: str) -> str:
    inner = f"{{{step}: {_ALL}}}"
    for _ in range(legs - 1):
        inner = f"{{{step}: {_ALL}, then: [{inner}]}}"
    return inner


_NEVER: Final = "{piece: {type: queen, color: white, square: {in: [a8]}}}"
_COUNTER: Final = "attributes: {N: {of: piece, type: number, start: 2}}\n"
_GIFT: Final = "attributes: {N: {of: piece, type: number}}\n"
_LOG: Final = "{log: {text: x}}"
_MOVES_BY_N: Final = "moves:\n  - {for: {N: {ge: 1}}, add: [{leap: [[3, 3]]}]}\n"


def games() -> dict[str, str]:
    """Hostile variants, by what they do."""
    add = "{add: {target: $p0, attr: N, by: 1}}"
    contribute = "{contribute: {target: $p0, attr: N, by: 1}}"
    return {
        "an end of six free pieces": _CHESS
        + f"result:\n  ends: [{{win: white, reason: x, when: [{_free(5, _NEVER)}]}}]\n",
        "an end of free pieces and a move": _CHESS
        + f"result:\n  ends: [{{win: white, reason: x, when: [{_free(4)}, {{not: {{move: {{}}}}}}]}}]\n",
        "an end of sides": _CHESS
        + "result:\n  ends: [{win: white, reason: x, when: ["
        + ", ".join(f"{{side: {{color: $c{n}}}}}" for n in range(20))
        + f", {_NEVER}]}}]\n",
        "an end that counts": _CHESS
        + "attributes: {N: {of: game, type: number, start: 0}}\n"
        + f"result:\n  ends: [{{win: white, reason: x, when: [{_free(4)}, "
        + "{game: {N: {gt: {count: {type: pawn}}}}}]}]\n",
        "check unless six free pieces": _CHESS
        + "check: {unless: ["
        + ", ".join(f"{{piece: {{square: $s{n}}}}}" for n in range(5))
        + f", {_NEVER}]}}\n",
        "check unless pieces with names": _CHESS + f"check: {{unless: [{_free(5, _NEVER)}]}}\n",
        "a ban after five free pieces": _CHESS
        + f"moves:\n  - {{forbid: {{kind: move, after: [{_free(5, _NEVER)}]}}, because: x}}\n",
        "a requirement after four free pieces": _CHESS
        + f"moves:\n  - {{require: {{after: [{_free(5, _NEVER)}]}}, because: x}}\n",
        "a rule of four free pieces that logs": _CHESS + "rules:\n" + _rule("move", _free(4), _LOG),
        "a rule of three free pieces that adds": _CHESS
        + _COUNTER
        + "rules:\n"
        + _rule("move", _free(3), add),
        "a rule of many guards": _CHESS
        + "rules:\n"
        + _rule(
            "move",
            ", ".join(f"{{side: {{color: $c{n}}}}}" for n in range(20)),
            _LOG,
        ),
        "a guard of long lists": _CHESS
        + "rules:\n"
        + _rule("move", f"{_free(2)}, {{piece: {{id: $q, square: {{in: [{_SQUARES}]}}}}}}", _LOG),
        "a join that fails": _CHESS
        + _COUNTER
        + "rules:\n"
        + _rule("move", "{piece: {id: $p0}}", "{damage: {target: $p0, amount: 0}}", "a")
        + _rule(
            "damage",
            "{piece: {id: $p0}}, {piece: {id: $p1}}, {piece: {id: $p2, N: 3, type: $p0.type}}",
            _LOG,
        ),
        "a rule at every stage": _CHESS
        + "rules:\n"
        + "".join(_rule(at, _free(3), _LOG, f"r{n}") for n, at in enumerate(QUIET_MOVE)),
        "events below the most": _CHESS
        + _COUNTER
        + "rules:\n"
        + _rule("move", "{piece: {id: $p0}}", "{damage: {target: $p0, amount: 0}}", "a")
        + _rule("damage", _free(2), _LOG, "b"),
        "writes that ask again": _CHESS
        + _COUNTER
        + "rules:\n"
        + _rule("move", "{piece: {id: $p0, N: {gt: 0}}}, {piece: {id: $p1, N: {gt: 0}}}", add),
        "derived from two free pieces on a large board": _LARGE
        + _GIFT
        + "rules:\n"
        + _rule(
            "derive",
            _free(2),
            "{contribute: {target: {around: $p0, radius: 15}, attr: N, by: {count: {color: white}}}}",
        ),
        "derived for all, for all": _LARGE
        + _GIFT
        + "rules:\n"
        + _rule("derive", _free(2), contribute)
        + _MOVES_BY_N,
        "derived anew for every move": _CHESS
        + _GIFT
        + "rules:\n"
        + _rule("derive", _free(3), contribute)
        + _MOVES_BY_N,
        "chains of three leaps": _LARGE + f"moves:\n  - {{for: {{type: rook}}, use: [{_then(3, 'leap')}]}}\n",
        "chains of four leaps": _LARGE + f"moves:\n  - {{for: {{type: rook}}, use: [{_then(4, 'leap')}]}}\n",
        "chains of slides": _LARGE + f"moves:\n  - {{for: {{type: rook}}, use: [{_then(2, 'slide')}]}}\n",
        "hops over hops": _LARGE + f"moves:\n  - {{for: {{type: rook}}, use: [{_then(3, 'hop')}]}}\n",
        "very many moves": _LARGE.replace(_FULL, _HALF)
        + "moves:\n  - {for: {type: rook}, use: ["
        + ", ".join(f"{{slide: {_ALL}, tag: t{n}}}" for n in range(40))
        + "]}\n",
        "a row for each piece": _LARGE
        + "attributes: {N: {of: piece, type: number, start: 1}}\nrules:\n"
        + _rule("move", "{piece: {id: $p0}}, {piece: {id: $p1}}", add)
        + "moves:\n"
        + "".join(
            f"  - {{for: {{N: {n}}}, add: [{{leap: [[{1 + n % 7}, {1 + n % 5}]]}}]}}\n" for n in range(60)
        ),
        "explosions that chain": _LARGE
        + "rules:\n"
        + _rule("move", "{piece: {id: $p0}}", "{destroy: {target: $p0}}", "a")
        + _rule("death", "{piece: {id: $p0}}, {piece: {id: $p1}}", _LOG, "b"),
        "a target of all, for all": _LARGE
        + _COUNTER
        + "rules:\n"
        + _rule("move", _free(1), "{add: {target: {around: $p0, radius: 15}, attr: N, by: 1}}"),
        "a count for all, of all": _LARGE
        + _COUNTER
        + "rules:\n"
        + _rule(
            "move",
            _free(2),
            "{set: {target: $p0, attr: N, to: {count: {color: white, N: {lt: 5}}}}}",
        ),
        "walls everywhere": _LARGE
        + "tiles: {"
        + ", ".join(f"{file}{rank}: well" for file in "abcdefghijklmnop" for rank in (6, 7, 8, 9, 10, 11))
        + "}\nrules:\n"
        + _rule("move", "{tile: {id: $t0}}, {tile: {id: $t1}}, {tile: {id: $t2}}", _LOG),
        "two hundred rules that fire": _CHESS
        + "rules:\n"
        + "".join(_rule("move", _free(2), _LOG, f"r{n}") for n in range(200)),
    }
