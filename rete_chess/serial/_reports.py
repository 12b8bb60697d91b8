"""Reports as JSON: runs of scenarios, presets that meet, profiles that are stacked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rete_chess.brief import shipped_name
from rete_chess.errors import DocumentError, Problem, ProfileError
from rete_chess.facts.kept import plain
from rete_chess.serial._problems import error_data, problem_data

if TYPE_CHECKING:
    from rete_chess.compiler.checks.meetings import Report
    from rete_chess.compiler.profiles.stack import Entry, Stack
    from rete_chess.documents import Document
    from rete_chess.engine import Engine
    from rete_chess.serial import shapes
    from rete_chess.testing import Outcome
    from rete_chess.testing.coverage import Coverage


def scenarios_data(outcomes: Sequence[Outcome], coverage: Coverage | None = None) -> shapes.ScenarioRun:
    """A run of scenarios, as `test --json` prints it."""
    data: shapes.ScenarioRun = {
        "passed": sum(outcome.passed for outcome in outcomes),
        "failed": sum(bool(outcome.problems) for outcome in outcomes),
        "skipped": sum(bool(outcome.skipped) for outcome in outcomes),
        "scenarios": [_outcome(outcome) for outcome in outcomes],
    }
    if coverage is not None:
        data["coverage"] = _coverage(coverage)
    return data


def _outcome(outcome: Outcome) -> shapes.Outcome:
    return {
        "name": outcome.name,
        "file": outcome.file,
        "network": outcome.network,
        "passed": outcome.passed,
        "skipped": outcome.skipped,
        "problems": [
            {"message": found.message, "path": found.path, "line": found.line, "column": found.column}
            for found in outcome.problems
        ],
    }


def _coverage(coverage: Coverage) -> shapes.Coverage:
    return {
        "covered": len(coverage.rules) - len(coverage.never),
        "of": len(coverage.rules),
        "rules": [
            {
                "rule": rule.rule,
                "origin": shipped_name(rule.origin),
                "fired": rule.fired,
                "held": rule.held,
            }
            for rule in coverage.rules
        ],
    }


def presets_report_data(report: Report) -> shapes.PresetsReport:
    """What presets change, where they meet, and whether they go together."""
    return {
        "presets": [
            {
                "id": preset.id,
                "scope": preset.scope,  # type: ignore[typeddict-item]
                "description": preset.description,
                "changes": [{"what": change.what, "text": change.text} for change in preset.changes],
            }
            for preset in report.footprints
        ],
        "meetings": [
            {
                "presets": list(meeting.presets),
                "what": meeting.what,
                "severity": meeting.severity,  # type: ignore[typeddict-item]
                "text": meeting.text,
            }
            for meeting in report.meetings
        ],
        "refused": [error_data(error) for error in report.refused],
        "ok": report.is_fine,
    }


def profiles_report_data(engine: Engine, profiles: Sequence[Document]) -> shapes.ProfilesReport:
    """What profiles would give in a game, where they meet, and whether it can go on with them."""
    from rete_chess.compiler.profiles.conflicts import conflicts

    found = engine.check_profiles(profiles)
    stack = _stack(engine, profiles)
    meetings = [conflict.problem for conflict in conflicts(stack, engine.board, engine._game.starts)]
    findings = [problem for problem in found if problem not in meetings]
    return {
        "profiles": [profile.model.id for profile in profiles],  # type: ignore[attr-defined]
        "entries": [entry_data(entry) for entry in stack.entries],
        "meetings": [problem_data(problem) for problem in meetings],
        "findings": [problem_data(problem) for problem in findings],
        "ok": all(problem.severity == "warning" for problem in findings),
    }


def _stack(engine: Engine, profiles: Sequence[Document]) -> Stack:
    """The stack of profiles in a game; an empty one if they cannot be there, which the findings tell."""
    from rete_chess.compiler import with_profiles
    from rete_chess.compiler.profiles.stack import NO_PROFILES

    try:
        return with_profiles(engine.program, engine.active_presets, profiles).stack
    except (DocumentError, ProfileError):
        return NO_PROFILES


def profiles_check_data(
    engine: Engine, profiles: Sequence[Document], found: Sequence[Problem] = ()
) -> shapes.ProfilesCheck:
    """What an editor of profiles shows: what they give, and each problem with its fix or advice.

    `found` are problems of profiles that could not be read.
    """
    report = profiles_report_data(engine, profiles)
    problems = [*(problem_data(problem) for problem in found), *report["findings"]]
    return {
        "ok": all(problem["severity"] == "warning" for problem in problems),
        "profiles": report["profiles"],
        "entries": report["entries"],
        "problems": [finding_data(problem) for problem in problems],
        "conflicts": [finding_data(problem) for problem in report["meetings"]],
    }


def finding_data(problem: shapes.Problem) -> shapes.ProfileFinding:
    """A finding about a profile, with whether it can be mended by leaving things out, or advice."""
    from rete_chess.compiler.profiles.repair import ADVICE, is_fixable

    fixable = is_fixable(Problem(problem["code"], problem["message"], path=problem["path"]))
    data: shapes.ProfileFinding = {**problem, "isFixable": fixable}  # type: ignore[typeddict-item]
    advice = problem["hint"] or ADVICE.get(problem["code"])
    if advice and not fixable:
        data["advice"] = advice
    return data


def entry_data(entry: Entry) -> shapes.ProfileEntry:
    """An entry of a profile, with a sentence about what it gives."""
    return {
        "profile": entry.profile,
        "kind": entry.kind,
        "value": plain(entry.value),
        "pieces": entry.whom,
        "text": _gift(entry),
        "origin": shipped_name(entry.origin),
    }


def _gift(entry: Entry) -> str:
    from rete_chess.modifiers.catalog import MODIFIER_KINDS

    if MODIFIER_KINDS.has(entry.kind):
        return MODIFIER_KINDS.get(entry.kind).describe(entry.value)
    return entry.kind
