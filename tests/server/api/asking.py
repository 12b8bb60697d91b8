"""Requests to the document API, answered in this process: by name, or over HTTP without a socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette

from rete_chess.server.api.routes import Run, routes
from rete_chess.server.api.table import ANSWERS, run_here
from tests.serial.fitting import assert_fits


def ask(name: str, shape: str = "", status: int = 200, /, **body: Any) -> Any:
    """The body of an answer, which must have a status and be of a shape."""
    reply = ANSWERS[name](json.dumps(body).encode())
    found = json.loads(reply["text"])
    assert reply["status"] == status, found
    if shape:
        assert_fits(shape, found)
    return found


def refused(name: str, status: int = 422, /, **body: Any) -> Any:
    """The error of an answer that is refused."""
    return ask(name, "ErrorAnswer", status, **body)["error"]


@dataclass(frozen=True)
class Heard:
    """What came back over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of an error, which must be in the form of all errors."""
        assert_fits("ErrorAnswer", self.json)
        assert self.headers["content-type"] == "application/json"
        found: str = self.json["error"]["code"]
        return found


JSON = {"Content-Type": "application/json"}


def http(
    method: str,
    path: str,
    body: bytes | Iterable[bytes] = b"",
    headers: dict[str, str] | None = None,
    run: Run = run_here,
) -> Heard:
    """What an application with our routes alone answers to a request; the path is as it travels."""
    from urllib.parse import unquote

    chunks = [body] if isinstance(body, bytes) else list(body)
    sent: list[Any] = []
    events = [
        {"type": "http.request", "body": chunk, "more_body": index + 1 < len(chunks)}
        for index, chunk in enumerate(chunks)
    ]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()],
        "server": ("testserver", 80),
        "client": ("testclient", 1),
    }

    async def receive() -> Any:
        return events.pop(0) if events else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Starlette(routes=routes(run))(scope, receive, send))
    start = next((message for message in sent if message["type"] == "http.response.start"), None)
    if start is None:
        return Heard(0, {}, b"")
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return Heard(start["status"], found, b"".join(message.get("body", b"") for message in sent))


def post(path: str, body: Any, **headers: str) -> Heard:
    """What is answered to plain data."""
    return http("POST", path, json.dumps(body).encode(), {**JSON, **headers})
