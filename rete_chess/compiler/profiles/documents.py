"""From profile documents to the stack of a program: names resolved, values checked, by line."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Any

from rete_chess import primitives
from rete_chess.compiler import catalog
from rete_chess.compiler.bundles import Bundle, Bundles
from rete_chess.compiler.profiles.stack import Entry, Stack
from rete_chess.compiler.variant import Variant
from rete_chess.core.geometry import geometry
from rete_chess.documents import AbilityDocument, Document, ProfileDocument, load_document, parse_document
from rete_chess.documents.kinds.neighbours import Name as DocumentName
from rete_chess.documents.kinds.neighbours import Neighbours, is_file_name
from rete_chess.documents.kinds.profile import InstanceEntry, TypeEntry
from rete_chess.documents.reading.source import Source
from rete_chess.documents.reading.tree import KeyPath, Tree, copied, format_path
from rete_chess.errors import (
    DocumentError,
    NameLookupError,
    Problem,
    ProfileError,
    ProfileProblem,
    RulesError,
)
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
    _demand_modifiers(source)
    return source


def _demand_modifiers(profile: Document) -> None:
    """Refuse a profile whose own modifiers are wrong, whether or not an entry names them."""
    own = [modifier.id for modifier in _model(profile).custom_modifiers]
    if not own:
        return
    problems = primitives.inner_problems(profile)
    for index, name in enumerate(own):
        if name in own[:index]:
            path: KeyPath = ("customModifiers", index, "id")
            mark = profile.tree.place(path)
            message, hint = f"the profile has two modifiers {name!r}", "give each an id of its own"
            problems.append(Problem("E_DUPLICATE_NAME", message, "error", format_path(path), *mark, hint))
    if problems:
        raise DocumentError(profile.tree.file, problems)


def _model(document: Document) -> ProfileDocument:
    assert isinstance(document.model, ProfileDocument)
    return document.model


def with_modifiers_of(profile: Document, own: Mapping[str, Document]) -> Document:
    """A profile that brings along what its entries name of a game's own modifiers, and nobody else knows."""
    missing = [
        own[name] for name in sorted(_named(profile)) if name in own and _carried(profile, name) is None
    ]
    if not missing:
        return profile
    value: Any = copied(profile.tree.value)
    value["customModifiers"] = [
        *value.get("customModifiers", ()),
        *(copied(modifier.tree.value) for modifier in missing),
    ]
    tree = replace(profile.tree, value=value)
    return Document("profile", parse_document(ProfileDocument, tree), tree)


def own_modifiers(profile: Document) -> dict[str, Document]:
    """The modifiers that a profile brings along, by id."""
    return {
        modifier.id: Document("modifier", modifier, profile.tree.below(("customModifiers", index)))
        for index, modifier in enumerate(_model(profile).custom_modifiers)
    }


def stack_of(profiles: Sequence[Document], variant: Variant, types: Sequence[str], bundles: Bundles) -> Stack:
    """The stack of some profiles; the bundles that their entries name join those of the program."""
    by_type: list[Entry] = []
    by_square: list[Entry] = []
    readers = [_Reader(document, variant, types, bundles) for document in profiles]
    for reader in readers:
        by_type += reader.by_type()
        by_square += reader.by_square()
    _demand_sound(readers)
    notes = tuple(note for reader in readers for note in reader.notes())
    return Stack(tuple(profiles), (*by_type, *by_square), notes=notes)


def _demand_sound(readers: Sequence[_Reader]) -> None:
    """Refuse profiles with all that is wrong with them: one as a document, several as a list."""
    wrong = [reader for reader in readers if reader.problems]
    if len(wrong) == 1:
        raise DocumentError(wrong[0].document.tree.file, wrong[0].problems)
    if wrong:
        found = [problem for reader in wrong for problem in reader.problems]
        raise ProfileError([reader.model.id for reader in readers], found)


class _Reader:
    """One profile while it is read."""

    def __init__(self, document: Document, variant: Variant, types: Sequence[str], bundles: Bundles) -> None:
        self.document = document
        self.model = _model(document)
        board = variant.board
        self.board = geometry(8, 8) if board is None else geometry(board.width, board.height)
        self.types = types
        self.bundles = bundles
        self.problems: list[ProfileProblem] = []
        self.is_elsewhere = self._is_elsewhere(variant)

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
        for index, entry in enumerate(() if self.is_elsewhere else self.model.per_instance):
            path: KeyPath = ("perInstance", index)
            if not self.board.has_square(entry.square):
                last = self.board.names[-1]
                message, hint = f"{entry.square} is not on the board", f"squares are a1 to {last}"
                self._report("E_SQUARE", message, (*path, "square"), hint)
                continue
            made = self._entry(entry, path, self.board.parse_square(entry.square))
            found += [made] if made is not None else []
        return found

    def _is_elsewhere(self, variant: Variant) -> bool:
        """Whether the profile is for another layout than the one in play; an unknown one is a problem."""
        layout = self.model.layout_id
        if layout is None:
            return False
        known = catalog.names(catalog.layouts(), variant.neighbours)
        if layout not in known:
            self._unknown("layout", layout, known, ("layoutId",))
            return False
        return not variant.is_laid_out(layout)

    def notes(self) -> list[Problem]:
        """Warnings: entries of another layout, own modifiers with the id of one that everybody knows."""
        found: list[Problem] = []
        if self.is_elsewhere and self.model.per_instance:
            message = f"{self.model.id} is for the layout {self.model.layout_id}, so perInstance is left out"
            found.append(self._problem("E_PROFILE_ORPHAN_INSTANCE", message, ("layoutId",), None, "warning"))
        for index, (name, own) in enumerate(own_modifiers(self.document).items()):
            if any(other != own for other in _known_by(name, self.document)):
                message = f"{self.model.id} has a {name} of its own, which counts in place of the known one"
                path: KeyPath = ("customModifiers", index, "id")
                hint = "give it an id of its own"
                found.append(self._problem("W_PROFILES", message, path, hint, "warning"))
        return found

    def _entry(self, entry: TypeEntry | InstanceEntry, path: KeyPath, square: int = -1) -> Entry | None:
        carrier = value = None
        attributes: tuple[str, ...] = ()
        worth: float = 0
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
            worth = bundle.document.model.value
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
            worth,
        )

    def _value(self, entry: TypeEntry | InstanceEntry, path: KeyPath) -> Any:
        kind = MODIFIER_KINDS.get(entry.kind)
        if entry.value is None:
            self._report("E_DOC_MISSING", f"{kind.id} needs a `value`", path, None)
            return None
        value, problems = kind.parse(self.document.tree, path)
        self.problems += [
            self._problem(p.code, p.message, path, p.hint, name=f"{format_path(path)}.{p.path}", at=p)
            for p in problems
        ]
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
        document = primitives.lower_modifier(found, self.board).document if is_modifier else found
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
        problem = self._problem(code, message, path, hint)
        if problem not in self.problems:
            self.problems.append(problem)

    def _problem(
        self,
        code: str,
        message: str,
        path: KeyPath,
        hint: str | None,
        severity: str = "error",
        *,
        name: str = "",
        at: Problem | None = None,
    ) -> ProfileProblem:
        line, column = self.document.tree.place(path) if at is None else (at.line, at.column)
        square = self.model.per_instance[int(path[1])].square if path[0] == "perInstance" else ""
        return ProfileProblem(
            code, message, severity, name or format_path(path), line, column, hint, self.model.id, square
        )


def sources_of(profile: Document) -> dict[DocumentName, Document]:
    """The abilities and modifiers that a profile names and does not bring along itself."""
    carried = {name: _carried(profile, name) for name in _named(profile)}
    return {
        (document.kind, name): document
        for name, document in sorted(carried.items())
        if document is not None and document.tree.source is not profile.tree.source
    }


def _named(profile: Document) -> Collection[str]:
    """The abilities and custom modifiers that the entries of a profile name."""
    model = _model(profile)
    names = {entry.kind for entry in (*model.per_type, *model.per_instance)}
    return {name for name in names if not MODIFIER_KINDS.has(name)}


def _carried(profile: Document, name: str) -> Document | None:
    """The ability or custom modifier of a name: one that comes along, a neighbour, or a registered one;
    an unknown one is reported with its line when the profile is read."""
    own = own_modifiers(profile).get(name)
    return own or next(iter(_known_by(name, profile)), None)


def _known_by(name: str, profile: Document) -> list[Document]:
    """The ability and the custom modifier of a name that lie beside a profile or that everybody knows."""
    found = []
    beside = profile.tree.neighbours
    with suppress(NameLookupError):
        found.append(catalog.ability(name, beside))
    with suppress(NameLookupError):
        found.append(catalog.modifier(name, {}, beside))
    return found
