"""Python presets that come and go between moves, and what is done to pieces there."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.compiler.checks.meetings import report_presets
from rete_chess.errors import MoveRefusedError, RulesError
from rete_chess.presets import Preset, registered
from rete_chess.testing.sample_presets import SAMPLES, Coregal
from tests.presets.recording import recording

NAMES = (*(sample.id for sample in SAMPLES), "piece-hp", "piece-shield", "double-move", "explosive-rook")


def face(engine: Engine) -> tuple[Any, ...]:
    return engine.state_hash(), engine.fen(), engine.position_key, list(engine.legal_moves()), engine.result


@settings(max_examples=20)
@given(st.data(), st.integers(0, 1 << 32))
def test_random_toggles_are_taken_back_with_the_moves(data: st.DataObject, seed: int) -> None:
    requests = st.lists(
        st.builds(
            lambda name, scope, turns: ActivePreset(name, scope, turns),
            st.sampled_from(NAMES),
            st.sampled_from(("both", "white", "black")),
            st.none() | st.integers(1, 6),
        ),
        max_size=4,
        unique_by=lambda use: use.id,
    )
    with registered(*SAMPLES):
        random = Random(seed)
        engines = [Engine(network=network) for network in ("native", "durable")]
        native, durable = engines
        faces = [face(native)]
        for _ in range(8):
            if random.random() < 0.5 and native.move_log:
                _toggle(engines, data.draw(requests))
            if native.result is not None:
                break
            move = str(random.choice(native.legal_moves()))
            if _play(native, move):
                durable.apply(move)
                faces.append(face(native))
            assert face(native) == face(durable) == face(native.clone())
        while native.move_log:
            faces.pop()
            native.undo()
            durable.undo()
            assert face(native)[0] == face(durable)[0]
        assert face(native) == face(durable) == faces.pop()


def _toggle(engines: list[Engine], presets: list[ActivePreset]) -> None:
    for engine in engines:
        with suppress(RulesError):  # presets that do not go together
            engine.set_active_presets(presets)


def _play(engine: Engine, move: str) -> bool:
    try:
        engine.apply(move)
    except MoveRefusedError:
        return False
    return True


def test_a_preset_begins_and_ends_in_the_middle_of_a_game() -> None:
    heard: list[Any] = []
    with registered(recording(heard, hooks=("on_activate", "on_deactivate"))):
        engine = Engine()
        engine.apply("e2e4")
        engine.set_active_presets([{"id": "recorder", "scope": "white"}])
        engine.set_active_presets([{"id": "recorder", "scope": "black"}])
        engine.set_active_presets([])
    assert [(hook, scope) for _, hook, scope in heard] == [
        ("on_activate", "white"),
        ("on_deactivate", "white"),
        ("on_activate", "black"),
        ("on_deactivate", "black"),
    ]
    events = [(event.event, event.kind) for incident in engine.incidents for event in incident.trace.events]
    assert events == [(hook.removeprefix("on_"), "recorder") for _, hook, _ in heard]


def test_an_id_stands_for_the_preset_that_has_it_now() -> None:
    for hook in ("on_activate", "on_deactivate"):
        heard: list[Any] = []
        preset = recording(heard, "passing", (hook,))
        type(preset).piece_attributes = {hook.title().replace("_", ""): "int"}
        with registered(preset):
            engine = Engine(program_of("chess", [ActivePreset("passing")]))
            assert engine.effective_piece_attrs[-1] == hook.title().replace("_", "")
            engine.set_active_presets([])
        assert [name for _, name, _ in heard] == [hook]


def test_a_hook_that_fails_as_its_preset_begins_leaves_all_as_it_was() -> None:
    def fail(context: Any) -> None:
        context.state.set("begun", True)
        raise ZeroDivisionError

    with registered(recording([], hooks=("on_activate",), on_activate=fail)):
        engine = Engine()
        before = face(engine)
        with pytest.raises(Exception, match="recorder/on_activate"):
            engine.set_active_presets([{"id": "recorder"}])
        assert face(engine) == before
        assert engine.active_presets == ()


def test_royal_by_hook_is_royal_between_moves() -> None:
    """The new queen is royal for the hook, and lost with the game when damage kills her."""
    with registered(Coregal):
        program = program_of("chess", [ActivePreset("coregal-too")])
    engine = Engine(program, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
    engine.apply("a7a8q")
    queen = engine.piece_at("a8")
    assert queen is not None
    engine.deal_damage(queen.id, 1, kind="poison")
    assert str(engine.result) == "black wins by loss of a royal piece"
    engine.undo()
    assert engine.result is None


def test_hooks_hear_what_is_done_between_moves() -> None:
    class Twins(Preset):
        id = "twins"
        name = "Twins"
        description = "A new pawn on the d file brings another beside it."

        def on_piece_spawn(self, context: Any) -> None:
            engine = context.engine
            square = engine.session.get(context.piece_id, "Position")
            if square % 8 == 3:
                engine.spawn_piece("pawn", engine.session.get(context.piece_id, "Color"), square + 1)

    with registered(Twins):
        engine = Engine(program_of("chess", [ActivePreset("twins")]))
    before = engine.state_hash()
    engine.apply("e2e4")
    engine.spawn_piece("pawn", "white", "d5")
    assert engine.fen().split()[0] == "rnbqkbnr/pppppppp/8/3PP3/4P3/8/PPPP1PPP/RNBQKBNR"
    engine.undo()
    assert engine.state_hash() == before


def test_the_report_tells_what_hooks_may_do() -> None:
    with registered(*SAMPLES):
        uses = [ActivePreset(name) for name in ("leapers", "tired", "race", "piece-hp")]
        report = report_presets(program_of("chess"), uses)
    assert [(change.what, change.text) for change in report.footprints[0].changes] == [
        ("movement", "may replace the moves of pieces: override_piece_moves")
    ]
    assert [change.text for change in report.footprints[1].changes] == [
        "gives out Stamina (of a piece)",
        "has a hook at before-move: on_before_move",
        "has a hook at turn-start: on_turn_start",
    ]
    assert ("race", "piece-hp") in [
        meeting.presets for meeting in report.meetings if meeting.what == "result"
    ]
    assert report.is_fine
