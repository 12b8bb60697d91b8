"""The scenarios of a document, each with what it inherits from the document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from rete_chess.compiler import ModifierChoice, catalog
from rete_chess.costs import VALUE
from rete_chess.documents import Document, ModifierDocument, Tree, VariantDocument, parse_document
from rete_chess.documents.kinds.modifier import ModifierUse
from rete_chess.documents.kinds.neighbours import is_file_name, named_file
from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.documents.kinds.scenario import ScenarioDocument, ScenarioEntry, Setting
from rete_chess.documents.kinds.scenario_fact import GameFact, GivenSide, GivenSquare, GivenTile
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.engine.stream import DEFAULT_SEED
from rete_chess.errors import DocumentError, Problem
from rete_chess.metering import charge

DEFAULT_VARIANT: Final = "chess"


@dataclass(frozen=True)
class Case:
    """One scenario: where it stands, its setting, and its course."""

    name: str
    tree: Tree
    path: KeyPath
    variant: str | Document  # an id, a file as the document names it, or the variant that holds the scenario
    presets: tuple[PresetUse, ...]
    profiles: tuple[str, ...]
    modifiers: tuple[ModifierUse, ...]
    fen: str | None
    seed: int | str
    given: tuple[GivenSquare | GivenTile | GivenSide | GameFact, ...]
    course: ScenarioDocument | ScenarioEntry

    @property
    def file(self) -> str:
        return self.tree.file

    def named(self, name: str) -> str | Path:
        """What the document names: an id as it is, a file of its own folder by its path."""
        return named_file(name, self.tree.neighbours) if is_file_name(name) else name

    def modifier_choices(self) -> tuple[ModifierChoice, ...]:
        """The modifiers that pieces carry: registered ones, those in the document, or its neighbours."""
        home = self.path if self.course.modifiers is not None else ()
        own: dict[str, Document] = {}
        for path in dict.fromkeys(((), self.path)):
            listed = self.tree.at(path).get("customModifiers", ())
            for index, data in enumerate(listed):
                own[data["id"]] = _modifier(self.tree.below((*path, "customModifiers", index)))
        uses = self.tree.at((*home, "modifiers")) if self.modifiers else ()
        beside = self.tree.neighbours
        return tuple(ModifierChoice(catalog.modifier(use["id"], own, beside), use["for"]) for use in uses)


def _modifier(tree: Tree) -> Document:
    charge(VALUE * len(tree.marks))
    return Document("modifier", parse_document(ModifierDocument, tree), tree)


def cases_of(document: Document) -> tuple[Case, ...]:
    """The scenarios of a scenario document, or those inside a variant, in order."""
    model = document.model
    if isinstance(model, VariantDocument):
        nothing = Setting.model_validate({})
        return tuple(
            replace(_case(entry.name, ("tests", index), document.tree, nothing, entry), variant=document)
            for index, entry in enumerate(model.tests)
        )
    if not isinstance(model, ScenarioDocument):
        message = f"a {document.kind} is no scenario"
        raise DocumentError(document.tree.file, [Problem("E_DOC_KIND", message, line=1, column=1)])
    if model.scenarios is None:
        name = model.name or Path(document.tree.file).name.split(".")[0]
        return (_case(name, (), document.tree, model, model),)
    return tuple(
        _case(entry.name, ("scenarios", index), document.tree, model, entry)
        for index, entry in enumerate(model.scenarios)
    )


def _case(
    name: str, path: KeyPath, tree: Tree, shared: Setting, own: ScenarioDocument | ScenarioEntry
) -> Case:
    """A scenario whose setting is taken from the document wherever it has none of its own."""
    return Case(
        name=name,
        tree=tree,
        path=path,
        variant=own.variant or shared.variant or DEFAULT_VARIANT,
        presets=(shared.presets or ()) if own.presets is None else own.presets,
        profiles=(shared.profiles or ()) if own.profiles is None else own.profiles,
        modifiers=(shared.modifiers or ()) if own.modifiers is None else own.modifiers,
        fen=own.fen or shared.fen,
        seed=next((seed for seed in (own.seed, shared.seed) if seed is not None), DEFAULT_SEED),
        given=(shared.given or ()) if own.given is None else own.given,
        course=own,
    )
