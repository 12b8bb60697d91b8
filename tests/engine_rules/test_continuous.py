"""Continuous rules and profiles where data cannot say it: provenance, counters, tiers, presets that end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, catalog, compile_document, program_of, with_presets
from rete_chess.core.lawbook import EFFECTS, LOOK, PINS
from rete_chess.documents import load_document
from rete_chess.errors import DocumentError
from rete_chess.facts.vocabulary import Contribution
from rete_chess.network._native import NativeMemory
from rete_chess.testing._helpers import place_piece

HEAD = "kind: variant\nid: {id}\nname: Made up\nextends: chess\n"
COURT = "tests/scenarios/documents/court.variant.yaml"

#: A knight's range by a number that it holds, written only when a turn starts.
STEADY = """attributes:
  Zeal: {of: piece, type: int, for: {type: {in: [knight, pawn]}}, start: 0, min: 0, max: 2}
moves:
  - {for: {id: $p, type: knight}, modify: {range: $p.Zeal}}
  - {for: {type: queen, Zeal: 2}, captures: none}
"""
GROW = """rules:
  - id: grow
    at: turn-start
    when: [{event: {side: $c}}, {piece: {id: $p, color: $c, Zeal: {lt: 2}}}]
    do: [{add: {target: $p, attr: Zeal, by: 1}}]
"""


def compiled(body: str, name: str = "made-up") -> Program:
    return compile_document(load_document(HEAD.format(id=name) + body, f"{name}.variant.yaml"))


def test_contributions_name_their_rules_and_sources() -> None:
    engine = Engine(program_of(COURT), "4k3/8/8/8/8/8/3N4/4K3 w - - 0 1", "native")
    king, knight = engine.piece_at("e1"), engine.piece_at("d2")
    assert king is not None
    assert knight is not None
    engine.session.insert(knight.id, "Strength", 1)
    place_piece(engine, "pawn", "white", "h2")
    courage = (Contribution("court/lend-courage", king.id, 1), Contribution("court/panic", knight.id, -1))
    assert engine.session.contributions(knight.id, "Courage") == courage
    assert engine.session.get(knight.id, "Courage") is None
    assert engine.session.effective(knight.id, "Courage") == 0
    assert engine.session.contributions(king.id, "Courage") == ()
    engine.apply("d2b3")
    assert engine.session.contributions(knight.id, "Courage") == courage[1:]
    engine.undo()
    assert engine.session.contributions(knight.id, "Courage") == courage


def test_what_is_contributed_is_no_part_of_the_stored_facts() -> None:
    engine = Engine(program_of(COURT), "4k3/8/8/8/8/8/3N4/4K3 w - - 0 1", "native")
    assert all(fact.attr not in ("Courage", "Reach") for fact in engine.session.all_facts())


class Calls:
    """Counts the questions to networks, by point."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.counts: Counter[str] = Counter()
        asked = NativeMemory.activations

        def counted(memory: NativeMemory, stage: str, event: Any) -> Any:
            self.counts[stage] += 1
            return asked(memory, stage, event)

        monkeypatch.setattr(NativeMemory, "activations", counted)


def play(engine: Engine, plies: int, seed: int = 1) -> None:
    random = Random(seed)
    for _ in range(plies):
        if engine.result is None:
            engine.apply(random.choice(engine.legal_moves()))


def test_nothing_is_asked_where_nothing_is_derived(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Calls(monkeypatch)
    engine = Engine(compiled("moves: [{for: {type: rook}, add: [{leap: diagonal}]}]\n"), network="native")
    play(engine, 20)
    assert not calls.counts
    assert not engine.board.bonuses
    assert engine.board.book.tier == PINS


def test_profiles_alone_ask_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Calls(monkeypatch)
    play(Engine(compiled(STEADY, "quiet"), network="native"), 20)
    assert not calls.counts


def test_rules_are_asked_again_only_when_what_they_read_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No question while no fact links the rule, then one for each change of the facts that it asks for."""
    body = """attributes:
  Zeal: {of: piece, type: int, start: 0}
  Hope: {of: piece, type: int}
rules:
  - id: hope
    at: derive
    when: [{piece: {id: $p, Zeal: {gt: 0}}}]
    do: [{contribute: {target: $p, attr: Hope, by: 1}}]
  - id: train
    at: move
    when: [{event: {piece: $p}}, {piece: {id: $p, type: knight}}]
    do: [{add: {target: $p, attr: Zeal, by: 1}}]
"""
    calls = Calls(monkeypatch)
    engine = Engine(compiled(body, "hopeful"), network="native")
    for move in ("e2e4", "e7e5", "a2a3", "a7a6"):
        engine.apply(move)
    assert calls.counts["derive"] == 0
    for move, asked in (("g1f3", 1), ("h7h6", 1), ("f3g1", 1), ("h6h5", 1), ("b1c3", 2)):
        engine.apply(move)
        assert calls.counts["derive"] == asked
    for _ in range(3):
        engine.undo()
    engine.apply("b2b3")
    assert calls.counts["derive"] == 2


# -- how legality is decided ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "tier", "words"),
    [
        (STEADY + GROW, LOOK, "single pieces may move otherwise"),
        (STEADY + GROW.replace("turn-start", "move"), EFFECTS, "a move may"),
        ("moves: [{for: {type: rook, square: {rank: 4}}, captures: none}]\n", EFFECTS, "on the position"),
        (
            "attributes: {Crowned: {of: piece, type: bool}}\nroyal: [{type: king}, {Crowned: true}]\n",
            EFFECTS,
            "promotes",
        ),
    ],
)
def test_the_tier_of_legality_has_its_reason(body: str, tier: int, words: str) -> None:
    book = compiled(body, f"tier-{tier}-{len(body)}").book
    assert (book.tier, words in book.tier_reason) == (tier, True), book.tier_reason


@pytest.mark.parametrize("seed", range(4))
def test_looking_without_effects_is_right_where_it_is_chosen(seed: int) -> None:
    """Movement by what no move changes at once needs no simulation; with it the answer is the same."""
    program = compiled(STEADY + GROW, "steady")
    slow = replace(program, laws=replace(program.laws, is_simulated=True))
    random, engine, twin = Random(seed), Engine(program, network="native"), Engine(slow, network="native")
    for _ in range(25):
        assert list(engine.legal_moves()) == list(twin.legal_moves())
        if engine.result is not None:
            break
        move = str(random.choice(engine.legal_moves()))
        engine.apply(move)
        twin.apply(move)


def test_a_change_that_promotes_to_a_stranger_is_refused() -> None:
    body = """attributes: {Zeal: {of: piece, type: int, start: 0}}
moves: [{for: {type: pawn, Zeal: {gt: 1}}, promote: [dragon]}]
"""
    with pytest.raises(DocumentError, match="dragon") as caught:
        Engine(compiled(body, "strange"))
    assert [(found.code, found.line) for found in caught.value.problems] == [("E_PIECE_TYPE", 6)]


# -- presets -------------------------------------------------------------------------------------------

HARDY = """kind: preset
id: hardy
name: Hardy
description: Kings lend zeal to the pieces beside them, and zeal lengthens their steps.
attributes:
  Zeal: {of: piece, type: int, max: 2}
moves:
  - {for: {id: $p, type: {in: [knight, king]}}, modify: {range: $p.Zeal}}
rules:
  - id: lend
    at: derive
    when: [{piece: {id: $k, type: king, color: $c}}]
    do: [{contribute: {target: {around: $k, filter: {color: $c}}, attr: Zeal, by: 1}}]
"""


@pytest.fixture
def hardy() -> Iterator[None]:
    """Let the preset above be found."""
    with catalog.registered(HARDY):
        yield


FEN = "3nk3/8/8/8/8/8/8/3NK3 w - - 0 1"


@pytest.mark.usefixtures("hardy")
def test_a_preset_that_ends_takes_its_contributions_and_profiles_along() -> None:
    program = with_presets(program_of("chess"), [ActivePreset("hardy", turns_remaining=2)])
    engine = Engine(program, FEN, "native")
    knight = engine.piece_at("d1")
    assert knight is not None
    assert "d1f5" in engine.legal_moves()

    def face() -> tuple[Any, ...]:
        return engine.state_hash(), deepcopy(engine.board.bonuses), list(engine.legal_moves())

    faces = []
    for move in ("e1f1", "e8f8", "f1e1", "f8e8"):
        faces.append(face())
        engine.apply(move)
    assert engine.session.effective(knight.id, "Zeal") is None
    assert not engine.board.bonuses
    assert "d1f5" not in engine.legal_moves()
    while engine.move_log:
        engine.undo()
        assert face() == faces.pop()
    assert engine.session.effective(knight.id, "Zeal") == 1


@pytest.mark.usefixtures("hardy")
def test_a_preset_that_begins_brings_them_at_once() -> None:
    engine = Engine(program_of("chess"), FEN, "native")
    knight = engine.piece_at("d1")
    assert knight is not None
    engine.set_active_presets([ActivePreset("hardy")])
    assert engine.session.effective(knight.id, "Zeal") == 1
    assert "d1f5" in engine.legal_moves()
    engine.set_active_presets([])
    assert engine.session.effective(knight.id, "Zeal") is None
    assert "d1f5" not in engine.legal_moves()


@pytest.mark.usefixtures("hardy")
def test_what_is_derived_between_moves_is_on_record() -> None:
    program = with_presets(program_of("chess"), [ActivePreset("hardy")])
    engine = Engine(program, FEN, "native")
    rook = engine.spawn_piece("rook", "white", "f1")
    assert engine.session.effective(rook, "Zeal") == 1
    assert [(f.stage, f.point, f.rule) for f in engine.incidents[-1].trace.firings] == [
        ("between-moves", "derive", "hardy/lend")
    ]
    engine.deal_damage(rook, 1)
    assert engine.session.contributions(rook, "Zeal") == ()


@pytest.mark.usefixtures("hardy")
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_preset_for_one_side_helps_that_side_alone(side: str) -> None:
    program = with_presets(program_of("chess"), [ActivePreset("hardy", side)])
    engine = Engine(program, FEN, "native")
    for color, square in (("white", "d1"), ("black", "d8")):
        knight = engine.piece_at(square)
        assert knight is not None
        assert engine.session.effective(knight.id, "Zeal") == (1 if color == side else None)
