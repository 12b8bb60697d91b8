"""Profiles on the command line: --profile, list, check-profiles and inspect."""

from __future__ import annotations

from pathlib import Path

from rete_chess.compiler import program_of
from tests.cli.helpers import Run


def test_profile_option_changes_moves(run: Run) -> None:
    assert "d1c3" not in run("moves", "--json").json["moves"]
    assert "d1c3" in run("moves", "--profile", "wild-queens", "--json").json["moves"]
    nodes = run("perft", "--depth", "2", "--profile", "wild-queens", "--json").json["nodes"]
    assert nodes == 484
    assert run("moves", "--profile", "wild-queen").code == 2


def test_warnings_go_to_the_people(run: Run) -> None:
    fen = "4k3/4p3/8/8/8/8/8/4K3 w - - 0 1"
    outcome = run("moves", "--profile", "royal-guard", "--fen", fen, "--json")
    assert outcome.code == 0
    assert outcome.err.count("E_PROFILE_ORPHAN_INSTANCE") == 3
    assert outcome.json["moves"]


def test_profiles_are_listed(run: Run) -> None:
    names = [item["id"] for item in run("list", "profiles", "--json").json["profiles"]]
    assert names == ["aggressive-pack-v1", "humble-pawns", "iron-knights", "royal-guard", "wild-queens"]


def test_check_profiles_tells_what_they_give(run: Run) -> None:
    outcome = run("check-profiles", "iron-knights", "humble-pawns")
    assert outcome.code == 0
    assert "  - knights: 50% less damage" in outcome.out + outcome.err
    data = run("check-profiles", "iron-knights", "humble-pawns", "--json").json
    assert data["ok"]
    assert data["meetings"] == []
    assert [entry["kind"] for entry in data["entries"]][-1] == "marksman"


def test_check_profiles_finds_what_cannot_be(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "immortal.profile.yaml"
    path.write_text(
        "id: immortal\nname: Immortal\n"
        "perType: [{pieceType: king, kind: CaptureFlags, value: CANNOT_BE_CAPTURED}]\n"
    )
    outcome = run("check-profiles", str(path), "--json")
    assert outcome.code == 1
    assert {problem["code"] for problem in outcome.json["findings"]} == {"E_PROFILE_INVULN_KING"}


def test_check_profiles_tells_all_at_once_with_their_places(run: Run, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.profile.yaml" for name in ("one", "two")]
    for path in paths:
        path.write_text(
            f"id: {path.name.split('.')[0]}\nname: Wrong\nperType:\n"
            "  - {pieceType: pwan, kind: HpBonus, value: 1}\n"
            "  - {pieceType: king, color: black, kind: CaptureFlags, value: CANNOT_BE_CAPTURED}\n"
            "perInstance: [{square: e5, kind: HpBonus, value: 1}]\n",
            encoding="utf-8",
        )
    outcome = run("check-profiles", *map(str, paths))
    assert outcome.code == 1
    for name in ("one", "two"):
        assert f"  error: {name}, perType[0].pieceType: unknown piece type 'pwan'" in outcome.out
        assert f"  error: {name}, perType[1]: the black king on e8 is royal" in outcome.out
        assert f"  warning: {name}, perInstance[0]: {name}: nobody started on e5" in outcome.out
    start = run("moves", "--profile", str(paths[0]), "--profile", str(paths[1]), "--json")
    assert start.code == 1
    assert [line.split(":")[1] for line in start.err.splitlines()] == [
        f" {name}, perType[0].pieceType" for name in ("one", "two")
    ]
    assert [found["profile"] for found in start.json["error"]["problems"]] == ["one", "two"]


def test_shipped_profiles_are_named_without_the_installation(run: Run) -> None:
    entries = run("check-profiles", "iron-knights", "--json").json["entries"]
    assert entries[0]["origin"] == "descriptors/profiles/iron-knights.profile.yaml:7"


def test_the_layout_of_the_command_line_is_the_one_in_play(run: Run) -> None:
    outcome = run("moves", "--profile", "royal-guard", "--layout", "knightmate", "--json")
    assert "warning: royal-guard is for the layout standard, so perInstance is left out" in outcome.err


def test_inspect_shows_facts_and_contributions(run: Run) -> None:
    data = run("inspect", "chess", "g1", "--profile", "iron-knights", "--preset", "piece-hp", "--json").json
    assert data["facts"]["Hp"] == 3
    assert data["stored"]["Hp"] == 3
    assert data["contributions"]["DamageResistance"] == [
        {"from": "iron-knights", "layer": "type", "source": None, "amount": 0.5}
    ]
    carried = run("inspect", "chess", "a1", "--profile", "humble-pawns", "--json").json["carries"]
    assert carried == [{"id": "marksman", "name": "Marksman", "hooks": "1 at before-capture"}]
    shown = run("inspect", "chess", "g1", "--profile", "iron-knights")
    assert "DamageResistance: 0.5 (stored: nothing)" in shown.out + shown.err
    assert "  Position: g1\n" in shown.out
    assert data["facts"]["Position"] == data["stored"]["Position"] == "g1"
    assert run("inspect", "chess", "e4").code == 2


def test_profiles_and_the_variant_have_one_budget(run: Run) -> None:
    """The variant is compiled more than once, and each time is paid for."""
    steps = program_of("chess").cost.steps
    outcome = run("check-profiles", "iron-knights", "--budget", str(steps + 100), "--json")
    assert (outcome.code, outcome.json["error"]["code"]) == (2, "E_BUDGET")
    assert run("check-profiles", "iron-knights", "--budget", "server", "--json").code == 0
