"""The error tree: one root, a stable code on every error, and the place the error speaks of.

A message says, in this order: what is wrong, what was found, what was expected, and the repair
when it is known. This module knows no other module of the package but the words that authors mix up.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from rete_chess.synonyms import squeezed, written_for

#: Every code the package raises, with the sentence `explain-code` and the docs print.
CODES: dict[str, str] = {
    "E_FEN": "The text is not a FEN record of this board.",
    "E_FEN_LETTER": "A piece letter of the FEN belongs to no piece type of the variant.",
    "E_MOVE_TEXT": "The text is not a move in UCI or SAN form.",
    "E_MOVE_ILLEGAL": "The move is well formed but not legal in this position.",
    "E_MOVE_PIECE": "The side to move has no piece on the square that the move starts from.",
    "E_MOVE_REACH": "The piece does not move to that square in any way.",
    "E_MOVE_BLOCKED": "Another piece stands in the way, or on the target.",
    "E_MOVE_PROMOTION": "The move has to name a promotion, or must not name one.",
    "E_MOVE_CASTLING": "Castling is not possible in this position.",
    "E_MOVE_FORBIDDEN": "A `forbid` of a document, or a Python preset, does not allow the move.",
    "E_MOVE_SELF_CHECK": "A royal piece of the mover would be lost or attacked after the move.",
    "E_MOVE_REQUIRED": "Another move is compulsory, as long as one exists.",
    "E_MOVE_AMBIGUOUS": "The move text fits several legal moves.",
    "E_MOVE_REFUSED": "A rule refused the move at the moment it was played.",
    "E_RULE_FAILED": "A rule, preset or listener failed while a move was made.",
    "E_EVENT_BUDGET": "The rules of one move cause more events than the budget allows.",
    "E_REQUEST": "The engine is asked for something that cannot be done in this position.",
    "E_GAME_OVER": "The game has ended; no further move can be played.",
    "E_NOTHING_TO_UNDO": "There is no earlier move to take back.",
    "E_NOTHING_TO_REDO": "There is no move that was taken back here.",
    "E_HISTORY": "The match has no such index.",
    "E_DRAW": "There is no draw to accept, decline or claim.",
    "E_SAVE_VERSION": "The save is of a version that this program does not know.",
    "E_SAVE_VARIANT": "The save's documents are not those that its digest was taken of.",
    "E_SAVE_STATE": "The moves of the save do not lead to its state.",
    "E_SAVE_FILE": "The save cannot be written there.",
    "E_SAVE_SIZE": "The match is too long for a save that could be read again.",
    "E_BOARD_SIZE": "The board is smaller than 1 x 1 or larger than 16 x 16 squares.",
    "E_SQUARE": "The text is not the name of a square of this board.",
    "E_PIECE_RULES": "A piece type cannot be compiled to movement tables.",
    "E_FACT_UNKNOWN": "The attribute is not declared by the core, a preset or a primitive.",
    "E_FACT_TYPE": "A value does not have the type its attribute declares.",
    "E_FACT_CORE": "A fact of the board cannot be set in this way.",
    "E_ATTRIBUTE": "A document uses an attribute that nobody declares, or declares it in another way.",
    "E_TILE": "A tile cannot lie where the document puts it.",
    "E_ABILITY": "An ability is given to pieces that cannot have it.",
    "E_MODIFIER": "A custom modifier is given to pieces that cannot have it.",
    "E_MODIFIER_SIZE": "A custom modifier holds more than 50 primitives.",
    "E_MODIFIER_DEPTH": "The primitives of a custom modifier stand more than 3 deep in one another.",
    "E_MODIFIER_SCRIPTED": "Custom modifiers of the type `scripted` are reserved for a later version.",
    "E_PRIMITIVE_KIND": "There is no primitive of that kind.",
    "E_PRIMITIVE_PLACE": "A primitive, or one of its parameters, cannot stand at this place.",
    "E_PRIMITIVE_TARGET": "A primitive asks for a target that is not known at its place.",
    "E_DERIVE": "What is derived from facts is asked for something that is itself derived, or for an event.",
    "E_TARGET": "An action does not fit the target it is given.",
    "E_MOVEMENT": "A change of movement cannot be compiled to tables.",
    "E_TURN": "The length of a turn is not a small whole number.",
    "E_PRESETS": "The presets do not go together: one excludes or requires another.",
    "E_SCOPE": "A preset that is active for one side says something that can only hold for both.",
    "E_PROFILE": "The profiles cannot be stacked: one is no profile, or stands twice.",
    "E_PROFILE_NO_KING": "A side has no royal piece, so that no profile can be put in force.",
    "E_PROFILE_INVULN_KING": "A profile makes a royal piece one that cannot be captured.",
    "E_PROFILE_ORPHAN_INSTANCE": "Entries for single pieces are left out: nobody is meant by them.",
    "E_PROFILE_DEADLOCK": "With the profiles a side has no legal move, though it had one without them.",
    "E_PROFILE_ATTR_LIMIT": "With the profiles a piece has more than 16 attributes.",
    "E_HOOK": "A Python preset has something that is no hook, or says of itself what cannot be.",
    "E_HOOK_ANSWER": "A hook of a Python preset gave an answer that is of no use.",
    "E_HOOK_CHANGE": "A hook changed the game while it was only asked.",
    "E_PRESET_LOAD": "A preset that a package offers cannot be loaded.",
    "E_CONFIG": "A setting is not one that the document has, or its value is of no use there.",
    "E_START": "The variant has no start position.",
    "E_EXTENDS": "A variant extends itself, or something that is no variant.",
    "E_RULE_SIZE": "A rule joins more facts than a network can.",
    "E_UNKNOWN_NAME": "Nothing of that name is registered.",
    "E_DUPLICATE_NAME": "Something of that name is registered already.",
    "E_USAGE": "The command line is not as the command expects it.",
    "E_INTERNAL": "A defect of the program; the state of the game is as before.",
    "E_RESOURCE": "A data folder of the package is missing.",
    "E_DOC_READ": "The file cannot be read.",
    "E_DOC_ENCODING": "The document is not UTF-8 text.",
    "E_DOC_SYNTAX": "The document is not well-formed YAML or JSON.",
    "E_DOC_LIMIT": "The document exceeds a size limit (bytes, depth, nodes or aliases).",
    "E_DOC_DUPLICATE_KEY": "A mapping holds the same key twice.",
    "E_DOC_KEY": "A mapping key is not a plain text.",
    "E_DOC_TAG": "Explicit YAML tags are not part of the language.",
    "E_DOC_MERGE": "YAML merge keys are not part of the language.",
    "E_DOC_NUMBER": "A number is not finite or too large.",
    "E_DOC_MISSING": "A required key is missing.",
    "E_DOC_UNKNOWN_KEY": "A key is not part of this kind of document.",
    "E_DOC_TYPE": "A value has the wrong type.",
    "E_DOC_VALUE": "A value is outside what its key allows.",
    "E_DOC_CHOICE": "A value is not one of the words its key allows.",
    "E_DOC_CONFLICT": "A key cannot stand beside another one, or needs one that is absent.",
    "E_DOC_SCHEMA": "The JSON Schema of its kind does not allow the document.",
    "E_DOC_KIND": "The document is of no known kind.",
    "E_DOC_DUPLICATE_ID": "Two rules or presets of a document have the same id.",
    "E_DOC_UNBOUND": "A reference stands for nothing that is known at its place.",
    "E_DOC_UNKNOWN_CONFIG": "A reference names a setting that `config` does not hold.",
    "E_PIECE_TYPE": "A document names a piece type that nobody knows.",
    "E_PIECE_LETTER": "A piece type has two letters, or two types would share one.",
    "E_NETWORK": "A hook, a fact or an event that a network cannot hold, or a network that failed.",
    "E_NETWORK_LIMIT": "The rules go beyond what the network can hold or work through.",
    "E_NETWORK_UNAVAILABLE": "The network that was asked for cannot be used here.",
    "W_PRESETS": "Two presets of a variant say different things of the same matter.",
    "W_END_UNREACHABLE": "A way to end the game asks for something that cannot be.",
    "W_RULE_SILENT": "A rule waits for something that never happens.",
    "W_RULE_SHADOWED": "An earlier rule always keeps a rule from firing.",
    "W_PROFILES": "Entries of profiles meet, or a modifier that comes along has the id of a known one.",
    "W_TYPE_ABSENT": "A document speaks of a piece type that is not in play.",
    "W_ATTRIBUTE_UNSEEDED": "An attribute never has a value.",
    "W_ATTRIBUTE_UNREAD": "Nobody reads an attribute.",
    "W_HP_IDLE": "Hit points are given or healed, but no rule lets damage take them.",
    "W_FILE_NAME": "The file of a document has another name than its id.",
    "W_NO_ROYAL": "A side that can only lose by mate has no royal piece.",
    "W_NO_FIRST_MOVE": "There is no legal move in the first position.",
}

_PACKAGE = os.path.dirname(os.path.realpath(__file__))
#: The data folders with the places where they may lie.
_SHIPPED: Final = tuple(
    (name, os.path.join(place, name, ""))
    for place in (os.path.join(_PACKAGE, "data"), os.path.dirname(_PACKAGE))
    for name in ("descriptors", "rules", "schemas")
)


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
        self.message = message
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
        super().__init__(
            "E_EVENT_BUDGET",
            f"more than {budget} events {where}: the rules " + " → ".join(self.cycle) + " cause one another",
            hint="let one of them stop, by a condition that its effect ends",
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


def shipped_name(text: str) -> str:
    """A text that names shipped documents as `descriptors/…` and `rules/…`, wherever they are installed."""
    for name, place in _SHIPPED:
        text = text.replace(place, f"{name}/")
    return text


def clip(value: object, limit: int = 60) -> str:
    """`repr` of a value, shortened so that hostile input cannot flood a message."""
    text = repr(value) if not isinstance(value, str) else repr(value[: limit + 1])
    return text if len(text) <= limit + 2 else f"{text[:limit]}…"


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The known name that a person most likely meant, by spelling or by synonym, or None."""
    known, asked = list(names), name[:80]
    plain = squeezed(asked)
    alike = [other for other in known if plain and squeezed(other) == plain]
    alike += [*written_for(asked, set(known)), *difflib.get_close_matches(asked, known, n=1, cutoff=0.6)]
    return alike[0] if alike else None


def did_you_mean(name: str, names: Iterable[str]) -> str | None:
    """The hint that names the nearest name, if one is near."""
    close = nearest(name, names)
    return f"did you mean {close!r}?" if close else None
