"""`use` against all else: whatever the order, it leaves out `add`, `modify`, extra and transformed moves."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, catalog, compile_document, load, program_of
from rete_chess.presets import registered
from tests.presets.recording import recording

FEN = "4k3/8/8/8/8/8/8/N3K3 w - - 0 1"
HEAD = "kind: variant\nid: steeds\nname: Steeds\nextends: chess\n"
USE = "{for: {type: knight}, use: [{leap: orthogonal, tag: step}]}"
ADD = "{for: {type: knight}, add: [{leap: diagonal}]}"
WRAP = "{for: {type: knight}, modify: {wrap: files}}"
LATE = "{for: {type: knight, square: {ownRank: [1]}}, use: [{leap: orthogonal, tag: step}]}"


def of_knight(engine: Engine) -> list[str]:
    return sorted(str(move) for move in engine.legal_moves() if move.piece_type == "knight")


@pytest.mark.parametrize("use", [USE, LATE])
def test_the_order_of_entries_does_not_matter(use: str) -> None:
    for entries in ((use, ADD, WRAP), (ADD, use, WRAP), (WRAP, ADD, use)):
        moves = "moves: [" + ", ".join(entries) + "]\n"
        engine = Engine(compile_document(load(HEAD + moves)), FEN)
        assert of_knight(engine) == ["a1a2", "a1b1"], entries


def test_filters_still_run() -> None:
    drop = "{for: {type: knight}, drop: [step]}"
    none = "{for: {type: knight}, captures: none}"
    ban = "{forbid: {piece: {type: knight}, to: [b1]}}"
    for entries in ((USE, ban), (ban, USE)):
        engine = Engine(compile_document(HEAD + "moves: [" + ", ".join(entries) + "]\n"), FEN)
        assert of_knight(engine) == ["a1a2"]
    for entries in ((USE, drop), (drop, USE)):
        engine = Engine(compile_document(HEAD + "moves: [" + ", ".join(entries) + "]\n"), FEN)
        assert of_knight(engine) == []
    for entries in ((USE, none), (none, USE)):
        engine = Engine(
            compile_document(HEAD + "moves: [" + ", ".join(entries) + "]\n"), FEN.replace("N3", "Nn2")
        )
        assert of_knight(engine) == ["a1a2"]


def preset(name: str, moves: str) -> Any:
    return load(f"kind: preset\nid: {name}\nname: {name}\ndescription: For a test.\nmoves: [{moves}]\n")


def test_the_order_of_presets_does_not_matter_and_the_variant_is_built_upon() -> None:
    own = {
        "stepper": preset("stepper", USE),
        "adder": preset("adder", ADD),
        "wrapper": preset("wrapper", WRAP),
    }
    for names in (("stepper", "adder", "wrapper"), ("wrapper", "adder", "stepper")):
        uses = [ActivePreset(name, own=own[name]) for name in names]
        assert of_knight(Engine(program_of("chess", uses), FEN)) == ["a1a2", "a1b1"], names
    variant = compile_document(HEAD + f"moves: [{USE}]\n", [ActivePreset("adder", own=own["adder"])])
    assert of_knight(Engine(variant, FEN)) == ["a1a2", "a1b1", "a1b2"]
    scoped = ActivePreset("stepper", "black", own=own["stepper"])
    assert of_knight(Engine(program_of("chess", [scoped]), FEN)) == ["a1b3", "a1c2"]


def ability(name: str, entry: str) -> str:
    moves = entry.replace("type: knight", "id: $self")
    return f"kind: ability\nid: {name}\nname: {name}\ndescription: For a test.\nmoves: [{moves}]\n"


@pytest.mark.parametrize("adder", [ADD, WRAP])
def test_the_order_of_abilities_does_not_matter_and_bonuses_build_upon_them(adder: str) -> None:
    bonus = {"pieceType": "knight", "kind": "DirectionAdditions", "value": [[2, 2]]}
    profile = {"kind": "profile", "id": "wide", "name": "Wide", "perType": [bonus]}
    with catalog.registered(ability("stepper", USE), ability("adder", adder)):
        for names in (("stepper", "adder"), ("adder", "stepper")):
            carried = ", ".join(f"{{id: {name}, for: {{type: knight}}}}" for name in names)
            document = load(f"{HEAD}abilities: [{carried}]\n")
            assert of_knight(Engine(compile_document(document), FEN)) == ["a1a2", "a1b1"], names
            further = Engine(compile_document(document, profiles=[profile]), FEN)
            assert of_knight(further) == ["a1a2", "a1b1", "a1c3"], names


@pytest.mark.parametrize(
    "entry", [USE, LATE, "{for: {type: knight, color: white}, use: [{leap: orthogonal}]}"]
)
def test_hooks_that_add_and_transform_are_kept_out(entry: str) -> None:
    heard: list[tuple[str, str, Any]] = []

    def extra(engine: Any, piece: int) -> Any:
        return [engine.move(piece, "h8")] if engine.session.get(piece, "PieceType") == "knight" else []

    def transform(engine: Any, piece: int, previous: Any) -> Any:
        return lambda: [*previous(), *extra(engine, piece)]

    hooks = {"get_extra_moves": extra, "transform_move_generator": transform}
    stepper = ActivePreset("stepper", own=preset("stepper", entry))
    for hook, answer in hooks.items():
        with registered(recording(heard, "adding", (hook,), **{hook: answer})):
            alone = program_of("chess", [ActivePreset("adding")])
            assert "a1h8" in of_knight(Engine(alone, FEN)), hook
            for uses in ([stepper, ActivePreset("adding")], [ActivePreset("adding"), stepper]):
                engine = Engine(program_of("chess", uses), FEN)
                assert of_knight(engine) == ["a1a2", "a1b1"], hook


def test_the_first_override_wins_and_filters_of_python_still_run() -> None:
    def none(engine: Any, piece: int) -> Any:
        return [engine.move(piece, "h8")] if engine.session.get(piece, "PieceType") == "knight" else None

    def keep(moves: Any, engine: Any, piece: int) -> Any:
        return [move for move in moves if engine.square_name(move.to_square) != "b1"]

    for entry in (USE, LATE):
        stepper = ActivePreset("stepper", own=preset("stepper", entry))
        with registered(recording([], "flying", ("override_piece_moves",), override_piece_moves=none)):
            first = program_of("chess", [ActivePreset("flying"), stepper])
            last = program_of("chess", [stepper, ActivePreset("flying")])
        assert of_knight(Engine(first, FEN)) == ["a1h8"]
        assert of_knight(Engine(last, FEN)) == ["a1a2", "a1b1"]
        with registered(recording([], "keeping", ("filter_moves",), filter_moves=keep)):
            assert of_knight(Engine(program_of("chess", [stepper, ActivePreset("keeping")]), FEN)) == ["a1a2"]
