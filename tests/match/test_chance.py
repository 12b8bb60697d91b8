"""Chance: the same seed rolls the same dice wherever and whenever, and who looks ahead does not see them."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import catalog, compile_document
from rete_chess.documents import load_document
from rete_chess.engine.lookahead.perft import divide, perft
from rete_chess.errors import GameError, SaveError
from rete_chess.match import format_save, parse_save
from rete_chess.match.players import Limits, SearchPlayer
from tests.cli.helpers import environment

ROLLING = ("dice-chess", "brawl", "night-watch")
NETWORKS = ("native", "durable")


def played(match: Match, moves: int, seed: int = 0) -> Match:
    """The match after some random moves."""
    chance = Random(seed)
    for _ in range(moves):
        if match.is_over:
            break
        match.play(chance.choice(list(match.legal_moves())))
    return match


def digests(variant: str, network: str, seed: int | str = 5) -> list[str]:
    match = played(Match(variant, network=network, seed=seed), 40)
    return [match.digest, *(record.digest for record in match.engine.move_log)]


OTHER_PROCESS = """
import sys
from tests.match.test_chance import digests
print(*digests(sys.argv[1], sys.argv[2]))
"""


@pytest.mark.parametrize("variant", ROLLING)
def test_the_same_seed_plays_the_same_game_on_both_networks_and_in_another_process(variant: str) -> None:
    here = digests(variant, "native")
    assert digests(variant, "durable") == here
    assert digests(variant, "native", "another seed") != here
    command = [sys.executable, "-c", OTHER_PROCESS, variant, "native"]
    there = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    assert there.stdout.split() == here


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert digests("dice-chess", "native", 7) == digests("dice-chess", "native", "7")


@pytest.mark.parametrize("seed", ["", "x" * 101, "a\nb", 1.5])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(GameError) as raised:
        Engine("dice-chess", seed=seed)  # type: ignore[arg-type]
    assert raised.value.code == "E_SEED"


#: A match as it comes back from somewhere.
WAYS: dict[str, Callable[[Match], Match]] = {
    "save": lambda match: parse_save(format_save(match), "match.save.json"),
    "save without its seed": lambda match: parse_save(
        format_save(match, tells_seed=False), "match.save.json"
    ),
    "snapshot": lambda match: Match.resume(json.loads(json.dumps(match.snapshot()))),
    "snapshot without its seed": lambda match: Match.resume(match.snapshot(tells_seed=False)),
    "clone": Match.clone,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("variant", ROLLING)
def test_what_was_rolled_comes_back_and_what_comes_only_with_the_seed(variant: str, way: str) -> None:
    match = played(Match(variant, seed="the seed of this match"), 24)
    match.undo()
    match.undo()
    before = match.engine.dice.drawn
    other = WAYS[way](match)
    assert other.digest == match.digest
    assert other.engine.dice.drawn == before
    for one in (match, other):
        one.redo()
        one.redo()
    assert (other.digest, other.engine.dice.drawn) == (match.digest, match.engine.dice.drawn)
    futures = [played(one, 30, seed=3).digest for one in (match, other)]
    assert (futures[0] == futures[1]) == ("without" not in way)
    while other.current_index:
        other.undo()
    assert other.engine.dice.drawn == Match(variant).engine.dice.drawn


@pytest.mark.parametrize("variant", ROLLING)
def test_without_its_seed_nothing_tells_it(variant: str) -> None:
    match = played(Match(variant, seed="the seed of this match"), 10)
    for told in (format_save(match, tells_seed=False), json.dumps(match.snapshot(tells_seed=False))):
        assert "the seed" not in told
    assert "the seed of this match" in format_save(match)
    saved = json.loads(format_save(match, tells_seed=False))
    assert len(saved["start"]["draws"]) == match.engine.dice.furthest
    saved["start"]["draws"][0] = 2**52
    with pytest.raises(Exception, match="draws"):
        parse_save(json.dumps(saved), "match.save.json")


def test_a_save_whose_draws_lead_elsewhere_is_refused() -> None:
    match = played(Match("dice-chess", seed=3), 12)
    saved = json.loads(format_save(match, tells_seed=False))
    saved["start"]["draws"] = [number ^ (2**51) for number in saved["start"]["draws"]]
    with pytest.raises(SaveError) as raised:
        parse_save(json.dumps(saved), "match.save.json")
    assert raised.value.code == "E_SAVE_STATE"


def look_ahead(engine: Engine) -> None:
    """Ask all that can be asked about moves that are not played."""
    for move in engine.legal_moves():
        engine.what_if(move)
        engine.explain(move)
    engine.sans()
    perft(engine, 2)
    divide(engine, 1)
    engine.clone().apply(engine.legal_moves()[0])


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("variant", ROLLING)
def test_who_looks_ahead_changes_nothing_of_what_is_rolled(variant: str, network: str) -> None:
    plain, asked = (Match(variant, network=network, seed=11) for _ in range(2))
    chance = Random(1)
    for _ in range(6):
        drawn = asked.engine.dice.drawn
        look_ahead(asked.engine)
        assert asked.engine.dice.drawn == drawn
        move = chance.choice(list(plain.legal_moves()))
        plain.play(str(move))
        asked.play(str(move))
        assert asked.digest == plain.digest


@pytest.mark.parametrize("variant", ROLLING)
def test_what_is_foreseen_does_not_depend_on_the_seed(variant: str) -> None:
    """In two games that have rolled alike and will roll otherwise, all answers about moves are the same."""
    match = played(Match(variant, seed="one"), 12, seed=4)
    if match.is_over:
        match.undo()
    hidden = Match.resume(match.snapshot(tells_seed=False))  # which goes on by another seed
    engines = match.engine, hidden.engine
    moves = [str(move) for move in match.legal_moves()]
    seen = [[engine.what_if(move).fen for move in moves] for engine in engines]
    assert seen[0] == seen[1]
    choices = [SearchPlayer(Limits(nodes=300), 1).choose(engine) for engine in engines]
    assert str(choices[0]) == str(choices[1])
    futures = [played(one, 60, seed=2).digest for one in (match, hidden)]
    assert futures[0] != futures[1]


def test_a_search_with_a_thousand_times_the_nodes_rolls_the_same() -> None:
    matches = [Match("dice-chess", seed=2) for _ in range(2)]
    for _ in range(4):
        for match, nodes in zip(matches, (2, 2000)):
            SearchPlayer(Limits(nodes=nodes), 1).choose(match.engine)
        move = str(matches[0].legal_moves()[0])
        assert len({match.play(move).digest for match in matches}) == 1


DIE = """
kind: variant
id: die
name: Die
extends: chess
attributes: {Die: {of: game, type: int, start: {roll: [1, 6]}}}
rules:
  - {id: roll, at: turn-start, do: [%s]}
"""


def test_sixty_thousand_rolls_are_uniform() -> None:
    """Chi-square with five degrees of freedom: above 20.5 once in a thousand seeds, and this is one seed."""
    roll = "{set: {target: $game, attr: Die, to: {roll: [1, 6]}}}"
    program = compile_document(load_document(DIE % ", ".join([roll] * 50), "die.variant.yaml"))
    engine, found = Engine(program, seed=1), Counter[int]()
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"]
    numbers = [engine.dice.stream.number(place) for place in range(60_000)]
    found.update(number * 6 >> 52 for number in numbers)
    assert _chi_square(found, 6) < 20.5
    pairs = Counter((a * 6 >> 52, b * 6 >> 52) for a, b in pairwise(numbers))
    assert _chi_square(pairs, 36) < 66.7  # nor does one roll tell the next: 35 degrees of freedom
    for move in moves:  # what the game shows is the last of the fifty
        engine.apply(move)
        assert engine.session.get(0, "Die") == 1 + (numbers[engine.dice.drawn - 1] * 6 >> 52)
    assert engine.dice.drawn == 1 + 50 * len(moves)


def _chi_square(found: Counter[int] | Counter[tuple[int, int]], outcomes: int) -> float:
    expected = found.total() / outcomes
    assert len(found) == outcomes
    return sum((count - expected) ** 2 / expected for count in found.values())


def test_each_piece_rolls_for_itself_and_for_both_sides_alike() -> None:
    engine = Engine("brawl", seed=1)
    points = Counter(fact.value for fact in engine.session.all_facts() if fact.attr == "Hp")
    assert set(points) == {2, 3, 4}
    assert points.total() == 30


def test_a_game_goes_on_alike_from_the_record_it_began_with() -> None:
    first = Match("dice-chess", seed=9)
    again = Match("dice-chess", first.start, seed=9)
    assert [played(match, 20).digest for match in (first, again)].count(first.digest) == 2


def test_all_variants_that_roll_are_tried_here() -> None:
    found = {name for name in catalog.variants().list() if _rolls(catalog.variant(name).tree.source.text)}
    assert found == set(ROLLING)


def _rolls(text: str) -> bool:
    return "{roll: " in text or "{pick: " in text
