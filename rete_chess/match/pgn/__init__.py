"""PGN as it is found in the world: read game by game in constant memory, and played as matches.

`read_games` reads texts and knows no rule of chess; `replay` plays what was read and says what is wrong.
Nothing is imported before a name is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rete_chess.match.pgn.games import PgnGame, PgnMove, PgnProblem, read_games
    from rete_chess.match.pgn.playing import Replayed, replay

__all__ = ["PgnGame", "PgnMove", "PgnProblem", "Replayed", "read_games", "replay"]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        from rete_chess.registry import shown

        homes = {
            **dict.fromkeys(("PgnGame", "PgnMove", "PgnProblem", "read_games"), "games"),
            **dict.fromkeys(("Replayed", "replay"), "playing"),
        }
        return shown(__name__, homes)[0](name)
