"""Random documents in which pieces move, count and are helped by what they are and where they stand.

Every building block is a piece of YAML with its meaning said a second time, in plain Python, so that
the engine can be compared with something that shares no code with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from rete_chess.compiler import program_of
from rete_chess.core.atoms import DIAGONAL, KNIGHT, ORTHOGONAL, Atom, PieceType
from rete_chess.core.geometry import COLORS
from rete_chess.core.lawbook import Standing
from rete_chess.engine import Engine

HEAD = """kind: variant
id: {id}
name: Random
extends: chess
attributes:
  Power: {{of: piece, type: int, for: {{type: {{in: [pawn, knight, rook]}}}}, start: {power}, min: 0, max: 5}}
  Bonus: {{of: piece, type: int, min: 0, max: 3}}
"""


class Facts(NamedTuple):
    """One piece as the reference sees it; `power` and `bonus` are values in effect."""

    entity: int
    kind: str
    color: int
    square: int
    power: int | None
    bonus: int | None


def distance(a: int, b: int) -> int:
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def own_rank(piece: Facts) -> int:
    return piece.square // 8 + 1 if piece.color == 0 else 8 - piece.square // 8


# -- contributions: each says what a source gives to a piece, from stored values alone -----------------


@dataclass(frozen=True)
class Gift:
    text: str
    attribute: str
    amount: Callable[[Facts, Facts], int]  # source, piece


GIFTS = (
    Gift(
        """  - id: aura
    at: derive
    when: [{piece: {id: $k, type: king, color: $c}}]
    do: [{contribute: {target: {around: $k, radius: 2, filter: {color: $c}}, attr: Bonus, by: 1}}]
""",
        "Bonus",
        lambda source, piece: int(
            source.kind == "king"
            and source.color == piece.color
            and 0 < distance(source.square, piece.square) <= 2
        ),
    ),
    Gift(
        """  - id: panic
    at: derive
    when: [{piece: {id: $p, Power: {lt: 2}}}]
    do: [{contribute: {target: $p, attr: Bonus, by: 2}}]
""",
        "Bonus",
        lambda source, piece: 2 * (source is piece and piece.power is not None and piece.power < 2),
    ),
    Gift(
        """  - id: dread
    at: derive
    when: [{piece: {id: $q, type: queen, color: $c}}, {piece: {id: $p, type: knight, color: {not: $c}}}]
    do: [{contribute: {target: $p, attr: Power, by: -1}}]
""",
        "Power",
        lambda source, piece: (
            -int(source.kind == "queen" and piece.kind == "knight" and source.color != piece.color)
        ),
    ),
    Gift(
        """  - id: turn
    at: derive
    when: [{side: {color: $c, toMove: true}}, {piece: {id: $p, type: rook, color: $c}}]
    do: [{contribute: {target: $p, attr: Power, by: 1}}]
""",
        "Power",
        lambda source, piece: 0,  # said by `turn_gift`, for it needs the side to move
    ),
)


# -- changes of movement -------------------------------------------------------------------------------

Change = Callable[[PieceType, Facts, list[Facts], bool], PieceType]  # type, piece, all pieces, is it royal


@dataclass(frozen=True)
class Entry:
    text: str
    change: Change


def _adds(*atoms: Atom) -> Callable[[PieceType], PieceType]:
    return lambda kind: replace(kind, atoms=kind.atoms + atoms)


def _leap(directions: tuple[tuple[int, int], ...], tag: str = "", mode: str = "both") -> Atom:
    return Atom("leap", directions, mode=mode, longest=1, tag=tag)


def _if(holds: Callable[[Facts, list[Facts], bool], bool], then: Callable[[PieceType], PieceType]) -> Change:
    return lambda kind, piece, others, royal: then(kind) if holds(piece, others, royal) else kind


def _longer(kind: PieceType, piece: Facts, others: list[Facts], royal: bool) -> PieceType:
    steps = piece.bonus or 0
    if piece.kind not in ("knight", "king", "pawn") or not steps:
        return kind
    topology = replace(kind.topology, extra_range=min(7, kind.topology.extra_range + steps))
    return replace(kind, topology=topology)


ENTRIES = (
    Entry("  - {for: {id: $p, type: {in: [knight, king, pawn]}}, modify: {range: $p.Bonus}}\n", _longer),
    Entry(
        "  - {for: {Power: {ge: 3}}, add: [{leap: knight, tag: strong}]}\n",
        _if(lambda p, _, __: p.power is not None and p.power >= 3, _adds(_leap(KNIGHT, "strong"))),
    ),
    Entry(
        "  - {for: {type: pawn, square: {ownRank: 4}}, captures: none}\n",
        _if(
            lambda p, _, __: p.kind == "pawn" and own_rank(p) == 4,
            lambda kind: replace(kind, captures="none"),
        ),
    ),
    Entry(
        "  - {for: {type: bishop, Bonus: {gt: 0}}, use: [{slide: orthogonal}]}\n",
        _if(
            lambda p, _, __: p.kind == "bishop" and bool(p.bonus),
            lambda kind: replace(kind, atoms=(Atom("slide", ORTHOGONAL),), castle=None),
        ),
    ),
    Entry(
        "  - {for: {type: {in: [rook, queen]}, last: true}, add: [{leap: knight}]}\n",
        _if(
            lambda p, others, _: (
                p.kind in ("rook", "queen")
                and sum((o.kind, o.color) == (p.kind, p.color) for o in others) == 1
            ),
            _adds(_leap(KNIGHT)),
        ),
    ),
    Entry(
        "  - {for: {type: bishop}, add: [{leap: orthogonal, mode: move}]}\n",
        _if(lambda p, _, __: p.kind == "bishop", _adds(_leap(ORTHOGONAL, mode="move"))),
    ),
    Entry(
        "  - {for: {royal: true, type: {not: king}}, add: [{leap: diagonal}]}\n",
        _if(lambda p, _, royal: royal and p.kind != "king", _adds(_leap(DIAGONAL))),
    ),
    Entry(
        "  - {forbid: {kind: capture, piece: {type: rook, Power: 0}}, because: weak}\n",
        _if(lambda p, _, __: p.kind == "rook" and p.power == 0, lambda kind: replace(kind, captures="none")),
    ),
)

GUARD = "  - {forbid: {kind: capture, target: {type: {not: king}, Power: {ge: 4}}}, because: strong}\n"

ROYAL: dict[str, Callable[[Facts], bool]] = {
    "royal: [{type: king}]\n": lambda p: p.kind == "king",
    "royal: [{type: king}, {type: rook, Power: {ge: 3}}]\n": lambda p: (
        p.kind == "king" or (p.kind == "rook" and p.power is not None and p.power >= 3)
    ),
    "royal: [{Power: {ge: 4}}, {type: king, square: {ownRank: [1, 2, 3]}}]\n": lambda p: (
        (p.power is not None and p.power >= 4) or (p.kind == "king" and own_rank(p) <= 3)
    ),
}

RULES = (
    """  - id: train
    at: move
    when: [{event: {piece: $p}}, {piece: {id: $p, Power: {ge: 0}}}]
    do: [{add: {target: $p, attr: Power, by: 1}}]
""",
    """  - id: bleed
    at: capture
    when: [{event: {piece: $p}}, {piece: {id: $p, Power: {gt: 0}}}]
    do: [{set: {target: $p, attr: Power, to: 0}}]
""",
    """  - id: rest
    at: turn-start
    when: [{event: {side: $c}}, {piece: {id: $p, type: knight, color: $c, Power: {lt: 5}}}]
    do: [{add: {target: $p, attr: Power, by: 1}}]
""",
    """  - id: knight
    at: promotion
    when: [{event: {piece: $p}}]
    do: [{set: {target: $p, attr: Power, to: 4}}]
""",
    """  - id: convert
    at: capture
    when: [{event: {piece: $p}}, {piece: {id: $p, type: pawn}}]
    do: [{transform: {target: $p, type: knight}}]
""",
    """  - id: age
    at: after-move
    when: [{event: {piece: $p}}, {piece: {id: $p, type: {not: rook}, Power: {gt: 0}}}]
    do: [{add: {target: $p, attr: Power, by: -1}}]
""",
)


@dataclass(frozen=True)
class Made:
    """A random document and the parts it is made of."""

    text: str
    gifts: tuple[Gift, ...]
    entries: tuple[Entry, ...]
    royal: str
    is_guarded: bool


#: Entries that look at stored attributes alone, and rules that write them only after the move.
STEADY = (ENTRIES[1], ENTRIES[5], ENTRIES[7])


def make(random: Random) -> Made:
    """A random document; in some of them no move changes at once what pieces can do."""
    if random.random() < 0.2:
        royal = next(iter(ROYAL))
        text = HEAD.format(id=f"steady-{random.randrange(1 << 60)}", power=random.randint(1, 3)) + royal
        text += "moves:\n" + "".join(entry.text for entry in STEADY) + "rules:\n" + RULES[2] + RULES[5]
        return Made(text, (), STEADY, royal, False)
    gifts = tuple(gift for gift in GIFTS if random.random() < 0.5)
    entries = tuple(random.sample(ENTRIES, random.randint(1, 5)))
    royal = random.choice(list(ROYAL))
    is_guarded = random.random() < 0.3
    rules = [gift.text for gift in gifts] + [rule for rule in RULES if random.random() < 0.4]
    text = HEAD.format(id=f"random-{random.randrange(1 << 60)}", power=random.randint(0, 3)) + royal
    text += "moves:\n" + "".join(entry.text for entry in entries) + (GUARD if is_guarded else "")
    return Made(text + ("rules:\n" + "".join(rules) if rules else ""), gifts, entries, royal, is_guarded)


# -- the reference -------------------------------------------------------------------------------------


def stored_pieces(engine: Engine) -> list[Facts]:
    found = []
    for square in range(64):
        piece = engine.piece_at(square)
        if piece is not None:
            power, bonus = (engine.session.get(piece.id, name) for name in ("Power", "Bonus"))
            found.append(Facts(piece.id, piece.type, COLORS.index(piece.color), square, power, bonus))
    return found


def effective_pieces(made: Made, engine: Engine) -> list[Facts]:
    """All pieces with the values that the building blocks give them."""
    stored = stored_pieces(engine)
    turn = engine.board.turn
    return [
        piece._replace(
            power=_sum(piece.power, _gifts(made, "Power", stored, piece, turn), 5),
            bonus=_sum(piece.bonus, _gifts(made, "Bonus", stored, piece, turn), 3),
        )
        for piece in stored
    ]


def _gifts(made: Made, attribute: str, stored: list[Facts], piece: Facts, turn: int) -> list[int]:
    found = [
        gift.amount(source, piece) for gift in made.gifts if gift.attribute == attribute for source in stored
    ]
    if GIFTS[-1] in made.gifts and attribute == "Power" and piece.kind == "rook" and piece.color == turn:
        found.append(1)
    return [amount for amount in found if amount]


def _sum(stored: int | None, gifts: list[int], most: int) -> int | None:
    return max(0, min(most, (stored or 0) + sum(gifts))) if gifts else stored


def profile(made: Made, engine: Engine, piece: Facts, pieces: list[Facts]) -> tuple[PieceType, Standing]:
    """What a piece can do, from its plain type and the building blocks in order."""
    is_royal = ROYAL[made.royal](piece)
    is_guarded = made.is_guarded and piece.kind != "king" and piece.power is not None and piece.power >= 4
    plain = program_of("chess").book
    kind = plain.piece(plain.index_of(piece.kind), piece.color)
    for entry in made.entries:
        kind = entry.change(kind, piece, pieces, is_royal)
    return kind, Standing(is_royal, -1, is_guarded)
