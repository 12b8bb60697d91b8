"""A document made playable, to see whether it can be: its program, and a game in its first position."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rete_chess.checks.names import error_at
from rete_chess.checks.subject import Subject, body_of, subject_of
from rete_chess.compiler import catalog, compile_document
from rete_chess.documents import AbilityDocument, Document, PresetDocument, TileDocument, VariantDocument
from rete_chess.documents.body import Body
from rete_chess.documents.tree import KeyPath
from rete_chess.engine import Engine
from rete_chess.errors import BoardError, DocumentError, Problem, ReteChessError

#: The variant in which presets, tiles and abilities are tried out: where a tile lies, who has an ability.
HOST: Final = "chess"
TRIED_ON: Final = "e4"
TRIED_BY: Final = "knight"

#: Where a problem of the whole stands that names no place: the key that asks for it.
_KEYS: dict[str, tuple[str, ...]] = {
    "E_PIECE_RULES": ("pieces", "moves"),
    "E_CONFIG": ("presets",),
    "E_EXTENDS": ("extends",),
}


def build(document: Document) -> tuple[Subject | None, list[Problem]]:
    """What there is to check about a document's meaning, or why it cannot be played."""
    playable = _playable(document)
    if playable is None:
        return None, []
    try:
        program = compile_document(playable)
        engine = Engine(program, network="native")
    except DocumentError as error:
        return None, _own_problems(document, error)
    except ReteChessError as error:
        return None, [_placed(document, error)]
    return subject_of(document, program, engine), []


def _playable(document: Document) -> Document | None:
    """The variant that a document is, or a host with what it holds; None for kinds that change no game."""
    model = document.model
    if isinstance(model, VariantDocument):
        return document
    if isinstance(model, PresetDocument):
        host = _host(document, presets=[{"id": name} for name in model.requires])
        body = {name: getattr(model, name) for name in Body.model_fields}
        return Document("variant", host.model_copy(update=body), document.tree)
    if isinstance(model, TileDocument) and _is_found(document, model.id):
        return Document("variant", _host(document, tiles={TRIED_ON: model.id}), document.tree)
    if isinstance(model, AbilityDocument) and _is_found(document, model.id):
        given = [{"id": model.id, "for": {"type": TRIED_BY}}]
        return Document("variant", _host(document, abilities=given), document.tree)
    return None


def _host(document: Document, **parts: object) -> VariantDocument:
    """A variant in which a document is tried out, with all piece types that it speaks of."""
    body = body_of(document)
    head = {"id": body["id"], "name": body["name"], "extends": HOST, "pieces": _more_pieces(body)}
    return VariantDocument.model_validate({**head, **parts})


def _is_found(document: Document, name: str) -> bool:
    """Whether a tile or ability lies under its own name, where variants look for it."""
    path = Path(document.tree.file)
    return path.is_file() and path.name.split(".")[0] == name


def _more_pieces(body: object) -> dict[str, str]:
    """Letters for the shipped piece types that a preset speaks of and the host does not have."""
    host = catalog.variant(HOST).model
    assert isinstance(host, VariantDocument)
    free = [letter for letter in "abcdefghijklmnopqrstuvwxyz" if letter not in host.pieces]
    words = _texts(body)
    wanted = [name for name in catalog.pieces().list() if name in words and name not in host.pieces.values()]
    return dict(zip(free, wanted))


def host_of(document: Document, layout: str | None = None) -> Document:
    """A variant in which a document is tried out that brings no rules, with the piece types it names."""
    host = {"id": "trial", "name": "Trial", "extends": HOST, "pieces": _more_pieces(body_of(document))}
    model = VariantDocument.model_validate(host if layout is None else {**host, "layout": layout})
    return Document("variant", model, document.tree)


def _texts(part: object) -> set[str]:
    """All texts of a document that are values."""
    if isinstance(part, str):
        return {part}
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return {text for value in inner for text in _texts(value)}


def _own_problems(document: Document, error: DocumentError) -> list[Problem]:
    """The problems of a document; those of another one that it uses become one, where it is named."""
    if Path(error.file) == Path(document.tree.file):
        return list(error.problems)
    return [_placed(document, error)]


def _placed(document: Document, error: ReteChessError) -> Problem:
    """A problem of the whole, at the key that is to blame."""
    return error_at(document.tree, _blamed(document, error), error)


def _blamed(document: Document, error: ReteChessError) -> KeyPath:
    body = body_of(document)
    if isinstance(error, BoardError):
        if isinstance(body.get("layout"), dict):
            return ("layout", "fen")
        return next(((key,) for key in ("fen", "layout", "board") if key in body), ())
    if error.code == "E_PRESETS":
        uses = enumerate(body.get("presets", ()))
        return next((("presets", index) for index, use in uses if repr(use["id"]) in error.message), ())
    return next(((key,) for key in _KEYS.get(error.code, ()) if key in body), ())
