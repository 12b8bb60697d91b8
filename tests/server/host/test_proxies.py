"""The shipped files for nginx and Caddy, each before a server: games and pages go through, and back again."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest

from rete_chess.bench.server.serving import Serving
from rete_chess.client import Room
from tests.server.host.company import check, fetch, run

DEPLOY = Path(__file__).parents[3] / "deploy"
#: Two servers that share a store, by the prefix of their rooms' codes.
PREFIXES = ("A", "B")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def uncommented(text: str) -> str:
    """What is indented in a comment of several lines."""
    return "\n".join(re.findall(r"^#(?:   |\t)(.*)$", text, re.MULTILINE))


def nginx(folder: Path, port: int, backends: list[int]) -> list[str]:
    """The site of nginx on a port of loopback and without certificates; and how nginx is started with it."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    site = re.sub(r"^ *ssl_\w+ .*$|^ *listen \[::\].*$", "", text, flags=re.MULTILINE)
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    if len(backends) > 1:
        site = uncommented(text) + "\n" + site.replace("http://rete_chess;", "http://$rete_chess_of;")
    for number, backend in reversed(list(enumerate(backends))):
        site = site.replace(f"127.0.0.1:{8765 + number}", f"127.0.0.1:{backend}")
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {temporary}\n{site}\n}}"
    place = folder / "nginx.conf"
    place.write_text(whole, encoding="utf-8")
    return ["nginx", "-p", str(folder), "-c", str(place), "-e", "stderr", "-g", "daemon off;"]


def caddy(folder: Path, port: int, backends: list[int]) -> list[str]:
    """The same of Caddy."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    site = text.replace("chess.example {", f"http://127.0.0.1:{port} {{")
    if len(backends) > 1:
        site = site.replace("\treverse_proxy 127.0.0.1:8765\n", uncommented(text) + "\n", 1)
    for number, backend in reversed(list(enumerate(backends))):
        site = site.replace(f"127.0.0.1:{8765 + number}", f"127.0.0.1:{backend}")
    place = folder / "Caddyfile"
    place.write_text("{\n\tadmin off\n}\n" + site, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(place)]


Proxy = Callable[[Path, int, list[int]], list[str]]


@contextmanager
def proxied(proxy: Proxy, folder: Path, backends: list[str]) -> Iterator[str]:
    """The address of a proxy before servers."""
    if shutil.which(proxy.__name__) is None:
        pytest.skip(f"{proxy.__name__} is not installed")
    port = free_port()
    words = proxy(folder, port, [int(address.rpartition(":")[2]) for address in backends])
    log = folder / "log"
    with log.open("wb") as said:
        process = subprocess.Popen(words, stdout=said, stderr=said, env={"HOME": str(folder), "PATH": PATH})
    try:
        address = f"http://127.0.0.1:{port}"
        while not _answers(address):
            assert process.poll() is None, log.read_text(encoding="utf-8")
        yield address
    finally:
        process.terminate()
        process.wait(20)


PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def _answers(address: str) -> bool:
    try:
        return bool(fetch(address, "/healthz") == "ok")
    except (URLError, ConnectionError):
        return False


@pytest.fixture(params=[nginx, caddy], ids=lambda proxy: str(proxy.__name__))
def proxy(request: pytest.FixtureRequest) -> Proxy:
    found: Proxy = request.param
    return found


async def play_through(address: str) -> str:
    """Let two players come from a page of the proxy's own origin, play, and come back; returns the room."""
    asked: dict[str, Any] = {"tap": check, "options": {"origin": address}}
    async with (
        Room.create(address, "chess", side="white", **asked) as white,
        Room.join(address, white.code, **asked) as black,
    ):
        for player, move in ((white, "e4"), (black, "e5"), (white, "Nf3")):
            assert await player.turn()
            await player.play(move)
        black._session.cut()
        await black.play("Nc6", ply=3)
        await white.until(lambda state: state["ply"] == 4)
        assert black.returns == 1
        await white.resign()
        return white.code


def status(request: Request) -> int:
    """The status of an answer."""
    try:
        with urlopen(request, timeout=20) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def test_a_game_through_a_proxy(tmp_path: Path, server: Serving, proxy: Proxy) -> None:
    with proxied(proxy, tmp_path, [server.address]) as address:
        code = run(play_through(address))
        assert fetch(address, f"/api/rooms/{code}")["moves"] == 4
        assert "1. e4 e5" in fetch(address, f"/api/rooms/{code}/pgn")
        body = json.dumps({"text": "x" * 400_000}).encode()
        headers = {"Content-Type": "application/json"}
        # Caddy cuts the body on its way: it depends on who notices first what is said of it.
        assert status(Request(f"{address}/api/validate", body, headers)) in (413, 502)
        assert status(Request(f"{address}/room/{code}")) == 200


def test_pages_of_others_do_not_come_in(tmp_path: Path, server: Serving, proxy: Proxy) -> None:
    async def come(address: str) -> None:
        with pytest.raises(Exception, match="403"):
            await Room.create(address, "chess", options={"origin": "http://evil.example"})

    with proxied(proxy, tmp_path, [server.address]) as address:
        run(come(address))


def test_two_servers_behind_one_address(tmp_path: Path, proxy: Proxy) -> None:
    store = str(tmp_path / "rooms.sqlite")
    settings: list[Any] = [{"code-prefix": prefix, "name": prefix} for prefix in PREFIXES]

    async def play(address: str) -> None:
        codes: list[str] = []
        while {code[0] for code in codes} != set(PREFIXES):  # wherever the proxy lets a room be made
            codes.append(await play_through(address))
        for code in codes:
            found = await asyncio.to_thread(fetch, address, f"/api/rooms/{code}")
            assert found["moves"] == 4

    with (
        Serving(store, "--workers", "1", **settings[0]) as first,
        Serving(store, "--workers", "1", **settings[1]) as second,
        proxied(proxy, tmp_path, [first.address, second.address]) as address,
    ):
        run(play(address))
