"""The shapes of a program: its policies, its rules with their lines, its network as a graph."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypedDict


class Legality(TypedDict):
    """How legal moves are found."""

    tier: Annotated[int, Field(description="The tier: the lower, the cheaper.")]
    by: Annotated[str, Field(description="How it decides.")]
    reason: Annotated[str, Field(description="Why no lower tier is exact.")]
    board: Annotated[str, Field(description="What keeps the flat core from playing it; empty: nothing.")]


class Policy(TypedDict):
    """A policy that counts."""

    document: Annotated[str, Field(description="The id of the document that says it.")]
    path: Annotated[str, Field(description="Where in the document.")]
    value: Annotated[Any, Field(description="What is written there.")]
    side: Annotated[str, Field(description="The side for which it counts, or both.")]
    origin: Annotated[str, Field(description="Where it is written, as file:line.")]


class Rule(TypedDict):
    """A rule of a program."""

    number: Annotated[int, Field(description="Its place in the order in which rules fire.")]
    rule: Annotated[str, Field(description="Its id: document/rule.")]
    origin: Annotated[str, Field(description="Where it is written, as file:line.")]
    stage: Annotated[str, Field(description="Where it listens.")]
    priority: int
    shape: Annotated[str | None, Field(description="Its shape in the network; null: it never matches.")]
    event: Annotated[list[str], Field(description="What it asks of the event.")]
    reads: Annotated[list[str], Field(description="The facts that it joins.")]
    guards: Annotated[int, Field(description="How many conditions are looked at outside the network.")]


class Program(TypedDict):
    """The policies and rules of a program, as `rules --json` prints them."""

    variant: Annotated[str, Field(description="The id of the variant.")]
    name: str
    legality: Legality
    heard: Annotated[list[str], Field(description="The points at which some rule listens.")]
    core_exact: Annotated[bool, Field(description="Whether the bare core plays as the rules do.")]
    policies: list[Policy]
    rules: Annotated[list[Rule], Field(description="All rules, in the order of their stages.")]


class GraphNode(TypedDict):
    """A node of a network."""

    id: str
    kind: Annotated[str, Field(description="stage, shape, hook or alpha.")]
    label: str


class GraphEdge(TypedDict):
    """An arrow between two nodes."""

    source: Annotated[str, Field(description="The id of a node.")]
    target: Annotated[str, Field(description="The id of a node.")]
    label: Annotated[str, Field(description="The word on it; may be empty.")]


class Graph(TypedDict):
    """A network as a graph, as `network --json` prints it."""

    name: str
    nodes: list[GraphNode]
    edges: list[GraphEdge]
