"""The Python presets that were registered, and those that installed packages offer.

A package offers presets by entry points of the group `rete_chess.presets`, named by the preset's id.
Nothing of it is imported before a preset of that id is asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from rete_chess.errors import NameLookupError, ReteChessError, RulesError
from rete_chess.presets.preset import PythonPreset, read_preset
from rete_chess.registry import Registry
from rete_chess.resources import files

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from rete_chess.documents import Document

GROUP: Final = "rete_chess.presets"

_registry: Registry[PythonPreset] = Registry("Python preset")
_serials: dict[str, int] = {}

Given = TypeVar("Given")


class Shelf(Protocol):
    """Presets that are not written in Python; whoever keeps some puts them on `shelves`."""

    def has(self, name: str) -> bool: ...

    def registered(self) -> Iterable[Document]: ...

    def list(self) -> Iterable[str]: ...


shelves: Final[list[Shelf]] = []


def register(given: Given) -> Given:
    """Make a preset known, a class or an object; an id is never taken twice."""
    register_all(given)
    return given


def register_all(*given: Any) -> None:
    """Make presets known together, as those are that exclude each other; all of them, or none."""
    added: list[str] = []
    try:
        found = [read_preset(item) for item in given]
        for one in found:
            _add(one)
            added.append(one.id)
        for one in found:
            demand_mutual_document(one.document)
    except BaseException:
        for name in added:
            _registry.remove(name)
        raise


def _add(found: PythonPreset) -> None:
    if found.id in _shipped():
        message = f"the preset {found.id!r} is shipped"
    elif any(shelf.has(found.id) for shelf in shelves):
        message = f"preset {found.id!r} is registered already, as a document"
    elif not _registry.has(found.id) and (package := _offered_elsewhere(found)):
        message = f"the preset {found.id!r} is offered by {package}"
    else:
        serial = _serials.get(found.id, 0)
        _registry.register(found.id, replace(found, serial=serial))
        _serials[found.id] = serial + 1
        return
    raise NameLookupError("E_DUPLICATE_NAME", message, hint="give it an id of its own")


def _shipped() -> list[str]:
    """The ids of the shipped presets."""
    return [path.name.split(".")[0] for path in files("rules", "presets", "*.preset.yaml")]


def _offered_elsewhere(found: PythonPreset) -> str:
    """The installed package that offers another preset of this id, or nothing."""
    home = found.instance.__class__.__module__
    points = [point for point in _offered() if point.name == found.id and point.module != home]
    return _package(points[0]) or points[0].value if points else ""


def demand_mutual_document(document: Document) -> None:
    """Refuse a preset that excludes another one, of which nobody knows or which does not do so itself."""
    from rete_chess.presets.exclusions import demand_mutual  # late: few register presets

    others = [preset.document for preset in _registry]
    others += [other for shelf in shelves for other in shelf.registered()]
    demand_mutual(document, others, _all_names)


def _all_names() -> set[str]:
    """The ids of all presets, whoever keeps them."""
    return {*names(), *_shipped(), *(name for shelf in shelves for name in shelf.list())}


#: The decorator of preset classes.
preset = register


@contextmanager
def registered(*given: Any) -> Iterator[None]:
    """Make presets known for a while, as tests do."""
    before = {*_registry.list()}
    register_all(*given)
    try:
        yield
    finally:
        for name in {*_registry.list()} - before:
            _registry.remove(name)


def is_registered(name: str) -> bool:
    """Whether a Python preset of that id is known already, without a look at what packages offer."""
    return _registry.has(name)


def find(name: str) -> PythonPreset | None:
    """The Python preset of an id, registered or offered; None if there is none."""
    if not _registry.has(name):
        offered = [point for point in _offered() if point.name == name]
        if not offered:
            return None
        _load(name, offered)
    return _registry.get(name)


def names() -> tuple[str, ...]:
    """The ids of all Python presets, sorted; no preset is imported for that."""
    return tuple(sorted({*_registry.list(), *(point.name for point in _offered())}))


def _offered() -> list[EntryPoint]:
    """The entry points of presets that installed packages offer, by package and name."""
    return _offered_on(tuple(sys.path))


@lru_cache(maxsize=4)
def _offered_on(_path: tuple[str, ...]) -> list[EntryPoint]:
    """The same, for a path on which packages lie: to look through all of them takes a while."""
    from importlib.metadata import entry_points  # late: it imports the reader of e-mails

    return sorted(entry_points(group=GROUP), key=lambda point: (_package(point), point.name, point.value))


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else ""


def _load(name: str, offered: list[EntryPoint]) -> None:
    """Import and register the one preset of a name that packages offer."""
    point = offered[0]
    others = [other for other in offered[1:] if other.value != point.value]
    if others:
        packages = " and ".join(_package(each) or each.value for each in (point, *others))
        raise NameLookupError("E_DUPLICATE_NAME", f"the preset {name!r} is offered by {packages}")
    where = f"the preset {name!r} of the package {_package(point)!r} ({point.value})"
    try:
        given = point.load()
    except ReteChessError:
        raise
    except Exception as error:
        raise RulesError(
            "E_PRESET_LOAD", f"{where} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    if not (_registry.has(name) and _registry.get(name).given is given):  # a decorator may have done it
        found = read_preset(given)
        if found.id != name:
            raise RulesError("E_PRESET_LOAD", f"{where} has another id", found=found.id, expected=name)
        register_all(given)
