"""The reader of a journal: the events of a move, from its entries and from what its run has told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.core import edits
from rete_chess.core.attacks import attackers, royal_squares
from rete_chess.core.board import DYING, Board
from rete_chess.core.derived import BookChange
from rete_chess.core.geometry import COLORS
from rete_chess.core.journal import JournalEntry, Made
from rete_chess.core.moves import decode
from rete_chess.core.reach import Reach
from rete_chess.engine.chronicle import Told
from rete_chess.engine.move.trace import Change
from rete_chess.facts.events import Event, make_event
from rete_chess.facts.tiles import STANDARD, TILE_PLACE, TILE_TYPE
from rete_chess.facts.words.word import format_value

if TYPE_CHECKING:
    from rete_chess.engine.records import MoveRecord


class Actor(NamedTuple):
    """A piece where it stands."""

    color: str
    type: str
    square: str

    def __str__(self) -> str:
        return f"{self.color} {self.type} {self.square}"


class Draft(NamedTuple):
    """A draft of an event: its word, the text that tells it, its fields, and the change of a fact."""

    word: str
    text: str
    fields: dict[str, Any]
    change: Change | None = None


class JournalReader:
    """Reads entries backwards, from the position after a move to the one before it."""

    def __init__(self, board: Board, record: MoveRecord) -> None:
        self.board, self.record = board, record
        self.types: Sequence[str] = board.book.types
        self.names = board.book.geometry.names
        self.turn = board.turn
        self.cast = {
            board.entities[square]: self._actor(reach)
            for side in board.pieces
            for square, reach in side.items()
        }
        self.values: dict[tuple[int, str], Any] = {}  # what a later entry found
        self.places: dict[int, int] = {}  # of tiles that came or went
        self.dead: set[int] = set()
        self.gone: set[int] = set()  # who leaves the board before the entry that is read, with all its facts

    def _actor(self, reach: Reach, square: int | None = None) -> Actor:
        return Actor(
            COLORS[reach.color],
            self.types[reach.type_index],
            self.names[reach.square if square is None else square],
        )

    def read(self, entries: Sequence[JournalEntry], start: int) -> tuple[Told, ...]:
        self.dead = {
            entry.entity for entry in entries if isinstance(entry, edits.Written) and entry.what == DYING
        }
        self.gone = {entry.entity for entry in entries if isinstance(entry, edits.Removed)}
        drafts: list[Draft] = [*self._end()]
        told = list(self.record.trace.happened)
        checks = [*self._checks()]
        for place in range(len(entries) - 1, -1, -1):
            while told and told[-1][0] > start + place:
                drafts[:0] = [self._of_trace(told.pop()[1])]
            found = self._of_entry(entries[place])
            if (
                checks
                and not any(draft.word == "turn-end" for draft in found)
                and not _is_turn(entries[place])
            ):
                found, checks = [*found, *checks], []
            elif checks and entries[place].__class__ is tuple:
                last = next((n for n, draft in enumerate(found) if draft.word == "turn-end"), len(found))
                found, checks = [*found[:last], *checks, *found[last:]], []
            drafts[:0] = found
        drafts[:0] = [self._of_trace(event) for _, event in told]
        return tuple(
            Told(make_event(number, draft.word, **draft.fields), draft.text, draft.change)
            for number, draft in enumerate(drafts, start=1)
        )

    def _end(self) -> list[Draft]:
        result = self.record.result
        if result is None:
            return []
        fields = {"side": result.winner, "kind": result.reason}
        return [Draft("game-over", f"the game is over: {result}", fields)]

    def _checks(self) -> list[Draft]:
        """The checks on the board after the move, against the side to move."""
        board = self.board
        exempt = board.book.laws.exempt[board.turn]
        if board.lost or (exempt is not None and exempt(board)):
            return []
        found = []
        for royal in sorted(royal_squares(board, board.turn)):
            for origin in sorted(attackers(board, royal, board.turn ^ 1)):
                piece, target = board.entities[origin], board.entities[royal]
                text = f"{self.name(piece)} gives check to {self.name(target)}"
                fields = {"side": COLORS[board.turn ^ 1], "piece": piece, "target": target, "player": True}
                found.append(Draft("check", text, fields))
        return found

    def name(self, entity: int | None) -> str:
        return str(self.cast.get(entity or 0, f"piece {entity}"))

    def _of_trace(self, event: Event) -> Draft:
        """An event that the run has told: damage, captures, what listeners invented."""
        fields = {name: value for name, value in event._asdict().items() if name not in _NUMBERED}
        by = "" if event.piece is None else f" by {self.name(event.piece)}"
        if event.event == "capture":
            text = f"{self.name(event.piece)} captures {self.name(event.target)}"
        elif event.event == "damage":
            amount = "all" if event.amount is None else format_value(event.amount)
            text = f"{self.name(event.target)} takes {amount} damage ({event.kind or 'damage'}){by}"
        else:
            whom = "" if event.target is None else f" {self.name(event.target)}"
            text = f"{event.event}{whom}{by}"
        return Draft(event.event, text, fields)

    # -- entries of the journal ------------------------------------------------------------------

    def _of_entry(self, entry: JournalEntry) -> list[Draft]:
        if entry.__class__ is tuple:
            return self._made(Made(*entry))
        read = _READERS.get(type(entry))
        return [] if read is None else read(self, entry)

    def _turned(self, before: int) -> list[Draft]:
        """The end of a turn and the start of the next, if the side to move has changed."""
        after, self.turn = self.turn, before
        if after == before:
            return []
        old, new = COLORS[before], COLORS[after]
        return [
            Draft("turn-end", f"the turn of {old} ends", {"side": old}),
            Draft("turn-advance", f"the turn passes to {new}", {"side": old}),
            Draft("turn-start", f"the turn of {new} starts", {"side": new}),
        ]

    def _made(self, made: Made) -> list[Draft]:
        """A move of the core: whom it takes, who goes where, what becomes of the piece."""
        found = self._turned(made.turn)
        move = decode(self.board.book, made.code)
        before = self._actor(made.reach)
        side = before.color
        if move.promotion >= 0:
            found[:0] = [self._promoted(made.mover, before, self.cast[made.mover], side)]
        steps = (
            [self._step(made.mover, before, side)] if self.cast[made.mover].square != before.square else []
        )
        if move.manner.castles:
            partner = self.cast[made.entity]._replace(
                square=self.names[self.board.rights.by_move[made.code].rook]
            )
            if partner != self.cast[made.entity]:
                steps.append(self._step(made.entity, partner, side))
        found[:0] = steps
        self.cast[made.mover] = before
        if made.victim is not None:
            victim = self.cast[made.entity] = self._actor(made.victim, made.place)
            both = {
                "side": side,
                "piece": made.mover,
                "target": made.entity,
                "square": made.place,
                "player": True,
            }
            found[:0] = [
                Draft("capture", f"{before} captures {victim}", {**both, "kind": "capture"}),
                Draft(
                    "damage",
                    f"{victim} takes 1 damage (capture) by {before}",
                    {**both, "amount": 1, "kind": "capture"},
                ),
                Draft("death", f"{victim} dies", both),
            ]
        return found

    def _step(self, entity: int, before: Actor, side: str) -> Draft:
        """A step of the player's move."""
        after = self.cast[entity]
        origin, to = self.names.index(before.square), self.names.index(after.square)
        self.cast[entity] = before
        fields = {"side": side, "piece": entity, "origin": origin, "to": to, "square": to, "player": True}
        return Draft("move", f"{before} moves to {after.square}", fields)

    def _promoted(self, entity: int, before: Actor, after: Actor, side: str) -> Draft:
        to = self.names.index(after.square)
        fields = {
            "side": side,
            "piece": entity,
            "to": to,
            "was": before.type,
            "becomes": after.type,
            "player": True,
        }
        text = f"{before.color} {before.type} {after.square} becomes {after.type}"
        return Draft("promotion", text, fields)

    def relocated(self, entry: edits.Relocated) -> list[Draft]:
        before, after = self._actor(entry.before), self.cast[entry.entity]
        move = self.record.move
        is_own = entry.entity == move.piece_id and before.square == self.names[move.from_square]
        self.cast[entry.entity] = before
        origin, to = entry.before.square, entry.square
        found: list[Draft] = []
        if origin != to:
            if is_own:
                self.cast[entry.entity] = after
                found.append(self._step(entry.entity, before, before.color))
            else:
                fields = {"side": before.color, "target": entry.entity, "origin": origin, "to": to}
                found.append(Draft("relocate", f"{before} is taken to {after.square}", fields))
        if before.type != after.type:
            if is_own and origin != to:
                found.append(self._promoted(entry.entity, before, after, before.color))
            else:
                fields = {"target": entry.entity, "square": to, "was": before.type, "becomes": after.type}
                text = f"{before.color} {before.type} {after.square} becomes {after.type}"
                found.append(Draft("transform", text, fields))
        return found

    def castled(self, entry: edits.Castled) -> list[Draft]:
        right = entry.right
        found = []
        for square, to in ((right.king, right.king_to), (right.rook, right.rook_to)):
            entity = next(one for one, actor in self.cast.items() if actor.square == self.names[to])
            before = self.cast[entity]._replace(square=self.names[square])
            if square != to:
                found.append((entity, before))
        return [self._step(entity, before, before.color) for entity, before in found]

    def swapped(self, entry: edits.Swapped) -> list[Draft]:
        first, second = self.names[entry.first], self.names[entry.second]
        one = next(entity for entity, actor in self.cast.items() if actor.square == second)
        two = next(entity for entity, actor in self.cast.items() if actor.square == first)
        self.cast[one] = self.cast[one]._replace(square=first)
        self.cast[two] = self.cast[two]._replace(square=second)
        fields = {"piece": one, "target": two, "origin": entry.first, "to": entry.second}
        return [Draft("swap", f"{self.cast[one]} and {self.cast[two]} change places", fields)]

    def put(self, entry: edits.Put) -> list[Draft]:
        actor = self.cast.pop(entry.entity)
        fields = {"side": actor.color, "target": entry.entity, "square": entry.square, "becomes": actor.type}
        return [Draft("spawn", f"{actor} appears", fields)]

    def removed(self, entry: edits.Removed) -> list[Draft]:
        self.gone.discard(entry.entity)
        actor = self.cast[entry.entity] = self._actor(entry.reach, entry.square)
        word, does = ("death", "dies") if entry.entity in self.dead else ("remove", "is taken off the board")
        fields = {"side": actor.color, "target": entry.entity, "square": entry.square}
        return [Draft(word, f"{actor} {does}", fields)]

    def written(self, entry: edits.Written) -> list[Draft]:
        entity, attribute, old = entry
        key = (entity, attribute)
        new = self._value(entity, attribute)
        self.values[key] = old
        if attribute == TILE_PLACE:  # written after the type
            self.places[entity] = old if new is None else new
        if old == new or entity in self.gone or attribute in (DYING, TILE_PLACE):
            return []
        if attribute == TILE_TYPE:
            return [self._laid(entity, old or STANDARD, new or STANDARD)]
        whose = f"{self.name(entity)}: " if entity > 0 else ""
        text = f"{whose}{attribute} {format_value(old)} becomes {format_value(new)}"
        fields = {"target": entity if entity > 0 else None, "kind": attribute}
        return [Draft("attribute", text, fields, Change(entity, attribute, old, new))]

    def _value(self, entity: int, attribute: str) -> Any:
        """The value of a fact as the entry that is read left it."""
        stored = self.board.columns.get(attribute, {}).get(entity)
        return self.values.get((entity, attribute), stored)

    def _laid(self, tile: int, was: str, becomes: str) -> Draft:
        square = self.places.get(tile, self._value(tile, TILE_PLACE))
        where = "" if square is None else f" {self.names[square]}"
        fields = {"target": tile, "square": square, "was": was, "becomes": becomes}
        return Draft("tile", f"the tile{where} is {becomes} and was {was}", fields)

    def turned(self, entry: edits.TurnChange) -> list[Draft]:
        return self._turned(entry.turn)

    def extra(self, entry: edits.ExtraMove) -> list[Draft]:
        side = COLORS[self.turn]
        return [Draft("extra-move", f"{side} may move once more", {"side": side})]

    def rebound(self, entry: BookChange) -> list[Draft]:
        self.types = entry.book.types
        return []


def _is_turn(entry: JournalEntry) -> bool:
    return isinstance(entry, (edits.TurnChange, edits.ClockSet, edits.Exposure))


_NUMBERED: Final = ("id", "event", "parent")

#: Entry of the journal -> how it is read; all others change nothing that is told.
_READERS: Final[dict[type, Callable[[JournalReader, Any], list[Draft]]]] = {
    edits.Relocated: JournalReader.relocated,
    edits.Castled: JournalReader.castled,
    edits.Swapped: JournalReader.swapped,
    edits.Put: JournalReader.put,
    edits.Removed: JournalReader.removed,
    edits.Written: JournalReader.written,
    edits.TurnChange: JournalReader.turned,
    edits.ExtraMove: JournalReader.extra,
    BookChange: JournalReader.rebound,
}
