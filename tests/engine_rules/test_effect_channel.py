"""Visual effects: who sees them, when, and what a watcher cannot do."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import compile_document
from rete_chess.documents import load_document
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.engine.move.trace import Shown
from rete_chess.errors import ReteChessError
from rete_chess.facts.events import Event

CAPTURE = "4k3/p7/8/3p4/4P3/8/P7/4K3 w - - 0 1"


def test_effects_of_rules_come_after_the_move_and_not_from_imagined_ones() -> None:
    engine = Engine("atomic", CAPTURE)
    seen: list[tuple[Shown, int]] = []
    engine.subscribe_effects(lambda effect: seen.append((effect, len(engine.move_log))))
    engine.legal_moves()
    assert not seen
    record = engine.apply("e4d5")
    assert seen == [(Shown("explosion", 35, 1000), 1)]
    assert record.trace.shown == [Shown("explosion", 35)]
    engine.undo()
    assert len(seen) == 1


def test_effects_of_a_refused_move_are_not_shown() -> None:
    refusing = """
kind: variant
id: refusing
name: Refusing
extends: chess
rules:
  - id: flash
    at: before-move
    when: [{event: {piece: $it, from: $from}}]
    do: [{effect: {kind: flash, square: $from}}, {refuse: {because: not today}}]
"""
    engine = Engine(compile_document(load_document(refusing)))
    seen: list[Shown] = []
    engine.subscribe_effects(seen.append)
    with pytest.raises(ReteChessError, match="not today"):
        engine.apply("e2e4")
    assert not seen


def test_effects_from_outside_are_shown_at_once() -> None:
    engine = Engine()
    engine.emit_effect("nobody-watches", "e4")
    seen: list[Shown] = []
    stop = engine.subscribe_effects(seen.append)
    engine.emit_effect("spark", "e4", ttl=250, data={"color": "red"})
    engine.emit_effect("spark", 0)
    stop()
    stop()
    engine.emit_effect("spark", "e4")
    assert seen == [Shown("spark", 28, 250, {"color": "red"}), Shown("spark", 0)]


@pytest.mark.parametrize(
    ("kind", "square", "ttl", "code"),
    [
        ("spark", "e9", 1, "E_SQUARE"),
        ("", "e4", 1, "E_REQUEST"),
        ("spark", "e4", -1, "E_REQUEST"),
        ("spark", "e4", 0.5, "E_REQUEST"),
    ],
)
def test_bad_effects(kind: str, square: str, ttl: int, code: str) -> None:
    with pytest.raises(ReteChessError) as caught:
        Engine().emit_effect(kind, square, ttl)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "data", [object(), {1, 2}, b"raw", {"deep": [object()]}, {1: "one"}, float("nan"), {"x": float("inf")}]
)
def test_data_that_json_cannot_say_is_refused_at_once(data: object) -> None:
    engine = Engine()
    seen: list[Shown] = []
    engine.subscribe_effects(seen.append)
    with pytest.raises(ReteChessError) as caught:
        engine.emit_effect("spark", "e4", data=data)
    assert caught.value.code.startswith("E_FACT_")
    with pytest.raises(ReteChessError) as of_bags:
        engine.preset_state("mine").set("data", data)
    assert caught.value.code == of_bags.value.code
    assert not seen


def test_data_is_shown_as_it_was_when_it_was_given() -> None:
    engine = Engine()
    seen: list[Shown] = []
    engine.subscribe_effects(seen.append)
    data = {"path": [1, 2.5, None, True, {"to": "e5"}]}
    engine.emit_effect("spark", "e4", data=data)
    assert seen[0].data == data
    data["path"].append(3)
    assert seen[0].data == {"path": [1, 2.5, None, True, {"to": "e5"}]}


def test_an_effect_emitted_in_the_middle_of_a_move_waits_for_its_end() -> None:
    engine = Engine()
    seen: list[tuple[str, int]] = []
    engine.subscribe_effects(lambda effect: seen.append((effect.kind, len(engine.move_log))))

    class Flash(Listener):
        def after(self, event: Event, context: ListenerContext) -> list[Event]:
            if event.event == "move" and event.to is not None:
                engine.emit_effect("flash", event.to)
            return []

    engine.add_listener(Flash())
    record = engine.apply("e2e4")
    assert {kind for kind, _ in seen} == {"flash"}
    assert {count for _, count in seen} == {1}
    assert len(record.trace.shown) == len(seen)


def test_damage_in_the_middle_of_a_move_belongs_to_the_move() -> None:
    engine = Engine()
    answers: list[bool] = []

    class Thorn(Listener):
        def after(self, event: Event, context: ListenerContext) -> list[Event]:
            if event.event == "death" and event.piece is not None and not answers:
                answers.append(engine.deal_damage(event.piece, 1, kind="thorn"))
            return []

    engine.add_listener(Thorn())
    for move in ("e2e4", "d7d5"):
        engine.apply(move)
    before = engine.state_hash()
    record = engine.apply("e4d5")
    assert answers == [True]
    assert engine.piece_at("d5") is None
    assert not engine.incidents
    assert [event.kind for event in record.trace.events if event.event == "damage"] == ["thorn"]
    engine.undo()
    assert engine.state_hash() == before


def test_no_move_and_no_other_set_in_the_middle_of_a_move() -> None:
    engine = Engine()
    codes: list[str] = []

    class Eager(Listener):
        def after(self, event: Event, context: ListenerContext) -> list[Event]:
            for act in (lambda: engine.apply("e7e5"), engine.undo, lambda: engine.set_active_presets([])):
                with pytest.raises(ReteChessError) as caught:
                    act()
                codes.append(caught.value.code)
            return []

    engine.add_listener(Eager())
    engine.apply("e2e4")
    assert set(codes) == {"E_REQUEST"}
    assert engine.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/")


def test_a_watcher_that_fails_is_logged_and_nothing_else_happens(caplog: pytest.LogCaptureFixture) -> None:
    engine = Engine("atomic", CAPTURE)
    seen: list[Shown] = []

    def broken(effect: Shown) -> None:
        raise ValueError("no screen")

    engine.subscribe_effects(broken)
    engine.subscribe_effects(seen.append)
    record = engine.apply("e4d5")
    assert engine.move_log == (record,)
    assert len(seen) == 1
    (log,) = caplog.records
    assert (log.name, log.levelname) == ("rete_chess.effects", "ERROR")
    assert "no screen" in (log.exc_text or "")


def test_a_watcher_may_play_on_and_leave() -> None:
    engine = Engine("atomic", CAPTURE)
    moves: list[str] = []

    def answer(effect: Shown) -> None:
        stop()
        moves.append(str(engine.apply("e8e7").move))

    stop = engine.subscribe_effects(answer)
    engine.apply("e4d5")
    assert moves == ["e8e7"]
    assert len(engine.move_log) == 2


def test_a_clone_has_no_watchers() -> None:
    engine = Engine("atomic", CAPTURE)
    seen: list[Shown] = []
    engine.subscribe_effects(seen.append)
    engine.clone().apply("e4d5")
    assert not seen


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_document_says_how_long_an_effect_lasts_and_what_belongs_to_it(network: str) -> None:
    glowing = """
kind: variant
id: glowing
name: Glowing
extends: chess
rules:
  - id: glow
    at: move
    when: [{event: {piece: $it, to: $to}}, {piece: {id: $it}}]
    do: [{effect: {kind: glow, square: $to, ttl: 250, data: {who: $it.type, size: 2, soft: true}}}]
"""
    engine = Engine(compile_document(load_document(glowing, "glowing.variant.yaml")), network=network)
    (shown,) = engine.apply("b1c3").trace.shown
    assert shown == Shown("glow", engine.square("c3"), 250, {"who": "knight", "size": 2, "soft": True})
