"""Saves of matches with listeners: what was written can be loaded, with those who took part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rete_chess import Match
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.engine.move.listeners import Listener
from rete_chess.errors import FactError, SaveError
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save

NETWORKS = ("native", "durable")
FEN = "4k3/7p/8/3p4/4P3/8/P7/4K3 w - - 0 1"


class Onlooker(Listener):
    """Counts what it hears."""

    heard = 0

    def before(self, event: Event, context: Any) -> Event:
        self.heard += 1
        return event._replace()  # equal, but not the same

    def after(self, event: Event, context: Any) -> tuple[()]:
        self.heard += 1
        return ()


class Mercy(Listener):
    """Lets nobody be captured."""

    def before(self, event: Event, context: Any) -> Event | None:
        return None if context.point == "before-capture" else event


class Fire(Listener):
    """Burns whoever has arrived."""

    def after(self, event: Event, context: Any) -> list[Event]:
        return [context.make("destroy", target=event.piece)] if context.point == "square-entry" else []


class Thief(Listener):
    """Takes half a hit point of whoever moves."""

    def after(self, event: Event, context: Any) -> tuple[()]:
        if context.point == "move":
            context.session.insert(event.piece, "Hp", 0.5)
        return ()


class Silence(Listener):
    """Drops what is waiting."""

    priority = -5

    def after(self, event: Event, context: Any) -> tuple[()]:
        context.abort_chain()
        return ()


class Judge(Listener):
    """Is asked by legality."""

    judges_legality = True


SWAYING = [Mercy, Fire, Thief, Silence, Judge]


def match_of(network: str, *listeners: Listener) -> Match:
    return Match(
        program_of("chess", [ActivePreset("piece-hp", config=(("hp", 1),))]),
        FEN,
        network,
        listeners=listeners,
    )


def comes_back(match: Match, *listeners: Listener) -> None:
    loaded = parse_save(format_save(match), listeners=listeners)
    assert loaded.engine.state_hash() == match.engine.state_hash()
    assert loaded.current_index == match.current_index


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("kind", [*SWAYING, Onlooker])
def test_who_listens_from_the_start_hears_it_again(kind: Callable[[], Listener], network: str) -> None:
    match = match_of(network, kind())
    for move in ("e4d5", "h7h6"):
        match.play(move)
        comes_back(match, kind())
    match.undo()
    comes_back(match, kind())


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("kind", SWAYING)
def test_who_joins_in_the_middle_and_takes_part_cannot_be_saved(kind: Any, network: str) -> None:
    match = match_of(network)
    match.play("a2a3")
    listener = kind()
    match.engine.add_listener(listener)
    comes_back(match)  # it has not done anything yet
    match.play("d5e4")
    with pytest.raises(SaveError) as refused:
        format_save(match)
    assert refused.value.code == "E_SAVE_STATE"
    assert kind.__name__ in str(refused.value)
    assert "parse_save" in str(refused.value)
    match.undo()
    with pytest.raises(SaveError):
        format_save(match)  # the move can be brought back
    match.engine.remove_listener(listener)
    match.play("h7h6")
    comes_back(match)


def test_an_intervention_counts_too() -> None:
    match = match_of("native")
    match.play("a2a3")
    match.engine.add_listener(Fire())
    rook = match.spawn_piece("rook", "white", "a1")
    comes_back(match)
    match.resolve_event("relocate", target=rook, to="b1")
    with pytest.raises(SaveError):
        format_save(match)
    match.undo_intervention()
    comes_back(match)


def test_who_took_part_must_not_leave() -> None:
    mercy = Mercy()
    match = match_of("native", mercy)
    match.play("e4d5")
    match.engine.remove_listener(mercy)
    with pytest.raises(SaveError):
        format_save(match)
    match.engine.add_listener(mercy)  # and has missed nothing, but nobody knows that
    with pytest.raises(SaveError):
        format_save(match)


def test_who_only_looks_on_comes_and_goes() -> None:
    match = match_of("native")
    match.play("a2a3")
    onlooker = Onlooker()
    match.engine.add_listener(onlooker)
    match.play("d5e4")
    comes_back(match)
    match.engine.remove_listener(onlooker)
    match.play("a3a4")
    comes_back(match)
    assert onlooker.heard


def test_who_joins_before_anything_has_happened_listens_from_the_start() -> None:
    match = match_of("native")
    match.engine.add_listener(Mercy())
    match.play("e4d5")
    comes_back(match, Mercy())
    comes_back(match.clone(), Mercy())


class Barren(Listener):
    """Lets nobody be born."""

    def before(self, event: Event, context: Any) -> Event | None:
        return None if context.point == "before-spawn" else event


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"Hp": [1, [2]]}, "E_FACT_TYPE"),
        ({"PieceType": [[0, 2]]}, "E_FACT_CORE"),
        ({"Color": "black"}, "E_FACT_CORE"),
        ({"Hpp": 1}, "E_FACT_UNKNOWN"),
    ],
)
@pytest.mark.parametrize("listeners", [[], [Barren]])
def test_a_piece_is_refused_for_its_attributes_even_if_nobody_would_let_it_be(
    given: dict[str, Any], code: str, listeners: list[type[Listener]]
) -> None:
    """What is recorded can be saved, also when a listener has kept it from happening."""
    program = program_of("chess", [ActivePreset("piece-hp")])
    match = Match(program, FEN, listeners=[kind() for kind in listeners])
    with pytest.raises(FactError) as caught:
        match.spawn_piece("rook", "white", "b3", given)
    assert caught.value.code == code
    assert not match.interventions
    match.spawn_piece("rook", "white", "b3", {"Hp": 2})
    assert parse_save(format_save(match), listeners=[kind() for kind in listeners]).digest == match.digest
