"""The nineteen hooks of a Python preset: where each is asked, and by whom a preset's scope limits it."""

from __future__ import annotations

from typing import Final, NamedTuple

#: The roles of hooks: a rule at a point of the move, a question about moves, a word on the
#: result, or a notice that the preset begins or ends.
RULE: Final = "rule"
QUERY: Final = "query"
RESULT: Final = "result"
LIFECYCLE: Final = "lifecycle"

#: The side that a scope of one side limits a hook to: who acts, who suffers, whose piece or colour it is.
ACTOR: Final = "actor"
TARGET: Final = "target"
OWNER: Final = "owner"
NOBODY: Final = ""


class Hook(NamedTuple):
    """One hook: `point` is where a rule listens, `event` the only kind of event that it hears there."""

    name: str
    kind: str
    scope: str = NOBODY
    point: str = ""
    event: str = ""
    subject: str = ""  # the role of the event's piece that a rule speaks of


HOOKS: Final = {
    hook.name: hook
    for hook in (
        Hook("on_activate", LIFECYCLE),
        Hook("on_deactivate", LIFECYCLE),
        Hook("override_piece_moves", QUERY, OWNER),
        Hook("transform_move_generator", QUERY, OWNER),
        Hook("get_extra_moves", QUERY, OWNER),
        Hook("filter_moves", QUERY),
        Hook("filter_legal_moves", QUERY),
        Hook("get_royal_pieces", QUERY),
        Hook("should_filter_self_check", QUERY, OWNER),
        Hook("on_before_move", RULE, ACTOR, "before-move", subject="piece"),
        Hook("on_before_capture", RULE, ACTOR, "before-capture", subject="piece"),
        Hook("on_damage", RULE, TARGET, "damage", "damage", subject="target"),
        Hook("on_piece_spawn", RULE, NOBODY, "spawn", subject="target"),
        Hook("should_advance_turn", RULE, NOBODY, "turn-advance"),
        Hook("on_after_move", RULE, NOBODY, "after-move", subject="piece"),
        Hook("on_turn_start", RULE, ACTOR, "turn-start"),
        Hook("on_check_game_result", RESULT),
        Hook("describe_move_effect", RULE, NOBODY, "describe", subject="piece"),
        Hook("on_piece_retract", RULE, NOBODY, "death", subject="target"),
    )
}

#: The hooks that change how pieces move, and with it what is attacked.
MOVEMENT: Final = ("override_piece_moves", "transform_move_generator", "get_extra_moves", "filter_moves")
