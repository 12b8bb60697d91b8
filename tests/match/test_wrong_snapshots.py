"""Snapshots that are damaged, forged or of another program: refused with a code, never a wrong game."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rete_chess import Match, ReteChessError
from rete_chess.compiler import catalog
from rete_chess.documents import load_document
from rete_chess.documents.kinds.document import digest_of
from rete_chess.engine.snapshots.form import FORMAT_VERSION
from rete_chess.errors import SaveError
from tests.core.games import examples
from tests.match.games import OWN_MODIFIER, meddle, mixed, play_random

Snapshot = dict[str, Any]


@cache
def _text(name: str) -> str:
    match, chance = Match(mixed(name), network="native"), Random(11)
    match.engine.custom_modifiers.register(OWN_MODIFIER, "own.modifier.yaml")
    play_random(match, chance, 6, meddling=0.5)
    meddle(match, chance)
    match.queue_profiles(["iron-knights"])
    match.undo()
    match.play(match.legal_moves()[0])
    match.undo()
    return json.dumps(match.snapshot())


def taken(name: str = "manor") -> Snapshot:
    """A snapshot that has something of everything."""
    found: Snapshot = json.loads(_text(name))
    return found


def signed(snapshot: Snapshot) -> Snapshot:
    """A forged snapshot, whose own digest is right."""
    rest = {key: value for key, value in snapshot.items() if key not in ("kind", "formatVersion", "hash")}
    return {**snapshot, "hash": digest_of(rest)}


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values inside a value."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from paths(part, (*path, key))


JUNK: list[Any] = [
    *(None, True, 0, -1, 1, 7, 10**12, 1.5, "", "x", "e2e4", "{}", [], {}, [[]], [1, 2], {"id": "x"}),
    *("queen", "white", 63, 64, 255, "0" * 32, {"kind": "preset"}, [None], "\ud800"),
]


def mutate(snapshot: Snapshot, chance: Random) -> None:
    """Change something somewhere."""
    *way, last = chance.choice(list(paths(snapshot)))
    box: Any = snapshot
    for key in way:
        box = box[key]
    deed = chance.randrange(4)
    if deed == 0:
        del box[last]
    elif deed == 1 and isinstance(box[last], int) and not isinstance(box[last], bool):
        box[last] += chance.choice([-1, 1, 8, 100])
    elif deed == 2 and isinstance(box, list):
        box.insert(0, copy.deepcopy(chance.choice(box)))
    else:
        box[last] = copy.deepcopy(chance.choice(JUNK))


@examples(150)
@given(name=st.sampled_from(["manor", "chess", "presets that end"]), seed=st.integers(0, 10**6))
def test_whatever_is_changed_is_refused(name: str, seed: int) -> None:
    """`RETE_CHESS_EXAMPLES=60` makes it nine thousand snapshots."""
    chance, snapshot = Random(seed), taken(name)
    before = copy.deepcopy(snapshot)
    mutate(snapshot, chance)
    if snapshot == before:
        return
    with pytest.raises(SaveError):
        Match.resume(snapshot, network="native")


@examples(250)
@given(
    name=st.sampled_from(["manor", "chess", "presets that end"]),
    seed=st.integers(0, 10**6),
    times=st.integers(1, 3),
)
def test_a_forged_snapshot_is_refused_or_whole(name: str, seed: int, times: int) -> None:
    """Who knows how digests are made can tell another game, but none that cannot be; and its moves must
    lead there before anybody goes back."""
    chance, snapshot = Random(seed), taken(name)
    for _ in range(times):
        mutate(snapshot, chance)
    snapshot = signed(snapshot)
    try:
        match = Match.resume(snapshot, network="native")
    except SaveError:
        return
    assert match.engine.digest == snapshot["digest"]
    try:
        for _ in range(2):
            if not match.is_over:
                match.play(match.legal_moves()[0])
        match.jump_to(0)
    except ReteChessError:
        return
    assert match.current_index == 0


def _change(snapshot: Snapshot, *way: Any, to: Any) -> None:
    box: Any = snapshot
    for key in way[:-1]:
        box = box[key]
    box[way[-1]] = to


def test_a_snapshot_of_another_version_says_so() -> None:
    snapshot = taken()
    snapshot["formatVersion"] = FORMAT_VERSION + 1
    with pytest.raises(SaveError, match="E_SNAPSHOT_VERSION"):
        Match.resume(signed(snapshot))


def test_a_snapshot_of_the_version_before_is_read() -> None:
    """Rooms that sleep on a server are woken by a newer program."""
    match = Match("atomic", network="native")
    match.play("e2e4")
    snapshot = {**match.snapshot(), "formatVersion": 1}
    assert Match.resume(signed(snapshot)).engine.digest == match.engine.digest


@pytest.mark.parametrize("given", [None, [], {}, "x", {"kind": "save"}, 3])
def test_what_is_no_snapshot_is_refused(given: Any) -> None:
    with pytest.raises(SaveError, match="E_SNAPSHOT"):
        Match.resume(given)


WRONG: dict[str, Callable[[Snapshot], object]] = {
    "two on a square": lambda s: s["position"]["pieces"].append([31, 4, "king", 0]),
    "one piece twice": lambda s: s["position"]["pieces"].append([5, 30, "king", 0]),
    "beyond the board": lambda s: s["position"]["pieces"].append([31, 64, "king", 0]),
    "an unknown type": lambda s: s["position"]["pieces"].append([31, 40, "wolf", 0]),
    "from the future": lambda s: s["position"]["pieces"].append([999, 40, "queen", 0]),
    "castling with nobody": lambda s: _change(s, "position", "rights", to=[[0, 30, 31, ""]]),
    "taken in passing, nobody": lambda s: _change(s, "position", "exposed", to=[[40], 41]),
    "facts of nobody": lambda s: _change(s, "facts", "Hp", to=[[999, 2]]),
    "an undeclared attribute": lambda s: _change(s, "facts", "Wings", to=[[1, 2]]),
    "a value of another type": lambda s: _change(s, "facts", "Hp", to=[[1, "two"]]),
    "a fact told twice": lambda s: _change(s, "facts", "Hp", to=[[1, 2], [1, 2]]),
    "other counts": lambda s: s["counts"].clear(),
    "another turn": lambda s: _change(s, "position", "turn", to=1 - s["position"]["turn"]),
    "another result": lambda s: _change(s, "verdict", to=["draw", None, "pity"]),
    "other presets": lambda s: _change(s, "presets", to=[]),
    "an unknown preset": lambda s: _change(s, "presets", to=[{"id": "no-such-preset"}]),
    "a settled promise": lambda s: _change(s, "pending", to=[]),
    "an unknown profile": lambda s: _change(s, "pending", to=["no-such-profile"]),
    "another program": lambda s: _change(s, "start", "program", "hash", to="0" * 32),
    "an unknown variant": lambda s: _change(s, "variant", to={"id": "no-such-variant"}),
    "a broken document": lambda s: _change(s, "variant", "documents", to=["{"]),
    "more moves than there are": lambda s: _change(s, "played", to=99),
    "another index": lambda s: _change(s, "match", "index", to=0),
    "a deed of no kind": lambda s: s["interventions"].append({"after": 1, "pray": {}}),
    "a deed out of order": lambda s: s["interventions"].append({"after": 0, "withdraw": "profiles"}),
    "no such key": lambda s: _change(s, "extra", to=1),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_game_that_cannot_be_is_refused(case: str) -> None:
    snapshot = taken("manor")
    Match.resume(snapshot, network="native")
    WRONG[case](snapshot)
    with pytest.raises(SaveError) as caught:
        Match.resume(signed(snapshot), network="native")
    assert caught.value.code in ("E_SNAPSHOT", "E_SAVE_VARIANT")


def test_moves_that_lead_elsewhere_are_found_when_somebody_goes_back() -> None:
    snapshot = taken("chess")
    snapshot["moves"][0][0] = "a2a4" if snapshot["moves"][0][0] != "a2a4" else "a2a3"
    match = Match.resume(signed(snapshot))
    digest = match.digest
    for _ in range(2):
        with pytest.raises(SaveError, match="E_SNAPSHOT_STATE"):
            match.undo()
        assert match.digest == digest
    assert match.play(match.legal_moves()[0]).digest == match.digest


def test_a_document_that_is_another_one_now_is_noticed() -> None:
    text = "kind: preset\nid: fleeting\nname: Fleeting\ndescription: One.\nselfCheck: allow"
    with catalog.registered(load_document(text)):
        match = Match("chess")
        match.set_active_presets([{"id": "fleeting"}])
        snapshot = match.snapshot()
        assert Match.resume(snapshot).digest == match.digest
    with catalog.registered(load_document(text.replace("One", "Two"))):
        assert Match.resume(snapshot).digest == match.digest  # it brings its own along
        with pytest.raises(SaveError, match="another one now"):
            match.snapshot()
