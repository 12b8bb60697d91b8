"""A whole game as JSON: its variant, its piece types, the presets and profiles in force, its state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rete_chess.compiler import ActivePreset, Program, catalog
from rete_chess.drawing import piece_symbol
from rete_chess.facts.kept import plain
from rete_chess.serial._looks import Look, engine_of, side_word
from rete_chess.serial._positions import (
    checked_squares,
    hands_data,
    legal_moves_data,
    panels_data,
    result_data,
    vital_names,
)
from rete_chess.serial._programs import network_data, program_data
from rete_chess.serial._records import history_data, trace_data
from rete_chess.serial._rulebooks import rulebook_data

if TYPE_CHECKING:
    from rete_chess.engine import MoveRecord
    from rete_chess.match import Match
    from rete_chess.serial import shapes
    from rete_chess.serial._looks import Game


def match_data(match: Match, records: Sequence[shapes.Record] | None = None) -> shapes.Match:
    """A match as it stands. `records` are those of its moves, if somebody has kept them as they were made."""
    engine, look = match.engine, Look(match)
    data: shapes.Match = {
        "variant": variant_data(match.program),
        "manifest": manifest_data(match),
        "fen": engine.fen(),
        "startFen": match.start,
        "pieces": look.pieces(),
        "tiles": look.tiles(),
        "turn": side_word(engine.turn),
        "ply": len(engine.move_log),
        "moves": history_data(match) if records is None else list(records),
        "presets": presets_data(match),
        "config": config_data(match),
        "profiles": [profile.to_json() for profile in engine.active_profiles],
        "customModifiers": [found.to_json() for _, found in sorted(engine.custom_modifiers.own.items())],
        "legal": legal_moves_data(match),
        "check": engine.in_check,
        "checked": checked_squares(engine),
        "claims": [] if match.is_over else engine.claims(),
        "panels": panels_data(match),
    }
    hands = hands_data(match)
    if hands is not None:
        data["hands"] = hands
    vital = vital_names(match)
    if vital:
        data["vital"] = vital
    result = result_data(match.result)
    if result is not None:
        data["result"] = result
    if match.draw_offer is not None:
        data["drawOffer"] = side_word(match.draw_offer)
    if engine.pending_profiles is not None:
        data["pending"] = [profile.to_json() for profile in engine.pending_profiles]
    return data


def variant_data(program: Program) -> shapes.Variant:
    """The variant of a program, with its document."""
    variant = program.variant
    return {
        "id": program.id,
        "name": program.name,
        "description": " ".join((variant.top.description or "").split()),
        "width": program.laws.width,
        "height": program.laws.height,
        "hash": program.hash,
        "document": variant.document.to_json(),
        "rulebook": rulebook_data(variant),
    }


def manifest_data(game: Game) -> list[shapes.PieceType]:
    """The piece types in play, each with its letter, name, worth and figure."""
    laws = engine_of(game).board.book.laws
    return [
        {
            "type": kind.id,
            "letter": kind.letter,
            "name": kind.name,
            "value": kind.value,
            "drawing": piece_symbol(kind.id),
        }
        for kind in laws.white
    ]


def presets_data(game: Game) -> list[shapes.ActivePreset]:
    """The presets in force, as they can be asked for again."""
    return [active_preset_data(use) for use in engine_of(game).active_presets]


def rule_changes_data(match: Match) -> list[shapes.RuleChange]:
    """The changes of rules that players made between moves, in order; what came with a move is told there."""
    found: list[shapes.RuleChange] = []
    played = len(match.engine.move_log)
    for done in match.interventions:
        if done.after > played:
            continue
        if done.what in ("presets", "rules"):
            uses = done.details["requests" if done.what == "presets" else "presets"]
            found.append(
                {"ply": done.after, "text": f"presets from here on: {_listed(_preset_names(match, uses))}"}
            )
        if done.what == "rules":
            names = (catalog.card_of(profile).label for profile in done.details["profiles"])
            found.append({"ply": done.after, "text": f"profiles from here on: {_listed(names)}"})
    return found


def _preset_names(match: Match, uses: Iterable[ActivePreset]) -> Iterator[str]:
    beside = match.program.variant.neighbours
    for use in uses:
        document = catalog.own_preset(use.id, beside) or catalog.preset(use.id)
        yield catalog.card_of(document).label


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


def active_preset_data(use: ActivePreset) -> shapes.ActivePreset:
    """A preset in force, as it can be asked for again."""
    data: Any = use.to_json()
    found: shapes.ActivePreset = data
    return found


def config_data(game: Game) -> dict[str, dict[str, Any]]:
    """The settings in effect of the presets in force, by id; those without settings are absent."""
    found = {use.id: {**dict(use.model.config), **dict(use.config)} for use in engine_of(game).active_presets}
    return {
        name: {key: plain(value) for key, value in settings.items()}
        for name, settings in found.items()
        if settings
    }


def preview_data(game: Game) -> shapes.Preview:
    """A game for an editor: its position drawn and told, its moves, its rules, its last move, its network."""
    from rete_chess.io import board_svg

    engine, look = engine_of(game), Look(game)
    data: shapes.Preview = {
        "variant": variant_data(engine.program),
        "manifest": manifest_data(game),
        "fen": engine.fen(),
        "startFen": engine.start_fen,
        "svg": board_svg(game),
        "pieces": look.pieces(),
        "tiles": look.tiles(),
        "panels": panels_data(game),
        "presets": presets_data(game),
        "turn": side_word(engine.turn),
        "check": engine.in_check,
        "checked": checked_squares(engine),
        "legal": legal_moves_data(game),
        "moves": [played_move_data(record) for record in engine.move_log],
        "rules": program_data(engine.program),
        "trace": trace_data(game) if engine.move_log else None,
        "network": network_data(engine.program, "native"),
    }
    hands = hands_data(game)
    if hands is not None:
        data["hands"] = hands
    vital = vital_names(game)
    if vital:
        data["vital"] = vital
    result = result_data(game.result)
    if result is not None:
        data["result"] = result
    return data


def played_move_data(record: MoveRecord) -> shapes.PlayedMove:
    """A move that was played, in short."""
    return {
        "ply": record.number + 1,
        "move": str(record.move),
        "san": record.san,
        "side": side_word(record.mover),
        "presetEffects": list(record.preset_effects),
    }
