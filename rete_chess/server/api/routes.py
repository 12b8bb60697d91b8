"""The addresses under `/api` that speak of documents. Answers are given elsewhere: `run` calls one by name.

A body is JSON by its content type, too, so that no page of another origin can send one unasked.
"""

from __future__ import annotations

import gzip
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from typing import Any, Final, NamedTuple

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from rete_chess.errors import ReteChessError
from rete_chess.server.api.replies import OK, HttpError, Reply, error_reply
from rete_chess.server.api.requests import BODIES, MOST_BYTES
from rete_chess.server.wire.codec import MessageSizeError

#: Gives an answer by its name: `rete_chess.server.api.table.run_here`, or a pool of processes.
Run = Callable[[str, bytes | dict[str, Any]], Awaitable[Reply]]

JSON: Final = "application/json"


def routes(run: Run) -> list[BaseRoute]:
    """The routes of all answers."""
    kept = Kept(run)
    return [
        Route("/api/catalog", Address(("GET", "HEAD"), kept.catalog)),
        Route("/api/catalog/{kind}/{id}", Address(("GET", "HEAD"), kept.entry)),
        Route("/api/schemas/{name}", Address(("GET", "HEAD"), kept.schema)),
        *(Route(f"/api/{name}", Address(("POST",), posted(run, name))) for name in BODIES),
    ]


class Address:
    """An address with the methods that it answers; every refusal has a code."""

    def __init__(self, methods: tuple[str, ...], answer: Callable[[Request], Awaitable[Response]]) -> None:
        self.methods = methods
        self.answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            if request.method not in self.methods:
                raise HttpError(
                    405,
                    "the address does not answer this method",
                    found=request.method[:20],
                    expected=" or ".join(self.methods),
                )
            response = await self.answer(request)
        except ClientDisconnect:
            return
        except ReteChessError as error:
            response = refusal(error)
        if response.status_code == 405:
            response.headers["Allow"] = ", ".join(self.methods)
        await response(scope, receive, send)


def refusal(error: ReteChessError) -> Response:
    """The response that tells of an error."""
    return sent(error_reply(error))


def sent(found: Reply, headers: Mapping[str, str] | None = None) -> Response:
    """The response of a reply; what was made for one request is kept by nobody."""
    return Response(
        found["text"].encode(),
        found["status"],
        {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", **(headers or {})},
        JSON,
    )


# -- bodies ----------------------------------------------------------------------------------------


def posted(run: Run, name: str) -> Callable[[Request], Awaitable[Response]]:
    """The answer to the body of a request."""

    async def answer(request: Request) -> Response:
        return sent(await run(name, await body_of(request)))

    return answer


async def body_of(request: Request, most: int = MOST_BYTES) -> bytes:
    """The body of a request, which must be JSON by its content type; a longer one is not read to its end."""
    kind = request.headers.get("content-type", "")
    if kind.partition(";")[0].strip().lower() != JSON:
        raise HttpError(415, "the body must be JSON", found=kind[:80], expected=f"Content-Type: {JSON}")
    told = request.headers.get("content-length", "")
    if told.isascii() and told.isdigit() and (len(told) > 12 or int(told) > most):
        raise MessageSizeError(int(told[:12]), most)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise MessageSizeError(len(body), most)
    return bytes(body)


# -- what everybody is told ------------------------------------------------------------------------


class Page(NamedTuple):
    """Something that is the same for everybody: its bytes, the same packed, and its tag."""

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, text: str) -> Page:
        """The page of a text."""
        plain = text.encode()
        return cls(plain, gzip.compress(plain, mtime=0), f'"{sha256(plain).hexdigest()[:32]}"')

    def response(self, request: Request) -> Response:
        """The page, or nothing but its tag where the asker has it already."""
        headers = {
            "Cache-Control": "no-cache",  # to be kept, and asked for again by its tag
            "ETag": self.tag,
            "Vary": "Accept-Encoding",
            "X-Content-Type-Options": "nosniff",
        }
        asked = {
            tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")
        }
        if asked & {self.tag, "*"}:
            return Response(None, 304, headers)
        if _takes_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.packed, OK, {**headers, "Content-Encoding": "gzip"}, JSON)
        return Response(self.plain, OK, headers, JSON)


def _takes_gzip(accepted: str) -> bool:
    """Whether an `Accept-Encoding` takes gzip."""
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


class Kept:
    """The answers that are the same for everybody, each given once; what is unknown is not kept."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._pages: dict[tuple[str, ...], Page] = {}

    async def catalog(self, request: Request) -> Response:
        """Everything that people choose from."""
        return await self._page(request, "catalog", {})

    async def entry(self, request: Request) -> Response:
        """One entry of the catalogue with its document."""
        return await self._page(request, "entry", request.path_params)

    async def schema(self, request: Request) -> Response:
        """A JSON Schema."""
        return await self._page(request, "schema", request.path_params)

    async def _page(self, request: Request, name: str, argument: Mapping[str, Any]) -> Response:
        key = (name, *argument.values())
        page = self._pages.get(key)
        if page is None:
            found = await self._run(name, dict(argument))
            if found["status"] != OK:
                return sent(found)
            page = self._pages[key] = Page.of(found["text"])
        return page.response(request)
