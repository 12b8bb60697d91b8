"""From a variant document and its active presets to a program: resolve, check, lower, in this order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Final, cast

from rete_chess.compiler import catalog
from rete_chess.compiler._granted import check_start, declare_carriers, setup_of
from rete_chess.compiler._joining import among, letters_in_play, mark_troubles, piece_types, speakers_of
from rete_chess.compiler._layers import check_settings, layers_of, raise_problems
from rete_chess.compiler._program import ActivePreset, Program
from rete_chess.compiler.bundles import bundles_of
from rete_chess.compiler.checks.active import check_active
from rete_chess.compiler.lower.attributes import declare, declared_by, seeds_of
from rete_chess.compiler.lower.hooks import apply_movement, lower_hook, query_reason, rule_hooks
from rete_chess.compiler.lower.scope import Path
from rete_chess.compiler.movement.movement import Movement
from rete_chess.compiler.movement.single_pieces import RoyalStep, profiles_of
from rete_chess.compiler.policies.clauses import in_tables
from rete_chess.compiler.policies.continuous import Continuous, continuous, foresight
from rete_chess.compiler.policies.effects import (
    effect_table,
    is_core_exact,
    is_foreseen,
    only_spares,
)
from rete_chess.compiler.policies.ends import HookEnd
from rete_chess.compiler.policies.hands import hands_of, never_grow, royal_by_side
from rete_chess.compiler.policies.policies import (
    Policies,
    lower_ended,
    lower_exempt,
    lower_scanty,
    policies_of,
    royal_types,
    with_clock,
)
from rete_chess.compiler.policies.predicates import Setting
from rete_chess.compiler.profiles.kinds import declare_kinds, kind_layers, kinds_in_play
from rete_chess.compiler.profiles.stack import NO_PROFILES, Stack
from rete_chess.compiler.provenance import (
    NO_ACTS,
    NO_OFFERS,
    ActRules,
    MovementWord,
    OfferRules,
    Provenance,
    Word,
)
from rete_chess.compiler.sources import fingerprint
from rete_chess.compiler.variant import Variant
from rete_chess.core.atoms import PieceType, Promotion
from rete_chess.core.geometry import COLORS, Zone, geometry
from rete_chess.core.lawbook import MOVES_OF, Lawbook, lawbook, own_manners
from rete_chess.core.laws import BY_RULES, Hands, Laws, Material, Royal
from rete_chess.costs import RULE, VALUE
from rete_chess.documents import Document
from rete_chess.facts.reads import Reads, Threshold
from rete_chess.facts.rules import Rule
from rete_chess.facts.vocabulary import MOVED, Attribute, Vocabulary
from rete_chess.facts.words.word import needs_of
from rete_chess.metering import ENGINE, Part, charge, current_meter
from rete_chess.modifiers.promotion_override import KIND as PROMOTION
from rete_chess.stages import DERIVE, ON_ACT, ON_CAPTURE

if TYPE_CHECKING:
    from rete_chess.compiler.policies.sight_choice import Sight
    from rete_chess.documents.language.acts import ActEntry
    from rete_chess.documents.language.rule import Rule as DocumentRule


#: No document has more acts than this.
MOST_ACTS: Final = 50
#: The piece sets for which material can be insufficient, as in chess.
FIDE_MATERIAL = Material(bare=("king",), single=("knight",), bound=("bishop",))


def assemble(
    variant: Variant,
    active: Sequence[ActivePreset],
    profiles: Sequence[Document] = (),
    earned: Sequence[str] = (),
) -> Program:
    """The program of a variant with presets and profiles in force; all problems of its documents at once."""
    return _Assembly(variant, tuple(active), tuple(profiles), tuple(earned)).program()


class _Assembly:
    def __init__(
        self,
        variant: Variant,
        active: tuple[ActivePreset, ...],
        profiles: tuple[Document, ...],
        earned: tuple[str, ...],
    ) -> None:
        check_active(active)
        self.variant = variant
        self.active = active
        board = variant.board
        self.geometry = geometry(8, 8) if board is None else geometry(board.width, board.height)
        self.attributes: dict[str, Attribute] = {}
        self.bundles = bundles_of(variant, active)
        letters, _ = letters_in_play(variant, speakers_of(variant, active, self.bundles), profiles)
        self.stack = replace(self._stack(profiles, letters), earned=earned)
        self.layers = layers_of(variant, active, self.bundles, self.attributes)
        self.pieces = piece_types(variant, self._letters())
        self.pieces = with_clock(self.pieces, self.layers)
        self.types = [piece.id for piece in self.pieces]
        check_settings(self.layers, self.types, self.geometry)
        self.kinds = kinds_in_play(self.layers, self.stack)
        self.layers += kind_layers(self.kinds, self.layers, self.attributes)
        self.thresholds: dict[str, Threshold] = {}

    def _stack(self, profiles: tuple[Document, ...], letters: Mapping[str, str]) -> Stack:
        if not profiles:
            return NO_PROFILES
        from rete_chess.compiler.profiles.reading import stack_of  # late: most games have no profiles

        return stack_of(profiles, self.variant, letters, self.bundles)

    def _letters(self) -> dict[str, str]:
        """The piece types in play; those that cannot join are reported where they are named."""
        speakers = [(layer.body, layer.scope.config) for layer in self.layers]
        letters, troubles = letters_in_play(self.variant, speakers, self.stack.profiles)
        troubles += mark_troubles(self.variant, letters)
        for trouble in troubles:
            scope = self.layers[trouble.number].scope
            scope.report(trouble.code, trouble.message, trouble.path, trouble.hint)
        if troubles:
            self._demand()
        return letters

    def _demand(self) -> None:
        """Raise what was found wrong with the documents."""
        if self.stack.entries:
            from rete_chess.compiler.profiles.reading import demand_bundles  # late, as above

            scopes = [layer.scope for layer in self.layers]
            found = {scope.carrier: tuple(scope.problems) for scope in scopes if scope.carrier}
            demand_bundles(self.stack, found)
        raise_problems(self.layers)

    def program(self) -> Program:
        declare(self.layers, self.attributes)
        declare_carriers(self.bundles, self.attributes)
        declare_kinds(self.kinds, self.attributes)
        movement = Movement([{piece.id: piece for piece in self.pieces} for _ in COLORS])
        hooked = apply_movement(self.layers, movement)
        policies = policies_of(self.layers, self.types)
        held = hands_of(self.layers, self.types, royal_by_side(policies, self.types), self.geometry)
        movement.take_limits(held.forbids, held.limits, held.looks_after)
        profiles = profiles_of(self.pieces, movement.steps, policies.royal, movement.guards)
        acts = self._acts(policies)
        rules = self._rules(profiles.may_crown, acts)
        seeds = seeds_of(self.layers)
        is_moved_asked = MOVED in self.attributes
        offers = self._offers()
        sight = self._sight()
        setup = setup_of(self.variant, self.bundles, self.layers, self.geometry)
        self._demand()
        referee = query_reason(hooked)
        looks_after = bool(policies.exempt) or movement.looks_after
        derived = continuous(
            rules,
            self._reads(rules, is_derived=True),
            profiles,
            self.stack,
            looks_after or bool(referee or movement.banned_by),
        )
        laws = self._laws(
            movement, policies, rules, referee, derived, looks_after, held.hands, acts, offers, is_moved_asked
        )
        book = cache(partial(_paid_book, laws, self._movement_words(movement)))
        check_start(self.variant, self.bundles, self.layers, setup, book)
        self._demand()
        charge(RULE * len(rules))
        book()
        return Program(
            id=self.variant.top.id,
            name=self.variant.top.name,
            hash=fingerprint(self.variant, self.active, self.stack.profiles, self.stack.earned),
            laws=laws,
            start=self.variant.start,
            presets=self.active,
            rules=rules,
            rules_at=_by_point(rules),
            reads=self._reads(rules, is_derived=False),
            continuous=derived,
            vocabulary=Vocabulary(self.attributes.values()),
            seeds=seeds,
            declared_by=declared_by(self.layers),
            overridden=tuple(movement.overridden),
            setup=setup,
            stack=self.stack,
            ends=tuple(policies.ends),
            settled=tuple(policies.settled),
            hooked=hooked,
            provenance=Provenance(
                tuple(movement.limits),
                (policies.royal_words[0], policies.royal_words[1]),
                self._movement_words(movement),
                tuple(held.tables),
                tuple(acts.words),
                tuple(offers.words),
                tuple(policies.words),
            ),
            defaults=(policies.defaults[0], policies.defaults[1]),
            has_claims=policies.has_claims,
            is_core_exact=policies.turn.is_single
            and derived is None
            and not any(isinstance(end, HookEnd) for end in policies.ends)
            and is_core_exact(rules, laws.is_simulated),
            sight=sight,
            variant=self.variant,
        )

    def _movement_words(self, movement: Movement) -> dict[tuple[str, int], tuple[MovementWord, ...]]:
        """The documents of the piece types, which say how these move, and those that change it."""
        found = {}
        for piece in self.pieces:
            word = Word(piece.id, catalog.piece_origin(piece.id, self.variant.neighbours))
            first = MovementWord(word, piece, is_whole=True)
            for color in range(len(COLORS)):
                found[piece.id, color] = (first, *movement.words.get((piece.id, color), ()))
        return found

    def _acts(self, policies: Policies) -> ActRules:
        """What the documents say of acts."""
        parts = frozenset(name for side in policies.turn.parts for name in side if name)
        policies.turn.check([entry.id for layer in self.layers for entry in layer.body.acts])
        if not any(layer.body.acts for layer in self.layers):
            return NO_ACTS
        from rete_chess.compiler.policies.acts import acts_of  # late: most games have no acts

        return acts_of(self.layers, self.geometry, parts)

    def _offers(self) -> OfferRules:
        """What the documents say of offers."""
        if not any(getattr(entry, "offer", None) for layer in self.layers for entry in layer.body.moves):
            return NO_OFFERS
        from rete_chess.compiler.policies.offers import offers_of  # late, as acts

        return offers_of(self.layers, self.geometry)

    def _sight(self) -> Sight | None:
        """What the documents say of sight; None where everybody sees all."""
        if not any(layer.body.sight for layer in self.layers):
            return None
        from rete_chess.compiler.policies.sight import sight_of  # late, as acts

        return sight_of(self.layers, self.geometry)

    def _rules(self, is_crowned: bool, acts: ActRules) -> tuple[Rule, ...]:
        """All rules in the total order: priority, then layer, then place in the document.

        What an act does comes before the rules of its document that hear of it.
        """
        places: list[tuple[int, int, int, DocumentRule | ActEntry | str]] = []
        for number, index in acts.places.values():
            entry = self.layers[number].body.acts[index]
            if entry.do:
                places.append((0, number, index - MOST_ACTS, entry))
        for number, layer in enumerate(self.layers):
            places += [(rule.priority, number, index, rule) for index, rule in enumerate(layer.body.rules)]
            places += [(0, number, index, name) for index, name in enumerate(rule_hooks(layer))]
        lowered = []
        for number, (_, layer_number, index, rule) in enumerate(sorted(places, key=lambda place: place[:3])):
            layer = self.layers[layer_number]
            if isinstance(rule, str):
                lowered.append(lower_hook(rule, layer, number))
                continue
            from rete_chess.compiler.lower.rules import lower_act, lower_rule  # late: plain chess has no rule

            if index < 0:
                path: Path = ("acts", index + MOST_ACTS)
                made, thresholds = lower_act(cast("ActEntry", rule), layer.scope, path, number)
                self.thresholds.update({threshold.name: threshold for threshold in thresholds})
                lowered.append(made)
                continue
            rule = cast("DocumentRule", rule)
            made, thresholds = lower_rule(rule, layer.scope, ("rules", index), number)
            if is_foreseen(made) and needs_of(made.guards).moves:
                message = "what a move does cannot depend on which moves are legal, which depends on it"
                hint = "let the rule hear a later point, such as `turn-end` or `result`"
                layer.scope.report("E_CHECK_ASKED", message, ("rules", index, "when"), hint)
            if rule.at == DERIVE:
                from rete_chess.compiler.policies.derivable import check_derived  # late, as all of rules

                check_derived(rule, made, is_crowned, layer.scope, ("rules", index))
            self.thresholds.update({threshold.name: threshold for threshold in thresholds})
            lowered.append(made)
        return tuple(lowered)

    def _laws(
        self,
        movement: Movement,
        policies: Policies,
        rules: tuple[Rule, ...],
        referee: str,
        derived: Continuous | None,
        looks_after: bool,
        hands: Hands | None,
        acts: ActRules,
        offers: OfferRules,
        is_moved_asked: bool,
    ) -> Laws:
        types = self.types
        table = effect_table(rules, types, self.thresholds)
        setting = Setting(self.geometry, types, royal_types(policies.royal, types))
        profiles = None if derived is None else derived.profiles
        promotes = any(piece.promotion for pieces in movement.pieces for piece in pieces.values())
        reason = foresight(derived, rules, promotes, looks_after, movement.banned_by)
        if profiles is not None and table and not reason:
            reason = "captures change the board, and pieces there have moves of their own"
        foreseen = [rule for rule in rules if is_foreseen(rule) and rule.stage not in ON_ACT]
        prolonged = "a free act makes its turn longer" if any(act.is_free for act in acts.acts) else ""
        laws = Laws(
            white=tuple(movement.pieces[0][name] for name in types),
            black=tuple(movement.pieces[1][name] for name in types),
            width=self.geometry.width,
            height=self.geometry.height,
            royal=tuple(step.royal for step in policies.royal),
            self_check=(policies.self_check[0], policies.self_check[1]),
            turn_moves=(policies.turn.moves[0], policies.turn.moves[1]),
            turn_growth=(policies.turn.growth[0], policies.turn.growth[1]),
            turn_parts=(policies.turn.parts[0], policies.turn.parts[1]),
            guarded=tuple(movement.guarded),
            material=None if referee or hands else self._material(movement, policies, rules),
            scanty=lower_scanty(policies.scanty, setting),
            neutral_letters=tuple(sorted(self.variant.neutral().items())),
            unlettered=movement.unlettered(self.pieces),
            effects=() if reason else table or (),
            is_simulated=table is None or bool(reason or referee or prolonged),
            simulation=reason or prolonged or BY_RULES,
            referee=referee,
            are_effects_of_captures=not reason and all(rule.stage in ON_CAPTURE for rule in foreseen),
            is_all_or_nothing=not reason and all(map(only_spares, foreseen)),
            has_profiles=profiles is not None,
            may_crown=profiles is not None and profiles.may_crown,
            further=() if profiles is None else (*profiles.further(), *self._promoted()),
            exempt=lower_exempt(policies.exempt, setting),
            ended=lower_ended(policies.ends, setting),
            shelters=tuple(movement.shelters),
            forbids=tuple(movement.forbids),
            bans=tuple(movement.bans),
            requires=tuple(movement.requires),
            hands=hands,
            acts=tuple(acts.acts),
            offers=tuple(offers.offers),
            gates=None if is_moved_asked else offers.squares,
            gates_close=offers.need_hands and not is_moved_asked and never_grow(hands),
            start=self.variant.start if MOVED in self.attributes else "",
        )
        return in_tables(laws, policies, setting)

    def _promoted(self) -> tuple[PieceType, ...]:
        """What pieces may become by profiles alone, as a piece type that promotes to all of it."""
        names = [name for entry in self.stack.entries if entry.kind == PROMOTION.id for name in entry.value]
        to = Promotion(Zone(named="last-rank"), tuple(dict.fromkeys(names)))
        return (PieceType("promoted piece", "", (), promotion=to),) if names else ()

    def _material(self, movement: Movement, policies: Policies, rules: tuple[Rule, ...]) -> Material | None:
        """Material draws only among unchanged FIDE pieces with one royal king each and nothing else."""
        known = {"pawn", "knight", "bishop", "rook", "queen", "king"}
        is_fide = all(
            piece.id in known
            and replace(piece, letter="") == among(replace(catalog.piece(piece.id), letter=""), self.types)
            for types in movement.pieces
            for piece in types.values()
        )
        limits = (*movement.requires, *movement.forbids, *movement.guarded, *movement.guards)
        is_plain = not (rules or policies.ends or limits) and all(step.is_static for step in movement.steps)
        # Where a king may be left to be captured, a bare king can capture it.
        is_usual = policies.royal == [RoyalStep(Royal(("king",)))] and all(policies.self_check)
        return FIDE_MATERIAL if is_fide and is_plain and is_usual else None

    def _reads(self, rules: tuple[Rule, ...], is_derived: bool) -> Reads:
        """What networks are told: for the rules at `derive` what is stored, for others what is in effect."""
        by_point: dict[str, set[str]] = {}
        for rule in rules:
            if (rule.stage == DERIVE) != is_derived:
                continue
            names = {condition.attribute for condition in rule.joined.conditions}
            by_point.setdefault(rule.stage, set()).update(names)
        mentioned = set().union(*by_point.values()) if by_point else set()
        thresholds = tuple(self.thresholds[name] for name in sorted(self.thresholds) if name in mentioned)
        attributes = tuple(sorted(mentioned - set(self.thresholds)))
        return Reads(attributes, thresholds, {point: frozenset(names) for point, names in by_point.items()})


def _paid_book(laws: Laws, words: Mapping[tuple[str, int], tuple[MovementWord, ...]]) -> Lawbook:
    """The tables of some laws, which cost the same where they have been worked out before."""
    meter = current_meter()
    if meter is None:
        return lawbook(laws)
    meter.origins.update({MOVES_OF + name: said[-1].word.origin for (name, _), said in words.items()})
    if laws.offers:
        meter.charge(VALUE * len(laws.offers) * len(own_manners(laws)))
    before = meter.spent
    book = lawbook(laws)
    if meter.spent == before:
        for name, steps in zip(book.types, book.costs):
            meter.turn_to(Part(MOVES_OF + name))
            meter.charge(steps)
        meter.turn_to(ENGINE)
    return book


def _by_point(rules: tuple[Rule, ...]) -> dict[str, tuple[Rule, ...]]:
    points: dict[str, list[Rule]] = {}
    for rule in rules:
        points.setdefault(rule.stage, []).append(rule)
    return {point: tuple(found) for point, found in points.items()}
