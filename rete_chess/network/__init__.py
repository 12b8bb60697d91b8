"""The matchers that find the activated rules: durable and native, behind one contract."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Sequence
from typing import Final

from rete_chess.errors import NameLookupError, nearest
from rete_chess.facts.network_rules import NetworkRule
from rete_chess.keeping import SharingKeeper
from rete_chess.network._values import NetworkError
from rete_chess.network.contract import Memory, Network

__all__ = ["KINDS", "VARIABLE", "Memory", "Network", "NetworkError", "make_network"]

#: The kinds of networks, the default first.
KINDS: Final = ("durable", "native")
#: The environment variable that names the network where the caller names none.
VARIABLE: Final = "RETE_CHESS_NETWORK"
#: The bytes of a network for each of its hooks.
HOOK_BYTES: Final = 4000

logger = logging.getLogger("rete_chess")

_lock = threading.Lock()
_cache: Final[SharingKeeper[tuple[str, bool, str], Network]] = SharingKeeper()
_said: set[str] = set()


def _after_fork() -> None:
    """Take a new lock in a child: a thread that held the old one does not exist there."""
    global _lock
    _lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def make_network(kind: str | None, hooks: Sequence[NetworkRule], fingerprint: str = "") -> Network:
    """The network for a program's hooks, the same one for the same hooks.

    A caller that knows the fingerprint of the hooks passes it and saves the time of making one.

    Without a kind the environment decides, else the network is durable where it can be had and native
    where not. A program beyond the limits of the durable network goes to the native one. Each such
    change is logged once.
    """
    wanted = kind or os.environ.get(VARIABLE, "").strip() or None
    if wanted is not None and wanted not in KINDS:
        close = nearest(wanted, KINDS)
        raise NameLookupError(
            "E_UNKNOWN_NAME",
            "unknown network" if kind else f"unknown network in the environment variable {VARIABLE}",
            found=wanted,
            expected="one of " + ", ".join(KINDS),
            hint=f"did you mean {close!r}?" if close else None,
        )
    # Hooks that differ by True and 1 are equal tuples; their texts are not.
    key = (wanted or KINDS[0], wanted is None, fingerprint or repr(tuple(hooks)))
    with _lock:
        network = _cache.get(key)
        if network is None:
            network = _build(wanted, tuple(hooks))
            _cache.put(key, network, HOOK_BYTES * (1 + len(hooks)))
        return network


def _build(wanted: str | None, hooks: tuple[NetworkRule, ...]) -> Network:
    from rete_chess.network._native import NativeNetwork

    if wanted == "native":
        return NativeNetwork(hooks)
    from rete_chess.network.durable import DurableNetwork

    try:
        return DurableNetwork(hooks)
    except NetworkError as error:
        if error.code == "E_NETWORK_UNAVAILABLE" and wanted is None:
            _say(f"the native network is used: {error.message}")
        elif error.code == "E_NETWORK_LIMIT":
            _say(f"the native network is used for a program: {error.message}")
        else:
            raise
    return NativeNetwork(hooks)


def _say(message: str) -> None:
    """Log a message unless it was logged before."""
    if message not in _said:
        _said.add(message)
        logger.warning(message)
