"""Imports go one way: read from the sources, compared with the tables of layers, folders and doors below."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "rete_chess"
MODULES = sorted(PACKAGE.rglob("*.py"))

#: The public face, `rete_chess` itself: above everything it shows.
FACE = "__init__"

#: Each part of the package and what it may import. What those may import is allowed too; a dotted
#: name allows that module alone. Parts not listed here are an error: a new one chooses its layer.
LAYERS: dict[str, set[str]] = {
    "synonyms": set(),
    "brief": set(),
    "codes": set(),
    "errors": {"codes", "brief", "synonyms"},
    "registry": {"errors"},
    "resources": {"errors"},
    "storage": set(),
    "keeping": set(),
    "costs": set(),
    "stages": set(),
    "spending": {"errors", "keeping"},
    "metering": {"spending", "costs"},
    "core": {"metering", "keeping"},
    "facts": {"core", "stages"},
    "documents": {
        "errors",
        "registry",
        "keeping",
        "core.geometry",
        "core.atoms",
        "core.moves",
        "core.values",
        "stages",
    },
    "primitives": {"documents", "facts", "registry", "modifiers"},
    "modifiers": {"documents", "facts", "registry"},
    "presets": {"documents", "facts", "registry", "resources"},
    "compiler": {"resources", "storage", "primitives", "modifiers", "presets"},
    "network": {"facts"},
    "drawing": {"facts"},
    "engine": {"compiler", "network", "resources", "drawing"},
    "match": {"engine", "interop.variants", "interop.fen", "interop.moves"},
    "io": {"match", "storage"},
    "interop": {"match", FACE},
    "testing": {"io"},
    "checks": {"testing"},
    "pytest_plugin": {"testing"},
    "error_pages": {"documents"},
    "bench": {"balance", "checks", "client", "server"},
    "serial": {"checks"},
    "balance": {"serial", "interop", FACE},
    "server": {"balance", "serial", "web"},
    "client": {
        "errors",
        "serial.shapes",
        "server.wire.base",
        "server.wire.codec",
        "server.wire.directory",
        "server.wire.game_messages",
        "server.wire.parts",
        "server.wire.room_messages",
        "server.wire.rule_messages",
    },
    "web": set(),
    "cli": {"serial", "error_pages", "bench", "balance", "server", "interop", FACE},
    FACE: {"match", "registry"},
    "__main__": {"cli"},
}

#: Folders inside a part, the lowest first: a module of one may import from those before it, never behind it.
FOLDERS: dict[str, tuple[str, ...]] = {
    "documents": ("reading", "modelling", "language", "kinds"),
    "cli": ("views", "options", "commands"),
    "server": ("wire", "room", "store", "api", "host"),
}
#: Imports against that order, as a file and the module it may import. A tree knows what lies beside its file.
AGAINST = {("documents/reading/tree.py", "documents.kinds.neighbours")}

#: Libraries that only some files may import, as patterns of paths inside the package.
#: Contenders are GPL tools of the benchmark and of comparisons; durable rules are kept behind one door.
CONTENDERS = {
    "chess": ("cli/bench*", "bench/*", "bench.py", "interop/peers/asked.py"),
    "pyffish": ("cli/bench*", "bench/*", "bench.py", "interop/peers/asked.py"),
}
RESERVED = {
    **CONTENDERS,
    "durable": ("network/durable.py",),
    "durable_rules_engine": ("network/durable.py",),
    "distributed": ("balance/cluster.py",),
    "psycopg": ("server/store/postgres.py",),
    "psycopg_pool": ("server/store/postgres.py",),
}


@dataclass(frozen=True)
class Import:
    """One imported module, by its full dotted name, with the syntax nodes around the statement."""

    module: str
    line: int
    around: tuple[ast.AST, ...]

    @property
    def is_lazy_and_guarded(self) -> bool:
        """Whether it stands in a function and in a `try` that catches ImportError."""
        in_function = any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in self.around)
        handlers = [h for node in self.around if isinstance(node, ast.Try) for h in node.handlers]
        caught = {n.id for h in handlers if h.type for n in ast.walk(h.type) if isinstance(n, ast.Name)}
        return in_function and bool(caught & {"ImportError", "ModuleNotFoundError"})


def imports_of(source: str, package: str) -> list[Import]:
    """All imports of a module that lies in `package`, wherever they stand, also those made by a call."""

    def visit(node: ast.AST, around: tuple[ast.AST, ...]) -> Iterator[Import]:
        for name in imported_names(node, package):
            yield Import(name, getattr(node, "lineno", 0), around)
        for child in ast.iter_child_nodes(node):
            yield from visit(child, (*around, node))

    return list(visit(ast.parse(source), ()))


def imported_names(node: ast.AST, package: str) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        base = ".".join([*parents, *([node.module] if node.module else [])])
        return [f"{base}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in ("import_module", "__import__"):
            return [str(node.args[0].value)]
    return []


def part_of(module: str) -> str:
    """The part of our package that a full name belongs to, down to the file where it has one.

    `rete_chess.core.geometry.Zone` is `core.geometry`, `rete_chess.Engine` the face `__init__`.
    """
    names: list[str] = []
    for name in module.split(".")[1:]:
        place = PACKAGE.joinpath(*names, name)
        if not (place.is_dir() or place.with_suffix(".py").is_file() or (not names and name in LAYERS)):
            break
        names.append(name)
    return ".".join(names) or FACE


def layer_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def allowed(layer: str) -> set[str]:
    """Everything a layer may import, itself included."""
    found, open_ends = {layer}, [layer]
    while open_ends:
        fresh = LAYERS.get(open_ends.pop(), set()) - found
        found |= fresh
        open_ends += fresh
    return found


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def read(path: Path) -> list[Import]:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    return imports_of(path.read_text(encoding="utf-8"), package)


def own_imports(path: Path) -> list[Import]:
    return [found for found in read(path) if found.module.split(".")[0] == "rete_chess"]


def test_the_table_has_no_cycle() -> None:
    for layer, below in LAYERS.items():
        for other in below:
            assert layer not in allowed(other), f"{layer} and {other} may import each other"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_module_imports_only_lower_layers(path: Path) -> None:
    layer = layer_of(path)
    assert layer in LAYERS, f"{layer} has no place in the table of layers"
    for found in own_imports(path):
        part = part_of(found.module)
        reachable = allowed(layer)
        assert part in reachable or part.split(".")[0] in reachable, (
            f"{name_of(path)}:{found.line}: {layer} may not import {part}; allowed: {sorted(reachable)}"
        )


def direction_error(path: Path, part: str) -> str | None:
    """The message about an import against the order of folders inside a part, or None."""
    layer, *inside = path.relative_to(PACKAGE).with_suffix("").parts
    other, *target = part.split(".")
    order = FOLDERS.get(layer, ())
    if other != layer or not (inside and target and inside[0] in order and target[0] in order):
        return None
    if order.index(target[0]) <= order.index(inside[0]) or (name_of(path), part) in AGAINST:
        return None
    return f"{name_of(path)} may not import {part}: the order is {' < '.join(order)}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_folders_of_a_part_import_one_way(path: Path) -> None:
    wrong = [direction_error(path, part_of(found.module)) for found in own_imports(path)]
    assert [message for message in wrong if message] == []


@pytest.mark.parametrize(
    ("file", "part", "is_allowed"),
    [
        ("documents/kinds/save.py", "documents.language.ids", True),
        ("documents/kinds/save.py", "documents.kinds.body", True),
        ("documents/modelling/schema.py", "documents.kinds.document", False),
        ("documents/reading/tree.py", "documents.kinds.neighbours", True),
        ("cli/views/board.py", "cli.commands.perft", False),
        ("cli/app.py", "cli.commands.perft", True),
        ("checks/hosts.py", "documents.kinds.variant", True),
    ],
)
def test_direction_of_folders(file: str, part: str, is_allowed: bool) -> None:
    assert (direction_error(PACKAGE / file, part) is None) is is_allowed


def door_error(path: Path, module: str) -> str | None:
    """The message about an import through a door from outside, or None.

    A module or package whose name begins with an underscore is private to the folder it lies in.
    """
    names = module.split(".")
    private = next((place for place, name in enumerate(names) if is_private(name, names[:place])), None)
    if private is None:
        return None
    home = ROOT.joinpath(*names[:private])
    if path.is_relative_to(home):
        return None
    return f"{name_of(path)} may not import {module}: it is private to {'.'.join(names[:private])}"


def is_private(name: str, parents: list[str]) -> bool:
    """Whether a name is that of a private module or package, rather than of something inside a module."""
    if not name.startswith("_") or name.startswith("__"):
        return False
    place = ROOT.joinpath(*parents, name)
    return place.is_dir() or place.with_suffix(".py").is_file()


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_private_modules_stay_behind_their_doors(path: Path) -> None:
    wrong = [door_error(path, found.module) for found in own_imports(path)]
    assert [message for message in wrong if message] == []


def test_doors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path / "rete_chess")
    core = tmp_path / "rete_chess" / "core"
    core.mkdir(parents=True)
    (core / "_tables.py").touch()
    module = "rete_chess.core._tables.row"
    assert door_error(core / "board.py", module) is None
    assert door_error(core / "moves" / "slides.py", module) is None
    assert door_error(tmp_path / "rete_chess" / "facts" / "session.py", module) is not None
    assert door_error(tmp_path / "rete_chess" / "facts" / "session.py", "rete_chess.core.board._row") is None


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_reserved_libraries_stay_behind_their_doors(path: Path) -> None:
    inside = name_of(path)
    for found in read(path):
        library = found.module.split(".")[0]
        if library in RESERVED:
            assert any(fnmatch(inside, door) for door in RESERVED[library]), (
                f"{inside}:{found.line}: {library} may be imported by {', '.join(RESERVED[library])} alone"
            )
        if library in CONTENDERS:
            assert found.is_lazy_and_guarded, (
                f"{inside}:{found.line}: import {library} inside a function, under `except ImportError`"
            )


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("import a.b, c", ["a.b", "c"]),
        ("from a.b import c", ["a.b.c"]),
        ("from . import x", ["rete_chess.core.x"]),
        ("from .x import y", ["rete_chess.core.x.y"]),
        ("from ..facts import y", ["rete_chess.facts.y"]),
        ("import_module('chess')", ["chess"]),
        ("importlib.import_module('chess.engine')", ["chess.engine"]),
        ("if TYPE_CHECKING:\n    import rete_chess.match", ["rete_chess.match"]),
    ],
)
def test_every_form_of_import_is_read(source: str, modules: list[str]) -> None:
    assert [found.module for found in imports_of(source, "rete_chess.core")] == modules


@pytest.mark.parametrize(
    ("module", "part"),
    [
        ("rete_chess.core.geometry.Zone", "core.geometry"),
        ("rete_chess.core.geometry", "core.geometry"),
        ("rete_chess.errors.BoardError", "errors"),
        ("rete_chess.match.Match", "match"),
        ("rete_chess.Engine", FACE),
        ("rete_chess", FACE),
    ],
)
def test_part_of(module: str, part: str) -> None:
    assert part_of(module) == part


@pytest.mark.parametrize(
    ("source", "guarded"),
    [
        ("import chess", False),
        ("def f():\n    import chess", False),
        ("try:\n    import chess\nexcept ImportError:\n    pass", False),
        ("def f():\n    try:\n        import chess\n    except ImportError:\n        return", True),
    ],
)
def test_guard_of_contenders(source: str, guarded: bool) -> None:
    (found,) = imports_of(source, "rete_chess")
    assert found.is_lazy_and_guarded is guarded


MACHINE_PATH = re.compile(r"(?<![\w.~}])/(?:work|tmp)/")
TEXT = {".py", ".md", ".yaml", ".yml", ".json", ".toml", ".txt", ".html", ".css", ".js", ".ts", ".svg"}
SHIPPED = ("rete_chess", "rules", "descriptors", "schemas", "docs", "scripts", "tests", ".ci")


def product_files() -> list[Path]:
    """Every text file of the product: the shipped folders and the files at the top."""
    inside = [path for name in SHIPPED for path in (ROOT / name).rglob("*")]
    files = [path for path in [*inside, *ROOT.iterdir()] if path.is_file()]
    return sorted(
        path for path in files if path.suffix in TEXT or path.name in ("Makefile", "LICENSE", "run")
    )


def test_no_file_speaks_of_a_machine() -> None:
    spoken = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in product_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if MACHINE_PATH.search(line)
    ]
    assert spoken == []
