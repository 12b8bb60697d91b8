"""The flat core: positions, tables and walks as vectors of integers, the same rules as those of the core.

The same source runs interpreted, on lists, and compiled, on bare memory. This module says which numbers it
runs on, and is never compiled: the compiler reads the first branch, the interpreter runs the second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:
    i64 = int
    vec = {int: list}  # so that `vec[i64](numbers)` is a list of them
