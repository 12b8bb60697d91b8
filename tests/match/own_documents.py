"""A variant with documents of its own kinds beside its file, for tests of saves."""

from __future__ import annotations

from pathlib import Path
from typing import Final

VARIANT: Final = """
kind: variant
id: manor
name: Manor
extends: cottage
tiles: {e4: ice, d5: bog}
abilities: [{id: spiteful, for: {type: pawn}}]
modifiers: [{id: nimble, for: {type: rook}}]
profiles: [household]
presets: [{id: tally, config: {step: 2}}, {id: piece-hp}]
"""

#: What lies beside the file, by name.
DOCUMENTS: Final = {
    "cottage.variant": "id: cottage\nname: Cottage\nextends: chess\nlayout: hall\npieces: {y: yeoman}\n",
    "hall.layout": """
id: hall
name: Hall
description: A yeoman stands beside each rook on the left.
fen: rybqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RYBQKBNR w KQkq - 0 1
""",
    "yeoman.piece": """
id: yeoman
name: Yeoman
letter: y
value: 3
moves: [{leap: orthogonal}, {leap: knight, mode: move}]
""",
    "ice.tile": """
id: ice
name: Ice
description: Whoever steps on it is counted.
attributes:
  Slips: {of: piece, type: int, start: 0}
rules:
  - id: slip
    at: square-entry
    when: [{event: {piece: $p, to: $self.square}}]
    do: [{add: {target: $p, attr: Slips, by: 1}}]
""",
    "bog.tile": "id: bog\nname: Bog\ndescription: Nobody gets in.\nblocks: true\n",
    "spiteful.ability": """
id: spiteful
name: Spiteful
description: Whoever captures it loses a hit point.
value: 1
rules:
  - id: spite
    at: capture
    when: [{event: {piece: $p, target: $self}}]
    do: [{damage: {target: $p, amount: 1, kind: spite}}]
""",
    "butler.ability": """
id: butler
name: Butler
description: Counts its steps.
value: 1
attributes:
  Steps: {of: piece, type: int, start: 0}
rules:
  - id: step
    at: move
    when: [{event: {piece: $self}}]
    do: [{add: {target: $self, attr: Steps, by: 1}}]
""",
    "nimble.modifier": """
id: nimble
type: data
version: 1
name: Nimble
primitives: [{kind: add-direction, directions: [{df: 1, dr: 2}, {df: -1, dr: 2}]}]
""",
    "nettles.modifier": """
id: nettles
type: data
version: 1
name: Nettles
primitives: [{kind: reflect-damage, amount: 1}]
""",
    "household.profile": """
id: household
name: Household
perType: [{pieceType: knight, kind: butler}, {pieceType: bishop, kind: HpBonus, value: 1}]
""",
    "tally.preset": """
id: tally
name: Tally
description: Captures count.
config: {step: 1}
attributes:
  Taken: {of: side, type: int, start: 0}
rules:
  - id: count
    at: capture
    when: [{event: {side: $side}}]
    do: [{add: {target: {side: $side}, attr: Taken, by: $config.step}}]
""",
    "frost.preset": """
id: frost
name: Frost
description: Captures leave ice behind.
rules:
  - id: freeze
    at: capture
    when: [{event: {from: $from}}]
    do: [{tile: {square: $from, type: rime}}]
""",
    "rime.tile": "id: rime\nname: Rime\ndescription: Looks cold.\n",
}


def write_manor(folder: Path) -> Path:
    """Write the variant and all that lies beside it; returns the variant's file."""
    for stem, text in DOCUMENTS.items():
        (folder / f"{stem}.yaml").write_text(text, encoding="utf-8")
    path = folder / "manor.variant.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    return path
