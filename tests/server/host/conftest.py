"""Servers as processes of their own, one for many tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rete_chess.bench.server.serving import Serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server as it is started without options, with a store in a file."""
    store = tmp_path_factory.mktemp("rooms") / "rooms.sqlite"
    with Serving(str(store), "--workers", "1") as serving:
        yield serving
        assert serving.complaints() == []


@pytest.fixture(scope="session")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server on which proposals wait for a moment only, and rooms sleep as soon as nobody is there."""
    store: Path = tmp_path_factory.mktemp("rooms") / "rooms.sqlite"
    words = ("--workers", "1", "--consent-seconds", "0.3")
    with Serving(str(store), *words, empty_seconds=0.2) as serving:
        yield serving
        assert serving.complaints() == []
