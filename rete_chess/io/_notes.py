"""What others have said about a game: comments, judgements and variations of PGN, in our notation."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from rete_chess.engine import Engine
from rete_chess.errors import ReteChessError

if TYPE_CHECKING:
    from rete_chess.match.pgn import PgnMove


def comment(text: str) -> str:
    """A text as a comment."""
    return f"{{ {text.replace('}', ')')} }}"


def notes_of(move: PgnMove, told: Collection[str] = ()) -> list[str]:
    """Judgements and comments that stand behind a move, but for what is told there anyway."""
    return [
        *(f"${nag}" for nag in move.nags),
        *(comment(text) for text in move.comments if text not in told),
    ]


def variations_of(engine: Engine, move: PgnMove) -> list[str]:
    """The variations that stand in the place of a move, of a game that stands before it."""
    if not move.variations:
        return []
    game = engine.clone()
    return [f"({' '.join(_line(game, line))})" for line in move.variations if line]


def _line(game: Engine, line: list[PgnMove]) -> Iterator[str]:
    """The words of a variation; from a move on that cannot be played, as they were."""
    from rete_chess.match.pgn.words import find_move  # late: most games are written without notes

    played, is_numbered = 0, False
    for place, move in enumerate(line):
        yield from map(comment, move.before)
        branches = variations_of(game, move)
        number, turn = game.board.fullmove, game.turn
        try:
            text = find_move(game, move.text)
            san = game.san(text)
            record = game.apply(text)
        except ReteChessError:
            yield from (f"{each.text.replace('(', '=').replace(')', '')}" for each in line[place:])
            break
        played += 1
        if turn == "white":
            yield f"{number}."
        elif not is_numbered:
            yield f"{number}..."
        notes = [*notes_of(move), *branches]
        yield san
        yield from notes
        is_numbered = turn == "white" and record.turn_flipped and not notes
    for _ in range(played):
        game.undo()
