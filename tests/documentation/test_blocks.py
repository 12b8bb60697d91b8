"""Every code block of the README and of docs/ is executed, in order, in a folder of its own for each file.

python: run, all blocks of a file share their names
sh: every line is a command of ours that must succeed, or a target of the Makefile
console: a command behind `$`, and below it exactly what it prints
yaml: a document without a problem; `title="name"` writes it into the folder, and one that is called
    broken has problems; what has no `id` is the body of a variant
toml: well-formed
"""

from __future__ import annotations

import io
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rete_chess.checks import examine
from rete_chess.cli import main
from rete_chess.documents.reading.reader import read_tree
from rete_chess.presets import registration

ROOT = Path(__file__).resolve().parents[2]
#: Written from pages whose examples have tests of their own.
GENERATED = {"error-codes.md", "primitives.md"}
FILES = [
    ROOT / "README.md",
    ROOT / "descriptors" / "README.md",
    *(path for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in GENERATED),
]
FENCE = re.compile(r"^```(\w*)(?: title=\"([\w./-]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

VARIANT = "kind: variant\nid: part\nname: Part\ndescription: A part of a variant.\nextends: chess\n"


class Block(NamedTuple):
    language: str
    title: str
    text: str
    line: int


def blocks_of(path: Path) -> list[Block]:
    text = path.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2] or "", found[3], text.count("\n", 0, found.start()) + 2)
        for found in FENCE.finditer(text)
    ]


class Reader:
    """Who follows one file from its first line to its last."""

    def __init__(self, name: str, capture: pytest.CaptureFixture[str]) -> None:
        self.name = name
        self.capture = capture
        self.names: dict[str, Any] = {"__name__": f"docs.{name}"}

    def follow(self, block: Block) -> None:
        getattr(self, f"do_{block.language or 'nothing'}")(block)

    def do_python(self, block: Block) -> None:
        exec(compile("\n" * (block.line - 1) + block.text, self.name, "exec"), self.names)

    def do_sh(self, block: Block) -> None:
        for line in block.text.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["make"]:
                assert re.search(
                    rf"^{words[1]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
                )
            elif words:
                code, out = self.call(words)
                assert code == 0, f"{line}\n{out}"

    def do_console(self, block: Block) -> None:
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            _, out = self.call(shlex.split(command))
            assert clean(out) == clean(expected), command

    def do_yaml(self, block: Block) -> None:
        text, name, is_part = block.text, block.title, False
        if not name:
            keys = read_tree(text, "block.yaml").value
            assert isinstance(keys, dict)
            is_part = not keys.keys() & {"id", "scenarios"}
            text = VARIANT + text if is_part else text
        else:
            Path(name).write_text(text, encoding="utf-8")
        found = examine(Path(name) if name else text)
        problems = [] if is_part and found.is_ok else found.problems  # a part may make little sense alone
        assert bool(problems) == name.startswith("broken."), f"{self.name}:{block.line}: {problems}"

    def do_toml(self, block: Block) -> None:
        if sys.version_info >= (3, 11):
            import tomllib

            assert tomllib.loads(block.text)

    def call(self, words: list[str]) -> tuple[int, str]:
        """Run a command of ours; its exit code, and what it printed on both streams."""
        program, *rest = words
        assert program == "rete-chess", words
        with pytest.raises(SystemExit) as leave:
            main(rest)
        captured = self.capture.readouterr()
        assert isinstance(leave.value.code, int)
        return leave.value.code, captured.out + captured.err


def clean(text: str) -> list[str]:
    """The lines without what nobody sees, and without the digest of facts."""
    text = re.sub(r"(?m)^state [0-9a-f]{32}$", "state ...", text)
    return [line.rstrip() for line in text.strip().splitlines()]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder to work in, a terminal of a fixed width, and presets forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for name in ("FORCE_COLOR", "NO_COLOR", "RETE_CHESS_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    before = set(registration._registry.list())
    yield
    for name in set(registration._registry.list()) - before:
        registration._registry.remove(name)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_blocks_do_what_they_say(path: Path, place: None, capsys: pytest.CaptureFixture[str]) -> None:
    reader = Reader(path.name, capsys)
    found = blocks_of(path)
    assert path.read_text(encoding="utf-8").count("\n```") == 2 * len(found), "a block that nobody reads"
    for block in found:
        reader.follow(block)


LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("path", [*FILES, *(ROOT / "docs" / name for name in sorted(GENERATED))], ids=name_of)
def test_links_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_every_file_is_reached_from_the_readme() -> None:
    linked = {(ROOT / target).resolve() for target in LINK.findall((ROOT / "README.md").read_text("utf-8"))}
    assert {path.resolve() for path in (ROOT / "docs").iterdir() if path.is_file()} <= linked
