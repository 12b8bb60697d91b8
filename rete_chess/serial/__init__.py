"""Games as plain JSON data, for servers, pages and other programs: one function for each kind of value.

    serial.match_data(match)                      # the whole state: pieces, moves, legal moves, counters
    serial.record_data(match)                     # the last move: its events, changes and effects
    serial.catalog_data()                         # everything that people choose from

What is returned consists of dictionaries, lists, texts, numbers, true, false and null, and belongs to the
caller. `shapes` types it, and `schema` says the same as JSON Schema. A `game` is an `Engine` or a `Match`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.registry import shown

if TYPE_CHECKING:
    from rete_chess.serial._catalog import cards_data, catalog_data, catalog_entry_data
    from rete_chess.serial._games import (
        config_data,
        manifest_data,
        match_data,
        presets_data,
        preview_data,
        rule_changes_data,
        variant_data,
    )
    from rete_chess.serial._gifts import profile_words
    from rete_chess.serial._inspections import explanation_data, inspect_answer, inspection_data
    from rete_chess.serial._looks import Look
    from rete_chess.serial._pgn import pgn_data
    from rete_chess.serial._positions import (
        changes_data,
        checked_squares,
        hands_data,
        legal_moves_data,
        panels_data,
        pieces_data,
        result_data,
        tiles_data,
        vital_names,
    )
    from rete_chess.serial._problems import error_data, examination_data, problem_data, validation_data
    from rete_chess.serial._programs import network_data, network_graph, program_data
    from rete_chess.serial._records import (
        ending_data,
        history_data,
        played_data,
        record_data,
        trace_data,
        why_not_data,
    )
    from rete_chess.serial._replays import replay_data
    from rete_chess.serial._reports import (
        finding_data,
        presets_report_data,
        profiles_check_data,
        profiles_report_data,
        scenarios_data,
    )
    from rete_chess.serial._views import (
        Glance,
        seen_inspection_data,
        seen_moves_data,
        seen_record_data,
        seen_standing,
        seen_trace_data,
    )

__all__ = [
    "Glance",
    "Look",
    "cards_data",
    "catalog_data",
    "catalog_entry_data",
    "changes_data",
    "checked_squares",
    "config_data",
    "ending_data",
    "error_data",
    "examination_data",
    "explanation_data",
    "finding_data",
    "hands_data",
    "history_data",
    "inspect_answer",
    "inspection_data",
    "legal_moves_data",
    "manifest_data",
    "match_data",
    "network_data",
    "network_graph",
    "panels_data",
    "pgn_data",
    "pieces_data",
    "played_data",
    "presets_data",
    "presets_report_data",
    "preview_data",
    "problem_data",
    "profile_words",
    "profiles_check_data",
    "profiles_report_data",
    "program_data",
    "record_data",
    "replay_data",
    "result_data",
    "rule_changes_data",
    "scenarios_data",
    "seen_inspection_data",
    "seen_moves_data",
    "seen_record_data",
    "seen_standing",
    "seen_trace_data",
    "tiles_data",
    "trace_data",
    "validation_data",
    "variant_data",
    "vital_names",
    "why_not_data",
]

#: Where each name is at home: an error is told without a game, a game without the catalogue.
_HOMES = {
    "_catalog": "cards_data catalog_data catalog_entry_data",
    "_games": "config_data manifest_data match_data presets_data preview_data rule_changes_data variant_data",
    "_gifts": "profile_words",
    "_inspections": "explanation_data inspect_answer inspection_data",
    "_looks": "Look",
    "_pgn": "pgn_data",
    "_positions": "changes_data checked_squares hands_data legal_moves_data panels_data pieces_data"
    " result_data tiles_data vital_names",
    "_problems": "error_data examination_data problem_data validation_data",
    "_programs": "network_data network_graph program_data",
    "_records": "ending_data history_data played_data record_data trace_data why_not_data",
    "_replays": "replay_data",
    "_reports": "finding_data presets_report_data profiles_check_data profiles_report_data scenarios_data",
    "_views": "Glance seen_inspection_data seen_moves_data seen_record_data seen_standing seen_trace_data",
}

if not TYPE_CHECKING:
    __getattr__, __dir__ = shown(
        __name__, {name: home for home, names in _HOMES.items() for name in names.split()}
    )
