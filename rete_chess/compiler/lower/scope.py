"""What a document means by its names while it is lowered: config, scope and bound variables."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rete_chess.compiler import catalog
from rete_chess.core.geometry import COLORS, Zone
from rete_chess.documents.reading.tree import Tree
from rete_chess.errors import Problem, did_you_mean
from rete_chess.facts.carriers import Carrier
from rete_chess.facts.session import CORE_ATTRIBUTES
from rete_chess.facts.tiles import TILE_TYPE as TILE_TYPE_ATTRIBUTE
from rete_chess.facts.vocabulary import CORE_GAME_ATTRIBUTES, MOVED, MOVED_ATTRIBUTE, Attribute
from rete_chess.facts.words.word import BOOL, COLOR, NUMBER, OTHER, PIECE, STORED, TILE

Path = tuple[str | int, ...]

#: Whether something concerns White, and Black.
Sides = tuple[bool, bool]

#: The senses of what the game keeps itself; the rest of it is text in the manner of FEN.
_GAME_SENSES: Final = {
    "Turn": COLOR,
    **dict.fromkeys(("HalfMovesThisTurn", "FullmoveNumber", "HalfmoveClock"), NUMBER),
}
_DECLARED_SENSES: Final = {"int": STORED, "number": STORED, "bool": BOOL}

#: What pieces and tiles have anyway: the key by which documents read it, and how rules change it.
_OWN: Final = {
    "PieceType": ("type", "`transform` makes a piece another type"),
    "Color": ("color", "`recolor` gives a piece to a side"),
    "Position": ("square", "`relocate` moves a piece"),
    MOVED: (MOVED, "a piece has moved once it has left the square where it began"),
    TILE_TYPE_ATTRIBUTE: ("type", "the action `tile` changes a tile"),
}


@dataclass
class Scope:
    """The names of one document, and the problems found in it so far, each once."""

    document: str  # its id
    tree: Tree
    config: Mapping[str, Any]
    side: str  # white, black or both: whom a preset is active for
    attributes: dict[str, Attribute]  # of all documents, filled as they are declared
    variables: dict[str, str] = field(default_factory=dict)
    problems: dict[Problem, None] = field(default_factory=dict)
    carrier: Carrier | None = None  # who carries the document, its `$self`
    presets: tuple[str, ...] = ()  # the ids of all active presets
    to_declare: str = "declare it under `attributes`"  # how the document makes an attribute known
    walls: Collection[str] = ()  # the tile types that close their squares
    zones: dict[str, Zone] = field(default_factory=dict)  # what the names of zones stand for

    def fresh(self) -> Scope:
        """The same document with no variable bound; problems go to the same list."""
        return replace(self, variables={})

    def with_self(self) -> Scope:
        """The same, with `$self` bound where the document has a carrier."""
        bound = {} if self.carrier is None else {"self": TILE if self.carrier.of == "tile" else PIECE}
        return replace(self, variables=bound)

    def origin(self, path: Path) -> str:
        """Where a part of the document stands, as file:line."""
        line, _ = self.tree.place(path)
        return f"{self.tree.file}:{line}"

    def report(
        self, code: str, message: str, path: Path, hint: str | None = None, *, key: bool = False
    ) -> None:
        """Note a problem; what is lowered once for each side is still one problem."""
        line, column = self.tree.place(path, key)
        problem = Problem(code, message, path=self.tree.name(path), line=line, column=column, hint=hint)
        self.problems[problem] = None

    def attribute(self, name: str, path: Path, owner: str | None = None) -> str:
        """An attribute's name, reported if nobody declares it."""
        declared, is_key = self.attributes.get(name), path[-1:] == (name,)
        if name == MOVED and path[-1] not in ("attr", "with") and owner in ("piece", None):
            self.attributes[MOVED] = MOVED_ATTRIBUTE  # who asks for it lets the game keep it
        elif name in CORE_ATTRIBUTES:
            message, hint = _kept(name, is_written=path[-1:] == ("attr",))
            self.report("E_ATTRIBUTE", message, path, hint, key=is_key)
        elif declared is None:
            known = sorted(n for n, a in self.attributes.items() if owner is None or a.of == owner)
            own = CORE_GAME_ATTRIBUTES if owner == "game" else ()
            hint = did_you_mean(name, (*known, *own)) or f"{self.to_declare}{_offer(name)}"
            self.report("E_ATTRIBUTE", f"nobody declares the attribute {name!r}", path, hint, key=is_key)
        elif owner is not None and declared.of != owner:
            message = f"{name} belongs to a {declared.of}, not to a {owner}"
            self.report("E_ATTRIBUTE", message, path, _owned(name, declared.of, path), key=is_key)
        return name

    def attribute_sense(self, name: str, owner: str = "") -> str:
        """The sense of what an attribute holds, as far as its declaration says."""
        if owner == "game" and name in _GAME_SENSES:
            return _GAME_SENSES[name]
        declared = self.attributes.get(name)
        return OTHER if declared is None else _DECLARED_SENSES.get(declared.type, OTHER)

    def covers(self, color: str) -> bool:
        """Whether the document is active for a side."""
        return self.side in ("both", color)

    @property
    def sides(self) -> Sides:
        """The sides that the document is active for."""
        return (self.covers(COLORS[0]), self.covers(COLORS[1]))

    def limited(self, path: Path) -> Sides:
        """The sides that a part of the document concerns: all if it says so itself, by `$scope`."""
        if self.side == "both":
            return (True, True)
        value: Any = self.tree.value
        for part in path:
            value = value[part]
        return (True, True) if _holds(value, "$scope") else self.sides


def _holds(value: Any, text: str) -> bool:
    """Whether a text stands somewhere in a value."""
    if isinstance(value, dict):
        return any(_holds(part, text) for part in value.values())
    return any(_holds(part, text) for part in value) if isinstance(value, list) else value == text


def _kept(name: str, is_written: bool) -> tuple[str, str]:
    """What is wrong with a rule that writes or reads what the game keeps itself, and how to mend it."""
    if name in CORE_GAME_ATTRIBUTES:
        return f"{name} is kept by the game itself: rules read it alone", f"read it by `game: {{{name}: …}}`"
    key, action = _OWN[name]
    hint = action if is_written else f"write `{key}: …` in a pattern, or `$name.{key}`"
    return f"{name} is kept by the game itself", hint


def _owned(name: str, of: str, path: Path) -> str | None:
    """How an attribute is written that belongs to another owner: with its target, or in its pattern."""
    if path[-1] == "attr":
        targets = {"side": "{side: white}", "game": "$game", "preset": "$preset"}
        return f"a {of} is the target {targets[of]}" if of in targets else None
    return f"ask for it in a pattern of its own: {of}: {{{name}: …}}" if path[-1] == name else None


def _offer(name: str) -> str:
    """The presets that everyone knows and that declare an attribute, as the end of a hint."""
    presets = [
        catalog.id_of(preset)
        for preset in catalog.presets()
        if name in getattr(preset.model, "attributes", ())
    ]
    return f", or add a preset that does: {', '.join(presets)}" if presets else ""
