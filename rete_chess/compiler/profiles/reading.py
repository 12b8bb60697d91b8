"""From profile documents to the stack of a program: names resolved, values checked, by line.

Nothing is refused here: entries that are wrong are left out, and the stack tells what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rete_chess import primitives
from rete_chess.compiler import catalog
from rete_chess.compiler._joining import joined
from rete_chess.compiler.bundles import Bundle, Bundles
from rete_chess.compiler.profiles.conflicts import conflicts
from rete_chess.compiler.profiles.documents import carried, known_by, model_of, own_modifiers
from rete_chess.compiler.profiles.stack import Entry, Stack, placement_of
from rete_chess.compiler.variant import Variant
from rete_chess.core.geometry import geometry
from rete_chess.documents import AbilityDocument, Document
from rete_chess.documents.kinds.profile import InstanceEntry, TypeEntry
from rete_chess.documents.reading.tree import KeyPath, format_path
from rete_chess.errors import DocumentError, Problem, ProfileError, ProfileProblem, RulesError
from rete_chess.facts.carriers import Carrier, of_piece
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.modifiers.promotion_override import KIND as PROMOTION
from rete_chess.registry import unknown_name


def stack_of(
    profiles: Sequence[Document], variant: Variant, letters: Mapping[str, str], bundles: Bundles
) -> Stack:
    """The stack of some profiles; the bundles that their entries name join those of the program. `letters`
    are the piece types in play."""
    by_type: list[Entry] = []
    by_square: list[Entry] = []
    readers = [_Reader(document, variant, letters, bundles) for document in profiles]
    for reader in readers:
        by_type += reader.by_type()
        by_square += reader.by_square()
    errors = [problem for reader in readers for problem in reader.problems]
    warnings = [problem for reader in readers for problem in reader.hidden()]
    return Stack(tuple(profiles), (*by_type, *by_square), notes=(*errors, *warnings))


def demand_sound(stack: Stack) -> None:
    """Refuse profiles of which something is wrong, with all that is to be said of them: one as a document,
    several as a list."""
    if not any(problem.severity == "error" for problem in stack.notes):
        return
    found = [*stack.notes, *(conflict.problem for conflict in conflicts(stack))]
    concerned = {problem.profile for problem in found if isinstance(problem, ProfileProblem)}
    if len(concerned) > 1:
        raise ProfileError(stack.ids, found)
    wrong = next(document for document in stack.profiles if model_of(document).id in concerned)
    raise DocumentError(wrong.tree.file, found)


def demand_bundles(stack: Stack, found: Mapping[Carrier, Sequence[Problem]]) -> None:
    """Refuse profiles in whose abilities and modifiers something was found wrong, at the modifier that a
    profile brings along, or else at the entry."""
    told: list[ProfileProblem] = []
    for entry in stack.entries:
        document = next(one for one in stack.profiles if model_of(one).id == entry.profile)
        own = [modifier.id for modifier in model_of(document).custom_modifiers]
        home = f"customModifiers[{own.index(entry.kind)}]." if entry.kind in own else ""
        for problem in found.get(entry.carrier, ()) if entry.carrier is not None else ():
            here = entry.problem(problem.code, problem.message, hint=problem.hint)
            if home:
                path, mark = f"{home}{problem.path}", (problem.line, problem.column)
                here = replace(here, path=path, line=mark[0], column=mark[1], square="")
            told.append(here)
    if told:
        demand_sound(replace(stack, notes=(*stack.notes, *dict.fromkeys(told))))


class _Reader:
    """One profile while it is read."""

    def __init__(
        self, document: Document, variant: Variant, letters: Mapping[str, str], bundles: Bundles
    ) -> None:
        self.document = document
        self.model = model_of(document)
        board = variant.board
        self.board = geometry(8, 8) if board is None else geometry(board.width, board.height)
        self.letters = letters
        self.types = list(letters.values())
        self.variant, self.beside = variant, variant.neighbours
        self.bundles = bundles
        self.problems: list[ProfileProblem] = []
        self.layout = self._layout(variant)
        self.is_elsewhere = bool(self.layout) and self.layout != placement_of(variant.start)
        self.unsound = self._examine_modifiers()

    def by_type(self) -> list[Entry]:
        found = []
        for index, entry in enumerate(self.model.per_type):
            path: KeyPath = ("perType", index)
            made = self._entry(entry, path)
            if entry.piece_type not in self.types:
                self._report_type(entry.piece_type, (*path, "pieceType"))
            elif made is not None:
                found.append(made)
        return found

    def by_square(self) -> list[Entry]:
        found = []
        for index, entry in enumerate(self.model.per_instance):
            path: KeyPath = ("perInstance", index)
            if not self.board.has_square(entry.square):
                if not self.is_elsewhere:  # else it is a square of another board
                    last = self.board.names[-1]
                    message, hint = f"{entry.square} is not on the board", f"squares are a1 to {last}"
                    self._report("E_SQUARE", message, (*path, "square"), hint)
                continue
            made = self._entry(entry, path, self.board.parse_square(entry.square))
            found += [made] if made is not None else []
        return found

    def _layout(self, variant: Variant) -> str:
        """The placement of the layout that the profile is for, or nothing; an unknown one is a problem."""
        layout = self.model.layout_id
        if layout is None:
            return ""
        known = catalog.names(catalog.layouts(), variant.neighbours)
        if layout not in known:
            self._unknown("layout", layout, known, ("layoutId",))
            return ""
        return placement_of(catalog.layout(layout, variant.neighbours).fen)

    def _examine_modifiers(self) -> set[str]:
        """Report what is wrong with the profile's own modifiers, whether or not an entry names them; the ids
        of those that are."""
        wrong: set[str] = set()
        own = [modifier.id for modifier in self.model.custom_modifiers]
        for index, name in enumerate(own):
            if name in own[:index]:
                message, hint = f"the profile has two modifiers {name!r}", "give each an id of its own"
                self._report("E_DUPLICATE_NAME", message, ("customModifiers", index, "id"), hint)
        for path, modifier in primitives.inner_modifiers(self.document) if own else ():
            problems = primitives.modifier_problems(modifier, self.board)
            self._report_inner(problems, path)
            wrong |= {own[int(path[-1])]} if problems else set()
        return wrong

    def hidden(self) -> list[Problem]:
        """Warnings of own modifiers with the id of one that everybody knows."""
        found: list[Problem] = []
        for index, (name, own) in enumerate(own_modifiers(self.document).items()):
            if any(other != own for other in known_by(name, self.document)):
                message = f"{self.model.id} has a {name} of its own, which counts in place of the known one"
                path: KeyPath = ("customModifiers", index, "id")
                hint = "give it an id of its own"
                found.append(self._problem("W_PROFILES", message, path, hint, "warning"))
        return found

    def _entry(self, entry: TypeEntry | InstanceEntry, path: KeyPath, square: int = -1) -> Entry | None:
        carrier = value = None
        attributes: tuple[str, ...] = ()
        if MODIFIER_KINDS.has(entry.kind):
            value = self._value(entry, path)
            if value is None:
                return None
        else:
            bundle = self._bundle(entry, path)
            if bundle is None:
                return None
            carrier = bundle.carrier
            assert isinstance(bundle.document.model, AbilityDocument)
            attributes = tuple(bundle.document.model.attributes)
        return Entry(
            self.model.id,
            entry.kind,
            value,
            entry.piece_type if isinstance(entry, TypeEntry) else "",
            entry.color if isinstance(entry, TypeEntry) else "both",
            square,
            "" if isinstance(entry, TypeEntry) else entry.square,
            carrier,
            attributes,
            self.document.origin(path),
            format_path(path),
            self.document.tree.place(path),
            self.layout if square >= 0 else "",
        )

    def _value(self, entry: TypeEntry | InstanceEntry, path: KeyPath) -> Any:
        kind = MODIFIER_KINDS.get(entry.kind)
        if entry.value is None:
            self._report("E_DOC_MISSING", f"{kind.id} needs a `value`", path, None)
            return None
        value, problems = kind.parse(self.document.tree, path)
        self._report_inner(problems, path)
        strange = [name for name in value or () if name not in self.types] if kind is PROMOTION else []
        for name in strange:
            self._report_type(name, (*path, "value"))
        return None if strange else value

    def _bundle(self, entry: TypeEntry | InstanceEntry, path: KeyPath) -> Bundle | None:
        """The ability or custom modifier that an entry names."""
        found = carried(self.document, entry.kind)
        if found is None:
            own = [modifier.id for modifier in self.model.custom_modifiers]
            known = (*MODIFIER_KINDS.list(), *catalog.abilities().list(), *catalog.modifiers().list(), *own)
            self._unknown("modifier", entry.kind, known, (*path, "kind"))
            return None
        if entry.value is not None:
            self._report("E_DOC_CONFLICT", f"{entry.kind} takes no value", (*path, "value"), "remove it")
        body = self._body(found, path)
        if body is None:
            return None
        document, triggers = body
        # Of its own, beside what the variant gives: it goes when the profile goes.
        carrier = of_piece(f"{entry.kind} by profile")
        is_modifier = found.kind == "modifier"
        made = Bundle(document, carrier, noun="modifier" if is_modifier else "ability", triggers=triggers)
        alike = [b for b in self.bundles.of_pieces if (b.noun, b.id) == (made.noun, made.id)]
        if any(other.document.tree.value != document.tree.value for other in alike):
            message = f"the variant or another profile has another {entry.kind}"
            self._report("E_DUPLICATE_NAME", message, (*path, "kind"), "give it an id of its own")
            return None
        bundle = next((other for other in alike if other.carrier == carrier), None)
        if bundle is None:
            bundle = made
            (self.bundles.modifiers if is_modifier else self.bundles.abilities).append(bundle)
        return bundle

    def _body(self, found: Document, path: KeyPath) -> tuple[Document, tuple[str, ...]] | None:
        """What an ability says, or a modifier on this board with its triggers, unless something is wrong."""
        if found.kind != "modifier":
            return found, ()
        name = catalog.id_of(found)
        is_own = name in own_modifiers(self.document)
        problems = [] if is_own else primitives.modifier_problems(found, self.board)
        for problem in problems:
            message = f"{name} cannot be used here, {problem.path}: {problem.message}"
            self._report(problem.code, message, (*path, "kind"), problem.hint)
        if problems or (is_own and name in self.unsound):
            return None
        lowered = primitives.lower_modifier(found, self.board)
        return lowered.document, lowered.triggers

    def _report_type(self, name: str, path: KeyPath) -> None:
        """Report a piece type that cannot join: nobody knows it, or its letter is taken."""
        known = catalog.names(catalog.pieces(), self.beside)
        if name not in known:
            self._unknown("piece type", name, (*self.types, *known), path)
            return
        try:
            joined(self.letters, name, self.variant)
        except RulesError as error:
            self._report(error.code, error.message, path, error.hint)

    def _unknown(self, what: str, name: str, known: Sequence[str], path: KeyPath) -> None:
        error = unknown_name(what, name, known)
        self._report(error.code, f"unknown {what} {name!r}", path, error.hint)

    def _report(self, code: str, message: str, path: KeyPath, hint: str | None) -> None:
        problem = self._problem(code, message, path, hint)
        if problem not in self.problems:
            self.problems.append(problem)

    def _report_inner(self, problems: Sequence[Problem], home: KeyPath) -> None:
        """Report problems of a part that has paths of its own."""
        self.problems += [
            self._problem(
                p.code, p.message, home, p.hint, name=f"{format_path(home)}.{p.path}".rstrip("."), at=p
            )
            for p in problems
        ]

    def _problem(
        self,
        code: str,
        message: str,
        path: KeyPath,
        hint: str | None,
        severity: str = "error",
        *,
        name: str = "",
        at: Problem | None = None,
    ) -> ProfileProblem:
        line, column = self.document.tree.place(path) if at is None else (at.line, at.column)
        square = self.model.per_instance[int(path[1])].square if path[0] == "perInstance" else ""
        return ProfileProblem(
            code, message, severity, name or format_path(path), line, column, hint, self.model.id, square
        )
