"""`rete-chess list`: all that is registered, each with a card."""

from __future__ import annotations

import re

import pytest

from rete_chess.cli.commands.listing import KINDS
from rete_chess.compiler import catalog
from rete_chess.compiler.catalog._card import LISTINGS
from tests.cli.helpers import Run

OWN = ("modifier-kinds", "primitives")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in OWN])
def test_everything_registered_is_listed(run: Run, kind: str) -> None:
    items = run("list", kind, "--json").json[kind]
    assert [item["id"] for item in items] == list(getattr(catalog, kind)().list())


@pytest.mark.parametrize("kind", KINDS)
def test_every_entry_has_a_card(run: Run, kind: str) -> None:
    items = run("list", kind, "--json").json[kind]
    assert len({item["kind"] for item in items}) == 1
    for item in items:
        assert set(item) - {"parameters", "value"} == {"id", "kind", "label", "description", "icon"}
        assert ("value" in item) == (kind in ("pieces", "abilities"))
        assert item["label"]
        assert item["description"]
        assert "\n" not in item["description"]
        assert item["icon"][-1:].isupper() or len(item["icon"]) == 1
        assert item["icon"].isupper()


def test_the_kinds_are_those_of_the_catalog() -> None:
    assert tuple(LISTINGS) == KINDS


def test_pieces_show_their_letter_and_their_worth(run: Run) -> None:
    pieces = {item["id"]: item for item in run("list", "pieces", "--json").json["pieces"]}
    assert (pieces["knight"]["icon"], pieces["knight"]["value"]) == ("N", 3)
    assert pieces["amazon"]["description"] == "slides in any direction, leaps like a knight"
    assert pieces["king"]["description"] == "one step in any direction, castles with rook"
    assert "captures one step diagonally ahead" in pieces["pawn"]["description"]
    assert re.search(r"^N +knight ", run("list", "pieces").out, re.MULTILINE)


def test_rulesets(run: Run) -> None:
    items = run("list", "rulesets", "--json").json["rulesets"]
    assert [item["id"] for item in items] == ["last-piece-standing", "standard-chess"]
    assert {item["kind"] for item in items} == {"ruleset"}


def test_what_is_registered_is_listed_too(run: Run) -> None:
    with catalog.registered("kind: tile\nid: bog\nname: A bog\ndescription: Wet. Cold, too."):
        assert "bog" in [item["id"] for item in run("list", "tiles", "--json").json["tiles"]]
        assert "A  bog       A bog: Wet.\n" in re.sub(" +\n", "\n", run("list", "tiles").out)


def test_without_a_kind_there_is_an_overview(run: Run) -> None:
    counts = run("list", "--json").json["kinds"]
    assert tuple(counts) == KINDS
    assert counts["primitives"] == 22
    assert counts["tiles"] == len(catalog.tiles())
    outcome = run("list")
    assert (outcome.code, outcome.err) == (0, "")
    assert [line.split()[0] for line in outcome.out.splitlines()[:-1]] == list(KINDS)


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
