"""Random variants of chess: some rules of a stock in which every action stands, with tiles and abilities."""

from __future__ import annotations

from random import Random
from typing import Final

#: What every such variant says before its rules.
HEAD: Final = """
kind: variant
id: {name}
name: Random rules
extends: chess
attributes:
  Fury: {{of: piece, type: int, start: 0, min: 0, max: 9}}
  Life: {{of: piece, type: number, start: 3, min: 0, vital: true}}
  Mana: {{of: piece, type: number, max: 5}}
  Gold: {{of: side, type: int, start: 1, fen: true}}
  Weather: {{of: game, type: {{enum: [sun, rain]}}, start: sun, fen: true}}
  Motto: {{of: side, type: string, start: "a b+c"}}
  Tax: {{of: game, type: number, start: -0.5, fen: true}}
tiles: {{d4: slippery, e5: fog, c5: guardian, f4: shoal, b4: well}}
"""

#: Rules that count, hurt, move and change pieces, squares and turns, each by its id.
RULES: Final = {
    "rage": """at: capture, when: [{event: {piece: $p}}], do: [{add: {target: $p, attr: Fury, by: 1}},
      {effect: {kind: sparks, square: $p.square, data: {fury: $p.Fury}}}]""",
    "tire": """at: move, when: [{event: {piece: $p}}, {piece: {id: $p, type: queen}}],
      do: [{add: {target: $p, attr: Life, by: -1}}]""",
    "learn": """at: after-move, when: [{event: {piece: $p}}],
      do: [{set: {target: $p, attr: Mana, to: 1, ifMissing: true}},
      {multiply: {target: $p, attr: Mana, by: 1.5}}]""",
    "endure": """at: damage, when: [{event: {target: $t}}],
      do: [{absorb: {target: $t, with: Life, fatal: true}}]""",
    "shield": """at: damage, when: [{event: {target: $t, amount: {ge: 1}}}, {piece: {id: $t, type: rook}}],
      do: [{multiply: {target: $event, attr: amount, by: 0.5}}]""",
    "earn": """at: capture, when: [{event: {side: $s}}],
      do: [{add: {target: {side: $s}, attr: Gold, by: 2}}]""",
    "rain": """at: turn-end, when: [{game: {Weather: sun}}],
      do: [{set: {target: $game, attr: Weather, to: rain}}, {log: {text: it rains}}]""",
    "blast": """at: death, when: [{event: {square: $q, kind: {not: blast}}}],
      do: [{damage: {target: {around: $q}, amount: 1, kind: blast}}]""",
    "bury": """at: death, when: [{event: {square: $q}}], do: [{tile: {square: $q, type: slippery}}]""",
    "thaw": """at: tile-change, when: [{event: {square: $q, becomes: slippery, was: standard}}],
      do: [{effect: {kind: thaw, square: $q}}]""",
    "dry": """at: square-entry, when: [{event: {to: $q}}, {tile: {type: slippery, square: $q}}],
      do: [{tile: {square: $q, type: standard}}]""",
    "wall": """at: move, when: [{event: {piece: $p, from: $q}}, {piece: {id: $p, type: rook}}],
      do: [{tile: {square: $q, type: wall}}]""",
    "leave": """at: move, when: [{event: {piece: $p, side: $s, from: $q}}, {piece: {id: $p, type: bishop}}],
      do: [{spawn: {type: pawn, color: $s, square: $q}}]""",
    "grow": """at: after-move, when: [{event: {piece: $p}}, {piece: {id: $p, type: knight, Fury: {ge: 1}}}],
      do: [{transform: {target: $p, type: rook}}]""",
    "home": """at: capture, when: [{event: {target: $t}}, {piece: {id: $k, type: king, square: $q}}],
      do: [{relocate: {target: $k, to: {ray: $q, direction: forward, stop: blocked}}}]""",
    "dance": """at: after-move, when: [{event: {piece: $p, side: $s}}, {piece: {id: $p, type: knight}},
      {piece: {id: $q, type: queen, color: $s}}], do: [{swap: {first: $p, second: $q}}]""",
    "vanish": """at: turn-start, when: [{event: {side: $s}}, {piece: {id: $p, color: $s, Fury: {ge: 2}}}],
      do: [{remove: {target: $p}}]""",
    "strike": """at: square-entry,
      when: [{event: {piece: $p, to: $q, player: true}}, {piece: {id: $p, type: pawn}},
      {piece: {id: $t, type: pawn, square: {near: $q}, color: {not: $p.color}}}],
      do: [{capture: {target: $t, by: $p}}]""",
    "fall": """at: promotion, when: [{event: {piece: $p}}], do: [{destroy: {target: $p, kind: pride}}]""",
    "spare": """at: before-capture, when: [{event: {target: $t}}, {piece: {id: $t, type: knight}}],
      do: [{cancel: {}}]""",
    "parry": """at: before-capture, when: [{event: {piece: $p, target: $t}}, {piece: {id: $t, type: bishop}}],
      do: [{consume: {}}, {damage: {target: $p, amount: 1, kind: parry}}]""",
    "stop": """at: before-move, when: [{event: {piece: $p, to: {file: a}}}, {piece: {id: $p, type: queen}}],
      do: [{refuse: {because: queens keep off the a-file}}]""",
    "again": """at: capture, when: [{event: {piece: $p}}, {piece: {id: $p, type: pawn}}],
      do: [{extra-move: {}}]""",
    "heal": """at: turn-start, when: [{event: {side: $s}}, {piece: {id: $p, color: $s, Life: {lt: 3}}}],
      do: [{heal: {target: $p, amount: 1, effect: glow}}]""",
    "cheer": """at: check, when: [{event: {piece: $p}}], do: [{add: {target: $p, attr: Fury, by: 2}}]""",
    "crown": """at: result, when: [{side: {color: $s, Gold: {ge: 6}}}],
      do: [{win: {side: $s, because: gold}}]""",
    "peace": """at: turn-end, when: [{game: {Weather: rain}}, {not: {piece: {type: queen}}}],
      do: [{draw: {because: rain}}]""",
    "banner": """at: derive, when: [{piece: {id: $q, type: queen, color: $s}}],
      do: [{contribute: {target: {around: $q, filter: {color: $s}}, attr: Mana, by: 1}}]""",
    "welcome": """at: spawn, when: [{event: {target: $t}}], do: [{add: {target: $t, attr: Life, by: 1}}]""",
}

#: Changes and limits of moves, ends of the game, and other policies, each of a key of its own.
MOVES: Final = (
    "{for: {type: knight}, add: [{leap: all, mode: move}]}",
    "{for: {type: knight}, use: [{leap: [[1, 3], [-1, 3], [0, -1]]}]}",
    "{for: {type: bishop}, add: [{slide: diagonal, tag: glide}]}",
    "{for: {Fury: {ge: 1}}, captures: any}",
    "{require: {kind: capture}, because: captures are compulsory}",
    "{forbid: {piece: {type: king}, after: [{side: {color: black, inCheck: true}}]}, because: no}",
    "{forbid: {kind: capture, after: [{not: {piece: {type: queen}}}]}, because: the last queen stays}",
    "{forbid: {kind: capture, piece: {type: rook}}, because: rooks are peaceful}",
    "{forbid: {target: {type: queen, Fury: {ge: 1}}}, because: who rages is feared}",
)
ENDS: Final = (
    "{draw: no queens, when: [{not: {piece: {type: queen}}}]}",
    "{draw: blocked, when: [{side: {color: $s, toMove: true}}, {not: {move: {side: $s}}}]}",
    "{win: $s, because: blockade, when: [{side: {color: $s, toMove: false}}, "
    "{not: {move: {side: {not: $s}, piece: {type: pawn}}}}, {not: {piece: {type: queen}}}]}",
)
POLICIES: Final = ("selfCheck: allow", "royal: [{type: king}, {type: queen}]", "turn: {moves: 2}")
ABILITIES: Final = ("bouncer", "cannibal", "exploding", "marksman", "piercing", "scapegoat")
TYPES: Final = ("pawn", "knight", "bishop", "rook", "queen")


def random_variant(random: Random, name: str = "random-rules") -> str:
    """The text of a variant with two to six rules, and some limits, ends and policies."""
    chosen = random.sample(list(RULES), random.randint(2, 6))
    lines = [HEAD.format(name=name), "rules:", *(f"  - {{id: {rule}, {RULES[rule]}}}" for rule in chosen)]
    lines += random.sample(POLICIES, random.choice((0, 0, 0, 1, 2)))
    moves = random.sample(MOVES, random.choice((0, 0, 1, 3)))
    ends = random.sample(ENDS, random.choice((0, 0, 1, 2)))
    lines += [f"moves: [{', '.join(moves)}]"] if moves else []
    if ends:
        defaults = ", defaults: suppress" if random.random() < 0.3 else ""
        lines.append(f"result: {{ends: [{', '.join(ends)}]{defaults}}}")
    if random.random() < 0.5:
        ability, kind = random.choice(ABILITIES), random.choice(TYPES)
        lines.append(f"abilities: [{{id: {ability}, for: {{type: {kind}}}}}]")
    return "\n".join(lines) + "\n"
