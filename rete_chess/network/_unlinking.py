"""The unlinking of hooks in the durable network: hooks that cannot match are not asked of the core.

A hook is linked while each alpha memory it needs holds something: for a constant the pair of attribute
and value, otherwise any fact of the attribute. If the hook asks a constant of one of the event's pieces,
that very piece must be in the alpha memory that tells most. A stage none of whose hooks is linked and let
in by the event's constants is not asked at all, and a hook that was never linked is never told to the core.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeVar

from rete_chess.network._codes import Codes
from rete_chess.network._index import GroupKey, Signature, StageFields, group_hooks
from rete_chess.network._values import Key
from rete_chess.network.shapes import Lowered, Shape

T = TypeVar("T")


class Tokens:
    """Numbers, from 1, for what hooks name: pairs of attribute and constant, and attributes."""

    def __init__(self) -> None:
        self.pairs: dict[str, dict[Key, int]] = {}
        self.stages: list[set[int]] = [set()]  # for each pair the stages whose hooks name it
        self._attributes: dict[str, int] = {}

    def pair(self, attribute: str, key: Key, stage: int) -> int:
        """The number of a pair, which a stage is now known to read."""
        token = self.pairs.setdefault(attribute, {}).setdefault(key, len(self.stages))
        if token == len(self.stages):
            self.stages.append(set())
        self.stages[token].add(stage)
        return token

    def attribute(self, name: str) -> int:
        self.pairs.setdefault(name, {})
        return self._attributes.setdefault(name, len(self._attributes) + 1)


class Alphas:
    """The alpha memories of a game: the facts that some hook reads, and how many each pair has."""

    def __init__(self, tokens: Tokens, stages: int) -> None:
        self.tokens = tokens
        self.columns: dict[str, dict[int, Key]] = {}  # attribute → entity → value, none of them empty
        self.counts = [0] * len(tokens.stages)
        self.present: list[set[int]] = [set() for _ in range(stages)]  # pairs of a stage that hold some

    def copy(self) -> Alphas:
        twin = Alphas(self.tokens, len(self.present))
        twin.columns = {name: column.copy() for name, column in self.columns.items()}
        twin.counts = self.counts.copy()
        twin.present = [pairs.copy() for pairs in self.present]
        return twin

    def get(self, entity: int, attribute: str) -> Key | None:
        column = self.columns.get(attribute)
        return None if column is None else column.get(entity)

    def set(self, entity: int, attribute: str, key: Key | None) -> bool:
        """Put a fact into its alpha memory, or take it out (None). False if nothing changed."""
        column = self.columns.get(attribute)
        before = None if column is None else column.get(entity)
        if before == key:
            return False
        pairs = self.tokens.pairs[attribute]
        if before is not None:
            self._leave(pairs.get(before, 0))
        if key is not None:
            if column is None:
                column = self.columns[attribute] = {}
            column[entity] = key
            self._enter(pairs.get(key, 0))
        elif column is not None:
            del column[entity]
            if not column:
                del self.columns[attribute]
        return True

    def _enter(self, pair: int) -> None:
        if pair:
            self.counts[pair] += 1
            if self.counts[pair] == 1:
                for stage in self.tokens.stages[pair]:
                    self.present[stage].add(pair)

    def _leave(self, pair: int) -> None:
        if pair:
            self.counts[pair] -= 1
            if not self.counts[pair]:
                for stage in self.tokens.stages[pair]:
                    self.present[stage].discard(pair)


class Wanted:
    """The facts of an attribute that one stage reads: some pairs by their tokens, or all values."""

    def __init__(self) -> None:
        self.pairs: dict[Key, int] = {}
        self.attribute = 0  # the attribute's token if all values are wanted


class StageHook:
    """One hook of a stage: what links it, its message for the core, how its activations are read."""

    def __init__(self, place: int, hook: Lowered) -> None:
        self.place = place
        self.number = hook.number
        self.slots = ""
        self.pairs: list[int] = []
        self.attributes: list[str] = []
        subjects = [pattern.variable for pattern in hook.shape.patterns]
        self.outputs = tuple(f"c{subjects.index(variable)}" for variable in hook.outputs)
        #: For each variable the alpha memory it is looked up in: a pair, or 0 and an attribute.
        self.sources: list[tuple[int, str]] = []

    def is_linked(self, memory: Alphas) -> bool:
        """Whether all its alpha memories hold something."""
        for token in self.pairs:
            if not memory.counts[token]:
                return False
        for name in self.attributes:
            if name not in memory.columns:
                return False
        return True

    def combinations(self, memory: Alphas) -> int:
        """The most combinations of entities that the core goes through for the hook."""
        product = 1
        for pair, attribute in self.sources:
            size = memory.counts[pair] if pair else len(memory.columns.get(attribute, ()))
            product *= max(1, size)
        return product


class Bucket:
    """The hooks that the same constants of the event let in, by the alpha memory that tells most."""

    def __init__(self) -> None:
        self.plain: list[StageHook] = []  # hooks without conditions
        self.by_name: dict[str, list[StageHook]] = {}  # hooks without a constant
        self.by_pair: dict[int, list[StageHook]] = {}  # hooks with constants of variables only
        #: Hooks with a constant of an event's piece: position of its role, attribute, value.
        self.by_role: dict[int, dict[str, dict[Key, list[StageHook]]]] = {}

    def add(self, staged: StageHook, hook: Lowered, fields: StageFields) -> None:
        constants = [i for i, constant in enumerate(hook.constants) if constant is not None]
        if not hook.constants:
            self.plain.append(staged)
            return
        if not constants:
            rarest = min(range(len(hook.sharing)), key=hook.sharing.__getitem__)
            self.by_name.setdefault(hook.attributes[rarest], []).append(staged)
            return
        roles = [i for i in constants if hook.shape.patterns[i].role]
        rarest = min(roles or constants, key=lambda i: hook.sharing[i])
        constant = hook.constants[rarest]
        if roles and constant is not None:
            role = fields.position[hook.shape.patterns[rarest].role]
            table = self.by_role.setdefault(role, {}).setdefault(hook.attributes[rarest], {})
            table.setdefault(constant, []).append(staged)
        else:
            self.by_pair.setdefault(staged.pairs[constants.index(rarest)], []).append(staged)

    def linked(self, keys: list[Key | None], memory: Alphas, stage: int) -> list[StageHook]:
        """The hooks whose alpha memories all hold something."""
        found = self.plain.copy()
        for role, by_attribute in self.by_role.items():
            entity = keys[role]
            if type(entity) is int:
                for name in shorter(memory.columns, by_attribute):
                    key = memory.get(entity, name)
                    if key is not None and name in by_attribute:
                        found += by_attribute[name].get(key, ())
        if self.by_pair:
            present = memory.present[stage]
            for pair in shorter(present, self.by_pair):
                if pair in present:
                    found += self.by_pair.get(pair, ())
        if self.by_name:
            for name in shorter(memory.columns, self.by_name):
                if name in memory.columns:
                    found += self.by_name.get(name, ())
        return [staged for staged in found if staged.is_linked(memory)]


def shorter(left: Collection[T], right: Collection[T]) -> Collection[T]:
    """The shorter of two collections, to be gone through: what there is, or what hooks ask for."""
    return left if len(left) < len(right) else right


class StageRules:
    """The hooks of one stage and what the core is told for them."""

    def __init__(
        self, number: int, hooks: Sequence[Lowered], shapes: Sequence[Shape], tokens: Tokens, codes: Codes
    ) -> None:
        self.number = number
        self.fields = StageFields(hooks)
        self.wanted: dict[str, Wanted] = {}
        self.hooks: list[StageHook] = []
        self.groups: list[tuple[Signature, dict[GroupKey, Bucket]]] = []
        self.aliases = {
            str(place): tuple(f"c{i}" for i in range(len(shape.patterns)))
            for place, shape in enumerate(shapes)
        }
        for signature, table in group_hooks(self.fields, hooks):
            buckets: dict[GroupKey, Bucket] = {}
            for key, group in table.items():
                bucket = buckets[key] = Bucket()
                for hook in group:
                    staged = self._enter(hook, shapes.index(hook.shape), tokens, codes)
                    bucket.add(staged, hook, self.fields)
            self.groups.append((signature, buckets))
        self.wide = [staged for staged in self.hooks if len(staged.sources) > 1]

    def _enter(self, hook: Lowered, shape: int, tokens: Tokens, codes: Codes) -> StageHook:
        """Enter a hook: its slots as the text of a message, and the alpha memories it needs."""
        staged = StageHook(len(self.hooks), hook)
        self.hooks.append(staged)
        slots = [f'"t":"h{shape}","n":{staged.place}']
        slots += [f'"x{i}":{codes.code(key)}' for i, key in enumerate(hook.event)]
        if hook.shape.carrier:
            slots.append(f'"w":{codes.code(hook.carrier)}')
        for i, (attribute, constant) in enumerate(zip(hook.attributes, hook.constants)):
            wanted = self.wanted.setdefault(attribute, Wanted())
            pair = 0
            if constant is not None:
                pair = wanted.pairs[constant] = tokens.pair(attribute, constant, self.number)
                staged.pairs.append(pair)
                slots.append(f'"k{i}":{pair}')
            else:
                wanted.attribute = tokens.attribute(attribute)
                staged.attributes.append(attribute)
                slots.append(f'"a{i}":{wanted.attribute}')
            if hook.shape.patterns[i].variable == len(staged.sources):  # its first pattern
                staged.sources.append((pair, attribute))
        staged.slots = ",".join(slots)
        return staged

    def combinations(self, memory: Alphas) -> int:
        """The most combinations of several entities that the core goes through in one call."""
        return sum([staged.combinations(memory) for staged in self.wide])

    def linked(self, keys: list[Key | None], memory: Alphas) -> list[StageHook]:
        """The hooks that the event lets in and whose alpha memories all hold something."""
        found: list[StageHook] = []
        for signature, buckets in self.groups:
            bucket = buckets.get(signature.key(keys))
            if bucket is not None:
                found += bucket.linked(keys, memory, self.number)
        return found
