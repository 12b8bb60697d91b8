"""What a server answers over HTTP: the page, rooms seen from outside, its health, documents judged.

Every error is JSON with a code. What a room shows goes by the token in the header, never in the address.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rete_chess.errors import ReteChessError
from rete_chess.server.api.replies import HttpError
from rete_chess.server.api.routes import refusal
from rete_chess.server.api.routes import routes as document_routes
from rete_chess.server.host.answering import VIEWS, Desk
from rete_chess.server.host.page import POLICY, is_for_people, page_answer, page_routes
from rete_chess.server.host.reception import Reception
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.room import RoomError
from rete_chess.server.store import Listed, StoreError
from rete_chess.server.wire.base import is_room_code

#: The addresses of views of a room, for which its game is made again.
_VIEW: Final = re.compile("/api/rooms/[^/]+/[^/]+")
#: Rooms that are listed at once.
MOST_LISTED: Final = 100
#: Headers of every answer.
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}


def make_app(traffic: Traffic, reception: Reception) -> Starlette:
    """The whole of what a server answers."""
    desk = Desk(traffic)
    rooms = Rooms(traffic, desk)

    async def metrics(request: Request) -> Response:
        return PlainTextResponse(traffic.metrics.text(), media_type="text/plain; version=0.0.4")

    async def health(request: Request) -> Response:
        return PlainTextResponse(
            "closing" if reception.is_closing else "ok", 503 if reception.is_closing else 200
        )

    routes: list[BaseRoute] = [
        WebSocketRoute("/ws", reception.serve),
        *page_routes(),
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route("/api/rooms", rooms.listed),
        Route("/api/rooms/{code}", rooms.one),
        Route("/api/rooms/{code}/{what}", rooms.view),
        *document_routes(desk.run),
    ]
    handlers: dict[Any, Callable[[Request, Any], Awaitable[Response]]] = {
        HTTPException: _http_error,
        RoomError: _room_error,
        StoreError: _room_error,
        Exception: _defect,
    }
    guards = [*_welcome(reception.config.allow_origin), Middleware(_Guard, reception)]
    return Starlette(routes=routes, exception_handlers=handlers, middleware=guards)


def _welcome(origins: tuple[str, ...]) -> list[Middleware]:
    """What lets pages of other origins read answers, where some may."""
    if not origins:
        return []
    headers = ("authorization", "content-type")
    return [
        Middleware(
            CORSMiddleware, allow_origins=origins, allow_methods=("GET", "POST"), allow_headers=headers
        )
    ]


class Rooms:
    """Rooms as those see them who are not in them."""

    def __init__(self, traffic: Traffic, desk: Desk) -> None:
        self._traffic = traffic
        self._desk = desk

    async def listed(self, request: Request) -> Response:
        """Rooms that anybody may watch, as many as are listed, and whether there are more."""
        found = await asyncio.to_thread(self._traffic.store.public, MOST_LISTED + 1)
        shown = [_shown(room) for room in found[:MOST_LISTED]]
        return JSONResponse({"rooms": shown, "more": len(found) > MOST_LISTED})

    async def one(self, request: Request) -> Response:
        """What a stranger may know of a room."""
        room = await asyncio.to_thread(self._traffic.store.find, _code(request))
        if room is None:
            raise RoomError("E_ROOM", "there is no such room")
        return JSONResponse(_shown(room))

    async def view(self, request: Request) -> Response:
        """A room as PGN, as a save or as its log, made from what is stored."""
        code, what, token = _code(request), request.path_params["what"], _token(request)
        if what not in VIEWS:
            raise HTTPException(404)
        store = self._traffic.store
        stored = await asyncio.to_thread(store.load, code)
        if stored is None:
            raise RoomError("E_ROOM", "there is no such room")
        log = await asyncio.to_thread(store.log, code) if what == "log" else []
        kind, body = await self._desk.ask("view", what, token, stored.snapshot, stored.entries, log)
        if kind is None:
            raise RoomError(body["code"], body["message"])
        return Response(body, media_type=kind, headers={"cache-control": "no-store"})


def _shown(room: Listed) -> dict[str, Any]:
    """A room for strangers."""
    return {
        "roomCode": room.code,
        "mode": room.mode,
        "variant": {"id": room.variant, "name": room.name},
        "seats": room.seats,
        "moves": room.moves,
        "result": room.result,
        "createdAt": room.created_at,
    }


def _code(request: Request) -> str:
    code: str = request.path_params["code"]
    if not is_room_code(code):
        raise RoomError("E_ROOM", "there is no such room")
    return code


def _token(request: Request) -> str | None:
    """The token of a request, if it has one."""
    said = request.headers.get("authorization")
    if said is None:
        return None
    scheme, _, token = said.partition(" ")
    if scheme.lower() != "bearer" or not 0 < len(token.strip()) <= 128:
        raise RoomError("E_TOKEN", "a token is given as Authorization: Bearer TOKEN")
    return token.strip()


# -- errors ----------------------------------------------------------------------------------------


async def _http_error(request: Request, error: HTTPException) -> Response:
    if error.status_code == 404 and request.method == "GET" and is_for_people(request):
        return page_answer(404)
    known = {404: "there is nothing at this address", 405: "the address does not answer this method"}
    response = refusal(HttpError(error.status_code, known.get(error.status_code, error.detail)))
    response.headers.update(error.headers or {})
    return response


async def _room_error(request: Request, error: ReteChessError) -> Response:
    return refusal(error)


async def _defect(request: Request, error: Exception) -> Response:
    return refusal(RoomError("E_INTERNAL", "a defect of the program"))


class _Guard:
    """What goes for all requests: whose pages may send them, how many, and the headers of their answers."""

    def __init__(self, app: ASGIApp, reception: Reception) -> None:
        self._app = app
        self._reception = reception

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in message["headers"]}
                added = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in known]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        try:
            self._demand(Request(scope))
        except RoomError as error:
            response = await _room_error(Request(scope), error)
            await response(scope, receive, send_on)
            return
        await self._app(scope, receive, send_on)

    def _demand(self, request: Request) -> None:
        """Refuse what other pages send, and too much of what costs."""
        headers, is_asking = request.headers, request.method in ("GET", "HEAD")
        if not is_asking and not self._reception.is_allowed(headers.get("origin"), headers.get("host")):
            raise RoomError("E_ORIGIN", "pages of another origin may not ask for this")
        if is_asking and _VIEW.fullmatch(request.url.path) is None:
            return
        if not self._reception.may_check(request.client.host if request.client is not None else ""):
            raise RoomError("E_RATE", "too many requests from this address", hint="wait a minute")
