"""The files of kept programs: whatever is wrong with one, the variant is compiled as if there were none."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from rete_chess import storage
from rete_chess.compiler import Program, ahead, program_of
from rete_chess.compiler.ahead import shelf, stamp
from rete_chess.compiler.ahead.late import LateVariant
from tests.cli.helpers import ROOT, environment
from tests.startup.kept import forget, run


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own with one program in it, and a process that knows none."""
    monkeypatch.setenv(shelf.VARIABLE, str(tmp_path / "programs"))
    start()
    assert is_kept(start())
    return tmp_path / "programs"


def start(name: str = "atomic") -> Program:
    """The program of a variant in a process that knows none."""
    forget()
    return program_of(name)


def is_kept(program: Program) -> bool:
    """Whether a program was read from the cache."""
    return isinstance(program.variant, LateVariant)


def entry_of(cache: Path) -> Path:
    (path,) = cache.iterdir()
    return path


def signed(path: Path, data: Any) -> None:
    """Write another program into an entry, with the digest that it needs: no accident does that."""
    name, key = path.stem.rsplit("-", 1)
    path.write_text(shelf.entry(name, key, data))


def body_of(path: Path) -> Any:
    return json.loads(path.read_text().splitlines()[1])


# -- accidents ---------------------------------------------------------------------------------------

ACCIDENTS: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda text: b"",
    "cut in the head": lambda text: text[:20],
    "cut after the head": lambda text: text[: text.index(b"\n") + 1],
    "cut in the middle": lambda text: text[: len(text) // 2],
    "one character short": lambda text: text[:-2],
    "another digit": lambda text: text.replace(b"8", b"9", 1),
    "a longer one": lambda text: text + b"[]\n",
    "zeros": lambda text: bytes(len(text)),
    "no text": lambda text: b"\xff\xfe" + text,
    "of another variant": lambda text: text.replace(b"atomic", b"petrif", 1),
    "far too long": lambda text: text + b" " * shelf.MOST_BYTES_OF_ONE,
}


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_a_damaged_entry_is_replaced(cache: Path, accident: str) -> None:
    path = entry_of(cache)
    whole = path.read_bytes()
    path.write_bytes(ACCIDENTS[accident](whole))
    program = start()
    assert not is_kept(program)
    assert program.id == "atomic"
    assert path.read_bytes() == whole
    assert is_kept(start())


# -- forgeries ---------------------------------------------------------------------------------------


def edited(data: Any, change: Callable[[Any], Any]) -> Any:
    """The JSON of a program with one change of its top."""
    ((tag, parts),) = data.items()
    return {tag: change(parts)}


FORGERIES: dict[str, Callable[[Any], Any]] = {
    "no object": lambda data: [],
    "a number": lambda data: 3,
    "another class": lambda data: {"setup.Setup": [[], {"set": []}, {"mapping": []}, [], []]},
    "one part less": lambda data: edited(data, lambda parts: parts[:-1]),
    "one part more": lambda data: edited(data, lambda parts: [*parts, None]),
    "a number as its id": lambda data: edited(data, lambda parts: [7, *parts[1:]]),
    "the id of another": lambda data: edited(data, lambda parts: ["chess", *parts[1:]]),
    "a text as its laws": lambda data: edited(data, lambda parts: [*parts[:2], "laws", *parts[3:]]),
    "no laws": lambda data: edited(data, lambda parts: [*parts[:2], None, *parts[3:]]),
    "true as a number": lambda data: json.loads(json.dumps(data).replace(", 8, 8, ", ", true, 8, ", 1)),
    "a board of a thousand files": lambda data: json.loads(
        json.dumps(data).replace(", 8, 8, ", ", 1000, 8, ", 1)
    ),
    "a piece type that nobody knows": lambda data: json.loads(
        json.dumps(data).replace('"knight"', '"wizard"', 1)
    ),
    "a class of Python": lambda data: edited(data, lambda parts: [{"os.system": ["true"]}, *parts[1:]]),
    "a class elsewhere": lambda data: edited(data, lambda parts: [{"laws.Any": []}, *parts[1:]]),
    "a function of Python": lambda data: edited(data, lambda parts: [{"function": "eval"}, *parts[1:]]),
    "a method of its class": lambda data: edited(
        data, lambda parts: [{"method": ["__reduce__", {"spending.Part": ["", ""]}]}, *parts[1:]]
    ),
    "an unknown maker": lambda data: edited(data, lambda parts: [{"recipe": ["exec", "1"]}, *parts[1:]]),
    "a sieve of nothing": lambda data: edited(data, lambda parts: [{"recipe": ["sieve", None]}, *parts[1:]]),
    "two keys": lambda data: edited(data, lambda parts: [{"list": [], "set": []}, *parts[1:]]),
    "a part before it is known": lambda data: edited(data, lambda parts: [{"=": 10**6}, *parts[1:]]),
    "the last part": lambda data: edited(data, lambda parts: [{"=": -1}, *parts[1:]]),
    "a place elsewhere": lambda data: edited(data, lambda parts: [{"place": "etc/passwd"}, *parts[1:]]),
    "an unhashable set": lambda data: edited(data, lambda parts: [{"set": [{"list": []}]}, *parts[1:]]),
    "very deep": lambda data: edited(data, lambda parts: [deep(900), *parts[1:]]),
}


def deep(levels: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forged_entry_of_another_shape_is_replaced(cache: Path, forgery: str) -> None:
    path = entry_of(cache)
    whole = path.read_bytes()
    data = FORGERIES[forgery](body_of(path))
    assert data != body_of(path)
    signed(path, data)
    assert not is_kept(start())
    assert path.read_bytes() == whole


def test_any_part_of_another_type_is_noticed_or_harmless(cache: Path) -> None:
    """Every single value of an entry is tried as a mapping that stands for nothing: none is ever taken."""
    path = entry_of(cache)
    data = body_of(path)
    places: list[tuple[Any, Any]] = []
    todo = [data]
    while todo:
        box = todo.pop()
        for key, value in list(box.items() if isinstance(box, dict) else enumerate(box)):
            places.append((box, key))
            if isinstance(value, (dict, list)):
                todo.append(value)
    for box, key in places[::17]:
        before, box[key] = box[key], {"nothing": []}
        signed(path, data)
        assert ahead.find("atomic") is None
        box[key] = before


# -- files -------------------------------------------------------------------------------------------


def test_a_folder_or_a_pipe_in_its_place(cache: Path) -> None:
    path = entry_of(cache)
    path.unlink()
    path.mkdir()
    assert not is_kept(start())
    path.rmdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(path)
        assert not is_kept(start())


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_what_is_of_another_user_is_not_read(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = entry_of(cache).read_bytes()
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert not is_kept(start())
    assert entry_of(cache).read_bytes() == whole


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="files have no owners here")
def test_what_everybody_may_write_is_not_read(cache: Path) -> None:
    path = entry_of(cache)
    path.chmod(0o666)
    assert not is_kept(start())
    path.chmod(0o600)
    cache.chmod(0o777)
    assert not is_kept(start())
    cache.chmod(0o700)
    assert is_kept(start())


def test_a_link_is_not_followed(cache: Path, tmp_path: Path) -> None:
    path = entry_of(cache)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert not is_kept(start())
    assert path.is_symlink()


def test_a_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv(shelf.VARIABLE, str(place))
        assert start().id == "atomic"
    monkeypatch.setenv(shelf.VARIABLE, str(tmp_path / "programs"))

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(storage, "write_whole", refuse)
    assert start().id == "atomic"
    assert list((tmp_path / "programs").iterdir()) == []


def test_it_is_switched_off(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(shelf.VARIABLE, "0")
    assert not is_kept(start())
    start("petrified")
    entry_of(cache)
    assert not Path("0").exists()


@pytest.mark.parametrize(
    ("system", "names", "expected"),
    [
        ("linux", {"HOME": "/home/ann"}, "/home/ann/.cache/rete_chess/programs"),
        ("linux", {"HOME": "/home/ann", "XDG_CACHE_HOME": "/fast"}, "/fast/rete_chess/programs"),
        ("linux", {"HOME": "/home/ann", "XDG_CACHE_HOME": "here"}, "/home/ann/.cache/rete_chess/programs"),
        ("darwin", {"HOME": "/Users/ann"}, "/Users/ann/Library/Caches/rete_chess/programs"),
        ("linux", {"HOME": "nowhere"}, None),
    ],
)
def test_where_it_lies(
    system: str, names: dict[str, str], expected: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(shelf.VARIABLE)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    assert shelf.cache_folder() == (None if expected is None else Path(expected))


def test_the_oldest_make_room(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = entry_of(cache)
    os.utime(first, (1, 1))
    start("petrified")
    size = sum(path.stat().st_size for path in cache.iterdir())
    (cache / "not ours.txt").write_text("x" * size)
    monkeypatch.setattr(shelf, "MOST_BYTES", size)
    start("chess")
    assert {path.name.partition("-")[0] for path in cache.iterdir()} == {"not ours.txt", "petrified", "chess"}
    monkeypatch.setattr(shelf, "MOST_BYTES_OF_ONE", 100)
    assert not is_kept(start("makruk"))
    assert not any(path.name.startswith("makruk") for path in cache.iterdir())


def test_several_processes_at_once(tmp_path: Path) -> None:
    code = "from rete_chess import Engine; Engine('horde'); Engine('chess'); print(0)"
    env = environment(**{shelf.VARIABLE: str(tmp_path / "programs")})
    crowd = [subprocess.Popen([sys.executable, "-c", code], env=env) for _ in range(4)]
    assert [one.wait() for one in crowd] == [0] * 4
    names = sorted(path.name.partition("-")[0] for path in (tmp_path / "programs").iterdir())
    assert names == ["chess", "horde"]


# -- what it goes by -----------------------------------------------------------------------------------

STARTED = """
import json
from rete_chess.compiler import program_of
program = program_of("knightmate")
was_kept = type(program.variant).__name__ == "LateVariant"
%s
print(json.dumps([was_kept, program.name, program.provenance.movement["knight", 0][0].word.origin]))
"""


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another installation of the package."""
    root = tmp_path_factory.mktemp("installation")
    for name in ("rete_chess", "descriptors", "rules", "schemas"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("static", "__pycache__"))
    return root


def test_another_text_of_a_document_is_another_program(other: Path, tmp_path: Path) -> None:
    assert run(STARTED % "", tmp_path, other)[:2] == [False, "Knightmate"]
    kept, name, origin = run(STARTED % "", tmp_path, other)
    assert (kept, name) == (True, "Knightmate")
    assert origin.startswith(str(other / "descriptors"))
    document = other / "descriptors" / "variants" / "knightmate.variant.yaml"
    before, facts = document.read_text(), document.stat()
    document.write_text(before.replace("name: Knightmate", "name: Ritterstec"))
    os.utime(document, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert run(STARTED % "", tmp_path, other)[:2] == [False, "Ritterstec"]
    assert run(STARTED % "", tmp_path, other)[:2] == [True, "Ritterstec"]
    document.write_text(before)
    assert run(STARTED % "", tmp_path, other)[:2] == [True, "Knightmate"]


def test_an_entry_is_good_for_every_installation_of_the_same_texts(other: Path, tmp_path: Path) -> None:
    run(STARTED % "", tmp_path)
    kept, _, origin = run(STARTED % "", tmp_path, other)
    assert kept
    assert origin.startswith(str(other))


def test_other_code_makes_another_program(other: Path, tmp_path: Path) -> None:
    run(STARTED % "", tmp_path, other)
    module = other / "rete_chess" / "compiler" / "assemble.py"
    before = module.read_text()
    module.write_text(before + "#\n")
    assert run(STARTED % "", tmp_path, other)[0] is False
    module.write_text(before)
    assert run(STARTED % "", tmp_path, other)[0] is True


def test_documents_that_change_meanwhile(other: Path, tmp_path: Path) -> None:
    """A process goes by the texts that it has looked at, and writes nothing of a mixture."""
    document = other / "descriptors" / "pieces" / "king.piece.yaml"
    before = document.read_text()
    spoil = f"open({str(document)!r}, 'w').write('nonsense')\nassert program.variant.top.name"
    late = "assert program_of('chess').book and program.variant.trees"
    run(STARTED % "", tmp_path, other)
    assert run(STARTED % f"{spoil}\n{late}", tmp_path, other)[0] is True
    document.write_text(before)
    assert [path.name.partition("-")[0] for path in tmp_path.iterdir()] == ["knightmate"]


def test_programs_that_come_with_the_package(other: Path, tmp_path: Path) -> None:
    run(STARTED % "", tmp_path / "one", other)
    built = other / "rete_chess" / "data" / "programs"
    built.mkdir(parents=True)
    try:
        for path in (tmp_path / "one").iterdir():
            path.rename(built / path.name)
        assert run(STARTED % "", tmp_path / "two", other)[0] is True
        assert not (tmp_path / "two").exists()
    finally:
        shutil.rmtree(built.parent)


def test_a_digest_is_of_names_and_contents() -> None:
    first, second = blake2b(digest_size=16), blake2b(digest_size=16)
    stamp._add(first, "a", b"bc")
    stamp._add(second, "ab", b"c")
    assert first.digest() != second.digest()
    assert stamp.is_current()
