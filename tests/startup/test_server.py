"""Nothing of the server is loaded by those who do not serve."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.cli.helpers import environment

#: Libraries that only serving needs.
LIBRARIES = (
    "starlette",
    "uvicorn",
    "websockets",
    "platformdirs",
    "psycopg",
    "psycopg_pool",
    "sqlite3",
    "asyncio",
)

#: What is done in a fresh process before its modules are listed.
IMPORT = "import rete_chess; rete_chess.Match().play('e4')"
COMMAND = "from rete_chess.cli import main; main({words!r})"

WORDS = [
    ["--help"],
    ["list", "variants"],
    ["moves", "chess"],
    ["trace", "atomic", "--moves", "e4 d5 exd5"],
    ["schemas", "piece"],
    ["explain-code", "E_PLY"],
    ["validate", "chess"],
]


def modules_after(code: str) -> set[str]:
    """The modules that a fresh process has loaded when some code has run."""
    ending = "import json, sys; print(); print(json.dumps(sorted(sys.modules)))"
    script = f"try:\n    {code}\nexcept SystemExit:\n    pass\nfinally:\n    {ending}"
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment(), capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def demand_no_server(loaded: set[str]) -> None:
    assert [name for name in loaded if name.startswith(("rete_chess.server", "rete_chess.client"))] == []
    assert loaded.isdisjoint(LIBRARIES)


def test_the_package_loads_nothing_of_the_server() -> None:
    demand_no_server(modules_after(IMPORT))


@pytest.mark.parametrize("words", WORDS, ids=" ".join)
def test_other_commands_load_nothing_of_the_server(words: list[str]) -> None:
    demand_no_server(modules_after(COMMAND.format(words=words)))


def test_messages_load_no_library_of_the_server() -> None:
    """The schema of messages is made by a command that needs no extra."""
    loaded = modules_after(COMMAND.format(words=["schemas", "protocol"]))
    assert "rete_chess.server.wire.schema" in loaded
    assert loaded.isdisjoint(LIBRARIES)
    assert [
        name for name in loaded if name.startswith(("rete_chess.server.room", "rete_chess.server.store"))
    ] == []


def test_clients_load_nothing_of_servers_but_their_messages() -> None:
    loaded = modules_after("import rete_chess.client")
    own = {name.split(".")[2] for name in loaded if name.startswith("rete_chess.server.")}
    assert own == {"wire"}
    assert loaded.isdisjoint({"starlette", "uvicorn", "sqlite3", "psycopg"})
    assert [name for name in loaded if name.startswith(("rete_chess.engine", "rete_chess.compiler"))] == []


def test_rooms_load_no_store() -> None:
    loaded = modules_after("import rete_chess.server.room")
    assert loaded.isdisjoint(LIBRARIES)
    assert [name for name in loaded if name.startswith("rete_chess.server.store")] == []
