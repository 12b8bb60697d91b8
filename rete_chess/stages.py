"""The words for when things happen in a move, shared by documents, rules and the engine."""

from __future__ import annotations

from typing import Final

#: The twelve stages of a move, in their locked order.
STAGES: Final = (
    "before-move",
    "before-capture",
    "damage",
    "capture",
    "move",
    "square-entry",
    "promotion",
    "check",
    "turn-end",
    "after-move",
    "turn-start",
    "result",
)

#: Moments inside the stages at which rules listen too.
MOMENTS: Final = ("damaged", "death", "spawn", "tile-change")

_CAPTURE: Final = (
    "side",
    "piece",
    "target",
    "from",
    "to",
    "square",
    "kind",
    "tag",
    "player",
    "line",
    "direction",
)
#: What the events of a stage say, in documents' words; a rule that asks for more never fires. The
#: stages that are not here hear events of any making.
SAID: Final = {
    "before-move": ("side", "piece", "target", "from", "to", "tag", "player", "line", "direction"),
    "before-capture": (*_CAPTURE, "amount"),
    "capture": _CAPTURE,
    "move": ("side", "piece", "from", "to", "square", "tag", "player", "line", "direction"),
    "square-entry": ("side", "piece", "from", "to", "square", "tag", "player", "line", "direction"),
    "promotion": ("side", "piece", "to", "was", "becomes", "player"),
    "check": ("side", "piece", "target", "kind", "player"),
    "turn-end": ("side",),
    "after-move": ("side", "piece", "player"),
    "turn-start": ("side",),
    "result": ("side",),
}

#: Further moments that only hooks of Python presets hear: the end of the turn may be vetoed, the record
#: of the move is written.
HOOK_MOMENTS: Final = ("turn-advance", "describe")

#: What a move passes that takes one piece to an empty square: the points of the move, and those of its turn.
#: At the others its events are not known before it is made.
QUIET_MOVE: Final = ("before-move", "move", "square-entry")
QUIET_TURN: Final = ("turn-end", "after-move", "turn-start", "result")
UNFORESEEN: Final = frozenset(("check", *HOOK_MOMENTS))

#: The pseudo-stage of continuous rules.
DERIVE: Final = "derive"

#: Where rules of documents may stand.
POINTS: Final = (*STAGES, *MOMENTS, DERIVE)
