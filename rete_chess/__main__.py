"""`python -m rete_chess`: the command line, from the first moment on at which somebody may interrupt it."""

from __future__ import annotations

import sys


def run() -> None:
    """Run the command line; a Ctrl-C while it is still loading ends it as quietly as a later one."""
    try:
        from rete_chess.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    main()


if __name__ == "__main__":
    run()
