"""Rooms as machines: messages and moments in, log entries and messages out, and nothing else."""

from __future__ import annotations

from rete_chess.server.room.bot import Think, choose
from rete_chess.server.room.chance import Chance, SecureChance, SeededChance, hash_of
from rete_chess.server.room.entries import Entry
from rete_chess.server.room.opening import open_room
from rete_chess.server.room.outcome import Head, Opened, Outcome, RoomError, Send, Socket
from rete_chess.server.room.room import CONSENT_TIME, Room
from rete_chess.server.room.transaction import nack_of

__all__ = [
    "CONSENT_TIME",
    "Chance",
    "Entry",
    "Head",
    "Opened",
    "Outcome",
    "Room",
    "RoomError",
    "SecureChance",
    "SeededChance",
    "Send",
    "Socket",
    "Think",
    "choose",
    "hash_of",
    "nack_of",
    "open_room",
]
