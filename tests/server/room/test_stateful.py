"""A room under all that two players, a spectator, time and restarts can do to it, in any order.

    ROOM_STEPS=10000 pytest tests/server/room/test_stateful.py --hypothesis-profile=hunt

What must hold: rules change only by the word of both; what is refused changes nothing; broadcasts have no
gap; who comes back knows what somebody knows who never left; the log makes the room again; a stale timer
does nothing; every message is as the schema has it (`Hall` looks at each).
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rete_chess.server.room import Room
from rete_chess.server.room.game import other
from tests.server.hall import Hall, Json, stored
from tests.server.room.test_consent import MEEK, OWN
from tests.server.room.test_rooms import WARD

STEPS = 40
EXAMPLES = max(60, int(os.environ.get("ROOM_STEPS", "0")) // STEPS)

TOPICS = ("modifier-profile", "presets")
KEYS = {"modifier-profile": "profiles", "presets": "presets"}
CANDIDATES: dict[str, list[Any]] = {
    "modifier-profile": [["iron-knights"], [], [MEEK], [OWN], ["wild-queens", "iron-knights"], ["nobody"]],
    "presets": [
        [{"id": "piece-hp"}],
        [],
        [{"id": "piece-hp", "config": {"hp": 3}}, {"id": "king-heals"}],
        [{"id": "double-move", "scope": "white"}],
        [{"id": "truce", "turnsRemaining": 3}],
        [{"id": "king-heals"}],
    ],
}
players = st.sampled_from(["white", "black"])
topics = st.sampled_from(TOPICS)
numbers = st.integers(0, 5)
decisions = st.sampled_from(["approve", "approve", "approve", "reject"])
rarely = st.sampled_from([False, False, False, True])


class Knowledge:
    """What somebody knows who takes in a state once and broadcasts from then on."""

    def __init__(self, state: Json) -> None:
        self.seq = state["seq"]
        self.known: Json = {}
        self._take(state)

    def _take(self, state: Json) -> None:
        keys = ("fen", "digest", "ply", "turn", "check", "presets", "profiles", "result", "drawOffer")
        self.known = {key: state.get(key) for key in keys}
        self.known["seats"] = state["seats"]
        self.known["modifiers"] = [found["id"] for found in state["customModifiers"]]

    def hear(self, message: Json) -> None:
        """Take a broadcast in."""
        assert message["seq"] == self.seq + 1
        self.seq = message["seq"]
        kind = message["type"]
        if kind == "takeback.done":
            self._take(message["state"])
        elif kind == "room.presence":
            self.known["seats"] = {side: message[side] for side in ("white", "black")}
        elif kind == "custom-modifier.registered":
            self.known["modifiers"] = [*self.known["modifiers"], message["descriptor"]["id"]]
        elif kind == "game.updated":
            self.known |= {"result": message.get("result"), "drawOffer": message.get("drawOffer")}
        elif kind == "move.played" or kind.endswith(".updated"):
            keys = ("fen", "digest", "turn", "check", "ply", "presets", "profiles")
            self.known |= {key: message[key] for key in keys if key in message}
            self.known["result"] = message.get("result")

    def demand_equal(self, other: Knowledge) -> None:
        assert self.seq == other.seq
        for key, value in self.known.items():
            if key != "presets":  # their durations run down without a word
                assert value == other.known[key], key
        assert _ids(self.known["presets"]) == _ids(other.known["presets"])


def _ids(presets: list[Json]) -> list[Any]:
    """Presets without their durations."""
    return [(found["id"], found["scope"], found.get("config")) for found in presets]


class RoomUnderStress(RuleBasedStateMachine):
    """Two players on sockets that break, a spectator that stays, and a model of what both agreed to."""

    @initialize(has_clock=st.booleans())
    def begin(self, has_clock: bool) -> None:
        self.hall = Hall(clock={"initial": 300, "increment": 5} if has_clock else None).seat()
        self.sockets = {"white": "white", "black": "black"}
        self.away: dict[str, Knowledge] = {}
        self.counter = 0
        self.last: dict[str, Json] = {}  # the last message with an id, by side
        joined, presence = self.hall.say("ghost", "room.join")
        self.ghost = Knowledge(joined["state"])
        self.ghost.hear(presence)
        self.hall.heard.clear()
        self.minds = {side: Knowledge(self.hall.sync(side)) for side in ("white", "black")}
        self.in_force = self._rules()
        self.agreed: dict[str, Any] = {}
        self.before: list[tuple[Any, Any]] = []
        self._listen()

    # -- the model -----------------------------------------------------------------------------

    def _rules(self) -> dict[str, Any]:
        game = self.hall.room.state.game
        return {"modifier-profile": game.profiles, "presets": _ids(game.requests)}

    def _listen(self) -> None:
        """Let everybody take in what they heard."""
        self._take_in(self.ghost, self.hall.hear("ghost"))
        for side, socket in self.sockets.items():
            self._take_in(self.minds[side], self.hall.hear(socket))

    def _take_in(self, mind: Knowledge, messages: list[Json]) -> None:
        for message in messages:
            if "seq" in message:
                mind.hear(message)

    def _say(self, side: str, type_: str, **fields: Any) -> list[Json]:
        """Let a player say something; a refusal must have changed nothing."""
        self.hall.pass_time(0)
        self._listen()
        self.counter += 1
        if self.counter % 3:
            fields["id"] = f"{self.counter}"
            self.last[side] = {"type": type_, **fields}
        before = self.hall.room.state.fingerprint()
        answer = self.hall.say(self.sockets[side], type_, **fields)
        if self._is_refused(answer):
            self._demand_nothing(before, answer)
        self._take_in(self.minds[side], answer)
        self._listen()
        return answer

    def _demand_nothing(self, before: str, answer: list[Json]) -> None:
        """A refusal goes to its sender alone, and nothing has changed."""
        assert self.hall.room.state.fingerprint() == before
        assert [send.sockets for send in self.hall.last.sends] == [self.hall.last.sends[0].sockets] * len(
            answer
        )
        assert [message["type"] for message in answer[1:]] in ([], ["room.state"])

    def _is_refused(self, answer: list[Json]) -> bool:
        return bool(answer) and answer[0]["type"] == "nack" and not self.hall.last.entries

    def _open(self, *topics: str) -> list[str]:
        """The topics with a proposal that waits."""
        return [topic for topic in topics if self._proposal(topic) is not None]

    def _proposal(self, topic: str) -> Any:
        return self.hall.room.state.topics[topic].open

    # -- playing -------------------------------------------------------------------------------

    def _is_there(self, side: str) -> bool:
        return side not in self.away

    @rule(choice=st.integers(0, 400))
    def play(self, choice: int) -> None:
        game = self.hall.room.state.game
        legal = game.legal
        side = game.turn
        if not legal or not self._is_there(side):
            return
        before, agreed = self.in_force, dict(self.agreed)
        answer = self._say(side, "move.play", move=legal[choice % len(legal)]["move"], ply=game.ply)
        if self._is_refused(answer):
            return
        self.before.append((before, agreed))
        now = self._rules()
        for topic in TOPICS:
            allowed = [before[topic]] + ([agreed[topic]] if topic in agreed else [])
            ended = topic == "presets" and [use for use in before[topic] if use[0] != "truce"] == now[topic]
            assert now[topic] in allowed or ended, "rules changed without the word of both"
        self.in_force = now
        if self.hall.room.state.game.turn != side or self.hall.room.state.game.is_over:
            self.agreed = {}

    @rule(choices=st.lists(st.integers(0, 400), min_size=2, max_size=4))
    def play_on(self, choices: list[int]) -> None:
        for choice in choices:
            self.play(choice)

    @rule(side=players, move=st.sampled_from(["e2e4", "e4", "Nf6", "e7e5", "hello"]), ply=st.integers(0, 6))
    def play_anything(self, side: str, move: str, ply: int) -> None:
        state = self.hall.room.state
        if not self._is_there(side) or (ply == state.game.ply and state.game.turn == side):
            return
        assert self._is_refused(self._say(side, "move.play", move=move, ply=ply)) or state.game.is_over

    @rule(side=players)
    def repeat(self, side: str) -> None:
        """The same message again is acted on once, whether or not it was answered."""
        if side in self.last and self._is_there(side):
            before, known = self.hall.room.state.fingerprint(), self.hall.room.state.answered
            message = self.last[side]
            if message["id"] not in known.get(side, {}):
                return
            self.hall.pass_time(0)
            before = self.hall.room.state.fingerprint()
            self.hall.say(
                self.sockets[side], message["type"], **{k: v for k, v in message.items() if k != "type"}
            )
            assert self.hall.last.entries == []
            assert self.hall.room.state.fingerprint() == before
            self._listen()

    # -- rules ---------------------------------------------------------------------------------

    @rule(side=players, topic=topics, number=numbers)
    def propose(self, side: str, topic: str, number: int) -> None:
        if self._is_there(side):
            candidates = CANDIDATES[topic]
            self._say(side, f"{topic}.propose", candidate=candidates[number % len(candidates)])

    @rule(side=players, hp=st.integers(1, 4))
    def configure(self, side: str, hp: int) -> None:
        if self._is_there(side):
            self._say(side, "preset-config.update", preset="piece-hp", config={"hp": hp})

    @rule(side=players, topic=topics, number=numbers)
    def update(self, side: str, topic: str, number: int) -> None:
        if self._is_there(side):
            assert self._is_refused(self._say(side, f"{topic}.update", candidate=CANDIDATES[topic][number]))

    @precondition(lambda self: self._open(*TOPICS))
    @rule(choice=numbers, decision=decisions, named=st.booleans(), is_own=rarely)
    def consent(self, choice: int, decision: str, named: bool, is_own: bool) -> None:
        topics = self._open(*TOPICS)
        topic = topics[choice % len(topics)]
        proposal = self._proposal(topic)
        side = proposal.by if is_own else other(proposal.by)
        if not self._is_there(side) or proposal.expires_at <= self.hall.now:
            return
        asked = {"proposalId": proposal.id} if named else {}
        answer = self._say(side, f"{topic}.consent", decision=decision, **asked)
        if self._is_refused(answer):
            assert is_own or not named or decision == "approve"
            return
        assert not is_own
        if decision == "approve":
            candidate = proposal.candidate
            self.agreed[topic] = _ids(candidate) if topic == "presets" else candidate

    @rule(topic=topics, number=numbers, choice=st.integers(0, 400))
    def agree_and_play(self, topic: str, number: int, choice: int) -> None:
        """What two friends do: one proposes, the other approves, and they play on."""
        self.propose("white", topic, number)
        if self._open(topic):
            self.consent(TOPICS.index(topic) if len(self._open(*TOPICS)) > 1 else 0, "approve", True, False)
        self.play(choice)

    @rule(side=players, topic=topics, old=st.integers(1, 9))
    def consent_to_something_old(self, side: str, topic: str, old: int) -> None:
        proposal = self._proposal(topic)
        if self._is_there(side) and (proposal is None or proposal.id != f"p{old}"):
            answer = self._say(side, f"{topic}.consent", decision="approve", proposalId=f"p{old}")
            assert self._is_refused(answer)

    @precondition(lambda self: self._open(*TOPICS))
    @rule(side=players, topic=topics)
    def withdraw(self, side: str, topic: str) -> None:
        proposal = self._proposal(topic)
        if self._is_there(side):
            answer = self._say(side, f"{topic}.withdraw")
            assert self._is_refused(answer) or (proposal is not None and proposal.by == side)

    @rule(side=players, number=st.integers(1, 3))
    def register(self, side: str, number: int) -> None:
        if self._is_there(side):
            self._say(side, "custom-modifier.register", descriptor={**WARD, "id": f"ward-v{number}"})

    # -- words ---------------------------------------------------------------------------------

    @precondition(lambda self: self.hall.room.state.game.ply)
    @rule(side=players, plies=st.integers(1, 3))
    def ask_back(self, side: str, plies: int) -> None:
        if self._is_there(side):
            self._say(side, "takeback.propose", plies=plies)

    @precondition(lambda self: self._open("takeback"))
    @rule(decision=decisions, named=st.booleans(), is_own=rarely)
    def go_back(self, decision: str, named: bool, is_own: bool) -> None:
        proposal = self._proposal("takeback")
        side = proposal.by if is_own else other(proposal.by)
        if not self._is_there(side) or proposal.expires_at <= self.hall.now:
            return
        asked = {"proposalId": proposal.id} if named else {}
        answer = self._say(side, "takeback.consent", decision=decision, **asked)
        if decision == "approve" and not self._is_refused(answer):
            assert not is_own
            in_force, agreed = self.before[-proposal.candidate]
            self.in_force, self.agreed = in_force, dict(agreed)
            del self.before[-proposal.candidate :]
            assert self._rules() == in_force

    @precondition(lambda self: self.hall.room.state.game.ply)
    @rule(plies=st.integers(1, 3))
    def go_back_together(self, plies: int) -> None:
        self.ask_back("white", plies)
        if self._open("takeback"):
            self.go_back("approve", True, False)

    @rule(side=players, accept=st.booleans(), is_offer=st.booleans())
    def draw(self, side: str, accept: bool, is_offer: bool) -> None:
        if not self._is_there(side):
            return
        if is_offer:
            if self.hall.room.state.draw_offer is None:
                self._say(side, "game.offer-draw")
        else:
            self._say(side, "game.answer-draw", accept=accept and self.counter % 4 == 0)

    @rule(side=players, word=st.sampled_from(["game.claim-draw", "game.resign", "game.rematch"]))
    def end(self, side: str, word: str) -> None:
        if self._is_there(side) and (word != "game.resign" or self.counter > 12):
            self._say(side, word)

    @rule(side=st.sampled_from(["white", "black", "ghost"]), number=numbers)
    def ask(self, side: str, number: int) -> None:
        """Questions change nothing."""
        socket = self.sockets.get(side, side)
        if side in self.away:
            return
        self.hall.pass_time(0)
        self._listen()
        before = self.hall.room.state.fingerprint()
        questions: list[Json] = [
            {"type": "room.sync"},
            {"type": "move.explain", "move": "e2e4"},
            {"type": "move.trace", "ply": number + 1},
            {"type": "piece.inspect", "square": f"e{number + 1}"},
        ]
        self.hall.say(socket, **questions[number % len(questions)])
        assert self.hall.last.entries == []
        assert self.hall.room.state.fingerprint() == before

    @rule(word=st.sampled_from(["game.resign", "game.offer-draw", "presets.withdraw", "game.rematch"]))
    def watch_and_act(self, word: str) -> None:
        """A spectator never acts."""
        self.hall.pass_time(0)
        self._listen()
        assert self.hall.say("ghost", word)[0]["code"] == "E_SEAT"
        assert self.hall.last.entries == []

    # -- lines, time, restarts -----------------------------------------------------------------

    @rule(side=players)
    def lose_the_line(self, side: str) -> None:
        if self._is_there(side):
            self._listen()
            self.away[side] = self.minds[side]
            self.hall.leave(self.sockets[side])
            self._listen()

    @rule(side=players, has_heard=st.booleans())
    def come_back(self, side: str, has_heard: bool) -> None:
        """Also on another socket while the old one is still there."""
        self.hall.pass_time(0)
        self._listen()
        mind = self.away.pop(side, self.minds[side])
        self.counter += 1
        socket = f"{side} {self.counter}"
        token = self.hall.tokens[side]
        since = {"since": mind.seq} if has_heard else {}
        joined, *more = self.hall.say(socket, "room.join", token=token, **since)
        self.hall.hear(self.sockets[side])
        self.sockets[side] = socket
        fresh = Knowledge(joined["state"])
        if "missed" in joined:
            for message in joined["missed"]:
                mind.hear(message)
            mind.known["seats"] = fresh.known["seats"]  # the state knows already who has come
            mind.demand_equal(fresh)
        self.minds[side] = fresh
        self._take_in(fresh, more)
        self._listen()
        fresh.demand_equal(self.ghost)

    @rule(milliseconds=st.sampled_from([0, 1, 999, 20_000, 60_000]))
    def let_time_pass(self, milliseconds: int) -> None:
        deadline = self.hall.room.deadline
        before = self.hall.room.state.fingerprint()
        self.hall.pass_time(milliseconds)
        if deadline is None or deadline > self.hall.now:
            assert self.hall.last.entries == [], "a stale timer did something"
            assert self.hall.room.state.fingerprint() == before
        self._listen()

    @rule(by_snapshot=st.booleans(), cut=st.integers(0, 12))
    def restart(self, by_snapshot: bool, cut: int) -> None:
        """The server is killed and comes back; sockets are new, and everybody comes back."""
        room = self._made_again(by_snapshot, cut)
        assert room.state.fingerprint() == self.hall.room.state.fingerprint()
        self.hall.room = room
        self._listen()
        for side in ("white", "black"):
            self.away.setdefault(side, self.minds[side])
        self.hall.take(room.wake(self.hall.now))
        joined, *more = self.hall.say("ghost", "room.join", since=self.ghost.seq)
        for message in joined["missed"]:
            self.ghost.hear(message)
        self._take_in(self.ghost, more)

    def _made_again(self, by_snapshot: bool, cut: int) -> Room:
        if not by_snapshot:
            return self.hall.again()
        # A snapshot of an earlier time, and all that came after.
        early = Room.restored(
            None, map(stored, self.hall.entries[: max(1, len(self.hall.entries) - cut)]), self.hall.chance
        )
        return self.hall.again(snapshot=early.snapshot())

    # -- always --------------------------------------------------------------------------------

    @precondition(lambda self: hasattr(self, "ghost"))
    @invariant()
    def everybody_there_knows_the_same(self) -> None:
        self._listen()
        for side, mind in self.minds.items():
            if side not in self.away:
                mind.demand_equal(self.ghost)
        truth = Knowledge(self.hall.sync("ghost"))
        truth.demand_equal(self.ghost)

    def teardown(self) -> None:
        if hasattr(self, "hall"):
            assert self.hall.again().state.fingerprint() == self.hall.room.state.fingerprint()
            numbers = [entry.number for entry in self.hall.entries]
            assert numbers == list(range(1, len(numbers) + 1))


TestRoomUnderStress = RoomUnderStress.TestCase
TestRoomUnderStress.settings = settings(max_examples=EXAMPLES, stateful_step_count=STEPS)
