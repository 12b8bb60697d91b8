"""Documents that read well and still cannot be played: every problem with code, line, column and repair."""

from __future__ import annotations

import pytest

from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.errors import DocumentError, ReteChessError

HEAD = "kind: variant\nid: broken\nname: Broken\nextends: chess\n"

#: name: (body, [(code, line, column)], words of the first message or hint)
BROKEN: dict[str, tuple[str, list[tuple[str, int, int]], str]] = {
    "undeclared attribute in a pattern": (
        """attributes:
  Stamina: {of: piece, type: int, start: 3}
rules:
  - id: tire
    at: before-move
    when: [{event: {piece: $p}}, {piece: {id: $p, Stamnia: {gt: 0}}}]
    do: [{log: {text: tired}}]
""",
        [("E_ATTRIBUTE", 10, 51)],
        "did you mean 'Stamina'?",
    ),
    "undeclared attribute in an action": (
        """rules:
  - id: charge
    at: capture
    when: [{event: {piece: $p}}]
    do: [{add: {target: $p, attr: Mana, by: 1}}]
""",
        [("E_ATTRIBUTE", 9, 35)],
        "declare it under `attributes`",
    ),
    "attribute of another owner": (
        """attributes:
  Rage: {of: side, type: int, start: 0}
rules:
  - id: rage
    at: capture
    when: [{event: {piece: $p}}]
    do: [{add: {target: $p, attr: Rage, by: 1}}]
""",
        [("E_ATTRIBUTE", 11, 35)],
        "belongs to a side",
    ),
    "all problems at once": (
        """rules:
  - {id: a, at: capture, when: [{event: {piece: $p}}], do: [{add: {target: $p, attr: One, by: 1}}]}
  - {id: b, at: capture, when: [{event: {piece: $p}}], do: [{add: {target: $p, attr: Two, by: 1}}]}
""",
        [("E_ATTRIBUTE", 6, 86), ("E_ATTRIBUTE", 7, 86)],
        "'One'",
    ),
    "a number compared with a word": (
        """attributes:
  Gold: {of: piece, type: int, start: 0}
rules:
  - id: count
    at: capture
    when: [{event: {piece: $p}}, {piece: {id: $p, Gold: {lt: many}}}]
    do: [{log: {text: poor}}]
""",
        [("E_DOC_TYPE", 10, 57)],
        "Gold holds a number, but is compared with 'many'",
    ),
    "a text compared by size, and set to what it never is": (
        """attributes:
  Hue: {of: piece, type: {enum: [red, blue]}, start: red}
rules:
  - id: paint
    at: capture
    when: [{event: {piece: $p}}, {piece: {id: $p, Hue: {gt: 1}}}]
    do: [{set: {target: $p, attr: Hue, to: green}}]
""",
        [("E_DOC_TYPE", 10, 56), ("E_DOC_VALUE", 11, 44)],
        "not compared by size",
    ),
    "an end that compares a number with a word": (
        """attributes:
  Stones: {of: side, type: int, start: 0}
result:
  ends: [{win: $side, reason: x, when: [{side: {color: $side, Stones: {ge: three}}}]}]
""",
        [("E_DOC_TYPE", 8, 71)],
        "'three'",
    ),
    "an event sent elsewhere": (
        """rules:
  - id: divert
    at: before-capture
    when: [{event: {piece: $p}}]
    do: [{set: {target: $event, attr: to, to: 5}}]
""",
        [("E_TARGET", 9, 39)],
        "cannot change the 'to'",
    ),
    "a turn of no length": (
        "config: {n: many}\nturn: {moves: $config.n}\n",
        [("E_TURN", 6, 15)],
        "1 to 16",
    ),
    "a range that is none": (
        """config: {reach: far}
moves:
  - {for: {type: rook}, use: [{slide: orthogonal, range: $config.reach}]}
""",
        [("E_MOVEMENT", 7, 58)],
        "two whole numbers",
    ),
    "a continuous rule that asks for checks": (
        """attributes:
  Fear: {of: piece, type: int}
rules:
  - id: fear
    at: derive
    when: [{side: {color: $c, inCheck: true}}, {piece: {id: $k, type: king, color: $c}}]
    do: [{contribute: {target: $k, attr: Fear, by: 1}}]
""",
        [("E_DERIVE", 10, 40)],
        "known only when all is derived",
    ),
    "a continuous rule that asks for an event": (
        """attributes:
  Fear: {of: piece, type: int}
rules:
  - id: fear
    at: derive
    when: [{piece: {id: $k, type: king}}]
    do:
      - contribute: {target: $k, attr: Fear, by: 1}
      - contribute: {target: attacker, attr: Fear, by: 1}
""",
        [("E_DERIVE", 13, 9)],
        "there is no event",
    ),
    "a contribution to what is no number": (
        """attributes:
  Brave: {of: piece, type: bool}
rules:
  - id: hearten
    at: derive
    when: [{piece: {id: $k, type: king}}]
    do: [{contribute: {target: $k, attr: Brave, by: 1}}]
""",
        [("E_ATTRIBUTE", 11, 42)],
        "only numbers",
    ),
    "royalty by royalty": (
        """attributes:
  Crowned: {of: piece, type: bool}
royal: [{Crowned: true, royal: true}]
""",
        [("E_DERIVE", 7, 32)],
        "cannot depend on who is royal",
    ),
    "a continuous rule that asks for derived royalty": (
        """attributes:
  Crowned: {of: piece, type: bool}
  Fear: {of: piece, type: int}
royal: [{Crowned: true}]
rules:
  - id: fear
    at: derive
    when: [{piece: {id: $k, royal: true}}]
    do: [{contribute: {target: $k, attr: Fear, by: 1}}]
""",
        [("E_DERIVE", 12, 36)],
        "itself derived",
    ),
    "movement by an undeclared attribute": (
        "moves:\n  - {for: {id: $p, type: rook}, modify: {range: $p.Zeal}}\n",
        [("E_ATTRIBUTE", 6, 49)],
        "'Zeal'",
    ),
    "a name that `for` does not bind": (
        "moves:\n  - {for: {id: $p, type: rook}, modify: {range: $q.Zeal}}\n",
        [("E_DOC_UNBOUND", 6, 49)],
        "nothing binds `$q.Zeal`",
    ),
    "a rule that joins too many facts": (
        "attributes: {"
        + ", ".join(f"A{n}: {{of: piece, type: int, start: 0}}" for n in range(15))
        + "}\nrules:\n  - {id: big, at: capture, when: [{event: {piece: $p}}, {piece: {id: $p, "
        + ", ".join(f"A{n}: 1" for n in range(15))
        + "}}], do: [{log: {text: big}}]}\n",
        [("E_RULE_SIZE", 7, 5)],
        "at most 14",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_document_names_its_lines(name: str) -> None:
    body, expected, words = BROKEN[name]
    with pytest.raises(DocumentError) as caught:
        compile_document(load_document(HEAD + body, "broken.variant.yaml"))
    problems = caught.value.problems
    assert [(p.code, p.line, p.column) for p in problems] == expected
    assert words in f"{problems[0].message} {problems[0].hint}"
    assert str(caught.value).startswith("broken.variant.yaml:")


@pytest.mark.parametrize(
    ("preset", "code", "words"),
    [
        (ActivePreset("peice-hp"), "E_UNKNOWN_NAME", "did you mean 'piece-hp'?"),
        (ActivePreset("piece-hp", config=(("hps", 3),)), "E_CONFIG", "did you mean 'hp'?"),
    ],
)
def test_presets_that_are_not_there(preset: ActivePreset, code: str, words: str) -> None:
    with pytest.raises(ReteChessError) as caught:
        program_of("chess", [preset])
    assert caught.value.code == code
    assert words in str(caught.value)


def test_variants_that_extend_each_other() -> None:
    with pytest.raises(ReteChessError) as caught:
        compile_document(
            load_document("kind: variant\nid: loop\nname: Loop\nextends: lop\n", "loop.variant.yaml")
        )
    assert caught.value.code == "E_UNKNOWN_NAME"
