"""What is left of a profile whose entries cannot all be read: the others, so that they are judged, too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rete_chess.documents import Document, ProfileDocument, Tree, parse_document
from rete_chess.documents.reading.tree import copied
from rete_chess.errors import DocumentError, Problem, ProfileProblem

#: The lists of a profile whose items stand for themselves, and a place in one of them.
_LISTS: Final = ("perType", "perInstance", "customModifiers")
_ITEM: Final = re.compile(rf"({'|'.join(_LISTS)})\[([0-9]+)\]")


class Remains(NamedTuple):
    """A profile without the items that cannot be read, and where the others stood in their lists."""

    document: Document
    tree: Tree  # of the whole profile
    places: Mapping[str, list[int]]

    def at_home(self, problem: Problem) -> Problem:
        """A problem of the remains with its place in the whole profile."""
        found = _ITEM.match(problem.path)
        name = self.document.model.id  # type: ignore[attr-defined]
        if found is None or not isinstance(problem, ProfileProblem) or problem.profile != name:
            return problem
        number = self.places[found[1]][int(found[2])]
        line, column = self.tree.place((found[1], number))
        path = f"{found[1]}[{number}]{problem.path[found.end() :]}"
        return replace(problem, path=path, line=line, column=column)


def remains_of(tree: Tree, error: DocumentError) -> Remains | None:
    """What is left of a profile without the items that an error is about; None if that is no profile."""
    value: Any = tree.value
    found = [_ITEM.match(problem.path) for problem in error.problems]
    if not isinstance(value, dict) or not all(found):
        return None
    wrong = {(one[1], int(one[2])) for one in found if one is not None}
    given: dict[str, Any] = value
    lists: dict[str, list[Any]] = {name: given.get(name) or [] for name in _LISTS}
    lost = [_word(lists[name][number], "id") for name, number in wrong if name == "customModifiers"]
    places = {name: list(_left(name, items, wrong, lost)) for name, items in lists.items()}
    rest: Any = copied(value)
    rest.update({name: [rest[name][n] for n in left] for name, left in places.items() if name in rest})
    with suppress(DocumentError):
        left = replace(tree, value=rest)
        return Remains(Document("profile", parse_document(ProfileDocument, left), left), tree, places)
    return None


def _left(name: str, items: list[Any], wrong: set[tuple[str, int]], lost: list[str]) -> Iterable[int]:
    """The numbers of items that can be read, and that name no modifier which cannot."""
    for number, item in enumerate(items):
        if (name, number) not in wrong and (name == "customModifiers" or _word(item, "kind") not in lost):
            yield number


def _word(item: Any, key: str) -> str:
    found = item.get(key) if isinstance(item, dict) else None
    return found if isinstance(found, str) else ""
