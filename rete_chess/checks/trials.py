"""Documents tried out: the game in which one that cannot be played alone is shown while it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from rete_chess.checks.building import TRIED_BY, TRIED_ON
from rete_chess.checks.hosts import HOST, host_of, more_pieces
from rete_chess.compiler import ActivePreset, ModifierChoice, Program, catalog, compile_document
from rete_chess.compiler.catalog import id_of
from rete_chess.compiler.profiles.documents import ProfileSource
from rete_chess.documents import Document, VariantDocument
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.errors import DocumentError, Problem

#: Where a piece type is tried: in the places of the queens, with the file before them open.
_PIECES: Final = "rnb{black}kbnr/ppp1pppp/8/8/8/8/PPP1PPPP/RNB{white}KBNR w KQkq - 0 1"


class Trial(NamedTuple):
    """A variant in which a document is tried, and what its pieces carry or are given there."""

    variant: Document
    modifiers: tuple[ModifierChoice, ...] = ()
    profiles: tuple[Document, ...] = ()

    def compiled(
        self, presets: Sequence[ActivePreset] = (), profiles: Sequence[ProfileSource] = ()
    ) -> Program:
        """The program of the trial, with further presets and profiles."""
        return compile_document(self.variant, presets, self.modifiers, profiles=(*self.profiles, *profiles))

    @property
    def neighbours(self) -> Neighbours | None:
        """The documents that may be named in it."""
        return self.variant.tree.neighbours


def trial_of(document: Document) -> Trial:
    """The trial of a document of any kind but scenarios: a variant itself, others on a board of chess."""
    if document.kind == "variant":
        return Trial(document)
    try_out = _TRIALS.get(document.kind)
    if try_out is None:
        line, column = document.tree.place(())
        message = f"a {document.kind} has no board to show"
        raise DocumentError(document.tree.file, [Problem("E_DOC_KIND", message, line=line, column=column)])
    return try_out(document)


def _hosted(document: Document, **parts: Any) -> Document:
    """The host variant with some parts, beside which the document lies."""
    around = document.tree.neighbours or Neighbours(None)
    return host_of(document, **parts).among(around.knowing(document, id_of(document)))


def _preset(document: Document) -> Trial:
    model: Any = document.model
    uses = [{"id": name} for name in (*model.requires, model.id)]
    return Trial(_hosted(document, attributes={}, presets=uses))


def _piece(document: Document) -> Trial:
    name, host = id_of(document), catalog.variant(HOST).model
    assert isinstance(host, VariantDocument)
    if name in host.pieces.values():
        return Trial(_hosted(document))
    pieces = more_pieces(document)
    letter = next(sign for sign in "xyzuvwcdfghijlmotaes" if sign not in {*pieces, *host.pieces})
    fen = _PIECES.format(white=letter.upper(), black=letter)
    return Trial(_hosted(document, pieces={**pieces, letter: name}, fen=fen))


def _modifier(document: Document) -> Trial:
    return Trial(host_of(document), (ModifierChoice(document, {"type": TRIED_BY}),))


def _profile(document: Document) -> Trial:
    layout = getattr(document.model, "layout_id", None)
    is_known = layout in catalog.names(catalog.layouts(), document.tree.neighbours)
    return Trial(host_of(document, **({"layout": layout} if is_known else {})), profiles=(document,))


_TRIALS: Final[dict[str, Callable[[Document], Trial]]] = {
    "preset": _preset,
    "piece": _piece,
    "layout": lambda document: Trial(_hosted(document, layout=id_of(document))),
    "tile": lambda document: Trial(_hosted(document, tiles={TRIED_ON: id_of(document)})),
    "ability": lambda document: Trial(
        _hosted(document, abilities=[{"id": id_of(document), "for": {"type": TRIED_BY}}])
    ),
    "modifier": _modifier,
    "profile": _profile,
}
