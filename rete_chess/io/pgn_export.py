"""Games that were read from PGN, written in other forms: a text for each game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final

from rete_chess.io._pgn import format_pgn
from rete_chess.match import Match, format_save
from rete_chess.match.pgn import PgnGame
from rete_chess.match.pgn.told import REPLAY, STATE_HASH, VARIANT_ID, score_of

#: What writes a game: the match that it was, and the text that it was read from.
Writer = Callable[[Match, PgnGame], str]

#: Tags that a match tells by itself, or that would no longer be true.
LEFT_OUT: Final = frozenset(
    (
        *("Result", "Variant", VARIANT_ID, "VariantHash", "Presets", "Profiles", "SetUp", "FEN"),
        *("Termination", REPLAY, STATE_HASH, "PlyCount"),
    )
)


def as_pgn(match: Match, game: PgnGame) -> str:
    """The game as we write it, with its tags, comments, judgements and variations."""
    tags = {name: value for name, value in game.tags.items() if name not in LEFT_OUT and name.isidentifier()}
    return f"{format_pgn(match, tags, notes=game)}\n"


def as_uci(match: Match, game: PgnGame) -> str:
    """The moves in UCI form, in one line."""
    return " ".join(str(record.move) for record in match.engine.move_log) + "\n"


def as_fen(match: Match, game: PgnGame) -> str:
    """The last position."""
    return match.engine.fen() + "\n"


def as_json(match: Match, game: PgnGame) -> str:
    """An object in one line: tags, moves, result, and the digest of all facts."""
    return (
        json.dumps(
            {
                "game": game.number,
                "tags": game.tags,
                "variant": match.program.id,
                "start": match.start,
                "moves": [str(record.move) for record in match.engine.move_log],
                "score": score_of(match.result),
                "ending": None if match.result is None else str(match.result),
                "fen": match.engine.fen(),
                "stateHash": match.engine.state_hash(),
            }
        )
        + "\n"
    )


def as_save(match: Match, game: PgnGame) -> str:
    """The match as a save."""
    return format_save(match)


#: The forms by name.
WRITERS: Final[Mapping[str, Writer]] = {
    "pgn": as_pgn,
    "uci": as_uci,
    "fen": as_fen,
    "json": as_json,
    "save": as_save,
}
