"""The error tree: one root, a stable code on every error, and the place the error speaks of.

A message says, in this order: what is wrong, what was found, what was expected, and the repair
when it is known. This module knows no other module of the package but the words that authors mix up, and how
values are shown in short.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rete_chess.brief import brief, portable, shipped_name
from rete_chess.codes import CODES as CODES
from rete_chess.synonyms import squeezed, written_for


@dataclass(frozen=True)
class Place:
    """The place of a problem: a file (or `<text>`), and line and column counted from 1."""

    file: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        parts = (shipped_name(self.file), self.line, self.column)
        return ":".join(str(part) for part in parts if part is not None)


@dataclass(frozen=True)
class Problem:
    """One finding about a document, as `validate` reports it."""

    code: str
    message: str
    severity: str = "error"
    path: str = ""
    line: int | None = None
    column: int | None = None
    hint: str | None = None


@dataclass(frozen=True)
class ProfileProblem(Problem):
    """A finding about profiles: which of them it stands in, and the square of the piece it is about."""

    profile: str = ""
    square: str = ""


class ReteChessError(Exception):
    """The root of all errors of the package. `code` is stable, `str(error)` is for people."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        found: object = None,
        expected: str | None = None,
        place: Place | None = None,
        hint: str | None = None,
    ) -> None:
        assert code in CODES, code
        self.code = code
        self.message = shipped_name(message)
        self.found = found
        self.expected = expected
        self.place = place
        self.hint = hint
        super().__init__(self._text())

    def _text(self) -> str:
        where = f"{self.place}: " if self.place else ""
        parts = [f"{where}{self.message}"]
        if self.found is not None:
            parts.append(f"found {clip(self.found)}")
        if self.expected is not None:
            parts.append(f"expected {self.expected}")
        if self.hint is not None:
            parts.append(self.hint)
        return shipped_name(f"{'; '.join(parts)} [{self.code}]")

    def __reduce__(self) -> tuple[Any, ...]:
        """The error as copies and other processes take it; a `found` that is no plain data goes as text."""
        state = {**vars(self), "found": portable(self.found)}
        return _restored, (type(self), self.args, state)


def _restored(kind: type[ReteChessError], args: tuple[Any, ...], state: dict[str, Any]) -> ReteChessError:
    error = kind.__new__(kind)
    error.args = args
    vars(error).update(state)
    return error


class BoardError(ReteChessError):
    """A board size, square name or position that cannot exist."""


class FenError(BoardError):
    """A FEN record that does not describe a position of this board."""


class MoveError(ReteChessError):
    """A move text that cannot be read, or a move that cannot be played."""


class MoveRefusedError(MoveError):
    """A rule refused a legal move; nothing has changed."""

    def __init__(self, rule: str, origin: str, reason: str) -> None:
        self.rule = rule
        self.origin = origin
        self.reason = reason
        super().__init__("E_MOVE_REFUSED", f"{reason} (rule {rule}, {origin})")


class RuleFailedError(ReteChessError):
    """A rule, preset or listener failed while a move was made; nothing has changed."""

    def __init__(self, rule: str, origin: str, error: Exception) -> None:
        self.rule = rule
        self.origin = origin
        super().__init__("E_RULE_FAILED", f"{rule} ({origin}) failed: {type(error).__name__}: {error}")


class HookError(ReteChessError):
    """A hook of a Python preset that did what hooks may not do; nothing has changed."""

    def __init__(
        self, message: str, found: object = None, expected: str | None = None, code: str = "E_HOOK_ANSWER"
    ) -> None:
        self.rule = self.origin = ""
        super().__init__(code, message, found=found, expected=expected)

    def at(self, rule: str, origin: str) -> HookError:
        """The same error with the preset and hook it speaks of, unless it names one already."""
        if self.rule:
            return self
        named = HookError(f"{rule} ({origin}): {self.message}", self.found, self.expected, self.code)
        named.rule, named.origin = rule, origin
        return named


class EventBudgetError(MoveError):
    """The rules of a move keep causing one another; nothing has changed."""

    def __init__(self, budget: int, fired: Sequence[str], where: str = "in one move") -> None:
        self.cycle = _cycle(fired)
        told = f": the rules {' → '.join(self.cycle)} cause one another" if self.cycle else ""
        hint = "let one of them stop, by a condition that its effect ends" if self.cycle else None
        super().__init__("E_EVENT_BUDGET", f"more than {budget} events {where}{told}", hint=hint)


class BudgetError(ReteChessError):
    """A document, a move or a question that costs more than it may; nothing has changed.

    `cost` tells how many steps were asked for so far, and which rule or policy asked for most of them.
    """

    def __init__(self, what: str, budget: int, cost: Any) -> None:
        self.what = what
        self.budget = budget
        self.cost = cost
        rule, origin = cost.most.id, cost.most.origin
        where = f" ({origin})" if origin else ""
        super().__init__(
            "E_BUDGET",
            f"{what} needs more than {budget:,} steps, most of them for {rule}{where}",
            hint="`rete-chess explain-code E_BUDGET` tells how to ask for less",
        )


def _cycle(fired: Sequence[str]) -> tuple[str, ...]:
    """The shortest sequence of names that the end of a list repeats, from its least name on."""
    for length in range(1, len(fired) // 2 + 1):
        round_ = list(fired[-length:])
        if round_ == list(fired[-2 * length : -length]):
            start = round_.index(min(round_))
            return (*round_[start:], *round_[:start], round_[start])
    return tuple(dict.fromkeys(fired))


class GameError(ReteChessError):
    """A request that the state of the game does not allow."""


class RulesError(ReteChessError):
    """Rules or pieces that cannot be compiled."""


class SettingError(RulesError):
    """A setting that a document does not have, or a value that is none for it."""

    def __init__(
        self,
        document: str,
        key: str,
        message: str,
        *,
        found: object = None,
        expected: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.document = document
        self.key = key
        super().__init__("E_CONFIG", message, found=found, expected=expected, hint=hint)


class ProfileError(RulesError):
    """Profiles with which the game cannot go on; nothing has changed. `problems` lists all that was found,
    warnings too."""

    def __init__(self, profiles: Sequence[str], problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        errors = [problem for problem in problems if problem.severity == "error"]
        first, more = errors[0], len(errors) - 1
        message = first.message if not more else f"{first.message} (and {more} more)"
        super().__init__(
            first.code, f"the profiles {', '.join(profiles)} cannot be: {message}", hint=first.hint
        )


class NameLookupError(ReteChessError):
    """A name that a registry does not hold, or holds already."""


class FactError(ReteChessError):
    """A fact that cannot exist, or cannot be changed this way."""


class ResourceError(ReteChessError):
    """Shipped data that cannot be found."""


class SaveError(ReteChessError):
    """A save that is well formed but cannot be taken up again; nothing has been loaded."""


class DocumentError(ReteChessError):
    """A document with at least one problem; `problems` lists all of them, sorted by line.

    `lines` is the text of a document that cannot be read to its end, for excerpts.
    """

    def __init__(self, file: str, problems: Sequence[Problem], lines: Sequence[str] = ()) -> None:
        self.file = file
        self.lines = tuple(lines)
        self.problems = tuple(sorted(problems, key=lambda p: (p.line or 0, p.column or 0, p.path, p.code)))
        first = self.problems[0]
        more = len(self.problems) - 1
        super().__init__(
            first.code,
            first.message if not more else f"{first.message} (and {more} more)",
            place=Place(file, first.line, first.column),
            hint=first.hint,
        )


def problems_in(error: ReteChessError) -> tuple[Problem, ...]:
    """All problems that an error tells of; it is one itself where it lists none."""
    listed: tuple[Problem, ...] = getattr(error, "problems", ())
    return listed or (Problem(error.code, error.message, hint=error.hint),)


def profile_problems_in(error: ReteChessError) -> tuple[ProfileProblem, ...]:
    """The same as findings about profiles, which all name a profile and a square, be it none."""
    return tuple(of_profile(problem) for problem in problems_in(error))


def of_profile(problem: Problem, profile: str = "") -> ProfileProblem:
    """A finding about profiles: as it is, or one that names the profile it was found in."""
    if isinstance(problem, ProfileProblem):
        return problem
    return ProfileProblem(**vars(problem), profile=profile)


def clip(value: object, limit: int = 60) -> str:
    """`repr` of a value, shortened so that hostile input cannot flood a message."""
    text = brief(value) if not isinstance(value, str) else repr(value[: limit + 1])
    return text if len(text) <= limit + 2 else f"{text[:limit]}…"


def nearest(name: object, names: Iterable[str]) -> str | None:
    """The known name that a person most likely meant, by spelling or by synonym, or None."""
    if not isinstance(name, str):
        return None
    known, asked = list(names), name[:80]
    plain = squeezed(asked)
    alike = [other for other in known if plain and squeezed(other) == plain]
    alike += [*written_for(asked, set(known)), *difflib.get_close_matches(asked, known, n=1, cutoff=0.6)]
    return alike[0] if alike else None


def did_you_mean(name: str, names: Iterable[str]) -> str | None:
    """The hint that names the nearest name, if one is near."""
    close = nearest(name, names)
    return f"did you mean {close!r}?" if close else None
