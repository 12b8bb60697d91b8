"""The contract of networks. A network serves the hooks of one program to any number of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rete_chess.facts.events import Event
from rete_chess.facts.network_rules import Activation, Value
from rete_chess.network.graph import Graph


class Memory(Protocol):
    """The working memory of one game: one value for each entity and attribute."""

    calls: int  #: questions so far
    puts: int  #: facts told that some hook reads
    drops: int  #: facts taken back that some hook reads

    def put(self, entity: int, attribute: str, value: Value) -> None:
        """Assert a fact, or change its value."""

    def drop(self, entity: int, attribute: str) -> None:
        """Retract a fact; nothing happens if there is none."""

    def activations(self, stage: str, event: Event | Mapping[str, Value]) -> list[Activation]:
        """All activations of the stage's hooks for an event, sorted by hook number, then entities."""

    def copy(self) -> Memory:
        """A second memory with the same facts."""

    def close(self) -> None:
        """Give back what the memory holds; it is not used afterwards."""


class Network(Protocol):
    """A matcher for the hooks of one program."""

    name: str

    def open(self) -> Memory:
        """An empty working memory for a new game."""

    def describe(self) -> Graph:
        """The network's nodes and edges, to draw and to explain."""
