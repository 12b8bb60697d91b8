"""The committed saves, of every version that was ever written. They are never changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

SAVES: Final = sorted((Path(__file__).resolve().parents[1] / "data" / "saves").glob("*.save.json"))


def saved_in(name: str) -> dict[str, Any]:
    """The value of the save whose file begins with a name."""
    path = next(path for path in SAVES if path.name.startswith(name))
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data
