"""Snapshots of games: all that decides how a game goes on, and the moves that led there, as plain data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rete_chess.compiler import CustomModifiers, Program, catalog
from rete_chess.compiler.naming import (
    Library,
    library_of,
    library_of_program,
    name_library,
    name_profiles,
    name_program,
    name_variant,
)
from rete_chess.documents import Document
from rete_chess.documents.kinds.document import digest_of
from rete_chess.engine.records import MoveRecord
from rete_chess.engine.setup.active_set import timeless
from rete_chess.engine.snapshots._moves import move_data
from rete_chess.engine.snapshots._position import facts_data, position_data
from rete_chess.engine.snapshots.deeds import Deed, ToldDetails, named_piece, presets_of, profiles_of
from rete_chess.engine.snapshots.form import FORMAT_VERSION, KINDS
from rete_chess.engine.stream import chance_data

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine


def tell_engine(engine: Engine) -> dict[str, Any]:
    """The snapshot of a game by itself."""
    deeds = [Deed(incident.after, incident.what, incident.details) for incident in engine._incidents]
    return signed(tell_game(engine, engine._records, deeds))


def signed(data: dict[str, Any]) -> dict[str, Any]:
    """A snapshot with the digest of all that it holds; its values are those of nobody else."""
    own: dict[str, Any] = json.loads(json.dumps(data))
    return {"kind": "snapshot", "formatVersion": FORMAT_VERSION, "hash": digest_of(own), **own}


def tell_game(
    engine: Engine, records: Sequence[MoveRecord], deeds: Sequence[Deed], tells_seed: bool = True
) -> dict[str, Any]:
    """A game where it stands, with all moves of its history and what was done between them."""
    engine._demand_rest()
    game, start = engine._game, engine._origin.program
    data: dict[str, Any] = {
        "variant": name_variant(start.variant),
        "start": {**_start_data(engine), **chance_data(engine, tells_seed)},
        "position": position_data(engine.board),
        "digest": engine.digest,
        "played": len(engine._records),
    }
    further: dict[str, Any] = {
        "library": name_library(_libraries(engine, deeds)),
        "program": {} if game.program.hash == start.hash else _program_data(game.program),
        "presets": [use.to_json() for use in game.active],
        "facts": facts_data(engine.board),
        "verdict": game.verdict,
        "drawn": game.dice.drawn,
        "furthest": game.dice.furthest,
        "modifiers": _modifiers_data(game.custom_modifiers),
        "warnings": [asdict(problem) for problem in game.warnings],
        "counts": _counts_data(engine),
        "moves": [move_data(record) for record in records],
        "interventions": [deed.to_json() for deed in deeds],
    }
    if game.pending is not None:
        data["pending"] = name_profiles(game.pending)
    return {**data, **{name: value for name, value in further.items() if value}}


def _start_data(engine: Engine) -> dict[str, Any]:
    program, fen, chess960, _ = engine._origin
    squares = [square for square, entity in enumerate(engine._game.starts) if entity]
    start = program.start if fen is None else fen
    data = {"program": name_program(program), "fen": start, "squares": squares}
    return {**data, "chess960": True} if chess960 else data


def _program_data(program: Program) -> dict[str, Any]:
    """The program in force; durations of presets belong to the game."""
    uses = [use.to_json() for use in timeless(program.presets)]
    return {**name_program(program), **({"presets": uses} if uses else {})}


def _modifiers_data(known: CustomModifiers) -> dict[str, Any]:
    parts = {"lasting": known.lasting, "recorded": known.recorded}
    return {
        name: [document.tree.value for document in documents.values()]
        for name, documents in parts.items()
        if documents
    }


def _counts_data(engine: Engine) -> dict[str, int]:
    """How often positions have come up, the one on the board left out."""
    counts, key = engine.position_counts, engine.position_key
    counts[key] -= 1
    return {f"{key:x}": count for key, count in counts.items() if count}


def _libraries(engine: Engine, deeds: Iterable[Deed]) -> Iterator[Library]:
    """The documents that the game has used, or that came along with its variant and may yet be used."""
    game, start = engine._game, engine._origin.program
    yield _neighbours(start.variant)
    yield library_of_program(start)
    yield library_of_program(game.program)
    if game.pending:
        yield library_of(start.variant, (), game.pending)
    told: set[Document] = set()
    for deed in deeds:
        if isinstance(deed.details, ToldDetails):
            continue  # what it names came along
        presets, profiles = presets_of(deed.what, deed.details), profiles_of(deed.what, deed.details)
        if presets or profiles:
            yield library_of(start.variant, timeless(presets), profiles)
        elif deed.what == "know":
            told.add(deed.details["source"])
        elif deed.what == "modifier" and deed.details["name"] not in told:
            yield _own({("modifier", catalog.id_of(deed.details["name"])): deed.details["name"]})
        else:
            yield _own(named_piece(deed.what, deed.details, start.variant.neighbours))


def _neighbours(variant: Any) -> Library:
    return {} if variant.neighbours is None else _own(variant.neighbours.known)


def _own(library: Library) -> Library:
    return {
        (kind, name): document
        for (kind, name), document in library.items()
        if kind in KINDS and not catalog.is_shipped(document)
    }
