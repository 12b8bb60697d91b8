"""Documents with rules that never fire or wait for what is not there, and like ones whose rules do."""

from __future__ import annotations

from tests.checks.findings import HEAD, RULE, Finding

MANA = "config: {most: 5}\nattributes:\n"
MANA += "  Mana: {of: piece, type: int, start: {count: {type: pawn}}, max: $config.most}\n"

FINDINGS = {
    "a rule that waits for a type that is not in play": Finding(
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, type: cannon}}"),
        "W_RULE_SILENT 6:80",
        "give it a letter: `pieces: {c: cannon}`",
        HEAD
        + "pieces: {c: cannon}\n"
        + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, type: cannon}}"),
    ),
    "a rule that waits for a type that nobody knows": Finding(
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, type: knigth}}"),
        "E_PIECE_TYPE 6:80",
        "did you mean 'knight'?",
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, type: knight}}"),
    ),
    "a rule that waits for a tag that no move has": Finding(
        HEAD + RULE % ("move", "{event: {piece: $p, tag: double-stp}}"),
        "W_RULE_SILENT 6:57",
        "did you mean 'double-step'?",
        HEAD + RULE % ("move", "{event: {piece: $p, tag: double-step}}"),
    ),
    "a rule that waits for a field that its stage has not": Finding(
        HEAD + RULE % ("turn-start", "{event: {side: white, amount: 1}}"),
        "W_RULE_SILENT 6:60",
        "an event at `turn-start` has no `amount`",
        HEAD + RULE % ("turn-start", "{event: {side: white}}"),
    ),
    "a capture has no amount": Finding(
        HEAD + RULE % ("capture", "{event: {piece: $p, amount: $a}}"),
        "W_RULE_SILENT 6:55",
        "an event at `capture` has no `amount`",
        HEAD + RULE % ("before-capture", "{event: {piece: $p, amount: $a}}"),
    ),
    "a rank that the board has not": Finding(
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, square: {rank: [8, 9]}}}"),
        "E_SQUARE 6:93",
        "rank 9 is not on the board squares are a1 to h8",
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, square: {rank: [8]}}}"),
    ),
    "squares and files that the board has not": Finding(
        HEAD + RULE % ("capture", "{event: {from: [j9], to: {in: [a1, i1]}, square: {file: i}}}"),
        "E_SQUARE 6:51, E_SQUARE 6:70, E_SQUARE 6:91",
        "file i is not on the board",
        HEAD + RULE % ("capture", "{event: {from: [h8], to: {in: [a1, h1]}, square: {file: h}}}"),
    ),
    "a rule that waits for a promotion that nobody has": Finding(
        HEAD + RULE % ("promotion", "{event: {piece: $p, becomes: king}}"),
        "W_RULE_SILENT 6:66",
        "no piece becomes a 'king'",
        HEAD + RULE % ("promotion", "{event: {piece: $p, becomes: queen}}"),
    ),
    "a rule that waits for a kind of check that is none": Finding(
        HEAD + RULE % ("check", "{event: {piece: $p, kind: given}}"),
        "W_RULE_SILENT 6:59",
        "no event is of the kind 'given'",
        HEAD + RULE % ("check", "{event: {piece: $p, kind: delivered}}"),
    ),
    "a threshold beyond the bounds": Finding(
        HEAD + MANA + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, Mana: {gt: $config.most}}}"),
        "W_RULE_SILENT 9:80",
        "Mana is at most 5",
        HEAD + MANA + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, Mana: {ge: $config.most}}}"),
    ),
    "a word that the attribute has not": Finding(
        HEAD
        + "attributes:\n  Time: {of: game, type: {enum: [day, night]}, start: day}\n"
        + RULE % ("capture", "{event: {piece: $p}}, {game: {Time: dawn}}"),
        "W_RULE_SILENT 8:71",
        "Time is one of day, night",
        HEAD
        + "attributes:\n  Time: {of: game, type: {enum: [day, night]}, start: day}\n"
        + RULE % ("capture", "{event: {piece: $p}}, {game: {Time: night}}"),
    ),
    "a spawned type that nobody knows": Finding(
        HEAD
        + "rules:\n  - {id: one, at: capture, when: [{event: {from: $f}}],\n"
        + "     do: [{spawn: {type: canon, color: white, square: $f}}]}\n",
        "E_PIECE_TYPE 7:26",
        "did you mean 'cannon'?",
        HEAD
        + "rules:\n  - {id: one, at: capture, when: [{event: {from: $f}}],\n"
        + "     do: [{spawn: {type: cannon, color: white, square: $f}}]}\n",
    ),
    "a rule behind one that cancels": Finding(
        HEAD
        + "rules:\n  - {id: one, at: before-capture, when: [{event: {piece: $p}}], do: [cancel]}\n"
        + "  - {id: two, at: before-capture, when: [{event: {piece: $p}}], do: [{log: {text: x}}]}\n",
        "W_RULE_SHADOWED 7:5",
        "one comes before it and says `cancel`",
        HEAD
        + "rules:\n  - {id: one, at: before-capture, when: [{event: {piece: $p}}], do: [cancel]}\n"
        + "  - {id: two, at: before-capture, priority: -1, when: [{event: {piece: $p}}],\n"
        + "     do: [{log: {text: x}}]}\n",
    ),
    "a consumer behind a consumer": Finding(
        HEAD
        + "rules:\n  - {id: one, at: before-capture, when: [{event: {piece: $p}}], do: [consume]}\n"
        + "  - {id: two, at: before-capture, when: [{event: {piece: $p}}, {piece: {id: $p, type: pawn}}],\n"
        + "     do: [consume]}\n",
        "W_RULE_SHADOWED 7:5",
        "says `consume`",
        HEAD
        + "rules:\n  - {id: one, at: before-capture, when: [{event: {piece: $p}}], do: [consume]}\n"
        + "  - {id: two, at: before-capture, when: [{event: {piece: $p}}], do: [{log: {text: x}}]}\n",
    ),
}
