"""The law of sight: who does not see a difference is told none.

Two games differ in what is hidden from one side: who stands where, what he is, what he has, and what he did.
Whatever that side gets of one of them is the same in the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple

from rete_chess.compiler import Program
from rete_chess.core.fen import format_castling
from rete_chess.core.geometry import COLORS
from rete_chess.engine import Engine, LegalMove, MoveRecord
from rete_chess.engine.sight.seen import Seen, seen_by
from rete_chess.engine.sight.seen_fen import placement
from rete_chess.errors import ReteChessError
from rete_chess.facts.session import get_fact
from rete_chess.facts.tiles import place_of_tile, tiles
from rete_chess.match.players import RandomPlayer
from rete_chess.testing.laws.states import LawBroken

#: Half-moves before the games part, at most, and those that are compared.
BEFORE: Final = 24
PLIES: Final = 12
#: Attempts to find another game, and another move, that look the same.
PAIRS: Final = 48
ATTEMPTS: Final = 16
#: Texts that are tried besides those of moves.
NONSENSE: Final = (
    "",
    "e9e4",
    "Zz",
    "O-O",
    "O-O-O",
    "N@e4",
    "pass",
    "flare:e4",
    "e2e4q",
    "?",
    "e4??",
    "Qxf7#",
)


class Figures(NamedTuple):
    """How much was compared."""

    games: int = 0
    plies: int = 0
    questions: int = 0

    def plus(self, other: Figures) -> Figures:
        """Both together."""
        return Figures(*(one + two for one, two in zip(self, other)))


def demand_sight(program: Program, seed: int, networks: tuple[str | None, str | None]) -> Figures:
    """Lead two games that one side cannot tell apart, and compare all that this side gets."""
    chance = Random(seed)
    color = chance.randrange(2)
    pair = look_alikes(program, chance, color, networks)
    if pair is None:
        return Figures()
    one, two = pair
    figures = Figures(games=1)
    for _ in range(PLIES):
        figures = figures.plus(_compare(one, two, color, chance))
        if one.result is not None or not play_alike(one, two, color, chance):
            break
    return figures


# -- two games -------------------------------------------------------------------------------------


def knowledge(engine: Engine, color: int) -> Any:
    """What a side must know anyhow, read off the position itself."""
    board, seen = engine.board, seen_by(engine, color)
    known: list[Any] = [engine.turn, board.fullmove, board.half_moves, board.hands, engine.result]
    known += [sorted(seen.squares), sorted(seen.overseen)]
    names = sorted({*board.columns, *board.bonuses})
    for square, entity in enumerate(board.entities):
        reach = board.reach_on(square)
        if reach is not None and entity in seen.pieces:
            facts = [(name, get_fact(board, entity, name)) for name in names]
            known.append(
                (square, reach.type_index, reach.color, [fact for fact in facts if fact[1] is not None])
            )
    places = {entity: place_of_tile(board, entity) for entity in tiles(board)}
    facts_of = {tile: [(name, get_fact(board, tile, name)) for name in names] for tile in places}
    laid = [(place, str(facts_of[tile])) for tile, place in places.items() if place in seen.overseen]
    known.append(sorted(laid))
    known.append([(name, column[0]) for name, column in sorted(board.columns.items()) if 0 in column])
    known.append([letter for letter in format_castling(board) if letter.isupper() == (color == 0)])
    if board.turn == color and engine.result is None:
        known += [sorted(map(str, engine.legal_moves())), engine.in_check]
    elif board.exposed is not None and board.exposed.victim in board.pieces[color]:
        known.append(board.exposed.victim)
    last = engine.move_log[-1].move if engine.move_log else None
    if last is not None and (engine.move_log[-1].mover == COLORS[color]):
        known.append((str(last), last.captured_type))
    elif last is not None and (last.act is not None or _struck_from_afar(last, engine, seen)):
        known.append(str(last))
    return known


def _struck_from_afar(move: LegalMove, engine: Engine, seen: Seen) -> bool:
    """Whether a piece that is seen has done something without going anywhere."""
    return move.piece_id in seen.pieces and engine.board.squares[move.piece_id] == move.from_square


def look_alikes(
    program: Program, chance: Random, color: int, networks: tuple[str | None, str | None]
) -> tuple[Engine, Engine] | None:
    """Two games that look the same to a side and are not."""
    played = Engine(program, seed=chance.random().hex())
    for _ in range(chance.randrange(BEFORE)):
        if played.result is not None:
            return None
        played.apply(chance.choice(list(played.legal_moves())))
    if played.result is not None:
        return None
    fen = played.fen()
    one = Engine(program, fen, networks[0], seed=3)
    if one.result is not None:
        return None
    for _ in range(PAIRS):
        other = _changed(one, chance, color)
        try:
            two = Engine(program, other, networks[1], seed=3)
            change_facts(two, chance, color)
            if other != fen and knowledge(one, color) == knowledge(two, color):
                return one, two
        except ReteChessError:
            continue
    return None


def _changed(engine: Engine, chance: Random, color: int) -> str:
    """The position with others where nobody sees them."""
    board, seen = engine.board, seen_by(engine, color)
    book, enemy = board.book, color ^ 1
    hidden = [square for square in board.pieces[enemy] if board.entities[square] not in seen.pieces]
    letters = {}
    for side, pieces in enumerate(board.pieces):
        for square, reach in pieces.items():
            if square not in hidden:
                letter = book.letters[reach.type_index]
                letters[square] = letter.upper() if side == 0 else letter
    dark = [square for square, cell in enumerate(board.cells) if cell == -1 or square in hidden]
    dark = [square for square in dark if square not in seen.squares] or dark
    kinds = sorted({board.pieces[enemy][square].type_index for square in hidden})
    for square in sorted(hidden):
        place = chance.choice([square, square, square, chance.choice(dark)])
        kind = chance.choice([*kinds, chance.randrange(len(book.types))])
        if place not in letters and chance.random() < 0.9:
            letters[place] = book.letters[kind].upper() if enemy == 0 else book.letters[kind]
    fields = engine.fen().split()
    _, bracket, held = fields[0].partition("[")
    walls = {square: "*" for square, cell in enumerate(board.cells) if cell < -1}
    fields[0] = placement(book.geometry, {**walls, **letters}) + bracket + held
    fields[-2] = str(chance.choice((int(fields[-2]), 0)))
    return " ".join(fields)


def change_facts(engine: Engine, chance: Random, color: int) -> None:
    """Other numbers for those whom nobody sees."""
    seen, known = seen_by(engine, color), engine.program.vocabulary.attributes
    for name, column in list(engine.board.columns.items()):
        for entity in list(column):
            is_hidden = entity in engine.board.squares and entity not in seen.pieces
            if is_hidden and name in known and known[name].type == "int" and chance.random() < 0.3:
                before = knowledge(engine, color)
                value = column[entity]
                engine.session.insert(entity, name, value + 1)
                if knowledge(engine, color) != before:
                    engine.session.insert(entity, name, value)


def play_alike(one: Engine, two: Engine, color: int, chance: Random) -> bool:
    """Play a move in both games so that the side still cannot tell them apart; False if none is found."""
    is_own = one.board.turn == color
    firsts = sorted(map(str, one.legal_moves()))
    chance.shuffle(firsts)
    for first in firsts[: ATTEMPTS // 2]:
        if not _played(one, first):
            continue
        others = [first] if is_own else sorted(map(str, two.legal_moves()))
        chance.shuffle(others)
        for move in others[:ATTEMPTS]:
            if _played(two, move):
                if knowledge(one, color) == knowledge(two, color):
                    return True
                two.undo()
        one.undo()
    return False


def _played(engine: Engine, move: str) -> bool:
    try:
        engine.apply(move)
    except ReteChessError:
        return False
    return True


# -- what a side gets ------------------------------------------------------------------------------


def _compare(one: Engine, two: Engine, color: int, chance: Random) -> Figures:
    """Compare all that a side gets, and what spectators get who are shown nothing yet."""
    questions = 0
    texts = [*NONSENSE, *texts_for(one, chance)]
    for viewer in (COLORS[color], None):
        if viewer is None and seen_by(one, None).is_whole:
            continue
        for (what, here), (_, there) in zip(told(one, viewer, texts), told(two, viewer, texts)):
            questions += 1
            if here != there:
                positions = f"{one.fen()}\n  {two.fen()}"
                message = f"{viewer} tells two games apart by {what}: {parting(here, there)}"
                raise LawBroken(f"{message}\n  {positions}")
    return Figures(plies=1, questions=questions)


def parting(here: Any, there: Any) -> str:
    """What two texts begin to differ with."""
    one, two = repr(here), repr(there)
    place = next((n for n, pair in enumerate(zip(one, two)) if pair[0] != pair[1]), min(len(one), len(two)))
    return f"{one[max(0, place - 60) : place + 60]} | {two[max(0, place - 60) : place + 60]}"


def texts_for(engine: Engine, chance: Random) -> list[str]:
    """Texts of moves that are legal, of those that are not, and of those that hidden pieces forbid."""
    names = engine.board.book.geometry.names
    own = [names[square] for square in engine.board.pieces[engine.board.turn]]
    found = [f"{chance.choice(own)}{chance.choice(names)}" for _ in range(12)]
    found += engine.sans(foresees=False)[:6]
    return found


def told(engine: Engine, viewer: str | None, texts: list[str]) -> Iterator[tuple[str, Any]]:
    """All that a viewer gets of a game, by what it is."""
    view = engine.view(viewer)
    yield "the view", view
    yield "its text", repr(view)
    yield "the digest", view.digest
    yield "the picture", view._repr_svg_()
    if view.legal_moves:
        yield "a choice by chance", str(RandomPlayer(view.ply).choose(engine))
    yield "the records", [record_told(record) for record in view.records]
    for text in texts:
        yield f"the explanation of {text}", view.explain(text)
        yield f"the search for {text}", _found(view, text)


def _found(view: Any, text: str) -> Any:
    try:
        found = view.find(text)
        return str(found), found.told
    except ReteChessError as error:
        return error.code, str(error)


def record_told(record: MoveRecord) -> Any:
    """A record with all that can be read of it."""
    trace = record.trace
    return (
        (record.number, str(record.move), record.move.told, record.mover, record.turn_flipped, record.result),
        (record.log, record.deaths, record.san, record.digest, record.preset_effects),
        (trace.events, trace.firings, trace.shown, trace.texts, trace.logs),
    )
