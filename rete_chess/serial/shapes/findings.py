"""The shapes of what is found: problems, errors, examinations, outcomes of scenarios, reports of checks."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import NotRequired, TypedDict


class Problem(TypedDict):
    """A finding about a document, as `validate --json` prints it."""

    code: Annotated[str, Field(description="Its code; `explain-code` has a page for it.")]
    message: Annotated[str, Field(description="What is wrong.")]
    severity: Literal["error", "warning"]
    path: Annotated[str, Field(description="Where in the document, such as rules[0].when; may be empty.")]
    line: Annotated[int | None, Field(description="The line, from 1, if it is known.")]
    column: Annotated[int | None, Field(description="The column, from 1, if it is known.")]
    hint: Annotated[str | None, Field(description="The repair, if it is known.")]
    profile: NotRequired[Annotated[str, Field(description="The profile it stands in; may be empty.")]]
    square: NotRequired[Annotated[str, Field(description="Where the piece stands; may be empty.")]]


class Error(TypedDict):
    """An error, as every command prints it under `error`."""

    code: Annotated[str, Field(description="Its code; `explain-code` has a page for it.")]
    message: Annotated[str, Field(description="What is wrong.")]
    found: Annotated[str | None, Field(description="What was found.")]
    expected: Annotated[str | None, Field(description="What was expected.")]
    file: Annotated[str | None, Field(description="The file it speaks of.")]
    line: Annotated[int | None, Field(description="The line there, from 1.")]
    column: Annotated[int | None, Field(description="The column there, from 1.")]
    hint: Annotated[str | None, Field(description="The repair, if it is known.")]
    problems: NotRequired[Annotated[list[Problem], Field(description="All problems of a document.")]]


class Examination(TypedDict):
    """All problems of one document."""

    file: Annotated[str, Field(description="The name of the document.")]
    ok: Annotated[bool, Field(description="Whether it can be used: warnings do not count.")]
    problems: list[Problem]


class Repair(TypedDict):
    """A repair of a problem that an editor can make: a word in a line, and what to write for it."""

    problem: Annotated[int, Field(description="The place of the problem in the list, from 0.")]
    line: int
    column: Annotated[int, Field(description="Where the word begins, from 1.")]
    endColumn: Annotated[int, Field(description="The column behind the word.")]
    text: Annotated[str, Field(description="What to write for it.")]


class Validation(TypedDict):
    """All problems of a document that is being written, with the repairs that are known."""

    ok: Annotated[bool, Field(description="Whether it can be used: warnings do not count.")]
    problems: list[Problem]
    repairs: list[Repair]


class Difference(TypedDict):
    """A difference from what a scenario says."""

    message: Annotated[str, Field(description="What is otherwise.")]
    path: Annotated[str, Field(description="Where the scenario says it.")]
    line: int
    column: int


class Outcome(TypedDict):
    """The outcome of a scenario."""

    name: str
    file: str
    network: Annotated[str | None, Field(description="The network; null: the one used by default.")]
    passed: bool
    skipped: Annotated[str, Field(description="Why it was not run; empty if it was.")]
    problems: list[Difference]


class CoveredRule(TypedDict):
    """A rule that took part in scenarios."""

    rule: Annotated[str, Field(description="Its id.")]
    origin: Annotated[str, Field(description="Where it is written, as file:line.")]
    fired: Annotated[int, Field(description="How often it fired.")]
    held: Annotated[int, Field(description="In how many positions it contributed, if it is continuous.")]


class Coverage(TypedDict):
    """Which rules took effect in scenarios."""

    covered: int
    of: int
    rules: list[CoveredRule]


class ScenarioRun(TypedDict):
    """A run of scenarios, as `test --json` prints it."""

    passed: int
    failed: int
    skipped: int
    scenarios: list[Outcome]
    coverage: NotRequired[Coverage]
    stopped: NotRequired[
        Annotated[Error, Field(description="Why no further scenarios were run, where a budget was used up.")]
    ]


class PresetChange(TypedDict):
    """Something that a preset changes."""

    what: Annotated[str, Field(description="What it is about, such as movement.")]
    text: Annotated[str, Field(description="The change in words.")]


class PresetFootprint(TypedDict):
    """What a preset changes."""

    id: str
    scope: Literal["white", "black", "both"]
    description: str
    changes: list[PresetChange]


class Meeting(TypedDict):
    """Something that two presets both change."""

    presets: Annotated[list[str], Field(min_length=2, max_length=2, description="Their ids, in order.")]
    what: str
    severity: Literal["note", "warning"]
    text: str


class PresetsReport(TypedDict):
    """What presets change and whether they go together, as `check-presets --json` prints it."""

    variant: NotRequired[str]
    presets: list[PresetFootprint]
    meetings: list[Meeting]
    refused: Annotated[list[Error], Field(description="Why they do not go together.")]
    ok: bool


class ProfileEntry(TypedDict):
    """What an entry of a profile gives, and to whom."""

    profile: Annotated[str, Field(description="The id of the profile.")]
    kind: Annotated[str, Field(description="A modifier kind, or the id of an ability or modifier.")]
    value: Annotated[Any, Field(description="The value as it is stored; null if it has none.")]
    pieces: Annotated[str, Field(description="Whom, in words.")]
    text: Annotated[str, Field(description="What it gives, in words.")]
    origin: Annotated[str, Field(description="Where it is written, as file:line.")]


class ProfilesReport(TypedDict):
    """What profiles give and whether they can be stacked, as `check-profiles --json` prints it."""

    variant: NotRequired[str]
    profiles: Annotated[list[str], Field(description="Their ids, in order; the last counts most.")]
    entries: list[ProfileEntry]
    meetings: Annotated[list[Problem], Field(description="Where two of them meet.")]
    findings: Annotated[list[Problem], Field(description="Errors and warnings.")]
    ok: bool


class ProfileFinding(Problem):
    """A finding about a profile that is being written."""

    isFixable: Annotated[bool, Field(description="Whether leaving its entry out mends it.")]
    advice: NotRequired[Annotated[str, Field(description="What people can do about it otherwise.")]]


class ProfilesCheck(TypedDict):
    """What presets and profiles give in a game, where they meet, and whether it can be played with them."""

    ok: Annotated[bool, Field(description="Whether they can be in force: warnings do not count.")]
    profiles: Annotated[list[str], Field(description="Their ids, in order; the last counts most.")]
    entries: list[ProfileEntry]
    problems: Annotated[list[ProfileFinding], Field(description="Errors and warnings.")]
    conflicts: Annotated[list[ProfileFinding], Field(description="Where entries of profiles meet.")]
    presets: NotRequired[
        Annotated[PresetsReport, Field(description="The presets; absent if one of them cannot be read.")]
    ]


class ProfileFix(TypedDict):
    """A profile without what caused a problem."""

    profile: Annotated[dict[str, Any], Field(description="The profile as a document.")]
    check: Annotated[ProfilesCheck, Field(description="What is found with it in place of the old one.")]
