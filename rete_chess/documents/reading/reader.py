"""The entrance of all documents: bytes are bounded and decoded here, then read as YAML or JSON."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path
from typing import Final, Union

from rete_chess.documents.reading._json_reader import read_json
from rete_chess.documents.reading._yaml_reader import read_yaml
from rete_chess.documents.reading.source import MAX_BYTES, MAX_DEPTH, MAX_NODES, Source
from rete_chess.documents.reading.tree import Tree
from rete_chess.errors import DocumentError, Problem, clip

#: A text or the bytes of one, or the path of a file; a `str` is always a text.
AnySource = Union[str, bytes, "os.PathLike[str]"]

#: What is shown of a text that nobody has given a name.
NAMELESS: Final = "<text>"

_FILE_NAME = re.compile(r"\S{1,200}\.(?:yaml|yml|json)")
_JSON_OBJECT = re.compile(r"\s*\{\s*[\"}]")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_tree(source: AnySource, name: str | None = None) -> Tree:
    """Read a document from the file of a path, or from a text or its bytes, which are never opened.

    `name` is shown in errors. The ending of the name chooses the format; without one, what begins
    like a JSON object is JSON and everything else is YAML.
    """
    return read_file(source, name) if isinstance(source, os.PathLike) else read_text(source, name)


def read_text(text: str | bytes, name: str | None = None) -> Tree:
    """Read a document from a text or its bytes; no file is opened, whatever the text or its name may be."""
    shown = name or NAMELESS
    if not isinstance(text, (str, bytes)):
        message = f"a document is given as a text or as a path, found {clip(text)}"
        raise DocumentError(shown, [Problem("E_DOC_TYPE", message)])
    return _read_bytes(_encoded(text) if isinstance(text, str) else text, shown)


def read_file(path: os.PathLike[str], name: str | None = None, content: bytes | None = None) -> Tree:
    """Read a document from a file, whose content may be known."""
    file = os.fsdecode(path)
    return _read_bytes(read_bytes(file) if content is None else content, name or file, Path(file))


def read_data(value: object, name: str | None = None) -> Tree:
    """Read a document that is plain data already, as the JSON text that it would be written as."""
    shown = name or NAMELESS
    _demand_shallow(value, shown)
    try:
        text = json.dumps(value, ensure_ascii=False, indent=1)
    except (TypeError, ValueError) as error:
        raise DocumentError(
            shown, [Problem("E_DOC_TYPE", f"this is no plain data: {clip(str(error))}")]
        ) from None
    return _read_bytes(_encoded(text), shown, form="json")


def _demand_shallow(value: object, name: str) -> None:
    """Refuse data deeper or larger than any document before it is written as a text."""
    level, depth, nodes = [value], 0, 1
    while level:
        inner = [part for part in level if isinstance(part, (dict, list, tuple))]
        nodes += sum(map(len, inner))
        depth += bool(inner)
        if depth > MAX_DEPTH or nodes > MAX_NODES:
            what = f"more than {MAX_NODES} values" if nodes > MAX_NODES else f"deeper than {MAX_DEPTH}"
            raise DocumentError(name, [Problem("E_DOC_LIMIT", f"the document holds {what}")])
        level = [item for part in inner for item in (part.values() if isinstance(part, dict) else part)]


def looks_like_a_file(source: Source) -> bool:
    """Whether a text is nothing but the name of a file: who gave it may have meant the file."""
    return source.path is None and _FILE_NAME.fullmatch(source.text) is not None


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


def _read_bytes(data: bytes, name: str, path: Path | None = None, form: str = "") -> Tree:
    if len(data) > MAX_BYTES:
        raise DocumentError(name, [Problem("E_DOC_LIMIT", f"the document has more than {MAX_BYTES} bytes")])
    source = Source(name, _decoded(data, name), path)
    source.check_text(source.text, 0, raw=True)
    return read_json(source) if form == "json" or _is_json(source) else read_yaml(source)


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
