"""Laws of games with Python presets: undo, both networks, clones; hooks that say nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, program_of
from rete_chess.engine import MoveRecord
from rete_chess.engine.lookahead.perft import perft
from rete_chess.errors import MoveRefusedError, RulesError
from rete_chess.presets import registered
from rete_chess.presets.hooks import HOOKS
from rete_chess.testing.sample_presets import SAMPLES
from tests.presets.recording import recording

DOCUMENTS = ("piece-hp", "piece-shield", "queen-splits", "double-move", "berolina-pawns", "suicide-chess")


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Chess or Atomic with one to three Python presets and up to two documents, in any order."""
    names = draw(
        st.lists(st.sampled_from([sample.id for sample in SAMPLES]), min_size=1, max_size=3, unique=True)
    )
    names += draw(st.lists(st.sampled_from(DOCUMENTS), max_size=2, unique=True))
    presets = [
        ActivePreset(
            name, draw(st.sampled_from(("both", "white", "black"))), draw(st.none() | st.integers(1, 9))
        )
        for name in draw(st.permutations(names))
    ]
    try:
        return program_of(draw(st.sampled_from(("chess", "atomic"))), presets)
    except RulesError:  # presets that do not go together
        reject()


def told(record: MoveRecord) -> list[tuple[Any, ...]]:
    return [(f.stage, f.point, f.event, f.rule, f.entity, f.square, f.changes) for f in record.trace.firings]


def face(engine: Engine) -> tuple[Any, ...]:
    return engine.state_hash(), engine.fen(), engine.position_key, list(engine.legal_moves()), engine.result


def play(engine: Engine, move: str) -> MoveRecord | None:
    try:
        return engine.apply(move)
    except MoveRefusedError:
        return None


@settings(max_examples=25)
@given(st.data(), st.integers(0, 1 << 32))
def test_undo_networks_and_clones(data: st.DataObject, seed: int) -> None:
    with registered(*SAMPLES):
        program = data.draw(programs())
        random = Random(seed)
        native, durable = Engine(program, network="native"), Engine(program, network="durable")
        faces = [face(native)]
        for _ in range(10):
            if native.result is not None:
                break
            move = str(random.choice(native.legal_moves()))
            copy = native.clone()
            records = [play(engine, move) for engine in (native, durable, copy)]
            assert face(native) == face(durable) == face(copy)
            if records[0] is None:
                assert records == [None] * 3
                assert face(native) == faces[-1]
                continue
            one, other, copied = (record and told(record) for record in records)
            assert one == other == copied
            faces.append(face(native))
        while native.move_log:
            assert face(native) == face(durable) == faces.pop()
            native.undo()
            durable.undo()
        assert face(native) == face(durable) == faces.pop()


@settings(max_examples=10)
@given(st.integers(0, 1 << 32))
def test_hooks_that_say_nothing_change_nothing(seed: int) -> None:
    """The slow tier by hooks is the fast tier by tables, position by position."""
    with registered(recording([])):
        silent = Engine(program_of("chess", [ActivePreset("recorder")]), network="native")
    plain, random = Engine(), Random(seed)
    for _ in range(16):
        if plain.result is not None:
            break
        assert list(silent.legal_moves()) == list(plain.legal_moves())
        assert (silent.fen(), silent.in_check, silent.result) == (plain.fen(), plain.in_check, plain.result)
        move = str(random.choice(plain.legal_moves()))
        plain.apply(move)
        silent.apply(move)


FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
)


@pytest.mark.parametrize(("fen", "nodes"), list(zip(FENS, (48, 191, 264))))
def test_node_counts_by_hooks(fen: str, nodes: int) -> None:
    """Castling, en passant and promotion through the referee, by hooks of every kind that say nothing."""
    queries = tuple(name for name, hook in HOOKS.items() if hook.kind == "query")
    with registered(recording([], hooks=queries)):
        engine = Engine(program_of("chess", [ActivePreset("recorder")]), fen)
    assert perft(engine, 1 if nodes == 48 else 2) == nodes
