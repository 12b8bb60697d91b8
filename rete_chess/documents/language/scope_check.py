"""The check of names inside one document: every reference must be known at its place.

It reads the tree, not the model, so that its problems are found together with all others. What other
documents declare (attributes, types, presets) is not checked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, Final

from rete_chess.documents.language._template import references
from rete_chess.documents.language.pattern import COMPARED, EVENT_FIELDS
from rete_chess.documents.language.values import RESERVED, Ref, parse_ref
from rete_chess.documents.reading.source import MAX_PROBLEMS
from rete_chess.documents.reading.tree import KeyPath, Tree, format_path
from rete_chess.errors import Problem, nearest

#: The kinds of documents whose rules are carried by something, their `$self`.
CARRIED: Final = ("tile", "ability")

#: What any piece or tile tells besides its attributes.
PROPERTIES: Final = ("type", "color", "square", "file", "rank")

#: Keys whose texts are for people and hold neither references nor placeholders.
_PLAIN: Final = ("reason", "because")

#: The names that limits on drops know: who drops, the other side, and the square.
DROP_NAMES: Final = frozenset(("mover", "enemy", "to"))
#: The names that conditions of acts and offers know beside who acts, and on whom; and those of actions.
ACT_NAMES: Final = frozenset(("mover", "enemy"))
DONE_NAMES: Final = frozenset(("mover",))

Names = AbstractSet[str]
_NOTHING: Names = frozenset()


def scope_problems(tree: Tree, kind: str) -> list[Problem]:
    """The problems of all references of a document that stand for nothing."""
    body = tree.value if isinstance(tree.value, dict) else {}
    config = body.get("config")
    settings = frozenset(config) if isinstance(config, dict) else frozenset()
    scope = _Scope(tree, kind, settings)
    for key in ("attributes", "royal", "turn", "clock", "abilities", "modifiers"):
        scope.uses(body.get(key), (key,), _NOTHING)
    check = body.get("check")
    scope.patterns(check.get("unless") if isinstance(check, dict) else None, ("check", "unless"))
    result = body.get("result")
    for key in ("ends", "drawn"):
        ends = result.get(key) if isinstance(result, dict) else None
        for path, end in _mappings(ends, ("result", key)):
            known = scope.patterns(end.get("when"), (*path, "when"))
            scope.uses(end.get("win"), (*path, "win"), known)
    cases = result.get("insufficient") if isinstance(result, dict) else None
    for index, case in enumerate(cases if isinstance(cases, list) else ()):
        scope.patterns(case, ("result", "insufficient", index))
    for path, entry in _mappings(body.get("moves"), ("moves",)):
        scope.moves(entry, path)
    for path, entry in _mappings(body.get("drops"), ("drops",)):
        scope.drops(entry, path)
    for path, act in _mappings(body.get("acts"), ("acts",)):
        scope.acts(act, path)
    scope.uses(body.get("sight"), ("sight",), _NOTHING)
    for path, rule in _mappings(body.get("rules"), ("rules",)):
        known = scope.patterns(rule.get("when"), (*path, "when"))
        scope.uses(rule.get("do"), (*path, "do"), known)
        scope.text(rule.get("describe"), (*path, "describe"), known)
    return scope.problems


def _mappings(value: object, path: KeyPath) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """The mappings of a list, with their paths."""
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if isinstance(item, dict):
            yield (*path, index), item


@dataclass
class _Scope:
    """The names known everywhere in a document, and the problems found so far."""

    tree: Tree
    kind: str
    settings: AbstractSet[str]
    problems: list[Problem] = field(default_factory=list)
    beside: Names = _NOTHING  # the names that stand in the pattern at hand
    denied: Names = _NOTHING  # the names that stand in a `not` only
    cased: Names = _NOTHING  # the names that one case of an `any` binds for itself

    def moves(self, entry: dict[str, Any], path: KeyPath) -> None:
        """Check an entry of `moves`: `for` may name the piece, and the patterns of `after` bind names."""
        chosen = entry.get("for")
        name = _bound_name(chosen.get("id")) if isinstance(chosen, dict) else None
        known = _NOTHING if name is None else frozenset((name,))
        known |= self.patterns(entry.get("when"), (*path, "when")) if "for" not in entry else _NOTHING
        for key, value in entry.items():
            if key == "when" and "for" not in entry:
                continue
            if key == "offer" and isinstance(value, dict):
                for tag, patterns in value.items():
                    self.patterns(patterns, (*path, key, tag), known | ACT_NAMES)
                continue
            if key in ("forbid", "require") and isinstance(value, dict):
                self.patterns(value.get("after"), (*path, key, "after"), known)
                value = {part: inner for part, inner in value.items() if part != "after"}
            self.uses(value, (*path, key), known, key)

    def drops(self, entry: dict[str, Any], path: KeyPath) -> None:
        """Check an entry of `drops`, whose patterns know who drops a piece, and where."""
        for key in ("for", "to"):
            self.uses(entry.get(key), (*path, key), _NOTHING, key)
        self.patterns(entry.get("unless"), (*path, "unless"), DROP_NAMES)
        forbid = entry.get("forbid")
        after = forbid.get("after") if isinstance(forbid, dict) else None
        self.patterns(after, (*path, "forbid", "after"), DROP_NAMES)

    def acts(self, entry: dict[str, Any], path: KeyPath) -> None:
        """Check an act, whose parts know those that stand before them: who acts, and on whom."""
        actor: Names = frozenset(("self",)) if "by" in entry else _NOTHING
        target: Names = frozenset(("target",)) if "on" in entry else _NOTHING
        self.uses(entry.get("by"), (*path, "by"), ACT_NAMES)
        self.uses(entry.get("on"), (*path, "on"), ACT_NAMES | actor)
        self.patterns(entry.get("when"), (*path, "when"), ACT_NAMES | actor | target)
        self.uses(entry.get("do"), (*path, "do"), DONE_NAMES | actor | target)
        self.text(entry.get("describe"), (*path, "describe"), DONE_NAMES | actor | target)

    def patterns(self, patterns: object, path: KeyPath, before: Names = _NOTHING) -> Names:
        """Check the names that patterns use, in order, and return the names they bind."""
        known: set[str] = set(before)
        for here, pattern in _mappings(patterns, path):
            fresh: set[str] = set()
            self.denied |= _names_of(pattern.get("not"))
            self.cases(pattern, here, known)
            self.beside = _names_of(pattern)
            for word, fields in pattern.items():
                if word == "any":
                    continue
                if word in COMPARED and not isinstance(fields, dict):  # what a count is compared with
                    self.uses(fields, (*here, word), known, word)
                for key, value in fields.items() if isinstance(fields, dict) else ():
                    if word == "not" and key == "any":
                        continue
                    name, rest = _binding(value) if _may_bind(word, key, fields) else (None, value)
                    if name is not None:
                        fresh.add(name)
                    if rest is not None:
                        self.uses(rest, (*here, word, key), known)
            known |= fresh
        self.beside = _NOTHING
        return known

    def cases(self, pattern: dict[str, Any], path: KeyPath, known: Names) -> None:
        """Check the lists of an `any`, also of one inside `not`: each binds its own names, for itself."""
        absent = pattern.get("not")
        inner = absent.get("any") if isinstance(absent, dict) else None
        for place, cases in (((*path, "any"), pattern.get("any")), ((*path, "not", "any"), inner)):
            for index, case in enumerate(cases if isinstance(cases, list) else ()):
                self.cased |= self.patterns(case, (*place, index), known) - known

    def uses(self, value: object, path: KeyPath, known: Names, key: str = "") -> None:
        """Check a value that binds no name: all its references must be known."""
        if isinstance(value, dict):
            for inner, part in value.items():
                self.uses(part, (*path, inner), known, inner)
        elif isinstance(value, list):
            for index, part in enumerate(value):
                self.uses(part, (*path, index), known, key)
        elif isinstance(value, str) and key == "text":
            self.text(value, path, known)
        elif isinstance(value, str) and key not in _PLAIN:
            self.word(value, path, known, key)

    def text(self, text: object, path: KeyPath, known: Names) -> None:
        """Check the placeholders of a text for people."""
        for ref in references(text) if isinstance(text, str) else ():
            self.reference(ref, f"{{{str(ref)[1:]}}}", path, known)

    def word(self, word: str, path: KeyPath, known: Names, key: str) -> None:
        """Check a text that may be a reference, the target `self`, or a relation to it."""
        ref = parse_ref(word)
        if ref is not None:
            self.reference(ref, word, path, known)
        elif key == "target" and word == "self" and self.kind not in CARRIED and "self" not in known:
            self.unbound("`self` is the carrier of a tile's or an ability's rule", path)
        elif key == "relation" and self.kind not in CARRIED:
            hint = "find the pieces by a pattern with `color`, and name these: `target: $piece`"
            self.unbound(f"`relation` is one to a carrier; a {self.kind} has none", path, hint)

    def reference(self, ref: Ref, shown: str, path: KeyPath, known: Names) -> None:
        """Check one reference, shown as in the document."""
        if ref.name == "config":
            self.setting(ref, shown, path)
        elif ref.name == "self" and self.kind not in CARRIED and "self" not in known:
            self.unbound(f"`{shown}` belongs to tiles and abilities; a {self.kind} has no carrier", path)
        elif ref.name not in RESERVED and ref.name not in known:
            self.unbound(f"nothing binds `{shown}`", path, self.binding(ref.name, shown, known))
        elif ref.attr is not None:
            self.part(ref.name, ref.attr, shown, path)

    def binding(self, name: str, shown: str, known: Names) -> str:
        """The hint that says how an unknown name can be bound, or what to write in place of what is shown."""
        close = self.nearest(name, known)
        if close:
            meant = f"${close}{shown[1 + len(name) :]}" if shown.startswith("$") else close
            return f"did you mean '{meant}'?"
        if name in self.denied:
            return "`not` binds nothing: bind the name in a pattern before, or leave it out"
        if name in self.cased:
            return "`any` binds nothing: bind the name in a pattern before"
        if name in self.beside:
            return "a name is known from the next pattern on: bind it in an earlier one"
        return "bind the name in a pattern before it is used"

    def setting(self, ref: Ref, shown: str, path: KeyPath) -> None:
        if ref.attr in self.settings:
            return
        if ref.attr is None:
            message, hint = f"`{shown}` needs the name of a setting", "such as $config.hp"
        else:
            close = self.nearest(ref.attr, self.settings)
            message = f"`{shown}` names no setting of `config`"
            hint = f"did you mean '{close}'?" if close else f"add it: `config: {{{ref.attr}: …}}`"
        self.problem("E_DOC_UNKNOWN_CONFIG", message, path, hint)

    def part(self, name: str, attr: str, shown: str, path: KeyPath) -> None:
        """Check the word behind the point, unless it is an attribute, which other documents may declare."""
        if name in ("scope", "color"):
            self.unbound(f"`{shown}`: `${name}` is a word without parts", path, f"write ${name}")
            return
        parts = {"event": EVENT_FIELDS, "game": (), "preset": ()}.get(name, PROPERTIES)
        if attr in parts or (attr[0].isupper() and name != "event"):
            return
        close = self.nearest(attr, parts)
        expected = f"expected one of {', '.join(parts)}" if parts else "expected the name of an attribute"
        self.unbound(
            f"`{shown}` has no `{attr}`, {expected}", path, f"did you mean '{close}'?" if close else None
        )

    def nearest(self, name: str, names: Iterable[str]) -> str | None:
        """The nearest name, as long as the problem may be listed at all."""
        return nearest(name, sorted(names)[:200]) if len(self.problems) < MAX_PROBLEMS else None

    def unbound(self, message: str, path: KeyPath, hint: str | None = None) -> None:
        self.problem("E_DOC_UNBOUND", message, path, hint)

    def problem(self, code: str, message: str, path: KeyPath, hint: str | None) -> None:
        line, column = self.tree.place(path)
        self.problems.append(
            Problem(code, message, path=format_path(path), line=line, column=column, hint=hint)
        )


def _names_of(value: object) -> Names:
    """All names that stand alone in a pattern."""
    if isinstance(value, dict):
        return frozenset(name for part in value.values() for name in _names_of(part))
    ref = parse_ref(value) if isinstance(value, str) else None
    return frozenset() if ref is None or ref.attr is not None else frozenset((ref.name,))


def _may_bind(word: str, key: str, fields: dict[str, Any]) -> bool:
    """Whether a field of a pattern can bind a name: that of a square only where others say where it lies."""
    return word not in ("not", "move", "count", "sum", *COMPARED) and (
        word != "square" or (key == "is" and ("behind" in fields or "on" in fields))
    )


def _binding(value: object) -> tuple[str | None, object]:
    """The name that a field of a pattern binds, and what else it says."""
    name = _bound_name(value)
    if name is not None:
        return name, None
    if isinstance(value, dict) and "as" in value and "step" not in value:  # there it is the side that sees
        return _bound_name(value["as"]), {key: part for key, part in value.items() if key != "as"}
    return None, value


def _bound_name(value: object) -> str | None:
    """The name that a bare `$name` binds."""
    ref = parse_ref(value) if isinstance(value, str) else None
    return ref.name if ref is not None and ref.attr is None and ref.name not in RESERVED else None
