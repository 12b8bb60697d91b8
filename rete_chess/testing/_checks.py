"""The expectations of scenarios, compared with a game; every difference is reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from rete_chess.core.attacks import is_in_check
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import WALL
from rete_chess.core.results import Result
from rete_chess.documents.kinds.scenario import Consequences
from rete_chess.documents.kinds.scenario_fact import GameFact, PresetFact, SideFact, SquareFact, TileFact
from rete_chess.documents.kinds.scenario_position import SPECTATORS, Draw, IllegalMove, Position, Win
from rete_chess.engine import Engine
from rete_chess.engine.move.trace import Trace
from rete_chess.errors import BoardError, MoveError
from rete_chess.facts.session import OWNER
from rete_chess.facts.tiles import tile_at
from rete_chess.facts.vocabulary import GAME
from rete_chess.testing._helpers import abilities_of, tile_type
from rete_chess.testing.firings import compare, find_in_order, format_firing, is_named, name_problem

AnyFact = SquareFact | TileFact | SideFact | PresetFact


class Report(Protocol):
    """A function that takes a message about a difference, with its path below the current step."""

    def __call__(self, message: str, *path: str | int) -> None: ...


# -- what a move set off ---------------------------------------------------------------------------


def check_consequences(
    report: Report, expected: Consequences, trace: Trace, rules: Iterable[str], move: str
) -> None:
    """Compare the firings and texts of a move with what a scenario says of them."""
    known = [*rules, *(firing.rule for firing in trace.firings)]
    for key, named in (("fires", expected.fires), ("contains", expected.contains)):
        for index, firing in enumerate(named or ()):
            problem = name_problem(firing.rule, known)
            if problem:
                report(problem, key, index)
    if expected.fires is not None:
        difference = compare(expected.fires, trace.firings)
        if difference:
            report(f"the firings of {move} differ:\n{difference}", "fires")
    if expected.contains is not None:
        missing = find_in_order(expected.contains, trace.firings)
        if missing:
            report(f"the firings of {move} lack one:\n{missing}", "contains")
    for index, name in enumerate(expected.not_fires or ()):
        _check_silence(report, name, trace, known, index)
    _check_texts(report, expected.says or (), trace.texts)


def _check_silence(report: Report, name: str, trace: Trace, known: Iterable[str], index: int) -> None:
    problem = name_problem(name, known)
    fired = [format_firing(firing) for firing in trace.firings if is_named(name, firing.rule)]
    if problem or fired:
        report(problem or f"{name} must not fire, but fired: {'; '.join(fired)}", "notFires", index)


def _check_texts(report: Report, expected: Sequence[str], texts: Sequence[str]) -> None:
    rest = iter(texts)
    for index, text in enumerate(expected):
        if text not in rest:
            report(f"the record must say {text!r}, but says {list(texts)}", "says", index)
            return


# -- what holds in a position ----------------------------------------------------------------------


def check_position(report: Report, expected: Position, engine: Engine) -> None:
    """Compare a position with what a scenario says of it."""
    for index, fact in enumerate(expected.then or ()):
        try:
            for message in _FACTS[type(fact)](fact, engine):
                report(message, "then", index)
        except BoardError as error:
            report(str(error), "then", index)
    _check_moves(report, expected, engine)
    if expected.result is not None:
        problem = _result_problem(expected.result, engine.result)
        if problem:
            report(problem, "result")
    if expected.fen_after is not None:
        _check_fen(report, expected.fen_after, engine.fen(), "fenAfter")
    for viewer, fen in expected.sees.items():
        _check_fen(report, fen, engine.view(None if viewer == SPECTATORS else viewer).fen, "sees", viewer)


def _check_fen(report: Report, expected: str, fen: str, *path: str) -> None:
    """Report that a position, or its first fields, is other than expected."""
    found = " ".join(fen.split()[: len(expected.split())])
    if found != " ".join(expected.split()):
        report(f"the position differs:\n    - {expected}\n    + {found}", *path)


def _result_problem(expected: str | Win | Draw, found: Result | None) -> str | None:
    actual = "the game goes on" if found is None else str(found)
    if isinstance(expected, str):
        return None if found is None else f"the game must go on, but {actual}"
    if isinstance(expected, Draw):
        agrees = found is not None and found.winner is None and found.reason == str(expected.draw)
        return None if agrees else f"expected a draw by {expected.draw}, but {actual}"
    wanted = f"{expected.win} wins" + (f" by {expected.why}" if expected.why else "")
    agrees = found is not None and found.winner == expected.win and expected.why in (None, found.reason)
    return None if agrees else f"expected: {wanted}, but {actual}"


def _check_moves(report: Report, expected: Position, engine: Engine) -> None:
    for index, move in enumerate(expected.legal or ()):
        problem = _move_problem(engine, move, True)
        if problem:
            report(problem, "legal", index)
    for index, illegal in enumerate(expected.illegal or ()):
        problem = _move_problem(engine, illegal.move, False) or _forbidder_problem(engine, illegal)
        if problem:
            report(problem, "illegal", index)
    if expected.only_legal is not None:
        found = set(engine.legal_moves())
        named = {_uci(engine, move) for move in expected.only_legal}
        if found != named:
            missing, more = sorted(named - found), sorted(found - named)
            report(f"the legal moves differ: not legal {missing}, legal too {more}", "onlyLegal")


def _move_problem(engine: Engine, move: str, wanted: bool) -> str | None:
    """The difference of a move that must be legal, or must not be; None if it is as it must be."""
    if engine.result is not None:
        return f"{move} is not legal: {engine.result}" if wanted else None
    try:
        engine.san(move)
    except MoveError as error:
        if error.code == "E_MOVE_ILLEGAL":
            return str(error) if wanted else None
        return str(error)
    return None if wanted else f"{move} is legal"


def _forbidder_problem(engine: Engine, illegal: IllegalMove) -> str | None:
    """The difference of the code, document or reason that must forbid a move; None if it does."""
    wanted, found = illegal.forbidden_by, engine.explain(illegal.move)
    if wanted is None or wanted in (found.reason.code, found.reason.rule) or wanted in found.reason.message:
        return None
    return f"{illegal.move} must be forbidden by {wanted!r}, but {found} [{found.reason.code}]"


def _uci(engine: Engine, move: str) -> str:
    """The UCI text of a move if it is legal, else the text that was given."""
    try:
        text = engine.san(move)
    except MoveError:
        return move
    return next((str(legal) for legal in engine.legal_moves() if engine.san(legal) == text), move)


# -- facts -----------------------------------------------------------------------------------------


def _square_problems(fact: SquareFact, engine: Engine) -> Iterator[str]:
    piece = engine.piece_at(fact.square)
    number = engine.board.book.geometry.parse_square(fact.square)
    is_wall = engine.board.cells[number] == WALL
    who = "a wall" if is_wall else "nobody" if piece is None else f"the {piece.color} {piece.type}"
    if fact.wall is not None and fact.wall != is_wall:
        yield f"{fact.square} must {'' if fact.wall else 'not '}be a wall, found {who}"
    if fact.empty is not None and fact.empty != (piece is None):
        yield f"{fact.square} must {'' if fact.empty else 'not '}be empty, found {who}"
    asks = fact.type or fact.color or fact.attributes or fact.lacks or fact.abilities is not None
    if piece is None:
        if asks:
            yield f"a piece must stand on {fact.square}, found {who}"
        return
    if fact.type not in (None, piece.type) or fact.color not in (None, piece.color):
        wanted = " ".join(word for word in (fact.color, fact.type or "piece") if word)
        yield f"a {wanted} must stand on {fact.square}, found {who}"
    yield from _attribute_problems(
        fact, f"{who} on {fact.square}", lambda name: engine.session.effective(piece.id, name)
    )

    if fact.abilities is not None and sorted(fact.abilities) != abilities_of(engine, piece.id):
        yield f"{who} on {fact.square} must have {list(fact.abilities)}, has {abilities_of(engine, piece.id)}"


def _tile_problems(fact: TileFact, engine: Engine) -> Iterator[str]:
    found = tile_type(engine, fact.tile)
    if fact.type not in (None, found):
        yield f"{fact.tile} must be a {fact.type} tile, found {found}"
    tile = tile_at(engine.board, engine.board.book.geometry.parse_square(fact.tile))
    who = f"the {found} tile on {fact.tile}"
    yield from _attribute_problems(
        fact, who, lambda name: engine.session.effective(tile, name) if tile else None
    )


def _preset_problems(fact: PresetFact, engine: Engine) -> Iterator[str]:
    state = engine.preset_state(fact.preset)
    yield from _attribute_problems(fact, fact.preset, state.get)


def _side_problems(fact: SideFact, engine: Engine) -> Iterator[str]:
    if fact.to_move is not None and fact.to_move != (engine.turn == fact.side):
        yield f"it is {engine.turn}'s turn"
    in_check = is_in_check(engine.board, COLORS.index(fact.side))
    if fact.in_check is not None and fact.in_check != in_check:
        yield f"{fact.side} is {'' if in_check else 'not '}in check"
    yield from _attribute_problems(
        fact, fact.side, lambda name: engine.session.effective(GAME, f"{name}{OWNER}{fact.side}")
    )


def _attribute_problems(fact: AnyFact, who: str, value: Callable[[str], Any]) -> Iterator[str]:
    for name, wanted in fact.attributes.items():
        yield from _value_problem(f"{name} of {who}", wanted, value(name))
    for name in fact.lacks or ():
        if value(name) is not None:
            yield f"{who} must have no {name}, found {value(name)}"


def _game_problems(fact: GameFact, engine: Engine) -> Iterator[str]:
    for name, wanted in fact.game.items():
        yield from _value_problem(f"{name} of the game", wanted, engine.session.effective(GAME, name))


def _value_problem(what: str, wanted: Any, found: Any) -> Iterator[str]:
    if found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
        yield f"{what} must be {wanted}, found {'none' if found is None else found}"


_FACTS: dict[type, Callable[[Any, Engine], Iterator[str]]] = {
    SquareFact: _square_problems,
    TileFact: _tile_problems,
    PresetFact: _preset_problems,
    SideFact: _side_problems,
    GameFact: _game_problems,
}
