"""The Python presets that were registered, and those that installed packages offer.

A package offers presets by entry points of the group `rete_chess.presets`, named by the preset's id.
Nothing of it is imported before a preset of that id is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rete_chess.errors import NameLookupError, ReteChessError, RulesError
from rete_chess.presets.preset import PythonPreset, read_preset
from rete_chess.registry import Registry
from rete_chess.resources import files

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "rete_chess.presets"

_registry: Registry[PythonPreset] = Registry("Python preset")
_serials: dict[str, int] = {}

#: Whether an id is taken by something that is not written in Python; whoever keeps such things adds to it.
taken_elsewhere: Final[list[Callable[[str], bool]]] = []

Given = TypeVar("Given")


def register(given: Given) -> Given:
    """Make a preset known, a class or an object; an id is never taken twice."""
    _add(read_preset(given))
    return given


def _add(found: PythonPreset) -> None:
    if any(path.name.split(".")[0] == found.id for path in files("rules", "presets", "*.preset.yaml")):
        message = f"the preset {found.id!r} is shipped"
        raise NameLookupError("E_DUPLICATE_NAME", message, hint="give it an id of its own")
    if any(is_taken(found.id) for is_taken in taken_elsewhere):
        message = f"preset {found.id!r} is registered already, as a document"
        raise NameLookupError("E_DUPLICATE_NAME", message, hint="give it an id of its own")
    serial = _serials.get(found.id, 0)
    _registry.register(found.id, replace(found, serial=serial))
    _serials[found.id] = serial + 1


#: The decorator of preset classes.
preset = register


@contextmanager
def registered(*given: Any) -> Iterator[None]:
    """Make presets known for a while, as tests do."""
    added: list[str] = []
    try:
        for item in given:
            found = read_preset(item)
            _add(found)
            added.append(found.id)
        yield
    finally:
        for name in added:
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
        _add(found)
