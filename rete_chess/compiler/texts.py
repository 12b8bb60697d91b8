"""Names that texts use though no pattern binds them: settings, facts of the game and of presets."""

from __future__ import annotations

from rete_chess.compiler.scope import Path, Scope
from rete_chess.compiler.terms import lower_ref
from rete_chess.documents.action import LogAction
from rete_chess.documents.rule import Rule
from rete_chess.documents.values import Ref
from rete_chess.facts.terms import Term

#: Whose parts are known without a binding.
KNOWN = ("config", "game", "preset", "scope")


def text_names(given: Rule, scope: Scope, path: Path) -> list[tuple[str, Term]]:
    """The names of a rule's texts with what they stand for, as it is at the match."""
    texts = [action.text for action in given.do if isinstance(action, LogAction)]
    texts += [given.describe] if given.describe is not None else []
    refs = [part for text in texts for part in text.parts if isinstance(part, Ref) and part.name in KNOWN]
    return [(str(ref)[1:], lower_ref(ref, scope, path)) for ref in dict.fromkeys(refs)]
