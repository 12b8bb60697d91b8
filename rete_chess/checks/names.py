"""Checks of the names that a document takes from others, and of the name of its own file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rete_chess.compiler import catalog
from rete_chess.documents import Document, PresetDocument, Tree, VariantDocument
from rete_chess.documents.kinds.preset import PresetUse
from rete_chess.documents.reading.tree import KeyPath, format_path
from rete_chess.errors import Problem, ReteChessError, SettingError, clip, did_you_mean


def name_problems(document: Document) -> list[Problem]:
    """The problems of all names in a document that stand for nothing."""
    model, tree = document.model, document.tree
    if isinstance(model, VariantDocument):
        return [*_variant_problems(model, tree), *use_problems(model.presets, tree, ("presets",))]
    if isinstance(model, PresetDocument):
        required = [
            unknown(tree, ("requires", index), "preset", name, _preset_names(tree))
            for index, name in enumerate(model.requires)
            if catalog.own_preset(name, tree.neighbours) is None and not _exists(name)
        ]
        return [*required, *_exclusion_problems(document, model)]
    return []


def _exclusion_problems(document: Document, model: PresetDocument) -> Iterator[Problem]:
    """The problems of presets that are excluded: unknown ones, and those that do not exclude in return.

    A shipped preset cannot know of those that users write, so these exclude it alone.
    """
    tree = document.tree
    for index, name in enumerate(model.incompatible_with):
        path: KeyPath = ("incompatibleWith", index)
        other = catalog.own_preset(name, tree.neighbours)
        if other is None and not _exists(name):
            yield unknown(tree, path, "preset", name, _preset_names(tree))
            continue
        other = other or _found(name)
        if other is None or (catalog.is_shipped(other) and not catalog.is_shipped(document)):
            continue
        if model.id not in getattr(other.model, "incompatible_with", ()):
            message = f"{model.id} excludes {name}, which does not exclude {model.id}"
            yield problem_at(
                tree, path, "E_PRESETS", message, f"add {model.id} to `incompatibleWith` of {name}"
            )


def _found(name: str) -> Document | None:
    """The preset of an id, or None if something is wrong with it, which is its own problem."""
    try:
        return catalog.preset(name)
    except ReteChessError:
        return None


def _variant_problems(model: VariantDocument, tree: Tree) -> Iterator[Problem]:
    variants = catalog.names(catalog.variants(), tree.neighbours)
    if model.extends is not None and model.extends not in variants:
        yield unknown(tree, ("extends",), "variant", model.extends, variants)
    layouts = catalog.names(catalog.layouts(), tree.neighbours)
    if isinstance(model.layout, str) and model.layout not in layouts:
        yield unknown(tree, ("layout",), "layout", model.layout, layouts)
    pieces = catalog.names(catalog.pieces(), tree.neighbours)
    for letter, name in model.pieces.items():
        if name not in pieces:
            yield unknown(tree, ("pieces", letter), "piece type", name, pieces)
    for mark, name in model.neutral.items():
        if name not in pieces:
            yield unknown(tree, ("neutral", mark), "piece type", name, pieces)


def use_problems(uses: Sequence[PresetUse], tree: Tree, path: KeyPath) -> Iterator[Problem]:
    """The problems of the names of presets and of their settings."""
    for index, use in enumerate(uses):
        beside = tree.neighbours
        if catalog.own_preset(use.id, beside) is None and not _exists(use.id):
            yield unknown(tree, (*path, index, "id"), "preset", use.id, _preset_names(tree))
            continue
        settings = getattr(catalog.preset(use.id, beside).model, "config", {})
        for key in use.config:
            if key not in settings:
                place = (*path, index, "config", key)
                yield unknown(tree, place, f"setting of {use.id}", key, settings, code="E_CONFIG", key=True)


def unknown(
    tree: Tree,
    path: KeyPath,
    noun: str,
    name: str,
    names: Iterable[str],
    *,
    code: str = "E_UNKNOWN_NAME",
    key: bool = False,
) -> Problem:
    """The problem of an unknown name, with the nearest known one, or all if there are few."""
    known = sorted(names)
    hint = did_you_mean(name, known) or (f"there are {', '.join(known[:40])}" if known else None)
    return problem_at(tree, path, code, f"unknown {noun} {clip(name)}", hint, key=key)


def problem_at(
    tree: Tree, path: KeyPath, code: str, message: str, hint: str | None = None, *, key: bool = False
) -> Problem:
    """A problem at a place of a document: at a value, or at its key."""
    line, column = tree.place(path, key)
    return Problem(code, message, "error", format_path(path), line, column, hint)


def error_at(tree: Tree, path: KeyPath, error: ReteChessError) -> Problem:
    """The problem of a raised error, at the place of the document that causes it."""
    parts = [error.message]
    parts += [] if error.found is None else [f"found {clip(error.found)}"]
    parts += [] if error.expected is None else [f"expected {error.expected}"]
    return problem_at(tree, path, error.code, "; ".join(parts), error.hint)


def setting_path(body: Mapping[str, Any], error: ReteChessError) -> KeyPath:
    """The path of the setting that an error speaks of; empty if the document does not give it."""
    if isinstance(error, SettingError):
        if body.get("id") == error.document and error.key in body.get("config", {}):
            return ("config", error.key)
        for key in ("presets", "abilities"):
            for index, use in enumerate(body.get(key, ())):
                if use["id"] == error.document and error.key in use.get("config", {}):
                    return (key, index, "config", error.key)
    return ()


def _preset_names(tree: Tree) -> set[str]:
    """The ids of all presets that a document may name."""
    return {*catalog.preset_ids(), *(tree.neighbours.names("preset") if tree.neighbours else ())}


def _exists(name: str) -> bool:
    """Whether the catalog has a preset of that id."""
    try:
        catalog.preset(name)
    except ReteChessError as error:
        return error.code != "E_UNKNOWN_NAME"
    return True


# -- the name of the file itself -------------------------------------------------------------------

#: The kinds of which a document is found beside a variant by the name of its file.
_FOUND_BY_FILE: Final = ("ability", "layout", "modifier", "piece", "preset", "profile", "tile")


def file_name_problems(document: Document) -> list[Problem]:
    """The problem of a file whose name is not the id of its document: others would not find it."""
    stem, name = file_stem(document), getattr(document.model, "id", None)
    if document.kind not in _FOUND_BY_FILE or stem is None or stem == name:
        return []
    line, column = document.tree.place(("id",))
    message = f"the file is called {stem}, so that nobody finds it who asks for {name}"
    ending = "".join(Path(document.tree.file).suffixes)
    hint = f"rename it to {name}{ending}, or write `id: {stem}`"
    return [Problem("W_FILE_NAME", message, "warning", "id", line, column, hint)]


def file_stem(document: Document) -> str | None:
    """The name under which a document is found beside others; None if it lies in no file of its kind."""
    path = document.tree.source.path
    is_own = path is not None and path.name.split(".")[1:2] == [document.kind]
    return path.name.split(".")[0] if path is not None and is_own else None
