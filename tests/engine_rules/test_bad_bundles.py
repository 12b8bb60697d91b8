"""Tiles and abilities that cannot be where a variant puts them: code, line, column and repair."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Engine
from rete_chess.compiler import Program, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.errors import DocumentError, FenError, ReteChessError

HEAD = "kind: variant\nid: broken\nname: Broken\nextends: chess\n"
DOCUMENTS = Path(__file__).resolve().parents[1] / "scenarios" / "documents"

#: name: (body, [(code, line, column)], words of the first message or hint)
BROKEN: dict[str, tuple[str, list[tuple[str, int, int]], str]] = {
    "an unknown tile": ("tiles: {e4: fgo}\n", [("E_UNKNOWN_NAME", 5, 13)], "did you mean 'fog'?"),
    "an unknown ability": (
        "abilities:\n  - {id: explodign, for: {type: rook}}\n",
        [("E_UNKNOWN_NAME", 6, 10)],
        "did you mean 'exploding'?",
    ),
    "all unknown names at once": (
        "tiles: {e4: fgo, e5: icy}\nabilities: [{id: marksmen, for: {}}]\n",
        [("E_UNKNOWN_NAME", 5, 13), ("E_UNKNOWN_NAME", 5, 22), ("E_UNKNOWN_NAME", 6, 18)],
        "did you mean 'fog'?",
    ),
    "an unknown tile in an action": (
        "rules:\n  - {id: r, at: capture, do: [{tile: {square: e4, type: wal}}]}\n",
        [("E_UNKNOWN_NAME", 6, 57)],
        "did you mean 'wall'?",
    ),
    "a tile type that only the game knows": (
        "rules:\n  - id: r\n    at: promotion\n    when: [{event: {was: $t}}]\n"
        "    do: [{tile: {square: e4, type: $t}}]\n",
        [("E_DOC_VALUE", 9, 36)],
        "not known before the game",
    ),
    "an ability on an empty square": (
        "abilities:\n  - {id: exploding, for: {square: [e2, e4]}}\n",
        [("E_ABILITY", 6, 35)],
        "nobody starts on e4",
    ),
    "an ability on a square off the board": (
        "abilities:\n  - {id: exploding, for: {square: [j4]}}\n",
        [("E_SQUARE", 6, 35)],
        "a1 to h8",
    ),
    "an ability by attributes": (
        "attributes: {Hp: {of: piece, type: int, start: 1}}\n"
        "abilities:\n  - {id: exploding, for: {Hp: {gt: 0}}}\n",
        [("E_ABILITY", 7, 26)],
        "attributes come later",
    ),
    "an ability with an unknown setting": (
        "abilities:\n  - {id: exploding, for: {type: rook}, config: {radius: 2}}\n",
        [("E_CONFIG", 6, 57)],
        "no setting 'radius'",
    ),
    "a tile off the board": ("tiles: {e9: fog}\n", [("E_SQUARE", 5, 9)], "a1 to h8"),
    "a wall on an occupied square": (
        "tiles: {e4: fog, e2: wall}\n",
        [("E_TILE", 5, 22)],
        "a piece starts on e2",
    ),
    "an attribute of pieces on a tile": (
        "attributes: {Rage: {of: piece, type: int}}\nrules:\n  - id: r\n    at: move\n"
        "    when: [{event: {to: $to}}, {tile: {square: $to, Rage: 1}}]\n    do: [cancel]\n",
        [("E_ATTRIBUTE", 9, 53)],
        "belongs to a piece",
    ),
    "an attribute of tiles for colours": (
        "attributes:\n  Heat: {of: tile, type: int, for: {color: white}, start: 1}\n",
        [("E_TARGET", 6, 44)],
        "a tile has no `color`",
    ),
    "a tile that is destroyed": (
        "rules:\n  - id: r\n    at: move\n    when: [{event: {to: $to}}, {tile: {id: $t, square: $to}}]\n"
        "    do: [{destroy: {target: $t}}]\n",
        [("E_TARGET", 9, 29)],
        "needs pieces",
    ),
    "the state of an unknown preset": (
        "attributes: {N: {of: preset, type: int}}\n"
        "result:\n  ends: [{draw: d, when: [{preset: {id: pice-hp, N: 1}}]}]\n",
        [("E_UNKNOWN_NAME", 7, 41)],
        "did you mean 'piece-hp'?",
    ),
    "an undeclared attribute of the preset": (
        "result:\n  ends: [{draw: d, when: [{preset: {N: 1}}]}]\n",
        [("E_ATTRIBUTE", 6, 37)],
        "nobody declares",
    ),
}


@pytest.mark.parametrize(("body", "places", "words"), BROKEN.values(), ids=BROKEN)
def test_problems_by_line(body: str, places: list[tuple[str, int, int]], words: str) -> None:
    with pytest.raises(DocumentError) as caught:
        compile_document(load_document(HEAD + body))
    problems = caught.value.problems
    assert [(p.code, p.line, p.column) for p in problems] == places
    assert words in f"{problems[0].message} {problems[0].hint}"


def squares() -> Program:
    return program_of(DOCUMENTS / "squares.variant.yaml")


def test_a_position_with_a_piece_on_a_wall_is_refused() -> None:
    program = compile_document(load_document(f"{HEAD}tiles: {{e4: wall}}\n"))
    with pytest.raises(FenError, match="a piece stands on e4") as caught:
        Engine(program, "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1")
    assert caught.value.code == "E_FEN"


def test_tiles_change_by_events_only() -> None:
    engine = Engine(squares())
    tile = next(fact.id for fact in engine.session.all_facts() if fact.value == "lava")
    for attribute, value in (("TileType", "plate"), ("Position", 3)):
        with pytest.raises(ReteChessError) as caught:
            engine.session.insert(tile, attribute, value)
        assert caught.value.code == "E_FACT_CORE"


def test_a_declared_state_of_a_preset_keeps_its_type() -> None:
    engine = Engine(squares())
    state = engine.preset_state("squares")
    with pytest.raises(ReteChessError) as caught:
        state.set("Visits", "many")
    assert caught.value.code == "E_FACT_TYPE"
    state.set("Undeclared", "anything")
    assert state.all() == {"Undeclared": "anything", "Visits": 0}
