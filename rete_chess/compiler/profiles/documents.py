"""From profile documents to the stack of a program: names resolved, values checked, by line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from rete_chess import primitives
from rete_chess.compiler import catalog
from rete_chess.compiler.bundles import Bundle, Bundles
from rete_chess.compiler.profiles.stack import Entry, Stack
from rete_chess.core.geometry import Geometry
from rete_chess.documents import AbilityDocument, Document, ProfileDocument, load_document, parse_document
from rete_chess.documents.kinds.neighbours import Name as DocumentName
from rete_chess.documents.kinds.neighbours import Neighbours, is_file_name
from rete_chess.documents.kinds.profile import InstanceEntry, TypeEntry
from rete_chess.documents.reading.source import Source
from rete_chess.documents.reading.tree import KeyPath, Tree, copied, format_path
from rete_chess.errors import DocumentError, NameLookupError, Problem, RulesError
from rete_chess.facts.carriers import of_piece
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.modifiers.promotion_override import KIND as PROMOTION
from rete_chess.registry import unknown_name

#: A profile by its id or file, as a document, or as plain data.
ProfileSource = Document | str | os.PathLike[str] | Mapping[str, Any]

#: More profiles than this are not stacked.
MAX_PROFILES = 16


def parse_profiles(sources: Iterable[ProfileSource]) -> tuple[Document, ...]:
    """The profiles that are asked for, in order; one that is asked for twice is refused."""
    if isinstance(sources, (str, bytes, Mapping)) or not isinstance(sources, Iterable):
        raise RulesError("E_DOC_TYPE", "the profiles must be a list", found=sources)
    found = tuple(profile_of(source) for source in sources)
    if len(found) > MAX_PROFILES:
        raise RulesError("E_PROFILE", f"more than {MAX_PROFILES} profiles", found=len(found))
    seen: set[str] = set()
    for document in found:
        name = _model(document).id
        if name in seen:
            raise RulesError("E_PROFILE", f"the profile {name!r} is in the list twice", hint="name it once")
        seen.add(name)
    return found


def profile_of(source: ProfileSource, beside: Neighbours | None = None) -> Document:
    """A profile: a document, a file, plain data, or by its id a neighbour or a registered one."""
    if isinstance(source, Mapping):
        tree = Tree(copied(dict(source)), Source("<profile>", ""), {(): (1, 1)}, {})
        source = Document("profile", parse_document(ProfileDocument, tree), tree)
    if not isinstance(source, Document):
        name = os.fspath(source)
        source = load_document(FilePath(name)) if is_file_name(name) else catalog.profile(name, beside)
    if not isinstance(source.model, ProfileDocument):
        raise RulesError("E_PROFILE", "not a profile", found=source.kind)
    return source


def _model(document: Document) -> ProfileDocument:
    assert isinstance(document.model, ProfileDocument)
    return document.model


def stack_of(profiles: Sequence[Document], board: Geometry, types: Sequence[str], bundles: Bundles) -> Stack:
    """The stack of some profiles; the bundles that their entries name join those of the program."""
    by_type: list[Entry] = []
    by_square: list[Entry] = []
    for document in profiles:
        reader = _Reader(document, board, types, bundles)
        by_type += reader.by_type()
        by_square += reader.by_square()
        reader.check()
    return Stack(tuple(profiles), (*by_type, *by_square))


class _Reader:
    """One profile while it is read."""

    def __init__(self, document: Document, board: Geometry, types: Sequence[str], bundles: Bundles) -> None:
        self.document = document
        self.model = _model(document)
        self.board = board
        self.types = types
        self.bundles = bundles
        self.problems: list[Problem] = []

    def by_type(self) -> list[Entry]:
        found = []
        for index, entry in enumerate(self.model.per_type):
            path: KeyPath = ("perType", index)
            if entry.piece_type not in self.types:
                self._unknown("piece type", entry.piece_type, self.types, (*path, "pieceType"))
            made = self._entry(entry, path)
            found += [made] if made is not None else []
        return found

    def by_square(self) -> list[Entry]:
        found = []
        for index, entry in enumerate(self.model.per_instance):
            path: KeyPath = ("perInstance", index)
            if not self.board.has_square(entry.square):
                last = self.board.names[-1]
                message, hint = f"{entry.square} is not on the board", f"squares are a1 to {last}"
                self._report("E_SQUARE", message, (*path, "square"), hint)
                continue
            made = self._entry(entry, path, self.board.parse_square(entry.square))
            found += [made] if made is not None else []
        return found

    def check(self) -> None:
        """Refuse the profile with all that is wrong with it."""
        layout = self.model.layout_id
        if layout is not None and not catalog.layouts().has(layout):
            self._unknown("layout", layout, catalog.layouts().list(), ("layoutId",))
        if self.problems:
            raise DocumentError(self.document.tree.file, self.problems)

    def _entry(self, entry: TypeEntry | InstanceEntry, path: KeyPath, square: int = -1) -> Entry | None:
        carrier = value = None
        attributes: tuple[str, ...] = ()
        if MODIFIER_KINDS.has(entry.kind):
            value = self._value(entry, path)
            if value is None:
                return None
        else:
            bundle = self._bundle(entry, path)
            if bundle is None:
                return None
            carrier = bundle.carrier
            assert isinstance(bundle.document.model, AbilityDocument)
            attributes = tuple(bundle.document.model.attributes)
        return Entry(
            self.model.id,
            entry.kind,
            value,
            entry.piece_type if isinstance(entry, TypeEntry) else "",
            entry.color if isinstance(entry, TypeEntry) else "both",
            square,
            "" if isinstance(entry, TypeEntry) else entry.square,
            carrier,
            attributes,
            self.document.origin(path),
            format_path(path),
            self.document.tree.place(path),
        )

    def _value(self, entry: TypeEntry | InstanceEntry, path: KeyPath) -> Any:
        kind = MODIFIER_KINDS.get(entry.kind)
        if entry.value is None:
            self._report("E_DOC_MISSING", f"{kind.id} needs a `value`", path, None)
            return None
        value, problems = kind.parse(self.document.tree, path)
        self.problems += [replace(p, path=f"{format_path(path)}.{p.path}") for p in problems]
        for name in value if value is not None and kind is PROMOTION else ():
            if name not in self.types:
                self._unknown("piece type", name, self.types, (*path, "value"))
        return value

    def _bundle(self, entry: TypeEntry | InstanceEntry, path: KeyPath) -> Bundle | None:
        """The ability or custom modifier that an entry names."""
        found = _carried(self.document, entry.kind)
        if found is None:
            own = [modifier.id for modifier in self.model.custom_modifiers]
            known = (*MODIFIER_KINDS.list(), *catalog.abilities().list(), *catalog.modifiers().list(), *own)
            self._unknown("modifier", entry.kind, known, (*path, "kind"))
            return None
        if entry.value is not None:
            self._report("E_DOC_CONFLICT", f"{entry.kind} takes no value", (*path, "value"), "remove it")
        # Of its own, beside what the variant gives: it goes when the profile goes.
        carrier = of_piece(f"{entry.kind} by profile")
        is_modifier = found.kind == "modifier"
        document = primitives.lower_modifier(found).document if is_modifier else found
        made = Bundle(document, carrier, noun="modifier" if is_modifier else "ability")
        alike = [b for b in self.bundles.of_pieces if (b.noun, b.id) == (made.noun, made.id)]
        if any(other.document.tree.value != document.tree.value for other in alike):
            message = f"the variant or another profile has another {entry.kind}"
            self._report("E_DUPLICATE_NAME", message, (*path, "kind"), "give it an id of its own")
        bundle = next((other for other in alike if other.carrier == carrier), None)
        if bundle is None:
            bundle = made
            (self.bundles.modifiers if is_modifier else self.bundles.abilities).append(bundle)
        return bundle

    def _unknown(self, what: str, name: str, known: Sequence[str], path: KeyPath) -> None:
        error = unknown_name(what, name, known)
        self._report(error.code, f"unknown {what} {name!r}", path, error.hint)

    def _report(self, code: str, message: str, path: KeyPath, hint: str | None) -> None:
        line, column = self.document.tree.place(path)
        problem = Problem(code, message, "error", format_path(path), line, column, hint)
        if problem not in self.problems:
            self.problems.append(problem)


def sources_of(profile: Document) -> dict[DocumentName, Document]:
    """The abilities and modifiers that a profile names and does not bring along itself."""
    model = _model(profile)
    names = {entry.kind for entry in (*model.per_type, *model.per_instance)}
    carried = {name: _carried(profile, name) for name in names if not MODIFIER_KINDS.has(name)}
    return {
        (document.kind, name): document
        for name, document in sorted(carried.items())
        if document is not None and document.tree.source is not profile.tree.source
    }


def _carried(profile: Document, name: str) -> Document | None:
    """The ability or custom modifier of a name: a neighbour, a shipped one, or one that comes along."""
    beside = profile.tree.neighbours
    own = {
        modifier.id: Document("modifier", modifier, profile.tree.below(("customModifiers", index)))
        for index, modifier in enumerate(_model(profile).custom_modifiers)
    }
    with suppress(NameLookupError):
        return catalog.ability(name, beside)
    with suppress(NameLookupError):
        return catalog.modifier(name, own, beside)
    return None  # which is reported with its line when the profile is read
