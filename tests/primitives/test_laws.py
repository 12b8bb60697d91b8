"""Random modifiers in random games: both networks see the same, and everything can be taken back."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess.cli.commands.lockstep import Tally, play_game
from rete_chess.primitives import parse_modifier, validate_modifier
from rete_chess.testing.random_modifiers import random_modifier
from rete_chess.testing.random_programs import choose_modifiers
from tests.documents.bad_files import fits_schema
from tests.network.networks import needs_durable

GAMES = 60


@needs_durable
@settings(max_examples=GAMES, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**9))
def test_durable_equals_native(seed: int) -> None:
    random = Random(seed)
    name, program = choose_modifiers(random)
    assert program is not None
    assert play_game(program, "durable", random, Tally(), plies=8) is None, name


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), has_hp=st.booleans())
def test_random_modifiers_are_valid_and_fit_the_schema(seed: int, has_hp: bool) -> None:
    data = random_modifier(Random(seed), "random", has_hp=has_hp)
    document = validate_modifier(parse_modifier(json.dumps(data), "random.modifier.json"))
    assert fits_schema("modifier", document.tree.value)
