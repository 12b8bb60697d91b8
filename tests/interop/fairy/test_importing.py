"""Files of variants become documents that validate and play as they say; bad ones are refused with a code."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml

from rete_chess.errors import DocumentError, ReteChessError
from rete_chess.interop.fairy import importer
from rete_chess.interop.fairy.ini import LONGEST_LINE, MOST_CHARACTERS
from rete_chess.interop.fairy.keys import KEYS
from tests.cli.helpers import Run
from tests.interop.agreement import program

FOLDER = Path(__file__).parent
ROWS: list[dict[str, Any]] = yaml.safe_load((FOLDER / "rows.yaml").read_text(encoding="utf-8"))
BAD: list[dict[str, Any]] = yaml.safe_load((FOLDER / "bad.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_a_section_plays_as_it_says(run: Run, tmp_path: Path, row: dict[str, Any]) -> None:
    file = tmp_path / "mine.ini"
    file.write_text(row["ini"], encoding="utf-8")
    answer = run("import", "fairy", str(file), "--to", str(tmp_path), "--json").json
    last = answer["variants"][-1]
    assert last["complete"] == row.get("complete", True)
    unsaid = {part["key"] for part in last["unsaid"] if not part["pace"]}
    assert unsaid == set(row.get("lacks", ()))
    path = tmp_path / f"{last['id']}.variant.yaml"
    text = path.read_text(encoding="utf-8")
    assert all(f"# Not said: {key}" in text for key in unsaid)
    path.write_text(text + yaml.safe_dump({"tests": row.get("tests", [])}), encoding="utf-8")
    assert run("validate", str(path)).code == 0
    outcome = run("test", str(path))
    assert outcome.code == 0, outcome.out + outcome.err


@pytest.mark.parametrize("row", BAD, ids=[row["name"] for row in BAD])
def test_what_is_no_file_of_variants_is_refused_at_its_line(
    run: Run, tmp_path: Path, row: dict[str, Any]
) -> None:
    file = tmp_path / "bad.ini"
    file.write_text(row["ini"], encoding="utf-8")
    outcome = run("import", "fairy", str(file), "--json")
    assert outcome.code == 1
    error = outcome.json["error"]
    assert (error["code"], error["line"]) == ("E_INI", row["line"])


def test_files_are_read_within_limits(run: Run, tmp_path: Path) -> None:
    missing = run("import", "fairy", str(tmp_path / "none.ini"))
    assert missing.code == 1
    assert "E_DOC_READ" in missing.err
    (tmp_path / "latin.ini").write_bytes(b"[m\xfcne]")
    assert "E_DOC_ENCODING" in run("import", "fairy", str(tmp_path / "latin.ini")).err
    unknown = run("import", "fairy", "shakko")
    assert unknown.code == 2
    assert "'shako'" in unknown.err
    for text in ("[a]\nking = " + "k" * LONGEST_LINE, "x" * (MOST_CHARACTERS + 1), "[a]\n" * 3000):
        with pytest.raises(DocumentError, match="E_INI"):
            importer.read_file(text, "long.ini")


@pytest.mark.parametrize("size", ["0", "99", "1000"])
def test_boards_that_cannot_be_are_refused(size: str) -> None:
    with pytest.raises(DocumentError, match="1 to 16 files and ranks"):
        importer.read_file(f"[a:chess]\nmaxRank = {size}\nmaxFile = {size}", "size.ini")


def test_every_built_in_name_is_read_and_those_that_are_complete_compile() -> None:
    complete = [found for name in importer.builtin() if (found := importer.read_builtin(name)).is_complete]
    assert len(importer.builtin()) == 121
    assert len(complete) >= 100
    for found in random.Random(1).sample(complete, 12):
        assert program(found).laws.white


def test_no_text_leads_to_anything_but_a_coded_error() -> None:
    chance = random.Random(19)
    words = [
        *KEYS,
        "king",
        "pawn",
        "customPiece1",
        "mobilityRegionWhiteKing",
        "[a:chess]",
        "[b:a]",
        "[c]",
        "=",
        "\n",
        "#",
    ]
    values = [
        "true",
        "-",
        "*",
        "p:g",
        "*8",
        "a1 b2",
        "9" * 30,
        "k:mQcN",
        "\u0663",
        "loss",
        "\x00",
        "p:fmWfceFifmnD",
        "100",
        "0",
        "é",
    ]
    for _ in range(300):
        lines = ["[a:chess]"]
        for _ in range(chance.randrange(12)):
            if chance.random() < 0.8:
                lines.append(f"{chance.choice(words)} = {chance.choice(values)}")
            else:
                lines.append("".join(chance.choice([*words, *values, " "]) for _ in range(4)))
        with suppress(ReteChessError):
            found = importer.read_file("\n".join(lines), "fuzz.ini")
            if chance.random() < 0.2:
                program(found[0])


def test_every_key_that_is_said_makes_a_difference_or_is_told() -> None:
    """No key is dropped in silence: the document changes, or a line names it."""
    silent = {
        "variantTemplate",
        "pieceToCharTable",
        "pocketSize",
        "pieceValueMg",
        "pieceValueEg",
        "chess960",
        "gating",
    }
    others = {
        "flag": ("true", "false"),
        "number": ("2", "1"),
        "file": ("d", "7"),
        "type": ("q", "n"),
        "types": ("q", "kn"),
        "region": ("e4", "*5", "a1"),
        "value": ("win", "loss"),
        "limits": ("q:1",),
        "pairs": ("n:q",),
        "text": ("KQkq",),
    }
    bases = [
        "[x:chess]",
        "[x:crazyhouse]",
        "[x:placement]",
        "[x:kyotoshogi]",
        "[x:shogi]",
        "[x:nocheckatomic]\nextinctionPseudoRoyal = true\npetrifyOnCaptureTypes = n\nflagRegion = *8",
        "[x:isolation]\nconnectN = 3\ncollinearN = 3",
        "[x:xiangqi]",
        "[x:losers]\ncheckCounting = true",
        "[x:ataxx]",
        "[x:flipello]",
    ]
    plain = {base: _said(base) for base in bases}
    dropped = []
    for key, known in KEYS.items():
        values = known.words or others[known.kind]
        told = any(_said(f"{base}\n{key} = {value}") != plain[base] for base in bases for value in values)
        if not told and key not in silent:
            dropped.append(key)
    assert not dropped, " ".join(dropped)


def _said(text: str) -> tuple[object, ...]:
    """All that an import says of one section, but for the lines."""
    found = importer.read_file(text, "x.ini")[0]
    unsaid = {(part.key, part.why) for part in found.unsaid}
    rules = [line for line in found.variant.splitlines() if not line.startswith("#")]
    return (rules, found.pieces, unsaid)
