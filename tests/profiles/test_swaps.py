"""Profiles that are swapped in the course of a game, and who they belong to."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.errors import GameError, ProfileError, RulesError
from rete_chess.match._saves import format_save, parse_save
from tests.profiles.profiles import by_square, by_type, game, play, profile, value

TOUGH = profile("tough", by_type("pawn", "HpBonus", 2))
BRAVE = profile("brave", by_type("pawn", "HpBonus", 1))
LONG = profile("long", by_type("knight", "RangeBonus", 1))
SHOOTER = profile("shooter", by_type("rook", "marksman"))


def ids(engine: Engine) -> list[str]:
    return list(engine.program.stack.ids)


def test_profiles_wait_for_the_turn_to_end() -> None:
    engine = game()
    engine.queue_profiles([LONG])
    assert ids(engine) == []
    assert "b1d5" not in map(str, engine.legal_moves())
    record = engine.apply("a2a3")
    assert record.swap is not None
    assert record.swap.happened
    assert ids(engine) == ["long"]
    assert engine.pending_profiles is None
    assert "g8e4" in map(str, engine.legal_moves())
    assert record.preset_effects == ("profiles: long",)
    assert [event.kind for event in record.trace.events if event.event == "profiles"] == ["long"]


def test_the_last_list_wins() -> None:
    engine = game()
    engine.queue_profiles([LONG])
    engine.queue_profiles([BRAVE, TOUGH])
    play(engine, "a2a3")
    assert ids(engine) == ["brave", "tough"]


def test_half_moves_within_a_turn_do_not_end_it() -> None:
    engine = game(presets=["double-move"])
    engine.queue_profiles([LONG])
    assert engine.apply("a2a3").swap is None
    assert ids(engine) == []
    assert engine.apply("b2b3").swap is not None
    assert ids(engine) == ["long"]


def test_a_stack_that_cannot_be_now_is_refused_at_once() -> None:
    engine = game(BRAVE)
    before = engine.state_hash(), engine.position_key
    with pytest.raises(ProfileError) as caught:
        engine.queue_profiles([profile("p", by_type("king", "CaptureFlags", "CANNOT_BE_CAPTURED"))])
    assert caught.value.code == "E_PROFILE_INVULN_KING"
    assert (engine.state_hash(), engine.position_key) == before
    assert engine.pending_profiles is None
    assert engine.incidents == ()
    with pytest.raises(RulesError, match="twice"):
        engine.queue_profiles([LONG, LONG])


def test_a_stack_that_cannot_be_later_stands_in_the_record() -> None:
    """When it is queued Black's king can move; after White's move only the pawn can, by a capture."""
    tame = profile("tame", by_type("pawn", "CaptureFlags", "CANNOT_CAPTURE"))
    engine = game(LONG, fen="k7/8/8/7p/6NP/2Q5/8/7K w - - 0 1")
    engine.queue_profiles([tame])
    record = engine.apply("c3c7")
    assert record.swap is not None
    assert record.swap.code == "E_PROFILE_DEADLOCK"
    assert record.preset_effects[0].startswith("profiles stay: ")
    assert ids(engine) == ["long"]
    assert engine.pending_profiles is None
    assert list(map(str, engine.legal_moves())) == ["h5g4"]


def test_a_game_that_ends_first_clears_the_slot() -> None:
    engine = play(game(), "f2f3 e7e5 g2g4")
    engine.queue_profiles([LONG])
    record = engine.apply("d8h4")
    assert record.result is not None
    assert record.swap is not None
    assert record.swap.code == "E_GAME_OVER"
    assert engine.pending_profiles is None
    assert ids(engine) == []
    with pytest.raises(GameError):
        engine.queue_profiles([LONG])


def test_swapping_there_and_back_never_heals() -> None:
    engine = game(TOUGH, presets=["piece-hp"])
    pawn = engine.piece_at("h2")
    assert pawn is not None
    engine.session.insert(pawn.id, "Hp", 3)
    seen = []
    for number, stack in enumerate(([BRAVE], [TOUGH], [], [TOUGH], [BRAVE, TOUGH])):
        engine.queue_profiles(stack)
        play(engine, ["a2a3", "a7a6", "b2b3", "b7b6", "c2c3"][number])
        seen.append((value(engine, "h2", "Hp"), value(engine, "g2", "Hp")))
    assert seen == [(3, 3), (3, 3), (2, 2), (2, 2), (2, 2)]


def test_hit_points_that_came_with_a_bonus_go_with_it() -> None:
    engine = game()
    start = engine.state_hash()
    engine.queue_profiles([TOUGH])
    play(engine, "a2a3")
    assert value(engine, "e2", "Hp") == 3
    engine.queue_profiles([])
    play(engine, "a7a6")
    assert value(engine, "e2", "Hp") is None
    assert engine.board.columns.get("Hp", {}) == {}
    engine.undo()
    engine.undo()
    assert engine.state_hash() == start


def test_reconciling_twice_is_reconciling_once() -> None:
    engine = game(presets=["piece-hp"])
    engine.queue_profiles([TOUGH, SHOOTER])
    play(engine, "a2a3")
    facts = list(engine.session.all_facts())
    engine.queue_profiles([TOUGH, SHOOTER])
    play(engine, "a7a6")
    later = list(engine.session.all_facts())
    told = [fact for fact in facts if fact.id > 0 and fact.attr != "Position"]
    assert told == [fact for fact in later if fact.id > 0 and fact.attr != "Position"]


def test_what_came_with_a_bundle_is_kept_while_it_stays() -> None:
    engine = game(SHOOTER, fen="4k3/8/8/8/8/p7/8/R3K3 w - - 0 1")
    play(engine, "a1a3@shot e8e7")
    assert value(engine, "a1", "Charges") == 0
    engine.queue_profiles([SHOOTER, BRAVE])
    play(engine, "e1e2")
    assert value(engine, "a1", "Charges") == 0
    engine.queue_profiles([BRAVE])
    play(engine, "e7e8")
    assert value(engine, "a1", "Charges") is None
    assert not any(name.startswith("carries") and column for name, column in engine.board.columns.items())


def test_undo_goes_back_across_swaps() -> None:
    engine = game(BRAVE, presets=["piece-hp"])
    states = [(engine.state_hash(), engine.position_key, ids(engine), list(map(str, engine.legal_moves())))]
    for move, stack in (("g1f3", [TOUGH, LONG]), ("g8f6", None), ("f3e5", []), ("f6e4", [SHOOTER])):
        if stack is not None:
            engine.queue_profiles(stack)
        play(engine, move)
        states.append(
            (engine.state_hash(), engine.position_key, ids(engine), list(map(str, engine.legal_moves())))
        )
    for state in reversed(states[:-1]):
        engine.undo()
        now = engine.state_hash(), engine.position_key, ids(engine), list(map(str, engine.legal_moves()))
        assert now == state


def test_a_clone_goes_its_own_way() -> None:
    engine = game()
    engine.queue_profiles([LONG])
    other = engine.clone()
    other.queue_profiles([BRAVE])
    play(engine, "a2a3")
    play(other, "a2a3")
    assert (ids(engine), ids(other)) == (["long"], ["brave"])
    assert ids(game()) == []


def test_promoted_pieces_keep_what_is_their_own() -> None:
    own = profile(
        "own",
        by_square("e7", "DamageResistance", 0.5),
        by_type("pawn", "HpBonus", 4),
        by_type("knight", "HpBonus", 1),
        by_type("knight", "marksman"),
    )
    engine = game(own, fen="7k/4P3/8/8/8/8/8/K7 w - - 0 1")
    assert value(engine, "e7", "Hp") == 5
    record = engine.apply("e7e8n")
    assert value(engine, "e8", "DamageResistance") == 0.5
    assert value(engine, "e8", "HpBonus") == 1
    assert value(engine, "e8", "Hp") == 2
    assert value(engine, "e8", "Charges") == 1
    assert record.result is None
    engine.undo()
    assert value(engine, "e7", "HpBonus") == 4
    assert value(engine, "e7", "Hp") == 5


def test_spawned_pieces_have_what_their_type_has() -> None:
    engine = game(TOUGH, presets=["piece-hp"])
    engine.spawn_piece("pawn", "white", "e4")
    assert value(engine, "e4", "Hp") == 4
    engine.spawn_piece("pawn", "white", "e5", {"Hp": 1})
    assert value(engine, "e5", "Hp") == 1


def test_contributions_name_everyone() -> None:
    engine = game(TOUGH, profile("mine", by_square("e2", "HpBonus", 1)), presets=["piece-hp"])
    pawn = engine.piece_at("e2")
    assert pawn is not None
    found = engine.contributions("e2", "HpBonus")
    assert [(part.rule, part.layer, part.amount) for part in found] == [
        ("tough", "type", 2),
        ("mine", "instance", 1),
    ]
    assert [part.layer for part in engine.contributions(pawn.id, "Hp")] == ["base"]


def test_presets_that_begin_later_meet_the_bonus() -> None:
    engine = game(TOUGH)
    assert value(engine, "e2", "Hp") == 3
    engine.set_active_presets([{"id": "piece-hp"}])
    assert value(engine, "e2", "Hp") in (3, 4)
    assert value(engine, "g1", "Hp") == 2
    engine.set_active_presets([])
    assert value(engine, "g1", "Hp") is None


def test_a_match_goes_back_forth_and_through_a_save() -> None:
    program = program_of("chess", [ActivePreset("piece-hp")], profiles=[BRAVE])
    match = Match(program, network="native")
    match.play("g1f3")
    match.queue_profiles([TOUGH, LONG])
    match.play("g8f6")
    match.play("f3e5")
    state = match.engine.state_hash(), ids(match.engine)
    match.undo()
    match.undo()
    assert ids(match.engine) == ["brave"]
    match.redo()
    match.redo()
    assert (match.engine.state_hash(), ids(match.engine)) == state
    again = parse_save(format_save(match), "match.save.json", "native")
    assert (again.engine.state_hash(), ids(again.engine)) == state
    again.undo()
    again.undo()
    assert ids(again.engine) == ["brave"]


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_bonus_means_the_same_from_the_start_and_later(network: str) -> None:
    engine = game(network=network)
    engine.queue_profiles([TOUGH])
    play(engine, "a2a3")
    assert value(engine, "e2", "Hp") == value(game(TOUGH), "e2", "Hp") == 3
    assert value(engine, "g1", "Hp") is None
    pawn = engine.piece_at("e2")
    assert pawn is not None
    assert not engine.deal_damage(pawn.id, 2)
    wounded = engine.state_hash()
    engine.queue_profiles([])
    play(engine, "a7a6")
    assert (value(engine, "e2", "Hp"), value(engine, "d2", "Hp")) == (1, None)
    engine.queue_profiles([TOUGH])
    play(engine, "b2b3")
    assert (value(engine, "e2", "Hp"), value(engine, "d2", "Hp")) == (1, 3)  # there and back heals nobody
    engine.undo()
    engine.undo()
    assert engine.state_hash() == wounded


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("later", [[], [BRAVE], [SHOOTER, LONG]])
def test_what_a_trigger_has_earned_stays(network: str, later: list[Any]) -> None:
    earning = {
        "kind": "modifier",
        "id": "veteran",
        "type": "data",
        "version": 1,
        "name": "Veteran",
        "primitives": [
            {
                "kind": "on-move",
                "primitives": [{"kind": "add-to-attribute", "attr": "RangeBonus", "delta": 1}],
            }
        ],
    }
    match = Match(
        program_of(
            "chess",
            profiles=[{**profile("vets", by_type("knight", "veteran")), "customModifiers": [earning]}],
        ),
        network=network,
    )
    match.play("g1f3")
    assert value(match.engine, "f3", "RangeBonus") == 1
    match.queue_profiles(later)
    match.play("a7a6")
    base = [part.amount for part in match.engine.contributions("f3", "RangeBonus") if part.layer == "base"]
    assert base == [1]
    match.queue_profiles([])
    match.play("a2a3")
    match.play("a6a5")
    assert value(match.engine, "f3", "RangeBonus") == 1
    assert "f3h7" in map(str, match.legal_moves())
    again = parse_save(format_save(match), "match.save.json", network)
    assert again.engine.state_hash() == match.engine.state_hash()
