"""Requests for presets as plain data: read, checked as documents are, and written back for saves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rete_chess.compiler import catalog
from rete_chess.compiler._program import ActivePreset
from rete_chess.documents import parse_document
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.documents.reading.reader import read_data
from rete_chess.errors import DocumentError, RulesError

#: A request: an active preset, or its data such as `{"id": "piece-hp", "scope": "white"}`.
Request = ActivePreset | Mapping[str, Any]

#: More presets than a variant may name cannot be requested either.
MAX_REQUESTS: Final = 50


def parse_requests(requests: Iterable[Request], beside: Neighbours | None = None) -> tuple[ActivePreset, ...]:
    """The presets that are asked for, in order; unknown ids, keys and values are refused.

    A preset that is not known otherwise may be a neighbour.
    """
    if isinstance(requests, (str, bytes, Mapping)) or not isinstance(requests, Iterable):
        raise RulesError("E_DOC_TYPE", "the presets must be a list", found=requests)
    listed = list(requests)
    if len(listed) > MAX_REQUESTS:
        raise RulesError("E_DOC_VALUE", f"more than {MAX_REQUESTS} presets", found=len(listed))
    return tuple(_parse(number, request, beside) for number, request in enumerate(listed, start=1))


def active_of(use: PresetUse, beside: Neighbours | None = None) -> ActivePreset:
    """A preset as a document asks for it, which may be a neighbour; settings are sorted, so that equal
    ones compare equal."""
    config = tuple(sorted(use.config.items()))
    return ActivePreset(use.id, use.scope, use.turns_remaining, config, catalog.own_preset(use.id, beside))


def _parse(number: int, request: Request, beside: Neighbours | None) -> ActivePreset:
    if isinstance(request, ActivePreset):
        if request.own is not None:
            beside = Neighbours(None, {("preset", request.id): request.own})
        request = request.to_json()
    data = _plain(request)
    if isinstance(data, dict):
        if "turns_remaining" in data and "turnsRemaining" not in data:
            data["turnsRemaining"] = data.pop("turns_remaining")
        if data.get("turnsRemaining", 0) is None:
            del data["turnsRemaining"]  # for good
    try:
        use = parse_document(PresetUse, read_data(data, "<presets>"))
    except DocumentError as error:
        first = error.problems[0]
        raise RulesError(first.code, f"preset {number}: {first.message}", hint=first.hint) from None
    found = active_of(use, beside)
    if found.own is None:
        catalog.demand_preset(use.id, beside)
    return found


def _plain(value: Any, depth: int = 3) -> Any:
    """Data as a reader of documents takes it: tuples are lists, mappings are dicts.

    A request is three levels deep: its keys, its settings, and lists as settings.
    """
    if depth and isinstance(value, Mapping):
        return {key: _plain(inner, depth - 1) for key, inner in value.items()}
    if depth and isinstance(value, (list, tuple)):
        return [_plain(inner, depth - 1) for inner in value]
    return value
