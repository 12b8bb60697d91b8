"""Documents whose pieces, presets, settings or start position are not right, and like ones that are."""

from __future__ import annotations

from tests.checks.findings import HEAD, LONE, Finding

#: A board of sixteen squares, and a rule of squares that a setting names.
SMALL = "board: {width: 4, height: 4}\nfen: rk2/pppp/PPPP/RK2 w - - 0 1\n"
POISON = """rules:
  - id: poison
    at: move
    when: [{piece: {id: $p, square: {in: $config.far}}}]
    do: [{destroy: {target: $p}}]
"""

FINDINGS = {
    "a type with two letters": Finding(
        HEAD + "pieces: {m: king}\n",
        "E_PIECE_LETTER 5:10",
        "king has two letters, k and m",
        HEAD + "pieces: {m: amazon}\n",
    ),
    "a letter taken from another type": Finding(
        HEAD + "pieces: {a: amazon, b: archbishop}\n",
        "W_TYPE_ABSENT 5:9",
        "b was the letter of the bishop: choose a free one, or say what it becomes",
        HEAD + "pieces: {a: amazon, c: archbishop}\n",
    ),
    "a preset that is active twice": Finding(
        HEAD + "presets:\n  - {id: double-move, scope: white}\n  - {id: double-move}\n",
        "E_DOC_DUPLICATE_ID 7:10",
        "a second preset",
        HEAD + "presets:\n  - {id: double-move, scope: white}\n",
    ),
    "presets that exclude each other": Finding(
        HEAD + "presets:\n  - {id: double-move}\n  - {id: monster-rules}\n",
        "E_PRESETS 6:5",
        "cannot be active together",
        HEAD + "presets:\n  - {id: double-move, scope: white}\n  - {id: monster-rules, scope: black}\n",
    ),
    "an unknown preset": Finding(
        HEAD + "presets: [{id: piece-hp}, {id: piece-hp-2}]\n",
        "E_UNKNOWN_NAME 5:32",
        "did you mean 'piece-hp'?",
        HEAD + "presets: [{id: piece-hp}, {id: piece-shield}]\n",
    ),
    "moves for a type that is not in play": Finding(
        HEAD + "moves:\n  - {for: {type: cannon}, add: [{leap: knight}]}\n",
        "W_TYPE_ABSENT 6:18",
        "no piece of type 'cannon' is in play",
        HEAD + "pieces: {c: cannon}\nmoves:\n  - {for: {type: cannon}, add: [{leap: knight}]}\n",
    ),
    "mate without a royal piece": Finding(
        HEAD + "royal: []\n",
        "W_NO_ROYAL 5:1",
        "nothing but mate decides the game",
        HEAD + "royal: []\nresult: {ends: [{draw: x, when: [{not: {piece: {type: rook}}}]}]}\n",
    ),
    "one side without a royal piece": Finding(
        HEAD + 'fen: "4k3/8/8/8/8/8/8/4Q3 w - - 0 1"\n',
        "W_NO_ROYAL 5:1",
        "white has no royal piece",
        HEAD + 'fen: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"\n',
    ),
    "more than half of what a server allows": Finding(
        HEAD
        + "rules:\n  - {id: gaze, at: move, when: [{piece: {id: $a}}, {piece: {id: $b}}, "
        + "{piece: {id: $c}}, {piece: {id: $d, color: white}}], do: [{log: {text: x}}]}\n",
        "W_BUDGET 6:5",
        "most of them for",
        HEAD
        + "rules:\n  - {id: gaze, at: move, when: [{piece: {id: $a}}, {piece: {id: $b, color: white}}], "
        + "do: [{log: {text: x}}]}\n",
    ),
    "no legal first move": Finding(
        HEAD + 'fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"\n',
        "W_NO_FIRST_MOVE 5:1",
        "stalemate",
        HEAD + 'fen: "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"\n',
    ),
    "an end that holds at the start": Finding(
        HEAD
        + "moves: [{for: {type: pawn}, captures: none}]\n"
        + "result:\n  ends:\n    - {draw: too early, when: [{piece: {type: queen}}]}\n",
        "W_NO_FIRST_MOVE 8:7",
        "draw by too early",
        HEAD
        + "moves: [{for: {type: pawn}, captures: none}]\n"
        + "result:\n  ends:\n    - {draw: too late, when: [{not: {piece: {type: queen}}}]}\n",
    ),
    "a start position that is none": Finding(
        HEAD + 'fen: "rnbqkbnr/pppppppp w KQkq - 0 1"\n',
        "E_FEN 5:6",
        "",
        HEAD + 'fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"\n',
    ),
    "no start position": Finding(
        LONE + "pieces: {k: king, r: rook}\nroyal: [{type: king}]\n",
        "E_START 1:1",
        "has no start position",
        LONE + 'pieces: {k: king, r: rook}\nroyal: [{type: king}]\nfen: "k7/8/8/8/8/8/8/6RK w - - 0 1"\n',
    ),
    "a promotion to a type that is out of play": Finding(
        "kind: variant\nid: tried\nname: Tried\nextends: chess\npieces: {r: cannon}\n",
        "W_TYPE_ABSENT 5:9",
        "promote: [queen, bishop, knight]",
        "kind: variant\nid: tried\nname: Tried\nextends: chess\npieces: {r: cannon}\n"
        "moves:\n  - {for: {type: pawn}, promote: [queen, cannon]}\n",
    ),
    "a piece that can become nothing in play": Finding(
        LONE + 'pieces: {k: king, p: pawn}\nroyal: [{type: king}]\nfen: "k7/8/8/8/8/8/P7/7K w - - 0 1"\n',
        "E_PIECE_RULES 4:9",
        "queen",
        LONE + "pieces: {k: king, p: pawn, q: queen}\nroyal: [{type: king}]\n"
        "moves: [{for: {type: pawn}, promote: [queen]}]\n"
        'fen: "k7/8/8/8/8/8/P7/7K w - - 0 1"\n',
    ),
    "an unknown parent": Finding(
        "kind: variant\nid: tried\nname: Tried\nextends: ches\n",
        "E_UNKNOWN_NAME 4:10",
        "did you mean 'chess'?",
        "kind: variant\nid: tried\nname: Tried\nextends: chess\n",
    ),
    "an unknown piece type": Finding(
        HEAD + "pieces: {a: amazone}\n",
        "E_UNKNOWN_NAME 5:13",
        "did you mean 'amazon'?",
        HEAD + "pieces: {a: amazon}\n",
    ),
    "an unknown setting": Finding(
        HEAD + "presets: [{id: piece-hp, config: {hps: 3}}]\n",
        "E_CONFIG 5:35",
        "did you mean 'hp'?",
        HEAD + "presets: [{id: piece-hp, config: {hp: 3}}]\n",
    ),
    "a setting of another kind": Finding(
        HEAD + "presets: [{id: piece-hp, config: {hp: three}}]\n",
        "E_CONFIG 5:39",
        "expected a number",
        HEAD + "presets: [{id: piece-hp, config: {hp: 3}}]\n",
    ),
    "a setting that names no piece type": Finding(
        HEAD + "presets: [{id: piece-hp}, {id: extinction-chess, config: {targetType: pwan}}]\n",
        "E_CONFIG 5:71",
        "did you mean 'pawn'?",
        HEAD + "presets: [{id: extinction-chess, config: {targetType: knight}}]\n",
    ),
    "a setting that names no square": Finding(
        HEAD + "presets: [{id: poisoned-squares, config: {squares: [d4, e9]}}]\n",
        "E_CONFIG 5:52",
        "'e9' is none of this game",
        HEAD + "presets: [{id: poisoned-squares, config: {squares: [d4, e8]}}]\n",
    ),
    "a setting of a preset that names no square of this board": Finding(
        HEAD + SMALL + "presets: [{id: poisoned-squares}]\n",
        "E_CONFIG 7:10",
        "the setting 'squares' of poisoned-squares names a square; 'e4' is none of this game",
        HEAD + SMALL + "presets: [{id: poisoned-squares, config: {squares: [d4, a1]}}]\n",
    ),
    "a setting of its own that names no square": Finding(
        HEAD + "config: {far: [d4, j9]}\n" + POISON,
        "E_CONFIG 5:15",
        "'j9' is none of this game",
        HEAD + "config: {far: [d4, h8]}\n" + POISON,
    ),
    "a test of an unknown rule": Finding(
        HEAD + "presets: [{id: piece-hp}]\ntests: [{name: t, play: e2e4, notFires: [loose-hp]}]\n",
        "E_UNKNOWN_NAME 6:42",
        "did you mean lose-hp?",
        HEAD + "presets: [{id: piece-hp}]\ntests: [{name: t, play: e2e4, notFires: [lose-hp]}]\n",
    ),
}
