"""Pieces that are read off their lines have the very tables that sorting their ways would give."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess.core import rows
from rete_chess.core.atoms import DIRECTIONS, Atom, Castle, PieceType, Promotion, Topology
from rete_chess.core.geometry import Geometry, Zone, geometry
from rete_chess.core.moves import PLAIN
from rete_chess.core.paths import Ground
from rete_chess.core.reach import Reach
from rete_chess.core.rows import RowSpec, build_row, fill_straight, is_straight

ROOK = Atom("slide", DIRECTIONS["orthogonal"])
BISHOP = Atom("slide", DIRECTIONS["diagonal"])
KNIGHT = Atom("leap", DIRECTIONS["knight"], longest=1)
KING = Atom("leap", DIRECTIONS["all"], longest=1)

STRAIGHT = {
    "rook": (ROOK,),
    "queen": (ROOK, BISHOP),
    "knight": (KNIGHT,),
    "archbishop": (KNIGHT, BISHOP),
    "short rook": (Atom("slide", DIRECTIONS["orthogonal"], longest=3),),
    "king that leaps from home": (KING, Atom("leap", ((2, 0),), longest=1, origin=Zone(own_ranks=(1,)))),
    "two atoms that meet": (ROOK, Atom("leap", ((2, 0), (0, 2)), longest=1)),
    "nothing": (),
}
TOPOLOGIES = {
    "flat": Topology(),
    "cylinder": Topology(wrap_files=True),
    "billiards": Topology(bounce_edges="all", bounce_times=2),
    "longer": Topology(extra_range=1),
}


def row_of(atoms: tuple[Atom, ...], topology: Topology, color: int, board: Geometry) -> list[Any]:
    piece = PieceType("it", "i", atoms, Castle(("it",)), topology=topology)
    assert is_straight(piece)
    return [plain(reach) for reach in build_row(RowSpec(board, piece, color, {"it": 0}, {PLAIN: 0}))]


def plain(reach: Reach) -> Any:
    """All that a reach says, as values that can be compared."""
    said = {name: value for name, value in fields(reach).items() if name not in ("row", "plain_part", "cost")}
    said["options"] = [
        (option.target, option.prey, list(map(fields, option.quiet)), list(map(fields, option.strike)))
        for option in reach.options
    ]
    said["detours"] = {target: list(map(fields, ways)) for target, ways in reach.detours.items()}
    return said, None if reach.plain_part is None else plain(reach.plain_part)


def fields(record: Any) -> dict[str, Any]:
    return {name: getattr(record, name) for name in type(record).__slots__}


@pytest.mark.parametrize("size", [(8, 8), (3, 5)], ids=str)
@pytest.mark.parametrize("color", [0, 1])
@pytest.mark.parametrize("topology", TOPOLOGIES.values(), ids=TOPOLOGIES)
@pytest.mark.parametrize("atoms", STRAIGHT.values(), ids=STRAIGHT)
def test_lines_give_what_sorting_gives(
    atoms: tuple[Atom, ...],
    topology: Topology,
    color: int,
    size: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = row_of(atoms, topology, color, geometry(*size))
    monkeypatch.setattr(rows, "fill_straight", lambda *_: False)
    assert read == row_of(atoms, topology, color, geometry(*size))


def test_lines_that_meet_are_left_to_the_sorter(monkeypatch: pytest.MonkeyPatch) -> None:
    filled: list[bool] = []

    def noted(reach: Reach, piece: PieceType, ground: Ground) -> bool:
        filled.append(fill_straight(reach, piece, ground))
        return filled[-1]

    monkeypatch.setattr(rows, "fill_straight", noted)
    row_of(STRAIGHT["queen"], TOPOLOGIES["flat"], 0, geometry())
    assert filled == [True] * 64
    filled.clear()
    row_of(STRAIGHT["queen"], TOPOLOGIES["cylinder"], 0, geometry())
    assert not any(filled)


@pytest.mark.parametrize(
    "atom",
    [
        Atom("hop", DIRECTIONS["orthogonal"]),
        Atom("slide", DIRECTIONS["orthogonal"], mode="move"),
        Atom("slide", DIRECTIONS["orthogonal"], shortest=2),
        Atom("leap", DIRECTIONS["knight"], then=(KNIGHT,)),
        Atom("leap", DIRECTIONS["knight"], stay=True),
        Atom("leap", DIRECTIONS["knight"], tag="jump"),
        Atom("leap", DIRECTIONS["knight"], en_passant="exposes"),
    ],
    ids=lambda atom: f"{atom.step} {atom.mode} {atom.shortest} {atom.tag}{atom.en_passant}",
)
def test_what_is_not_straight(atom: Atom) -> None:
    assert not is_straight(PieceType("it", "i", (ROOK, atom)))


def test_who_is_not_straight() -> None:
    assert not is_straight(PieceType("it", "i", (ROOK,), captures="any"))
    assert not is_straight(PieceType("it", "i", (ROOK,), promotion=Promotion(Zone(ranks=(8,)), ("it",))))
