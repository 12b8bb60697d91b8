"""The page and its files as a server gives them, with what a browser may do with them.

Names of files carry a hash of what is in them, so browsers keep them for good; the page itself is asked for
each time. Scripts and styles come from this server only. Style attributes are allowed: browsers write some by
themselves where a text is edited, and no text of strangers becomes markup.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rete_chess.web import STATIC

#: What every answer of a server allows: nothing of other hosts, no page that shows this one in a frame.
POLICY: Final = (
    "default-src 'self'; img-src 'self' data: blob:; style-src-attr 'unsafe-inline'; object-src 'none';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
#: The addresses of the views.
VIEWS: Final = ("/", "/room/{code}", "/workshop", "/replay")
_FOR_PROGRAMS: Final = ("/api", "/static", "/ws")
_HASHED: Final = re.compile(r"-[A-Z0-9]{8}\.(?:js|css)$")


def page_routes() -> list[BaseRoute]:
    """The page at the addresses of its views, and its files."""

    async def page(request: Request) -> Response:
        return page_answer()

    return [*(Route(address, page) for address in VIEWS), Mount("/static", _Files(directory=STATIC))]


def page_answer(status: int = 200) -> Response:
    """The page itself; at an address that is none of its views it says so."""
    headers = {"content-security-policy": POLICY, "cache-control": "no-store"}
    return HTMLResponse(_text(), status_code=status, headers=headers)


@cache
def _text() -> str:
    return (STATIC / "index.html").read_text(encoding="utf-8")


def is_for_people(request: HTTPConnection) -> bool:
    """Whether somebody asks who reads pages: a browser that opens an address not meant for programs."""
    wants_page = "text/html" in request.headers.get("accept", "")
    return wants_page and not request.url.path.startswith(_FOR_PROGRAMS)


class _Files(StaticFiles):
    """Files whose names say whether they can change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        is_lasting = response.status_code == 200 and _HASHED.search(path) is not None
        response.headers["cache-control"] = (
            "public, max-age=31536000, immutable" if is_lasting else "no-cache"
        )
        return response
