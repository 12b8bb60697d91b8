"""Promotion in a draft: of pawns to a choice of pieces, of pieces to what is on their other side."""

from __future__ import annotations

from typing import Any

from rete_chess.core.atoms import Topology
from rete_chess.core.geometry import COLORS as SIDES
from rete_chess.core.geometry import geometry
from rete_chess.core.paths import ways_from
from rete_chess.documents.language.atom import MoveAtom, to_atom
from rete_chess.documents.language.betza import BetzaError, parse_betza
from rete_chess.interop.fairy.draft import COLORS, Draft, Squares, among
from rete_chess.interop.fairy.names import PAWN

_CROSSINGS = ["entering", "inside", "leaving"]
_CHESS = ["queen", "rook", "bishop", "knight"]


def add_promotions(draft: Draft) -> None:
    """Say who promotes, where and to what."""
    settings = draft.settings
    if settings["sittuyinPromotion"]:
        draft.lacks("sittuyinPromotion", "pawns that promote in place of a move, or one step aside")
    _pawns(draft)
    _other_sides(draft)
    _limits(draft)
    if settings["immobilityIllegal"]:
        _stuck(draft)


def _pawns(draft: Draft) -> None:
    """Pieces that promote like pawns."""
    settings = draft.settings
    names = {name for color in COLORS for name in settings.types("promotionPawnTypes", color)}
    others = dict(settings["promotedPieceType"])
    for name in [name for name in settings.letters if name in names]:
        entries: list[tuple[str, Squares, list[str]]] = []
        for color in COLORS:
            chosen = [draft.types[other] for other in _choice(draft, color) if other in draft.types]
            zone = draft.squares(settings.of("promotionRegion", color))
            if name in settings.types("promotionPawnTypes", color) and chosen and zone:
                entries.append((color, zone, chosen))
        if name in others and entries:
            entries = [(color, zone, [*chosen, draft.promoted[name]]) for color, zone, chosen in entries]
            draft.both.append(name)
        elif not entries and name not in others:
            _halted(draft, name)
        if not entries and draft.types[name] == PAWN:
            draft.moves.append({"for": {"type": PAWN}, "promote": []})
        _write(draft, name, entries)


def _halted(draft: Draft, name: str) -> None:
    """A pawn that has to promote, to nothing that there is, stays outside."""
    if not draft.settings["mandatoryPawnPromotion"]:
        return
    white, black = (
        draft.squares(draft.settings.of("promotionRegion", color))
        if name in draft.settings.types("promotionPawnTypes", color)
        else frozenset()
        for color in COLORS
    )
    for part, zone in draft.of_sides(white, black):
        keep_out(draft, {"type": draft.types[name], **part}, zone, "there is nothing to promote to")


def keep_out(draft: Draft, who: dict[str, Any], zone: Any, because: str) -> None:
    """Forbid pieces some squares, which they attack all the same."""
    always = [{"count": {}, "ge": 0}]
    draft.moves.append({"forbid": {"piece": who, "to": zone, "after": always}, "because": because})


def _choice(draft: Draft, color: str) -> list[str]:
    """What pawns of a side become, the strongest of chess first."""
    named = draft.settings.types("promotionPieceTypes", color)
    first = [name for name in _CHESS if name in named]
    return [*first, *(name for name in named if name not in first)]


def _write(draft: Draft, name: str, entries: list[tuple[str, Squares, list[str]]]) -> None:
    """The promotion of a pawn, once if it is the same for both sides."""
    settings, type_id = draft.settings, draft.types[name]
    must = settings["mandatoryPawnPromotion"]
    if len(entries) == 2 and entries[0][2] == entries[1][2]:
        both = draft.choice(entries[0][1], entries[1][1])
        if both is not None:
            if type_id == PAWN and must and both == {"ownRank": draft.height} and entries[0][2] == _CHESS:
                return
            draft.moves.append({"for": {"type": type_id}, "promotion": _promotion(both, entries[0][2], must)})
            return
    for color, zone, chosen in entries:
        one = _promotion(draft.plain(zone), chosen, must)
        draft.moves.append({"for": {"type": type_id, "color": color}, "promotion": one})
    if len(entries) == 1 and type_id == PAWN:
        other = COLORS[1 - COLORS.index(entries[0][0])]
        draft.moves.append({"for": {"type": PAWN, "color": other}, "promote": []})


def _promotion(zone: Any, chosen: list[str], must: bool) -> dict[str, Any]:
    return {"zone": zone, "to": list(chosen), **({} if must else {"must": False})}


def _other_sides(draft: Draft) -> None:
    """Pieces that have another side, as those of shogi."""
    settings = draft.settings
    if not draft.promoted:
        return
    if settings["piecePromotionOnCapture"]:
        draft.lacks("piecePromotionOnCapture", "promotion by captures alone")
    if _meets_passing(draft):
        draft.lacks("promotedPieceType", "pawns that do not promote where they capture in passing")
    must = settings["mandatoryPiecePromotion"]
    white, black = (draft.squares(settings.of("promotionRegion", color)) for color in COLORS)
    for name, type_id in draft.promoted.items():
        if name in draft.both:
            continue
        pairs = [(draft.types[name], type_id)]
        pairs += [(type_id, draft.types[name])] if settings["pieceDemotion"] else []
        for base, becomes in pairs:
            for part, zone in draft.of_sides(white, black):
                one = {"zone": zone, "when": _CROSSINGS, "to": [becomes], **({} if must else {"must": False})}
                draft.moves.append({"for": {"type": base, **part}, "promotion": one})


def _meets_passing(draft: Draft) -> bool:
    """Whether pawns with another side may capture in passing into the squares of promotion."""
    settings = draft.settings
    takers = {name for color in COLORS for name in settings.types("enPassantTypes", color)}
    if not settings["doubleStep"] or not takers & (draft.promoted.keys() - set(draft.both)):
        return False
    for color, other, ahead in (("white", "black", -1), ("black", "white", 1)):
        steps = draft.squares(settings.of("doubleStepRegion", other))
        passed = {(file, rank + ahead) for file, rank in steps}
        if passed & draft.squares(settings.of("promotionRegion", color)):
            return True
    return False


def _limits(draft: Draft) -> None:
    """How many pieces of a type a side may have by promotion."""
    cases = []
    for name, number in draft.settings["promotionLimit"]:
        kinds = draft.kinds([name])
        if kinds:
            cases.append([{"count": {"type": among(kinds), "color": "$side"}, "gt": number}])
    if cases and draft.settings["capturesToHand"]:
        draft.lacks("promotionLimit", "limits on what pawns become, beside pieces that are dropped")
    elif cases:
        after = [{"side": {"color": "$side", "moved": True}}, {"any": cases}]
        draft.moves.append(
            {"forbid": {"kind": "promotion", "after": after}, "because": "there are enough of them"}
        )


def _stuck(draft: Draft) -> None:
    """Pieces do not go, and are not dropped, where they could never move from."""
    for type_id in draft.letters.values():
        squares = [stuck_squares(draft, type_id, side) for side in range(len(SIDES))]
        if not any(squares):
            continue
        zones = _must_where_stuck(draft, type_id, squares)
        left = [stuck - zone for stuck, zone in zip(squares, zones)]
        for part, zone in draft.of_sides(left[0], left[1]):
            keep_out(draft, {"type": type_id, **part}, zone, "it could never move from there")


def _must_where_stuck(draft: Draft, type_id: str, squares: list[Squares]) -> list[Squares]:
    """Who may promote where it would be stuck has to. The answer are the squares of promotion by side."""
    found: list[Squares] = [frozenset(), frozenset()]
    for entry in draft.moves:
        one = entry.get("promotion")
        if one is None or entry["for"].get("type") != type_id:
            continue
        color = entry["for"].get("color")
        for side, own in enumerate(COLORS):
            if color in (None, own):
                found[side] = draft.squares(draft.settings.of("promotionRegion", own))
        if one.get("must") is not False:
            continue
        where = [stuck & zone for stuck, zone in zip(squares, found)]
        both = draft.choice(where[0], where[1])
        if color is None and both is not None:
            one["except"] = both
        elif color is not None and where[COLORS.index(color)]:
            one["except"] = draft.plain(where[COLORS.index(color)])
        elif any(where):
            draft.lacks("immobilityIllegal", "promotions that are compulsory on squares of no common word")
    return found


def stuck_squares(draft: Draft, type_id: str, side: int) -> Squares:
    """From where a type of a side has no way on an empty board."""
    atoms = atoms_of(draft, type_id)
    if not atoms:
        return frozenset()
    board = geometry(draft.width, draft.height)
    return frozenset(
        (file, rank)
        for file in range(draft.width)
        for rank in range(draft.height)
        if not ways_from(board, side, atoms, Topology(), board.square(file, rank))
    )


def atoms_of(draft: Draft, type_id: str) -> Any:
    """The ways of a type: those of its own document or of ours."""
    document = draft.documents.get(type_id)
    if document is None:
        from rete_chess.compiler import catalog

        return catalog.piece(type_id).atoms
    try:
        listed = document["moves"] if "moves" in document else parse_betza(document["betza"])
    except BetzaError:
        return ()
    return tuple(to_atom(MoveAtom.model_validate(atom)) for atom in listed)
