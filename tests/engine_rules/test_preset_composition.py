"""Shipped presets beside each other: which are refused, and that all others can be played together."""

from __future__ import annotations

from itertools import combinations

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.documents import PresetDocument
from rete_chess.errors import RulesError
from tests.engine_rules.test_preset_games import play

NAMES = catalog.presets().list()

#: Presets that change how a game is won.
OBJECTIVES = (
    "capture-all",
    "capture-to-win",
    "extinction-chess",
    "first-promotion-wins",
    "last-piece-standing",
    "standard-chess",
    "suicide-chess",
)


def model(name: str) -> PresetDocument:
    found = catalog.preset(name).model
    assert isinstance(found, PresetDocument)
    return found


ROYALTY = ("coregal", "dual-king", "knightmate-rules", "weak-dual-king")
#: Presets of which at most one can be in force for a side.
RIVALS = (
    ("double-move", "monster-rules"),
    ("berolina-pawns", "berolina-pawns-2"),
    ("bouncing-pieces", "bouncing-pieces-2"),
    ("capture-all", "capture-to-win", "last-piece-standing", "standard-chess", "suicide-chess"),
    ROYALTY,
    *((royal, "standard-chess") for royal in ROYALTY),
    *(("capture-all", royal) for royal in ROYALTY),
    *((royal, "suicide-chess") for royal in ROYALTY),
)

APART = [(one, other) for one, other in combinations(NAMES, 2) if other in model(one).incompatible_with]
TOGETHER = [pair for pair in combinations(NAMES, 2) if pair not in APART]


def uses(*names: str, scope: str = "both") -> list[ActivePreset]:
    """Presets after those that they require."""
    needed = [other for name in names for other in model(name).requires if other not in names]
    return [ActivePreset(name, scope) for name in (*needed, *names)]


# -- refused ---------------------------------------------------------------------------------------


def test_presets_name_presets_and_exclude_each_other_mutually() -> None:
    for name in NAMES:
        assert set(model(name).requires) <= set(NAMES)
        for other in model(name).incompatible_with:
            assert name in model(other).incompatible_with, (name, other)


def test_who_excludes_whom() -> None:
    rivals = {tuple(sorted(pair)) for group in RIVALS for pair in combinations(group, 2)}
    assert set(APART) == rivals


@pytest.mark.parametrize("pair", APART, ids=" ".join)
def test_incompatible_presets_are_refused_for_one_side_and_taken_for_two(pair: tuple[str, str]) -> None:
    one, other = pair
    for scopes in (("both", "both"), ("both", "white"), ("white", "white"), ("black", "both")):
        for names in ((one, other), (other, one)):
            with pytest.raises(RulesError, match="cannot be active together") as caught:
                program_of("chess", [ActivePreset(*use) for use in zip(names, scopes)])
            assert caught.value.code == "E_PRESETS"
    program_of("chess", [ActivePreset(one, "white"), ActivePreset(other, "black")])


@pytest.mark.parametrize(
    "active",
    [
        [ActivePreset("king-heals")],
        [ActivePreset("king-heals", "white"), ActivePreset("piece-hp", "black")],
        [ActivePreset("king-heals"), ActivePreset("piece-shield")],
    ],
    ids=["alone", "beside points of the other side", "beside shields"],
)
def test_king_heals_needs_points(active: list[ActivePreset]) -> None:
    with pytest.raises(RulesError, match="'king-heals' requires 'piece-hp'") as caught:
        program_of("chess", active)
    assert caught.value.code == "E_PRESETS"


@pytest.mark.parametrize("scope", ["white", "black", "both"])
def test_king_heals_goes_with_points_of_the_same_side(scope: str) -> None:
    for active in (uses("king-heals", scope=scope), uses("king-heals", scope=scope)[::-1]):
        assert len(program_of("chess", active).presets) == 2


# -- together --------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", ["white", "black", "both"])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_points_and_an_objective_play_the_same_game_in_either_order(objective: str, scope: str) -> None:
    active = [ActivePreset("piece-hp"), ActivePreset(objective, scope)]
    engines = [Engine(program_of("chess", order), network="native") for order in (active, active[::-1])]
    games = [play(engine, seed=3, plies=120) for engine in engines]
    assert [(*game[:1], *game[3:]) for game in games[0]] == [(*game[:1], *game[3:]) for game in games[1]]


@pytest.mark.parametrize("pair", TOGETHER, ids=" ".join)
def test_a_pair_can_be_played_and_taken_back(pair: tuple[str, str]) -> None:
    engine = Engine(program_of("chess", uses(*pair)), network="native")
    start = engine.state_hash()
    game = play(engine, seed=1, plies=24)
    assert game
    for *_, fen, state in reversed(game):
        assert (engine.fen(), engine.state_hash()) == (fen, state)
        engine.undo()
    assert engine.state_hash() == start
