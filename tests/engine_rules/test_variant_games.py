"""Every shipped variant: valid without a warning, short, and a random game to its end on both networks and back."""

from __future__ import annotations

from rete_chess.compiler import catalog

VARIANTS = catalog.variants().list()

#: A game that has not ended by then never will.
PLIES = 1_500
