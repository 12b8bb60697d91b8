"""From a variant document and its active presets to a program: resolve, check, lower, in this order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

from rete_chess.compile import catalog
from rete_chess.compile.effects import MIGHTY, effect_table, is_foreseen
from rete_chess.compile.movement import Movement
from rete_chess.compile.patterns import lower_patterns
from rete_chess.compile.policies import (
    End,
    any_of,
    lower_ended,
    lower_ends,
    lower_royal,
    turn_moves,
)
from rete_chess.compile.predicates import Setting, predicate
from rete_chess.compile.program import ActivePreset, Program, Seed
from rete_chess.compile.rules import lower_rule
from rete_chess.compile.scope import Scope
from rete_chess.compile.terms import lower_filter, lower_value
from rete_chess.compile.variant import Variant
from rete_chess.core.atoms import PieceType
from rete_chess.core.geometry import COLORS, Geometry
from rete_chess.core.laws import Effect, Laws, Material, Royal
from rete_chess.documents import PresetDocument, Tree, VariantDocument
from rete_chess.errors import DocumentError, RulesError, nearest
from rete_chess.facts.actions import Log, Show
from rete_chess.facts.patterns import Pattern
from rete_chess.facts.reads import Reads, Threshold
from rete_chess.facts.rules import Rule
from rete_chess.facts.vocabulary import Attribute, Vocabulary

#: The piece sets for which material can be insufficient, as in chess.
FIDE_MATERIAL = Material(bare=("king",), single=("knight",), bound=("bishop",))


@dataclass
class Layer:
    """A document that takes part, with whom it concerns and its settings."""

    body: VariantDocument | PresetDocument
    tree: Tree
    scope: Scope
    is_preset: bool


def assemble(variant: Variant, active: Sequence[ActivePreset]) -> Program:
    """The program of a variant with some presets in force; all problems of its documents at once."""
    return _Assembly(variant, tuple(active)).program()


@dataclass
class _Policies:
    """What the layers say about royalty, turns and ends, put together."""

    royal: list[Royal] = field(default_factory=list)
    self_check: list[bool] = field(default_factory=lambda: [True, True])
    turn: tuple[int, int] = (1, 1)
    exempt: list[tuple[Pattern, ...]] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)
    has_defaults: bool = True


class _Assembly:
    def __init__(self, variant: Variant, active: tuple[ActivePreset, ...]) -> None:
        self.variant = variant
        self.active = active
        self.pieces = self._pieces()
        self.attributes: dict[str, Attribute] = {}
        self.layers = self._layers()
        self.thresholds: dict[str, Threshold] = {}

    def program(self) -> Program:
        self._declare()
        movement = self._movement()
        policies = self._policies()
        rules = self._rules()
        seeds = self._seeds()
        self._raise_problems()
        laws = self._laws(movement, policies, rules)
        self._check_limits(rules)
        return Program(
            id=self.variant.top.id,
            name=self.variant.top.name,
            hash=fingerprint(self.variant, self.active),
            laws=laws,
            start=self._start(),
            presets=self.active,
            rules=rules,
            rules_at=_by_point(rules),
            reads=self._reads(rules),
            vocabulary=Vocabulary(self.attributes.values()),
            seeds=seeds,
            ends=tuple(policies.ends),
            has_defaults=policies.has_defaults,
            is_core_exact=_is_core_exact(rules, laws.is_simulated),
            variant=self.variant,
        )

    # -- resolve -------------------------------------------------------------------------------

    def _pieces(self) -> list[PieceType]:
        letters: dict[str, str] = {}
        for document in self.variant.models:
            letters.update(document.pieces)
        return [replace(catalog.piece(name), letter=letter) for letter, name in letters.items()]

    def _layers(self) -> list[Layer]:
        layers = [
            Layer(model, tree, self._scope(model, tree, "both", ()), False)
            for model, tree in zip(self.variant.models, self.variant.trees)
        ]
        for use in self.active:
            document = catalog.preset(use.id)
            model = document.model
            assert isinstance(model, PresetDocument)
            scope = self._scope(model, document.tree, use.scope, use.config)
            layers.append(Layer(model, document.tree, scope, True))
        return layers

    def _scope(
        self,
        model: VariantDocument | PresetDocument,
        tree: Tree,
        side: str,
        config: Sequence[tuple[str, Any]],
    ) -> Scope:
        settings = dict(model.config)
        for key, value in config:
            if key not in settings:
                close = nearest(key, settings)
                raise RulesError(
                    "E_CONFIG",
                    f"{model.id} has no setting of that name",
                    found=key,
                    expected="one of " + ", ".join(sorted(settings)) if settings else "no settings",
                    hint=f"did you mean {close!r}?" if close else None,
                )
            settings[key] = value
        return Scope(model.id, tree, settings, side, self.attributes)

    def _start(self) -> str:
        given = [model.start for model in self.variant.models]
        start = next((fen for fen in reversed(given) if fen is not None), None)
        if start is None:
            raise RulesError(
                "E_START", f"{self.variant.top.id} has no start position", expected="`fen` or `layout`"
            )
        return start

    # -- check and lower -----------------------------------------------------------------------

    def _declare(self) -> None:
        for layer in self.layers:
            for name, given in layer.body.attributes.items():
                path = ("attributes", name)
                known = self.attributes.get(name)
                kind = "string" if given.type.kind == "enum" else given.type.kind
                if known is not None and (known.of, known.type) != (given.of, kind):
                    layer.scope.report(
                        "E_ATTRIBUTE", f"{name} is declared differently in {known.origin}", path
                    )
                low, high = (
                    None if bound is None else lower_value(bound, layer.scope, path)
                    for bound in (given.min, given.max)
                )
                self.attributes[name] = Attribute(
                    name,
                    given.of,
                    kind,
                    None if low is None else getattr(low, "value", None),
                    None if high is None else getattr(high, "value", None),
                    in_fen=given.fen,
                    origin=layer.scope.origin(path),
                )

    def _movement(self) -> Movement:
        movement = Movement([{piece.id: piece for piece in self.pieces} for _ in COLORS])
        for layer in self.layers:
            movement.change(layer.body.moves, layer.scope)
        return movement

    def _policies(self) -> _Policies:
        found = _Policies()
        types = [piece.id for piece in self.pieces]
        own = [layer for layer in self.layers if layer.body.royal is not None]
        # What presets say is united and replaces what the variant says.
        by_presets = [layer for layer in own if layer.is_preset]
        for layer in by_presets or own[-1:]:
            found.royal += lower_royal(layer.body.royal or (), types, layer.scope)
        for layer in self.layers:
            self._add_policies(layer, found)
        return found

    def _add_policies(self, layer: Layer, found: _Policies) -> None:
        body, scope = layer.body, layer.scope
        if body.check is not None:
            found.exempt.append(lower_patterns(body.check.unless, scope.fresh(), ("check", "unless")))
        if body.self_check is not None and body.self_check.allow is not None:
            for number, color in enumerate(COLORS):
                if body.self_check.allow == "any" or scope.covers(color):
                    found.self_check[number] = False
        if body.turn is not None:
            moves = turn_moves(body.turn, scope)
            found.turn = (max(found.turn[0], moves[0]), max(found.turn[1], moves[1]))
        if body.result is not None:
            found.ends += lower_ends(body.result.ends, scope)
            found.has_defaults = found.has_defaults and body.result.defaults != "suppress"

    def _rules(self) -> tuple[Rule, ...]:
        """All rules in the total order: priority, then layer, then place in the document."""
        places = [
            (rule.priority, number, index, rule)
            for number, layer in enumerate(self.layers)
            for index, rule in enumerate(layer.body.rules)
        ]
        lowered = []
        for number, (_, layer, index, rule) in enumerate(sorted(places, key=lambda place: place[:3])):
            made, thresholds = lower_rule(rule, self.layers[layer].scope, ("rules", index), number)
            self.thresholds.update({threshold.name: threshold for threshold in thresholds})
            lowered.append(made)
        return tuple(lowered)

    def _seeds(self) -> tuple[Seed, ...]:
        seeds = []
        for layer in self.layers:
            for name, given in layer.body.attributes.items():
                if given.start is None:
                    continue
                scope = layer.scope.fresh()
                path = ("attributes", name)
                chosen = None if given.for_ is None else lower_filter(given.for_, scope, (*path, "for"))
                seeds.append(Seed(name, given.of, lower_value(given.start, scope, (*path, "start")), chosen))
        return tuple(seeds)

    def _raise_problems(self) -> None:
        for layer in self.layers:
            if layer.scope.problems:
                raise DocumentError(layer.tree.file, layer.scope.problems)

    # -- put together --------------------------------------------------------------------------

    def _laws(self, movement: Movement, policies: _Policies, rules: tuple[Rule, ...]) -> Laws:
        types = [piece.id for piece in self.pieces]
        table: tuple[Effect, ...] | None = effect_table(rules, types, self.thresholds)
        board = self.variant.board
        width, height = (8, 8) if board is None else (board.width, board.height)
        royal = frozenset(name for royal in policies.royal for name in royal.types)
        setting = Setting(Geometry(width, height), types, royal)
        promoting = [piece.id for piece in self.pieces if movement.pieces[0][piece.id].promotion]
        return Laws(
            white=tuple(movement.pieces[0][name] for name in types),
            black=tuple(movement.pieces[1][name] for name in types),
            width=width,
            height=height,
            royal=tuple(policies.royal),
            self_check=(policies.self_check[0], policies.self_check[1]),
            turn_moves=policies.turn,
            guarded=tuple(movement.guarded),
            material=self._material(movement, policies, rules),
            unlettered=promoting[0] if len(promoting) == 1 else "",
            effects=table or (),
            is_simulated=table is None,
            exempt=any_of([predicate(patterns, setting) for patterns in policies.exempt]),
            ended=lower_ended(policies.ends, setting),
            forbids=tuple(movement.forbids),
            requires=tuple(movement.requires),
        )

    def _material(self, movement: Movement, policies: _Policies, rules: tuple[Rule, ...]) -> Material | None:
        """Material draws only among unchanged FIDE pieces with one royal king each and nothing else."""
        known = {"pawn", "knight", "bishop", "rook", "queen", "king"}
        is_fide = all(
            piece.id in known and replace(piece, letter="") == replace(catalog.piece(piece.id), letter="")
            for types in movement.pieces
            for piece in types.values()
        )
        is_plain = not (rules or policies.ends or movement.requires or movement.forbids or movement.guarded)
        return FIDE_MATERIAL if is_fide and is_plain and policies.royal == [Royal(("king",))] else None

    def _reads(self, rules: tuple[Rule, ...]) -> Reads:
        by_point: dict[str, set[str]] = {}
        for rule in rules:
            names = {condition.attribute for condition in rule.hook.conditions}
            by_point.setdefault(rule.stage, set()).update(names)
        mentioned = set().union(*by_point.values()) if by_point else set()
        thresholds = tuple(self.thresholds[name] for name in sorted(self.thresholds))
        attributes = tuple(sorted(mentioned - set(self.thresholds)))
        return Reads(attributes, thresholds, {point: frozenset(names) for point, names in by_point.items()})

    def _check_limits(self, rules: tuple[Rule, ...]) -> None:
        for rule in rules:
            if len(rule.hook.conditions) > 14:
                raise RulesError(
                    "E_RULE_SIZE",
                    f"{rule.origin}: rule {rule.id} joins too many facts",
                    found=len(rule.hook.conditions),
                    expected="at most 14",
                )


def fingerprint(variant: Variant, active: Sequence[ActivePreset]) -> str:
    """A digest of all documents and settings that a program is made from."""
    parts: list[Any] = [tree.value for tree in variant.trees]
    parts += [[use.id, use.scope, list(use.config), catalog.preset(use.id).tree.value] for use in active]
    return blake2b(json.dumps(parts, sort_keys=True).encode(), digest_size=16).hexdigest()


def _by_point(rules: tuple[Rule, ...]) -> dict[str, tuple[Rule, ...]]:
    points: dict[str, list[Rule]] = {}
    for rule in rules:
        points.setdefault(rule.stage, []).append(rule)
    return {point: tuple(found) for point, found in points.items()}


def _is_core_exact(rules: tuple[Rule, ...], is_simulated: bool) -> bool:
    """Whether the bare core, with its effect table, plays as the rules do: no rule does anything else."""
    return not is_simulated and all(
        (is_foreseen(rule) and isinstance(action, MIGHTY)) or isinstance(action, (Show, Log))
        for rule in rules
        for action in rule.actions
    )
