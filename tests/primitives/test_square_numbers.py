"""Squares by number: by the width of the board in play, wherever a modifier names squares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ModifierChoice, program_of
from rete_chess.errors import DocumentError
from rete_chess.primitives import parse_modifier
from tests.profiles.profiles import play, value

ADD = {"kind": "add-to-attribute", "attr": "Charge", "delta": 1}


def arriving(*squares: Any) -> dict[str, Any]:
    return {
        "kind": "on-moved-onto-square",
        "filter": {"kind": "squares", "squares": list(squares)},
        "primitives": [ADD],
    }


def dying(*squares: Any) -> dict[str, Any]:
    return {"kind": "on-captured", "target": {"squares": list(squares)}, "primitives": [ADD]}


def game(variant: str, primitive: dict[str, Any], network: str = "native") -> Engine:
    modifier: dict[str, Any] = {
        "kind": "modifier",
        "id": "mark",
        "type": "data",
        "version": 1,
        "name": "Mark",
        "primitives": [{"kind": "seed-attribute", "attr": "Charge", "value": 0}, primitive],
    }
    types = ("pawn", "rook", "king")
    entries = [{"pieceType": name, "kind": "mark"} for name in types]
    given = {"id": "p", "name": "P", "customModifiers": [modifier], "perType": entries}
    return Engine(program_of(variant, profiles=[given]), network=network)


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("variant", "square"), [("chess", 16), ("los-alamos", 12), ("chess", "a3")])
def test_arrivals_go_by_the_board(variant: str, square: Any, network: str) -> None:
    engine = play(game(variant, arriving(square), network), "a2a3")
    assert value(engine, "a3", "Charge") == 1


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(
    ("variant", "squares", "moves"),
    [
        ("chess", (0, 7, "e1", 63), "e2e4 d7d5 e4d5"),
        ("chess", (0, 7, 4, 63), "e2e4 d7d5 e4d5"),
        ("los-alamos", (0, 5, 3, 35), "b2b3 a5a4 b3a4"),
    ],
)
def test_targets_go_by_the_board(variant: str, squares: tuple[Any, ...], moves: str, network: str) -> None:
    """The dying pawn charges the rooks in three corners and the white king."""
    engine = play(game(variant, dying(*squares), network), moves)
    width = engine.board.book.geometry.width
    charged = {"a1", "h1" if width == 8 else "f1", "e1" if width == 8 else "d1", "h8" if width == 8 else "f6"}
    carriers = [square for square in engine.board.book.geometry.names if engine.piece_at(square) is not None]
    assert {square for square in carriers if value(engine, square, "Charge") == 1} == charged
    engine.undo()
    assert not any(value(engine, square, "Charge") for square in charged)


@pytest.mark.parametrize(("variant", "square"), [("chess", 64), ("chess", 255), ("los-alamos", 36)])
@pytest.mark.parametrize(("make", "where"), [(arriving, "filter"), (dying, "target")])
def test_numbers_beyond_the_board_are_refused_at_their_place(
    variant: str, square: int, make: Any, where: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        game(variant, make(0, square))
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == (
        "E_SQUARE",
        f"customModifiers[0].primitives[1].{where}.squares[1]",
    )
    assert problem.hint == f"they go from 0 to {63 if variant == 'chess' else 35}"


def test_a_modifier_of_a_variant_has_its_own_lines(tmp_path: Path) -> None:
    path = tmp_path / "mark.modifier.yaml"
    path.write_text(
        "id: mark\ntype: data\nversion: 1\nname: Mark\nprimitives:\n"
        "  - kind: on-captured\n    target: {squares: [40]}\n"
        "    primitives: [{kind: add-to-attribute, attr: RangeBonus, delta: 1}]\n",
        encoding="utf-8",
    )
    choice = ModifierChoice(parse_modifier(path), {"type": "pawn"})
    assert program_of("chess", modifiers=[choice])
    with pytest.raises(DocumentError) as caught:
        program_of("los-alamos", modifiers=[choice])
    assert [(one.code, one.line) for one in caught.value.problems] == [("E_SQUARE", 7)]
