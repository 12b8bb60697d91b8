"""Contributions that leave a piece nothing of a vital attribute, however they begin: it dies at once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import catalog, compile_document
from rete_chess.engine.move.listeners import Listener
from rete_chess.errors import ReteChessError
from rete_chess.match import format_save, parse_save
from rete_chess.presets import Preset
from rete_chess.presets.registration import registered

NETWORKS = ("native", "durable")
FRAIL = "kind: variant\nid: frail\nname: Frail\nextends: chess\npresets: [{id: piece-hp, config: {hp: 1}}]\n"
MOURN = """\
rules:
  - {id: mourn, at: death, when: [{event: {target: $it, kind: used-up}}], do: [{log: {text: "{it} is gone"}}]}
"""
GLOOM = """\
kind: preset
id: gloom
name: Gloom
description: Rooks lose a hit point as long as it lasts.
rules:
  - {id: fade, at: derive, when: [{piece: {id: $r, type: TYPE}}],
     do: [{contribute: {target: $r, attr: Hp, by: -1}}]}
"""
GLORY = GLOOM.replace("gloom", "glory").replace("by: -1", "by: 1")
HALVES = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
BARE = {
    "white": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1",
    "black": "1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
}

#: How a modifier takes the last hit point.
PRIMITIVES = {
    "adds": "{kind: add-to-attribute, attr: Hp, delta: -1}",
    "multiplies": "{kind: multiply-attribute, attr: Hp, factor: 0}",
}
AURA = "{kind: add-aura, radius: 1, targetAttr: Hp, delta: -1, affects: enemy}"


def modifier(primitive: str) -> str:
    head = "kind: modifier\nid: ruin\ntype: data\nversion: 1\nname: Ruin\ndescription: Ruins.\n"
    return f"{head}primitives: [{primitive}]\n"


def profile(piece: str) -> dict[str, Any]:
    own = {"id": "ruin", "type": "data", "version": 1, "name": "Ruin", "description": "Ruins."}
    adds = {"kind": "add-to-attribute", "attr": "Hp", "delta": -1}
    return {
        "id": "ruined",
        "name": "Ruined",
        "customModifiers": [{**own, "primitives": [adds]}],
        "perType": [{"pieceType": piece, "kind": "ruin"}],
    }


def frail(network: str = "native", fen: str = HALVES, more: str = MOURN) -> Match:
    return Match(compile_document(FRAIL + more), fen, network)


def board(match: Match) -> str:
    return match.engine.fen().split()[0]


def comes_back(match: Match) -> None:
    """A save of the match leads to the same state."""
    other = parse_save(format_save(match))
    assert other.engine.state_hash() == match.engine.state_hash()
    assert other.result == match.result


def mourned(incident: Any) -> list[str | None]:
    return [firing.square for firing in incident.trace.firings if firing.rule == "frail/mourn"]


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("side", ["white", "black"])
@pytest.mark.parametrize("primitive", PRIMITIVES)
def test_a_modifier_given_between_moves(primitive: str, side: str, network: str) -> None:
    match = frail(network)
    match.register_modifier(modifier(PRIMITIVES[primitive]))
    before = match.engine.state_hash()
    match.apply_modifier("ruin", {"type": "rook", "color": side})
    assert board(match) == BARE[side]
    rank = 1 if side == "white" else 8
    assert mourned(match.engine.incidents[-1]) == [f"a{rank}", f"h{rank}"]
    comes_back(match)
    match.play("b1c3")
    comes_back(match)
    match.undo()
    match.undo_intervention()
    assert match.engine.state_hash() == before


@pytest.mark.parametrize("network", NETWORKS)
def test_an_aura_that_begins_among_enemies(network: str) -> None:
    match = frail(network, "4k3/8/8/8/3pn3/3R4/4r3/4K3 w - - 0 1")
    match.register_modifier(modifier(AURA))
    match.apply_modifier("ruin", {"type": "rook", "color": "white"})
    assert board(match) == "4k3/8/8/8/8/3R4/8/4K3"
    comes_back(match)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_preset_switched_on_in_the_game(side: str, network: str) -> None:
    with catalog.registered(GLOOM.replace("TYPE", f"rook, color: {side}")):
        match = frail(network)
        match.play("a2a3")
        match.play("a7a6")
        before = match.engine.state_hash()
        active = [use.to_json() for use in match.engine.active_presets]
        match.set_active_presets([*active, {"id": "gloom"}])
        assert [match.engine.piece_at(f"{file}{1 if side == 'white' else 8}") for file in "ah"] == [
            None,
            None,
        ]
        assert len(mourned(match.engine.incidents[-1])) == 2
        comes_back(match)
        match.undo_intervention()
        assert match.engine.state_hash() == before


class Night(Preset):
    """Lets gloom begin after the first move."""

    id = "night"
    name = "Night"
    description = "Lets gloom begin."

    def on_after_move(self, context: Any) -> None:
        hit_points = {"id": "piece-hp", "config": {"hp": 1}}
        context.engine.set_active_presets([hit_points, {"id": "night"}, {"id": "gloom"}])


@pytest.mark.parametrize("network", NETWORKS)
def test_a_preset_that_a_hook_lets_begin(network: str) -> None:
    with registered(Night), catalog.registered(GLOOM.replace("TYPE", "rook")):
        match = frail(network)
        match.set_active_presets([{"id": "piece-hp", "config": {"hp": 1}}, {"id": "night"}])
        before = match.engine.state_hash()
        record = match.play("a2a3")
        assert board(match) == "1nbqkbn1/pppppppp/8/8/8/P7/1PPPPPPP/1NBQKBN1"
        assert len(mourned(record)) == 4
        match.undo()
        assert match.engine.state_hash() == before


@pytest.mark.parametrize("network", NETWORKS)
def test_a_profile_that_comes_into_force(network: str) -> None:
    match = frail(network)
    before = match.engine.state_hash()
    match.queue_profiles([profile("rook")])
    assert match.engine.state_hash() == before
    assert mourned(match.engine.incidents[-1]) == []  # it was only tried
    record = match.play("a2a3")
    assert record.swap is not None
    assert record.swap.happened
    assert board(match) == "1nbqkbn1/pppppppp/8/8/8/P7/1PPPPPPP/1NBQKBN1"
    assert {firing.stage for firing in record.trace.firings if firing.rule == "frail/mourn"} == {"turn-start"}
    assert len(mourned(record)) == 4
    assert [told.text for told in record.log if "dies" in told.text] == [
        f"{color} rook {square} dies"
        for color, square in (("white", "a1"), ("white", "h1"), ("black", "a8"), ("black", "h8"))
    ]
    comes_back(match)
    match.undo()
    assert match.engine.state_hash() == before


def test_no_profile_kills_a_king() -> None:
    match = frail()
    assert [found.code for found in match.check_profiles([profile("king")])][:2] == ["E_PROFILE_NO_KING"] * 2
    with pytest.raises(ReteChessError) as refused:
        match.queue_profiles([profile("king")])
    assert refused.value.code == "E_PROFILE_NO_KING"
    assert match.engine.pending_profiles is None
    with pytest.raises(ReteChessError):
        Engine(compile_document(FRAIL, profiles=[profile("king")]))


class Scribe(Listener):
    """Writes down who has died."""

    def __init__(self) -> None:
        self.heard: list[int | None] = []

    def after(self, event: Any, context: Any) -> Any:
        if context.point == "death":
            self.heard.append(event.target)
        return ()


def test_nobody_hears_of_deaths_that_are_only_tried() -> None:
    scribe = Scribe()
    match = Match(compile_document(FRAIL), HALVES, listeners=[scribe])
    match.check_profiles([profile("rook")])
    match.queue_profiles([profile("rook")])
    assert scribe.heard == []
    match.play("a2a3")
    assert len(scribe.heard) == 4


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("side", ["white", "black"])
def test_a_king_that_dies_so_loses_the_game(side: str, network: str) -> None:
    match = frail(network)
    match.play("a2a3")
    match.register_modifier(modifier(PRIMITIVES["adds"]))
    match.apply_modifier("ruin", {"type": "king", "color": side})
    assert match.winner == {"white": "black", "black": "white"}[side]
    assert match.legal_moves() == []
    comes_back(match)
    match.undo_intervention()
    assert match.result is None
    assert len(match.legal_moves()) == 20


#: What holds from the start, and the board that is left.
STARTS: dict[str, tuple[str, str, str]] = {
    "a modifier": (
        "customModifiers: [{id: ruin, type: data, version: 1, name: R, description: R., "
        f"primitives: [{PRIMITIVES['adds']}]}}]\n"
        "modifiers: [{id: ruin, for: {type: rook, color: white}}]\n",
        MOURN,
        BARE["white"],
    ),
    "a rule": (
        "",
        MOURN
        + "  - {id: fade, at: derive, when: [{piece: {id: $r, type: rook, color: black}}], "
        + "do: [{contribute: {target: $r, attr: Hp, by: -1}}]}\n",
        BARE["black"],
    ),
}


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("row", STARTS)
def test_what_holds_from_the_start(row: str, network: str) -> None:
    given, rules, left = STARTS[row]
    match = Match(compile_document(FRAIL + given + rules), HALVES, network)
    assert board(match) == left
    assert match.start == HALVES
    comes_back(match)
    match.play("b1c3")
    comes_back(match)
    match.undo()
    assert board(match) == left
    assert not match.engine.board.journal
    assert board(match.clone()) == left


def test_a_profile_at_the_start() -> None:
    match = Match(compile_document(FRAIL, profiles=[profile("rook")]))
    assert board(match) == "1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1"
    comes_back(match)


def test_a_king_that_begins_so_has_lost() -> None:
    rule = "  - {id: fade, at: derive, when: [{piece: {id: $r, type: king, color: black}}], "
    rule += "do: [{contribute: {target: $r, attr: Hp, by: -1}}]}\n"
    match = Match(compile_document(FRAIL + MOURN + rule))
    assert match.winner == "white"
    comes_back(match)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("ends", ["by word", "by time"])
def test_who_lived_by_a_contribution_dies_with_it(ends: str, network: str) -> None:
    with catalog.registered(GLORY.replace("TYPE", "rook")):
        match = frail(network)
        active = [use.to_json() for use in match.engine.active_presets]
        turns = {"turnsRemaining": 2} if ends == "by time" else {}
        match.set_active_presets([*active, {"id": "glory", **turns}])
        rook = match.engine.piece_at("a1")
        assert rook is not None
        match.deal_damage(rook.id, 1)
        assert match.engine.session.get(rook.id, "Hp") == 0
        match.play("b1c3")
        assert match.engine.piece_at("a1") is not None
        comes_back(match)
        match.play("b8c6")
        if ends == "by word":
            match.set_active_presets(active)
        assert match.engine.piece_at("a1") is None
        assert match.engine.piece_at("h1") is not None
        comes_back(match)
        match.undo()
        assert match.engine.piece_at("a1") is not None


CHAIN = (
    MOURN
    + "  - {id: cling, at: derive, when: [{piece: {id: $r, type: rook, color: white}}, "
    + "{piece: {id: $n, type: knight, color: white}}], do: [{contribute: {target: $n, attr: Hp, by: 1}}]}\n"
    + "  - {id: wane, at: derive, when: [{piece: {id: $n, type: knight, color: white}}], "
    + "do: [{contribute: {target: $n, attr: Hp, by: -1}}]}\n"
)


@pytest.mark.parametrize("network", NETWORKS)
def test_one_death_brings_the_next(network: str) -> None:
    """Knights cling to a rook; both go in the same intervention, or in the same move."""
    match = frail(network, "4k3/8/8/8/8/8/8/1N2K2R w - - 0 1", CHAIN)
    match.register_modifier(modifier(PRIMITIVES["adds"]))
    match.apply_modifier("ruin", {"type": "rook"})
    assert board(match) == "4k3/8/8/8/8/8/8/4K3"
    assert mourned(match.engine.incidents[-1]) == ["h1", "b1"]
    comes_back(match)
    match = frail(network, "4k2r/8/8/8/8/8/8/1N2K2R b - - 0 1", CHAIN)
    record = match.play("h8h1")
    assert board(match) == "4k3/8/8/8/8/8/8/4K2r"
    assert mourned(record) == ["b1"]
    comes_back(match)


EBB = (
    MOURN.replace("rules", "turn: {moves: 2}\nrules")
    + "  - {id: ebb, at: derive, when: [{side: {color: black, toMove: true}}, "
    + "{piece: {id: $r, type: rook, color: black}}], do: [{contribute: {target: $r, attr: Hp, by: -1}}]}\n"
)


@pytest.mark.parametrize("network", NETWORKS)
def test_a_turn_that_ends_early_by_an_intervention(network: str) -> None:
    """White has made one of two moves, and loses all pieces that could make the second."""
    match = frail(network, "r3k3/8/8/8/8/p7/P7/K6N w - - 0 1", "selfCheck: allow\nroyal: []\n" + EBB)
    match.play("h1g3")
    for square in ("g3", "a1"):
        piece = match.engine.piece_at(square)
        assert piece is not None
        match.deal_damage(piece.id, 1)
    assert match.engine.turn == "black"
    assert match.engine.piece_at("a8") is None
    comes_back(match)


def law(match: Match) -> None:
    """Nobody stands who has nothing left of a vital attribute, unless it began with nothing."""
    engine = match.engine
    for side in engine.board.pieces:
        for square in side:
            entity = engine.board.entities[square]
            left = engine.session.effective(entity, "Hp")
            assert left is None or left > 0


def random_acts() -> list[Callable[[Match, Any], object]]:
    return [
        lambda match, chance: match.apply_modifier(
            "ruin", {"type": chance.choice(["rook", "knight", "pawn"])}
        ),
        lambda match, chance: match.set_active_presets(
            [
                {"id": "piece-hp", "config": {"hp": 1}},
                *({"id": name} for name in chance.sample(["gloom", "glory"], chance.randint(0, 2))),
            ]
        ),
        lambda match, chance: match.queue_profiles([profile(chance.choice(["bishop", "queen"]))]),
        lambda match, chance: match.play(chance.choice(match.legal_moves())),
        lambda match, chance: match.play(chance.choice(match.legal_moves())),
        lambda match, chance: match.undo(),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_nobody_stands_without(seed: int) -> None:
    chance = Random(seed)
    with catalog.registered(GLOOM.replace("TYPE", "knight"), GLORY.replace("TYPE", "rook")):
        match = frail(NETWORKS[seed % 2])
        match.register_modifier(modifier(chance.choice([*PRIMITIVES.values(), AURA])))
        for _ in range(12):
            if match.is_over:
                break
            try:
                chance.choice(random_acts())(match, chance)
            except ReteChessError:
                continue
            law(match)
        comes_back(match)
