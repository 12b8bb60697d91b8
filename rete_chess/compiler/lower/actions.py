"""Actions, targets and places of documents as the actions that the engine executes."""

from __future__ import annotations

from typing import Any

from rete_chess.compiler.lower.fitting import check_written
from rete_chess.compiler.lower.scope import COLOR, DIRECTION, NUMBER, OTHER, PIECE, TILE, TYPE, Path, Scope
from rete_chess.compiler.lower.senses import EVENT, needs, sense_of
from rete_chess.compiler.lower.terms import lower_filter, lower_needed, lower_ref, lower_square, lower_value
from rete_chess.documents.language import action as source
from rete_chess.documents.language import target as source_target
from rete_chess.documents.language.filter import SquareTest
from rete_chess.documents.language.values import Ref
from rete_chess.facts.tiles import STANDARD
from rete_chess.facts.words import actions as act
from rete_chess.facts.words import targets
from rete_chess.facts.words.terms import Const, EventTerm, Name, Term

#: Targets of writes that are no pieces.
NO_PIECES = (targets.SideTarget, targets.GameTarget, targets.PresetTarget, targets.EventTarget)
#: What rules may change of an event that is being judged.
EDITABLE = ("amount", "kind")


def lower_action(given: source.AnyAction, scope: Scope, path: Path) -> act.Action:
    """One action of a rule."""
    inner: Path = (*path, given.word)
    if isinstance(given, (source.SetAction, source.AddAction, source.MultiplyAction)):
        return _write(given, scope, inner)
    if isinstance(given, source.ContributeAction):
        return _contribute(given, scope, inner)
    if isinstance(given, source.AbsorbAction):
        return act.Absorb(
            _pieces(given.target, scope, inner),
            scope.attribute(given.with_, (*inner, "with"), "piece"),
            None if given.at_most is None else lower_needed(given.at_most, NUMBER, scope, (*inner, "atMost")),
            Const(given.rate),
            given.fatal,
        )
    if isinstance(given, (source.WinAction, source.DrawAction)):
        if isinstance(given, source.DrawAction):
            return act.EndGame(None, given.reason)
        return act.EndGame(lower_needed(given.side, COLOR, scope, (*inner, "side")), given.reason)
    if isinstance(given, source.RefuseAction):
        return act.Refuse(given.because)
    if isinstance(given, source.LogAction):
        return act.Log(given.text.text)
    if isinstance(given, source.ConsumeAction):
        return act.Consume()
    if isinstance(given, source.CancelAction):
        return act.Cancel()
    if isinstance(given, source.ExtraMoveAction):
        return act.ExtraMove()
    return _on_board(given, scope, inner)


def _on_board(given: Any, scope: Scope, path: Path) -> act.Action:
    """Actions that concern pieces and squares."""
    if isinstance(given, source.SpawnAction):
        return act.Spawn(
            lower_needed(given.type, TYPE, scope, (*path, "type")),
            lower_needed(given.color, COLOR, scope, (*path, "color")),
            _place(given.square, scope, (*path, "square")),
        )
    if isinstance(given, source.TileAction):
        place = _place(given.square, scope, (*path, "square"))
        return act.ChangeTile(place, *_tile_type(given.type, scope, (*path, "type")))
    if isinstance(given, source.EffectAction):
        return act.Show(given.kind, _place(given.square, scope, (*path, "square")))
    target = _pieces(given.target, scope, path)
    if isinstance(given, source.DamageAction):
        by = None if given.by is None else lower_needed(given.by, PIECE, scope, (*path, "by"))
        return act.Damage(target, _amount(given, scope, path), given.kind or "damage", by)
    if isinstance(given, source.HealAction):
        return act.Heal(target, _amount(given, scope, path))
    if isinstance(given, source.DestroyAction):
        return act.Destroy(target, given.kind or "destroy")
    if isinstance(given, source.RemoveAction):
        return act.Remove(target)
    if isinstance(given, source.CaptureAction):
        by = EventTerm("piece") if given.by is None else lower_needed(given.by, PIECE, scope, (*path, "by"))
        return act.Capture(target, by)
    if isinstance(given, source.TransformAction):
        return act.Transform(target, lower_needed(given.type, TYPE, scope, (*path, "type")))
    assert isinstance(given, source.RelocateAction)
    return act.Relocate(target, _place(given.to, scope, (*path, "to")))


def _amount(given: source.DamageAction | source.HealAction, scope: Scope, path: Path) -> Term:
    return lower_needed(given.amount, NUMBER, scope, (*path, "amount"))


def _tile_type(given: Any, scope: Scope, path: Path) -> tuple[str, bool]:
    """A tile type, which must be known before the game, and whether it closes its square."""
    term = lower_value(given, scope, path)
    kind = term.value if isinstance(term, Const) else None
    if not isinstance(kind, str):
        scope.report("E_DOC_VALUE", f"the tile type {given} is not known before the game", path)
        return STANDARD, False
    return kind, kind in scope.walls


def _write(given: Any, scope: Scope, path: Path) -> act.Write:
    target = lower_target(given.target, scope, path)
    value = given.to if isinstance(given, source.SetAction) else given.by
    if isinstance(target, targets.EventTarget):
        if given.attr not in EDITABLE:
            message = f"rules cannot change the {given.attr!r} of an event"
            scope.report("E_TARGET", message, (*path, "attr"), f"one of {', '.join(EDITABLE)}")
    else:
        scope.attribute(given.attr, (*path, "attr"), _owner(target, scope))
    place: Path = (*path, "to" if isinstance(given, source.SetAction) else "by")
    lowered = lower_value(value, scope, place)
    if not isinstance(target, targets.EventTarget):
        check_written(given.attr, given.word, lowered, scope, place)
    elif given.attr in EDITABLE:
        needs(lowered, EVENT[given.attr], scope, place)
    return act.Write(
        given.word,
        target,
        given.attr,
        lowered,
        least=given.min if isinstance(given, source.AddAction) else None,
        most=given.max if isinstance(given, source.AddAction) else None,
        rounding=(given.round or "") if isinstance(given, source.MultiplyAction) else "",
        if_missing=isinstance(given, source.SetAction) and given.if_missing,
    )


def _contribute(given: source.ContributeAction, scope: Scope, path: Path) -> act.Contribute:
    target = lower_target(given.target, scope, path)
    if isinstance(target, targets.PresetTarget):
        scope.report("E_TARGET", "nothing is contributed to what presets remember", (*path, "target"))
    scope.attribute(given.attr, (*path, "attr"), _owner(target, scope))
    declared = scope.attributes.get(given.attr)
    if declared is not None and declared.type not in ("int", "number"):
        message = f"{given.attr} is no number, and only numbers can be added to"
        scope.report("E_ATTRIBUTE", message, (*path, "attr"))
    return act.Contribute(target, given.attr, lower_needed(given.by, NUMBER, scope, (*path, "by")))


def _owner(target: targets.Target, scope: Scope) -> str:
    """What kind of owner the attributes of a target have."""
    if isinstance(target, targets.SideTarget):
        return "side"
    if isinstance(target, (targets.GameTarget, targets.PresetTarget)):
        return "game" if isinstance(target, targets.GameTarget) else "preset"
    found = _sense(target, scope)
    return {TILE: "tile", COLOR: "side"}.get(found, "piece")


def _sense(target: targets.Target, scope: Scope) -> str:
    return sense_of(target.term, scope) if isinstance(target, targets.OneTarget) else OTHER


def _pieces(given: Any, scope: Scope, path: Path) -> targets.PieceTarget:
    target = lower_target(given, scope, path)
    if isinstance(target, NO_PIECES) or _sense(target, scope) == TILE:
        scope.report("E_TARGET", "this action needs pieces", (*path, "target"))
        return targets.OneTarget(Const(None))
    return target


def lower_target(given: Any, scope: Scope, path: Path) -> targets.Target:
    """Whom an action concerns."""
    inner: Path = (*path, "target")
    if isinstance(given, Ref):
        return _ref_target(given, scope, inner)
    if isinstance(given, source_target.Role):
        return targets.OneTarget(_role(given.word))
    if isinstance(given, source_target.SideTarget):
        return targets.SideTarget(lower_needed(given.side, COLOR, scope, (*inner, "side")))
    if isinstance(given, source_target.SquaresTarget):
        return targets.SquaresTarget(_squares(given.squares, scope, (*inner, "squares")))
    chosen = None if given.filter is None else lower_filter(given.filter, scope, (*inner, "filter"))
    if isinstance(given, source_target.AroundTarget):
        centre = lower_square(given.around, scope, (*inner, "around"))
        radius = lower_needed(given.radius, NUMBER, scope, (*inner, "radius"))
        return targets.AroundTarget(centre, radius, given.centre, chosen)
    if isinstance(given, source_target.BehindTarget):
        behind = lower_square(given.behind, scope, (*inner, "behind"))
        return targets.BehindTarget(behind, lower_square(given.seen, scope, (*inner, "seen")), chosen)
    assert isinstance(given, source_target.RelationTarget)
    return targets.RelationTarget(Name("self"), given.relation, chosen)


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


def _role(word: str) -> Term:
    if word == "self":
        return Name("self")
    return EventTerm("piece" if word == "attacker" else "target")


def _squares(given: Any, scope: Scope, path: Path) -> Term:
    if isinstance(given, SquareTest):
        if given.in_ is None:
            scope.report("E_TARGET", "squares are named one by one here", path, "write {in: [...]} or a list")
        return lower_value(given.in_, scope, path)
    return lower_square(given, scope, path)


def _place(given: Any, scope: Scope, path: Path) -> targets.Place:
    """Where an action puts something."""
    if isinstance(given, source_target.BehindPlace):
        behind = lower_square(given.behind, scope, (*path, "behind"))
        return targets.BehindPlace(behind, lower_square(given.seen, scope, (*path, "seen")))
    if isinstance(given, source_target.RayPlace):
        start = lower_square(given.ray, scope, (*path, "ray"))
        return targets.RayPlace(start, lower_needed(given.direction, DIRECTION, scope, (*path, "direction")))
    return lower_square(given, scope, path)
