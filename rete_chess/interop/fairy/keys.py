"""The keys of variant files: the kind of value of each, and what holds without it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

#: The kinds of values.
FLAG: Final = "flag"
NUMBER: Final = "number"
FILE: Final = "file"
TYPE: Final = "type"
TYPES: Final = "types"
REGION: Final = "region"
VALUE: Final = "value"
LIMITS: Final = "limits"
PAIRS: Final = "pairs"
WORD: Final = "word"
TEXT: Final = "text"

#: What `*` stands for: every type of piece.
ALL: Final = "*"
#: Results for the side to move.
WIN, LOSS, DRAW, NONE = "win", "loss", "draw", "none"

_NOTHING: Final[frozenset[Any]] = frozenset()
_EVERYWHERE: Final = None


@dataclass(frozen=True)
class Key:
    """One key: the kind of its value, what holds without it, and the keys it says for both sides."""

    kind: str
    default: Any = None
    stands_for: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def ranks(*numbers: int) -> frozenset[tuple[int | None, int | None]]:
    """A region of whole ranks."""
    return frozenset((None, number - 1) for number in numbers)


def _sides(name: str, kind: str, white: Any, black: Any) -> dict[str, Key]:
    """A key for both sides and one for each."""
    return {
        name: Key(kind, None, (f"{name}White", f"{name}Black")),
        f"{name}White": Key(kind, white),
        f"{name}Black": Key(kind, black),
    }


_PAWNS: Final = frozenset({"pawn"})
_ENCLOSING: Final = ("none", "reversi", "ataxx", "quadwrangle", "snort", "anyside", "top")

#: Every key but the names of pieces, which `names` holds, and the regions of single types.
#: Those that stand for others come before them, for the nearer word counts.
KEYS: Final[dict[str, Key]] = {
    "variantTemplate": Key(TEXT, "fairy"),
    "pieceToCharTable": Key(TEXT, "-"),
    "pocketSize": Key(NUMBER, 0),
    "pieceValueMg": Key(TEXT, ""),
    "pieceValueEg": Key(TEXT, ""),
    "maxRank": Key(NUMBER, 8),
    "maxFile": Key(FILE, 8),
    "chess960": Key(FLAG, False),
    "twoBoards": Key(FLAG, False),
    "startFen": Key(TEXT, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    "pawnTypes": Key(
        TYPES,
        None,
        (
            "promotionPawnTypesWhite",
            "promotionPawnTypesBlack",
            "enPassantTypesWhite",
            "enPassantTypesBlack",
            "nMoveRuleTypesWhite",
            "nMoveRuleTypesBlack",
        ),
    ),
    **_sides("promotionRegion", REGION, ranks(8), ranks(1)),
    **_sides("promotionPawnTypes", TYPES, _PAWNS, _PAWNS),
    **_sides("promotionPieceTypes", TYPES, _NOTHING, _NOTHING),
    "sittuyinPromotion": Key(FLAG, False),
    "promotionLimit": Key(LIMITS, ()),
    "promotedPieceType": Key(PAIRS, ()),
    "piecePromotionOnCapture": Key(FLAG, False),
    "mandatoryPawnPromotion": Key(FLAG, True),
    "mandatoryPiecePromotion": Key(FLAG, False),
    "pieceDemotion": Key(FLAG, False),
    "blastOnCapture": Key(FLAG, False),
    "blastImmuneTypes": Key(TYPES, _NOTHING),
    "mutuallyImmuneTypes": Key(TYPES, _NOTHING),
    "petrifyOnCaptureTypes": Key(TYPES, _NOTHING),
    "petrifyBlastPieces": Key(FLAG, False),
    "doubleStep": Key(FLAG, True),
    **_sides("doubleStepRegion", REGION, ranks(2), ranks(7)),
    **_sides("tripleStepRegion", REGION, _NOTHING, _NOTHING),
    **_sides("enPassantRegion", REGION, _EVERYWHERE, _EVERYWHERE),
    **_sides("enPassantTypes", TYPES, _PAWNS, _PAWNS),
    "castling": Key(FLAG, True),
    "castlingDroppedPiece": Key(FLAG, False),
    "castlingKingsideFile": Key(FILE, 7),
    "castlingQueensideFile": Key(FILE, 3),
    "castlingRank": Key(NUMBER, 1),
    "castlingKingFile": Key(FILE, 5),
    "castlingKingPiece": Key(TYPE, "king"),
    "castlingRookKingsideFile": Key(FILE, None),
    "castlingRookQueensideFile": Key(FILE, None),
    "castlingRookPieces": Key(TYPES, frozenset({"rook"})),
    "oppositeCastling": Key(FLAG, False),
    "checking": Key(FLAG, True),
    "dropChecks": Key(FLAG, True),
    "mustCapture": Key(FLAG, False),
    "mustDrop": Key(FLAG, False),
    "mustDropType": Key(TYPE, ALL),
    "pieceDrops": Key(FLAG, False),
    "dropLoop": Key(FLAG, False),
    "capturesToHand": Key(FLAG, False),
    "firstRankPawnDrops": Key(FLAG, False),
    "promotionZonePawnDrops": Key(FLAG, False),
    "enclosingDrop": Key(WORD, "none", words=_ENCLOSING),
    "enclosingDropStart": Key(REGION, _NOTHING),
    **_sides("dropRegion", REGION, _EVERYWHERE, _EVERYWHERE),
    "sittuyinRookDrop": Key(FLAG, False),
    "dropOppositeColoredBishop": Key(FLAG, False),
    "dropPromoted": Key(FLAG, False),
    "dropNoDoubled": Key(TYPE, None),
    "dropNoDoubledCount": Key(NUMBER, 1),
    "immobilityIllegal": Key(FLAG, False),
    "gating": Key(FLAG, False),
    "wallingRule": Key(WORD, "none", words=("none", "arrow", "duck", "edge", "past", "static")),
    **_sides("wallingRegion", REGION, _EVERYWHERE, _EVERYWHERE),
    "wallOrMove": Key(FLAG, False),
    "seirawanGating": Key(FLAG, False),
    "cambodianMoves": Key(FLAG, False),
    "diagonalLines": Key(REGION, _NOTHING),
    **_sides("pass", FLAG, False, False),
    **_sides("passOnStalemate", FLAG, False, False),
    "makpongRule": Key(FLAG, False),
    "flyingGeneral": Key(FLAG, False),
    "soldierPromotionRank": Key(NUMBER, 1),
    "flipEnclosedPieces": Key(WORD, "none", words=_ENCLOSING),
    **_sides("nMoveRuleTypes", TYPES, _PAWNS, _PAWNS),
    "nMoveRule": Key(NUMBER, 50),
    "nFoldRule": Key(NUMBER, 3),
    "nFoldValue": Key(VALUE, DRAW),
    "nFoldValueAbsolute": Key(FLAG, False),
    "perpetualCheckIllegal": Key(FLAG, False),
    "moveRepetitionIllegal": Key(FLAG, False),
    "chasingRule": Key(WORD, "none", words=("none", "axf")),
    "stalemateValue": Key(VALUE, DRAW),
    "stalematePieceCount": Key(FLAG, False),
    "checkmateValue": Key(VALUE, LOSS),
    "shogiPawnDropMateIllegal": Key(FLAG, False),
    "shatarMateRule": Key(FLAG, False),
    "bikjangRule": Key(FLAG, False),
    "extinctionValue": Key(VALUE, NONE),
    "extinctionClaim": Key(FLAG, False),
    "extinctionPseudoRoyal": Key(FLAG, False),
    "dupleCheck": Key(FLAG, False),
    "extinctionPieceTypes": Key(TYPES, _NOTHING),
    "extinctionPieceCount": Key(NUMBER, 0),
    "extinctionOpponentPieceCount": Key(NUMBER, 0),
    **_sides("flagPiece", TYPE, ALL, ALL),
    **_sides("flagRegion", REGION, _NOTHING, _NOTHING),
    "flagPieceCount": Key(NUMBER, 1),
    "flagPieceBlockedWin": Key(FLAG, False),
    "flagMove": Key(FLAG, False),
    "flagPieceSafe": Key(FLAG, False),
    "checkCounting": Key(FLAG, False),
    "connectN": Key(NUMBER, 0),
    "connectPieceTypes": Key(TYPES, frozenset({ALL})),
    "connectVertical": Key(FLAG, True),
    "connectHorizontal": Key(FLAG, True),
    "connectDiagonal": Key(FLAG, True),
    "connectRegion1White": Key(REGION, _NOTHING),
    "connectRegion2White": Key(REGION, _NOTHING),
    "connectRegion1Black": Key(REGION, _NOTHING),
    "connectRegion2Black": Key(REGION, _NOTHING),
    "connectNxN": Key(NUMBER, 0),
    "collinearN": Key(NUMBER, 0),
    "connectValue": Key(VALUE, WIN),
    "materialCounting": Key(
        WORD, "none", words=("none", "janggi", "unweighted", "whitedrawodds", "blackdrawodds")
    ),
    "adjudicateFullBoard": Key(FLAG, False),
    "countingRule": Key(WORD, "none", words=("none", "makruk", "cambodian", "asean")),
    "castlingWins": Key(TEXT, "-"),
}
