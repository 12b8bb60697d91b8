"""What is said about profiles: all of it at once, each with its place."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import program_of
from rete_chess.compiler.profiles.repair import apply_fix, is_fixable
from rete_chess.errors import GameError, Problem, ProfileError, ProfileProblem, RulesError
from rete_chess.match._saves import format_save, parse_save
from tests.profiles.profiles import by_square, by_type, game, play, profile, value
from tests.profiles.test_validator import BLOCKED, LOADED, TAME

IMMORTAL = profile(
    "immortal",
    by_type("pawn", "HpBonus", 1),
    by_type("king", "CaptureFlags", ["CANNOT_BE_CAPTURED", "CAN_CAPTURE_OWN"], "white"),
    by_square("e5", "HpBonus", 1),
    by_square("e8", "CaptureFlags", "CANNOT_BE_CAPTURED"),
)
KNIGHTS = profile("knights", by_type("pawn", "PromotionOverride", "knight"))
ROOKS = profile("rooks", by_type("pawn", "PromotionOverride", "rook"))
TROUBLE = [
    ("E_PROFILE_INVULN_KING", "perType[1]", "e1", "error"),
    ("E_PROFILE_INVULN_KING", "perInstance[1]", "e8", "error"),
    ("E_PROFILE_ORPHAN_INSTANCE", "perInstance[0]", "e5", "warning"),
]


def told(found: Any) -> list[tuple[str, str, str, str]]:
    assert all(isinstance(problem, ProfileProblem) for problem in found)
    return [(problem.code, problem.path, problem.square, problem.severity) for problem in found]


def test_errors_and_warnings_come_together_with_their_entries() -> None:
    with pytest.raises(ProfileError) as caught:
        game(IMMORTAL)
    assert told(caught.value.problems) == TROUBLE
    with pytest.raises(ProfileError) as caught:
        game().queue_profiles([IMMORTAL])
    assert told(caught.value.problems) == TROUBLE


def test_a_deadlock_names_the_entry_that_causes_it() -> None:
    harmless = profile("first", by_type("queen", "RangeBonus", 1))
    blocked = profile("tame", by_type("rook", "HpBonus", 1), *TAME["perType"])
    with pytest.raises(ProfileError) as caught:
        game(harmless, blocked, fen=BLOCKED)
    (problem,) = caught.value.problems
    assert isinstance(problem, ProfileProblem)
    assert (problem.code, problem.profile, problem.path) == ("E_PROFILE_DEADLOCK", "tame", "perType[1]")


def test_too_many_attributes_are_those_of_the_last_entry() -> None:
    with pytest.raises(ProfileError) as caught:
        game(profile("q", *LOADED["perInstance"], by_square("a1", "cannibal")))
    assert told(caught.value.problems)[0] == ("E_PROFILE_ATTR_LIMIT", "perInstance[11]", "a1", "error")


def test_conflicts_are_warnings_of_start_queue_and_swap() -> None:
    meeting = [("W_PROFILES", "perType[0]", "", "warning")]
    assert told(game(KNIGHTS, ROOKS).profile_warnings) == meeting
    engine = game()
    assert told(engine.queue_profiles([KNIGHTS, ROOKS])) == meeting
    record = engine.apply("a2a3")
    assert record.swap is not None
    assert told(record.swap.warnings) == meeting
    assert told(engine.profile_warnings) == meeting
    assert game(KNIGHTS).profile_warnings == ()


LONE_ROOK = profile("lone", by_square("e2", "PromotionOverride", "rook"))


@pytest.mark.parametrize(
    ("profiles", "expected"),
    [
        # The single piece wins, whoever comes first.
        ([LONE_ROOK, KNIGHTS], [("W_PROFILES", "perType[0]", "e2", "warning")]),
        ([KNIGHTS, LONE_ROOK], [("W_PROFILES", "perType[0]", "e2", "warning")]),
        # Of the other side, of another type, of the same value, an exception within one profile: no conflict.
        ([profile("p", by_type("pawn", "PromotionOverride", "knight", "black")), LONE_ROOK], []),
        ([profile("p", by_type("queen", "PromotionOverride", "knight")), LONE_ROOK], []),
        ([ROOKS, LONE_ROOK], []),
        ([profile("p", *KNIGHTS["perType"], *LONE_ROOK["perInstance"])], []),
        # What both give is given once.
        (
            [profile("p", by_type("pawn", "cannibal")), profile("q", by_square("e7", "cannibal"))],
            [("W_PROFILES", "perType[0]", "e7", "warning")],
        ),
    ],
)
def test_a_single_piece_of_one_profile_meets_the_type_of_another(
    profiles: list[Any], expected: list[Any]
) -> None:
    assert told(game(*profiles).profile_warnings) == expected
    engine = game()
    assert told(engine.check_profiles(profiles)) == expected
    assert told(engine.queue_profiles(profiles)) == expected
    record = engine.apply("a2a3")
    assert record.swap is not None
    assert told(record.swap.warnings) == expected


def test_a_single_piece_meets_the_type_that_it_is_of_now() -> None:
    queens = profile("queens", by_type("queen", "RangeBonus", 1))
    lone = profile("lone", by_square("a2", "PromotionOverride", "rook"))
    engine = play(game(fen="7k/8/8/8/8/8/P7/4K3 w - - 0 1"), "a2a4 h8h7 a4a5 h7h8 a5a6 h8h7 a6a7 h7g7")
    assert told(engine.check_profiles([KNIGHTS, lone])) == [("W_PROFILES", "perType[0]", "a2", "warning")]
    engine.apply("a7a8q")
    assert told(engine.check_profiles([KNIGHTS, lone, queens])) == []


@pytest.mark.parametrize("given", ["iron-knights", 5, None, [5], ["no-such-profile"], [{"id": 5}], [{}]])
def test_all_that_is_checked_is_said_with_path_square_and_severity(given: Any) -> None:
    for subject in (game(), Match()):
        found = told(subject.check_profiles(given))
        assert found
        assert all(severity == "error" and square == "" for _, _, square, severity in found)


def test_problems_of_several_documents_come_together() -> None:
    wrong = [profile(name, by_square("e9", "HpBonus", 1), by_type("pwan", "HpBonus", 1)) for name in "ab"]
    with pytest.raises(ProfileError) as caught:
        game(*wrong)
    assert [
        (found.profile, found.path) for found in caught.value.problems if isinstance(found, ProfileProblem)
    ] == [
        ("a", "perType[0].pieceType"),
        ("a", "perInstance[0].square"),
        ("b", "perType[0].pieceType"),
        ("b", "perInstance[0].square"),
    ]


@pytest.mark.parametrize(("layout", "is_kept"), [("standard", True), ("knightmate", False)])
def test_single_pieces_of_another_layout_are_left_out(layout: str, is_kept: bool) -> None:
    entries = by_type("rook", "HpBonus", 1), by_square("e2", "HpBonus", 1)
    given = {**profile("p", *entries), "layoutId": layout}
    engine = game(given)
    assert value(engine, "a1", "HpBonus") == 1
    assert value(engine, "e2", "HpBonus") == (1 if is_kept else None)
    warning = ("E_PROFILE_ORPHAN_INSTANCE", "layoutId", "", "warning")
    assert told(engine.profile_warnings) == ([] if is_kept else [warning])
    later = game()
    assert told(later.queue_profiles([given])) == ([] if is_kept else [warning])
    knightmate = Engine(program_of("knightmate", profiles=[given]), network="native")
    assert (value(knightmate, "e2", "HpBonus") == 1) is not is_kept


# -- doors -----------------------------------------------------------------------------------------


def test_profiles_are_checked_without_queueing() -> None:
    match = Match(network="native")
    before = match.engine.state_hash(), match.engine.position_key
    assert told(match.check_profiles([IMMORTAL])) == TROUBLE
    assert told(match.check_profiles([profile("p", by_square("e9", "HpBonus", 1))])) == [
        ("E_SQUARE", "perInstance[0].square", "e9", "error")
    ]
    assert match.check_profiles([profile("fine", by_type("pawn", "HpBonus", 1))]) == ()
    assert match.check_profiles([]) == ()
    assert match.check_profiles(["nobody"])[0].code == "E_UNKNOWN_NAME"
    assert (match.engine.state_hash(), match.engine.position_key) == before
    assert match.engine.pending_profiles is None
    assert match.interventions == ()
    assert match.engine.incidents == ()


def test_a_swap_that_fails_tells_everything() -> None:
    engine = game(fen="k7/8/8/7p/6NP/2Q5/8/7K w - - 0 1")
    engine.queue_profiles([profile("tame", *TAME["perType"], by_square("e5", "HpBonus", 1))])
    swap = engine.apply("c3c7").swap
    assert swap is not None
    assert told(swap.problems) == [
        ("E_PROFILE_DEADLOCK", "perType[0]", "", "error"),
        ("E_PROFILE_ORPHAN_INSTANCE", "perInstance[0]", "e5", "warning"),
    ]


@pytest.mark.parametrize("network", ["native", "durable"])
def test_profiles_that_wait_are_withdrawn(network: str) -> None:
    match = Match(network=network)
    with pytest.raises(GameError):
        match.withdraw_profiles()
    match.queue_profiles([KNIGHTS])
    match.queue_profiles([ROOKS])
    (waiting,) = match.withdraw_profiles()
    assert waiting.model.id == "rooks"  # type: ignore[attr-defined]
    assert match.engine.pending_profiles is None
    assert match.play("a2a3").swap is None
    again = parse_save(format_save(match), "match.save.json", network)
    assert again.engine.state_hash() == match.engine.state_hash()
    assert [found.what for found in again.interventions] == ["profiles", "profiles", "withdraw"]


@pytest.mark.parametrize("network", ["native", "durable"])
def test_an_intervention_is_undone_alone(network: str) -> None:
    match = Match(program_of("chess"), network=network)
    states = []

    def state() -> tuple[Any, ...]:
        engine = match.engine
        return (
            engine.state_hash(),
            engine.position_key,
            engine.position_counts,
            engine.active_presets,
            engine.pending_profiles,
            [str(move) for move in engine.legal_moves()],
            match.interventions,
        )

    for move in ("", "e2e4"):
        if move:
            match.play(move)
        states.append(state())
        match.set_active_presets([{"id": "piece-hp"}])
        states.append(state())
        match.spawn_piece("rook", "white", "a4")
        states.append(state())
        match.queue_profiles([KNIGHTS])
        for before in reversed(states):
            assert match.undo_intervention().after == (1 if move else 0)
            assert state() == before
        states.clear()
        with pytest.raises(GameError):
            match.undo_intervention()
    match.spawn_piece("rook", "white", "a4")
    match.play("e7e5")
    with pytest.raises(GameError):
        match.undo_intervention()
    match.undo()
    match.undo_intervention()
    with pytest.raises(GameError):
        match.redo()
    again = parse_save(format_save(match), "match.save.json", network)
    assert again.interventions == ()


# -- repair ----------------------------------------------------------------------------------------


def mended(given: Any, fen: str | None = None) -> Any:
    """A profile after as many repairs as it needs."""
    engine = game(fen=fen)
    for _ in range(20):
        found = [problem for problem in engine.check_profiles([given]) if is_fixable(problem)]
        if not found:
            return given
        given = apply_fix(given, found[0])
    raise AssertionError("it never ends")


def test_what_can_be_mended_is_mended() -> None:
    assert mended(IMMORTAL).tree.value == profile(
        "immortal",
        by_type("pawn", "HpBonus", 1),
        by_type("king", "CaptureFlags", ["CAN_CAPTURE_OWN"], "white"),
    )
    assert IMMORTAL["perInstance"]  # the one that was given stays as it is


def test_a_deadlock_is_mended_entry_by_entry() -> None:
    blocked = profile("tame", by_type("rook", "HpBonus", 1), *TAME["perType"])
    both = profile("both", *blocked["perType"], by_square("h4", "CaptureFlags", "CANNOT_CAPTURE"))
    assert mended(blocked, BLOCKED).tree.value["perType"] == [by_type("rook", "HpBonus", 1)]
    left = mended(both, BLOCKED).tree.value
    assert game(left, fen=BLOCKED).legal_moves()


def test_another_layout_takes_the_single_pieces_out() -> None:
    given = {
        **profile("p", by_type("rook", "HpBonus", 1), by_square("e2", "HpBonus", 1)),
        "layoutId": "knightmate",
    }
    assert "perInstance" not in mended(given).tree.value


def test_for_the_others_there_is_advice() -> None:
    with pytest.raises(RulesError) as caught:
        apply_fix(KNIGHTS, ProfileProblem("E_PROFILE_NO_KING", "white has no royal piece"))
    assert caught.value.hint == "begin from a position in which both sides have their royal pieces"
    with pytest.raises(RulesError, match="another profile"):
        apply_fix(KNIGHTS, ProfileProblem("E_PROFILE_DEADLOCK", "", path="perType[0]", profile="rooks"))
    with pytest.raises(RulesError, match="has no"):
        apply_fix(KNIGHTS, Problem("E_PROFILE_DEADLOCK", "", path="perType[4]"))
    play(game(), "a2a3")
