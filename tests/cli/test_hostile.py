"""Documents made to hurt, through every command that reads a file: a code, never a traceback or a wait."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import ROOT, Run
from tests.documents.test_hostile import HOSTILE

#: Commands that take a variant, with the words they need beside it.
OF_A_VARIANT = {
    "play": (),
    "selfplay": ("--games", "1"),
    "balance": ("--games", "2"),
    "tune": ("--games", "2"),
    "moves": (),
    "perft": ("--depth", "1"),
    "trace": ("--moves", "e2e4"),
    "svg": (),
    "explain": ("e2e4",),
    "rules": (),
    "network": (),
    "inspect": ("e2",),
}
#: Commands that answer for each file apart, and say in which list and where in its entries.
OF_FILES = ("validate", "test")


@pytest.fixture(params=HOSTILE)
def hostile(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    """A file that is to be given a name, and the code it is refused with."""
    text, name, code = HOSTILE[request.param]
    path = tmp_path / f"hostile.{name.rpartition('.')[2]}"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    return path, code


def as_kind(hostile: Path, kind: str) -> str:
    return str(hostile.rename(hostile.with_name(f"hostile.{kind}{hostile.suffix}")))


def refusal(run: Run, *words: str, lines: str = "") -> str:
    """The code that a command refuses with."""
    outcome = run(*words, "--json", lines=lines)
    assert outcome.code == 1
    assert "Traceback" not in outcome.err
    return str(outcome.json["error"]["code"])


def test_as_a_variant(hostile: tuple[Path, str], run: Run) -> None:
    path, code = hostile
    file = as_kind(path, "variant")
    for command, words in OF_A_VARIANT.items():
        assert refusal(run, command, file, *words) in code, command


@pytest.mark.parametrize("command", OF_FILES)
def test_as_one_of_several_files(command: str, hostile: tuple[Path, str], run: Run) -> None:
    path, code = hostile
    outcome = run(command, as_kind(path, "variant"), "--json")
    assert outcome.code == 1
    assert any(one in outcome.out for one in code.split(" or "))


def test_as_what_a_game_is_given(hostile: tuple[Path, str], run: Run) -> None:
    path, code = hostile
    profile = as_kind(path, "profile")
    assert refusal(run, "moves", "--profile", profile) in code
    assert refusal(run, "check-profiles", profile) in code
    modifier = as_kind(Path(profile), "modifier")
    assert refusal(run, "moves", "--modifier", modifier) in code
    save = as_kind(Path(modifier), "save")
    said = run("play", lines=f"load {save}\nquit\n")
    assert any(one in said.out + said.err for one in code.split(" or "))


BROKEN = sorted(
    path
    for path in (ROOT / "tests" / "bad").rglob("*.*")
    if ".variant." in path.name or ".profile." in path.name
)


@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
def test_a_broken_document_never_breaks_a_command(path: Path, run: Run) -> None:
    file = ("--profile", str(path)) if ".profile." in path.name else (str(path),)
    for command in ("moves", "rules"):
        outcome = run(command, *file, "--json")
        assert outcome.code in (0, 1)
        assert outcome.code == 0 or outcome.json["error"]["code"].startswith("E_")
