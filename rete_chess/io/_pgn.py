"""Matches as PGN: tags, moves in algebraic notation, and as comments what the rules said about a move and
what happened before the next one, such as a change of presets.

It holds the moves that are played, not those taken back. Where a turn has several half-moves, each of
them carries the number of its turn.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rete_chess.compiler import ActivePreset, catalog
from rete_chess.documents import Document
from rete_chess.engine import Engine
from rete_chess.facts.words.word import format_value
from rete_chess.io._notes import comment, notes_of, variations_of
from rete_chess.io.cast import Cast, cast_of, describe_events
from rete_chess.match import Ending, Match
from rete_chess.match.pgn.told import VARIANT_ID, replay_tags, score_of

if TYPE_CHECKING:
    from rete_chess.match.pgn import PgnGame

WIDTH: Final = 79
#: The tags that every game has, in this order, and what they say when nobody knows.
ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}


def format_pgn(
    match: Match,
    tags: Mapping[str, str] | None = None,
    *,
    tells_seed: bool = True,
    notes: PgnGame | None = None,
) -> str:
    """The match as one game of PGN; `tags` such as White and Black come first or replace what is unknown.

    It tells what it takes to play the match again, see `Match.from_pgn`; without its seed, what chance has
    decided so far. `notes` is the game that the match was read from, whose comments, judgements and
    variations are kept.
    """
    given = {**ROSTER, **(tags or {}), **_tags(match, tells_seed)}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in given.items()]
    words = [*_words(match, notes), score_of(match.result)]
    text = textwrap.wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *text]) + "\n"


def _tags(match: Match, tells_seed: bool) -> dict[str, str]:
    program = match.program
    tags = {
        "Result": score_of(match.result),
        "Variant": program.name,
        VARIANT_ID: program.id,
        "VariantHash": program.hash,
    }
    if program.presets:
        tags["Presets"] = _format_uses(program.presets)
    if program.stack.profiles:
        tags["Profiles"] = _format_profiles(program.stack.profiles)
    tags["SetUp"] = "1"
    tags["FEN"] = match.start
    if match.result is not None:
        tags["Termination"] = str(match.result)
    return {**tags, **replay_tags(match, tells_seed=tells_seed)}


def _format_uses(uses: Iterable[ActivePreset]) -> str:
    """Active presets as text: `piece-hp:white,hp=3, double-move for 6 moves`."""
    return ", ".join(_format_use(use.to_json()) for use in uses)


def _format_use(use: Mapping[str, Any]) -> str:
    scope = "" if use["scope"] == "both" else f":{use['scope']}"
    settings = "".join(f",{key}={format_value(value)}" for key, value in use.get("config", {}).items())
    left = f" for {use['turnsRemaining']} moves" if "turnsRemaining" in use else ""
    return f"{use['id']}{scope}{settings}{left}"


def _escaped(value: str) -> str:
    clean = "".join(character if character.isprintable() else " " for character in value)
    return clean.replace("\\", "\\\\").replace('"', '\\"')


def _words(match: Match, notes: PgnGame | None) -> Iterator[str]:
    """The moves with their numbers and comments, replayed on a copy of the match."""
    replay = match.clone()
    replay.jump_to(0)
    engine = replay.engine
    noted = () if notes is None else notes.moves
    said = list(_between(match, engine, {}))
    yield from map(comment, said)
    yield from (comment(text) for text in (notes.comments if notes else ()) if text not in said)
    follows = False  # on a move of White without a comment between
    while (index := replay.current_index) < match.current_index:
        number, turn, cast = engine.board.fullmove, engine.turn, cast_of(engine.board)
        step = match.history[index]
        if isinstance(step, Ending):
            if str(step.result) not in said:
                yield comment(str(step.result))
            break
        if turn == "white":
            yield f"{number}."
        elif not follows:
            yield f"{number}..."
        yield engine.san(step.move)
        branches = variations_of(engine, noted[index]) if index < len(noted) else []
        replay.redo()
        told = [*step.preset_effects, *_between(match, engine, cast)]
        added = notes_of(noted[index], told) if index < len(noted) else []
        said = [*told, *noted[index].comments] if index < len(noted) else told
        yield from map(comment, told)
        yield from added
        yield from branches
        follows = turn == "white" and step.turn_flipped and not (told or added or branches)


def _format_profiles(profiles: Iterable[Document]) -> str:
    return ", ".join(map(catalog.id_of, profiles)) or "none"


def _between(match: Match, engine: Engine, cast: Cast) -> Iterator[str]:
    """The texts of what happened after the move just played; the cast is that before the move."""
    number, names = len(engine.move_log), engine.board.book.geometry.names
    cast = {**cast, **cast_of(engine.board)}
    done = [found for found in match.interventions if found.after == number]
    for found, incident in zip(done, [each for each in engine.incidents if each.after == number]):
        if found.what == "presets":
            yield f"presets: {_format_uses(found.details['requests']) or 'none'}"
        elif found.what == "profiles":
            yield f"profiles from the next turn on: {_format_profiles(found.details['profiles'])}"
        elif found.what == "rules":
            yield f"presets: {_format_uses(found.details['presets']) or 'none'}"
            yield f"profiles: {_format_profiles(found.details['profiles'])}"
        elif found.what == "modifier":
            chosen = ", ".join(
                f"{key} {format_value(value)}" for key, value in found.details["chosen"].items()
            )
            yield f"modifier: {catalog.id_of(found.details['name'])} for {chosen or 'all pieces'}"
        else:
            yield from list(describe_events(incident.trace, cast, names).values())[:1]
            yield from incident.trace.texts
