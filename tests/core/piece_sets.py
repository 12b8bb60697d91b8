"""Random piece sets, laws and positions for hypothesis: whatever documents may say, and a little more."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from rete_chess.core.atoms import DIRECTIONS, FAR, Atom, Castle, Direction, PieceType, Promotion, Topology
from rete_chess.core.geometry import Zone
from rete_chess.core.laws import (
    AROUND_TARGET,
    AT_ORIGIN,
    AT_TARGET,
    DESTROY,
    RAISE_WALL,
    REMOVE,
    SPAWN,
    Effect,
    Laws,
    Royal,
)

LETTERS = "abcdefg"

#: Zones that look the same from both sides, so that mirrored positions have mirrored zones.
FAIR_ZONES = (
    Zone(named="first-rank"),
    Zone(named="last-rank"),
    Zone(named="own-half"),
    Zone(named="enemy-half"),
    Zone(named="centre"),
    Zone(named="edge"),
    Zone(own_ranks=(2,)),
    Zone(own_ranks=(1, 3)),
    Zone(files=("a", "c")),
)


def rarely(strategy: st.SearchStrategy[Any], usual: Any, one_in: int = 4) -> st.SearchStrategy[Any]:
    """Mostly the usual value, which is also the simplest one."""
    return st.integers(0, one_in - 1).flatmap(lambda n: strategy if n == one_in - 1 else st.just(usual))


def offsets() -> st.SearchStrategy[Direction]:
    pairs = [(f, r) for f in range(-3, 4) for r in range(-3, 4) if (f, r) != (0, 0)]
    return st.sampled_from(sorted(pairs, key=lambda pair: (abs(pair[0]) + abs(pair[1]), pair)))


def directions(most: int = 4) -> st.SearchStrategy[tuple[Direction, ...]]:
    words = st.sampled_from([DIRECTIONS[word] for word in sorted(DIRECTIONS)])
    return st.one_of(words, st.lists(offsets(), min_size=1, max_size=most, unique=True).map(tuple))


@st.composite
def atoms(draw: st.DrawFn, legs: int = 2, is_plain: bool = False) -> Atom:
    """An atom as documents allow it; a plain one attacks along one clear path."""
    step = draw(st.sampled_from(["leap", "slide"] if is_plain else ["leap", "slide", "hop"]))
    mode = draw(rarely(st.sampled_from(["move", "capture"]), "both", 3))
    shortest, longest = 1, 1 if step == "leap" else FAR
    if step != "leap" and draw(st.booleans()):
        shortest = draw(st.integers(1, 2))
        longest = draw(st.integers(shortest, shortest + 3))
    stay = not is_plain and mode == "capture" and draw(rarely(st.booleans(), False))
    en_passant = ""
    if mode == "capture":
        en_passant = draw(rarely(st.just("takes"), "", 2))
    elif mode == "move" and step == "slide":
        en_passant = draw(rarely(st.just("exposes"), "", 2))
    then: tuple[Atom, ...] = ()
    if legs and draw(rarely(st.just(True), False, 6)):
        then = tuple(draw(st.lists(atoms(legs - 1, is_plain), min_size=1, max_size=1 if is_plain else 2)))
    usual_tag = "shot" if stay else "takes" if en_passant == "takes" else "far"
    return Atom(
        step=step,
        directions=draw(directions(2 if then or legs < 2 else 4)),
        mode=mode,
        shortest=shortest,
        longest=longest,
        origin=draw(rarely(st.sampled_from(FAIR_ZONES), None, 6)),
        land=draw(st.sampled_from(["any", "next"])) if step == "hop" else "any",
        then=then,
        stay=stay,
        tag=draw(rarely(st.just(usual_tag), "", 3)),
        en_passant=en_passant,
    )


@st.composite
def pawn_atoms(draw: st.DrawFn) -> tuple[Atom, ...]:
    """A piece that passes squares and takes those that do, so that both meet."""
    ahead = draw(st.sampled_from([DIRECTIONS["forward"], DIRECTIONS["forward-diagonal"], ((0, 1), (0, -1))]))
    askew = draw(st.sampled_from([DIRECTIONS["forward-diagonal"], DIRECTIONS["forward"], DIRECTIONS["all"]]))
    most = draw(st.integers(2, 6))
    return (
        Atom("leap", ahead, "move", longest=1),
        Atom("slide", ahead, "move", 2, most, tag="double-step", en_passant="exposes"),
        Atom("leap", askew, "capture", longest=1, en_passant="takes"),
    )


@st.composite
def topologies(draw: st.DrawFn) -> Topology:
    topology = Topology(wrap_files=draw(rarely(st.just(True), False)))
    if draw(rarely(st.just(True), False)):
        edges = draw(st.sampled_from(["files", "ranks", "all"]))
        given = draw(st.sampled_from([Topology().bounce_directions, DIRECTIONS["all"], DIRECTIONS["knight"]]))
        times = draw(st.integers(1, 3))
        topology = replace(topology, bounce_edges=edges, bounce_times=times, bounce_directions=given)
    return replace(topology, extra_range=draw(rarely(st.integers(1, 2), 0, 6)))


@st.composite
def piece_types(draw: st.DrawFn, index: int, names: list[str], is_plain: bool) -> PieceType:
    promotion = None
    if draw(rarely(st.just(True), False, 3)):
        to = draw(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True))
        promotion = Promotion(draw(st.sampled_from(FAIR_ZONES)), tuple(to))
    castle = None
    if draw(rarely(st.just(True), False)):
        castle = Castle((draw(st.sampled_from(names)),))
    captures = draw(rarely(st.sampled_from(["none"] if is_plain else ["ally", "any", "none"]), "enemy", 8))
    any_atoms = st.lists(atoms(2, is_plain), min_size=1, max_size=2 if is_plain else 3).map(tuple)
    return PieceType(
        id=names[index],
        letter=LETTERS[index],
        atoms=draw(st.one_of(any_atoms, any_atoms, pawn_atoms())),
        castle=castle,
        promotion=promotion,
        captures=captures,
        topology=draw(rarely(topologies(), Topology(), 2)),
    )


@st.composite
def royals(draw: st.DrawFn, names: list[str]) -> tuple[Royal, ...]:
    """One to three groups; a type belongs to one of them."""
    groups = []
    for types in draw(
        st.lists(st.lists(st.sampled_from(names), min_size=1, max_size=2), min_size=1, max_size=3)
    ):
        groups.append(
            Royal(
                tuple(dict.fromkeys(types)),
                last=draw(rarely(st.just(True), False, 3)),
                color=draw(rarely(st.sampled_from([0, 1]), -1)),
            )
        )
    return tuple(groups)


@st.composite
def effects(draw: st.DrawFn, names: list[str]) -> Effect:
    some = st.frozensets(st.sampled_from(names), min_size=1)
    return Effect(
        action=draw(st.sampled_from([DESTROY, REMOVE, SPAWN, RAISE_WALL])),
        where=draw(st.sampled_from([AT_TARGET, AT_ORIGIN, AROUND_TARGET])),
        movers=draw(rarely(some, None, 3)),
        types=draw(rarely(some, None, 3)),
        radius=draw(st.integers(1, 2)),
        piece=draw(st.sampled_from(names)),
        sides=draw(st.sampled_from([(True, True), (True, False), (False, True)])),
    )


@st.composite
def random_laws(draw: st.DrawFn, is_plain: bool | None = None, has_effects: bool = False) -> Laws:
    """Laws on a board of 4 to 10 files and ranks. Plain ones mostly go by pins."""
    plain = draw(st.booleans()) if is_plain is None else is_plain
    count = draw(st.integers(2, 5))
    names = [f"type-{letter}" for letter in LETTERS[:count]]
    white = tuple(draw(piece_types(index, names, plain)) for index in range(count))
    black = white
    if draw(rarely(st.just(True), False)):
        black = tuple(draw(piece_types(index, names, plain)) for index in range(count))
    sides = st.one_of(st.integers(4, 6), st.integers(4, 10))  # small boards are quick, large ones rare
    guarded = draw(rarely(st.lists(st.tuples(st.sampled_from(names), st.integers(0, 1)), max_size=2), []))
    return Laws(
        white=white,
        black=black,
        width=draw(sides),
        height=draw(sides),
        royal=draw(royals(names)),
        self_check=draw(rarely(st.tuples(st.booleans(), st.booleans()), (True, True), 6)),
        turn_moves=draw(rarely(st.tuples(st.integers(1, 2), st.integers(1, 2)), (1, 1), 8)),
        guarded=tuple(guarded),
        unlettered=draw(rarely(st.sampled_from(names), "")),
        effects=tuple(draw(st.lists(effects(names), min_size=1, max_size=3))) if has_effects else (),
    )


@st.composite
def positions(draw: st.DrawFn, laws: Laws, walls: bool = True) -> str:
    """A FEN with any pieces anywhere, sometimes rights to castle, either side to move."""
    letters = "".join(piece.letter for piece in laws.white)
    signs = letters.upper() + letters + ("*" if walls else "")
    places = st.tuples(st.integers(0, laws.width * laws.height - 1), st.sampled_from(signs))
    cells = dict(draw(st.lists(places, min_size=2, max_size=24)))
    rows = [
        [cells.get(rank * laws.width + file, " ") for file in range(laws.width)]
        for rank in range(laws.height - 1, -1, -1)
    ]
    placement = "/".join(re.sub(" +", lambda gap: str(len(gap[0])), "".join(row)) for row in rows)
    castling = draw(st.sampled_from(["-", "KQkq"]))
    return f"{placement} {draw(st.sampled_from('wb'))} {castling} - 0 1"
