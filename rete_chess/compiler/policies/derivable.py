"""What rules at `derive` may ask for: nothing that is known only when all is derived."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import RELATIONS
from rete_chess.documents.language import pattern as source
from rete_chess.facts.rules import Rule
from rete_chess.facts.words.word import needs_of

if TYPE_CHECKING:
    from rete_chess.documents.language.rule import Rule as DocumentRule


def _plain(patterns: Sequence[Any], path: Path) -> Iterator[tuple[Any, Path]]:
    """All patterns that say something of their own, those inside `not` and `any` too, with their paths."""
    for index, pattern in enumerate(patterns):
        place: Path = (*path, index)
        if isinstance(pattern, source.NotPattern):
            pattern, place = pattern.pattern, (*place, "not")
        if isinstance(pattern, source.EitherPattern):
            for number, case in enumerate(pattern.cases):
                yield from _plain(case, (*place, "any", number))
        else:
            yield pattern, place


def check_derived(given: DocumentRule, rule: Rule, is_crowned: bool, scope: Scope, path: Path) -> None:
    """Report what a rule at `derive` cannot ask for: events, checks, and royalty that is itself derived."""
    for pattern, place in _plain(given.when, (*path, "when")):
        inner: Path = (*place, pattern.word)
        for key, name in (("inCheck", "in_check"), ("mated", "mated"), ("stalemated", "stalemated")):
            if getattr(pattern, name, None) is not None:
                message = "who is in check is known only when all is derived"
                scope.report("E_DERIVE", message, (*inner, key))
        if pattern.word == "move":
            scope.report("E_DERIVE", "which moves are legal is known only when all is derived", inner)
        for key, name in RELATIONS.items():
            if getattr(pattern, name, None) is not None:
                message = "who attacks whom is known only when all is derived"
                scope.report("E_DERIVE", message, (*inner, key), key=True)
        if is_crowned and getattr(pattern, "royal", None) is not None:
            scope.report("E_DERIVE", "who is royal is itself derived here", (*inner, "royal"))
    for index, action in enumerate(rule.actions):
        needs = needs_of(action)
        if needs.event:
            scope.report("E_DERIVE", "at `derive` there is no event", (*path, "do", index))
        if needs.check or needs.attacks:
            message = "who attacks whom is known only when all is derived"
            scope.report("E_DERIVE", message, (*path, "do", index))
        if is_crowned and needs.royal:
            scope.report("E_DERIVE", "who is royal is itself derived here", (*path, "do", index))
    if needs_of(rule.guards).event:
        scope.report("E_DERIVE", "at `derive` there is no event", (*path, "when"))
