"""Offers of documents as the core takes them: to which pieces each is made, asked of the position before."""

from __future__ import annotations

from collections.abc import Sequence

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.choices import lower_own
from rete_chess.compiler.lower.patterns import lower_patterns
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.policies.offer_choice import AnyOffer, OfferChoice
from rete_chess.compiler.provenance import OfferRules, OfferWord, Word
from rete_chess.core.geometry import Geometry
from rete_chess.core.laws import Offer
from rete_chess.costs import RULE
from rete_chess.documents.language.movement import MoveChange
from rete_chess.errors import BoardError
from rete_chess.facts.words.places import bare_board
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import COLOR, needs_of
from rete_chess.metering import Part, charge, current_meter


def offers_of(layers: Sequence[Layer], geometry: Geometry) -> OfferRules:
    """The offers of all layers; what several entries say of one tag are several ways to have it."""
    choices: dict[str, list[OfferChoice]] = {}
    words: list[OfferWord] = []
    for layer in layers:
        for index, entry in enumerate(layer.body.moves):
            if isinstance(entry, MoveChange) and entry.offer is not None:
                for tag in entry.offer:
                    charge(RULE)
                    choice = _lowered(entry, tag, layer.scope, ("moves", index))
                    choices.setdefault(tag, []).append(choice)
                    word = Word(layer.scope.document, layer.scope.origin(("moves", index)))
                    words.append(OfferWord(word, tag, choice.objection))
    every = [choice for found in choices.values() for choice in found]
    need_hands = all(choice.needs_hand for choice in every)
    offers = [Offer(tag, AnyOffer(tuple(found))) for tag, found in choices.items()]
    return OfferRules(offers, words, need_hands, _squares(every, geometry))


def _squares(choices: Sequence[OfferChoice], geometry: Geometry) -> frozenset[int] | None:
    """The squares on which alone offers are made, as either side sees them; None where that is not known."""
    frame, found = Frame(bare_board(geometry, current_meter())), set[int]()
    for choice in choices:
        where = choice.chosen.square
        if where is None or not where.is_fixed:
            return None
        squares = range(geometry.size)
        try:
            found |= {square for square in squares for color in (0, 1) if where.has(square, color, frame)}
        except BoardError:  # of a square that the board lacks
            return None
    return frozenset(found)


def _lowered(entry: MoveChange, tag: str, scope: Scope, path: Path) -> OfferChoice:
    inner = scope.with_self()
    inner.variables.update(mover=COLOR, enemy=COLOR)
    name, chosen = lower_own(entry.for_, inner, (*path, "for"))
    assert entry.offer is not None
    when = lower_patterns(entry.offer[tag], inner, (*path, "offer", tag)) if entry.offer[tag] else ()
    part = Part(f"an offer of {scope.document}", scope.origin(path))
    return OfferChoice(scope.limited(path), chosen, name, when, needs_of(when).moves, part)
