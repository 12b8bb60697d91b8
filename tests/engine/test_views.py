"""Views: what they say, of whom, and when; that they stay as they are; worlds that agree with them."""

from __future__ import annotations

from random import Random

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import ActivePreset, Program, catalog, compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.engine.sight.worlds import worlds_for
from rete_chess.errors import GameError, MoveError
from rete_chess.match import format_save, parse_save
from rete_chess.match.players import Limits, RandomPlayer, SearchPlayer

HEAD = "kind: variant\nid: trial\nname: Trial\ndescription: A trial.\nextends: chess\n"


def program(body: str) -> Program:
    return compile_document(load_document(HEAD + body))


def test_where_nothing_is_hidden_a_view_is_the_game() -> None:
    engine = Engine("chess")
    engine.apply("e2e4")
    view = engine.view("white")
    assert (view.fen, view.is_whole, view.records) == (engine.fen(), True, engine.move_log)
    assert view.legal_moves == ()
    assert engine.view("black").legal_moves == tuple(engine.legal_moves())
    assert engine.view(None).fen == engine.fen()


def test_nobody_else_looks() -> None:
    with pytest.raises(GameError, match="no such side"):
        Engine("chess").view("whit")


def test_a_view_stays_as_it_is() -> None:
    engine = Engine("dark-chess")
    view = engine.view("white")
    before = (view.fen, view.legal_moves)
    engine.apply("e2e4")
    assert (view.fen, view.legal_moves, view.records) == (*before, ())
    engine.undo()
    assert engine.view("white") == view


@pytest.mark.parametrize(
    ("word", "during", "afterwards"), [("all", True, True), ("nothing", False, False), ("after", False, True)]
)
def test_spectators_see_by_the_word_of_the_variant(word: str, during: bool, afterwards: bool) -> None:
    engine = Engine(program(f"sight: [{{see: reach}}, {{spectators: {word}}}]\n"))
    assert engine.view(None).is_whole == during
    assert (engine.view(None).pieces == ()) != during
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        engine.apply(move)
    assert engine.result is not None
    assert engine.view(None).is_whole == afterwards
    assert engine.view("white").is_whole
    assert engine.view("white").records == engine.move_log


def test_who_is_in_check_hears_of_it_and_nobody_else() -> None:
    engine = Engine(program("sight: [{see: reach}]\n"), "4k3/8/8/8/8/8/8/r3K3 w - - 0 1")
    white, black = engine.view("white"), engine.view("black")
    assert (white.in_check, white.checked) == (True, (4,))
    assert (black.in_check, black.checked) == (False, ())
    assert [piece.type for piece in white.pieces] == ["king"]
    assert list(white.legal_moves) == sorted(engine.legal_moves())


def test_a_word_for_one_side_blinds_that_side_and_hides_its_pieces() -> None:
    dark = "kind: preset\nid: dark\nname: Dark\ndescription: A trial.\nsight: [{see: reach}]\n"
    shy = "kind: preset\nid: shy\nname: Shy\ndescription: A trial.\nsight: [{hide: {piece: {type: queen}}}]\n"
    with catalog.registered(dark, shy):
        engine = Engine(program_of("chess", [ActivePreset("dark", "white")]))
        assert "?" in engine.view("white").fen.split()[0]
        assert "?" not in engine.view("black").fen.split()[0]
        engine = Engine(program_of("chess", [ActivePreset("shy", "white")]))
        assert "Q" not in engine.view("black").fen.split()[0]
        assert "q" in engine.view("white").fen.split()[0]


def test_who_captures_sees_whom_and_who_is_captured_not_by_whom() -> None:
    text = "royal: []\nsight: [{around: 1}]\n"
    engine = Engine(program(text), "3rk3/8/8/8/8/8/8/3RK3 w - - 0 1")
    assert not engine.view("white").find("d1d8").is_capture
    engine.apply("d1d8")
    mine, theirs = engine.view("white").records[-1], engine.view("black").records[-1]
    assert mine.move.captured_type == "rook"
    assert engine.view("white").captured == ("rook",)
    assert str(theirs.move) == "?d8"
    assert "black rook d8 dies" in [told.text for told in theirs.log]
    engine.apply("e8d8")
    assert str(engine.view("white").records[-1].move) == "?d8"
    assert all("king" not in told.text for told in engine.view("white").records[-1].log)


def test_abilities_hide_their_carriers() -> None:
    cloak = "kind: ability\nid: cloak\nname: C\ndescription: A.\nsight: [{hide: {piece: {id: $self}}}]\n"
    with catalog.registered(cloak):
        engine = Engine(program("abilities: [{id: cloak, for: {square: [d1, e7]}}]\n"))
    assert engine.view("black").piece_at(3) is None
    assert engine.view("black").is_seen(3)
    assert engine.view("white").piece_at(52) is None
    assert engine.view("white").piece_at(3) is not None


def test_saves_and_snapshots_bring_the_same_views() -> None:
    match = Match("night-watch", seed=5)
    for move in ("e2e4", "flare:e2", "flare:e7", "g8f6", "e4e5"):
        match.play(move)
    for other in (parse_save(format_save(match)), Match.resume(match.snapshot())):
        for side in ("white", "black", None):
            assert other.engine.view(side) == match.engine.view(side)
            assert other.engine.view(side).digest == match.engine.view(side).digest
            told, ours = other.engine.view(side).records, match.engine.view(side).records
            assert [record.log for record in told] == [record.log for record in ours]


def test_an_error_says_what_can_be_known() -> None:
    view = Engine("dark-chess", "4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1").view("white")
    for text, code in (("e4e5", "E_MOVE_UNSEEN"), ("e1e3", "E_MOVE_REACH"), ("e8e7", "E_MOVE_PIECE")):
        with pytest.raises(MoveError) as caught:
            view.find(text)
        assert caught.value.code == code
    assert view.find("Ke2") == "e1e2"


@pytest.mark.parametrize("name", ["dark-chess", "night-watch"])
def test_worlds_agree_with_the_view_they_are_made_of(name: str) -> None:
    chance = Random(7)
    engine = Engine(name, seed=2)
    agreeing = 0
    for _ in range(24):
        if engine.result is not None:
            break
        view = engine.view(engine.turn)
        (world,) = worlds_for(view, chance, 1)
        seen = world.view(engine.turn)
        agreeing += (seen.fen, set(seen.legal_moves)) == (view.fen, set(view.legal_moves))
        assert {piece[1:4] for piece in seen.pieces} >= {piece[1:4] for piece in view.pieces}
        engine.apply(chance.choice(view.legal_moves))
    assert agreeing >= 20


def test_the_search_takes_the_king_that_it_sees_and_beats_chance() -> None:
    engine = Engine("dark-chess", "4k3/8/8/8/8/8/8/R3R1K1 w - - 0 1")
    assert SearchPlayer(Limits(nodes=100)).choose(engine) == "e1e8"
    engine, players = Engine("dark-chess"), (SearchPlayer(Limits(nodes=200), 1), RandomPlayer(1))
    while engine.result is None and len(engine.move_log) < 120:
        move = players[engine.board.turn].choose(engine)
        assert move is not None
        engine.apply(move)
    assert engine.result is not None
    assert engine.result.winner == "white"


def test_games_without_sight_are_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The players of a game in which nothing is hidden never look for what a side sees."""
    engine = Engine("chess")
    monkeypatch.setattr(Engine, "view", None)
    assert engine.program.sight is None
    assert SearchPlayer(Limits(nodes=20)).choose(engine) is not None
