"""The check of rules that wait for an event that never happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rete_chess.checks.subject import Subject, doings, entries
from rete_chess.core.atoms import Atom
from rete_chess.errors import Problem, clip, nearest
from rete_chess.facts.events import ACT, DROP
from rete_chess.stages import says

#: The kinds that the engine itself gives to events.
_KINDS: Final = ("capture", "delivered", "received", DROP, ACT)


def impossible_events(subject: Subject) -> Iterator[Problem]:
    """Warnings of event patterns with a field that their stage never fills, or a word that no event has."""
    for path, rule in subject.rules():
        for index, pattern in enumerate(rule.get("when", ())):
            for field, test in pattern.get("event", {}).items():
                found = _reason(subject, rule["at"], field, test)
                if found:
                    reason, hint = found
                    place = (*path, "when", index, "event", field)
                    message = f"the rule {rule['id']} never fires: {reason}"
                    is_key = not says(rule["at"], field)
                    yield subject.warning("W_RULE_SILENT", message, place, hint, key=is_key)


def _reason(subject: Subject, at: str, field: str, test: Any) -> tuple[str, str | None] | None:
    """The reason why no event of a stage passes a test of a field, and a hint; None if one may pass."""
    if not says(at, field):
        return f"an event at `{at}` has no `{field}`", None
    word = subject.constant(test)
    if not isinstance(word, str):
        return None
    if field == "tag":
        return _unless_known("move has the tag", word, _tags(subject))
    if field == "kind":
        found = _unless_known("event is of the kind", word, _kinds(subject, at))
        # Python presets may deal damage of any kind, so elsewhere only a slip of the pen counts.
        return found if at == "check" or (found and found[1]) else None
    if at == "promotion" and field in ("was", "becomes"):
        known = _promoting(subject) if field == "was" else _promoted(subject)
        return _unless_known(
            "piece that promotes was a" if field == "was" else "piece becomes a", word, known
        )
    return None


def _unless_known(what: str, word: str, known: Iterable[str]) -> tuple[str, str | None] | None:
    names = set(known)
    if word in names:
        return None
    close = nearest(word, sorted(names))
    return f"no {what} {clip(word)}", f"did you mean {close!r}?" if close else None


def _tags(subject: Subject) -> Iterator[str]:
    """The tags of all moves that pieces have from the start, or that documents give to some of them."""
    for body in subject.bodies:
        yield from (value for _, key, value in entries(body.get("moves", [])) if key == "tag")
    laws = subject.program.laws
    yield from (act.id for act in laws.acts)
    yield from (offer.tag for offer in laws.offers)
    for piece in (*laws.white, *laws.black):
        yield from _atom_tags(piece.atoms)
        if piece.castle is not None:
            yield piece.castle.tag


def _atom_tags(atoms: Iterable[Atom]) -> Iterator[str]:
    for atom in atoms:
        yield atom.tag
        yield from _atom_tags(atom.then)


def _kinds(subject: Subject, at: str) -> list[str]:
    if at == "check":
        return ["delivered", "received"]
    used = [
        value["kind"]
        for body in subject.bodies
        for _, key, value in doings(body)
        if key in ("damage", "destroy") and isinstance(value, dict) and isinstance(value.get("kind"), str)
    ]
    return [*_KINDS, *used]


def _promoting(subject: Subject) -> list[str]:
    laws = subject.program.laws
    return [piece.id for piece in (*laws.white, *laws.black) if piece.promotion is not None]


def _promoted(subject: Subject) -> list[str]:
    laws = subject.program.laws
    return [name for piece in (*laws.white, *laws.black) if piece.promotion for name in piece.promotion.to]
