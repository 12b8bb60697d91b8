"""The lowering of primitives to the language of documents: rules, attributes and moves with `$self`.

Nothing here is special to a kind of primitive. A continuous primitive holds for the carrier, under the
conditions around it; one inside a trigger acts once whenever the trigger fires, and what it does stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from rete_chess.core.geometry import MAX_SIDE, Geometry, geometry
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.primitives.ways import ANYHOW, Way, together

if TYPE_CHECKING:
    from rete_chess.primitives.conditions import Condition
    from rete_chess.primitives.primitive import Primitive

Data = dict[str, Any]

#: The order inside a capture and inside the judgement of damage. Lower comes first; what presets do
#: about damage has the priority 0, and what lessens it has -10.
CAPTURED_FIRST: Final = -1
REFLECT: Final = -7
ABSORB: Final = -5

_LONGEST_STEM: Final = 40


@dataclass
class Parts:
    """The lowered parts of a modifier, and the primitive behind each part."""

    id: str
    board: Geometry | None = None  # by which squares are numbered
    attributes: dict[str, Data] = field(default_factory=dict)
    moves: list[Data] = field(default_factory=list)
    rules: list[Data] = field(default_factory=list)
    origins: dict[KeyPath, KeyPath] = field(default_factory=dict)
    mentioned: dict[str, KeyPath] = field(default_factory=dict)  # attributes, and where they are named first
    off_board: list[tuple[int, KeyPath]] = field(
        default_factory=list
    )  # numbers of squares that are not there
    _counts: dict[str, int] = field(default_factory=dict)

    def count(self, word: str) -> int:
        """Count a word, and return its number, from 1."""
        self._counts[word] = self._counts.get(word, 0) + 1
        return self._counts[word]

    def rule_id(self, word: str) -> str:
        """An id for a rule; the second of its kind is numbered, and so on."""
        number = self.count(f"rule {word}")
        return word if number == 1 else f"{word}-{number}"

    @property
    def stem(self) -> str:
        """The prefix of the names of the modifier's own attributes."""
        whole = "".join(part.capitalize() for part in self.id.split("-"))
        if len(whole) <= _LONGEST_STEM:
            return whole
        return whole[:_LONGEST_STEM] + blake2b(self.id.encode(), digest_size=4).hexdigest()


@dataclass
class Firing:
    """A trigger while its children are lowered: what it hears, and the actions gathered so far."""

    word: str
    at: str
    event: Data
    when: tuple[Data, ...]
    priority: int
    target: Any
    way: Way = ANYHOW  # in which the conditions around hold
    choice: str = ""
    actions: list[Data] = field(default_factory=list)
    place: KeyPath = ()


@dataclass
class Context:
    """The context of a primitive: its data, its path, the conditions around it, the trigger it waits for."""

    parts: Parts
    data: Data
    path: KeyPath
    conditions: tuple[Data, ...] = ()
    firing: Firing | None = None

    def children(self, node: Primitive, *keys: str) -> Iterator[tuple[Primitive, Context]]:
        """The children under some keys (all of them if none is named), each with its own context."""
        for key, index, child in node.children():
            if not keys or key in keys:
                yield child, replace(self, data=self.data[key][index], path=(*self.path, key, index))

    def under(self, *patterns: Data) -> Context:
        """A copy of the context with further conditions."""
        return replace(self, conditions=(*self.conditions, *patterns))

    def squares(self, given: Sequence[str | int], *keys: str) -> list[str]:
        """Squares by name, some of them given by their numbers on the board; those beyond it are noted."""
        board = self.parts.board or geometry(MAX_SIDE, MAX_SIDE)  # where no game says more
        names = []
        for index, square in enumerate(given):
            if isinstance(square, int) and square >= board.size:
                self.parts.off_board.append((square, (*self.path, *keys, index)))
            names.append(board.names[square % board.size] if isinstance(square, int) else square)
        return names

    # -- parts of a body -----------------------------------------------------------------------

    def mention(self, attribute: str) -> str:
        """Record that an attribute is used here, and return its name."""
        self.parts.mentioned.setdefault(attribute, self.path)
        return attribute

    def declare(self, attribute: str, type_: str, **more: Any) -> str:
        """Declare an attribute of pieces, unless the modifier has done so already."""
        known = self.parts.attributes.get(attribute)
        if known is None or (more and "start" not in known):
            self.parts.attributes[attribute] = {"of": "piece", "type": type_, **more}
            self.parts.origins["attributes", attribute] = self.path
        return attribute

    def own_attribute(self, word: str) -> str:
        """Declare a number of the modifier's own, whose name no other document has, and return the name."""
        name = f"{self.parts.stem}{word}{self.parts.count(f'attribute {word}')}"
        return self.declare(name, "int")

    def rule(self, word: str, at: str, when: Sequence[Data], do: Sequence[Data], **more: Any) -> None:
        """Add a rule."""
        self.parts.origins["rules", len(self.parts.rules)] = self.path
        rule = {"id": self.parts.rule_id(word), "at": at, **more, "when": list(when), "do": list(do)}
        self.parts.rules.append({key: value for key, value in rule.items() if value not in ("", [])})

    def change_moves(self, entry: Data) -> None:
        """Add an entry of `moves`."""
        self.parts.origins["moves", len(self.parts.moves)] = self.path
        self.parts.moves.append(entry)

    # -- what holds continuously ---------------------------------------------------------------

    def carried(self, *patterns: Data) -> list[Data]:
        """The patterns of a rule of a continuous primitive: its own, and the conditions around it.

        Inside a trigger it holds for good once the trigger has fired, which a fact remembers.
        """
        if self.firing is None:
            return [*patterns, *self.conditions]
        return [*patterns, {"piece": {"id": "$self", self._granted(): {"gt": 0}}}]

    def chosen(self) -> Data:
        """The filter of the pieces for which a continuous primitive changes movement."""
        if self.firing is not None:
            return {self._granted(): {"gt": 0}}
        if not self.conditions:
            return {"id": "$self"}
        # Movement reads a number which is derived while the conditions hold.
        name = self.own_attribute("Holds")
        do = {"contribute": {"target": "$self", "attr": name, "by": 1}}
        self.rule("conditional", "derive", self.conditions, [do])
        return {"id": "$self", name: {"gt": 0}}

    def contribute(self, word: str, attribute: str, by: Any) -> None:
        """Add to an attribute, for as long as the conditions hold or, inside a trigger, for good."""
        self.mention(attribute)
        if self.firing is not None:
            self.act({"add": {"target": self.firing.target, "attr": attribute, "by": by}})
        else:
            do = {"contribute": {"target": "$self", "attr": attribute, "by": by}}
            self.rule(word, "derive", self.conditions, [do])

    def _granted(self) -> str:
        name = self.own_attribute("Granted")
        self.act({"set": {"target": self.target, "attr": name, "to": 1}})
        return name

    # -- triggers ------------------------------------------------------------------------------

    @property
    def target(self) -> Any:
        """The target of the trigger's children."""
        return "$self" if self.firing is None else self.firing.target

    def act(self, action: Data) -> None:
        """Let the trigger do something when it fires."""
        assert self.firing is not None
        self.firing.place = self.firing.place or self.path
        self.firing.actions.append(action)

    def trigger(
        self,
        node: Primitive,
        at: str,
        event: Data,
        *when: Data,
        priority: int = 0,
        target: Any = "$self",
    ) -> None:
        """Lower a trigger: its children act when the event is heard, in their order."""
        firing = Firing(node.word, at, event, (*when, *self.conditions), priority, target)
        inner = replace(self, conditions=(), firing=firing)
        for child, context in inner.children(node):
            child.lower(context)
        inner.flush()

    def branch(self, node: Primitive, condition: Condition) -> None:
        """Lower a choice that is made when the trigger fires: one of the two branches acts."""
        outer = self.firing
        assert outer is not None
        self.flush()
        choice = f"choice-{self.parts.count('choice')}"
        for key, is_negated in (("then", False), ("else", True)):
            for way in together([[outer.way], condition.ways(self, self.data["condition"], is_negated)]):
                firing = replace(
                    outer, word=f"{outer.word}-{key}", way=way, choice=choice, actions=[], place=()
                )
                inner = replace(self, firing=firing)
                for child, context in inner.children(node, key):
                    child.lower(context)
                inner.flush()

    def flush(self) -> None:
        """Make a rule of the actions gathered so far."""
        firing = self.firing
        assert firing is not None
        if not firing.actions:
            return
        place = replace(self, path=firing.place or self.path)
        more = {"priority": firing.priority, "choice": firing.choice}
        describe = f"{{self}}: {self.parts.id}, {firing.word}"
        event = {**firing.event, **firing.way.event}
        when = [{"event": event}, *firing.when, *firing.way.patterns]
        place.rule(firing.word, firing.at, when, firing.actions, **more, describe=describe)
        firing.actions, firing.place = [], ()
