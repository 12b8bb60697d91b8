"""Every shipped variant: valid without a warning, short, and a random game to its end on both networks and back."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.checks import examine
from rete_chess.compiler import catalog
from rete_chess.documents import VariantDocument, load_document
from tests.engine_rules.test_preset_games import play

VARIANTS = catalog.variants().list()

#: A game that has not ended by then never will.
PLIES = 1_500
