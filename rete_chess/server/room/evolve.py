"""How each kind of entry changes the state of a room. Playing and replaying both go through here.

A change either happens whole, or an error says why it cannot be and nothing has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from rete_chess.compiler import catalog
from rete_chess.server.room.clock import Clock
from rete_chess.server.room.entries import Cause, Entry, Heard
from rete_chess.server.room.findings import Played
from rete_chess.server.room.game import Game, other
from rete_chess.server.room.setup import Setup, read_modifier, read_modifiers
from rete_chess.server.room.state import (
    MOST_ANSWERED,
    MOST_RECENT_SIGNS,
    MOST_REPLACED,
    PRESETS,
    PROFILES,
    SIDES,
    TAKEBACK,
    Before,
    Pending,
    Proposal,
    Refusal,
    Seat,
    State,
)
from rete_chess.server.wire.codec import dumped

Json = dict[str, Any]


def create(entry: Entry) -> State:
    """The state of a room that its first entry made."""
    data = entry.data
    setup = Setup.from_json(data["setup"])
    clock = data.get("clock")
    state = State(
        data["code"],
        data["mode"],
        data["private"],
        entry.at,
        setup,
        Game(setup, seed=data["seed"]),
        {side: Seat(data["tokens"].get(side), side == data.get("botSide")) for side in SIDES},
        data.get("bot"),
        None if clock is None else Clock(**clock),
        at=entry.at,
        modifiers=read_modifiers(setup.modifiers),
        player_at=entry.at,
    )
    for side in SIDES:
        if state.seats[side].token is not None:
            _be_there(state.seats[side], data["present"], entry.at)
    if state.is_attended:
        _tell_clock(state, entry.at)
    state.number, state.digest = entry.number, state.game.digest
    return state


def _be_there(seat: Seat, is_connected: bool, at: int) -> None:
    """Note whether the player of a seat is there."""
    if is_connected:
        seat.absent_since, seat.has_come = None, True
    elif seat.is_connected or seat.absent_since is None:
        seat.absent_since = at
    seat.is_connected = is_connected


def apply(state: State, entry: Entry) -> Any:
    """Let an entry change the state, and return what it brought about."""
    answer = _KINDS[entry.kind](state, entry)
    if entry.by is not None:
        state.refusals = [found for found in state.refusals if found.seat != entry.by]
    state.number, state.at = entry.number, entry.at
    if any(seat.is_connected for seat in state.seats.values()):
        state.player_at = entry.at
    return answer


def note(state: State, entry: Entry) -> None:
    """Remember what was said of an entry, to everybody and to the player that it came from."""
    if entry.seq is not None:
        state.seq = entry.seq
        remember(state, entry)
    if entry.cause is not None:
        note_cause(state, entry.cause)


def remember(state: State, entry: Entry) -> None:
    """Keep a broadcast for those who come back."""
    if entry.seq is not None and entry.message is not None:
        seen = {viewer: dumped(told).decode() for viewer, told in entry.seen.items()}
        state.recent.append(Heard(entry.seq, dumped(entry.message).decode(), seen))
        while sum(found.size for found in state.recent) > MOST_RECENT_SIGNS:
            state.recent.popleft()


def note_cause(state: State, cause: Cause) -> None:
    """Remember how a message was answered."""
    answered = state.answered.setdefault(cause.seat, {})
    answered[cause.id] = cause
    while len(answered) > MOST_ANSWERED:
        del answered[next(iter(answered))]


# -- who is there ----------------------------------------------------------------------------------


def _seated(state: State, entry: Entry) -> None:
    seat = state.seats[entry.data["side"]]
    seat.token, seat.claim = entry.data["token"], entry.data.get("claim")


def _settled(state: State, entry: Entry) -> None:
    """The player of a seat was heard, who has its key therefore: nothing else opens it any longer."""
    state.seats[entry.data["side"]].claim = None


def _presence(state: State, entry: Entry) -> None:
    for side in SIDES:
        if state.seats[side].token is not None:
            _be_there(state.seats[side], side in entry.data["present"], entry.at)
    state.spectators = entry.data["spectators"]


def _began(state: State, entry: Entry) -> None:
    """The clock runs from now on."""
    _tell_clock(state, entry.at)


def _woke(state: State, entry: Entry) -> None:
    """Nobody is there after a restart, and time in which nobody could play is given back."""
    if state.clock is not None:
        state.clock = state.clock.delayed(entry.data["lost"])
    _presence(state, replace(entry, data={"present": [], "spectators": 0}))


# -- the game --------------------------------------------------------------------------------------


def _move(state: State, entry: Entry) -> Played:
    before = Before(dict(state.pending), state.clock)
    played = state.game.play(entry.data["move"], state.viewers)
    is_same = bool(state.before) and state.before[-1] == before
    state.before.append(state.before[-1] if is_same else before)
    if played.is_swap:
        state.pending.pop(PROFILES, None)
    if state.draw_offer == other(played.side):
        state.draw_offer = None  # to play on is to decline
    _tell_clock(state, entry.at)
    state.digest = state.game.digest
    state.moves.append(_shown(played.record, state.digest))
    state.seen.append(
        {viewer: _shown(told, state.digest_for(viewer)) for viewer, told in played.seen.items()}
    )
    return played


def _shown(record: Mapping[str, Any], digest: str) -> str:
    """What the list of moves tells of one."""
    shown: Json = {key: record[key] for key in _SHOWN if key in record}
    return dumped({**shown, "digest": digest}).decode()


#: What the state of a room tells of a move; the rest is told when it is played, and when it is asked for.
_SHOWN: Final = (
    *("ply", "move", "from", "to", "drop", "act", "promotion", "tag", "san", "capture", "side"),
    *("fen", "check", "checked", "turn", "presetEffects", "result"),
)


def _tell_clock(state: State, at: int) -> None:
    """Let the time of the side to move run, or nobody's once the game is over."""
    if state.clock is not None:
        over = state.game.is_over
        state.clock = state.clock.held(at) if over else state.clock.turned(state.game.turn, at)


def _draw(state: State, entry: Entry) -> None:
    state.draw_offer = entry.data["offer"]


def _ended(state: State, entry: Entry) -> None:
    how, side = entry.data["how"], entry.data["side"]
    end: dict[str, Callable[[], None]] = {
        "resign": lambda: state.game.resign(side),
        "time-out": lambda: state.game.time_out(side),
        "agreed": lambda: state.game.agree(side),
        "claim": lambda: state.game.claim(),
    }
    end[how]()
    state.draw_offer = None
    state.pending.pop(PROFILES, None)
    _tell_clock(state, entry.at)


def _taken_back(state: State, entry: Entry) -> None:
    """Go back, also to what waited then; the clock of the side to move runs on from there."""
    plies = entry.data["plies"]
    state.game.take_back(plies)
    found = state.before[-plies]
    state.pending = dict(found.pending)
    if found.clock is not None:
        state.clock = replace(found.clock, since=entry.at)
    del state.before[-plies:], state.moves[-plies:], state.seen[-plies:]
    state.draw_offer, state.rematch = None, []
    state.digest = state.game.digest


def _rematch(state: State, entry: Entry) -> None:
    state.rematch = [*state.rematch, entry.data["side"]]


def _moved(state: State, entry: Entry) -> None:
    state.moved_to = entry.data["code"]


# -- rules by consent ------------------------------------------------------------------------------


def _proposed(state: State, entry: Entry) -> None:
    state.topics[entry.data["topic"]].open = Proposal(**entry.data["proposal"])
    state.proposals += 1


def _closed(state: State, entry: Entry) -> None:
    """A proposal is gone: rejected, timed out, withdrawn, replaced, or the game is over."""
    topic = state.topics[entry.data["topic"]]
    topic.open = None
    if entry.data["why"] == "replaced":
        topic.replaced = [*topic.replaced, entry.data["id"]][-MOST_REPLACED:]
        topic.is_ambiguous = True
    elif entry.data["why"] == "rejected" and entry.by is not None:
        topic.is_ambiguous = False  # by the other player's word


def _approved(state: State, entry: Entry) -> None:
    """A proposal is agreed to: rules wait for the turn to end."""
    name = entry.data["topic"]
    topic = state.topics[name]
    assert topic.open is not None
    if name != TAKEBACK:
        _wait(state, name, Pending(topic.open.id, topic.open.by, topic.open.candidate, topic.open.carried))
    topic.open, topic.is_ambiguous = None, False


def _queued(state: State, entry: Entry) -> None:
    """Rules wait for the turn to end, where nobody has to agree."""
    _wait(state, entry.data["topic"], Pending(**entry.data["pending"]))
    state.proposals += 1


def _forgotten(state: State, entry: Entry) -> None:
    """Rules that waited wait no longer."""
    left = {name: found for name, found in state.pending.items() if name != entry.data["topic"]}
    _let_wait(state, left)


def _wait(state: State, name: str, pending: Pending) -> None:
    _let_wait(state, {**state.pending, name: pending})


def _let_wait(state: State, pending: dict[str, Pending]) -> None:
    """Let rules wait, in place of those that did, or refuse them. Profiles alone wait in the game, which puts
    them in force at the head of a turn; beside presets they wait here, as both are put in force together."""
    presets, profiles = pending.get(PRESETS), pending.get(PROFILES)
    if profiles is not None and presets is None:
        if profiles != state.pending.get(PROFILES) or PRESETS in state.pending:
            state.game.queue_profiles(profiles.candidate)
    elif profiles is not None and presets is not None:
        state.game.check_presets(presets.as_they_stand(state.game.requests), profiles.candidate)
        state.game.forget_waiting()
    else:
        state.game.forget_waiting()
    state.pending = pending


def _rules(state: State, entry: Entry) -> None:
    """Presets and profiles that waited come into force together."""
    state.game.set_rules(entry.data["presets"], entry.data["profiles"])
    state.pending = {}
    state.digest = state.game.digest
    _tell_clock(state, entry.at)


def _presets(state: State, entry: Entry) -> None:
    """Presets that waited come into force."""
    state.game.set_presets(entry.data["candidate"])
    state.pending.pop(PRESETS, None)
    state.digest = state.game.digest
    _tell_clock(state, entry.at)


def _dropped(state: State, entry: Entry) -> None:
    """Rules that waited cannot come into force, and their proposer has to hear why."""
    state.pending.pop(entry.data["topic"], None)
    refusal = Refusal(entry.data["seat"], entry.data["nack"])
    state.refusals = [*state.refusals, refusal]


def _updated(state: State, entry: Entry) -> None:
    """Rules changed within a move; its own entry has changed the game."""


def _restarted(state: State, entry: Entry) -> None:
    """A game that has not begun begins with other rules."""
    setup = Setup.from_json({**state.setup.to_json(), **entry.data})
    state.game, state.setup = Game(setup, seed=state.game.seed), setup
    state.digest = state.game.digest


def _registered(state: State, entry: Entry) -> None:
    document = read_modifier(entry.data["descriptor"])
    state.modifiers[catalog.id_of(document)] = document


_KINDS: Final[dict[str, Callable[[State, Entry], Any]]] = {
    "seated": _seated,
    "settled": _settled,
    "presence": _presence,
    "began": _began,
    "woke": _woke,
    "move": _move,
    "draw": _draw,
    "ended": _ended,
    "taken-back": _taken_back,
    "rematch": _rematch,
    "moved": _moved,
    "proposed": _proposed,
    "closed": _closed,
    "approved": _approved,
    "queued": _queued,
    "forgotten": _forgotten,
    "presets": _presets,
    "rules": _rules,
    "dropped": _dropped,
    "updated": _updated,
    "restarted": _restarted,
    "registered": _registered,
}
