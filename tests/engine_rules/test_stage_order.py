"""One rich move through all twelve stages: what happens where, in which order."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, compile_document
from rete_chess.documents import load_document
from rete_chess.stages import STAGES

#: A rule at every point, none of which changes anything.
EARS = """
kind: variant
id: ears
name: Ears
extends: chess
rules:
  - {id: result, at: result, when: [{event: {side: $s}}], do: [{log: {text: "{s} moved"}}]}
  - {id: turn-start, at: turn-start, when: [{event: {side: $s}}], do: [{log: {text: "{s} begins"}}]}
  - {id: after-move, at: after-move, when: [{event: {side: $s}}], do: [{log: {text: "after"}}]}
  - {id: turn-end, at: turn-end, when: [{event: {side: $s}}], do: [{log: {text: "{s} ends"}}]}
  - id: received
    at: check
    when: [{event: {kind: received, target: $king}}]
    do: [{log: {text: "{king} is checked"}}]
  - id: delivered
    at: check
    when: [{event: {kind: delivered, piece: $who}}]
    do: [{log: {text: "{who} checks"}}]
  - id: promotion
    at: promotion
    when: [{event: {piece: $who, was: $old, becomes: $new}}]
    do: [{log: {text: "{old} becomes {new}"}}]
  - {id: entry, at: square-entry, when: [{event: {piece: $who, to: $to}}], do: [{log: {text: "enters {to}"}}]}
  - {id: move, at: move, when: [{event: {piece: $who, from: $from}}], do: [{log: {text: "leaves {from}"}}]}
  - {id: death, at: death, when: [{event: {target: $who, square: $on}}], do: [{log: {text: "dies on {on}"}}]}
  - {id: capture, at: capture, when: [{event: {piece: $by, target: $who}}], do: [{log: {text: "captured"}}]}
  - {id: damaged, at: damaged, when: [{event: {target: $w, amount: $n}}], do: [{log: {text: "hurt by {n}"}}]}
  - {id: damage, at: damage, when: [{event: {target: $who}}], do: [{log: {text: "struck"}}]}
  - {id: before-capture, at: before-capture, when: [{event: {piece: $by}}], do: [{log: {text: "aims"}}]}
  - {id: before-move, at: before-move, when: [{event: {piece: $by}}], do: [{log: {text: "sets out"}}]}
"""

#: The pawn takes on d8 and promotes; it checks, and opens the file for the rook behind it.
DOUBLE_CHECK = "3rk3/4P3/8/8/8/8/8/4R1K1 w - - 0 1"


@pytest.mark.parametrize("network", ["native", "durable"])
def test_everything_happens_at_its_stage(network: str) -> None:
    program = compile_document(load_document(EARS), [ActivePreset("queen-splits", turns_remaining=1)])
    engine = Engine(program, DOUBLE_CHECK, network)
    before = engine.state_hash()
    record = engine.apply("exd8=Q+")
    assert [stage for stage, _ in record.trace.stages()] == list(STAGES)
    fired = [(firing.stage, firing.rule.partition("/")[2], firing.square) for firing in record.trace.firings]
    assert fired == [
        ("before-move", "before-move", "e7"),
        ("before-capture", "before-capture", "e7"),
        ("damage", "damage", "d8"),
        ("damage", "damaged", "d8"),
        ("capture", "capture", "e7"),
        ("capture", "death", "d8"),
        ("move", "move", "d8"),
        ("square-entry", "entry", "d8"),
        ("promotion", "promotion", "d8"),
        ("check", "delivered", "e1"),
        ("check", "delivered", "d8"),
        ("check", "received", "e8"),
        ("turn-end", "turn-end", None),
        ("after-move", "after-move", None),
        ("turn-start", "turn-start", None),
        ("result", "result", None),
    ]
    called = [firing.piece for firing in record.trace.firings if firing.stage == "check"]
    assert called == ["white rook", "white queen", "black king"]
    assert record.trace.logs == [
        "sets out",
        "aims",
        "struck",
        "hurt by 1",
        "captured",
        "dies on d8",
        "leaves e7",
        "enters d8",
        "pawn becomes queen",
        "the white rook on e1 checks",
        "the white queen on d8 checks",
        "the black king on e8 is checked",
        "white ends",
        "after",
        "black begins",
        "white moved",
    ]
    assert record.preset_effects == ("queen-splits ends",)
    assert not engine.active_presets
    engine.undo()
    assert (engine.state_hash(), engine.fen()) == (before, DOUBLE_CHECK)
    assert [use.turns_remaining for use in engine.active_presets] == [1]
