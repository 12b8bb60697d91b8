"""Laws that hold only beside pyffish: imported and exported variants have its moves at every position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from rete_chess.compiler import program_of
from rete_chess.errors import GameError
from rete_chess.interop.fairy import importer
from rete_chess.interop.fairy.exporter import export
from tests.cli.helpers import Run
from tests.interop.agreement import export_difference, import_difference, shipped

ROWS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("rows.yaml").read_text(encoding="utf-8"))
#: Some of each kind; `python -m tests.interop.agreement` takes all of them.
NAMES = (
    "shako",
    "sittuyin",
    "spartan",
    "grand",
    "wolf",
    "atomic",
    "racingkings",
    "torishogi",
    "xiangqi",
    "dobutsu",
    "duck",
)


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.get("complete", True)], ids=lambda row: row["name"]
)
def test_own_sections_are_the_same_games(row: dict[str, Any]) -> None:
    pytest.importorskip("pyffish", reason="pyffish is not installed")
    for found in importer.read_file(row["ini"], "own.ini"):
        assert import_difference(found, row["ini"], games=3, plies=60) is None


@pytest.mark.parametrize("name", NAMES)
def test_built_in_names_are_the_same_games(name: str) -> None:
    pytest.importorskip("pyffish", reason="pyffish is not installed")
    found = importer.read_builtin(name)
    if found.is_complete:
        assert import_difference(found, None, games=2, plies=60) is None


@pytest.mark.parametrize("own", ["chess", "crazyhouse", "shogi", "grand", "atomic"])
def test_exported_variants_are_the_same_games(own: str) -> None:
    pytest.importorskip("pyffish", reason="pyffish is not installed")
    assert export_difference(own, positions=60) is None


def test_what_is_exported_is_read_again() -> None:
    names = list(shipped())
    assert {"chess", "crazyhouse", "shogi", "capablanca"} <= set(names)
    for own in names:
        found = importer.read_file(export(program_of(own)), f"{own}.ini")
        assert found[0].is_complete


def test_what_cannot_be_said_is_refused_or_noted(run: Run) -> None:
    with pytest.raises(GameError, match="E_EXPORT"):
        export(program_of("battle-mages"))
    outcome = run("export", "fairy", "benedict")
    assert outcome.code == 2
    assert "convert" in outcome.err
    assert "# Not said: the rule 'convert'" in run("export", "fairy", "benedict", "--partial").out
    assert run("export", "fairy", "chess", "--json").json["unsaid"] == []
    assert run("export", "fairy", "chess", "--name", "mine").out.startswith("[mine]\n")


def test_who_lacks_a_peer_is_told_how_to_get_it(run: Run) -> None:
    outcome = run("compare", "chess", "--with", "pyffish", "--games", "1", "--plies", "4")
    try:
        import pyffish  # noqa: F401
    except ImportError:
        assert outcome.code == 2
        assert "pip install pyffish" in outcome.err
    else:
        assert outcome.code == 0, outcome.err
