"""A preset written in Python: what it says about itself, and which hooks it has."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rete_chess.errors import RulesError, nearest
from rete_chess.presets.hooks import HOOKS

if TYPE_CHECKING:
    from rete_chess.documents import Document, PresetDocument, Tree


class Preset:
    """A base for presets. It holds the defaults of what a preset says; any object that has these

    attributes and some of the hooks will do as well. A preset is shared by all games, so what it
    has to remember belongs into its state (`context.state`), not into the object.
    """

    id: ClassVar[str]
    name: ClassVar[str]
    description: ClassVar[str]
    incompatible_with: ClassVar[Sequence[str]] = ()
    requires: ClassVar[Sequence[str]] = ()
    #: Attribute -> its type, or what a document says under `attributes` (type, min, max, start …).
    piece_attributes: ClassVar[Mapping[str, str | Mapping[str, Any]]] = {}
    #: Settings with their defaults, as in a document.
    config: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, eq=False)
class PythonPreset:
    """A preset that was registered: the object with the hooks, and its head as a document."""

    given: Any  # what was registered: a class or an object
    instance: Any
    document: Document
    hooks: frozenset[str]
    serial: int = 0  # how many presets of that id were registered before it

    @property
    def id(self) -> str:
        return self.head.id

    @property
    def head(self) -> PresetDocument:
        return cast("PresetDocument", self.document.model)

    def origin(self, hook: str) -> str:
        """The origin of a hook, as module:line."""
        return origin_of(getattr(self.instance, hook))

    @property
    def mark(self) -> list[str | int]:
        """The values that distinguish it from another preset of the same head."""
        return [self.document.tree.file, *(self.origin(hook) for hook in sorted(self.hooks)), self.serial]


def origin_of(function: Any) -> str:
    """The origin of a function: module:line, or module:name if the line is not known."""
    function = inspect.unwrap(getattr(function, "__func__", function))
    code = getattr(function, "__code__", None)
    module = getattr(function, "__module__", None) or type(function).__module__
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{module}:{name if code is None else code.co_firstlineno}"


def read_preset(given: Any) -> PythonPreset:
    """The preset of a class or object, whose head is checked by the same rules as a document."""
    from rete_chess.documents import Document, PresetDocument, parse_document  # late: few games have hooks

    instance = given() if isinstance(given, type) else given
    hooks = frozenset(name for name in HOOKS if getattr(instance, name, None) is not None)
    tree = _tree(instance)
    _check_hooks(instance, hooks, tree.file)
    document = Document("preset", parse_document(PresetDocument, tree), tree)
    return PythonPreset(given, instance, document, hooks)


def _tree(instance: Any) -> Tree:
    """The head of a preset as a document would say it; every part stands where the class begins."""
    kind = type(instance)
    head: dict[str, Any] = {"kind": "preset"}
    for attribute, key in (("id", "id"), ("name", "name"), ("description", "description")):
        value = getattr(instance, attribute, None)
        if value is not None:
            head[key] = value
    head["incompatibleWith"] = _listed(getattr(instance, "incompatible_with", ()))
    head["requires"] = _listed(getattr(instance, "requires", ()))
    head["config"] = dict(getattr(instance, "config", {}))
    declared = getattr(instance, "piece_attributes", {})
    if not isinstance(declared, Mapping):
        raise RulesError(
            "E_HOOK",
            f"{kind.__module__}.{kind.__qualname__}: piece_attributes gives every attribute its type",
            found=declared,
            expected='such as {"Shield": "int"}',
        )
    head["attributes"] = {
        name: {"of": "piece", **({"type": given} if isinstance(given, str) else given)}
        for name, given in declared.items()
    }
    from rete_chess.documents import Tree  # late, as above
    from rete_chess.documents.reading.source import Source

    return Tree(head, Source(kind.__module__, ""), {(): (_line(kind), 1)}, {})


def _listed(value: Any) -> Any:
    """Lists of documents are lists; anything else is left to the check of the document."""
    return list(value) if isinstance(value, (tuple, list, set, frozenset)) else value


def _line(kind: type) -> int:
    try:
        return inspect.getsourcelines(kind)[1]
    except (OSError, TypeError):
        return 1


_WORD = re.compile(r"(?<=[a-z])(?=[A-Z])")


def _check_hooks(instance: Any, hooks: frozenset[str], where: str) -> None:
    """Refuse hooks that cannot be called, and functions that were meant as hooks but are none."""
    for hook in sorted(hooks):
        if not callable(getattr(instance, hook)):
            raise RulesError("E_HOOK", f"{where}: {hook} is no function", found=getattr(instance, hook))
    for name in dir(instance):
        word = _WORD.sub("_", name).lower()
        if name in HOOKS or name.startswith("_") or not callable(getattr(instance, name, None)):
            continue
        if name.startswith("on_") or word in HOOKS:
            close = word if word in HOOKS else nearest(name, HOOKS)
            raise RulesError(
                "E_HOOK",
                f"{where}: there is no such hook",
                found=name,
                hint=f"did you mean {close!r}?" if close else None,
            )
