"""Names whose sense is not known for sure are left alone: what attributes hold may be anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import examine

HEAD = "kind: variant\nid: tried\nname: Tried\nextends: chess\n"
ATTRIBUTES = """\
attributes:
  Home: {of: piece, type: int, start: 0}
  Friend: {of: piece, type: int, start: 0}
  Shape: {of: piece, type: string, start: pawn}
  Banner: {of: piece, type: string, start: white}
"""
RULE = """\
rules:
  - id: one
    at: capture
    when: [{event: {piece: $p, target: $v, to: $to, side: $side}}%s]
    do: [%s]
"""

#: name: (further patterns, actions)
GOOD = {
    "squares and pieces that attributes hold": (
        "",
        "{set: {target: $p, attr: Home, to: $to}}, {set: {target: $p, attr: Friend, to: $v}}, "
        "{relocate: {target: $p, to: $p.Home}}, {destroy: {target: $p.Friend}}",
    ),
    "the same, bound by patterns": (
        ", {piece: {id: $p, Home: $home, Friend: $friend}}, {piece: {id: $friend, square: $home}}",
        "{destroy: {target: $friend}}, {effect: {kind: boom, square: $home}}",
    ),
    "types and sides in texts": (
        ", {piece: {id: $p, Shape: $shape, Banner: $banner}}, {piece: {type: $shape, color: $banner}}",
        "{spawn: {type: $shape, color: $banner, square: e4}}, {set: {target: $p, attr: Shape, to: $v.type}}",
    ),
    "pieces that stand for their squares": (
        ", {tile: {id: $tile}}, {square: {is: $v, empty: true}}",
        "{relocate: {target: $p, to: $v}}, {tile: {square: $tile, type: wall}}, "
        "{destroy: {target: {around: $p}}}",
    ),
    "numbers of all makings": (
        ", {game: {FullmoveNumber: $n, Turn: $turn}}, {side: {color: $turn}}",
        "{add: {target: $p, attr: Home, by: {of: $n, times: 2}}}, {damage: {target: $p, amount: $n}}, "
        "{add: {target: $p, attr: Home, by: {count: {color: $side}}}}",
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_no_false_alarm(name: str, tmp_path: Path) -> None:
    path = tmp_path / "tried.variant.yaml"
    path.write_text(HEAD + ATTRIBUTES + RULE % GOOD[name])
    assert [problem for problem in examine(path).problems if problem.severity == "error"] == []
