"""Filters that choose pieces one by one, by a name or by who carries the document."""

from __future__ import annotations

from dataclasses import replace

from rete_chess.compiler.lower.patterns import binds
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import RELATIONS, lower_filter
from rete_chess.documents.language.filter import Filter as DocumentFilter
from rete_chess.documents.language.values import Ref
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.word import PIECE


def lower_own(given: DocumentFilter, scope: Scope, path: Path) -> tuple[str, Filter]:
    """A filter that chooses pieces one by one, and the name under `id` that stands for each of them.

    `$self` stands for those that carry the document.
    """
    name = ""
    _refuse_attacks(given, scope, path)
    if given.id is not None and given.id.op == "eq":
        is_carrier = given.id.value == Ref("self")
        name = "self" if is_carrier and scope.carrier is not None else binds(given.id, scope)
    if not name:
        return "", lower_filter(given, scope, path)
    scope.variables[name] = PIECE
    chosen = lower_filter(given.model_copy(update={"id": None}), scope, path)
    if name == "self" and scope.carrier is not None:
        chosen = replace(chosen, attributes=(scope.carrier.test(), *chosen.attributes))
    return name, chosen


def _refuse_attacks(given: DocumentFilter, scope: Scope, path: Path) -> None:
    """Report a question for attacks where it is decided how pieces move, and so whom they attack."""
    for key, name in RELATIONS.items():
        if getattr(given, name) is not None:
            why = "where others stand" if key == "line" else "how pieces move"
            message = f"`{key}` follows from {why}, which is decided here"
            scope.report(
                "E_DERIVE", message, (*path, key), "ask for it in a rule, a limit or an end", key=True
            )
