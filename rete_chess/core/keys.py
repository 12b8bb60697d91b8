"""Position keys: 60-bit numbers made from names, so that every process makes the same ones."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import Final

from rete_chess.core.geometry import COLORS, OWNERS

#: So many keys of a kind are kept.
MOST_KEYS: Final = 8192


def name_key(name: str) -> int:
    """The key of anything that has a name; two names practically never share one."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big") >> 4


def piece_key(type_id: str, color: int, square: int, was: str = "") -> int:
    """The key of a piece on a square; one that has promoted from a type counts as another."""
    return name_key(f"{type_id} {OWNERS[color]} {square}{f' from {was}' if was else ''}")


@lru_cache(maxsize=MOST_KEYS)
def wall_key(square: int) -> int:
    return name_key(f"wall {square}")


@lru_cache(maxsize=MOST_KEYS)
def en_passant_key(target: int, victim: int) -> int:
    return name_key(f"en-passant {target} {victim}")


@lru_cache(maxsize=MOST_KEYS)
def castling_key(color: int, king: int, rook: int) -> int:
    return name_key(f"castling {COLORS[color]} {king} {rook}")


@lru_cache(maxsize=MOST_KEYS)
def unmoved_key(square: int) -> int:
    """The key of a piece that has not moved, where somebody asks."""
    return name_key(f"unmoved {square}")


@lru_cache(maxsize=MOST_KEYS)
def hand_key(type_id: str, color: int, count: int) -> int:
    """The key of having `count` pieces of a type in hand."""
    return name_key(f"hand {type_id} {COLORS[color]} {count}") if count else 0


@lru_cache(maxsize=MOST_KEYS)
def half_move_key(count: int) -> int:
    """The key of having made `count` half-moves of an unfinished turn."""
    return name_key(f"half-moves {count}") if count else 0


@lru_cache(maxsize=MOST_KEYS)
def extra_move_key(count: int) -> int:
    """The key of `count` half-moves that rules have added to an unfinished turn."""
    return name_key(f"extra moves {count}") if count else 0


#: In the key while Black is to move.
SIDE_KEY = name_key("side")
