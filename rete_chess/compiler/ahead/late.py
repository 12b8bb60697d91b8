"""The variant of a program that was not compiled now: read when somebody asks for what its documents say.

Few games do: those to which presets or profiles come, those that are saved, and explanations that quote.
What is never asked imports no model and reads no file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rete_chess.compiler import catalog


@dataclass(frozen=True, eq=False)
class LateVariant:
    """A shipped variant, as heavy as it will be; in all else it is the variant of the catalogue.

    Whatever is asked of it beside that is asked of the variant itself, which is read once for it, with all
    that it extends.

    The texts of shipped documents are held since the program was looked for, so that what is read late is
    what the program was compiled from.
    """

    id: str
    weight: int

    @cached_property
    def read(self) -> Any:
        """The variant itself."""
        from rete_chess.compiler.variant import resolve  # late: few games are asked for it

        return resolve(catalog.variant(self.id))

    def __getattr__(self, name: str) -> Any:
        if name == "read" or name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.read, name)
