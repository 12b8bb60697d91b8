"""The documents that a match goes by, as saves hold them: shipped rules by digest, all others in full.

What a save holds in full is taken from there when it is loaded, whatever lies in any folder. Of shipped
layouts and piece types nothing is kept: moves that are played again prove them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from rete_chess.compiler import catalog
from rete_chess.compiler.profiles.documents import own_modifiers
from rete_chess.compiler.sources import fingerprint, sources_of
from rete_chess.documents import Document, load_document
from rete_chess.documents.kinds.document import digest_of
from rete_chess.documents.kinds.neighbours import Name, Neighbours
from rete_chess.documents.kinds.save import SavedDocument
from rete_chess.engine.rewind import TakenBack
from rete_chess.engine.snapshots.deeds import named_piece, presets_of, profiles_of
from rete_chess.errors import NameLookupError, Place, ReteChessError, SaveError
from rete_chess.match._match import Match

#: Where shipped rules of a kind are found by their id.
_SHIPPED: Final[dict[str, Callable[[str], Document]]] = {
    "ability": catalog.ability,
    "modifier": lambda name: catalog.modifier(name, {}),
    "preset": catalog.preset,
    "tile": catalog.tile,
}


def library_data(match: Match) -> list[dict[str, Any]]:
    """All documents that a match has used so far, by kind and id."""
    _demand_unchanged(match)
    found: dict[Name, Document] = {}
    for name, document in _used(match):
        if found.setdefault(name, document) != document:
            message = f"the match has used two documents that are called {name[1]!r}"
            raise SaveError("E_SAVE_STATE", message, expected=f"one {name[0]} of each name")
    return [
        _entry(kind, name, document)
        for (kind, name), document in sorted(found.items(), key=lambda item: item[0])
        if kind in _SHIPPED or not catalog.is_shipped(document)
    ]


def _demand_unchanged(match: Match) -> None:
    """Raise an error if a registry has changed since: a save must hold the documents of the match."""
    for program in (match.program, match.engine.program):
        try:
            now = fingerprint(program.variant, program.presets, program.stack.profiles, program.stack.earned)
        except ReteChessError as error:
            now, why = "", str(error)
        else:
            why = "a document that was registered is another one now"
        if now != program.hash:
            raise SaveError("E_SAVE_STATE", f"the match cannot be saved: {why}")


def _used(match: Match) -> Iterator[tuple[Name, Document]]:
    program = match.program
    yield from sources_of(program.variant, program.presets, program.stack.profiles)
    told = [modifier.tree.value for modifier in _brought(match)]
    for done in match.interventions:
        presets, profiles = presets_of(done.what, done.details), profiles_of(done.what, done.details)
        if presets or profiles:
            yield from sources_of(program.variant, presets, profiles)
        elif done.what == "modifier":
            document = done.details["name"]
            if document.tree.value not in told:
                yield ("modifier", catalog.id_of(document)), document
        else:
            yield from named_piece(done.what, done.details, program.variant.neighbours).items()
    yield from _joined(match)


def _joined(match: Match) -> Iterator[tuple[Name, Document]]:
    """The piece types that have joined by rules in Python, also in moves that were taken back."""
    ahead = [step.regime.program for step in match._ahead if isinstance(step, TakenBack)]
    for program in (match.engine.program, *ahead):
        for name in program.book.types:
            yield ("piece", name), catalog.piece_document(name, program.variant.neighbours)


def _brought(match: Match) -> Iterator[Document]:
    """The modifiers that stand elsewhere in a save: those that the game knows for good, those that it was
    told between moves, and those inside of profiles."""
    yield from match.engine.custom_modifiers.lasting.values()
    profiles = list(match.program.stack.profiles)
    for done in match.interventions:
        if done.what == "know":
            yield done.details["source"]
        else:
            profiles += profiles_of(done.what, done.details)
    for profile in profiles:
        yield from own_modifiers(profile).values()


def _entry(kind: str, name: str, document: Document) -> dict[str, Any]:
    meaning = meaning_of(document.tree.value)
    is_python = kind == "preset" and catalog.python_preset(name) is not None
    if is_python or (catalog.is_shipped(document) and _known_meaning(kind, name) == meaning):
        return {"kind": kind, "id": name, "hash": meaning}
    return {"kind": kind, "id": name, "document": document.tree.value}


def meaning_of(value: Any) -> str:
    """A digest of a document without what is only there to be read, and without what its rules say, too:
    an attribute is vital if damage that it pays may be fatal, whether or not that is declared."""
    told = {key: part for key, part in value.items() if key not in ("name", "description")}
    if isinstance(told.get("attributes"), dict):
        told["attributes"] = {name: _undeclared(given) for name, given in told["attributes"].items()}
    return digest_of(told)


def _undeclared(attribute: Any) -> Any:
    if not isinstance(attribute, dict):
        return attribute
    return {key: part for key, part in attribute.items() if key != "vital"}


def fatal_attributes(documents: Iterable[Any]) -> frozenset[str]:
    """The attributes of which the rules of saved documents say that a piece dies without them."""
    rules = [rule for document in documents for rule in _listed(document, "rules")]
    paid = [action.get("absorb") for rule in rules for action in _listed(rule, "do")]
    return frozenset(
        str(given.get("with")) for given in paid if isinstance(given, dict) and given.get("fatal") is True
    )


def _listed(value: Any, key: str) -> list[dict[str, Any]]:
    """The mappings of a list under a key; whatever else is wrong is left for the models to refuse."""
    found = value.get(key) if isinstance(value, dict) else None
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def with_vital(document: Any, names: frozenset[str]) -> Any:
    """A saved document that declares such attributes vital; older ones had no word for it."""
    declared = document.get("attributes") if isinstance(document, dict) else None
    if not isinstance(declared, dict) or names.isdisjoint(declared):
        return document
    attributes = {
        name: {**given, "vital": True} if name in names and isinstance(given, dict) else given
        for name, given in declared.items()
    }
    return {**document, "attributes": attributes}


def neighbours_of(library: Iterable[SavedDocument], place: Place) -> Neighbours:
    """The documents that a save brings along; the shipped ones must mean what they meant."""
    known: dict[Name, Document] = {}
    seen: set[Name] = set()
    for entry in library:
        name = (entry.kind, entry.id)
        if name in seen:
            raise _wrong(f"the {entry.kind} {entry.id!r} is in the save twice", place)
        seen.add(name)
        if entry.document is not None:
            told = with_vital(entry.document, fatal_attributes([entry.document]))
            known[name] = load_document(json.dumps(told), f"{entry.id}.{entry.kind}.json")
        elif _known_meaning(entry.kind, entry.id) != entry.hash:
            message = f"the {entry.kind} {entry.id!r} of this program differs from the saved one"
            raise _wrong(message, place)
    return Neighbours(None, known)


def _known_meaning(kind: str, name: str) -> str | None:
    """The digest of the document that is registered under a name; None if there is none, such as for a
    modifier that stands inside a profile."""
    if kind not in _SHIPPED:
        return None
    try:
        return meaning_of(_SHIPPED[kind](name).tree.value)
    except NameLookupError:
        return None


def _wrong(message: str, place: Place) -> SaveError:
    return SaveError("E_SAVE_VARIANT", message, place=place)
