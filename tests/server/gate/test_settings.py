"""The settings of a server: all of them in the example, and what is of no use is refused."""

from __future__ import annotations

import re
import shlex
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any

import click
import pytest

from rete_chess.cli.commands.serve import command
from rete_chess.errors import RulesError
from rete_chess.server.host.config import Config, Limits, read_settings, with_settings
from rete_chess.server.host.metrics import COUNTED, Metrics

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")


def test_the_example_names_every_setting_with_its_default() -> None:
    settings = read_settings(ROOT / "deploy" / "server.yaml")
    assert with_settings(Config(), settings) == Config()
    assert [key.replace("-", "_") for key in settings] == [field.name for field in fields(Config)]
    assert [key.replace("-", "_") for key in settings["limits"]] == [field.name for field in fields(Limits)]


def test_the_unit_starts_a_command_that_there_is() -> None:
    unit = (ROOT / "deploy" / "rete-chess.service").read_text(encoding="utf-8")
    found = re.search(r"^ExecStart=\S+/rete-chess serve (.+)$", unit, re.MULTILINE)
    assert found is not None
    words = [word.replace("/etc/rete-chess", str(ROOT / "deploy")) for word in shlex.split(found[1])]
    context = command.make_context("serve", words)
    assert with_settings(Config(), read_settings(context.params["file"])) == Config()


def test_every_option_is_a_setting() -> None:
    names = {parameter.name for parameter in command.params if isinstance(parameter, click.Option)}
    assert names - {"file", "open_"} <= {field.name for field in fields(Config)}


def test_the_page_tells_the_limits_and_figures_that_there_are() -> None:
    limits = Limits()
    told = re.search(
        r"\| messages of a socket \| (\d+) a second, (\d+) at once; (\d+) with documents in (\d+) s", PAGE
    )
    assert told is not None
    assert [int(word) for word in told.groups()] == [
        limits.message_rate,
        limits.message_burst,
        limits.document_checks,
        limits.document_seconds,
    ]
    a_minute = re.findall(
        r"^\|.+ of an address \| (\d+) and (\d+) a minute|over HTTP \| (\d+) a minute", PAGE, re.M
    )
    assert [int(number) for numbers in a_minute for number in numbers if number] == [
        limits.sockets_per_minute,
        limits.rooms_per_minute,
        limits.checks_per_minute,
    ]
    figures = PAGE.partition("`/metrics` is for Prometheus")[2].partition("\n\n")[0]
    known = {
        *COUNTED,
        "errors_total",
        *Metrics()._histograms(),
        "sockets",
        "rooms",
        "rooms_awake",
        "queue",
        "jobs",
        "workers",
    }
    named = {word.removeprefix("rete_chess_") for word in re.findall(r"`([a-z_]+)`", figures)}
    assert named - known == set()


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"prot": 1}, "no setting 'prot'"),
        ({"port": "8765"}, "port is of no use"),
        ({"port": True}, "port is of no use"),
        ({"workers": -1}, "workers is of no use"),
        ({"code-prefix": "a"}, "code_prefix is of no use"),
        ({"code-prefix": "ABCDE"}, "code_prefix is of no use"),
        ({"code-prefix": 7}, "code_prefix is of no use"),
        ({"log-level": "loud"}, "log_level is of no use"),
        ({"allow-origin": [1]}, "allow_origin is of no use"),
        ({"limits": []}, "limits is of no use"),
        ({"limits": {"mesage-rate": 1}}, "no setting 'mesage_rate'"),
        ({"limits": {"message-rate": "many"}}, "message_rate is of no use"),
        ({"limits": {"message-rate": 0}}, "message_rate is of no use"),
        ({"limits": {"message-burst": 0}}, "message_burst is of no use"),
        ({"limits": {"call-seconds": 0.0}}, "call_seconds is of no use"),
        ({"limits": {"byte-rate": float("nan")}}, "byte_rate is of no use"),
        ({"consent-seconds": 0}, "consent_seconds is of no use"),
        ({"port": 65536}, "port is of no use"),
    ],
)
def test_what_is_of_no_use_is_refused(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError, match=words) as caught:
        with_settings(Config(), settings)
    assert caught.value.code == "E_CONFIG"


def test_nothing_is_of_use_only_where_it_says_something() -> None:
    """Every number that may not be 0 would stop the server from doing anything at all."""
    numbers = [(found.name, "") for found in fields(Config) if found.type in ("int", "float")]
    numbers += [(found.name, "limits") for found in fields(Limits) if found.type in ("int", "float")]
    allowed = set()
    for name, part in numbers:
        with suppress(RulesError):
            with_settings(Config(), {part: {name: 0}} if part else {name: 0})
            allowed.add(name)
    none = {"port", "workers", "idle_seconds", "empty_seconds"}
    assert allowed == none | {"document_checks", "rooms_per_minute", "checks_per_minute"}


def test_yaml_and_toml_say_the_same(tmp_path: Path) -> None:
    pytest.importorskip("tomllib")
    yaml, toml = tmp_path / "server.yaml", tmp_path / "server.toml"
    yaml.write_text("port: 9000\nallow-origin: [https://a.example]\nlimits: {message-rate: 5}\n", "utf-8")
    toml.write_text(
        'port = 9000\nallow-origin = ["https://a.example"]\n[limits]\nmessage-rate = 5\n', "utf-8"
    )
    assert with_settings(Config(), read_settings(yaml)) == with_settings(Config(), read_settings(toml))
    for text in ("- 1\n", "{", "a: &x [*x]\n"):
        yaml.write_text(text, "utf-8")
        with pytest.raises(RulesError) as caught:
            with_settings(Config(), read_settings(yaml))
        assert caught.value.code == "E_CONFIG"
