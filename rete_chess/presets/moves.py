"""A move as hooks see it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Move:
    """What a move sets out to do. Squares are numbers (a1 = 0), pieces entity ids, types words.

    Hooks take moves from what they are given or make them with `engine.move`.
    """

    piece_id: int
    piece_type: str
    from_square: int
    to_square: int
    promotion: str | None = None
    captured_id: int | None = None
    captured_type: str | None = None
    tag: str | None = None
    is_castle: bool = False
    is_en_passant: bool = False
    is_double_step: bool = False
    stays: bool = False  # captures without moving

    @property
    def is_capture(self) -> bool:
        return self.captured_id is not None
