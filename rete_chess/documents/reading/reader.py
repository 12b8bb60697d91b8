"""The entrance of all documents: bytes are bounded and decoded here, then read as YAML or JSON."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Union

from rete_chess.documents.reading._json_reader import read_json
from rete_chess.documents.reading._yaml_reader import read_yaml
from rete_chess.documents.reading.source import MAX_BYTES, Source
from rete_chess.documents.reading.tree import Tree
from rete_chess.errors import DocumentError, Problem, clip

#: A path, a text, or the bytes of a text.
AnySource = Union[str, bytes, "os.PathLike[str]"]

_TEXT = re.compile(r"\s*(?:$|\{|[\w-]+:\s)")
_JSON_OBJECT = re.compile(r"\s*\{\s*[\"}]")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_tree(source: AnySource, name: str | None = None) -> Tree:
    """Read a document from a path, a text or bytes; `name` is shown in errors and may end in `.json`.

    A `str` is a text if a name is given, if it has several lines, or if it begins like a mapping;
    otherwise it is a path. The ending of the name chooses the format; without one, what begins
    like a JSON object is JSON and everything else is YAML.
    """
    if isinstance(source, bytes):
        return _read_bytes(source, name or "<text>")
    if isinstance(source, str) and (name is not None or _is_text(source)):
        return _read_bytes(_encoded(source), name or "<text>")
    path = os.fspath(source)
    return _read_bytes(read_bytes(path), name or path)


def _is_text(source: str) -> bool:
    return "\n" in source or "\r" in source or _TEXT.match(source) is not None


def _encoded(text: str) -> bytes:
    """The bytes of a text; one character more than the limit is enough to exceed it."""
    return text[: MAX_BYTES + 1].encode("utf-8", "surrogatepass")


def read_bytes(path: str) -> bytes:
    """The first bytes of a regular file, at most one more than the limit."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            kind = "a folder" if os.path.isdir(path) else "not a regular file"
            raise _unreadable(path, f"it is {kind}")
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise _unreadable(path, (error.strerror or "unknown reason").lower()) from None
    except ValueError:
        raise _unreadable(path, "this is no file name") from None


def _unreadable(path: str, reason: str) -> DocumentError:
    return DocumentError(path, [Problem("E_DOC_READ", f"cannot read {clip(path, 200)}: {reason}")])


def _read_bytes(data: bytes, name: str) -> Tree:
    if len(data) > MAX_BYTES:
        raise DocumentError(name, [Problem("E_DOC_LIMIT", f"the document has more than {MAX_BYTES} bytes")])
    source = Source(name, _decoded(data, name))
    source.check_text(source.text, 0, raw=True)
    return read_json(source) if _is_json(source) else read_yaml(source)


def _decoded(data: bytes, name: str) -> str:
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8").removeprefix("\ufeff")
        hint = "save the file as UTF-8" + (", not as UTF-16" if data.startswith(_UTF16) else "")
        message = f"the document is not UTF-8 text: found the byte 0x{data[error.start]:02X}"
        raise Source(name, before).error("E_DOC_ENCODING", message, len(before), hint) from None


def _is_json(source: Source) -> bool:
    ending = Path(source.file).suffix.lower()
    if ending in (".json", ".yaml", ".yml"):
        return ending == ".json"
    return _JSON_OBJECT.match(source.text) is not None
