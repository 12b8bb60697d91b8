"""Documents whose attributes or ends are not what their author means, and like ones that are."""

from __future__ import annotations

from tests.checks.findings import HEAD, RULE, Finding

HEALING = (
    "rules:\n  - {id: one, at: move, when: [{event: {piece: $p}}], do: [{heal: {target: $p, amount: 1}}]}\n"
)
GOLD = "attributes:\n  Gold: {of: side, type: int, start: 0, fen: true}\n"
EARNED = "rules: [{id: earn, at: capture, do: [{add: {target: {side: white}, attr: Gold, by: 1}}]}]\n"

FINDINGS = {
    "an end with a type that is not in play": Finding(
        HEAD + "result: {ends: [{win: white, reason: x, when: [{piece: {type: cannon}}]}]}\n",
        "W_END_UNREACHABLE 5:63",
        "no cannon is in play",
        HEAD + "result: {ends: [{win: white, reason: x, when: [{not: {piece: {type: rook}}}]}]}\n",
    ),
    "an end with an attribute that never has a value": Finding(
        HEAD
        + "attributes:\n  Gold: {of: side, type: int, fen: true}\n"
        + "result: {ends: [{win: $s, reason: x, when: [{side: {color: $s, Gold: 3}}]}]}\n",
        "W_ATTRIBUTE_UNSEEDED 6:3, W_END_UNREACHABLE 7:70",
        "Gold never has a value",
        HEAD
        + GOLD
        + EARNED
        + "result: {ends: [{win: $s, reason: x, when: [{side: {color: $s, Gold: 3}}]}]}\n",
    ),
    "an end with an attribute that nobody changes": Finding(
        HEAD + GOLD + "result: {ends: [{win: $s, reason: x, when: [{side: {color: $s, Gold: {ge: 3}}}]}]}\n",
        "W_END_UNREACHABLE 7:70",
        "Gold is always 0, no rule changes it",
        HEAD
        + GOLD
        + EARNED
        + "result: {ends: [{win: $s, reason: x, when: [{side: {color: $s, Gold: {ge: 3}}}]}]}\n",
    ),
    "an end beyond the bounds": Finding(
        HEAD
        + "attributes:\n  Gold: {of: side, type: int, start: 0, max: 2}\n"
        + EARNED
        + "result: {ends: [{win: $s, reason: x, when: [{side: {color: $s, Gold: {ge: 3}}}]}]}\n",
        "W_END_UNREACHABLE 8:70",
        "Gold is at most 2",
        HEAD
        + "attributes:\n  Gold: {of: side, type: int, start: 0, max: 3}\n"
        + EARNED
        + "result: {ends: [{win: $s, reason: x, when: [{side: {color: $s, Gold: {ge: 3}}}]}]}\n",
    ),
    "an attribute without a value": Finding(
        HEAD
        + "attributes:\n  Mana: {of: piece, type: int}\n"
        + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, Mana: 1}}"),
        "W_ATTRIBUTE_UNSEEDED 6:3",
        "no rule sets it",
        HEAD
        + "attributes:\n  Mana: {of: piece, type: int}\n"
        + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, Mana: 1}}")
        + "  - {id: two, at: move, when: [{event: {piece: $p}}],\n"
        + "     do: [{set: {target: $p, attr: Mana, to: 1}}]}\n",
    ),
    "an amount by an attribute without a value": Finding(
        HEAD
        + "attributes:\n  Mana: {of: piece, type: int}\n"
        + "rules:\n  - {id: one, at: move, when: [{event: {piece: $p}}],\n"
        + "     do: [{damage: {target: $p, amount: {of: $p.Mana, times: 2}}}]}\n",
        "W_ATTRIBUTE_UNSEEDED 6:3, E_ATTRIBUTE 9:46",
        "`of` needs a value, but Mana never has one",
        HEAD
        + "attributes:\n  Mana: {of: piece, type: int, start: 1}\n"
        + "rules:\n  - {id: one, at: move, when: [{event: {piece: $p}}],\n"
        + "     do: [{damage: {target: $p, amount: {of: $p.Mana, times: 2}}}]}\n",
    ),
    "an attribute that nobody reads": Finding(
        HEAD + "attributes:\n  Mana: {of: piece, type: int, start: 1}\n",
        "W_ATTRIBUTE_UNREAD 6:3",
        "nobody reads Mana",
        HEAD
        + "attributes:\n  Mana: {of: piece, type: int, start: 1}\n"
        + "rules:\n  - {id: one, at: move, when: [{event: {piece: $p}}], do: [{log: {text: '{p.Mana}'}}]}\n",
    ),
    "hit points that nothing takes": Finding(
        HEAD
        + "attributes:\n  Hp: {of: piece, type: int, start: 3}\n"
        + HEALING
        + "moves: [{for: {type: rook, Hp: 1}, captures: none}]\n",
        "W_HP_IDLE 6:3, W_HP_IDLE 8:61",
        "add a preset with such a rule: piece-hp",
        HEAD + "presets: [{id: piece-hp}]\n" + HEALING,
    ),
    "fatal damage to what is not vital": Finding(
        HEAD
        + "attributes:\n  Blood: {of: piece, type: int, start: 3}\n"
        + "rules:\n  - {id: bleed, at: damage,\n"
        + "     when: [{event: {target: $t}}, {piece: {id: $t, Blood: {gt: 0}}}],\n"
        + "     do: [{absorb: {target: $t, with: Blood, fatal: true}}]}\n",
        "E_ATTRIBUTE 10:53",
        "write `vital: true` where Blood is declared",
        HEAD
        + "attributes:\n  Blood: {of: piece, type: int, start: 3, vital: true}\n"
        + "rules:\n  - {id: bleed, at: damage,\n"
        + "     when: [{event: {target: $t}}, {piece: {id: $t, Blood: {gt: 0}}}],\n"
        + "     do: [{absorb: {target: $t, with: Blood, fatal: true}}]}\n",
    ),
}
