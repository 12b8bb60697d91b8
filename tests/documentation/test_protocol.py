"""The page of the protocol: every message stands in it, and none that there is not."""

from __future__ import annotations

import re
from pathlib import Path

from rete_chess.server.wire.directory import CLIENT_MESSAGES, SERVER_MESSAGES

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_every_message_is_told() -> None:
    told = set(re.findall(r"`([a-z-]+\.[a-z-]+|nack)`", PAGE))
    assert told == {*CLIENT_MESSAGES, *SERVER_MESSAGES}
