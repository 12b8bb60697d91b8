"""Games that we write as PGN and read back: the same moves, facts and digests, whatever was in force."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rete_chess import Budget, Match, ReteChessError
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.errors import DocumentError, GameError
from rete_chess.io import format_pgn
from rete_chess.match.pgn import PgnGame, read_games, replay
from rete_chess.match.pgn.playing import Replayer
from tests.match.games import MIXED, mixed, play_random, random_match


def again(match: Match, network: str = "native", **more: Any) -> Match:
    """The match by way of PGN."""
    return Match.from_pgn(format_pgn(match, **more), network=network)


def assert_same(one: Match, other: Match) -> None:
    played = [str(record.move) for record in one.engine.move_log]
    assert [str(record.move) for record in other.engine.move_log] == played
    assert other.engine.state_hash() == one.engine.state_hash()
    assert other.digest == one.digest
    assert other.result == one.result
    assert format_pgn(other) == format_pgn(one)


def codes(game: PgnGame) -> list[str]:
    return [problem.code for problem in game.problems]


def replayed(text: str) -> PgnGame:
    (game,) = read_games(text)
    replay(game)
    return game


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("name", MIXED)
def test_games_with_all_that_happens_between_moves(name: str, network: str) -> None:
    chance = Random(name)
    match = Match(mixed(name), network="native")
    play_random(match, chance, 24, 0.25)
    if not match.is_over and chance.random() < 0.5:
        match.resign(chance.choice(["white", "black"]))
    assert_same(match, again(match, network))


@pytest.mark.parametrize("number", range(12))
def test_games_of_random_parts(number: int) -> None:
    match = random_match(number, "native")
    play_random(match, Random(number), 16, 0.25)
    assert_same(match, again(match))


@pytest.mark.parametrize("variant", catalog.variants().list())
def test_games_of_shipped_variants_need_no_documents(variant: str) -> None:
    match = Match(variant, network="native", seed="one")
    play_random(match, Random(variant), 30)
    text = format_pgn(match)
    assert "documents" not in text
    assert ("[Replay" in text) == (match.program.rolls or match.engine.board.is_chess960)
    assert_same(match, Match.from_pgn(text, network="native"))


def test_a_document_of_ones_own_comes_along(tmp_path: Path) -> None:
    file = tmp_path / "glade.variant.yaml"
    file.write_text("id: glade\nname: Glade\nextends: chess\npresets: [{id: bramble}]\n", encoding="utf-8")
    (tmp_path / "bramble.preset.yaml").write_text(
        "id: bramble\nname: Bramble\ndescription: Rooks have thorns.\n"
        "attributes: {Thorns: {of: piece, type: int, start: 2, for: {type: rook}}}\n",
        encoding="utf-8",
    )
    match = Match(program_of(file), network="native")
    match.play("e4")
    text = format_pgn(match)
    for path in tmp_path.iterdir():
        path.unlink()
    other = Match.from_pgn(text, network="native")
    assert (other.program.id, other.program.presets[0].id) == ("glade", "bramble")
    rook = other.engine.piece_at("a1")
    assert rook is not None
    assert other.engine.session.get(rook.id, "Thorns") == 2
    assert_same(match, other)


def _agree(match: Match, offers: str) -> None:
    match.offer_draw(offers)
    match.accept_draw()


ENDINGS: dict[str, Callable[[Match], object]] = {
    "resign": lambda match: match.resign(),
    "the other side resigns": lambda match: match.resign("white"),
    "time": lambda match: match.time_out("black"),
    "agreed": lambda match: _agree(match, "white"),
    "agreed by the side that moves not": lambda match: _agree(match, "black"),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_words_of_players(how: str) -> None:
    match = Match("chess", network="native")
    match.play("e4")
    ENDINGS[how](match)
    other = again(match)
    assert other.ending == match.ending
    assert_same(match, other)


def test_a_claim_and_an_offer_that_stands() -> None:
    match = Match("chess", network="native")
    for move in ("Nf3", "Nf6", "Ng1", "Ng8") * 2:
        match.play(move)
    match.offer_draw("black")
    assert again(match).draw_offer == "black"
    match.claim_draw()
    assert_same(match, again(match))


def test_time_out_against_bare_kings_is_a_draw() -> None:
    match = Match("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", network="native")
    match.time_out("white")
    assert match.winner is None
    assert_same(match, again(match))


@pytest.mark.parametrize("chess960", [False, True])
def test_castling_from_other_squares(chess960: bool) -> None:
    match = Match(
        "chess", "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1", "native", chess960=chess960
    )
    match.play("O-O")
    match.play("O-O-O")
    assert_same(match, again(match))


def test_moves_that_were_taken_back_are_left_behind() -> None:
    match = Match("chess", network="native")
    match.play("e4")
    match.set_active_presets([{"id": "piece-hp"}])
    match.play("e5")
    match.set_active_presets([])
    match.undo()
    other = again(match)
    assert [preset.id for preset in other.engine.active_presets] == ["piece-hp"]
    assert other.engine.state_hash() == match.engine.state_hash()
    assert len(other.history) == 1


def test_a_resumed_match_is_written_whole() -> None:
    match = Match("atomic", network="native")
    play_random(match, Random(5), 20, 0.3)
    resumed = Match.resume(match.snapshot(), network="native")
    assert format_pgn(resumed) == format_pgn(match)
    assert_same(match, again(resumed))


def test_a_game_without_its_seed_tells_what_was_drawn() -> None:
    match = Match("dice-chess", network="native", seed="a secret")
    play_random(match, Random(1), 12)
    text = format_pgn(match, tells_seed=False)
    assert "a secret" not in text
    other = Match.from_pgn(text, network="native")
    assert other.engine.state_hash() == match.engine.state_hash()
    assert "a secret" in format_pgn(match)


def test_a_game_that_was_changed_behind_its_back_promises_nothing() -> None:
    match = Match("chess", network="native")
    match.engine.apply("e4")
    text = format_pgn(match)
    assert "StateHash" not in text


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("2. d4", "2. d3", "E_PGN_STATE"),
        ("2. d4", "2. d5", "E_MOVE_ILLEGAL"),
        ('"after\\":1', '"after\\":7', "E_PGN"),
        ('"hp\\":2', '"hq\\":2', "E_CONFIG"),
        ('"piece-hp\\"', '"piece-hq\\"', "E_UNKNOWN_NAME"),
        ('[Replay "{', '[Replay "', "E_DOC_SYNTAX"),
        ('[Replay "{', '[Replay "{\\"more\\":1,', "E_DOC_UNKNOWN_KEY"),
        ('[VariantId "chess"]\n', '[VariantId "chess"]\n[StateHash "0"]\n', "E_PGN_STATE"),
        ("PPPPPPPP/RNBQKBNR", "PPPPPPPP/RNBQKBN", "E_FEN"),
    ],
)
def test_what_was_changed_is_noticed(old: str, new: str, code: str) -> None:
    match = Match("chess", network="native")
    match.play("e4")
    match.set_active_presets([{"id": "piece-hp", "config": {"hp": 2}}])
    for move in ("e5", "d4", "d5"):
        match.play(move)
    text = format_pgn(match)
    assert old in text
    game = replayed(text.replace(old, new, 1))
    assert code in codes(game)
    with pytest.raises(ReteChessError) as caught:
        Match.from_pgn(text.replace(old, new, 1))
    assert caught.value.code == code


def test_other_rules_of_the_same_name_are_told() -> None:
    text = format_pgn(Match("chess"))
    game = replayed(text.replace(program_of("chess").hash, "0" * 32))
    assert codes(game) == ["W_PGN"]


# -- games of others ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "variant"),
    [
        ("Standard", "chess"),
        ("From Position", "chess"),
        ("normal", "chess"),
        ("Three-check", "three-check"),
        ("King of the Hill", "king-of-the-hill"),
        ("KingOfTheHill", "king-of-the-hill"),
        ("Racing Kings", "racing-kings"),
        ("Chess960", "chess960"),
        ("fischerandom", "chess960"),
        ("Crazyhouse", "crazyhouse"),
        ("Duck chess", "duck"),
        ("Grand", "grand"),
    ],
)
def test_names_of_variants(name: str, variant: str) -> None:
    text = format_pgn(Match(variant)).split('[VariantId "')[0].rsplit("[Variant ", 1)[0]
    assert Match.from_pgn(f'{text}[Variant "{name}"]\n\n*').program.id == variant


def test_a_name_with_960_behind_it() -> None:
    text = '[Variant "Atomic960"]\n[FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1"]\n\n1. O-O *'
    match = Match.from_pgn(text)
    assert (match.program.id, match.engine.board.is_chess960) == ("atomic", True)


def test_castling_from_other_squares_without_a_word_of_chess960() -> None:
    match = Match.from_pgn('[FEN "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1"]\n\n1. O-O O-O-O *')
    assert match.engine.fen().startswith("2kr2r1/pppppppp/8/8/8/8/PPPPPPPP/1R3RK1")


def test_an_unknown_variant_is_said_to_be_one() -> None:
    game = replayed('[Event "x"]\n[Variant "Bughouse"]\n\n1. e4 *')
    assert [(found.code, found.line, found.column) for found in game.problems] == [("E_UNKNOWN_NAME", 2, 1)]


@pytest.mark.parametrize(
    ("fen", "variant"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 +0+2", "Three-check"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Pn w KQkq - 0 1", "Crazyhouse"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "Standard"),
    ],
)
def test_positions_in_dialects(fen: str, variant: str) -> None:
    match = Match.from_pgn(f'[Variant "{variant}"]\n[FEN "{fen}"]\n\n1. e4 e5 *')
    assert len(match.engine.move_log) == 2


@pytest.mark.parametrize(
    ("score", "termination", "result"),
    [
        ("1-0", "Normal", "white wins by resignation"),
        ("0-1", "Time forfeit", "black wins by time-out"),
        ("0-1", "black won on time", "black wins by time-out"),
        ("1/2-1/2", "", "draw by agreement"),
        ("1/2-1/2", "drawn on time", "draw by time-out against insufficient material"),
        ("*", "Unterminated", "None"),
    ],
)
def test_ends_that_the_result_tells(score: str, termination: str, result: str) -> None:
    match = Match.from_pgn(f'[Termination "{termination}"]\n\n1. e4 e5 {score}')
    assert str(match.result) == result


def test_a_result_that_the_rules_do_not_know_is_told() -> None:
    game = replayed("1. f3 e5 2. g4 Qh4# 1-0")
    assert codes(game) == ["W_PGN"]
    assert "black wins by checkmate" in game.problems[0].message


def test_moves_behind_the_end() -> None:
    game = replayed("1. f3 e5 2. g4 Qh4# 3. a3 0-1")
    assert [(found.code, found.line, found.column) for found in game.problems] == [("E_GAME_OVER", 1, 24)]


def test_variations_are_played_too() -> None:
    game = replayed("1. e4 (1. d4 d5 (1... Nf6 2. c4 Ke3) 2. Ke2) (1. c4) e5 2. Nf3 (2. -- d5) *")
    assert codes(game) == ["W_PGN"] * 3
    assert [found.column for found in game.problems] == [33, 41, 68]
    assert game.is_sound


def test_games_by_number() -> None:
    text = "1. e4 * 1. d4 * 1. Ke3 *"
    assert [str(record.move) for record in Match.from_pgn(text, game=2).engine.move_log] == ["d2d4"]
    with pytest.raises(DocumentError, match=r"game\.pgn:1:20: half-move 1, 'Ke3'"):
        Match.from_pgn(text, "game.pgn", game=3)
    with pytest.raises(GameError, match="no game of that number"):
        Match.from_pgn(text, game=4)
    with pytest.raises(GameError, match="there is no game"):
        Match.from_pgn("")


def test_a_program_may_be_given() -> None:
    program = program_of("chess", [ActivePreset("piece-hp", "both")])
    match = Match.from_pgn("1. e4 d5 2. exd5 *", program=program)
    assert match.engine.active_presets[0].id == "piece-hp"


def test_what_a_game_asks_for_is_metered() -> None:
    text = format_pgn(Match("battle-mages"))
    with pytest.raises(ReteChessError) as caught:
        Match.from_pgn(text.replace("*", "1. e4 *"), budget=Budget(2_000_000, 10, 1, 1))
    assert caught.value.code == "E_BUDGET"


def test_a_whole_game_has_a_budget() -> None:
    match = Match(mixed("tiles and abilities"), network="native")
    play_random(match, Random(3), 40)
    text = format_pgn(match)
    most = match.program.cost.steps + 20_000
    few = Replayer(budget=Budget.author()._replace(testing=most))
    found = [few.replay(game).game for game in read_games(text * 2)]
    assert [codes(game) for game in found] == [["E_BUDGET"]] * 2
    assert f"the game needs more than {most:,} steps" in found[0].problems[0].message
    assert found[0].problems[0].column == found[1].problems[0].column
    assert replay(next(read_games(text)), budget=Budget.server()).is_sound


def test_variations_are_paid_by_their_game() -> None:
    text = "1. e4 " + "(1. d4 d5 2. c4 e6 3. Nc3) " * 200 + "e5 *"
    game = next(read_games(text))
    replay(game, budget=Budget.server()._replace(testing=20_000))
    assert codes(game) == ["E_BUDGET"]


def test_programs_that_come_along_are_compiled_once() -> None:
    match = Match(mixed("tiles and abilities"), network="native")
    match.play(match.legal_moves()[0])
    text = format_pgn(match) * 3
    replayer = Replayer()
    programs = {id(replayer.replay(game).match.program) for game in read_games(text)}  # type: ignore[union-attr]
    assert len(programs) == 1


def test_notes_are_kept_when_a_game_is_written_again() -> None:
    text = (
        "{before} 1. e4! {good} (1. d4 d5 $10 (1... Nf6 {solid}) 2. c4) (1. zz top) 1... e5 2. Nf3 $14 Nc6 *"
    )
    (game,) = read_games(text)
    match = replay(game).match
    assert match is not None
    body = " ".join(format_pgn(match, notes=game).partition("\n\n")[2].split())
    assert body == (
        "{ before } 1. e4 $1 { good } (1. d4 d5 $10 (1... Nf6 { solid }) 2. c4) (zz top) 1... e5 2. Nf3 $14 "
        "2... Nc6 *"
    )
    (once_more,) = read_games(format_pgn(match, notes=game))
    other = replay(once_more).match
    assert other is not None
    assert format_pgn(other, notes=once_more) == format_pgn(match, notes=game)


def test_what_rules_say_is_not_said_twice() -> None:
    match = Match("atomic", network="native")
    for move in ("e4", "d5", "exd5"):
        match.play(move)
    match.resign()
    (game,) = read_games(format_pgn(match))
    other = replay(game).match
    assert other is not None
    assert format_pgn(other, notes=game) == format_pgn(match)
