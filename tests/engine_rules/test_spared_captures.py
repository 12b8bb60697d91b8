"""Captures that may come to nothing: legality looks only at those whose two ends differ."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, compile_document, program_of
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.documents import load_document
from rete_chess.engine._game import Game
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.facts.events import Event

ARMOUR = """
kind: variant
id: armour
name: Armour
extends: chess
attributes:
  Armour: {of: piece, type: int, start: 1, min: 0, max: 9, for: {type: {not: king}}}
rules:
  - id: ward
    at: damage
    when: [{event: {target: $t}}, {piece: {id: $t, Armour: {gt: 0}}}]
    do: [{absorb: {target: $t, with: Armour}}]
"""


def armour(more: str = "") -> Program:
    return compile_document(load_document(ARMOUR + more, "armour.variant.yaml"))


class Imagined:
    """Counts the moves that are played to be looked at."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        original = Game.imagine

        def counted(*arguments: Any) -> Any:
            self.count += 1
            return original(*arguments)

        monkeypatch.setattr(Game, "imagine", counted)


DAMAGE = """
  - id: spikes
    at: damaged
    when: [{event: {piece: $p, target: $t}}]
    do: [{damage: {target: $p, amount: 1}}]
"""


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (lambda: armour(), True),
        (lambda: armour(DAMAGE), False),
        (lambda: program_of("chess", [ActivePreset("queen-splits")]), False),
        (lambda: program_of("atomic"), False),
    ],
)
def test_which_rules_only_spare(program: Any, expected: bool) -> None:
    assert program().laws.is_all_or_nothing == expected


def test_a_capture_that_is_legal_either_way_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    imagined = Imagined(monkeypatch)
    engine = Engine(armour(), "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "native")
    assert "e4d5" in list(engine.legal_moves())
    assert imagined.count == 0


@pytest.mark.parametrize(
    ("fen", "move", "is_legal"),
    [
        ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", False),  # the rook that gives check is only hurt
        ("4k3/4r3/8/8/8/3p4/4R3/4K3 w - - 0 1", "e2e7", True),
        ("4k3/4r3/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", True),  # pinned, but it does not get away
    ],
)
def test_what_comes_of_it_decides_where_the_ends_differ(
    fen: str, move: str, is_legal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    imagined = Imagined(monkeypatch)
    engine = Engine(armour(), fen, "native")
    assert (move in list(engine.legal_moves())) == is_legal
    assert (imagined.count > 0) == (move != "e2e7")


class Mercy(Listener):
    """Lets no pawn be captured, which legality has to know."""

    judges_legality = True

    def before(self, event: Event, context: ListenerContext) -> Event | None:
        is_pawn = event.target is not None and context.session.get(event.target, "PieceType") == "pawn"
        return None if context.point == "before-capture" and is_pawn else event


def test_listeners_are_asked_about_imagined_captures(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(armour(), "4k3/p7/8/3p4/4P3/8/8/4K3 b - - 0 1", "native")
    engine.add_listener(Mercy())
    imagined = Imagined(monkeypatch)
    engine.apply("a7a6")
    assert imagined.count > 0
    assert engine.clone().board.is_overheard


@pytest.mark.parametrize("seed", range(10))
def test_fast_legality_equals_slow(seed: int) -> None:
    random = Random(f"armour {seed}")
    program = armour()
    engine = Engine(program, network="native")
    for _ in range(60):
        board = engine.board
        assert sorted(legal_moves(board)) == sorted(legal_by_looking(board)), engine.fen()
        if engine.result is not None:
            break
        moves = engine.legal_moves()
        captures = [move for move in moves if move.is_capture] if random.random() < 0.6 else []
        engine.apply(random.choice(captures or moves))
