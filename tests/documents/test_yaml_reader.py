"""The YAML reader: the core schema of YAML 1.2, places of values and keys, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from rete_chess.documents.reading._yaml_reader import LOADER, read_yaml
from rete_chess.documents.reading.source import Source
from rete_chess.documents.reading.tree import Tree
from rete_chess.errors import DocumentError

LOADERS = sorted({LOADER, yaml.SafeLoader}, key=lambda loader: loader.__name__)


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def loader(request: pytest.FixtureRequest) -> Any:
    """Each parser that is installed: the one in C and the one in Python must agree."""
    return request.param


def read(text: str, loader: Any = LOADER) -> Tree:
    return read_yaml(Source("<test>", text), loader)


def refusal(text: str, loader: Any = LOADER) -> tuple[str, int | None, int | None]:
    with pytest.raises(DocumentError) as caught:
        read(text, loader)
    (problem,) = caught.value.problems
    return problem.code, problem.line, problem.column


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("TRUE", True),
        ("on", "on"),
        ("off", "off"),
        ("yes", "yes"),
        ("no", "no"),
        ("y", "y"),
        ("tRUE", "tRUE"),
        ("null", None),
        ("~", None),
        ("Null", None),
        ("0", 0),
        ("-12", -12),
        ("+12", 12),
        ("007", 7),
        ("0o17", 15),
        ("0x1F", 31),
        ("1_000", "1_000"),
        ("0b11", "0b11"),
        ("1:30", "1:30"),
        ("2024-01-01", "2024-01-01"),
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("1e3", 1000.0),
        ("1.", 1.0),
        (".", "."),
        ("e4", "e4"),
        ("'true'", "true"),
        ('"12"', "12"),
        ('"a\\tb"', "a\tb"),
        ("|\n  two\n  lines\n", "two\nlines\n"),
    ],
)
def test_scalar(text: str, value: object, loader: Any) -> None:
    tree = read(f"- {text}", loader)
    assert isinstance(tree.value, list)
    (found,) = tree.value
    assert found == value
    assert type(found) is type(value)


def test_an_empty_value_is_nothing(loader: Any) -> None:
    assert read("a:\nb: ''", loader).value == {"a": None, "b": ""}


@pytest.mark.parametrize("key", ["on", "1", "true", "null", "~", "1.5", "'<<'", '"x y"'])
def test_keys_are_their_text(key: str, loader: Any) -> None:
    assert read(f"{key}: 1", loader).value == {key.strip("'\""): 1}


def test_marks_of_values_and_keys(loader: Any) -> None:
    tree = read("# wolf\nmoves:\n  - {leap: all, 'tag': x}\n  - slide: [😀, b]\n", loader)
    assert tree.place(()) == (2, 1)
    assert tree.place(("moves",)) == (3, 3)
    assert tree.place(("moves",), key=True) == (2, 1)
    assert tree.place(("moves", 0)) == (3, 5)
    assert tree.place(("moves", 0, "tag")) == (3, 24)
    assert tree.place(("moves", 0, "tag"), key=True) == (3, 17)
    assert tree.place(("moves", 1, "slide", 1)) == (4, 16)


def test_an_unknown_path_has_the_place_of_its_nearest_parent(loader: Any) -> None:
    tree = read("moves:\n  - {leap: all}\n", loader)
    assert tree.place(("moves", 0, "range", 1)) == (2, 5)
    assert tree.place(("moves", 0, "range"), key=True) == (2, 5)
    assert tree.place(("nothing",)) == (1, 1)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_for_every_line_end(line_end: str, loader: Any) -> None:
    tree = read(line_end.join(["a: 1", "# 😀", "b: 2"]), loader)
    assert tree.place(("b",)) == (3, 4)
    assert tree.lines[2] == "b: 2"


def test_aliases_are_copies_placed_at_the_alias(loader: Any) -> None:
    tree = read("a: &x [1, {b: 2}]\nc: *x\n", loader)
    value: Any = tree.value
    assert value["c"] == [1, {"b": 2}]
    assert value["c"] is not value["a"]
    assert value["c"][1] is not value["a"][1]
    assert tree.place(("c", 1, "b")) == (2, 4)


def test_hundred_aliases_are_allowed_and_no_more(loader: Any) -> None:
    text = "- &x a\n" + "- *x\n" * 100
    assert read(text, loader).value == ["a"] * 101
    assert refusal(text + "- *x\n", loader) == ("E_DOC_LIMIT", 102, 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("E_DOC_SYNTAX", 1, 1)),
        ("# only a comment\n", ("E_DOC_SYNTAX", 1, 1)),
        ("---\n", ("E_DOC_SYNTAX", 2, 1)),
        ("a: 1\n---\nb: 2\n", ("E_DOC_SYNTAX", 2, 1)),
        ("a: [1, 2\nb: 3", ("E_DOC_SYNTAX", 2, 2)),
        ("a: b: c", ("E_DOC_SYNTAX", 1, 5)),
        ("a: 'x", ("E_DOC_SYNTAX", 1, 4)),
        ("%YAML 2.0\n---\na: 1\n", ("E_DOC_SYNTAX", 1, 1)),
        ("%YAML 1.3\n---\na: 1\n", ("E_DOC_SYNTAX", 1, 1)),
        ("%TAG ! tag:x,2000:\n---\na: 1\n", ("E_DOC_TAG", 1, 1)),
        ("a: !!str 1", ("E_DOC_TAG", 1, 4)),
        ("a: ! 1", ("E_DOC_TAG", 1, 4)),
        ("a: !!python/object:os.system x", ("E_DOC_TAG", 1, 4)),
        ("a: !x {b: 1}", ("E_DOC_TAG", 1, 4)),
        ("a: !x [1]", ("E_DOC_TAG", 1, 4)),
        ("!!map {b: 1}", ("E_DOC_TAG", 1, 1)),
        ("!x a: 1", ("E_DOC_TAG", 1, 1)),
        ("b: {<<: {a: 1}}", ("E_DOC_MERGE", 1, 5)),
        ("a: 1\nb: 2\na: 3\n", ("E_DOC_DUPLICATE_KEY", 3, 1)),
        ("{a: 1, 'a': 2}", ("E_DOC_DUPLICATE_KEY", 1, 8)),
        ("1: a\n'1': b\n", ("E_DOC_DUPLICATE_KEY", 2, 1)),
        ("[a]: 1", ("E_DOC_KEY", 1, 1)),
        ("? {a: 1}\n: 2", ("E_DOC_KEY", 1, 3)),
        ("a: &x b\n*x : 1", ("E_DOC_KEY", 2, 1)),
        ("&x a: 1", ("E_DOC_KEY", 1, 1)),
        ("?\n: 1", ("E_DOC_KEY", 1, 2)),
        ("a: *x", ("E_DOC_SYNTAX", 1, 4)),
        ("a: &x [*x]", ("E_DOC_SYNTAX", 1, 8)),
        ("a: &x {b: [{c: *x}]}", ("E_DOC_SYNTAX", 1, 16)),
        ("a: &x 1\nb: &x 2\n", ("E_DOC_SYNTAX", 2, 4)),
        ("a: .inf", ("E_DOC_NUMBER", 1, 4)),
        ("a: -.INF", ("E_DOC_NUMBER", 1, 4)),
        ("a: .nan", ("E_DOC_NUMBER", 1, 4)),
        ("a: 1e999", ("E_DOC_NUMBER", 1, 4)),
        ("a: " + "9" * 31, ("E_DOC_NUMBER", 1, 4)),
        ("a: 0x" + "f" * 31, ("E_DOC_NUMBER", 1, 4)),
        ("a: 1\n# b \u2028c: 2\n", ("E_DOC_ENCODING", 2, 5)),
        ("a: '\x85'", ("E_DOC_ENCODING", 1, 5)),
        ('a: "\\0"', ("E_DOC_ENCODING", 1, 4)),
        ('a: "\\e[2J"', ("E_DOC_ENCODING", 1, 4)),
        ('"\\a": 1', ("E_DOC_ENCODING", 1, 1)),
    ],
)
def test_refused(text: str, expected: tuple[str, int, int], loader: Any) -> None:
    assert refusal(text, loader) == expected


@pytest.mark.parametrize(
    "text", ['"\\ud800"', '"\\U00110000"', '"\\x"', "a: @b", "%FOO\n%FOO\n", "a:\n\t- b"]
)
def test_parsers_may_disagree_on_the_code_but_refuse(text: str, loader: Any) -> None:
    assert refusal(text, loader)[0] in ("E_DOC_SYNTAX", "E_DOC_ENCODING")


@pytest.mark.parametrize("version", ["1.1", "1.2"])
def test_versions_that_are_accepted(version: str, loader: Any) -> None:
    assert read(f"%YAML {version}\n---\na: no\n", loader).value == {"a": "no"}
