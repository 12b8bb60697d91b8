"""Rulesets: presets that say alone how a game ends, by a registry of their own."""

from __future__ import annotations

import pytest

import rete_chess
from rete_chess import Engine, Match, catalog
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.core.results import Result
from rete_chess.documents import load_document
from rete_chess.errors import DocumentError, NameLookupError, RulesError

FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
LAST_PAWN = "8/8/8/3p4/4P3/8/8/8 w - - 0 1"

BARE = """kind: preset
id: bare-king
name: Bare king
description: Who has only kings left has lost.
royal: []
result:
  instead: true
  defaults: suppress
  ends:
    - win: $side
      reason: bared
      when: [{side: {color: $side}}, {not: {piece: {color: {not: $side}, type: {not: king}}}}]
"""


def played(
    ruleset: str, moves: tuple[str, ...], fen: str | None = None, variant: str = "chess"
) -> Result | None:
    match = Match(program_of(variant, [ActivePreset(ruleset)]), fen, "native")
    for move in moves:
        match.play(move)
    return match.result


def test_both_rulesets_govern_the_same_game() -> None:
    mate = played("standard-chess", FOOLS_MATE)
    assert mate is not None
    assert (mate.winner, mate.reason) == ("black", "checkmate")
    assert played("last-piece-standing", FOOLS_MATE) is None
    last = played("last-piece-standing", ("e4d5",), LAST_PAWN)
    assert last is not None
    assert (last.winner, last.reason) == ("white", "annihilation")


@pytest.mark.parametrize("variant", ["giveaway", "extinction", "king-of-the-hill", "three-check", "horde"])
def test_they_set_the_ends_of_any_variant_aside(variant: str) -> None:
    assert program_of(variant).ends
    standard = program_of(variant, [ActivePreset("standard-chess")])
    assert standard.ends == ()
    assert standard.has_defaults
    last = program_of(variant, [ActivePreset("last-piece-standing")])
    assert len(last.ends) == 1
    assert "last-piece-standing.preset.yaml" in getattr(last.ends[0], "origin", "")
    assert not last.has_defaults


def test_a_ruleset_can_change_in_the_middle_of_a_game() -> None:
    engine = Engine(program_of("chess", [ActivePreset("last-piece-standing")]))
    for move in FOOLS_MATE:
        engine.apply(move)
    assert engine.result is None
    engine.set_active_presets([{"id": "standard-chess"}])
    assert engine.result is not None
    assert engine.result.reason == "checkmate"
    engine.set_active_presets([])
    assert engine.result is not None


def test_a_game_has_one_of_the_two() -> None:
    with pytest.raises(RulesError, match="cannot be active together"):
        program_of("chess", [ActivePreset("standard-chess"), ActivePreset("last-piece-standing")])


def test_a_variant_may_set_the_ends_of_its_parent_aside() -> None:
    text = "kind: variant\nid: v\nname: V\nextends: king-of-the-hill\nresult: {instead: true}\n"
    assert rete_chess.compile(load_document(text)).ends == ()


def test_the_registry_holds_rulesets_alone() -> None:
    rulesets = catalog.rulesets()
    assert rulesets.list() == ("last-piece-standing", "standard-chess")
    assert len(rulesets) == 2
    assert [catalog.id_of(document) for document in rulesets] == list(rulesets.list())
    assert rulesets.get("standard-chess") is catalog.presets().get("standard-chess")
    assert not rulesets.has("piece-hp")
    with pytest.raises(NameLookupError, match=r"unknown ruleset.*did you mean 'standard-chess'"):
        rulesets.get("standart-chess")
    with pytest.raises(NameLookupError, match="unknown ruleset"):
        rulesets.get("piece-hp")


def test_a_ruleset_of_ones_own() -> None:
    rulesets = catalog.rulesets()
    rulesets.register(BARE)
    try:
        assert rulesets.list() == ("bare-king", "last-piece-standing", "standard-chess")
        result = played("bare-king", ("e4d5",), "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "giveaway")
        assert result is not None
        assert (result.winner, result.reason) == ("white", "bared")
        with pytest.raises(NameLookupError, match="'bare-king' is registered already"):
            rulesets.register(BARE)
    finally:
        rulesets.remove("bare-king")
    assert not catalog.presets().has("bare-king")
    with pytest.raises(DocumentError, match="not a ruleset") as caught:
        rulesets.register(BARE.replace("  instead: true\n", ""))
    assert caught.value.hint == "a ruleset is a preset with `result: {instead: true}`"
