"""Draw claims: open where the draws of chess hold, or where a document says so."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.errors import GameError
from rete_chess.match import Match
from rete_chess.presets import ONGOING, Preset, registered

QUIET = "4k3/8/8/8/8/8/8/R3K3 w - - 100 90"
SHUFFLE = ("a1a2", "e8e7", "a2a1", "e7e8") * 2

VARIANT = "{kind: variant, id: calm, name: Calm, extends: chess, result: {%s}}"


def variant(result: str) -> Any:
    return compile_document(load_document(VARIANT % result, "calm.variant.yaml"))


class Endless(Preset):
    id = "endless"
    name = "Endless"
    description = "The game goes on."

    def on_check_game_result(self, context: Any) -> str:
        return ONGOING


def claims_of(program: Any) -> list[list[str]]:
    """What may be claimed after a hundred quiet half-moves, and after a third repetition."""
    shuffled = Engine(program, QUIET.replace("100", "0"), network="native")
    for move in SHUFFLE:
        shuffled.apply(move)
    return [Engine(program, QUIET, network="native").claims(), shuffled.claims()]


OPEN = [["fifty moves"], ["threefold repetition"]]
CLOSED: list[list[str]] = [[], []]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("instead: false", OPEN),
        ("defaults: suppress", CLOSED),
        ("defaults: suppress, claims: allow", OPEN),
        ("claims: allow", OPEN),
    ],
)
def test_no_default_no_claim(result: str, expected: list[list[str]]) -> None:
    assert claims_of(variant(result)) == expected


@pytest.mark.parametrize("scope", ["white", "black", "both"])
def test_presets_that_suppress_draws_for_a_side_close_the_claims(scope: str) -> None:
    assert claims_of(program_of("chess", [ActivePreset("piece-hp", scope)])) == CLOSED
    with registered(Endless()):
        assert claims_of(program_of("chess", [ActivePreset("endless", scope)])) == CLOSED


def test_claims_follow_the_presets_in_force_and_the_way_back() -> None:
    engine = Engine(program_of("chess", [ActivePreset("piece-hp", turns_remaining=2)]), QUIET)
    seen = [engine.claims()]
    for move in ("a1a2", "e8e7"):
        engine.apply(move)
        seen.append(engine.claims())
    assert seen == [[], [], ["fifty moves"]]
    engine.undo()
    assert engine.claims() == []
    assert engine.clone().claims() == []


def test_a_claim_that_is_closed_is_refused() -> None:
    match = Match(variant("defaults: suppress"), QUIET)
    with pytest.raises(GameError, match="no draw to claim") as caught:
        match.claim_draw()
    assert caught.value.code == "E_DRAW"
    assert match.engine.result is None
