"""Conversations by each protocol, as data: what is sent, and what each answer must hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from rete_chess.interop.uci.machine import UciMachine
from rete_chess.interop.xboard.machine import XboardMachine
from tests.interop.talk import Talk

FOLDER = Path(__file__).parent / "conversations"
MACHINES: dict[str, type[UciMachine | XboardMachine]] = {"uci": UciMachine, "xboard": XboardMachine}
CONVERSATIONS: list[tuple[str, dict[str, Any]]] = [
    (protocol, row)
    for protocol in MACHINES
    for row in yaml.safe_load((FOLDER / f"{protocol}.yaml").read_text(encoding="utf-8"))
]

_KEY = re.compile(r"Key: ([0-9A-F]+)")


@pytest.mark.parametrize(
    ("protocol", "row"), CONVERSATIONS, ids=[f"{protocol}-{row['name']}" for protocol, row in CONVERSATIONS]
)
def test_conversation(protocol: str, row: dict[str, Any]) -> None:
    talk, keys = Talk(MACHINES[protocol]()), {}
    for step in row["says"]:
        answer = "\n".join(talk.say(step["send"]))
        for text in step.get("expect", ()):
            assert text in answer, f"{step['send']}: {text!r} is not in\n{answer}"
        for text in step.get("never", ()):
            assert text not in answer, f"{step['send']}: {text!r} is in\n{answer}"
        if "note" in step:
            keys[step["note"]] = _KEY.findall(answer)[0]
    if "equal" in row:
        assert len({keys[name] for name in row["equal"]}) == 1
    if "differ" in row:
        assert len({keys[name] for name in row["differ"]}) == len(row["differ"])
