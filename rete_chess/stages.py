"""The stages of a move: one table with a row for every point at which rules or hooks listen.

Whatever depends on a stage is a column here; no other module lists stages by name.
"""

from __future__ import annotations

from typing import Final, NamedTuple

#: What a point is: one of the twelve stages in their locked order, a moment inside one of them, a moment
#: that only hooks of Python presets hear, or the pseudo-stage of continuous rules.
STAGE: Final = "stage"
MOMENT: Final = "moment"
HOOK_MOMENT: Final = "hook moment"
CONTINUOUS: Final = "continuous"

#: Whom the scope of a preset speaks of at a point: who acts, who suffers, the first piece of the rule.
ACTOR: Final = "actor"
TARGET: Final = "target"
SUBJECT: Final = "subject"
NOBODY: Final = "nobody"

#: Which moves pass a point; some are passed only where a rule has done something.
EVERY_MOVE: Final = "every move"
CAPTURES: Final = "captures"
PROMOTIONS: Final = "promotions"
ACTS: Final = "acts"
BY_RULES: Final = "what rules do"

#: Where a quiet move, which takes one piece to an empty square, passes a point: while it is made, while its
#: turn ends, never, or at a time whose events are not known before the move is made.
IN_MOVE: Final = "in the move"
IN_TURN: Final = "in the turn"
NEVER: Final = "never"
UNKNOWN: Final = "unknown"


class Point(NamedTuple):
    """One point of a move: what it is, what its event says, whom a scope limits, who passes it and when."""

    name: str
    number: int  # of the stage it belongs to; 0: of none
    kind: str
    says: tuple[str, ...] | None  # the fields of its event in documents' words; None: events of any making
    scope: str
    passed_by: str
    is_before_check: bool  # legality has to foresee what happens there
    is_judged: bool  # its event has not happened yet
    quiet: str


_ANY: Final = None
_WAY: Final = ("tag", "player", "line", "direction")
_OUTSET: Final = ("side", "piece", "target", "from", "to", "kind", "becomes", *_WAY)
_CAPTURE: Final = ("side", "piece", "target", "from", "to", "square", "kind", *_WAY)
_MOVE: Final = ("side", "piece", "from", "to", "square", "kind", "becomes", *_WAY)
_PROMOTION: Final = ("side", "piece", "to", "was", "becomes", "player")
_CHECK: Final = ("side", "piece", "target", "kind", "player")
_MOVER: Final = ("side", "piece", "player")
_SIDE: Final = ("side",)
_ACT: Final = ("side", "piece", "target", "from", "to", "kind", *_WAY)

#: The one table. A rule that asks an event for a field it does not say never fires.
TABLE: Final = (
    # name, stage, kind, says, scope, passed by, before the check, judged, quiet
    Point("before-move", 1, STAGE, _OUTSET, ACTOR, EVERY_MOVE, True, True, IN_MOVE),
    Point("before-capture", 2, STAGE, (*_CAPTURE, "amount"), ACTOR, CAPTURES, True, True, NEVER),
    Point("damage", 3, STAGE, _ANY, TARGET, CAPTURES, True, True, NEVER),
    Point("capture", 4, STAGE, _CAPTURE, ACTOR, CAPTURES, True, False, NEVER),
    Point("move", 5, STAGE, _MOVE, ACTOR, EVERY_MOVE, True, False, IN_MOVE),
    Point("square-entry", 6, STAGE, _MOVE, ACTOR, EVERY_MOVE, True, False, IN_MOVE),
    Point("promotion", 7, STAGE, _PROMOTION, ACTOR, PROMOTIONS, True, False, NEVER),
    Point("check", 8, STAGE, _CHECK, NOBODY, EVERY_MOVE, False, False, UNKNOWN),
    Point("turn-end", 9, STAGE, _SIDE, NOBODY, EVERY_MOVE, False, False, IN_TURN),
    Point("after-move", 10, STAGE, _MOVER, NOBODY, EVERY_MOVE, False, False, IN_TURN),
    Point("turn-start", 11, STAGE, _SIDE, ACTOR, EVERY_MOVE, False, False, IN_TURN),
    Point("result", 12, STAGE, _SIDE, NOBODY, EVERY_MOVE, False, False, IN_TURN),
    Point("act", 5, MOMENT, _ACT, ACTOR, ACTS, True, False, NEVER),
    Point("damaged", 3, MOMENT, _ANY, TARGET, CAPTURES, True, False, NEVER),
    Point("death", 4, MOMENT, _ANY, NOBODY, CAPTURES, True, False, NEVER),
    Point("spawn", 0, MOMENT, _ANY, NOBODY, BY_RULES, True, False, NEVER),
    Point("tile-change", 0, MOMENT, _ANY, NOBODY, BY_RULES, True, False, NEVER),
    Point("turn-advance", 9, HOOK_MOMENT, _SIDE, NOBODY, EVERY_MOVE, False, False, UNKNOWN),
    Point("describe", 12, HOOK_MOMENT, ("side", "piece"), NOBODY, EVERY_MOVE, False, False, UNKNOWN),
    Point("derive", 0, CONTINUOUS, _ANY, SUBJECT, BY_RULES, False, False, NEVER),
)


def _of_kinds(*kinds: str) -> tuple[str, ...]:
    return tuple(point.name for point in TABLE if point.kind in kinds)


#: The points by name.
AT: Final = {point.name: point for point in TABLE}
#: The twelve stages in their order, the moments inside them, those of hooks, and where rules may stand.
STAGES: Final = _of_kinds(STAGE)
MOMENTS: Final = _of_kinds(MOMENT)
HOOK_MOMENTS: Final = _of_kinds(HOOK_MOMENT)
POINTS: Final = _of_kinds(STAGE, MOMENT, CONTINUOUS)
#: The pseudo-stage of continuous rules.
DERIVE: Final = _of_kinds(CONTINUOUS)[0]

#: Where events are judged before they happen; at all other points they have happened.
JUDGED: Final = frozenset(point.name for point in TABLE if point.is_judged)
#: Whose effects on the board legality must foresee.
FORESEEN: Final = frozenset(point.name for point in TABLE if point.is_before_check)
#: What captures alone pass, what every move passes.
ON_CAPTURE: Final = frozenset(point.name for point in TABLE if point.passed_by == CAPTURES)
#: What acts alone pass.
ON_ACT: Final = frozenset(point.name for point in TABLE if point.passed_by == ACTS)
ALWAYS: Final = frozenset(point.name for point in TABLE if point.passed_by == EVERY_MOVE)
#: What a quiet move passes while it is made, while its turn ends, and where its events cannot be foreseen.
QUIET_MOVE: Final = tuple(point.name for point in TABLE if point.quiet == IN_MOVE)
QUIET_TURN: Final = tuple(point.name for point in TABLE if point.quiet == IN_TURN)
UNFORESEEN: Final = frozenset(point.name for point in TABLE if point.quiet == UNKNOWN)
#: Where a turn can still be made longer: before it ends.
BEFORE_TURN_END: Final = (*STAGES[: AT["turn-end"].number - 1], *MOMENTS)


def says(at: str, field: str) -> bool:
    """Whether the events of a point may have a field."""
    fields = AT[at].says
    return fields is None or field in fields
