"""A PostgreSQL server of the tests' own: made in a folder, on loopback, and gone with the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Who runs the server where the tests are run by root, which no PostgreSQL server accepts.
USERS = ("postgres", "nobody")


def binaries() -> Path | None:
    """The folder with the programs of the newest PostgreSQL that is installed, or None."""
    found = shutil.which("initdb")
    if found is not None and shutil.which("pg_ctl") is not None:
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda path: float(path.parent.name), default=None)


def _user() -> pwd.struct_passwd | None:
    """Another user to run the server as, if this one is root."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return next(known[name] for name in USERS if name in known)


class Server:
    """A server in a folder, and how to run its programs."""

    def __init__(self, folder: Path, programs: Path, is_careless: bool = True) -> None:
        self.folder = folder
        self.programs = programs
        self.port = _free_port()
        self.address = f"postgresql://rooms@127.0.0.1:{self.port}/postgres"
        self._is_careless = is_careless  # about the disk: faster, for tests without a crash
        self._user = _user()
        if self._user is not None:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)

    def run(self, program: str, *words: str) -> None:
        """Run a program of PostgreSQL to its end; a failure shows what it said."""
        who = []
        if self._user is not None:
            name = self._user.pw_name
            who = ["setpriv", f"--reuid={name}", f"--regid={self._user.pw_gid}", "--clear-groups", "--"]
        log = self.folder / "said.log"
        with open(log, "ab") as said:
            done = subprocess.run(
                [*who, str(self.programs / program), *words], cwd=self.folder, stdout=said, stderr=said
            )
        assert done.returncode == 0, log.read_text(errors="replace")[-2_000:]

    def make(self) -> None:
        """Make an empty database cluster."""
        self.run("initdb", "-D", "data", "-U", "rooms", "-A", "trust", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder}" + (" -F" if self._is_careless else "")
        self.run("pg_ctl", "-D", "data", "-l", "server.log", "-w", "-o", options, "start")

    def stop(self) -> None:
        """Stop the server at once."""
        self.run("pg_ctl", "-D", "data", "-w", "-m", "immediate", "stop")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def running(programs: Path) -> Iterator[Server]:
    """A server that runs for a while."""
    folder = Path(tempfile.mkdtemp(prefix="rooms-"))
    try:
        server = Server(folder, programs)
        server.make()
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
