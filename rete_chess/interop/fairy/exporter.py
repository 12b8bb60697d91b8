"""Variants written as sections of a variant file, and all of them that such a section cannot say.

What the compiled tables hold, how pieces move, promote and castle, is taken from there; limits, rules and
ends are read in the documents. What is not recognised is told: nothing is left out in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from rete_chess.core.atoms import Atom, PieceType
from rete_chess.core.geometry import FILES, Zone, geometry, zone_squares
from rete_chess.documents.language.betza import format_betza
from rete_chess.errors import GameError
from rete_chess.interop.fairy.names import CUSTOM, KING, MOVES

if TYPE_CHECKING:
    from rete_chess.compiler import Program

_COLORS: Final = ("White", "Black")
#: The predefined pieces by their moves; of several the first. Pawns and kings are told apart by what they do.
_KNOWN: Final = {moves: name for name, moves in reversed(MOVES.items()) if moves and name != "pawn"}
_MOST_CUSTOM: Final = 25


@dataclass
class Export:
    """A section in the making."""

    program: Program
    keys: dict[str, str] = field(default_factory=dict)
    unsaid: list[str] = field(default_factory=list)
    letters: dict[str, str] = field(default_factory=dict)  # of our types, as the section writes them
    others: dict[str, str] = field(default_factory=dict)  # the types that pieces become on their other side
    pseudo_royal: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)

    @cached_property
    def in_play(self) -> frozenset[str]:
        """The types that stand in the start position, are in hand there, or that others become."""
        placement = self.program.start.partition(" ")[0].lower()
        kinds = {kind.id: kind for kind in self.program.laws.white}
        found = {name for name, kind in kinds.items() if kind.letter in placement}
        while True:
            more = {to for name in found for one in (kinds[name].promotion,) if one for to in one.to} - found
            if not more:
                return frozenset(found)
            found |= more

    @property
    def width(self) -> int:
        """Files of the board."""
        return self.program.laws.width

    @property
    def height(self) -> int:
        """Ranks of the board."""
        return self.program.laws.height

    def lacks(self, what: str) -> None:
        """Note what a section cannot say."""
        if what not in self.unsaid:
            self.unsaid.append(what)

    def region(self, zone: Zone, color: int) -> frozenset[int]:
        """The squares of a zone for a side."""
        return zone_squares(zone, geometry(self.width, self.height), color)

    def squares(self, squares: frozenset[int]) -> str:
        """Squares as a section names them, whole ranks by one word."""
        board = geometry(self.width, self.height)
        words: list[str] = []
        for rank in range(self.height):
            row = [board.square(file, rank) for file in range(self.width)]
            inside = [square for square in row if square in squares]
            words += (
                [f"*{rank + 1}"] if len(inside) == len(row) else [board.names[square] for square in inside]
            )
        return " ".join(words) or "-"

    def letters_of(self, types: Iterator[str] | list[str]) -> str:
        """The letters of some types, `-` for none."""
        return "".join(self.letters[name] for name in types if name in self.letters) or "-"


def export(program: Program, name: str | None = None, partial: bool = False) -> str:
    """The section of a program. What cannot be said is refused, or with `partial` noted in comments."""
    made = exported(program)
    if made.unsaid and not partial:
        message = f"{program.variant.top.id} cannot be said there: {'; '.join(made.unsaid)}"
        raise GameError(
            "E_EXPORT", message, hint="`--partial` writes what can be said, with comments on the rest"
        )
    lines = [f"# Not said: {what}." for what in made.unsaid]
    lines += [
        f"[{name or program.variant.top.id}]",
        *(f"{key} = {value}" for key, value in made.keys.items()),
    ]
    return "\n".join(lines) + "\n"


def exported(program: Program) -> Export:
    """What a section says of a program, and what it does not."""
    from rete_chess.interop.fairy.recognised import add_bodies, wholes_first

    made = Export(program)
    laws = program.laws
    if laws.width > 12 or laws.height > 10:
        made.lacks("boards beyond 12 x 10")
    made.keys["maxRank"] = str(laws.height)
    made.keys["maxFile"] = str(laws.width)
    bodies = wholes_first(made)
    _royal(made)
    _pieces(made)
    _castling(made)
    add_bodies(made, bodies)
    _start(made)
    return made


def _royal(made: Export) -> None:
    """Who is royal: one type is the king, as long as it cannot be made anew."""
    laws = made.program.laws
    types = [name for royal in laws.royal for name in royal.types]
    if any(royal.color != -1 or royal.last for royal in laws.royal):
        made.lacks("royalty that depends on more than a type")
    promoted = {to for kind in laws.white if kind.promotion for to in kind.promotion.to}
    if len(types) > 1 or set(types) & promoted:
        made.lacks("several royal types, or a royal piece that pawns become")
    if not types:
        made.keys["king"] = "-"
    if laws.self_check != (True, True):
        made.lacks("a side that may leave its king in check")


def _pieces(made: Export) -> None:
    """Pieces, their letters and moves."""
    laws = made.program.laws
    royal = {name for each in laws.royal for name in each.types}
    custom = 0
    made.letters.update(
        {kind.id: kind.letter for kind in laws.white if kind.id in made.in_play and "+" not in kind.letter}
    )
    for white, black in zip(laws.white, laws.black):
        if white.id not in made.in_play:
            continue
        spared = white.id in made.done and white.captures == black.captures == "none"
        if {white.captures, black.captures} != {"enemy"} and not spared:
            made.lacks(f"how the {white.id} captures")
        if white.topology != type(white.topology)():
            made.lacks(f"how the {white.id} moves along bent lines")
        betza = _moves(made, white, black)
        if white.letter.startswith("+") or betza is None:
            continue
        pawn = white.promotion is not None and white.promotion.when != ("entering", "inside", "leaving")
        name = _KNOWN.get(betza)
        if white.id in made.done:
            continue
        if white.id in royal:
            made.keys[KING] = white.letter if betza == "K" else f"{white.letter}:{betza}"
        elif betza in ("fmWfceF", "fmWfceFifmnD") and "pawn" not in made.done:
            made.done.add("pawn")
            made.keys["pawn"] = white.letter
            made.keys["doubleStep"] = str(betza.endswith("D")).lower()
        elif name is not None and name != KING and name not in made.keys and not pawn:
            made.keys[name] = white.letter
        elif custom < _MOST_CUSTOM:
            custom += 1
            made.keys[f"{CUSTOM}{custom}"] = f"{white.letter}:{betza}"
        else:
            made.lacks(f"more than {_MOST_CUSTOM} pieces of no name")
    made.keys.setdefault(
        "doubleStep",
        "true" if any("i" in made.keys.get(f"{CUSTOM}{n}", "")[2:] for n in range(1, 26)) else "false",
    )
    _promotions(made)


def _moves(made: Export, white: PieceType, black: PieceType) -> str | None:
    """The moves of a type in Betza notation, with first moves from the squares that are noted for them."""
    plain: list[str | None] = []
    for kind in (white, black):
        first = [atom for atom in kind.atoms if _is_double(atom)]
        rest = [atom for atom in kind.atoms if atom not in first]
        text = format_betza(rest) if rest else ""
        plain.append(text)
    if plain[0] is None or plain[0] != plain[1]:
        made.lacks(f"how the {white.id} moves")
        return None
    doubles = [[atom for atom in kind.atoms if _is_double(atom)] for kind in (white, black)]
    if not any(doubles):
        return _tidy(plain[0])
    regions = []
    for color, atoms in enumerate(doubles):
        squares: frozenset[int] = frozenset()
        for atom in atoms:
            squares |= made.region(atom.origin or Zone(), color)
        regions.append(squares)
    key = [made.squares(region) for region in regions]
    for side, text in zip(_COLORS, key):
        if made.keys.setdefault(f"doubleStepRegion{side}", text) != text:
            made.lacks("first moves from different squares")
    for color, atoms in enumerate(doubles):
        hidden = [atom for atom in atoms if atom.en_passant != "exposes"]
        if hidden:
            passed = frozenset().union(
                *(made.region(atom.origin or Zone(), color) for atom in atoms if atom.en_passant)
            )
            ahead = made.width if color == 0 else -made.width
            made.keys[f"enPassantRegion{_COLORS[1 - color]}"] = made.squares(
                frozenset(s + ahead for s in passed)
            )
    return f"{_tidy(plain[0])}ifmnD"


def _tidy(text: str) -> str:
    """The notation as the predefined pieces have it, where the order of atoms alone differs."""
    return _SPELT.get(text, text)


def _same(text: str) -> str:
    from rete_chess.documents.language.atom import MoveAtom, to_atom
    from rete_chess.documents.language.betza import parse_betza

    atoms = [to_atom(MoveAtom.model_validate(atom)) for atom in parse_betza(text)]
    return format_betza(atoms) or text


_SPELT: Final = {_same(moves): moves for moves in MOVES.values() if moves}


def _is_double(atom: Atom) -> bool:
    """Whether it is a double step straight ahead from some squares."""
    return (
        atom.step == "slide"
        and atom.directions == ((0, 1),)
        and (atom.shortest, atom.longest, atom.mode) == (2, 2, "move")
        and atom.origin is not None
    )


def _promotions(made: Export) -> None:
    """What pawns and pieces become, and where."""
    laws = made.program.laws
    crossing = ("entering", "inside", "leaving")
    pawns: dict[str, list[str]] = {"White": [], "Black": []}
    pairs: list[str] = []
    by_id = {kind.id: kind for kind in laws.white}
    for color, kinds in zip(_COLORS, (laws.white, laws.black)):
        side = _COLORS.index(color)
        for kind in kinds:
            one = kind.promotion
            if one is None or kind.id not in made.in_play:
                continue
            region = made.squares(made.region(one.zone, side))
            if made.keys.setdefault(f"promotionRegion{color}", region) != region:
                made.lacks("promotion in different zones")
            other = by_id.get(one.to[0])
            if (
                tuple(one.when) == crossing
                and len(one.to) == 1
                and other is not None
                and other.letter == f"+{kind.letter}"
            ):
                _other_side(made, kind, other, pairs, side)
                continue
            if tuple(one.when) != ("entering", "inside"):
                made.lacks(f"when the {kind.id} promotes")
            pawns[color].append(kind.id)
            must = str(one.must).lower()
            if made.keys.setdefault("mandatoryPawnPromotion", must) != must:
                made.lacks("promotion that only some pawns must make")
            if one.unless_on is not None:
                made.keys["immobilityIllegal"] = "true"
            chosen = made.letters_of(list(one.to))
            if made.keys.setdefault(f"promotionPieceTypes{color}", chosen) != chosen:
                made.lacks("pawns that become different pieces")
        made.keys[f"promotionPawnTypes{color}"] = made.letters_of(pawns[color])
    if pairs:
        made.keys["promotedPieceType"] = " ".join(dict.fromkeys(pairs))
    takers = [kind.id for kind in laws.white if any(atom.en_passant == "takes" for atom in kind.atoms)]
    made.keys["enPassantTypes"] = made.letters_of(takers)


def _other_side(made: Export, kind: PieceType, other: PieceType, pairs: list[str], side: int) -> None:
    """A piece of shogi: what it becomes must move as another piece of the section does."""
    one = kind.promotion
    assert one is not None
    betza = _tidy(format_betza(other.atoms) or "?")
    letter = next((word for key, word in made.keys.items() if MOVES.get(key) == betza), None)
    if letter is None:
        name = _KNOWN.get(betza)
        free = [sign for sign in "abcdefghijklmnopqrstuvwxyz" if sign not in made.letters.values()]
        if name is None or not free:
            made.lacks(f"how the {other.id} moves")
            return
        letter = made.letters[other.id] = free[0]
        made.keys[name] = letter
    made.others[kind.id] = other.id
    pairs.append(f"{kind.letter}:{letter[0]}")
    must = str(one.must).lower()
    if made.keys.setdefault("mandatoryPiecePromotion", must) != must:
        made.lacks("promotion that only some pieces must make")
    if one.unless_on is not None:
        made.keys["immobilityIllegal"] = "true"


def _castling(made: Export) -> None:
    """Who castles, with whom, and to where."""
    laws = made.program.laws
    castlers = [kind for kind in laws.white if kind.castle is not None]
    made.keys["castling"] = str(bool(castlers)).lower()
    if not castlers:
        return
    kind, castle = castlers[0], castlers[0].castle
    assert castle is not None
    if len(castlers) > 1 or any(one.castle != other.castle for one, other in zip(laws.white, laws.black)):
        made.lacks("castling of several pieces")
    made.keys["castlingKingPiece"] = made.letters_of([kind.id])
    made.keys["castlingRookPieces"] = made.letters_of(list(castle.partners))
    to = castle.to or (made.width - 2, 2)
    if castle.partner_to is not None and castle.partner_to != (to[0] - 1, to[1] + 1):
        made.lacks("castling that leaves the partner elsewhere than beside the king")
    made.keys["castlingKingsideFile"], made.keys["castlingQueensideFile"] = FILES[to[0]], FILES[to[1]]
    made.keys["castlingRank"] = str(castle.rank)


def _start(made: Export) -> None:
    """The start position in Fairy-Stockfish's dialect."""
    from rete_chess.engine import Engine
    from rete_chess.interop.fen import FAIRY, write_fen

    made.keys["startFen"] = write_fen(Engine(made.program, None, "native"), FAIRY)
