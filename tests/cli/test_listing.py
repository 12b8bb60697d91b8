"""`rete-chess list`: every shipped file, each with a line."""

from __future__ import annotations

import pytest

from rete_chess.cli.listing import KINDS
from rete_chess.compiler import catalog
from tests.cli.helpers import Run


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "primitives"])
def test_everything_shipped_is_listed(run: Run, kind: str) -> None:
    items = run("list", kind, "--json").json[kind]
    assert [item["id"] for item in items] == list(getattr(catalog, kind)().list())
    for item in items:
        assert set(item) == {"id", "name", "description"}
        assert item["name"]
        assert item["description"]
        assert "\n" not in item["description"]


def test_pieces_without_a_text_are_described_by_their_moves(run: Run) -> None:
    pieces = {item["id"]: item["description"] for item in run("list", "pieces", "--json").json["pieces"]}
    assert pieces["amazon"] == "a: slides all, leaps knight"
    assert pieces["king"] == "k: leaps all, castles with rook"
    assert pieces["pawn"].endswith("leaps forward-diagonal to capture")


def test_people_see_a_table(run: Run) -> None:
    outcome = run("list", "variants")
    assert (outcome.code, outcome.err) == (0, "")
    assert "three-check" in outcome.out
    assert "Check the enemy king 3 times to win" in outcome.out


def test_unknown_kind(run: Run) -> None:
    outcome = run("list", "openings")
    assert outcome.code == 2
    assert "'presets'" in outcome.err


def test_primitives_tell_their_parameters(run: Run) -> None:
    listed = run("list", "primitives", "--json").json["primitives"]
    assert len(listed) == 22
    assert set(listed[0]["parameters"]) == {"attr", "value", "onlyIfMissing"}
    assert all(text for item in listed for text in item["parameters"].values())
