"""Programs as plain data and back: named by what has to be known to compile them again.

Documents that come with the package are named by their ids, all others are told in full, with those that
they name. A digest says whether what is compiled from them is still the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rete_chess.compiler import catalog
from rete_chess.compiler._face import compile_variant
from rete_chess.compiler._program import ActivePreset, Program
from rete_chess.compiler.profiles.documents import parse_profiles, profile_of
from rete_chess.compiler.requests import parse_requests
from rete_chess.compiler.sources import fingerprint, sources_of
from rete_chess.compiler.variant import ADDED, Variant, chain, lineage
from rete_chess.documents import Document, VariantDocument, load_document, parse_document, read_tree
from rete_chess.documents.kinds.neighbours import Name, Neighbours
from rete_chess.documents.reading.source import Source
from rete_chess.documents.reading.tree import Tree
from rete_chess.errors import BudgetError, ReteChessError, SaveError

#: A program as data, or a part of one.
Data = Mapping[str, Any]
#: Documents by kind and the name they are asked for by.
Library = Mapping[Name, Document]

# -- told ------------------------------------------------------------------------------------------


def _weigh(_answer: object, variant: Variant, *_more: object) -> int:
    """The bytes of a variant whose answer is kept."""
    return variant.weight


@catalog.kept(_weigh)
def name_variant(variant: Variant) -> Data:
    """A variant without what was put on top of it: by its id, if it is shipped, or in full."""
    name, documents = variant.top.id, [tree.value for tree in base_of(variant).trees]
    if catalog.variants().has(name) and catalog.variants().is_shipped(name):
        shipped = [document.tree.value for document in lineage(catalog.variant(name))]
        if shipped == documents:
            return {"id": name}
    return {"id": name, "documents": [_text(document) for document in documents]}


def _text(document: Any) -> str:
    """A document in full: as a text, so that nobody can change the order of its keys."""
    return json.dumps(document, ensure_ascii=False)


@catalog.kept(lambda _, program: program.weight)
def name_program(program: Program) -> Data:
    """What makes a program of its variant. A program whose documents have changed since is refused."""
    variant, stack = program.variant, program.stack
    _demand_unchanged(program)
    data: dict[str, Any] = {
        "presets": [use.to_json() for use in program.presets],
        "added": [_text(tree.value) for n, tree in enumerate(variant.trees) if variant.is_added(n)],
        "profiles": name_profiles(stack.profiles),
        "earned": list(stack.earned),
    }
    return {"hash": program.hash, **{key: value for key, value in data.items() if value}}


def _demand_unchanged(program: Program) -> None:
    """Raise an error if a registry has changed since: what is told must be what was compiled."""
    stack, why = program.stack, "it was not compiled from documents"
    if program.variant is not None:
        why = "a document that was registered is another one now"
        try:
            if fingerprint(program.variant, program.presets, stack.profiles, stack.earned) == program.hash:
                return
        except BudgetError:
            raise
        except ReteChessError as error:
            why = str(error)
    raise SaveError("E_SAVE_STATE", f"the program {program.id} cannot be told: {why}")


def name_profiles(profiles: Iterable[Document]) -> list[Any]:
    """Profiles: the shipped ones by their ids, all others in full."""
    return [catalog.id_of(one) if catalog.is_shipped(one) else one.tree.value for one in profiles]


@catalog.kept(_weigh)
def library_of(
    variant: Variant, presets: tuple[ActivePreset, ...], profiles: tuple[Document, ...] = ()
) -> Library:
    """The documents that a variant, presets and profiles name and that do not come with the package."""
    return {
        (kind, name): document
        for (kind, name), document in sources_of(variant, presets, profiles)
        if not catalog.is_shipped(document) and not (kind == "preset" and catalog.python_preset(name))
    }


def library_of_program(program: Program) -> Library:
    """The same for all that a program was made from."""
    timeless = tuple(replace(use, turns_remaining=None) for use in program.presets)
    return library_of(program.variant, timeless, program.stack.profiles)


def name_library(libraries: Iterable[Library]) -> list[Data]:
    """Documents in full, by kind and name; two that are called the same are refused."""
    found: dict[Name, Document] = {}
    for library in libraries:
        for name, document in library.items():
            if found.setdefault(name, document) != document:
                message = f"the game has used two documents that are called {name[1]!r}"
                raise SaveError("E_SAVE_STATE", message, expected=f"one {name[0]} of each name")
    return [
        {"kind": kind, "id": name, "document": _text(found[kind, name].tree.value)}
        for kind, name in sorted(found)
    ]


# -- read ------------------------------------------------------------------------------------------


def named_programs(variant: Data, library: Sequence[Data], *programs: Data) -> tuple[Program, ...]:
    """The programs of a variant; the same data give the same programs as long as no registry changes."""
    names = {str(use.get("id")) for data in programs for use in data.get("presets", ())}
    make = _programs
    if any(catalog.python_preset(name) is not None for name in names):
        make = _programs.__wrapped__  # type: ignore[attr-defined]  # what these stand for may change
    return make(json.dumps([variant, library, programs]))


@catalog.kept(lambda programs, _: sum([program.weight for program in programs]))
def _programs(text: str) -> tuple[Program, ...]:
    variant, library, programs = json.loads(text)
    given = neighbours_named(library)
    documents = _documents(variant)
    if given is not None or "documents" in variant:
        given = given or Neighbours(None)
        documents = [document.among(given) for document in documents]
    base = chain(documents)
    return tuple(program_on(base, data) for data in programs)


def _documents(variant: Data) -> list[Document]:
    name, told = variant["id"], variant.get("documents")
    if told is None:
        return lineage(catalog.variants().get(name))
    return [load_document(one, f"{name}.variant.json") for one in told]


def neighbours_named(library: Iterable[Data]) -> Neighbours | None:
    """Documents that come along; None if none do."""
    known: dict[Name, Document] = {}
    for one in library:
        kind, name = one["kind"], one["id"]
        known[kind, name] = load_document(one["document"], f"{name}.{kind}.json")
    return Neighbours(None, known) if known else None


def base_of(variant: Variant) -> Variant:
    """A variant without what was put on top of it."""
    own = [number for number in range(len(variant.trees)) if not variant.is_added(number)]
    return Variant(tuple(variant.models[n] for n in own), tuple(variant.trees[n] for n in own))


def program_on(base: Variant, data: Data) -> Program:
    """The program that data make of a variant; it must have the digest that they tell."""
    values = [read_tree(text, ADDED).value for text in data.get("added", ())]
    trees = tuple(Tree(value, Source(ADDED, ""), {(): (1, 1)}, {}) for value in values)
    models = tuple(parse_document(VariantDocument, tree) for tree in trees)
    variant = Variant((*base.models, *models), (*base.trees, *trees))
    program = compile_variant(
        variant,
        parse_requests(data.get("presets", ()), base.neighbours),
        profiles_named(data.get("profiles", ()), base.neighbours),
        tuple(data.get("earned", ())),
    )
    if program.hash != data["hash"]:
        message = f"the documents of {program.id!r} here are not those that it was compiled from"
        raise SaveError("E_SAVE_VARIANT", message)
    return program


def profiles_named(told: Iterable[Any], given: Neighbours | None) -> tuple[Document, ...]:
    """Profiles: shipped ones by their ids, all others in full, with the neighbours that come along."""
    found = [catalog.profiles().get(one) if isinstance(one, str) else profile_of(one) for one in told]
    if given is not None and given.came_along:
        found = [profile.among(given) for profile in found]
    return parse_profiles(found)
