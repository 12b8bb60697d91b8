"""The document API over HTTP: statuses, codes, sizes, what is kept, and what is packed."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest

from rete_chess.errors import BudgetError, ReteChessError
from rete_chess.metering import Cost, Part
from rete_chess.server.api.replies import Reply
from rete_chess.server.api.requests import BODIES, MOST_BYTES
from rete_chess.server.api.table import run_here
from tests.server.api.asking import JSON, http, post

PIECE = "kind: piece\nid: imp\nletter: i\nmoves: [{leap: knight}]\n"


def test_the_catalogue_is_kept_by_its_tag_and_packed() -> None:
    heard = http("GET", "/api/catalog")
    assert (heard.status, heard.headers["content-type"]) == (200, "application/json")
    assert {"variants", "primitives", "modifierKinds"} <= heard.json.keys()
    tag = heard.headers["etag"]
    again = http("GET", "/api/catalog", headers={"If-None-Match": f'"x", W/{tag}'})
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
    assert http("GET", "/api/catalog", headers={"If-None-Match": '"x"'}).status == 200
    packed = http("GET", "/api/catalog", headers={"Accept-Encoding": "br, gzip;q=0.8"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == heard.body
    assert 5 * len(packed.body) < len(heard.body)
    assert (
        "content-encoding" not in http("GET", "/api/catalog", headers={"Accept-Encoding": "gzip;q=0"}).headers
    )


def test_what_everybody_is_told_is_made_once() -> None:
    asked: list[Any] = []

    async def run(name: str, argument: bytes | dict[str, Any]) -> Reply:
        asked.append((name, argument))
        return await run_here(name, argument)

    import asyncio

    from starlette.applications import Starlette

    from rete_chess.server.api.routes import routes

    app = Starlette(routes=routes(run))

    async def get(path: str) -> None:
        scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            pass

        await app(scope, receive, send)

    async def everything() -> None:
        for _ in range(3):
            for path in ("/api/catalog/pieces/rook", "/api/schemas/piece", "/api/catalog/pieces/roook"):
                await get(path)

    asyncio.run(everything())
    assert asked == [
        ("entry", {"kind": "pieces", "id": "rook"}),
        ("schema", {"name": "piece"}),
        *[("entry", {"kind": "pieces", "id": "roook"})] * 3,
    ]


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("/api/catalog/variants/atomik", "did you mean 'atomic'?"),
        ("/api/catalog/variantz/atomic", "did you mean 'variants'?"),
        ("/api/schemas/peice", "did you mean 'piece'?"),
        ("/api/catalog/pieces/..", None),
        ("/api/catalog/../variants", None),
        ("/api/catalog/pieces/%2e%2e", None),
        ("/api/catalog/pieces/..%5cking", None),
        ("/api/catalog/pieces/%00", None),
        ("/api/catalog/pieces/" + "x" * 201, None),
        ("/api/schemas/..%5cpiece", None),
        ("/api/schemas/%00", None),
    ],
)
def test_what_is_unknown_is_not_found(path: str, hint: str | None) -> None:
    heard = http("GET", path)
    assert heard.status in (404, 422)
    assert heard.code in ("E_UNKNOWN_NAME", "E_MESSAGE")
    if hint:
        assert (heard.status, heard.json["error"]["hint"]) == (404, hint)


@pytest.mark.parametrize("path", ["/api/catalog/pieces/..%2f..%2fking", "/api/schemas/..%2fpiece"])
def test_encoded_slashes_lead_nowhere(path: str) -> None:
    assert http("GET", path).status == 404


@pytest.mark.parametrize("name", BODIES)
def test_bodies_are_posted_and_nothing_else(name: str) -> None:
    for method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"):
        heard = http(method, f"/api/{name}")
        assert (heard.status, heard.code, heard.headers["allow"]) == (405, "E_HTTP", "POST")
    assert (http("POST", "/api/catalog").status, http("POST", "/api/catalog").code) == (405, "E_HTTP")


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/jsonx"])
def test_only_json_is_taken(kind: str) -> None:
    body = json.dumps({"text": PIECE}).encode()
    heard = http("POST", "/api/validate", body, {"Content-Type": kind} if kind else {})
    assert (heard.status, heard.code) == (415, "E_HTTP")
    fine = http("POST", "/api/validate", body, {"Content-Type": "Application/JSON; charset=utf-8"})
    assert (fine.status, fine.json["ok"], fine.headers["cache-control"]) == (200, True, "no-store")


def test_long_bodies_are_refused_and_not_read_to_their_end() -> None:
    heard = http("POST", "/api/validate", b"", {**JSON, "Content-Length": str(MOST_BYTES + 1)})
    assert (heard.status, heard.code) == (413, "E_MESSAGE_SIZE")
    assert http("POST", "/api/validate", b"", {**JSON, "Content-Length": "9" * 400}).status == 413
    heard = http("POST", "/api/validate", [b"x" * 100_000] * 3, JSON)
    assert (heard.status, heard.code) == (413, "E_MESSAGE_SIZE")
    text = "#" * (MOST_BYTES - 100)
    assert post("/api/validate", {"text": text}).json["ok"] is False


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b'{"text": NaN}', 400),
        (b'{"text": "\\ud800"}', 400),
        (b"\xff\xfe", 400),
        (b'{"text": ' + b"[" * 5000 + b"]" * 5000 + b"}", 400),
        (b"{}", 422),
        (b'{"text": 3}', 422),
        (b'{"text": "x", "extra": 1}', 422),
        (b'{"text": "x", "documents": "x"}', 422),
        (b'{"text": "x", "documents": [3]}', 422),
        (b'{"text": "x", "name": ["x"]}', 422),
    ],
)
def test_what_is_no_request_is_refused(body: bytes, status: int) -> None:
    heard = http("POST", "/api/validate", body, JSON)
    assert (heard.status, heard.code) == (status, "E_MESSAGE")
    assert ("problems" in heard.json["error"]) == (status == 422)


def test_a_body_in_pieces() -> None:
    body = json.dumps({"text": PIECE}).encode()
    assert http("POST", "/api/validate", [body[:5], body[5:]], JSON).json["ok"]


def test_who_goes_away_is_not_answered() -> None:
    assert http("POST", "/api/validate", (), JSON).status == 0


def test_errors_of_those_who_run_answers_have_their_status() -> None:
    async def spent(name: str, argument: bytes | dict[str, Any]) -> Reply:
        raise BudgetError("the worker", 1, Cost(1, Part("it")))

    async def full(name: str, argument: bytes | dict[str, Any]) -> Reply:
        raise ReteChessError("E_STORE", "not now")

    body = b'{"text": "x"}'
    assert http("POST", "/api/validate", body, JSON, spent).status == 422
    assert http("POST", "/api/validate", body, JSON, spent).code == "E_BUDGET"
    assert http("GET", "/api/catalog", run=full).status == 503
