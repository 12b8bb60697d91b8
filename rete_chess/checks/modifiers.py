"""Attributes that the primitives of custom modifiers name and that nobody declares, wherever they stand."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.checks.hosts import borrowed_attributes, declared_in
from rete_chess.checks.names import problem_at
from rete_chess.checks.subject import entries
from rete_chess.documents import Document, ModifierDocument
from rete_chess.documents.tree import KeyPath
from rete_chess.errors import Problem, clip, did_you_mean
from rete_chess.modifiers.catalogue import MODIFIER_KINDS
from rete_chess.primitives import inner_modifiers, lower_modifier


def modifier_problems(document: Document) -> list[Problem]:
    """Problems of a modifier, or of those that a document of another kind holds."""
    alone = isinstance(document.model, ModifierDocument)
    modifiers = [((), document)] if alone else [*inner_modifiers(document)]
    if not modifiers:
        return []
    known = {*declared_in(document.tree), *borrowed_attributes(document)}
    known |= {kind.attr_name for kind in MODIFIER_KINDS}
    return [problem for path, modifier in modifiers for problem in _unknown(document, path, modifier, known)]


def _unknown(document: Document, home: KeyPath, modifier: Document, known: set[str]) -> Iterator[Problem]:
    """Every place at which a modifier names an attribute that nobody declares."""
    lowered = lower_modifier(modifier)
    own = set(getattr(lowered.document.model, "attributes", {}))
    strange = set(lowered.mentioned) - known - own
    for path, key, value in entries(modifier.tree.value):
        name = next((word for word in (key, value) if isinstance(word, str) and word in strange), None)
        if name is not None:
            message = f"nobody declares the attribute {clip(name)}"
            hint = did_you_mean(name, known | own) or "seed it, or use it with a document that declares it"
            yield problem_at(document.tree, (*home, *path), "E_ATTRIBUTE", message, hint, key=key == name)
