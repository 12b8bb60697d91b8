"""The documentation of hooks: its table has every hook with its scope, its codes exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rete_chess.errors import CODES
from rete_chess.presets.hooks import ACTOR, HOOKS, NOBODY, OWNER, TARGET

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "preset-hooks.md").read_text(encoding="utf-8")

#: How the table says by whom a hook is limited.
WORDS = {
    NOBODY: {"nobody"},
    ACTOR: {"mover", "side that begins"},
    TARGET: {"target"},
    OWNER: {"owner", "the colour asked about"},
}


def test_the_table_names_every_hook_once_with_its_scope() -> None:
    rows = re.findall(r"^\| `(\w+)\((.*?)\)` \| .*? \| (.*?) \| .*\|$", TEXT, re.MULTILINE)
    assert sorted(name for name, _, _ in rows) == sorted(HOOKS)
    for name, _, limited in rows:
        assert limited in WORDS[HOOKS[name].scope], name


@pytest.mark.parametrize("code", sorted(set(re.findall(r"`(E_\w+)`", TEXT))))
def test_codes_exist(code: str) -> None:
    assert code in CODES
