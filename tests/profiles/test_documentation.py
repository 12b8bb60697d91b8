"""The documentation of profiles: its examples run and load, its tables name every kind and every code."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from rete_chess.checks import examine
from rete_chess.errors import CODES
from rete_chess.modifiers.catalog import MODIFIER_KINDS

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "profiles.md").read_text(encoding="utf-8")


def test_the_examples_run() -> None:
    names: dict[str, Any] = {"__name__": "docs.profiles"}
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(compile(block, "docs/profiles.md", "exec"), names)
    assert names["record"].swap.profiles == ("wild-queens",)


def test_the_document_is_a_profile() -> None:
    (block,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    assert examine(block, "my-army.profile.yaml").problems == ()


def test_the_tables_are_whole() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)
    codes = [row for row in rows if row.startswith("E_")]
    assert sorted(set(rows) - set(codes)) == list(MODIFIER_KINDS.list())
    assert sorted(codes) == sorted(code for code in CODES if code.startswith("E_PROFILE_"))
