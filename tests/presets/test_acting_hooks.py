"""What hooks do inside a move: damage and spawns at once, captures taken over, words in the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.engine.move.listeners import Listener
from rete_chess.errors import ReteChessError
from rete_chess.presets import Amount, Consume, Preset, registered
from rete_chess.testing.sample_presets import Blast, Hearts
from tests.presets.recording import recording

NETWORKS = ("native", "durable")


def game(*presets: Any, fen: str | None = None, network: str = "native") -> Engine:
    """A game with presets in force: Python presets, or the ids of shipped ones."""
    python = [preset for preset in presets if not isinstance(preset, str)]
    with registered(*python):
        active = [ActivePreset(preset if isinstance(preset, str) else preset.id) for preset in presets]
        return Engine(program_of("chess", active), fen, network)


@pytest.mark.parametrize("network", NETWORKS)
def test_damage_happens_at_once_and_answers(network: str) -> None:
    """Three pawns in a row die one inside the death of another; the trace tells who caused whom."""
    engine = game(Blast, fen="4k3/8/8/1ppp4/8/8/8/1R2K3 w - - 0 1", network=network)
    before = engine.state_hash()
    record = engine.apply("b1b5")
    assert engine.fen() == "4k3/8/8/1R6/8/8/8/4K3 b - - 0 1"
    assert engine.preset_state("blast").all() == {"died": 2}
    assert [(f.rule, f.square) for f in record.trace.firings] == [
        ("blast/on_piece_retract", "b5"),
        ("blast/on_piece_retract", "c5"),
        ("blast/on_piece_retract", "d5"),
    ]
    damage = [event for event in record.trace.events if event.kind == "explosion"]
    assert [(event.event, event.source) for event in damage] == [("damage", "blast/on_piece_retract")] * 2
    assert damage[1].parent == damage[0].id
    assert [shown.kind for shown in record.trace.shown] == ["explosion"] * 3
    engine.undo()
    assert engine.state_hash() == before


def test_damage_of_a_hook_is_absorbed_like_any_other() -> None:
    engine = game("piece-shield", Blast, fen="4k3/8/8/1ppp4/8/8/8/1R2K3 w - - 0 1")
    engine.apply("b1b5")  # the shield of b5
    engine.apply("e8e7")
    engine.apply("b1b5")
    assert engine.fen() == "8/4k3/8/1Rpp4/8/8/8/4K3 b - - 0 2"  # that of c5
    assert engine.preset_state("blast").all() == {"died": 0}


@pytest.mark.parametrize("network", NETWORKS)
def test_a_spawn_happens_at_once_and_is_heard_by_everybody(network: str) -> None:
    heard: list[Any] = []

    class Summoner(Preset):
        id = "summoner"
        name = "Summoner"
        description = "After a king's move a pawn appears behind him."

        def on_after_move(self, context: Any) -> None:
            if context.move.piece_type == "king":
                made = context.engine.spawn_piece("pawn", context.mover, context.move.from_square)
                again = context.engine.spawn_piece("pawn", context.mover, context.move.from_square)
                heard.append((context.engine.session.get(made, "Hp"), again))

    engine = game("piece-hp", Summoner, fen="4k3/8/8/8/8/8/4K3/8 w - - 0 1", network=network)
    before = engine.state_hash()
    engine.apply("e2e3")
    assert engine.fen() == "4k3/8/8/8/8/4K3/4P3/8 b - - 1 1"
    assert heard == [(2, 0)]  # hit points by the document; the second square was taken
    engine.undo()
    assert engine.state_hash() == before


def test_a_capture_that_is_taken_over() -> None:
    """The first consumer owns it: the victim is moved away, the attacker steps back, nobody dies."""
    heard: list[Any] = []

    def swap(context: Any) -> Consume:
        engine, move = context.engine, context.move
        assert engine.relocate_piece(context.attacker, "h8")
        assert engine.relocate_piece(context.target, move.from_square)
        assert not engine.relocate_piece(context.target, "h8")
        return Consume()

    hooks = ("on_before_capture", "on_damage", "on_piece_retract")
    first = recording(heard, "first", ("on_before_capture",), on_before_capture=swap)
    engine = game(first, recording(heard, "second", hooks), fen="4k3/8/8/8/8/7K/r7/R7 w - - 0 1")
    record = engine.apply("a1a2")
    assert engine.fen() == "4k2R/8/8/8/8/7K/8/r7 b - - 0 1"
    assert [(preset, hook) for preset, hook, _ in heard] == [("first", "on_before_capture")]
    assert record.move.is_capture


def test_an_amount_goes_on_to_the_next_preset() -> None:
    def more(context: Any) -> Amount:
        return Amount(context.amount + 1)

    engine = game(
        recording([], "fierce", ("on_damage",), on_damage=more),
        "piece-hp",
        fen="4k3/8/8/8/8/8/r7/R3K3 w - - 0 1",
    )
    engine.apply("a1a2")  # 2 hit points at once
    assert engine.fen() == "4k3/8/8/8/8/8/R7/4K3 b - - 0 1"


def test_a_hook_that_takes_the_dead_off_the_board_itself() -> None:
    """The death counts as any other: it is heard, the attacker arrives, and a king is lost with the game."""
    heard: list[Any] = []
    ear = recording(heard, "ear", ("on_piece_retract",))
    engine = game(Hearts, ear, fen="4k3/p7/8/8/8/8/4R3/4K3 w - - 0 1")
    assert engine.effective_piece_attrs == ("PieceType", "Color", "Position", "Hearts")
    before = engine.state_hash()
    engine.apply("e2e8")
    assert (engine.fen(), heard) == ("4k3/p7/8/8/8/8/4R3/4K3 b - - 0 1", [])
    engine.apply("a7a6")
    record = engine.apply("e2e8")
    assert engine.fen() == "4R3/8/p7/8/8/8/8/4K3 b - - 0 2"
    assert str(record.result) == "white wins by loss of a royal piece"
    assert heard == [("ear", "on_piece_retract", "black")]
    while engine.move_log:
        engine.undo()
    assert engine.state_hash() == before


def test_what_was_taken_counts_as_damage() -> None:
    """A rule of `damaged` hears what the piece took, and nothing where a shield took it."""
    for taken, hurt in ((1, True), (0, False)):
        saved = recording([], "saved", ("on_damage",), on_damage=Consume(taken=taken))
        heard: list[Any] = []
        engine = game(saved, fen="4k3/8/8/8/8/8/r7/R3K3 w - - 0 1")
        engine.add_listener(_Ear(heard))
        engine.apply("a1a2")
        assert (("damage", taken) in heard) is hurt


class _Ear(Listener):
    """A listener that notes what has happened."""

    def __init__(self, heard: list[Any]) -> None:
        self.heard = heard

    def before(self, event: Any, context: Any) -> Any:
        return event

    def after(self, event: Any, context: Any) -> list[Any]:
        self.heard.append((event.event, event.amount))
        return []


def test_descriptions_stand_in_the_record() -> None:
    def tell(context: Any) -> str | None:
        if context.captured_type is None:
            return None
        return f"{context.mover} {context.moving_type} takes {context.captured_type}: {context.result}"

    teller = recording([], "teller", ("describe_move_effect",), describe_move_effect=tell)
    engine = game(teller, fen="7k/8/8/8/8/8/r5PP/R3K2R w - - 0 1")
    assert engine.apply("g2g3").preset_effects == ()
    engine.apply("h8g8")
    assert engine.apply("a1a2").preset_effects == ("white rook takes rook: None",)


def test_hooks_see_the_log_and_the_active_presets() -> None:
    seen: list[Any] = []

    def look(context: Any) -> None:
        engine = context.engine
        seen.append(
            ([str(record.move) for record in engine.move_log], [use.id for use in engine.active_presets])
        )

    engine = game("piece-hp", recording([], "watcher", ("on_turn_start",), on_turn_start=look))
    engine.apply("e2e4")
    engine.clone().apply("e7e5")
    engine.apply("d7d5")
    assert seen == [
        ([], ["piece-hp", "watcher"]),
        (["e2e4"], ["piece-hp", "watcher"]),
        (["e2e4"], ["piece-hp", "watcher"]),
    ]


def test_a_duration_that_ends_calls_the_hook_before_the_state_goes() -> None:
    seen: list[Any] = []

    class Brief(Preset):
        id = "brief"
        name = "Brief"
        description = "Marks all pieces, and unmarks them at its end."
        piece_attributes: ClassVar = {"Mark": "bool"}

        def on_activate(self, context: Any) -> None:
            for piece in context.engine.pieces():
                context.engine.session.insert(piece, "Mark", True)
            context.state.set("marked", 32)

        def on_deactivate(self, context: Any) -> None:
            session = context.engine.session
            marked = [piece for piece in context.engine.pieces() if session.get(piece, "Mark")]
            seen.append((context.state.get("marked"), len(marked)))
            context.engine.deal_damage(context.engine.piece_at("a8"), 1, kind="farewell")

    with registered(Brief):
        engine = Engine(program_of("chess", [ActivePreset("brief", turns_remaining=2)]))
        engine.apply("e2e4")
        before = engine.state_hash()
        record = engine.apply("e7e5")
    assert seen == [(32, 32)]
    assert "brief/on_deactivate" in [firing.rule for firing in record.trace.firings]
    assert engine.piece_at("a8") is None
    assert engine.preset_state("brief").all() == {}
    assert "Mark" not in engine.effective_piece_attrs
    assert not any(fact.attr == "Mark" for fact in engine.session.all_facts())
    engine.undo()
    assert engine.state_hash() == before
    assert engine.preset_state("brief").all() == {"marked": 32}


@pytest.mark.parametrize("network", NETWORKS)
def test_a_piece_is_spawned_with_attributes_and_effects_carry_data(network: str) -> None:
    class Nurse(Preset):
        id = "nurse"
        name = "Nurse"
        description = "After a king's move a sturdy pawn appears behind him."

        def on_after_move(self, context: Any) -> None:
            if context.move.piece_type == "king":
                behind = context.move.from_square
                context.engine.spawn_piece("pawn", context.mover, behind, {"Hp": 1})
                context.engine.emit_effect("birth", behind, ttl=300, data={"hp": 1})

    engine = game("piece-hp", Nurse, fen="4k3/8/8/8/8/8/4K3/8 w - - 0 1", network=network)
    before = engine.state_hash()
    record = engine.apply("e2e3")
    pawn = engine.piece_at("e2")
    assert pawn is not None
    assert engine.session.get(pawn.id, "Hp") == 1
    assert [(shown.kind, shown.ttl, shown.data) for shown in record.trace.shown] == [
        ("birth", 300, {"hp": 1})
    ]
    engine.undo()
    assert engine.state_hash() == before


def test_a_bad_effect_or_attribute_of_a_hook_names_the_hook() -> None:
    class Clumsy(Preset):
        id = "clumsy"
        name = "Clumsy"
        description = "Asks for what there is not."
        acts: ClassVar[list[Callable[[Any], object]]] = [
            lambda engine: engine.emit_effect("", "e4"),
            lambda engine: engine.emit_effect("flash", "e4", ttl=-1),
            lambda engine: engine.emit_effect("flash", "e4", data=object()),
            lambda engine: engine.spawn_piece("pawn", "white", "e4", {"Mana": 1}),
            lambda engine: engine.set_active_presets([{"id": "no-such-preset"}]),
        ]

        def on_after_move(self, context: Any) -> None:
            self.acts[0](context.engine)

    engine = game(Clumsy)
    before = engine.state_hash()
    while Clumsy.acts:
        with pytest.raises(ReteChessError) as caught:
            engine.apply("a2a3")
        assert "clumsy/on_after_move" in str(caught.value)
        assert engine.state_hash() == before
        Clumsy.acts.pop(0)


class Herald(Preset):
    """Puts hit points in force as soon as a pawn has moved."""

    id = "herald"
    name = "Herald"
    description = "Pawn moves call for hit points."

    def on_after_move(self, context: Any) -> None:
        if context.move.piece_type == "pawn":
            context.engine.set_active_presets([{"id": "herald"}, {"id": "piece-hp"}])


@pytest.mark.parametrize("network", NETWORKS)
def test_presets_that_a_hook_asks_for_are_in_force_after_the_move(network: str) -> None:
    with registered(Herald):
        engine = Engine(program_of("chess", [ActivePreset("herald")]), network=network)
        before = engine.state_hash()
        assert [str(use.id) for use in engine.what_if("a2a3").program.presets] == ["herald", "piece-hp"]
        assert [use.id for use in engine.active_presets] == ["herald"]
        record = engine.apply("a2a3")
        assert [use.id for use in engine.active_presets] == ["herald", "piece-hp"]
        assert "piece-hp begins" in record.preset_effects
        pawn = engine.piece_at("a3")
        assert pawn is not None
        assert engine.session.get(pawn.id, "Hp") == 2
        engine.undo()
        assert [use.id for use in engine.active_presets] == ["herald"]
        assert engine.state_hash() == before
