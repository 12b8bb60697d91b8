"""The check of presets that contradict each other without declaring it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rete_chess.checks.subject import Subject
from rete_chess.compiler import catalog
from rete_chess.documents import VariantDocument
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.errors import Problem


def contradicting_presets(subject: Subject) -> Iterator[Problem]:
    """Warnings of presets for the same side that both replace the moves of a type, or both set the turn."""
    model = subject.document.model
    uses = model.presets if isinstance(model, VariantDocument) else ()
    for index, later in enumerate(uses):
        for earlier in uses[:index]:
            beside = subject.document.tree.neighbours
            for what in _contested(earlier, later, beside) if _meet(earlier, later) else ():
                message = f"{later.id} and {earlier.id} both say {what}: only one of them counts"
                hint = "choose one of them, or give them different sides"
                yield subject.warning("W_PRESETS", message, ("presets", index), hint)
                break


def _meet(one: PresetUse, other: PresetUse) -> bool:
    """Whether two presets are in force for the same side."""
    return "both" in (one.scope, other.scope) or one.scope == other.scope


def _contested(one: PresetUse, other: PresetUse, beside: Neighbours | None) -> Iterator[str]:
    first, second = _body(one, beside), _body(other, beside)
    if "turn" in first and "turn" in second:
        yield "how long a turn is"
    for name in sorted(_replaced(first) & _replaced(second)):
        yield f"how a {name} moves"


def _body(use: PresetUse, beside: Neighbours | None) -> dict[str, Any]:
    value = catalog.preset(use.id, beside).tree.value
    return value if isinstance(value, dict) else {}


def _replaced(body: dict[str, Any]) -> set[str]:
    """The piece types whose moves a document replaces."""
    filters = [entry["for"] for entry in body.get("moves", ()) if "use" in entry and "for" in entry]
    return {chosen["type"] for chosen in filters if isinstance(chosen.get("type"), str)}
