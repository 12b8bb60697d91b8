"""Settings of presets in force that are varied, so that programs with different values can be compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.compiler import with_presets
from rete_chess.errors import GameError, NameLookupError, nearest

if TYPE_CHECKING:
    from rete_chess.compiler import ActivePreset, Program

#: Combinations of settings that are compared, at most.
MOST: Final = 64

Value = int | float | bool | str


class Axis(NamedTuple):
    """A setting by its name, `hp` or `piece-hp.hp`, and the values that it may have."""

    key: str
    values: tuple[Value, ...]


def parse_config(text: str) -> Axis:
    """The values of `hp=1,2,3`, or the whole numbers of `hp=1..5`."""
    key, _, told = text.partition("=")
    low, dots, high = told.partition("..")
    try:
        if dots:
            values: tuple[Value, ...] = tuple(range(int(low), min(int(high), int(low) + MOST) + 1))
        else:
            values = tuple(parse_value(each) for each in told.split(",") if each)
    except ValueError:
        values = ()
    if not key or not values or len(values) > MOST:
        raise GameError(
            "E_REQUEST",
            "these are no values of a setting",
            found=text[:100],
            expected="such as hp=1,2,3 or piece-hp.hp=1..5",
        )
    return Axis(key, values)


def demand_few(axes: Sequence[Axis]) -> None:
    """Raise an error if there are more combinations than anybody can compare."""
    number = math.prod(len(axis.values) for axis in axes)
    if number > MOST:
        message = "these are too many combinations of settings"
        raise GameError("E_REQUEST", message, found=number, expected=f"{MOST} at most")


def parse_value(text: str) -> Value:
    """A value as it is typed: a number, `true` or `false`, else a text."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text, text)


def with_settings(program: Program, settings: dict[str, Any]) -> Program:
    """The program with other values of settings of the presets that it has in force."""
    presets = list(program.presets)
    for key, value in settings.items():
        for place in _owners(presets, key):
            setting = key.rpartition(".")[2]
            use = presets[place]
            config = {**dict(use.config), setting: _fitting(use, setting, value)}
            presets[place] = replace(use, config=tuple(sorted(config.items())))
    return with_presets(program, presets)


def _owners(presets: list[ActivePreset], key: str) -> list[int]:
    """Where the presets stand that have a setting; all must be uses of one preset."""
    owner, _, setting = key.rpartition(".")
    known = [f"{use.id}.{name}" for use in presets for name in use.model.config]
    found = [
        place for place, use in enumerate(presets) if setting in use.model.config and owner in ("", use.id)
    ]
    ids = sorted({presets[place].id for place in found})
    if not found:
        close = nearest(key, [*known, *(name.partition(".")[2] for name in known)])
        raise NameLookupError(
            "E_UNKNOWN_NAME",
            "no preset in force has this setting",
            found=key[:100],
            expected=", ".join(sorted(set(known))) or "a preset with settings, by --preset",
            hint=f"did you mean {close!r}?" if close else None,
        )
    if len(ids) > 1:
        choices = " or ".join(f"{name}.{setting}" for name in ids)
        raise GameError("E_REQUEST", "several presets have this setting", found=key[:100], expected=choices)
    return found


def _fitting(use: ActivePreset, setting: str, value: Any) -> Any:
    """The value if it is of the kind that the preset says, or an error."""
    usual = use.model.config[setting]
    is_number = isinstance(usual, (int, float)) and not isinstance(usual, bool)
    fits = (
        isinstance(value, (int, float)) and not isinstance(value, bool)
        if is_number
        else type(value) is type(usual)
    )
    if not fits:
        raise GameError(
            "E_REQUEST",
            f"{use.id}: {setting} cannot have this value",
            found=value,
            expected=f"such as {usual}",
        )
    return value
