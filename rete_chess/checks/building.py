"""The program of a document and a game in its first position, built to see whether both are possible."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rete_chess.checks.budget import beyond
from rete_chess.checks.hosts import host_of
from rete_chess.checks.names import error_at, file_stem, setting_path
from rete_chess.checks.subject import Subject, body_of, subject_of
from rete_chess.checks.used_documents import foreign_problems
from rete_chess.compiler import ModifierChoice, Program, compile_document
from rete_chess.documents import (
    AbilityDocument,
    Document,
    ModifierDocument,
    PresetDocument,
    TileDocument,
    VariantDocument,
)
from rete_chess.documents.kinds.body import Body
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.engine import Engine
from rete_chess.errors import BoardError, BudgetError, DocumentError, Problem, ReteChessError
from rete_chess.primitives import lower_modifier

#: The square of a tile that is tried out, and the carriers of an ability or a modifier.
TRIED_ON: Final = "e4"
TRIED_BY: Final = "knight"

#: The key at which a problem without a place of its own stands, by its code.
_KEYS: dict[str, tuple[str, ...]] = {
    "E_PIECE_RULES": ("pieces", "moves"),
    "E_CONFIG": ("presets",),
    "E_EXTENDS": ("extends",),
}


def build(document: Document) -> tuple[Subject | None, list[Problem]]:
    """The subject of the checks of a document's meaning, or the problems for which it cannot be played."""
    try:
        program = _program(document)
        if program is None:
            return None, []
        engine = Engine(program, network="native")
    except ReteChessError as error:
        return None, problems_of(document, error)
    if isinstance(document.model, ModifierDocument):
        document = lower_modifier(document).document
    return subject_of(document, program, engine), []


def _program(document: Document) -> Program | None:
    """The program of a variant, or of a host variant with the document in it; None for other kinds."""
    model = document.model
    if isinstance(model, VariantDocument):
        return compile_document(document)
    if isinstance(model, PresetDocument):
        host = host_of(document, attributes={}, presets=[{"id": name} for name in model.requires])
        body = {name: getattr(model, name) for name in Body.model_fields}
        tried = host.model.model_copy(update={**body, "id": model.id, "name": model.name})
        return compile_document(Document("variant", tried, document.tree))
    given = {"type": TRIED_BY}
    if isinstance(model, ModifierDocument):
        return compile_document(host_of(document), modifiers=[ModifierChoice(document, given)])
    if not isinstance(model, (TileDocument, AbilityDocument)):
        return None
    stem = file_stem(document) or model.id  # where variants look for it, whatever its id is
    is_tile = isinstance(model, TileDocument)
    used: dict[str, Any] = (
        {"tiles": {TRIED_ON: stem}} if is_tile else {"abilities": [{"id": stem, "for": given}]}
    )
    around = document.tree.neighbours or Neighbours(None)
    return compile_document(host_of(document, **used).among(around.knowing(document, stem)))


def problems_of(document: Document, error: ReteChessError) -> list[Problem]:
    """The problems of a document; those of another document that it uses stand where it is named."""
    if not isinstance(error, DocumentError):
        return [_placed(document, error)]
    if Path(error.file) == Path(document.tree.file):
        return list(error.problems)
    return foreign_problems(document.tree, error)


def _placed(document: Document, error: ReteChessError) -> Problem:
    """The problem of an error about the whole document, placed at the key that causes it."""
    if isinstance(error, BudgetError):
        return beyond(document.tree, error)
    path = _blamed(document, error)
    problem = error_at(document.tree, path, error)
    if problem.code == "E_FEN" and path == ("board",):
        hint = "the start position is that of the variant it extends: write a `fen` for this board"
        return replace(problem, hint=hint)
    return problem


def _blamed(document: Document, error: ReteChessError) -> KeyPath:
    body = body_of(document)
    if isinstance(error, BoardError):
        if isinstance(body.get("layout"), dict):
            return ("layout", "fen")
        return next(((key,) for key in ("fen", "layout", "board") if key in body), ())
    setting = setting_path(body, error)
    if setting:
        return setting
    if error.code == "E_PRESETS":
        uses = enumerate(body.get("presets", ()))
        return next((("presets", index) for index, use in uses if repr(use["id"]) in error.message), ())
    return next(((key,) for key in _KEYS.get(error.code, ()) if key in body), ())
