"""Documents made to hurt: each is refused with a code, and nothing but a DocumentError ever escapes."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
import yaml

from rete_chess.documents import PieceDocument, parse_document, read_tree, to_piece_type
from rete_chess.documents.reading._yaml_reader import read_yaml
from rete_chess.documents.reading.source import Source
from rete_chess.errors import CODES, DocumentError

PIECES = sorted((Path(__file__).resolve().parents[2] / "descriptors" / "pieces").glob("*.yaml"))


def alias_bomb(levels: int, width: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    for level in range(1, levels):
        names = ", ".join([f"*a{level - 1}"] * width)
        lines.append(f"a{level}: &a{level} [{names}]")
    return "\n".join(lines)


def deep_aliases() -> str:
    """Sixty lists deep, and ten more lists inside the alias."""
    return "a: &a " + "[" * 10 + "]" * 10 + "\nb: " + "[" * 60 + "*a" + "]" * 60


HOSTILE: dict[str, tuple[str | bytes, str, str]] = {
    "ten megabytes": (b"a: " + b"x" * 10_000_000, "x.yaml", "E_DOC_LIMIT"),
    "ten megabytes of JSON": (b'{"a": "' + b"x" * 10_000_000 + b'"}', "x.json", "E_DOC_LIMIT"),
    "deep YAML flow lists": ("[" * 100_000, "x.yaml", "E_DOC_LIMIT"),
    "deep YAML flow mappings": ("{a: " * 100_000, "x.yaml", "E_DOC_LIMIT"),
    "deep YAML block lists": ("- " * 100_000, "x.yaml", "E_DOC_LIMIT"),
    "deep YAML explicit keys": ("? " * 100_000, "x.yaml", "E_DOC_KEY"),
    "deep YAML indentation": (
        "\n".join(" " * depth + "a:" for depth in range(1000)),
        "x.yaml",
        "E_DOC_LIMIT",
    ),
    "deep JSON lists": ("[" * 100_000 + "]" * 100_000, "x.json", "E_DOC_LIMIT"),
    "deep JSON mappings": ('{"a":' * 100_000 + "1" + "}" * 100_000, "x.json", "E_DOC_LIMIT"),
    "alias bomb": (alias_bomb(9, 9), "x.yaml", "E_DOC_LIMIT"),
    "alias bomb of few aliases": (alias_bomb(49, 2), "x.yaml", "E_DOC_LIMIT"),
    "aliases that add depth": (deep_aliases(), "x.yaml", "E_DOC_LIMIT"),
    "many aliases": ("a: &a 1\nb: [" + "*a, " * 101 + "]", "x.yaml", "E_DOC_LIMIT"),
    "alias of itself": ("&a [*a]", "x.yaml", "E_DOC_SYNTAX"),
    "merge bomb": (
        "a: &a {x: 1}\nb: &b {<<: [*a, *a, *a]}\nc: {<<: [*b, *b]}",
        "x.yaml",
        "E_DOC_MERGE",
    ),
    "many nodes": ("[" + "x, " * 60_000 + "]", "x.yaml", "E_DOC_LIMIT"),
    "many JSON nodes": ("[" + "1, " * 60_000 + "1]", "x.json", "E_DOC_LIMIT"),
    "tag": ("!!python/object/apply:os.system [ls]", "x.yaml", "E_DOC_TAG"),
    "binary tag": ("a: !!binary AAAA", "x.yaml", "E_DOC_TAG"),
    "duplicate key": ("a: 1\na: 2", "x.yaml", "E_DOC_DUPLICATE_KEY"),
    "duplicate JSON key": ('{"a": 1, "a": 2}', "x.json", "E_DOC_DUPLICATE_KEY"),
    "huge number": ("a: " + "9" * 100_000, "x.yaml", "E_DOC_NUMBER"),
    "huge hexadecimal": ("a: 0x" + "f" * 100_000, "x.yaml", "E_DOC_NUMBER"),
    "huge JSON number": ('{"a": ' + "9" * 100_000 + "}", "x.json", "E_DOC_NUMBER"),
    "huge exponent": ("a: 1e" + "9" * 20, "x.yaml", "E_DOC_NUMBER"),
    "not a number": ("a: .NaN", "x.yaml", "E_DOC_NUMBER"),
    "JSON not a number": ('{"a": NaN}', "x.json", "E_DOC_NUMBER"),
    "lone surrogate in JSON": ('{"a": "\\ud800"}', "x.json", "E_DOC_ENCODING"),
    "lone surrogate in YAML": ('a: "\\ud800"', "x.yaml", "E_DOC_SYNTAX or E_DOC_ENCODING"),
    "lone surrogate in the text": ("a: \udfff", "x.yaml", "E_DOC_ENCODING"),
    "NUL byte": (b"a: \x00", "x.yaml", "E_DOC_ENCODING"),
    "escaped NUL": ('a: "\\0"', "x.yaml", "E_DOC_ENCODING"),
    "invalid UTF-8": (b"a: \xc3\x28", "x.yaml", "E_DOC_ENCODING"),
    "UTF-16": ("a: 1".encode("utf-16"), "x.yaml", "E_DOC_ENCODING"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_document_is_refused_with_its_code(case: str) -> None:
    source, name, code = HOSTILE[case]
    with pytest.raises(DocumentError) as caught:
        read_tree(source, name)
    assert caught.value.code in code.split(" or ")


def test_a_long_file_is_never_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(DocumentError, match="E_DOC_LIMIT"):
        read_tree(path)


PARTS = [
    *"[]{}:,-?&*!|>'\"%@`#<=~ \t\n\r\\",
    *(
        "\n  ",
        "\n- ",
        ": ",
        "- ",
        "---",
        "...",
        "<<",
        "&a ",
        "*a",
        "!!str ",
        "%YAML 1.2\n",
        "\\ud800",
        "\\u0000",
    ),
    *("id", "letter", "moves", "leap", "slide", "range", "then", "from", "promotion", "zone", "to", "castle"),
    *("all", "true", "null", ".nan", "1", "0x", "1e9", "9" * 40, "é", "\u2028", "\ufeff", "😀", "\x00"),
]


def outcome(data: bytes, name: str) -> str:
    """Read as far as it goes: a code, or `ok`."""
    try:
        to_piece_type(parse_document(PieceDocument, read_tree(data, name)))
    except DocumentError as error:
        for problem in error.problems:
            assert problem.code in CODES
            assert problem.line is None or (problem.line >= 1 and (problem.column or 0) >= 1)
        str(error).encode()
        return error.code
    return "ok"


def test_random_bytes() -> None:
    dice = random.Random(1)
    for _ in range(4_000):
        outcome(dice.randbytes(dice.randrange(60)), dice.choice(["x", "x.json", "x.yaml"]))


def test_random_syntax() -> None:
    dice = random.Random(2)
    seen = set()
    for _ in range(6_000):
        text = "".join(dice.choices(PARTS, k=dice.randrange(30)))
        seen.add(outcome(text.encode(), dice.choice(["x", "x.json", "x.yaml"])))
    assert len(seen) >= 8, "the fuzz no longer reaches the checks"


def mutated(dice: random.Random, text: str) -> str:
    """One to four cuts, doublings, swaps and insertions."""
    for _ in range(dice.randrange(1, 5)):
        start = dice.randrange(len(text) + 1)
        end = min(len(text), start + dice.choice([1, 1, 2, 5, 20]))
        fresh = dice.choice(["", dice.choice(PARTS), text[start:end] * 2, text[start:end][::-1]])
        text = text[:start] + fresh + text[end:]
    return text


def json_texts() -> list[str]:
    return [json.dumps(read_tree(path).value, indent=indent) for path in PIECES for indent in (None, 2)]


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_mutated_documents(form: str) -> None:
    dice = random.Random(3)
    texts = json_texts() if form == "json" else [path.read_text(encoding="utf-8") for path in PIECES]
    seen = {outcome(mutated(dice, dice.choice(texts)).encode(), f"x.{form}") for _ in range(1_500)}
    assert {"ok", "E_DOC_SYNTAX", "E_DOC_UNKNOWN_KEY"} <= seen


def test_the_parser_in_python_is_as_quiet() -> None:
    dice = random.Random(4)
    texts = [path.read_text(encoding="utf-8") for path in PIECES]
    for _ in range(500):
        text = "".join(dice.choices(PARTS, k=dice.randrange(30)))
        for candidate in (text, mutated(dice, dice.choice(texts))):
            with suppress(DocumentError):
                read_yaml(Source("x", candidate), yaml.SafeLoader)
