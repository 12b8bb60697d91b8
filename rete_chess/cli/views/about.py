"""What a game is about, in words: its description, its goal, the presets and rules in force."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rete_chess.compiler import Program
from rete_chess.compiler.policies.ends import End
from rete_chess.core.geometry import COLORS
from rete_chess.core.laws import Royal
from rete_chess.facts.words.terms import Const
from rete_chess.serial import program_data

#: What ends a game with the defaults of chess, and one without.
_DEFAULTS: Final = "Draws: stalemate, repetition, moves without progress, too little material."
_NO_DEFAULTS: Final = "Mate, stalemate and the draws of chess do not count."


def description_of(program: Program) -> str:
    """The description of the variant, in one line; nothing if it has none."""
    return " ".join((program.variant.top.description or "").split()) if program.variant else ""


def goal_lines(program: Program) -> Iterator[str]:
    """How the game is won and drawn: the ends of documents in the order they are asked, royalty, mate."""
    for end in program.ends:
        if isinstance(end, End):
            yield _end(end)
        else:
            yield "A preset written in Python judges the game."
    royal = [_royal(entry) for entry in program.laws.royal]
    if royal:
        lost = " or ".join(royal)
        how = (
            f"Checkmate wins; who loses {lost} loses." if program.has_defaults else f"Who loses {lost} loses."
        )
        yield how
    yield _DEFAULTS if program.has_defaults else _NO_DEFAULTS


def _end(end: End) -> str:
    if end.winner is None:
        return f"Draw by {end.reason}."
    winner = end.winner.value if isinstance(end.winner, Const) else None
    return f"{str(winner).capitalize() if winner in COLORS else 'A side'} wins by {end.reason}."


def _royal(royal: Royal) -> str:
    side = "" if royal.color < 0 else f"{COLORS[royal.color]} "
    types = ", ".join(royal.types) if len(royal.types) <= 6 else "piece"
    return f"the last {side}{types}" if royal.last else f"a {side}{types}"


def rule_lines(program: Program) -> Iterator[str]:
    """The presets in force with what they say of themselves, then the rules in the order they fire."""
    for use in program.presets:
        model: Any = use.document.model
        yield f"{use.id}: {' '.join((model.description or '').split())}"
    rules = program_data(program)["rules"]
    for rule in rules:
        yield f"{rule['number']:>3}  {rule['rule']}  at {rule['stage']}  {rule['origin']}"
    if not rules:
        yield "No rules but those of the pieces."
