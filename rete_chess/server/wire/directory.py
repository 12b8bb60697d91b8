"""All messages by their type, in both directions, and the greatest size of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import room_messages as room
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.base import ClientMessage, Message, ServerMessage

#: Bytes of a message, and of those that bring documents along.
MOST_BYTES: Final = 64 * 1024
MOST_DOCUMENT_BYTES: Final = 256 * 1024

M = TypeVar("M", bound=Message)


def type_of(message: type[Message]) -> str:
    """The `type` of all messages of a class."""
    name: str = message.model_fields["type"].default
    return name


def _by_type(classes: Iterable[type[M]]) -> dict[str, type[M]]:
    return {type_of(found): found for found in classes}


CLIENT_MESSAGES: Final[dict[str, type[ClientMessage]]] = _by_type(
    (
        room.RoomCreate,
        room.RoomJoin,
        room.RoomSync,
        room.RoomLeave,
        game.MovePlay,
        game.TraceRequest,
        game.ExplainRequest,
        game.InspectRequest,
        game.OfferDraw,
        game.AnswerDraw,
        game.ClaimDraw,
        game.Resign,
        game.Rematch,
        game.TakebackPropose,
        game.TakebackConsent,
        rules.ProfilePropose,
        rules.ProfileConsent,
        rules.ProfileWithdraw,
        rules.ProfileUpdate,
        rules.PresetsPropose,
        rules.PresetsConsent,
        rules.PresetsWithdraw,
        rules.PresetsUpdate,
        rules.ConfigUpdate,
        rules.ModifierRegister,
    )
)

SERVER_MESSAGES: Final[dict[str, type[ServerMessage]]] = _by_type(
    (
        room.RoomCreated,
        room.RoomJoined,
        room.RoomState,
        room.RoomPresence,
        room.RoomReplaced,
        room.RoomClosed,
        room.RoomMoved,
        room.Nack,
        game.MovePlayed,
        game.TraceAnswer,
        game.ExplainAnswer,
        game.InspectAnswer,
        game.GameUpdated,
        game.TakebackQueued,
        game.TakebackPending,
        game.TakebackRejected,
        game.TakebackDone,
        rules.ProfileQueued,
        rules.ProfilePending,
        rules.ProfileConsentReceived,
        rules.ProfileRejected,
        rules.ProfileUpdated,
        rules.PresetsQueued,
        rules.PresetsPending,
        rules.PresetsConsentReceived,
        rules.PresetsRejected,
        rules.PresetsUpdated,
        rules.ModifierRegistered,
    )
)

#: The messages that bring documents along.
_WITH_DOCUMENTS: Final = frozenset(
    _by_type((room.RoomCreate, rules.ProfilePropose, rules.PresetsPropose, rules.ModifierRegister))
)


def most_bytes(name: object) -> int:
    """The greatest size of a client's message of a type, which may be anything."""
    return MOST_DOCUMENT_BYTES if isinstance(name, str) and name in _WITH_DOCUMENTS else MOST_BYTES
