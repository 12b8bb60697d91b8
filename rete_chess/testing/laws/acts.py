"""Random acts on a match: moves, changes between moves, and ways back and forth, each as plain data.

An act is made by a look at one match and performed on any other in the same state; some acts are wrong, and
must be refused in the same way everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from rete_chess.compiler import catalog
from rete_chess.core.geometry import COLORS
from rete_chess.documents.reading.tree import copied
from rete_chess.engine.move.tables import EVENT_KINDS
from rete_chess.errors import ReteChessError
from rete_chess.match import Match
from rete_chess.stages import STAGES
from rete_chess.testing.random_modifiers import random_carriers, random_modifier
from rete_chess.testing.random_profiles import random_profile
from rete_chess.testing.random_programs import random_presets


class Act(NamedTuple):
    """A call of a public method, by its word in `VERBS`, with its arguments."""

    verb: str
    arguments: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return f"{self.verb}({', '.join(map(repr, self.arguments))})"

    @property
    def is_single(self) -> bool:
        """Whether it is one change, which happens as a whole or not at all."""
        return self.verb not in ("session.retract_all", "state.clear")

    def perform(self, match: Match) -> Any:
        """What the act answers on a match: what the method returns, or its error."""
        try:
            given: Any = copied(list(self.arguments))
            return VERBS[self.verb](match, *given)
        except ReteChessError as error:
            return error


#: What acts call, by a word. Squares, pieces and documents are given as data.
VERBS: Final[dict[str, Callable[..., Any]]] = {
    "play": Match.play,
    "undo": Match.undo,
    "redo": Match.redo,
    "undo_last_move": Match.undo_last_move,
    "jump_to": Match.jump_to,
    "undo_intervention": Match.undo_intervention,
    "resign": Match.resign,
    "time_out": Match.time_out,
    "offer_draw": Match.offer_draw,
    "accept_draw": Match.accept_draw,
    "decline_draw": Match.decline_draw,
    "claim_draw": Match.claim_draw,
    "spawn_piece": Match.spawn_piece,
    "deal_damage": Match.deal_damage,
    "resolve_event": lambda match, word, fields: match.resolve_event(word, **fields),
    "set_fact": Match.set_fact,
    "session.insert": lambda match, *given: match.engine.session.insert(*given),
    "session.retract": lambda match, *given: match.engine.session.retract(*given),
    "session.retract_all": lambda match, *given: match.engine.session.retract_all(*given),
    "state.set": lambda match, preset, *given: match.engine.preset_state(preset).set(*given),
    "state.delete": lambda match, preset, *given: match.engine.preset_state(preset).delete(*given),
    "state.clear": lambda match, preset: match.engine.preset_state(preset).clear(),
    "set_active_presets": Match.set_active_presets,
    "queue_profiles": Match.queue_profiles,
    "set_rules": Match.set_rules,
    "withdraw_profiles": Match.withdraw_profiles,
    "register_modifier": Match.register_modifier,
    "apply_modifier": Match.apply_modifier,
    "unregister_modifier": Match.unregister_modifier,
    "custom_modifiers.register": lambda match, *given: match.engine.custom_modifiers.register(*given),
}

#: Values of facts, right and wrong ones.
_ODD: Final = ("x", "white", True, False, None, (1, "a"), [1, [2]], {"a": [1]}, 10**40)
_LISTED: Final[tuple[Any, ...]] = ([[0, 2]], [[3, 1], [0, -1]], [[0, 0]], ["knight"], ["wolf"], [])
NUMBERS: Final = (0, 1, 2, 3, 5, -1, 0.5, 2.5)
VALUES: Final = (*NUMBERS, *_ODD, *_LISTED)
#: Attributes that shipped presets and the core know; some games have none of them.
ATTRIBUTES: Final = (
    *("Hp", "Shield", "Stamina", "Power", "PieceType", "Position"),
    *("HpBonus", "RangeBonus", "DirectionAdditions", "PromotionOverride", "CaptureFlags"),
)
FURTHER_TYPES: Final = ("cannon", "amazon", "grasshopper", "wolf")
KEYS: Final = ("notes", "n", "a key", "@", "1", "", "x" * 61)
KINDS: Final = ("damage", "fire", "poison", "", "x" * 81)
#: Acts that lead back and forth, those that end a game, those of players, and all others but moves.
BACK: Final = ("undo", "undo", "redo", "redo", "undo_intervention", "undo_last_move", "jump_to")
ENDS: Final = ("resign", "time_out")
TALK: Final = ("offer_draw", "accept_draw", "decline_draw", "claim_draw")
BETWEEN: Final = tuple(verb for verb in VERBS if verb not in ("play", *BACK, *ENDS, *TALK))
#: Those that change most are tried most.
FRUITFUL: Final = ("spawn_piece", "deal_damage", "resolve_event", "set_fact", "apply_modifier")


class Chance:
    """The maker of random acts in the present state of a match."""

    def __init__(self, random: Random, further_presets: tuple[str, ...] = ()) -> None:
        self.random = random
        self.further_presets = further_presets
        self._documents = 0  # made so far, so that each has an id of its own

    def act(self, match: Match) -> Act:
        """The next act: in half of all cases a legal move, else any other, most of them possible now."""
        chance, moves = self.random.random(), match.legal_moves()
        if moves and chance < 0.5:
            captures = [move for move in moves if move.is_capture] if self.random.random() < 0.4 else ()
            return Act("play", (str(self.random.choice(captures or moves)),))
        if chance < 0.68:
            return self.of_verb(match, self._way(match))
        if chance < 0.7:
            return self.of_verb(match, self.random.choice(("play", *ENDS)))
        if chance < 0.73:
            return self.of_verb(match, self.random.choice(TALK))
        return self.of_verb(match, self.random.choice((*BETWEEN, *FRUITFUL * 2)))

    def _way(self, match: Match) -> str:
        """A way back or forth; seldom one that does not exist."""
        verb, engine = self.random.choice(BACK), match.engine
        if self.random.random() < 0.1:
            return verb
        if verb == "redo" and match.current_index == len(match.history):
            return "undo"
        is_fresh = bool(engine.incidents) and engine.incidents[-1].after == len(engine.move_log)
        return "undo" if verb == "undo_intervention" and not is_fresh else verb

    def of_verb(self, match: Match, verb: str) -> Act:
        """An act of a verb."""
        make = getattr(self, f"_{verb.replace('.', '_')}", None)
        return Act(verb, () if make is None else make(match))

    # -- arguments by verb ---------------------------------------------------------------------------

    def _play(self, match: Match) -> tuple[Any, ...]:
        return (self._square(match) + self._square(match),)  # most likely illegal

    def _jump_to(self, match: Match) -> tuple[Any, ...]:
        return (self.random.randint(0, len(match.history) + 1),)

    def _time_out(self, match: Match) -> tuple[Any, ...]:
        return (self._color(),)

    def _offer_draw(self, match: Match) -> tuple[Any, ...]:
        return (self.random.choice((None, *COLORS)),)

    def _spawn_piece(self, match: Match) -> tuple[Any, ...]:
        attributes = {self.random.choice(ATTRIBUTES): self.random.choice(VALUES)}
        given = self.random.choice((None, None, None, attributes))
        return self._type(match), self._color(), self._free_square(match), given

    def _deal_damage(self, match: Match) -> tuple[Any, ...]:
        amount = self.random.choice((1, 1, 1, 2, 0.5, 5, 0, -1, "much"))
        attacker = self.random.choice((None, self._piece(match)))
        return self._piece(match), amount, self._kind(), attacker

    def _resolve_event(self, match: Match) -> tuple[Any, ...]:
        random = self.random
        word = random.choice((*EVENT_KINDS, *EVENT_KINDS, *STAGES, "song", "no-such"))
        fields: dict[str, Any] = {"target": self._piece(match)} if random.random() < 0.9 else {}
        needs = EVENT_KINDS[word].needs if word in EVENT_KINDS else ()
        makers: dict[str, Callable[[], Any]] = {
            "amount": lambda: random.choice((1, 2, 0.5, -1)),
            "to": lambda: self._free_square(match),
            "square": lambda: self._free_square(match),
            "side": self._color,
            "becomes": lambda: self._becomes(match, word),
            "piece": lambda: self._piece(match),
            "kind": self._kind,
        }
        chosen = {*needs, *random.sample(list(makers), random.choice((0, 0, 1)))} - {"target"}
        return word, {**fields, **{name: makers[name]() for name in sorted(chosen)}}

    def _set_fact(self, match: Match) -> tuple[Any, ...]:
        random, session = self.random, match.engine.session
        if random.random() < 0.4:  # a fact that there is, with the same or another value
            fact = random.choice(list(session.all_facts()))
            return fact.id, fact.attr, random.choice((fact.value, *VALUES))
        declared = sorted(session.vocabulary.attributes.values(), key=lambda attribute: attribute.name)
        if not declared or random.random() < 0.3:
            return self._piece(match), random.choice(ATTRIBUTES), random.choice(VALUES)
        attribute = random.choice(declared)
        holders = {"piece": self._piece(match), "game": 0, "preset": -1}
        return holders.get(attribute.of, 0), attribute.name, random.choice((*NUMBERS, *VALUES))

    _session_insert = _set_fact

    def _session_retract(self, match: Match) -> tuple[Any, ...]:
        return self._set_fact(match)[:2]

    def _session_retract_all(self, match: Match) -> tuple[Any, ...]:
        return (self._piece(match),)

    def _state_set(self, match: Match) -> tuple[Any, ...]:
        return *self._state_clear(match), self.random.choice(KEYS), self.random.choice(VALUES)

    def _state_delete(self, match: Match) -> tuple[Any, ...]:
        return self._state_set(match)[:2]

    def _state_clear(self, match: Match) -> tuple[Any, ...]:
        active = [use.id for use in match.engine.active_presets]
        return (self.random.choice((*active, *active, "piece-hp")),)

    def _set_active_presets(self, match: Match) -> tuple[Any, ...]:
        now = [use.to_json() for use in match.engine.active_presets]
        chosen = [use.to_json() for use in random_presets(self.random, 4, self.further_presets)]
        wrong = [{"id": "no-such"}]
        return (self.random.choice((chosen, chosen, now + chosen, chosen + now, now[1:], wrong)),)

    def _queue_profiles(self, match: Match) -> tuple[Any, ...]:
        random, known = self.random, match.engine.custom_modifiers.list()
        made = [random_profile(random, self._name("profile"), known) for _ in range(random.randint(0, 2))]
        return (random.choice((made, made, [*made, random.choice(catalog.profiles().list())])),)

    def _set_rules(self, match: Match) -> tuple[Any, ...]:
        return (*self._set_active_presets(match), *self._queue_profiles(match))

    def _register_modifier(self, match: Match) -> tuple[Any, ...]:
        has_hp = "Hp" in match.engine.session.vocabulary.attributes
        name = self._name("modifier") if self.random.random() < 0.8 else "modifier-1"
        return json.dumps(random_modifier(self.random, name, has_hp=has_hp)), f"{name}.modifier.json"

    _custom_modifiers_register = _register_modifier

    def _apply_modifier(self, match: Match) -> tuple[Any, ...]:
        chosen = self.random.choice((None, random_carriers(self.random), {"type": self._type(match)}))
        return *self._unregister_modifier(match), chosen

    def _unregister_modifier(self, match: Match) -> tuple[Any, ...]:
        own = tuple(match.engine.custom_modifiers.own)
        return (self.random.choice((*own, *own, *match.engine.custom_modifiers.list())),)

    # -- single values ---------------------------------------------------------------------------------

    def _name(self, kind: str) -> str:
        self._documents += 1
        return f"{kind}-{self._documents}"

    def _square(self, match: Match) -> str:
        return self.random.choice(match.engine.board.book.geometry.names)

    def _free_square(self, match: Match) -> str:
        board = match.engine.board
        names = board.book.geometry.names
        free = [names[square] for square, cell in enumerate(board.cells) if cell < 0]
        return self.random.choice((*free, *free, self._square(match)))

    def _piece(self, match: Match) -> int:
        return self.random.choice((*match.engine.board.squares, 99))

    def _color(self) -> str:
        return self.random.choice(COLORS)

    def _type(self, match: Match) -> str:
        types = match.engine.board.book.types
        return self.random.choice((*types, *types, *FURTHER_TYPES))

    def _becomes(self, match: Match, word: str) -> str:
        if word != "tile":
            return self._type(match)
        return self.random.choice((*match.engine.program.setup.tile_types, "standard", "fog"))

    def _kind(self) -> str:
        return self.random.choice((*KINDS[:3] * 3, *KINDS))
