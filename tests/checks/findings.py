"""The documents in which checks of meaning fire: what their parts share."""

from __future__ import annotations

from typing import NamedTuple

HEAD = "kind: variant\nid: tried\nname: Tried\nextends: chess\n"
LONE = "kind: variant\nid: tried\nname: Tried\n"
RULE = "rules:\n  - {id: one, at: %s, when: [%s], do: [{log: {text: x}}]}\n"


class Finding(NamedTuple):
    """A document in which a check fires: `code line:column` and words of it, and the like without it."""

    text: str
    expected: str
    words: str
    alike: str
