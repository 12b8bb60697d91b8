"""Modifiers that a profile brings along and no entry names: judged on every path as if one did."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rete_chess
from rete_chess import Match, catalog
from rete_chess.checks import examine
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.errors import ReteChessError, SaveError, problems_in
from rete_chess.match import format_save, parse_save

#: Primitives -> the code of what is wrong with them, and whether that is seen without a game.
WRONG: dict[str, tuple[dict[str, Any], str, bool]] = {
    "unknown kind": ({"kind": "no-such"}, "E_PRIMITIVE_KIND", True),
    "missing key": ({"kind": "add-to-attribute", "attr": "Hp"}, "E_DOC_MISSING", True),
    "target of another trigger": (
        {
            "kind": "on-capture",
            "target": "attacker",
            "primitives": [{"kind": "add-to-attribute", "attr": "Hp", "delta": 1}],
        },
        "E_PRIMITIVE_TARGET",
        True,
    ),
    "attribute of the game": (
        {"kind": "seed-attribute", "attr": "PieceType", "value": 3},
        "E_ATTRIBUTE",
        False,
    ),
    "side": ({"kind": "add-to-attribute", "attr": "Color", "delta": 1}, "E_ATTRIBUTE", False),
    "attribute of nobody": ({"kind": "add-to-attribute", "attr": "Nope", "delta": 1}, "E_ATTRIBUTE", False),
    "type of nobody": ({"kind": "override-promotion", "to": ["wolf"]}, "E_PIECE_TYPE", False),
}


def modifier(*primitives: dict[str, Any], name: str = "odd") -> dict[str, Any]:
    head = {"kind": "modifier", "id": name, "type": "data", "version": 1, "name": "Odd"}
    return {**head, "primitives": list(primitives)}


def profile(*modifiers: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "profile", "id": "odds", "name": "Odds", "customModifiers": list(modifiers), **more}


@pytest.mark.parametrize("case", sorted(WRONG))
def test_it_is_refused_whether_or_not_an_entry_names_it(case: str, tmp_path: Path) -> None:
    primitive, code, is_plain = WRONG[case]
    idle = profile(modifier(primitive))
    used = {**idle, "perType": [{"pieceType": "pawn", "kind": "odd"}]}
    path = tmp_path / "odds.profile.json"
    path.write_text(json.dumps(idle), encoding="utf-8")
    match = Match("chess")
    before = match.digest
    ways: list[Callable[[], object]] = [
        lambda: program_of("chess", profiles=[used]),
        lambda: program_of("chess", profiles=[idle]),
        lambda: program_of("chess", profiles=[path]),
        lambda: match.queue_profiles([idle]),
    ]
    if is_plain:
        ways += [lambda: rete_chess.load(path), lambda: catalog.profiles().register(path)]
    for work in ways:
        with pytest.raises(ReteChessError) as failed:
            work()
        found = problems_in(failed.value)
        assert code in {problem.code for problem in found}
        assert all(problem.path.startswith("customModifiers[0]") for problem in found)
    for problems in (match.check_profiles([idle]), examine(path).problems):
        assert code in {problem.code for problem in problems if problem.severity == "error"}
    assert match.digest == before
    assert not catalog.profiles().has("odds")


def test_a_save_in_which_it_is_wrong_is_refused() -> None:
    fine = modifier({"kind": "seed-attribute", "attr": "Grudge", "value": 3})
    for start in (Match(program_of("chess", profiles=[profile(fine)])), Match("chess")):
        if not start.engine.active_profiles:
            start.queue_profiles([profile(fine)])
        start.play("e2e4")
        save = format_save(start)
        assert parse_save(save).digest == start.digest
        wrong = save.replace('"Grudge"', '"PieceType"')
        assert wrong != save
        with pytest.raises(SaveError):
            parse_save(wrong)


def test_what_is_idle_may_be_meant_for_another_game() -> None:
    hurt = modifier(
        {"kind": "on-damaged", "primitives": [{"kind": "add-to-attribute", "attr": "Hp", "delta": 1}]}
    )
    match = Match("chess")
    assert match.check_profiles([profile(hurt)]) == ()
    used = profile(hurt, perType=[{"pieceType": "pawn", "kind": "odd"}])
    assert {problem.code for problem in match.check_profiles([used])} == {"E_ATTRIBUTE"}
    assert program_of("chess", [ActivePreset("piece-hp")], profiles=[used])
    own = "kind: variant\nid: own\nname: Own\nextends: chess\nattributes: {Zeal: {of: piece, type: number}}\n"
    zeal = modifier({"kind": "add-to-attribute", "attr": "Zeal", "delta": 1})
    assert compile_document(own, profiles=[profile(zeal)])


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = profile(
        modifier(WRONG["attribute of nobody"][0], name="first"),
        modifier(WRONG["type of nobody"][0], name="second"),
        modifier(WRONG["unknown kind"][0], name="third"),
        perType=[{"pieceType": "pawn", "kind": "HpBonus", "value": "lots"}],
    )
    found = Match("chess").check_profiles([wrong])
    assert {problem.code for problem in found} >= {
        "E_ATTRIBUTE",
        "E_PIECE_TYPE",
        "E_PRIMITIVE_KIND",
        "E_DOC_TYPE",
    }


def test_a_shipped_id_means_the_one_inside_and_says_so() -> None:
    own = modifier({"kind": "seed-attribute", "attr": "Grudge", "value": 7}, name="berserk")
    given = profile(own, perType=[{"pieceType": "pawn", "kind": "berserk"}])
    match = Match(program_of("chess", profiles=[given]))
    assert match.engine.session.effective(match.engine.piece_at("a2").id, "Grudge") == 7  # type: ignore[union-attr]
    swapped = Match("chess")
    assert [problem.code for problem in swapped.check_profiles([given])] == ["W_PROFILES"]
    assert [problem.code for problem in swapped.queue_profiles([given])] == ["W_PROFILES"]
    record = swapped.play("e2e4")
    assert record.swap is not None
    assert [problem.code for problem in record.swap.warnings] == ["W_PROFILES"]
    for one in (match, swapped):
        assert [problem.code for problem in one.engine.profile_warnings] == ["W_PROFILES"]
        assert parse_save(format_save(one)).digest == one.digest
    assert swapped.engine.session.effective(swapped.engine.piece_at("a2").id, "Grudge") == 7  # type: ignore[union-attr]


def test_its_modifiers_are_known_to_the_game_from_then_on() -> None:
    given = profile(modifier({"kind": "seed-attribute", "attr": "Grudge", "value": 3}))
    match = Match("chess")
    match.queue_profiles([given])
    assert not match.engine.custom_modifiers.has("odd")
    match.play("e2e4")
    assert match.engine.custom_modifiers.has("odd")
    match.apply_modifier("odd", {"type": "king"})
    king = match.engine.piece_at("e8")
    assert king is not None
    assert match.engine.session.effective(king.id, "Grudge") == 3
    assert parse_save(format_save(match)).digest == match.digest
    match.undo()
    assert not match.engine.custom_modifiers.has("odd")
    assert Match(program_of("chess", profiles=[given])).engine.custom_modifiers.has("odd")
