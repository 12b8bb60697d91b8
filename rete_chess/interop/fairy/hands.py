"""Hands and drops in a draft."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.interop.fairy.draft import COLORS, Draft, Squares, among
from rete_chess.interop.fairy.names import PAWN
from rete_chess.interop.fairy.promotions import stuck_squares

_BECAUSE: Final = "it is not dropped there"
#: More pieces than a side ever places, where they are dropped from no hand.
_ENDLESS: Final = 64


def add_hands(draft: Draft) -> None:
    """Say what is held, what captures bring, and where pieces are dropped."""
    settings = draft.settings
    captures = settings["capturesToHand"]
    drops = settings["pieceDrops"]
    if not (captures or drops or settings["seirawanGating"] or "[" in draft.start):
        return
    base = [draft.types[name] for name in settings.letters]
    if "[" not in draft.start:
        draft.hands["start"] = {"both": dict.fromkeys(base, _ENDLESS)}
    draft.hands["holds"] = [type_id for type_id in base if not _is_king(draft, type_id)] or base
    if not captures:
        draft.hands["holds"] = sorted({*draft.hands["holds"], *_held(draft)}, key=base.index)
    if captures:
        draft.hands["captured"] = "captor"
        if settings["dropLoop"]:
            draft.hands["promoted"] = "stay"
        if draft.promoted:
            draft.hands["becomes"] = {own: draft.types[name] for name, own in draft.promoted.items()}
    if settings["dropPromoted"] and draft.promoted:
        draft.lacks("dropPromoted", "pieces that are dropped with either side up")
    if settings["enclosingDrop"] != "none":
        _enclosing(draft)
    if not drops:
        draft.moves.append({"forbid": {"kind": "drop"}, "because": "nothing is dropped"})
        return
    _regions(draft)
    _doubled(draft)
    _by_check(draft)
    if settings["mustDrop"]:
        who = settings["mustDropType"]
        chosen = {} if who not in draft.types else {"piece": {"type": draft.types[who]}}
        draft.moves.append({"require": {"kind": "drop", **chosen}, "because": "pieces are placed first"})


def _is_king(draft: Draft, type_id: str) -> bool:
    return draft.types.get("king") == type_id


def _held(draft: Draft) -> list[str]:
    _, _, rest = draft.start.partition("[")
    letters = dict.fromkeys(rest.partition("]")[0].lower())
    return [draft.letters[letter] for letter in letters if letter in draft.letters]


def _regions(draft: Draft) -> None:
    """The squares on which each type may be dropped."""
    settings = draft.settings
    board = draft.squares(None)
    groups: dict[tuple[Squares, Squares], list[str]] = {}
    for name, type_id in draft.types.items():
        if type_id not in draft.hands["holds"]:
            continue
        allowed = tuple(_allowed(draft, name, type_id, side) for side in range(2))
        groups.setdefault((allowed[0], allowed[1]), []).append(type_id)
    for (white, black), types in groups.items():
        if white == board == black:
            continue
        who: dict[str, Any] = {} if len(groups) == 1 else {"type": among(types)}
        both = draft.choice(white, black) if white and black else None
        if both is not None:
            entry: dict[str, Any] = {"for": who} if who else {}
            draft.drops.append({**entry, "to": both, "because": _BECAUSE})
            continue
        for color, squares in zip(COLORS, (white, black)):
            if squares != board:
                entry = {"for": {**who, "color": color}, "because": _BECAUSE}
                limit = {"to": draft.plain(squares)} if squares else {"unless": [{"count": {}, "ge": 0}]}
                draft.drops.append({**entry, **limit})
    if settings["sittuyinRookDrop"] and "rook" in draft.types:
        draft.drops.append(
            {"for": {"type": "rook"}, "to": {"ownRank": 1}, "because": "rooks are placed on the first rank"}
        )


def _allowed(draft: Draft, name: str, type_id: str, side: int) -> Squares:
    """The squares on which a type of a side may be dropped."""
    settings, color = draft.settings, COLORS[side]
    allowed = draft.squares(settings.of("dropRegion", color))
    allowed &= draft.squares(settings.mobility.get((color, name)))
    if name == PAWN:
        if not settings["promotionZonePawnDrops"]:
            allowed -= draft.squares(settings.of("promotionRegion", color))
        if not settings["firstRankPawnDrops"]:
            first = 0 if side == 0 else draft.height - 1
            allowed -= draft.squares(frozenset({(None, first)}))
    if settings["immobilityIllegal"]:
        allowed -= stuck_squares(draft, type_id, side)
    return allowed


def _doubled(draft: Draft) -> None:
    """Pieces of which no two are dropped on one file, or bishops of one colour."""
    settings = draft.settings
    name = settings["dropNoDoubled"]
    if name in draft.types:
        kinds = draft.kinds([name])
        number = settings["dropNoDoubledCount"]
        there = {
            "count": {"type": among(kinds), "color": "$mover", "square": {"file": "$to.file"}},
            "ge": number,
        }
        draft.drops.append(
            {"for": {"type": draft.types[name]}, "unless": [there], "because": "there is one on the file"}
        )
    if settings["dropOppositeColoredBishop"] and "bishop" in draft.types:
        for shade in ("light", "dark"):
            after = [{"count": {"type": "bishop", "color": "$mover", "square": {"zone": shade}}, "gt": 1}]
            because = "bishops stand on squares of both colours"
            draft.drops.append({"for": {"type": "bishop"}, "forbid": {"after": after}, "because": because})
            _kept_free(draft, shade)


def _kept_free(draft: Draft, shade: str) -> None:
    """The last square of a colour is kept for a bishop that is still in hand."""
    for color in COLORS:
        region = draft.squares(draft.settings.of("dropRegion", color))
        parity = 1 if shade == "light" else 0
        own = frozenset(square for square in region if sum(square) % 2 == parity)
        there = {"color": color, "square": {"in": draft.names(own)}}
        after = [
            {"side": {"color": color, "moved": True, "hand": {"bishop": {"ge": 1}}}},
            {"count": there, "ge": len(own)},
            {"not": {"piece": {"type": "bishop", **there}}},
        ]
        draft.drops.append(
            {"forbid": {"after": after}, "because": "a bishop needs the last square of its colour"}
        )


def _by_check(draft: Draft) -> None:
    """Drops that give check, or mate by a pawn."""
    settings = draft.settings
    if not settings["dropChecks"]:
        after: list[Any] = [{"side": {"color": "$enemy", "inCheck": True}}]
        draft.drops.append({"forbid": {"after": after}, "because": "no check by a drop"})
    if settings["shogiPawnDropMateIllegal"] and "shogiPawn" in draft.types:
        _no_mate_by_pawns(draft, draft.types["shogiPawn"])


def _no_mate_by_pawns(draft: Draft, pawn: str) -> None:
    """Who mates by dropping a pawn has lost; the pawn knows since which move it stands there."""
    draft.attributes["DroppedAt"] = {"of": "piece", "type": "int", "for": {"type": pawn}, "start": 0}
    draft.rules.append(
        {
            "id": "dropped",
            "at": "spawn",
            "when": [
                {"event": {"kind": "drop", "target": "$pawn"}},
                {"piece": {"id": "$pawn", "type": pawn}},
            ],
            "do": [{"set": {"target": "$pawn", "attr": "DroppedAt", "to": "$game.FullmoveNumber"}}],
        }
    )
    for color, moment in (
        ("black", "$game.FullmoveNumber"),
        ("white", {"of": "$game.FullmoveNumber", "plus": -1}),
    ):
        guilty = {"type": pawn, "color": {"not": color}, "DroppedAt": moment, "attacks": {"royal": True}}
        when = [{"side": {"color": color, "toMove": True, "mated": True}}, {"piece": guilty}]
        draft.ends.append({"win": color, "because": "mate by a dropped pawn", "when": when})


def _enclosing(draft: Draft) -> None:
    """Drops beside pieces, or around them."""
    rule = draft.settings["enclosingDrop"]
    near: dict[str, Any] = {"piece": {"color": "$mover", "square": {"near": "$to"}}}
    if rule == "ataxx":
        draft.drops.append({"unless": [{"not": near}], "because": "it is placed beside an own piece"})
    elif rule == "snort":
        beside = {"color": "$enemy", "square": {"neighbour": "orthogonal", "of": "$to"}}
        draft.drops.append({"unless": [{"piece": beside}], "because": "it is not placed beside an enemy"})
    elif rule == "top":
        high = {"piece": {"id": "$high", "square": {"not": {"rank": 1}}}}
        below = {"piece": {"square": {"step": [0, -1], "of": "$high"}}}
        draft.drops.append({"forbid": {"after": [high, {"not": below}]}, "because": "it falls"})
    else:
        draft.lacks("enclosingDrop", f"drops by the rule {rule}, which looks along lines")
    if draft.squares(draft.settings["enclosingDropStart"]):
        draft.lacks("enclosingDropStart", "squares of the first drops")
