"""Pieces of a draft: their types and letters, how they move, and steps that depend on where a side stands."""

from __future__ import annotations

import re
from typing import Any, Final

from rete_chess.documents.language.betza import BetzaError, parse_betza
from rete_chess.interop.fairy.draft import COLORS, Draft, Squares, among
from rete_chess.interop.fairy.names import CUSTOM, KING, OURS, PAWN

Atom = dict[str, Any]

#: What chess says of pawns, which our own pawn says by itself.
_STEP: Final[Atom] = {"leap": "forward", "mode": "move"}
_STRIKE: Final[Atom] = {"leap": "forward-diagonal", "mode": "capture", "enPassant": "takes"}
#: Double steps by the leaps that they are in notation: straight ahead, and of berolina pawns.
_DOUBLE: Final = {"[[0, 2]]": "forward", "[[-2, 2], [2, 2]]": "forward-diagonal"}
#: The types of janggi, which know the lines of its palaces.
_PALACE: Final = {
    "rook": "janggi-chariot",
    "janggiCannon": "janggi-cannon",
    "soldier": "janggi-soldier",
    "wazir": "janggi-guard",
    KING: "janggi-general",
}
_PALACES: Final = frozenset((f, r) for r in (0, 2, 7, 9) for f in (3, 5)) | {(4, 1), (4, 8)}


def add_pieces(draft: Draft) -> None:
    """Give every piece in play a type with its moves, and the letters of those it promotes to."""
    settings = draft.settings
    lines = draft.squares(settings["diagonalLines"])
    has_palaces = bool(lines) and lines == _PALACES and (draft.width, draft.height) == (9, 10)
    if lines and not has_palaces:
        draft.lacks("diagonalLines", "lines of other palaces than those of janggi")
    for name, letter in settings.letters.items():
        type_id = _type_of(draft, name, letter, has_palaces)
        draft.types[name] = type_id
        draft.letters[letter] = type_id
    for name, other in settings["promotedPieceType"]:
        if name in settings.letters and other in settings.letters:
            _promoted(draft, name, other, has_palaces)
    for name in settings.letters:
        _by_region(draft, name)
    _takers(draft)


def _type_of(draft: Draft, name: str, letter: str, has_palaces: bool) -> str:
    """The id of the type that a piece is: one of ours that moves alike, or one with a document of its own."""
    settings = draft.settings
    if has_palaces and name in _PALACE:
        return _PALACE[name]
    if name not in settings.betza:
        if name in (PAWN, KING):
            return name
        if name in OURS:
            return OURS[name]
    if name == "soldier" and settings["soldierPromotionRank"] > 1:
        betza = "fW"
    else:
        betza = settings.moves_of(name)
    plain = re.sub("([A-Z])", lambda found: "-" + found[1].lower(), name)
    named = name in settings.betza or name.startswith(CUSTOM)
    type_id = f"{spelt(settings.name)}-{letter}" if named else plain
    draft.documents[type_id] = _document(draft, type_id, name, letter, betza)
    return type_id


def spelt(name: str) -> str:
    """A name as an id: one that begins with a letter, of small letters, digits and hyphens."""
    text = re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")
    return text if text[:1].isalpha() else f"fairy-{text}"


def _document(draft: Draft, type_id: str, name: str, letter: str, betza: str) -> dict[str, Any]:
    """The document of a piece; what depends on squares is left to the variant."""
    if name not in draft.settings.types("enPassantTypes", COLORS[0]):
        betza = betza.replace("e", "")
    kept = [part for part in _parts(betza) if "i" not in part]
    text = "".join(kept)
    document: dict[str, Any] = {"kind": "piece", "id": type_id, "letter": letter}
    if name == "soldier" or not text or _atoms(draft, name, text) is None:
        document["moves"] = _atoms(draft, name, text) or []
    else:
        document["betza"] = text
    return document


def _atoms(draft: Draft, name: str, text: str) -> list[Atom] | None:
    """The atoms of a text; what cannot be read is noted, and None is the answer."""
    if not text:
        return []
    try:
        return parse_betza(text)
    except BetzaError as error:
        draft.lacks(name, f"the moves {text}: {error}")
        return None


def _parts(betza: str) -> list[str]:
    """The atoms of a text one by one."""
    return [found[0] for found in re.finditer(r"[a-z]*([A-Z])(?:\1|[0-9]{1,2})?", betza)]


def _takers(draft: Draft) -> None:
    """Who captures in passing: pieces whose notation says so, on both sides alike."""
    if not _is_exposed(draft):
        return
    white, black = (draft.settings.types("enPassantTypes", color) for color in COLORS)
    if white != black:
        draft.lacks("enPassantTypes", "pieces of one side that capture in passing")
    for name in white:
        if "e" not in draft.settings.moves_of(name):
            draft.lacks(
                "enPassantTypes", f"capture in passing by pieces that move {draft.settings.moves_of(name)}"
            )


def _is_exposed(draft: Draft) -> bool:
    """Whether there are steps that expose to capture in passing."""
    stands = draft.settings.letters.get(PAWN, "-") in draft.start.partition(" ")[0].lower()
    changed = [entry for entry in draft.moves if "use" in entry or "add" in entry]
    own = [entry for entry in changed if entry["for"].get("type") == PAWN]
    if stands and not own:
        return True
    moving = changed if stands else [entry for entry in changed if entry not in own]
    atoms = [atom for entry in moving for key in ("use", "add") for atom in entry.get(key, ())]
    return any(atom.get("enPassant") == "exposes" for atom in atoms)


def _promoted(draft: Draft, name: str, other: str, has_palaces: bool) -> None:
    """The type that a piece becomes: it moves as another one, and has the letter of the first with a plus."""
    settings = draft.settings
    type_id = f"{spelt(settings.name)}-promoted-{settings.letters[name]}"
    letter = f"+{settings.letters[name]}"
    like = draft.types[other]
    document: dict[str, Any] = {"kind": "piece", "id": type_id, "letter": letter}
    if like in draft.documents:
        document.update(
            {key: draft.documents[like][key] for key in ("moves", "betza") if key in draft.documents[like]}
        )
    else:
        document["betza"] = settings.moves_of(other)
    if has_palaces and other in _PALACE:
        draft.lacks("promotedPieceType", "a promotion to a piece that knows the lines of palaces")
    draft.documents[type_id] = document
    draft.promoted[name] = type_id
    draft.letters[letter] = type_id


# -- what depends on where a piece stands -----------------------------------------------------------


def _by_region(draft: Draft, name: str) -> None:
    """Steps from some squares only, and squares that a piece may not enter."""
    settings = draft.settings
    if name == PAWN:
        _pawn(draft)
    elif name == "soldier" and draft.types[name] != "janggi-soldier":
        _soldier(draft)
    else:
        _first_moves(draft, name)
    white, black = (draft.squares(settings.mobility.get((color, name))) for color in COLORS)
    board = draft.squares(None)
    if not white or not black:
        draft.lacks("mobilityRegion", "a region without squares")
        return
    if white == board == black:
        return
    kinds = draft.kinds([name])
    looks = settings["flyingGeneral"] and name == KING
    for part, squares in _wholly(draft, white, black):
        limit = {"piece": {"type": among(kinds), **part}, "to": {"not": squares}}
        struck = {"target": {"type": {"not": among(kinds)}}} if looks else {"kind": "capture"}
        for kind in ({"kind": "move"}, struck):
            draft.moves.append({"forbid": {**kind, **limit}, "because": "it stays in its region"})


def _wholly(draft: Draft, white: Squares, black: Squares) -> list[tuple[dict[str, Any], Any]]:
    """Squares by side; the whole board, which no word is needed for, is left out."""
    board = draft.squares(None)
    both = draft.choice(white, black)
    if both is not None:
        return [({}, both)]
    return [
        ({"color": color}, draft.plain(squares))
        for color, squares in zip(COLORS, (white, black))
        if squares != board
    ]


def first_squares(draft: Draft, key: str = "doubleStepRegion") -> tuple[Squares, Squares]:
    """From where pieces of each side make their first move."""
    white, black = (draft.squares(draft.settings.of(key, color)) for color in COLORS)
    return white, black


def _pawn(draft: Draft) -> None:
    """The pawn: our own, unless something is said that chess does not say."""
    settings = draft.settings
    takers = [name for color in COLORS for name in settings.types("enPassantTypes", color)]
    double = settings["doubleStep"]
    white, black = first_squares(draft)
    triple = first_squares(draft, "tripleStepRegion")
    exposes = _exposes(draft)
    usual = draft.squares(frozenset({(None, 1)})), draft.squares(frozenset({(None, draft.height - 2)}))
    is_usual = double and (white, black) == usual and not any(triple) and PAWN in takers
    if is_usual and exposes is True:
        return
    strike = _STRIKE if PAWN in takers else {key: part for key, part in _STRIKE.items() if key != "enPassant"}
    for part, squares in _apart(draft, draft.of_sides(white, black)) if double else []:
        _pawn_steps(draft, part, squares, 2)
    for part, squares in draft.of_sides(*triple):
        _pawn_steps(draft, part, squares, 3)
    draft.moves.insert(0, {"for": {"type": PAWN}, "use": [dict(_STEP), dict(strike)]})
    _gather(draft, PAWN)


def _pawn_steps(draft: Draft, part: dict[str, Any], squares: Any, count: int) -> None:
    for color in [part["color"]] if part else [None]:
        atom = {
            "slide": "forward",
            "range": [count, count],
            "mode": "move",
            "from": squares,
            "tag": "double-step",
        }
        if _exposes(draft, color) is not False:
            atom["enPassant"] = "exposes"
        draft.moves.append({"for": {"type": PAWN, **part}, "add": [atom]})


def _gather(draft: Draft, type_id: str) -> None:
    """Put steps that are added into the `use` of the same pieces, which leaves them out otherwise."""
    first = next(entry for entry in draft.moves if entry.get("for") == {"type": type_id} and "use" in entry)
    added = [entry for entry in draft.moves if "add" in entry and entry["for"].get("type") == type_id]
    for entry in added:
        draft.moves.remove(entry)
    if all("color" not in entry["for"] for entry in added):
        first["use"] += [atom for entry in added for atom in entry["add"]]
        return
    place = draft.moves.index(first)
    draft.moves[place : place + 1] = [
        {
            "for": {"type": type_id, "color": color},
            "use": [
                *first["use"],
                *(
                    atom
                    for entry in added
                    if entry["for"].get("color", color) == color
                    for atom in entry["add"]
                ),
            ],
        }
        for color in COLORS
    ]


def _apart(draft: Draft, sides: list[tuple[dict[str, Any], Any]]) -> list[tuple[dict[str, Any], Any]]:
    """First moves side by side, where those of one side alone expose to capture in passing."""
    if _exposes(draft, COLORS[0]) == _exposes(draft, COLORS[1]):
        return sides
    return [
        ({"color": color}, squares)
        for part, squares in sides
        for color in COLORS
        if part.get("color", color) == color
    ]


def _exposes(draft: Draft, color: str | None = None) -> bool | None:
    """Whether double steps can be taken in passing: wherever they go, nowhere, or None for some squares."""
    answers = set()
    for own in COLORS if color is None else (color,):
        other = COLORS[1 - COLORS.index(own)]
        region = draft.squares(draft.settings.of("enPassantRegion", other))
        starts = draft.squares(draft.settings.of("doubleStepRegion", own))
        ahead = 1 if own == COLORS[0] else -1
        passed = {(file, rank + ahead) for file, rank in starts} & draft.squares(None)
        reached = {(file, rank + 2 * ahead) for file, rank in starts} & draft.squares(None)
        promotes = reached and reached <= draft.squares(draft.settings.of("promotionRegion", own))
        answers.add(False if promotes else True if passed <= region else None if passed & region else False)
    return answers.pop() if len(answers) == 1 else None


def _soldier(draft: Draft) -> None:
    """Soldiers step aside from a rank on."""
    rank = draft.settings["soldierPromotionRank"]
    if rank > 1 and rank <= draft.height:
        zone = {"ownRank": list(range(rank, draft.height + 1))}
        kinds = draft.kinds(["soldier"])
        draft.moves.append({"for": {"type": among(kinds)}, "add": [{"leap": "sideways", "from": zone}]})


def _first_moves(draft: Draft, name: str) -> None:
    """The parts of a piece's notation that are only first moves, from the squares of first moves."""
    first = "".join(part for part in _parts(draft.settings.moves_of(name)) if "i" in part)
    if not first:
        return
    atoms = _atoms(draft, name, first)
    white, black = first_squares(draft)
    for part, squares in _apart(draft, draft.of_sides(white, black)) if atoms else []:
        placed = []
        for atom in atoms or []:
            placed.append(_exposing(draft, name, {**atom, "from": squares}, part))
        draft.moves.append({"for": {"type": among(draft.kinds([name])), **part}, "add": placed})


def _exposing(draft: Draft, name: str, atom: Atom, part: dict[str, Any]) -> Atom:
    """A double step straight ahead exposes to capture in passing, if any piece takes so."""
    takers = {own for color in COLORS for own in draft.settings.types("enPassantTypes", color)}
    way = _DOUBLE.get(repr(sorted(atom.get("leap", ()))))
    if way is None or name not in takers or _exposes(draft, part.get("color")) is False:
        return atom
    rest = {key: value for key, value in atom.items() if key not in ("leap", "via", "turned")}
    return {
        "slide": way,
        "range": [2, 2],
        **rest,
        "mode": "move",
        "tag": "double-step",
        "enPassant": "exposes",
    }
