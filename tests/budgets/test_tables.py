"""Tables that a program holds: conditions, of which none grows with the ways in which its patterns match, and
movement, in which every leg is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from rete_chess import Budget, Engine, load_text
from rete_chess.compiler import Program, compile_document
from rete_chess.compiler.policies.clauses import MOST_ASKED
from rete_chess.core import paths
from rete_chess.core.atoms import Atom, PieceType, Topology
from rete_chess.core.geometry import Zone, _zones, geometry, zone_squares
from rete_chess.core.moves import Manner
from rete_chess.core.paths import Ground, Walker
from rete_chess.core.rows import RowSpec, build_row
from rete_chess.errors import BudgetError

_HEAD = "kind: variant\nid: greedy\nname: Greedy\ndescription: Greedy.\nextends: chess\n"
_NEVER = "{piece: {type: queen, color: white, square: {in: [a8]}}}"
SERVER = Budget.server()


def sides(count: int) -> str:
    return ", ".join(f"{{side: {{color: $s{n}}}}}" for n in range(count))


def made(*lines: str) -> Program:
    return compile_document(load_text(_HEAD + "\n".join(lines) + "\n", "x.variant.yaml"), budget=SERVER)


def end(*patterns: str) -> str:
    return f"result: {{ends: [{{draw: x, when: [{', '.join(patterns)}]}}]}}"


def asked(clauses: Sequence[Sequence[object]] | None) -> int:
    return sum(map(len, clauses or ()))


def test_a_small_condition_is_a_table() -> None:
    laws = made(end(sides(2), "{piece: {color: $s0, square: {in: [e4]}}}", _NEVER)).laws
    assert laws.ended_when is not None
    assert [len(clause) for clause in laws.ended_when] == [2, 2]


@pytest.mark.parametrize(
    "policy",
    [
        end(sides(40), _NEVER),
        end(sides(6), "{not: {piece: {color: $s0, square: {in: [a4, b4]}}}}", _NEVER),
        "result: {ends: ["
        + ", ".join(f"{{draw: x{n}, when: [{sides(5)}, {_NEVER}]}}" for n in range(50))
        + "]}",
        f"result: {{insufficient: [{', '.join([f'[{sides(40)}, {_NEVER}]'] * 16)}]}}",
        f"check: {{unless: [{sides(40)}, {_NEVER}]}}",
        end(*["{not: {piece: {square: {in: [a4, b4]}}}}"] * 50),
    ],
    ids=["sides", "absences", "many ends", "insufficient", "check", "all"],
)
def test_a_large_one_is_none_and_costs_little(policy: str) -> None:
    program, plain = made(policy), made()
    laws = program.laws
    for clauses in (laws.ended_when, laws.scanty_when, *laws.exempt_when):
        assert asked(clauses) <= MOST_ASKED
    assert None in (laws.ended_when, laws.scanty_when, laws.exempt_when[0])
    assert program.cost.steps - plain.cost.steps < 4_000


def test_each_way_to_begin_a_clause_is_paid_for_by_who_asks() -> None:
    costs = [made(end(sides(count), _NEVER)).cost.steps for count in range(1, 7)]
    assert [more - less for less, more in pairwise(costs)] == [4 * 2 ** (count + 1) for count in range(1, 6)]


@pytest.mark.parametrize(
    "patterns",
    [
        f"{{any: [[{', '.join(['{piece: {color: white}}'] * 8)}, {_NEVER}]]}}",
        f"{{not: {{any: [[{', '.join(['{piece: {color: white}}'] * 8)}, {_NEVER}]]}}}}",
        f"{sides(40)}, {{piece: {{type: queen, color: $s0}}}}",  # there is none to be held against
    ],
    ids=["any", "not any", "sides"],
)
def test_what_no_table_says_is_paid_for_at_every_depth(patterns: str) -> None:
    fen = 'fen: "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w - - 0 1"'
    program = made("royal: [{type: queen}]", fen, f"check: {{unless: [{patterns}]}}")
    with pytest.raises(BudgetError) as caught:
        Engine(program, network="native", budget=SERVER).apply("e2e4")
    assert SERVER.move < caught.value.cost.steps < SERVER.move + 2_000
    assert caught.value.cost.most.id == "check.unless of greedy"


_ALL = tuple((files, ranks) for files in (-1, 0, 1) for ranks in (-1, 0, 1) if files or ranks)
_AWAY = Atom("leap", ((15, 15),))


@pytest.mark.parametrize(
    "last",
    [(_AWAY,), (_AWAY,) * 64, (Atom("slide", _ALL, shortest=15),) * 8, (Atom("leap", _ALL),)],
    ids=["nowhere", "nowhere often", "too short", "leaps"],
)
def test_legs_cost_what_they_take_wherever_they_lead(
    last: tuple[Atom, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    walked, seen = [0], [0]
    walk, lines = Walker.walk, Walker._lines

    def counted(self: Walker, *args: Any) -> None:
        walked[0] += 1
        walk(self, *args)

    def measured(self: Walker, atom: Atom, square: int) -> list[Any]:
        found = lines(self, atom, square)
        seen[0] += len(atom.directions) + sum(len(line) for _, line in found)
        return found

    monkeypatch.setattr(Walker, "walk", counted)
    monkeypatch.setattr(Walker, "_lines", measured)
    walker = Walker(Ground(geometry(16, 16), 0, Topology()), 100)
    walker.walk((Atom("slide", _ALL, stops=False, then=last),), 100, (), ())
    walker.spend(0)
    legs = walked[0] - 1
    assert legs > 50
    steps = 24 * legs + seen[0] + sum(6 + len(way.clear) for way in walker.ways)
    assert walker.cost == steps


def test_lame_leaps_off_the_board_are_no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    lame = Walker._lame

    def counted(self: Walker, *args: Any) -> tuple[int, ...]:
        found = lame(self, *args)
        asked.append(len(found))
        return found

    monkeypatch.setattr(Walker, "_lame", counted)
    far = Atom(
        "leap", tuple((files, ranks) for files in range(8, 16) for ranks in range(8, 16)), via="orthogonal"
    )
    walker = Walker(Ground(geometry(16, 16), 0, Topology()), 7 * 16 + 7)
    walker.walk((far,) * 16, 7 * 16 + 7, (), ())
    walker.spend(0)
    assert len(asked) == 16
    assert walker.cost == 16 * 64 + 16 + sum(asked) + sum(6 + len(way.clear) for way in walker.ways)


def test_zones_of_strangers_are_forgotten() -> None:
    board = geometry(16, 16)
    for number in range(2_000):
        names = tuple(board.names[(number + place) % 256] for place in range(1 + number % 200))
        assert len(zone_squares(Zone(squares=names), board, 0)) == len(names)
    assert _zones.bytes <= _zones.most


def test_where_an_atom_may_begin_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Zone] = []

    def counted(zone: Zone, *args: Any) -> frozenset[int]:
        asked.append(zone)
        return zone_squares(zone, *args)

    monkeypatch.setattr(paths, "zone_squares", counted)
    piece = PieceType("hopper", "h", (Atom("leap", _ALL, origin=Zone(ranks=(1, 2))),))
    build_row(RowSpec(geometry(16, 16), piece, 0, {"hopper": 0}, {Manner(): 0}))
    assert len(asked) == 1
