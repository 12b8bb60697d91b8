"""Laws of what is derived: it equals what plain Python says, whatever was played, undone or loaded."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import Program, compile_document
from rete_chess.core.attacks import is_in_check
from rete_chess.core.reach import GUARDED
from rete_chess.documents import load_document
from rete_chess.match import Match
from rete_chess.testing._helpers import settle
from tests.engine_rules.dynamic_documents import (
    ENTRIES,
    GIFTS,
    Made,
    effective_pieces,
    make,
    profile,
    stored_pieces,
)

SEEDS = range(14)
PLIES = 10


def compiled(seed: int) -> tuple[Made, Program, Random]:
    random = Random(seed)
    made = make(random)
    return made, compile_document(load_document(made.text, "random.variant.yaml")), random


def play(engine: Engine, random: Random) -> Any:
    """Play a random move, now and then take some back first."""
    if engine.move_log and random.random() < 0.2:
        for _ in range(random.randint(1, len(engine.move_log))):
            engine.undo()
        return None
    return None if engine.result is not None else engine.apply(random.choice(engine.legal_moves()))


def check_profiles(made: Made, engine: Engine) -> None:
    """Every piece moves and counts as the building blocks of the document say."""
    board = engine.board
    pieces = effective_pieces(made, engine)
    royals: list[list[int]] = [[], []]
    for piece in pieces:
        reach = board.pieces[piece.color][piece.square]
        kind, standing = profile(made, engine, piece, pieces)
        assert reach.row is board.book.row(kind, piece.color, standing), (piece, kind, standing)
        assert reach is reach.row[piece.square]
        assert (board.cells[piece.square] >= GUARDED) == standing.is_guarded
        if standing.is_royal:
            royals[piece.color].append(piece.square)
        for name, value in (("Power", piece.power), ("Bonus", piece.bonus)):
            assert engine.session.effective(piece.entity, name) == value, (piece, name)
    assert [sorted(squares) for squares in board.royals[:2]] == royals


def loaded(engine: Engine) -> Engine:
    """A game that begins where another one stands, with the same stored facts."""
    other = Engine(engine.program, engine.fen(), "native")
    for piece in stored_pieces(engine):
        twin = other.piece_at(piece.square)
        assert twin is not None
        for name in ("Power", "Bonus"):
            value = engine.session.get(piece.entity, name)
            if value is None:
                other.session.retract(twin.id, name)
            else:
                other.session.insert(twin.id, name, value)
    settle(other)
    return other


def check_legality(engine: Engine, random: Random) -> None:
    """The same facts set up anew have the same legal moves, and these leave no royal piece in check."""
    legal = engine.legal_moves()
    assert list(legal) == list(loaded(engine).legal_moves()), engine.fen()
    if "turn-start" in engine.program.rules_at or "after-move" in engine.program.rules_at:
        return  # rules after the move may bring a check
    for move in random.sample(legal, min(2, len(legal))):
        engine.apply(move)
        board = engine.board
        assert board.lost or not is_in_check(board, board.turn ^ 1), (engine.fen(), str(move))
        engine.undo()


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_derived_is_what_the_facts_say(seed: int) -> None:
    made, program, random = compiled(seed)
    engine = Engine(program, network="native")
    check_profiles(made, engine)
    for _ in range(PLIES):
        play(engine, random)
        check_profiles(made, engine)
        if engine.result is None:
            check_legality(engine, random)
    check_profiles(made, engine.clone())


def told(record: Any) -> list[tuple[Any, ...]]:
    trace = record.trace
    firings = [(f.stage, f.point, f.rule, f.entity, f.square, f.changes, f.text) for f in trace.firings]
    return [*firings, *((event.event, event.source, event.piece, event.target) for event in trace.events)]


@pytest.mark.parametrize("seed", SEEDS)
def test_both_networks_derive_the_same(seed: int) -> None:
    _, program, random = compiled(seed)
    native, durable = Engine(program, network="native"), Engine(program, network="durable")
    for _ in range(PLIES):
        if native.result is not None:
            break
        move = str(random.choice(native.legal_moves()))
        assert told(native.apply(move)) == told(durable.apply(move))
        assert native.state_hash() == durable.state_hash()
        assert native.board.bonuses == durable.board.bonuses
        assert list(native.legal_moves()) == list(durable.legal_moves())
        if random.random() < 0.2:
            native.undo()
            durable.undo()


def face(engine: Engine) -> tuple[Any, ...]:
    """All that is stored and all that is derived."""
    board = engine.board
    pieces = [{square: id(reach) for square, reach in side.items()} for side in board.pieces]
    bonuses = {name: column.copy() for name, column in board.bonuses.items()}
    royals = [sorted(squares) for squares in board.royals]
    legal = list(engine.legal_moves())
    return engine.state_hash(), engine.position_key, pieces, bonuses, royals, board.cells.copy(), legal


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_derived_goes_back_and_forth_with_the_moves(seed: int) -> None:
    _, program, random = compiled(seed)
    match = Match(program, network="native")
    engine = match.engine
    faces = [face(engine)]
    while len(faces) < PLIES and not match.is_over:
        match.play(str(random.choice(engine.legal_moves())))
        faces.append(face(engine))
    for before in reversed(faces[:-1]):
        match.undo()
        assert face(engine) == before
    for after in faces[1:]:
        match.redo()
        assert face(engine) == after


def test_the_documents_use_every_building_block() -> None:
    """The seeds above reach all of them, so that no law holds for want of cases."""
    used = [compiled(seed)[0] for seed in SEEDS]
    assert {gift for made in used for gift in made.gifts} == set(GIFTS)
    assert {entry for made in used for entry in made.entries} == set(ENTRIES)
    tiers = {compiled(seed)[1].book.tier for seed in SEEDS}
    assert tiers == {2, 3}
