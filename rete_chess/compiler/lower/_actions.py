"""Actions, targets and places of documents as the actions that the engine executes.

One table says for each action of documents how it is lowered; so does one for targets and places.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rete_chess.compiler.lower._fitting import check_written
from rete_chess.compiler.lower._senses import needs
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import (
    VALUES,
    lower_filter,
    lower_needed,
    lower_pick,
    lower_ref,
    lower_square,
    lower_value,
)
from rete_chess.documents.language import action as source
from rete_chess.documents.language import target as source_target
from rete_chess.documents.language.filter import SquareTest
from rete_chess.documents.language.picks import PickNumber, PickOwner, PickSquare, PickType
from rete_chess.documents.language.values import Ref
from rete_chess.facts.tiles import STANDARD
from rete_chess.facts.words import actions as act
from rete_chess.facts.words import targets
from rete_chess.facts.words.chance import Pick
from rete_chess.facts.words.terms import Const, EventTerm, Name, Term
from rete_chess.facts.words.word import COLOR, DIRECTION, EVENT_SENSES, NUMBER, PIECE, TILE, TYPE

#: What rules may change of an event that is being judged.
EDITABLE: Final = ("amount", "kind")

Lowering = Callable[[Any, Scope, Path], Any]
Lowered = TypeVar("Lowered", bound=Lowering)

#: Model of a document's action -> its lowering; the path leads to the action's own mapping.
ACTIONS: Final[dict[type, Lowering]] = {}
#: Model of a document's target or place -> its lowering.
TARGETS: Final[dict[type, Lowering]] = {}
PLACES: Final[dict[type, Lowering]] = {}

VALUES.update(dict.fromkeys((PickNumber, PickType, PickOwner), lower_pick))


def _lowers(table: dict[type, Lowering], *models: type) -> Callable[[Lowered], Lowered]:
    """Enter a function into a table of lowerings."""

    def enter(function: Lowered) -> Lowered:
        table.update(dict.fromkeys(models, function))
        return function

    return enter


def lower_action(given: source.ActionModel, scope: Scope, path: Path) -> act.Action:
    """One action of a rule."""
    meant = given.meant()
    action: act.Action = ACTIONS[type(meant)](meant, scope, (*path, given.word))
    return action


# -- actions that make events ----------------------------------------------------------------------


@_lowers(ACTIONS, source.DamageAction)
def _damage(given: source.DamageAction, scope: Scope, path: Path) -> act.Damage:
    target = _pieces(given.target, scope, path)
    by = None if given.by is None else lower_needed(given.by, PIECE, scope, (*path, "by"))
    return act.Damage(target, _amount(given, scope, path), given.kind or "damage", by)


@_lowers(ACTIONS, source.DestroyAction)
def _destroy(given: source.DestroyAction, scope: Scope, path: Path) -> act.Destroy:
    return act.Destroy(_pieces(given.target, scope, path), given.kind or "destroy")


@_lowers(ACTIONS, source.RemoveAction)
def _remove(given: source.RemoveAction, scope: Scope, path: Path) -> act.Remove:
    return act.Remove(_pieces(given.target, scope, path))


@_lowers(ACTIONS, source.CaptureAction)
def _capture(given: source.CaptureAction, scope: Scope, path: Path) -> act.Capture:
    target = _pieces(given.target, scope, path)
    by = EventTerm("piece") if given.by is None else lower_needed(given.by, PIECE, scope, (*path, "by"))
    return act.Capture(target, by)


@_lowers(ACTIONS, source.SpawnAction)
def _spawn(given: source.SpawnAction, scope: Scope, path: Path) -> act.Spawn:
    return act.Spawn(
        lower_needed(given.type, TYPE, scope, (*path, "type")),
        lower_needed(given.color, COLOR, scope, (*path, "color")),
        lower_place(given.square, scope, (*path, "square")),
        given.from_ is not None,
    )


@_lowers(ACTIONS, source.TransformAction)
def _transform(given: source.TransformAction, scope: Scope, path: Path) -> act.Transform:
    target = _pieces(given.target, scope, path)
    color = None if given.color is None else lower_needed(given.color, COLOR, scope, (*path, "color"))
    return act.Transform(target, lower_needed(given.type, TYPE, scope, (*path, "type")), color)


@_lowers(ACTIONS, source.RecolorAction)
def _recolor(given: source.RecolorAction, scope: Scope, path: Path) -> act.Recolor:
    target = _pieces(given.target, scope, path)
    return act.Recolor(target, lower_needed(given.color, COLOR, scope, (*path, "color")))


@_lowers(ACTIONS, source.RelocateAction)
def _relocate(given: source.RelocateAction, scope: Scope, path: Path) -> act.Relocate:
    return act.Relocate(_pieces(given.target, scope, path), lower_place(given.to, scope, (*path, "to")))


@_lowers(ACTIONS, source.SwapAction)
def _swap(given: source.SwapAction, scope: Scope, path: Path) -> act.Swap:
    first = _one_piece(given.first, scope, (*path, "first"))
    return act.Swap(first, _one_piece(given.second, scope, (*path, "second")))


@_lowers(ACTIONS, source.TileAction)
def _tile(given: source.TileAction, scope: Scope, path: Path) -> act.ChangeTile:
    """A tile type must be known before the game, and whether it closes its square."""
    place, inner = lower_place(given.square, scope, (*path, "square")), (*path, "type")
    kind = lower_value(given.type, scope, inner).value
    if not isinstance(kind, str):
        scope.report("E_DOC_VALUE", f"the tile type {given.type} is not known before the game", inner)
        kind = STANDARD
    return act.ChangeTile(place, kind, kind in scope.walls)


# -- actions that change facts ---------------------------------------------------------------------


@_lowers(ACTIONS, source.HealAction)
def _heal(given: source.HealAction, scope: Scope, path: Path) -> act.Heal:
    target, amount = _pieces(given.target, scope, path), _amount(given, scope, path)
    return act.Heal(target, amount, effect=given.effect or "")


@_lowers(ACTIONS, source.SetAction)
def _set(given: source.SetAction, scope: Scope, path: Path) -> act.Write:
    target, value = _written(given, given.to, "to", scope, path)
    return act.Write(
        given.word,
        target,
        given.attr,
        value,
        if_missing=given.if_missing,
        vital=_is_vital(target, given, scope),
    )


@_lowers(ACTIONS, source.AddAction)
def _add(given: source.AddAction, scope: Scope, path: Path) -> act.Write:
    target, value = _written(given, given.by, "by", scope, path)
    return act.Write(
        given.word,
        target,
        given.attr,
        value,
        least=given.min,
        most=given.max,
        vital=_is_vital(target, given, scope),
    )


@_lowers(ACTIONS, source.MultiplyAction)
def _multiply(given: source.MultiplyAction, scope: Scope, path: Path) -> act.Write:
    target, value = _written(given, given.by, "by", scope, path)
    return act.Write(
        given.word,
        target,
        given.attr,
        value,
        rounding=given.round or "",
        vital=_is_vital(target, given, scope),
    )


def _is_vital(target: targets.Target, given: Any, scope: Scope) -> bool:
    """Whether pieces may die of what is written."""
    declared = scope.attributes.get(given.attr)
    return target.holder == "piece" and declared is not None and declared.vital


def _written(given: Any, value: Any, key: str, scope: Scope, path: Path) -> tuple[targets.Target, Term]:
    """Whose attribute is written, or which field of the event, and the value that stands under a key."""
    target, place = lower_target(given.target, scope, path), (*path, key)
    if target.holder != "event":
        scope.attribute(given.attr, (*path, "attr"), _owner(target, scope))
        lowered = lower_value(value, scope, place)
        check_written(given.attr, given.word, lowered, scope, place)
        return target, lowered
    if given.attr not in EDITABLE:
        message = f"rules cannot change the {given.attr!r} of an event"
        scope.report("E_TARGET", message, (*path, "attr"), f"one of {', '.join(EDITABLE)}")
    lowered = lower_value(value, scope, place)
    if given.attr in EDITABLE:
        needs(lowered, EVENT_SENSES[given.attr], scope, place)
    return target, lowered


@_lowers(ACTIONS, source.ContributeAction)
def _contribute(given: source.ContributeAction, scope: Scope, path: Path) -> act.Contribute:
    target = lower_target(given.target, scope, path)
    if target.holder == "preset":
        scope.report("E_TARGET", "nothing is contributed to what presets remember", (*path, "target"))
    scope.attribute(given.attr, (*path, "attr"), _owner(target, scope))
    declared = scope.attributes.get(given.attr)
    if declared is not None and declared.type not in ("int", "number"):
        message = f"{given.attr} is no number, and only numbers can be added to"
        scope.report("E_ATTRIBUTE", message, (*path, "attr"))
    return act.Contribute(target, given.attr, lower_needed(given.by, NUMBER, scope, (*path, "by")))


@_lowers(ACTIONS, source.AbsorbAction)
def _absorb(given: source.AbsorbAction, scope: Scope, path: Path) -> act.Absorb:
    target = _pieces(given.target, scope, path)
    attribute = scope.attribute(given.with_, (*path, "with"), "piece")
    declared = scope.attributes.get(attribute)
    if given.fatal and declared is not None and not declared.vital:
        message = f"a piece dies that has used up {attribute}, which is not declared vital"
        hint = f"write `vital: true` where {attribute} is declared"
        scope.report("E_ATTRIBUTE", message, (*path, "fatal"), hint)
    return act.Absorb(
        target,
        attribute,
        None if given.at_most is None else lower_needed(given.at_most, NUMBER, scope, (*path, "atMost")),
        Const(given.rate),
        given.fatal,
        declared is not None and declared.vital,
    )


def _amount(given: source.DamageAction | source.HealAction, scope: Scope, path: Path) -> Term:
    return lower_needed(given.amount, NUMBER, scope, (*path, "amount"))


# -- actions on the event, the move, the turn and the game -----------------------------------------


@_lowers(ACTIONS, source.ConsumeAction)
def _consume(given: source.ConsumeAction, scope: Scope, path: Path) -> act.Consume:
    return act.Consume()


@_lowers(ACTIONS, source.CancelAction)
def _cancel(given: source.CancelAction, scope: Scope, path: Path) -> act.Cancel:
    return act.Cancel()


@_lowers(ACTIONS, source.RefuseAction)
def _refuse(given: source.RefuseAction, scope: Scope, path: Path) -> act.Refuse:
    return act.Refuse(given.because)


@_lowers(ACTIONS, source.ExtraMoveAction)
def _extra_move(given: source.ExtraMoveAction, scope: Scope, path: Path) -> act.ExtraMove:
    return act.ExtraMove()


@_lowers(ACTIONS, source.WinAction)
def _win(given: source.WinAction, scope: Scope, path: Path) -> act.EndGame:
    return act.EndGame(lower_needed(given.side, COLOR, scope, (*path, "side")), given.why)


@_lowers(ACTIONS, source.DrawAction)
def _draw(given: source.DrawAction, scope: Scope, path: Path) -> act.EndGame:
    return act.EndGame(None, given.why)


@_lowers(ACTIONS, source.EffectAction)
def _effect(given: source.EffectAction, scope: Scope, path: Path) -> act.Show:
    data = tuple(
        (name, lower_value(value, scope, (*path, "data", name))) for name, value in given.data.items()
    )
    return act.Show(given.kind, lower_place(given.square, scope, (*path, "square")), given.ttl, data)


@_lowers(ACTIONS, source.LogAction)
def _log(given: source.LogAction, scope: Scope, path: Path) -> act.Log:
    return act.Log(given.text.text)


# -- targets ---------------------------------------------------------------------------------------


def lower_target(given: Any, scope: Scope, path: Path) -> targets.Target:
    """Whom an action concerns."""
    target: targets.Target = TARGETS[type(given)](given, scope, (*path, "target"))
    return target


def _pieces(given: Any, scope: Scope, path: Path) -> targets.PieceTarget:
    """Whom an action concerns that needs pieces."""
    target = lower_target(given, scope, path)
    if not isinstance(target, targets.PieceTarget) or _owner(target, scope) == "tile":
        scope.report("E_TARGET", "this action needs pieces", (*path, "target"))
        return targets.OneTarget(Const(None))
    return target


def _one_piece(given: Ref, scope: Scope, path: Path) -> Term:
    """The piece that a reference stands for."""
    target = _ref_target(given, scope, path)
    if target.one is None or _owner(target, scope) == "tile":
        scope.report("E_TARGET", "this action needs pieces", path)
        return Const(None)
    return target.one


def _owner(target: targets.Target, scope: Scope) -> str:
    """What kind of owner the attributes of a target have."""
    sense = None if target.one is None else target.one.sense(scope)
    return {TILE: "tile", COLOR: "side"}.get(sense or "", target.holder)


@_lowers(TARGETS, Ref)
def _ref_target(given: Ref, scope: Scope, path: Path) -> targets.Target:
    if given.name == "event":
        return targets.EventTarget()
    if given.name == "game":
        return targets.GameTarget()
    if given.name == "preset":
        return targets.PresetTarget(scope.document)
    term = lower_ref(given, scope, path)
    needs(term, PIECE, scope, path, TILE)
    return targets.OneTarget(term)


@_lowers(TARGETS, source_target.Role)
def _role(given: source_target.Role, scope: Scope, path: Path) -> targets.OneTarget:
    roles = {"self": Name("self"), "attacker": EventTerm("piece"), "defender": EventTerm("target")}
    return targets.OneTarget(roles[given.word])


@_lowers(TARGETS, source_target.SideTarget)
def _side(given: source_target.SideTarget, scope: Scope, path: Path) -> targets.SideTarget:
    return targets.SideTarget(lower_needed(given.side, COLOR, scope, (*path, "side")))


@_lowers(TARGETS, source_target.SquaresTarget)
def _squares(given: source_target.SquaresTarget, scope: Scope, path: Path) -> targets.SquaresTarget:
    squares, inner = given.squares, (*path, "squares")
    if not isinstance(squares, SquareTest):
        return targets.SquaresTarget(lower_square(squares, scope, inner))
    if squares.in_ is None:
        scope.report("E_TARGET", "squares are named one by one here", inner, "write {in: [...]} or a list")
    return targets.SquaresTarget(lower_value(squares.in_, scope, inner))


@_lowers(TARGETS, source_target.AroundTarget)
def _around(given: source_target.AroundTarget, scope: Scope, path: Path) -> targets.AroundTarget:
    chosen = _filter(given, scope, path)
    centre = lower_square(given.around, scope, (*path, "around"))
    radius = lower_needed(given.radius, NUMBER, scope, (*path, "radius"))
    return targets.AroundTarget(centre, radius, given.centre, chosen)


@_lowers(TARGETS, source_target.BehindTarget)
def _behind(given: source_target.BehindTarget, scope: Scope, path: Path) -> targets.BehindTarget:
    chosen = _filter(given, scope, path)
    behind = lower_square(given.behind, scope, (*path, "behind"))
    return targets.BehindTarget(behind, lower_square(given.seen, scope, (*path, "seen")), chosen)


@_lowers(TARGETS, source_target.RelationTarget)
def _relation(given: source_target.RelationTarget, scope: Scope, path: Path) -> targets.RelationTarget:
    return targets.RelationTarget(Name("self"), given.relation, _filter(given, scope, path))


def _filter(given: Any, scope: Scope, path: Path) -> Any:
    return None if given.filter is None else lower_filter(given.filter, scope, (*path, "filter"))


# -- places ----------------------------------------------------------------------------------------


def lower_place(given: Any, scope: Scope, path: Path) -> Term:
    """Where an action puts something."""
    lower = PLACES.get(type(given))
    return lower_square(given, scope, path) if lower is None else lower(given, scope, path)


@_lowers(PLACES, source_target.BehindPlace)
def _behind_place(given: source_target.BehindPlace, scope: Scope, path: Path) -> targets.BehindPlace:
    behind = lower_square(given.behind, scope, (*path, "behind"))
    return targets.BehindPlace(behind, lower_square(given.seen, scope, (*path, "seen")))


@_lowers(PLACES, source_target.RayPlace)
def _ray_place(given: source_target.RayPlace, scope: Scope, path: Path) -> targets.RayPlace:
    start = lower_square(given.ray, scope, (*path, "ray"))
    return targets.RayPlace(start, lower_needed(given.direction, DIRECTION, scope, (*path, "direction")))


@_lowers(PLACES, PickSquare)
def _picked_place(given: PickSquare, scope: Scope, path: Path) -> Pick:
    places = enumerate(given.pick)
    return Pick(tuple(lower_square(square, scope, (*path, "pick", number)) for number, square in places))
