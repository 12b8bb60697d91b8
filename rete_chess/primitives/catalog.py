"""All primitives by kind, and the order in which they are explained."""

from __future__ import annotations

from typing import Final

from rete_chess.primitives.absorb_damage_with_attribute import AbsorbDamageWithAttribute
from rete_chess.primitives.add_aura import AddAura
from rete_chess.primitives.add_direction import AddDirection
from rete_chess.primitives.add_to_attribute import AddToAttribute
from rete_chess.primitives.block_move_type import BlockMoveType
from rete_chess.primitives.conditional import Conditional
from rete_chess.primitives.modify_movement_range import ModifyMovementRange
from rete_chess.primitives.multiply_attribute import MultiplyAttribute
from rete_chess.primitives.on_capture import OnCapture
from rete_chess.primitives.on_captured import OnCaptured
from rete_chess.primitives.on_check_delivered import OnCheckDelivered
from rete_chess.primitives.on_check_received import OnCheckReceived
from rete_chess.primitives.on_damaged import OnDamaged
from rete_chess.primitives.on_move import OnMove
from rete_chess.primitives.on_moved_onto_square import OnMovedOntoSquare
from rete_chess.primitives.on_promotion import OnPromotion
from rete_chess.primitives.on_turn_end import OnTurnEnd
from rete_chess.primitives.on_turn_start import OnTurnStart
from rete_chess.primitives.override_promotion import OverridePromotion
from rete_chess.primitives.primitive import Primitive
from rete_chess.primitives.reflect_damage import ReflectDamage
from rete_chess.primitives.seed_attribute import SeedAttribute
from rete_chess.primitives.set_capture_flag import SetCaptureFlag
from rete_chess.registry import Registry

#: The primitives in the order in which they are explained.
ORDER: Final[tuple[type[Primitive], ...]] = (
    SeedAttribute,
    AddToAttribute,
    MultiplyAttribute,
    AddDirection,
    SetCaptureFlag,
    AbsorbDamageWithAttribute,
    ReflectDamage,
    BlockMoveType,
    AddAura,
    OnTurnStart,
    OnCapture,
    OnDamaged,
    Conditional,
    ModifyMovementRange,
    OverridePromotion,
    OnMove,
    OnTurnEnd,
    OnPromotion,
    OnCheckReceived,
    OnCheckDelivered,
    OnMovedOntoSquare,
    OnCaptured,
)


def _registry() -> Registry[type[Primitive]]:
    registry: Registry[type[Primitive]] = Registry("primitive")
    for primitive in ORDER:
        registry.register(primitive.word, primitive)
    return registry


PRIMITIVES: Final = _registry()
