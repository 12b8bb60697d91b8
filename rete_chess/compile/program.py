"""A program: a variant compiled to what the engine plays. Immutable and shared between games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rete_chess.compile.pieces import shipped_pieces
from rete_chess.core.lawbook import Lawbook, lawbook
from rete_chess.core.laws import Laws, Material, Royal
from rete_chess.registry import Registry


@dataclass(frozen=True)
class Program:
    """A variant ready to be played: its laws and its start position."""

    id: str
    name: str
    laws: Laws
    start: str

    @property
    def book(self) -> Lawbook:
        """The movement tables, built on first use and shared."""
        return lawbook(self.laws)


def _chess() -> Program:
    """Chess by the FIDE Laws (2023): articles 3 (moves), 5 and 9 (results)."""
    names = ("pawn", "knight", "bishop", "rook", "queen", "king")
    pieces = tuple(shipped_pieces().get(name) for name in names)
    laws = Laws(
        white=pieces,
        black=pieces,
        royal=(Royal(("king",)),),
        material=Material(bare=("king",), single=("knight",), bound=("bishop",)),
        unlettered="pawn",
    )
    return Program("chess", "Chess", laws, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")


@lru_cache(maxsize=1)
def shipped_programs() -> Registry[Program]:
    """The programs that ship with the package, by id."""
    registry: Registry[Program] = Registry("variant")
    program = _chess()
    registry.register(program.id, program)
    return registry


def program_of(variant: str) -> Program:
    """The program of a shipped variant."""
    return shipped_programs().get(variant)
