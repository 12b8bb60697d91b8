"""Changes by consent: one mechanism for profiles, presets and take-backs.

A proposal waits for the other player's word until it is answered, withdrawn, replaced, out of time, or the
game is over. Agreed rules wait for the turn to end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from rete_chess.server.room import views
from rete_chess.server.room.findings import NO_CHANGES, Dropped
from rete_chess.server.room.outcome import RoomError, told_code
from rete_chess.server.room.sights import Was
from rete_chess.server.room.state import BOTH, PRESETS, PROFILES, TAKEBACK, Pending, Proposal
from rete_chess.server.room.transaction import Transaction
from rete_chess.server.wire import game_messages as game
from rete_chess.server.wire import rule_messages as rules
from rete_chess.server.wire.base import Broadcast, ServerMessage
from rete_chess.server.wire.room_messages import Nack

Json = dict[str, Any]


@dataclass(frozen=True)
class Matter:
    """What can be proposed, and the messages that speak of it."""

    name: str
    queued_by: type[ServerMessage]
    asked_by: type[ServerMessage]
    rejected_by: type[Broadcast]
    received_by: type[ServerMessage] | None = None

    def queued(self, proposal_id: str, expires_at: int | None = None) -> ServerMessage:
        """The word to its maker that something waits."""
        return self.queued_by.of(proposalId=proposal_id, expiresAt=expires_at)

    def asked(self, proposal: Proposal) -> ServerMessage:
        """The question to the other player."""
        said: Json = {
            "proposalId": proposal.id,
            "proposedBy": proposal.by,
            "expiresAt": proposal.expires_at,
            **views.candidate_data(self.name, proposal.candidate),
        }
        if self.name != TAKEBACK:
            said |= {"problems": proposal.problems, "summary": proposal.summary}
        if self.name == PROFILES and len(proposal.candidate) == 1:
            said["profile"] = proposal.candidate[0]
        return self.asked_by.of(**said)

    def received(self, proposal_id: str) -> ServerMessage:
        """The word that a proposal was approved."""
        assert self.received_by is not None
        return self.received_by.of(proposalId=proposal_id)


MATTERS: Final = {
    PROFILES: Matter(
        PROFILES,
        rules.ProfileQueued,
        rules.ProfilePending,
        rules.ProfileRejected,
        rules.ProfileConsentReceived,
    ),
    PRESETS: Matter(
        PRESETS,
        rules.PresetsQueued,
        rules.PresetsPending,
        rules.PresetsRejected,
        rules.PresetsConsentReceived,
    ),
    TAKEBACK: Matter(TAKEBACK, game.TakebackQueued, game.TakebackPending, game.TakebackRejected),
}


#: The topic of rules whose candidates are judged beside those of another.
BESIDE: Final = {PROFILES: PRESETS, PRESETS: PROFILES}


@dataclass(frozen=True)
class Change:
    """Something to be proposed or to wait: what it is, what is found about it, and what it changes."""

    candidate: Any
    problems: list[Json] = field(default_factory=list)
    summary: str = ""
    carried: list[str] = field(default_factory=list)  # the presets in it that go on as they are in force


def propose(tx: Transaction, name: str, change: Change) -> None:
    """Ask the other player to agree; an older proposal of the same matter is gone."""
    viewer, matter = tx.player(), MATTERS[name]
    if tx.state.topics[name].open is not None:
        close(tx, name, "replaced")
    expires_at = tx.now + tx.room.consent_time
    proposal = Proposal(
        next_id(tx), viewer, change.candidate, expires_at, change.problems, change.summary, change.carried
    )
    tx.change("proposed", viewer, topic=name, proposal=vars(proposal))
    tx.answer(matter.queued(proposal.id, expires_at))
    for player in tx.state.players:
        if player != viewer:
            tx.say(player, matter.asked(proposal))


def next_id(tx: Transaction) -> str:
    """The name of the next proposal of the room."""
    return f"p{tx.state.proposals + 1}"


def answer(tx: Transaction, name: str, decision: str, asked: str | None) -> Proposal | None:
    """The proposal that the sender agrees to; None if it is rejected, which everybody hears."""
    viewer, topic = tx.player(), tx.state.topics[name]
    proposal = topic.open
    if asked is not None and asked in topic.replaced:
        raise RoomError("E_SUPERSEDED", f"{asked} was replaced by a newer proposal", is_overtaken=True)
    if proposal is None or asked not in (None, proposal.id):
        raise RoomError("E_NO_PROPOSAL", "no such proposal waits for an answer", found=asked)
    if proposal.by == viewer:
        raise RoomError("E_SELF_CONSENT", "the other player has to answer")
    if asked is None and topic.is_ambiguous:
        raise RoomError(
            "E_SUPERSEDED",
            "a proposal was replaced by a newer one",
            hint=f"name the one that is meant: {proposal.id}",
            is_overtaken=True,
        )
    if decision == "approve":
        return proposal
    close(tx, name, "rejected", viewer, is_answer=True)
    return None


def withdraw(tx: Transaction, name: str) -> None:
    """Take the sender's own proposal back."""
    viewer, proposal = tx.player(), tx.state.topics[name].open
    if proposal is None or proposal.by != viewer:
        raise RoomError("E_NO_PROPOSAL", "the sender has no proposal that waits for an answer")
    close(tx, name, "withdrawn", viewer, is_answer=True)


def close(
    tx: Transaction, name: str, why: str, viewer: str | None = None, *, is_answer: bool = False
) -> None:
    """Let the open proposal of a matter be gone, and everybody hear why."""
    proposal = tx.state.topics[name].open
    assert proposal is not None
    tx.change("closed", viewer, topic=name, id=proposal.id, why=why)
    tx.tell(MATTERS[name].rejected_by, is_answer=is_answer, proposalId=proposal.id, why=why)


def drop(tx: Transaction, name: str, pending: Pending, why: Dropped) -> None:
    """Let rules that waited wait no longer, and their proposer hear why, now or after coming back."""
    nack = {**why.to_json(), "code": told_code(why.code), "proposalId": pending.id}
    tx.change("dropped", topic=name, seat=pending.by, nack=nack)
    tx.say(pending.by, Nack.of(**nack))


def tell_profiles(tx: Transaction, before: Was | None = None) -> None:
    """Let everybody hear of the last entry which profiles are in force, and what is other than at a look;
    without one, a message before it has told that."""
    _tell_rules(tx, rules.ProfileUpdated, before, profiles=tx.state.game.profiles)


def tell_presets(tx: Transaction, before: Was | None = None) -> None:
    """Let everybody hear of the last entry which presets are in force, likewise."""
    found = tx.state.game
    _tell_rules(tx, rules.PresetsUpdated, before, presets=found.requests, config=found.config)


def _tell_rules(tx: Transaction, kind: type[Broadcast], before: Was | None, **fields: Any) -> None:
    state = tx.state
    clock = None if state.clock is None else state.clock.shown(tx.now)
    veiled = dict.fromkeys([*state.veiled, *(() if before is None else before.glances)])
    told = {viewer: _standing(tx, before, viewer) for viewer in (BOTH, *veiled)}
    tx.tell(kind, whole=told.pop(BOTH), seen=told, **fields, clock=clock)


def _standing(tx: Transaction, before: Was | None, viewer: str) -> Json:
    """How the game stands for a viewer, and what is other than it was."""
    changes = NO_CHANGES if before is None else tx.state.game.changes(before, viewer)
    return {**tx.state.standing(viewer), "changes": changes}


TELL: Final[dict[str, Callable[[Transaction, Was], None]]] = {
    PROFILES: tell_profiles,
    PRESETS: tell_presets,
}
