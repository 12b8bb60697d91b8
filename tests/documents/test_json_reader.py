"""The JSON reader: strict RFC 8259, the places of values and keys, and errors that help."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess.core.values import FORBIDDEN
from rete_chess.documents.reading._json_reader import read_json
from rete_chess.documents.reading.source import Source
from rete_chess.documents.reading.tree import Tree
from rete_chess.errors import DocumentError, Problem


def read(text: str) -> Tree:
    return read_json(Source("<test>", text))


def refusal(text: str) -> Problem:
    with pytest.raises(DocumentError) as caught:
        read(text)
    (problem,) = caught.value.problems
    return problem


texts = st.text().filter(lambda text: not FORBIDDEN.search(text))
numbers = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
documents = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None, derandomize=True)
@given(documents, st.sampled_from([None, 2]), st.booleans())
def test_reads_what_json_writes(value: object, indent: int | None, ascii_only: bool) -> None:
    assert read(json.dumps(value, indent=indent, ensure_ascii=ascii_only)).value == value


def test_marks_of_values_and_keys() -> None:
    tree = read('{\n  "moves": [\n    {"leap": "😀", "tag" : true}, [ ]\n  ]\n}')
    assert tree.place(()) == (1, 1)
    assert tree.place(("moves",)) == (2, 12)
    assert tree.place(("moves",), key=True) == (2, 3)
    assert tree.place(("moves", 0, "leap")) == (3, 14)
    assert tree.place(("moves", 0, "tag"), key=True) == (3, 19)
    assert tree.place(("moves", 0, "tag")) == (3, 27)
    assert tree.place(("moves", 1)) == (3, 34)


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        ("", "E_DOC_SYNTAX", (1, 1), None),
        (" \n ", "E_DOC_SYNTAX", (2, 2), None),
        ("{", "E_DOC_SYNTAX", (1, 2), None),
        ('{"a"', "E_DOC_SYNTAX", (1, 5), None),
        ('{"a":', "E_DOC_SYNTAX", (1, 6), None),
        ('{"a": 1', "E_DOC_SYNTAX", (1, 8), None),
        ('{"a" 1}', "E_DOC_SYNTAX", (1, 6), None),
        ("[1 2]", "E_DOC_SYNTAX", (1, 4), None),
        ("[1}", "E_DOC_SYNTAX", (1, 3), None),
        ("[1]]", "E_DOC_SYNTAX", (1, 4), None),
        ("[,1]", "E_DOC_SYNTAX", (1, 2), None),
        ("[1,]", "E_DOC_SYNTAX", (1, 3), "remove the trailing comma"),
        ('{"a": 1, }', "E_DOC_SYNTAX", (1, 8), "remove the trailing comma"),
        ("[1, // one\n2]", "E_DOC_SYNTAX", (1, 5), "JSON has no comments"),
        ("[1 /* one */]", "E_DOC_SYNTAX", (1, 4), "JSON has no comments"),
        ("# x\n{}", "E_DOC_SYNTAX", (1, 1), "JSON has no comments"),
        ("{'a': 1}", "E_DOC_SYNTAX", (1, 2), "JSON texts stand in double quotation marks"),
        ("{a: 1}", "E_DOC_SYNTAX", (1, 2), None),
        ("[leap]", "E_DOC_SYNTAX", (1, 2), "JSON texts stand in double quotation marks"),
        ("[True]", "E_DOC_SYNTAX", (1, 2), "write true"),
        ("[truely]", "E_DOC_SYNTAX", (1, 2), "JSON texts stand in double quotation marks"),
        ("[01]", "E_DOC_SYNTAX", (1, 2), "JSON numbers are decimal, without leading zeros"),
        ("[0x1]", "E_DOC_SYNTAX", (1, 2), "JSON numbers are decimal, without leading zeros"),
        ("[1.]", "E_DOC_SYNTAX", (1, 2), "JSON numbers are decimal, without leading zeros"),
        ("[+1]", "E_DOC_SYNTAX", (1, 2), "JSON numbers have no plus sign"),
        ("[.5]", "E_DOC_SYNTAX", (1, 2), "JSON numbers begin with a digit"),
        ("[-]", "E_DOC_SYNTAX", (1, 2), None),
        ("[١]", "E_DOC_SYNTAX", (1, 2), None),
        ("[\xa01]", "E_DOC_SYNTAX", (1, 2), None),
        ('["a', "E_DOC_SYNTAX", (1, 2), "close the quotation mark"),
        ('["a\nb"]', "E_DOC_SYNTAX", (1, 4), "a text holds no raw line break"),
        ('["\\x"]', "E_DOC_SYNTAX", (1, 3), "a text holds no raw line break"),
        ('{"a": 1,\n "a": 2}', "E_DOC_DUPLICATE_KEY", (2, 2), "it is first given on line 1"),
        ('{"a": 1, "\\u0061": 2}', "E_DOC_DUPLICATE_KEY", (1, 10), "it is first given on line 1"),
        ("[NaN]", "E_DOC_NUMBER", (1, 2), None),
        ("[Infinity]", "E_DOC_NUMBER", (1, 2), None),
        ("[-Infinity]", "E_DOC_NUMBER", (1, 2), None),
        ("[1e999]", "E_DOC_NUMBER", (1, 2), None),
        ("[" + "1" * 31 + "]", "E_DOC_NUMBER", (1, 2), None),
        ('["\\ud800"]', "E_DOC_ENCODING", (1, 2), "remove it"),
        ('["\\udc00\\ud800"]', "E_DOC_ENCODING", (1, 2), "remove it"),
        ('{"\\u0000": 1}', "E_DOC_ENCODING", (1, 2), "remove it"),
        ("[" * 65, "E_DOC_LIMIT", (1, 65), None),
    ],
)
def test_refused(text: str, code: str, place: tuple[int, int], hint: str | None) -> None:
    problem = refusal(text)
    assert problem.code == code
    assert (problem.line, problem.column) == place
    assert (problem.hint or "").startswith(hint or "")
    assert (problem.hint is None) == (hint is None)


def test_a_pair_of_surrogates_is_one_character() -> None:
    assert read('["\\ud83d\\ude00"]').value == ["😀"]


def test_sixty_four_lists_deep_is_allowed() -> None:
    assert read("[" * 64 + "]" * 64).value


def test_numbers_keep_their_type() -> None:
    value = read("[1, 1.0, 1e2, -0, true]").value
    assert isinstance(value, list)
    assert [type(item) for item in value] == [int, float, float, int, bool]
