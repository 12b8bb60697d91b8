"""The argument VARIANT and the options that every command with a VARIANT has."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.options.presets import PresetChoice, preset_option
from rete_chess.cli.options.profiles import ModifierWish, given_profiles, modifier_option, profile_option
from rete_chess.cli.options.sources import STDIN, beside, document_of, read_document, variant_source

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.engine import Engine

#: The networks there are, named here too so that a help text need not load them.
NETWORKS: Final = ("durable", "native")
#: What the command line may say of a game.
CHOICES: Final = ("variant", "fen", "layout", "chess960", "presets", "profiles", "modifiers", "network")


@dataclass(frozen=True)
class GameChoice:
    """The game that the command line asks for."""

    variant: str
    fen: str | None = None
    chess960: bool = False
    presets: tuple[PresetChoice, ...] = ()
    network: str | None = None
    layout: str | None = None
    profiles: tuple[str, ...] = ()
    modifiers: tuple[ModifierWish, ...] = ()

    @property
    def reads_input(self) -> bool:
        """Whether a document of it comes from standard input."""
        return STDIN in (self.variant, *self.profiles, *(wish.source for wish in self.modifiers))

    @cached_property
    def program(self) -> Program:
        """The compiled program: the variant with the given presets, profiles and modifiers after its own."""
        from rete_chess import compiler

        around = beside(self.variant)
        presets = [choice.active(around) for choice in self.presets]
        modifiers = [wish.choice(around) for wish in self.modifiers]
        profiles = given_profiles(self.profiles, around)
        if self.variant == STDIN:
            return compiler.compile_document(read_document(), presets, modifiers, profiles=profiles)
        return compiler.program_of(variant_source(self.variant), presets, modifiers, profiles=profiles)

    def engine(self, network: str | None = None) -> Engine:
        """A new game of the choice; `network` is the one to use where the user names none."""
        from rete_chess.engine import Engine
        from rete_chess.errors import BoardError, RulesError

        try:
            engine = Engine(self.program, self.start, self.network or network, chess960=self.chess960)
        except BoardError as error:
            if self.start is not None:
                raise
            # The variant's own position: its author has to mend it, not the caller.
            place = self.program.variant.start_place
            raise RulesError(
                error.code,
                error.message,
                found=error.found,
                expected=error.expected,
                place=place,
                hint=error.hint,
            ) from None
        for problem in (*engine.start_warnings, *engine.profile_warnings):
            click.echo(f"warning: {problem.message} [{problem.code}]", err=True)
        for wish in self.modifiers:
            wish.demand_type(engine.board.book.types)
            if wish.square is not None and engine.piece_at(wish.square) is None:
                message = f"nobody stands on {wish.square}, who could have {wish.source}"
                raise RulesError("E_MODIFIER", message)
        return engine

    @property
    def start(self) -> str | None:
        """The start position that the command line gives, as FEN or layout; None for the variant's own."""
        from rete_chess.compiler import catalog
        from rete_chess.documents.kinds.neighbours import is_file_name

        if self.layout is None:
            return self.fen
        if is_file_name(self.layout):
            model: Any = document_of("layout", self.layout).model
            return str(model.fen)
        return catalog.layout(self.layout, beside(self.variant)).fen


def budget_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--budget` to a command, which need not know of it."""

    def take(ctx: click.Context, param: click.Parameter, given: str | None) -> None:
        if given is not None:
            from rete_chess.metering import Budget, under

            ctx.with_resource(under(Budget.named(given)))

    return click.option(
        "--budget",
        metavar="B",
        callback=take,
        expose_value=False,
        help="The steps that documents and moves may take: author, server or a number. [author]",
    )(command)


def variant_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add VARIANT and what belongs to it; the command receives a `GameChoice` as `game`."""

    @click.argument("variant", default="chess", shell_complete=_complete_variant)
    @click.option("--fen", metavar="F", help="Start from this position instead of the variant's own.")
    @click.option(
        "--layout",
        metavar="ID",
        shell_complete=_complete_layout,
        help="Start from this layout, an id or a file; `list layouts` names them.",
    )
    @click.option("--chess960", is_flag=True, help="Write castling as king takes rook.")
    @preset_option
    @profile_option
    @modifier_option
    @click.option("--network", type=click.Choice(NETWORKS), help="The network that matches the rules.")
    @budget_option
    @functools.wraps(command)
    def with_game(*args: Any, **given: Any) -> Any:
        chosen = {name: given.pop(name) for name in CHOICES}
        if chosen["fen"] is not None and chosen["layout"] is not None:
            raise click.UsageError("--layout cannot stand beside --fen", click.get_current_context())
        return command(*args, game=GameChoice(**chosen), **given)

    return with_game


def _complete_variant(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rete_chess.compiler import catalog

    return [name for name in catalog.variants().list() if name.startswith(incomplete)]


def _complete_layout(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rete_chess.compiler import catalog

    return [name for name in catalog.layouts().list() if name.startswith(incomplete)]
