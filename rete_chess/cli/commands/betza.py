"""`rete-chess betza`: ways of moving in Betza notation, as documents write them and where they lead."""

from __future__ import annotations

import click

from rete_chess.cli.views.output import Output, output_option

#: What squares show: a move, a capture, both, the piece itself.
_SIGNS = {(True, True): "*", (True, False): "o", (False, True): "x"}


@click.command("betza")
@click.argument("text", required=False)
@click.option("--of", "piece", metavar="PIECE", help="Write the notation of a piece type instead.")
@output_option
def command(text: str | None, piece: str | None, out: Output) -> None:
    """Show what ways of moving mean in Betza notation.

    TEXT is such as fmWfcF. The atoms are those that a piece document has under `moves`. The board shows
    where a white piece goes from its middle: o where it moves, x where it captures, * where it does both.
    """
    if (text is None) == (piece is None):
        raise click.UsageError("give either a text or `--of PIECE`")
    from rete_chess.documents.language.atom import MoveAtom, to_atom
    from rete_chess.documents.language.betza import BetzaError, parse_betza
    from rete_chess.documents.modelling.hints import format_flow

    if piece is not None:
        text = _of(piece)
    assert text is not None
    try:
        atoms = parse_betza(text)
    except BetzaError as error:
        message = f"{error}, at letter {error.place + 1}"
        raise click.BadParameter(message, param_hint="TEXT") from None
    from rete_chess.core.atoms import Topology
    from rete_chess.core.geometry import WHITE, geometry
    from rete_chess.core.paths import ways_from

    board = geometry(9, 9)
    middle = board.parse_square("e5")
    ways = ways_from(
        board, WHITE, tuple(to_atom(MoveAtom.model_validate(atom)) for atom in atoms), Topology(), middle
    )
    quiet = {way.target for way in ways if way.is_quiet}
    strike = {way.target for way in ways if way.is_capture}
    if out.is_json:
        names = board.names
        moves, captures = sorted(names[s] for s in quiet), sorted(names[s] for s in strike)
        out.answer({"betza": text, "atoms": atoms, "from": "e5", "moves": moves, "captures": captures})
        return
    if piece is not None:
        out.screen.say(text)
    for atom in atoms:
        out.screen.say(f"- {format_flow(atom)}")
    for rank in range(board.height - 1, -1, -1):
        row = [board.square(file, rank) for file in range(board.width)]
        signs = ["@" if s == middle else _SIGNS.get((s in quiet, s in strike), ".") for s in row]
        out.screen.say(" ".join(signs))


def _of(piece: str) -> str:
    """The notation of a piece type."""
    from rete_chess.compiler import catalog
    from rete_chess.documents.language.betza import format_betza

    text = format_betza(catalog.piece(piece).atoms)
    if not text:
        message = f"the {piece} moves in ways that Betza notation, as it is read here, has no letters for"
        raise click.BadParameter(message, param_hint="--of")
    return text
