"""Events: made in one way, with every field in its place."""

from __future__ import annotations

import ast
from pathlib import Path

import rete_chess
from rete_chess.core.board import Board
from rete_chess.core.geometry import Geometry
from rete_chess.engine import Engine
from rete_chess.facts.events import PLACES, Event, journey, make_event

ROOT = Path(rete_chess.__file__).parent


def test_every_field_has_its_place() -> None:
    fields = Event._fields[2:]
    made = make_event(7, "move", **{field: f"the {field}" for field in fields})  # type: ignore[arg-type]
    assert made == (7, "move", *(f"the {field}" for field in fields))
    assert made.field("from") == made[PLACES["origin"]] == "the origin"


def test_what_is_left_out_is_as_usual() -> None:
    assert make_event(1, "result") == Event(1, "result")
    assert make_event(1, "result", side="white", player=True) == Event(1, "result", "white", player=True)


def test_copies_differ_in_one_field() -> None:
    event = make_event(3, "capture", piece=1, target=2, amount=1, kind="capture")
    assert event.with_id(4) == event._replace(id=4)
    assert event.with_amount(None) == event._replace(amount=None)
    assert event.with_word("damage") == event._replace(event="damage")


def test_a_journey_knows_its_line() -> None:
    engine = Engine("chess")
    board: Board = engine.board
    geometry: Geometry = board.book.geometry
    a1, a5, b3 = (geometry.parse_square(name) for name in ("a1", "a5", "b3"))
    straight = journey(1, "move", board, side="white", piece=5, origin=a1, to=a5, tag="")
    leap = journey(2, "move", board, side="white", piece=5, origin=a1, to=b3, tag="hop", target=9)
    assert (straight.line, straight.direction, straight.tag, straight.target) == (True, (0, 1), None, None)
    assert (leap.line, leap.direction, leap.tag, leap.target) == (False, None, "hop", 9)


def test_events_are_made_in_one_way() -> None:
    calls = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted(ROOT.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Event"
    ]
    assert calls == [], "write make_event(...)"
