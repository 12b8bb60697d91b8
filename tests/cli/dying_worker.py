"""A worker of the self-test that plays one game, finds a difference, and dies; or dies at once."""

from __future__ import annotations

import json
import os
import sys

if __name__ == "__main__":
    seed, first = sys.argv[3], sys.argv[4]
    if seed == "0":
        told = [f"game {first} of seed {seed}, chess: half-move 1, e2e4: other state"]
        figures = {"games": 1, "refused": 0, "plies": 1, "firings": 2, "mismatches": 1, "told": told}
        print(json.dumps(figures), flush=True)
    os._exit(7)
