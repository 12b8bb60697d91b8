"""The committed page is the build of its sources, small enough, and served under its policy."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from rete_chess.server.wire.directory import SERVER_MESSAGES
from rete_chess.web import STATIC
from tests.page.browsers import IS_NEEDED
from tests.page.serving import Serving

WEB = Path(__file__).resolve().parents[2] / "web"
#: Bytes of everything that is loaded before the workshop is opened, compressed.
MOST_BYTES = 120 * 1024


def demand_node() -> None:
    """Skip where the page cannot be built, unless it must be possible."""
    is_there = shutil.which("node") is not None and (WEB / "node_modules").is_dir()
    if not is_there and not IS_NEEDED:
        pytest.skip("the page is not built: Node and web/node_modules are missing (make web installs them)")
    assert is_there


def run(*words: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(words, cwd=WEB, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done


def test_committed_page_is_the_build_of_its_sources(tmp_path: Path) -> None:
    demand_node()
    run("node", "build.mjs", str(tmp_path))
    built = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    committed = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    assert sorted(built) == sorted(committed), "run `make web` and commit rete_chess/web/static"
    assert [name for name in built if built[name] != committed[name]] == []


def test_sources_are_typed() -> None:
    demand_node()
    run(str(WEB / "node_modules" / ".bin" / "tsc"), "--noEmit")


def test_pure_modules_pass_their_tests() -> None:
    demand_node()
    assert re.search(r"^# fail 0$", run("node", "test.mjs").stdout, re.MULTILINE)


def test_page_without_the_workshop_is_small() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    names = re.findall(r"/static/([\w.-]+)", page)
    assert sum(len(gzip.compress((STATIC / name).read_bytes(), 6)) for name in names) < MOST_BYTES
    assert "codemirror" not in "".join((STATIC / name).read_text(encoding="utf-8").lower() for name in names)


def test_licences_of_what_is_bundled_are_told() -> None:
    told = (STATIC / "LICENSES.txt").read_text(encoding="utf-8")
    assert "preact" in told
    assert set(re.findall(r"^\S+ [\d.]+ \((\S+)\)$", told, re.MULTILINE)) <= {"MIT", "ISC", "BSD-3-Clause"}


def test_page_is_served_under_its_policy(site: Serving) -> None:
    for view in ("/", "/room/ABCD1234", "/workshop", "/replay"):
        with urlopen(site.address + view) as answer:
            policy, text = answer.headers["content-security-policy"], answer.read().decode()
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert "http" not in policy
        assert re.findall(r"<script(?![^>]* src=)|<style", text) == []
    script = next(path.name for path in STATIC.glob("app-*.js"))
    with urlopen(f"{site.address}/static/{script}") as answer:
        assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/nowhere", "text/html,application/xhtml+xml", "text/html"),
        ("/room/a/b", "text/html", "text/html"),
        ("/nowhere", "*/*", "application/json"),
        ("/api/nowhere", "text/html", "application/json"),
        ("/static/nowhere.js", "text/html", "application/json"),
    ],
)
def test_unknown_addresses_answer_people_with_a_page_and_programs_with_a_code(
    site: Serving, path: str, accept: str, kind: str
) -> None:
    with pytest.raises(HTTPError) as refused:
        urlopen(Request(site.address + path, headers={"accept": accept}))
    answer = refused.value
    assert (answer.code, answer.headers["content-type"].split(";")[0]) == (404, kind)
    body = answer.read().decode()
    assert "/static/app-" in body if kind == "text/html" else json.loads(body)["error"]["code"] == "E_HTTP"
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_recorded_messages_are_those_of_the_protocol() -> None:
    for path in sorted((WEB / "test" / "logs").glob("*.json")):
        for step in json.loads(path.read_text(encoding="utf-8")):
            for told in step["viewers"].values():
                assert {message["type"] for message in told["heard"]} <= set(SERVER_MESSAGES)
