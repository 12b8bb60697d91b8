"""The past as a side has seen it: each move with what was seen of it before or after it, and nothing else.

Of what somebody unseen does, only that is told which happens to those who are seen: that they are gone. A
firing is told where all that it speaks of is seen, and where it asks for nothing beyond.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.core import san
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.documents.kinds.document import digest_of
from rete_chess.engine._moves import Description, LegalMove, foreign_move
from rete_chess.engine.chronicle import Chronicle, Notes, Told
from rete_chess.engine.move.trace import Firing, Trace
from rete_chess.engine.records import MoveRecord
from rete_chess.engine.sight.seen import Seen, seen_by
from rete_chess.engine.sight.seen_fen import UNKNOWN, format_seen
from rete_chess.engine.sight.view import number_of, tells
from rete_chess.facts.events import Event, make_event
from rete_chess.facts.rules import Rule
from rete_chess.facts.tiles import place_of_tile, tiles
from rete_chess.facts.vocabulary import GAME
from rete_chess.facts.words.word import needs_of, walk

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine

#: What is told of those who are seen, also where nobody sees who does it.
SUFFERED: Final = ("death", "remove")
#: What is told only of those who were seen before and are seen now: it says what they were.
BECOMING: Final = ("attribute", "transform", "promotion", "recolor")
#: A move of which nothing was seen.
NOBODY: Final = Description(-1, -1, 0, None, None, None)


def seen_records(engine: Engine, side: str | None, is_whole: bool) -> tuple[MoveRecord, ...]:
    """All moves of a game as a side, or a spectator, saw them; the first one first."""
    if is_whole:
        return engine.move_log
    return tuple(record_between(*pair, side) for pair in _steps_back(engine))[::-1]


def _steps_back(engine: Engine) -> Iterator[tuple[Engine, Engine]]:
    """The game before and after each of its moves, the last one first."""
    after = engine.clone()
    for record in reversed(engine.move_log):
        record.log  # noqa: B018 (read before the move is taken back, which would keep a board)
        while after.incidents and after.incidents[-1].after == len(after.move_log):
            after.undo_intervention()
        before = after.clone()
        before.undo()
        yield before, after
        after = before


def record_between(before: Engine, after: Engine, side: str | None) -> MoveRecord:
    """The record of the move that led from one position to another, as a side saw it."""
    color = None if side is None else COLORS.index(side)
    look = Look(before, after, color)
    record = after.move_log[-1]
    if look.after.is_whole and look.before.is_whole:
        return record
    move = _move(record, look)
    log = tuple(_logged(record.log, look))
    notes = Notes(log, _digest(after, look), _notation(before, record, move, look))
    trace = _trace(record.trace, after, look)
    told = Chronicle(None, 0, 0, None, notes)
    return record._replace(move=move, trace=trace, chronicle=told)


class Look:
    """What was seen around one move: right before it and right after it."""

    def __init__(self, before: Engine, after: Engine, color: int | None) -> None:
        self.color = color
        self.before, self.after = seen_by(before, color), seen_by(after, color)
        self.places, self.later = before.board.squares, after.board.squares
        self.names = before.board.book.geometry.names
        self.tiles = _overseen(after.board, self.after) | _overseen(before.board, self.before)
        move = after.move_log[-1]
        self.is_own = color is not None and move.mover == COLORS[color]
        own = {} if color is None else before.board.pieces[color]
        self.own = {before.board.entities[square] for square in own}
        #: Whoever captures sees whom.
        self.taken = move.move.captured_id if self.is_own else None

    def has(self, entity: int | None) -> bool:
        """Whether a piece or tile is seen after the move, or is seen to be gone; nobody is always seen."""
        if not entity or entity == self.taken or entity in self.tiles or entity in self.after.pieces:
            return True
        if entity not in self.before.pieces:
            return False
        return entity in self.own or self.after.is_clear(self.places[entity])

    def keeps(self, entity: int) -> bool:
        """Whether a piece, or something that everybody knows, is seen before and after."""
        if entity == GAME or entity in self.tiles:
            return True
        return entity in self.before.pieces and entity in self.after.pieces

    def shows(self, square: int | None) -> bool:
        """Whether a square is seen before the move or after it."""
        return square is None or square in self.before.squares or square in self.after.squares

    def number(self, entity: int | None) -> int | None:
        """The number of a piece: of the square where it stood before the move, else of the one after it."""
        if not entity or not self.has(entity):
            return None
        if entity in self.tiles:
            return len(self.names) + number_of(self.tiles[entity])
        square = self.places.get(entity) if entity in self.before.pieces or entity == self.taken else None
        square = self.later.get(entity) if square is None else square
        return None if square is None else number_of(square)


def _overseen(board: Board, seen: Seen) -> dict[int, int]:
    """The tiles that are seen, with their squares."""
    places = ((entity, place_of_tile(board, entity)) for entity in tiles(board))
    return {entity: place for entity, place in places if place is not None and place in seen.overseen}


# -- the move --------------------------------------------------------------------------------------


def _move(record: MoveRecord, look: Look) -> LegalMove:
    """A move with what was seen of it: who looks knows its own, of others where they come from and stand."""
    move, told = record.move, record.move.told
    if look.is_own:
        return foreign_move(str(move), _numbered(told, look))
    if told.act is not None:
        is_seen = look.has(told.piece_id) and look.has(told.target_id) and look.shows(told.to_square)
        return foreign_move(str(move), _numbered(told, look)) if is_seen else foreign_move(UNKNOWN, NOBODY)
    known = _way(told, look)
    if known.piece_id and known.to_square is not None and known.from_square == told.from_square:
        text = str(move) if told.is_drop else str(move).partition("@")[0]
        return foreign_move(text, known)
    squares = (known.from_square, known.to_square)
    parts = [UNKNOWN if square is None else look.names[square] for square in squares]
    return foreign_move("".join(parts) if squares != (None, None) else UNKNOWN, known)


def _numbered(told: Description, look: Look) -> Description:
    """What a move did, with the numbers of the view; who is not seen has none."""
    known = told._replace(position=-1, book=-1, piece_id=look.number(told.piece_id) or 0)
    return known._replace(captured_id=look.number(told.captured_id), target_id=look.number(told.target_id))


def _way(told: Description, look: Look) -> Description:
    """What was seen of where a piece of the other side went."""
    victim = told.captured_id if look.has(told.captured_id) else None
    arrives = _arrives(told, look)
    leaves = told.piece_id in look.before.pieces and (arrives or _is_left(told, look))
    is_taker = victim is not None and look.places.get(victim) == told.to_square
    is_known = arrives and (leaves or told.from_square is None)
    return NOBODY._replace(
        piece_id=(look.number(told.piece_id) or 0) if leaves or arrives else 0,
        piece_type=told.piece_type if leaves or (arrives and told.promotion is None) else None,
        from_square=told.from_square if leaves else None,
        to_square=told.to_square if arrives or is_taker else None,
        captured_id=look.number(victim),
        captured_type=None if victim is None else told.captured_type,
        promotion=told.promotion if arrives and leaves else None,
        tag=told.tag if is_known else None,
        is_castle=is_known and told.is_castle,
        is_en_passant=is_known and told.is_en_passant,
        is_double_step=is_known and told.is_double_step,
        is_drop=is_known and told.is_drop,
    )


def _arrives(told: Description, look: Look) -> bool:
    """Whether a piece is seen where the move has led it."""
    entity = told.piece_id
    return entity in look.after.pieces and look.later.get(entity) == told.to_square


def _is_left(told: Description, look: Look) -> bool:
    """Whether it is seen that nobody stands any more where a piece came from."""
    return told.from_square is not None and look.after.is_clear(told.from_square)


def _notation(before: Engine, record: MoveRecord, move: LegalMove, look: Look) -> str:
    """An own move in algebraic notation, without signs; all others by what was seen."""
    if not look.is_own or record.move.code < 0 or record.move.book != before.board.book.number:
        return str(move)
    if not tells(record.move, look.before, before.board):
        return str(move)
    return san.format_san(before.board, record.move.code, before._legal, is_bare=True)


def _digest(after: Engine, look: Look) -> str:
    """A digest of what was seen after the move."""
    return digest_of(len(after.move_log), format_seen(after, look.after, look.color))


# -- events ----------------------------------------------------------------------------------------


class _Shown(NamedTuple):
    """An event as it is told, and its number in truth."""

    truth: int
    event: Event


def _logged(log: Sequence[Told], look: Look) -> Iterator[Told]:
    """The events that were seen, numbered anew, each with its sentence."""
    numbers: dict[int, int] = {}
    for told in log:
        event = _event(told.event, look, told.change.entity if told.change else None)
        if event is None:
            continue
        numbers[told.event.id] = len(numbers) + 1
        is_full = look.has(told.event.piece)
        change = told.change
        if change is not None and change.entity > 0:
            change = change._replace(entity=look.number(change.entity) or 0)
        event = event._replace(id=numbers[told.event.id], parent=numbers.get(event.parent or 0))
        yield Told(event, told.text if is_full or told.event.event in SUFFERED else event.event, change)


def _event(event: Event, look: Look, owner: int | None = None) -> Event | None:
    """An event as it was seen; None where it was not."""
    if owner is not None and owner < 0:
        return None  # what presets remember is for nobody
    if event.event == "check" and event.target not in look.own:
        return None  # who is in check hears of it, and nobody else
    squares = (event.origin, event.to, event.square)
    is_seen = look.has(event.piece) and all(map(look.shows, squares))
    if not is_seen and event.event in SUFFERED and event.target and look.has(event.target):
        square = look.places.get(event.target)
        bare = make_event(event.id, event.event, side=event.side, square=square, parent=event.parent)
        return bare._replace(target=look.number(event.target))
    if not is_seen or not look.has(event.target):
        return None
    about = event.target or event.piece or owner
    if event.event in BECOMING and about and not look.keeps(about):
        return None
    if event.event in BECOMING and owner is not None and not look.keeps(owner):
        return None
    return event._replace(
        piece=look.number(event.piece),
        target=look.number(event.target),
        subject=look.number(event.subject),
        source=None,
    )


# -- what fired ------------------------------------------------------------------------------------


def _trace(trace: Trace, after: Engine, look: Look) -> Trace:
    """A trace with what was seen: events that were heard, firings, effects on squares."""
    shown = Trace()
    rules = {rule.id: rule for rule in after.program.rules}
    heard = {event.id: _Shown(event.id, found) for event in trace.events if (found := _event(event, look))}
    firings = [
        firing
        for firing in trace.firings
        if firing.event in heard and firing.rule in rules and _is_seen(firing, rules[firing.rule], look)
    ]
    numbers = {truth: number for number, truth in enumerate(sorted(heard), start=1)}
    for truth in sorted(heard):
        event = heard[truth].event
        shown.events.append(event._replace(id=numbers[truth], parent=numbers.get(event.parent or 0)))
    shown.firings += [_firing(firing, rules[firing.rule], numbers, look) for firing in firings]
    shown.texts += [firing.text for firing in firings if firing.text]
    shown.logs += [text for firing in firings for text in firing.logs]
    shown.shown += [effect._replace(data=None) for effect in trace.shown if look.shows(effect.square)]
    shown.swap = trace.swap
    return shown


def _is_seen(firing: Firing, rule: Rule, look: Look) -> bool:
    """Whether all that a firing speaks of was seen, so that it tells of nothing else."""
    bound = firing.bindings
    pieces = [bound[name] for name in rule.kinds.pieces if name in bound]
    squares = [bound[name] for name in rule.kinds.squares if name in bound]
    if not all(look.has(piece) for piece in [firing.entity, *pieces] if piece is None or piece > 0):
        return False
    if not all(map(look.shows, squares)):
        return False
    return not asks_beyond(rule)


def asks_beyond(rule: Rule) -> bool:
    """Whether a rule depends on more than the pieces that it names: on who is absent, on counts, attacks."""
    needs = needs_of(rule.guards)
    if needs.check or needs.attacks or needs.moves or needs.royal:
        return True
    return any(word.looks_around for word in walk(rule.guards))


def _firing(firing: Firing, rule: Rule, numbers: dict[int, int], look: Look) -> Firing:
    """A firing with the numbers of the view."""
    own = rule.kinds.pieces
    bindings = {name: look.number(value) if name in own else value for name, value in firing.bindings.items()}
    changes = tuple(
        change._replace(entity=change.entity if change.entity <= 0 else look.number(change.entity) or 0)
        for change in firing.changes
        if look.keeps(change.entity)
    )
    return firing._replace(
        event=numbers[firing.event], entity=look.number(firing.entity), bindings=bindings, changes=changes
    )
