# ruff: noqa: E501
"""Hostile variants that are made of hands, acts, offers, sight, chance, zones, lines and sets of squares."""

from __future__ import annotations

from typing import Final

_HEAD: Final = "kind: variant\nid: greedy\nname: Greedy\ndescription: It asks for too much.\n"
_CHESS: Final = _HEAD + "extends: chess\n"
_ROWS: Final = "/".join(["r" * 16] * 3 + ["16"] * 10 + ["R" * 16] * 3)
_LARGE: Final = (
    f"{_HEAD}board: {{width: 16, height: 16}}\npieces: {{r: rook, k: king, p: pawn, n: knight}}\nroyal: []\n"
    f'fen: "{_ROWS} w - - 0 1"\n'
)
_HELD: Final = "hands: {start: {both: {rook: 64, king: 64, pawn: 64, knight: 64}}}\n"


def _sets(leaf: str, deep: int) -> str:
    """Sets of squares in one another, sixteen in each."""
    for _ in range(deep):
        leaf = "{any: [" + ", ".join([leaf] * 16) + "]}"
    return leaf


def _word(number: int) -> str:
    """A word without digits for a number."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def _zones(deep: int, inner: str) -> str:
    """Zones each of which is made of the next, and a limit that asks for the first."""
    named = "".join(f"  z{n}: {inner.replace('NEXT', f'{{zone: z{n + 1}}}')}\n" for n in range(deep))
    limit = "moves:\n  - {forbid: {to: {zone: z0}}, because: x}\n"
    return f"{_CHESS}zones:\n{named}  z{deep}: [a1]\n{limit}"


def _bans(count: int, limit: str) -> str:
    return "moves:\n" + f"  - {{forbid: {{{limit}}}, because: x}}\n" * count


def _acts(count: int, rest: str) -> str:
    return "acts:\n" + "".join(f"  - {{id: {_word(n)}, {rest}}}\n" for n in range(count))


def _draw(when: str) -> str:
    return f"result:\n  ends: [{{draw: x, when: [{when}]}}]\n"


def newest() -> dict[str, str]:
    """The texts, by what they do."""
    fog, none = "{tile: fog}", "{between: [$a, $a]}"
    offers = "}}\n  - {for: {}, offer: {".join(
        ", ".join(f"t{m}-{n}: []" for n in range(250)) for m in range(40)
    )
    picks = "{pick: [" + ", ".join(["$a.N"] * 64) + "]}"
    rolled = ", ".join(f"A{n}: {{of: piece, type: int, start: {{roll: [1, 1000000]}}}}" for n in range(250))
    shown = "recolor: {target: {around: $target, radius: 15}, color: "
    return {
        "zones of sixteen zones": _zones(12, "{any: [" + ", ".join(["NEXT"] * 16) + "]}"),
        "zones of what others leave": _zones(30, "{not: NEXT, any: [NEXT, NEXT]}"),
        "a long chain of zones": _zones(250, "NEXT"),
        "ten thousand offers": f"{_CHESS}moves:\n  - {{for: {{}}, offer: {{{offers}}}}}\n",
        "offers that ask for another piece": _LARGE
        + "moves:\n"
        + "".join(f"  - {{for: {{id: $p}}, offer: {{t{n}: [{{piece: {{id: $q, type: knight}}}}, {{piece: {{id: $p, square: {_sets('{ring: 3, of: $q}', 1)}}}}}]}}}}\n" for n in range(60)),
        "sets of sets of squares": f"{_LARGE}rules:\n  - {{id: r, at: move, when: [{{piece: {{id: $a}}}}, {{piece: {{id: $b, square: {_sets(none, 2)}}}}}], do: [{{log: {{text: x}}}}]}}\n",
        "an end that asks for sets of sets": _LARGE + _draw(f"{{piece: {{id: $a}}}}, {{piece: {{id: $b, square: {_sets(none, 2)}}}}}"),
        "sets of squares by tiles": _LARGE + _draw(f"{{piece: {{id: $b, square: {_sets(fog, 2)}}}}}"),
        "squares of which there are none": _LARGE + _draw(f"{{piece: {{id: $a}}}}, {{piece: {{id: $b}}}}, {{square: {{is: $s, on: {fog}}}}}"),
        "moves to sets of sets": _LARGE + _draw(f"{{piece: {{id: $a}}}}, {{move: {{to: {_sets(fog, 2)}}}}}"),
        "many bans of sets": _LARGE + _bans(100, f"to: {_sets(fog, 1)}"),
        "bans with many ways before": _LARGE
        + "moves:\n  - {forbid: {kind: capture, target: {type: king}}, when: [{piece: {id: $a}}, {piece: {id: $b}}, {piece: {id: $c}}], because: x}\n",
        "bans over others": _LARGE + _bans(100, "over: {type: king, attackedBy: {type: rook}}"),
        "acts of all on sets": _LARGE + _acts(50, f"by: {{type: rook}}, on: {{square: {_sets('{ring: 15, of: $self}', 1)}}}"),
        "acts of all on all": _LARGE + _acts(50, "by: {type: rook}, on: {empty: true}, do: [{log: {text: x}}]"),
        "acts along lines": _LARGE
        + _acts(50, "by: {type: rook}, on: {piece: {}}, when: [{piece: {id: $b, line: {to: $target, clear: true}}}, {piece: {id: $target, type: king}}]"),
        "acts that ask for moves": _LARGE + _acts(50, "by: {type: rook}, on: {piece: {}}, when: [{not: {move: {piece: {id: $self}, to: $target}}}]"),
        "free acts that give away all": _CHESS + _acts(20, f"on: {{empty: true}}, turn: free, do: [{{{shown}$mover}}}}]"),
        "acts that give away all": _LARGE + _acts(1, "on: {piece: {}}, do: [" + ", ".join([f"{{{shown}white}}}}, {{{shown}black}}}}"] * 20) + "]"),
        "drops that ask for sets": _LARGE + _HELD + "drops:\n" + f"  - {{unless: [{{piece: {{id: $a, square: {_sets('{ring: 15, of: $to}', 1)}}}}}]}}\n" * 40,
        "drops that look at lines": _LARGE
        + _HELD
        + "drops:\n"
        + "  - {forbid: {after: [{piece: {id: $a}}, {piece: {id: $b, type: king, line: {to: $a, clear: true}}}]}}\n" * 100,
        "drops on sets of sets": _LARGE + _HELD + "drops:\n" + f"  - {{to: {_sets('{rank: 16, ownRank: 1}', 2)}}}\n" * 30,
        "dice for all": f"{_LARGE}attributes: {{{rolled}}}\n",
        "draws for all": f"{_LARGE}attributes: {{N: {{of: piece, type: number, start: 2}}}}\nrules:\n  - {{id: r, at: move, when: [{{piece: {{id: $a}}}}], do: ["
        + ", ".join([f"{{set: {{target: {{around: $a, radius: 15}}, attr: N, to: {picks}}}}}"] * 20)
        + "]}\n",
        "fog of sets": _LARGE + "sight:\n  - {see: reach}\n" + f"  - {{hide: {{piece: {{square: {_sets(fog, 1)}}}}}}}\n" * 20,
        "fog of attacks": _LARGE + "sight:\n" + "  - {hide: {piece: {attackedBy: {type: knight}, attacks: {type: rook}, defendedBy: {type: king}}}}\n" * 30,
        "lines upon lines": _LARGE
        + "rules:\n  - {id: r, at: move, when: [{piece: {id: $a}}, {piece: {id: $b, line: {to: $a, clear: false}}}, {piece: {id: $c, line: {to: $b, clear: true}, square: {between: [$a, $b]}}}], do: [{log: {text: x}}]}\n",
        "leaps anywhere": _LARGE + "moves:\n  - {for: {type: rook}, use: [" + ", ".join(f"{{leap: anywhere, tag: t{n}}}" for n in range(4)) + "]}\n",
    }  # fmt: skip
