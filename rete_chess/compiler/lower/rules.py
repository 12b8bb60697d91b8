"""A document's rule lowered: what a network can join becomes a network rule, the rest guards and actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rete_chess.compiler.lower._actions import lower_action
from rete_chess.compiler.lower._carried import carry, joins_place, lower_tile, takes_role
from rete_chess.compiler.lower.patterns import binds, left_of, lower_pattern, split_filter, unbound
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import lower_filter, lower_ref, lower_squares, lower_test
from rete_chess.documents.language import pattern as source
from rete_chess.documents.language.acts import AT as AT_ACT
from rete_chess.documents.language.acts import ActEntry
from rete_chess.documents.language.comparison import Test as DocumentTest
from rete_chess.documents.language.rule import Rule as DocumentRule
from rete_chess.documents.language.values import is_ref
from rete_chess.facts.events import ACT
from rete_chess.facts.network_rules import (
    Binding,
    Condition,
    Constant,
    EventField,
    NetworkRule,
    Value,
    as_value,
)
from rete_chess.facts.network_rules import Term as NetworkTerm
from rete_chess.facts.reads import Threshold
from rete_chess.facts.rules import Rule
from rete_chess.facts.words import patterns as facts
from rete_chess.facts.words.actions import Action
from rete_chess.facts.words.filters import Filter, Test
from rete_chess.facts.words.terms import Const, EventTerm, Term
from rete_chess.facts.words.texts import Kinds
from rete_chess.facts.words.word import COLOR, EVENT_SENSES, PIECE, SQUARE, TILE
from rete_chess.stages import ACTOR, AT, NOBODY, SUBJECT, TARGET

#: Whose parts are known without a binding.
KNOWN = ("config", "game", "preset", "scope")


def text_names(given: DocumentRule | ActEntry, scope: Scope, path: Path) -> list[tuple[str, Term]]:
    """The names of a rule's texts with what they stand for, as it is at the match."""
    texts = [text for action in given.do for text in action.texts()]
    texts += [given.describe] if given.describe is not None else []
    refs = [part for text in texts for part in text.parts if is_ref(part) and part.name in KNOWN]
    return [(str(ref)[1:], lower_ref(ref, scope, path)) for ref in dict.fromkeys(refs)]


#: Event fields that stand for pieces, and those a network joins on as constants.
ROLES = ("piece", "target")
WORDS = ("side", "kind", "tag", "was", "becomes", "player", "line")
#: What every piece has, by the name that references use.
SHARED = {"type": "PieceType", "color": "Color"}

#: What the C core of the durable network takes, less the stage and the rule itself.
MAX_CONDITIONS = 14


@dataclass
class Draft:
    """A rule while it is lowered."""

    scope: Scope
    event: list[tuple[str, Value]] = field(default_factory=list)
    conditions: list[Condition] = field(default_factory=list)
    names: list[tuple[str, Term]] = field(default_factory=list)
    guards: list[facts.Pattern] = field(default_factory=list)
    thresholds: list[Threshold] = field(default_factory=list)
    roles: dict[str, str] = field(default_factory=dict)  # name -> the event's role it stands for
    values: set[str] = field(default_factory=set)  # names bound by the network to values
    subject: str = ""

    def subject_of(self, name: str) -> str:
        """The network's word for the piece or tile behind a name."""
        return self.roles.get(name, f"${name}")

    def join(self, test: Test | None, attribute: str, subject: str) -> Test | None:
        """Make a condition of a test, if a network can decide it; else the test comes back as a guard."""
        if test is None:
            return None
        if test.op == "eq":
            term = _network_term(test.term, self)
            if term is None:
                return test
            self.conditions.append(Condition(subject, attribute, term))
            return None
        if test.term.value is None:
            return test
        threshold = Threshold(attribute, test.op, test.term.value)
        self.thresholds.append(threshold)
        self.conditions.append(Condition(subject, threshold.name, Constant(True)))
        return None


def lower_rule(given: DocumentRule, scope: Scope, path: Path, number: int) -> tuple[Rule, list[Threshold]]:
    """The compiled rule and the thresholds that its network rule needs."""
    draft = Draft(scope.with_self())
    for index, pattern in enumerate(given.when):
        inner = (*path, "when", index, pattern.word)
        joins = JOINS.get(type(pattern))
        if joins is not None:
            joins(pattern, draft, inner)
        else:
            draft.guards.append(lower_pattern(pattern, draft.scope, (*path, "when", index)))
    return _finished(draft, given, given.at, scope, path, number)


def acting_scope(scope: Scope) -> Scope:
    """The scope of a document's acts: pieces act that carry an ability, squares do not."""
    is_tile = scope.carrier is not None and scope.carrier.of == "tile"
    return replace(scope, carrier=None) if is_tile else scope


def lower_act(given: ActEntry, scope: Scope, path: Path, number: int) -> tuple[Rule, list[Threshold]]:
    """What an act does as a rule that hears it: who acts is `$self`, the chosen piece or square `$target`."""
    scope = acting_scope(scope)
    draft = Draft(scope.with_self())
    draft.event += [("kind", ACT), ("tag", given.id)]
    known = [("mover", "side", COLOR)]
    if given.by is not None or scope.carrier is not None:
        known.append(("self", "piece", PIECE))
    if given.on is not None:
        known.append(("target", "target", PIECE) if given.on.piece is not None else ("target", "to", SQUARE))
    for name, role, sense in known:
        draft.names.append((name, EventTerm(role)))
        draft.scope.variables[name] = sense
        if sense == PIECE:
            draft.roles[name] = role
    draft.subject = "self" if "self" in draft.roles else "target" if "target" in draft.roles else ""
    return _finished(draft, given, AT_ACT, scope, path, number)


def _finished(
    draft: Draft, given: DocumentRule | ActEntry, at: str, scope: Scope, path: Path, number: int
) -> tuple[Rule, list[Threshold]]:
    """The rule of a draft, with the actions that stand under `do`."""
    actions = tuple(
        lower_action(action, draft.scope, (*path, "do", index)) for index, action in enumerate(given.do)
    )
    _limit(draft, at, actions)
    carry(draft)
    draft.names += text_names(given, draft.scope, path)
    if len(draft.conditions) > MAX_CONDITIONS:
        message = f"the rule joins {len(draft.conditions)} facts, expected at most {MAX_CONDITIONS}"
        scope.report("E_RULE_SIZE", message, path)
    joined = NetworkRule(number, at, tuple(draft.event), None, tuple(draft.conditions))
    named = draft.scope.variables.items()
    kinds = Kinds(
        frozenset(name for name, kind in named if kind in (PIECE, TILE)),
        frozenset(name for name, kind in named if kind == SQUARE),
    )
    rule = Rule(
        id=f"{scope.document}/{given.id}",
        origin=scope.origin(path),
        preset=scope.document,
        stage=at,
        priority=getattr(given, "priority", 0),
        joined=joined,
        names=tuple(draft.names),
        entities=tuple(name[1:] for name in joined.variables),
        guards=tuple(draft.guards),
        actions=actions,
        kinds=kinds,
        subject=draft.subject or next((n for n in ("target", "piece") if n in draft.roles.values()), ""),
        describe="" if given.describe is None else given.describe.text,
        choice=_choice(given, scope),
    )
    return rule, draft.thresholds


def _choice(given: DocumentRule | ActEntry, scope: Scope) -> str:
    word = getattr(given, "choice", None)
    return "" if word is None else f"{scope.document}/{word}"


# -- the event -------------------------------------------------------------------------------------


def _lower_event(given: source.EventPattern, draft: Draft, path: Path) -> None:
    for role in ROLES:
        _event_role(role, getattr(given, role), draft, (*path, role))
    for word in ("side", "kind", "tag", "was", "becomes"):
        _event_word(word, getattr(given, word), draft, (*path, word))
    for flag in ("player", "line"):
        if getattr(given, flag) is not None:
            draft.event.append((flag, getattr(given, flag)))
    for place, match in (("from", given.from_), ("to", given.to), ("square", given.square)):
        _event_square(place, match, draft, (*path, place))
    if given.amount is not None:
        _event_value("amount", given.amount, draft, (*path, "amount"))
    name = unbound(given.direction, draft.scope)
    if name:
        draft.names.append((name, EventTerm("direction")))
        draft.scope.variables[name] = EVENT_SENSES["direction"]


def _event_role(role: str, test: DocumentTest | None, draft: Draft, path: Path) -> None:
    if test is None or (test.op == "eq" and takes_role(role, test.value, draft)):
        return
    name = binds(test, draft.scope)
    if name:
        draft.scope.variables[name] = PIECE
        draft.roles[name] = role
        draft.names.append((name, EventTerm(role)))
        draft.subject = draft.subject or name
        test = left_of(test)
    if test is not None:
        draft.guards.append(facts.TestPattern(EventTerm(role), lower_test(test, draft.scope, path, PIECE)))


def _event_word(word: str, test: DocumentTest | None, draft: Draft, path: Path) -> None:
    if test is not None:
        _event_value(word, test, draft, path)


def _event_value(word: str, test: DocumentTest, draft: Draft, path: Path) -> None:
    name = binds(test, draft.scope)
    if name:
        draft.scope.variables[name] = EVENT_SENSES[word]
        draft.names.append((name, EventTerm(word)))
        rest = left_of(test)
        if rest is None:
            return
        test = rest
    lowered = lower_test(test, draft.scope, path, EVENT_SENSES[word])
    if lowered == Test("eq", Const("both")):  # the scope of a preset that is active for both sides
        return
    if lowered.op == "eq" and lowered.term.is_constant and word in WORDS:
        draft.event.append((word, lowered.term.value))
    else:
        draft.guards.append(facts.TestPattern(EventTerm(word), lowered))


def _event_square(place: str, match: Any, draft: Draft, path: Path) -> None:
    if match is None or joins_place(place, match, draft):
        return
    name = unbound(match, draft.scope)
    if name:
        draft.scope.variables[name] = SQUARE
        draft.names.append((name, EventTerm(place)))
    else:
        squares = lower_squares(match, draft.scope, path)
        draft.guards.append(facts.PlacePattern(EventTerm(place), squares, EventTerm("side")))


# -- pieces ----------------------------------------------------------------------------------------


def _lower_piece(given: source.PiecePattern, draft: Draft, path: Path) -> None:
    """Equalities and thresholds on a piece become conditions; the rest of its filter is a guard."""
    scope = draft.scope
    name, bound, rest = split_filter(given, scope, path)
    name = name or f"piece{len(draft.conditions)}"
    scope.variables.setdefault(name, PIECE)
    subject = draft.subject_of(name)
    draft.subject = draft.subject or name
    lowered = lower_filter(rest, scope, path)
    kept = _keep(lowered, subject, draft)
    if subject.startswith("$") and all(c.subject != subject for c in draft.conditions):
        draft.conditions.append(Condition(subject, "PieceType", Binding(f"type of {name}")))
    if kept != Filter() or bound:
        draft.guards.append(facts.PiecePattern(kept, name, bound))


def _keep(given: Filter, subject: str, draft: Draft) -> Filter:
    """Turn the parts of a filter that a network can join into conditions; what is left of it."""
    type_ = draft.join(given.type, "PieceType", subject)
    color = draft.join(given.color, "Color", subject)
    attributes = tuple(
        (name, test) for name, test in given.attributes if draft.join(test, name, subject) is not None
    )
    return replace(given, type=type_, color=color, attributes=attributes)


def _network_term(term: Term, draft: Draft) -> NetworkTerm | None:
    if term.is_constant:
        return None if term.value is None else Constant(as_value(term.value))
    if term.bare_name:
        term = dict(draft.names).get(term.bare_name, term)
    if term.event_field in ("side", "was", "becomes"):
        return EventField(term.event_field)
    name, attribute = term.fact
    if attribute in SHARED and draft.scope.variables.get(name) == PIECE:
        # Every piece has a type and a colour, so that two pieces can be joined by them.
        binding = Binding(f"{attribute} of {name}")
        draft.conditions.append(Condition(draft.subject_of(name), SHARED[attribute], binding))
        return binding
    return None


#: Patterns of documents that a network can join, in part at least; all others are guards.
JOINS: Final[dict[type, Callable[[Any, Draft, Path], None]]] = {
    source.EventPattern: _lower_event,
    source.PiecePattern: _lower_piece,
    source.TilePattern: lower_tile,
}


# -- limits ----------------------------------------------------------------------------------------


def _limit(draft: Draft, at: str, actions: tuple[Action, ...]) -> None:
    """Add what the stage and the preset's scope ask of the event."""
    side = draft.scope.side
    for kind in dict.fromkeys(action.hears for action in actions if action.hears):
        draft.event.append(("event", kind))
    limited = NOBODY if side == "both" else AT[at].scope
    if limited == ACTOR:
        draft.event.append(("side", side))
    elif limited == TARGET:
        draft.conditions.append(Condition("target", "Color", Constant(side)))
    elif limited == SUBJECT and draft.subject:
        draft.conditions.append(Condition(draft.subject_of(draft.subject), "Color", Constant(side)))
