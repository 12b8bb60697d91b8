# ruff: noqa: E501
"""Texts made to cost more than they may, of every kind that strangers can send, beside the games of the bench."""

from __future__ import annotations

import json
from typing import NamedTuple

from rete_chess.bench._hostile_games import games
from tests.budgets.newest import newest

_HEAD = "kind: variant\nid: greedy\nname: Greedy\ndescription: It asks for too much.\n"
_CHESS = _HEAD + "extends: chess\n"
_WIDE = "board: {width: 16, height: 16}\npieces: {r: rook, k: king, p: pawn}\nroyal: []\n"
_ROWS = "/".join(["r" * 16] * 3 + ["16"] * 10 + ["R" * 16] * 3)
_LARGE = f'{_HEAD}{_WIDE}fen: "{_ROWS} w - - 0 1"\n'
_N = "attributes: {N: {of: piece, type: number, start: 2}}\n"
_FILES = "abcdefghijklmnop"
_FREE = ", ".join(f"{{piece: {{id: $p{n}}}}}" for n in range(4))
_SIDES = ", ".join(f"{{side: {{color: $s{n}}}}}" for n in range(24))
_ANY = ", ".join(["{piece: {color: white}}"] * 8)
_NEVER = "{piece: {type: queen, color: white, square: {in: [a8]}}}"


class Attack(NamedTuple):
    """A text that hurts: what it is given to, and the text itself, with what comes along."""

    door: str  # variant, tests, save, moves, fen, profile, modifier, scenario
    text: str
    along: tuple[tuple[str, str], ...] = ()


def _rules(*rules: str) -> str:
    return "rules:\n" + "".join(f"  - {{id: r{n}, {rule}}}\n" for n, rule in enumerate(rules))


def _nested(depth: int, word: str, inner: str) -> str:
    return f"{{{word}: " * depth + inner + "}" * depth


def _moves(*atoms: str) -> str:
    return f"moves:\n  - {{for: {{type: rook}}, use: [{', '.join(atoms)}]}}\n"


_TESTS = "".join(f"  - {{name: t{n}, play: e2e4 e7e5 g1f3, result: ongoing}}\n" for n in range(200))
_OTHER = "".join(
    f"  - {{name: t{n}, presets: [{{id: piece-hp, config: {{hp: {n + 2}}}}}], play: e2e4, result: ongoing}}\n"
    for n in range(200)
)
_EXPLODE = (
    "at: death, when: [{event: {target: $v, square: $s}}], do: [{destroy: {target: {around: $s, radius: 2}}}]"
)


def _more() -> dict[str, Attack]:
    """Our own, by what they do."""
    count = "{count: {N: {lt: 9}, color: white}}"
    variants = {
        "counts in counts of an end": _CHESS
        + _N
        + f"result:\n  ends: [{{win: white, because: x, when: [{_FREE}, {{piece: {{N: {{gt: {count}}}}}}}]}}]\n",
        "an end for each of many": _CHESS
        + "result:\n  ends:\n"
        + "".join(f"    - {{draw: x{n}, when: [{_FREE}, {_NEVER}]}}\n" for n in range(50)),
        "ends of sides without pieces": _CHESS.replace("extends: chess", "extends: chess\nroyal: [{type: queen}]")
        + 'fen: "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1"\nresult:\n  ends:\n'
        + "".join(f"    - {{draw: x{n}, when: [{_SIDES}, {{piece: {{type: queen, color: $s{n}}}}}]}}\n" for n in range(20)),
        "ends of sides with squares": _CHESS
        + "result:\n  ends:\n"
        + "".join(f"    - {{draw: x{n}, when: [{_SIDES}, {{not: {{piece: {{color: $s{n}, square: {{in: [a4, b4]}}}}}}}}, {_NEVER}]}}\n" for n in range(20)),
        "ends of one of many": _CHESS + f"result:\n  ends: [{{draw: x, when: [{{any: [{', '.join([f'[{_ANY}, {_NEVER}]'] * 16)}]}}]}}]\n",
        "check of one of many": _CHESS + f"check: {{unless: [{{any: [{', '.join([f'[{_ANY}, {_NEVER}]'] * 16)}]}}]}}\n",
        "insufficient in every way": _CHESS + f"result:\n  insufficient: [{', '.join([f'[{_SIDES}, {_ANY}, {_NEVER}]'] * 16)}]\n",
        "royal in every way": _LARGE.replace("royal: []", "royal: [" + ", ".join(f"{{type: rook, square: {{in: [{f}{r}]}}}}" for f in _FILES[:8] for r in (1, 2, 15, 16)) + "]"),
        "an end that asks for moves": _LARGE
        + "result:\n  ends: [{draw: x, when: [{piece: {id: $a}}, {not: {move: {piece: {id: $a}, to: [a8]}}},"
        + " {piece: {type: king}}]}]\n",
        "not in not": _CHESS + _rules(f"at: move, when: [{_FREE}, {{not: {_NEVER}}}, {{not: {_NEVER}}}], do: [{{log: {{text: x}}}}]"),
        "check that asks for check": _CHESS + "check: {unless: [{side: {inCheck: true}}, {piece: {id: $a}}]}\n",
        "self-check by effects": _LARGE.replace("royal: []", "royal: [{type: rook, last: true}]")
        + _rules(_EXPLODE, "at: move, when: [{event: {piece: $p}}], do: [{destroy: {target: $p}}]"),
        "everybody is royal": _LARGE.replace("royal: []", "royal: [{type: rook}]"),
        "spawns that spawn": _LARGE
        + _rules(
            "at: move, when: [{piece: {id: $a, square: $s}}], do: [{spawn: {type: rook, color: white, square: {behind: $s, seen: $s}}}]",
            *(f"at: move, when: [{{event: {{piece: $p}}}}], do: [{{spawn: {{type: rook, color: white, square: {f}{r}}}}}]"
              for f in "abcdefgh" for r in (7, 8)),
        ),
        "all change places": _LARGE
        + _rules("at: move, when: [{piece: {id: $a}}, {piece: {id: $b}}], do: [{swap: {first: $a, second: $b}}]"),
        "numbers that grow": _CHESS
        + _N
        + _rules(*["at: move, when: [{piece: {id: $a}}], do: [{multiply: {target: $a, attr: N, by: $a.N}}]"] * 40),
        "texts that grow": _CHESS
        + _rules(f"at: move, when: [{_FREE}], do: [{{log: {{text: \"{'{p0} {p1} {p2} {p3} ' * 14}\"}}}}]"),
        "effects with data": _CHESS
        + _rules(
            "at: move, when: [{piece: {id: $a}}, {piece: {id: $b}}], do: ["
            + ", ".join(["{effect: {kind: boom, square: e4, data: {" + ", ".join(f"k{n}: $a.type" for n in range(40)) + "}}}"] * 10)
            + "]"
        ),
        "tiles laid by rules": _LARGE
        + _rules("at: move, when: [{piece: {id: $a, square: $s}}, {piece: {id: $b, square: $t}}], do: [{tile: {square: $t, type: well}}]"),
        "ice everywhere": _LARGE
        + "tiles: {" + ", ".join(f"{f}{r}: slippery" for f in _FILES for r in range(4, 14)) + "}\n"
        + _rules("at: square-entry, when: [{piece: {id: $a}}, {tile: {id: $t}}], do: [{log: {text: x}}]"),
        "derived from derived": _LARGE
        + "attributes: {" + ", ".join(f"A{n}: {{of: piece, type: number}}" for n in range(12)) + "}\n"
        + _rules(*(
            f"at: derive, when: [{{piece: {{id: $a, A{n}: {{ge: 0}}}}}}], do: [{{contribute: {{target: {{around: $a, radius: 15}}, attr: A{n + 1}, by: 1}}}}]"
            for n in range(11)
        )),
        "derived by neighbours": _LARGE
        + "attributes: {N: {of: piece, type: number}}\n"
        + _rules("at: derive, when: [{piece: {id: $a, square: $s}}, {piece: {id: $b, square: {near: $s}}}, {piece: {id: $c, square: {near: $s}}}],"
                 " do: [{contribute: {target: $b, attr: N, by: {count: {type: rook}}}}]"),
        "slides that bounce": _LARGE
        + "moves:\n  - {for: {type: rook}, use: [{slide: all, tag: a}, {slide: diagonal, tag: b}]}\n"
        + "  - {for: {type: rook}, modify: {bounce: {edges: all, times: 8}}}\n  - {for: {type: rook}, modify: {wrap: files}}\n",
        "hops that go on": _LARGE + _moves("{hop: all, land: any, then: [{hop: all, land: any, then: [{slide: all}]}]}"),
        "slides with three legs": _LARGE + _moves("{slide: all, then: [{slide: all, then: [{slide: all}]}]}"),
        "legs that lead nowhere": _LARGE + _moves("{slide: all, stop: false, then: [{slide: all, stop: false, then: [{leap: [[15, 15]]}]}]}"),
        "legs of many short slides": _LARGE + _moves(f"{{slide: all, stop: false, then: [{', '.join(['{slide: all, range: [15, 15]}'] * 64)}]}}"),
        "leaps that go on and on": _LARGE + _moves("{leap: all, stop: false, then: [{leap: all, stop: false, then: [{leap: all, stop: false, then: [{leap: [[15, 15]]}]}]}]}"),
        "many ways with tags": _LARGE + _moves(*(f"{{leap: [[{n % 15 - 7}, {n // 15 - 7}]], tag: t{n}}}" for n in range(64))),
        "promotions to all": _LARGE.replace("p: pawn", "p: pawn, q: queen, n: knight, b: bishop").replace(_ROWS, "/".join(["16"] + ["P" * 16] + ["16"] * 12 + ["p" * 16] + ["16"]))
        + "moves:\n  - {for: {type: pawn}, add: [" + ", ".join(f"{{slide: forward, tag: p{n}}}" for n in range(60)) + "]}\n",
        "bans on everything": _LARGE
        + "moves:\n"
        + "".join(f"  - {{forbid: {{kind: move, piece: {{type: rook}}, after: [{{piece: {{id: $a{n}}}}}, {{piece: {{id: $b{n}, type: king}}}}]}}, because: x}}\n" for n in range(30)),
        "requirements of everything": _CHESS
        + "moves:\n"
        + "".join(f"  - {{require: {{kind: capture, after: [{{side: {{color: $c{n}, inCheck: true}}}}, {_FREE}]}}, because: x}}\n" for n in range(8)),
        "turns without end": _CHESS
        + "turn: {moves: 16}\n"
        + _rules("at: move, when: [{event: {piece: $p}}], do: [" + ", ".join(["{extra-move: {}}"] * 40) + "]"),
        "a choice for each": _CHESS
        + _rules(*[f"at: move, choice: c, when: [{_FREE}, {_NEVER}], do: [{{log: {{text: x}}}}]"] * 60),
        "refusals after all": _CHESS
        + _rules(f"at: before-move, when: [{{piece: {{id: $a}}}}, {{piece: {{id: $b}}}}, {_NEVER}], do: [{{refuse: {{because: x}}}}]",
                 "at: before-move, when: [{piece: {id: $a}}, {piece: {id: $b}}], do: [{refuse: {because: y}}]"),
        "abilities for all": _LARGE + "abilities:\n" + "".join(f"  - {{id: {name}, for: {{type: rook}}}}\n" for name in ("marksman", "piercing", "exploding", "bouncer", "cannibal", "scapegoat")),
        "modifiers for all": _LARGE + "modifiers: [{id: mounted, for: {type: rook}}]\n"
        + _N + "moves:\n" + "".join(f"  - {{for: {{N: {n}}}, add: [{{slide: all, tag: m{n}}}]}}\n" for n in range(40)),
        "presets upon presets": _CHESS + "presets: [{id: piece-hp, config: {hp: 900000000}}, {id: king-heals}, {id: bouncing-pieces-2}, {id: wrap-board}, {id: poisoned-squares}]\n"
        + _rules(f"at: damage, when: [{_FREE}], do: [{{log: {{text: x}}}}]"),
        "an attribute for each": _CHESS + "attributes: {" + ", ".join(f"A{n}: {{of: piece, type: number, start: {n}}}" for n in range(256)) + "}\n",
        "wide lists of squares": _CHESS
        + _rules(*(f"at: move, when: [{{piece: {{id: $a, square: {{in: [{', '.join(f'{f}{r}' for f in 'abcdefgh' for r in range(1, 9))}]}}}}}}, {{piece: {{id: $b, type: {{in: [pawn, rook, knight, bishop, queen, king]}}}}}}, {{piece: {{id: $c}}}}], do: [{{log: {{text: x}}}}]" for _ in range(10))),
    }  # fmt: skip
    return {name: Attack("variant", text) for name, text in variants.items()}


def _others() -> dict[str, Attack]:
    """Texts that are no variants, or that carry tests."""
    save = json.dumps({"kind": "save", "version": 1, "variant": {"id": "chess"}, "moves": ["e2e4"] * 20_000})
    return {
        "four hundred tests": Attack("tests", _CHESS + _rules("at: move, when: [{piece: {id: $a}}, {piece: {id: $b}}], do: [{log: {text: x}}]") + "tests:\n" + _TESTS),
        "a program for each test": Attack("tests", _CHESS + "tests:\n" + _OTHER),
        "large programs in turns": Attack("tests", _LARGE + _moves("{slide: all, then: [{leap: all}]}") + "tests:\n" + "".join(
            f"  - {{name: t{n}, presets: [{{id: piece-hp, config: {{hp: {n % 3 + 2}}}}}], result: ongoing}}\n" for n in range(60))),
        "a count that is claimed": Attack("tests", _CHESS + "perft: {20: 1, 12: 3, 4: 400, 3: 499}\n"),
        "a count of costly moves": Attack("tests", _CHESS + _rules("at: move, when: [{piece: {id: $a}}, {piece: {id: $b}}], do: [{log: {text: x}}]") + "perft: {3: 499, 2: 400}\n"),
        "a scenario of many": Attack("scenario", "kind: scenario\nname: x\nvariant: warlords\nscenarios:\n" + "".join(f"  - {{name: s{n}, play: e2e4 e7e5, result: ongoing}}\n" for n in range(200))),
        "a scenario of a long game": Attack("scenario", "kind: scenario\nname: x\nvariant: standard-bearers\nplay: [" + ", ".join(["b1c3, b8c6, c3b1, c6b8"] * 60) + "]\nresult: ongoing\n"),
        "aliases in aliases": Attack("variant", "a: &a [x, x, x, x, x, x, x, x, x]\n" + "\n".join(f"k{n}: &k{n} [*a, *a, *a, *a]" for n in range(24))),
        "deep lists": Attack("variant", _CHESS + "rules: " + "[" * 60 + "]" * 60),
        "deep flow": Attack("variant", _CHESS + "rules: " + _nested(60, "not", "x")),
        "a huge text": Attack("variant", _CHESS.replace("It asks for too much.", "x" * 900_000)),
        "a million values": Attack("variant", _CHESS + "fen: [" + "1, " * 300_000 + "1]"),
        "many long keys": Attack("variant", _CHESS + "".join(f"{'k' * 200}{n}: 1\n" for n in range(4000))),
        "names nobody knows": Attack("variant", _CHESS + _rules(*[f"at: move, when: [{{piece: {{id: $a, Nope{n}: 1}}}}], do: [{{add: {{target: $a, attr: Nix{n}, by: 1}}}}]" for n in range(200)])),
        "a long FEN": Attack("fen", "/".join(["p" * 16] * 16) * 4000),
        "a FEN of numbers": Attack("fen", "9" * 200_000 + " w - - 0 1"),
        "a FEN with clocks": Attack("fen", "8/8/8/8/8/8/8/4K2k w - - " + "9" * 5000 + " 1"),
        "moves that are none": Attack("moves", "e2e4 " * 60_000),
        "a save of many moves": Attack("save", save),
        "a save that is deep": Attack("save", "[" * 200_000),
        "a profile for all": Attack("profile", json.dumps({"kind": "profile", "id": "all", "name": "All", "perType": [{"pieceType": name, "kind": "hp-bonus", "value": 10**9} for name in ("pawn", "rook", "knight", "bishop", "queen", "king")] * 33})),
        "a modifier of many": Attack("modifier", "kind: modifier\nid: many\ntype: data\nversion: 1\nname: Many\ndescription: x\nprimitives: [" + ", ".join(["{kind: add-direction, directions: [" + ", ".join(f"{{df: {n % 15 - 7}, dr: {n // 15 + 1}}}" for n in range(16)) + "]}"] * 40) + "]\n"),
        "documents that come along": Attack("variant", _CHESS + "presets: [" + ", ".join(f"{{id: p{n}}}" for n in range(50)) + "]\n", tuple(
            (f"p{n}.preset.yaml", f"kind: preset\nid: p{n}\nname: P{n}\ndescription: x\n" + _rules(*["at: move, when: [{piece: {id: $a}}, {piece: {id: $b}}], do: [{log: {text: x}}]"] * 40)) for n in range(60))),
    }  # fmt: skip


def attacks() -> dict[str, Attack]:
    """All of them, by what they do."""
    texts = {**games(), **newest()}
    return {**{name: Attack("variant", text) for name, text in texts.items()}, **_more(), **_others()}
