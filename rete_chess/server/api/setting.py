"""A game as a request sets it up: a document on a board, with the presets, modifiers and profiles beside it.

Whatever comes from a stranger is read as a text or as plain data, and finds only what came along with it and
what everybody knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rete_chess.checks.trials import Trial, trial_of
from rete_chess.compiler import (
    ActivePreset,
    CustomModifiers,
    Program,
    catalog,
    compile_chain,
    load_text,
    load_variant,
)
from rete_chess.compiler.profiles.documents import profile_of, with_modifiers_of
from rete_chess.compiler.requests import parse_requests
from rete_chess.compiler.variant import lineage
from rete_chess.documents import Document
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.server.wire.parts import PresetRequest

#: A document as it comes: an id, a text or a mapping.
Source = str | Mapping[str, Any]

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Setting:
    """The document that is tried, and what others may name beside it."""

    def __init__(self, source: Source, name: str | None, documents: Iterable[Source] | None) -> None:
        self.trial: Trial = trial_of(load_variant(source, name, [*(documents or ())]))
        around = self.trial.neighbours
        #: What came along; the folder in which a shipped variant lies is nobody's to ask for.
        self.beside: Neighbours | None = around if around is not None and around.came_along else None
        self.modifiers = CustomModifiers(lambda: self.beside)

    def presets(self, requests: Iterable[PresetRequest] | None) -> tuple[ActivePreset, ...]:
        """The presets that are asked for beside those of the variant."""
        return parse_requests([request.body() for request in requests or ()], self.beside)

    def bare(self, presets: Sequence[ActivePreset] = ()) -> Program:
        """The variant with these presets in the place of its own, and without its profiles."""
        return compile_chain(lineage(self.trial.variant), presets)

    def learn(self, source: Mapping[str, Any]) -> None:
        """Know a custom modifier, once nothing is wrong with it."""
        self.modifiers.register(load_text(source, f"{name_of(source)}.modifier.json"))

    def profile(self, source: Source) -> Document:
        """A profile by its id, as a mapping or as a text, with the modifiers that it names."""
        if isinstance(source, str) and _ID.fullmatch(source):
            found = catalog.profile(source, self.beside)
        else:
            found = profile_of(load_text(source, _file_name(source)))
            found = found if self.beside is None else found.among(self.beside)
        return with_modifiers_of(found, self.modifiers.own)


def name_of(source: Source) -> str:
    """What a document is called in messages: its id, if it is a mapping that says a short one."""
    own = source.get("id") if isinstance(source, Mapping) else None
    return own if isinstance(own, str) and _ID.fullmatch(own[:65]) else "text"


def _file_name(profile: Source) -> str:
    """The name of a profile's document, which says its kind where the document does not."""
    return f"{name_of(profile)}.profile.{'yaml' if isinstance(profile, str) else 'json'}"
