"""What a match writes into PGN so that it can be played again, and how it is read: the tags `VariantId`,
`Replay` and `StateHash`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from rete_chess.compiler import Program, catalog, program_of
from rete_chess.core.results import Result
from rete_chess.documents.reading.source import MAX_BYTES
from rete_chess.engine.snapshots.deeds import Deed
from rete_chess.engine.stream import chance_data
from rete_chess.errors import SaveError
from rete_chess.match._entries import AGREE, BARE_TIME_OUT, RESIGN, TIME_OUT, Ending, end_by
from rete_chess.match._library import library_data
from rete_chess.match._match import Match
from rete_chess.match._saves import demand_told

REPLAY: Final = "Replay"
STATE_HASH: Final = "StateHash"
VARIANT_ID: Final = "VariantId"

DRAWN: Final = "1/2-1/2"
_LOSERS: Final = {"1-0": "black", "0-1": "white"}
_TIME: Final = re.compile(r"\btime|\bflag", re.IGNORECASE)


def score_of(result: Result | None) -> str:
    """The score of a result: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
    if result is None:
        return "*"
    return {"white": "1-0", "black": "0-1", None: DRAWN}[result.winner]


def ending_of(score: str, termination: str, turn: str) -> Ending | None:
    """The word by which the players ended a game that its rules have not ended, as far as a score and the
    tag Termination tell."""
    is_time = _TIME.search(termination) is not None
    if score in _LOSERS:
        return end_by(TIME_OUT if is_time else RESIGN, _LOSERS[score])
    if score != DRAWN:
        return None
    return end_by(TIME_OUT, turn, BARE_TIME_OUT) if is_time else end_by(AGREE, turn)


def replay_tags(match: Match, *, tells_seed: bool = True) -> dict[str, str]:
    """The tags that it takes to play a match again as far as it is played now. There are none for one that
    cannot be: its game was changed behind its back, or a document was registered anew since."""
    try:
        demand_told(match)
        data = dict(_told(match, tells_seed))
    except SaveError:
        return {}
    told = {STATE_HASH: match.engine.state_hash()}
    if not data:
        return told
    text = json.dumps(data, separators=(",", ":"))
    return {REPLAY: text, **told} if len(text) <= MAX_BYTES else {}


def _told(match: Match, tells_seed: bool) -> Iterator[tuple[str, Any]]:
    """What the value of `Replay` holds, key by key; what goes without saying is left out."""
    engine, program = match.engine, match.program
    moves = len(engine.move_log)
    changes = [found for found in match.interventions if found.after <= moves]
    known = engine.custom_modifiers.lasting
    is_shipped = _is_shipped(program)
    if not is_shipped:
        yield "rules", _rules(program)
    if not is_shipped or changes or known:
        library = [entry for entry in library_data(match) if "document" in entry]
        if library:
            yield "library", library
    if known:
        yield "modifiers", [known[name].tree.value for name in sorted(known)]
    if engine.board.is_chess960:
        yield "chess960", True
    if program.rolls or engine.program.rolls or engine.dice.drawn:
        yield from chance_data(engine, tells_seed).items()
    if changes:
        yield "changes", [Deed(*found).to_json() for found in changes]
    ending = match.ending
    if ending is not None and ending != ending_of(score_of(ending.result), str(ending.result), engine.turn):
        yield "ending", {"kind": ending.kind, "side": ending.side, "reason": ending.result.reason}
    offers = {place: side for place, side in match.draw_offers.items() if place <= match.current_index}
    if offers:
        yield "drawOffers", [{"after": place, "side": side} for place, side in offers.items()]


def _is_shipped(program: Program) -> bool:
    """Whether a program is that of a shipped variant, with nothing else in force."""
    return catalog.variants().is_shipped(program.id) and program_of(program.id).hash == program.hash


def _rules(program: Program) -> dict[str, Any]:
    documents = [tree.value for tree in program.variant.trees]
    if catalog.variants().is_shipped(program.id):
        shipped = program_of(program.id).variant.trees
        if [tree.value for tree in shipped] == documents:
            documents = []
    rules = {
        "documents": documents,
        "presets": [use.to_json() for use in program.presets],
        "profiles": [profile.tree.value for profile in program.stack.profiles],
    }
    return {name: value for name, value in rules.items() if value}
