"""What was done between moves, as data: told as saves and snapshots hold it, and read again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from rete_chess.compiler import ActivePreset, catalog
from rete_chess.compiler.profiles.documents import parse_profiles
from rete_chess.compiler.requests import active_of
from rete_chess.documents import Document, parse_document
from rete_chess.documents.kinds.neighbours import Name, Neighbours
from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.documents.kinds.save import SavedIntervention
from rete_chess.documents.reading.source import Source
from rete_chess.documents.reading.tree import Tree
from rete_chess.engine.records import METHODS
from rete_chess.errors import BudgetError, ReteChessError, SaveError
from rete_chess.facts.kept import keep, keep_all, plain

#: The modifier of an id, as it was known when it was given.
Modifiers = Callable[[str], Document]


class Deed(NamedTuple):
    """Something that was done: after how many moves, what, and the details of it."""

    after: int
    what: str
    details: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """The deed as data."""
        return {"after": self.after, self.what: _told(self.what, self.details)}


def _told(what: str, details: Mapping[str, Any]) -> Any:
    if isinstance(details, ToldDetails):
        return details.told
    if what == "presets":
        return _told_presets(details["requests"])
    if what == "profiles":
        return _told_profiles(details["profiles"])
    if what == "rules":
        presets, profiles = _told_presets(details["presets"]), _told_profiles(details["profiles"])
        return {"presets": presets, "profiles": profiles}
    if what == "modifier":
        return {"id": catalog.id_of(details["name"]), "for": details["chosen"]}
    if what == "know":
        return details["source"].tree.value
    if what == "forget":
        return details["name"]
    if what == "withdraw":
        return "profiles"
    if what == "fact" and details["value"] is not None:
        return {**details, "value": plain(keep(details["value"]))}
    return {name: value for name, value in details.items() if value is not None}


def _told_presets(uses: Iterable[ActivePreset]) -> list[Any]:
    return [use.to_json() for use in uses]


def _told_profiles(profiles: Iterable[Document]) -> list[Any]:
    return [profile.tree.value for profile in profiles]


def presets_of(what: str, details: Mapping[str, Any]) -> tuple[ActivePreset, ...]:
    """The presets that a deed puts in force."""
    if what == "presets":
        return tuple(details["requests"])
    return tuple(details["presets"]) if what == "rules" else ()


def profiles_of(what: str, details: Mapping[str, Any]) -> tuple[Document, ...]:
    """The profiles that a deed puts in force, or lets wait for that."""
    return tuple(details["profiles"]) if what in ("profiles", "rules") else ()


def named_piece(what: str, details: Mapping[str, Any], beside: Neighbours | None) -> dict[Name, Document]:
    """The document of the piece type that a deed names, if it names one that is known."""
    name: Any = None
    if what == "spawn":
        name = details["type"]
    elif what == "event":
        name = details.get("becomes")
    elif what == "fact" and details["attribute"] == "PieceType":
        name = details["value"]
    if name is None or name not in catalog.names(catalog.pieces(), beside):
        return {}
    return {("piece", name): catalog.piece_document(name, beside)}


def details_of(found: SavedIntervention, given: Neighbours | None, modifiers: Modifiers) -> dict[str, Any]:
    """The details of a deed that was read; it may name documents that came along."""
    if found.presets is not None:
        return {"requests": _presets(found.presets, given)}
    if found.profiles is not None:
        return {"profiles": _profiles(found.profiles, given)}
    if found.rules is not None:
        both = found.rules
        return {"presets": _presets(both.presets, given), "profiles": _profiles(both.profiles, given)}
    if found.modifier is not None:
        return {"name": modifiers(found.modifier.id), "chosen": found.modifier.for_}
    if found.know is not None:
        from rete_chess.primitives import parse_modifier  # late: most games have no modifiers

        return {"source": parse_modifier(json.dumps(found.know), "known.modifier.json")}
    if found.forget is not None:
        return {"name": found.forget}
    if found.spawn is not None:
        new = found.spawn
        where = {"type": new.type, "color": new.color, "square": new.square}
        return {**where, "attributes": keep_all(new.attributes)}
    if found.fact is not None:
        fact = found.fact
        value = None if fact.value is None else keep(fact.value)
        return {"entity": fact.entity, "attribute": fact.attribute, "value": value}
    part = found.damage or found.event
    return {} if part is None else part.model_dump(exclude_none=True)


def _presets(uses: Iterable[PresetUse], given: Neighbours | None) -> tuple[ActivePreset, ...]:
    return tuple(active_of(use, given) for use in uses)


def _profiles(sources: Iterable[dict[str, Any]], given: Neighbours | None) -> tuple[Document, ...]:
    profiles = parse_profiles(map(_shipped, sources))
    return tuple(one.among(given) for one in profiles) if given is not None else profiles


def _shipped(profile: dict[str, Any]) -> Document | dict[str, Any]:
    """A profile that is shipped, if it says the same, so that its lines are known."""
    name, known = profile.get("id"), catalog.profiles()
    if isinstance(name, str) and known.is_shipped(name) and known.get(name).tree.value == profile:
        return known.get(name)
    return profile


class ToldDetails(Mapping[str, Any]):
    """The details of a deed of a snapshot, read when somebody asks for them."""

    def __init__(self, what: str, told: Any, given: Neighbours | None, modifiers: Modifiers) -> None:
        self.what, self.told = what, told
        self._given, self._modifiers = given, modifiers

    @cached_property
    def _details(self) -> dict[str, Any]:
        tree = Tree({"after": 0, self.what: self.told}, Source("<snapshot>", ""), {(): (1, 1)}, {})
        try:
            return details_of(parse_document(SavedIntervention, tree), self._given, self._modifiers)
        except BudgetError:
            raise
        except ReteChessError as error:
            message = f"the snapshot tells of something between moves that cannot be: {error}"
            raise SaveError("E_SNAPSHOT", message) from error

    def __getitem__(self, name: str) -> Any:
        return self._details[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._details)

    def __len__(self) -> int:
        return len(self._details)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


def is_deed(told: Mapping[str, Any]) -> bool:
    """Whether data could tell a deed; what they tell of it is checked when somebody asks."""
    after, *further = told.get("after"), *(name for name in told if name != "after")
    return type(after) is int and after >= 0 and len(further) == 1 and further[0] in METHODS
