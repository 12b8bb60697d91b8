"""`python -m rete_chess`: the command line, from the first moment on at which somebody may interrupt it."""

import sys


def run() -> None:
    """Run the command line; a Ctrl-C while it is still loading ends it as a later one does."""
    try:
        from rete_chess.cli import main

        main()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            print("interrupted", file=sys.stderr)
        sys.exit(130)
    finally:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_DFL)  # one more while the interpreter ends tells nothing new


if __name__ == "__main__":
    run()
