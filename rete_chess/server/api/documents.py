"""Answers about a document that somebody sends: its problems, its tests, how it plays, how it was played."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from rete_chess import serial
from rete_chess.brief import shipped_name
from rete_chess.checks.examination import examine_text
from rete_chess.engine import Engine
from rete_chess.engine.explain.why_not import why_not
from rete_chess.errors import BudgetError, ReteChessError, SaveError
from rete_chess.match import Match, parse_save
from rete_chess.metering import trying
from rete_chess.server.api.requests import (
    GameRequest,
    PreviewRequest,
    ReplayRequest,
    ScenariosRequest,
    ValidateRequest,
)
from rete_chess.server.api.setting import Setting
from rete_chess.server.wire.parts import listed
from rete_chess.testing import Outcome
from rete_chess.testing.coverage import coverage_of
from rete_chess.testing.files import run_text

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.serial import shapes

#: The network on which strangers' documents are tried, and the nodes of counts that are made.
NETWORK: Final = "native"
MOST_NODES: Final = 20_000
#: Moves of a match that is watched again.
MOST_REPLAYED: Final = 600
#: The characters of all differences of a run that are told, and of one of them.
MOST_TEXT: Final = 200_000
MOST_OF_ONE: Final = 8_000


def validate(request: ValidateRequest) -> shapes.Validation:
    """All problems of a document, by structure and by meaning."""
    with trying(what="the look at the document"):
        found = examine_text(request.text, request.name, request.documents or ())
    return serial.validation_data(found)


# -- tests -----------------------------------------------------------------------------------------


def run_tests(request: ScenariosRequest) -> shapes.ScenarioRun:
    """The scenarios of a document, run until they have cost what all tests together may."""
    outcomes: list[Outcome] = []
    stopped: BudgetError | None = None
    try:
        for outcome in _outcomes(request):
            outcomes.append(outcome)
    except BudgetError as error:
        if not outcomes:
            raise
        stopped = error
    data = serial.scenarios_data([*_shortened(outcomes)], coverage_of(outcomes))
    if stopped is not None:
        data["stopped"] = serial.error_data(stopped)
    return data


def _outcomes(request: ScenariosRequest) -> Iterator[Outcome]:
    """The outcomes up to the first that was not reached within the budget."""
    documents = request.documents or ()
    return run_text(request.text, (NETWORK,), MOST_NODES, request.name, documents)


def _shortened(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes with so much of their differences as one answer tells."""
    left = MOST_TEXT
    for outcome in outcomes:
        told = []
        for problem in outcome.problems:
            room = max(0, min(left, MOST_OF_ONE))
            message = problem.message if len(problem.message) <= room else f"{problem.message[:room]}…"
            left -= len(message)
            told.append(problem._replace(message=message))
        yield outcome._replace(problems=tuple(told))


# -- previews --------------------------------------------------------------------------------------


def preview(request: PreviewRequest) -> shapes.Preview:
    """A document on the board, after some moves; a document that is no variant is tried in chess."""
    with trying(what="the preview"):
        match = _match(request)
        refused = _play(match, request.moves or ())
        data = serial.preview_data(match)
        if refused is not None:
            data["refused"] = refused
        _answer_questions(data, match, request)
    return data


def _match(request: PreviewRequest) -> Match:
    """The game that is asked for, before its first move."""
    return Match(program_asked(request), request.fen, NETWORK)


def program_asked(request: GameRequest) -> Program:
    """The program of a document with what is asked for beside it."""
    setting = Setting(request.text, request.name, request.documents)
    for modifier in request.custom_modifiers or ():
        setting.learn(modifier)
    profiles = [setting.profile(source) for source in listed(request.profiles)]
    return setting.trial.compiled(setting.presets(request.presets), profiles)


def _play(match: Match, moves: Iterable[str]) -> shapes.Explanation | None:
    """Play moves up to the first that cannot be played, and tell why it cannot."""
    for move in moves:
        try:
            match.play(move)
        except BudgetError:
            raise
        except ReteChessError as error:
            return _explained(match.engine, move, error)
    return None


def _explained(engine: Engine, move: str, refusal: ReteChessError | None = None) -> shapes.Explanation:
    """Why a move is legal or not; `refusal` says why it could not be played, though it may be legal."""
    try:
        found = engine.explain(move)
        if refusal is None or not found.legal:
            return serial.explanation_data(found)
    except BudgetError:
        raise
    except ReteChessError as error:
        refusal = refusal or error
    reason: shapes.Reason = {
        "code": refusal.code,
        "message": refusal.message,
        "rule": getattr(refusal, "rule", None),
        "origin": getattr(refusal, "origin", None),
    }
    return {"move": move, "legal": False, "reason": reason}


def _answer_questions(data: shapes.Preview, match: Match, request: PreviewRequest) -> None:
    """Add what was asked about the position that is reached."""
    if request.explain is not None:
        data["explanation"] = _explained(match.engine, request.explain)
    if request.inspect is not None and match.engine.piece_at(request.inspect) is not None:
        data["inspection"] = serial.inspection_data(match, request.inspect)
    if request.why_not is not None:
        found = why_not(match.engine, request.why_not.move, request.why_not.rule)
        data["whyNot"] = [serial.why_not_data(answer) for answer in found]


# -- replays ---------------------------------------------------------------------------------------


def replay(request: ReplayRequest) -> shapes.Replay:
    """A save played again to the end of its history, wherever it was left; with the trace of a move."""
    text = request.save if isinstance(request.save, str) else json.dumps(request.save)
    with trying(what="the replay"):
        match = parse_save(text, "match.save.json", NETWORK)
        match.jump_to(len(match.history))
        played = len(match.engine.move_log)
        if played > MOST_REPLAYED:
            message, most = "the match is too long to be shown", f"at most {MOST_REPLAYED} moves"
            raise SaveError("E_SAVE_SIZE", message, found=played, expected=most)
        data = serial.replay_data(match)
        if request.ply is not None:
            data["trace"] = serial.trace_data(match, request.ply)
            data["origins"] = _origins(match.engine, data["trace"])
    return data


def _origins(engine: Engine, trace: shapes.Trace) -> dict[str, str]:
    """Where the rules that fired are written, as far as they are in force."""
    fired = {firing["rule"] for stage in trace["stages"] for firing in stage["firings"]}
    return {rule.id: shipped_name(rule.origin) for rule in engine.program.rules if rule.id in fired}
