"""Names inside scenarios: what nobody has is told with its place and the name that was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import examine

ROOT = Path(__file__).resolve().parents[2]

HEAD = "presets: [{id: piece-hp}]\n"
VARIANT = """kind: variant
id: tried
name: Tried
extends: chess
board: {width: 8, height: 9}
fen: "4k3/8/8/8/8/8/8/8/4K2R w - - 0 1"
tiles: {c3: shoal}
abilities: [{id: exploding, for: {type: rook}}]
attributes:
  Gold: {of: side, type: int, start: 0, fen: true}
  Time: {of: game, type: {enum: [day, night]}, start: day, fen: true}
tests:
  - {name: one, play: h1h2, %s}
"""

#: what a scenario says: (code line:column, words of the message or hint)
WRONG: dict[str, tuple[str, str]] = {
    "then: [{square: e4, Hpp: 3}]": ("E_ATTRIBUTE 2:21", "did you mean 'Hp'?"),
    "then: [{square: e4, type: pwan}]": ("E_PIECE_TYPE 2:27", "did you mean 'pawn'?"),
    "then: [{square: e9, empty: true}]": ("E_SQUARE 2:17", "a1 to h8"),
    "then: [{square: e4, lacks: [Hpp]}]": ("E_ATTRIBUTE 2:29", "did you mean 'Hp'?"),
    "then: [{square: e4, abilities: [exploding]}]": (
        "E_UNKNOWN_NAME 2:33",
        "unknown ability of this game 'exploding'",
    ),
    "then: [{square: e4, Hp: much}]": ("E_FACT_TYPE 2:25", "expected number, found 'much'"),
    "then: [{side: white, Hp: 3}]": ("E_ATTRIBUTE 2:22", "Hp belongs to a piece, not to a side"),
    "then: [{tile: e4, type: lava}]": ("E_UNKNOWN_NAME 2:25", "unknown tile of this game 'lava'"),
    "then: [{preset: piece-h, Count: 1}]": ("E_UNKNOWN_NAME 2:17", "did you mean 'piece-hp'?"),
    "then: [{game: {HalfMoveClock: 0}}]": ("E_ATTRIBUTE 2:16", "did you mean 'HalfmoveClock'?"),
    "given: [{square: e2, Hpp: 1}]\nfires: []": ("E_ATTRIBUTE 2:22", "did you mean 'Hp'?"),
    "fires: [lose-hp on e9]": ("E_SQUARE 2:9", "e9 is not on the board"),
    "notFires: [loose-hp]": ("E_UNKNOWN_NAME 2:12", "did you mean lose-hp?"),
    "legal: [e2e9]": ("E_SQUARE 2:9", "e9 is not on the board"),
    "illegal: [{move: e2e9, forbiddenBy: x}]": ("E_SQUARE 2:11", "e9 is not on the board"),
    "before: {then: [{square: e2, Hq: 1}]}": (
        "E_ATTRIBUTE 2:30",
        "a piece has Color, Hp, ",
    ),
    'fen: "4k3/8/8/8/8/8/4K3 w - - 0 1"\nfires: []': ("E_FEN 2:6", "wrong number of ranks"),
    'fen: "4k3/8/8/8/8/8/8/4K2W w - - 0 1"\nfires: []': ("E_FEN_LETTER 2:6", "W"),
}


def told(text: str, name: str = "tried.scenario.yaml") -> str:
    return ", ".join(f"{p.code} {p.line}:{p.column}" for p in examine(text, name).problems)


@pytest.mark.parametrize("said", WRONG)
def test_names_of_a_scenario(said: str) -> None:
    expected, words = WRONG[said]
    text = f"{HEAD}{said}\nplay: e2e4\n"
    assert told(text) == expected
    (problem,) = examine(text, "tried.scenario.yaml").problems
    assert words in f"{problem.message} {problem.hint}"


def test_moves_and_facts_of_single_steps() -> None:
    steps = "play:\n  - e2e4 e7e9\n  - {move: d2d9, then: [{square: d4, Hpp: 1}]}\n"
    steps += "  - {undo: 1, then: [{square: d4, Hq: 1}]}\n"
    assert told(HEAD + steps) == "E_SQUARE 3:5, E_SQUARE 4:12, E_ATTRIBUTE 4:38, E_ATTRIBUTE 5:35"
    refused = "play: [{move: e2e9, refused: E_MOVE_TEXT}]\n"
    assert told(HEAD + refused) == ""  # that it is no move may be just what is tested


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("then: [{side: white, Gold: 1}, {square: e9, type: king}, {tile: c3, type: shoal}]", ""),
        ("then: [{game: {Time: night, Turn: black}}, {square: h2, abilities: [exploding]}]", ""),
        ("then: [{side: white, Golf: 1}]", "E_ATTRIBUTE 13:50"),
        ("then: [{tile: c3, type: shoall}]", "E_UNKNOWN_NAME 13:53"),
        ("then: [{square: h2, abilities: [explodin]}]", "E_UNKNOWN_NAME 13:61"),
        ("then: [{game: {Time: nihgt}}]", "E_FACT_TYPE 13:50"),
    ],
)
def test_names_of_the_tests_of_a_variant(said: str, expected: str) -> None:
    assert told(VARIANT % said, "tried.variant.yaml") == expected


def test_settings_of_the_presets_of_a_scenario() -> None:
    use = "presets: [{id: extinction-chess, config: {targetType: %s}}]"
    assert told(f"{use % 'pwan'}\nplay: e2e4\nfires: []\n") == "E_CONFIG 1:55"
    assert told(f"{use % 'knight'}\nplay: e2e4\nfires: []\n") == ""
    assert told(VARIANT % f"{use % 'pwan'}, fires: []", "tried.variant.yaml") == "E_CONFIG 13:83"


def test_profiles_that_are_queued_bring_their_attributes() -> None:
    queue = "play: [{queue: [aggressive-pack-v1]}, {move: e2e4, then: [{square: d1, RangeBonus: %s}]}]\n"
    assert told(queue % "1") == ""
    assert told((queue % "1").replace("RangeBonus", "RangeBnus")) == "E_ATTRIBUTE 1:72"


SCENARIOS = sorted((ROOT / "tests" / "scenarios").rglob("*.scenario.yaml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.name)
def test_scenarios_that_run_name_nothing_unknown(path: Path) -> None:
    assert examine(path).problems == ()
