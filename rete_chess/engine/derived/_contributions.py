"""Contributions of continuous rules: matched by the network, summed by entity and attribute, withdrawn.

Their conditions read stored facts only: while they are asked nothing is contributed at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.derived import contribute
from rete_chess.core.journal import new
from rete_chess.core.values import clamped, round_number
from rete_chess.costs import GIFT
from rete_chess.engine.derived.vicinity import NO_EVENT, is_beyond
from rete_chess.facts.network_rules import Activation
from rete_chess.facts.rules import Rule
from rete_chess.facts.session import OWNER
from rete_chess.facts.tiles import place_of_tile
from rete_chess.facts.vocabulary import RULE, Bonus, Contribution
from rete_chess.facts.words.actions import Contribute
from rete_chess.facts.words.patterns import match_all
from rete_chess.facts.words.terms import Frame

if TYPE_CHECKING:
    from rete_chess.engine._game import Game
    from rete_chess.engine.matching.feed import Feed

#: Whose attribute it is, and which.
Place = tuple[str, int]


class Match(NamedTuple):
    """One way in which a continuous rule matches, and what it contributes where."""

    rule: Rule
    names: dict[str, Any]
    source: int | None
    gifts: tuple[tuple[Place, Contribution], ...]


class Update(NamedTuple):
    """The changes that a look at the continuous rules has made, for the trace."""

    begun: tuple[Match, ...]  # with those gifts alone that are new
    ended: tuple[tuple[Place, Contribution], ...]
    before: dict[Place, Bonus | None]  # the bonuses that changed, as they were


def update(game: Game, is_imagined: bool) -> Update:
    """Ask the network which continuous rules match, and let everything have what they contribute."""
    board, continuous = game.board, game.program.continuous
    is_choosy = is_imagined and continuous is not None and bool(continuous.idle)
    matches = _matches(game, is_imagined, is_choosy)
    given = list(game.program.stack.gifts(board, game.starts))
    if given:
        board.meter.charge(GIFT * len(given))
    wanted: dict[Place, list[Contribution]] = {}
    for place, gift in [*(gift for match in matches for gift in match.gifts), *given]:
        wanted.setdefault(place, []).append(gift)
    held: dict[Place, Bonus] = {
        (attribute, entity): bonus
        for attribute, column in board.bonuses.items()
        for entity, bonus in column.items()
        if not (is_choosy and _is_idle(game, attribute, entity))
    }
    if is_choosy:
        wanted = {place: gifts for place, gifts in wanted.items() if not _is_idle(game, *place)}
    before: dict[Place, Bonus | None] = {}
    for place in sorted(_doubtful(game, wanted, held)):
        old, parts = held.get(place), tuple(wanted.get(place, ()))
        bonus = Bonus(game.program.vocabulary.get(place[0].partition(OWNER)[0]), parts) if parts else None
        if old != bonus:
            before[place] = old
            contribute(board, *place, bonus)
    return _changes(matches, given, before)


def _doubtful(
    game: Game, wanted: dict[Place, list[Contribution]], held: dict[Place, Bonus]
) -> Iterator[Place]:
    """The places to which something else is contributed than before, or under another declaration."""
    declared = game.program.vocabulary.attributes
    for place, old in held.items():
        if (
            place not in wanted
            or old.attribute is not declared.get(place[0].partition(OWNER)[0])
            or old.parts != tuple(wanted[place])
        ):
            yield place
    yield from (place for place in wanted if place not in held)


def take_gifts(game: Game, square: int) -> None:
    """Give a piece that is new, or of a new type, what profiles contribute to it; rules come later."""
    board = game.board
    entity = board.entities[square]
    wanted: dict[str, list[Contribution]] = {}
    for attribute, column in board.bonuses.items():
        if entity in column:
            wanted[attribute] = [part for part in column[entity].parts if part.layer == RULE]
    for entry in game.program.stack.of(board, square, game.starts):
        if entry.carrier is None:
            wanted.setdefault(entry.kind, []).append(entry.gift)
    for attribute, parts in wanted.items():
        old = board.bonuses.get(attribute, {}).get(entity)
        bonus = Bonus(game.program.vocabulary.get(attribute), tuple(parts)) if parts else None
        if old != bonus:
            contribute(board, attribute, entity, bonus)


def withdraw_all(board: Board) -> Update | None:
    """Withdraw the contributions of rules that are no longer in force; None if there are none."""
    if not board.bonuses:
        return None
    held = {
        (attribute, entity): bonus
        for attribute, column in sorted(board.bonuses.items())
        for entity, bonus in sorted(column.items())
    }
    for place in held:
        contribute(board, *place, None)
    ended = tuple((place, gift) for place, bonus in held.items() for gift in bonus.parts)
    return Update((), ended, dict(held))


def _matches(game: Game, is_imagined: bool, is_choosy: bool) -> list[Match]:
    board = game.board
    if "derive" not in game.program.rules_at:
        return []
    bonuses, board.bonuses = board.bonuses, {}
    try:
        feed = game.feed(is_imagined, is_derived=True)
        found: list[Match] = []
        amounts: Amounts = {}
        answer = feed.activations("derive", NO_EVENT) if feed.is_open("derive") else []
        kept = _still_true(game, feed)
        meter = board.meter
        spender = meter.who
        for number, activations in groupby(answer, itemgetter(0)):
            rule = game.program.rules[number]
            if meter.spent != meter.mark:
                meter.note(meter.who)
            meter.who = rule
            for entities in _worthwhile(game, rule, activations, is_choosy):
                if not (rule.beside and rule.are_apart(board, entities)):
                    found += _looked_at(game, rule, entities, amounts, kept)
        if meter.spent != meter.mark:
            meter.note(meter.who)
        meter.who = spender
        return found
    finally:
        board.bonuses = bonuses


#: How continuous rules match, by their numbers and sources, each with the steps that the look has cost.
Kept = dict[tuple[int, tuple[int, ...]], tuple[list[Match], int]]


def _still_true(game: Game, feed: Feed) -> Kept | None:
    """What was found at the last look and cannot have changed since; None where nothing tells."""
    touched, continuous = feed.touched, game.program.continuous
    if touched is None or continuous is None or continuous.vicinities is None:
        return None
    kept: Kept = feed.kept
    touched.catch_up()
    if touched.is_all:
        kept.clear()
    elif touched.squares or touched.steps:
        for number, entities in list(kept):
            if not is_beyond(game.board, continuous.vicinities[number], entities[0], touched):
                del kept[number, entities]
    touched.clear()
    return kept


def _looked_at(
    game: Game, rule: Rule, entities: tuple[int, ...], amounts: Amounts, kept: Kept | None
) -> list[Match]:
    """Every way in which an activated rule matches, found by a look or still known; both cost the same.

    What is known is paid at once if there is enough left; else a look stops where it would have stopped.
    """
    if kept is None:
        return list(_filled(game, rule, entities, amounts))
    meter = game.board.meter
    known = kept.get((rule.number, entities))
    if known is not None and meter.affords(known[1]):
        meter.charge(known[1])
        return known[0]
    before = meter.spent
    matches = list(_filled(game, rule, entities, {}))  # no look depends on what others have counted
    kept[rule.number, entities] = matches, meter.spent - before
    return matches


def _is_idle(game: Game, attribute: str, entity: int) -> bool:
    """Whether legality cannot ask for an attribute of a piece after an imagined move."""
    continuous = game.program.continuous
    declared = game.program.vocabulary.attributes.get(attribute)
    reach = game.board.reach_of(entity) if entity > 0 else None
    if continuous is None or declared is None or declared.raises or reach is None:
        return False
    return (attribute, reach.color, reach.type_index) in continuous.idle


def _worthwhile(
    game: Game, rule: Rule, activations: Iterable[Activation], is_choosy: bool
) -> Iterator[tuple[int, ...]]:
    """The entities of those activations that may matter, by the one piece to which they contribute."""
    if not is_choosy:
        return (entities for _, entities in activations)
    actions = [action for action in rule.actions if isinstance(action, Contribute)]
    targets = {"" if action.target.one is None else action.target.one.bare_name for action in actions}
    if len(targets) != 1 or not targets <= set(rule.entities):
        return (entities for _, entities in activations)
    attributes = {action.attribute for action in actions}
    idle = {
        entity for entity in game.board.squares if all(_is_idle(game, name, entity) for name in attributes)
    }
    place = rule.entities.index(targets.pop())
    return (entities for _, entities in activations if entities[place] not in idle)


#: The amounts that were worked out in one look: of an action, by the facts that it goes by.
Amounts = dict[tuple[Any, ...], Any]


def _amount(action: Contribute, frame: Frame, amounts: Amounts) -> Any:
    """How much is contributed; what is counted is counted once for the same facts."""
    if not action.facts:
        return action.amount.of(frame)
    key = (id(action), *[fact.of(frame) for fact in action.facts])
    if key not in amounts:
        amounts[key] = action.amount.of(frame)
    return amounts[key]


def _filled(game: Game, rule: Rule, entities: tuple[int, ...], amounts: Amounts) -> Iterator[Match]:
    """Every way in which the guards of an activated rule hold."""
    frame = Frame(game.board, None, dict(zip(rule.entities, entities)))
    meter = game.board.meter
    for inner in match_all(rule.guards, frame):
        source = inner.names.get(rule.subject)
        gifts = []
        for action in rule.actions:
            assert isinstance(action, Contribute)
            amount = _amount(action, inner, amounts)
            if amount:
                gift = new(Contribution, (rule.id, source, clamped(round_number(amount)), RULE))
                places = _places(action, inner)
                meter.spent += GIFT * (1 + len(places))
                if meter.spent > meter.stop:
                    meter.look()
                gifts += [(place, gift) for place in places]
        yield new(Match, (rule, inner.names, source, tuple(gifts)))


def _places(action: Contribute, frame: Frame) -> list[Place]:
    """Where a contribution goes; a piece that a name stood for may be gone."""
    board = frame.board
    standing = board.squares
    return [
        place
        for place in action.target.columns(action.attribute, frame)
        if (entity := place[1]) in standing
        or entity <= 0
        or board.reach_of(entity) is not None
        or place_of_tile(board, entity) is not None
    ]


def _changes(
    matches: list[Match], given: list[tuple[Place, Contribution]], before: dict[Place, Bonus | None]
) -> Update:
    """Which gifts of rules are new, and which gifts are gone."""
    if not before:
        return NOTHING
    left = {place: list(bonus.parts) if bonus else [] for place, bonus in before.items()}
    begun = []
    for match in matches:
        fresh = [(place, gift) for place, gift in match.gifts if not _take(left, place, gift)]
        if fresh:
            begun.append(match._replace(gifts=tuple(fresh)))
    for place, gift in given:
        _take(left, place, gift)
    ended = [(place, gift) for place, gifts in left.items() for gift in gifts]
    return Update(tuple(begun), tuple(ended), before)


def _take(left: dict[Place, list[Contribution]], place: Place, gift: Contribution) -> bool:
    """Whether a gift was there before; each counts once."""
    if place not in left:
        return True
    if gift not in left[place]:
        return False
    left[place].remove(gift)
    return True


#: The update of a look that has changed nothing.
NOTHING = Update((), (), {})
