"""What every command that takes VARIANT understands: ids, files, standard input, presets, networks."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.cli.options.common import NETWORKS
from rete_chess.cli.options.presets import PresetChoice, parse_preset, parse_value
from rete_chess.cli.options.profiles import ModifierWish, parse_modifier_wish
from rete_chess.network import KINDS
from tests.cli.helpers import ROOT, Run, start

ATOMIC = ROOT / "descriptors" / "variants" / "atomic.variant.yaml"


def test_networks_are_those_there_are() -> None:
    assert NETWORKS == KINDS


CHOICES = {
    "piece-hp": PresetChoice("piece-hp"),
    "piece-hp:white": PresetChoice("piece-hp", "white"),
    "piece-hp:both,hp=3": PresetChoice("piece-hp", "both", (("hp", "3"),)),
    "a,x=1,y=two=2": PresetChoice("a", "both", (("x", "1"), ("y", "two=2"))),
}


@pytest.mark.parametrize(("text", "choice"), CHOICES.items(), ids=CHOICES)
def test_preset_is_taken_apart(text: str, choice: PresetChoice) -> None:
    assert parse_preset(text) == choice


VALUES = {
    "3": 3,
    "-2": -2,
    "0.25": 0.25,
    "true": True,
    "false": False,
    "white": "white",
    "1e3": "1e3",
    "nan": "nan",
    "9" * 40: "9" * 40,
}


@pytest.mark.parametrize(("text", "value"), VALUES.items(), ids=VALUES)
def test_values(text: str, value: object) -> None:
    found = parse_value(text)
    assert (found, type(found)) == (value, type(value))


BAD_PRESETS = {
    "unknown preset": ("piece-hpp", "did you mean 'piece-hp'?"),
    "unknown scope": ("piece-hp:wite", "did you mean 'white'?"),
    "empty scope": ("piece-hp:", "expected one of white, black, both"),
    "no id": (":white", "the id is missing"),
    "no value": ("piece-hp,hp", "'hp' is no KEY=VALUE"),
    "empty setting": ("piece-hp,", "'' is no KEY=VALUE"),
    "unknown setting": ("piece-hp,hpp=3", "did you mean 'hp'?"),
    "no settings": ("queen-splits,hp=3", "it has none"),
    "setting twice": ("piece-hp,hp=3,hp=4", "given twice"),
    "text for a number": ("piece-hp,hp=many", "hp is a number, found 'many'"),
    "truth for a number": ("piece-hp,hp=true", "hp is a number, found 'true'"),
}


@pytest.mark.parametrize(("text", "says"), BAD_PRESETS.values(), ids=BAD_PRESETS)
def test_bad_preset_is_one_line_and_exit_2(run: Run, text: str, says: str) -> None:
    outcome = run("moves", "--preset", text, "--json")
    assert outcome.code == 2
    assert says in outcome.err
    assert outcome.err.count("\n") == 1
    assert outcome.json["error"]["code"] in ("E_USAGE", "E_UNKNOWN_NAME")


def test_preset_plays(run: Run) -> None:
    moves = run("moves", "--preset", "berolina-pawns:white", "--json").json["moves"]
    assert "e2d3" in moves
    assert "e2e4" not in moves


def test_layout_is_a_start_position(run: Run) -> None:
    answer = run("moves", "--layout", "pawns-only", "--json").json
    assert answer["fen"] == "8/pppppppp/8/8/8/8/PPPPPPPP/8 w - - 0 1"
    assert len(answer["moves"]) == 16


BAD_LAYOUTS = {
    "unknown": (["--layout", "pawn-only"], "did you mean 'pawns-only'?"),
    "beside a position": (
        ["--layout", "empty", "--fen", "8/8 w - - 0 1"],
        "--layout cannot stand beside --fen",
    ),
    "too large": (["los-alamos", "--layout", "standard"], "E_FEN"),
}


@pytest.mark.parametrize(("words", "says"), BAD_LAYOUTS.values(), ids=BAD_LAYOUTS)
def test_bad_layout_is_one_line_and_exit_2(run: Run, words: list[str], says: str) -> None:
    outcome = run("moves", *words)
    assert outcome.code == 2
    assert says in outcome.err
    assert outcome.err.count("\n") == 1


def test_presets_keep_their_order_and_settings(run: Run) -> None:
    words = ("--preset", "piece-shield,shield=2", "--preset", "piece-hp:black,hp=0.5")
    answer = run("rules", *words, "--json").json
    assert [rule["rule"] for rule in answer["rules"]] == ["piece-shield/shield", "piece-hp/lose-hp"]
    assert "target.Color = black" in answer["rules"][1]["reads"]


@pytest.mark.parametrize("network", NETWORKS)
def test_network_is_chosen(run: Run, network: str) -> None:
    if network == "durable":
        pytest.importorskip("durable_rules_engine")
    assert run("network", "atomic", "--network", network, "--json").json["name"] == network


def test_variant_may_be_a_path(run: Run) -> None:
    assert run("perft", str(ATOMIC), "--depth", "2", "--json").json["variant"] == "atomic"


def test_variant_may_be_standard_input(run: Run) -> None:
    outcome = run("perft", "-", "--depth", "2", "--json", lines=ATOMIC.read_text("utf-8"))
    assert (outcome.json["variant"], outcome.json["nodes"]) == ("atomic", 400)


def test_standard_input_may_be_json_and_bytes() -> None:
    document = b'{"kind": "variant", "id": "tiny", "name": "Tiny", "description": "-", "extends": "chess"}'
    assert start("perft", "-", "--depth", "1", "--json", typed=document).json["variant"] == "tiny"


def test_profiles_modifiers_and_tests_may_be_standard_input(run: Run) -> None:
    profile = (ROOT / "descriptors" / "profiles" / "wild-queens.profile.yaml").read_text("utf-8")
    by_name = run("moves", "--profile", "wild-queens", "--json")
    assert run("moves", "--profile", "-", "--json", lines=profile).json == by_name.json
    assert run("check-profiles", "-", "--json", lines=profile).json["profiles"] == ["wild-queens"]
    modifier = (ROOT / "descriptors" / "modifiers" / "mounted.modifier.yaml").read_text("utf-8")
    by_name = run("moves", "--modifier", "mounted:pawn", "--json")
    assert run("moves", "--modifier", "-:pawn", "--json", lines=modifier).json == by_name.json
    tested = run("test", "-", "--json", lines=ATOMIC.read_text("utf-8"))
    assert tested.code == 0
    assert tested.json["passed"] > 0


def test_problems_of_standard_input_have_a_place(run: Run) -> None:
    outcome = run("moves", "-", lines="kind: variant\nid: x\nname: X\nmuves: []\n")
    assert outcome.code == 1
    assert "<stdin>:4:1: " in outcome.err


def test_play_needs_standard_input_for_the_moves(run: Run) -> None:
    for words in (("-",), ("--profile", "-"), ("--modifier", "-:pawn")):
        outcome = run("play", *words, lines=ATOMIC.read_text("utf-8"))
        assert outcome.code == 2
        assert "the moves" in outcome.err


def test_missing_file_is_named(run: Run, tmp_path: Path) -> None:
    outcome = run("moves", str(tmp_path / "no.variant.yaml"))
    assert outcome.code == 1
    assert "no.variant.yaml" in outcome.err


@pytest.mark.parametrize(("word", "answers"), [("piece", ["plain,piece-hp", "plain,piece-shield"])])
def test_presets_are_completed(word: str, answers: list[str]) -> None:
    words = f"rete-chess moves --preset {word}"
    outcome = start(_RETE_CHESS_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD="3")
    assert set(answers) <= set(outcome.out.splitlines())


WISHES = {
    "vampire": ("vampire", {}),
    "vampire:knight": ("vampire", {"type": "knight"}),
    "vampire:white": ("vampire", {"color": "white"}),
    "vampire:black-war-pawn": ("vampire", {"color": "black", "type": "war-pawn"}),
    "vampire:e2": ("vampire", {"square": ["e2"]}),
    "a/b.modifier.yaml": ("a/b.modifier.yaml", {}),
    "C:\\b.modifier.yaml": ("C:\\b.modifier.yaml", {}),
    "C:\\b.modifier.yaml:e2": ("C:\\b.modifier.yaml", {"square": ["e2"]}),
}


@pytest.mark.parametrize(("text", "found"), WISHES.items(), ids=WISHES)
def test_modifier_is_taken_apart(text: str, found: tuple[str, dict[str, object]]) -> None:
    wish: ModifierWish = parse_modifier_wish(text)
    assert (wish.source, wish.filter()) == found


BAD_MODIFIERS = {
    "unknown": ("vampyre:knight", 2, "did you mean 'vampire'?"),
    "no carriers": ("vampire:", 2, "expected such as vampire:white-knight"),
    "no modifier": (":knight", 2, "expected such as vampire:white-knight"),
    "no such file": ("nowhere.modifier.yaml", 1, "E_DOC_READ"),
    "empty square": ("mounted:e4", 1, "nobody stands on e4"),
    "unknown attribute": ("vampire", 1, "nobody declares the attribute 'Hp'"),
}


@pytest.mark.parametrize(("text", "code", "says"), BAD_MODIFIERS.values(), ids=BAD_MODIFIERS)
def test_bad_modifier_is_one_line(run: Run, text: str, code: int, says: str) -> None:
    outcome = run("moves", "--modifier", text)
    assert outcome.code == code
    assert says in outcome.err
    assert outcome.err.count("\n") == 1


def test_modifiers_play(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "leaper.modifier.yaml"
    own.write_text(
        "{kind: modifier, id: leaper, type: data, version: 1, name: Leaper,\n"
        " primitives: [{kind: add-direction, directions: [{df: 0, dr: 3}]}]}\n",
        encoding="utf-8",
    )
    words = ("--modifier", "mounted:white-rook", "--modifier", f"{own}:e2")
    moves = run("moves", *words, "--json").json["moves"]
    assert {"a1b3", "h1g3", "e2e5"} <= set(moves)
    assert "d2d5" not in moves


def test_rules_of_modifiers_are_shown(run: Run) -> None:
    answer = run("rules", "--modifier", "shield-v1:queen", "--json").json
    (rule,) = answer["rules"]
    assert rule["rule"] == "shield-v1/absorb-damage-with-attribute"
    assert rule["origin"] == "descriptors/modifiers/shield-v1.modifier.yaml:11"
