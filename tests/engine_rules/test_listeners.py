"""Python listeners: what they may answer, what becomes of it, and what they cannot do."""

from __future__ import annotations

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
CAPTURE = "4k3/8/8/3p3p/4P3/8/8/4K3 w - - 0 1"

Answer = Callable[[Event, ListenerContext], Any]


class Voice(Listener):
    """Answers as functions do."""

    def __init__(self, before: Answer | None = None, after: Answer | None = None, **facts: Any) -> None:
        self._before, self._after = before, after
        for name, value in facts.items():
            setattr(self, name, value)

    def before(self, event: Event, context: ListenerContext) -> Any:
        return event if self._before is None else self._before(event, context)

    def after(self, event: Event, context: ListenerContext) -> Any:
        return () if self._after is None else self._after(event, context)


def at(point: str, answer: Answer, otherwise: Callable[[Event], Any] = lambda event: event) -> Answer:
    """An answer at one point alone."""
    return lambda event, context: answer(event, context) if context.point == point else otherwise(event)


def told(point: str, answer: Answer) -> Answer:
    return at(point, answer, lambda event: ())


def played(engine: Engine, move: str, *listeners: Listener) -> str:
    """The position after a move that listeners hear; undo leads back to where it was."""
    before = engine.state_hash()
    for listener in listeners:
        engine.add_listener(listener)
    engine.apply(move)
    fen = engine.fen()
    engine.undo()
    assert engine.state_hash() == before
    engine.apply(move)
    assert engine.fen() == fen
    return fen


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize(
    ("point", "answer", "expected"),
    [
        ("before-move", lambda e, c: e._replace(to=20), "4k3/8/8/3p3p/8/4P3/8/4K3 b - - 0 1"),
        (
            "before-move",
            lambda e, c: e._replace(to=39),
            "4k3/8/8/3p3P/8/8/8/4K3 b - - 0 1",
        ),  # who stands there
        ("before-move", lambda e, c: e._replace(target=None), "4k3/8/8/3p3p/4P3/8/8/4K3 b - - 0 1"),
        ("before-move", lambda e, c: c.make("destroy", target=e.piece), "4k3/8/8/3p3p/8/8/8/4K3 b - - 1 1"),
        (
            "before-move",
            lambda e, c: c.make("relocate", target=e.target, to=0),
            "4k3/8/8/7p/4P3/8/8/p3K3 b - - 1 1",
        ),
        ("before-capture", lambda e, c: e._replace(to=20), "4k3/8/8/7p/8/4P3/8/4K3 b - - 0 1"),
        (
            "before-capture",
            lambda e, c: c.make("destroy", target=e.piece),
            "4k3/8/8/3p3p/8/8/8/4K3 b - - 0 1",
        ),
        ("damage", lambda e, c: e._replace(target=e.piece), "4k3/8/8/3p3p/8/8/8/4K3 b - - 0 1"),
        ("damage", lambda e, c: e._replace(amount=0), "4k3/8/8/3p3p/4P3/8/8/4K3 b - - 0 1"),
        (
            "damage",
            lambda e, c: c.make("transform", target=e.target, becomes="rook"),
            "4k3/8/8/3r3p/4P3/8/8/4K3 b - - 0 1",
        ),
    ],
)
def test_a_returned_event_is_played_as_it_is(point: str, answer: Answer, expected: str, network: str) -> None:
    engine = Engine(fen=CAPTURE, network=network)
    assert played(engine, "e4d5", Voice(at(point, answer))) == expected


def test_who_dies_of_a_redirected_blow_is_mourned_and_forgotten() -> None:
    engine = Engine(program_of("chess", [ActivePreset("piece-hp", config=(("hp", 1),))]), CAPTURE)
    deaths: list[int | None] = []
    engine.add_listener(Voice(at("damage", lambda e, c: e._replace(target=e.piece)), priority=-1))
    engine.add_listener(Voice(after=told("death", lambda e, c: deaths.append(e.target))))
    pawn = engine.piece_at("e4")
    assert pawn is not None
    engine.apply("e4d5")
    assert deaths == [pawn.id]
    assert not [fact for fact in engine.session.all_facts() if fact.id == pawn.id]


def test_before_may_enqueue_and_cancel() -> None:
    engine = Engine(fen=CAPTURE)

    def burn_both(event: Event, context: ListenerContext) -> None:
        context.enqueue(
            context.make("destroy", target=event.piece), context.make("destroy", target=event.target)
        )

    assert played(engine, "e4d5", Voice(at("before-move", burn_both))).startswith("4k3/8/8/7p/8/8/8/4K3 b")


def test_what_is_dropped_does_not_stand_in_the_trace() -> None:
    engine = Engine("atomic", "4k3/8/8/2np3p/4P3/8/8/4K3 w - - 0 1")

    def stop(event: Event, context: ListenerContext) -> tuple[()]:
        context.abort_chain()
        return ()

    hurl = told("capture", lambda e, c: [c.make("destroy", target=engine.board.entities[39])])
    engine.add_listener(Voice(after=hurl, priority=-5))
    kept = engine.what_if("e4d5").record.trace.events
    engine.add_listener(Voice(after=told("death", stop), priority=-1))
    record = engine.apply("e4d5")
    assert len(record.trace.events) < len(kept)
    happened = {event.id for event in record.trace.events}
    assert all(firing.event in happened for firing in record.trace.firings)


def test_who_drops_what_waits_drops_what_he_has_made_himself() -> None:
    def spark(event: Event, context: ListenerContext) -> tuple[()]:
        context.enqueue(context.make("destroy", target=event.piece))
        context.abort_chain()
        return ()

    engine = Engine(fen=CAPTURE)
    engine.add_listener(Voice(after=told("move", spark)))
    record = engine.apply("e4d5")
    assert engine.piece_at("d5") is not None
    assert "destroy" not in [event.event for event in record.trace.events]


def test_two_of_a_kind_hear_each_other_but_nobody_hears_himself() -> None:
    heard: list[tuple[str, str | None]] = []

    def answer(name: str) -> Answer:
        def hear(event: Event, context: ListenerContext) -> list[Event]:
            if event.event == "spark":
                heard.append((name, event.source))
            return [context.make("spark")] if context.point == "move" else []

        return hear

    engine = Engine()
    engine.add_listener(Voice(after=answer("one"), kinds=("spark",)))
    engine.add_listener(Voice(after=answer("two")))
    record = engine.apply("e2e4")
    assert heard == [("two", "Voice"), ("one", "Voice#2")]
    assert [event.event for event in record.trace.events].count("spark") == 2


def test_events_without_rules_are_judged_by_listeners_too() -> None:
    engine = Engine()
    engine.add_listener(Voice(lambda e, c: None if c.point == "before-spawn" else e))
    assert engine.spawn_piece("queen", "white", "e4") == 0
    assert engine.piece_at("e4") is None


@pytest.mark.parametrize(
    ("listener", "words"),
    [
        (Voice(lambda e, c: "no event"), "before returns an event or None"),
        (Voice(lambda e, c: e._replace(to=99)), "to of the event move"),
        (Voice(lambda e, c: e._replace(piece=99)), "a piece that is on the board"),
        (Voice(after=lambda e, c: [c.make("detroy", target=1)]), "did you mean 'destroy'?"),
        (Voice(after=lambda e, c: [c.make("spark")]), "no such kind"),
        (Voice(after=lambda e, c: [c.make("relocate", target=1)]), "needs to"),
        (Voice(after=lambda e, c: [c.make("destroy", whom=1)]), "no field 'whom'"),
        (Voice(after=lambda e, c: 5), "after returns events"),
        (Voice(after=lambda e, c: [5]), "answers with events"),
        (Voice(after=lambda e, c: 1 / 0), "ZeroDivisionError"),
    ],
)
def test_a_bad_answer_names_the_listener_and_takes_the_move_back(listener: Listener, words: str) -> None:
    engine = Engine()
    before = engine.state_hash()
    engine.add_listener(listener)
    with pytest.raises(ReteChessError) as caught:
        engine.apply("e2e4")
    assert "Voice" in str(caught.value)
    assert words in str(caught.value)
    assert engine.state_hash() == before


@pytest.mark.parametrize(
    "listener",
    [
        object(),
        Voice,
        Voice(priority="high"),
        Voice(priority=None),
        Voice(kinds="spark"),
        Voice(kinds=("damage",)),
        Voice(kinds=("",)),
        Voice(kinds=None),
        Voice(kinds=5),
        Voice(kinds=(["spark"],)),
    ],
)
def test_what_cannot_listen_is_refused(listener: Any) -> None:
    engine = Engine()
    with pytest.raises(ReteChessError) as caught:
        engine.add_listener(listener)
    assert caught.value.code == "E_REQUEST"
    with pytest.raises(ReteChessError) as caught:
        Match(listeners=[listener])
    assert caught.value.code == "E_REQUEST"


def test_who_has_no_name_cannot_listen() -> None:
    class Nameless(Listener):
        name = None  # type: ignore[assignment]

    with pytest.raises(ReteChessError, match="the name of a listener is a text"):
        Engine().add_listener(Nameless())


@pytest.mark.parametrize("listeners", [5, None, "Voice", Voice()])
@pytest.mark.parametrize(
    "begin",
    [
        lambda listeners: Match(listeners=listeners),
        lambda listeners: parse_save(format_save(Match()), listeners=listeners),
        lambda listeners: Match.resume(Match().snapshot(), listeners=listeners),
    ],
    ids=["match", "save", "snapshot"],
)
def test_what_is_no_list_of_listeners_is_refused(begin: Callable[[Any], object], listeners: Any) -> None:
    with pytest.raises(ReteChessError, match="listeners are given as a list") as caught:
        begin(listeners)
    assert caught.value.code == "E_REQUEST"


def test_a_listener_can_go_and_cannot_come_twice() -> None:
    engine = Engine()
    heard: list[str] = []
    listener = Voice(after=lambda e, c: heard.append(c.point))
    engine.add_listener(listener)
    with pytest.raises(ReteChessError, match="listens already"):
        engine.add_listener(listener)
    engine.apply("e2e4")
    assert heard
    engine.remove_listener(listener)
    heard.clear()
    engine.apply("e7e5")
    assert not heard
    with pytest.raises(ReteChessError, match="does not listen"):
        engine.remove_listener(listener)


@pytest.mark.parametrize("network", NETWORKS)
def test_legality_asks_those_who_say_so(network: str) -> None:
    """A pinned knight may move if the rook that pins it vanishes by that."""
    pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"

    def vanish(event: Event, context: ListenerContext) -> list[Event]:
        rook = context.session.board.entities[60]
        return [context.make("destroy", target=rook)] if context.point == "move" and rook else []

    imagined: list[bool] = []

    def note(event: Event, context: ListenerContext) -> Any:
        imagined.append(context.is_imagined)
        return vanish(event, context)

    engine = Engine(fen=pinned, network=network)
    engine.add_listener(Voice(after=note, priority=5))
    assert "e2c3" not in list(engine.legal_moves())
    assert not imagined
    judge = Voice(after=note, judges_legality=True)
    engine.add_listener(judge)
    assert "e2c3" in list(engine.legal_moves())
    assert set(imagined) == {True}
    engine.remove_listener(judge)
    assert "e2c3" not in list(engine.legal_moves())
    engine.add_listener(judge)
    engine.apply("e2c3")
    assert False in imagined
    assert engine.piece_at("e8") is None


def test_a_match_takes_listeners() -> None:
    heard: list[str] = []
    match = Match(listeners=[Voice(after=lambda e, c: heard.append(c.point))])
    match.play("e2e4")
    assert "move" in heard
    count = len(heard)
    match.undo()
    match.redo()
    assert len(heard) == count
    match.clone().play("e7e5")
    assert len(heard) > count
