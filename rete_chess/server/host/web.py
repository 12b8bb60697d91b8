"""What a server answers over HTTP: the page, rooms seen from outside, its health, documents judged.

Every error is JSON with a code. What a room shows goes by the token in the header, never in the address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rete_chess.server.host.answering import VIEWS, document_routes
from rete_chess.server.host.pool import DESK, WorkerFailedError, WorkerLostError
from rete_chess.server.host.reception import CODE, Reception
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.room import RoomError
from rete_chess.server.store import Listed, StoreError

#: The folders in which the page may lie: the built one, else a plain one that says what this is.
_PAGES: Final = (
    Path(__file__).resolve().parents[2] / "web" / "static",
    Path(__file__).resolve().parent / "page",
)
#: Headers of every answer. Nothing of other hosts is loaded, no page shows this one in a frame.
HEADERS: Final = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:;"
    " style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
}
#: The status of errors by their codes; 422 for what is refused for what it says.
_STATUSES: Final = {
    "E_ROOM": 404,
    "E_TOKEN": 403,
    "E_RATE": 429,
    "E_STORE": 503,
    "E_CLOSING": 503,
    "E_INTERNAL": 500,
}


def make_app(traffic: Traffic, reception: Reception) -> Starlette:
    """The whole of what a server answers."""
    rooms = Rooms(traffic)
    folder = next((place for place in _PAGES if (place / "index.html").is_file()), _PAGES[-1])

    async def page(request: Request) -> Response:
        return FileResponse(folder / "index.html", media_type="text/html")

    async def metrics(request: Request) -> Response:
        return PlainTextResponse(traffic.metrics.text(), media_type="text/plain; version=0.0.4")

    async def health(request: Request) -> Response:
        return PlainTextResponse(
            "closing" if reception.is_closing else "ok", 503 if reception.is_closing else 200
        )

    routes: list[BaseRoute] = [
        WebSocketRoute("/ws", reception.serve),
        Route("/", page),
        Route("/room/{code}", page),
        Route("/workshop", page),
        Mount("/static", StaticFiles(directory=folder)),
        Route("/healthz", health),
        Route("/metrics", metrics),
        Route("/api/rooms", rooms.listed),
        Route("/api/rooms/{code}", rooms.one),
        Route("/api/rooms/{code}/{what}", rooms.view),
        *document_routes(traffic),
    ]
    handlers: dict[Any, Callable[[Request, Any], Awaitable[Response]]] = {
        HTTPException: _http_error,
        RoomError: _room_error,
        StoreError: _room_error,
        Exception: _defect,
    }
    return Starlette(routes=routes, exception_handlers=handlers, middleware=[Middleware(_Guard, reception)])


class Rooms:
    """Rooms as those see them who are not in them."""

    def __init__(self, traffic: Traffic) -> None:
        self._traffic = traffic

    async def listed(self, request: Request) -> Response:
        """Rooms that anybody may watch."""
        found = await asyncio.to_thread(self._traffic.store.public)
        return JSONResponse({"rooms": [_shown(room) for room in found]})

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
        try:
            kind, body = await self._traffic.pools.ask(
                DESK, "view", what, token, stored.snapshot, stored.entries, log
            )
        except (WorkerLostError, WorkerFailedError):
            raise RoomError("E_BUDGET", "this takes more than the server allows") from None
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
    if CODE.fullmatch(code) is None:
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
    message = {404: "there is nothing at this address", 405: "the address does not answer this method"}
    told = {"code": "E_HTTP", "message": message.get(error.status_code, error.detail)}
    return JSONResponse({"error": told}, error.status_code, error.headers)


async def _room_error(request: Request, error: RoomError) -> Response:
    told = {"code": error.code, "message": error.message, **({"hint": error.hint} if error.hint else {})}
    return JSONResponse({"error": told}, _STATUSES.get(error.code, 422))


async def _defect(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": {"code": "E_INTERNAL", "message": "a defect of the program"}}, 500)


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
        if request.method in ("GET", "HEAD"):
            return
        headers = request.headers
        if not self._reception.is_allowed(headers.get("origin"), headers.get("host")):
            raise RoomError("E_ORIGIN", "pages of another origin may not ask for this")
        if not self._reception.may_check(request.client.host if request.client is not None else ""):
            raise RoomError("E_RATE", "too many documents from this address", hint="wait a minute")
