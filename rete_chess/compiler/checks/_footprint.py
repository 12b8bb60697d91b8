"""What a preset changes, in plain words and as data that can be compared: its footprint on the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.scope import Path
from rete_chess.compiler.lower.terms import lower_filter
from rete_chess.core.atoms import NOBODY
from rete_chess.core.geometry import COLORS
from rete_chess.documents.language.filter import Filter
from rete_chess.documents.language.movement import MoveChange, MoveLimit
from rete_chess.facts.words.beforehand import fits
from rete_chess.presets.hooks import HOOKS

#: Pieces by type and colour number.
Pieces = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class Change:
    """One thing that a preset changes; `what` says of which kind it is."""

    what: str
    text: str


@dataclass
class Footprint:
    """All that a preset changes."""

    id: str
    scope: str
    description: str
    changes: list[Change] = field(default_factory=list)
    replaced: set[tuple[str, int]] = field(default_factory=set)  # pieces that move by its word alone
    added: set[tuple[str, int]] = field(default_factory=set)  # pieces that get moves, or lines bent
    altered: set[tuple[str, int]] = field(default_factory=set)  # pieces whose moves it changes in another way
    points: dict[str, set[int]] = field(default_factory=dict)  # where its rules listen: priorities
    attributes: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()  # why it ends games
    suppresses: bool = False
    royal: bool = False
    allows_self_check: bool = False
    turn: bool = False
    limits: bool = False

    @property
    def moved(self) -> set[tuple[str, int]]:
        """The pieces whose moves it changes in any way."""
        return self.replaced | self.added | self.altered

    def add(self, what: str, text: str) -> None:
        self.changes.append(Change(what, text))


def footprint(layer: Layer, types: Sequence[str]) -> Footprint:
    """The footprint of a preset among some piece types."""
    body = layer.body
    found = Footprint(body.id, layer.scope.side, " ".join((body.description or "").split()))
    for index, entry in enumerate(body.moves):
        if isinstance(entry, MoveChange):
            _add_movement(found, entry, layer, types, ("moves", index, "for"))
        else:
            _add_limit(found, entry, layer, ("moves", index))
    _add_policies(found, layer, types)
    for rule in body.rules:
        found.points.setdefault(rule.at, set()).add(rule.priority)
        order = f" with priority {rule.priority}" if rule.priority else ""
        found.add("rule", f"has a rule at {rule.at}{order}: {rule.id}")
    if body.attributes:
        found.attributes = tuple(sorted(body.attributes))
        owned = ", ".join(f"{name} (of a {body.attributes[name].of})" for name in found.attributes)
        found.add("attribute", f"gives out {owned}")
    if layer.python is not None:
        _add_hooks(found, layer.python.hooks, types)
    return found


#: Hooks of Python presets whose answers only the game shows: of which kind they are, and what they may do.
HOOK_TEXTS: Final = {
    "override_piece_moves": ("movement", "may replace the moves of pieces"),
    "transform_move_generator": ("movement", "may change how pieces move"),
    "get_extra_moves": ("movement", "may add moves"),
    "filter_moves": ("limit", "may forbid moves of pieces"),
    "filter_legal_moves": ("limit", "may forbid legal moves"),
    "get_royal_pieces": ("royalty", "may say who is royal"),
    "should_filter_self_check": ("self-check", "may let a side stay in check"),
    "should_advance_turn": ("turn", "may give further half-moves"),
    "on_check_game_result": ("result", "may end the game, or keep it from ending"),
}


def _add_hooks(found: Footprint, hooks: frozenset[str], types: Sequence[str]) -> None:
    """What a preset may do that is written in Python."""
    for name, hook in HOOKS.items():
        if name not in hooks:
            continue
        if hook.point:
            found.points.setdefault(hook.point, set()).add(0)
        what, text = HOOK_TEXTS.get(name, ("rule", f"has a hook at {hook.point or 'its beginning and end'}"))
        found.add(what, f"{text}: {name}")
    found.royal = found.royal or "get_royal_pieces" in hooks
    found.allows_self_check = found.allows_self_check or "should_filter_self_check" in hooks
    found.limits = found.limits or not hooks.isdisjoint(("filter_moves", "filter_legal_moves"))
    if not hooks.isdisjoint(("override_piece_moves", "transform_move_generator", "get_extra_moves")):
        sides = [number for number, color in enumerate(COLORS) if found.scope in ("both", color)]
        found.altered.update((name, number) for name in types for number in sides)
    if "on_check_game_result" in hooks:
        found.ends = (*found.ends, "its own judgement")


def _add_movement(
    found: Footprint, entry: MoveChange, layer: Layer, types: Sequence[str], path: Path
) -> None:
    pieces = _chosen(entry.for_, layer, types, path)
    whom = describe_pieces(pieces, types)
    if entry.use is not None:
        found.replaced.update(pieces)
        found.add("movement", f"replaces the moves of {whom}")
    if entry.add is not None or (entry.modify is not None and entry.use is None):
        found.added.update(pieces)
    if any(part is not None for part in (entry.drop, entry.captures, entry.promote, entry.promotion)):
        found.altered.update(pieces)
    if entry.add is not None:
        found.add("movement", f"adds moves to {whom}")
    if entry.drop is not None:
        found.add("movement", f"takes {', '.join(entry.drop)} from {whom}")
    if entry.modify is not None:
        ways = {
            "wrap": "around the board",
            "bounce": "off the edges",
            "range": "farther",
            "captures": "without leaving their squares when they capture",
        }
        how = " and ".join(way for key, way in ways.items() if getattr(entry.modify, key) is not None)
        found.add("movement", f"lets {whom} go {how}")
    if entry.captures is not None:
        found.add("movement", f"lets {whom} capture {entry.captures}")
    if entry.promotion is not None:
        found.add("movement", f"lets {whom} promote to {', '.join(entry.promotion.to)}")
    if entry.promote is not None:
        types = entry.promote if isinstance(entry.promote, tuple) else (str(entry.promote),)
        what = f"promote to {', '.join(types)}" if types else "no longer promote"
        found.add("movement", f"lets {whom} {what}")


def _add_limit(found: Footprint, entry: MoveLimit, layer: Layer, path: Path) -> None:
    found.limits = True
    chosen = entry.forbid or entry.require
    kind = f"{chosen.kind} moves" if chosen is not None and chosen.kind else "some moves"
    verb = "forbids" if entry.forbid is not None else "demands, while there are any,"
    because = f": {entry.because}" if entry.because else ""
    whose = "" if all(layer.scope.limited(path)) else f" of {_sides(layer.scope.side)}"
    found.add("limit", f"{verb} {kind}{whose}{because}")


def _add_policies(found: Footprint, layer: Layer, types: Sequence[str]) -> None:
    body = layer.body
    if body.royal is not None:
        found.royal = True
        named = frozenset(
            piece
            for index, filter_ in enumerate(body.royal)
            for piece in _chosen(filter_.model_copy(update={"last": None}), layer, types, ("royal", index))
        )
        last = " while only one is left" if any(filter_.last for filter_ in body.royal) else ""
        nobody = "nobody" if layer.scope.side == "both" else f"nobody of {_sides(layer.scope.side)}"
        whom = describe_pieces(named, types) + last if body.royal else nobody
        found.add("royalty", f"makes {whom} royal")
    if body.check is not None:
        found.add("check", "says when a royal piece cannot be in check")
    if body.self_check is not None and body.self_check.allow is not None:
        found.allows_self_check = True
        whose = "both sides" if body.self_check.allow == "any" else _sides(layer.scope.side)
        found.add("self-check", f"lets {whose} stay in check")
    if body.turn is not None:
        found.turn = True
        whose = "both sides" if body.turn.for_ == "any" else _sides(layer.scope.side)
        moves = body.turn.moves if body.turn.parts is None else len(body.turn.parts)
        count = moves if isinstance(moves, int) else "a number of"
        found.add("turn", f"gives {whose} {count} half-moves a turn")
    if body.hands is not None:
        grows = body.hands.captured
        what = f", which grow by what is captured: {grows}" if grows not in (None, NOBODY) else ""
        found.add("hand", f"gives {_sides(layer.scope.side)} pieces in hand{what}")
    for entry in body.drops:
        found.limits = True
        found.add("limit", f"limits drops{f': {entry.because}' if entry.because else ''}")
    for act in body.acts:
        found.add("act", f"lets {_sides(layer.scope.side)} {act.id} instead of a move")
    if body.sight:
        found.add("sight", f"says what {_sides(layer.scope.side)} see of each other")
    _add_results(found, layer)


def _add_results(found: Footprint, layer: Layer) -> None:
    body = layer.body
    said = (action.end_reason() for _, rule in body.doing() for action in rule.do)
    reasons = [reason for reason in said if reason is not None]
    if body.result is not None:
        reasons = [end.why for end in body.result.ends] + reasons
        found.suppresses = body.result.defaults == "suppress"
        if body.result.instead:
            found.add("result", "sets aside how the variant says that the game ends")
    found.ends = tuple(dict.fromkeys(reasons))
    if found.ends:
        found.add("result", f"ends the game by {', '.join(found.ends)}")
    if found.suppresses:
        whose = "" if layer.scope.side == "both" else f" for {_sides(layer.scope.side)}"
        found.add("result", f"turns checkmate, stalemate and the draws of chess off{whose}")


def _chosen(given: Filter, layer: Layer, types: Sequence[str], path: Path) -> Pieces:
    """The types and colours in scope that a filter may choose, whatever else it asks of their pieces."""
    chosen = lower_filter(given, layer.scope.fresh(), path)
    return frozenset(
        (name, number)
        for number, color in enumerate(COLORS)
        for name in types
        if layer.scope.covers(color) and fits(chosen, name, number)
    )


def _sides(scope: str) -> str:
    return "both sides" if scope == "both" else scope.capitalize()


def describe_pieces(pieces: Pieces | set[tuple[str, int]], types: Sequence[str]) -> str:
    """`pawns`, `white rooks and bishops`, `all pieces`."""
    parts = []
    both = [name for name in types if (name, 0) in pieces and (name, 1) in pieces]
    for word, names in (
        ("", both),
        ("white ", [name for name in types if (name, 0) in pieces and name not in both]),
        ("black ", [name for name in types if (name, 1) in pieces and name not in both]),
    ):
        if names:
            listed = "pieces" if len(names) == len(types) else " and ".join(f"{name}s" for name in names)
            parts.append(("all " if listed == "pieces" else "") + word + listed)
    return " and ".join(parts) or "no piece"
