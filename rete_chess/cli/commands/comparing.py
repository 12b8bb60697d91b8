"""`rete-chess compare`: random games that are played here and on another implementation of the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.interop.peers.comparing import Difference

#: Named here too so that a help text need not load them.
PEERS: Final = ("pyffish", "python-chess")
#: Names that others have for our variants, where another spelling is not enough.
_ELSEWHERE: Final = {"three-check": "3check", "chess960": "fischerandom"}


@click.command("compare")
@click.option("--with", "peer", type=click.Choice(PEERS), required=True, help="Whom to compare with.")
@click.option("--as", "name", metavar="NAME", help="What the variant is called there. [its id]")
@click.option(
    "--ini",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of variants that pyffish loads first.",
)
@click.option("--games", type=click.IntRange(1, 100_000), default=10, help="How many games. [10]")
@click.option(
    "--plies", type=click.IntRange(1, 10_000), default=200, help="Half-moves of a game at most. [200]"
)
@click.option("--seed", default="1", help="What the random moves come from. [1]")
@variant_options
@output_option
def command(
    game: GameChoice,
    out: Output,
    peer: str,
    name: str | None,
    ini: Path | None,
    games: int,
    plies: int,
    seed: str,
) -> None:
    """Play random games on two implementations, and report the first difference.

    Every position must have the same legal moves, and every game that ends by its rules the same result.
    Neither pyffish nor python-chess is needed by anything else; who lacks one is told how to get it.
    """
    from rete_chess.interop.peers.asked import PEERS as ASKED
    from rete_chess.interop.peers.comparing import compare

    begin = ASKED[peer]
    given = None if ini is None else ini.read_text(encoding="utf-8")
    called = name or _called(game.program)
    other = begin(called, given, game.chess960 or called in ("fischerandom", "chess960"))
    found = compare(game.program, other, games, seed, plies, game.chess960)
    difference = found.difference
    if out.is_json:
        told = None if difference is None else vars(difference)
        out.answer({"games": found.games, "positions": found.positions, "difference": told})
    elif difference is None:
        out.screen.say(f"{found.games} games with {found.positions} positions agree with {peer}")
    else:
        _tell(difference, peer, out)
    if difference is not None:
        raise SystemExit(1)


def _called(program: Program) -> str:
    """What others call a variant: mostly its id in one word."""
    from rete_chess.interop.variants import spelt

    return _ELSEWHERE.get(program.id, spelt(program.id))


def _tell(difference: Difference, peer: str, out: Output) -> None:
    """Tell people where the two part."""
    out.screen.say(
        f"game {difference.game} differs after {len(difference.moves)} moves: {' '.join(difference.moves)}"
    )
    out.screen.say(f"here:  {difference.fen}")
    out.screen.say(f"there: {difference.theirs}")
    if difference.result:
        out.screen.say(f"here the game has ended: {difference.result}")
    for who, moves in (("here", difference.only_ours), (f"in {peer}", difference.only_theirs)):
        if moves:
            out.screen.say(f"only {who}: {' '.join(moves)}")
