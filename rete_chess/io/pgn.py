"""Matches as PGN: tags, moves in algebraic notation, and what the rules said about a move as comments.

It holds the moves that are played, not those taken back. Where a turn has several half-moves, each of
them carries the number of its turn.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Final

from rete_chess.compiler import ActivePreset
from rete_chess.core.results import Result
from rete_chess.match import Ending, Match

WIDTH: Final = 79
#: The tags that every game has, in this order, and what they say when nobody knows.
ROSTER: Final = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}


def format_pgn(match: Match, tags: Mapping[str, str] | None = None) -> str:
    """The match as one game of PGN; `tags` such as White and Black come first or replace what is unknown."""
    given = {**ROSTER, **(tags or {}), **_tags(match)}
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in given.items()]
    words = [*_words(match), score_of(match.result)]
    text = textwrap.wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *text]) + "\n"


def score_of(result: Result | None) -> str:
    """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
    if result is None:
        return "*"
    return {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[result.winner]


def _tags(match: Match) -> dict[str, str]:
    program = match.program
    tags = {"Result": score_of(match.result), "Variant": program.name, "VariantHash": program.hash}
    if program.presets:
        tags["Presets"] = ", ".join(_format_use(use) for use in program.presets)
    tags["SetUp"] = "1"
    tags["FEN"] = match.start
    if match.result is not None:
        tags["Termination"] = str(match.result)
    return tags


def _format_use(use: ActivePreset) -> str:
    """`piece-hp`, `double-move:white`: as the command line takes it."""
    return use.id if use.scope == "both" else f"{use.id}:{use.scope}"


def _escaped(value: str) -> str:
    clean = "".join(character if character.isprintable() else " " for character in value)
    return clean.replace("\\", "\\\\").replace('"', '\\"')


def _words(match: Match) -> Iterator[str]:
    """The moves with their numbers and comments, replayed on a copy of the match."""
    replay = match.clone()
    replay.jump_to(0)
    follows = False  # on a move of White without a comment between
    while replay.current_index < match.current_index:
        engine = replay.engine
        number, turn = engine.board.fullmove, engine.turn
        step = match.history[replay.current_index]
        if isinstance(step, Ending):
            yield f"{{ {step.result} }}"
            break
        if turn == "white":
            yield f"{number}."
        elif not follows:
            yield f"{number}..."
        yield engine.san(step.move)
        for effect in step.preset_effects:
            yield f"{{ {effect.replace('}', ')')} }}"
        follows = turn == "white" and step.turn_flipped and not step.preset_effects
        replay.redo()
