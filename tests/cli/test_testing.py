"""`test`: scenarios run from the command line, their diff, and the rules they cover."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Engine
from rete_chess.core.perft import Tally
from rete_chess.engine.lookahead.perft import counters
from rete_chess.errors import GameError
from tests.cli.helpers import ROOT, Run

HIT = "presets: [{id: piece-hp}]\n"
VARIANT = """kind: variant
id: cheers
name: Cheers
extends: chess
rules:
  - {id: cheer, at: capture, when: [{event: {target: $v}}], do: [{log: {text: "{v} falls"}}]}
  - {id: crown, at: promotion, when: [{event: {piece: $p}}], do: [{log: {text: "{p}"}}]}
tests:
  - {name: a capture, play: e2e4 d7d5 e4d5, fires: [cheer on d5]}
perft: {1: 20, 2: %d, 6: 119060324}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.scenario.yaml").write_text(HIT + "play: e2e4 d7d5 e4d5\nfires: [lose-hp on d5]\n")
    (tmp_path / "cheers.variant.yaml").write_text(VARIANT % 400)
    (tmp_path / "notes.yaml").write_text("not: a document\n")
    return tmp_path


def test_a_folder_of_good_files_passes(run: Run, folder: Path) -> None:
    outcome = run("test", str(folder), "--json")
    assert outcome.code == 0
    assert set(outcome.json) == {"passed", "failed", "skipped", "scenarios"}
    assert [outcome.json[key] for key in ("passed", "failed", "skipped")] == [4, 0, 1]
    names = [(Path(found["file"]).name, found["name"]) for found in outcome.json["scenarios"]]
    assert names == [
        ("cheers.variant.yaml", "a capture"),
        ("cheers.variant.yaml", "perft 1"),
        ("cheers.variant.yaml", "perft 2"),
        ("cheers.variant.yaml", "perft 6"),
        ("good.scenario.yaml", "good"),
    ]
    people = run("test", str(folder))
    assert people.code == 0
    *skipped, summary = people.out.splitlines()
    assert summary == "4 passed, 0 failed, 1 skipped"
    assert (
        "perft 6, not counted: 119,060,324 nodes are claimed, more than 20,000; --perft-nodes counts it"
        in " ".join(skipped)
    )


def test_a_difference_is_shown_line_by_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.scenario.yaml"
    path.write_text(HIT + "play: e2e4 d7d5 e4d5\nfires: [lose-hp on e4]\n")
    outcome = run("test", str(path), "--network", "native")
    assert outcome.code == 1
    lines = [line.strip() for line in outcome.out.splitlines()]
    assert lines[0] == "failed  bad [native]"
    assert lines[1] == f"{path}:3: the firings of e4d5 differ:"
    assert "- lose-hp on e4" in lines
    assert any(line.startswith("+ piece-hp/lose-hp at damage on d5 (Hp 2 → 1)") for line in lines)
    assert lines[-1] == "0 passed, 1 failed"
    (problem,) = run("test", str(path), "--json").json["scenarios"][0]["problems"]
    assert (problem["path"], problem["line"]) == ("fires", 3)


def test_a_wrong_node_count_shows_the_split(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cheers.variant.yaml"
    path.write_text(VARIANT % 401)
    outcome = run("test", str(path))
    assert outcome.code == 1
    assert f"{path}:10: depth 2 has 400 nodes, expected 401" in outcome.out
    assert "e2e4 20" in outcome.out


def test_large_counts_only_if_asked_for(run: Run, folder: Path) -> None:
    path = str(folder / "cheers.variant.yaml")
    found = run("test", path, "--perft-nodes", "20", "--json").json["scenarios"]
    assert [outcome["name"] for outcome in found if outcome["passed"]] == ["a capture", "perft 1"]
    skipped = [(outcome["name"], outcome["skipped"]) for outcome in found if not outcome["passed"]]
    assert skipped[0] == ("perft 2", "not counted: 400 nodes are claimed, more than 20")


def test_a_count_that_nobody_looked_at_has_not_passed(run: Run, tmp_path: Path) -> None:
    """The count is wrong: the third depth has 8902 nodes."""
    path = tmp_path / "wrong.variant.yaml"
    path.write_text("{kind: variant, id: wrong, name: Wrong, extends: chess, perft: {3: 25000}}")
    skipped = run("test", str(path))
    assert (skipped.code, skipped.out.splitlines()[-1]) == (0, "0 passed, 0 failed, 1 skipped")
    looked = run("test", str(path), "--perft-nodes", "25000")
    assert looked.code == 1
    assert "depth 3 has 8902 nodes, expected 25000" in looked.out


def test_a_variant_whose_counts_are_skipped_has_to_be_playable(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.variant.yaml"
    path.write_text("{kind: variant, id: wrong, name: Wrong, extends: chess, fen: x, perft: {3: 25000}}")
    assert run("test", str(path)).code == 1


def test_every_network_that_is_named(run: Run, folder: Path) -> None:
    path = str(folder / "good.scenario.yaml")
    found = run("test", path, "--network", "native", "--network", "durable", "--json").json["scenarios"]
    assert [outcome["network"] for outcome in found] == ["native", "durable"]


def test_coverage_names_the_rules_that_never_fired(run: Run, folder: Path) -> None:
    outcome = run("test", str(folder), "--coverage", "--json")
    covered = {rule["rule"]: rule["fired"] for rule in outcome.json["coverage"]["rules"]}
    assert covered["cheers/cheer"] == 1
    assert covered["cheers/crown"] == 0
    assert covered["piece-hp/lose-hp"] == 1
    assert outcome.json["coverage"]["of"] == len(covered)
    assert outcome.json["coverage"]["covered"] == sum(fired > 0 for fired in covered.values())
    people = run("test", str(folder), "--coverage").out
    assert "    never  cheers/crown  " in people
    assert "      1 ×  cheers/cheer  " in people


CONTINUOUS = """
kind: variant
id: brave
name: Brave
extends: chess
attributes: {Bold: {of: piece, type: int, start: 0}}
rules:
  - id: near-king
    at: derive
    when: [{piece: {id: $k, type: king, square: $s}}, {piece: {id: $p, type: pawn, square: {near: $s}}}]
    do: [{contribute: {target: $p, attr: Bold, by: 1}}]
  - id: far-rook
    at: derive
    when: [{piece: {id: $k, type: rook, square: [h8]}}]
    do: [{contribute: {target: $k, attr: Bold, by: 1}}]
  - id: timid
    at: before-move
    when: [{event: {piece: $p, to: $to}}, {piece: {id: $p, type: king, square: [e1]}}]
    do: [{refuse: {because: too timid}}]
tests:
  - name: leaves its king
    fen: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    play: [{move: e1d1, refused: E_MOVE_REFUSED}, e2e3]
    then: [{square: e3, Bold: 0}]
"""


def test_coverage_counts_what_contributes_and_what_refuses(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "brave.variant.yaml"
    path.write_text(CONTINUOUS)
    coverage = run("test", str(path), "--coverage", "--json").json["coverage"]
    found = {rule["rule"]: (rule["fired"], rule["held"]) for rule in coverage["rules"]}
    assert found["brave/near-king"] == (0, 1)  # before the move, which ends it
    assert found["brave/far-rook"] == (0, 0)
    assert found["brave/timid"] == (1, 0)  # its move was never made
    assert (coverage["covered"], coverage["of"]) == (2, 3)
    people = run("test", str(path), "--coverage").out
    assert "2 of 3 rules took effect" in people
    assert "     held  brave/near-king  " in people
    assert "    never  brave/far-rook  " in people
    assert "held: a rule at `derive`" in people


def test_a_broken_file_fails_and_the_others_are_run(run: Run, folder: Path) -> None:
    (folder / "broken.scenario.yaml").write_text("play: e2e4\nfire: []\n")
    outcome = run("test", str(folder), "--json")
    assert outcome.code == 1
    assert (outcome.json["passed"], outcome.json["failed"]) == (4, 1)
    failed = next(found for found in outcome.json["scenarios"] if not found["passed"])
    assert "[E_DOC_UNKNOWN_KEY]" in failed["problems"][-1]["message"]


def test_a_path_that_is_not_there_is_a_usage_error(run: Run, tmp_path: Path) -> None:
    outcome = run("test", str(tmp_path / "nothing"))
    assert outcome.code == 2
    assert "there is no" in outcome.err


def test_a_document_without_scenarios_fails(run: Run) -> None:
    outcome = run("test", str(ROOT / "rules" / "presets" / "piece-hp.preset.yaml"))
    assert outcome.code == 1
    assert "a preset is no scenario [E_DOC_KIND]" in outcome.out


@pytest.mark.parametrize("word", ["atomic", "E_MOVE_FORBIDDEN", "a king may not capture"])
def test_what_forbids_a_move(word: str, run: Run, tmp_path: Path) -> None:
    path = tmp_path / "why.scenario.yaml"
    text = "variant: atomic\nfen: 4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\n"
    text += "before:\n  illegal: [e1h8, {move: e1e2, forbiddenBy: %s}]\n"
    path.write_text(text % word)
    assert run("test", str(path)).code == 0
    path.write_text(text % "the weather")
    outcome = run("test", str(path))
    assert outcome.code == 1
    assert f"{path}:4: e1e2 must be forbidden by 'the weather', but e1e2 is illegal: " in outcome.out


UNPLAYABLE = {
    "a piece that cannot be compiled": "pieces: {q: pawn}\n",
    "a start that cannot be": "fen: 8/8/8 w - - 0 1\n",
}


@pytest.mark.parametrize("text", UNPLAYABLE.values(), ids=UNPLAYABLE)
def test_a_variant_that_cannot_be_played_fails_without_tests(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine.variant.yaml"
    file.write_text(f"kind: variant\nid: mine\nname: Mine\nextends: chess\n{text}")
    outcome = run("test", str(file))
    assert (outcome.code, outcome.out.splitlines()[-1]) == (1, "0 passed, 1 failed")
    assert "cannot be played" in outcome.out


def test_a_good_variant_without_tests_has_no_scenarios(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.variant.yaml"
    file.write_text("kind: variant\nid: mine\nname: Mine\nextends: chess\n")
    outcome = run("test", str(file))
    assert (outcome.code, outcome.out) == (0, "no scenarios\n")


#: Counts that claim little: the claim, and what is said of it.
CLAIMS = {
    "many nodes": ("perft: {20: 1}", "failed", "depth 20 has more than 20,000 nodes, expected 1 [E_NODES]"),
    "many nodes with rules": (
        "presets: [{id: piece-hp}]\nperft: {12: 7}",
        "failed",
        "depth 12 has more than 20,000 nodes, expected 7 [E_NODES]",
    ),
    "no node, but many positions": (
        "fen: 7k/8/8/8/8/8/8/K6R w - - 0 1\nperft: {99: 0}\nresult: {ends: [{draw: late, when: "
        "[{game: {FullmoveNumber: {ge: 4}}}]}]}",
        "skipped",
        "it has more than 20,000 positions to look at",
    ),
    "a few nodes at the end of a long way": (
        "fen: 8/8/8/8/p7/P7/8/8 w - - 0 1\nroyal: []\nperft: {99: 0}",
        "passed",
        "",
    ),
}


@pytest.mark.parametrize(("text", "ending", "said"), CLAIMS.values(), ids=CLAIMS)
def test_a_count_is_bounded_whatever_is_claimed(
    run: Run, tmp_path: Path, text: str, ending: str, said: str
) -> None:
    path = tmp_path / "claim.variant.yaml"
    path.write_text(f"kind: variant\nid: claim\nname: Claim\nextends: chess\n{text}\n")
    (found,) = run("test", str(path), "--json").json["scenarios"]
    endings = {
        "passed": found["passed"],
        "failed": bool(found["problems"]),
        "skipped": bool(found["skipped"]),
    }
    assert endings == {"passed": False, "failed": False, "skipped": False, ending: True}
    assert said in found["skipped"] + "".join(problem["message"] for problem in found["problems"])


@pytest.mark.parametrize("variant", ["chess", "atomic", "warlords"])
def test_a_count_that_was_stopped_leaves_the_game_as_it_was(variant: str) -> None:
    engine = Engine(variant, network="native")
    before = engine.state_hash(), engine.fen(), list(engine.legal_moves())
    count, _ = counters(engine)
    for most in range(0, 60, 7):
        tally = Tally(most)
        with pytest.raises(GameError, match="E_NODES"):
            count(3, tally)
        assert max(tally.nodes - 40, tally.positions - 1) <= most
        assert (engine.state_hash(), engine.fen(), list(engine.legal_moves())) == before
    assert count(2, Tally(1000)) == count(2)
