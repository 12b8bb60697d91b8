"""Moves as listeners return them: drops, promotions, and pieces that are gone before they move."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.errors import ReteChessError
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save

NETWORKS = ("native", "durable")
HANDS = "4k3/P6P/8/3p4/8/8/8/4K3[QNPnp] w - - 0 1"

Answer = Callable[[Event, ListenerContext], Any]


class Referee(Listener):
    """Answers at one point."""

    def __init__(self, answer: Answer, point: str = "before-move", judges: bool = False) -> None:
        self._answer, self._point, self.judges_legality = answer, point, judges

    def before(self, event: Event, context: ListenerContext) -> Any:
        return self._answer(event, context) if context.point == self._point else event


def square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def other(**fields: Any) -> Answer:
    """The same event with other fields."""
    return lambda event, context: event._replace(**fields)


def on(name: str, context: ListenerContext) -> int:
    """Who stands on a square."""
    return context.session.board.entities[square(name)]


def struck_down(name: str, answer: Answer) -> Answer:
    """An answer after whoever stands on a square has been destroyed."""

    def strike(event: Event, context: ListenerContext) -> Any:
        context.enqueue(context.make("destroy", target=on(name, context)))
        return answer(event, context)

    return strike


def played(fen: str, move: str, answer: Answer, network: str, variant: str = "crazyhouse") -> Match:
    """A match after a move with a listener; undo, redo, saves and snapshots lead where they should."""
    match = Match(variant, fen, network, listeners=[Referee(answer)])
    before = match.digest
    match.play(move)
    after = match.digest
    match.undo()
    assert match.digest == before
    match.redo()
    assert match.digest == after
    assert parse_save(format_save(match), listeners=[Referee(answer)]).digest == after
    snapshot = json.loads(json.dumps(match.snapshot()))
    resumed = Match.resume(snapshot, listeners=[Referee(answer)])
    assert resumed.digest == after
    resumed.undo()
    assert resumed.digest == before
    return match


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("move", "answer", "expected"),
    [
        ("N@f3", other(to=square("e5")), "4k3/P6P/8/3pN3/8/8/8/4K3[QPnp] b - - 1 1"),
        ("N@f3", other(becomes="queen"), "4k3/P6P/8/3p4/8/5Q2/8/4K3[NPnp] b - - 1 1"),
        ("N@f3", other(becomes="pawn", to=square("b3")), "4k3/P6P/8/3p4/8/1P6/8/4K3[QNnp] b - - 1 1"),
        # The square is not free: the piece stays in the hand, and the half-move counts.
        ("N@f3", other(to=square("d5")), "4k3/P6P/8/3p4/8/8/8/4K3[QNPnp] b - - 1 1"),
        ("N@f3", struck_down("d5", other(to=square("d5"))), "4k3/P6P/8/3N4/8/8/8/4K3[QPnp] b - - 1 1"),
        # A piece on the board moves in its place, and captures whoever of the enemy stands there.
        (
            "N@f3",
            lambda e, c: e._replace(piece=on("e1", c), to=square("e2")),
            "4k3/P6P/8/3p4/8/8/4K3/8[QNPnp] b - - 1 1",
        ),
        (
            "N@f3",
            lambda e, c: e._replace(piece=on("e1", c), to=square("d5")),
            "4k3/P6P/8/3K4/8/8/8/8[QNPPnp] b - - 0 1",
        ),
        # And the other way round.
        (
            "e1e2",
            other(piece=None, kind="drop", becomes="queen", to=square("c3")),
            "4k3/P6P/8/3p4/8/2Q5/8/4K3[NPnp] b - - 1 1",
        ),
    ],
)
def test_another_drop_is_played(move: str, answer: Answer, expected: str, network: str) -> None:
    assert played(HANDS, move, answer, network).engine.fen() == expected


@pytest.mark.parametrize("network", NETWORKS)
def test_black_drops_from_its_own_hand(network: str) -> None:
    fen = HANDS.replace(" w ", " b ")
    match = played(fen, "N@f3", other(to=square("e5"), becomes="pawn"), network)
    assert match.engine.fen() == "4k3/P6P/8/3pp3/8/8/8/4K3[QNPn] w - - 1 2"


def test_another_drop_is_told_as_it_was_played() -> None:
    engine = Engine("crazyhouse", HANDS)
    engine.add_listener(Referee(other(to=square("e5"), becomes="queen")))
    assert [told.text for told in engine.apply("N@f3").log][:2] == [
        "white drops a queen on e5",
        "white has 0 queen in hand and had 1",
    ]


@pytest.mark.parametrize("network", NETWORKS)
def test_who_dies_on_arrival_is_mourned_and_forgotten(network: str) -> None:
    """Poison on d4 kills whoever of the mover's side stands there with one hit point."""
    presets = [
        ActivePreset("poisoned-squares", config=(("squares", ("d4",)),)),
        ActivePreset("piece-hp", config=(("hp", 1),)),
    ]
    engine = Engine(program_of("crazyhouse", presets), "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", network)
    before = engine.digest
    engine.add_listener(Referee(other(to=square("d4"))))
    record = engine.apply("N@f3")
    assert engine.fen() == "4k3/8/8/8/8/8/8/4K3[] b - - 0 1"
    dead = [told.event.target for told in record.log if told.event.event == "death"]
    assert len(dead) == 1
    assert not [fact for fact in engine.session.all_facts() if fact.id == dead[0]]
    engine.undo()
    assert engine.digest == before


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("move", "answer", "words"),
    [
        ("N@f3", other(becomes="rook"), "the hand holds no such piece; found 'rook'"),
        ("N@f3", other(becomes="quene"), "did you mean 'queen'?"),
        ("N@f3", other(becomes="pawn", to=square("b8")), "a pawn may not be dropped there"),
        ("N@f3", lambda e, c: e._replace(target=on("d5", c)), "a drop captures nobody"),
        ("N@f3", other(to=None), "a drop has a type that it puts on the board"),
        ("e1e2", other(piece=None), "a move has a piece that is on the board"),
        ("e1e2", other(becomes="rook"), "only a promotion or a drop says what a piece becomes"),
        ("a7a8q", other(becomes="rook", to=square("b6")), "only a promotion or a drop"),
        ("a7a8q", other(becomes="quene"), "did you mean 'queen'?"),
    ],
)
def test_what_cannot_be_played_names_the_listener(
    move: str, answer: Answer, words: str, network: str
) -> None:
    engine = Engine("crazyhouse", HANDS, network)
    engine.add_listener(Referee(answer))
    before = engine.digest
    with pytest.raises(ReteChessError) as caught:
        engine.apply(move)
    assert caught.value.code == "E_RULE_FAILED"
    assert "Referee (before-move)" in str(caught.value)
    assert words in str(caught.value)
    assert engine.digest == before


def test_a_game_without_hands_has_no_drops() -> None:
    engine = Engine()
    engine.add_listener(Referee(other(piece=None, kind="drop", becomes="queen")))
    with pytest.raises(ReteChessError, match="the hand holds no such piece"):
        engine.apply("e2e4")


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("variant", "move", "answer", "expected"),
    [
        ("chess", "a7a8q", other(becomes="rook"), "Rn2k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("chess", "a7b8q", other(becomes="knight"), "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("chess", "a7a8q", other(becomes="rook", to=square("b8")), "1R2k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        # It falls back to a pawn when it is captured, whatever it has become.
        ("crazyhouse", "a7a8q", other(becomes="rook"), "R~n2k3/8/8/8/8/8/8/4K3[] b - - 0 1"),
        # A type that joins the game by this.
        ("chess", "a7a8q", other(becomes="chancellor"), "En2k3/8/8/8/8/8/8/4K3 b - - 0 1"),
    ],
)
def test_another_promotion_is_played(
    variant: str, move: str, answer: Answer, expected: str, network: str
) -> None:
    fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    assert played(fen, move, answer, network, variant).engine.fen() == expected


@pytest.mark.parametrize("network", NETWORKS)
def test_promotion_is_heard_with_the_type_that_was_returned(network: str) -> None:
    heard: list[tuple[str | None, str | None]] = []

    class Herald(Listener):
        def after(self, event: Event, context: ListenerContext) -> tuple[()]:
            if context.point == "promotion":
                heard.append((event.was, event.becomes))
            return ()

    listeners = [Referee(other(becomes="rook")), Herald()]
    Match("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", network, listeners=listeners).play("a7a8q")
    assert heard == [("pawn", "rook")]


def test_legality_looks_at_the_drop_that_would_be_played() -> None:
    """A drop that answers check does so only where it is played."""
    engine = Engine("crazyhouse", "4r1k1/8/8/8/8/8/8/4K3[N] w - - 0 1", "native")
    assert "N@e4" in list(engine.legal_moves())
    assert "N@a4" not in list(engine.legal_moves())
    engine.add_listener(Referee(other(to=square("e5")), judges=True))
    assert "N@a4" in list(engine.legal_moves())
    assert engine.what_if("N@a4").fen == "4r1k1/8/8/4N3/8/8/8/4K3[] b - - 1 1"


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("point", "gone", "expected"),
    [
        ("before-move", "destroy", "4k3/8/8/3p4/8/8/8/4K3 b - - 1 1"),
        ("before-move", "remove", "4k3/8/8/3p4/8/8/8/4K3 b - - 1 1"),
        ("before-capture", "destroy", "4k3/8/8/3p4/8/8/8/4K3 b - - 0 1"),
        ("before-capture", "remove", "4k3/8/8/3p4/8/8/8/4K3 b - - 0 1"),
        ("damage", "destroy", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),  # the blow has fallen
    ],
)
def test_who_is_gone_captures_nobody(point: str, gone: str, expected: str, network: str) -> None:
    def strike(event: Event, context: ListenerContext) -> Event:
        if event.source is None:
            context.enqueue(context.make(gone, target=event.piece))
        return event

    engine = Engine(fen="4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", network=network)
    engine.add_listener(Referee(strike, point))
    before = engine.digest
    record = engine.apply("e4d5")
    assert engine.fen() == expected
    captures = [told.text for told in record.log if told.event.event == "capture"]
    assert captures == (["white pawn e4 captures black pawn d5"] if point == "damage" else [])
    assert not [told.text for told in record.log if "piece" in told.text]  # who has a name
    engine.undo()
    assert engine.digest == before


# -- acts ------------------------------------------------------------------------------------------

MAGES = "battle-mages"
READY = "e2e4 e7e5 f1c4 b8c6 c4d5 g8f6"


def mages(network: str, answer: Answer | None = None, opening: str = "") -> Engine:
    """A game in which a referee hears what comes after an opening."""
    engine = Engine(MAGES, network=network)
    for move in opening.split():
        engine.apply(move)
    if answer is not None:
        engine.add_listener(Referee(answer))
    return engine


def mana(engine: Engine, name: str) -> Any:
    piece = engine.piece_at(name)
    return None if piece is None else engine.session.get(piece.id, "Mana")


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    "answer", [other(to=square("f1")), lambda e, c: e._replace(target=on("f1", c))], ids=["to", "target"]
)
def test_an_act_has_another_target(answer: Answer, network: str) -> None:
    engine = mages(network, answer)
    before = engine.digest
    record = engine.apply("inspire:c1")
    assert (mana(engine, "c1"), mana(engine, "f1")) == (0, 1)
    assert [told.text for told in record.log if told.event.event == "act"] == [
        "white: inspire on white bishop f1"
    ]
    after = engine.digest
    assert engine.turn == "white"
    engine.undo()
    assert engine.digest == before
    engine.apply("inspire:c1")
    assert engine.digest == after


@pytest.mark.parametrize("network", NETWORKS)
def test_an_act_is_done_by_another_piece(network: str) -> None:
    engine = mages(network, lambda e, c: e._replace(piece=on("c1", c), to=square("b7")), READY)
    before = engine.digest
    record = engine.apply("fireball:d5xf7")
    acts = [told.event for told in record.log if told.event.event == "act"]
    assert [(act.origin, act.to) for act in acts] == [(square("c1"), square("b7"))]
    assert engine.piece_at("b7") is None
    assert engine.piece_at("f7") is not None
    engine.undo()
    assert engine.digest == before


@pytest.mark.parametrize("network", NETWORKS)
def test_who_is_gone_does_no_act(network: str) -> None:
    engine = mages(network, struck_down("d5", lambda e, c: e), READY)
    before = engine.digest
    record = engine.apply("fireball:d5xf7")
    assert engine.piece_at("d5") is None
    assert engine.piece_at("f7") is not None
    assert "act" not in [told.event.event for told in record.log]
    assert engine.turn == "black"
    engine.undo()
    assert engine.digest == before


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("opening", "move", "answer", "words"),
    [
        ("", "inspire:c1", other(to=None, target=None), "the act inspire has a square to go to"),
        ("", "inspire:c1", lambda e, c: e._replace(piece=on("e1", c)), "the act inspire has no piece"),
        ("", "inspire:c1", other(becomes="queen"), "only a promotion or a drop"),
        (READY, "fireball:d5xf7", other(piece=None), "the act fireball has a piece that is on the board"),
        (READY, "fireball:d5xf7", other(piece=99), "the act fireball has a piece that is on the board"),
    ],
)
def test_an_act_that_cannot_be_done_names_the_listener(
    opening: str, move: str, answer: Answer, words: str, network: str
) -> None:
    engine = mages(network, answer, opening)
    before = engine.digest
    with pytest.raises(ReteChessError, match=words) as caught:
        engine.apply(move)
    assert caught.value.code == "E_RULE_FAILED"
    assert engine.digest == before


def test_passing_may_be_heard_and_returned() -> None:
    engine = Engine("janggi")
    engine.add_listener(Referee(other(amount=3)))
    engine.apply("pass")
    assert engine.turn == "black"
