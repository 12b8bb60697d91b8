"""A server that is killed again and again while people play: nothing that was told may be lost or done twice.

Players go on through all of it with one client each. What any of them ever heard is held against the logs in
the end: the same broadcast under the same number, every move answered by one entry. What became of every
consent is read in the store itself, where each proposal is named: it came into force once, or was refused to
its proposer, as when the game was over, or it waits.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.request import urlopen

from rete_chess.bench.server.serving import Serving
from rete_chess.bench.server.tables import PATIENCE, Table, set_tables
from rete_chess.client import RefusedError, Room
from rete_chess.server.room import Entry
from rete_chess.server.room.state import PRESETS
from rete_chess.server.store import open_store
from rete_chess.server.wire import game_messages as game

#: The longest time before the next kill, in seconds, from the moment on at which somebody plays again.
LONGEST: Final = 0.8
#: What is said of a broadcast besides its number; two that differ in it are not the same.
_SIGNS: Final = ("type", "ply", "move", "digest", "plies", "proposalId", "why")
#: What the server is told: proposals wait until their players are back.
SETTINGS: Final[dict[str, Any]] = {"consent-seconds": 3_600}
#: What is played: nothing whose rules come into force by themselves.
MIX: Final = ("chess", "chess+piece-hp", "atomic", "three-check")
#: What players propose to each other, one after the other.
_PRESETS: Final = ("explosive-rook", "piece-hp")

Json = dict[str, Any]


@dataclass
class Ledger:
    """All that players were told, by room and number, and what they did."""

    heard: dict[tuple[str, int], Json] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)
    consents: set[tuple[str, str]] = field(default_factory=set)  # rooms and proposals, answered
    played: dict[str, Counter[str]] = field(default_factory=dict)  # digests of the moves of a room, answered
    findings: list[str] = field(default_factory=list)
    lively: set[str] = field(default_factory=set)  # the rooms in which something was told lately

    def tap(self, who: str, raw: bytes) -> None:
        """Note every broadcast of a server, also those that were missed and told again."""
        if who == "server":
            said = json.loads(raw)
            for body in (said, *said.get("missed", ())):
                if "seq" in body:
                    self._hear(body)

    def _hear(self, body: Json) -> None:
        room = body.get("from") if body["type"] == "room.moved" else body["roomCode"]
        self.lively.add(str(room))
        found = _signs(body)
        known = self.heard.setdefault((str(room), body["seq"]), found)
        if known != found:
            self.findings.append(f"{room}: {body['seq']} was told as {known} and as {found}")

    def audit(self, room: str, log: Sequence[Json], entries: Sequence[Entry]) -> None:
        """Hold what was heard of a room against its log, and against what its store knows besides."""
        stored = {body["seq"]: _signs(body) for body in log}
        if sorted(stored) != list(range(1, len(log) + 1)):
            self.findings.append(f"{room}: the numbers of the log have gaps or come twice")
        for (code, seq), body in self.heard.items():
            if code == room and stored.get(seq) != body:
                self.findings.append(f"{room}: {seq} was told as {body} and is stored as {stored.get(seq)}")
        self._audit_moves(room, log)
        self._audit_consents(room, entries)

    def _audit_moves(self, room: str, log: Sequence[Json]) -> None:
        """Every move that was answered is there, and none more often than it was played."""
        entries = Counter(f"{body['ply']} {body['move']} {body['digest']}" for body in log if _is_move(body))
        answered = self.played.get(room, Counter())
        self.findings += [f"{room}: {move} is lost" for move in answered - entries]
        self.findings += [f"{room}: {move} was played twice" for move in entries - answered]

    def _audit_consents(self, room: str, entries: Sequence[Entry]) -> None:
        """Every consent that was answered had one end or still waits, and no rules came without a consent."""
        fates = fates_of(entries)
        given = {proposal for code, proposal in self.consents if code == room}
        for proposal in sorted(given | fates.keys()):
            fate = fates.get(proposal, [])
            is_whole = len(fate) == 2 and fate[0] == "approved" and fate[1] in _ENDS
            if not is_whole or proposal not in given:
                told = " and ".join(fate) or "lost"
                self.findings.append(f"{room}: the consent to {proposal} is {told}")
        for fate in fates.values():
            self.done[f"consents {fate[-1]}"] += 1


#: What becomes of presets that were agreed to.
_ENDS: Final = ("in force", "refused", "forgotten", "waiting")


def fates_of(entries: Sequence[Entry]) -> dict[str, list[str]]:
    """What became of presets that were agreed to, by proposal: all that a log says of each, in order."""
    fates: dict[str, list[str]] = {}
    proposed = waiting = ""
    for entry in entries:
        about = entry.data.get("topic")
        if entry.kind == "proposed" and about == PRESETS:
            proposed = entry.data["proposal"]["id"]
        elif entry.kind == "approved" and about == PRESETS:
            if waiting:
                fates[waiting].append("forgotten")  # the last that was approved wins
            waiting = proposed
            fates.setdefault(waiting, []).append("approved")
        elif entry.kind == "presets":
            fates.setdefault(waiting or "nothing", []).append("in force")
            waiting = ""
        elif entry.kind in _GONE and about == PRESETS:
            fates.setdefault(waiting or "nothing", []).append(_GONE[entry.kind])
            waiting = ""
    if waiting:
        fates[waiting].append("waiting")
    return fates


_GONE: Final = {"dropped": "refused", "forgotten": "forgotten"}


def _signs(body: Json) -> Json:
    return {key: body[key] for key in _SIGNS if key in body}


def _is_move(body: Json) -> bool:
    return bool(body["type"] == "move.played")


class Players:
    """Those at one table: they play, change rules and take moves back, whatever happens to the server."""

    def __init__(self, table: Table, ledger: Ledger, seed: int) -> None:
        self.table = table
        self.rooms = [table.players["white"].code]
        self._ledger = ledger
        self._chance = Random(seed)
        self.is_over = False
        self._changed = 1  # the ply at which rules last came into force

    async def live(self) -> None:
        """Do one thing after the other, until it is enough."""
        deeds: list[Callable[[], Coroutine[Any, Any, None]]] = [self._move] * 8
        deeds += [self._change_rules, self._take_back]
        while not self.is_over:
            await self._chance.choice(deeds)()

    @property
    def _both(self) -> tuple[Room, Room]:
        """The player to move, and the other."""
        white, black = self.table.players["white"], self.table.players["black"]
        return (white, black) if white.state["turn"] == "white" else (black, white)

    async def _move(self) -> None:
        mover, other = self._both
        if mover.result is not None:
            self.note_returns()
            await self.table.again()
            self._changed = 1
            self.rooms.append(self.table.players["white"].code)
            return
        await mover.turn()
        move, ply = self._chance.choice(mover.legal)["move"], mover.state["ply"]
        answer = await mover.play(move)
        assert isinstance(answer, game.MovePlayed)
        told = self._ledger.played.setdefault(mover.code, Counter())
        told[f"{answer.ply} {answer.move} {answer.digest}"] += 1
        self._ledger.done["moves"] += 1
        await other.until(lambda state: state["ply"] > ply)

    def note_returns(self) -> None:
        """Count how often the players had to come back."""
        self._ledger.done["returns"] += sum(player.returns for player in self.table.players.values())

    async def _change_rules(self) -> None:
        """One proposes a preset more or less, the other agrees, and a move brings it into force."""
        mover, other = self._both
        if mover.result is not None or "presets" in mover.state.get("pending", {}):
            return
        name = self._chance.choice(_PRESETS)
        ids = [found["id"] for found in mover.state["presets"]]
        wanted = [found for found in ids if found != name] if name in ids else [*ids, name]
        try:
            await mover.presets.propose([{"id": found} for found in wanted])
        except RefusedError:
            return  # these do not go together
        await other.until(lambda state: "presets" in state.get("proposal", {}))
        proposal = other.state["proposal"]["presets"]["proposalId"]
        await other.presets.consent("approve", proposal)
        self._ledger.consents.add((mover.code, proposal))
        self._ledger.done["consents"] += 1
        await self._move()
        for player in (mover, other):
            await player.until(lambda state: "presets" not in state.get("pending", {}))
        self._changed = mover.state["ply"]

    async def _take_back(self) -> None:
        mover, other = self._both
        if mover.state["ply"] <= self._changed or mover.result is not None:
            return  # rules that came into force would come into force again
        ply = mover.state["ply"]
        await mover.takeback.propose(1)
        await other.until(lambda state: "takeback" in state.get("proposal", {}))
        await other.takeback.consent("approve")
        self._ledger.done["take-backs"] += 1
        await asyncio.gather(*(player.until(lambda state: state["ply"] < ply) for player in (mover, other)))


async def kill_often(serving: Serving, kills: int, rooms: int, seed: int, mix: Sequence[str]) -> Json:
    """Kill a server so often, at moments drawn by lot, and say what was found afterwards."""
    ledger, chance, began = Ledger(), Random(seed), time.monotonic()
    tables = await set_tables(serving.address, rooms, mix, tap=ledger.tap, patience=900.0, longest_wait=0.2)
    players = [Players(table, ledger, seed + number) for number, table in enumerate(tables)]
    living = [asyncio.create_task(found.live()) for found in players]
    for _ in range(kills):
        await _revive(ledger, chance.randint(1, rooms))
        await asyncio.sleep(chance.uniform(0, LONGEST))
        await asyncio.to_thread(serving.kill)
        await asyncio.to_thread(serving.start)
    await finish(serving, players, living, ledger)
    return {
        "kills": kills,
        "rooms": rooms,
        "seconds": round(time.monotonic() - began, 1),
        **{key: ledger.done[key] for key in ("moves", "consents", "take-backs", "returns")},
        "fates": {key: ledger.done[f"consents {key}"] for key in _ENDS},
        "broadcasts": len(ledger.heard),
        "errors": len(ledger.findings),
        "told": ledger.findings[:20],
    }


async def _revive(ledger: Ledger, rooms: int) -> None:
    """Wait until people play again in so many rooms, or for long enough."""
    ledger.lively.clear()
    until = time.monotonic() + PATIENCE
    while len(ledger.lively) < rooms and time.monotonic() < until:
        await asyncio.sleep(0.01)


async def finish(
    serving: Serving, players: Sequence[Players], living: Sequence[asyncio.Task[None]], ledger: Ledger
) -> None:
    """Let everybody come to rest, and look what came of all they did."""
    for found in players:
        found.is_over = True
    for found, task in zip(players, living):
        await _audited(serving, found, task, ledger)


async def _audited(serving: Serving, found: Players, living: asyncio.Task[None], ledger: Ledger) -> None:
    """Let players come to rest, and hold what they heard against the logs of their rooms."""
    try:
        await asyncio.wait_for(living, PATIENCE)
        found.note_returns()
        for code in found.rooms:
            log = await asyncio.to_thread(_log, serving.address, code)
            ledger.audit(code, log, await asyncio.to_thread(_entries, serving.store, code))
    except Exception as error:
        ledger.findings.append(f"{found.rooms[-1]}: {type(error).__name__}: {error}")
    await found.table.close()


def _log(address: str, code: str) -> list[Json]:
    with urlopen(f"{address}/api/rooms/{code}/log", timeout=PATIENCE) as answer:
        found: list[Json] = json.load(answer)["log"]
        return found


def _entries(place: str, code: str) -> list[Entry]:
    """All entries of a room, as the store has them."""
    store = open_store(place)
    try:
        return store.log(code)
    finally:
        store.close()
