"""Rulebooks: how each variant is played, in sentences that need no knowledge of documents."""

from __future__ import annotations

import re

import pytest

from rete_chess.compiler import catalog
from rete_chess.compiler.variant import resolve
from rete_chess.serial._phrases import MOMENTS, told, where, whom
from rete_chess.serial._rulebooks import rulebook_data
from rete_chess.stages import POINTS


def told_of(name: str) -> dict[str, list[str]]:
    """What the rulebook of a variant says, by what it is about."""
    found: dict[str, list[str]] = {}
    for entry in rulebook_data(resolve(catalog.variants().get(name))):
        words = f"{entry['name']} ({entry['whom']}): {entry['text']}" if "whom" in entry else entry["text"]
        found.setdefault(entry["about"], []).append(words)
    return found


@pytest.mark.parametrize("name", [document.model.id for document in catalog.variants()])  # type: ignore[attr-defined]
def test_every_shipped_variant_is_told_in_whole_sentences(name: str) -> None:
    entries = rulebook_data(resolve(catalog.variants().get(name)))
    assert "goal" in {entry["about"] for entry in entries}
    assert len({(entry["about"], entry["text"]) for entry in entries}) == len(entries)
    for entry in entries:
        text = f"{entry['name']} ({entry.get('whom', 'all')}): {entry['text']}"
        assert not re.search(r"[${}]|None|\bscope\b|half-move|  ", text), text
        assert re.fullmatch(r"[A-Z\d].*[.!?]", entry["text"]), text


def test_tricks_of_powder_keg_are_told_with_whoever_has_them() -> None:
    tricks = told_of("powder-keg")["ability"]
    assert tricks[0] == (
        "Exploding (rooks): "
        "When it is captured or destroyed, every adjacent piece is destroyed, which may chain."
    )
    assert tricks[2].endswith("without moving; 1 charge. In this game: charges 2.")
    assert [trick.split(":")[0] for trick in tricks[3:]] == [
        "Scapegoat (pieces on f2 and f7)",
        "Bouncer (pieces on e2 and e7)",
    ]


def test_what_only_tells_a_value_is_not_told_as_a_rule() -> None:
    assert len(told_of("dice-chess")["rule"]) == 1


def test_acts_hands_promotions_limits_and_ends_are_told() -> None:
    assert told_of("battle-mages")["act"][0] == (
        "A bishop burns an enemy piece: bishops with Mana at least 2 can do it, instead of a move."
    )
    assert told_of("dobutsu")["promotion"] == ["Chicks become hen when they arrive on the last rank."]
    assert "hand of its captor" in told_of("crazyhouse")["hand"][0]
    assert told_of("janggi")["limit"][0] == "Janggi generals and guards: they stay in the palace."
    assert told_of("janggi")["rule"] == ["After pass: the game is drawn: bikjang."]
    assert told_of("three-check")["end"] == ["A side wins: third check."]
    assert told_of("extinction")["goal"] == ["Nobody is in check, and there is no checkmate."]
    assert told_of("monster")["goal"] == ["The king may be left attacked, and is lost when it is captured."]


#: What newcomers could not guess, by variant and by what it is about.
TOLD = [
    ("duck", "turn", "A turn has 2 parts: a move, then duck."),
    ("duck", "act", "Either side can do it, in its part of a turn alone; its target is an empty square."),
    ("duck", "rule", "After duck: a duck goes to its square."),
    (
        "seirawan",
        "way",
        "Pieces that have not moved on rank 1 as their side counts may add to a move: hawk or elephant.",
    ),
    (
        "seirawan",
        "rule",
        "After a move with hawk: an archbishop comes from the hand onto the square it left.",
    ),
    ("dice-chess", "act", "Either side can do it, instead of a move, with no legal move."),
    ("dice-chess", "limit", "Pieces of another type than die may not move: the die says another type."),
    ("janggi", "limit", "Cannons do not capture cannons."),
    ("duck", "end", "Who has no legal move wins: stalemate."),
    ("giveaway", "end", "Who has no legal move wins: stalemated."),
    ("shogi", "end", "Who has no legal move loses: stalemate."),
    ("xiangqi", "end", "Who has no legal move loses: the other side cannot move."),
    (
        "dice-chess",
        "rule",
        "When a turn begins: Die becomes pawn, knight, bishop, rook, queen or king, by chance.",
    ),
    (
        "battle-mages",
        "act",
        "Breath -1 and Mana of a bishop +1: either side can do it, before a move, and then moves, with "
        "Breath at least 1; its target is one of bishops with Mana less than 3.",
    ),
    ("brawl", "counter", "A number of pieces other than kings, 2 to 4, by chance at the start."),
    ("rising-tide", "rule", "When a turn begins, with Moon 20: the sea takes its square."),
    (
        "progressive",
        "turn",
        "Moves in a turn: White 2 times the number of the move - 1 and Black 2 times the number of the move.",
    ),
    (
        "marseillais",
        "rule",
        "After a piece has moved, with moves of this turn so far 0 and no check: the mover plays again.",
    ),
    ("placement", "hand", "Not everywhere: pieces are placed on the first rank."),
    (
        "knightmate",
        "promotion",
        "Pawns become queen, rook, bishop or king when they arrive on the last rank.",
    ),
]


@pytest.mark.parametrize(("variant", "about", "text"), TOLD, ids=[f"{row[0]} {row[1]}" for row in TOLD])
def test_what_newcomers_could_not_guess_is_told(variant: str, about: str, text: str) -> None:
    assert text in told_of(variant)[about]


def test_only_what_is_in_play_is_told() -> None:
    assert not re.search("knight|lance", " ".join(told_of("minishogi")["promotion"]))
    assert "shogi knights" not in told_of("minishogi")["hand"][0]
    assert "may be put on an empty square" not in told_of("seirawan")["hand"][0]
    assert [act.partition(":")[0] for act in told_of("sittuyin")["act"]] == [
        *("A bia becomes a ferz", "A bia goes to its target and becomes a ferz") * 2,
    ]


def test_filters_and_templates_are_told_in_words() -> None:
    assert whom({}, str) == "all pieces"
    assert whom({"type": {"in": ["pawn", "rook"]}, "color": "white", "Hp": {"ge": 2}}, str) == (
        "White's pawns and rooks with Hp at least 2"
    )
    assert (
        whom({"type": {"not": "king"}, "square": ["e2", "e7"]}, str) == "pieces other than kings on e2 and e7"
    )
    assert whom({"type": "pawn", "last": True, "Moved": True}, str) == (
        "pawns that have moved that are the last of their side"
    )
    corners = {"any": [{"file": ["a", "h"], "ownRank": 8}, {"rank": 1}]}
    assert where(corners) == " on files a and h of rank 8 or rank 1 as their side counts"
    assert where({"not": {"file": "a"}}) == " not on file a"
    assert where({"ring": 2, "of": "$self"}) == " 2 king's steps away"
    assert where({"between": ["$a", "$b"]}) == ""
    patterns = [{"event": {"to": "$to", "side": "$side"}}, {"piece": {"id": "$hero", "type": "elephant"}}]
    assert told("{hero} of {side} on {to} in {event.from}", patterns, str) == (
        "an elephant of a side on its square in its square"
    )
    assert set(MOMENTS) == set(POINTS)
