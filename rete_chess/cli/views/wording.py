"""The state of a game in words: plain texts that know no terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rete_chess.core.results import Result
    from rete_chess.engine import Engine
    from rete_chess.engine.move.trace import Shown
    from rete_chess.match.players.thought import Thought


def format_result(result: Result) -> str:
    """`1-0, White wins by checkmate.`"""
    score = {"white": "1-0", "black": "0-1", None: "1/2-1/2"}[result.winner]
    words = str(result)
    return f"{score}, {words[0].upper()}{words[1:]}."


def format_status(engine: Engine, ending: Result | None = None) -> str:
    """The sentence that says who is to move, or how the game ended; `ending` is one by the players' word."""
    result = ending or engine.result
    if result is not None:
        return format_result(result)
    check = ", in check" if engine.in_check else ""
    return f"{engine.turn.capitalize()} to move{check}."


def format_game(engine: Engine) -> str:
    """`Chess`, `Chess with piece-hp for white, queen-splits`: the variant and the presets in force."""
    uses = [use.id if use.scope == "both" else f"{use.id} for {use.scope}" for use in engine.active_presets]
    return f"{engine.program.name} with {', '.join(uses)}" if uses else engine.program.name


def counted(number: int, noun: str) -> str:
    """`1 move`, `2 moves`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def format_effect(shown: Shown, names: tuple[str, ...]) -> str:
    """`* explosion on d5`: a visual effect for those who read."""
    return f"* {shown.kind} on {names[shown.square]}"


def format_thought(thought: Thought) -> str:
    """`+0.35, 4 half-moves deep, 3,000 positions`, or how soon the game is won."""
    looked = f"{thought.depth} half-moves deep, {thought.nodes:,} positions"
    if thought.wins_in is not None:
        return f"wins in {counted(thought.wins_in, 'half-move')}; {looked}"
    return f"{thought.value / 100:+.2f}, {looked}"
