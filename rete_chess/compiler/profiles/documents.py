"""Profile documents: found by id or file, or given as data, and what they bring along or name."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from rete_chess.compiler import catalog
from rete_chess.compiler.profiles.remains import Remains, remains_of
from rete_chess.costs import VALUE
from rete_chess.documents import Document, ProfileDocument, Tree, load_document, parse_document
from rete_chess.documents.kinds.neighbours import Name as DocumentName
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.reading.reader import read_data
from rete_chess.documents.reading.tree import copied
from rete_chess.errors import (
    DocumentError,
    NameLookupError,
    Problem,
    ProfileError,
    ReteChessError,
    RulesError,
    of_profile,
    problems_in,
)
from rete_chess.metering import charge
from rete_chess.modifiers.catalog import MODIFIER_KINDS

#: A profile by its id, the path of its file, as a document, or as plain data.
ProfileSource = Document | str | os.PathLike[str] | Mapping[str, Any]

#: More profiles than this are not stacked.
MAX_PROFILES = 16


def parse_profiles(
    sources: Iterable[ProfileSource], beside: Neighbours | None = None
) -> tuple[Document, ...]:
    """The profiles that are asked for, in order, or an error with all that is wrong with any of them.

    One that is named by its id may be a neighbour, and so may be what plain data names.
    """
    return read_profiles(sources, beside).sound


class ReadProfiles(NamedTuple):
    """Some profiles as they could be read, the errors of the others, and all problems of these; of those
    that could be read in part, what is left."""

    documents: tuple[Document, ...]
    failures: tuple[ReteChessError, ...]
    problems: tuple[Problem, ...]
    remains: tuple[Remains, ...] = ()

    def all_problems(self, judged: Iterable[Problem]) -> tuple[Problem, ...]:
        """All problems, with those that were found when the profiles were judged as far as they go."""
        found = list(judged)
        for left in self.remains:
            found = [left.at_home(problem) for problem in found]
        return (*self.problems, *found)

    @property
    def sound(self) -> tuple[Document, ...]:
        """All profiles, or an error with all that is wrong with those that could not be read."""
        if len(self.failures) == 1:
            raise self.failures[0]
        if self.failures:
            raise ProfileError([model_of(document).id for document in self.documents], self.problems)
        return self.documents


def read_profiles(sources: Iterable[ProfileSource], beside: Neighbours | None = None) -> ReadProfiles:
    """The profiles that are asked for, in order; one that is asked for twice is no second one. Ids may be
    those of neighbours."""
    if isinstance(sources, (str, bytes, Mapping)) or not isinstance(sources, Iterable):
        raise RulesError("E_DOC_TYPE", "the profiles must be a list", found=sources)
    listed = list(sources)
    if len(listed) > MAX_PROFILES:
        raise RulesError("E_PROFILE", f"more than {MAX_PROFILES} profiles", found=len(listed))
    found: dict[str, Document] = {}
    failures: list[ReteChessError] = []
    problems: list[Problem] = []
    remains: list[Remains] = []
    for source in listed:
        try:
            document = profile_of(source, beside)
            name = model_of(document).id
            if name in found:
                message = f"the profile {name!r} is in the list twice"
                raise RulesError("E_PROFILE", message, hint="name it once")
            found[name] = document
        except ReteChessError as error:
            failures.append(error)
            problems += [_of_profile(problem, source) for problem in problems_in(error)]
            left = _remains(source, beside, error)
            if (
                left is not None
                and found.setdefault(model_of(left.document).id, left.document) is left.document
            ):
                remains.append(left)
    return ReadProfiles(tuple(found.values()), tuple(failures), tuple(problems), tuple(remains))


def _remains(source: ProfileSource, beside: Neighbours | None, error: ReteChessError) -> Remains | None:
    """What is left of a profile that is given as data, if some of its entries can be read."""
    if not isinstance(source, Mapping) or not isinstance(error, DocumentError):
        return None
    return remains_of(_tree_of(source, beside), error)


def _tree_of(source: Mapping[str, Any], beside: Neighbours | None) -> Tree:
    return replace(read_data(dict(source), "<profile>"), given=beside)


def _of_profile(problem: Problem, source: ProfileSource) -> Problem:
    """A problem that names the profile it was found in, as far as that has a name."""
    name = source.get("id") if isinstance(source, Mapping) else source
    own = os.fspath(name) if isinstance(name, (str, os.PathLike)) else ""
    return of_profile(problem, own[:80])


def profile_of(source: ProfileSource, beside: Neighbours | None = None) -> Document:
    """A profile: a document, a file, plain data, or by its id a neighbour or a registered one."""
    if isinstance(source, Mapping):
        tree = _tree_of(source, beside)
        charge(VALUE * len(tree.marks))
        source = Document("profile", parse_document(ProfileDocument, tree), tree)
    if isinstance(source, os.PathLike):
        source = load_document(source)
    if isinstance(source, str):
        source = catalog.profile(source, beside)
    if not isinstance(source, Document):
        raise RulesError("E_PROFILE", "this is no profile", found=source)
    if not isinstance(source.model, ProfileDocument):
        raise RulesError("E_PROFILE", "not a profile", found=source.kind)
    return source


def model_of(document: Document) -> ProfileDocument:
    """What a profile says."""
    assert isinstance(document.model, ProfileDocument)
    return document.model


def with_modifiers_of(profile: Document, own: Mapping[str, Document]) -> Document:
    """A profile that brings along what its entries name of a game's own modifiers, and nobody else knows."""
    missing = [
        own[name] for name in sorted(_named(profile)) if name in own and carried(profile, name) is None
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
        for index, modifier in enumerate(model_of(profile).custom_modifiers)
    }


def sources_of(profile: Document) -> dict[DocumentName, Document]:
    """The abilities and modifiers that a profile names and does not bring along itself."""
    found = {name: carried(profile, name) for name in _named(profile)}
    return {
        (document.kind, name): document
        for name, document in sorted(found.items())
        if document is not None and document.tree.source is not profile.tree.source
    }


def _named(profile: Document) -> Collection[str]:
    """The abilities and custom modifiers that the entries of a profile name."""
    model = model_of(profile)
    names = {entry.kind for entry in (*model.per_type, *model.per_instance)}
    return {name for name in names if not MODIFIER_KINDS.has(name)}


def carried(profile: Document, name: str) -> Document | None:
    """The ability or custom modifier of a name: one that comes along, a neighbour, or a registered one;
    an unknown one is reported with its line when the profile is read."""
    own = own_modifiers(profile).get(name)
    return own or next(iter(known_by(name, profile)), None)


def known_by(name: str, profile: Document) -> list[Document]:
    """The ability and the custom modifier of a name that lie beside a profile or that everybody knows."""
    found = []
    beside = profile.tree.neighbours
    with suppress(NameLookupError):
        found.append(catalog.ability(name, beside))
    with suppress(NameLookupError):
        found.append(catalog.modifier(name, {}, beside))
    return found
