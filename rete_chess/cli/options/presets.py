"""The option `--preset ID[:SCOPE][,KEY=VALUE...]`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.errors import nearest

if TYPE_CHECKING:
    from rete_chess.compiler import ActivePreset
    from rete_chess.documents.kinds.neighbours import Neighbours

SCOPES: Final = ("white", "black", "both")
EXAMPLE: Final = "piece-hp:white,hp=3"

_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}\.[0-9]{1,15}")
_WORDS: Final[dict[type, str]] = {bool: "true or false", int: "a number", float: "a number", str: "a text"}


@dataclass(frozen=True)
class PresetChoice:
    """A preset as the command line names it; it may not exist."""

    id: str  # or the name of a file
    scope: str = "both"
    settings: tuple[tuple[str, str], ...] = ()

    def active(self, beside: Neighbours | None = None) -> ActivePreset:
        """The preset as programs take it, or an error that names the nearest preset or setting."""
        from rete_chess.cli.options.sources import document_of
        from rete_chess.compiler import ActivePreset, catalog
        from rete_chess.documents.kinds.neighbours import is_file_name

        is_file = is_file_name(self.id)
        own = document_of("preset", self.id) if is_file else catalog.own_preset(self.id, beside)
        model: Any = (own or catalog.preset(self.id, beside)).model
        known: dict[str, Any] = dict(model.config)
        config = tuple((key, self._setting(key, text, known)) for key, text in self.settings)
        return ActivePreset(model.id, self.scope, config=config, own=own)

    def _setting(self, key: str, text: str, known: dict[str, Any]) -> Any:
        if key not in known:
            close = nearest(key, known)
            hint = f"; did you mean {close!r}?" if close else ""
            names = f"its settings are {', '.join(sorted(known))}" if known else "it has none"
            raise _bad(f"{self.id} has no setting {key[:60]!r}; {names}{hint}")
        kind = type(known[key])
        if kind not in _WORDS:
            raise _bad(f"{self.id}: {key} is a list; write a document to change it")
        value = text if kind is str else parse_value(text)
        if _WORDS.get(type(value)) != _WORDS[kind]:
            raise _bad(f"{self.id}: {key} is {_WORDS[kind]}, found {text[:60]!r}")
        return value


def parse_value(text: str) -> int | float | bool | str:
    """A value as it is typed: `3`, `0.5`, `true` or `false`, else a text."""
    if _WHOLE.fullmatch(text):
        return int(text)
    if _NUMBER.fullmatch(text):
        return float(text)
    return {"true": True, "false": False}.get(text, text)


def parse_preset(text: str) -> PresetChoice:
    """The choice that a text describes; whether the preset exists is checked later."""
    head, *settings = text.split(",")
    name, colon, scope = head.partition(":")
    if not name:
        raise _bad(f"the id is missing, expected such as {EXAMPLE}")
    if colon and scope not in SCOPES:
        close = nearest(scope, SCOPES)
        hint = f"; did you mean {close!r}?" if close else ""
        raise _bad(f"{scope[:60]!r} is no scope, expected one of {', '.join(SCOPES)}{hint}")
    pairs: list[tuple[str, str]] = []
    for setting in settings:
        key, _, value = setting.partition("=")
        if not key or not value:
            raise _bad(f"{setting[:60]!r} is no KEY=VALUE, expected such as {EXAMPLE}")
        if key in dict(pairs):
            raise _bad(f"the setting {key[:60]!r} is given twice")
        pairs.append((key, value))
    return PresetChoice(name, scope or "both", tuple(pairs))


def preset_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--preset`, which may be repeated; the command receives a tuple of `PresetChoice` as `presets`."""
    return click.option(
        "--preset",
        "presets",
        metavar="ID[:SCOPE][,KEY=VALUE...]",
        multiple=True,
        callback=lambda ctx, param, texts: tuple(parse_preset(text) for text in texts),
        shell_complete=complete_preset,
        help="Switch a preset on, an id or a file, after the variant's own: for white, black or both, "
        f"with settings, such as {EXAMPLE}. May be repeated; order counts.",
    )(command)


def complete_preset(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    from rete_chess.compiler import catalog

    return [name for name in catalog.preset_ids() if name.startswith(incomplete)]


def _bad(message: str) -> click.BadParameter:
    context = click.get_current_context(silent=True)
    hint = "PRESET" if context is not None and "--preset" not in _options(context) else "'--preset'"
    return click.BadParameter(message, context, param_hint=hint)


def _options(context: click.Context) -> set[str]:
    return {name for param in context.command.params for name in param.opts}
