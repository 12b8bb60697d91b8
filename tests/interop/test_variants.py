"""Names of variants: how others spell ours, and how they call them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.compiler import catalog
from rete_chess.errors import NameLookupError
from rete_chess.interop.choice import request_of
from rete_chess.interop.variants import CALLED, Variants
from tests.cli.helpers import start

NAMES = {
    "kingofthehill": "king-of-the-hill",
    "kingOfTheHill": "king-of-the-hill",
    "King of the Hill": "king-of-the-hill",
    "koth": "king-of-the-hill",
    "3check": "three-check",
    "Three-check": "three-check",
    "racingkings": "racing-kings",
    "fischerandom": "chess960",
    "Chess960": "chess960",
    "giveaway": "giveaway",
    "antichess": "antichess",
    "normal": "chess",
    "losalamos": "los-alamos",
    "pocketknight": "pocketknight",
}


@pytest.mark.parametrize(("name", "own"), NAMES.items(), ids=NAMES)
def test_names_of_others(name: str, own: str) -> None:
    assert Variants().find(name) == own


def test_every_variant_is_offered_under_each_of_its_names() -> None:
    known = Variants()
    assert known.ids() == list(catalog.variants().list())
    assert set(known.ids()) | set(CALLED) <= set(known.names())
    assert {known.find(name) for name in known.names()} == set(known.ids())


@pytest.mark.parametrize("name", ["suicide", "", "chess9600", "../chess", "chess.variant.yaml"])
def test_what_is_none_of_ours(name: str) -> None:
    with pytest.raises(NameLookupError, match="unknown variant"):
        Variants().find(name)


def test_requests_for_presets() -> None:
    assert request_of("king-heals") == {"id": "king-heals"}
    assert request_of("piece-hp:white,hp=3,x=0.5,y=true,z=a") == {
        "id": "piece-hp",
        "scope": "white",
        "config": {"hp": 3, "x": 0.5, "y": True, "z": "a"},
    }


def test_a_folder_is_no_first_variant(tmp_path: Path) -> None:
    outcome = start("uci", "--variant", f"{tmp_path}/")
    assert outcome.code == 2
    assert "holds 0 variants" in outcome.err
