"""Two rooms that differ only in what is hidden from one side, and all that this side and spectators hear.

What they hear is compared byte by byte: broadcasts, answers, refusals, what is told to who comes back.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any, Final, NamedTuple

import orjson

from rete_chess.compiler import Program
from rete_chess.core.geometry import COLORS
from rete_chess.engine import Engine
from rete_chess.errors import ReteChessError
from rete_chess.server.room import Entry, Outcome, SeededChance, open_room, views
from rete_chess.server.room.state import NOBODY
from rete_chess.server.wire.codec import decode_client, encode
from rete_chess.server.wire.room_messages import RoomCreate
from rete_chess.testing.laws.sight import (
    NONSENSE,
    change_facts,
    knowledge,
    look_alikes,
    parting,
    play_alike,
    texts_for,
)
from rete_chess.testing.laws.states import LawBroken
from tests.server.hall import CODE, stored

Json = dict[str, Any]

#: Half-moves that are compared in a pair of rooms.
PLIES: Final = 3


class Figures(NamedTuple):
    """How much was compared."""

    rooms: int = 0
    plies: int = 0
    messages: int = 0

    def plus(self, other: Figures) -> Figures:
        """Both together."""
        return Figures(*(one + two for one, two in zip(self, other)))


class Twin:
    """A room with both players and somebody who watches, and all that each of them hears."""

    def __init__(self, variant: Any, presets: list[Json], fen: str, seed: int) -> None:
        self.now = 1_000_000
        self.chance = SeededChance(seed)
        self.entries: list[Entry] = []
        self.heard: dict[str, list[bytes]] = defaultdict(list)
        self.tokens: dict[str, str] = {}
        asked: Json = {"variant": variant, "mode": "multiplayer", "side": "white", "fen": fen}
        raw = orjson.dumps({"type": "room.create", **asked, "presets": presets, "clock": {"initial": 600}})
        message = decode_client(raw)
        assert isinstance(message, RoomCreate)
        self.room, outcome = open_room(message, "white", self.now, CODE, self.chance)
        self._take(outcome)
        self.say("black", "room.join")
        self.say("watcher", "room.join", **{"as": "spectator"})

    @property
    def engine(self) -> Engine:
        return self.room.state.game.match.engine

    def say(self, who: str, type: str, **fields: Any) -> None:  # noqa: A002
        """Let somebody say something."""
        self.now += 1_000
        raw = orjson.dumps({"type": type, "roomCode": CODE, "id": f"m{self.now}", **fields})
        self._take(self.room.receive(who, decode_client(raw), self.now))

    def _take(self, outcome: Outcome) -> None:
        self.entries += [stored(entry) for entry in outcome.entries]
        for send in outcome.sends:
            raw = encode(send.message)
            for socket in map(str, send.sockets):
                self.heard[socket].append(raw)
                self.tokens[socket] = getattr(send.message, "token", None) or self.tokens.get(socket, "")

    def log(self, viewer: str) -> bytes:
        """The log of the room for a viewer."""
        return orjson.dumps(views.log_for(self.room.state, viewer, self.entries))


class Twins:
    """Two rooms in which the same is said, but for the moves of the side that is hidden from the other."""

    def __init__(self, one: Twin, two: Twin, color: int, chance: Random) -> None:
        self.both = (one, two)
        self.side, self.other = COLORS[color], COLORS[color ^ 1]
        self.color, self.chance = color, chance
        self.viewers = [self.side]
        if one.room.state.game.is_hidden_from(NOBODY):
            self.viewers.append("watcher")
        self.messages = 0

    def say(self, who: str, type: str, **fields: Any) -> None:  # noqa: A002
        """Say the same in both."""
        for twin in self.both:
            twin.say(who, type, **fields)
        self.compare(f"{who} says {type} {fields}")

    def compare(self, cause: str) -> None:
        """Demand that the viewers have heard the same in both rooms."""
        one, two = self.both
        for viewer in self.viewers:
            here, there = one.heard[viewer], two.heard[viewer]
            self.messages += len(here)
            if here != there:
                message = f"{viewer} tells two rooms apart when {cause}: {parting(here, there)}"
                raise LawBroken(f"{message}\n  {one.engine.fen()}\n  {two.engine.fen()}")
        for twin in self.both:
            twin.heard.clear()

    def compare_logs(self) -> None:
        """Demand that the viewers read the same logs."""
        one, two = self.both
        for viewer in (self.side, NOBODY)[: len(self.viewers)]:
            if one.log(viewer) != two.log(viewer):
                raise LawBroken(f"the logs differ for {viewer}: {parting(one.log(viewer), two.log(viewer))}")

    @property
    def ply(self) -> int:
        return self.both[0].room.state.game.ply

    # -- what is said --------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask for all that can be asked for."""
        one, chance = self.both[0].engine, self.chance
        names, texts = one.board.book.geometry.names, texts_for(one, chance)
        for who in self.viewers:
            self.say(who, "room.sync")
            for text in (*chance.sample(NONSENSE[1:], 1), *chance.sample(texts, 2)):
                self.say(who, "move.explain", move=text)
            for square in chance.sample(names, 2):
                self.say(who, "piece.inspect", square=square)
            if self.ply:
                self.say(who, "move.trace", ply=chance.randint(1, self.ply))
            self.say(who, "move.trace", ply=self.ply + 1)
        for text in chance.sample(texts, 3):
            if self._is_illegal(text):
                self.say(self.side, "move.play", move=text, ply=self.ply)
        self.say(self.side, "move.play", move="e2e4", ply=self.ply + 1)

    def _is_illegal(self, text: str) -> bool:
        engine = self.both[0].engine
        if COLORS[engine.board.turn] != self.side:
            return True
        try:
            engine.view(self.side).find(text)
        except ReteChessError:
            return True
        return False

    def talk(self) -> None:
        """Say what players say beside their moves."""
        chance, what = self.chance, self.chance.randrange(6)
        if what == 0:
            self.say(self.side, "game.claim-draw")
        elif what == 1:
            self.say(self.other, "game.offer-draw")
            self.say(self.side, "game.answer-draw", accept=False)
        elif what == 2 and self.ply:
            self.say(self.side, "takeback.propose", plies=chance.randint(1, self.ply))
            self.say(self.other, "takeback.consent", decision=chance.choice(("approve", "reject")))
        elif what == 3:
            wanted = [{"id": chance.choice(("piece-hp", "double-move", "no-such-preset"))}]
            self.say(self.side, "presets.propose", candidate=wanted)
            self.say(self.other, "presets.consent", decision=chance.choice(("approve", "reject")))
        elif what == 4:
            square = chance.choice(self.both[0].engine.board.book.geometry.names)
            mods = {square: [{"kind": "hp", "value": 1}]}
            self.say(
                self.side,
                "modifier-profile.propose",
                candidate=[{"id": "gift", "name": "Gift", "pieceInstanceMods": mods}],
            )
            self.say(self.other, "modifier-profile.consent", decision=chance.choice(("approve", "reject")))
        else:
            self.come_back()

    def come_back(self) -> None:
        """Let those who hear come back on new lines, and hear what they missed."""
        seq = self.both[0].room.state.seq
        since = self.chance.randint(0, seq)
        self.say("watcher", "room.join", since=since, **{"as": "spectator"})
        self.say(self.side, "room.join", since=since, token=self.both[0].tokens[self.side])

    def play(self) -> bool:
        """Play a move in both rooms so that nobody who does not see it can tell; False if there is none."""
        one, two = (twin.engine for twin in self.both)
        if one.result is not None or knowledge(one, self.color) != knowledge(two, self.color):
            return False
        ahead = (one.clone(), two.clone())
        who = one.turn
        if not play_alike(*ahead, self.color, self.chance):
            return False
        ply = self.ply
        for twin, engine in zip(self.both, ahead):
            twin.say(who, "move.play", move=str(engine.move_log[-1].move), ply=ply)
        assert self.ply == ply + 1, "the rooms play what the games did"
        if one.result is not None or knowledge(one, self.color) != knowledge(two, self.color):
            return False  # rules that were agreed to have made a difference that is seen
        self.compare(f"{who} has played {ahead[0].move_log[-1].move}, {ahead[1].move_log[-1].move}")
        return True


def demand_alike(program: Program, variant: Any, presets: list[Json], seed: int) -> Figures:
    """Lead two rooms that a side cannot tell apart, and compare all that it hears there."""
    chance = Random(seed)
    color = chance.randrange(2)
    pair = look_alikes(program, chance, color, ("native", "native"))
    if pair is None:
        return Figures()
    made = [Twin(variant, presets, engine.fen(), seed) for engine in pair]
    twins = Twins(made[0], made[1], color, chance)
    change_facts(made[1].engine, chance, color)
    made[1].room.state.game.sights.forget()
    if knowledge(made[0].engine, color) != knowledge(made[1].engine, color):
        return Figures()
    twins.compare("they come in")
    plies = 0
    for _ in range(PLIES):
        twins.ask()
        twins.talk()
        if not twins.play():
            break
        plies += 1
    else:
        twins.come_back()
    twins.compare_logs()
    return Figures(1, plies, twins.messages)
