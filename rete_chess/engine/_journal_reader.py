"""The reader of a journal: the events of a move, from its entries and from what its run has told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.core import edits
from rete_chess.core.attacks import checks
from rete_chess.core.board import DYING, Board
from rete_chess.core.derived import BookChange
from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.hands import Counts, Dropped, HandChange
from rete_chess.core.journal import JournalEntry, Made
from rete_chess.core.moves import decode
from rete_chess.core.reach import Reach
from rete_chess.engine.chronicle import Told
from rete_chess.engine.move.besides import act_made, act_phrase
from rete_chess.engine.move.trace import Change
from rete_chess.facts.events import Event, make_event
from rete_chess.facts.tiles import STANDARD, TILE_PLACE, TILE_TYPE
from rete_chess.facts.vocabulary import hand_fact
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

    def __init__(self, board: Board, record: MoveRecord, before: Callable[[], Board]) -> None:
        self.board, self.record, self.before = board, record, before
        self.types: Sequence[str] = board.book.types
        self.names = board.book.geometry.names
        self.turn = board.turn
        self.cast = {
            board.entities[square]: self._actor(reach)
            for side in board.pieces
            for square, reach in side.items()
        }
        self.values: dict[tuple[int, str], Any] = {}  # what a later entry found
        self.hands = None if board.hands is None else [counts.copy() for counts in board.hands]
        self.is_step = False  # whether the entry that is read is the player's own move
        self.places: dict[int, int] = {}  # of tiles that came or went
        self.dead: set[int] = set()
        self.left: dict[int, Actor] = {}  # who leaves the board, as they were then
        self.gone: set[int] = set()  # who leaves the board before the entry that is read, with all its facts

    def _actor(self, reach: Reach, square: int | None = None) -> Actor:
        return Actor(
            OWNERS[reach.color],
            self.types[reach.type_index],
            self.names[reach.square if square is None else square],
        )

    def read(self, entries: Sequence[JournalEntry], start: int) -> tuple[Told, ...]:
        self.dead = {
            entry.entity for entry in entries if isinstance(entry, edits.Written) and entry.what == DYING
        }
        removed = [entry for entry in entries if isinstance(entry, edits.Removed)]
        self.gone = {entry.entity for entry in removed}
        self.left = {entry.entity: self._actor(entry.reach, entry.square) for entry in removed}
        drafts: list[Draft] = [*self._end()]
        told, step = list(self.record.trace.happened), self.record.trace.step
        turned = next((n for n, entry in enumerate(entries) if type(entry) is edits.TurnChange), len(entries))
        for place in range(len(entries) - 1, -1, -1):
            given = self._checks() if place == turned - 1 else []
            is_whole = entries[place].__class__ is tuple  # a move of the core may end its turn itself
            drafts[:0] = [] if is_whole else given
            while told and told[-1][0] > start + place:
                drafts[:0] = [self._of_trace(told.pop()[1])]
            self.is_step = start + place == step
            found = self._of_entry(entries[place])
            drafts[:0] = _before_turn_end(found, given) if is_whole else found
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
        """The checks that the move has brought, unless its run has told them."""
        if self.record.trace.has_checks:
            return []
        now = checks(self.board)
        return [self._check(*pair) for pair in sorted(now - checks(self.before()))] if now else []

    def _check(self, piece: int, target: int) -> Draft:
        text = f"{self.name(piece)} gives check to {self.name(target)}"
        fields = {"side": self.cast[piece].color, "piece": piece, "target": target, "player": True}
        return Draft("check", text, fields)

    def name(self, entity: int | None) -> str:
        known = self.cast.get(entity or 0) or self.left.get(entity or 0)  # who is gone before strikes still
        return f"piece {entity}" if known is None else str(known)

    def _of_trace(self, event: Event) -> Draft:
        """An event that the run has told: damage, captures, what listeners invented."""
        fields = {name: value for name, value in event._asdict().items() if name not in _NUMBERED}
        by = "" if event.piece is None else f" by {self.name(event.piece)}"
        if event.event == "check" and event.piece and event.target:
            return self._check(event.piece, event.target)
        if event.event == "act":
            text = act_phrase(event, self.names, self.name)
        elif event.event == "capture":
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
        if move.dropped >= 0:
            return [*self._dropped(made.mover, made.turn, move.dropped), *found]
        if move.manner.acts or made.reach is None:
            return [self._of_trace(act_made(self.board, made)), *found]
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
            found[:0] = self._pocketed(made.victim, made.turn)
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

    def _dropped(self, entity: int, color: int, index: int, is_move: bool = True) -> list[Draft]:
        """A piece that a player, or a rule, has put on the board out of the hand."""
        actor = self.cast.pop(entity)
        square = self.names.index(actor.square)
        fields = {
            "side": actor.color,
            "piece": entity,
            "target": entity,
            "to": square,
            "square": square,
            "becomes": actor.type,
            "kind": "drop" if is_move else "hand",
            "player": is_move,
        }
        text = f"{actor.color} {'drops' if is_move else 'lets in'} a {actor.type} on {actor.square}"
        return [Draft("spawn", text, fields), *self._held(color, index, -1)]

    def _pocketed(self, victim: Reach, captor: int) -> list[Draft]:
        """A captured piece that has gone into hands."""
        table = self.board.book.hands
        if table is None or self.hands is None:
            return []
        index = table.fallen(victim.type_index, victim.was)
        colors = [color for color in table.gainers[captor][victim.color] if table.holds[color][index]]
        return [draft for color in reversed(colors) for draft in self._held(color, index, 1)]

    def _held(self, color: int, index: int, by: int) -> list[Draft]:
        """More or fewer pieces of a type in the hand of a side."""
        if self.hands is None:
            return []
        after, kind, side = self.hands[color][index], self.types[index], COLORS[color]
        before = self.hands[color][index] = after - by
        text = f"{side} has {after} {kind} in hand and had {before}"
        change = Change(0, hand_fact(kind, side), before or None, after or None)
        return [Draft("hand", text, {"side": side, "becomes": kind, "amount": after}, change)]

    def hand_changed(self, entry: HandChange) -> list[Draft]:
        return self._held(entry.color, entry.kind, entry.by)

    def dropped(self, entry: Dropped) -> list[Draft]:
        return self._dropped(entry.entity, entry.color, entry.kind, entry.is_move)

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
        self.cast[entry.entity] = before
        origin, to = entry.before.square, entry.square
        found: list[Draft] = []
        if origin != to:
            if self.is_step:
                self.cast[entry.entity] = after
                found.append(self._step(entry.entity, before, before.color))
            else:
                fields = {"side": before.color, "target": entry.entity, "origin": origin, "to": to}
                found.append(Draft("relocate", f"{before} is taken to {after.square}", fields))
        if before.color != after.color:
            told = {"side": after.color, "target": entry.entity, "square": to}
            found.append(Draft("recolor", f"{before} goes over to {after.color}", told))
        elif before.type != after.type:
            if self.is_step:
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
        one, two = (next(e for e, a in self.cast.items() if a.square == at) for at in (second, first))
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
        found = self._hands_before(entry)
        self.types = entry.book.types
        return found

    def _hands_before(self, entry: BookChange) -> list[Draft]:
        """What other rules in force have changed of the hands."""
        after, before = self._counts(self.hands, self.types), self._counts(entry.hands, entry.book.types)
        self.hands = None if entry.hands is None else [counts.copy() for counts in entry.hands]
        found = []
        for key in sorted(before.keys() | after.keys()):
            old, new = before.get(key), after.get(key)
            if old != new:
                color, kind = key
                text = f"{color} has {new or 0} {kind} in hand and had {old or 0}"
                change = Change(0, hand_fact(kind, color), old, new)
                found.append(
                    Draft("hand", text, {"side": color, "becomes": kind, "amount": new or 0}, change)
                )
        return found

    @staticmethod
    def _counts(hands: Counts | None, types: Sequence[str]) -> dict[tuple[str, str], int]:
        return {
            (COLORS[color], types[index]): count
            for color, counts in enumerate(hands or ())
            for index, count in enumerate(counts)
            if count
        }


def _before_turn_end(drafts: list[Draft], given: list[Draft]) -> list[Draft]:
    """Drafts with others before the end of the turn, or at their end if the turn goes on."""
    place = next((n for n, draft in enumerate(drafts) if draft.word == "turn-end"), len(drafts))
    return [*drafts[:place], *given, *drafts[place:]]


_NUMBERED: Final = ("id", "event", "parent")

#: Entry of the journal -> how it is read; all others change nothing that is told.
_READERS: Final[dict[type, Callable[[JournalReader, Any], list[Draft]]]] = {
    edits.Relocated: JournalReader.relocated,
    edits.Castled: JournalReader.castled,
    edits.Swapped: JournalReader.swapped,
    edits.Put: JournalReader.put,
    HandChange: JournalReader.hand_changed,
    Dropped: JournalReader.dropped,
    edits.Removed: JournalReader.removed,
    edits.Written: JournalReader.written,
    edits.TurnChange: JournalReader.turned,
    edits.ExtraMove: JournalReader.extra,
    BookChange: JournalReader.rebound,
}
