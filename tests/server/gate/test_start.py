"""How a server starts, or does not: what stands in the way is said, and nothing is left behind."""

from __future__ import annotations

import socket

import pytest

from rete_chess.errors import RulesError
from rete_chess.server.host.app import Server
from rete_chess.server.host.config import Config


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(RulesError, match=f"cannot listen on 127.0.0.1:{port}") as caught:
            Server(Config(port=port, store=":memory:"))
    assert caught.value.code == "E_CONFIG"


def test_what_else_is_missing_is_no_matter_of_listening(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(place: str | None) -> None:
        raise FileNotFoundError("no such folder")

    listening = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr("rete_chess.server.host.app._listening", lambda config: listening)
    monkeypatch.setattr("rete_chess.server.host.app.open_store", fail)
    with pytest.raises(FileNotFoundError, match="no such folder"):
        Server(Config())
    assert listening.fileno() == -1
