"""`rete-chess serve`: a server on which people play in rooms."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click

#: What the extra brings.
_LIBRARIES: Final = ("h11", "platformdirs", "starlette", "uvicorn", "websockets")


@click.command("serve")
@click.option("--host", metavar="ADDRESS", help="Where to listen; 127.0.0.1 unless named.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="The port; 8765 unless named, 0 takes a free one."
)
@click.option("--store", metavar="FILE|URL", help="Where rooms are kept: a file, :memory: or postgresql://…")
@click.option("--workers", type=click.IntRange(1, 256), help="How many processes hold rooms.")
@click.option("--open", "open_", is_flag=True, default=None, help="Open the page in a browser.")
@click.option("--consent-seconds", type=click.FloatRange(0.05, 86_400), help="How long proposals wait; 60.")
@click.option(
    "--keep-days", type=click.FloatRange(0, 36_500), help="When rooms without players are deleted; 30."
)
@click.option("--allow-origin", multiple=True, metavar="ORIGIN", help="Pages elsewhere that may come in.")
@click.option(
    "--config",
    "file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file with these options and all limits, in YAML or TOML.",
)
@click.option(
    "--log-level", type=click.Choice(("debug", "info", "warning", "error")), help="What is logged; info."
)
def command(file: Path | None, open_: bool | None, **options: Any) -> None:
    """Serve rooms in which people play, and change the rules by consent.

    Options on the command line go before those of the file. The server ends in good order by Ctrl-C or
    SIGTERM. It needs the extra `server`.
    """
    try:
        from rete_chess.server.host.app import run
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] not in _LIBRARIES:
            raise
        raise _missing(str(error.name)) from error
    from rete_chess.server.host.config import Config, read_settings, with_settings

    named = {name: value for name, value in {**options, "open": open_}.items() if value not in (None, ())}
    config = Config() if file is None else with_settings(Config(), read_settings(file), str(file))
    run(with_settings(config, named))


def _missing(library: str) -> click.ClickException:
    return click.ClickException(f"{library} is missing: pip install 'rete-chess[server]'")
