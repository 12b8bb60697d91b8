"""Matches as text and back: one JSON document with the variant, the moves and the facts reached.

Loading plays the moves again and compares what they lead to with what was saved; a match is handed
out only if every fact agrees.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b
from itertools import groupby
from typing import Any

from rete_chess.compiler import Program, catalog, compile_chain
from rete_chess.compiler.profile_documents import parse_profiles
from rete_chess.compiler.requests import active_of
from rete_chess.compiler.variant import lineage
from rete_chess.documents import Document, load_document, parse_document, read_tree
from rete_chess.documents.reader import AnySource
from rete_chess.documents.save import VERSION, SavedIntervention, SaveDocument
from rete_chess.documents.tree import Tree
from rete_chess.engine import Engine, MoveRecord
from rete_chess.errors import Place, ReteChessError, SaveError
from rete_chess.facts.session import Fact
from rete_chess.match.ending import Ending, end_by
from rete_chess.match.intervention import Intervention
from rete_chess.match.match import Match
from rete_chess.match.migrations import migrate

# -- writing ---------------------------------------------------------------------------------------


def format_save(match: Match) -> str:
    """The text of a save; equal matches have equal texts."""
    return json.dumps(save_data(match), ensure_ascii=False, indent=1) + "\n"


def save_data(match: Match) -> dict[str, Any]:
    """A match as the value of a save document."""
    engine = match.engine
    data: dict[str, Any] = {
        "kind": "save",
        "formatVersion": VERSION,
        "variant": _variant_data(match.program),
        "start": {
            "fen": match.start,
            "chess960": engine.board.is_chess960,
            "presets": [use.to_json() for use in match.program.presets],
        },
        "moves": [str(step.move) for step in match.history if isinstance(step, MoveRecord)],
        "interventions": [_intervention_data(found) for found in match.interventions],
        "index": match.current_index,
        "state": {
            "fen": engine.fen(),
            "hash": engine.state_hash(),
            "presets": [use.to_json() for use in engine.active_presets],
            "facts": _facts_data(engine),
        },
    }
    last = match.history[-1] if match.history else None
    if isinstance(last, Ending):
        data["ending"] = {"kind": last.kind, "side": last.side, "reason": last.result.reason}
    if match.draw_offer:
        data["drawOffer"] = match.draw_offer
    return data


def _variant_data(program: Program) -> dict[str, Any]:
    documents = [tree.value for tree in program.variant.trees]
    presets = [use.document.tree.value for use in program.presets]
    uses = [use.to_json() for use in program.presets]
    profiles = [profile.tree.value for profile in program.stack.profiles]
    digest = _digest(documents, presets, uses, *profiles)
    data = {"id": program.id, "hash": digest, "documents": documents, "presets": presets}
    return {**data, "profiles": profiles} if profiles else data


def _digest(*parts: Any) -> str:
    """A digest of values, which does not depend on how programs are compiled."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return blake2b(text.encode(), digest_size=16).hexdigest()


def _intervention_data(found: Intervention) -> dict[str, Any]:
    lists = {"presets": "requests", "profiles": "profiles"}
    details = found.details[lists[found.what]] if found.what in lists else dict(found.details)
    return {"after": found.after, found.what: details}


def _facts_data(engine: Engine) -> list[dict[str, Any]]:
    by_entity: dict[int, dict[str, Any]] = {}
    for fact in engine.session.all_facts():
        by_entity.setdefault(fact.id, {})[fact.attr] = _plain(fact)
    return [{"id": entity, "facts": facts} for entity, facts in by_entity.items()]


def _plain(fact: Fact) -> Any:
    """The value of a fact as JSON has it."""
    value = list(fact.value) if isinstance(fact.value, tuple) else fact.value
    parts = value if isinstance(value, list) else [value]
    if all(isinstance(part, (str, int, float)) for part in parts):
        return value
    raise SaveError(
        "E_SAVE_STATE",
        f"{fact.attr} of entity {fact.id} cannot be saved",
        found=fact.value,
        expected="a text, a number, true, false or a list of them",
    )


# -- reading ---------------------------------------------------------------------------------------


def parse_save(source: AnySource, name: str | None = None, network: str | None = None) -> Match:
    """The match of a save, given as a path, a text or bytes, exactly as it was left."""
    tree = read_tree(source, name)
    if isinstance(tree.value, dict):
        tree = replace(tree, value=migrate(tree.value, tree.file))
    save = parse_document(SaveDocument, tree)
    try:
        return _replayed(save, tree, _program(save, tree), network)
    except SaveError:
        raise
    except ReteChessError as error:
        raise SaveError(
            "E_SAVE_STATE", f"the match cannot be taken up: {error}", place=_place(tree)
        ) from error


def _program(save: SaveDocument, tree: Tree) -> Program:
    """The program that a match began with: its documents must be those that the digest was taken of."""
    presets = tuple(active_of(use) for use in save.start.presets)
    uses = [use.to_json() for use in presets]
    if (
        _digest(save.variant.documents, save.variant.presets, uses, *save.variant.profiles)
        != save.variant.hash
    ):
        raise _wrong_variant(tree, "the documents in the save are not those it was saved with")
    if len(presets) != len(save.variant.presets):
        raise _wrong_variant(tree, "not every preset of the start comes with its document")
    for use, saved in zip(presets, save.variant.presets):
        if _meaning(catalog.preset(use.id).tree.value) != _meaning(saved):
            raise _wrong_variant(tree, f"the preset {use.id!r} of this program differs from the saved one")
    profiles = parse_profiles(save.variant.profiles)
    program = compile_chain(_documents(save), presets, profiles)
    if program.id != save.variant.id:
        raise _wrong_variant(tree, f"the documents in the save are those of {program.id!r}")
    return program


def _meaning(document: Any) -> Any:
    """A preset without what is only there to be read."""
    return {key: value for key, value in document.items() if key not in ("name", "description")}


def _documents(save: SaveDocument) -> list[Document]:
    """The variant with all it extends; where it is shipped in the same words, the shipped one."""
    name, given = save.variant.id, list(save.variant.documents)
    if catalog.variants().has(name):
        shipped = lineage(catalog.variant(name))
        if [document.tree.value for document in shipped] == given:
            return shipped
    return [load_document(json.dumps(saved), f"{name}.variant.json") for saved in given]


def _replayed(save: SaveDocument, tree: Tree, program: Program, network: str | None) -> Match:
    match = Match(program, save.start.fen, network, chess960=save.start.chess960)
    between = {after: list(found) for after, found in groupby(save.interventions, lambda one: one.after)}
    for number, move in enumerate((None, *save.moves)):
        if move is not None:
            match.play(move)
        for found in between.pop(number, ()):
            match.intervene(*_intervention(found))
    if between:
        raise SaveError(
            "E_SAVE_STATE", "something happens after more moves than there are", place=_place(tree)
        )
    if save.ending is not None:
        match.end(end_by(save.ending.kind, save.ending.side, save.ending.reason))
    match.jump_to(save.index)
    differences = list(_differences(save, match))
    if differences:
        raise SaveError(
            "E_SAVE_STATE", f"the moves do not lead to the saved state: {differences[0]}", place=_place(tree)
        )
    if save.draw_offer is not None:
        match.offer_draw(save.draw_offer)
    return match


def _intervention(found: SavedIntervention) -> tuple[str, dict[str, Any]]:
    """What happened between moves, and the details, as a match takes them."""
    if found.presets is not None:
        return "presets", {"requests": [active_of(use).to_json() for use in found.presets]}
    if found.profiles is not None:
        return "profiles", {"profiles": list(found.profiles)}
    if found.spawn is not None:
        spawn = found.spawn
        attributes = dict(spawn.attributes)
        return "spawn", {
            "type": spawn.type,
            "color": spawn.color,
            "square": spawn.square,
            "attributes": attributes,
        }
    assert found.damage is not None
    return "damage", found.damage.model_dump(exclude_none=True)


def _differences(save: SaveDocument, match: Match) -> Iterator[str]:
    """What is not as it was saved."""
    engine = match.engine
    before = {(row.id, name): value for row in save.state.facts for name, value in row.facts.items()}
    now = {
        (fact.id, fact.attr): tuple(fact.value) if isinstance(fact.value, list) else fact.value
        for fact in engine.session.all_facts()
    }
    for entity, attribute in sorted(before.keys() | now.keys()):
        old, new = before.get((entity, attribute)), now.get((entity, attribute))
        if old != new:
            yield f"{attribute} of entity {entity} was {old!r} and is {new!r}"
    if engine.fen() != save.state.fen:
        yield f"the position was {save.state.fen} and is {engine.fen()}"
    if engine.active_presets != tuple(active_of(use) for use in save.state.presets):
        yield "other presets are in force"
    if engine.state_hash() != save.state.hash:
        yield "the digest of all facts differs"


def _wrong_variant(tree: Tree, message: str) -> SaveError:
    return SaveError("E_SAVE_VARIANT", message, place=_place(tree))


def _place(tree: Tree) -> Place:
    return Place(tree.file)
