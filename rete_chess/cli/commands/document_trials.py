"""Trials of damaged documents: examined, tested, compiled, played a little, saved and loaded, as texts.

Whatever is wrong with one must be told by an error with a code; what can be saved must load.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from rete_chess.checks import examine_text
from rete_chess.compiler import Program, catalog, compile_document, load_text
from rete_chess.documents import Document, VariantDocument
from rete_chess.errors import ReteChessError
from rete_chess.match import Match, format_save, parse_save
from rete_chess.metering import Budget, under
from rete_chess.testing import run_text
from rete_chess.testing.mutants import Mutant, mutant

#: Half-moves before a match is saved, and the nodes that a document may have counted.
MAX_PLIES: Final = 3
MAX_NODES: Final = 500

_FEN: Final = "rnbqkbnr/pppppppp/8/3y4/8/3Y4/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_SOME: Final[dict[str, Any]] = {"type": ["knight", "pawn"]}

#: What a variant says that uses a document of a kind, given its id.
USES: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "ability": lambda name: {"abilities": [{"id": name, "for": _SOME}]},
    "layout": lambda name: {"layout": name},
    "modifier": lambda name: {"modifiers": [{"id": name, "for": _SOME}]},
    "piece": lambda name: {"pieces": {"y": name}, "fen": _FEN},
    "preset": lambda name: {"presets": [{"id": name}]},
    "profile": lambda name: {"profiles": [name]},
    "tile": lambda name: {"tiles": {"e4": name, "d5": name, "e3": name}},
}


def try_document(random: Random) -> tuple[str, Program | None]:
    """A random mutant under a server's budget: its name, and its program or None if it is refused."""
    with under(Budget.server()):
        return _try(mutant(random), random)


def _try(tried: Mutant, random: Random) -> tuple[str, Program | None]:
    found = examine_text(tried.text, tried.name)
    try:
        program = program_of_mutant(tried)
        save_and_load(program, random)
    except ReteChessError as error:
        if found.is_ok and tried.name.split(".")[1] == "variant" and not _is_of_a_move(error):
            raise AssertionError(f"validate finds nothing, but {error}") from error
        return f"{tried.name} ({tried.way})", None
    return f"{tried.name} ({tried.way})", program


def _is_of_a_move(error: ReteChessError) -> bool:
    """Whether an error is of a move, or of a save, and not of the document itself."""
    codes = ("E_MOVE", "E_RULE_FAILED", "E_EVENT", "E_SAVE", "E_FACT", "E_GAME", "E_BUDGET")
    return error.code.startswith(codes)


def program_of_mutant(tried: Mutant) -> Program:
    """The program of a variant, or of one that uses a document of another kind."""
    document = load_text(tried.text, tried.name)
    if isinstance(document.model, VariantDocument):
        for outcome in run_text(tried.text, ["native"], MAX_NODES, tried.name):
            str(outcome)
        return compile_document(document)
    return compile_document(load_text(_host(document), None, {tried.name: tried.text}))


def _host(document: Document) -> dict[str, Any]:
    head = {"kind": "variant", "id": "host-of-a-mutant", "name": "Host", "extends": "chess"}
    return {**head, **USES[document.kind](catalog.id_of(document))}


def save_and_load(program: Program, random: Random) -> None:
    """Play a few moves of a match, save it, and see that it loads as it was."""
    match = Match(program, network="native")
    for _ in range(MAX_PLIES):
        moves = match.legal_moves()
        if not moves:
            break
        try:
            match.play(random.choice(moves))
        except ReteChessError:
            break  # the networks are compared by it later
    text = format_save(match)
    try:
        other = parse_save(text, network="native")
    except ReteChessError as error:
        raise AssertionError(f"what was saved does not load: {error}") from error
    if other.engine.state_hash() != match.engine.state_hash():
        raise AssertionError("what was saved loads as something else")
