"""The pages of the error codes: one for every code, and every example causes what it says."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from rete_chess.checks import examine
from rete_chess.error_pages import Page, page, pages
from rete_chess.error_pages.pages import FAMILIES, format_markdown
from rete_chess.errors import CODES, ReteChessError
from tests.cli.conftest import run  # noqa: F401
from tests.cli.helpers import Run

ROOT = Path(__file__).resolve().parents[2]
PAGES = list(pages().values())

#: Codes that nobody can cause on purpose, or only with a page of code; all others have an example that runs.
IN_WORDS = {
    "E_CLOSING",
    "E_CONSENT_NEEDED",
    "E_DOC_SCHEMA",
    "E_EVENT_BUDGET",
    "E_HOOK_ANSWER",
    "E_HOOK_CHANGE",
    "E_HTTP",
    "E_INTERNAL",
    "E_MESSAGE_ID",
    "E_MOVE_REFUSED",
    "E_NETWORK",
    "E_NETWORK_LIMIT",
    "E_NETWORK_UNAVAILABLE",
    "E_NOT_YOUR_TURN",
    "E_NO_PROPOSAL",
    "E_PLY",
    "E_ORIGIN",
    "E_PRESET_LOAD",
    "E_RATE",
    "E_ROOM",
    "E_RULE_FAILED",
    "E_SAVE_FILE",
    "E_SAVE_SIZE",
    "E_SEAT",
    "E_SELF_CONSENT",
    "E_STORE_CONFLICT",
    "E_STORE_VERSION",
    "E_SUPERSEDED",
    "E_TOKEN",
    "E_WAITING",
    "W_CASTLING",
    "W_FILE_NAME",
    "W_PGN",
    "W_PRESETS",
}


def having(key: str) -> list[Page]:
    return [found for found in PAGES if getattr(found, key)]


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    assert set(pages()) == set(CODES)
    assert {found.family for found in PAGES} == set(FAMILIES)


@pytest.mark.parametrize("found", PAGES, ids=lambda found: found.code)
def test_page_is_whole(found: Page) -> None:
    ways = [key for key in ("example", "command", "python", "occasion") if getattr(found, key)]
    assert len(ways) == 1
    assert bool(found.document) == bool(found.example)
    assert found.meaning.endswith(".")
    assert found.repair.endswith(".")
    assert found.meaning != found.summary


def test_only_these_are_described_in_words() -> None:
    assert {found.code for found in having("occasion")} == IN_WORDS


@pytest.mark.parametrize("found", having("example"), ids=lambda found: found.code)
def test_example_document_causes_the_code(found: Page) -> None:
    assert {problem.code for problem in examine(found.example, found.file).problems} == {found.code}


@pytest.mark.parametrize("found", having("command"), ids=lambda found: found.code)
def test_example_command_causes_the_code(found: Page, run: Run) -> None:  # noqa: F811
    program, *words = shlex.split(found.command)
    assert program == "rete-chess"
    outcome = run(*words)
    assert outcome.code in (1, 2) or words[0] == "explain"
    if found.code == "E_USAGE" or words[0] == "explain":
        outcome = run(*words, "--json")
    assert found.code in outcome.err + outcome.out


@pytest.mark.parametrize("found", having("python"), ids=lambda found: found.code)
def test_example_lines_cause_the_code(found: Page) -> None:
    with pytest.raises(ReteChessError) as caught:
        exec(found.python, {})
    assert caught.value.code == found.code


def test_a_code_may_be_written_small() -> None:
    assert page("e_doc_type").code == "E_DOC_TYPE"


@pytest.mark.parametrize(("text", "close"), [("E_DOC_TIPE", "E_DOC_TYPE"), ("fen", "E_FEN")])
def test_unknown_code_offers_the_nearest(text: str, close: str) -> None:
    with pytest.raises(ReteChessError, match=f"did you mean '{close}'"):
        page(text)


def test_committed_file_is_current() -> None:
    committed = (ROOT / "docs" / "error-codes.md").read_text(encoding="utf-8")
    assert committed == format_markdown(), (
        "write it anew: rete-chess explain-code --markdown > docs/error-codes.md"
    )


def test_command_shows_the_page(run: Run) -> None:  # noqa: F811
    outcome = run("explain-code", "E_FEN")
    assert outcome.code == 0
    assert "    rete-chess moves --fen" in outcome.out
    assert "Repair: " in outcome.out
    assert run("explain-code", "E_FEN", "--json").json["code"] == "E_FEN"
    assert run("explain-code", "E_FENN").code == 2
    assert set(run("explain-code", "--json").json["codes"]) == set(CODES)
    assert "W_NO_ROYAL" in run("explain-code").out
    assert run("explain-code", "--markdown").out == format_markdown()
