"""The one door: paths, texts and bytes, the choice of the format, encodings and unreadable files."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Any

import pytest

from rete_chess.documents import Tree, load_document, read_tree
from rete_chess.documents.reading.reader import read_data
from rete_chess.documents.reading.source import MAX_BYTES
from rete_chess.errors import DocumentError, Problem


def refusal(source: str | bytes | Path, name: str | None = None) -> Problem:
    with pytest.raises(DocumentError) as caught:
        read_tree(source, name)
    (problem,) = caught.value.problems
    return problem


def write(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("name", ["a.yaml", "a.yml", "a.YAML", "a.piece.yaml", "a.txt", "a"])
def test_yaml_file(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name, b"a: [b, on]\n")
    assert read_tree(path).value == {"a": ["b", "on"]}
    assert read_tree(str(path)).value == str(path)  # a text is never opened
    assert read_tree(path).file == str(path)
    assert read_tree(path).source.path == path


@pytest.mark.parametrize("name", ["a.json", "a.JSON", "a.txt", "a"])
def test_json_file(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, name, b'{"a": "\\ud83d\\ude00"}')
    assert read_tree(path).value == {"a": "😀"}


def test_the_ending_of_the_name_wins_over_the_looks(tmp_path: Path) -> None:
    assert read_tree(write(tmp_path, "a.yaml", b'{"a": b}')).value == {"a": "b"}
    assert refusal(write(tmp_path, "a.json", b"a: b")).code == "E_DOC_SYNTAX"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("id: wolf", {"id": "wolf"}),
        ("- a\n- b\n", ["a", "b"]),
        ("{id: wolf}", {"id": "wolf"}),
        ('{"id": "wolf"}', {"id": "wolf"}),
        (" {\n}", {}),
        ("\ufeffid: wolf\n", {"id": "wolf"}),
        ("just\ntext", "just text"),
    ],
)
def test_text(text: str, value: object) -> None:
    assert read_tree(text).value == value
    assert read_tree(text.encode()).value == value
    assert read_tree(text).file == "<text>"


@pytest.mark.parametrize("name", [None, "kept.variant.yaml", "{path}"])
@pytest.mark.parametrize("text", ["{path}", "kind: {path}", "[{path}]"])
def test_no_text_and_no_name_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str | None, text: str
) -> None:
    path = write(tmp_path, "kept.variant.yaml", b"{kind: variant, id: kept}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.open", None)
    tree = read_tree(text.format(path=path), name and name.format(path=path))
    assert (tree.source.path, tree.neighbours) == (None, None)


def test_who_gives_a_path_as_a_text_is_told() -> None:
    with pytest.raises(DocumentError) as caught:
        load_document("joust.variant.yaml")
    assert caught.value.code == "E_DOC_TYPE"
    assert "give its pathlib.Path" in str(caught.value)


@pytest.mark.parametrize("source", [None, 7, ["a: 1"]])
def test_what_is_neither_text_nor_path(source: object) -> None:
    assert refusal(source).code == "E_DOC_TYPE"  # type: ignore[arg-type]


NESTED: Any = {}
for _ in range(100):
    NESTED = [NESTED]
ITSELF: list[Any] = []
ITSELF += [ITSELF, ITSELF]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        pytest.param({"a": NESTED}, "E_DOC_LIMIT", id="deep"),
        pytest.param({"a": ITSELF}, "E_DOC_LIMIT", id="holds itself"),
        pytest.param({"a": [[0] * 50_000] * 50_000}, "E_DOC_LIMIT", id="many times the same"),
        pytest.param({"a": "x" * MAX_BYTES}, "E_DOC_LIMIT", id="long"),
        pytest.param({"a": math.nan}, "E_DOC_NUMBER", id="no number"),
        pytest.param({"a": 10**40}, "E_DOC_NUMBER", id="many digits"),
        pytest.param({"a": 10**5000}, "E_DOC_TYPE", id="too many digits to write"),
        pytest.param({"a": "\ud800"}, "E_DOC_ENCODING", id="half a character"),
        pytest.param({"a": "\x00"}, "E_DOC_ENCODING", id="a control character"),
        pytest.param({"a": {1}}, "E_DOC_TYPE", id="a set"),
        pytest.param({(1, 2): 1}, "E_DOC_TYPE", id="a key that is no text"),
        pytest.param({"1": 1, 1: 2}, "E_DOC_DUPLICATE_KEY", id="a key twice"),
    ],
)
def test_plain_data_keeps_the_limits_of_texts(value: object, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_data(value)
    assert caught.value.code == code


def test_plain_data_is_read_as_its_text() -> None:
    value = {"id": "wolf", "moves": [{"leap": [1, 2.5]}], "is": True, "not": None}
    tree = read_data(value, "wolf.piece.yaml")
    assert tree.value == value
    assert tree.place(("moves", 0, "leap")) == (5, 12)
    assert tree.lines[4].strip() == '"leap": ['


def test_any_text_is_a_text_when_it_has_a_name() -> None:
    tree = read_tree("wolf", "<stdin>")
    assert (tree.value, tree.file) == ("wolf", "<stdin>")
    assert read_tree("[1]", "wolf.json").value == [1]


def test_empty_text() -> None:
    for source in ("", " ", b"", b"\xef\xbb\xbf"):
        assert refusal(source).message == "the document is empty"


@pytest.mark.parametrize("name", ["x.json", "x.yaml"])
def test_byte_order_mark_does_not_shift_places(name: str) -> None:
    tree: Tree = read_tree(b'\xef\xbb\xbf{"a": 1}', name)
    assert tree.place(("a",)) == (1, 7)


def test_missing_file(tmp_path: Path) -> None:
    problem = refusal(tmp_path / "wolf.yaml")
    assert (problem.code, problem.line) == ("E_DOC_READ", None)
    assert "wolf.yaml" in problem.message
    assert "no such file" in problem.message


def test_folder(tmp_path: Path) -> None:
    problem = refusal(tmp_path)
    assert problem.code == "E_DOC_READ"
    assert problem.message.endswith("it is a folder")


@pytest.mark.parametrize("name", ["\0", "a\0b.yaml", "x" * 5000])
def test_impossible_file_name(name: str) -> None:
    assert refusal(Path(name)).code == "E_DOC_READ"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert refusal(tmp_path / "pipe.yaml").code == "E_DOC_READ"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_file_without_permission(tmp_path: Path) -> None:
    path = write(tmp_path, "a.yaml", b"a: 1")
    path.chmod(0)
    assert refusal(path).code == "E_DOC_READ"


def test_the_largest_document_and_one_byte_more() -> None:
    comment = b"#" * (MAX_BYTES - 5)
    assert read_tree(b"a: 1\n" + comment).value == {"a": 1}
    assert refusal(b"a: 1\n" + comment + b"#").code == "E_DOC_LIMIT"
    assert refusal("a: é\n" + "#" * (MAX_BYTES - 5)).code == "E_DOC_LIMIT"


@pytest.mark.parametrize("name", ["x.json", "x.yaml"])
@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b'{"a": "\x00"}', (1, 8)),
        (b'{"a":\n "\xc3\xa9 \x07"}', (2, 5)),
        (b'{"a":\r\n "\xff"}', (2, 3)),
        (b'{"a":\n "\xed\xa0\x80"}', (2, 3)),
        (b'{"a": "\xc3', (1, 8)),
        (b'{"a": "\xc0\xaf"}', (1, 8)),
        (b'{"a": "\x7f"}', (1, 8)),
        (b'{"a": "\xef\xbb\xbf"}', (1, 8)),
        (b'{"a": "\xef\xbf\xbf"}', (1, 8)),
        (b'\xef\xbb\xbf{"a": "\xff"}', (1, 8)),
    ],
)
def test_forbidden_bytes(data: bytes, place: tuple[int, int], name: str) -> None:
    problem = refusal(data, name)
    assert (problem.code, problem.line, problem.column) == ("E_DOC_ENCODING", *place)


def test_a_surrogate_in_a_text() -> None:
    problem = refusal("a: 1\nb: \ud800\n")
    assert (problem.code, problem.line, problem.column) == ("E_DOC_ENCODING", 2, 4)


def test_utf16_is_recognised() -> None:
    assert refusal("a: 1".encode("utf-16")).hint == "save the file as UTF-8, not as UTF-16"
