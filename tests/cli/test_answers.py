"""What commands answer to `--json` is of the shapes that the schema says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Engine
from rete_chess.compiler import catalog
from tests.cli.helpers import Run
from tests.serial.fitting import assert_fits

ROOT = Path(__file__).resolve().parents[2]
BAD = sorted(path for path in (ROOT / "tests" / "bad").rglob("*.*.yaml"))[::7]
SCENARIOS = sorted((ROOT / "tests" / "scenarios").rglob("*.scenario.yaml"))[::25]
VARIANTS = catalog.variants().list()

#: Shape and command line of answers that do not depend on a variant.
ROWS = [
    ("TraceAnswer", "trace three-check --moves e2e4,f7f6,d1h5"),
    ("TraceAnswer", "trace three-check --moves e2e4,e2e4"),
    ("TraceAnswer", "trace three-check --moves e2e4 --why-not three-check/count"),
    ("TraceAnswer", "trace chess --preset piece-hp --preset queen-splits --moves e2e4,d7d5,e4d5,d8d5"),
    ("TraceAnswer", "trace chess --modifier berserk --preset piece-hp --moves e2e4,d7d5,e4d5"),
    ("MovesAnswer", "moves --moves e2e4"),
    ("PerftAnswer", "perft --depth 1"),
    ("PerftAnswer", "perft --depth 2 --divide"),
    ("SvgAnswer", "svg --moves e2e4"),
    ("PlayAnswer", "play --white random --black random --seed 3 --preset capture-to-win"),
    ("InspectAnswer", "inspect chess --profile iron-knights b1"),
    ("InspectAnswer", "inspect chess --modifier berserk e2"),
    ("Explanation", "explain atomic e1e5"),
    ("Explanation", "explain chess e2e4"),
    ("CountsAnswer", "list"),
    *(("ListAnswer", f"list {kind}") for kind in ("variants", "pieces", "modifier-kinds", "primitives")),
    ("PresetsReport", "check-presets piece-hp queen-splits"),
    ("PresetsReport", "check-presets berolina-pawns berolina-pawns-2"),
    ("ProfilesReport", "check-profiles iron-knights wild-queens"),
    ("ProfilesReport", "check-profiles royal-guard humble-pawns --variant warlords"),
    ("SelfplayAnswer", "selfplay --games 2 --longest 8"),
    ("CodesAnswer", "explain-code"),
    ("CodePage", "explain-code E_FEN"),
    ("CodePage", "explain-code E_INTERNAL"),
    ("ErrorAnswer", "moves atomik"),
    ("ErrorAnswer", "moves --fen nonsense"),
    ("ErrorAnswer", "inspect chess e5"),
    ("ErrorAnswer", "no-such-command"),
    ("ErrorAnswer", "explain-code NOPE"),
]


@pytest.mark.parametrize(("shape", "words"), ROWS, ids=[words for _, words in ROWS])
def test_an_answer(run: Run, shape: str, words: str) -> None:
    assert_fits(shape, run(*(word.replace(",", " ") for word in words.split()), "--json").json)


@pytest.mark.parametrize("variant", VARIANTS)
def test_answers_about_a_variant(run: Run, variant: str) -> None:
    assert_fits("Program", run("rules", variant, "--json").json)
    assert_fits("Graph", run("network", variant, "--network", "native", "--json").json)
    moves = run("moves", variant, "--json").json
    assert_fits("MovesAnswer", moves)
    assert_fits("TraceAnswer", run("trace", variant, "--json", "--moves", moves["moves"][0]).json)
    board = Engine(variant, network="native").board
    place = board.book.geometry.names[min(board.squares.values(), default=0)]
    answer = run("inspect", variant, place, "--json").json
    assert_fits("InspectAnswer" if board.squares else "ErrorAnswer", answer)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name)
def test_problems_of_broken_documents(run: Run, path: Path) -> None:
    outcome = run("validate", str(path), "--json")
    assert outcome.code == 1
    assert_fits("ValidateAnswer", outcome.json)
    refused = run("rules", str(path), "--json")
    if refused.code and "error" in refused.json:
        assert_fits("ErrorAnswer", refused.json)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.name)
def test_runs_of_scenarios(run: Run, path: Path) -> None:
    words = ("test", str(path), "--coverage", "--network", "native", "--json")
    assert_fits("ScenarioRun", run(*words).json)


def test_no_answer_names_the_folder_of_the_installation(run: Run) -> None:
    atomic = str(ROOT / "descriptors" / "variants" / "atomic.variant.yaml")
    assert "descriptors/variants/atomic" in run("test", atomic, "--coverage", "--json").out
    for words in ("explain chess e1e5", "check-profiles iron-knights", "rules atomic"):
        assert str(ROOT) not in run(*words.split(), "--json").out
