"""Every check of meaning: a document in which it fires, at its place, and a like one in which it must not."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import conflicts, examine
from rete_chess.checks.meaning import CHECKS
from rete_chess.errors import CODES

ROOT = Path(__file__).resolve().parents[2]
HEAD = "kind: variant\nid: tried\nname: Tried\nextends: chess\n"
LONE = "kind: variant\nid: tried\nname: Tried\n"
HEALING = (
    "rules:\n  - {id: one, at: move, when: [{event: {piece: $p}}], do: [{heal: {target: $p, amount: 1}}]}\n"
)
GOLD = "attributes:\n  Gold: {of: side, type: int, start: 0, fen: true}\n"
EARNED = "rules: [{id: earn, at: capture, do: [{add: {target: {side: white}, attr: Gold, by: 1}}]}]\n"
MANA = "config: {most: 5}\nattributes:\n"
MANA += "  Mana: {of: piece, type: int, start: {count: {type: pawn}}, max: $config.most}\n"
RULE = "rules:\n  - {id: one, at: %s, when: [%s], do: [{log: {text: x}}]}\n"

#: name: (a document in which the check fires, code line:column, words, the like document without a finding)
FINDINGS: dict[str, tuple[str, str, str, str]] = {
    "a type with two letters": (
        HEAD + "pieces: {m: king}\n",
        "E_PIECE_LETTER 5:10",
        "king has two letters, k and m",
        HEAD + "pieces: {m: amazon}\n",
    ),
    "a letter taken from another type": (
        HEAD + "pieces: {a: amazon, b: archbishop}\n",
        "W_TYPE_ABSENT 5:9",
        "b was the letter of the bishop: choose a free one, or say what it becomes",
        HEAD + "pieces: {a: amazon, c: archbishop}\n",
    ),
    "a preset that is active twice": (
        HEAD + "presets:\n  - {id: double-move, scope: white}\n  - {id: double-move}\n",
        "E_DOC_DUPLICATE_ID 7:10",
        "a second preset",
        HEAD + "presets:\n  - {id: double-move, scope: white}\n",
    ),
    "presets that exclude each other": (
        HEAD + "presets:\n  - {id: double-move}\n  - {id: monster-rules}\n",
        "E_PRESETS 6:5",
        "cannot be active together",
        HEAD + "presets:\n  - {id: double-move, scope: white}\n  - {id: monster-rules, scope: black}\n",
    ),
    "an unknown preset": (
        HEAD + "presets: [{id: piece-hp}, {id: piece-hp-2}]\n",
        "E_UNKNOWN_NAME 5:32",
        "did you mean 'piece-hp'?",
        HEAD + "presets: [{id: piece-hp}, {id: piece-shield}]\n",
    ),
    "an end with a type that is not in play": (
        HEAD + "result: {ends: [{win: white, reason: x, when: [{piece: {type: cannon}}]}]}\n",
        "W_END_UNREACHABLE 5:63",
        "no cannon is in play",
        HEAD + "result: {ends: [{win: white, reason: x, when: [{not: {piece: {type: rook}}}]}]}\n",
    ),
    "an end with an attribute that never has a value": (
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
    "an end with an attribute that nobody changes": (
        HEAD + GOLD + "result: {ends: [{win: $s, reason: x, when: [{side: {color: $s, Gold: {ge: 3}}}]}]}\n",
        "W_END_UNREACHABLE 7:70",
        "Gold is always 0, no rule changes it",
        HEAD
        + GOLD
        + EARNED
        + "result: {ends: [{win: $s, reason: x, when: [{side: {color: $s, Gold: {ge: 3}}}]}]}\n",
    ),
    "an end beyond the bounds": (
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
    "a rule that waits for a type that is not in play": (
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, type: cannon}}"),
        "W_RULE_SILENT 6:80",
        "give it a letter: `pieces: {c: cannon}`",
        HEAD
        + "pieces: {c: cannon}\n"
        + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, type: cannon}}"),
    ),
    "a rule that waits for a type that nobody knows": (
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, type: knigth}}"),
        "E_PIECE_TYPE 6:80",
        "did you mean 'knight'?",
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, type: knight}}"),
    ),
    "a rule that waits for a tag that no move has": (
        HEAD + RULE % ("move", "{event: {piece: $p, tag: double-stp}}"),
        "W_RULE_SILENT 6:57",
        "did you mean 'double-step'?",
        HEAD + RULE % ("move", "{event: {piece: $p, tag: double-step}}"),
    ),
    "a rule that waits for a field that its stage has not": (
        HEAD + RULE % ("turn-start", "{event: {side: white, amount: 1}}"),
        "W_RULE_SILENT 6:60",
        "an event at `turn-start` has no `amount`",
        HEAD + RULE % ("turn-start", "{event: {side: white}}"),
    ),
    "a capture has no amount": (
        HEAD + RULE % ("capture", "{event: {piece: $p, amount: $a}}"),
        "W_RULE_SILENT 6:55",
        "an event at `capture` has no `amount`",
        HEAD + RULE % ("before-capture", "{event: {piece: $p, amount: $a}}"),
    ),
    "a rank that the board has not": (
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, square: {rank: [8, 9]}}}"),
        "E_SQUARE 6:93",
        "rank 9 is not on the board squares are a1 to h8",
        HEAD + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, square: {rank: [8]}}}"),
    ),
    "squares and files that the board has not": (
        HEAD + RULE % ("capture", "{event: {from: [j9], to: {in: [a1, i1]}, square: {file: i}}}"),
        "E_SQUARE 6:51, E_SQUARE 6:70, E_SQUARE 6:91",
        "file i is not on the board",
        HEAD + RULE % ("capture", "{event: {from: [h8], to: {in: [a1, h1]}, square: {file: h}}}"),
    ),
    "a rule that waits for a promotion that nobody has": (
        HEAD + RULE % ("promotion", "{event: {piece: $p, becomes: king}}"),
        "W_RULE_SILENT 6:66",
        "no piece becomes a 'king'",
        HEAD + RULE % ("promotion", "{event: {piece: $p, becomes: queen}}"),
    ),
    "a rule that waits for a kind of check that is none": (
        HEAD + RULE % ("check", "{event: {piece: $p, kind: given}}"),
        "W_RULE_SILENT 6:59",
        "no event is of the kind 'given'",
        HEAD + RULE % ("check", "{event: {piece: $p, kind: delivered}}"),
    ),
    "a threshold beyond the bounds": (
        HEAD + MANA + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, Mana: {gt: $config.most}}}"),
        "W_RULE_SILENT 9:80",
        "Mana is at most 5",
        HEAD + MANA + RULE % ("capture", "{event: {piece: $p}}, {piece: {id: $p, Mana: {ge: $config.most}}}"),
    ),
    "a word that the attribute has not": (
        HEAD
        + "attributes:\n  Time: {of: game, type: {enum: [day, night]}, start: day}\n"
        + RULE % ("capture", "{event: {piece: $p}}, {game: {Time: dawn}}"),
        "W_RULE_SILENT 8:71",
        "Time is one of day, night",
        HEAD
        + "attributes:\n  Time: {of: game, type: {enum: [day, night]}, start: day}\n"
        + RULE % ("capture", "{event: {piece: $p}}, {game: {Time: night}}"),
    ),
    "moves for a type that is not in play": (
        HEAD + "moves:\n  - {for: {type: cannon}, add: [{leap: knight}]}\n",
        "W_TYPE_ABSENT 6:18",
        "no piece of type 'cannon' is in play",
        HEAD + "pieces: {c: cannon}\nmoves:\n  - {for: {type: cannon}, add: [{leap: knight}]}\n",
    ),
    "a spawned type that nobody knows": (
        HEAD
        + "rules:\n  - {id: one, at: capture, when: [{event: {from: $f}}],\n"
        + "     do: [{spawn: {type: canon, color: white, square: $f}}]}\n",
        "E_PIECE_TYPE 7:26",
        "did you mean 'cannon'?",
        HEAD
        + "rules:\n  - {id: one, at: capture, when: [{event: {from: $f}}],\n"
        + "     do: [{spawn: {type: cannon, color: white, square: $f}}]}\n",
    ),
    "an attribute without a value": (
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
    "an amount by an attribute without a value": (
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
    "an attribute that nobody reads": (
        HEAD + "attributes:\n  Mana: {of: piece, type: int, start: 1}\n",
        "W_ATTRIBUTE_UNREAD 6:3",
        "nobody reads Mana",
        HEAD
        + "attributes:\n  Mana: {of: piece, type: int, start: 1}\n"
        + "rules:\n  - {id: one, at: move, when: [{event: {piece: $p}}], do: [{log: {text: '{p.Mana}'}}]}\n",
    ),
    "hit points that nothing takes": (
        HEAD
        + "attributes:\n  Hp: {of: piece, type: int, start: 3}\n"
        + HEALING
        + "moves: [{for: {type: rook, Hp: 1}, captures: none}]\n",
        "W_HP_IDLE 6:3, W_HP_IDLE 8:61",
        "add a preset with such a rule: piece-hp",
        HEAD + "presets: [{id: piece-hp}]\n" + HEALING,
    ),
    "fatal damage to what is not vital": (
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
    "mate without a royal piece": (
        HEAD + "royal: []\n",
        "W_NO_ROYAL 5:1",
        "nothing but mate decides the game",
        HEAD + "royal: []\nresult: {ends: [{draw: x, when: [{not: {piece: {type: rook}}}]}]}\n",
    ),
    "one side without a royal piece": (
        HEAD + 'fen: "4k3/8/8/8/8/8/8/4Q3 w - - 0 1"\n',
        "W_NO_ROYAL 5:1",
        "white has no royal piece",
        HEAD + 'fen: "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"\n',
    ),
    "a rule behind one that cancels": (
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
    "a consumer behind a consumer": (
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
    "no legal first move": (
        HEAD + 'fen: "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"\n',
        "W_NO_FIRST_MOVE 5:1",
        "stalemate",
        HEAD + 'fen: "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"\n',
    ),
    "an end that holds at the start": (
        HEAD
        + "moves: [{for: {type: pawn}, captures: none}]\n"
        + "result:\n  ends:\n    - {draw: too early, when: [{piece: {type: queen}}]}\n",
        "W_NO_FIRST_MOVE 8:7",
        "draw by too early",
        HEAD
        + "moves: [{for: {type: pawn}, captures: none}]\n"
        + "result:\n  ends:\n    - {draw: too late, when: [{not: {piece: {type: queen}}}]}\n",
    ),
    "a start position that is none": (
        HEAD + 'fen: "rnbqkbnr/pppppppp w KQkq - 0 1"\n',
        "E_FEN 5:6",
        "",
        HEAD + 'fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"\n',
    ),
    "no start position": (
        LONE + "pieces: {k: king, r: rook}\nroyal: [{type: king}]\n",
        "E_START 1:1",
        "has no start position",
        LONE + 'pieces: {k: king, r: rook}\nroyal: [{type: king}]\nfen: "k7/8/8/8/8/8/8/6RK w - - 0 1"\n',
    ),
    "a promotion to a type that is out of play": (
        "kind: variant\nid: tried\nname: Tried\nextends: chess\npieces: {r: cannon}\n",
        "W_TYPE_ABSENT 5:9",
        "promote: [queen, bishop, knight]",
        "kind: variant\nid: tried\nname: Tried\nextends: chess\npieces: {r: cannon}\n"
        "moves:\n  - {for: {type: pawn}, promote: [queen, cannon]}\n",
    ),
    "a piece that can become nothing in play": (
        LONE + 'pieces: {k: king, p: pawn}\nroyal: [{type: king}]\nfen: "k7/8/8/8/8/8/P7/7K w - - 0 1"\n',
        "E_PIECE_RULES 4:9",
        "queen",
        LONE + "pieces: {k: king, p: pawn, q: queen}\nroyal: [{type: king}]\n"
        "moves: [{for: {type: pawn}, promote: [queen]}]\n"
        'fen: "k7/8/8/8/8/8/P7/7K w - - 0 1"\n',
    ),
    "an unknown parent": (
        "kind: variant\nid: tried\nname: Tried\nextends: ches\n",
        "E_UNKNOWN_NAME 4:10",
        "did you mean 'chess'?",
        "kind: variant\nid: tried\nname: Tried\nextends: chess\n",
    ),
    "an unknown piece type": (
        HEAD + "pieces: {a: amazone}\n",
        "E_UNKNOWN_NAME 5:13",
        "did you mean 'amazon'?",
        HEAD + "pieces: {a: amazon}\n",
    ),
    "an unknown setting": (
        HEAD + "presets: [{id: piece-hp, config: {hps: 3}}]\n",
        "E_CONFIG 5:35",
        "did you mean 'hp'?",
        HEAD + "presets: [{id: piece-hp, config: {hp: 3}}]\n",
    ),
    "a setting of another kind": (
        HEAD + "presets: [{id: piece-hp, config: {hp: three}}]\n",
        "E_CONFIG 5:39",
        "expected a number",
        HEAD + "presets: [{id: piece-hp, config: {hp: 3}}]\n",
    ),
    "a setting that names no piece type": (
        HEAD + "presets: [{id: piece-hp}, {id: extinction-chess, config: {targetType: pwan}}]\n",
        "E_CONFIG 5:71",
        "did you mean 'pawn'?",
        HEAD + "presets: [{id: extinction-chess, config: {targetType: knight}}]\n",
    ),
    "a setting that names no square": (
        HEAD + "presets: [{id: poisoned-squares, config: {squares: [d4, e9]}}]\n",
        "E_CONFIG 5:52",
        "'e9' is none of this game",
        HEAD + "presets: [{id: poisoned-squares, config: {squares: [d4, e8]}}]\n",
    ),
    "a test of an unknown rule": (
        HEAD + "presets: [{id: piece-hp}]\ntests: [{name: t, play: e2e4, notFires: [loose-hp]}]\n",
        "E_UNKNOWN_NAME 6:42",
        "did you mean lose-hp?",
        HEAD + "presets: [{id: piece-hp}]\ntests: [{name: t, play: e2e4, notFires: [lose-hp]}]\n",
    ),
}

PRESET = "kind: preset\nid: tried\nname: Tried\ndescription: Tried.\n"


def told(text: str, name: str = "tried.variant.yaml") -> str:
    return ", ".join(f"{p.code} {p.line}:{p.column}" for p in examine(text, name).problems)


@pytest.mark.parametrize("name", FINDINGS)
def test_check_fires_at_its_place(name: str) -> None:
    text, expected, words, _ = FINDINGS[name]
    assert told(text) == expected
    problems = examine(text, "tried.variant.yaml").problems
    assert any(words in f"{problem.message} {problem.hint}" for problem in problems)
    assert all(problem.code in CODES for problem in problems)
    assert all(problem.severity == ("warning" if problem.code[0] == "W" else "error") for problem in problems)


@pytest.mark.parametrize("name", FINDINGS)
def test_check_does_not_fire_on_what_is_alike(name: str) -> None:
    assert told(FINDINGS[name][3]) == ""


def test_every_warning_has_a_document_in_which_it_fires() -> None:
    fired = {word.split()[0] for _, expected, _, _ in FINDINGS.values() for word in expected.split(", ")}
    assert {code for code in CODES if code.startswith("W_")} <= fired | {
        "W_FILE_NAME",
        "W_PRESETS",
        "W_PROFILES",
    }
    assert len(CHECKS) == 14


def test_presets_are_checked_in_a_host() -> None:
    rule = RULE.replace("{log: {text: x}}", "{add: {target: $p, attr: Mnaa, by: 1}}")
    assert (
        told(PRESET + rule % ("capture", "{event: {piece: $p}}"), "tried.preset.yaml") == "E_ATTRIBUTE 6:88"
    )
    cannon = "moves:\n  - {for: {type: pawn}, promote: [cannon]}\n"
    assert told(PRESET + cannon, "tried.preset.yaml") == ""
    misspelt = "moves:\n  - {for: {type: canon}, add: [{leap: knight}]}\n"
    assert told(PRESET + misspelt, "tried.preset.yaml") == "W_TYPE_ABSENT 6:18"
    assert told(PRESET + "requires: [piece-h]\n", "tried.preset.yaml") == "E_UNKNOWN_NAME 5:12"


def test_tiles_and_abilities_are_checked_in_a_host(tmp_path: Path) -> None:
    body = "name: Tried\ndescription: Tried.\nrules:\n"
    body += "  - {id: one, at: %s, when: [{event: {piece: $p}}], do: [%s]}\n"
    wrong, right = "{add: {target: $p, attr: Mnaa, by: 1}}", "{log: {text: '{p}'}}"
    for kind, at in (("tile", "square-entry"), ("ability", "capture")):
        for name, action, expected in (("good", right, ""), ("bad", wrong, "E_ATTRIBUTE")):
            path = tmp_path / f"{name}.{kind}.yaml"
            path.write_text(f"kind: {kind}\nid: {name}\n" + body % (at, action))
            found = examine(path).problems
            assert ", ".join(f"{problem.code}" for problem in found) == expected, found
            assert all(problem.line == 6 for problem in found)


def test_a_variant_and_its_scenarios_are_told_of_together() -> None:
    text = HEAD + "royal: []\ntests: [{name: t, play: e2e4, notFires: [lose-hp]}]\n"
    assert told(text) == "W_NO_ROYAL 5:1, E_UNKNOWN_NAME 6:42"


def test_scenarios_are_checked_against_their_variant() -> None:
    name = "tried.scenario.yaml"
    assert told("{variant: ches, play: e2e4, fires: []}", name) == "E_UNKNOWN_NAME 1:11"
    assert told("{presets: [{id: piece-pp}], play: e2e4, fires: []}", name) == "E_UNKNOWN_NAME 1:17"
    assert (
        told("{presets: [{id: piece-hp}], play: [{move: e2e4, fires: [lose-pp]}]}", name)
        == "E_UNKNOWN_NAME 1:57"
    )
    assert told("{presets: [{id: piece-hp}], play: [{move: e2e4, notFires: [lose-hp]}]}", name) == ""
    assert told("{variant: nowhere.variant.yaml, play: e2e4, fires: []}", name) == "E_DOC_READ 1:11"


def test_presets_that_contradict_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two shipped presets do, unless they say so themselves: here one is taken for another."""
    text = HEAD + "presets:\n  - {id: berolina-pawns, scope: %s}\n  - {id: double-move}\n"
    pawns = {"moves": [{"for": {"type": "pawn"}, "use": [{"leap": "knight"}]}]}
    monkeypatch.setattr(conflicts, "_body", lambda use, folder: pawns)
    assert told(text % "both") == "W_PRESETS 7:5"
    assert told(text % "white") == "W_PRESETS 7:5"
    monkeypatch.setattr(conflicts, "_body", lambda use, folder: {"turn": {"moves": 2}})
    assert told(text % "both") == "W_PRESETS 7:5"
    assert told(text.replace("double-move", "double-move, scope: black") % "white") == ""
    monkeypatch.setattr(conflicts, "_body", lambda use, folder: pawns if use.id == "double-move" else {})
    assert told(text % "both") == ""


SHIPPED = sorted(path for folder in ("descriptors", "rules") for path in (ROOT / folder).rglob("*.*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_document_has_neither_errors_nor_warnings(path: Path) -> None:
    assert examine(path).problems == ()
