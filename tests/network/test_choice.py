"""Which network a program gets."""

from __future__ import annotations

import logging
import weakref
from collections.abc import Iterator
from typing import NoReturn

import pytest

from rete_chess import network as choice
from rete_chess.errors import NameLookupError
from rete_chess.facts.network_rules import Binding, Condition, Constant, NetworkRule
from rete_chess.network import NetworkError, durable, make_network
from tests.network.networks import needs_durable

HOOKS = (NetworkRule(1, "move", (), None, (Condition("$a", "x", Constant(1)),)),)


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No cached network, nothing said yet, nothing in the environment."""
    monkeypatch.setattr(choice, "_cache", type(choice._cache)())
    monkeypatch.setattr(choice, "_said", set())
    monkeypatch.delenv(choice.VARIABLE, raising=False)
    durable.load_core.cache_clear()
    yield
    durable.load_core.cache_clear()


@pytest.fixture
def no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> NoReturn:
        raise ImportError(f"undefined symbol in {name}")

    monkeypatch.setattr(durable, "import_module", refuse)


@needs_durable
@pytest.mark.parametrize(
    ("kind", "variable", "name"),
    [
        (None, "", "durable"),
        (None, " ", "durable"),
        (None, "native", "native"),
        (None, "durable", "durable"),
        ("native", "durable", "native"),
        ("durable", "native", "durable"),
    ],
)
def test_kind_then_environment_then_durable(
    kind: str | None, variable: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(choice.VARIABLE, variable)
    assert make_network(kind, HOOKS).name == name


def test_unknown_kind() -> None:
    with pytest.raises(
        NameLookupError, match=r"unknown network; found 'durabel'.*did you mean 'durable'"
    ) as caught:
        make_network("durabel", HOOKS)
    assert caught.value.code == "E_UNKNOWN_NAME"


def test_unknown_kind_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(choice.VARIABLE, "natve")
    with pytest.raises(NameLookupError, match=r"RETE_CHESS_NETWORK.*did you mean 'native'"):
        make_network(None, HOOKS)


@pytest.mark.usefixtures("no_core")
def test_without_the_core_the_default_is_native_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    assert not durable.durable_available()
    with caplog.at_level(logging.WARNING, "rete_chess"):
        assert make_network(None, HOOKS).name == "native"
        assert make_network(None, ()).name == "native"
    assert [record.getMessage() for record in caplog.records] == [
        "the native network is used: durable-rules cannot be imported"
    ]


@pytest.mark.usefixtures("no_core")
def test_without_the_core_durable_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NetworkError, match="undefined symbol") as caught:
        make_network("durable", HOOKS)
    assert caught.value.code == "E_NETWORK_UNAVAILABLE"
    monkeypatch.setenv(choice.VARIABLE, "durable")
    with pytest.raises(NetworkError, match="E_NETWORK_UNAVAILABLE"):
        make_network(None, HOOKS)


def test_another_version_of_the_core_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durable, "import_module", lambda name: object())
    monkeypatch.setattr("importlib.metadata.version", lambda name: "2.0.29")
    assert make_network(None, HOOKS).name == "native"
    with pytest.raises(NetworkError, match=r"found '2\.0\.29'; expected 2\.0\.28"):
        make_network("durable", HOOKS)


@needs_durable
@pytest.mark.parametrize("kind", [None, "durable"])
def test_a_program_beyond_the_limits_goes_to_native(
    kind: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    conditions = tuple(Condition("piece", f"x{n}", Binding(f"b{n}")) for n in range(15))
    hooks = (NetworkRule(1, "move", (), None, conditions),)
    with caplog.at_level(logging.WARNING, "rete_chess"):
        network = make_network(kind, hooks)
        assert make_network(kind, hooks) is network
    assert network.name == "native"
    assert [record.getMessage() for record in caplog.records] == [
        "the native network is used for a program: "
        "stage 'move' has too many conditions in one hook for the durable network"
    ]


def test_the_same_hooks_get_the_same_network() -> None:
    first = make_network("native", HOOKS)
    assert make_network("native", list(HOOKS)) is first
    assert make_network("native", ()) is not first


def test_hooks_that_only_look_equal_get_networks_of_their_own() -> None:
    one = (NetworkRule(1, "move", (("x", 1),)),)
    true = (NetworkRule(1, "move", (("x", True),)),)
    assert one == true
    assert make_network("native", one) is not make_network("native", true)


def test_the_cache_is_bounded() -> None:
    first = make_network("native", HOOKS)
    assert make_network("native", HOOKS) is first
    gone = weakref.ref(first)
    del first
    for place in range(choice._cache.most // choice.HOOK_BYTES):
        make_network("native", (NetworkRule(place, "move"),))
    assert choice._cache.bytes <= choice._cache.most
    assert gone() is None


def test_errors_in_hooks_are_not_hidden_by_a_change_of_network() -> None:
    for kind in (None, "native"):
        with pytest.raises(NetworkError, match="same number"):
            make_network(kind, (NetworkRule(1, "move"), NetworkRule(1, "move")))
