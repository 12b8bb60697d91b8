"""Other rules in mid-game: candidates read and judged, proposed or queued; settings; custom modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from rete_chess import serial
from rete_chess.compiler import catalog
from rete_chess.errors import BudgetError, DocumentError, Problem, ReteChessError
from rete_chess.registry import unknown_name
from rete_chess.server.room import consent
from rete_chess.server.room.consent import Change
from rete_chess.server.room.findings import Dropped
from rete_chess.server.room.game import Game
from rete_chess.server.room.outcome import RoomError
from rete_chess.server.room.playing import demand_going
from rete_chess.server.room.setup import is_taken, read_modifier, taken
from rete_chess.server.room.state import MULTIPLAYER, PRESETS, PROFILES, Pending
from rete_chess.server.room.summary import summary_of, usage_of
from rete_chess.server.room.transaction import Transaction, unseen
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.parts import listed

Json = dict[str, Any]

#: Custom modifiers that one room may know.
MOST_MODIFIERS: Final = 50


def propose_profiles(tx: Transaction, message: rules.ProfilePropose) -> None:
    """Propose a stack of profiles."""
    _propose(tx, PROFILES, _profiles(tx, message.candidate))


def update_profiles(tx: Transaction, message: rules.ProfileUpdate) -> None:
    """Let a stack of profiles be in force, where nobody else has to agree."""
    _demand_alone(tx)
    _update(tx, PROFILES, _profiles(tx, message.candidate))


def propose_presets(tx: Transaction, message: rules.PresetsPropose) -> None:
    """Propose a set of presets."""
    _propose(tx, PRESETS, _presets(tx, [request.body() for request in message.candidate]))


def update_presets(tx: Transaction, message: rules.PresetsUpdate) -> None:
    """Let a set of presets be in force, where nobody else has to agree."""
    _demand_alone(tx)
    _update(tx, PRESETS, _presets(tx, [request.body() for request in message.candidate]))


def update_config(tx: Transaction, message: rules.ConfigUpdate) -> None:
    """Change settings of one preset: a change of the whole set in short form; the rest goes on as it is."""
    pending = tx.state.pending.get(PRESETS)
    base = tx.state.game.requests if pending is None else pending.candidate
    carried = [request["id"] for request in base] if pending is None else pending.carried
    if all(request["id"] != message.preset for request in base):
        raise unknown_name("preset in force", message.preset, [request["id"] for request in base])
    requests = [
        {**request, "config": {**request.get("config", {}), **message.config}}
        if request["id"] == message.preset
        else request
        for request in base
    ]
    change = replace(_presets(tx, requests), carried=carried)
    if tx.state.mode == MULTIPLAYER and tx.state.is_started:
        _propose(tx, PRESETS, change)
    else:
        _update(tx, PRESETS, change)


def _demand_alone(tx: Transaction) -> None:
    """Refuse a change without consent where there is somebody to ask."""
    if tx.state.mode == MULTIPLAYER and tx.state.is_started:
        raise RoomError("E_CONSENT_NEEDED", "the other player has to agree", hint="propose it")


def _propose(tx: Transaction, name: str, change: Change) -> None:
    """Ask the other player; where there is nobody to ask, the rules wait for the turn to end."""
    if tx.state.mode == MULTIPLAYER:
        demand_going(tx)
        consent.propose(tx, name, change)
    else:
        _update(tx, name, change)


def _update(tx: Transaction, name: str, change: Change) -> None:
    """Let rules wait for the turn to end; a game that waits for its second player begins with them."""
    viewer = tx.player()
    if not tx.state.is_started:
        look = tx.state.look()
        key = "profiles" if name == PROFILES else "presets"
        tx.change("restarted", viewer, **{key: change.candidate})
        tx.answer(consent.MATTERS[name].queued_by.of())
        consent.TELL[name](tx, look)
        return
    demand_going(tx)
    pending = Pending(consent.next_id(tx), viewer, change.candidate, change.carried)
    tx.change("queued", viewer, topic=name, pending=vars(pending))
    tx.answer(consent.MATTERS[name].queued(pending.id))


def approve(tx: Transaction, name: str, decision: str, asked: str | None) -> None:
    """Agree to rules, which wait for the turn to end, or not."""
    proposal = consent.answer(tx, name, decision, asked)
    if proposal is None:
        return
    matter = consent.MATTERS[name]
    tx.change("approved", tx.player(), topic=name)
    tx.say(proposal.by, matter.received(proposal.id))
    assert tx.sender is not None
    if tx.sender.message.id is not None:
        tx.answer(matter.received(proposal.id))


def withdraw(tx: Transaction, name: str) -> None:
    """Take one's proposal back; who plays alone, what waits for the turn to end."""
    viewer, pending = tx.player(), tx.state.pending.get(name)
    if tx.state.mode == MULTIPLAYER or pending is None:
        consent.withdraw(tx, name)
        return
    _drop_dependent(tx, name)
    tx.change("forgotten", viewer, topic=name)
    rejected = consent.MATTERS[name].rejected_by
    tx.tell(rejected, is_answer=True, proposalId=pending.id, why="withdrawn")


def _drop_dependent(tx: Transaction, name: str) -> None:
    """Let rules that wait go before those without which they cannot be."""
    other = consent.BESIDE[name]
    pending = tx.state.pending.get(other)
    if pending is None:
        return
    try:
        _demand(tx, other, pending.candidate)
    except ReteChessError as error:
        consent.drop(tx, other, pending, Dropped.by(error))


# -- candidates ------------------------------------------------------------------------------------


def _profiles(tx: Transaction, source: Any) -> Change:
    """Profiles as documents with the modifiers they use, what is found about them, and what would change."""
    state = tx.state
    candidate = state.game.read_profiles(listed(source), state.modifiers)
    problems = _demand(tx, PROFILES, candidate, *_beside(tx, PRESETS))
    summary = summary_of("profile", state.game.profiles, candidate, _profile_name, serial.profile_words)
    return Change(candidate, problems, summary)


def _profile_name(profile: Json) -> str:
    return str(profile["name"])


def _presets(tx: Transaction, requests: Sequence[Json]) -> Change:
    """Presets in their common form, what is found about them, and what would change."""
    state = tx.state
    candidate = state.game.read_presets(requests)
    problems = _demand(tx, PRESETS, candidate, *_beside(tx, PROFILES))
    name_of = state.game.library.preset_name
    return Change(
        candidate, problems, summary_of("preset", state.game.requests, candidate, name_of, usage_of)
    )


def _beside(tx: Transaction, name: str) -> list[Any]:
    """What of the other topic a candidate is judged beside, one after the other: what waits already; else
    what is in force (None), and what is proposed."""
    pending, proposal = tx.state.pending.get(name), tx.state.topics[name].open
    if pending is not None:
        return [pending.as_they_stand(tx.state.game.requests) if name == PRESETS else pending.candidate]
    return [None] if proposal is None else [None, proposal.candidate]


def _demand(tx: Transaction, name: str, candidate: list[Json], *beside: Any) -> list[Json]:
    """Warnings about rules that can come into force beside one of these of the other topic, else the refusal
    beside the last of them."""
    judge = _judged_profiles if name == PROFILES else Game.check_presets
    game = _bench(tx)
    *others, last = beside or (None,)
    for found in others:
        try:
            return judge(game, candidate, found)
        except BudgetError:
            raise
        except ReteChessError:
            continue
    return judge(game, candidate, last)


def _bench(tx: Transaction) -> Game:
    """The game against which rules are judged."""
    game = tx.state.game
    if not tx.state.is_secret:
        return game
    try:
        return game.bench()
    except ReteChessError:
        raise unseen() from None


def _judged_profiles(game: Game, candidate: list[Json], presets: list[Json] | None) -> list[Json]:
    problems = game.check_profiles(candidate, presets)
    wrong = [found for found in problems if found["severity"] == "error"]
    if wrong:
        raise RoomError(
            wrong[0]["code"], wrong[0]["message"], hint=wrong[0].get("hint"), problems=tuple(problems)
        )
    return problems


# -- custom modifiers ------------------------------------------------------------------------------


def register(tx: Transaction, message: rules.ModifierRegister) -> None:
    """Let the room know a custom modifier; it acts once a profile in force uses it."""
    viewer, state = tx.player(), tx.state
    document = read_modifier(message.descriptor)
    name = catalog.id_of(document)
    if is_taken(name, state.game.library.beside) or name in _known(tx):
        raise taken(name)
    if len(state.modifiers) >= MOST_MODIFIERS:
        problem = Problem("E_DOC_LIMIT", f"a room knows at most {MOST_MODIFIERS} custom modifiers")
        raise DocumentError(document.tree.file, [problem])
    tx.change("registered", viewer, descriptor=document.tree.value)
    tx.tell(rules.ModifierRegistered, is_answer=True, descriptor=document.tree.value)


def _known(tx: Transaction) -> set[str]:
    """The ids of all modifiers that are registered, in force, proposed or waiting."""
    state = tx.state
    proposal, pending = state.topics[PROFILES].open, state.pending.get(PROFILES)
    profiles = [*state.game.profiles]
    profiles += [] if proposal is None else proposal.candidate
    profiles += [] if pending is None else pending.candidate
    brought = {modifier["id"] for profile in profiles for modifier in profile.get("customModifiers", ())}
    return {*state.modifiers, *state.game.known_modifiers, *brought}
