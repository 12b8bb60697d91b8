"""The settings of a server: what the command line and a file of settings may say, and what holds without."""

from __future__ import annotations

import importlib
import os
import re
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from rete_chess.errors import RulesError, did_you_mean

MEBIBYTE: Final = 1 << 20
_PREFIX: Final = re.compile("[A-Z0-9]{0,4}")
#: The numbers of which none at all says something: any free port, no rooms for others, sleep at once.
_MAY_BE_NONE: Final = frozenset(
    {"port", "workers", "idle_seconds", "empty_seconds"}
    | {"document_checks", "rooms_per_minute", "checks_per_minute"}
)
LEVELS: Final = ("debug", "info", "warning", "error")


@dataclass(frozen=True)
class Limits:
    """What one client, one address, one room and one call may ask for."""

    message_rate: float = 20.0  # of one socket, a second
    message_burst: int = 40
    frame_rate: float = 100.0  # of one socket, a second, whatever they are; a message is one or more
    frame_burst: int = 400
    byte_rate: float = 262_144.0  # of one socket, a second
    byte_burst: int = 2 * MEBIBYTE
    document_checks: int = 5  # of one socket, in `document_seconds`
    document_seconds: float = 10.0
    sockets_per_minute: int = 50  # of one address
    rooms_per_minute: int = 20
    checks_per_minute: int = 60  # documents judged and rooms shown over HTTP, of one address
    spare_loopback: bool = True  # whether this machine itself has no limits by address
    rooms_per_socket: int = 16
    waiting_per_room: int = 256  # messages of a room that wait for their turn
    unread_bytes: int = MEBIBYTE  # of a client that does not read
    unread_messages: int = 256
    first_message_seconds: float = 10.0
    request_seconds: float = 10.0  # for a request or a message to be complete
    call_seconds: float = 2.0  # of processor time, for one message or one document
    call_wall_seconds: float = 10.0
    call_megabytes: int = 300  # more than before the call
    think_seconds: float = 60.0  # of processor time, for one move of a bot
    worker_megabytes: int = 2048  # of a worker altogether


@dataclass(frozen=True)
class Config:
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: int = 8765
    store: str | None = None  # a file, `:memory:` or an address; None: a file in the user's data folder
    workers: int = 0  # processes for rooms; 0: as many as there are processors
    open: bool = False
    consent_seconds: float = 60.0
    keep_days: float = 30.0
    allow_origin: tuple[str, ...] = ()
    trusted_proxies: str = "127.0.0.1,::1"  # whose word about a client's address is taken
    log_level: str = "info"
    name: str = "main"  # of this process among those that share a store
    code_prefix: str = ""  # with which the codes of all its rooms begin, where several share a store
    compress: bool = False
    idle_seconds: float = 600.0  # after which a room without messages is put to sleep
    empty_seconds: float = 30.0  # after which a room without sockets is put to sleep
    limits: Limits = field(default_factory=Limits)

    @property
    def room_workers(self) -> int:
        """How many processes hold rooms."""
        return self.workers or max(1, os.cpu_count() or 1)


def with_settings(config: Config, settings: dict[str, Any], where: str = "the settings") -> Config:
    """A configuration with some settings changed; unknown names and useless values are refused."""
    limits = settings.get("limits", {})
    if not isinstance(limits, dict):
        raise _useless(where, "limits", limits, "a mapping")
    plain = {_plain(key): value for key, value in settings.items() if key != "limits"}
    own = _checked(Limits, {_plain(key): value for key, value in limits.items()}, f"{where}: limits")
    changed = _checked(Config, plain, where)
    return replace(config, **changed, limits=replace(config.limits, **own))


def read_settings(path: Path) -> dict[str, Any]:
    """The settings of a file in YAML, or in TOML where its name ends so."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError("E_CONFIG", f"the settings cannot be read: {error}") from error
    data = _read_toml(text, path) if path.suffix == ".toml" else _read_yaml(text, path)
    if not isinstance(data, dict):
        raise _useless(str(path), "file", data, "a mapping of settings")
    return data


def _read_yaml(text: str, path: Path) -> Any:
    import yaml

    try:
        return yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        raise RulesError("E_CONFIG", f"{path} is not well-formed YAML: {error}") from error


def _read_toml(text: str, path: Path) -> Any:
    try:
        tomllib: Any = importlib.import_module("tomllib")
    except ModuleNotFoundError as error:
        raise RulesError("E_CONFIG", "TOML needs Python 3.11 or newer", hint="write YAML") from error
    try:
        return tomllib.loads(text)
    except ValueError as error:
        raise RulesError("E_CONFIG", f"{path} is not well-formed TOML: {error}") from error


def _plain(key: object) -> str:
    return str(key).replace("-", "_")


def _checked(model: type[Config] | type[Limits], settings: dict[str, Any], where: str) -> dict[str, Any]:
    """Settings in the types of their fields."""
    known = {found.name: str(found.type) for found in fields(model) if found.name != "limits"}
    found: dict[str, Any] = {}
    for name, value in settings.items():
        if name not in known:
            hint = did_you_mean(name, known)
            raise RulesError("E_CONFIG", f"{where}: there is no setting {name!r}", hint=hint)
        found[name] = _fitted(where, name, known[name], value)
    return found


def _fitted(where: str, name: str, kind: str, value: Any) -> Any:
    """A value as its field has it."""
    if kind.startswith("tuple"):
        listed = [value] if isinstance(value, str) else value
        if isinstance(listed, (list, tuple)) and all(isinstance(item, str) for item in listed):
            return tuple(listed)
        raise _useless(where, name, value, "a list of texts")
    if name == "log_level" and value not in LEVELS:
        raise _useless(where, name, value, f"one of {', '.join(LEVELS)}")
    if name == "code_prefix" and (not isinstance(value, str) or not _PREFIX.fullmatch(value)):
        raise _useless(where, name, value, "at most 4 capital letters and digits")
    if kind == "bool":
        fits = isinstance(value, bool)
    elif kind in ("int", "float"):
        is_number = isinstance(value, int) or (kind == "float" and isinstance(value, float))
        fits = is_number and not isinstance(value, bool) and 0 <= value < 1e12
        fits = fits and (value > 0 or name in _MAY_BE_NONE) and (name != "port" or value < 1 << 16)
    else:
        fits = isinstance(value, str) or (value is None and "None" in kind)
    if not fits:
        raise _useless(where, name, value, {"str | None": "str"}.get(kind, kind))
    return value


def _useless(where: str, name: str, value: object, expected: str) -> RulesError:
    return RulesError("E_CONFIG", f"{where}: {name} is of no use", found=value, expected=expected)
