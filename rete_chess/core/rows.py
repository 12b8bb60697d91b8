"""Movement tables: the reach of one piece type from every square, straight lines told apart first."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter

from rete_chess.core.atoms import ENTERING, INSIDE, LEAVING, PieceType, Promotion
from rete_chess.core.geometry import NEUTRAL, Geometry, zone_squares
from rete_chess.core.keys import piece_key
from rete_chess.core.moves import SPECIAL, Manner, encode, target_of
from rete_chess.core.paths import Ground, Walker, Way, told_apart, without_detours
from rete_chess.core.reach import OpenWay, Option, Reach, Step
from rete_chess.costs import CLOSER


def is_straight(piece: PieceType) -> bool:
    """Whether a piece moves as it captures, by untagged leaps and slides, and stays what it is."""
    return (
        piece.promotion is None
        and piece.captures == "enemy"
        and not piece.takes_neutral
        and not piece.topology.captures_stay
        and all(
            atom.step != "hop"
            and atom.mode == "both"
            and atom.shortest == 1
            and not (atom.then or atom.stay or atom.tag or atom.en_passant or atom.via)
            for atom in piece.atoms
        )
    )


def fill_straight(reach: Reach, piece: PieceType, ground: Ground) -> bool:
    """Fill in the reach of a straight piece, unless two of its lines meet: then ways must be compared."""
    walker = Walker(ground, reach.square)
    lines = walker.lines(piece.atoms, reach.square)
    reach.cost += walker.cost
    targets = [target for line in lines for target in line]
    if len(set(targets)) < len(targets):
        return False
    reach.paths = [None] * ground.board.size
    for line in lines:
        squares = tuple(line)
        for index, target in enumerate(line):
            reach.paths[target] = squares[:index]
    lines.sort(key=len)  # as the sorter does, which builds them from their near ends
    steps = [tuple([(target, encode(reach.square, target)) for target in line]) for line in lines]
    reach.leaps = tuple([line[0] for line in steps if len(line) == 1])
    reach.rays = tuple([line for line in steps if len(line) > 1])
    return True


def _steps(moves: Iterable[int]) -> tuple[Step, ...]:
    return tuple([(target_of(move), move) for move in moves])


class RowSpec:
    """What `build_row` has to know about one piece type of one side."""

    def __init__(
        self,
        board: Geometry,
        piece: PieceType,
        color: int,
        type_indexes: dict[str, int],
        manners: dict[Manner, int],
    ) -> None:
        self.board = board
        self.piece = piece
        self.color = color
        self.type_indexes = type_indexes
        self.manners = manners
        self.ground = Ground(board, color, piece.topology)
        promotion = piece.promotion
        self.zone = frozenset[int]() if promotion is None else zone_squares(promotion.zone, board, color)
        self.when = () if promotion is None else promotion.when
        self.stays_on = _may_stay(promotion, board, color)
        self.promotions = () if promotion is None else tuple(type_indexes[name] for name in promotion.to)
        self.prey = _prey(piece, color)
        self.spares_others = self.prey <= {1 - color}

    def moves(self, start: int, target: int, manner: Manner) -> tuple[int, ...]:
        """The integers of one step: one, or one for each promotion."""
        number = self.manners[manner]
        if manner.stays or not self.promotes(start, target):
            return (encode(start, target, -1, number),)
        found = tuple([encode(start, target, kind, number) for kind in self.promotions])
        return (*found, encode(start, target, -1, number)) if target in self.stays_on else found

    def promotes(self, start: int, target: int) -> bool:
        """Whether the piece may promote by a step."""
        if target in self.zone:
            return (INSIDE if start in self.zone else ENTERING) in self.when
        return start in self.zone and LEAVING in self.when


def _may_stay(promotion: Promotion | None, board: Geometry, color: int) -> frozenset[int]:
    """The squares on which a piece that may promote need not."""
    if promotion is None or promotion.must:
        return frozenset()
    compelled = promotion.unless_on
    squares = frozenset[int]() if compelled is None else zone_squares(compelled, board, color)
    return frozenset(range(board.size)) - squares


def _prey(piece: PieceType, color: int) -> frozenset[int]:
    """The colours of the pieces that a piece captures."""
    enemy = 1 - color
    sides = {"enemy": (enemy,), "ally": (color,), "any": (color, enemy), "none": ()}[piece.captures]
    return frozenset((*sides, NEUTRAL) if piece.takes_neutral else sides)


def _taking(manner: Manner) -> Manner:
    """The manner of a way that is gone to take en passant."""
    return manner._replace(takes=True, exposes=False)


def build_row(spec: RowSpec) -> list[Reach]:
    """The reach of a piece type on every square of the board."""
    row: list[Reach] = []
    straight = is_straight(spec.piece)
    for square in range(spec.board.size):
        reach = Reach(square, spec.color, spec.type_indexes[spec.piece.id])
        reach.key = piece_key(spec.piece.id, spec.color, square)
        reach.can_castle = spec.piece.castle is not None
        resets = spec.piece.resets
        reach.resets_clock = spec.piece.promotion is not None if resets is None else resets
        reach.override = spec.piece.override
        reach.row = row
        if not (straight and fill_straight(reach, spec.piece, spec.ground)):
            _Sorter(spec, reach).sort()
        row.append(reach)
    return row


class _Sorter:
    """Sorts the ways from one square into the forms of `Reach`."""

    def __init__(self, spec: RowSpec, reach: Reach) -> None:
        self.spec = spec
        self.reach = reach
        self.chains: dict[tuple[int, ...], list[int]] = {}  # squares passed so far -> ray
        self.trails: dict[tuple[int, ...], list[int]] = {}
        self.options: list[Option] = []
        self.walker = Walker(spec.ground, reach.square)

    def sort(self) -> None:
        spec, reach = self.spec, self.reach
        self.walker.walk(spec.piece.atoms, reach.square, (), ())
        self.walker.spend(0)
        ways = self.walker.ways
        by_target: dict[int, list[Way]] = {}
        for way in ways:
            by_target.setdefault(way.target, []).append(way)
        settled = [(*self._settled(all_ways), target) for target, all_ways in by_target.items()]
        # Shorter paths first, so that a line is built from its near end.
        settled.sort(key=itemgetter(0))
        for _, quiet, strike, target in settled:
            self._place(target, quiet, strike)
        self._finish([way for way in ways if way.manner.stays])
        reach.paths = [None] * spec.board.size
        if 1 - spec.color in spec.prey:
            self._en_passant([way for way in ways if way.atom.en_passant == "takes"])
            self._attacks(by_target)
        reach.cost += self.walker.cost
        closer = sum([len(option.quiet) + len(option.strike) for option in reach.options])
        reach.ways = closer + sum([len(ways) for ways in reach.detours.values()])

    def _settled(self, ways: list[Way]) -> tuple[int, list[Way], list[Way]]:
        """Of the ways to one target the shortest path, those that move there and those that capture there."""
        if len(ways) > 1:
            moving = [way for way in ways if not way.manner.stays]
            going = [way for way in moving if way.is_quiet]
            takes = [way for way in moving if way.is_capture and self.spec.prey]
            quiet = told_apart(going, self.walker)
            strike = list(quiet) if takes == going else told_apart(takes, self.walker)
            return min([len(way.clear) for way in quiet + strike], default=0), quiet, strike
        [way] = ways  # nearly always: nothing to compare
        moves = not way.manner.stays
        quiet = ways if moves and way.is_quiet else []
        strike = ways if moves and way.is_capture and self.spec.prey else []
        return len(way.clear), quiet, strike

    def _place(self, target: int, quiet: list[Way], strike: list[Way]) -> None:
        """Put a target into the simplest form that says it exactly."""
        if len(quiet) <= 1 and len(strike) <= 1 and self.spec.spares_others:
            if quiet and strike:
                if quiet[0] is strike[0] and self._extend(self.chains, quiet[0], many=False):
                    return
            elif quiet:
                if self._extend(self.trails, quiet[0], many=True):
                    return
            elif strike and not strike[0].clear and not strike[0].hurdles:
                self.reach.strikes += _steps(self._moves(strike[0]))
                return
        self._look_closer(target, quiet, strike)

    def _look_closer(self, target: int, quiet: list[Way], strike: list[Way]) -> None:
        """Make an option of the ways of each tag; a way that moves and captures is opened once."""
        self.walker.spend(CLOSER * (len(quiet) + len(strike)))
        by_tag: dict[str, Option] = {}
        opened: dict[int, OpenWay] = {}
        for ways, is_strike in ((quiet, False), (strike, True)):
            for way in ways:
                option = by_tag.get(way.manner.tag)
                if option is None:
                    option = by_tag[way.manner.tag] = Option(target, self.spec.prey)
                found = opened.get(id(way))
                if found is None:
                    found = opened[id(way)] = OpenWay(self._moves(way), way)
                (option.strike if is_strike else option.quiet).append(found)
        self.options += by_tag.values()

    def _extend(self, chains: dict[tuple[int, ...], list[int]], way: Way, many: bool) -> bool:
        """Append the way to the line that it continues, if there is one."""
        moves = self._moves(way)
        if way.hurdles or (way.clear and way.clear not in chains):
            return False
        # A ray stops at the first capture, so it cannot offer several promotions on one square;
        # a lone leap can.
        if not many and way.clear and (len(moves) > 1 or len(chains[way.clear]) != len(way.clear)):
            return False
        chain = chains.pop(way.clear) if way.clear else []
        chain.extend(moves)
        squares = (*way.clear, way.target)
        chains[squares] = chain
        return True

    def _moves(self, way: Way) -> tuple[int, ...]:
        moves = self.spec.moves(self.reach.square, way.target, way.manner)
        if way.manner.exposes:
            for move in moves:
                self.reach.passed[move] = way.clear
        return moves

    def _finish(self, shots: list[Way]) -> None:
        reach = self.reach
        lines = [(squares, _steps(chain)) for squares, chain in self.chains.items()]
        reach.leaps = tuple(step for squares, chain in lines if len(squares) == 1 for step in chain)
        reach.rays = tuple(chain for squares, chain in lines if len(squares) > 1)
        reach.trails = tuple(_steps(chain) for chain in self.trails.values())
        # Ways to shoot at one target in one manner are one move.
        shooting: dict[tuple[int, Manner], Option] = {}
        for way in shots:
            option = shooting.setdefault((way.target, way.manner), Option(way.target, self.spec.prey))
            option.strike.append(OpenWay(self._moves(way), way))
        reach.options = (*self.options, *shooting.values())
        reach.is_plain = not (reach.strikes or reach.trails or reach.options) and all(
            move < SPECIAL for line in (reach.leaps, *reach.rays) for _, move in line
        )
        if not reach.is_plain and (reach.leaps or reach.rays or reach.options):
            reach.plain_part = Reach(reach.square, reach.color, reach.type_index)
            reach.plain_part.leaps, reach.plain_part.rays = reach.leaps, reach.rays

    def _en_passant(self, ways: list[Way]) -> None:
        self.reach.takes = tuple(
            OpenWay(self.spec.moves(self.reach.square, way.target, _taking(way.manner)), way) for way in ways
        )

    def _attacks(self, by_target: dict[int, list[Way]]) -> None:
        """The same ways read backwards: from where is a square attacked, and past which squares."""
        paths, detours = self.reach.paths, self.reach.detours
        for target, ways in by_target.items():
            strike = without_detours([way for way in ways if way.is_capture], self.walker)
            straight = None
            for way in strike:
                if straight is None and not way.hurdles:
                    straight = way
                    paths[target] = way.clear
            if len(strike) > (straight is not None):
                detours[target] = tuple(OpenWay((), way) for way in strike if way is not straight)
