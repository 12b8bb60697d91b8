"""What is said by XBoard's protocol: features, variants, moves, thoughts, results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rete_chess import __version__
from rete_chess.interop import moves as dialect
from rete_chess.interop.describe import held_kinds, template
from rete_chess.interop.variants import Variants

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.core.results import Result
    from rete_chess.engine import Engine, LegalMove
    from rete_chess.interop.tasks import Told

#: What XBoard calls our variants, where it is not our id.
NAMES: Final = {
    "chess": "normal",
    "chess960": "fischerandom",
    "three-check": "3check",
    "king-of-the-hill": "kingofthehill",
    "racing-kings": "racingkings",
    "los-alamos": "losalamos",
}
#: The variants that XBoard can set up and watch over by itself.
FAMILIAR: Final = (
    *("normal", "fischerandom", "losalamos", "capablanca", "crazyhouse", "3check", "giveaway", "atomic"),
    *("knightmate", "berolina", "shatranj", "makruk", "shogi", "xiangqi"),
)
#: How the pieces move that it knows by their letters.
CHESS: Final = {"N": "N", "B": "B", "R": "R", "Q": "RB", "K": "WF"}
#: What a certain win is worth, and the moves that it takes are added to.
CERTAIN: Final = 100_000


def features(variants: Variants, variant: str) -> list[str]:
    """What we can do; the variant that is played at first is named first."""
    names = [NAMES.get(own, own) for own in variants.ids()]
    names.sort(key=lambda name: name not in ("normal", NAMES.get(variant, variant)))
    return [
        "feature done=0",
        f'feature myname="rete_chess {__version__}"',
        f'feature variants="{",".join(names)}"',
        "feature ping=1 setboard=1 usermove=1 san=0 time=1 draw=1 playother=1 analyze=1 reuse=1",
        "feature nps=1 memory=1 smp=0 colors=0 debug=1 sigint=0 name=1 ics=0 edit=0 pause=0 exclude=0",
        "feature done=1",
    ]


def setup(name: str, engine: Engine) -> list[str]:
    """How a variant is set up that XBoard does not know: its letters, its size, its first position, and the
    moves of its pieces that are none of chess."""
    if name in FAMILIAR:
        return []
    program = engine.program
    geometry = program.book.geometry
    size = f"{geometry.width}x{geometry.height}+{held_kinds(program)}"
    return [f"setup ({template(program)}) {size}_fairy {engine.start_fen}", *_pieces(program)]


def _pieces(program: Program) -> list[str]:
    """How pieces move, in Betza notation; those are left out whose moves have no letters, as with pawns."""
    from rete_chess.core.atoms import Topology
    from rete_chess.documents.language.betza import format_betza

    found = []
    for white, black in zip(program.laws.white, program.laws.black):
        moves = format_betza(white.atoms)
        is_plain = (
            len(white.letter) == 1 and white.topology == Topology() and moves == format_betza(black.atoms)
        )
        if moves and is_plain and CHESS.get(white.letter.upper()) != moves:
            found.append(f"piece {white.letter.upper()}& {moves}")
    return found


def move_text(engine: Engine, move: LegalMove) -> str:
    """A legal move: as others write it, but castling in Chess960 as `O-O`."""
    if move.is_castle and engine.board.is_chess960:
        return engine.san(move).rstrip("+#")
    text = dialect.foreign(move)
    return "@@@@" if text == dialect.NULL else text


def thought(told: Told, seconds: float) -> str:
    """The line about what a search has found: depth, value, time, nodes, moves."""
    found = told.thought
    value = found.value
    if found.wins_in is not None:
        value = CERTAIN + (found.wins_in + 1) // 2
    elif found.loses_in is not None:
        value = -CERTAIN - (found.loses_in + 1) // 2
    return f"{found.depth} {value} {max(0, round(100 * seconds))} {found.nodes} {' '.join(told.line)}"


def result(found: Result) -> str:
    """The line about the end of a game: `1-0 {checkmate}`."""
    score = {"white": "1-0", "black": "0-1"}.get(found.winner or "", "1/2-1/2")
    reason = str(found).translate({ord(sign): " " for sign in "{}\r\n"})
    return f"{score} {{{reason}}}"
