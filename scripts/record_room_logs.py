"""Record what the windows of a room hear, for the tests of the page: `python scripts/record_room_logs.py`.

Each log holds, for every viewer, the messages in order, and after each step the state that the server told
when it was asked. The page's reducer has to come to the same states by the messages alone.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

Json = dict[str, Any]

FOLDER = Path(__file__).resolve().parents[1] / "web" / "test" / "logs"
#: How long a window listens for what others set off, in seconds.
LISTENING = 0.25

#: A modifier that a room gets to know.
HUNGER: Json = {
    "kind": "modifier",
    "id": "log-hunger",
    "type": "data",
    "version": 1,
    "name": "Hunger",
    "description": "Goes further with each capture.",
    "primitives": [{"kind": "on-capture", "primitives": [{"kind": "modify-movement-range", "delta": 1}]}],
}
#: How many legal moves are kept, so that logs stay small.
MOST_LEGAL = 3


def pruned(data: Any) -> Any:
    """A message or state without what makes logs long and tells the tests nothing."""
    if isinstance(data, list):
        return [pruned(item) for item in data]
    if not isinstance(data, dict):
        return data
    kept = {key: pruned(value) for key, value in data.items() if key not in ("drawing", "document")}
    if "legal" in kept and isinstance(kept["legal"], list):
        kept["legal"] = kept["legal"][:MOST_LEGAL]
    return kept


class Window:
    """One viewer on a socket, who notes all that is heard."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.heard: list[Json] = []
        self._count = 0

    def __enter__(self) -> Window:
        self._connection = connect(self.address, max_size=None)
        self._line: ClientConnection = self._connection.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._connection.__exit__(None, None, None)

    def ask(self, kind: str, is_noted: bool = True, **fields: Any) -> Json:
        """Say something, and return the direct answer."""
        self._count += 1
        name = f"{self._count}"
        self._line.send(json.dumps({"type": kind, "id": name, **fields}))
        while True:
            message: Json = json.loads(self._line.recv(timeout=10))
            is_answer = message.get("re") == name
            if is_noted or not is_answer:
                self.heard.append(message)
            if is_answer:
                return message

    def listen(self) -> None:
        """Note what comes without being asked for."""
        try:
            while True:
                self.heard.append(json.loads(self._line.recv(timeout=LISTENING)))
        except (TimeoutError, ConnectionClosed):
            return


class Recording:
    """A room with its windows, and what each heard up to now."""

    def __init__(self, address: str, viewers: tuple[str, ...], request: Json) -> None:
        self.windows = {viewer: Window(address).__enter__() for viewer in viewers}
        first, *others = viewers
        made = self.windows[first].ask("room.create", **request)
        self.code = made["state"]["roomCode"]
        for viewer in others:
            watching: Json = {"as": "spectator"} if viewer == "watcher" else {}
            self.windows[viewer].ask("room.join", roomCode=self.code, **watching)
        self.steps: list[Json] = []
        self._note("start")

    def step(self, viewer: str, kind: str, **fields: Any) -> Json:
        """Let a viewer say something; everybody hears what comes of it, and asks for the state."""
        answer = self.windows[viewer].ask(kind, roomCode=self.code, **fields)
        self._note(f"{viewer} {kind}")
        return answer

    def play(self, *moves: str) -> None:
        """Play moves for whoever's turn it is."""
        for move in moves:
            state = next(iter(self.steps[-1]["viewers"].values()))["state"]
            viewer = state["turn"] if state["turn"] in self.windows else next(iter(self.windows))
            answer = self.step(viewer, "move.play", move=move, ply=state["ply"])
            assert answer["type"] == "move.played", answer

    def _note(self, name: str) -> None:
        viewers = {}
        for viewer, window in self.windows.items():
            window.listen()
            state = window.ask("room.sync", is_noted=False, roomCode=self.code)["state"]
            viewers[viewer] = pruned({"heard": window.heard, "state": state})
            window.heard = []
        self.steps.append({"step": name, "viewers": viewers})

    def finish(self, name: str) -> None:
        """Write the log."""
        for window in self.windows.values():
            window.__exit__()
        lines = ",\n".join(json.dumps(step, ensure_ascii=False, separators=(",", ":")) for step in self.steps)
        (FOLDER / f"{name}.json").write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        print(f"{name}: {len(self.steps)} steps, {len(lines)} characters")


def record_duel(address: str) -> None:
    """Two players and one who watches: rules by consent, take-back, draw, resignation, rematch."""
    clock = {"initial": 600, "increment": 5}
    request = {"variant": "los-alamos", "mode": "multiplayer", "side": "white", "clock": clock}
    duel = Recording(address, ("white", "black", "watcher"), request)
    duel.play("d3", "d4")
    candidate = [{"id": "piece-hp"}, {"id": "poisoned-squares", "turnsRemaining": 3}]
    duel.step("white", "presets.propose", candidate=candidate)
    duel.step("black", "presets.consent", decision="approve")
    duel.play("c3", "dxc3", "e3")
    duel.step("black", "modifier-profile.propose", candidate=["aggressive-pack-v1"])
    duel.step("white", "modifier-profile.consent", decision="reject")
    duel.step("black", "presets.propose", candidate=[{"id": "piece-hp"}])
    duel.step("black", "presets.withdraw")
    duel.play("a4")
    duel.step("white", "takeback.propose", plies=1)
    duel.step("black", "takeback.consent", decision="reject")
    duel.step("white", "takeback.propose", plies=2)
    duel.step("black", "takeback.consent", decision="approve")
    duel.step("white", "game.offer-draw")
    duel.step("black", "game.answer-draw", accept=False)
    duel.step("black", "game.resign")
    duel.step("white", "game.rematch")
    duel.finish("duel")


def record_solo(address: str) -> None:
    """One player for both sides: counters, refusals, profiles and a modifier of one's own."""
    solo = Recording(address, ("me",), {"variant": "three-check", "mode": "solo"})
    solo.play("e4", "f6", "Qh5+")
    solo.step("me", "move.play", move="a6", ply=3)
    solo.step("me", "custom-modifier.register", descriptor=HUNGER)
    solo.step("me", "modifier-profile.update", candidate=["aggressive-pack-v1"])
    solo.play("g6")
    solo.step("me", "preset-config.update", preset="piece-hp", config={"hp": 3})
    solo.step("me", "takeback.propose", plies=2)
    solo.finish("solo")


def main() -> None:
    """Record all logs at a server of our own."""
    words = [sys.executable, "-m", "rete_chess", "serve", "--port=0", "--store=:memory:", "--log-level=error"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[-1]
        FOLDER.mkdir(parents=True, exist_ok=True)
        try:
            record_duel(f"ws{address.removeprefix('http')}/ws")
            record_solo(f"ws{address.removeprefix('http')}/ws")
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
