"""All problems of profiles at once, each at the entry that causes it."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.checks import examine
from rete_chess.compiler import program_of
from rete_chess.documents import load_document
from rete_chess.errors import DocumentError, ProfileError, ProfileProblem
from tests.profiles.profiles import Data, by_square, by_type, game, profile

GUARD = "CANNOT_BE_CAPTURED"
#: An entry that names nobody, one that makes kings invulnerable, one for a piece that is not there.
WRONG = profile(
    "wrong",
    by_type("pwan", "HpBonus", 1),
    by_type("king", "CaptureFlags", GUARD, "white"),
    by_square("e5", "HpBonus", 1),
)
ALL = [
    ("wrong", "E_UNKNOWN_NAME", "perType[0].pieceType", "", "error"),
    ("wrong", "E_PROFILE_INVULN_KING", "perType[1]", "e1", "error"),
    ("wrong", "E_PROFILE_ORPHAN_INSTANCE", "perInstance[0]", "e5", "warning"),
]


def told(problems: Any) -> list[tuple[str, str, str, str, str]]:
    assert all(isinstance(one, ProfileProblem) for one in problems)
    return [(one.profile, one.code, one.path, one.square, one.severity) for one in problems]


def modifier(name: str, *primitives: Data) -> Data:
    head = {"kind": "modifier", "id": name, "type": "data", "version": 1, "name": name}
    return {**head, "primitives": list(primitives)}


def test_what_is_wrong_in_the_document_hides_nothing_of_the_game() -> None:
    match = Match(network="native")
    assert told(match.check_profiles([WRONG])) == ALL
    with pytest.raises(ProfileError) as caught:
        match.queue_profiles([WRONG])
    assert told(caught.value.problems) == ALL
    assert match.engine.pending_profiles is None


def test_what_cannot_be_read_hides_nothing_of_the_others() -> None:
    unreadable = {"id": "odd", "name": "Odd", "perType": 3}
    found = game().check_profiles([unreadable, "nobody", WRONG, WRONG])
    assert told(found) == [
        ("odd", "E_DOC_TYPE", "perType", "", "error"),
        ("nobody", "E_UNKNOWN_NAME", "", "", "error"),
        ("wrong", "E_PROFILE", "", "", "error"),
        *ALL,
    ]
    with pytest.raises(ProfileError) as caught:
        game().queue_profiles([unreadable, WRONG])
    assert told(caught.value.problems) == [("odd", "E_DOC_TYPE", "perType", "", "error"), *ALL]
    with pytest.raises(ProfileError) as caught:
        program_of("chess", profiles=[unreadable, {**unreadable, "id": "even"}])
    assert [one.profile for one in caught.value.problems if isinstance(one, ProfileProblem)] == [
        "odd",
        "even",
    ]


def test_validate_tells_all_at_their_lines() -> None:
    text = f"""id: wrong
name: Wrong
perType:
  - {{pieceType: pwan, kind: HpBonus, value: 1}}
  - {{pieceType: king, color: white, kind: CaptureFlags, value: {GUARD}}}
perInstance:
  - {{square: e5, kind: HpBonus, value: 1}}
"""
    found = examine(text, "wrong.profile.yaml").problems
    assert [(one.code, one.line) for one in found] == [
        ("E_UNKNOWN_NAME", 4),
        ("E_PROFILE_INVULN_KING", 5),
        ("E_PROFILE_ORPHAN_INSTANCE", 7),
    ]


def test_a_start_tells_warnings_beside_errors() -> None:
    hiding = {
        **profile("hiding", by_type("pwan", "HpBonus", 1)),
        "customModifiers": [modifier("vampire", {"kind": "seed-attribute", "attr": "Charge", "value": 1})],
    }
    with pytest.raises(DocumentError) as caught:
        game(hiding)
    assert {(one.code, one.severity) for one in caught.value.problems} == {
        ("W_PROFILES", "warning"),
        ("E_UNKNOWN_NAME", "error"),
    }
    knights = profile("knights", by_type("pawn", "PromotionOverride", "knight"))
    rooks = profile("rooks", by_type("pawn", "PromotionOverride", "rook"), by_type("pwan", "HpBonus", 1))
    with pytest.raises(ProfileError) as several:
        game(knights, rooks)
    assert told(several.value.problems) == [
        ("rooks", "E_UNKNOWN_NAME", "perType[1].pieceType", "", "error"),
        ("knights", "W_PROFILES", "perType[0]", "", "warning"),
    ]


SAINT = modifier("saint", {"kind": "set-capture-flag", "flags": [GUARD]})
HALO: Data = {"kind": "add-aura", "radius": 1, "targetAttr": "CaptureFlags", "delta": 1, "affects": "ally"}
KINGS = {
    "the modifier, not the ability beside it": (
        [by_type("king", "marksman"), by_type("king", "saint")],
        "perType[1]",
    ),
    "the queen whose aura it is": ([by_type("queen", "halo"), by_type("king", "marksman")], "perType[0]"),
    "the flag, whoever else has one": (
        [by_square("e1", "saint"), by_type("king", "CaptureFlags", GUARD, "white")],
        "perType[0]",
    ),
}


@pytest.mark.parametrize(("entries", "path"), KINGS.values(), ids=KINGS)
def test_an_invulnerable_king_is_the_fault_of_the_entry_that_makes_it_so(
    entries: list[Data], path: str
) -> None:
    given = {**profile("p", *entries), "customModifiers": [SAINT, modifier("halo", HALO)]}
    found = [one for one in told(game().check_profiles([given])) if one[3] == "e1"]
    assert found == [("p", "E_PROFILE_INVULN_KING", path, "e1", "error")]


STRANGE = modifier("strange", {"kind": "add-to-attribute", "attr": "Mnaa", "delta": 1})


def test_modifiers_that_come_along_are_told_at_their_place() -> None:
    given = {**profile("p", by_type("pawn", "strange")), "customModifiers": [SAINT, STRANGE]}
    place = ("p", "E_ATTRIBUTE", "customModifiers[1].primitives[0]", "", "error")
    assert told(game().check_profiles([given])) == [place]
    with pytest.raises(DocumentError) as caught:
        game(given)
    assert told(caught.value.problems) == [place]


def test_modifiers_of_the_game_are_told_at_the_entry() -> None:
    text = (
        "{kind: modifier, id: strange, type: data, version: 1, name: Strange, primitives: "
        "[{kind: on-moved-onto-square, filter: {kind: squares, squares: [40]}, primitives: "
        "[{kind: add-to-attribute, attr: RangeBonus, delta: 1}]}]}"
    )
    engine = Engine("los-alamos", network="native")
    engine.register_modifier(text, "strange.modifier.yaml")
    (problem,) = engine.check_profiles([profile("p", by_type("pawn", "strange"))])
    assert (problem.code, problem.path) == (
        "E_SQUARE",
        "customModifiers[0].primitives[0].filter.squares[0]",  # which it brings along
    )
    assert (
        Engine("chess").check_profiles(
            [load_document(f"id: p\nname: P\ncustomModifiers: [{text}]\n", "p.profile.yaml")]
        )
        == ()
    )


LAYOUTS = {
    "its own": ("standard", None, True),
    "another": ("knightmate", None, False),
    "another, from which the game begins": (
        "knightmate",
        "rkbqnbkr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBKR w - - 0 1",
        True,
    ),
    "its own, but the game begins from another": (
        "standard",
        "rkbqnbkr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBKR w - - 0 1",
        False,
    ),
    "its own, in a position that is no layout": (
        "standard",
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        True,
    ),
}


@pytest.mark.parametrize(("layout", "fen", "is_kept"), LAYOUTS.values(), ids=LAYOUTS)
def test_the_layout_in_play_is_the_one_from_which_the_game_begins(
    layout: str, fen: str | None, is_kept: bool
) -> None:
    given = {
        **profile("p", by_type("rook", "RangeBonus", 1), by_square("a2", "RangeBonus", 1)),
        "layoutId": layout,
    }
    warning = [] if is_kept else [("p", "E_PROFILE_ORPHAN_INSTANCE", "layoutId", "", "warning")]
    program = program_of("chess")
    start = Engine(program_of("chess", profiles=[given]), fen, network="native")
    later = Engine(program, fen, network="native")
    assert told(later.queue_profiles([given])) == warning
    later.apply("h2h3")
    for engine in (start, later):
        assert told(engine.profile_warnings) == warning
        held = {square: engine.contributions(square, "RangeBonus") for square in ("a1", "a2")}
        assert (bool(held["a1"]), bool(held["a2"])) == (True, is_kept)
    later.undo()
    assert later.program.stack.ids == ()


def test_what_can_be_read_of_a_profile_is_judged_with_the_rest_left_out() -> None:
    """Each problem stands at its place in the whole profile, whatever is left out before it."""
    guarded = {"pieceType": "king", "kind": "CaptureFlags", "value": "CANNOT_BE_CAPTURED"}
    broken = {"kind": "modifier", "id": "broken", "type": "data", "version": 1, "name": "Broken"}
    given = {
        "id": "army",
        "name": "Army",
        "customModifiers": [{**broken, "primitives": "none"}],
        "perType": [{"oops": 1}, guarded, {"pieceType": "rook", "kind": "broken"}],
        "perInstance": [
            {"square": "z9", "kind": "HpBonus", "value": 1},
            {"square": "e5", "kind": "HpBonus", "value": 1},
        ],
    }
    match = Match()
    found = match.check_profiles([given])
    assert {(problem.code, problem.path, problem.severity) for problem in found} == {
        ("E_DOC_TYPE", "customModifiers[0].primitives", "error"),
        ("E_DOC_MISSING", "perType[0].kind", "error"),
        ("E_DOC_MISSING", "perType[0].pieceType", "error"),
        ("E_DOC_UNKNOWN_KEY", "perType[0].oops", "error"),
        ("E_DOC_VALUE", "perInstance[0].square", "error"),
        ("E_PROFILE_INVULN_KING", "perType[1]", "error"),
        ("E_PROFILE_ORPHAN_INSTANCE", "perInstance[1]", "warning"),
    }
    assert all(isinstance(problem, ProfileProblem) and problem.profile == "army" for problem in found)
    with pytest.raises(ProfileError) as caught:
        match.queue_profiles([given])
    assert caught.value.problems == found
    assert not match.interventions


@pytest.mark.parametrize("wrong", [{"foo": 1}, {"perType": 5}, {"name": 5}])
def test_what_is_wrong_with_a_profile_as_a_whole_leaves_nothing_to_judge(wrong: dict[str, Any]) -> None:
    orphan = {"square": "e5", "kind": "HpBonus", "value": 1}
    given = {"id": "army", "name": "Army", "perInstance": [orphan], **wrong}
    (problem,) = Match().check_profiles([given])
    assert problem.path == next(iter(wrong))
