"""A match to be watched again, as JSON: where it began, and what each of its moves changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.serial._games import manifest_data, presets_data, rule_changes_data, variant_data
from rete_chess.serial._looks import Look
from rete_chess.serial._positions import result_data, vital_names
from rete_chess.serial._records import earlier_games, told_record

if TYPE_CHECKING:
    from rete_chess.match import Match
    from rete_chess.serial import shapes


def replay_data(match: Match) -> shapes.Replay:
    """A match from its start to where it stands. The changes of a move lead to the position of the next one:
    what was done to the game between two moves counts with the first of them."""
    looks = [Look(match)]
    moves: list[shapes.Record] = []
    presets = presets_data(match)
    for before, after in earlier_games(match.engine):
        looks.append(Look(before))
        record = told_record(before, after)
        record["changes"] = looks[-2].changes(looks[-1])
        moves.append(record)
        presets = presets_data(before)
    data: shapes.Replay = {
        "variant": variant_data(match.program),
        "manifest": manifest_data(match),
        "startFen": match.start,
        "pieces": looks[-1].pieces(),
        "tiles": looks[-1].tiles(),
        "presets": presets,
        "moves": moves[::-1],
        "ruleChanges": rule_changes_data(match),
    }
    vital = vital_names(match)
    if vital:
        data["vital"] = vital
    result = result_data(match.result)
    if result is not None:
        data["result"] = result
    return data
