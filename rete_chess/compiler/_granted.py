"""The tiles and abilities of a variant as a setup, checked against its board and start position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.bundles import Bundle, Bundles, Given
from rete_chess.compiler.lower.scope import Path
from rete_chess.compiler.lower.terms import lower_filter
from rete_chess.compiler.setup import Ability, Grant, Setup
from rete_chess.compiler.variant import Variant
from rete_chess.core.board import Board
from rete_chess.core.fen import parse_fen
from rete_chess.core.geometry import Geometry
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.reach import EMPTY, WALL
from rete_chess.documents import AbilityDocument
from rete_chess.facts.tiles import STANDARD
from rete_chess.facts.vocabulary import Attribute
from rete_chess.facts.words.filters import Filter, squares_in
from rete_chess.facts.words.terms import Frame


def declare_carriers(bundles: Bundles, attributes: dict[str, Attribute]) -> None:
    """Declare the facts by which pieces carry abilities."""
    for bundle in bundles.of_pieces:
        name = bundle.carrier.attribute
        attributes[name] = Attribute(name, bundle.carrier.of, "bool", origin=bundle.document.origin())


def setup_of(variant: Variant, bundles: Bundles, layers: Sequence[Layer], board: Geometry) -> Setup:
    """What a game starts with; squares that the board does not have are reported."""
    abilities = {bundle.carrier: _ability(bundle) for bundle in bundles.of_pieces}
    grants = [
        Grant(abilities[given.bundle.carrier], _chosen(given, layers[given.model], board))
        for given in bundles.given
    ]
    tiles: dict[int, str] = {}
    for square, (number, name) in variant.tiles().items():
        if not board.has_square(square):
            _off_board(layers[number], square, ("tiles", square), board)
        elif name != STANDARD:
            tiles[board.parse_square(square)] = name
    return Setup(tuple(bundles.tiles), bundles.walls, tiles, tuple(abilities.values()), tuple(grants))


def _ability(bundle: Bundle) -> Ability:
    model = bundle.document.model
    assert isinstance(model, AbilityDocument)
    triggers = model.triggers if bundle.triggers is None else bundle.triggers
    return Ability(model.id, model.name, model.value, bundle.carrier, bundle.noun, triggers)


def _chosen(given: Given, layer: Layer, board: Geometry) -> Filter:
    """The pieces that get an ability: by what they are and where they start."""
    path: Path = (*given.path, "for")
    chosen = lower_filter(given.use.for_, layer.scope.fresh(), path)
    if chosen.attributes:
        message = f"{_article(given)} is given by type, colour, royalty and square; attributes come later"
        layer.scope.report(_code(given), message, path)
    for square in _named(chosen):
        if not board.has_square(square):
            _off_board(layer, square, (*path, "square"), board)
    return chosen


def _article(given: Given) -> str:
    return "a modifier" if given.bundle.noun == "modifier" else "an ability"


def _code(given: Given) -> str:
    return "E_MODIFIER" if given.bundle.noun == "modifier" else "E_ABILITY"


def _named(chosen: Filter) -> tuple[str, ...]:
    at = chosen.square.at if chosen.square is not None else None
    value = at.value if at is not None and at.is_constant else ()
    return value if isinstance(value, tuple) else (value,)


def _off_board(layer: Layer, square: str, path: Path, board: Geometry) -> None:
    last = board.names[-1]
    layer.scope.report(
        "E_SQUARE", f"{square} is not on the board", path, f"squares are a1 to {last}", key=path[-1] == square
    )


def check_start(
    variant: Variant,
    bundles: Bundles,
    layers: Sequence[Layer],
    setup: Setup,
    book: Callable[[], Lawbook],
) -> None:
    """Report walls on which a piece starts, and abilities for squares on which none does."""
    if not (setup.tiles or setup.grants):
        return
    board = parse_fen(book(), variant.start.split()[0])
    _check_walls(variant, layers, setup.tiles, setup.walls, board)
    for given, grant in zip(bundles.given, setup.grants):
        if not variant.is_added(given.model):  # which goes with a position of its own
            _check_grant(given, grant, layers[given.model], board)


def _check_walls(
    variant: Variant, layers: Sequence[Layer], tiles: Mapping[int, str], walls: frozenset[str], board: Board
) -> None:
    for square, (number, name) in variant.tiles().items():
        place = board.book.geometry.parse_square(square)
        if tiles.get(place) in walls and board.cells[place] not in (EMPTY, WALL):
            message = f"a piece starts on {square}, which {name} closes"
            layers[number].scope.report("E_TILE", message, ("tiles", square))


def _check_grant(given: Given, grant: Grant, layer: Layer, board: Board) -> None:
    """Where an ability is given to squares by name, a piece must start on each of them."""
    path: Path = (*given.path, "for", "square")
    frame = Frame(board)
    for square in squares_in(_named(grant.filter), frame):
        if not board.entities[square]:
            where = board.book.geometry.names[square]
            message = f"nobody starts on {where}, who could have {given.use.id}"
            layer.scope.report(_code(given), message, path)
