"""Saves that are wrong: each is refused with a code and a place, and nothing of it is loaded."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rete_chess import Match, ReteChessError
from rete_chess.documents.kinds.document import digest_of
from rete_chess.documents.kinds.save import VERSION
from rete_chess.match import format_save, parse_save
from tests.match.games import mixed
from tests.match.save_files import saved_in


def saved() -> dict[str, Any]:
    match = Match(mixed("hp-and-splits"), network="native")
    for move in ("e2e4", "d7d5", "e4d5", "g8f6"):
        match.play(move)
    data: dict[str, Any] = json.loads(format_save(match))
    return data


def _fact(data: dict[str, Any], attribute: str) -> dict[str, Any]:
    facts: dict[str, Any] = next(row["facts"] for row in data["state"]["facts"] if attribute in row["facts"])
    return facts


def _set(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(data: Any) -> None:
        for part in path[:-1]:
            data = data[part]
        data[path[-1]] = to

    return change


def _signed(change: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    """A change by someone who knows how the digest is made."""

    def signed(data: dict[str, Any]) -> None:
        change(data)
        variant = data["variant"]
        parts = (variant["documents"], data["start"]["presets"], variant.get("profiles", []))
        variant["hash"] = digest_of(*parts, variant["library"])

    return signed


def _own(**keys: Any) -> Callable[[dict[str, Any]], None]:
    """A variant of one's own with these keys, signed."""
    document = {"kind": "variant", "id": "own", "name": "Own", "extends": "chess", **keys}

    def change(data: dict[str, Any]) -> None:
        data["variant"]["id"] = "own"
        data["variant"]["documents"].append(document)

    return _signed(change)


def _between(after: int, **what: Any) -> Callable[[dict[str, Any]], None]:
    return _set("interventions", to=[{"after": after, **what}])


#: What can be wrong with what happened between moves, and with the documents of a variant.
WRONG_INSIDE: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "an unknown tile": (_own(tiles={"e4": "lava"}), "E_SAVE_STATE"),
    "a tile on a missing square": (_own(tiles={"k4": "fog"}), "E_SAVE_STATE"),
    "an unknown ability": (_own(abilities=[{"id": "flies", "for": {"type": "pawn"}}]), "E_SAVE_STATE"),
    "an ability on a missing square": (
        _own(abilities=[{"id": "bouncer", "for": {"square": ["k9"]}}]),
        "E_SAVE_STATE",
    ),
    "an ability on an empty square": (
        _own(abilities=[{"id": "bouncer", "for": {"square": ["e4"]}}]),
        "E_SAVE_STATE",
    ),
    "an unknown piece type": (_own(pieces={"z": "zebu"}), "E_SAVE_STATE"),
    "an unknown layout": (_own(layout="moon"), "E_SAVE_STATE"),
    "an unknown key": (_own(colour="red"), "E_SAVE_STATE"),
    "a variant that extends another one": (_own(extends="atomic"), "E_SAVE_STATE"),
    "before the start": (_between(-1, presets=[]), "E_DOC_VALUE"),
    "long after the end": (_between(10**20, presets=[]), "E_SAVE_STATE"),
    "two things at once": (_between(1, presets=[], profiles=[]), "E_DOC_CONFLICT"),
    "a preset that nobody knows": (_between(1, presets=[{"id": "piece-shild"}]), "E_SAVE_STATE"),
    "a preset for nobody": (_between(1, presets=[{"id": "piece-hp", "scope": "red"}]), "E_DOC_CHOICE"),
    "a preset with a huge duration": (
        _between(1, presets=[{"id": "piece-hp", "turnsRemaining": 10**25}]),
        "E_DOC_VALUE",
    ),
    "a profile that is none": (_between(1, profiles=[{"id": "x"}]), "E_SAVE_STATE"),
    "a modifier that nobody knows": (_between(1, modifier={"id": "vampyre", "for": {}}), "E_SAVE_STATE"),
    "a modifier without an id": (_between(1, modifier={"for": {}}), "E_DOC_MISSING"),
    "a modifier for nobody": (_between(1, modifier={"id": "mounted", "for": {"tpye": 1}}), "E_SAVE_STATE"),
    "a modifier on a missing square": (
        _between(1, modifier={"id": "mounted", "for": {"square": ["k9"]}}),
        "E_SAVE_STATE",
    ),
    "a piece on a missing square": (
        _between(1, spawn={"type": "queen", "color": "white", "square": "a9"}),
        "E_SAVE_STATE",
    ),
    "a piece on a square that is none": (
        _between(1, spawn={"type": "queen", "color": "white", "square": "z9"}),
        "E_DOC_VALUE",
    ),
    "a piece of no type": (
        _between(1, spawn={"type": "zebu", "color": "white", "square": "a4"}),
        "E_SAVE_STATE",
    ),
    "a piece with an unknown attribute": (
        _between(1, spawn={"type": "rook", "color": "white", "square": "a4", "attributes": {"Luck": 1}}),
        "E_SAVE_STATE",
    ),
    "damage to nobody": (_between(1, damage={"target": 999, "amount": 1, "kind": "x"}), "E_SAVE_STATE"),
    "damage to less than nobody": (
        _between(1, damage={"target": -3, "amount": 1, "kind": "x"}),
        "E_DOC_VALUE",
    ),
    "damage of a huge amount": (
        _between(1, damage={"target": 5, "amount": 10**40, "kind": "x"}),
        "E_DOC_NUMBER",
    ),
    "a huge index": (_set("index", to=10**20), "E_DOC_VALUE"),
    "an index that is none": (_set("index", to=1.5), "E_DOC_TYPE"),
    "an index below": (_set("index", to=-1), "E_DOC_VALUE"),
    "moves that are none": (_set("moves", to={"e2e4": "e7e5"}), "E_DOC_TYPE"),
    "a move that is a number": (_set("moves", 0, to=7), "E_DOC_TYPE"),
    "an offer of nobody": (_set("drawOffers", to=[{"after": 0, "side": "red"}]), "E_DOC_CHOICE"),
    "an offer after the end": (
        lambda data: data.update(
            ending={"kind": "resign", "side": "white", "reason": "resignation"},
            index=5,
            drawOffers=[{"after": 5, "side": "white"}],
        ),
        "E_SAVE_STATE",
    ),
    "no facts": (_set("state", "facts", to=[]), "E_DOC_VALUE"),
}


WRONG: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "newer version": (_set("formatVersion", to=VERSION + 1), "E_SAVE_VERSION"),
    "much newer version": (_set("formatVersion", to=99), "E_SAVE_VERSION"),
    "version of another kind": (_set("formatVersion", to="1"), "E_DOC_TYPE"),
    "version zero": (_set("formatVersion", to=0), "E_DOC_VALUE"),
    "no version": (lambda data: data.pop("formatVersion"), "E_DOC_MISSING"),
    "no variant": (lambda data: data.pop("variant"), "E_DOC_MISSING"),
    "unknown key": (_set("score", to=3), "E_DOC_UNKNOWN_KEY"),
    "another hash": (_set("variant", "hash", to="0" * 32), "E_SAVE_VARIANT"),
    "a hash that is none": (_set("variant", "hash", to="abc"), "E_DOC_VALUE"),
    "another id": (_set("variant", "id", to="atomic"), "E_SAVE_VARIANT"),
    "another variant": (_set("variant", "documents", 0, "name", to="Chess!"), "E_SAVE_VARIANT"),
    "a variant that is none": (_set("variant", "documents", 0, to={}), "E_SAVE_VARIANT"),
    "a variant that is none, signed": (_signed(_set("variant", "documents", 0, to={})), "E_SAVE_STATE"),
    "another preset": (_set("variant", "library", 1, "hash", to="0" * 32), "E_SAVE_VARIANT"),
    "another preset, signed": (_signed(_set("variant", "library", 1, "hash", to="0" * 32)), "E_SAVE_VARIANT"),
    "a document of nothing": (lambda data: data["variant"]["library"][1].pop("hash"), "E_DOC_CONFLICT"),
    "a document of a kind that is none": (_set("variant", "library", 1, "kind", to="spell"), "E_DOC_CHOICE"),
    "a document that is none, signed": (
        _signed(_set("variant", "library", 0, to={"kind": "preset", "id": "piece-hp", "document": {}})),
        "E_SAVE_STATE",
    ),
    "a document that nobody knows, signed": (
        _signed(
            lambda data: data["variant"]["library"].append({"kind": "tile", "id": "icy", "hash": "0" * 32})
        ),
        "E_SAVE_VARIANT",
    ),
    "a document twice, signed": (
        _signed(lambda data: data["variant"]["library"].append(data["variant"]["library"][0])),
        "E_SAVE_VARIANT",
    ),
    "a preset without its document, signed": (
        _signed(lambda data: data["variant"]["library"].pop()),
        "E_SAVE_VARIANT",
    ),
    "a preset less": (lambda data: data["start"]["presets"].pop(), "E_SAVE_VARIANT"),
    "an unknown preset": (_set("start", "presets", 0, "id", to="piece-shild"), "E_SAVE_VARIANT"),
    "an unknown preset, signed": (
        _signed(_set("start", "presets", 0, "id", to="piece-shild")),
        "E_SAVE_VARIANT",
    ),
    "an intervention of nothing": (_set("interventions", to=[{"after": 0}]), "E_DOC_CONFLICT"),
    "an intervention after the end": (
        _set("interventions", to=[{"after": 5, "presets": []}]),
        "E_SAVE_STATE",
    ),
    "an intervention that cannot be": (
        _set(
            "interventions", to=[{"after": 1, "spawn": {"type": "queen", "color": "white", "square": "e1"}}]
        ),
        "E_SAVE_STATE",
    ),
    "no documents": (_set("variant", "documents", to=[]), "E_DOC_VALUE"),
    "another start": (_set("start", "fen", to="4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "E_SAVE_STATE"),
    "a start that is none": (_set("start", "fen", to="x"), "E_SAVE_STATE"),
    "an illegal move": (_set("moves", 2, to="e4e6"), "E_SAVE_STATE"),
    "another move": (_set("moves", 0, to="e2e3"), "E_SAVE_STATE"),
    "a move that is none": (_set("moves", 1, to="E 5"), "E_DOC_VALUE"),
    "a move less": (lambda data: data["moves"].pop(), "E_SAVE_STATE"),
    "an index too far": (_set("index", to=9), "E_SAVE_STATE"),
    "an index before": (_set("index", to=3), "E_SAVE_STATE"),
    "another fact": (lambda data: _fact(data, "Hp").update(Hp=9), "E_SAVE_STATE"),
    "a fact more": (lambda data: _fact(data, "Hp").update(Luck=1), "E_SAVE_STATE"),
    "a fact less": (lambda data: _fact(data, "Hp").pop("Hp"), "E_SAVE_STATE"),
    "another state hash": (_set("state", "hash", to="f" * 32), "E_SAVE_STATE"),
    "another position": (_set("state", "fen", to="4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "E_SAVE_STATE"),
    "other presets in force": (_set("state", "presets", to=[]), "E_SAVE_STATE"),
    "an unknown ending": (_set("ending", to={"kind": "flee", "side": "white", "reason": ""}), "E_DOC_CHOICE"),
}


def test_the_variants_above_are_wrong_by_their_keys_alone() -> None:
    data = saved()
    _own()(data)
    assert parse_save(json.dumps(data), network="native").program.id == "own"


ALL_WRONG = {**WRONG, **WRONG_INSIDE}


@pytest.mark.parametrize(("change", "code"), ALL_WRONG.values(), ids=ALL_WRONG)
def test_wrong_saves(change: Callable[[dict[str, Any]], Any], code: str) -> None:
    data = saved()
    parse_save(json.dumps(data), network="native")
    change(data)
    with pytest.raises(ReteChessError) as caught:
        parse_save(json.dumps(data), "game.save.json", "native")
    assert caught.value.code == code
    assert caught.value.place is not None
    assert caught.value.place.file == "game.save.json"


def test_truncated_and_damaged_saves() -> None:
    text = json.dumps(saved())
    chance = Random(3)
    for length in range(0, len(text) - 1, len(text) // 60):
        with pytest.raises(ReteChessError):
            parse_save(text[:length], "game.save.json", "native")
    for _ in range(60):
        place = chance.randrange(len(text))
        damaged = text[:place] + chance.choice('\x00"{}[]:,xX0') + text[place + 1 :]
        try:
            match = parse_save(damaged, "game.save.json", "native")
        except ReteChessError:
            continue
        assert json.loads(format_save(match)) == json.loads(damaged)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ReteChessError) as caught:
        parse_save(Path("nowhere.save.json"))
    assert caught.value.code == "E_DOC_READ"


WRONG_OLD: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "another preset": (_set("variant", "presets", 0, "config", to={"hp": 9}), "E_SAVE_VARIANT"),
    "another hash": (_set("variant", "hash", to="0" * 32), "E_SAVE_VARIANT"),
    "a preset less": (lambda data: data["variant"]["presets"].pop(), "E_SAVE_VARIANT"),
    "presets that are none": (_set("variant", "presets", to=3), "E_DOC_UNKNOWN_KEY"),
    "a preset that is none": (_set("variant", "presets", 0, to=[]), "E_DOC_UNKNOWN_KEY"),
    "a start that is none": (_set("start", to=[]), "E_DOC_TYPE"),
    "an id that is none": (_set("start", "presets", 0, "id", to=7), "E_DOC_TYPE"),
    "profiles that are none": (_set("variant", "profiles", to="brave"), "E_DOC_TYPE"),
    "a word of the next version": (_set("interventions", to=[{"after": 0, "modifier": {}}]), "E_DOC_MISSING"),
}


@pytest.mark.parametrize(("change", "code"), WRONG_OLD.values(), ids=WRONG_OLD)
def test_wrong_saves_of_version_1(change: Callable[[dict[str, Any]], Any], code: str) -> None:
    data = saved_in("presets-that-end.v1")
    change(data)
    with pytest.raises(ReteChessError) as caught:
        parse_save(json.dumps(data), "game.save.json", "native")
    problems = getattr(caught.value, "problems", None)
    assert code in ([problem.code for problem in problems] if problems else [caught.value.code])
