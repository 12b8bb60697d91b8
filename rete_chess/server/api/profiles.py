"""Answers about presets and profiles: what they give, where they meet, and a profile mended."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rete_chess import serial
from rete_chess.compiler import ActivePreset, Program
from rete_chess.compiler.checks.meetings import Report, report_presets
from rete_chess.compiler.profiles.documents import model_of, read_profiles
from rete_chess.compiler.profiles.repair import apply_fix
from rete_chess.documents import Document
from rete_chess.engine import Engine
from rete_chess.errors import (
    BudgetError,
    Problem,
    ProfileProblem,
    ReteChessError,
    RulesError,
    clip,
    did_you_mean,
    problems_in,
)
from rete_chess.metering import trying
from rete_chess.server.api.documents import NETWORK
from rete_chess.server.api.requests import FindingPart, FixRequest, ProfilesRequest
from rete_chess.server.api.setting import Setting, name_of
from rete_chess.server.wire.parts import listed

if TYPE_CHECKING:
    from rete_chess.serial import shapes


@dataclass
class Stack:
    """The presets and profiles of a request that can be read, and what is wrong with the others."""

    engine: Engine
    presets: Report | None
    profiles: tuple[Document, ...] = ()
    problems: list[Problem] = field(default_factory=list)


def check_profiles(request: ProfilesRequest) -> shapes.ProfilesCheck:
    """What presets and profiles give in a game, where they meet, and whether it can be played with them."""
    with trying(what="the look at the profiles"):
        return _told(_stack(request))


def fix_profile(request: FixRequest) -> shapes.ProfileFix:
    """The profile that a problem names, without its cause, and what is found with it in its place."""
    with trying(what="the look at the profiles"):
        stack = _stack(request)
        problem = _problem(request.problem)
        wanted = problem.profile or request.profile
        old = _chosen(stack.profiles, wanted)
        mended = apply_fix(old, problem)
        profiles = tuple(mended if profile is old else profile for profile in stack.profiles)
        return {"profile": mended.to_json(), "check": _told(replace(stack, profiles=profiles))}


def _told(stack: Stack) -> shapes.ProfilesCheck:
    profiles = [*stack.engine.active_profiles, *stack.profiles]
    data = serial.profiles_check_data(stack.engine, profiles, stack.problems)
    if stack.presets is not None:
        data["presets"] = serial.presets_report_data(stack.presets)
    return data


# -- reading ---------------------------------------------------------------------------------------


def _stack(request: ProfilesRequest) -> Stack:
    """Everything that a request names; only a variant that cannot be played is an error."""
    setting = Setting(request.variant, None, request.documents)
    problems: list[Problem] = []
    base = setting.bare() if request.whole else setting.trial.compiled()
    program, report = _with_presets(setting, base, request, problems)
    engine = Engine(program, request.fen, NETWORK)
    for modifier in request.custom_modifiers or ():
        try:
            setting.learn(modifier)
        except BudgetError:
            raise
        except ReteChessError as error:
            problems += told_by(error)
    profiles = _profiles(setting, request, engine.active_profiles, problems)
    return Stack(engine, report, profiles, problems)


def _with_presets(
    setting: Setting, base: Program, request: ProfilesRequest, problems: list[Problem]
) -> tuple[Program, Report | None]:
    """The program with the presets that are asked for, or without them if they do not go together."""
    try:
        uses: tuple[ActivePreset, ...] = setting.presets(request.presets)
        report = report_presets(base, (*base.presets, *uses))
        if not report.refused:
            return setting.bare(uses) if request.whole else setting.trial.compiled(uses), report
    except BudgetError:
        raise
    except ReteChessError as error:
        problems += told_by(error)
        return base, None
    for refusal in report.refused:
        problems += told_by(refusal)
    return base, report


def _profiles(
    setting: Setting, request: ProfilesRequest, known: Iterable[Document], problems: list[Problem]
) -> tuple[Document, ...]:
    """The profiles that can be read, each once; the problems of the others are told."""
    found: list[Document] = []
    for source in listed(request.profiles):
        try:
            found.append(setting.profile(source))
        except BudgetError:
            raise
        except ReteChessError as error:
            name = source if isinstance(source, str) and len(source) <= 64 else name_of(source)
            problems += [ProfileProblem(**vars(problem), profile=name) for problem in told_by(error)]
    before = tuple(known)
    read = read_profiles((*before, *found))
    problems += read.problems
    return read.documents[len(before) :]


def told_by(error: ReteChessError) -> tuple[Problem, ...]:
    """All problems that an error tells of, or the error itself with what it has found."""
    if getattr(error, "problems", ()) or error.found is None:
        return problems_in(error)
    return (Problem(error.code, f"{error.message}; found {clip(error.found)}", hint=error.hint),)


# -- mending ---------------------------------------------------------------------------------------


def _problem(part: FindingPart) -> ProfileProblem:
    return ProfileProblem(
        part.code,
        part.message,
        part.severity,
        part.path or "",
        part.line,
        part.column,
        part.hint,
        part.profile or "",
        part.square or "",
    )


def _chosen(profiles: tuple[Document, ...], wanted: str | None) -> Document:
    """The profile that a problem is about: the one it names, or the only one."""
    ids = [model_of(profile).id for profile in profiles]
    if wanted in ids:
        return profiles[ids.index(wanted)]
    if len(profiles) == 1 and not wanted:
        return profiles[0]
    raise RulesError(
        "E_PROFILE",
        "the problem is that of none of these profiles",
        found=wanted,
        expected=f"one of {', '.join(ids)}" if ids else "a profile",
        hint=did_you_mean(wanted or "", ids),
    )
