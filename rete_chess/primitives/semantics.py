"""The problems of the primitives of a modifier: all at once, each at its line.

The walk goes by the children that each kind names, first over the data as it was read, then over what
the models made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, ValidationError

from rete_chess.documents.kinds.modifier import MAX_LEVELS, MAX_PRIMITIVES
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.problems import problems_of
from rete_chess.documents.modelling.words import Many
from rete_chess.documents.reading.source import MAX_PROBLEMS
from rete_chess.documents.reading.tree import KeyPath, Tree
from rete_chess.errors import Problem
from rete_chess.primitives.add_to_attribute import AddToAttribute
from rete_chess.primitives.catalog import PRIMITIVES
from rete_chess.primitives.conditional import Conditional
from rete_chess.primitives.multiply_attribute import MultiplyAttribute
from rete_chess.primitives.on_captured import OnCaptured
from rete_chess.primitives.on_promotion import OnPromotion
from rete_chess.primitives.primitive import Node, Primitive
from rete_chess.primitives.seed_attribute import SeedAttribute
from rete_chess.primitives.ways import MAX_CASES, MAX_JOINS


class _Body(DocumentModel):
    """The primitives of a modifier, each read by the model of its kind."""

    primitives: Annotated[tuple[Annotated[Primitive, Node()], ...], Many(1, MAX_PRIMITIVES)] = Field(
        description="The primitives."
    )


def structure_problems(tree: Tree) -> list[Problem]:
    """The problems of too many primitives, or levels of them or of conditions, and of targets outside
    triggers."""
    problems: list[Problem] = []
    todo: list[tuple[KeyPath, int, Any]] = [((), 0, {"kind": None, "primitives": _listed(tree)})]
    count = 0
    while todo:
        path, level, node = todo.pop()
        if level > MAX_LEVELS:
            message = f"primitives stand at most {MAX_LEVELS} deep in one another"
            problems.append(_problem(tree, "E_MODIFIER_DEPTH", message, path))
            continue
        count += level > 0
        if count == MAX_PRIMITIVES + 1:
            message = f"a modifier holds at most {MAX_PRIMITIVES} primitives, all levels counted"
            return [*problems, _problem(tree, "E_MODIFIER_SIZE", message, path)][-MAX_PROBLEMS:]
        kind = node["kind"]
        if isinstance(kind, str) and "target" in node and PRIMITIVES.has(kind) and kind != OnCaptured.word:
            message = "`target` belongs to on-captured, where attacker and defender are known"
            problems.append(_problem(tree, "E_PRIMITIVE_TARGET", message, (*path, "target")))
        if _joins(node.get("condition")) > MAX_JOINS:
            message = f"conditions stand at most {MAX_JOINS} deep in one another"
            return [*problems, _problem(tree, "E_MODIFIER_DEPTH", message, (*path, "condition"))]
        children = [
            ((*path, key, index), level + 1, child)
            for key in _child_keys(kind)
            for index, child in enumerate(node[key] if isinstance(node.get(key), list) else ())
            if isinstance(child, dict) and "kind" in child
        ]
        todo += reversed(children)
    return problems[:MAX_PROBLEMS]


def _joins(condition: object) -> int:
    """How deep conditions stand in one another, as far as it matters."""
    level, found = [condition], 0
    while level and found <= MAX_JOINS:
        found += 1
        mappings = [part for part in level if isinstance(part, dict)]
        level = [part for one in mappings for key in ("all", "any", "not") for part in _inside(one.get(key))]
    return found


def _inside(joined: Any) -> list[Any]:
    return joined if isinstance(joined, list) else [joined] if isinstance(joined, dict) else []


def _listed(tree: Tree) -> Any:
    return tree.value.get("primitives") if isinstance(tree.value, dict) else None


def _child_keys(kind: object) -> tuple[str, ...]:
    if kind is None:
        return ("primitives",)
    return PRIMITIVES.get(kind).child_keys if isinstance(kind, str) and PRIMITIVES.has(kind) else ()


def read_nodes(tree: Tree) -> tuple[tuple[Primitive, ...], list[Problem]]:
    """The primitives of a modifier, or all their problems."""
    problems = structure_problems(tree)
    if any(problem.code in ("E_MODIFIER_DEPTH", "E_MODIFIER_SIZE") for problem in problems):
        return (), problems
    try:
        nodes = _Body.model_validate({"primitives": _listed(tree)}).primitives
    except ValidationError as error:
        known = {problem.path for problem in problems}
        found = [problem for problem in problems_of(error, tree) if problem.path not in known]
        return (), [*problems, *found]
    for index, node in enumerate(nodes):
        problems += place_problems(tree, node, ("primitives", index), None, False)
    return nodes, problems


def place_problems(
    tree: Tree,
    node: Primitive,
    path: KeyPath,
    trigger: Primitive | None,
    is_conditional: bool,
    cases: int = 1,
) -> Iterator[Problem]:
    """The problems of a primitive that may not stand below its trigger or condition; `cases` are the ways in
    which the conditions around it hold."""
    if trigger is not None and node.is_trigger:
        message = f"{node.word} cannot stand inside {trigger.word}: it would wait for two events"
        yield _problem(tree, "E_PRIMITIVE_PLACE", message, path)
    if isinstance(trigger, OnCaptured) and trigger.target != "self" and node.needs_carrier:
        message = f"{node.word} acts for its carrier and cannot be given to others"
        yield _problem(tree, "E_PRIMITIVE_PLACE", message, path)
    if trigger is None:
        yield from _outside_triggers(tree, node, path, is_conditional)
    if isinstance(node, Conditional):
        cases *= max(node.condition.cases(is_negated=False), node.condition.cases(is_negated=True))
        yield from _condition_problems(tree, node, path, trigger, cases)
    for key, index, child in node.children():
        inner = node if node.is_trigger else trigger
        below = is_conditional or isinstance(node, Conditional)
        yield from place_problems(tree, child, (*path, key, index), inner, below, cases)


def _condition_problems(
    tree: Tree, node: Conditional, path: KeyPath, trigger: Primitive | None, cases: int
) -> Iterator[Problem]:
    """The problems of a condition where it stands."""
    if node.condition.of_promotions and not isinstance(trigger, OnPromotion):
        message = "`promotedFrom` and `promotedTo` are known inside on-promotion only"
        yield _problem(tree, "E_PRIMITIVE_TARGET", message, (*path, "condition"))
    if cases > MAX_CASES:
        message = f"the condition falls into {cases} cases, those around it counted"
        hint = f"{MAX_CASES} are the most; every `any` multiplies them"
        yield _problem(tree, "E_MODIFIER_SIZE", message, (*path, "condition"), hint)


def _outside_triggers(tree: Tree, node: Primitive, path: KeyPath, is_conditional: bool) -> Iterator[Problem]:
    """The problems of a primitive that may stand only inside triggers: a change that happens once."""
    if is_conditional and not node.is_live:
        message = f"{node.word} acts once, so it stands at the top or inside a trigger"
        yield _problem(tree, "E_PRIMITIVE_PLACE", message, path)
    given: list[str] = []
    if isinstance(node, AddToAttribute):
        given = [key for key in ("min", "max") if getattr(node, key) is not None]
    if isinstance(node, MultiplyAttribute) and node.round is not None:
        given = ["round"]
    for key in given:
        message = f"`{key}` belongs to a change that a trigger makes"
        hint = "the bounds of the attribute limit what is added continuously"
        yield _problem(tree, "E_PRIMITIVE_PLACE", message, (*path, key), hint)


def seed_problems(tree: Tree, nodes: tuple[Primitive, ...]) -> Iterator[Problem]:
    """The problems of attributes that a modifier seeds twice."""
    seen: set[str] = set()
    for index, node in enumerate(nodes):
        if isinstance(node, SeedAttribute):
            if node.attr in seen:
                message = f"{node.attr} is seeded twice"
                yield _problem(tree, "E_PRIMITIVE_PLACE", message, ("primitives", index, "attr"))
            seen.add(node.attr)


def _problem(tree: Tree, code: str, message: str, path: KeyPath, hint: str | None = None) -> Problem:
    line, column = tree.place(path)
    return Problem(code, message, "error", tree.name(path), line, column, hint)
