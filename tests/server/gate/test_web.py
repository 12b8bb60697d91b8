"""Requests to a server from other pages and with other errors, over HTTP without a socket."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from rete_chess.server.host.answering import MOST_WAITING, Desk
from rete_chess.server.host.config import Config
from rete_chess.server.host.web import MOST_LISTED, Rooms, make_app
from rete_chess.server.room import RoomError
from tests.serial.fitting import assert_fits
from tests.server.gate.front import Front

#: What is known of a listed room.
SHOWN = ("code", "mode", "variant", "name", "seats", "moves", "result", "created_at")
GOOD, EVIL = "https://good.example", "https://evil.example"


def request(
    method: str, path: str, origins: tuple[str, ...] = (), checks: int = 60, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """What a server answers: the status, the headers and the body."""
    front = Front(checks_per_minute=checks, spare_loopback=False)
    front.reception.config = Config(allow_origin=origins)
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"{}", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    named = {"host": "here.example", "content-type": "application/json", **headers}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in named.items()],
    }
    asyncio.run(make_app(front.traffic, front.reception)(scope, receive, send))
    found = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return sent[0]["status"], found, b"".join(part.get("body", b"") for part in sent[1:])


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "code"),
    [
        ("GET", "/api/rooms/NOBODY", {}, 404, "E_ROOM"),
        ("GET", "/api/rooms/../x", {}, 404, "E_ROOM"),
        ("GET", "/api/rooms/a-b", {}, 404, "E_ROOM"),
        ("GET", "/api/rooms/NOBODY/pgn", {"authorization": "Basic x"}, 403, "E_TOKEN"),
        ("GET", "/nowhere", {}, 404, "E_HTTP"),
        ("POST", "/api/validate", {"origin": EVIL}, 403, "E_ORIGIN"),
        ("POST", "/api/validate", {"origin": "null"}, 403, "E_ORIGIN"),
    ],
)
def test_every_refusal_has_a_status_and_one_form(
    method: str, path: str, headers: dict[str, str], status: int, code: str
) -> None:
    found, _, body = request(method, path, (), 60, **headers)
    error = json.loads(body)
    assert (found, error["error"]["code"]) == (status, code)
    assert_fits("ErrorAnswer", error)


def test_pages_of_other_origins_read_answers_where_they_may() -> None:
    for origins, shown in (((GOOD,), GOOD), (("*",), "*"), ((), None)):
        _, headers, _ = request("GET", "/healthz", origins, origin=GOOD)
        assert headers.get("access-control-allow-origin") == shown
    _, headers, _ = request("GET", "/healthz", (GOOD,), origin=EVIL)
    assert "access-control-allow-origin" not in headers


def test_pages_of_other_origins_may_ask_what_they_may_send() -> None:
    asked = {"access_control_request_method": "POST", "access_control_request_headers": "content-type"}
    status, headers, _ = request("OPTIONS", "/api/validate", (GOOD,), 60, origin=GOOD, **asked)
    assert (status, headers["access-control-allow-origin"]) == (200, GOOD)
    assert request("OPTIONS", "/api/validate", (GOOD,), 60, origin=EVIL, **asked)[0] == 400


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/api/validate", 429),
        ("GET", "/api/rooms/ROOM/pgn", 429),
        ("GET", "/api/rooms/ROOM/log", 429),
        ("GET", "/api/rooms/ROOM", 404),
        ("GET", "/healthz", 200),
    ],
)
def test_what_costs_is_limited_by_address(method: str, path: str, status: int) -> None:
    assert request(method, path, checks=0)[0] == status


@pytest.mark.parametrize("count", [0, MOST_LISTED, MOST_LISTED + 1])
def test_a_list_that_is_cut_says_so(count: int) -> None:
    async def listed() -> Any:
        front = Front()
        rooms = [SimpleNamespace(**dict.fromkeys(SHOWN, number)) for number in range(count)]
        asked: list[int] = []
        front.traffic.store.public = lambda most: (asked.append(most), rooms[:most])[1]  # type: ignore
        answer = await Rooms(front.traffic, Desk(front.traffic)).listed(None)  # type: ignore[arg-type]
        assert asked == [MOST_LISTED + 1]
        return json.loads(bytes(answer.body))

    found = asyncio.run(listed())
    assert (len(found["rooms"]), found["more"]) == (min(count, MOST_LISTED), count > MOST_LISTED)


def test_the_desk_takes_only_so_much_at_once() -> None:
    async def ask_at_once() -> list[str]:
        front = Front()
        desk = Desk(front.traffic)
        asked = [desk.ask("forget", "ROOM") for _ in range(MOST_WAITING + 2)]
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert front.traffic.metrics.errors["E_RATE"] == 2
        return [error.code for error in found if isinstance(error, RoomError)]

    assert asyncio.run(ask_at_once()) == ["E_RATE", "E_RATE"]
