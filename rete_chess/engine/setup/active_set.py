"""Changes of the active set of presets: by a request between moves, or because a duration is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from rete_chess import compiler
from rete_chess.compiler import ActivePreset
from rete_chess.compiler.checks.active import requirements_of, supported

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run

#: The presets in force, in the order in which they are asked.
ActiveSet = tuple[ActivePreset, ...]


class SetChange(NamedTuple):
    """A change of the active set: who ends, the last of the list first, and who begins, in its order."""

    ended: ActiveSet
    begun: ActiveSet


def change_of(old: ActiveSet, new: ActiveSet) -> SetChange:
    """The change from one list to another. Another scope or other settings are an end and a new beginning;
    another duration or another place in the list is neither."""
    before, after = set(timeless(old)), set(timeless(new))
    return SetChange(
        tuple(use for use in reversed(old) if _untimed(use) not in after),
        tuple(use for use in new if _untimed(use) not in before),
    )


def timeless(uses: Iterable[ActivePreset]) -> ActiveSet:
    """The list without durations: what programs depend on."""
    return tuple(_untimed(use) for use in uses)


def _untimed(use: ActivePreset) -> ActivePreset:
    """The same for good."""
    return use if use.turns_remaining is None else replace(use, turns_remaining=None)


def change(run: Run, presets: ActiveSet) -> None:
    """Put other presets in force, and note who ends and who begins."""
    compiler.with_presets(run.game.program, presets)  # refuses what cannot be, now or when a duration is over
    _note(run, run.game.set_active(presets, run))


def change_to_come(run: Run) -> None:
    """Put the presets in force that a hook has asked for; a hook that begins by it may ask again."""
    while run.presets_to_come is not None:
        presets, run.presets_to_come = run.presets_to_come, None
        change(run, presets)
        run.next_number()  # of those that a move may cause, so that hooks cannot ask for ever


def tick(run: Run) -> bool:
    """Count durations down; whether a preset ended by it, or because one that it requires ended."""
    counted = [
        use if use.turns_remaining is None else replace(use, turns_remaining=use.turns_remaining - 1)
        for use in run.game.active
    ]
    ended = run.game.set_active(supported(use for use in counted if use.turns_remaining != 0), run)
    _note(run, ended)
    return bool(ended.ended)


def _note(run: Run, made: SetChange) -> None:
    gone = {use.id for use in made.ended}
    for use in made.ended:
        _announce(run, "deactivate", use.id)
        lost = [name for name in requirements_of(use) if name in gone]
        run.trace.texts.append(f"{use.id} ends" + (f" with {' and '.join(lost)}" if lost else ""))
    for use in made.begun:
        _announce(run, "activate", use.id)
        run.trace.texts.append(f"{use.id} begins")


def _announce(run: Run, event: str, preset: str) -> None:
    """Note the event, unless a hook of the preset has been called for it."""
    if not any(other.event == event and other.kind == preset for other in run.trace.events):
        run.new_event(event, kind=preset)
