"""Castling and first moves in a draft."""

from __future__ import annotations

import re
from typing import Any

from rete_chess.core.geometry import FILES
from rete_chess.interop.fairy.draft import Draft, single
from rete_chess.interop.fairy.names import KING

#: Where the king of chess castles to, to the right and to the left, and the rook behind it.
_USUAL = {3: 2, 7: 2}


def add_castling(draft: Draft) -> None:
    """Say who castles with whom, and to which files."""
    settings = draft.settings
    name = settings["castlingKingPiece"]
    partners = settings.types("castlingRookPieces")
    rights = _rights(draft.start)
    if settings["castlingDroppedPiece"] and settings["castling"] and settings["pieceDrops"]:
        draft.lacks("castlingDroppedPiece", "castling with pieces that were dropped")
    castles = settings["castling"] and name in draft.types and bool(partners) and rights != ""
    if not castles:
        if draft.types.get(KING) == KING:
            draft.moves.append({"for": {"type": KING}, "drop": ["castle"]})
        return
    if "castlingKingFile" in settings.values and not _stands(draft, name, settings["castlingKingFile"]):
        draft.lacks("castlingKingFile", "a king that castles from another file than it begins on")
    for key in ("castlingRookKingsideFile", "castlingRookQueensideFile"):
        if settings[key] is not None:
            draft.lacks(key, "rooks that castle from squares with others beyond them")
    if settings["oppositeCastling"]:
        draft.lacks("oppositeCastling", "castling that the other side's castling forbids")
    right, left = settings["castlingKingsideFile"], settings["castlingQueensideFile"]
    rank = settings["castlingRank"]
    if not 2 <= right <= draft.width + 1 or not 1 <= left < draft.width or rank > draft.height:
        draft.lacks("castlingKingsideFile", "castling to files that the board does not have")
        return
    own = draft.types[name]
    others = draft.kinds(partners)
    usual = others == ["rook"] and rank == 1 and (left, right) == _usual_files(draft)
    if usual and own == KING:
        return
    castle: Any = "rook" if usual else _said(others, left, right, rank)
    if own == KING:
        draft.moves.append({"for": {"type": KING}, "use": [{"leap": "all"}, {"castle": castle}]})
    else:
        draft.moves.append({"for": {"type": own}, "add": [{"castle": castle}]})


def _stands(draft: Draft, name: str, file: int) -> bool:
    """Whether a piece of White begins on a file, on the rank of castling."""
    rows = draft.start.partition(" ")[0].partition("[")[0].split("/")
    rank = draft.settings["castlingRank"]
    row = re.sub(
        "[0-9]+",
        lambda found: "1" * min(int(found[0]), draft.width),
        rows[-rank] if rank <= len(rows) else "",
    )
    return row[file - 1 : file] == draft.settings.letters[name].upper()


def _said(partners: list[str], left: int, right: int, rank: int) -> dict[str, Any]:
    """Castling in full."""
    said: dict[str, Any] = {
        "partner": single(partners),
        "to": [FILES[right - 1], FILES[left - 1]],
        "rookTo": [FILES[right - 2], FILES[left]],
    }
    return {**said, "rank": rank} if rank > 1 else said


def _usual_files(draft: Draft) -> tuple[int, int]:
    """To which files our king castles by itself on a board of this width."""
    return 3, draft.width - 1


def _rights(start: str) -> str:
    """The letters of the castling field."""
    fields = start.split()
    return fields[2].strip("-") if len(fields) > 2 else ""


def add_gating(draft: Draft) -> None:
    """Pieces that come in behind others that move for the first time, and leaps that are first moves."""
    settings = draft.settings
    if settings["cambodianMoves"]:
        _leaps(draft)
        draft.lacks("cambodianMoves", "first leaps of kings that end when a rook comes on their line")
    if not settings["seirawanGating"]:
        return
    if settings["capturesToHand"]:
        draft.lacks(
            "seirawanGating", "pieces in hand that come in by gates alone, beside others that are dropped"
        )
    held = held_at_start(draft)
    offers = {type_id: [{"side": {"color": "$mover", "hand": {type_id: {"ge": 1}}}}] for type_id in held}
    if not offers:
        return
    draft.moves.append({"for": {"Moved": False, "square": {"ownRank": 1}}, "offer": offers})
    for type_id in held:
        draft.rules.append(
            {
                "id": type_id,
                "at": "move",
                "when": [{"event": {"side": "$side", "tag": type_id, "from": "$gate"}}],
                "do": [{"spawn": {"type": type_id, "color": "$side", "square": "$gate", "from": "hand"}}],
            }
        )


def held_at_start(draft: Draft) -> list[str]:
    """The types in hand when the game begins."""
    _, _, rest = draft.start.partition("[")
    letters = dict.fromkeys(rest.partition("]")[0].lower())
    return [draft.letters[letter] for letter in letters if letter in draft.letters]


def _leaps(draft: Draft) -> None:
    """The first moves of cambodian kings and ferzes."""
    king, ferz = draft.types.get(KING), draft.types.get("fers")
    if king:
        leap = {"leap": [[2, 1], [-2, 1]], "mode": "move", "tag": "first-leap"}
        draft.moves.append({"for": {"type": king, "Moved": False}, "add": [leap]})
    if ferz:
        leap = {"leap": [[0, 2]], "mode": "move", "tag": "first-leap"}
        draft.moves.append({"for": {"type": ferz, "Moved": False}, "add": [leap]})
    if king:
        when = [{"side": {"toMove": True, "inCheck": True}}]
        limit = {
            "forbid": {"tag": "first-leap", "piece": {"type": king}},
            "when": when,
            "because": "the king is in check",
        }
        draft.moves.append(limit)
