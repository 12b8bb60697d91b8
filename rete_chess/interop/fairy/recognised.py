"""The limits, rules and ends of documents that a section has keys for: a table of their shapes.

A shape is compared as a whole, so that what says more than a key does is not taken for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from rete_chess.compiler.setup import Setup
from rete_chess.core.geometry import Zone
from rete_chess.errors import clip
from rete_chess.interop.fairy.wholes import add_wholes, meant

if TYPE_CHECKING:
    from rete_chess.interop.fairy.exporter import Export

Value = Any
#: What documents say that is no rule: names, and what the compiled tables hold.
_SILENT: Final = frozenset(
    (
        *(
            "kind",
            "id",
            "name",
            "description",
            "extends",
            "board",
            "layout",
            "fen",
            "pieces",
            "presets",
            "config",
        ),
        *("tests", "perft", "royal", "incompatibleWith", "requires"),
        *("moves", "drops", "rules", "result", "hands", "attributes", "check", "ends"),
    )
)
_SIDE_MOVED: Final = {"side": {"color": "$side", "toMove": False}}
_STUCK: Final[Value] = {"not": {"move": {}}}
_FREE: Final = {"side": {"toMove": True, "inCheck": False}}


def wholes_first(made: Export) -> list[dict[str, Any]]:
    """The documents of a program, without the rules that are said together."""
    return [add_wholes(made, body) for body in _bodies(made)]


def add_bodies(made: Export, bodies: list[dict[str, Any]]) -> None:
    """Read what documents say beyond the tables of their program."""
    for body in bodies:
        for key in body:
            if key not in _SILENT:
                made.lacks(f"`{key}`")
    _hands(made)
    is_set_aside = False
    for body in reversed(bodies):  # the nearest first, which may set others aside
        if body.get("check"):
            made.lacks("`check`")
        for entry in body.get("moves") or ():
            _try(made, _LIMITS, entry, "a change or limit of moves")
        for entry in body.get("drops") or ():
            _try(made, _DROPS, entry, "a limit on drops")
        if body.get("attributes") and "attributes" not in made.done:
            made.lacks("attributes")
        for entry in body.get("rules") or ():
            made.lacks(f"the rule {clip(str(entry.get('id')))}")
        if not is_set_aside:
            is_set_aside = _result(made, body)
    made.keys.setdefault("castlingRookPieces", "-")


def _bodies(made: Export) -> Iterator[dict[str, Any]]:
    """The documents of a program as plain data, with their settings put in."""
    program = made.program
    for tree in program.variant.trees:
        plain: Value = tree.value
        yield _settled(plain, dict(plain.get("config") or {}))
    for preset in program.presets:
        if preset.scope != "both" or preset.turns_remaining is not None:
            made.lacks(f"the preset {preset.id} for one side or for some moves")
        value: Value = preset.document.tree.value
        yield _settled(value, {**(value.get("config") or {}), **dict(preset.config)})
    if program.setup != Setup():
        made.lacks("tiles, abilities or modifiers")


def _settled(value: Any, config: Mapping[str, Any]) -> Any:
    """A value in which settings stand for references to them."""
    if isinstance(value, dict):
        return {key: _settled(part, config) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_settled(part, config) for part in value]
    if isinstance(value, str) and value.startswith("$config."):
        return config.get(value[8:], value)
    return value


def _try(made: Export, table: tuple[Callable[[Export, Any], bool], ...], entry: Any, what: str) -> None:
    """Say an entry by the first function that knows its shape."""
    plain = meant(entry)
    if not any(know(made, plain) for know in table):
        because = entry.get("because") if isinstance(entry, dict) else None
        made.lacks(f"{what}: {because or clip(str(plain), 100)}")


# -- moves -----------------------------------------------------------------------------------------


def _tables(made: Export, entry: Value) -> bool:
    """Changes of how types move, which the compiled tables hold."""
    who = entry.get("for")
    changes = {"use", "add", "drop", "promote", "promotion"}
    return isinstance(who, dict) and set(who) <= {"type", "color"} and set(entry) - {"for"} <= changes


def _compulsory(made: Export, entry: Value) -> bool:
    keys = {"capture": "mustCapture", "drop": "mustDrop"}
    kind = entry.get("require", {}).get("kind") if set(entry) == {"require"} else None
    if kind not in keys or entry != {"require": {"kind": kind}}:
        return False
    made.keys[keys[kind]] = "true"
    return True


def _checkless(made: Export, entry: Value) -> bool:
    if entry != {"forbid": {"after": [{"side": {"moved": False, "inCheck": True}}]}}:
        return False
    made.keys["checking"] = "false"
    return True


def _undropped(made: Export, entry: Value) -> bool:
    if entry != {"forbid": {"kind": "drop"}}:
        return False
    made.keys["pieceDrops"] = "false"
    return True


def _regional(made: Export, entry: Value) -> bool:
    """Pieces that stay in a part of the board."""
    limit = entry.get("forbid")
    if set(entry) != {"forbid"} or not isinstance(limit, dict) or set(limit) != {"piece", "to"}:
        return False
    types = _types(limit["piece"])
    zone = _zone(limit["to"])
    if types is None or zone is None:
        return False
    named = {letter.partition(":")[0]: key for key, letter in made.keys.items() if key in _piece_keys()}
    for type_id in types:
        letter = made.letters.get(type_id)
        if letter not in named:
            return False
        key = named[letter]
        for side, color in enumerate(("White", "Black")):
            outside = made.region(zone, side)
            every = made.region(Zone(), side)
            made.keys[f"mobilityRegion{color}{key[0].upper()}{key[1:]}"] = made.squares(every - outside)
    return True


def _piece_keys() -> frozenset[str]:
    from rete_chess.interop.fairy.names import MOVES

    return frozenset(MOVES)


def _enough(made: Export, entry: Value) -> bool:
    """Promotion as long as there are not too many of a type."""
    limit = entry.get("forbid")
    if set(entry) != {"forbid"} or not isinstance(limit, dict) or set(limit) != {"kind", "after"}:
        return False
    after = limit["after"]
    if (
        limit["kind"] != "promotion"
        or len(after) != 2
        or after[0] != {"side": {"color": "$side", "moved": True}}
    ):
        return False
    words = []
    for case in after[1].get("any", ()):
        count = case[0].get("count", {}) if len(case) == 1 else {}
        if (
            set(case[0]) != {"count", "gt"}
            or count.get("color") != "$side"
            or set(count) != {"type", "color"}
        ):
            return False
        words.append(f"{made.letters_of([count['type']])}:{case[0]['gt']}")
    if not words or made.keys.get("capturesToHand") == "true":
        return False
    made.keys["promotionLimit"] = " ".join(words)
    return True


_LIMITS: Final = (_tables, _compulsory, _checkless, _undropped, _regional, _enough)


def _types(who: Value) -> list[str] | None:
    """The types that a filter of types alone means."""
    if not isinstance(who, dict) or set(who) != {"type"}:
        return None
    test = who["type"]
    if isinstance(test, str):
        return [test]
    return list(test["in"]) if isinstance(test, dict) and set(test) == {"in"} else None


def _zone(choice: Value) -> Zone | None:
    """A set of squares of a document as the core has it; None where it is none by itself."""
    from pydantic import TypeAdapter, ValidationError

    from rete_chess.documents.language.squares import ZoneChoice, to_zone

    adapter: TypeAdapter[Any] = TypeAdapter(ZoneChoice)
    try:
        return to_zone(adapter.validate_python(choice))
    except (ValidationError, TypeError, ValueError):  # it refers to pieces
        return None


# -- hands and drops -------------------------------------------------------------------------------


def _hands(made: Export) -> None:
    """What is held, and what captures bring."""
    hands = made.program.laws.hands
    made.keys["pieceDrops"] = str(hands is not None).lower()
    if hands is None:
        return
    made.keys["capturesToHand"] = str("captor" in hands.gains).lower()
    made.keys["firstRankPawnDrops"] = made.keys["promotionZonePawnDrops"] = "true"
    if "owner" in hands.gains or hands.gains[0] != hands.gains[1]:
        made.lacks("captured pieces that do not go to whoever captures")
    if not hands.returns:
        made.keys["dropLoop"] = "true"
    turned = dict(hands.becomes)
    if any(made.others.get(base) != name for name, base in turned.items() if name in made.in_play):
        made.lacks("captured pieces that become others in the hand")


def _placed(made: Export, entry: Value) -> bool:
    """Squares on which pieces may be dropped: all of them, or pawns alone."""
    if not set(entry) <= {"for", "to"} or "to" not in entry:
        return False
    zone = _zone(entry["to"])
    if zone is None:
        return False
    regions = [made.region(zone, side) for side in range(2)]
    if not entry.get("for"):
        for color, region in zip(("White", "Black"), regions):
            made.keys[f"dropRegion{color}"] = made.squares(region)
        return True
    types = [name for name in _types(entry["for"]) or () if name in made.in_play]
    if not types:
        return _types(entry["for"]) is not None
    pawn = made.keys.get("pawn")
    if [made.letters.get(name) for name in types] == [pawn]:
        return _pawn_places(made, regions)
    return made.keys.get("immobilityIllegal") == "true" and _where_stuck(made, types, regions)


def _pawn_places(made: Export, regions: list[frozenset[int]]) -> bool:
    """Pawns are kept off the first rank, off the squares of promotion, or both."""
    every = made.region(Zone(), 0)
    first = [made.region(Zone(own_ranks=(1,)), side) for side in range(2)]
    last = [made.region(Zone(own_ranks=(made.height,)), side) for side in range(2)]
    promotes = [
        made.keys.get(f"promotionRegion{color}") == made.squares(zone)
        for color, zone in zip(("White", "Black"), last)
    ]
    if not all(promotes):
        return False
    for is_first in (False, True):
        allowed = [every - zone - (home if is_first else frozenset()) for zone, home in zip(last, first)]
        if allowed == regions:
            made.keys["promotionZonePawnDrops"] = "false"
            made.keys["firstRankPawnDrops"] = str(not is_first).lower()
            return True
    return False


def _where_stuck(made: Export, types: list[str], regions: list[frozenset[int]]) -> bool:
    """Pieces are kept off the squares from which they could never move."""
    from rete_chess.core.atoms import Topology
    from rete_chess.core.geometry import geometry
    from rete_chess.core.paths import ways_from

    board = geometry(made.width, made.height)
    kinds = {kind.id: kind for kind in made.program.laws.white}
    for side, region in enumerate(regions):
        for name in types:
            free = {
                square
                for square in range(board.size)
                if ways_from(board, side, kinds[name].atoms, Topology(), square)
            }
            if frozenset(free) != region:
                return False
    return True


def _one_a_file(made: Export, entry: Value) -> bool:
    """One pawn of shogi a file."""
    if set(entry) != {"for", "unless"}:
        return False
    types = _types(entry["for"])
    if types is None or len(types) != 1:
        return False
    there = {"piece": {"type": types[0], "color": "$mover", "square": {"file": "$to.file"}}}
    if entry["unless"] != [there]:
        return False
    made.keys["dropNoDoubled"] = made.letters_of(types)
    return True


_DROPS: Final = (_placed, _one_a_file)


# -- ends ------------------------------------------------------------------------------------------


def _result(made: Export, body: Mapping[str, Any]) -> bool:
    """How the game ends; whether it sets aside what lies below."""
    result = body.get("result") or {}
    for entry in body["ends"]:
        _try(made, _ENDS, entry, "an end")
    if result.get("defaults"):
        made.lacks("mate and stalemate that do not count")
    return bool(result.get("instead"))


def _hill(made: Export, entry: Value) -> bool:
    """A piece that reaches some squares."""
    when = entry.get("when") or []
    piece = when[0].get("piece", {}) if len(when) == 1 and isinstance(when[0], dict) else {}
    if entry.get("win") != "$side" or set(piece) != {"type", "color", "square"} or piece["color"] != "$side":
        return False
    place = piece["square"]
    zone = _zone(place["in"] if isinstance(place, dict) and set(place) == {"in"} else place)
    if zone is None or not isinstance(piece["type"], str) or "flagPiece" in made.keys:
        return False
    made.keys["flagPiece"] = made.letters_of([piece["type"]])
    for side, color in enumerate(("White", "Black")):
        made.keys[f"flagRegion{color}"] = made.squares(made.region(zone, side))
    return True


def _stalemate(made: Export, entry: Value) -> bool:
    """Who cannot move has lost, or won."""
    loses = (
        [_SIDE_MOVED, _FREE, _STUCK],
        [_SIDE_MOVED, {"side": {"toMove": True, "stalemated": True}}],
    )
    wins = (
        [{"side": {"color": "$side", "toMove": True}}, _STUCK],
        [{"side": {"color": "$side", "stalemated": True}}],
    )
    when = entry.get("when")
    if entry.get("win") != "$side":
        return False
    if when == [_SIDE_MOVED, _STUCK]:
        made.keys["stalemateValue"] = "loss"
        return True
    for value, shapes in (("loss", loses), ("win", wins)):
        if when in shapes and (value == "loss" or not made.program.laws.royal):
            made.keys["stalemateValue"] = value
            return True
    return False


def _bare(made: Export, entry: Value) -> bool:
    """Who has lost all pieces has won."""
    if entry != {
        "win": "$side",
        "when": [{"side": {"color": "$side"}}, {"not": {"piece": {"color": "$side"}}}],
    }:
        return False
    made.keys["extinctionValue"], made.keys["extinctionPieceTypes"] = "win", "*"
    return True


_ENDS: Final = (_hill, _stalemate, _bare)
