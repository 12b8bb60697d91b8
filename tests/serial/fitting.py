"""Whether values are of the shapes that the committed schema says."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import jsonschema

FILE: Final = Path(__file__).resolve().parents[2] / "schemas" / "records.schema.json"


@cache
def committed() -> dict[str, Any]:
    """The schema as it is shipped."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def _validator(shape: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({**committed(), "$ref": f"#/$defs/{shape}"})


def misfits(shape: str, value: Any) -> list[str]:
    """What is not as the schema of a shape says, each with its place."""
    found = [f"{error.json_path}: {error.message[:200]}" for error in _validator(shape).iter_errors(value)]
    return found if json.loads(json.dumps(value)) == value else [*found, "not plain JSON"]


def assert_fits(shape: str, value: Any) -> None:
    assert misfits(shape, value) == []
