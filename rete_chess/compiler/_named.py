"""Programs of registered variants by their ids, and of the files of paths."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from rete_chess.compiler import ahead, catalog
from rete_chess.compiler._program import ActivePreset, Program
from rete_chess.documents.kinds.neighbours import is_file_name
from rete_chess.keeping import SharingKeeper
from rete_chess.metering import Budget, Meter, loading

if TYPE_CHECKING:
    from rete_chess.compiler.profiles.documents import ProfileSource
    from rete_chess.compiler.variant import ModifierChoice

#: The programs of registered variants with some presets, by their names; forgotten when a registry changes.
_registered: Final[SharingKeeper[tuple[str, tuple[ActivePreset, ...]], Program]] = SharingKeeper()
catalog.when_changed(_registered.clear)


def program_of(
    variant: str | os.PathLike[str],
    presets: Sequence[ActivePreset] = (),
    modifiers: Sequence[ModifierChoice] = (),
    *,
    profiles: Sequence[ProfileSource] = (),
    budget: Budget | None = None,
) -> Program:
    """The program of a registered variant by its id, or of the file of a path; see `load_variant` for what
    strangers name."""
    name = os.fspath(variant)
    with loading("the document", budget) as meter:
        is_file = isinstance(variant, os.PathLike) or is_file_name(name)
        if is_file or modifiers or profiles or any(catalog.python_preset(use.id) for use in presets):
            # What these stand for may change.
            return _compiled(name, is_file, presets, modifiers, profiles)
        before, key = meter.spent, (name, tuple(presets))
        if meter.bought is not None and (bought := meter.bought.get(key)) is not None:
            return cast("Program", bought)
        program = _registered.get(key) or (None if presets else ahead.find(name))
        if program is None or not meter.affords(program.cost.steps):
            program = _compiled(name, is_file, presets)
            if meter.bought is None and meter.spent > program.cost.steps:
                program = replace(
                    program, cost=meter.cost
                )  # with those that follow it in the course of a game
            if not presets and meter.bought is None:
                ahead.keep(name, program)
        _registered.put(key, program, program.weight)
        charge_for(program, meter, before)
        if meter.bought is not None:
            meter.bought.add(key, program, program.weight)
        return program


def _compiled(
    name: str,
    is_file: bool,
    presets: Sequence[ActivePreset],
    modifiers: Sequence[ModifierChoice] = (),
    profiles: Iterable[ProfileSource] = (),
) -> Program:
    """The program of a variant that is read now, from a file or the catalogue."""
    from rete_chess.compiler._face import compiled  # late, as all that reads and compiles documents
    from rete_chess.compiler.loading import read

    document = read(Path(name)) if is_file else catalog.variant(name)
    return compiled(document, presets, modifiers, profiles)


def charge_for(program: Program, meter: Meter, before: int) -> None:
    """Let a program cost the same whether or not it has been compiled before."""
    owed = program.cost.steps - (meter.spent - before)
    if owed > 0:
        spender = meter.turn_to(program.cost.most)
        meter.charge(owed)
        meter.turn_to(spender)
