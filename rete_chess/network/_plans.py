"""The join plans of the native network: built once from its hooks, shared by all its memories.

A plan is a list of steps. The first step is answered by an index over all plans of the stage, so a
hook whose first question has another answer is never looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rete_chess.facts.network_rules import Activation
from rete_chess.network._index import GroupKey, Signature, StageFields, group_hooks
from rete_chess.network._values import Key
from rete_chess.network.shapes import BINDING, CONSTANT, Lowered, Pattern

#: From so many hooks on, those of a stage whose facts have changed are asked one by one.
MANY: Final = 12

#: What a step compares the fact's value with.
IS_CONSTANT: Final = 0
IS_FIELD: Final = 1
IS_BOUND: Final = 2
IS_OPEN: Final = 3  # with nothing: the step binds the value


class Step:
    """One condition of a plan."""

    def __init__(self, attribute: str, role: int, variable: int, is_fresh: bool) -> None:
        self.attribute: str = attribute
        self.role: int = role  # position of the event field that is the subject, or -1
        self.variable: int = variable  # the variable that is the subject, or -1
        self.is_fresh: bool = is_fresh  # whether the step finds the variable's entities
        self.compares: int = IS_CONSTANT
        self.constant: Key | None = None
        self.field: int = -1
        self.binding: int = -1


class JoinPlan:
    """The plan of one hook: the steps that the index has not answered, and what to report."""

    def __init__(self, hook: Lowered, steps: list[Step]) -> None:
        self.number: int = hook.number
        self.steps: list[Step] = steps
        self.outputs: tuple[int, ...] = hook.outputs
        self.bindings: int = 1 + max((p.binding for p in hook.shape.patterns), default=-1)
        self.activation: Activation = Activation(hook.number, ())


class RolePlans:
    """Plans that begin with a fact of one of the event's entities, by attribute and value."""

    def __init__(self, role: int) -> None:
        self.role: int = role
        self.by_attribute: dict[str, dict[Key, list[JoinPlan]]] = {}
        self.loose: dict[str, list[JoinPlan]] = {}  # plans that begin with any value of the attribute


class Bucket:
    """The plans of a stage that the same constants of the event let in."""

    def __init__(self) -> None:
        self.plain: list[JoinPlan] = []  # no conditions: they match
        self.roles: list[RolePlans] = []
        self.free: dict[int, list[JoinPlan]] = {}  # by the alpha memory of their first variable


class Group:
    """Buckets by the constants of one signature."""

    def __init__(self, signature: Signature, table: dict[GroupKey, Bucket]) -> None:
        self.positions: tuple[int, ...] = signature.positions
        self.single: int = signature.single
        self.table: dict[GroupKey, Bucket] = table
        self.only: Bucket | None = None if signature.positions else next(iter(table.values()))


class WholePlan:
    """A plan that no index stands before: what the event must hold, and all steps."""

    def __init__(self, hook: Lowered, fields: StageFields) -> None:
        self.constants: tuple[tuple[int, Key], ...] = tuple(
            (fields.position[field], key) for field, key in hook.joined
        )
        self.plan: JoinPlan = JoinPlan(hook, make_steps(hook, fields))


class StagePlans:
    """The plans of one stage, grouped by signature."""

    def __init__(self, number: int, fields: StageFields, groups: list[Group]) -> None:
        self.number: int = number
        self.fields: StageFields = fields
        self.groups: list[Group] = groups
        self.whole: dict[int, WholePlan] = {}  # by the numbers of their hooks, where there are many
        self.readers: dict[str, list[int]] = {}  # attribute -> the hooks that ask for it

    def add_whole(self, hooks: Sequence[Lowered]) -> None:
        """Let each hook be asked by itself, too."""
        for hook in hooks:
            self.whole[hook.number] = WholePlan(hook, self.fields)
            for attribute in dict.fromkeys(hook.attributes):
                self.readers.setdefault(attribute, []).append(hook.number)


class AttributePlans:
    """The index and the alpha memories that plans of all stages need of one attribute."""

    def __init__(self, name: str) -> None:
        self.name: str = name
        self.is_indexed: bool = False  # whether some variable is looked up by it
        self.alphas: dict[Key, int] = {}  # memories of one value, where some plan begins
        self.any_alpha: int = -1  # the memory of all values, if some plan begins there
        self.stages: list[int] = []  # with many hooks, some of which ask for it


class Plans:
    """The whole index: stages, attributes, and for each alpha memory the stages that begin there."""

    def __init__(self, lowered: Sequence[Lowered]) -> None:
        self.attributes: dict[str, AttributePlans] = {}
        self.alpha_stages: list[list[int]] = []
        self.stages: dict[str, StagePlans] = {}
        by_stage: dict[str, list[Lowered]] = {}
        for hook in lowered:
            by_stage.setdefault(hook.stage, []).append(hook)
        for name, hooks in by_stage.items():
            self.stages[name] = self._stage(len(self.stages), hooks)

    def _stage(self, number: int, hooks: list[Lowered]) -> StagePlans:
        fields = StageFields(hooks)
        groups = []
        for signature, table in group_hooks(fields, hooks):
            buckets: dict[GroupKey, Bucket] = {}
            for key, group in table.items():
                bucket = buckets[key] = Bucket()
                for hook in group:
                    self._add(bucket, hook, fields, number)
            groups.append(Group(signature, buckets))
        plans = StagePlans(number, fields, groups)
        if len(hooks) >= MANY:
            plans.add_whole(hooks)
            for name in plans.readers:
                self.attributes.setdefault(name, AttributePlans(name)).stages.append(number)
        return plans

    def _add(self, bucket: Bucket, hook: Lowered, fields: StageFields, stage: int) -> None:
        steps = make_steps(hook, fields)
        for step in steps:
            attribute = self.attributes.setdefault(step.attribute, AttributePlans(step.attribute))
            attribute.is_indexed = attribute.is_indexed or step.is_fresh
        if not steps:
            bucket.plain.append(JoinPlan(hook, steps))
        elif steps[0].role >= 0:
            add_role_plan(bucket, hook, steps)
        else:
            alpha = self._alpha(steps[0], stage)
            bucket.free.setdefault(alpha, []).append(JoinPlan(hook, steps))

    def _alpha(self, step: Step, stage: int) -> int:
        """The alpha memory a free plan begins with."""
        attribute = self.attributes[step.attribute]
        if step.compares == IS_CONSTANT and step.constant is not None:
            alpha = attribute.alphas.setdefault(step.constant, len(self.alpha_stages))
        else:
            if attribute.any_alpha < 0:
                attribute.any_alpha = len(self.alpha_stages)
            alpha = attribute.any_alpha
        if alpha == len(self.alpha_stages):
            self.alpha_stages.append([])
        if stage not in self.alpha_stages[alpha]:
            self.alpha_stages[alpha].append(stage)
        return alpha


def add_role_plan(bucket: Bucket, hook: Lowered, steps: list[Step]) -> None:
    """File a plan under its first question; a constant is answered by the index itself."""
    first = steps[0]
    for plans in bucket.roles:
        if plans.role == first.role:
            break
    else:
        plans = RolePlans(first.role)
        bucket.roles.append(plans)
    if first.constant is not None:
        table = plans.by_attribute.setdefault(first.attribute, {})
        table.setdefault(first.constant, []).append(JoinPlan(hook, steps[1:]))
    else:
        plans.loose.setdefault(first.attribute, []).append(JoinPlan(hook, steps))


def make_steps(hook: Lowered, fields: StageFields) -> list[Step]:
    """The steps of a hook; of the constants of the event's pieces the least shared one comes first."""
    patterns = hook.shape.patterns
    order = list(range(len(patterns)))
    roles = [i for i in order if patterns[i].role and patterns[i].kind == CONSTANT]
    if roles:
        first = min(roles, key=lambda i: hook.sharing[i])
        order.remove(first)
        order.insert(0, first)
    known: set[int] = set()
    bound: set[int] = set()
    steps = []
    for i in order:
        steps.append(make_step(patterns[i], hook.attributes[i], hook.constants[i], fields, known, bound))
        known.add(patterns[i].variable)
        bound.add(patterns[i].binding)
    return steps


def make_step(
    pattern: Pattern,
    attribute: str,
    constant: Key | None,
    fields: StageFields,
    known: set[int],
    bound: set[int],
) -> Step:
    """One step, given the variables and bindings that earlier steps have set."""
    role = fields.position[pattern.role] if pattern.role else -1
    step = Step(attribute, role, pattern.variable, role < 0 and pattern.variable not in known)
    if pattern.kind == CONSTANT:
        step.constant = constant
    elif pattern.kind == BINDING:
        step.compares = IS_BOUND if pattern.binding in bound else IS_OPEN
        step.binding = pattern.binding
    else:
        step.compares = IS_FIELD
        step.field = fields.position[pattern.field]
    return step
