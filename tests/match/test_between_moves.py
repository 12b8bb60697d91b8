"""What is done to a match between moves: single events and facts, at once, on record, and in saves."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.core.results import draw
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.errors import FactError, ReteChessError, SaveError
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save
from rete_chess.match._entries import Ending, end_by
from tests.engine_rules.test_spared_captures import armour

NETWORKS = ("native", "durable")
START = "4k3/8/8/3p3p/4P3/8/8/4K2R w - - 0 1"
SWIFT = {
    "kind": "modifier", "id": "swift", "type": "data", "version": 1, "name": "Swift",
    "primitives": [{"kind": "modify-movement-range", "delta": 1}],
}  # fmt: skip


def new_match(network: str = "native", **options: Any) -> Match:
    return Match(program_of("chess", [ActivePreset("piece-hp")]), START, network, **options)


def at(match: Match, square: str) -> int:
    piece = match.engine.piece_at(square)
    assert piece is not None
    return piece.id


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("event", "fields", "expected"),
    [
        ("destroy", {"target": "d5"}, "4k3/8/8/7p/4P3/8/8/4K2R b"),
        ("remove", {"target": "d5"}, "4k3/8/8/7p/4P3/8/8/4K2R b"),
        ("damage", {"target": "d5", "amount": 2}, "4k3/8/8/7p/4P3/8/8/4K2R b"),
        ("damage", {"target": "d5", "amount": 1}, "4k3/8/8/3p3p/4P3/8/8/4K2R b"),
        ("relocate", {"target": "d5", "to": "a1"}, "4k3/8/8/7p/4P3/8/8/p3K2R b"),
        ("relocate", {"target": "d5", "to": 0}, "4k3/8/8/7p/4P3/8/8/p3K2R b"),
        ("swap", {"piece": "d5", "target": "e4"}, "4k3/8/8/3P3p/4p3/8/8/4K2R b"),
        ("transform", {"target": "d5", "becomes": "queen"}, "4k3/8/8/3q3p/4P3/8/8/4K2R b"),
        ("spawn", {"side": "black", "becomes": "rook", "square": "a8"}, "r3k3/8/8/3p3p/4P3/8/8/4K2R b"),
        ("capture", {"piece": "e4", "target": "d5"}, "4k3/8/8/3p3p/4P3/8/8/4K2R b"),
        ("turn-start", {}, "4k3/8/8/3p3p/4P3/8/8/4K2R b"),
        ("promotion", {"piece": "e4", "was": "pawn", "becomes": "queen"}, "4k3/8/8/3p3p/4P3/8/8/4K2R b"),
    ],
)
def test_a_single_event_happens_and_is_recorded_undone_and_saved(
    event: str, fields: dict[str, Any], expected: str, network: str
) -> None:
    match = new_match(network)
    start = match.engine.state_hash()
    match.play("h1h4")
    match.play("e8e7")
    match.play("h4h1")
    match.play("e7e8")
    match.play("e1e2")
    match.undo()
    match.redo()
    match.play("e8d8")
    match.play("e2e1")
    match.resolve_event("relocate", target=at(match, "d8"), to="e8")
    given = {
        name: at(match, value) if name in ("piece", "target") else value for name, value in fields.items()
    }
    events = match.resolve_event(event, **given)
    assert events[0].event == event
    assert match.engine.fen().startswith(expected)
    loaded = parse_save(format_save(match), network="native")
    assert format_save(loaded) == format_save(match)
    reached = match.engine.state_hash()
    match.undo()
    match.redo()
    assert match.engine.state_hash() == reached
    match.jump_to(0)
    assert match.engine.state_hash() == start


@pytest.mark.parametrize(
    ("event", "fields", "words"),
    [
        ("detroy", {"target": 1}, "did you mean 'destroy'?"),
        ("before-move", {"piece": 1}, "no such kind"),
        ("destroy", {}, "needs target"),
        ("destroy", {"target": 99}, "no piece on the board"),
        ("destroy", {"whom": 1}, "no such field"),
        ("relocate", {"target": 1, "to": "e4"}, "not free"),
        ("relocate", {"target": 1, "to": "z9"}, "z9"),
        ("spawn", {"side": "white", "becomes": "wolf", "square": "a1"}, "no such piece type"),
        ("spawn", {"side": "red", "becomes": "pawn", "square": "a1"}, "white, black or neutral"),
        ("tile", {"square": "a1", "becomes": "swamp"}, "no such tile type"),
        ("damage", {"target": 1, "amount": -1}, "amount"),
        ("promotion", {}, "needs piece"),
    ],
)
def test_an_event_that_cannot_be_is_refused(event: str, fields: dict[str, Any], words: str) -> None:
    for subject in (new_match(), new_match().engine):
        with pytest.raises(ReteChessError) as caught:
            subject.resolve_event(event, **fields)
        assert words in str(caught.value)
    match = new_match()
    assert format_save(parse_save(format_save(match))) == format_save(match)


@pytest.mark.parametrize("network", NETWORKS)
def test_what_is_written_between_moves_takes_effect_at_once(network: str) -> None:
    engine = Engine(armour(), "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", network)
    rook = engine.piece_at("e2")
    assert rook is not None
    assert "e1e2" not in list(engine.legal_moves())  # it would only be hurt
    before, key = engine.state_hash(), engine.position_key
    engine.session.insert(rook.id, "Armour", 0)
    assert "e1e2" in list(engine.legal_moves())
    assert engine.position_key != key
    assert [incident.what for incident in engine.incidents] == ["fact"]
    engine.session.insert(rook.id, "Armour", 1)
    assert engine.state_hash() == before
    plain = Engine(fen="4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", network=network)
    plain.session.retract(rook.id, "Position")
    assert plain.piece_at("e2") is None
    assert str(plain.result) == "draw by insufficient material"


def test_a_match_records_what_is_written() -> None:
    match = new_match()
    match.play("e1e2")
    pawn = at(match, "d5")
    match.engine.session.insert(pawn, "Hp", 1)
    match.engine.preset_state("piece-hp").set("notes", ["a", 1, True])
    match.engine.preset_state("piece-hp").set("gone", 1)
    match.engine.preset_state("piece-hp").delete("gone")
    match.engine.preset_state("piece-hp").delete("gone")
    assert [found.what for found in match.interventions] == ["fact"] * 4
    loaded = parse_save(format_save(match))
    assert loaded.engine.session.get(pawn, "Hp") == 1
    assert loaded.engine.preset_state("piece-hp").all() == {"notes": ["a", 1, True]}
    match.undo()
    assert match.engine.session.get(pawn, "Hp") == 2
    match.redo()
    assert match.engine.session.get(pawn, "Hp") == 1
    match.resign()
    with pytest.raises(ReteChessError, match="the game is over"):
        match.engine.session.insert(pawn, "Hp", 2)


def test_a_clone_of_a_match_records_for_itself() -> None:
    match = new_match()
    other = match.clone()
    other.engine.session.insert(at(other, "d5"), "Hp", 1)
    assert (len(match.interventions), len(other.interventions)) == (0, 1)
    assert match.engine.session.get(at(match, "d5"), "Hp") == 2


def test_a_game_that_was_changed_behind_its_match_is_not_saved() -> None:
    changes: list[Callable[[Match], object]] = [
        lambda match: match.engine.apply("e8e7"),
        lambda match: match.engine.spawn_piece("pawn", "white", "a2"),
        lambda match: match.engine.undo(),
    ]
    for change in changes:
        match = new_match()
        match.play("e1d1")
        change(match)
        with pytest.raises(SaveError, match="behind the back"):
            format_save(match)


#: What no player can say, and no save could hold.
WRONG_ENDS: list[Any] = [
    Ending("boredom", "white", draw("boredom")),
    Ending("resign", "red", draw("resignation")),
    Ending("resign", "white", draw("resignation")),
    Ending("draw-claim", "white", draw("x" * 81)),
    None,
]


@pytest.mark.parametrize("ending", WRONG_ENDS)
def test_no_word_ends_a_game_that_nobody_could_say(ending: Any) -> None:
    match = new_match()
    with pytest.raises(ReteChessError) as caught:
        match.end(ending)
    assert caught.value.code == "E_REQUEST"
    assert not match.is_over


#: Every public method of a match that changes something, each with arguments by chance, right or wrong.
def acts(match: Match, random: Random) -> dict[str, Any]:
    squares: list[Any] = [random.choice(["a1", "d5", "e4", "h5", "c6", "z9", 17, 99]) for _ in range(2)]
    entity = random.choice([1, 2, 3, 4, 5, 99, 0, -1, -5, True])
    value: Any = random.choice([0, 1, 2.5, "x", None, True, [1, "a"], {}, float("inf")])
    kind = random.choice(["destroy", "remove", "transform", "relocate", "swap", "spawn", "turn-end", "tile"])
    names = ["Hp", "Position", "PieceType", "Color", "Mana", "Turn", "piece-hp.x", "1 odd key", "", "x" * 300]
    name = random.choice(names)
    modifier = random.choice([SWIFT, {**SWIFT, "primitives": []}, {**SWIFT, "id": "vampire"}])
    swift = {"pieceType": "pawn", "kind": "swift"}
    profiles: list[Any] = [[], [{"id": "army", "name": "Army", "perType": [swift]}], ["iron-knights"], [5]]
    presets: list[Any] = [[], [{"id": "piece-hp"}], [5]]
    moves = [str(move) for move in match.legal_moves()] or ["e2e4"]
    return {
        "play": lambda: match.play(random.choice(moves)),
        "undo": match.undo,
        "redo": match.redo,
        "undo_last_move": match.undo_last_move,
        "jump_to": lambda: match.jump_to(random.randrange(4)),
        "resign": match.resign,
        "end": lambda: match.end(random.choice([end_by("resign", "white"), *WRONG_ENDS])),
        "time_out": lambda: match.time_out(random.choice(["white", "black", "red"])),
        "offer_draw": match.offer_draw,
        "accept_draw": match.accept_draw,
        "decline_draw": match.decline_draw,
        "claim_draw": match.claim_draw,
        "spawn_piece": lambda: match.spawn_piece(
            random.choice(["pawn", "wolf"]), "white", squares[0], random.choice([None, {"Hp": value}])
        ),
        "deal_damage": lambda: match.deal_damage(entity, value, random.choice(["fire", "", "x" * 90])),
        "resolve_event": lambda: match.resolve_event(
            kind, target=entity, piece=2, to=squares[0], square=squares[1], becomes="knight"
        ),
        "set_fact": lambda: match.set_fact(entity, name, value),
        "session": lambda: match.engine.session.insert(entity, name, value),
        "preset_state": lambda: match.engine.preset_state("piece-hp").set(name, value),
        "set_active_presets": lambda: match.set_active_presets(random.choice(presets)),
        "queue_profiles": lambda: match.queue_profiles(random.choice(profiles)),
        "set_rules": lambda: match.set_rules(random.choice(presets), random.choice(profiles)),
        "withdraw_profiles": match.withdraw_profiles,
        "register_modifier": lambda: match.register_modifier(json.dumps(modifier), "swift.modifier.json"),
        "unregister_modifier": lambda: match.unregister_modifier(random.choice(["swift", "no-such"])),
        "apply_modifier": lambda: match.apply_modifier(random.choice(["swift", "vampire", "no-such"])),
        "undo_intervention": match.undo_intervention,
    }


#: The public methods of a match that change nothing, and the one that all changes between moves go through.
QUESTIONS = {
    *("legal_moves", "what_if", "state_at", "snapshot", "resume", "clone", "view", "from_pgn"),
    *("check_profiles", "passing_listeners", "intervene"),
}


def test_every_public_method_is_among_these_acts() -> None:
    public = {
        name for name, value in vars(Match).items() if callable(value) or isinstance(value, classmethod)
    }
    public |= {name for base in Match.__mro__ for name, value in vars(base).items() if callable(value)}
    known = {*acts(new_match(), Random(0)), *QUESTIONS}
    assert {name for name in public if not name.startswith("_")} <= known


@pytest.mark.parametrize("seed", range(24))
def test_a_save_that_was_written_can_be_loaded(seed: int) -> None:
    """Whatever public methods are called, in any order, with any arguments: all they do is saved."""
    random = Random(seed)
    match = new_match()
    for _ in range(25):
        table = acts(match, random)
        word = random.choice([*table, *["play"] * 6])
        before = match.engine.state_hash()
        try:
            table[word]()
        except ReteChessError:
            assert match.engine.state_hash() == before, word
    text = format_save(match)
    loaded = parse_save(text)
    assert format_save(loaded) == text
    resumed = Match.resume(json.loads(json.dumps(match.snapshot())))
    for other in (loaded, resumed):
        assert list(other.legal_moves()) == list(match.legal_moves())
        assert other.digest == match.digest


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("attribute", ["PieceType", "Position"])
def test_a_piece_that_is_written_off_leaves_nothing_behind(attribute: str, network: str) -> None:
    match = Match(program_of("chess", [ActivePreset("piece-hp")]), network=network)
    before, rook = match.digest, match.engine.piece_at("a1")
    assert rook is not None
    match.set_fact(rook.id, attribute, None)
    assert not [fact for fact in match.engine.session.all_facts() if fact.id == rook.id]
    assert Match.resume(match.snapshot()).digest == parse_save(format_save(match)).digest == match.digest
    match.undo_intervention()
    assert match.digest == before


@pytest.mark.parametrize(
    ("entity", "attribute", "value", "code"),
    [
        (1, "Color", None, "E_FACT_CORE"),
        (0, "Turn", None, "E_FACT_CORE"),
        (1, "", None, "E_FACT_UNKNOWN"),
        (1, "Mana", None, "E_FACT_UNKNOWN"),
        (1, "x" * 5000, None, "E_FACT_UNKNOWN"),
        (0, "Hp", 1, "E_FACT_UNKNOWN"),
        (0, "Hp.white", 1, "E_FACT_UNKNOWN"),
        (-5, "Hp", 1, "E_FACT_UNKNOWN"),
        (-1, "Hp\n", 1, "E_FACT_TYPE"),
        (-1, "Hp\n", None, "E_FACT_TYPE"),
    ],
)
def test_facts_of_what_cannot_have_them_are_refused(
    entity: int, attribute: str, value: Any, code: str
) -> None:
    match = Match(program_of("chess", [ActivePreset("piece-hp")]))
    before = match.digest
    with pytest.raises(FactError) as caught:
        match.set_fact(entity, attribute, value)
    assert caught.value.code == code
    assert match.digest == before
    assert not match.interventions


class Tax(Listener):
    """Takes a hit point of every piece that moves."""

    def after(self, event: Event, context: ListenerContext) -> list[Event]:
        if context.point != "move":
            return []
        return [context.make("damage", target=event.piece, amount=1, kind="tax")]


def test_who_loads_a_match_brings_its_listeners_along() -> None:
    match = new_match(listeners=[Tax()])
    match.play("h1h4")
    text = format_save(match)
    assert match.engine.session.get(at(match, "h4"), "Hp") == 1
    assert format_save(parse_save(text, listeners=[Tax()])) == text
    with pytest.raises(SaveError, match="do not lead to the saved state"):
        parse_save(text)


@pytest.mark.parametrize("values", [(1, True, 1.0), ([1], [True]), ({"a": 0}, {"a": False})])
def test_values_that_are_equal_and_not_the_same_make_other_positions(values: tuple[Any, ...]) -> None:
    match, keys, fresh = new_match(), set(), set()
    for value in values:
        match.engine.preset_state("diary").set("page", value)
        keys.add(match.engine.position_key)
        other = new_match()
        other.engine.preset_state("diary").set("page", value)
        fresh.add(other.engine.position_key)
    assert keys == fresh
    assert len(keys) == len(values)


def test_what_was_taken_back_leaves_no_trace_in_later_moves() -> None:
    """A game whose facts are gone plays as one that never had any: the core alone, without a word."""
    match, plain = Match("chess"), Match("chess")
    for one in (match, plain):
        one.play("e2e4")
    match.engine.preset_state("diary").set("page", 1)
    match.undo_intervention()
    assert match.engine.board.columns == {}
    for one in (match, plain):
        one.play("d7d5")
    assert match.play("e4d5").trace.events == plain.play("e4d5").trace.events == []


#: Bonuses that new pieces are given, as lists and as tuples, with a move that comes of each.
GIVEN = [
    ({"DirectionAdditions": [[0, 5]]}, "a1a6"),
    ({"DirectionAdditions": ((0, 5), (1, 4))}, "a1b5"),
    ({"RangeBonus": 1, "PromotionOverride": ["rook", "knight"]}, "a1c5"),
]


@pytest.mark.parametrize(("attributes", "move"), GIVEN)
def test_what_a_new_piece_is_given_is_saved_as_it_was(attributes: dict[str, Any], move: str) -> None:
    entries = [
        {"pieceType": "bishop", "kind": "DirectionAdditions", "value": [[3, 1]]},
        {"pieceType": "bishop", "kind": "RangeBonus", "value": 1},
        {"pieceType": "bishop", "kind": "PromotionOverride", "value": ["queen"]},
    ]
    profile = {"kind": "profile", "id": "wide", "name": "Wide", "perType": entries}
    match = Match(program_of("chess", profiles=[profile]), START)
    match.spawn_piece("knight", "white", "a1", attributes)
    given = match.digest
    if isinstance(attributes.get("DirectionAdditions"), list):
        attributes["DirectionAdditions"][0][1] = 2  # the game has values of its own
    for other in (parse_save(format_save(match)), Match.resume(match.snapshot()), match):
        assert other.digest == given
        assert move in other.legal_moves()
        other.play(move)
    match.undo()
    assert match.digest == given


@pytest.mark.parametrize("value", [10**40, -(10**40), float("nan"), float("inf"), object(), b"x"])
def test_what_no_save_holds_is_not_given_either(value: Any) -> None:
    """Not even where the bounds of the attribute would make something of it."""
    match = new_match()
    before = match.digest
    acts: list[Callable[[], object]] = [
        lambda: match.spawn_piece("rook", "white", "a1", {"Hp": value}),
        lambda: match.engine.spawn_piece("rook", "white", "a1", {"Hp": value}),
        lambda: match.set_fact(at(match, "h1"), "Hp", value),
    ]
    for act in acts:
        with pytest.raises(ReteChessError) as caught:
            act()
        assert caught.value.code in ("E_FACT_RANGE", "E_FACT_TYPE")
    assert match.digest == before
    assert parse_save(format_save(match)).digest == before


#: Calls with something that is no text, no number, no mapping; each has an error of its own.
NONSENSE: dict[str, tuple[str, Callable[[Match, Any], object]]] = {
    "a move": ("E_MOVE_TEXT", lambda match, value: match.play(value)),
    "a move that is only imagined": ("E_MOVE_TEXT", lambda match, value: match.what_if(value)),
    "a move to write down": ("E_MOVE_TEXT", lambda match, value: match.engine.san(value)),
    "a square": ("E_SQUARE", lambda match, value: match.spawn_piece("rook", "white", value)),
    "a place in the history": ("E_HISTORY", lambda match, value: match.jump_to(value)),
    "a filter": ("E_REQUEST", lambda match, value: match.apply_modifier("panic", value)),
    "attributes": ("E_FACT_TYPE", lambda match, value: match.spawn_piece("rook", "white", "a1", value)),
}


@pytest.mark.parametrize("value", [1.5, [1], b"x", object()])
@pytest.mark.parametrize(("code", "call"), NONSENSE.values(), ids=NONSENSE)
def test_what_is_no_such_thing_is_said(code: str, call: Callable[[Match, Any], object], value: Any) -> None:
    match = new_match()
    before = match.digest
    with pytest.raises(ReteChessError) as caught:
        call(match, value)
    assert (caught.value.code, match.digest) == (code, before)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("attribute", ["PieceType", "Position"])
def test_of_a_piece_that_is_taken_away_by_hand_nothing_is_left(attribute: str, network: str) -> None:
    match = new_match(network)
    pawn, before = at(match, "d5"), match.digest
    match.engine.session.retract(pawn, attribute)
    assert match.engine.piece_at("d5") is None
    assert [fact for fact in match.engine.session.all_facts() if fact.id == pawn] == []
    for other in (parse_save(format_save(match)), Match.resume(match.snapshot()), match.clone()):
        assert other.digest == match.digest
    match.undo_intervention()
    assert match.digest == before


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(("kind", "moves"), [("knight", ["a1b3", "a1c2", "a1c5", "a1e3"]), ("rook", None)])
def test_a_type_that_is_written_leaves_a_piece_its_bonuses(
    kind: str, moves: list[str] | None, network: str
) -> None:
    """Also the type that it has already."""
    entries = [
        {"pieceType": "knight", "kind": "RangeBonus", "value": 1},
        {"pieceType": "rook", "kind": "DirectionAdditions", "value": [[1, 1]]},
    ]
    profile = {"kind": "profile", "id": "wide", "name": "Wide", "perType": entries}
    match = Match(program_of("chess", profiles=[profile]), "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", network)
    match.set_fact(at(match, "a1"), "PieceType", kind)
    found = sorted(match.legal_moves("a1"))
    assert "a1b2" in found if moves is None else found == moves
    for other in (parse_save(format_save(match)), Match.resume(match.snapshot())):
        assert sorted(other.legal_moves("a1")) == found


@pytest.mark.parametrize("network", NETWORKS)
def test_what_a_piece_may_become_is_a_type_that_exists(network: str) -> None:
    """One that is not in play joins, and one that does not exist is refused when it is written."""
    entry = {"pieceType": "pawn", "color": "black", "kind": "PromotionOverride", "value": ["rook"]}
    profile = {"kind": "profile", "id": "humble", "name": "Humble", "perType": [entry]}
    match = Match(program_of("chess", profiles=[profile]), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", network)
    pawn, before = at(match, "a7"), match.digest
    for value in (["wolf"], ["knight", "wolf"]):
        with pytest.raises(ReteChessError) as caught:
            match.set_fact(pawn, "PromotionOverride", value)
        assert (caught.value.code, match.digest) == ("E_FACT_CORE", before)
    match.set_fact(pawn, "PromotionOverride", ["cannon"])
    assert sorted(match.legal_moves("a7")) == ["a7a8c"]
    for other in (parse_save(format_save(match)), Match.resume(match.snapshot())):
        assert (other.digest, sorted(other.legal_moves("a7"))) == (match.digest, ["a7a8c"])
    match.play("a7a8c")
    assert match.engine.fen().startswith("C3k3/")


def test_an_offer_ends_with_the_game() -> None:
    """Also that of the side whose move ends it."""
    match = Match(fen="6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    match.offer_draw("white")
    match.play("a1a8")
    assert (match.is_over, match.draw_offer) == (True, None)
    for other in (parse_save(format_save(match)), Match.resume(match.snapshot())):
        assert (other.digest, other.draw_offer) == (match.digest, None)
