"""A variant document with everything it extends."""

from __future__ import annotations

from dataclasses import dataclass

from rete_chess.compiler import catalog
from rete_chess.compiler.program import ActivePreset
from rete_chess.documents import Document, Tree, VariantDocument
from rete_chess.documents.variant import Board
from rete_chess.errors import RulesError


@dataclass(frozen=True, eq=False)
class Variant:
    """A variant and its ancestors, the most general first."""

    models: tuple[VariantDocument, ...]
    trees: tuple[Tree, ...]

    @property
    def top(self) -> VariantDocument:
        """The variant itself."""
        return self.models[-1]

    @property
    def board(self) -> Board | None:
        """The size of the board, from the document nearest to the variant."""
        return next((model.board for model in reversed(self.models) if model.board is not None), None)

    @property
    def start(self) -> str:
        """The FEN of the start position, from the document nearest to the variant."""
        for model in reversed(self.models):
            if model.start is not None:
                return model.start
        raise RulesError("E_START", f"{self.top.id} has no start position", expected="`fen` or `layout`")

    def presets(self) -> tuple[ActivePreset, ...]:
        """The presets that a game starts with."""
        return tuple(
            ActivePreset(use.id, use.scope, use.turns_remaining, tuple(sorted(use.config.items())))
            for model in self.models
            for use in model.presets
        )


def resolve(document: Document) -> Variant:
    """A variant document with all that it extends."""
    chain = [document]
    while True:
        model = chain[0].model
        if not isinstance(model, VariantDocument):
            raise RulesError("E_EXTENDS", "not a variant", found=chain[0].kind)
        if model.extends is None:
            break
        if any(model.extends == link.model.id for link in chain if isinstance(link.model, VariantDocument)):
            raise RulesError("E_EXTENDS", "a variant extends itself", found=model.extends)
        chain.insert(0, catalog.variant(model.extends))
    models = tuple(link.model for link in chain if isinstance(link.model, VariantDocument))
    return Variant(models, tuple(link.tree for link in chain))
