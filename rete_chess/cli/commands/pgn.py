"""`rete-chess pgn`: games that are written down, checked, counted, converted, or shown move by move."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import click

from rete_chess.cli.options.common import NETWORKS, budget_option
from rete_chess.cli.options.sources import STDIN, STDIN_NAME
from rete_chess.cli.views.output import STDOUT, Output, output_file, output_option

if TYPE_CHECKING:
    from rete_chess.match.pgn import PgnGame, PgnProblem, Replayed
    from rete_chess.match.pgn.playing import Replayer

#: A file, or bytes that come in pieces.
Source = Path | Iterator[bytes]
#: How many bytes are read together.
PIECE: Final = 65_536
#: What games can be converted to, named here too so that a help text need not load it.
FORMS: Final = ("pgn", "uci", "fen", "json", "save")


@dataclass(frozen=True)
class Wanted:
    """The games of a file that somebody wants to see, from one number to another."""

    first: int = 1
    last: int | None = None

    def has(self, number: int) -> bool:
        """Whether a game is one of them."""
        return self.first <= number and (self.last is None or number <= self.last)


def _wanted(ctx: click.Context, param: click.Parameter, text: str | None) -> Wanted | None:
    if text is None:
        return None
    first, dash, last = text.partition("-")
    if not (first.isdecimal() and (last.isdecimal() or not last)) or len(text) > 20 or int(first) < 1:
        raise click.BadParameter(f"{text[:60]!r} is neither a number nor such as 3-9")
    return Wanted(int(first), (int(last) if last else None) if dash else int(first))


@click.command("pgn")
@click.argument("file", metavar="FILE")
@click.option("--games", metavar="N[-M]", callback=_wanted, help="These games alone, by their numbers.")
@click.option("--no-play", is_flag=True, help="Read the texts, and play no moves.")
@click.option("--to", "form", type=click.Choice(FORMS), help="Write the games in this form.")
@click.option("--output", "-o", metavar="FILE", help="Where they are written. [standard output]")
@click.option("--trace", "is_traced", is_flag=True, help="Show which rules fire, move by move.")
@click.option("--variant", metavar="V", default="chess", help="What games are that name no variant. [chess]")
@click.option(
    "--variant-path",
    "paths",
    metavar="PATH",
    multiple=True,
    help="Know the variants of a file or folder, too. May be repeated.",
)
@click.option("--network", type=click.Choice(NETWORKS), default="native", help="What matches rules. [native]")
@budget_option
@output_option
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    games: Wanted | None,
    no_play: bool,
    form: str | None,
    output: str | None,
    is_traced: bool,
    variant: str,
    paths: tuple[str, ...],
    network: str,
    out: Output,
) -> None:
    """Check games that are written as PGN, count or convert them.

    FILE may be `-` for standard input, and of any size. Every game is played, by the variant that its tags
    name or bring along; each mistake is told with its place, and reading goes on with the next game.
    --to converts what is sound, --trace shows the rules that fire in the first game, or in others.
    """
    _demand_one(form, output, is_traced, no_play, out)
    wanted = games or (Wanted(1, 1) if is_traced else Wanted())
    if is_traced and out.is_json and wanted.first != wanted.last:
        raise click.UsageError("--json with --trace tells one game", ctx)
    replayer = None if no_play else _replayer(variant, paths, network)
    name = STDIN_NAME if file == STDIN else file
    reading = _Reading(name, wanted, replayer, out)
    begun = time.perf_counter()
    source: Source = _input() if file == STDIN else Path(file)
    with ExitStack() as stack:
        if is_traced:
            from rete_chess.cli.views.pgn_trace import PgnTraces

            traces = PgnTraces(out)
            for played in reading.games(source):
                traces.show(played)
        elif form is not None:
            _convert(reading, source, form, stack.enter_context(output_file(output or STDOUT)))
        else:
            for _ in reading.games(source):
                pass
    if not is_traced and (form is None or out.is_json):
        reading.report(time.perf_counter() - begun)
    if reading.statistics.sound < reading.statistics.games or not reading.statistics.games:
        ctx.exit(1)


def _demand_one(form: str | None, output: str | None, is_traced: bool, no_play: bool, out: Output) -> None:
    """Refuse wishes that cannot be met together."""
    context = click.get_current_context()
    if is_traced and form is not None:
        raise click.UsageError("--trace cannot stand beside --to", context)
    if no_play and (is_traced or form is not None):
        raise click.UsageError("--no-play cannot stand beside --to or --trace", context)
    if output is not None and form is None:
        raise click.UsageError("--output needs --to", context)
    if form is not None and out.is_json and output in (None, STDOUT):
        raise click.UsageError("--json with --to needs --output", context)


def _replayer(variant: str, paths: tuple[str, ...], network: str) -> Replayer:
    from rete_chess.cli.options.engines import chosen
    from rete_chess.match.pgn.playing import Replayer

    variants, choice = chosen(variant, paths, (), ())
    return Replayer(default=choice.variant, variants=variants, network=network)


def _input() -> Iterator[bytes]:
    """The bytes of standard input; an error of the system names it, if that is what cannot be read."""
    from rete_chess.cli.views.line_reader import reading_input

    stream = getattr(sys.stdin, "buffer", sys.stdin)
    while True:
        with reading_input():
            given = stream.read(PIECE)
        if not given:
            return
        yield given.encode("utf-8", "replace") if isinstance(given, str) else given


class _Reading:
    """The games of a file as they pass: told what is wrong with them, and counted."""

    def __init__(self, name: str, wanted: Wanted, replayer: Replayer | None, out: Output) -> None:
        from rete_chess.match.pgn.statistics import Statistics

        self.statistics = Statistics()
        self._name, self._wanted, self._replayer, self._out = name, wanted, replayer, out

    def games(self, source: Source) -> Iterator[Replayed]:
        """The games that are wanted, played unless nobody plays them."""
        from rete_chess.match.pgn import Replayed, read_games

        for game in read_games(source):
            if self._wanted.last is not None and game.number > self._wanted.last:
                break
            if not self._wanted.has(game.number):
                continue
            played = Replayed(game, None) if self._replayer is None else self._replayer.replay(game)
            self.statistics.add(game, played)
            self._tell(game)
            yield played
        if not self.statistics.games:
            click.echo(f"{self._name}: there is no game", err=True)

    def _tell(self, game: PgnGame) -> None:
        """Tell what is wrong with a game, as far as there is room."""
        listed = self.statistics.problems
        if self._out.is_json or not game.problems or game.problems[0] not in listed:
            return
        from rete_chess.cli._guard import print_error
        from rete_chess.cli.views.screen import printable

        for problem in game.problems:
            if problem in listed:
                print_error(printable(told(self._name, problem)), f"{problem.severity}:")

    def report(self, seconds: float) -> None:
        """Tell what was counted."""
        if self._out.is_json:
            from rete_chess.serial import pgn_data

            self._out.answer(pgn_data(self._name, self.statistics, seconds))
        else:
            from rete_chess.cli.views.pgn import show_statistics

            show_statistics(self._out.screen, self.statistics, seconds)


def told(name: str, problem: PgnProblem) -> str:
    """A problem in one line."""
    hint = f"; {problem.hint}" if problem.hint else ""
    return f"{problem.place(name)}: {problem.message}{hint} [{problem.code}]"


def _convert(reading: _Reading, source: Source, form: str, file: TextIO) -> None:
    """Write all sound games."""
    from rete_chess.errors import GameError
    from rete_chess.io.pgn_export import WRITERS

    write, written = WRITERS[form], 0
    for played in reading.games(source):
        if played.is_sound and played.match is not None:
            if form == "save" and written:
                hint = "choose one by --games"
                raise GameError("E_REQUEST", "a save holds one game, and there are more", hint=hint)
            file.write(write(played.match, played.game))
            written += 1
