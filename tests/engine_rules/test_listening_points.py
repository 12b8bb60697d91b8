"""Where listeners are asked: at every stage and moment that a move or an intervention passes, rules or no."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rete_chess import Match
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.engine.move.listeners import Listener
from rete_chess.facts.events import Event
from rete_chess.match import format_save, parse_save
from rete_chess.stages import JUDGED, MOMENTS, STAGES

NETWORKS = ("native", "durable")
QUIET = ["before-move", "move", "square-entry"]
CAPTURE = ["before-move", "before-capture", "damage", "damaged", "capture", "death", "move", "square-entry"]
TURN = ["turn-end", "after-move", "turn-start", "result"]

#: Name of the row: variant, FEN, move, and where a listener is asked.
MOVES = {
    "a quiet move": ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2", [*QUIET, *TURN]),
    "a check": ("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", [*QUIET, "check", "check", *TURN]),
    "a check of Black": (
        "chess",
        "r3k3/8/8/8/8/8/8/4K3 b - - 0 1",
        "a8a1",
        [*QUIET, "check", "check", *TURN],
    ),
    "a double check": (
        "chess",
        "4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1",
        "e4f6",
        [*QUIET, "check", "check", "check", *TURN],
    ),
    "a promotion with check": (
        "chess",
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8q",
        [*QUIET, "promotion", "check", "check", *TURN],
    ),
    "a capture": ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", [*CAPTURE, *TURN]),
    "en passant": ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", [*CAPTURE, *TURN]),
    "castling": (
        "chess",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "e1c1",
        ["before-move", "move", "move", "square-entry", "square-entry", *TURN],
    ),
    "an act": ("janggi", "3k5/9/9/9/9/9/9/9/4K4/R8 w - - 0 1", "pass", ["before-move", "act", *TURN]),
    "where a rule hears checks": (
        "three-check",
        "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
        "a1a8",
        [*QUIET, "check", "check", *TURN],
    ),
}


class Everywhere(Listener):
    """Notes where it is asked, and before or after."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def before(self, event: Event, context: Any) -> Event:
        assert context.point in JUDGED or context.point.startswith("before-")
        self.asked.append(context.point)
        return event

    def after(self, event: Event, context: Any) -> tuple[()]:
        assert context.point not in JUDGED
        self.asked.append(context.point)
        return ()


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("row", MOVES)
def test_a_move(row: str, network: str) -> None:
    variant, fen, move, expected = MOVES[row]
    listener = Everywhere()
    match = Match(variant, fen, network, listeners=[listener])
    match.play(move)
    assert listener.asked == expected
    match.undo()
    match.redo()
    assert listener.asked == expected  # what is brought back is not heard again


def piece(match: Match, square: str) -> int:
    found = match.engine.piece_at(square)
    assert found is not None
    return found.id


#: What is done between moves, and where a listener is asked.
ACTS: dict[str, tuple[Callable[[Match], object], list[str]]] = {
    "spawn": (lambda m: m.spawn_piece("rook", "white", "e4"), ["before-spawn", "spawn"]),
    "damage": (lambda m: m.deal_damage(piece(m, "a2"), 1), ["damage", "damaged", "death"]),
    "destroy": (
        lambda m: m.resolve_event("destroy", target=piece(m, "a2")),
        ["damage", "damaged", "death"],
    ),
    "capture": (
        lambda m: m.resolve_event("capture", target=piece(m, "a2")),
        ["damage", "damaged", "capture", "death"],
    ),
    "death, which nobody judges": (lambda m: m.resolve_event("death", target=piece(m, "a2")), ["death"]),
    "remove": (lambda m: m.resolve_event("remove", target=piece(m, "a2")), ["before-remove", "remove"]),
    "relocate": (
        lambda m: m.resolve_event("relocate", target=piece(m, "a2"), to="a4"),
        ["before-relocate", "move", "square-entry"],
    ),
    "swap": (
        lambda m: m.resolve_event("swap", piece=piece(m, "a1"), target=piece(m, "b1")),
        ["before-swap", "move", "square-entry", "move", "square-entry"],
    ),
    "transform": (
        lambda m: m.resolve_event("transform", target=piece(m, "a2"), becomes="queen"),
        ["before-transform", "transform"],
    ),
    "tile": (
        lambda m: m.resolve_event("tile", square="e4", becomes="well"),
        ["before-tile", "tile-change"],
    ),
}


@pytest.mark.parametrize("row", ACTS)
def test_between_moves(row: str) -> None:
    act, expected = ACTS[row]
    listener = Everywhere()
    text = "kind: variant\nid: wells\nname: Wells\nextends: chess\ntiles: {h4: well}\n"
    act(Match(compile_document(text), listeners=[listener]))
    assert listener.asked == expected


def test_these_are_all_points() -> None:
    asked = {point for _, _, _, points in MOVES.values() for point in points}
    asked |= {point for _, points in ACTS.values() for point in points}
    assert asked >= {*STAGES, *MOMENTS}


@pytest.mark.parametrize("network", NETWORKS)
def test_a_turn_that_ends_between_its_moves(network: str) -> None:
    """White has lost whoever could make the second move; the turn ends and starts, for rules too."""
    text = (
        "kind: variant\nid: two\nname: Two\nextends: chess\nturn: {moves: 2}\nselfCheck: allow\nroyal: []\n"
    )
    rules = "rules:\n"
    for stage in ("turn-end", "turn-start"):
        rules += (
            f"  - {{id: {stage}, at: {stage}, when: [{{event: {{side: $s}}}}], do: [{{log: {{text: x}}}}]}}\n"
        )
    for listeners in ([], [Everywhere()]):
        match = Match(
            compile_document(text + rules), "4k3/8/8/8/8/p7/P7/K6N w - - 0 1", network, listeners=listeners
        )
        match.play("h1g3")
        match.deal_damage(piece(match, "a1"), 1)
        assert match.engine.turn == "white"
        for listener in listeners:
            listener.asked.clear()
        match.deal_damage(piece(match, "g3"), 1)
        assert match.engine.turn == "black"
        fired = [(firing.stage, firing.rule) for firing in match.engine.incidents[-1].trace.firings]
        assert fired == [("turn-end", "two/turn-end"), ("turn-start", "two/turn-start")]
        for listener in listeners:
            assert listener.asked == ["damage", "damaged", "death", "turn-end", "turn-start"]
        loaded = parse_save(format_save(match), listeners=[Everywhere() for _ in listeners])
        assert loaded.engine.state_hash() == match.engine.state_hash()
        match.undo_intervention()
        assert match.engine.turn == "white"


@pytest.mark.parametrize("row", ["rule", "listener"])
def test_a_check_that_is_born_with_another_profile(row: str) -> None:
    """The bishop on e6 leaps to e8 when the profile comes into force, after Black's move."""
    text = "kind: variant\nid: told\nname: Told\nextends: chess\n"
    if row == "rule":
        text += "rules: [{id: r, at: check, when: [{event: {piece: $p}}], do: [{log: {text: x}}]}]\n"
    listener = Everywhere()
    program = compile_document(text)
    match = Match(
        program, "4k3/7p/4B3/8/8/8/7P/K7 b - - 0 1", listeners=[listener] if row == "listener" else []
    )
    straight = {"pieceType": "bishop", "kind": "DirectionAdditions", "value": [[0, 2]]}
    match.queue_profiles([{"id": "wide", "name": "Wide", "perType": [straight]}])
    listener.asked.clear()
    record = match.play("h7h6")
    assert record.swap is not None
    assert record.swap.happened
    assert listener.asked.count("check") == (2 if row == "listener" else 0)
    assert [firing.stage for firing in record.trace.firings] == (["result"] if row == "rule" else [])


def test_no_listener_keeps_alive_who_has_nothing_left() -> None:
    """Nobody judges a death for want of hit points."""

    class Mercy(Listener):
        def before(self, event: Event, context: Any) -> Event | None:
            return None if event.event == "death" else event

    match = Match(program_of("chess", [ActivePreset("piece-hp")]), listeners=[Mercy()])
    match.set_fact(piece(match, "a2"), "Hp", 0)
    assert match.engine.piece_at("a2") is None
