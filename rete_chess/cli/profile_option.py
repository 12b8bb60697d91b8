"""`--profile FILE`: a profile as the command line writes it, a file or an id."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.standard_input import STDIN, read_document

if TYPE_CHECKING:
    from rete_chess.compiler.profile_documents import ProfileSource
    from rete_chess.documents.neighbours import Neighbours


def profile_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--profile`, which may be repeated; the command receives the names as `profiles`."""
    return click.option(
        "--profile",
        "profiles",
        metavar="FILE",
        multiple=True,
        shell_complete=complete_profile,
        help="Put a profile in force, after the variant's own: a file or an id. "
        "May be repeated; the last counts most.",
    )(command)


def given_profiles(names: tuple[str, ...], beside: Neighbours) -> list[ProfileSource]:
    """The profiles as programs take them, `-` read from standard input, an id looked for among neighbours."""
    from rete_chess.compiler.profile_documents import profile_of

    return [read_document() if name == STDIN else profile_of(name, beside) for name in names]


def complete_profile(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rete_chess.compiler import catalog

    return [name for name in catalog.profiles().list() if name.startswith(incomplete)]
