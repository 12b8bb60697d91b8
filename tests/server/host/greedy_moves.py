"""Moves that workers of some tests take badly: they take all time or memory, end the process, or fail."""

from __future__ import annotations

ENDLESS, BOUNDLESS, DEADLY, DEFECT = "a4", "b4", "c4", "d4"
