"""The piece types that profiles bring into play: those they are for, and those that pieces become by them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from rete_chess import primitives
from rete_chess.compiler._joining import made_types
from rete_chess.compiler.checks.settings import merged_settings
from rete_chess.compiler.profiles.documents import carried, model_of
from rete_chess.core.geometry import Geometry
from rete_chess.documents import AbilityDocument, Document
from rete_chess.documents.kinds.profile import InstanceEntry, TypeEntry
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.errors import ReteChessError
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.modifiers.promotion_override import KIND as PROMOTION


class Named(NamedTuple):
    """A piece type by its name, and the place of a profile that names it, itself or by its rules."""

    type: str
    path: KeyPath


def named_types(profile: Document, board: Geometry) -> Iterator[Named]:
    """The piece types that a profile names, as far as it can be read."""
    model = model_of(profile)
    for index, entry in enumerate(model.per_type):
        path: KeyPath = ("perType", index)
        yield Named(entry.piece_type, (*path, "pieceType"))
        yield from _of_entry(profile, entry, path, board)
    for index, single in enumerate(model.per_instance):
        yield from _of_entry(profile, single, ("perInstance", index), board)


def _of_entry(
    profile: Document, entry: TypeEntry | InstanceEntry, path: KeyPath, board: Geometry
) -> Iterator[Named]:
    if entry.kind == PROMOTION.id:
        names, problems = PROMOTION.parse(profile.tree, path)
        yield from (Named(name, (*path, "value")) for name in (() if problems else names))
    elif not MODIFIER_KINDS.has(entry.kind):
        body = _body(carried(profile, entry.kind), board)
        if body is not None:
            made = made_types(body, merged_settings(body, ()))
            yield from (Named(name, (*path, "kind")) for name, _ in made)


def _body(found: Document | None, board: Geometry) -> AbilityDocument | None:
    """What an ability or a modifier says; what is wrong with it is told where the profile is read."""
    if found is not None and found.kind == "modifier":
        with suppress(ReteChessError):
            found = primitives.lower_modifier(found, board).document
    return found.model if found is not None and isinstance(found.model, AbilityDocument) else None
