"""All answers by name, as worker processes call them: bytes or plain data in, a reply out, never an error."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from rete_chess.errors import NameLookupError, ReteChessError
from rete_chess.metering import Budget, under
from rete_chess.server.api import balance, catalogue, documents, profiles
from rete_chess.server.api.replies import MISSING, Reply, error_reply, reply
from rete_chess.server.api.requests import BODIES, EntryRequest, NoRequest, SchemaRequest, read_request
from rete_chess.server.wire.base import Part

#: What an answer is given: the body of a request, or its data.
Argument = bytes | dict[str, Any]

_log = logging.getLogger(__name__)


class Row(NamedTuple):
    """An answer: the model of its request, its function, and the status of names that are not known."""

    model: type[Part]
    answer: Callable[[Any], Any]
    unknown: int | None = None


_ROWS: Final[dict[str, Row]] = {
    "catalog": Row(NoRequest, catalogue.tell_catalog),
    "entry": Row(EntryRequest, catalogue.tell_entry, MISSING),
    "schema": Row(SchemaRequest, catalogue.tell_schema, MISSING),
    "validate": Row(BODIES["validate"], documents.validate),
    "test": Row(BODIES["test"], documents.run_tests),
    "preview": Row(BODIES["preview"], documents.preview),
    "balance": Row(BODIES["balance"], balance.play_some),
    "replay": Row(BODIES["replay"], documents.replay),
    "profiles/check": Row(BODIES["profiles/check"], profiles.check_profiles),
    "profiles/fix": Row(BODIES["profiles/fix"], profiles.fix_profile),
}


def _answer(name: str, argument: Argument) -> Reply:
    row = _ROWS[name]
    try:
        with under(Budget.server()):
            request = read_request(argument, row.model, name)
            return reply(row.answer(request))
    except NameLookupError as error:
        return error_reply(error, row.unknown)
    except ReteChessError as error:
        return error_reply(error)
    except Exception:
        _log.exception("the answer %s failed", name)
        return error_reply(ReteChessError("E_INTERNAL", "the server failed to answer; nothing has changed"))


#: Every answer by its name.
ANSWERS: Final[dict[str, Callable[[Argument], Reply]]] = {name: partial(_answer, name) for name in _ROWS}


async def run_here(name: str, argument: Argument) -> Reply:
    """Give an answer in this process; servers give it in another one, under limits of its own."""
    return ANSWERS[name](argument)
