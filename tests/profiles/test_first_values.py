"""Values that come before those that are there: they mean the same from the start and in mid-game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.match import format_save, parse_save

NETWORKS = ("native", "durable")
HP = [ActivePreset("piece-hp")]

Given = Callable[[Match, dict[str, Any]], None]


def seeded(value: float, *, is_gentle: bool = False) -> dict[str, Any]:
    """A modifier whose carriers begin with some hit points, whatever they have."""
    primitive = {"kind": "seed-attribute", "attr": "Hp", "value": value, "onlyIfMissing": is_gentle}
    head = {"kind": "modifier", "id": "giant", "type": "data", "version": 1, "name": "Giant"}
    return {**head, "primitives": [primitive]}


def profile(modifier: dict[str, Any], **entries: Any) -> dict[str, Any]:
    return {"id": "giants", "name": "Giants", "customModifiers": [modifier], **entries}


OF_PAWNS = {"perType": [{"pieceType": "pawn", "kind": "giant"}]}
OF_E7 = {"perInstance": [{"square": "e7", "kind": "giant"}]}


def hp(game: Match | Engine, square: str) -> Any:
    engine = game.engine if isinstance(game, Match) else game
    piece = engine.piece_at(square)
    return None if piece is None else engine.session.get(piece.id, "Hp")


def check_ways_back(match: Match) -> None:
    """A save and a snapshot hold the game as it is."""
    assert parse_save(format_save(match)).digest == match.digest
    assert Match.resume(json.loads(json.dumps(match.snapshot()))).digest == match.digest


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("value", "is_gentle", "expected"), [(5, False, 5), (0, False, 0), (1, False, 1), (5, True, 2)]
)
@pytest.mark.parametrize("square", ["e2", "e7"])
def test_a_modifier_in_mid_game_means_what_it_means_from_the_start(
    value: float, is_gentle: bool, expected: float, square: str, network: str
) -> None:
    color = {"2": "white", "7": "black"}[square[1]]
    modifier = seeded(value, is_gentle=is_gentle)
    given = profile(modifier, perType=[{"pieceType": "pawn", "kind": "giant", "color": color}])
    begun = Engine(program_of("chess", HP, profiles=[given]), network=network)
    match = Match(program_of("chess", HP), network=network)
    match.register_modifier(json.dumps(modifier))
    before = match.digest
    match.apply_modifier("giant", {"type": "pawn", "color": color})
    assert hp(match, square) == hp(begun, square) == expected
    assert hp(match, "d7" if square == "e2" else "d2") == 2
    assert match.engine.piece_at(square) is not None
    check_ways_back(match)
    match.engine.undo_intervention()
    assert match.digest == before


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("value", [5, 0])
@pytest.mark.parametrize("entries", [OF_PAWNS, OF_E7])
def test_a_profile_in_mid_game_means_what_it_means_from_the_start(
    entries: dict[str, Any], value: float, network: str
) -> None:
    given = profile(seeded(value), **entries)
    begun = Engine(program_of("chess", HP, profiles=[given]), network=network)
    match = Match(program_of("chess", HP), network=network)
    match.queue_profiles([given])
    match.play("b1c3")
    assert [hp(match, square) for square in ("e2", "e7", "g8")] == [
        hp(begun, square) for square in ("e2", "e7", "g8")
    ]
    assert hp(match, "e7") == value
    after = match.digest
    check_ways_back(match)
    match.undo()
    assert hp(match, "e7") == 2
    match.redo()
    assert match.digest == after


@pytest.mark.parametrize("network", NETWORKS)
def test_what_a_piece_has_lost_stays_lost_while_it_carries_the_same(network: str) -> None:
    match = Match(program_of("chess", HP), network=network)
    match.register_modifier(json.dumps(seeded(5)))
    match.apply_modifier("giant", {"type": "pawn"})
    pawn = match.engine.piece_at("e2")
    assert pawn is not None
    match.deal_damage(pawn.id, 2)
    assert hp(match, "e2") == 3
    match.apply_modifier("giant", {"type": "pawn"})
    assert hp(match, "e2") == 3
    match.queue_profiles([profile(seeded(5), **OF_PAWNS)])
    match.play("b1c3")
    match.play("b8c6")
    assert hp(match, "e2") == 3
    check_ways_back(match)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(("value", "left"), [(5, 5), (0, 0)])
def test_new_pieces_and_new_types_begin_with_it(value: float, left: float, network: str) -> None:
    given = profile(seeded(value), perType=[{"pieceType": "queen", "kind": "giant"}])
    program = program_of("chess", HP, profiles=[given])
    match = Match(program, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", network)
    match.spawn_piece("queen", "black", "h4")
    assert hp(match, "h4") == left
    match.spawn_piece("queen", "black", "g4", {"Hp": 1})
    assert hp(match, "g4") == 1
    assert hp(match, "a7") == 2
    match.play("a7a8q")
    assert hp(match, "a8") == left
    check_ways_back(match)
    match.undo()
    assert hp(match, "a7") == 2


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("is_first", [True, False])
def test_a_preset_that_is_switched_on_puts_its_first_values_in_place(is_first: bool, network: str) -> None:
    """What comes before others from the start does so when it is switched on, too."""
    first = ", first: true" if is_first else ""
    strong = load_document(
        "kind: preset\nid: strong\nname: Strong\ndescription: Strong knights.\nattributes:\n"
        f"  Hp: {{of: piece, type: number, for: {{type: knight}}, start: 7, min: 0, vital: true{first}}}\n"
        f"  Mood: {{of: game, type: int, start: 4{first}}}\n",
        "strong.preset.yaml",
    )
    calm = load_document(
        "kind: variant\nid: calm\nname: Calm\nextends: chess\ndescription: Calm.\n"
        "attributes:\n  Hp: {of: piece, type: number, start: 2, min: 0, vital: true}\n"
        "  Mood: {of: game, type: int, start: 1}\n",
        "calm.variant.yaml",
    )
    engine = Engine(compile_document(calm), network=network)
    before = engine.digest
    engine.set_active_presets([ActivePreset("strong", own=strong)])
    expected = (7, 2, 4) if is_first else (2, 2, 1)
    assert (hp(engine, "b1"), hp(engine, "e2"), engine.session.get(0, "Mood")) == expected
    engine.undo_intervention()
    assert engine.digest == before
