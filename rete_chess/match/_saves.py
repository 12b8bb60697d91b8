"""Matches as text and back: one JSON document with the variant, the moves and the facts reached.

Loading plays the moves again and compares what they lead to with what was saved; a match is handed
out only if every fact agrees.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from rete_chess.compiler import Program, catalog, compile_chain
from rete_chess.compiler.profiles.documents import parse_profiles
from rete_chess.compiler.requests import active_of
from rete_chess.compiler.variant import lineage
from rete_chess.documents import Document, load_document, parse_document, read_tree
from rete_chess.documents.kinds.document import digest_of
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.kinds.save import (
    MOST_INTERVENTIONS,
    MOST_MOVES,
    VERSION,
    SavedIntervention,
    SaveDocument,
)
from rete_chess.documents.reading.reader import AnySource, read_text
from rete_chess.documents.reading.source import MAX_BYTES
from rete_chess.documents.reading.tree import Tree
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.move.listeners import Listener, listeners_in
from rete_chess.engine.records import METHODS
from rete_chess.engine.snapshots.deeds import Deed, details_of
from rete_chess.engine.stream import DEFAULT_SEED, Stream, chance_data
from rete_chess.errors import BudgetError, GameError, Place, ReteChessError, SaveError
from rete_chess.facts.kept import keep, plain
from rete_chess.match._entries import Ending, end_by
from rete_chess.match._library import fatal_attributes, library_data, neighbours_of, with_vital
from rete_chess.match._match import Match
from rete_chess.match._migrations import migrate

# -- writing ---------------------------------------------------------------------------------------


def format_save(match: Match, *, tells_seed: bool = True) -> str:
    """The text of a save; equal matches have equal texts. What could not be read again is not written.

    Without its seed, a save tells what chance has decided so far, and nothing of what it will decide.
    """
    data = save_data(match, tells_seed=tells_seed)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    demand_length(match)
    _demand_at_most(len(text.encode()), MAX_BYTES, "bytes")
    _demand_readable(text)
    return text


def demand_length(match: Match) -> None:
    """Refuse a match of more moves or interventions than can be read again."""
    _demand_at_most(sum(isinstance(step, MoveRecord) for step in match.history), MOST_MOVES, "moves")
    _demand_at_most(len(match.interventions), MOST_INTERVENTIONS, "interventions")


def _demand_at_most(found: int, most: int, what: str) -> None:
    if found > most:
        message = "the match is too long to be saved"
        raise SaveError("E_SAVE_SIZE", message, found=f"{found:,} {what}", expected=f"at most {most:,}")


def save_data(match: Match, *, tells_seed: bool = True) -> dict[str, Any]:
    """A match as the value of a save document."""
    engine = match.engine
    demand_told(match)
    match.engine._recall()  # what is saved can be played again
    data: dict[str, Any] = {
        "kind": "save",
        "formatVersion": VERSION,
        "variant": _variant_data(match),
        "start": {
            "fen": match.start,
            "chess960": engine.board.is_chess960,
            "presets": [use.to_json() for use in match.program.presets],
            **chance_data(engine, tells_seed),
        },
        "moves": [str(step.move) for step in match.history if isinstance(step, MoveRecord)],
        "interventions": [Deed(*found).to_json() for found in match.interventions],
        "index": match.current_index,
        "state": {
            "fen": engine.fen(),
            "hash": engine.state_hash(),
            "presets": [use.to_json() for use in engine.active_presets],
            "facts": _facts_data(engine),
        },
    }
    known = engine.custom_modifiers.lasting
    if known:
        data["start"]["modifiers"] = [known[name].tree.value for name in sorted(known)]
    last = match.history[-1] if match.history else None
    if isinstance(last, Ending):
        data["ending"] = {"kind": last.kind, "side": last.side, "reason": last.result.reason}
    if match.draw_offers:
        data["drawOffers"] = [{"after": place, "side": side} for place, side in match.draw_offers.items()]
    return data


def demand_told(match: Match) -> None:
    """Raise an error if the match does not know all that has happened in its game."""
    engine = match.engine
    moves = tuple(step for step in match.history[: match.current_index] if isinstance(step, MoveRecord))
    played = len(engine.move_log)
    told = [(found.after, found.what) for found in match.interventions if found.after <= played]
    if moves != engine.move_log or told != [(found.after, found.what) for found in engine.incidents]:
        raise SaveError(
            "E_SAVE_STATE",
            "the game was changed behind the back of its match",
            hint="use the methods of the match, not those of its engine",
        )
    passing = match.passing_listeners()
    if passing:
        raise SaveError(
            "E_SAVE_STATE",
            f"listeners took part that did not listen from the start till now: {', '.join(passing)}",
            hint="give them to `Match(…, listeners=[…])`, and to `parse_save` when it is loaded",
        )


def _demand_readable(text: str) -> None:
    """Raise an error if a save would not be read again, for it holds too much or what no save holds."""
    try:
        parse_document(SaveDocument, read_text(text, "match.save.json"))
    except BudgetError:
        raise
    except ReteChessError as error:
        raise SaveError("E_SAVE_STATE", f"the match cannot be saved: {error}") from error


def _variant_data(match: Match) -> dict[str, Any]:
    program = match.program
    documents = [tree.value for tree in program.variant.trees]
    uses = [use.to_json() for use in program.presets]
    profiles = [profile.tree.value for profile in program.stack.profiles]
    library = library_data(match)
    data = {"id": program.id, "hash": digest_of(documents, uses, profiles, library), "documents": documents}
    further = {"profiles": profiles, "library": library}
    return {**data, **{key: value for key, value in further.items() if value}}


def _facts_data(engine: Engine) -> list[dict[str, Any]]:
    by_entity: dict[int, dict[str, Any]] = {}
    for fact in engine.session.all_facts():
        by_entity.setdefault(fact.id, {})[fact.attr] = plain(fact.value)
    return [{"id": entity, "facts": facts} for entity, facts in by_entity.items()]


# -- reading ---------------------------------------------------------------------------------------


def parse_save(
    source: AnySource,
    name: str | None = None,
    network: str | None = None,
    listeners: Iterable[Listener] = (),
) -> Match:
    """The match of a save, given as a text, its bytes or the path of a file, exactly as it was left.

    Listeners are no part of a save: where some took part, they have to hear it again.
    """
    heard = listeners_in(listeners)
    tree = read_tree(source, name)
    if isinstance(tree.value, dict):
        _demand_save(tree.value, tree)
        tree = replace(tree, value=migrate(tree.value, tree.file))
    save = parse_document(SaveDocument, tree)
    try:
        given = _neighbours(save, tree)
        return _replayed(save, tree, _program(save, tree, given), given, network, heard)
    except SaveError:
        raise
    except BudgetError:
        raise
    except ReteChessError as error:
        raise SaveError(
            "E_SAVE_STATE", f"the match cannot be taken up: {error}", place=_place(tree)
        ) from error


def _demand_save(value: Mapping[str, Any], tree: Tree) -> None:
    """Raise an error if a document is no save at all; mistakes inside a save are found by its model."""
    if value.get("kind") != "save" and "formatVersion" not in value:
        raise SaveError(
            "E_DOC_KIND",
            "this is no save",
            found=value.get("kind"),
            expected="a file that was written by saving a match",
            place=_place(tree),
        )


def _neighbours(save: SaveDocument, tree: Tree) -> Neighbours:
    """The documents that came along with the variant; they must have the digest of the save."""
    variant = save.variant
    uses = [active_of(use).to_json() for use in save.start.presets]
    library = [entry.to_json() for entry in variant.library]
    if digest_of(variant.documents, uses, variant.profiles, library) != variant.hash:
        raise _wrong_variant(tree, "the documents in the save are not those it was saved with")
    names = {entry.id for entry in variant.library if entry.kind == "preset"}
    if not names.issuperset(use.id for use in save.start.presets):
        raise _wrong_variant(tree, "not every preset of the start comes with its document")
    return neighbours_of(variant.library, _place(tree))


def _program(save: SaveDocument, tree: Tree, given: Neighbours) -> Program:
    """The program that a match began with."""
    presets = tuple(active_of(use, given) for use in save.start.presets)
    documents = [document.among(given) for document in documents_of(save.variant.id, save.variant.documents)]
    program = compile_chain(documents, presets, profiles_of(save.variant.profiles, given))
    if program.id != save.variant.id:
        raise _wrong_variant(tree, f"the documents in the save are those of {program.id!r}")
    return program


def profiles_of(values: Iterable[dict[str, Any]], given: Neighbours) -> tuple[Document, ...]:
    """The profiles that came along, with what they may name."""
    return tuple(profile.among(given) for profile in parse_profiles(values))


def documents_of(name: str, values: Iterable[dict[str, Any]]) -> list[Document]:
    """A variant and those it extends, as they came along; equal shipped documents are used instead, also
    below what was put on top of them."""
    given = list(values)
    shipped = lineage(catalog.variant(name)) if catalog.variants().has(name) else []
    if [document.tree.value for document in shipped] != given[: len(shipped)]:
        shipped = []
    vital = fatal_attributes(given)
    rest = [with_vital(saved, vital) for saved in given[len(shipped) :]]
    return [*shipped, *(load_document(json.dumps(saved), f"{name}.variant.json") for saved in rest)]


def _replayed(
    save: SaveDocument,
    tree: Tree,
    program: Program,
    given: Neighbours,
    network: str | None,
    listeners: Iterable[Listener],
) -> Match:
    chess960 = save.start.chess960
    seed = Stream(save.start.seed or DEFAULT_SEED, save.start.draws)
    match = Match(program, save.start.fen, network, chess960=chess960, seed=seed, listeners=listeners)
    for modifier in save.start.modifiers:
        match.engine.custom_modifiers.register(json.dumps(modifier), "registered.modifier.json")
    between = {after: list(found) for after, found in groupby(save.interventions, lambda one: one.after)}
    for number, move in enumerate((None, *save.moves)):
        if move is not None:
            match.play(move)
        for found in between.pop(number, ()):
            _intervene(match, found, given)
    if between:
        raise SaveError(
            "E_SAVE_STATE", "something happens after more moves than there are", place=_place(tree)
        )
    if save.ending is not None:
        match.end(end_by(save.ending.kind, save.ending.side, save.ending.reason))
    match.jump_to(save.index)
    differences = list(_differences(save, match, given))
    if differences:
        raise SaveError(
            "E_SAVE_STATE", f"the moves do not lead to the saved state: {differences[0]}", place=_place(tree)
        )
    try:
        match._take_offers({offer.after: offer.side for offer in save.draw_offers})
    except GameError as error:
        raise SaveError("E_SAVE_STATE", f"an offer of a draw: {error.message}", place=_place(tree)) from None
    return match


def _intervene(match: Match, found: SavedIntervention, given: Neighbours) -> None:
    """Make an intervention of the save again."""
    what = next(name for name in METHODS if getattr(found, name) is not None)
    match.intervene(what, details_of(found, given, match.engine.custom_modifiers.get))


def _differences(save: SaveDocument, match: Match, given: Neighbours) -> Iterator[str]:
    """The differences between a match and the facts that were saved."""
    engine = match.engine
    before = {(row.id, name): keep(value) for row in save.state.facts for name, value in row.facts.items()}
    now = {(fact.id, fact.attr): fact.value for fact in engine.session.all_facts()}
    for entity, attribute in sorted(before.keys() | now.keys()):
        old, new = before.get((entity, attribute)), now.get((entity, attribute))
        if old != new:
            yield f"{attribute} of entity {entity} was {old!r} and is {new!r}"
    if engine.fen() != save.state.fen:
        yield f"the position was {save.state.fen} and is {engine.fen()}"
    if engine.active_presets != tuple(active_of(use, given) for use in save.state.presets):
        yield "other presets are in force"
    if engine.state_hash() != save.state.hash:
        yield "the digest of all facts differs"


def _wrong_variant(tree: Tree, message: str) -> SaveError:
    return SaveError("E_SAVE_VARIANT", message, place=_place(tree))


def _place(tree: Tree) -> Place:
    return Place(tree.file)
