"""Interventions from outside of a move: damage and new pieces, judged and heard as in one.

Between moves an intervention has a run of its own; in the middle of a move, where Python rules may
ask for it, it belongs to that move, happens at once and shares its budget of events.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rete_chess.core import edits
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.reach import EMPTY
from rete_chess.core.values import LARGEST, round_number
from rete_chess.engine.move.consequences import happen, spawn_judged
from rete_chess.engine.move.demands import demand_event, is_word
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.tables import EVENT_KINDS
from rete_chess.engine.move.trace import Shown
from rete_chess.engine.setup.newcomers import known_types
from rete_chess.errors import FactError, GameError, nearest
from rete_chess.facts.events import Event, make_event
from rete_chess.facts.kept import keep, plain
from rete_chess.facts.session import CORE_ATTRIBUTES
from rete_chess.facts.tiles import tiles
from rete_chess.facts.words.word import EVENT_SENSES
from rete_chess.stages import JUDGED, STAGES, says

#: The stages whose events can be heard without a move: nothing else comes of them.
HEARD: Final = frozenset(stage for stage in STAGES if stage not in JUDGED and stage not in EVENT_KINDS)
#: The fields of events that name squares.
SQUARES: Final = ("origin", "to", "square")
#: The fields of an event that may be given, the origin under its own name.
FIELDS: Final = ("origin", *(name for name in EVENT_SENSES if name not in ("from", "line", "direction")))


def deal_damage(run: Run, target: int, amount: float, kind: str, attacker: int | None) -> bool:
    """Damage a piece; whether it died."""
    _demand_piece(run, target, "the target")
    if attacker is not None:
        _demand_piece(run, attacker, "the attacker")
    is_number = isinstance(amount, (int, float)) and not isinstance(amount, bool)
    if not is_number or not 0 < amount < 1_000_000:
        raise _refused("damage is a number above 0", amount)
    if not is_word(kind):
        raise _refused("the kind of damage is a word, such as poison", kind)
    side = None if attacker is None else run.session.get(attacker, "Color")
    event = run.new_event(
        "damage", side=side, piece=attacker, target=target, amount=round_number(amount), kind=kind
    )
    run.at_once("intervention", lambda: happen(run, [event]))
    _forget_passing(run)
    return run.board.square_of(target) < 0


def spawn_piece(run: Run, kind: str, color: str, square: int, attributes: Mapping[str, Any]) -> int:
    """Put a new piece on a free square, with what it begins with and some attributes as given."""
    board = run.board
    known = known_types(run.program)
    if kind not in known:
        close = nearest(kind, known)
        hint = f"did you mean {close!r}?" if close else f"expected one of {', '.join(board.book.types)}"
        raise GameError("E_REQUEST", "no such piece type", found=kind, hint=hint)
    if color not in OWNERS:
        raise GameError("E_REQUEST", "no such side", found=color, expected=" or ".join(OWNERS))
    if board.cells[square] != EMPTY:
        raise _refused("the square is not free", board.book.geometry.names[square])
    for name, value in attributes.items():
        if name in CORE_ATTRIBUTES:
            raise FactError("E_FACT_CORE", f"{name} of a new piece is given by its type, side and square")
        run.session.vocabulary.get(name).check(value)
    made: list[int] = []
    event = run.new_event("spawn", side=color, becomes=kind, square=square)
    run.at_once("intervention", lambda: made.append(spawn_judged(run, event, attributes)))
    _forget_passing(run)
    return made[0]


def resolve_event(run: Run, word: str, fields: Mapping[str, Any]) -> tuple[Event, ...]:
    """Let one event happen, or be heard if it is one of a stage; returns it with all that came of it."""
    unknown = fields.keys() - set(FIELDS)
    if unknown:
        close = nearest(min(unknown), FIELDS)
        hint = f"did you mean {close!r}?" if close else f"expected one of {', '.join(FIELDS)}"
        raise GameError("E_REQUEST", "events have no such field", found=min(unknown), hint=hint)
    given = {name: value for name, value in fields.items() if value is not None}
    for name in ("piece", "target"):
        if name in given:
            _demand_piece(run, given[name], f"the {name}")
    start = len(run.trace.events)
    event = make_event(run.next_number(), word, **{"side": COLORS[run.board.turn], **given})
    is_heard = word in HEARD
    demand_event(run, event, is_heard, ("piece",) if is_heard and says(word, "piece") else ())
    if word == "swap":
        event = event._replace(origin=run.place_of(event.piece or 0), to=run.place_of(event.target or 0))
    entered = event.to if word == "relocate" else event.square if word == "spawn" else None
    if entered is not None and run.board.cells[entered] != EMPTY:
        raise _refused("the square is not free", run.board.book.geometry.names[entered])
    run.record(event)
    act = (lambda: run.at(word, event)) if is_heard else (lambda: happen(run, [event]))
    run.at_once("intervention", act)
    _forget_passing(run)
    return tuple(run.trace.events[start:])


def set_fact(run: Run, entity: int, attribute: str, value: Any) -> None:
    """Write a fact, or take it away if there is no value."""
    if isinstance(entity, bool) or not isinstance(entity, int) or not isinstance(attribute, str):
        raise _refused("a fact has the id of an entity and the name of an attribute", (entity, attribute))
    if entity > 0 and run.board.reach_of(entity) is None and entity not in tiles(run.board):
        raise _refused("the entity is neither on the board nor a tile", entity)
    if value is None:
        run.session.demand(entity, attribute)
    run.new_event("attribute", target=entity if entity > 0 else None, kind=attribute)
    if value is None:
        run.session.retract(entity, attribute)
    else:
        run.session.insert(entity, attribute, keep(value))
    _forget_passing(run)


def effect(kind: str, square: int, ttl: int, data: object) -> Shown:
    """A visual effect as Python asks for it."""
    if not isinstance(kind, str) or not kind:
        raise _refused("the kind of an effect is a word, such as explosion", kind)
    if isinstance(ttl, bool) or not isinstance(ttl, int) or not 0 <= ttl <= LARGEST:
        raise _refused("an effect lasts a whole number of milliseconds", ttl)
    return Shown(kind, square, ttl, plain(keep(data)))


def _forget_passing(run: Run) -> None:
    """A piece that is gone, or whose way is closed, cannot be taken in passing any more."""
    board = run.board
    exposed = board.exposed
    if exposed is not None and (
        not board.entities[exposed.victim] or any(board.cells[square] != EMPTY for square in exposed.targets)
    ):
        edits.set_exposed(board, None)


def _demand_piece(run: Run, entity: int, role: str) -> None:
    if (
        isinstance(entity, bool)
        or not isinstance(entity, int)
        or run.board.square_of(entity) < 0
        or entity < 1
    ):
        raise _refused(f"{role} is no piece on the board", entity)


def _refused(message: str, found: object) -> GameError:
    return GameError("E_REQUEST", message, found=found)
