"""Matches: back and forth without a rule asked again, branches, and the players' own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rete_chess import Match, ReteChessError
from rete_chess.engine.records import METHODS
from rete_chess.io import format_pgn
from rete_chess.match import Ending, format_save, parse_save
from tests.match.games import MIXED, RANDOM_PROGRAMS, meddle, mixed, play_random, random_match


def face(match: Match) -> tuple[Any, ...]:
    engine = match.engine
    return (
        engine.state_hash(),
        engine.fen(),
        engine.position_key,
        list(match.legal_moves()),
        match.result,
        engine.active_presets,
        engine.claims(),
    )


@pytest.mark.parametrize("name", MIXED)
def test_every_index_looks_the_same_however_it_is_reached(name: str) -> None:
    chance = Random(name)
    match = Match(mixed(name), network="native")
    faces = [face(match)]
    while not match.is_over and match.current_index < 110:
        match.play(chance.choice(match.legal_moves()))
        faces.append(face(match))
    records = match.history
    for _ in range(25):
        index = chance.randrange(len(faces))
        match.jump_to(index)
        assert match.current_index == index
        assert face(match) == faces[index]
        assert match.history == records
    match.jump_to(0)
    for index in range(1, len(faces)):
        assert match.redo() is records[index - 1]
        assert face(match) == faces[index]


def whole_face(match: Match) -> tuple[Any, ...]:
    """All that can be seen of a match, what happened between moves too."""
    engine = match.engine
    return (
        *face(match),
        engine.incidents,
        engine.program.hash,
        engine.program.stack.ids,
        engine.pending_profiles,
        engine.position_counts,
        match.ending,
    )


def test_a_thousand_moves_with_all_that_happens_between_them() -> None:
    """Undo, redo and jumps lead to the same at every index, whatever was done between the moves."""
    chance, moves, programs = Random(1000), 0, iter(range(RANDOM_PROGRAMS))
    done: Counter[str] = Counter()
    names = iter(MIXED)
    while moves < 1000:
        name = next(names, None)
        match = Match(mixed(name), network="native") if name else random_match(next(programs), "native")
        meddle(match, chance)
        faces = [whole_face(match)]
        while not match.is_over and match.current_index < 50:
            if match.current_index > 20 and chance.random() < 0.05:
                getattr(match, chance.choice(["resign", "time_out"]))()
            else:
                play_random(match, chance, 1, meddling=0.25)
                moves += 1
            faces.append(whole_face(match))
        done.update(found.what for found in match.interventions)
        done["ending"] += match.ending is not None
        _check_every_index(match, faces, chance)
    assert all(done[what] >= 5 for what in (*METHODS, "ending")), done


def _check_every_index(match: Match, faces: list[tuple[Any, ...]], chance: Random) -> None:
    for index in range(len(faces) - 2, -1, -1):
        match.undo()
        assert whole_face(match) == faces[index]
    for index in range(1, len(faces)):
        match.redo()
        assert whole_face(match) == faces[index]
    for _ in range(20):
        index = chance.randrange(len(faces))
        match.jump_to(index)
        assert whole_face(match) == faces[index]


def test_an_intervention_cuts_what_was_taken_back() -> None:
    match = Match(network="native")
    for move in ("e4", "e5", "Nf3"):
        match.play(move)
    match.set_active_presets([{"id": "piece-hp"}])
    match.jump_to(1)
    assert match.engine.active_presets == ()
    assert len(match.interventions) == 1
    knight = match.spawn_piece("knight", "black", "e5")
    assert match.current_index == len(match.history) == 1
    assert [found.what for found in match.interventions] == ["spawn"]
    assert match.deal_damage(knight, 1)
    match.undo()
    match.redo()
    assert match.engine.piece_at("e5") is None
    assert [found.what for found in match.interventions] == ["spawn", "damage"]


@pytest.mark.parametrize("network", ["native", "durable"])
def test_redo_asks_no_rule(network: str) -> None:
    if network == "durable":
        pytest.importorskip("durable_rules_engine")
    match = Match(mixed("hp-and-splits"), network=network)
    play_random(match, Random(5), 40)
    assert any(record.trace.firings for record in match.engine.move_log)
    memory = match.engine.board.game.feed().memory
    calls = memory.calls
    for index in (0, 40, 13, 27, 40):
        match.jump_to(index)
    assert match.engine.board.game.feed().memory is memory
    assert memory.calls == calls


def test_the_future_after_redo_is_the_future_before() -> None:
    """Facts, network memory and counts of positions are as if nothing had been taken back."""
    straight, winding = Match(mixed("presets that end")), Match(mixed("presets that end"))
    chance = Random(11)
    for number in range(60):
        move = chance.choice(straight.legal_moves())
        first = straight.play(move)
        if number % 3 == 0:
            winding.jump_to(chance.randrange(winding.current_index + 1))
            winding.jump_to(len(winding.history))
        second = winding.play(str(move))
        assert [firing._replace(bindings={}) for firing in first.trace.firings] == [
            firing._replace(bindings={}) for firing in second.trace.firings
        ]
        assert face(winding) == face(straight)


def test_a_new_move_cuts_what_was_taken_back() -> None:
    match = Match()
    for move in ("e4", "e5", "Nf3"):
        match.play(move)
    match.jump_to(1)
    assert len(match.history) == 3
    match.play("c5")
    assert [str(record.move) for record in match.engine.move_log] == ["e2e4", "c7c5"]
    assert len(match.history) == 2
    with pytest.raises(ReteChessError) as caught:
        match.redo()
    assert caught.value.code == "E_NOTHING_TO_REDO"


def test_a_refused_move_cuts_nothing() -> None:
    match = Match()
    match.play("e4")
    match.undo()
    with pytest.raises(ReteChessError):
        match.play("e5")
    assert len(match.history) == 1
    match.redo()
    assert match.current_index == 1


def test_resignation_is_a_step_of_the_history() -> None:
    match = Match()
    match.play("e4")
    ending = match.resign()
    assert (match.winner, match.is_over, match.current_index) == ("white", True, 2)
    assert match.legal_moves() == []
    cause, over = ending.events
    assert (cause.event, cause.side, cause.player) == ("resign", "black", True)
    assert (over.event, over.side, over.parent) == ("game-over", "white", cause.id)
    assert match.undo() is ending
    assert not match.is_over
    assert match.redo() is ending
    assert match.winner == "white"
    assert match.undo_last_move().move == "e2e4"
    assert match.current_index == 0
    match.jump_to(2)
    assert match.ending is ending


def test_time_out_is_no_deed_of_a_player() -> None:
    match = Match()
    ending = match.time_out("white")
    assert str(match.result) == "black wins by time-out"
    assert [event.event for event in ending.events] == ["time-out", "game-over"]
    assert not ending.events[0].player


@pytest.mark.parametrize(
    ("variant", "fen", "draws"),
    [
        ("chess", "4k3/8/8/8/8/8/1q6/7K b - - 0 1", True),
        ("chess", "4k3/8/8/8/8/8/1q6/7K w - - 0 1", True),
        ("chess", "4k3/8/8/8/8/8/1q6/6NK b - - 0 1", False),  # a pawn or a queen may stand in its king's way
        ("chess", "4k3/8/8/8/8/8/1q5P/7K b - - 0 1", False),
        ("atomic", "4k3/8/8/8/8/8/1q6/7K b - - 0 1", True),
        ("three-check", "4k3/8/8/8/8/8/1q6/7K b - - 3+3 0 1", True),
        ("king-of-the-hill", "4k3/8/8/8/8/8/1q6/7K b - - 0 1", False),
        ("antichess", "4k3/8/8/8/8/8/1q6/7K b - - 0 1", False),
        ("crazyhouse", "4k3/8/8/8/8/8/1q6/7K[] b - - 0 1", False),
    ],
)
def test_the_time_of_a_side_is_up_and_the_other_could_never_win(variant: str, fen: str, draws: bool) -> None:
    match = Match(variant, fen)
    before = (match.digest, match.engine.state_hash(), match.engine.fen(), match.legal_moves())
    match.time_out("black")
    assert str(match.result) == (
        "draw by time-out against insufficient material" if draws else "white wins by time-out"
    )
    for other in (saved(match), Match.resume(match.snapshot()), match.clone()):
        assert other.result == match.result
    assert 'Result "1/2-1/2"' in format_pgn(match) if draws else 'Result "1-0"' in format_pgn(match)
    match.undo()
    assert (match.digest, match.engine.state_hash(), match.engine.fen(), match.legal_moves()) == before
    match.redo()
    assert (match.result is not None, match.winner) == (True, None if draws else "white")


def test_time_outs_draw_by_the_rules_in_force() -> None:
    """Where hit points decide, mate and material do not."""
    match = Match("chess", "4k3/8/8/8/8/8/1q6/7K b - - 0 1")
    match.set_active_presets([{"id": "piece-hp"}])
    match.time_out()
    assert match.winner == "white"


def saved(match: Match) -> Match:
    return parse_save(format_save(match))


def resumed(match: Match) -> Match:
    return Match.resume(match.snapshot())


def test_draw_offers() -> None:
    match = Match()
    match.offer_draw()
    assert match.draw_offer == "white"
    match.play("e4")
    assert match.draw_offer == "white"
    match.play("e5")  # to play on is to decline
    assert match.draw_offer is None
    match.offer_draw("black")
    match.decline_draw()
    assert match.draw_offer is None
    match.offer_draw("black")
    assert str(match.accept_draw().result) == "draw by agreement"
    assert (match.is_over, match.winner) == (True, None)


@pytest.mark.parametrize("way", [Match.clone, resumed, saved])
def test_an_offer_belongs_to_its_place_in_the_history(way: Callable[[Match], Match]) -> None:
    """It comes back with its place, by undo, redo and jumps, before and after saves."""
    match = Match()
    match.offer_draw("white")
    digests = [match.digest]
    for move in ("e4", "e5", "Nf3"):
        match.play(move)
        if match.current_index == 3:
            match.offer_draw("white")
        digests.append(match.digest)
    match.accept_draw("black")
    offers = ["white", "white", None, "white"]
    other = way(match)
    for index in (3, 0, 1, 2, 3, 1):
        other.jump_to(index)
        assert (other.draw_offer, other.digest) == (offers[index], digests[index])
        assert other.state_at(index).digest == digests[index]
    assert other.draw_offers == {0: "white", 1: "white", 3: "white"}
    other.offer_draw("black")
    other.redo()
    assert other.draw_offer is None  # as it was there
    other.undo()
    assert other.draw_offer == "black"
    other.play("c5")
    assert other.draw_offers == {0: "white", 1: "black", 2: "black"}


def test_an_offer_stands_whatever_happens_between_moves() -> None:
    match = Match()
    match.offer_draw("white")
    digest = match.digest
    match.spawn_piece("queen", "white", "e4")
    assert match.draw_offer == "white"
    match.undo_intervention()
    assert match.digest == digest
    match.resign("white")
    assert match.draw_offer is None
    match.undo()
    assert match.digest == digest


def test_draw_claim() -> None:
    match = Match()
    for move in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
        match.play(move)
    assert str(match.claim_draw().result) == "draw by threefold repetition"
    match.undo_last_move()
    assert match.engine.claims() == []
    match.redo()
    assert match.engine.claims() == ["threefold repetition"]


def test_moves_of_one_piece() -> None:
    match = Match()
    assert match.legal_moves("g1") == ["g1f3", "g1h3"]
    assert match.legal_moves(6) == ["g1f3", "g1h3"]
    assert match.legal_moves("e1") == []
    assert len(match.legal_moves()) == 20


REFUSALS: dict[str, tuple[Any, str]] = {
    "undo": (lambda match: match.undo(), "E_NOTHING_TO_UNDO"),
    "undo_last_move": (lambda match: match.undo_last_move(), "E_NOTHING_TO_UNDO"),
    "redo": (lambda match: match.redo(), "E_NOTHING_TO_REDO"),
    "jump ahead": (lambda match: match.jump_to(1), "E_HISTORY"),
    "jump before": (lambda match: match.jump_to(-1), "E_HISTORY"),
    "claim": (lambda match: match.claim_draw(), "E_DRAW"),
    "accept": (lambda match: match.accept_draw(), "E_DRAW"),
    "no side": (lambda match: match.resign("whit"), "E_UNKNOWN_NAME"),
    "no square": (lambda match: match.legal_moves("e9"), "E_SQUARE"),
}


@pytest.mark.parametrize(("act", "code"), REFUSALS.values(), ids=REFUSALS)
def test_what_cannot_be_done_is_said_and_changes_nothing(act: Any, code: str) -> None:
    match = Match()
    before = face(match)
    with pytest.raises(ReteChessError) as caught:
        act(match)
    assert caught.value.code == code
    assert face(match) == before
    assert match.history == ()


def test_own_offer_is_not_accepted() -> None:
    match = Match()
    match.offer_draw("white")
    with pytest.raises(ReteChessError) as caught:
        match.accept_draw("white")
    assert caught.value.code == "E_DRAW"
    assert match.draw_offer == "white"


def test_nothing_is_played_after_the_end() -> None:
    match = Match()
    match.resign()
    for act in (lambda: match.play("e4"), match.resign, match.offer_draw, lambda: match.what_if("e4")):
        with pytest.raises(ReteChessError) as caught:
            act()
        assert caught.value.code == "E_GAME_OVER"
    assert match.current_index == 1
    assert isinstance(match.history[0], Ending)


def test_a_clone_goes_its_own_way() -> None:
    match = Match(mixed("presets that end"))
    play_random(match, Random(2), 30)
    match.jump_to(20)
    before = face(match)
    other = match.clone()
    assert face(other) == before
    other.jump_to(30)
    other.jump_to(3)
    other.play(other.legal_moves()[0])
    assert face(match) == before
    assert len(match.history) == 30
    match.jump_to(30)
