"""The cost model: how many steps each small piece of work takes that a document can ask for.

A step is roughly a microsecond of the interpreted engine on an ordinary machine, and stays what it is when
code gets faster. `docs/budgets.md` tells the same in a table.
"""

from __future__ import annotations

from typing import Final

#: One piece, tile or square held against a filter, and one way in which a pattern matches.
PIECE: Final = 1
FRAME: Final = 4

#: One question to a network, one combination of facts that it may have to look at, and one activation that
#: is gone through.
ASK: Final = 2
COMBINATION: Final = 2
ACTIVATION: Final = 4

#: One rule that fires, one of its actions, one event, one name in a text or one value that is shown.
FIRING: Final = 20
ACTION: Final = 3
EVENT: Final = 20
TOLD: Final = 6

#: One fact that is written, one contribution that is summed up, one attribute in play where a position is
#: entered, and where a piece goes with all that it holds.
WRITE: Final = 5
GIFT: Final = 4
KEPT: Final = 1
LOST: Final = 2

#: One move that is listed, one that is told in algebraic notation, and one that is tried.
MOVE: Final = 1
TEXT: Final = 12
TRIAL: Final = 24

#: One square of a way in a movement table or one comparison of two ways to the same square, one way itself,
#: a further leg that goes on from a square, and a way that needs a closer look at each position, to move or
#: to capture.
WAY: Final = 1
NEW_WAY: Final = 6
LEG: Final = 24
CLOSER: Final = 4

#: One value in a document that is read, one that is held against a schema, one set of squares with further
#: sets that is always the same, and one rule that is lowered.
VALUE: Final = 20
VALUE_BY_SCHEMA: Final = 120
SET: Final = 200
RULE: Final = 400
