"""HpBonus where no preset gives hit points: the same from the start, in mid-game, and for one side alone."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.match._saves import format_save, parse_save
from tests.profiles.profiles import by_square, by_type, play, profile, value

NETWORKS = pytest.mark.parametrize("network", ["native", "durable"])


def modified(kind: dict[str, Any], piece_type: str) -> dict[str, Any]:
    head = {"kind": "modifier", "id": "hard", "type": "data", "version": 1, "name": "Hard"}
    return {**profile("p", by_type(piece_type, "hard")), "customModifiers": [{**head, "primitives": [kind]}]}


ADD = {"kind": "add-to-attribute", "attr": "HpBonus", "delta": 2}
AURA = {"kind": "add-aura", "radius": 1, "targetAttr": "HpBonus", "delta": 1, "affects": "ally"}
PROFILES = {
    "by type": profile("p", by_type("pawn", "HpBonus", 2)),
    "by square": profile("p", by_square("e2", "HpBonus", 2), by_square("d7", "HpBonus", 1)),
    "less": profile("p", by_type("pawn", "HpBonus", -1)),
    "nothing more": profile("p", by_type("pawn", "HpBonus", 0)),
    "for one side": profile("p", by_type("pawn", "HpBonus", 1, "black")),
    "for kings": profile("p", by_type("king", "HpBonus", 1)),
    "by a modifier": modified(ADD, "pawn"),
    "by an aura": modified(AURA, "king"),
}


def health(engine: Engine) -> dict[str, Any]:
    squares = [name for name in engine.board.book.geometry.names if engine.piece_at(name) is not None]
    return {square: (value(engine, square, "HpBonus"), value(engine, square, "Hp")) for square in squares}


@NETWORKS
@pytest.mark.parametrize("presets", [[], ["piece-shield"]], ids=["alone", "with shields"])
@pytest.mark.parametrize("given", PROFILES.values(), ids=PROFILES)
def test_from_the_start_and_in_mid_game(given: Any, presets: list[str], network: str) -> None:
    uses = [ActivePreset(name) for name in presets]
    start = play(Engine(program_of("chess", uses, profiles=[given]), network=network), "a2a3")
    later = Engine(program_of("chess", uses), network=network)
    later.queue_profiles([given])
    play(later, "a2a3")
    assert health(start) == health(later)
    for square in ("e2", "d7", "e1"):
        deaths = []
        for engine in (start, later):
            piece = engine.piece_at(square)
            assert piece is not None
            deaths.append(engine.deal_damage(piece.id, 0.5))
        assert deaths[0] == deaths[1]
        assert health(start) == health(later)


@NETWORKS
def test_hit_points_of_the_other_side_change_nothing(network: str) -> None:
    """Piece-hp for White: Black's pawns have 1 and the bonus, and lose them by a rule of their own."""
    given = profile("p", by_type("pawn", "HpBonus", 2))
    engine = Engine(
        program_of("chess", [ActivePreset("piece-hp", "white")], profiles=[given]), network=network
    )
    assert (value(engine, "e2", "Hp"), value(engine, "d7", "Hp"), value(engine, "g8", "Hp")) == (4, 3, None)
    record = play(engine, "e2e4 d7d5").apply("e4d5")
    assert [firing.rule for firing in record.trace.firings] == ["hp-bonus/lose-hp"]
    assert value(engine, "d5", "Hp") == 2
    record = engine.apply("d5e4")
    assert [firing.rule for firing in record.trace.firings] == ["piece-hp/lose-hp"]
    assert value(engine, "e4", "Hp") == 3
    assert "g1f3" in engine.legal_moves()


@NETWORKS
def test_a_preset_of_the_other_side_that_comes_and_goes_heals_nobody(network: str) -> None:
    match = Match(
        program_of("chess", profiles=[profile("p", by_type("pawn", "HpBonus", 2, "black"))]), network=network
    )
    match.play("e2e4")
    match.play("d7d5")
    match.play("e4d5")
    assert value(match.engine, "d5", "Hp") == 2
    before = match.engine.state_hash()
    match.set_active_presets([{"id": "piece-hp", "scope": "white"}])
    assert (value(match.engine, "d5", "Hp"), value(match.engine, "e4", "Hp")) == (2, 2)
    again = parse_save(format_save(match), "match.save.json", network)
    assert again.engine.state_hash() == match.engine.state_hash()
    match.set_active_presets([])
    assert (value(match.engine, "d5", "Hp"), value(match.engine, "g1", "Hp")) == (2, None)
    assert match.engine.state_hash() == before
    match.undo()
    assert value(match.engine, "d5", "Hp") == 3
