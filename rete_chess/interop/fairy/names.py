"""The predefined pieces of variant files: how they move in Betza notation, and which of ours moves alike."""

from __future__ import annotations

from typing import Final

#: The pieces by their keys, with their moves. The pawn's double step, the lines of palaces and the river
#: belong to other keys.
MOVES: Final[dict[str, str]] = {
    "pawn": "fmWfceF",
    "knight": "N",
    "bishop": "B",
    "rook": "R",
    "queen": "Q",
    "fers": "F",
    "alfil": "A",
    "fersAlfil": "FA",
    "silver": "FfW",
    "aiwok": "RNF",
    "bers": "RF",
    "archbishop": "BN",
    "chancellor": "RN",
    "amazon": "QN",
    "knibis": "mNcB",
    "biskni": "mBcN",
    "kniroo": "mNcR",
    "rookni": "mRcN",
    "shogiPawn": "fW",
    "lance": "fR",
    "shogiKnight": "fN",
    "gold": "WfF",
    "dragonHorse": "BW",
    "clobber": "cW",
    "breakthrough": "fmWfF",
    "immobile": "",
    "cannon": "mRcpR",
    "janggiCannon": "pR",
    "soldier": "fsW",
    "horse": "nN",
    "elephant": "nA",
    "janggiElephant": "nZ",
    "banner": "RcpRnN",
    "wazir": "W",
    "commoner": "K",
    "centaur": "KN",
    **{f"customPiece{number}": "" for number in range(1, 26)},
    "king": "K",
}
CUSTOM: Final = "customPiece"
KING: Final = "king"
PAWN: Final = "pawn"

#: Those of our piece types that move as a predefined piece does, and do nothing else.
OURS: Final[dict[str, str]] = {
    "knight": "knight",
    "bishop": "bishop",
    "rook": "rook",
    "queen": "queen",
    "fers": "ferz",
    "alfil": "alfil",
    "archbishop": "archbishop",
    "chancellor": "chancellor",
    "amazon": "amazon",
    "gold": "gold",
    "bers": "dragon-king",
    "dragonHorse": "dragon-horse",
    "cannon": "cannon",
    "horse": "horse",
    "elephant": "xiangqi-elephant",
}
