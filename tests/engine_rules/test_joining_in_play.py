"""Piece types that join in the course of a game: by profiles, events, listeners, hooks and modifiers, in the
middle of moves of every manner; and whether such a game is taken back, saved, resumed and copied."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from rete_chess import Match, catalog
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.errors import DocumentError, ProfileError, ReteChessError, RuleFailedError, RulesError
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save
from rete_chess.presets import registered
from tests.presets.recording import recording

NETWORKS = ("native", "durable")
EVE = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
#: The letter of the cannon is taken.
TAKEN = "kind: variant\nid: taken\nname: Taken\nextends: chess\npieces: {c: archbishop}\n"
#: It moves in manners of its own, which come before and between those of chess.
WARLOCK = """
kind: piece
id: warlock
name: Warlock
letter: w
moves:
  - {leap: all, tag: blink}
  - {slide: orthogonal, tag: dash}
  - {leap: knight, mode: capture, stay: true, tag: hex}
"""


def profile(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "profile", "id": "guns", "name": "Guns", "perType": list(entries), **more}


TO_CANNONS = profile({"pieceType": "pawn", "kind": "PromotionOverride", "value": ["cannon"]})
FOR_CANNONS = profile({"pieceType": "cannon", "kind": "RangeBonus", "value": 1})
FOUNDER = {
    "kind": "modifier",
    "id": "founder",
    "type": "data",
    "version": 1,
    "name": "Founder",
    "primitives": [{"kind": "override-promotion", "to": ["cannon"]}],
}
BY_MODIFIER = profile({"pieceType": "pawn", "kind": "founder"}, customModifiers=[FOUNDER])


def goes_on(match: Match) -> None:
    """Whether a match that some type has joined is told, read, copied and taken back as any other."""
    digest, fen = match.digest, match.engine.fen()
    for other in (
        parse_save(format_save(match)),
        Match.resume(match.snapshot()),
        pickle.loads(pickle.dumps(match)),
        match.state_at(match.current_index),
        match.clone(),
    ):
        assert (other.digest, other.engine.fen()) == (digest, fen)
        for index in range(match.current_index - 1, -1, -1):
            other.undo()
            assert other.digest == match.state_at(index).digest
    match.jump_to(0)
    match.jump_to(len(match.history))
    assert match.digest == digest
    assert parse_save(format_save(match), network="native").digest == digest


def types(match: Match) -> tuple[str, ...]:
    return match.engine.program.book.types[6:]


# -- profiles --------------------------------------------------------------------------------------


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("given", [TO_CANNONS, BY_MODIFIER], ids=["by-value", "by-modifier"])
def test_a_profile_from_the_start(given: dict[str, Any], network: str) -> None:
    match = Match(program_of("chess", profiles=[given]), EVE, network)
    assert types(match) == ("cannon",)
    match.play("a7a8c")
    goes_on(match)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("given", [TO_CANNONS, BY_MODIFIER], ids=["by-value", "by-modifier"])
def test_a_profile_in_the_course_of_a_game(given: dict[str, Any], network: str) -> None:
    match = Match("chess", EVE, network)
    match.queue_profiles([given])
    match.play("e1e2")
    assert types(match) == ("cannon",)
    match.play("e8e7")
    match.play("a7a8c")
    match.queue_profiles([])
    match.play("e7e6")
    assert match.engine.piece_at("a8").type == "cannon"  # type: ignore[union-attr]
    goes_on(match)


def test_a_profile_for_a_type_that_nobody_has_yet() -> None:
    match = Match(program_of("chess", profiles=[FOR_CANNONS]))
    match.spawn_piece("cannon", "white", "h4")
    assert match.engine.contributions("h4", "RangeBonus")
    goes_on(match)


@pytest.mark.parametrize("given", [TO_CANNONS, BY_MODIFIER, FOR_CANNONS])
def test_a_letter_that_is_taken_is_an_error_of_the_profile(given: dict[str, Any]) -> None:
    with pytest.raises(DocumentError) as failed:
        compile_document(TAKEN, profiles=[given])
    assert {problem.code for problem in failed.value.problems} == {"E_PIECE_LETTER"}
    assert all(problem.path for problem in failed.value.problems)
    match = Match(compile_document(TAKEN))
    assert {problem.code for problem in match.check_profiles([given])} == {"E_PIECE_LETTER"}
    before = match.digest
    with pytest.raises((ProfileError, DocumentError)) as refused:
        match.queue_profiles([given])
    assert refused.value.code == "E_PIECE_LETTER"
    assert match.digest == before


# -- events, by hand and by listeners --------------------------------------------------------------


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    "act",
    [
        lambda match: match.resolve_event("spawn", side="white", becomes="cannon", square="h4"),
        lambda match: match.resolve_event("transform", target=1, becomes="cannon"),
        lambda match: match.spawn_piece("cannon", "black", "h4"),
        lambda match: match.set_fact(1, "PieceType", "cannon"),
        lambda match: match.engine.session.insert(1, "PieceType", "cannon"),
    ],
    ids=["spawn", "transform", "spawn-piece", "fact", "session"],
)
def test_an_event_by_hand(act: Callable[[Match], object], network: str) -> None:
    match = Match("chess", network=network)
    match.play("e2e4")
    act(match)
    assert types(match) == ("cannon",)
    match.play("a7a6")
    goes_on(match)
    match.jump_to(0)
    assert types(match) == ()


def test_an_event_whose_letter_is_taken_changes_nothing() -> None:
    match = Match(compile_document(TAKEN))
    before = match.digest
    for kind, code in (("cannon", "E_PIECE_LETTER"), ("wolf", "E_REQUEST"), (None, "E_REQUEST")):
        with pytest.raises(ReteChessError) as failed:
            match.resolve_event("transform", target=1, becomes=kind)
        assert failed.value.code == code
        assert match.digest == before
    with pytest.raises(RulesError):
        match.set_fact(1, "PieceType", "cannon")
    assert match.digest == before


class Maker(Listener):
    """Makes one event in each move, at a point."""

    def __init__(self, point: str, event: str, judges: bool = False, **fields: Any) -> None:
        self.point, self.event, self.fields, self.judges_legality = point, event, fields, judges

    def _made(self, context: ListenerContext) -> list[Event]:
        is_first = context.point == self.point and all(event.source != self.name for event in context.events)
        return [context.make(self.event, **self.fields)] if is_first else []

    def before(self, event: Event, context: ListenerContext) -> Event:
        context.enqueue(*self._made(context))
        return event

    def after(self, event: Event, context: ListenerContext) -> Iterable[Event]:
        return self._made(context)


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("judges", [False, True], ids=["silent", "judging"])
@pytest.mark.parametrize("point", ["before-move", "move", "turn-end", "turn-start", "after-move", "result"])
def test_an_event_of_a_listener(point: str, judges: bool, network: str) -> None:
    for fields in ({"event": "spawn", "square": 31}, {"event": "transform", "target": 1}):
        maker = Maker(point, judges=judges, becomes="cannon", **fields)  # type: ignore[arg-type]
        match = Match("chess", network=network, listeners=[maker])
        start = match.digest
        match.play("e2e4")
        assert types(match) == ("cannon",)
        after = match.digest
        match.play("a7a6")
        further = match.digest
        match.undo()
        assert match.digest == after
        match.redo()
        assert match.digest == further
        match.jump_to(0)
        assert (types(match), match.digest) == ((), start)
        match.jump_to(2)
        loaded = parse_save(format_save(match), listeners=[maker])
        assert loaded.digest == further


def test_a_listener_whose_letter_is_taken_is_named() -> None:
    match = Match(compile_document(TAKEN), listeners=[Maker("move", "transform", target=1, becomes="cannon")])
    before = match.digest
    with pytest.raises(RuleFailedError, match=r"Maker.*E_PIECE_LETTER"):
        match.play("e2e4")
    assert match.digest == before


@pytest.mark.parametrize("network", NETWORKS)
def test_a_listener_that_legality_asks_in_a_turn_of_two_moves(network: str) -> None:
    """Moves are tried in the middle of the turn, and each lets the type join and leave again."""
    maker = Maker("move", "spawn", judges=True, becomes="cannon", square=31)
    program = program_of(
        "chess", [ActivePreset("double-move"), ActivePreset("piece-hp"), ActivePreset("king-heals")]
    )
    match = Match(program, network=network, listeners=[maker])
    choice = Random(7)
    for _ in range(8):
        match.play(choice.choice(match.legal_moves()))
    digest = match.digest
    assert parse_save(format_save(match), listeners=[maker], network="native").digest == digest
    match.jump_to(0)
    match.jump_to(8)
    assert match.digest == digest


# -- hooks -----------------------------------------------------------------------------------------


def spawn(context: Any) -> None:
    if context.engine.piece_at("h4") is None:
        context.engine.spawn_piece("cannon", "white", "h4")


def transform(context: Any) -> None:
    context.engine.session.insert(1, "PieceType", "cannon")


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("act", [spawn, transform])
@pytest.mark.parametrize("hook", ["on_activate", "on_before_move", "on_after_move", "on_turn_start"])
def test_a_hook(hook: str, act: Callable[[Any], None], network: str) -> None:
    with registered(recording([], "gunner", (hook,), **{hook: act})):
        match = Match(program_of("chess", [ActivePreset("gunner")]), network=network)
        match.play("e2e4")
        assert types(match) == ("cannon",)
        match.play("a7a6")
        goes_on(match)


@pytest.mark.parametrize(
    ("fen", "move", "after"),
    [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "4k3/8/8/8/7W/8/8/2KR4 b - - 1 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/8/3P4/8/7W/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/3pP2W/8/8/4K3 b - e3 0 1"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "N7/4k3/8/8/7W/8/8/4K3 b - - 0 1"),
    ],
    ids=["castling", "in-passing", "double-step", "promotion"],
)
@pytest.mark.parametrize("hook", ["on_before_move", "on_after_move"])
def test_a_type_with_manners_of_its_own_in_the_middle_of_a_special_move(
    fen: str, move: str, after: str, hook: str
) -> None:
    def conjure(context: Any) -> None:
        if context.engine.piece_at("h4") is None:
            context.engine.spawn_piece("warlock", "white", "h4")

    conjurer = recording([], "conjurer", (hook,), **{hook: conjure})
    with catalog.registered(WARLOCK), registered(conjurer):
        match = Match(program_of("chess", [ActivePreset("conjurer")]), fen)
        match.play(move)
        assert match.engine.fen() == after
        match.play(match.legal_moves()[0])
        assert {move.tag for move in match.legal_moves("h4")} >= {"blink", "dash"}
        goes_on(match)


def test_the_types_in_play_keep_their_numbers() -> None:
    """A promotion in the making is a number: whoever joins comes last."""

    def conjure(context: Any) -> None:
        context.engine.spawn_piece("archbishop", "white", "h4")

    with registered(recording([], "conjurer", ("on_before_move",), on_before_move=conjure)):
        match = Match(program_of("chess", [ActivePreset("conjurer")], profiles=[TO_CANNONS]), EVE)
        match.play("a7a8c")
        assert match.engine.piece_at("a8").type == "cannon"  # type: ignore[union-attr]
        assert types(match) == ("cannon", "archbishop")
        goes_on(match)


def test_the_royal_pieces_that_hooks_name_are_known_through_it() -> None:
    def royals(context: Any) -> list[int]:
        return [
            piece
            for piece in context.engine.pieces(context.color)
            if context.engine.session.get(piece, "PieceType") == "queen"
        ]

    hooks = ("get_royal_pieces", "on_before_move")
    with registered(recording([], "conjurer", hooks, get_royal_pieces=royals, on_before_move=spawn)):
        match = Match(program_of("chess", [ActivePreset("conjurer")]), "3qk3/8/8/8/8/8/3R4/3QK3 w - - 0 1")
        match.play("d2d8")
        assert match.winner == "white"


# -- documents of one's own ------------------------------------------------------------------------


def test_a_save_brings_the_document_of_a_type_that_joined() -> None:
    match = Match("chess")
    with catalog.registered(WARLOCK):
        match.play("e2e4")
        match.spawn_piece("warlock", "white", "h4")
        match.play("a7a6")
        match.play("h4h5@blink")
        save, snapshot, digest = format_save(match), match.snapshot(), match.digest
        match.jump_to(0)
        early = format_save(match)
    assert parse_save(save).digest == digest
    resumed = Match.resume(snapshot)
    assert resumed.digest == digest
    resumed.jump_to(0)
    resumed.jump_to(3)
    assert resumed.digest == digest
    again = parse_save(early)
    again.jump_to(3)
    assert again.digest == digest
