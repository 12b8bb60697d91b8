"""`python -m rete_chess`: the command line."""

from __future__ import annotations

from rete_chess.cli import main

if __name__ == "__main__":
    main()
