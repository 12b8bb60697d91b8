"""What the commands share that are engines of other programs: options, and streams."""

from __future__ import annotations

import sys
from io import FileIO
from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.options.common import budget_option

if TYPE_CHECKING:
    from rete_chess.interop.choice import Choice
    from rete_chess.interop.variants import Variants


def engine_options(command: Any) -> Any:
    """Add what is said about the variants of an engine before another program speaks to it."""
    for option in (
        click.option("--profile", "profiles", metavar="FILE", multiple=True, help="Put a profile in force."),
        click.option(
            "--preset",
            "presets",
            metavar="ID[:SCOPE][,KEY=VALUE...]",
            multiple=True,
            help="Switch a preset on, after the variant's own. May be repeated.",
        ),
        click.option(
            "--variant-path",
            "paths",
            metavar="PATH",
            multiple=True,
            help="Offer the variants of a file or folder, too. May be repeated.",
        ),
        click.option("--variant", metavar="V", default="chess", help="What is played at first. [chess]"),
        budget_option,
    ):
        command = option(command)
    return command


def chosen(
    variant: str, paths: tuple[str, ...], presets: tuple[str, ...], profiles: tuple[str, ...]
) -> tuple[Variants, Choice]:
    """The variants that are offered, and what is played at first."""
    from rete_chess.interop.choice import Choice
    from rete_chess.interop.variants import Variants

    variants = Variants()
    for path in paths:
        variants.add(path)
    if "/" in variant or variant.endswith((".yaml", ".yml", ".json")):
        found = variants.add(variant)
        if len(found) != 1:
            raise click.BadParameter(
                f"{variant[:60]!r} holds {len(found)} variants", param_hint="'--variant'"
            )
        variant = found[0]
    return variants, Choice(variants.find(variant), " ".join(presets), " ".join(profiles))


def unbuffered() -> FileIO:
    """Standard input as it comes."""
    return FileIO(sys.stdin.fileno(), closefd=False)


def say(lines: list[str]) -> None:
    """Print lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
